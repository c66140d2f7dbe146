"""Units that a transport splits in two before the battle: which it may, and each transport one."""

from collections import Counter
from collections.abc import Iterator

from warbench.battle.requests import Refusal
from warbench.games.w40k10.battle.roster import Entry
from warbench.sheets.datasheet import Datasheet
from warbench.sheets.transport import named

_RULE = "split"


def splits(carrier: Datasheet, body: Datasheet) -> bool:
    """Whether a transport may split a unit of that datasheet."""
    allowed = carrier.transport.splits if carrier.transport is not None else ()
    return any(named((body.name, *body.keywords), each) for each in allowed)


def split_faults(entries: list[Entry]) -> Iterator[tuple[str, Refusal]]:
    """The units that are split by what may not, or by one transport that has split another already: the unit's id, and why."""
    by_id = {entry.id: entry for entry in entries}
    done: Counter[str] = Counter()
    for entry in entries:
        if not entry.half_of:
            continue
        carrier, body = by_id[entry.inside], entry.sheets[0]
        done[carrier.id] += 1
        if not splits(carrier.sheets[0], body):
            told = _told(carrier.sheets[0])
            yield entry.half_of, Refusal("may-not-split", f"{carrier.name} does not split {body.name}: it splits {told}", _RULE)
        elif not entry.models:
            yield entry.half_of, Refusal("may-not-split", f"{body.name} of one model cannot be split", _RULE)
        elif done[carrier.id] > 1:
            sentence = f"{carrier.name} splits {done[carrier.id]} units, expected one"
            yield entry.half_of, Refusal("split-twice", sentence, _RULE)


def _told(carrier: Datasheet) -> str:
    names = carrier.transport.splits if carrier.transport is not None else ()
    return " or ".join(name.upper() for name in names) or "no unit"
