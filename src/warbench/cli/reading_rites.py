"""Rites on the screen: who may take them at what cost, whom they may target, what they do."""

from collections.abc import Callable, Mapping, Sequence

from warbench.cli.paper import DIM, MARK, Paper, Span
from warbench.intake.heresy3.filling import STANDING
from warbench.intake.heresy3.reading import Rite

_LOCKED = {"no": "not locked in combat", "yes": "locked in combat", "may be": "locked in combat or not"}


def show_rites(
    paper: Paper, rites: Sequence[Rite], rules: Mapping[int, Sequence[str]], spans: Callable[[Sequence[str]], str]
) -> None:
    """Show each rite in a few lines; ``rules`` are those that stand for it, by its line."""
    paper.head("Cybertheurgic Rites")
    for rite in rites:
        paper.item(Span(rite.name, MARK), Span(f"  line {rite.line}  {spans(rules.get(rite.line, ()))}", DIM))
        for text in (_cost(rite), f"at {_target(rite)}", _does(rite)):
            paper.line(text, indent=6)


def _cost(rite: Rite) -> str:
    if rite.cost is None:
        cost = "no cost on the page"
    else:
        who = " or ".join(rite.needs_names) or " and ".join(rite.needs_traits) or "nobody that the page names"
        cost = f"{rite.cost} points (line {rite.cost_line}) for {who}"
    if rite.difficulty is None:
        return f"{cost}; Difficulty and range lost by the page"
    return f'{cost}; Difficulty {rite.difficulty}, {rite.range}" (lost by the page, filled: {STANDING})'


def _target(rite: Rite) -> str:
    if rite.kinds:
        *others, last = rite.kinds
        alone = f"a single {last}, {_LOCKED[rite.locked]}" if rite.single else last
        return " or ".join([*(f"a {kind}" for kind in others), alone])
    side = {"friendly": "a friendly unit", "enemy": "an enemy unit", "any": "any unit"}[rite.side]
    parts = [f"{side}, {_LOCKED[rite.locked]}"]
    parts += [f"only {', '.join(rite.only)}"] if rite.only else []
    parts += [f"never {', '.join(rite.never)}"] if rite.never else []
    parts += ["with a Cybertheurgic Status"] if rite.needs_status else []
    return "; ".join(parts)


def _does(rite: Rite) -> str:
    parts = [f"gives {' or '.join(rite.statuses)} ({rite.status_kind})"] if rite.statuses else []
    parts += ["takes all Cybertheurgic Statuses away"] if rite.strips else []
    parts += ["all inside make an Emergency Disembarkation"] if rite.empties else []
    parts += ["its next reaction is free"] if rite.free_reaction else []
    if rite.hits is not None:
        hits = rite.hits
        ap = "-" if hits.ap is None else hits.ap
        parts.append(f"{hits.number} hits of Strength {hits.strength}, AP {ap}, Damage {hits.damage} for each model lost")
    more = f", up to {rite.feedback_wounds} wounds a model" if rite.feedback_wounds else ""
    parts += [f"Feedback {' and '.join(rite.feedback)}{more}"] if rite.feedback else []
    parts += [f"ends {'at once' if rite.ends == 'at once' else f'with {rite.ends}'}"] if rite.ends else []
    return "; ".join(parts) or "what it does is not on the page"
