# ruff: noqa: RUF001 - pages print typographic apostrophes
"""The grammar of wargear options, sentence by sentence, with invented wargear."""

import csv
import html
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.fuzz import fuzz
from warbench.intake.findings import Findings
from warbench.intake.options.grammar import read_option
from warbench.intake.options.lines import read_options
from warbench.intake.text.items import Words, singular_model
from warbench.intake.text.lines import text_lines
from warbench.sheets.datasheet import Composition, Weapon, WeaponProfile
from warbench.sheets.options import Cap, Choice, Items, Option


def swap(takes: str, *gives: str) -> tuple[Choice, ...]:
    """Choices in short: ``2 oar, hat`` is two oars and a hat."""
    return tuple(Choice(items(give), items(takes)) for give in gives)


def items(text: str) -> tuple[Items, ...]:
    found = []
    for part in text.split(", ") if text else ():
        count, _, name = part.partition(" ") if part[0].isdigit() else ("1", "", part)
        found.append(Items(name, int(count)))
    return tuple(found)


@pytest.mark.parametrize(
    ("text", "children", "option"),
    [
        ("This model’s oar can be replaced with 1 net.", (), Option(swap("oar", "net"))),
        (
            "This model’s oar can be replaced with one of the following:",
            ("1 net", "2 hooks", "1 net and 1 hook"),
            Option(swap("oar", "net", "2 hook", "net, hook")),
        ),
        ("This model's oar and net can be replaced with 1 hook.", (), Option(swap("oar, net", "hook"))),
        (
            "This model's oar or net can be replaced with 1 hook.",
            (),
            Option((*swap("oar", "hook"), *swap("net", "hook"))),
        ),
        ("This model’s 2 twin oars can be replaced with 2 twin nets", (), Option(swap("2 twin oar", "2 twin net"))),
        (
            "This model can do one of the following:",
            ("Replace 1 twin oar with 1 twin net", "Replace 2 twin oars with 2 twin nets", "Be equipped with 1 lamp."),
            Option((*swap("twin oar", "twin net"), *swap("2 twin oar", "2 twin net"), *swap("", "lamp"))),
        ),
        ("This model can be equipped with 1 lamp.", (), Option(swap("", "lamp"))),
        ("This model can be equipped with up to 2 lamps.", (), Option(swap("", "lamp", "2 lamp"))),
        ("This model can be equipped with one of the following:", ("lamp", "1 hat"), Option(swap("", "lamp", "hat"))),
        (
            "This model can be equipped with up to two of the following, but cannot take duplicates:",
            ("1 lamp", "1 hat"),
            Option(swap("", "lamp", "hat", "lamp, hat")),
        ),
        (
            "This model can be equipped with up to two of the following, and can take duplicates:",
            ("1 lamp", "1 hat"),
            Option(swap("", "lamp", "hat", "2 lamp", "lamp, hat", "2 hat")),
        ),
        (
            "Any number of models can each have their oar replaced with 1 net.",
            (),
            Option(swap("oar", "net")),
        ),
        ("Any number of models’ oars can each be replaced with 1 net.", (), Option(swap("oar", "net"))),
        (
            "For every 5 models in this unit, 1 model’s oar can be replaced with 1 net or 1 hook.",
            (),
            Option(swap("oar", "net", "hook"), limit=1, per=5),
        ),
        (
            "For every 10 models in this unit, up to 2 Deckhands can each have their oar replaced with 1 net.",
            (),
            Option(swap("oar", "net"), model="Deckhand", limit=2, per=10),
        ),
        (
            "For every 5 models in this unit, 1 model can replace its oar with 1 net.",
            (),
            Option(swap("oar", "net"), limit=1, per=5),
        ),
        (
            "1 Deckhand’s oar can be replaced with 1 net.",
            (),
            Option(swap("oar", "net"), model="Deckhand", limit=1),
        ),
        ("The Bosun’s oar can be replaced with 1 whistle.", (), Option(swap("oar", "whistle"), model="Bosun")),
        (
            "The Bosun can be equipped with 1 whistle.",
            (),
            Option(swap("", "whistle"), model="Bosun"),
        ),
        (
            "1 Deckhand equipped with an oar can be equipped with 1 hat.",
            (),
            Option(swap("", "hat"), model="Deckhand", limit=1, needs=("oar",)),
        ),
        (
            "1 Deckhand that is not equipped with a hat can have its oar replaced with 1 net.",
            (),
            Option(swap("oar", "net"), model="Deckhand", limit=1, excludes=("hat",)),
        ),
        (
            "If this model is equipped with a hat, its oar can be replaced with 1 net.",
            (),
            Option(swap("oar", "net"), needs=("hat",)),
        ),
        (
            "If this unit contains 10 models, 1 Deckhand’s oar can be replaced with 1 net.",
            (),
            Option(swap("oar", "net"), model="Deckhand", limit=1, least=10, most=10),
        ),
        (
            "If this unit contains 9 or fewer models, it can have 1 lamp.",
            (),
            Option(swap("", "lamp"), limit=1, most=9),
        ),
        (
            "For every 4 Deckhands in this unit, up to 2 Deckhands' oars can each be replaced with 1 net.",
            (),
            Option(swap("oar", "net"), model="Deckhand", limit=2, per=4, per_model="Deckhand"),
        ),
        ("All models in this unit can each have their oar replaced with 1 net.", (), Option(swap("oar", "net"), together=True)),
        ("All of the models in this unit can each be equipped with 1 hat.", (), Option(swap("", "hat"), together=True)),
        ("All Deckhands in this unit can each be equipped with 1 hat.", (), Option(swap("", "hat"), "Deckhand", together=True)),
        (
            "This model can be equipped with up to two of the following:",
            ("1 lamp", "1 hat"),
            Option(swap("", "lamp", "hat", "2 lamp", "lamp, hat", "2 hat")),
        ),
        (
            "The Bosun can be equipped with up to two of the following, and can take duplicates:",
            ("1 lamp", "1 hat (it cannot take duplicates of this piece of wargear)"),
            Option(swap("", "lamp", "hat", "2 lamp", "lamp, hat"), "Bosun", caps=(Cap(("hat",)),)),
        ),
        (
            "The Bosun’s oar and hat can be replaced with 1 boat, or two different weapons from the following list:",
            ("1 net", "1 hook", "1 whip"),
            Option(swap("oar, hat", "boat", "net, hook", "net, whip", "hook, whip"), "Bosun"),
        ),
        (
            "This model can be equipped with 1 lamp or can replace 1 oar with 1 net.",
            (),
            Option((*swap("", "lamp"), *swap("oar", "net"))),
        ),
        (
            "Up to 2 Deckhands can each have their oar replaced with 1 net, or have their oar and hat replaced with:",
            ("1 hook", "1 whip"),
            Option((*swap("oar", "net"), *swap("oar, hat", "hook", "whip")), "Deckhand", 2),
        ),
        (
            "If this model is equipped with an oar and a hat, it can be equipped with 1 lamp.",
            (),
            Option((Choice(items("oar, hat, lamp"), items("oar, hat")),)),
        ),
        (
            "For each twin oar this model is equipped with, it can be equipped with 1 lamp.",
            (),
            Option(
                (Choice(items("twin oar, lamp"), items("twin oar")), Choice(items("2 twin oar, 2 lamp"), items("2 twin oar")))
            ),
        ),
        ("1 of the Bosun’s oars can be replaced with 1 net.", (), Option((Choice(items("net"), items("oar")),), "Bosun")),
        (
            "Any number of models can each replace one of their twin oars with 1 net.",
            (),
            Option((Choice(items("net"), items("twin oar")),)),
        ),
        (
            "Each model can have each twin oar it is equipped with replaced with 1 net.",
            (),
            Option((*swap("twin oar", "net"), *swap("2 twin oar", "2 net"))),
        ),
        (
            "This model must be equipped with one of the following:",
            ("1 lamp", "1 hat"),
            Option(swap("", "lamp", "hat"), must=True),
        ),
        ("This model’s oar replaced with 1 net.", (), Option(swap("oar", "net"))),
        ("This model’s oar can replaced with with 1 net.", (), Option(swap("oar", "net"))),
        (
            "Up to 2 Deckhands can each have their oar replaced with one of the following (duplicates are not allowed):",
            ("1 net", "1 hook"),
            Option((Choice(items("net"), items("oar"), 1), Choice(items("hook"), items("oar"), 1)), model="Deckhand", limit=2),
        ),
        (
            "Each of this model’s twin oars can be replaced with one of the following:",
            ("1 net", "1 hook"),
            Option(
                (
                    *swap("twin oar", "net", "hook"),
                    *swap("2 twin oar", "2 net", "net, hook", "2 hook"),
                )
            ),
        ),
        ("2 of this model’s twin oars can be replaced with 1 raft.", (), Option(swap("2 twin oar", "raft"))),
        (
            "This model’s oar can be replaced with 1 hat and one of the following:",
            ("1 net", "1 hook"),
            Option(swap("oar", "hat, net", "hat, hook")),
        ),
        ("This model’s rope and tackle can be replaced with 1 net.", (), Option(swap("rope and tackle", "net"))),
    ],
)
def test_phrasings(text: str, children: tuple[str, ...], option: Option) -> None:
    words = Words.of(("Rope and tackle",), ("Deckhand", "Bosun"), ("oar", "twin oar", "twin oar"), largest=10)
    reading = read_option(text, children, words)
    assert reading.options == (option,), reading.reason


@pytest.mark.parametrize(
    ("text", "children", "reason"),
    [
        ("This model’s oar can be replaced with 1 net.*", (), "footnote"),
        ("This model’s oar can be replaced with one of the following:", ("1 net*",), "footnote"),
        ("This model’s oar can be replaced with one of the following:", (), "without items"),
        ("This model’s oar can be replaced with 1 net that glows.", (), "cannot tell which items"),
        ("This model’s oar can be replaced with 1 net. It glows.", (), "cannot tell which items"),
        ("This model’s oar can be replaced with 1 net or it can be equipped with 1 hat.", (), "two things"),
        ("This model’s oar or net and hat can be replaced with 1 hook.", (), "cannot tell which items"),
        ("If this unit contains 20 models, 1 Deckhand’s oar can be replaced with 1 net.", (), "no unit is of that size"),
        ("For every 5 models in this unit, this model’s oar can be replaced with 1 net.", (), "number of models"),
        ("The Cook’s oar can be replaced with 1 net.", (), "whose item"),
        ("Each of this model’s boats can be replaced with 1 net.", (), "how many"),
        ("This model must take 1 net.", (), "can"),
        ("For every 5 Cooks in this unit, 1 model can be equipped with 1 hat.", (), "no kind of model"),
        ("For each boat this model is equipped with, it can be equipped with 1 lamp.", (), "how many"),
        ("x" * 5000, (), "too long"),
    ],
)
def test_what_is_not_understood_says_why(text: str, children: tuple[str, ...], reason: str) -> None:
    words = Words.of((), ("Deckhand", "Bosun"), ("oar",), largest=10)
    reading = read_option(text, children, words)
    assert reading.options == ()
    assert reason in reading.reason


def test_a_kept_item_bars_later_options_that_take_it() -> None:
    body = text_lines(
        [
            "- 1 Deckhand equipped with an oar can be equipped with 1 flag (that model’s oar cannot be replaced).",
            "- Any number of models can each have their oar replaced with 1 net.",
        ]
    )
    findings = Findings()
    flag, net = read_options(tuple(body), Words(), findings)
    assert flag.needs == ("oar",)
    assert net.excludes == ("flag",)
    assert findings.all() == ()


WEAPONS = tuple(
    Weapon(name, "ranged", (WeaponProfile({}, 12, ("Pistol",) if name == "net gun" else ()),))
    for name in ("net gun", "bow", "hook")
)
CREW = Words.of_unit((Composition("Deckhand", 10, 20, ("oar",)),), (), WEAPONS)


def noted(*lines: str) -> tuple[Option, ...]:
    """The options of lines, all of which must be understood."""
    findings = Findings()
    options = read_options(tuple(text_lines([f"- {line}" for line in lines])), CREW, findings)
    assert [finding.text for finding in findings.all() if finding.code.startswith("unread")] == []
    return options


def test_a_note_bounds_how_often_the_same_is_taken_in_a_unit() -> None:
    sentence = "Any number of models can each have their oar replaced with 1 net or 1 hook.*"
    (once,) = noted(sentence, "* You cannot select the same weapon from this list more than once per unit.")
    assert [(choice.limit, choice.per) for choice in once.choices] == [(1, 0), (1, 0)]
    grows = "* You cannot select the same weapon more than once per unit unless it contains 20 models, in which case you cannot"
    (twice,) = noted(sentence, grows + " select the same weapon more than twice per unit.")
    assert [(choice.limit, choice.per) for choice in twice.choices] == [(1, 10), (1, 10)]
    (some,) = noted(sentence.replace("*", "").replace("hook.", "hook*."), "* To a maximum of 1 per 10 models in this unit.")
    assert [(choice.limit, choice.per) for choice in some.choices] == [(1, 10), (1, 10)]


def test_a_note_that_does_not_grow_evenly_with_the_unit_is_not_understood() -> None:
    note = "* You cannot select the same weapon more than once per unit unless it contains 12 models, in which case you cannot"
    lines = ["- 1 Deckhand can be equipped with 1 hat.*", f"- {note} select the same weapon more than twice per unit."]
    findings = Findings()
    options = read_options(tuple(text_lines(lines)), CREW, findings)
    assert [option.choices for option in options] == [(), ()]


def test_a_note_makes_lines_exclude_each_other() -> None:
    first, second, third = noted(
        "1 Deckhand can be equipped with 1 lamp.**",
        "1 Deckhand can be equipped with 1 flag.**",
        "1 Deckhand can be equipped with 1 hat.",
        "** A model can only take one of these options, and cannot be equipped with a hat.",
    )
    assert (first.excludes, second.excludes, third.excludes) == (("hat",), ("hat", "lamp"), ("lamp", "flag"))


def test_another_model_is_not_the_one_of_the_line_before() -> None:
    first, second = noted("1 Deckhand can be equipped with 1 lamp.", "1 other Deckhand can be equipped with 1 flag.")
    assert (first.excludes, second.excludes) == ((), ("lamp",))


def test_a_note_that_an_item_stays_bars_only_the_choices_that_take_it() -> None:
    _, second = noted(
        "1 Deckhand equipped with an oar can be equipped with 1 flag.*",
        "Any number of models can each have their oar replaced with 1 net, or can be equipped with 1 hat.",
        "* That model’s oar cannot be replaced.",
    )
    assert [choice.excludes for choice in second.choices] == [("flag",), ()]


def test_notes_bound_what_one_model_has() -> None:
    (single,) = noted("Any number of models can each be equipped with 1 hat.*", "* Maximum one per model.")
    assert single.caps == (Cap(("hat",)),)
    (both,) = noted(
        "Any number of models can each be equipped with 1 net gun or 1 bow.*",
        "* No model can be equipped with both a net gun and bow.",
    )
    assert both.caps == (Cap(("net gun", "bow")),)
    pistol = (
        "* This model can only be equipped with two ranged weapons if one of them is a Pistol (and it can only have one Pistol)."
    )
    body = [
        "- Any number of models can each have their oar replaced with two different weapons from the following list:*",
        *("  - 1 net gun", "  - 1 bow", "  - 1 hook"),
        f"- {pistol}",
    ]
    findings = Findings()
    (option,) = read_options(tuple(text_lines(body)), CREW, findings)
    assert option.caps == (Cap(("net gun",)), Cap(("bow", "hook")))
    assert [[part.item for part in choice.gives] for choice in option.choices] == [["net gun", "bow"], ["net gun", "hook"]]


@pytest.mark.parametrize("note", ["* Only on Sundays.", ""])
def test_a_mark_without_a_note_that_is_understood_leaves_the_line_as_text(note: str) -> None:
    findings = Findings()
    lines = ["- 1 Deckhand can be equipped with 1 hat.*", *([f"- {note}"] if note else [])]
    options = read_options(tuple(text_lines(lines)), CREW, findings)
    assert not any(option.choices for option in options)
    assert len(findings.all()) == len(lines)


def test_any_ranged_weapon_is_each_that_a_model_can_have() -> None:
    _, option = noted(
        "Any number of models can each be equipped with 1 bow.", "1 model’s ranged weapon can be replaced with 1 hook."
    )
    assert [choice.takes for choice in option.choices] == [items("bow")]


def test_lists_are_told_from_sentences() -> None:
    body = text_lines(
        [
            "• For every 5 models in this unit:",
            "    • 1 model’s oar can be replaced with 1 net.",
            "    • 1 model can be equipped with 1 lamp.",
            "• This model can be equipped with one of the following:",
            "1 hat",
            "1 cap",
            "• The Bosun’s oar can be replaced",
            "with 1 whistle.",
            "* You may not whistle indoors.",
        ]
    )
    findings = Findings()
    options = read_options(tuple(body), Words(), findings)
    assert [(len(option.choices), option.limit, option.per) for option in options] == [
        (1, 1, 5),
        (1, 1, 5),
        (2, 0, 0),
        (1, 0, 0),
        (0, 0, 0),
    ]
    assert [finding.line for finding in findings.all()] == [9]


@fuzz(100)
@given(st.text(max_size=300), st.lists(st.text(max_size=60), max_size=5))
def test_any_text_has_an_answer(text: str, children: list[str]) -> None:
    reading = read_option(text, tuple(children))
    assert bool(reading.options) != bool(reading.reason)


WORDS = [
    "this",
    "model",
    "'s",
    "s'",
    "can",
    "be",
    "replaced",
    "with",
    "equipped",
    "one",
    "of",
    "the",
    "following",
    ":",
    "1",
    "2",
    "oar",
    "net",
    "and",
    "or",
    ",",
    "each",
    "any",
    "number",
    "models",
    "for",
    "every",
    "5",
    "in",
    "unit",
    "up",
    "to",
    "that",
    "(",
    ")",
    "cannot",
    "duplicates",
]


@fuzz(100)
@given(
    st.lists(st.sampled_from(WORDS), max_size=25),
    st.lists(st.sampled_from(["1 net", "2 hooks", "x and y", "a or b"]), max_size=4),
)
def test_jumbled_sentences_have_an_answer(words: list[str], children: list[str]) -> None:
    reading = read_option(" ".join(words), tuple(children))
    assert bool(reading.options) != bool(reading.reason)
    assert all(choice.gives for option in reading.options for choice in option.choices)


def test_share_of_a_real_export_that_is_understood(shared: Path) -> None:
    file = shared / "data" / "wahapedia-2025-07" / "Datasheets_options.csv"
    understood = total = 0
    with file.open(encoding="utf-8-sig", newline="") as stream:
        for row in csv.DictReader(stream, delimiter="|", quoting=csv.QUOTE_NONE):
            children = tuple(_bare(item) for item in re.findall(r"<li>(.*?)</li>", row["description"]))
            text = _bare(row["description"].partition("<ul")[0])
            if text in {"None", ""} or text.startswith("*") or row["button"] == "*":
                continue
            total += 1
            understood += bool(read_option(text, children).options)
    assert total > 2000
    assert understood / total > 0.9


def _bare(text: str) -> str:
    return html.unescape(re.sub(r"<[^>]*>", "", text)).strip()


def test_singular_of_models() -> None:
    assert singular_model("Hearthkyn Warriors") == "Hearthkyn Warrior"
    assert singular_model("Veteran Guardsmen") == "Veteran Guardsman"
    assert singular_model("Riders with Long Spears") == "Rider with Long Spears"
    assert singular_model("Acolytes Iconward") == "Acolytes Iconward"
