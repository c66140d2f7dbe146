"""Damaged army files: read, or refused with a message that names the file; never anything else."""

from hypothesis import given
from hypothesis import strategies as st

from tests.fuzz import fuzz
from tests.muster.kit import HERESY3, W40K10, bundled
from warbench.muster import ArmyFileError, muster, read_army_file
from warbench.muster.files import to_json
from warbench.muster.toml_text import to_toml

WHOLE = [write(bundled(name)).encode() for name in (W40K10[0], HERESY3[0]) for write in (to_json, to_toml)]

NUMBERS = st.sampled_from([b"0", b"-1", b"1e9", b"99999999999999999999", b"null", b'"x"'])


@st.composite
def damaged(draw: st.DrawFn) -> bytes:
    """An army file with bytes changed, cut out, put in, or a number exchanged for another."""
    data = bytearray(draw(st.sampled_from(WHOLE)))
    for _ in range(draw(st.integers(1, 4))):
        place = draw(st.integers(0, len(data) - 1))
        match draw(st.sampled_from(["bytes", "cut", "number"])):
            case "bytes":
                data[place : place + draw(st.integers(0, 20))] = draw(st.binary(max_size=20))
            case "cut":
                del data[place + 1 :]
            case _:
                data = data.replace(
                    b"1", draw(st.sampled_from([b"0", b"-1", b"1e9", b"99999999999999999999", b"null", b'"x"'])), 3
                )
    return bytes(data)


@fuzz(100)
@given(st.one_of(st.binary(max_size=300), damaged()))
def test_any_bytes_are_an_army_or_refused(data: bytes) -> None:
    said = "army.json: read"
    try:
        found = read_army_file(data, "army.json")
    except ArmyFileError as error:
        said = str(error)
    else:
        assert muster(found).points >= 0
    assert said.startswith("army.json: ")
