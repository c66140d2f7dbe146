"""Army rules of factions as data: what they say can be carried out, and what is in force changes the odds."""

import msgspec
import pytest

from tests.games.w40k10.battle.faction_rules.kit import having
from warbench.games.w40k10 import faction_rules as module
from warbench.games.w40k10.answer import Answer, answer
from warbench.games.w40k10.faction_rules import FORCES, FactionRule, claimed, digest, faction_rules, rivals, words_asked
from warbench.games.w40k10.facts import FACTS
from warbench.games.w40k10.inquiry import Inquiry, question_of
from warbench.games.w40k10.switches import switches
from warbench.games.w40k10.unit_rules import acts_outside, bears_on_attacks
from warbench.rules.conditions import Value
from warbench.rules.fields import ScenarioError
from warbench.sheets.datasheet import Ability, Datasheet
from warbench.sheets.schema import DataError
from warbench.sheets.shelf import parse


def odds(sheet: Datasheet, *, melee: bool = False, **facts: Value) -> Answer:
    wanted = Inquiry(sheet=sheet, target="power-armoured-infantry", kind="melee" if melee else "ranged", facts=facts)
    return answer(question_of(wanted))


@pytest.mark.parametrize("rule", faction_rules().values(), ids=lambda rule: rule.id)
def test_all_that_a_rule_says_acts_in_attacks_or_outside(rule: FactionRule) -> None:
    effects = [*rule.effects, *(rule.spreads.effects if rule.spreads is not None else ())]
    assert effects
    assert all(acts_outside(effect) or bears_on_attacks(effect) for effect in effects)
    assert rule.ability(rule.name, "").acts
    asked = {word for effect in effects if effect.when is not None for word in words_asked(effect.when, *FORCES)}
    chosen = rule.choice.of if rule.choice is not None else ()
    assert asked >= set(chosen), "everything that can be chosen does something"


def test_every_word_of_the_facts_is_a_word_of_some_rule() -> None:
    read = {
        word
        for rule in faction_rules().values()
        for effect in (*rule.effects, *(rule.spreads.effects if rule.spreads is not None else ()))
        if effect.when is not None
        for word in words_asked(effect.when, *FORCES)
    }
    assert set(FACTS["army_rule"].choices) == read


def test_a_word_that_is_no_word_of_the_facts_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    bad = b'[[rules]]\nid = "a"\nname = "A"\nsummary = ""\ntexts = []\nnear = [{ word = "nonsense", keywords = [], inches = 6 }]'
    monkeypatch.setattr(module, "parse", lambda _data, file: parse(bad, file))
    with pytest.raises(DataError, match=r"rules\[a\]: found 'nonsense', expected one of waaagh"):
        faction_rules.__wrapped__()


# --- odds ---


def test_odds_know_what_is_in_force_and_name_what_would_change_them() -> None:
    sheet = having("waaagh")
    plain, during = odds(sheet, melee=True), odds(sheet, melee=True, army_rule=("Waaagh",))
    assert during.outcome.slain.mean > plain.outcome.slain.mean
    (switch,) = [each for each in switches(plain) if each.name == "army_rule"]
    assert (switch.value, [other.value for other in switch.alternatives]) == ((), [("waaagh",)])
    assert switch.alternatives[0].slain == pytest.approx(float(during.outcome.slain.mean))
    (switch,) = [each for each in switches(during) if each.name == "army_rule"]
    assert [other.value for other in switch.alternatives] == [()]
    assert odds(sheet, army_rule=("waaagh",)).outcome.slain.mean == odds(sheet).outcome.slain.mean, "it is for melee weapons"


def test_of_rivals_one_is_in_force() -> None:
    assert rivals("rendax stance") == ("dacatarai stance", "rendax stance")
    sheet = having("martial-katah")
    with pytest.raises(ScenarioError, match="army_rule: found 'dacatarai stance and rendax stance', expected one of the two"):
        odds(sheet, melee=True, army_rule=("rendax stance", "dacatarai stance"))
    (switch,) = [each for each in switches(odds(sheet, melee=True, army_rule=("rendax stance",))) if each.name == "army_rule"]
    assert [other.value for other in switch.alternatives] == [(), ("dacatarai stance",)]


@pytest.mark.parametrize(
    ("rule", "melee", "words"),
    [
        ("dark-pacts", False, ("pact of lethal hits",)),
        ("dark-pacts", True, ("pact of sustained hits",)),
        ("doctrina-imperatives", False, ("protector imperative",)),
        ("doctrina-imperatives", True, ("conqueror imperative",)),
        ("synapse", True, ("synapse range",)),
        ("for-the-greater-good", False, ("guided",)),
    ],
)
def test_each_helps_its_own_attacks(rule: str, words: tuple[str, ...], *, melee: bool) -> None:
    sheet = having(rule)
    assert odds(sheet, melee=melee, army_rule=words).outcome.slain.mean > odds(sheet, melee=melee).outcome.slain.mean


def test_markerlight_lets_the_guided_alone_ignore_cover() -> None:
    sheet = having("for-the-greater-good")
    guided, lit, unguided = (
        float(odds(sheet, cover=True, army_rule=words).outcome.slain.mean)
        for words in (("guided",), ("guided", "markerlight"), ("markerlight",))
    )
    assert lit > guided > unguided == float(odds(sheet, cover=True).outcome.slain.mean)


def test_a_contagion_is_within_reach_by_distance_and_battle_round() -> None:
    sheet = having("nurgles-gift-aura")

    def slain(**facts: Value) -> float:
        return float(odds(sheet, melee=False, **facts).outcome.slain.mean)

    assert slain(distance=6) == slain(distance=9, battle_round=2) < slain(distance=6, battle_round=2)
    assert slain(distance=9, battle_round=4) == slain(distance=6, battle_round=2)
    assert slain(distance=3, target_army_rule=("rattlejoint ague",)) > slain(distance=3) > slain(distance=6)


# --- imported ones ---


def test_a_rule_is_known_by_its_name_and_its_words(monkeypatch: pytest.MonkeyPatch) -> None:
    rule = msgspec.structs.replace(faction_rules()["waaagh"], texts=(digest("Once a day, shout: +1 Attack!"),))
    monkeypatch.setattr(module, "faction_rules", lambda: {"waaagh": rule})
    printed = Ability("waaagh", "WAAAGH!", "faction")
    found = claimed(printed, "■ once a DAY,\nshout — +1 attack")
    assert found is not None
    assert (found.name, found.effects) == ("WAAAGH!", rule.effects)
    assert claimed(printed, "Once a day, shout: +2 Attack!") is None, "another number"
    assert claimed(Ability("yell", "Yell", "faction"), "Once a day, shout: +1 Attack!") is None, "another name"
