# ruff: noqa: E501, RUF001 - a text is one line, and has a dash as it is printed
"""What a transport can carry: each kind of sentence that datasheets have, in made-up words."""

import pytest

from warbench.intake.belonging.carrying import read_carrying
from warbench.sheets.capacity import Equipped, Riders, Room, Takes, Transport

CREW = "This model has a transport capacity of 9 RAFT PEOPLE INFANTRY models."
RAFT = Transport(9, ("raft people", "infantry"))
SPLIT = (
    "{before}t the start of the Declare Battle Formations step, you can select one {whom} from your army{once}. If you do, that unit is split into two units, each containing as equal a number of models as possible (when splitting a unit in this way, make a note of which models form each of the two new units{more}). One of these units must start the battle embarked within this "
    "{what}; the other can start the battle embarked within another TRANSPORT, or it can be deployed as a separate unit."
)


def read(text: str) -> Transport:
    found = read_carrying(text)
    assert found.unread == []
    return found.transport


@pytest.mark.rule("W-172", "W-176")
@pytest.mark.parametrize(
    ("text", "carries"),
    [
        ("This model has a transport capacity of 1 RAFT PEOPLE INFANTRY unit.",
         Transport(1, ("raft people", "infantry"), units=True)),
        ("This model has a transport capacity of 9 OTTERS and 1 RAFT PEOPLE CHARACTER model.", None),
        ("This model has a transport capacity of 9 OTTER models and 1 RAFT PEOPLE CHARACTER model.",
         Transport(9, ("otter",), rooms=(Room(1, Riders(("raft people", "character"))),))),
        ("This model has a transport capacity of 9 OTTER models, or 1 RAFT MONSTER model with a Wounds characteristic of 8 or less.",
         Transport(9, ("otter",), rooms=(Room(1, Riders(("raft", "monster"), most_wounds=8), "instead"),))),
        ("This model has a transport capacity of all of the following: 50 OTTER or RAFT models 4 EEL models 2 WHALE models with a Wounds characteristic of 6 or less",
         Transport(50, ("otter or raft",), rooms=(Room(4, Riders(("eel",))), Room(2, Riders(("whale",), most_wounds=6))))),
        ("This model has a transport capacity of 9 models from the following units: THE EEL, OLD OTTERS.",
         Transport(9, ("the eel or old otters",))),
        ("This model has a transport capacity of 9 RAFT PEOPLE Infantrymodels (excluding EEL and SHARK models).",
         Transport(9, ("raft people", "infantry"), ("eel", "shark"))),
        ("This model has a transport capacity of 9 RAFT PEOPLE INFANTRY (excluding EEL models).",
         Transport(9, ("raft people", "infantry"), ("eel",))),
    ],
)  # fmt: skip
def test_capacity_by_models_units_and_groups(text: str, carries: Transport | None) -> None:
    found = read_carrying(text)
    assert (found.transport, bool(found.unread)) == (carries or Transport(0), carries is None)


@pytest.mark.rule("W-173", "W-174")
@pytest.mark.parametrize(
    ("text", "takes"),
    [
        ("Each BARREL model takes the space of 2 models.", [Takes("barrel", 2)]),
        ("The Old Whale model takes up the space of 4 models.", [Takes("old whale", 4)]),
        ("OLD WHALE takes up the space of 18 models.", [Takes("old whale", 18)]),
        ("Each BARREL TEAM model and Old BARREL TEAM MODEL takes up the space of 2 models.",
         [Takes("barrel team", 2), Takes("old barrel team", 2)]),
        ("Each EEL or OTTER model takes up the space of 2 models and each WHALE model takes up the space of 3 models.",
         [Takes("eel", 2), Takes("otter", 2), Takes("whale", 3)]),
        ("Each model with a Wounds characteristic of 3 or more takes up the space of 2 models.", [Takes("", 2, wounds=3)]),
        ("Each INFANTRY model with a Wounds characteristic of more than 1 takes up the space of 3 models.",
         [Takes("infantry", 3, wounds=2)]),
    ],
)  # fmt: skip
def test_who_takes_up_more_than_one_place(text: str, takes: list[Takes]) -> None:
    assert list(read(f"{CREW} {text}").takes) == takes


@pytest.mark.rule("W-176")
@pytest.mark.parametrize(
    ("text", "excludes", "barred"),
    [
        ("It cannot transport Old Whale, EEL or SHARK models.", ("old whale", "eel", "shark"), ()),
        ("It cannot transport EEL models or the OLD WHALE.", ("eel", "old whale"), ()),
        ("This model cannot transport models that can FLY.", ("fly",), ()),
        ("It cannot transport EEL models or SHARK models (excluding THE HERMIT and WHALE).", ("eel",),
         (Riders(("shark",), ("the hermit", "whale")),)),
        ("It cannot transport EEL or SHARK models (excluding SHARK CHARACTER models that began the battle attached to a non-SHARK unit).", ("eel",), (Riders(("shark",), unless_joined="character"),)),
        ("It cannot transport non-CHARACTER models with a Wounds characteristic of 4 or more.", (),
         (Riders(lacks=("character",), wounds=4),)),
    ],
)  # fmt: skip
def test_who_may_not_ride(text: str, excludes: tuple[str, ...], barred: tuple[Riders, ...]) -> None:
    found = read(f"{CREW} {text}")
    assert (found.excludes, found.barred) == (excludes, barred)


@pytest.mark.rule("W-172")
@pytest.mark.parametrize(
    ("text", "room"),
    [
        ("This model can instead transport 1 WHALE or EEL model.", Room(1, Riders(("whale or eel",)), "instead")),
        ("This model can also transport up to 2 WHALE models (these models take up the space of a number of models equal to their Wounds characteristic e.g. A WHALE with a Wounds characteristic of 8 would take up the space of 8 models).",
         Room(2, Riders(("whale",)), "among")),
        ("This model can also transport up to 2 RAFT VEHICLE models (excluding AIRCRAFT and EEL models).",
         Room(2, Riders(("raft", "vehicle"), ("aircraft", "eel")))),
        ("This model can also transport 1 GREY WHALE, 1 BLUE-WHALE or 1 OLD WHALE; while doing so, its transport capacity is reduced to 6 RAFT PEOPLE INFANTRY models.", Room(1, Riders(("grey whale or blue-whale or old whale",)), "among", 3)),
    ],
)  # fmt: skip
def test_others_that_it_can_carry_besides(text: str, room: Room) -> None:
    assert read(f"{CREW} {text}").rooms == (room,)


def test_passengers_of_a_passenger_are_told() -> None:
    text = "This model can also transport up to 1 BARGE model (this model – and any models embarked within it – take up the space of 5 models)."
    found = read_carrying(f"{CREW} {text}")
    assert found.transport.rooms == (Room(1, Riders(("barge",)), "among", 5),)
    assert found.unread == ["a transport that it carries has nobody inside: passengers of passengers are not modelled"]


@pytest.mark.rule("W-172")
@pytest.mark.parametrize("end", ["RAFT PEOPLE INFANTRY models", "Raft Infantry models instead"])
def test_the_capacity_with_an_item(end: str) -> None:
    found = read(f"{CREW} If this model is equipped with a Harpoon, it has a transport capacity of 6 {end}.")
    assert (found.capacity, found.equipped) == (9, (Equipped("harpoon", 6),))
    other = f"{CREW} If this model is equipped with a harpoon, it has a transport capacity of 6 EEL models."
    assert len(read_carrying(other).unread) == 1


@pytest.mark.parametrize(
    ("parts", "names"),
    [
        ({"before": "A", "whom": "EEL SQUAD, OLD SQUAD or OTTERS", "once": "", "what": "TRANSPORT", "more": ""},
         ("eel squad", "old squad", "otters")),
        ({"before": "Before the battle, a", "whom": "OTTERS unit", "once": " that has not already been split", "what": "model",
          "more": ""}, ("otters",)),
        ({"before": "A", "whom": "OTTERS", "once": "", "what": "TRANSPORT", "more": ". Only one of them has the drum"}, ("otters",)),
    ],
)  # fmt: skip
def test_which_units_it_splits(parts: dict[str, str], names: tuple[str, ...]) -> None:
    found = read_carrying(f"{CREW} {SPLIT.format(**parts)}")
    assert (found.transport.capacity, found.transport.splits) == (9, names)
    assert found.unread == (["of the halves: 'Only one of them has the drum'"] if parts["more"] else [])


def test_half_a_clause_splits_nothing() -> None:
    parts = {"before": "A", "whom": "OTTERS", "once": "", "what": "TRANSPORT", "more": ""}
    found = read_carrying(f"{CREW} {SPLIT.format(**parts).partition(' One of')[0]}")
    assert found.transport == RAFT
    assert len(found.unread) == 2


@pytest.mark.parametrize(
    "text",
    [
        "It cannot transport models with wet feet.",
        "It cannot transport EEL models (excluding EEL models that sing).",
        "It cannot transport EEL models (excluding EEL CHARACTER models that began the battle attached to a non-OTTER unit).",
        "Each EEL model that sings takes up the space of 2 models.",
        "This model can also transport up to 2 EEL models (on Sundays).",
        "It floats.",
    ],
)
def test_what_is_not_understood_is_kept_and_changes_nothing(text: str) -> None:
    found = read_carrying(f"{CREW} {text}")
    assert found.transport == RAFT
    assert len(found.unread) == 1


def test_a_faction_that_is_not_said_is_told() -> None:
    found = read_carrying("This model has a transport capacity of 9 <FACTION> INFANTRY models.")
    assert found.transport == Transport(9, ("infantry",))
    assert found.unread == ["<FACTION>: which one is meant is not said, so riders of any may get in"]


@pytest.mark.parametrize("text", ["a. " * 100_000, "It can also transport 1 a (", CREW * 1_000])
def test_a_long_text_is_refused_at_once(text: str) -> None:
    found = read_carrying(text)
    assert found.transport == Transport(0)
    assert len(found.unread) == 1
