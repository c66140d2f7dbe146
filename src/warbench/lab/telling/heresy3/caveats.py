"""What players should know about two armies: abilities that no part of the battle carries out, and what is legal and odd."""

from collections.abc import Iterable, Iterator

from warbench.games.heresy3.armies import army_warnings
from warbench.games.heresy3.battle.game import Setup
from warbench.games.heresy3.battle.roster import Entry
from warbench.games.heresy3.battle.state import State
from warbench.lab.telling.told import Caveats, side


def caveats(setup: Setup, state: State) -> Caveats:
    """What players should know about the armies of a battle."""
    one, other = setup.armies
    warned = (*army_warnings(one, other), *army_warnings(other))
    warnings = tuple(dict.fromkeys(f"{each.sentence} ({each.rule})" for each in warned))
    missing = [tuple(_missing(state.roster.of(player))) for player in (0, 1)]
    shown = [f"{side(player)}: not modelled: {', '.join(texts)}" for player, texts in enumerate(missing) if texts]
    return Caveats(
        not_checked=(_sentences(missing[0]), _sentences(missing[1])),
        warnings=warnings,
        shown=(*warnings, *shown),
    )


def _sentences(texts: Iterable[str]) -> tuple[str, ...]:
    return tuple(f"{text} is not modelled" for text in texts)


def _missing(entries: list[Entry]) -> Iterator[str]:
    """What units have that no battle follows: special rules, abilities and wargear, each with who has them."""
    found: dict[str, dict[str, None]] = {}
    for entry in entries:
        for kind in entry.kinds:
            for text in kind.untold:
                found.setdefault(text, {})[entry.name] = None
    for text, names in found.items():
        yield f"{text} ({', '.join(names)})"
