"""Crucible: what an army list may not do with characters that are made by the Crucible rules; the ability does nothing else."""

from collections.abc import Iterator, Sequence

from warbench.battle.requests import Refusal
from warbench.games.w40k10.battle.army_rules.units import bearers
from warbench.games.w40k10.battle.roster import ArmySpec, Entry
from warbench.sheets.datasheet import Datasheet

CRUCIBLE = "crucible"
"""The ability of such characters, by its id."""

MOST = 3
"""So many units that have it may be in an army."""


def crucible_faults(spec: ArmySpec, entries: Sequence[Entry]) -> Iterator[Refusal]:
    """What is wrong with an army's Crucible characters: there are too many, or one has an Enhancement.

    Args:
        spec: the army list.
        entries: its units on a roster.
    """
    units = [sheet for entry in entries if not entry.half_of for sheet in entry.sheets if _is_made(sheet)]
    if len(units) > MOST:
        sentence = f"found {len(units)} units with the Crucible ability, expected at most {MOST}"
        yield Refusal("too-many-crucible", sentence, CRUCIBLE)
    for unit in spec.units:
        for sheet, upgrade, _ in bearers(spec, unit):
            if upgrade and _is_made(sheet):
                yield Refusal("crucible-enhancement", f"{sheet.name} is a Crucible character: it cannot have {upgrade}", CRUCIBLE)


def _is_made(sheet: Datasheet) -> bool:
    return any(ability.id == CRUCIBLE for ability in sheet.abilities)
