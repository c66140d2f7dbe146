"""Damaged army files: read, or refused with a message that names the file; never anything else."""

from hypothesis import given
from hypothesis import strategies as st

from tests.fuzz import fuzz
from tests.muster.kit import HERESY3, W40K10, bundled
from tests.mutations import damaged
from warbench.muster import ArmyFileError, muster, read_army_file
from warbench.muster.files import to_json
from warbench.muster.toml_text import to_toml

WHOLE = [write(bundled(name)).encode() for name in (W40K10[0], HERESY3[0]) for write in (to_json, to_toml)]


@fuzz(100)
@given(st.one_of(st.binary(max_size=300), *map(damaged, WHOLE)))
def test_any_bytes_are_an_army_or_refused(data: bytes) -> None:
    said = "army.json: read"
    try:
        found = read_army_file(data, "army.json")
    except ArmyFileError as error:
        said = str(error)
    else:
        assert muster(found).points >= 0
    assert said.startswith("army.json: ")
