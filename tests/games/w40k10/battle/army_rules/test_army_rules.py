"""What rules about army lists allow and forbid, each with an army that keeps it and one that does not."""

import msgspec
import pytest

from tests.games.w40k10.battle.army_rules.kit import army, lent, rule, sheet
from warbench.games.w40k10.battle.army_files import check_army
from warbench.games.w40k10.battle.army_rules.lent import register_rules
from warbench.games.w40k10.battle.army_rules.rules import (
    Allowance,
    ArmyList,
    ArmyRules,
    Choice,
    Counted,
    Forbid,
    Gain,
    Group,
    Include,
    Limit,
    Lord,
    NoArmyOf,
    OneChapter,
    OtherDetachment,
    Require,
    Without,
)
from warbench.games.w40k10.battle.enhancements import Enhancement
from warbench.games.w40k10.battle.roster import ArmySpec, UnitSpec
from warbench.sheets.datasheet import Datasheet

SHORE = Group(("shore",))
PACT = Include(who=SHORE, every=("tide",))


def codes(spec: ArmySpec, size: str = "strike force") -> list[str]:
    return [fault.code for fault in check_army(spec, size)]


def test_without_rules_a_shared_alliance_is_not_known_and_strangers_are_refused() -> None:
    assert codes(army("crab-shore")) == ["other-faction"]


def test_a_rule_lets_units_in_and_its_name_is_told_where_another_army_asks() -> None:
    pact = rule(PACT, name="Spring Pact", faction="Shore")
    with lent(pact):
        assert codes(army("crab-shore")) == []
        (fault,) = check_army(army("frogs-marsh"))
        assert (fault.code, fault.rule) == ("other-faction", "C24")
        (fault,) = check_army(army("crab-shore", faction="Marsh", lord="frogs-marsh"))[:1]
        assert fault.rule == "Spring Pact"
        assert fault.sentence.endswith("Spring Pact lets it in only where every other model has TIDE")


def test_a_rule_of_a_detachment_is_for_its_armies_only_and_covers_copies_of_the_armys_own_list() -> None:
    with lent(rule(Include(who=Group(("marsh",))), detachment="High Water")):
        assert codes(army("toads-tide", "frogs-marsh")) == []
        (fault,) = check_army(army("toads-tide", detachment="Low Water"))
        assert fault.code == "other-faction"
        assert fault.sentence.endswith("Low Tide (High Water) would let it in: another detachment")


def test_where_not_all_rules_are_known_units_of_the_armys_list_stay() -> None:
    with lent(rule(PACT), whole=False):
        assert codes(army("toads-tide")) == []


def test_every_other_model_needs_the_keyword_but_not_one_that_its_source_forgot() -> None:
    with lent(rule(Include(who=SHORE, every=("deep",)), Include(who=Group(("marsh",)), faction="tide"))):
        assert codes(army("crab-shore", "drifter-tide")) == []
        (fault,) = check_army(army("crab-shore", "frogs-marsh"))
        assert fault.code == "allies-beside"
        assert fault.sentence == "Crab may be there only where every other model has DEEP; Frogs has not"


def test_units_with_a_keyword_that_has_no_list_of_its_own_are_allies_in_a_list_that_prints_them() -> None:
    dancers = sheet("Dancers", "character", "deep", of=("dancers", "tide"), listed="Tide", cost=300)
    spec = msgspec.structs.replace(army("dancers-tide"), sheets=(*army().sheets, dancers))
    pact = rule(Include(who=Group(("dancers",)), faction="tide", points=(250, 500, 750), may_lead=False))
    with lent(pact):
        assert codes(spec, "incursion") == []
    with lent(pact, factions=("dancers", "tide")):
        assert codes(spec, "incursion") == ["allies-points"]
        led = msgspec.structs.replace(army(lord="dancers-tide"), sheets=spec.sheets)
        assert codes(led) == ["ally-warlord"]


def test_an_ally_that_the_armys_own_list_prints_is_not_told_to_be_of_another_army() -> None:
    with lent(rule(Include(who=Group(("marsh",))), detachment="High Water"), rule(PACT, name="Spring Pact")):
        (fault,) = check_army(army("toads-tide", detachment="Low Water"))
        assert fault.sentence.startswith("Toads stands in the list of the Tide as an ally (faction keywords: MARSH, TIDE); ")


@pytest.mark.parametrize(("size", "found"), [("incursion", ["allies-points"]), ("strike force", [])])
def test_allies_cost_no_more_than_the_battle_size_allows(size: str, found: list[str]) -> None:
    with lent(rule(Include(who=SHORE, every=("tide",), points=(250, 500, 750)))):
        assert codes(army("crab-shore", "beachcombers-shore"), size) == found


@pytest.mark.parametrize(("size", "found"), [("incursion", ["allies-number"]), ("strike force", [])])
def test_allies_of_a_keyword_are_no_more_than_the_battle_size_allows(size: str, found: list[str]) -> None:
    counts = (Counted("monster", (1, 2, 3)),)
    with lent(rule(Include(who=SHORE, every=("tide",), counts=counts))):
        assert codes(army("crab-shore", "crab-shore", "beachcombers-shore"), size) == found


def test_a_pair_of_units_adds_one_to_the_number() -> None:
    counts = (Counted("monster", (1, 2, 3)),)
    pair = Allowance("monster", Group(("pilot",)), Group(("crab",)))
    with lent(rule(Include(who=SHORE, every=("tide",), counts=counts), pair)):
        assert codes(army("crab-shore", "crab-shore"), "incursion") == ["allies-number"]
        assert codes(army("crab-shore", "crab-shore", "pilot-shore"), "incursion") == []


def test_of_several_things_one_may_be_taken() -> None:
    either = (Choice("crab", 1), Choice("beachcombers", 2))
    says = Include(who=Group(("crab", "beachcombers")), every=("tide",), either=either)
    with lent(rule(says)):
        assert codes(army("crab-shore")) == codes(army("beachcombers-shore", "beachcombers-shore")) == []
        assert codes(army("crab-shore", "crab-shore")) == ["allies-either"]
        (fault,) = check_army(army("crab-shore", "beachcombers-shore"))
        assert fault.sentence == "found 1 CRAB and 1 BEACHCOMBERS, expected up to 1 CRAB or up to 2 BEACHCOMBERS"


def test_units_that_are_not_battleline_are_no_more_than_those_that_are() -> None:
    with lent(rule(Include(who=SHORE, every=("tide",), balance=("salt",)))):
        assert codes(army("crab-shore", "beachcombers-shore")) == []
        assert codes(army("crab-shore")) == ["allies-balance"]


def test_allies_may_not_lead_nor_have_enhancements_where_the_rule_says_so() -> None:
    with lent(rule(Include(who=SHORE, every=("tide",), may_lead=False, enhanced=False))):
        assert codes(army("gleaners-tide", lord="pilot-shore")) == ["ally-warlord"]
        gifts = army(UnitSpec(datasheet="pilot-shore", enhancement="Shell"))
        assert codes(msgspec.structs.replace(gifts, enhancements=(Enhancement(name="Shell"),))) == ["ally-enhancement"]


def test_a_rule_may_leave_units_out() -> None:
    with lent(rule(Include(who=Group(("shore",), ("crab",)), every=("tide",)))):
        (fault,) = check_army(army("crab-shore"))
        assert fault.sentence.endswith("Low Tide leaves it out")


def test_another_rule_does_not_hold_beside_some_detachment() -> None:
    rules = (rule(PACT, name="Spring Pact"), rule(Without("spring pact"), name="Neap", detachment="High Water"))
    with lent(*rules):
        (fault,) = check_army(army("crab-shore"))
        assert fault.code == "other-faction"
        assert fault.sentence.endswith("; Spring Pact does not hold with this detachment")
        assert codes(army("crab-shore", detachment="Low Water")) == []


BANS = [
    (Forbid(who=Group(("wader",))), ("wader-tide",), ("gleaners-tide",)),
    (Forbid(who=Group(("wader",)), beside=Group(("old moss",))), ("wader-tide", "old-moss-tide"), ("wader-tide",)),
    (Forbid(who=Group(("Wader",), by_name=True), smallest="onslaught"), ("wader-tide",), ("gleaners-tide",)),
    (Require(Group(("wader",)), 2), ("wader-tide",), ("wader-tide", "wader-tide")),
    (Limit(each=("wader", "gleaners"), most=1), ("wader-tide", "wader-tide"), ("wader-tide", "gleaners-tide")),
    (Lord(who=Group(("old moss",))), ("old-moss-tide",), None),
]


@pytest.mark.parametrize(("says", "bad", "good"), BANS)
def test_what_an_army_may_not_have_and_must_have(says: Forbid, bad: tuple[str, ...], good: tuple[str, ...] | None) -> None:
    expected = {Forbid: "may-not-include", Require: "must-include", Limit: "too-many-of", Lord: "warlord-must-be"}[type(says)]
    with lent(rule(says)):
        assert codes(army(*bad)) == [expected]
        if good is not None:
            assert codes(army(*good)) == []
        else:
            assert codes(army("gleaners-tide", lord="old-moss-tide")) == []


def test_a_limit_that_another_rule_states_goes_before_the_usual_one() -> None:
    usual, stated = Limit(each=("wader",), most=1, unless_stated=True), Limit(each=("wader",), most=2)
    with lent(rule(usual), rule(stated, name="Flood", detachment="High Water")):
        assert codes(army("wader-tide", "wader-tide")) == []
        assert codes(army("wader-tide", "wader-tide", "wader-tide")) == ["too-many-of"]
        assert codes(army("wader-tide", "wader-tide", detachment="Low Water")) == ["too-many-of"]


def test_battleline_by_a_detachment_allows_six() -> None:
    with lent(rule(Gain(who=Group(("wader",)), keywords=("battleline",)), detachment="High Water")):
        assert codes(army(*["wader-tide"] * 6)) == []
        assert codes(army(*["wader-tide"] * 7)) == ["too-many-copies"]
        assert codes(army(*["wader-tide"] * 4, detachment="Low Water")) == ["too-many-copies"]


def test_a_unit_has_the_keywords_of_its_models_where_rules_speak_of_units() -> None:
    plain = sheet("Tide Court", "infantry", "deep", of=("tide",), listed="Tide")
    chief = msgspec.structs.replace(plain.models[0], keywords=("character", "seer"))
    court = msgspec.structs.replace(plain, models=(chief,))
    hero = msgspec.structs.replace(court, models=(msgspec.structs.replace(chief, keywords=("character", "epic hero")),))

    def found(own: Datasheet, *units: UnitSpec | str) -> list[str]:
        gifts = (Enhancement(name="Shell", requires=("seer",)),)
        spec = army(*units, lord="tide-court-tide")
        return codes(msgspec.structs.replace(spec, sheets=(*spec.sheets, own), enhancements=gifts))

    assert found(plain) == ["warlord"]
    assert found(court) == []
    assert found(court, UnitSpec(datasheet="tide-court-tide", enhancement="Shell")) == []
    assert found(hero, "tide-court-tide") == ["too-many-copies"]
    with lent(rule(Forbid(who=Group(("seer",))), detachment="High Water")):
        assert found(court) == ["may-not-include"]


def gifted(*names: str) -> ArmySpec:
    """An army led by a Wader, with further ones that have Enhancements."""
    units = [UnitSpec(datasheet="wader-tide", enhancement=name) for name in names]
    enhancements = tuple(Enhancement(name=name) for name in names)
    return msgspec.structs.replace(army(*units, lord="wader-tide"), enhancements=enhancements)


def test_units_that_a_player_chooses_are_characters_by_their_marks() -> None:
    with lent(rule(Gain(who=Group(("wader",)), keywords=("character",), select=2), detachment="High Water")):
        assert codes(gifted("Shell")) == []
        (fault,) = check_army(gifted("Shell", "Pearl"))
        assert fault.code == "too-many-chosen"
        assert fault.sentence == "found 3 WADER with Enhancements or as the Warlord, 2 can be CHARACTER"
    assert codes(gifted("Shell")) == ["enhancement"]


def test_no_army_is_of_a_faction_that_none_may_be_of() -> None:
    with lent(rule(NoArmyOf(("marsh",)))):
        assert codes(army("frogs-marsh", faction="Marsh", lord="")) == ["warlord", "no-army-of"]


def chapter(name: str, *own: str) -> Datasheet:
    return sheet(name, "character", of=("adeptus astartes", *own), listed="Space Marines")


def test_of_chapters_only_the_one_of_the_detachment_may_be_there_and_a_ban_is_for_its_armies_alone() -> None:
    sheets = (chapter("Gull", "grey gulls"), chapter("Heron", "red herons"), chapter("Plain"), chapter("Seer"))
    lists = {"Space Marines": ArmyList("adeptus astartes")}
    rules = (
        rule(OneChapter("grey gulls"), name="Roost", detachment="Gull Wing", faction="Space Marines"),
        rule(Forbid(who=Group(("seer",)), chapter="grey gulls"), OtherDetachment("heron wing", "grey gulls"), name="Feather"),
    )

    def found(detachment: str, *units: str) -> list[str]:
        spec = army(*units, faction="Space Marines", detachment=detachment, lord="plain-space-marines")
        return codes(msgspec.structs.replace(spec, sheets=sheets))

    book = OneChapter("red herons", if_of=True, detachments=("red dawn",))
    register_rules(lambda: ArmyRules(rules=(*rules, rule(book, name="Stalk")), lists=lists, whole=True))
    assert found("Red Dawn", "heron-space-marines") == found("High Noon", "gull-space-marines") == []
    assert found("Red Dawn", "gull-space-marines") == ["may-not-include"]
    register_rules(lambda: ArmyRules(rules=rules, lists=lists, whole=True))
    assert found("Gull Wing", "gull-space-marines") == []
    assert found("Gull Wing", "heron-space-marines") == ["may-not-include"]
    # A unit of the Chapter, or a detachment of it alone.
    assert found("", "seer-space-marines") == []
    assert found("", "seer-space-marines", "gull-space-marines") == ["may-not-include"]
    assert found("Gull Wing", "seer-space-marines") == ["may-not-include"]
    assert found("Heron Wing", "gull-space-marines") == ["chapter-detachment"]
    assert found("Heron Wing", "heron-space-marines") == []
