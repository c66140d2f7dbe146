"""What is printed at a selection: profiles and rules with their modifiers worked in."""

import re
from collections.abc import Iterator

import msgspec

from warbench.intake.catalogue.evaluate import as_text, changed_text, changes_of, flag, text
from warbench.intake.catalogue.resolved import Info, Reader
from warbench.intake.catalogue.selected import Selected
from warbench.intake.catalogue.spreading import reaching
from warbench.intake.catalogue.tree import Profile, all_modifiers

_MARKS = re.compile(r"\*\*\^\^|\^\^\*\*|\^\^|\*\*")
_SMALL_CAPS = re.compile(r"(?:\*\*)?\^\^(?:\*\*)?(.+?)(?:\*\*)?\^\^(?:\*\*)?", re.DOTALL)

WEAPONS = frozenset({"Ranged Weapons", "Melee Weapons", "Ranged Weapon", "Melee Weapon"})
"""Tables of which modifiers from elsewhere are worked in. What changes a model is told by the ability that does it."""


class Print(msgspec.Struct, frozen=True):
    """A profile or a rule as it is seen: its id, name, kind of table (empty for a rule) and cells by their columns."""

    id: str
    name: str
    table: str
    cells: dict[str, str]

    @property
    def words(self) -> str:
        """All its text without marks."""
        return "\n".join(unmarked(cell) for cell in self.cells.values() if cell.strip())

    @property
    def capitals(self) -> str:
        """All its text, what stands in small capitals in capitals: these are keywords."""
        return "\n".join(with_capitals(cell) for cell in self.cells.values() if cell.strip())


def printed(reader: Reader, at: Selected) -> Iterator[Print]:
    """The visible profiles and rules that an entry has of its own, where it is selected."""
    for info in reader.infos(at.resolved):
        if any(flag(all_modifiers(node), "hidden", at, value=node.hidden) for node in info.nodes):
            continue
        yield _print(info, at)


def _print(info: Info, at: Selected) -> Print:
    name = info.name
    for node in info.nodes:
        name = text(name, all_modifiers(node), "name", at)
    name = " ".join(name.split())
    if not isinstance(info.what, Profile):
        words = text(as_text(info.what.description), all_modifiers(info.what), "description", at)
        return Print(info.what.id, name, "", {"Description": words})
    others = list(reaching(at, info.what.type_name)) if info.what.type_name in WEAPONS else []
    cells: dict[str, str] = {}
    for cell in info.what.characteristics:
        value = as_text(cell.text)
        for node in info.nodes:
            for modifier, times in changes_of(all_modifiers(node), cell.type_id, at):
                value = changed_text(value, modifier, times)
        for modifier, times in others:
            if modifier.field == cell.type_id:
                value = changed_text(value, modifier, times)
        cells[cell.name] = value.strip()
    return Print(info.what.id, name, info.what.type_name, cells)


def unmarked(words: str) -> str:
    """Text without the signs for bold and small capitals."""
    return _MARKS.sub("", words).replace("\N{NO-BREAK SPACE}", " ").strip()


def with_capitals(words: str) -> str:
    """Text with what stands in small capitals in capitals, as a page prints keywords."""
    return unmarked(_SMALL_CAPS.sub(lambda match: match[1].upper(), words))
