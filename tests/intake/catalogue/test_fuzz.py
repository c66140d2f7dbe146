"""Spoiled and random files: read, or refused with a reason; never anything else. `make fuzz` runs longer."""

import json
import string
from collections.abc import Callable
from functools import partial
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from tests.fuzz import fuzz
from tests.intake.catalogue.kit import ROSTER, SYSTEM, as_json, catalogue, file, named_zip
from warbench.intake.catalogue import datasheets_of, read_catalogues, read_roster
from warbench.intake.catalogue.decode import decode
from warbench.intake.sources import IntakeError

WHOLE = [
    catalogue().encode(),
    SYSTEM.encode(),
    as_json(catalogue()),
    json.dumps({"roster": ROSTER}).encode(),
    named_zip({"a.cat": catalogue().encode(), "b.ros": json.dumps(ROSTER).encode()}),
]


def survives(read: Callable[[], object]) -> None:
    """It is read, or refused with a reason that names the file."""
    try:
        read()
    except IntakeError as error:
        assert error.reason  # noqa: PT017 - a refusal is not expected, but if it comes it has a reason


@st.composite
def spoiled(draw: st.DrawFn) -> bytes:
    """A real file with bytes changed, cut out or put in."""
    data = bytearray(draw(st.sampled_from(WHOLE)))
    for _ in range(draw(st.integers(1, 4))):
        place = draw(st.integers(0, max(len(data) - 1, 0)))
        length = draw(st.integers(0, 40))
        data[place : place + length] = draw(st.binary(max_size=20))
    return bytes(data)


@fuzz(60)
@given(st.one_of(st.binary(max_size=300), spoiled()))
def test_any_bytes_are_read_or_refused(data: bytes) -> None:
    survives(lambda: list(decode(file(data))))
    survives(lambda: read_roster(data, "x"))
    survives(lambda: datasheets_of(read_catalogues([file(SYSTEM), file(data)])))


NAMES = st.text(string.ascii_letters + "é'-[]| w/", max_size=12)
NUMBERS = st.one_of(st.integers(-3, 30), st.sampled_from(["-1", "1e9", "0.5", 10**9]))
IDS = st.sampled_from(["a", "b", "c", "d", "squad", "model", "unit", "any", "pts", "hidden", ""])
TYPES = st.sampled_from(["unit", "model", "upgrade", ""])
SCOPES = st.sampled_from(["self", "parent", "unit", "model", "force", "roster", "ancestor", "root-entry", "a", "b", "zzz"])


def queries(kinds: list[str]) -> st.SearchStrategy[dict[str, Any]]:
    fields = st.sampled_from(["selections", "forces", "pts", "limit::pts"])
    base = {"type": st.sampled_from(kinds), "value": NUMBERS, "field": fields, "scope": SCOPES, "childId": IDS}
    return st.fixed_dictionaries({**base, "includeChildSelections": st.booleans(), "roundUp": st.booleans(), "id": IDS})


CONDITIONS = st.lists(queries(["atLeast", "lessThan", "equalTo", "instanceOf", "notInstanceOf", "?"]), max_size=2)
MODIFIERS = st.lists(
    st.fixed_dictionaries(
        {
            "type": st.sampled_from(
                ["set", "increment", "decrement", "multiply", "divide", "append", "replace", "ceil", "floor"]
            ),
            "field": IDS,
            "value": st.one_of(NUMBERS, NAMES, st.booleans()),
            "conditions": CONDITIONS,
            "repeats": st.lists(queries([""]), max_size=1),
        }
    ),
    max_size=2,
)
CELLS = st.lists(
    st.fixed_dictionaries(
        {"name": st.sampled_from(["M", "T", "Range", "A", "Keywords", "Description"]), "$text": st.one_of(NAMES, NUMBERS)}
    ),
    max_size=4,
)
PROFILES = st.lists(
    st.fixed_dictionaries(
        {
            "name": NAMES,
            "typeName": st.sampled_from(["Unit", "Ranged Weapons", "Melee Weapons", "Abilities", "Transport", "?"]),
            "characteristics": CELLS,
            "modifiers": MODIFIERS,
        }
    ),
    max_size=2,
)
LINKS = st.lists(
    st.fixed_dictionaries({"id": IDS, "name": NAMES, "type": st.just("selectionEntry"), "targetId": IDS, "modifiers": MODIFIERS}),
    max_size=2,
)


def holders(inner: st.SearchStrategy[list[Any]]) -> st.SearchStrategy[dict[str, Any]]:
    common = {
        "id": IDS,
        "name": NAMES,
        "hidden": st.booleans(),
        "constraints": st.lists(queries(["min", "max"]), max_size=3),
        "modifiers": MODIFIERS,
        "profiles": PROFILES,
        "entryLinks": LINKS,
        "selectionEntries": inner,
    }
    return st.fixed_dictionaries(
        {**common, "type": TYPES, "costs": st.lists(st.fixed_dictionaries({"typeId": IDS, "value": NUMBERS}), max_size=1)}
    )


ENTRIES: st.SearchStrategy[list[Any]] = st.recursive(
    st.just([]),
    lambda inner: st.lists(st.builds(lambda e, g: {**e, "selectionEntryGroups": g}, holders(inner), inner), max_size=2),
    max_leaves=6,
)


@fuzz(60)
@given(ENTRIES, ENTRIES, LINKS)
def test_any_catalogue_of_the_right_shape_is_read_or_refused(shared: list[Any], entries: list[Any], links: list[Any]) -> None:
    tree = {"id": "x", "gameSystemId": "sys", "sharedSelectionEntries": shared, "selectionEntries": entries, "entryLinks": links}
    data = json.dumps({"catalogue": tree}).encode()
    survives(lambda: datasheets_of(read_catalogues([file(SYSTEM), file(data)])))


SELECTIONS: st.SearchStrategy[list[Any]] = st.recursive(
    st.just([]),
    lambda inner: st.lists(
        st.fixed_dictionaries(
            {
                "name": NAMES,
                "type": TYPES,
                "number": NUMBERS,
                "costs": st.lists(
                    st.fixed_dictionaries({"name": st.sampled_from(["pts", "Point(s)", "x"]), "value": NUMBERS}), max_size=2
                ),
                "profiles": PROFILES,
                "selections": inner,
            }
        ),
        max_size=3,
    ),
    max_leaves=8,
)


@fuzz(60)
@given(SELECTIONS)
def test_any_roster_of_the_right_shape_is_read(selections: list[Any]) -> None:
    plain = {"roster": {"name": "R", "forces": [{"name": "F", "selections": selections}]}}
    found = read_roster(json.dumps(plain).encode(), "x")
    assert all(unit.size >= 0 for unit in found.units)


KEYS = st.sampled_from(
    [
        "name",
        "units",
        "assets",
        "included",
        "snapshot",
        "item",
        "stats",
        "Points",
        "value",
        "wargear",
        "ref",
        "raw_name",
        "traits",
    ]
)
ANYTHING = st.recursive(
    st.one_of(st.none(), st.booleans(), NUMBERS, NAMES),
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(KEYS, inner, max_size=5)),
    max_leaves=12,
)


@fuzz(60)
@given(ANYTHING)
def test_any_json_is_read_or_refused(plain: Any) -> None:
    for tree in (plain, {"snapshot": plain}, {"name": "x", "units": plain}, {"roster": plain}, {"catalogue": plain}):
        data = json.dumps(tree).encode()
        survives(partial(read_roster, data, "x"))
