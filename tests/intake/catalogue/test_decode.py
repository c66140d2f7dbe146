"""What a file is, its content says; what no honest file holds is refused with a reason."""

import io
import json
import tracemalloc
import zipfile

import pytest

from tests.intake.catalogue.kit import ROSTER, SYSTEM, as_json, catalogue, file, named_zip
from warbench.intake.catalogue import archive, decode, from_xml
from warbench.intake.catalogue.tree import Catalogue, RosterTree
from warbench.intake.sources import IntakeError


def trees(data: str | bytes, name: str = "file.txt") -> list[Catalogue | RosterTree]:
    return [document.tree for document in decode.decode(file(data, name))]


def refusal(data: str | bytes) -> str:
    with pytest.raises(IntakeError) as caught:
        trees(data, "bad.file")
    assert str(caught.value).startswith("bad.file")
    return str(caught.value)


def test_xml_and_json_and_zipped_files_give_the_same_tree() -> None:
    (plain,) = trees(catalogue())
    assert isinstance(plain, Catalogue)
    assert plain.shared_selection_entries[0].name == "Line Squad"
    assert trees(as_json(catalogue())) == [plain]
    assert trees(named_zip({"whatever.bin": catalogue().encode()})) == [plain]
    assert trees(named_zip({"a.cat": catalogue().encode(), "b.json": as_json(SYSTEM)})) == [plain, *trees(SYSTEM)]


def test_fields_that_no_schema_has_are_passed_over() -> None:
    (tree,) = trees(SYSTEM)
    assert isinstance(tree, Catalogue)
    assert tree.is_game_system
    assert [entry.name for entry in tree.category_entries] == ["Infantry", "Faction: Test Legion", "Veteran"]


def test_a_roster_is_told_by_its_content() -> None:
    for plain in (ROSTER, {"roster": ROSTER}, {"name": "outer", "gameSystemName": "x", "roster": ROSTER}):
        (tree,) = trees(json.dumps(plain))
        assert isinstance(tree, RosterTree)
        assert tree.name == "My army"


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-16-le", "latin-1"])
def test_encodings_that_the_file_declares_are_read(encoding: str) -> None:
    declared = "utf-16" if encoding.startswith("utf-16") else encoding.removesuffix("-sig")
    text = f'<?xml version="1.0" encoding="{declared}"?><roster name="Kâhl"/>'
    data = text.encode(encoding)
    if encoding == "utf-16-le":
        data = b"\xff\xfe" + data
    (tree,) = trees(data)
    assert tree.name == "Kâhl"


def test_json_with_a_byte_order_mark_is_read() -> None:
    (tree,) = trees(json.dumps(ROSTER).encode("utf-8-sig"))
    assert tree.name == "My army"
    (tree,) = trees(json.dumps(ROSTER).encode("utf-16"))
    assert tree.name == "My army"


@pytest.mark.parametrize("data", [b"", b"   ", b"hello", b"\x00\x01\x02", b"\x89PNG\r\n", b"[1, 2]", b"%PDF-1.7"])
def test_what_is_neither_is_refused(data: bytes) -> None:
    assert "neither XML nor JSON" in refusal(data)


def test_xml_and_json_of_other_things_are_refused_by_their_root() -> None:
    assert "root element 'svg', expected one of catalogue, gameSystem, roster" in refusal("<svg/>")
    assert "JSON without catalogue, gameSystem or roster" in refusal('{"name": "x"}')


@pytest.mark.parametrize(
    "data", ["<catalogue", "<catalogue><a></catalogue>", "<catalogue/><catalogue/>", '{"catalogue": {', "{}}"]
)
def test_what_is_not_well_formed_is_refused(data: str) -> None:
    assert "no well-formed" in refusal(data)


def test_a_value_of_the_wrong_kind_is_named_with_its_place() -> None:
    entry = '<selectionEntry id="e"><costs><cost value="cheap"/></costs></selectionEntry>'
    text = f'<catalogue gameSystemId="s"><sharedSelectionEntries>{entry}</sharedSelectionEntries></catalogue>'
    assert "$.sharedSelectionEntries[0].costs[0].value" in refusal(text)


@pytest.mark.parametrize("number", ["inf", "nan", "1e300"])
def test_a_number_beyond_all_bounds_is_refused(number: str) -> None:
    assert "$.costs[0].value" in refusal(f'<roster><costs><cost value="{number}"/></costs></roster>')


BOMB = '<!DOCTYPE r [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;"><!ENTITY c "&b;&b;&b;">]><roster name="&c;"/>'
OUTSIDE = '<!DOCTYPE r [<!ENTITY x SYSTEM "file:///etc/passwd">]><roster name="x">&x;</roster>'


@pytest.mark.parametrize("data", [BOMB, OUTSIDE, '<!DOCTYPE roster SYSTEM "http://example.org/x.dtd"><roster/>'])
def test_document_types_and_entities_are_refused(data: str) -> None:
    assert "document type or entities" in refusal(data)


def test_ten_thousand_levels_are_refused() -> None:
    assert "levels" in refusal("<roster>" + "<a>" * 10_000 + "</a>" * 10_000 + "</roster>")
    assert "levels" in refusal('{"roster": {"forces": ' + "[" * 10_000 + "]" * 10_000 + "}}")
    assert "levels" in refusal('{"roster": ' + '{"a": ' * 400 + "1" + "}" * 400 + "}")


def test_invalid_utf_8_and_mixed_encodings_are_refused() -> None:
    assert "bad.file" in refusal(b'<roster name="K\xe2hl"/>')
    assert "Invalid UTF-8" in refusal(b'{"roster": {"name": "K\xe2hl"}}')
    assert "not in UTF-8" in refusal(b'\xef\xbb\xbf{"roster": {"name": "K\xe2hl"}}')
    assert "bad.file" in refusal(b'<?xml version="1.0" encoding="utf-16"?><roster name="x"/>')
    assert "bad.file" in refusal(b'<?xml version="1.0" encoding="no-such-thing"?><roster name="x"/>')


def test_more_bytes_or_records_than_any_real_file_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archive, "MOST_BYTES", 1_000)
    assert "at most 1,000 are read" in refusal("<roster>" + " " * 1_000 + "</roster>")
    monkeypatch.undo()
    monkeypatch.setattr(from_xml, "MOST_ELEMENTS", 100)
    assert "elements" in refusal("<roster>" + "<a/>" * 101 + "</roster>")
    monkeypatch.setattr(decode, "MOST_RECORDS", 100)
    assert "records" in refusal('{"roster": {"a": [' + ",".join(["{}"] * 101) + "]}}")


def test_a_gigabyte_field_in_a_small_zip_is_refused_in_little_memory() -> None:
    stream = io.BytesIO()
    with (
        zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as packed,
        packed.open("a.ros", "w", force_zip64=True) as member,
    ):
        member.write(b'<roster name="')
        for _ in range(128):
            member.write(bytes(8 * 2**20))
        member.write(b'"/>')
    tracemalloc.start()
    try:
        assert "unpacks to more than" in refusal(stream.getvalue())
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < 100 * 2**20


def test_many_members_are_bounded_together(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archive, "MOST_TOTAL", 3_000)
    data = named_zip({f"{number}.ros": b"<roster>" + b" " * 990 + b"</roster>" for number in range(4)})
    assert "unpacks to more than" in refusal(data)
    monkeypatch.setattr(archive, "MOST_MEMBERS", 3)
    assert "holds 4 files, at most 3" in refusal(data)


@pytest.mark.parametrize("name", ["../../etc/passwd", "/etc/passwd", "C:\\x.ros", "a\\..\\..\\b", "ok/../../b"])
def test_names_that_lead_outside_are_refused(name: str) -> None:
    assert "name leads outside" in refusal(named_zip({name: b"<roster/>"}))


def test_zips_that_are_cut_off_nested_empty_or_encrypted_are_refused() -> None:
    whole = named_zip({"a.ros": b"<roster>" + bytes(range(32, 60)) * 50 + b"</roster>"})
    assert "no sound zip file" in refusal(whole[: len(whole) // 2])
    assert "no sound zip file" in refusal(b"PK\x03\x04")
    spoiled = bytearray(whole)
    spoiled[60] ^= 0xFF
    assert "no sound zip file" in refusal(bytes(spoiled))
    assert "zip file within" in refusal(named_zip({"b.rosz": whole}))
    assert "without files" in refusal(named_zip({}))
    locked = bytearray(whole)
    locked[whole.index(b"PK\x01\x02") + 8] |= 1
    locked[6] |= 1
    assert "encrypted" in refusal(bytes(locked))
