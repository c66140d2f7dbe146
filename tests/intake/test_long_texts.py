"""What reads single texts takes no long time over very long ones, whatever they repeat."""

import time
from collections.abc import Callable

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.fuzz import fuzz
from tests.intake.recogniser.kit import LEADER
from warbench.intake.army_rules.reading import read_rule
from warbench.intake.belonging.carrying import read_carrying
from warbench.intake.belonging.gear import read_gear
from warbench.intake.belonging.whole import with_place
from warbench.intake.export.prices import read_points
from warbench.intake.export.unit import read_members
from warbench.intake.recogniser import recognise
from warbench.intake.recogniser.auras import in_usual_words
from warbench.intake.text.diced import with_faces, without_faces
from warbench.sheets.datasheet import Ability

LENGTH = 100_000
MOST_SECONDS = 2.0
"""So that a text that takes the square of its length is found, and a busy machine is not."""

REPEATED = (
    "a", " ", "9", "1 ", "(", "[", "<a>", "((a) ", ". ", ". A", ", ", "1 A and ", "A or B ", "\N{BULLET} a ", "\N{BLACK SQUARE} ",
    "\N{LATIN CAPITAL LETTER I WITH DOT ABOVE}", "\N{FULLWIDTH DIGIT ONE}", "\N{GRINNING FACE}", "@k[a] ", "e.g. ", "this model ",
    "your army must include one or more ", "Your army cannot include any A ", "You can include A ", "cannot use the ",
    "from your army gain the ", "replace all instances of the ", "must be your warlord ", "cannot be ", "must ",
    "this model cannot lead a unless it is equipped with ", "you must attach this model to ", "even if one a has been attached ",
    "it has a transport capacity of 1 A model ", "1 A models and ", "each a takes up the space of 2 models. ",
    "it can also transport 1 a; while doing so, ", "while an enemy unit is within ", "that enemy unit ", "armour penetration ",
    "each time this model makes a normal move, ", "select one ability ",
)  # fmt: skip

STRIDER = Ability(id="x", name="X", kind="datasheet")


def lines(text: str) -> list[str]:
    return [text[place : place + 80] for place in range(0, len(text), 80)]


def priced(description: str, cost: str) -> dict[str, str]:
    return {"description": description, "cost": cost}


READERS: dict[str, Callable[[str], object]] = {
    "a rule about army lists": lambda text: read_rule("X", [text], detachment="D"),
    "a rule in lines": lambda text: read_rule("X", lines(text), sheet="Tide Caller"),
    "a rule with a list": lambda text: read_rule("X", ["You can include the following units:", *lines(text)], detachment="D"),
    "a transport": read_carrying,
    "wargear of leaders": lambda text: read_gear(LEADER, text, []),
    "a place in the army": lambda text: with_place(LEADER, {"X": text}, text, []),
    "an ability": lambda text: recognise(msgspec.structs.replace(LEADER, abilities=(STRIDER,)), {"X": text}),
    "an aura": in_usual_words,
    "a price": lambda text: read_points([priced(text, "10"), priced(text, "+10")], LEADER.composition, []),
    "a composition": lambda text: read_members([{"description": text}], (), []),
    "faces": lambda text: (with_faces(("dice",), text), without_faces(text, ("dice",))),
}


@pytest.mark.parametrize("reader", READERS)
def test_a_very_long_text_is_soon_read(reader: str) -> None:
    for piece in REPEATED:
        start = time.process_time()
        READERS[reader](piece * (LENGTH // len(piece)))
        assert time.process_time() - start < MOST_SECONDS, piece


@fuzz(60)
@given(st.lists(st.sampled_from((*REPEATED, "B", "units", "models.", ":", ")", "]", "0", "999", "99999999")), max_size=30))
def test_any_phrases_in_any_order_are_read_or_left(pieces: list[str]) -> None:
    for read in READERS.values():
        read("".join(pieces))
        read(" ".join(pieces))
