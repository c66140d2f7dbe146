"""A unit that attacks: its models with their loadout, and which of their weapons they use at once."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from collections.abc import Sequence as Series

import msgspec

from warbench.attack.exact import solve
from warbench.games.heresy3.armies.fitting import fit
from warbench.games.heresy3.arms import BARE, Arm, attacks_with, clash, initiative_with, way_named, weapon_of
from warbench.games.heresy3.claims import IN_BATTLES, left_out_of, of_wargear, of_weapon
from warbench.games.heresy3.kinds import ALWAYS_STILL, WIELDED, Kind, kind_of
from warbench.games.heresy3.models import target_of
from warbench.games.heresy3.plan import facts_of, plan_weapon, volley_of
from warbench.games.heresy3.question import Question, Weapon
from warbench.games.heresy3.rulings import RULINGS
from warbench.games.heresy3.special_rules import read_rule, shared_rules
from warbench.rules.fields import ScenarioError
from warbench.sheets.datasheet import Datasheet
from warbench.sheets.finding import slug
from warbench.sheets.loadouts import UnitLoadout, dealt_out, default_loadout, each_model
from warbench.sheets.prices import wargear_points
from warbench.sheets.sizes import points, smallest

_FIGHTS_WITH = ("weapon_skill", "attacks")
"""What a model needs to fight in combats; hulls but Knights have neither."""


class Hand(msgspec.Struct, frozen=True):
    """``count`` models alike, with the same wargear."""

    kind: Kind
    count: int


class Attacker(msgspec.Struct, frozen=True):
    """A unit that attacks: its models, what it costs, and what of it is not modelled."""

    name: str
    hands: tuple[Hand, ...]
    points: int
    not_modelled: tuple[str, ...]

    def used(self, kind: str) -> tuple[object, ...]:
        """What of it bears on its attacks of a kind (``ranged``, ``melee``): units for which it is equal attack alike."""
        hands = Counter((_key(hand.kind), tuple(_arms(hand.kind, kind))) for hand in self.hands for _ in range(hand.count))
        return (*hands.items(), *self.not_modelled)

    def armed(self, kind: str) -> bool:
        """Whether it has anything to attack with."""
        return any(_arms(hand.kind, kind) for hand in self.hands)


def _key(kind: Kind) -> tuple[object, ...]:
    return (tuple(sorted(kind.numbers.items(), key=lambda each: each[0])), kind.special_rules, kind.words)


def attacker(sheet: Datasheet, unit: UnitLoadout) -> Attacker:
    """A unit of a datasheet with a loadout for each of its models."""
    counted = Counter((model, loadout) for model, loadout in each_model(unit))
    hands = _sharing(Hand(kind_of(fit(sheet, model, dict(held)), sheet), count) for (model, held), count in counted.items())
    worn = [(model, loadout) for model, loadout in each_model(unit)]
    return Attacker(
        name=sheet.name,
        hands=hands,
        points=(points(sheet, len(worn)) if sheet.points else 0) + wargear_points(sheet, worn),
        not_modelled=tuple(dict.fromkeys(left_out(sheet, (hand.kind for hand in hands), reacts=False))),
    )


def _sharing(hands: Iterable[Hand]) -> tuple[Hand, ...]:
    """The models with those special rules that one of them has for the attacks of all."""
    found = tuple(hands)
    shared = shared_rules(hand.kind.special_rules for hand in found)
    if not shared:
        return found
    rules = [tuple(dict.fromkeys((*hand.kind.special_rules, *shared))) for hand in found]
    return tuple(
        msgspec.structs.replace(hand, kind=msgspec.structs.replace(hand.kind, special_rules=own))
        for hand, own in zip(found, rules, strict=True)
    )


def unit_of(sheet: Datasheet, size: int | None = None, loadout: Mapping[str, int] | None = None) -> Attacker:
    """A unit of a datasheet; among models that may carry the same, the first that fit have it.

    Args:
        sheet: the datasheet.
        size: how many models; the smallest size when it is left out.
        loadout: the items of the whole unit; the default equipment when it is left out.

    Raises:
        ScenarioError, SizeError: for a loadout or a size that the datasheet does not have.
    """
    size = size if size is not None else smallest(sheet)
    if loadout is None:
        return attacker(sheet, default_loadout(sheet, size))
    unit = dealt_out(sheet, size, loadout)
    if unit is None:
        items = ", ".join(item if count == 1 else f"{count} {item}" for item, count in loadout.items())
        raise ScenarioError(f"loadout: no legal loadout of {size} {sheet.name} is {items}")
    return attacker(sheet, unit)


def attacked_by(
    question: Question, unit: Attacker, *, weapons: Series[str] = (), kind: str | None = None, profile: str = ""
) -> Question:
    """The question with a unit that attacks: its weapons, the facts that follow from it, and what nobody can know from its name.

    Args:
        question: the target, facts, effects and rulings; weapons that it has already are kept, and the unit's are not looked at.
        unit: who attacks.
        weapons: only those named, in that order; none: those that ``armed`` chooses.
        kind: as for ``armed``.
        profile: as for ``armed``.

    Raises:
        ScenarioError: for weapons that the unit does not have or cannot use together.
    """
    still = {"stationary": True} if all(hand.kind.words.intersection(ALWAYS_STILL) for hand in unit.hands) else {}
    question = msgspec.structs.replace(
        question, given={**still, **question.given}, attacker_name=unit.name, attacker_points=unit.points
    )
    if weapons:
        question = msgspec.structs.replace(question, weapons=named(unit, weapons, profile, RULINGS.settle(question.rulings)))
    elif not question.weapons:
        question = armed(question, unit, kind, profile)
    missing = (*unit.not_modelled, *question.not_modelled, *untold(question.weapons, unit, question))
    return msgspec.structs.replace(question, not_modelled=missing)


def left_out(sheet: Datasheet, kinds: Iterable[Kind], *, reacts: bool) -> Iterator[str]:
    """What a datasheet says that no answer follows: abilities, wargear that only a summary describes, unknown special rules.

    Args:
        sheet: the datasheet.
        kinds: the models that are there.
        reacts: whether it is the target, which may react to the attack.
    """
    own = {ability.name.casefold() for ability in sheet.abilities}
    for ability in sheet.abilities:
        if ability.name.casefold() in WIELDED:
            continue
        if "attack" in ability.touches and (reacts or "reaction" not in ability.touches):
            yield f"{ability.name} ({sheet.name})"
    for kind in kinds:
        for item, _ in kind.items:
            gear = sheet.gear(item)
            if gear is not None and (of_wargear(gear) != "full" or item.casefold() in IN_BATTLES):
                yield f"{gear.name} ({sheet.name})" + (f": {gear.summary}" if gear.summary else "")
        for rule in kind.special_rules:
            if read_rule(rule) is None and rule.partition("(")[0].strip().casefold() not in own:
                yield f"special rule {rule!r} of {sheet.name}"
        yield from () if reacts else (f"{rule} ({sheet.name}): {left_out_of(rule)}" for rule in _partly_followed(kind))


def _partly_followed(kind: Kind) -> Iterator[str]:
    """The special rules of a model's weapons of which something is left out."""
    return (text for arm in kind.weapons for text in arm.special_rules if of_weapon(text) == "part")


def armed(question: Question, unit: Attacker, kind: str | None, profile: str = "") -> Question:
    """The question with the weapons that a unit uses at once, each model's best against this target.

    A model fires one weapon, two Pistols, or as many as Firing Protocols say; a Walker or a hull all that it has, each in one
    profile (Step 3). It fights with one melee weapon, or with the basic one. Strike groups come in the order of their
    Initiative steps.

    Args:
        question: the target, facts, effects and rulings; its weapons do not count.
        unit: who attacks.
        kind: ``ranged`` or ``melee``; None: ranged if it has any such weapon.
        profile: the profile of that name for weapons that have one.

    Raises:
        ScenarioError: when the unit has no weapon of the kind.
    """
    if kind is None:
        kind = "ranged" if unit.armed("ranged") else "melee"
    facts = facts_of(question)
    readings = RULINGS.settle(question.rulings)
    target = target_of(question.target, facts, question.starting_models)
    known: dict[Weapon, float | None] = {}

    def worth(weapon: Weapon) -> float | None:
        """The wounds that it takes on average; None when it may not attack."""
        if weapon not in known:
            plan = plan_weapon(question, weapon, facts, readings)
            known[weapon] = None if plan.refused else float(solve(volley_of([plan], target)).wounds_lost.mean)
        return known[weapon]

    used: list[tuple[int, Weapon]] = []
    hindered, charged = facts["attacker_hindered"] is True, facts["charged"] is True
    for hand in unit.hands:
        settled = {arm: _settled(hand, arm, readings) for arm in _arms(hand.kind, kind) if _fits(hand.kind, arm, profile)}
        for arm in _fired(hand, settled, worth) if kind == "ranged" else _struck(hand, settled, worth):
            weapon = settled[arm] if arm in settled else _settled(hand, arm, readings)
            step = -_initiative(hand, arm, charged=charged, hindered=hindered) if kind == "melee" else 0
            used.append((step, _many(hand, arm, weapon)))
    if not used:
        raise ScenarioError(f"{unit.name} has no {kind} weapons; it has: {_names(unit)}")
    used.sort(key=lambda each: each[0])
    return msgspec.structs.replace(question, weapons=together(weapon for _, weapon in used))


def _initiative(hand: Hand, arm: Arm, *, charged: bool, hindered: bool) -> int:
    return initiative_with(arm, hand.kind.numbers.get, hand.kind.special_rules, charged=charged, hindered=hindered)


def named(unit: Attacker, names: Iterable[str], profile: str, readings: Mapping[str, str]) -> tuple[Weapon, ...]:
    """The weapons of those names, in that order, of all models that have them.

    Raises:
        ScenarioError: for a weapon that the unit does not have, and for more of them than a model may use at once.
    """
    found: list[Weapon] = []
    taken: dict[int, list[Arm]] = {}
    for name in names:
        mine = _called(unit, name, profile)
        for place, arm in mine:
            taken.setdefault(place, []).append(arm)
            hand = unit.hands[place]
            found.append(_many(hand, arm, _settled(hand, arm, readings)))
    for place, arms in taken.items():
        kind = unit.hands[place].kind
        guns = [arm for arm in arms if arm.type == "ranged"]
        blades = [arm.name for arm in arms if arm.type == "melee"]
        if clash(guns, kind.at_once):
            told = ", ".join(arm.name for arm in guns)
            raise ScenarioError(f"weapon: {kind.name} cannot fire {told} together: Step 3 of a Shooting Attack")
        if len(blades) > 1:
            raise ScenarioError(f"weapon: {kind.name} fights with one melee weapon, found {', '.join(blades)}")
    return together(found)


def _called(unit: Attacker, name: str, profile: str) -> list[tuple[int, Arm]]:
    """The models (by place) that have the weapon of a name, each with the profile that it is used in."""
    wanted = slug(name)
    every = [
        (place, arm) for place, hand in enumerate(unit.hands) for kind in ("ranged", "melee") for arm in _arms(hand.kind, kind)
    ]
    every = [(place, arm) for place, arm in every if _fits(unit.hands[place].kind, arm, profile)]
    exact = [(place, arm) for place, arm in every if wanted in {slug(arm.name), slug(arm.item)}]
    inside = [(place, arm) for place, arm in every if wanted in slug(arm.name)]
    for mine in (exact, inside):
        if wanted and len({arm.item or arm.name for _, arm in mine}) == 1:
            first: dict[int, list[Arm]] = {}
            for place, arm in mine:
                held = first.setdefault(place, [])
                # The first of its profiles; of a combi-weapon the next as well.
                if not clash([*held, arm], 1):
                    held.append(arm)
            return [(place, arm) for place, held in first.items() for arm in held]
    raise ScenarioError(f"weapon: {unit.name} is not equipped with {name!r}; it has: {_names(unit)}")


def _names(unit: Attacker) -> str:
    found = dict.fromkeys(arm.name for hand in unit.hands for kind in ("ranged", "melee") for arm in _arms(hand.kind, kind))
    return ", ".join(found) or "no weapons at all"


def _arms(kind: Kind, of: str) -> list[Arm]:
    """The weapons of a kind that a model can use; in combat the basic one where it has no other."""
    if of == "ranged":
        return [arm for arm in kind.weapons if arm.type == "ranged"]
    if not all(kind.numbers.get(name) for name in _FIGHTS_WITH):
        return []
    return [arm for arm in kind.weapons if arm.type == "melee" and attacks_with(arm, kind.numbers.get).maximum] or [BARE]


def _fits(kind: Kind, arm: Arm, profile: str) -> bool:
    """Whether a weapon is used in this of its profiles: in the one that was named, where it has it."""
    if not profile:
        return True
    wanted = way_named(arm.item, profile).casefold()
    there = any(each.item == arm.item and each.name.casefold() == wanted for each in kind.weapons)
    return arm.name.casefold() == wanted or not there


def _settled(hand: Hand, arm: Arm, readings: Mapping[str, str]) -> Weapon:
    return weapon_of(arm, hand.kind.numbers.get, hand.kind.special_rules, readings)


def _many(hand: Hand, arm: Arm, weapon: Weapon) -> Weapon:
    # One of a pair is used in combat: a model makes its attacks with one melee weapon.
    each = arm.count if arm.type == "ranged" else 1
    return msgspec.structs.replace(weapon, count=hand.count * each)


Worth = Callable[[Weapon], float | None]


def _fired(hand: Hand, settled: Mapping[Arm, Weapon], worth: Worth) -> list[Arm]:
    """The weapons that each of these models fires, in the order of its wargear."""
    taken: list[Arm] = []
    # Of equals the one that reaches farther, so that a rifle goes before a pistol.
    for arm in sorted(settled, key=lambda arm: (-(worth(settled[arm]) or 0) * arm.count, -(arm.range or 0))):
        if not clash([*taken, arm], hand.kind.at_once):
            taken.append(arm)
    return [arm for arm in settled if arm in taken]


def _struck(hand: Hand, settled: Mapping[Arm, Weapon], worth: Worth) -> list[Arm]:
    """The weapon that each of these models fights with: one that it may use against this target, else the basic one."""
    able = [arm for arm in settled if worth(settled[arm]) is not None]
    if able:
        return [max(able, key=lambda arm: worth(settled[arm]) or 0)]
    return [BARE] if attacks_with(BARE, hand.kind.numbers.get).maximum and _arms(hand.kind, "melee") else []


def together(weapons: Iterable[Weapon]) -> tuple[Weapon, ...]:
    """Weapons with the same numbers as one entry, in the order in which they first come."""
    counts: Counter[Weapon] = Counter()
    for weapon in weapons:
        counts[msgspec.structs.replace(weapon, count=1)] += weapon.count
    return tuple(msgspec.structs.replace(weapon, count=count) for weapon, count in counts.items())


def untold(weapons: Series[Weapon], unit: Attacker, question: Question) -> Iterator[str]:
    """What an attack by name cannot know: where the hull looks, and what the enemy strikes back."""
    kinds = {weapon.type for weapon in weapons}
    mounted = any(arm.mount for hand in unit.hands for arm in hand.kind.weapons)
    if "ranged" in kinds and mounted and RULINGS.settle(question.rulings)["firing-arcs"] == "mounts":
        yield f"arcs of {unit.name}: all its weapons are taken to bear on the target"
    if "melee" in kinds and any(not group.armoured for group in question.target):
        yield "the other side of the combat: what the target does to the attackers in earlier Initiative steps"
