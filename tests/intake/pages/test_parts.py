# ruff: noqa: RUF001 - pages print typographic apostrophes and dashes
"""The parts of a datasheet one by one, in the ways in which pages print them."""

import pytest

from warbench.intake.findings import Findings
from warbench.intake.pages.abilities import read_damaged
from warbench.intake.pages.profile import read_head
from warbench.intake.pages.sections import Section
from warbench.intake.pages.unit import read_keywords, read_transport, read_unit
from warbench.intake.pages.weapons import read_weapons
from warbench.intake.text.glue import is_heading, unglue
from warbench.intake.text.lines import Line, text_lines
from warbench.rules.effects import ChangeRoll
from warbench.sheets.capacity import Takes, Transport
from warbench.sheets.datasheet import Composition, Points, Weapon


def section(heading: str, *body: str) -> Section:
    first, *rest = text_lines([heading, *body])
    return Section("", first, tuple(rest))


def codes(findings: Findings) -> list[str]:
    return [finding.code for finding in findings.all()]


@pytest.mark.parametrize(
    "body",
    [
        ("M T Sv W Ld OC", '10" 6 2+ 9 7+ 3'),
        ("M", "T", "SV", "W", "LD", "OC", '10"', "6", "2+", "9", "7+", "3"),
        ("M", '10"', "T", "6", "SV", "2+", "W", "9", "LD", "7+", "OC", "3"),
        ("| | M | T | Sv | W | Ld | OC |", '| Raft | 10" | 6 | 2+ | 9 | 7+ | 3 |'),
        ("| Raft | M | T | Sv | W | Ld | OC |", '| | 10" | 6 | 2+ | 9 | 7+ | 3 |'),
    ],
)
def test_profiles_in_all_their_shapes(body: tuple[str, ...]) -> None:
    findings = Findings()
    head = read_head(
        tuple(text_lines(["Raft People – Raft", *body, "4+ invulnerable save", "Base size: 60 x 35mm oval"])), findings
    )
    assert (head.faction, head.name) == ("Raft People", "Raft")
    (model,) = head.models
    assert model.name == "Raft"
    assert model.base == "60 x 35mm oval"
    assert model.characteristics == {
        "movement": 10,
        "toughness": 6,
        "save": 2,
        "wounds": 9,
        "leadership": 7,
        "objective_control": 3,
        "invulnerable": 4,
    }
    assert codes(findings) == []


def test_the_title_is_told_from_what_a_site_prints_above_it() -> None:
    findings = Findings()
    head = read_head(tuple(text_lines(["Home", "Log in here.", "Raft People – Raft of the lower river"])), findings)
    assert head.name == "Raft of the lower river"
    assert codes(findings) == ["unread.preface", "unread.preface"]


HEADER = "RANGED WEAPONS | RANGE | A | BS | S | AP | D |"


def weapons(*rows: str) -> tuple[tuple[Weapon, ...], list[str]]:
    findings = Findings()
    heading, *body = text_lines([HEADER, *rows])
    found, _ = read_weapons(heading, tuple(body), "ranged", findings)
    return found, codes(findings)


@pytest.mark.parametrize("dash", [" – ", " - ", " — "])
@pytest.mark.rule("W-058")
def test_rows_of_one_name_are_profiles_of_one_weapon(dash: str) -> None:
    found, said = weapons(
        f'| Squirt{dash}short | 12" | 1 | 3+ | 4 | 0 | 1 |',
        f'| Squirt{dash}long | 24" | 1 | 3+ | 3 | 0 | 1 |',
        f'| Drip{dash}drop | 12" | 1 | 3+ | 4 | 0 | 1 |',
    )
    assert [(weapon.name, [profile.name for profile in weapon.profiles]) for weapon in found] == [
        ("Squirt", ["short", "long"]),
        (f"Drip{dash}drop", [""]),
    ]
    assert said == []


@pytest.mark.parametrize(
    "row",
    [
        '| Squirt | 12" | 1 | 3+ | 4 | 0 |',
        '| Squirt | 12" | 1 | 3+ | 4 | 0 | lots |',
        '| Squirt | 12" | D8 | 3+ | 4 | 0 | 1 |',
        "| Squirt | far | 1 | 3+ | 4 | 0 | 1 |",
        '| Squirt | 12" | 1 | 3+ | 4 | 0 | 1 | 9 |',
    ],
)
def test_a_row_that_cannot_be_read_is_named_and_not_loaded(row: str) -> None:
    assert weapons(row) == ((), ["unread.weapon-row"])


def test_rows_that_contradict_each_other() -> None:
    found, said = weapons('| Squirt | 12" | 1 | 3+ | 4 | 0 | 1 |', '| Squirt | 12" | 2 | 3+ | 4 | 0 | 1 |')
    assert found[0].profiles[0].characteristics["attacks"] == 1
    assert said == ["unread.weapon-row"]


def test_equipment_of_one_model_says_nothing_of_the_others() -> None:
    findings = Findings()
    unit = read_unit(
        section(
            "UNIT COMPOSITION",
            "- 1 Bosun",
            "- 4–9 Deckhands",
            "The Bosun is equipped with: whistle; 2 oars.",
            "1 Deckhand is equipped with: drum.",
            "5 models: 70 pts",
        ),
        (),
        ("Oar", "Whistle", "Drum"),
        findings,
    )
    assert unit.composition == (Composition("Bosun", 1, 1, ("whistle", "oar", "oar")), Composition("Deckhand", 4, 9))
    assert unit.points == (Points(5, 70),)
    assert sorted(codes(findings)) == ["missing.equipment", "unread.equipment"]


def test_ways_to_make_up_a_unit_are_not_members() -> None:
    findings = Findings()
    part = section("UNIT COMPOSITION", "- 1 Bosun and 9 Deckhands", "| 10 models (rainy days) | 5 |")
    unit = read_unit(part, (), (), findings)
    assert unit.composition == ()
    assert codes(findings).count("unread.composition") == 2


@pytest.mark.rule("W-172", "W-173", "W-174")
def test_transport() -> None:
    findings = Findings()
    text = (
        "This model has a transport capacity of 9 RAFT PEOPLE INFANTRY models (excluding DIVER models). "
        "Each BARREL model takes up the space of 2 models "
        "and each WHALE model takes up the space of 3 models. It cannot transport SHARK or EEL models."
    )
    transport = read_transport(section("TRANSPORT", text), findings)
    takes = (Takes("barrel", 2), Takes("whale", 3))
    assert transport == Transport(9, ("raft people", "infantry"), ("diver", "shark", "eel"), takes)
    assert codes(findings) == []


def test_a_transport_that_says_more_is_named() -> None:
    findings = Findings()
    text = "This model has a transport capacity of 9 INFANTRY or SWIMMER models. It cannot transport models with wet feet."
    assert read_transport(section("TRANSPORT", text), findings) == Transport(
        9, ("infantry or swimmer",), unread=("'It cannot transport models with wet feet'",)
    )
    assert codes(findings) == ["unread.transport"]


def test_a_transport_that_does_not_say_who_rides_carries_nobody() -> None:
    findings = Findings()
    assert read_transport(section("TRANSPORT", "This model has a transport capacity of 9 models."), findings) is None
    assert codes(findings) == ["unread.transport"]
    only = "This model has a transport capacity of 6 models. It can only transport OTTER TEAM, OTTER HUNTER and OLD OTTER models."
    assert read_transport(section("TRANSPORT", only), findings) == Transport(6, ("otter team or otter hunter or old otter",))


@pytest.mark.rule("W-166")
def test_damaged() -> None:
    findings = Findings()
    body = "While this model has 1-4 wounds remaining, each time this model makes an attack, subtract 1 from the Hit roll."
    damaged, text = read_damaged(section("DAMAGED: 1-4 WOUNDS REMAINING", body), findings)
    assert damaged is not None
    assert (damaged.wounds, damaged.effects, text) == (4, (ChangeRoll(roll="hit", by=-1),), body)
    assert codes(findings) == []
    more = body.replace("each time", "subtract 3 from its pride and each time")
    damaged, _ = read_damaged(section("DAMAGED: 1-4 WOUNDS REMAINING", more), findings)
    assert damaged is not None
    assert damaged.effects == (ChangeRoll(roll="hit", by=-1),)
    assert codes(findings) == ["unread.damaged"]


@pytest.mark.rule("W-180")
@pytest.mark.parametrize("body", [(), (",", ",")])
def test_blank_keywords(body: tuple[str, ...]) -> None:
    findings = Findings()
    assert read_keywords(section("FACTION KEYWORDS:", *body), "faction keywords", findings) == ()
    assert codes(findings) == ["missing.faction-keywords"]


@pytest.mark.parametrize(
    ("text", "heading"),
    [
        ("Hit Roll", True),
        ("2. Battle-shock", True),
        ("Eye of the Ancestors", True),
        ("HEROIC INTERVENTION", True),
        ("Roll one die.", False),
        ("Roll one die now", False),
        ("the sea", False),
        ("Note: The Sea", False),
    ],
)
def test_headings(text: str, heading: bool) -> None:
    assert is_heading(Line(1, text)) is heading


def test_lost_breaks_are_put_back() -> None:
    findings = Findings()
    lines = unglue(
        text_lines(["It ends (here).Then it goes on.- First of all. Next.Wet Feet", "At 1.5 or e.g. here nothing is glued."]),
        findings,
    )
    assert [(line.number, line.bullet, line.text) for line in lines] == [
        (1, "", "It ends (here)."),
        (1, "", "Then it goes on."),
        (1, "-", "First of all. Next."),
        (1, "", "Wet Feet"),
        (2, "", "At 1.5 or e.g. here nothing is glued."),
    ]
    assert codes(findings) == ["repaired.glued-heading", "repaired.glued-text"]
