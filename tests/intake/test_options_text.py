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
from warbench.intake.items_text import Words, singular_model
from warbench.intake.lines import text_lines
from warbench.intake.option_lines import read_options
from warbench.intake.options_text import read_option
from warbench.sheets.options import Choice, Items, Option


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
            Option(swap("oar", "net"), model="Deckhand", limit=1, per=10),
        ),
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
        ("All models in this unit can each have their oar replaced with 1 net.", (), "all models or none"),
        ("This model’s oar can be replaced with 1 net.*", (), "footnote"),
        ("This model’s oar can be replaced with one of the following:", ("1 net*",), "footnote"),
        ("This model’s oar can be replaced with one of the following:", (), "without items"),
        ("This model’s oar can be replaced with 1 net that glows.", (), "cannot tell which items"),
        ("This model’s oar can be replaced with 1 net. It glows.", (), "cannot tell which items"),
        ("This model’s oar can be replaced with 1 net or it can be equipped with 1 hat.", (), "two things"),
        ("This model’s oar or net and hat can be replaced with 1 hook.", (), "cannot tell which items"),
        ("If this unit contains 20 models, 1 Deckhand’s oar can be replaced with 1 net.", (), "size of the unit"),
        ("For every 5 models in this unit, this model’s oar can be replaced with 1 net.", (), "number of models"),
        ("The Cook’s oar can be replaced with 1 net.", (), "whose item"),
        ("This model can be equipped with up to two of the following:", ("1 net", "1 hat"), "duplicates"),
        ("Each of this model’s boats can be replaced with 1 net.", (), "how many"),
        ("This model must take 1 net.", (), "can"),
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
