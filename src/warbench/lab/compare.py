"""Loadouts and units side by side against several targets: what each removes on average, and which is best (W-142)."""

from collections.abc import Callable, Mapping
from collections.abc import Sequence as Series
from typing import Any, NamedTuple

import msgspec

from warbench.attack.inquiry import Inquiry
from warbench.games import part
from warbench.lab.comparison import Cell, Column, Comparison, Row
from warbench.lab.rows import Candidate, short_names
from warbench.rules.conditions import Value
from warbench.rules.effects import Effect


class Into(msgspec.Struct, frozen=True):
    """A target by name; ``size`` models at the start, ``models_left`` and ``wounds_left`` of them now (None: all)."""

    name: str
    size: int | None = None
    models_left: int | None = None
    wounds_left: int | None = None


def compare(  # noqa: PLR0913 -- the situation, one keyword an aspect
    compared: Series[Candidate],
    targets: Series[Into | str],
    *,
    kind: str = "ranged",
    profile: str = "",
    facts: Mapping[str, Value] | None = None,
    effects: Series[Effect] = (),
    rulings: Mapping[str, str] | None = None,
    own: Mapping[str, Any] | None = None,
    merge: bool = False,
    progress: Callable[[int, int], None] | None = None,
) -> Comparison:
    """Every candidate against every target, each cell the answer that the candidate alone would get.

    Args:
        compared: the units with their loadouts, in the order of the rows.
        targets: the targets, in the order of the columns.
        kind: the weapons that are used, ``ranged`` or ``melee``, all that the unit has.
        profile: the profile of weapons that have one of that name.
        facts: the switches of the situation; without a ``distance`` each row has the farthest one at which all its weapons reach.
        effects: further effects, as in an inquiry.
        rulings: readings of the rules.
        own: further fields of an inquiry that only this game has (``stratagems``).
        merge: whether rows that differ only in what has no bearing on the attack are one; ``Row.alike`` names them.
        progress: told after each cell: cells done, cells in all.

    Raises:
        ValueError: when there is nothing to compare, or units of different games.
        FactError, RulingError, ScenarioError, SizeError, UnknownDatasheet, UnknownStratagem: for what there is not.
    """
    if not compared or not targets:
        msg = f"found {len(compared)} loadouts and {len(targets)} targets, expected at least one of each"
        raise ValueError(msg)
    game = compared[0].sheet.game
    if any(one.sheet.game != game for one in compared):
        msg = f"found units of {', '.join(dict.fromkeys(one.sheet.game for one in compared))}, expected those of one game"
        raise ValueError(msg)
    into = [Into(target) if isinstance(target, str) else target for target in targets]
    asked_of = _Asks(part(game, "inquiry"), part(game, "answer"))
    base: Inquiry = asked_of.inquiries.Inquiry(
        sheet=compared[0].sheet,
        target=into[0].name,
        profile=profile,
        kind=kind,
        facts=dict(facts or {}),
        effects=tuple(effects),
        rulings=part(game, "rulings").RULINGS.settle(rulings or {}),
        **(own or {}),
    )
    named = zip(compared, short_names(compared), strict=True)
    rows = [_row(asked_of, _inquiry(base, one, into[0]), name, one) for one, name in named]
    if merge:
        rows = _merged(rows)
    columns = tuple(_column(asked_of, _inquiry(base, compared[0], target), target) for target in into)
    asked: dict[object, list[Any]] = {}
    left_out: dict[str, None] = {}
    done: list[Row] = []
    cells: list[tuple[Cell, ...]] = []
    for place, (row, one, used) in enumerate(rows):
        if used not in asked:
            asked[used] = []
            for number, target in enumerate(into if used.armed else (), 1):
                asked[used].append(asked_of.answer(_inquiry(base, one, target)))
                if progress is not None:
                    progress(place * len(into) + number, len(rows) * len(into))
        answers = asked[used]
        left_out |= dict.fromkeys(text for each in answers for text in each.not_modelled)
        done.append(msgspec.structs.replace(row, distance=_distance(answers)))
        cells.append(tuple(_cell(each, row.points) for each in answers) or tuple(_idle(column) for column in columns))
    if progress is not None:
        progress(len(rows) * len(into), len(rows) * len(into))
    return Comparison(
        game=game,
        kind=kind,
        rows=tuple(done),
        columns=columns,
        cells=tuple(cells),
        facts=dict(base.facts),
        stratagems=tuple((own or {}).get("stratagems", ())),
        rulings=dict(base.rulings),
        not_modelled=tuple(left_out),
        left_out_probability=max((each.outcome.dropped for answers in asked.values() for each in answers), default=0.0),
    )


class _Used(msgspec.Struct, frozen=True, cache_hash=True):
    """What of a unit bears on its attacks (rows for which it is equal attack alike), and whether it can make any."""

    bears: tuple[object, ...]
    armed: bool


_Asked = tuple[Row, Candidate, _Used]


class _Asks(NamedTuple):
    """The modules of the game that is asked: modules of different games are alike, not the same."""

    inquiries: Any
    answers: Any

    def answer(self, inquiry: Inquiry) -> Any:  # noqa: ANN401 -- an answer of one of the games
        """The answer to an inquiry."""
        return self.answers.answer(self.inquiries.question_of(inquiry))


def _inquiry(base: Inquiry, one: Candidate, target: Into) -> Inquiry:
    """The question of one cell."""
    return msgspec.structs.replace(
        base,
        sheet=one.sheet,
        size=one.size,
        # The default loadout says which model carries what; of others only the total is known.
        loadout=None if one.is_default else dict(one.items),
        target=target.name,
        target_size=target.size,
        models_left=target.models_left,
        wounds_left=target.wounds_left,
    )


def _row(asked_of: _Asks, inquiry: Inquiry, name: str, one: Candidate) -> _Asked:
    unit = asked_of.inquiries.attacking(inquiry)
    used = _Used(unit.used(inquiry.kind), unit.armed(inquiry.kind))
    note = "" if used.armed else f"no {inquiry.kind} weapons"
    return Row(name, unit.name, one.size, unit.points, one.items, one.stands_for, note=note), one, used


def _merged(rows: list[_Asked]) -> list[_Asked]:
    """One row for those that attack alike and cost the same; it names the others."""
    out: dict[tuple[object, ...], _Asked] = {}
    for row, one, used in rows:
        key = (one.sheet.id, row.points, used)
        if key not in out:
            out[key] = (row, one, used)
            continue
        first = out[key][0]
        both = msgspec.structs.replace(first, loadouts=first.loadouts + row.loadouts, alike=(*first.alike, row.name))
        out[key] = (both, *out[key][1:])
    return list(out.values())


def _column(asked_of: _Asks, inquiry: Inquiry, target: Into) -> Column:
    unit = asked_of.inquiries.defending(inquiry)
    models = sum(group.count for group in unit.groups)
    lost = sum(group.wounds - group.wounds_left for group in unit.groups if group.wounds_left is not None)
    sized = target.size is not None or models != unit.starting_models
    return Column(
        name=f"{unit.name} ({models})" if sized else unit.name,
        models=models,
        wounds=sum(group.count * group.wounds for group in unit.groups) - lost,
        points=unit.points or None,
    )


def _distance(answers: list[Any]) -> float | None:
    """The distance that the answers of a row used: the same for all its targets, as it depends on the weapons alone."""
    if not answers or all(weapon.type == "melee" for weapon in answers[0].question.weapons):
        return None
    distance = answers[0].facts["distance"]
    return float(distance) if isinstance(distance, int | float) else None


def _cell(result: Any, spent: int) -> Cell:  # noqa: ANN401 -- an answer of one of the games
    slain, lost = float(result.slain.mean), float(result.wounds_lost.mean)
    target, worth = result.target, result.question.target_points
    share = lost / target.starting_wounds if target.starting_models == 1 else slain / target.starting_models
    removed = worth * min(share, 1.0) if worth else None
    return Cell(
        slain=slain,
        wounds_lost=lost,
        destroyed=float(result.destroyed),
        points_removed=removed,
        per_point=removed / spent if removed is not None and spent else None,
        refused=tuple(f"{plan.weapon.name}: {'; '.join(plan.refused)}" for plan in result.plans if plan.refused),
    )


def _idle(column: Column) -> Cell:
    """What a unit without weapons of the kind does."""
    nothing = None if column.points is None else 0.0
    return Cell(0.0, 0.0, 0.0, nothing, nothing)
