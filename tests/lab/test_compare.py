"""Comparisons: cells against single answers, points removed, the best of each column, names of rows."""

import msgspec
import pytest

from warbench.games.w40k10.answer import answer
from warbench.games.w40k10.inquiry import Inquiry, question_of
from warbench.games.w40k10.library import datasheet
from warbench.lab.compare import Into, compare
from warbench.lab.comparison import MEASURES, Cell, Column, Comparison, Row, report
from warbench.lab.rows import Candidate, candidate, candidates, items_of, short_names
from warbench.rules.effects import ChangeRoll
from warbench.rules.facts import FactError
from warbench.sheets.loadouts import default_loadout

HEKATON = datasheet("hekaton-land-fortress")
TARGETS = ("light-infantry", "led-infantry", "terminators", "heavy-tank", "monster")
RAIL = {**dict(items_of(default_loadout(HEKATON, 1))), "cyclic ion cannon": 0, "heavy magna-rail cannon": 1}
RAIL = {item: count for item, count in RAIL.items() if count}


@pytest.fixture(scope="module")
def whole() -> Comparison:
    return compare(candidates(HEKATON).found, TARGETS)


@pytest.mark.rule("W-142", "X-65")
def test_every_legal_loadout_of_the_land_fortress_is_a_row(whole: Comparison) -> None:
    assert len(whole.rows) == 18
    assert {row.points for row in whole.rows} == {225}
    assert len({row.items for row in whole.rows}) == len({row.name for row in whole.rows}) == 18
    assert {row.loadouts for row in whole.rows} == {1}
    assert whole.rows[0].name == "default"


@pytest.mark.parametrize("row", [0, 7, 17])
@pytest.mark.parametrize("column", range(len(TARGETS)))
def test_a_cell_is_the_answer_to_its_single_question(whole: Comparison, row: int, column: int) -> None:
    asked = Inquiry(sheet=HEKATON, target=TARGETS[column], loadout=dict(whole.rows[row].items))
    alone = answer(question_of(asked))
    cell = whole.cells[row][column]
    assert (cell.slain, cell.wounds_lost, cell.destroyed) == (alone.slain.mean, alone.wounds_lost.mean, alone.destroyed)
    assert whole.rows[row].distance == alone.facts["distance"]


def test_the_situation_reaches_every_cell() -> None:
    facts = {"cover": True, "stationary": True, "distance": 14.5}
    effects = (ChangeRoll(roll="hit", by=1, source="a blessing"),)
    asked = compare(
        [candidate(HEKATON, RAIL)],
        [Into("horde", size=10, models_left=6)],
        facts=facts,
        effects=effects,
        own={"stratagems": ("go to ground",)},
        rulings={"save-cap": "bonus"},
    )
    inquiry = Inquiry(
        sheet=HEKATON,
        target="horde",
        loadout=RAIL,
        target_size=10,
        models_left=6,
        facts=facts,
        effects=effects,
        stratagems=("go to ground",),
        rulings={"save-cap": "bonus"},
    )
    alone = answer(question_of(inquiry))
    assert asked.cells[0][0].slain == alone.slain.mean
    assert asked.columns[0] == Column("Horde (6)", 6, 6, 80)
    assert asked.cells[0][0].points_removed == pytest.approx(80 * alone.slain.mean / 10)
    assert asked.rulings["save-cap"] == "bonus"
    assert asked.stratagems == ("go to ground",)
    assert asked.rows[0].distance == 14.5


def test_points_go_by_the_model_or_for_a_single_model_by_the_wound(whole: Comparison) -> None:
    for cells in whole.cells:
        many, tank = cells[2], cells[3]
        assert many.points_removed == pytest.approx(170 * many.slain / 5)
        assert tank.points_removed == pytest.approx(240 * tank.wounds_lost / 16)
        assert many.per_point == pytest.approx(34 * many.slain / 225)


def test_a_wounded_single_model_has_lost_a_part_of_its_points_before() -> None:
    (cell,) = compare([candidate(HEKATON)], [Into("heavy-tank", wounds_left=1)]).cells[0]
    assert cell.points_removed == pytest.approx(240 * cell.wounds_lost / 16)
    assert cell.wounds_lost <= 1


def test_no_target_loses_more_than_its_points() -> None:
    overkill = (ChangeRoll(roll="hit", by=1), ChangeRoll(roll="wound", by=1))
    targets = ("light-infantry", "character", "armoured-character", Into("horde", size=1), "light-transport")
    asked = compare(candidates(HEKATON).found, targets, effects=overkill, facts={"tokens": 2})
    for cells in asked.cells:
        for column, cell in zip(asked.columns, cells, strict=True):
            assert column.points is not None
            assert cell.points_removed is not None
            assert 0 < cell.points_removed <= column.points
            assert cell.slain <= column.models
            assert cell.wounds_lost <= column.wounds


def test_a_target_without_a_price_is_judged_by_models_slain(whole: Comparison) -> None:
    monster = TARGETS.index("monster")
    assert whole.columns[monster].points is None
    assert all(cells[monster].points_removed is cells[monster].per_point is None for cells in whole.cells)
    assert whole.shown(monster, "points") == whole.shown(monster, "per-point") == "slain"
    assert whole.shown(monster, "wounds") == "wounds"
    best = whole.best(monster, "points")
    assert best is not None
    assert whole.cells[best][monster].slain == max(cells[monster].slain for cells in whole.cells)


@pytest.mark.parametrize("measure", MEASURES)
def test_the_best_of_a_column_is_its_highest_number(whole: Comparison, measure: str) -> None:
    asked = next(known for known in MEASURES if known == measure)
    for column in range(len(whole.columns)):
        best = whole.best(column, asked)
        values = [whole.value(row, column, asked) for row in range(len(whole.rows))]
        assert best is not None
        assert values[best] == pytest.approx(max(values), abs=1e-9)
        ranked = [values[row] for row in whole.ranking(column, asked)]
        assert ranked == pytest.approx(sorted(values, reverse=True), abs=1e-9)


def made(*values: tuple[str, float]) -> Comparison:
    """A comparison of one column from names and models slain."""
    return Comparison(
        game="w40k10",
        kind="ranged",
        rows=tuple(Row(name, "unit", 1, 100, ()) for name, _ in values),
        columns=(Column("target", 10, 10, None),),
        cells=tuple((Cell(slain, slain, 0.0, None, None),) for _, slain in values),
        facts={},
        stratagems=(),
        rulings={},
        not_modelled=(),
        left_out_probability=0.0,
    )


def test_of_equals_the_first_by_name_is_best_whatever_rounding_says() -> None:
    asked = made(("c", 1.0), ("b", 1.0 + 1e-12), ("a", 1.0 - 1e-12), ("d", 2.0), ("e", 2.0))
    assert asked.ranking(0, "slain") == (3, 4, 2, 1, 0)
    assert asked.best(0, "slain") == 3


def test_nobody_is_best_where_nobody_achieves_anything() -> None:
    assert made(("a", 0.0), ("b", 1e-15)).best(0, "slain") is None


def test_melee_rows_that_attack_alike_are_merged_only_on_request() -> None:
    every = candidates(HEKATON).found
    apart = compare(every, ["horde"], kind="melee")
    assert len(apart.rows) == 18
    assert all(not row.alike and row.distance is None for row in apart.rows)
    assert len(set(apart.cells)) == 1
    assert apart.best(0, "points") == min(range(18), key=lambda row: apart.rows[row].name)
    (row,) = compare(every, ["horde"], kind="melee", merge=True).rows
    assert row.name == "default"
    assert row.loadouts == 18
    assert row.alike == tuple(other.name for other in apart.rows[1:])


def test_ranged_rows_differ_so_merging_changes_nothing(whole: Comparison) -> None:
    merged = compare(candidates(HEKATON).found, TARGETS, merge=True)
    assert merged == whole


def test_units_of_different_price_are_weighed_by_the_point() -> None:
    raider = datasheet("land-raider")
    asked = compare([candidate(HEKATON), candidate(raider)], ["terminators"])
    assert [row.name for row in asked.rows] == ["Hekaton Land Fortress", "Land Raider"]
    for row, (cell,) in zip(asked.rows, asked.cells, strict=True):
        assert cell.points_removed is not None
        assert cell.per_point == pytest.approx(cell.points_removed / row.points)


def test_a_row_without_weapons_of_the_kind_does_nothing_and_says_so() -> None:
    unarmed = candidate(HEKATON, {"armoured wheels": 1})
    asked = compare([candidate(HEKATON), unarmed], ["terminators", "monster"])
    assert asked.rows[1].note == "no ranged weapons"
    assert asked.cells[1] == (Cell(0.0, 0.0, 0.0, 0.0, 0.0), Cell(0.0, 0.0, 0.0, None, None))
    assert not asked.rows[0].note


def test_weapons_that_may_not_attack_are_named() -> None:
    asked = compare([candidate(HEKATON)], ["terminators"], facts={"distance": 30})
    assert [text.partition(":")[0] for text in asked.cells[0][0].refused] == ["Cyclic ion cannon", "MATR autocannon"]


def test_what_is_not_modelled_is_named_once() -> None:
    asked = compare([candidate(HEKATON)], TARGETS, effects=(), own={"stratagems": ("command re-roll",)})
    assert asked.not_modelled == tuple(dict.fromkeys(asked.not_modelled))
    single = answer(question_of(Inquiry(sheet=HEKATON, target="terminators", stratagems=("command re-roll",))))
    assert set(single.not_modelled) <= set(asked.not_modelled)


def test_short_names_say_what_differs_and_differ() -> None:
    squad = datasheet("intercessor-squad")
    found = candidates(squad).found
    names = short_names(found)
    assert names[0] == "default"
    assert len(set(names)) == len(names) == len(found)
    assert short_names([candidate(HEKATON, {"twin ion beamer": 2})])[0].startswith("2 twin ion beamer")
    lacking = dict(items_of(default_loadout(HEKATON, 1)))
    del lacking["pan spectral scanner"]
    assert short_names([candidate(HEKATON, lacking)]) == ("without pan spectral scanner",)
    two_sizes = short_names([Candidate(squad, 5, found[0].items), candidate(squad, size=10)])
    assert two_sizes == ("Intercessor Squad (5)", "Intercessor Squad (10)")


def test_the_same_name_twice_is_numbered() -> None:
    assert short_names([candidate(HEKATON), candidate(HEKATON)]) == ("default", "default #2")


def test_loadouts_with_the_same_items_are_one_candidate_that_counts_them() -> None:
    squad = datasheet("intercessor-squad")
    every = candidates(squad, limit=1000)
    assert every.left_out == 0
    assert sum(one.stands_for for one in every.found) > len(every.found)
    assert len({frozenset(one.items) for one in every.found}) == len(every.found)


def test_loadouts_beyond_the_limit_are_counted() -> None:
    some = candidates(HEKATON, limit=5)
    assert (len(some.found), some.left_out) == (5, 13)
    assert some.found == candidates(HEKATON).found[:5]


def test_progress_is_told_for_each_answer_and_ends_complete() -> None:
    told: list[tuple[int, int]] = []
    compare(candidates(HEKATON, limit=2).found, TARGETS[:2], progress=lambda done, of: told.append((done, of)))
    assert told == [(1, 4), (2, 4), (3, 4), (4, 4), (4, 4)]


def test_nothing_to_compare_is_refused() -> None:
    with pytest.raises(ValueError, match="expected at least one of each"):
        compare([], TARGETS)
    with pytest.raises(ValueError, match="expected at least one of each"):
        compare([candidate(HEKATON)], [])


def test_an_unknown_fact_is_refused_by_name() -> None:
    with pytest.raises(FactError, match="covr"):
        compare([candidate(HEKATON)], ["terminators"], facts={"covr": True})


def test_the_report_is_plain_data_and_names_the_best(whole: Comparison) -> None:
    data = report(whole, "points", whole.ranking(2, "points")[:3])
    assert msgspec.json.decode(msgspec.json.encode(data)) == data
    best = data["targets"][2]["best"]
    assert data["rows"][0]["name"] == best
    assert len(data["rows"]) == 3
    assert all(len(row["cells"]) == len(TARGETS) for row in data["rows"])


def test_the_same_comparison_twice_is_the_same(whole: Comparison) -> None:
    assert msgspec.json.encode(report(compare(candidates(HEKATON).found, TARGETS))) == msgspec.json.encode(report(whole))
