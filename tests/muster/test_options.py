"""The option tree of a datasheet: every option is in it, below what it waits for, and no tree is endless."""

from collections.abc import Iterator

import pytest

from warbench.games.heresy3 import library as heresy3
from warbench.games.w40k10 import library as w40k10
from warbench.muster.options import Branch, in_words, option_tree
from warbench.sheets.datasheet import Composition, Datasheet
from warbench.sheets.options import Choice, Items, Option

SHEETS = [*w40k10.datasheets(), *heresy3.datasheets()]


def sheet(*options: Option) -> Datasheet:
    line = Composition(model="Rider", low=1, high=3, equipped=("lance", "horn"))
    return Datasheet(
        id="r", name="Riders", game="w40k10", faction="", keywords=(), models=(), composition=(line,), options=options
    )


def swap(takes: str, *gives: str, points: int = 0, limit: int = 0) -> Choice:
    return Choice(gives=tuple(map(Items, gives)), takes=(Items(takes),) if takes else (), points=points, limit=limit)


def lines_of(branch: Branch, depth: int = 0) -> Iterator[tuple[int, Branch]]:
    """The lines of a tree from its root down, each with its depth."""
    yield depth, branch
    for each in branch.below:
        yield from lines_of(each, depth + 1)


def texts(tree: Branch) -> list[str]:
    return [f"{'  ' * depth}{branch.text}" for depth, branch in lines_of(tree)]


@pytest.mark.parametrize("one", SHEETS, ids=lambda one: f"{one.game}-{one.id}")
def test_every_option_and_kind_of_model_is_in_the_tree(one: Datasheet) -> None:
    lines = [branch for _, branch in lines_of(option_tree(one))]
    assert {branch.option for branch in lines if branch.option} == set(range(1, len(one.options) + 1))
    assert sum(branch.kind == "models" for branch in lines) == len(one.composition)
    assert len(in_words(one)) == len(one.options)
    choices = sum(len(option.choices) for option in one.options)
    assert sum(branch.kind == "choice" for branch in lines) >= choices


def test_an_option_hangs_below_the_choice_that_it_waits_for() -> None:
    tree = option_tree(
        sheet(
            Option(choices=(swap("lance", "pistol"), swap("lance", "axe", points=5))),
            Option(choices=(swap("pistol", "plasma pistol", points=10, limit=1),), model="Rider", limit=1, per=3),
            Option(choices=(swap("", "banner"),), needs=("axe",), excludes=("horn",)),
        )
    )
    assert texts(tree) == [
        "Riders",
        "  1 to 3 Rider, with lance, horn",
        "    any model",
        "      exchange lance for pistol",
        "        up to 1 Rider for every 3 models",
        "          exchange pistol for plasma pistol (+10 points) (at most 1 in the unit)",
        "      exchange lance for axe (+5 points)",
        "        any model with axe without horn",
        "          take banner",
    ]


def test_an_option_that_can_be_used_at_once_hangs_at_the_root() -> None:
    tree = option_tree(sheet(Option(choices=(swap("lance", "axe"),)), Option(choices=(swap("axe", "bow"), swap("horn", "bow")))))
    assert [depth for depth, branch in lines_of(tree) if branch.kind == "option"] == [2, 2]


def test_what_was_not_understood_is_said() -> None:
    tree = option_tree(sheet(Option(choices=(), text="Any number of riders may sing.")))
    assert texts(tree)[-1] == "  not understood: Any number of riders may sing."
    assert in_words(sheet(Option(choices=(), text="sing"))) == ("Not understood: sing.",)


def test_a_chain_of_options_is_shown_once() -> None:
    chain = [Option(choices=tuple(swap(f"i{number}", f"i{number + 1}") for _ in range(4))) for number in range(30)]
    first = Option(choices=tuple(swap("lance", "i0") for _ in range(4)))
    lines = list(lines_of(option_tree(sheet(first, *chain))))
    assert len(lines) < 500
    assert any("as above" in branch.text for _, branch in lines)


def test_options_in_words() -> None:
    words = in_words(sheet(Option(choices=(swap("lance", "axe", "shield"), swap("lance", "bow")), model="Rider", limit=2)))
    assert words == ("Up to 2 Rider of the unit may exchange lance for one of: axe and shield; bow.",)
    mixed = Option(choices=(swap("lance", "axe", points=1), swap("horn", "bow"), swap("lance", "bow", limit=1)), limit=2)
    (told,) = in_words(sheet(mixed))
    lances = "exchange lance for one of: axe (+1 point); bow (at most 1 in the unit)"
    assert told == f"Up to 2 models of the unit may do one of these: {lances}; or exchange horn for bow."
