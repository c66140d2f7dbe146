# ruff: noqa: E501, ISC004 - sentences as rules print them
"""Sentences about army lists: what they say of an invented army, and what is kept as not understood."""

import time

import pytest

from warbench.games.w40k10.battle.army_rules.rules import (
    Allowance,
    Choice,
    Counted,
    Forbid,
    Gain,
    Group,
    Include,
    Limit,
    Lord,
    NoArmyOf,
    NoDetachment,
    OneChapter,
    OtherDetachment,
    Require,
    Statement,
    Without,
)
from warbench.intake.army_rules.reading import read_rule

POINTS = ["Incursion: Up to 250 pts", "\N{BULLET} Strike Force: Up to 500 pts", "Onslaught | Up to 750 pts |"]
SIZES = (250, 500, 750)
STEP = "Faction keyword you selected in the Select Army Faction step"


def said(*lines: str, detachment: str = "High Water", sheet: str = "") -> tuple[Statement, ...]:
    """What a text says of army lists, where all of it is understood."""
    rule = read_rule("Low Tide", list(lines), detachment=detachment, sheet=sheet)
    assert rule is not None
    assert rule.unread == ()
    return rule.says


def unread(*lines: str, detachment: str = "", sheet: str = "") -> tuple[str, ...]:
    rule = read_rule("Low Tide", list(lines), detachment=detachment, sheet=sheet)
    return rule.unread if rule is not None else ()


def test_allies_by_what_every_model_has_with_points_balance_and_no_lords() -> None:
    says = said(
        "If every model from your army has the SHORE or MARSH keyword, you can include TIDE units in your army, even if they do not "
        f"have the {STEP}. The combined points cost of such units you can include depends on your battle size, as shown below.",
        *POINTS,
        "None of these models can be your WARLORD, and they cannot be given Enhancements.",
        "In addition, for each of the following keywords, the number of non-BATTLELINE units with that keyword you include in this "
        "way cannot be greater than the number of BATTLELINE units with that keyword you include in this way:",
        "\N{BULLET} SALT",
        "\N{BULLET} BRINE",
        detachment="",
    )
    who = Group(("tide",))
    assert says == (
        Include(who=who, every=("shore", "marsh"), points=SIZES, balance=("salt", "brine"), may_lead=False, enhanced=False),
    )


def test_allies_by_number_and_keyword_from_a_table() -> None:
    says = said(
        "If your Army Faction is TIDE, then in the Select Detachment Rules step, you can select one of the available Detachments from "
        "this book as normal.",
        "If your Army Faction is not TIDE, but every model in your army has the DEEP keyword, you can include TIDE units in your army "
        f"even if they do not have the {STEP}. In this case, the maximum number of TIDE units you can include in your army depends on "
        "the battle size, as shown below.",
        "| | |",
        "BATTLE SIZE | REEVE UNITS | GLEANER UNITS |",
        "Incursion | 1 | 2 |",
        "Strike Force | 2 | 4 |",
        "Onslaught | 3 | 6 |",
        "Note that you can include TIDE DEDICATED TRANSPORT units in such an army as normal, but each unit must start the battle with "
        "one or more units embarked within it, or it cannot be deployed for that battle and will count as having been destroyed "
        "during the first battle round.",
        detachment="",
    )
    counts = (Counted("reeve", (1, 2, 3)), Counted("gleaner", (2, 4, 6)))
    assert says == (Include(who=Group(("tide",)), not_faction="tide", every=("deep",), counts=counts),)


ALLIES = [
    (
        f"If every model in your army has the DEEP keyword, you can include either one HUGE CRAB model or up to three FROG models in "
        f"your army, even if they do not have the {STEP}.",
        Include(
            who=Group(("huge crab", "frog")), every=("deep",), either=(Choice("huge crab", 1), Choice("frog", 3))
        ),
    ),
    (
        f"If every model in your army has the DEEP keyword, you can include 1 CRAB model in your army, even if it does not have the "
        f"{STEP}.",
        Include(who=Group(("crab",)), every=("deep",), either=(Choice("crab", 1),)),
    ),
    (
        f"You can include SHORE units in your army even if they do not have the {STEP}.",
        Include(who=Group(("shore",))),
    ),
    (
        "When mustering your army, you can include SHORE units in your army, even though they do not have the TIDE Faction keyword.",
        Include(who=Group(("shore",)), faction="tide"),
    ),
    (
        "If your Army Faction is TIDE, you can include SHORE and MARSH units in your army, even though they do not have the TIDE "
        "Faction keyword.",
        Include(who=Group(("shore", "marsh")), faction="tide"),
    ),
]  # fmt: skip


@pytest.mark.parametrize(("text", "says"), ALLIES)
def test_who_may_be_there_and_in_which_armies(text: str, says: Include) -> None:
    assert said(text, detachment="") == (says,)


def test_an_army_rule_has_to_say_for_which_armies_it_is_and_a_detachment_does_not() -> None:
    text = "You can include SHORE WALKER units (excluding CRAB and BIG FROGS units) in your army (see Codex: Shore)."
    assert said(text) == (Include(who=Group(("shore walker",), ("crab", "big frogs"))),)
    assert unread(text) == (text,)


def test_listed_allies_and_a_faction_keyword_that_is_replaced() -> None:
    says = said(
        "If your Army Faction is TIDE, you can include any of the following units in your army, and when you do so their Faction "
        "keywords are replaced with TIDE:",
        "\N{BULLET} OLD FROGS (see Marsh)",
        "\N{BULLET} CRABS (see Shore)",
        "The combined points value of such units you can include in your army depends on the battle size, as follows:",
        *POINTS,
        detachment="",
    )
    assert says == (Include(who=Group(("old frogs", "crabs")), faction="tide", points=SIZES, becomes="tide"),)
    listed = said("You can include the following SHORE units in your army: CRAB; BIG CRAB. No SHORE models can be your WARLORD.")
    assert listed == (Include(who=Group(("shore crab", "shore big crab")), may_lead=False),)


def test_units_that_a_rule_leaves_out() -> None:
    says = said(
        "You can include SHORE units in your army, even though they do not have the TIDE Faction keyword.",
        "A TIDE model must be your WARLORD, and SHORE models from your army lose the Loud Voice ability if they have it. You cannot "
        "include units with any of the following keywords in your army using this rule: AIRCRAFT; EPIC HERO.",
    )
    assert says == (Include(who=Group(("shore",), ("aircraft", "epic hero")), faction="tide"), Lord(who=Group(("tide",))))


def test_a_ban_and_allies_in_one_sentence() -> None:
    says = said(
        "When mustering your army, you cannot include any CRAB or EPIC HERO units (excluding OLD MOSS), but you can include the "
        "following MARSH units:",
        "\N{BULLET} FROGS",
        "\N{BULLET} DAMP units",
    )
    assert says == (
        Forbid(who=Group(("crab", "epic hero"), ("old moss",))),
        Include(who=Group(("marsh frogs", "marsh damp"))),
    )


GAINS = [
    ("GLEANERS units from your army gain the BATTLELINE keyword.", Gain(who=Group(("gleaners",)), keywords=("battleline",))),
    (
        "If you select this Detachment, GLEANERS and BIG CRAB models from your army have the Battleline keyword.",
        Gain(who=Group(("gleaners", "big crab")), keywords=("battleline",)),
    ),
    (
        "GLEANERS units from your army gain the SALT and BATTLELINE keywords, and while such a unit is not Battle-shocked, GLEANERS "
        "models in that unit have an Objective Control characteristic of 3.",
        Gain(who=Group(("gleaners",)), keywords=("salt", "battleline")),
    ),
    (
        "TIDE units (excluding EPIC HEROES) from your army gain the SALT keyword.",
        Gain(who=Group(("tide",), ("epic hero",)), keywords=("salt",)),
    ),
    (
        "In the Muster Armies step, you can select up to 2 TIDE WALKER models from your army. The selected units gain the CHARACTER "
        "keyword.",
        Gain(who=Group(("tide walker",)), keywords=("character",), select=2),
    ),
]


@pytest.mark.parametrize(("text", "says"), GAINS)
def test_keywords_that_units_gain(text: str, says: Gain) -> None:
    assert said(text) == (says,)
    # An army rule would give them to every army.
    assert unread(text) != ()


def test_rules_below_a_heading_and_a_note_of_the_designer() -> None:
    says = said(
        "While using the High Water Detachment, the following rules apply:",
        "\N{BULLET} Your army must include three or more FROG units.",
        "\N{BULLET} FROG units from your army have the BATTLELINE keyword.",
        "\N{BULLET} When mustering your army, select three FROG units from your army. Until the end of the battle, those units have "
        "the CHARACTER keyword.*",
        "*Designer's Note: This means that the selected units can be given Enhancements and one of them can be selected as your "
        "WARLORD.",
    )
    frogs = Group(("frog",))
    chosen = Gain(who=frogs, keywords=("character",), select=3)
    assert says == (Gain(who=frogs, keywords=("battleline",)), chosen, Require(frogs, 3))


OTHERS: list[tuple[str, tuple[Statement, ...]]] = [
    ("You must include OLD MOSS and/or THE EEL in your army, and one of those models must be your WARLORD.",
     (Require(Group(("old moss", "the eel")), 1), Lord(who=Group(("old moss", "the eel"))))),
    ("Your army can include GREY GULLS units, but it cannot include any ADEPTUS ASTARTES units drawn from any other Chapter.",
     (OneChapter("grey gulls"),)),
    ("You can include up to three of each of the following models in your army: OLD EEL, CRAB.",
     (Limit(each=("old eel", "crab"), most=3),)),
    ("If you select this Detachment, you cannot use the Spring Pact army rule.", (Without("spring pact"),)),
    ("When mustering your army, unless specifically stated otherwise, you cannot select SHORE as your Army Faction.",
     (NoArmyOf(("shore",)),)),
    ("When mustering your army, if your Army Faction is TIDE, ignore the Select Detachment Rules step. In the Select Warlord step, "
     "select one TIDE model from your army to be your WARLORD, even though that model does not have the CHARACTER keyword.",
     (NoDetachment("tide"), Lord(who=Group(("tide",)), faction="tide", anyone=True))),
    ("If your army includes OLD MOSS, it cannot include any FROG units. If your army includes any FROG units, it cannot include OLD "
     "MOSS.", (Forbid(who=Group(("frog",)), beside=Group(("old moss",))),)),
    ("If your army includes one or more GREY GULLS units, it cannot include any ADEPTUS ASTARTES SEER models, and cannot include any "
     "of the following models that do not have the Grey Gulls keyword: CRAB; BIG CRAB.",
     (Forbid(who=Group(("adeptus astartes seer",)), beside=Group(("adeptus astartes grey gulls",))),
      Forbid(who=Group(("crab", "big crab"), ("grey gulls",), by_name=True), beside=Group(("adeptus astartes grey gulls",))))),
    ("If your army uses any of the Detachments from this book, it can include GREY GULLS units, but it cannot include any ADEPTUS "
     "ASTARTES units drawn from any other Chapter.", (OneChapter("grey gulls", if_of=True),)),
    ("You cannot include more than one OLD EEL model in your army.", (Limit(each=("old eel",), most=1),)),
]  # fmt: skip


@pytest.mark.parametrize(("text", "says"), OTHERS)
def test_what_an_army_must_and_may_not_have(text: str, says: tuple[Statement, ...]) -> None:
    assert said(text) == says


def test_what_holds_in_the_armies_of_one_chapter() -> None:
    says = said(
        "\N{BULLET} If your army includes one or more units from the Grey Gulls Chapter or you are using one of the Detachments found "
        "below:",
        "\N{BULLET} You cannot use the High Roost Detachment (see Codex: Birds).",
        "\N{BULLET} Your army cannot include any ADEPTUS ASTARTES SEER models.",
        "\N{BULLET} Your army cannot include the following datasheets from Codex: Birds: Crab; Big Crab.",
        detachment="",
    )
    assert says == (
        OtherDetachment("high roost", "grey gulls"),
        Forbid(who=Group(("adeptus astartes seer",)), chapter="grey gulls"),
        Forbid(who=Group(("crab", "big crab"), ("grey gulls",), by_name=True), chapter="grey gulls"),
    )


SHEETS: list[tuple[str, Statement]] = [
    ("Unless otherwise stated, you cannot include more than one of this model in your army.",
     Limit(each=("old eel",), most=1, unless_stated=True)),
    ("Your army cannot contain both OLD EEL and Big Crab.", Forbid(who=Group(("big crab",)), beside=Group(("old eel",)))),
    ("If your Army Faction is not SHORE, then for each PILOT REEVE unit you include in your army, you can include one GLEANERS unit "
     "in your army that does not count towards the number of NET units your army can include (see Assigned Agents)",
     Allowance("net", Group(("pilot reeve",)), Group(("gleaners",)))),
    ("You can only include this FORTIFICATION in your army in games of Onslaught size or greater.",
     Forbid(who=Group(("old eel",)), smallest="onslaught")),
]  # fmt: skip


@pytest.mark.parametrize(("text", "says"), SHEETS)
def test_what_a_datasheet_says_of_the_army(text: str, says: Statement) -> None:
    assert said(text, detachment="", sheet="Old Eel") == (says,)


NOT_UNDERSTOOD = [
    "You can include SHORE units in your army on Tuesdays.",
    "GLEANERS units from your army gain the BATTLELINE keyword and swim.",
    "Your army must include three or more FROG units or one CRAB unit.",
    "No SHORE models from your army can be your WARLORD.",
    "When mustering your army, select one keyword for each unit.",
    "The combined points cost of such units depends on the battle size:",
]


@pytest.mark.parametrize("text", NOT_UNDERSTOOD)
def test_a_sentence_about_lists_that_is_not_understood_whole_is_kept(text: str) -> None:
    assert unread(text, detachment="High Water") == (text,)


@pytest.mark.parametrize(
    "text",
    [
        "Each time a TIDE model from your army makes an attack, add 1 to the Hit roll.",
        "If your army includes OLD MOSS, each FROG unit from your army can swim.",
        "Until the end of the phase, those units gain the SALT BRINE keyword.",
        "If OLD MOSS is your WARLORD, re-roll one die.",
    ],
)
def test_sentences_of_the_battle_say_nothing_of_lists(text: str) -> None:
    assert read_rule("Low Tide", [text], detachment="High Water") is None


def test_rows_that_are_no_numbers_by_battle_size_are_not_taken() -> None:
    head = "The combined points cost of such units depends on your battle size:"
    let = "You can include SHORE units in your army."
    assert unread(let, head, "Incursion: Up to 250 pts", "Onslaught: Up to 750 pts", detachment="High Water") == (head,)
    assert unread(let, head, "Incursion: 2 crabs", *POINTS[1:], detachment="High Water") == (head,)


@pytest.mark.parametrize(
    "text",
    [
        "you cannot select ",
        "units from your army have the ",
        "number of ",
        "cannot use the ",
        "AA, ",
        "A'",
        "If your army includes AA, it cannot include any BB ",
        "\N{BULLET} Incursion: ",
        "you can include ",
    ],
)
def test_no_text_takes_long(text: str) -> None:
    before = time.process_time()
    for whole in (text * (150_000 // len(text)), f"You can include {text * 1000} units in your army."):
        read_rule("Flood", [whole], detachment="High Water")
        read_rule("Flood", whole.split(" "), sheet="Old Eel")
    assert time.process_time() - before < 3
