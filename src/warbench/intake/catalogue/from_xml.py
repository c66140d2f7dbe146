"""XML to the plain form that JSON files of the same tree have. Nothing of a document type is accepted, so no entity expands."""

from collections.abc import Mapping
from typing import Any
from xml.etree.ElementTree import ParseError

from defusedxml import DefusedXmlException
from defusedxml.ElementTree import XMLParser

from warbench.intake.sources import IntakeError, SourceFile

MOST_ELEMENTS = 500_000
"""The largest real file has about 60,000. Small ones would fill the memory."""

MOST_LEVELS = 200
"""Elements inside each other; real files have about 40."""

MOST_LETTERS = 20_000
"""In one text; the longest real one has about 4,000."""

SHEETS = "warbench-sheets"
"""The processing instruction in which rosters of ours have their datasheets: every other reader passes over it."""

Plain = dict[str, Any]


def parse(file: SourceFile) -> tuple[str, Plain]:
    """The root element's name and the tree as plain values.

    A record is a dict of its attributes and parts; a container of records (``<costs>``) is a list; text is a string, under
    ``$text`` where its element has attributes too. Elements without content are left out. What stands in the processing
    instruction ``warbench-sheets`` is under that name, as it is written.

    Raises:
        IntakeError: no well-formed XML, a document type or an entity in it, too many levels, text that is not of its encoding.
    """
    target = _Target(file.name)
    parser = XMLParser(target=target, forbid_dtd=True)
    try:
        parser.feed(file.data)
        parser.close()
    except DefusedXmlException as error:
        raise IntakeError(file.name, "has a document type or entities, which such files never need: refused") from error
    except ParseError as error:
        raise IntakeError(file.name, f"is no well-formed XML: {error}") from error
    except (ValueError, LookupError) as error:
        if isinstance(error, IntakeError):
            raise
        raise IntakeError(file.name, f"its encoding cannot be read: {error}") from error
    return target.tag, target.root


class _Target:
    """Builds the tree. Records and their fields take turns: a child of a record is a field, a child of a container a record."""

    def __init__(self, name: str) -> None:
        self.tag = ""
        self.root: Plain = {}
        self._name = name
        self._open: list[_Element] = []
        self._count = 0
        self._sheets = ""

    def start(self, tag: str, attributes: Mapping[str, str]) -> None:
        if len(self._open) >= MOST_LEVELS:
            raise IntakeError(self._name, f"has more than {MOST_LEVELS} levels of elements: refused")
        self._count += 1
        if self._count > MOST_ELEMENTS:
            raise IntakeError(self._name, f"has more than {MOST_ELEMENTS:,} elements: refused")
        if any(len(value) > MOST_LETTERS for value in attributes.values()):
            raise IntakeError(self._name, f"has a text of more than {MOST_LETTERS:,} letters: refused")
        tag = tag.rpartition("}")[2]
        is_record = not self._open or bool(attributes) or not self._open[-1].is_record
        self._open.append(_Element(tag, dict(attributes), is_record=is_record))

    def data(self, text: str) -> None:
        self._open[-1].text.append(text)

    def end(self, _: str) -> None:
        element = self._open.pop()
        text = "".join(element.text).strip()
        if len(text) > MOST_LETTERS:
            raise IntakeError(self._name, f"has a text of more than {MOST_LETTERS:,} letters: refused")
        if not self._open:
            own = {SHEETS: self._sheets} if self._sheets else {}
            self.tag, self.root = element.tag, {**element.record, **own}
            return
        parent = self._open[-1]
        if element.is_record:
            if text:
                element.record["$text"] = text
            parent.add(element.tag, element.record)
        elif element.items:
            parent.add(element.tag, element.items)
        elif text:
            parent.add(element.tag, text)

    def pi(self, target: str, text: str) -> None:
        if target == SHEETS:
            self._sheets = text

    def close(self) -> None:
        """Nothing is left to do."""


class _Element:
    """An element that is open: a record with its fields, or a field with its items."""

    __slots__ = ("is_record", "items", "record", "tag", "text")

    def __init__(self, tag: str, record: Plain, *, is_record: bool) -> None:
        self.tag = tag
        self.record = record
        self.items: list[Plain] = []
        self.text: list[str] = []
        self.is_record = is_record

    def add(self, tag: str, value: Any) -> None:  # noqa: ANN401 - a plain value of any shape
        if self.is_record:
            self.record[tag] = value
        else:
            self.items.append(value)
