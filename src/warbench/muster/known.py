"""What the user's library knows beside datasheets and that bears on a Warhammer 40,000 army: detachments and Enhancements."""

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Protocol

import msgspec

from warbench.games.w40k10 import library
from warbench.games.w40k10.battle.enhancements import Enhancement, key_of, required_by
from warbench.games.w40k10.battle.roster import ArmySpec
from warbench.sheets.datasheet import Datasheet

if TYPE_CHECKING:
    from warbench.intake.catalogue.identities import SystemIds


class Line(Protocol):
    """A line beside datasheets, as sources have them."""

    @property
    def name(self) -> str:
        """What it is called."""

    @property
    def faction(self) -> str:
        """Whose it is."""

    @property
    def detachment(self) -> str:
        """Of which detachment, for an Enhancement."""

    @property
    def cost(self) -> int | None:
        """Its points, None where the source has none."""

    @property
    def text(self) -> str:
        """The source's own words."""


class KnownDetachment(msgspec.Struct, frozen=True):
    """A detachment: its name and the faction that may have it."""

    name: str
    faction: str


class KnownEnhancement(msgspec.Struct, frozen=True):
    """An Enhancement: the faction whose it is, and all that an army list says of one."""

    faction: str
    said: Enhancement


Stock = Callable[[str], Sequence[Datasheet]]
"""The datasheets of a faction."""


def _nothing(_: str) -> Sequence[Datasheet]:
    return ()


def _no_ids() -> "SystemIds | None":
    return None


class Known(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that is known beside datasheets; nothing where the user has imported nothing.

    ``stock`` gives the datasheets of a faction that are not bundled; ``factions`` are those that have such. ``ids`` are those of
    the game's catalogues, None where none was imported.
    """

    detachments: tuple[KnownDetachment, ...] = ()
    enhancements: tuple[KnownEnhancement, ...] = ()
    stock: Stock = _nothing
    factions: tuple[str, ...] = ()
    ids: "Callable[[], SystemIds | None]" = _no_ids

    @classmethod
    def of(cls, detachments: Iterable[Line], enhancements: Iterable[Line], beside: "Known | None" = None) -> "Known":
        """What lines beside datasheets say; ``beside`` is what else is known."""
        return msgspec.structs.replace(
            beside or cls(),
            detachments=tuple(KnownDetachment(each.name, each.faction) for each in detachments),
            enhancements=tuple(KnownEnhancement(each.faction, _said(each)) for each in enhancements),
        )

    def detachments_of(self, factions: Iterable[str]) -> tuple[KnownDetachment, ...]:
        """The detachments of factions, each name once."""
        wanted = set(map(library.slug, factions))
        found = {library.slug(each.name): each for each in self.detachments if library.slug(each.faction) in wanted}
        return tuple(found.values())

    def enhancement(self, name: str, factions: Iterable[str], detachment: str) -> Enhancement | None:
        """The Enhancement of that name: of the detachment where there is one, else the only one of the factions."""
        wanted = set(map(library.slug, factions))
        same = [
            each.said
            for each in self.enhancements
            if key_of(each.said.name) == key_of(name) and library.slug(each.faction) in wanted
        ]
        own = [each for each in same if library.slug(each.detachment) == library.slug(detachment)]
        return own[0] if own else same[0] if len(same) == 1 else None

    def enhancements_of(self, factions: Iterable[str], detachment: str) -> tuple[Enhancement, ...]:
        """Every Enhancement of a detachment."""
        wanted = set(map(library.slug, factions))
        key = library.slug(detachment)
        return tuple(
            each.said
            for each in self.enhancements
            if library.slug(each.said.detachment) == key and library.slug(each.faction) in wanted
        )


NOTHING = Known()
"""What somebody knows who has imported nothing."""


def factions_of(spec: ArmySpec, sheets: Iterable[Datasheet]) -> tuple[str, ...]:
    """The names under which the army's faction may have detachments: its own, and the lists that have its keyword."""
    wanted = library.slug(spec.faction)
    lists = (sheet.faction for sheet in sheets if wanted in map(library.slug, (sheet.faction, *sheet.faction_keywords)))
    return tuple(dict.fromkeys((spec.faction, *lists)))


def completed(spec: ArmySpec, sheets: Iterable[Datasheet], known: Known) -> ArmySpec:
    """The army with what is known of its Enhancements: of which detachment they are, who may have them.

    What the list itself says stays.
    """
    if not known.enhancements or not spec.enhancements:
        return spec
    factions = factions_of(spec, sheets)
    found = tuple(_filled(each, known.enhancement(each.name, factions, spec.detachment)) for each in spec.enhancements)
    return msgspec.structs.replace(spec, enhancements=found)


def _filled(said: Enhancement, known: Enhancement | None) -> Enhancement:
    if known is None:
        return said
    return msgspec.structs.replace(said, detachment=said.detachment or known.detachment, requires=said.requires or known.requires)


def _said(line: Line) -> Enhancement:
    return Enhancement(name=line.name, points=line.cost or 0, detachment=line.detachment, requires=required_by(line.text))
