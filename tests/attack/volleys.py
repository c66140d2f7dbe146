"""Random attack scenarios in the form of scenario files, small enough for plain enumeration, and quick dice for many volleys."""

import random
from collections.abc import Sequence
from typing import Any

from hypothesis import strategies as st

Spec = dict[str, Any]

RANGED = (
    "anti-infantry 4+",
    "anti-vehicle 3+",
    "blast",
    "conversion",
    "devastating wounds",
    "hazardous",
    "heavy",
    "ignores cover",
    "indirect fire",
    "lethal hits",
    "melta 1",
    "melta D3",
    "precision",
    "psychic",
    "rapid fire 1",
    "rapid fire D3",
    "sustained hits 1",
    "sustained hits D3",
    "torrent",
)
MELEE = ("anti-infantry 4+", "devastating wounds", "lance", "lethal hits", "precision", "psychic", "sustained hits 1")


class QuickDice:
    """Dice of Python's own generator: for many volleys in a row, where SeededDice would hash for each roll."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)

    def roll(self, purpose: str, count: int) -> Sequence[int]:
        return self._random.choices(range(1, 7), k=count)


def weapons(name: str) -> st.SearchStrategy[Spec]:
    def build(melee: bool) -> st.SearchStrategy[Spec]:
        return st.fixed_dictionaries(
            {
                "name": st.just(name),
                "type": st.just("melee" if melee else "ranged"),
                "count": st.sampled_from([1, 1, 1, 2]),
                "range": st.none() if melee else st.sampled_from([12, 24]),
                "attacks": st.sampled_from(["1", "2", "3", "D3"]),
                "skill": st.sampled_from([None, 2, 3, 4, 5, 6]),
                "strength": st.integers(1, 12),
                "ap": st.integers(-4, 0),
                "damage": st.sampled_from(["1", "2", "3", "D3", "D3+1"]),
                "keywords": st.lists(st.sampled_from(MELEE if melee else RANGED), max_size=4, unique_by=_family),
            }
        )

    return st.sampled_from([False, False, False, True]).flatmap(build)


def _wounded(group: Spec) -> Spec:
    left = group.pop("hurt")
    return {**group, "wounds_left": left} if left is not None and left <= group["wounds"] else group


GROUPS: st.SearchStrategy[Spec] = st.fixed_dictionaries(
    {
        "count": st.integers(1, 2),
        "toughness": st.integers(2, 9),
        "save": st.integers(2, 7),
        "invulnerable": st.sampled_from([None, None, 3, 4, 5, 6]),
        "feel_no_pain": st.sampled_from([None, None, None, 5, 6]),
        "wounds": st.integers(1, 3),
        "hurt": st.sampled_from([None, None, 1, 2]),
        "keywords": st.sampled_from([["infantry"], ["vehicle"], ["infantry", "character"]]),
    }
).map(_wounded)

SITUATIONS: st.SearchStrategy[Spec] = st.fixed_dictionaries(
    {
        "distance": st.sampled_from([5, 6, 12, 12.5]),
        "visible": st.sampled_from([True, True, True, False]),
        "cover": st.booleans(),
        "stationary": st.booleans(),
        "charged": st.booleans(),
        "overwatch": st.sampled_from([False, False, False, True]),
        "precision": st.booleans(),
    }
)

EFFECTS: st.SearchStrategy[Spec] = st.one_of(
    st.builds(
        lambda roll, by: {"kind": "roll", "roll": roll, "by": by},
        st.sampled_from(["hit", "wound", "save"]),
        st.sampled_from([-1, 1]),
    ),
    st.builds(
        lambda roll, which: {"kind": "reroll", "roll": roll, "which": which},
        st.sampled_from(["hit", "wound", "save"]),
        st.sampled_from(["ones", "failures"]),
    ),
    st.sampled_from(
        [
            {"kind": "reroll", "roll": "hit", "which": "non-criticals"},
            {"kind": "reroll", "roll": "attacks", "which": "best"},
            {"kind": "reroll", "roll": "damage", "which": "best"},
            {"kind": "reroll", "roll": "damage", "which": "ones"},
        ]
    ),
    st.builds(
        lambda roll, on, only: {"kind": "critical", "roll": roll, "on": on, "only_if_successful": only},
        st.sampled_from(["hit", "wound"]),
        st.integers(3, 5),
        st.booleans(),
    ),
    st.builds(
        lambda keyword: {"kind": "grant", "keyword": keyword},
        st.sampled_from(["lethal hits", "sustained hits 1", "ignores cover"]),
    ),
    st.just({"kind": "grant", "keyword": "stealth", "side": "defender"}),
    st.builds(lambda by: {"kind": "characteristic", "name": "ap", "by": by}, st.sampled_from([-1, 1])),
    st.builds(
        lambda name, by: {"kind": "characteristic", "name": name, "by": by},
        st.sampled_from(["damage", "strength", "toughness"]),
        st.sampled_from([-1, 1]),
    ),
    st.sampled_from(
        [
            {"kind": "characteristic", "name": "damage", "halve": True},
            {"kind": "characteristic", "name": "damage", "multiply": 2},
            {"kind": "characteristic", "name": "damage", "by": "D3"},
            {"kind": "characteristic", "name": "damage", "set": 0},
            {"kind": "characteristic", "name": "damage", "set": 1},
            {"kind": "characteristic", "name": "attacks", "by": 1},
            {"kind": "characteristic", "name": "attacks", "by": "D3"},
            {"kind": "characteristic", "name": "attacks", "halve": True},
            {"kind": "characteristic", "name": "strength", "multiply": 2},
            {"kind": "automatic", "roll": "hit"},
            {"kind": "automatic", "roll": "wound"},
        ]
    ),
    st.builds(
        lambda on, against: {"kind": "feel_no_pain", "on": on, "against": against, "side": "defender"},
        st.integers(2, 6),
        st.sampled_from(["all", "mortal", "psychic"]),
    ),
    st.builds(
        lambda on, n: {"kind": "on_result", "roll": "wound", "on": on, "mortal": n},
        st.sampled_from(["success", "critical"]),
        st.sampled_from([1, 2, "D3"]),
    ),
)
"""What may bear on an attack. Never two of one slot where the second would be ignored: see ``scenarios``."""

FREE: st.SearchStrategy[Spec | None] = st.sampled_from(
    [
        None,
        {"kind": "grant", "keyword": "twin-linked", "weapon": "first"},
        {"kind": "reroll", "roll": "hit", "which": "best", "weapon": "first"},
    ]
)
"""At most one free re-roll: the oracle tries every set of faces."""


def _slot(effect: Spec) -> str:
    """Of two effects of one slot one would count, or both in a way that the oracle does not follow: there is one of each."""
    name = effect.get("name", effect.get("roll", effect.get("keyword", "")))
    how = [word for word in ("by", "set", "halve", "multiply") if word in effect]
    return f"{effect['kind']} {name} {how} {effect.get('on') if effect['kind'] == 'on_result' else ''}"


def _family(keyword: str) -> str:
    return keyword.rstrip("D13").rstrip()


@st.composite
def scenarios(draw: st.DrawFn, *, free: bool = True, rerolls: bool = True, most_weapons: int = 2, most_groups: int = 2) -> Spec:
    """A scenario; without ``free`` no re-roll is a choice, without ``rerolls`` there is none at all."""
    names = ("first", "second", "third")[:most_weapons]
    arms = [draw(weapons(name)) for name in names[: draw(st.integers(1, most_weapons))]]
    effects = draw(st.lists(EFFECTS, max_size=3, unique_by=_slot))
    choice = draw(FREE) if free and rerolls else None
    if choice is not None:
        effects = [effect for effect in effects if effect["kind"] != "reroll"] + [choice]
    if not rerolls:
        effects = [effect for effect in effects if effect["kind"] != "reroll"]
    return {
        "game": "w40k10",
        "weapons": arms,
        "target": {"models": draw(st.lists(GROUPS, min_size=1, max_size=most_groups))},
        "situation": draw(SITUATIONS),
        "effects": effects,
    }
