"""Files to trees: what a file is, its content says, whatever it is called."""

import base64
from collections.abc import Iterator
from typing import Any

import msgspec

from warbench.intake.catalogue import archive, from_xml
from warbench.intake.catalogue.kindred import as_roster
from warbench.intake.catalogue.tree import Catalogue, RosterTree
from warbench.intake.sources import IntakeError, SourceFile

_MARKS = {b"\xef\xbb\xbf": "utf-8", b"\xff\xfe": "utf-16", b"\xfe\xff": "utf-16"}
MOST_RECORDS = 500_000
"""Records and lists in a JSON file; the largest real file has about 100,000. Small ones would fill the memory."""

_ROOTS = ("catalogue", "gameSystem", "roster")

Tree = Catalogue | RosterTree


class Document(msgspec.Struct, frozen=True):
    """A decoded file and its name; a member of an archive is named ``archive/member``. ``records`` is how large it is about."""

    name: str
    tree: Tree
    records: int = 0


def decode(file: SourceFile) -> Iterator[Document]:
    """The trees in a file: one, or for a zip file one for each file in it.

    Raises:
        IntakeError: naming the file: too large, neither XML nor JSON of a known root, not well formed, or a value that the tree
            cannot have (naming its place).
    """
    if archive.is_archive(file.data):
        for member in archive.members(file):
            yield _document(member)
    else:
        yield _document(file)


def _document(file: SourceFile) -> Document:
    """One file as a tree; of XML every tag is counted, of JSON every bracket that opens."""
    return Document(file.name, _tree(file), sum(map(file.data.count, (b"<", b"{", b"["))))


def _tree(file: SourceFile) -> Tree:
    if len(file.data) > archive.MOST_BYTES:
        raise IntakeError(file.name, f"has {len(file.data):,} bytes, at most {archive.MOST_BYTES:,} are read")
    start = file.data[:256].removeprefix(b"\xef\xbb\xbf").replace(b"\0", b"").lstrip(b"\xff\xfe \t\r\n")
    if start.startswith(b"<"):
        root, plain = from_xml.parse(file)
        if root not in _ROOTS:
            raise IntakeError(file.name, f"found the root element {root[:40]!r}, expected one of {', '.join(_ROOTS)}")
        return _convert(file, _with_sheets(file, plain), root)
    if start.startswith(b"{"):
        return _from_json(file)
    raise IntakeError(file.name, "is neither XML nor JSON nor a zip file of them")


def _with_sheets(file: SourceFile, plain: dict[str, Any]) -> dict[str, Any]:
    """A tree with the datasheets that stand beside it in XML of our own: JSON, written so that no XML can spoil it."""
    text = plain.pop(from_xml.SHEETS, "")
    if not text:
        return plain
    try:
        data = base64.b64decode(text, validate=True)
    except ValueError as error:
        raise IntakeError(file.name, f"{from_xml.SHEETS}: is not as Warbench writes it: {error}") from error
    return {**plain, "warbenchSheets": _plain(SourceFile(file.name, data)).get("warbenchSheets", ())}


def _from_json(file: SourceFile) -> Tree:
    plain = _plain(file)
    root = next((name for name in _ROOTS if isinstance(plain.get(name), dict)), "")
    if root:
        outer, plain = plain, plain[root]
        # Some builders write the game beside the roster.
        plain = {**{key: value for key, value in outer.items() if key != root and key not in plain}, **plain}
    elif "forces" in plain:
        root = "roster"
    elif kindred := _kindred(file, plain):
        return kindred
    elif plain.keys() & {"gameSystemId", "sharedSelectionEntries", "selectionEntries", "costTypes"}:
        root = "catalogue"
    else:
        raise IntakeError(file.name, f"is JSON without {', '.join(_ROOTS[:-1])} or {_ROOTS[-1]}")
    return _convert(file, plain, root)


def _kindred(file: SourceFile, plain: dict[str, Any]) -> RosterTree | None:
    try:
        return as_roster(plain)
    except msgspec.ValidationError as error:
        raise IntakeError(file.name, f"army list: {error}") from error


def _plain(file: SourceFile) -> dict[str, Any]:
    data = file.data
    if data.count(b"{") + data.count(b"[") > MOST_RECORDS:
        raise IntakeError(file.name, f"has more than {MOST_RECORDS:,} records: refused")
    try:
        for mark, encoding in _MARKS.items():
            if data.startswith(mark):
                data = data.decode(encoding).removeprefix("\ufeff").encode()
        found: dict[str, Any] = msgspec.json.decode(data, type=dict[str, Any])
    except UnicodeDecodeError as error:
        raise IntakeError(file.name, f"is not in UTF-8: {error.reason} at byte {error.start}") from error
    except RecursionError:
        raise IntakeError(file.name, "has too many levels: refused") from None
    except (msgspec.DecodeError, UnicodeError) as error:
        raise IntakeError(file.name, f"is no well-formed JSON: {error}") from error
    if why := _beyond(found):
        raise IntakeError(file.name, f"{why}: refused")
    return found


def _beyond(plain: dict[str, Any]) -> str:
    """Which bound the values go beyond: that of levels inside each other, or that of letters in a text; empty for none."""
    waiting: list[tuple[int, Any]] = [(1, plain)]
    while waiting:
        level, value = waiting.pop()
        if level > from_xml.MOST_LEVELS:
            return "has too many levels"
        inner = value.values() if isinstance(value, dict) else value
        if any(isinstance(each, str) and len(each) > from_xml.MOST_LETTERS for each in inner):
            return f"has a text of more than {from_xml.MOST_LETTERS:,} letters"
        waiting += [(level + 1, each) for each in inner if isinstance(each, (dict, list))]
    return ""


def _convert(file: SourceFile, plain: dict[str, Any], root: str) -> Tree:
    kind: type[Catalogue | RosterTree] = RosterTree if root == "roster" else Catalogue
    try:
        return msgspec.convert(plain, kind, strict=False)
    except RecursionError:
        raise IntakeError(file.name, "has too many levels: refused") from None
    except msgspec.ValidationError as error:
        raise IntakeError(file.name, f"{root}: {error}") from error
