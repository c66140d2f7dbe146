"""``warbench odds``: what an attack does, exactly."""

from typing import Any

import click

from warbench.attack.report import plain
from warbench.cli.asking import Asked, Asking, Wish, questions_of, wish_of
from warbench.cli.errors import InputError, located
from warbench.cli.letters import print_json
from warbench.cli.options import ATTACK_OWN, Attacks, attack_options, option
from warbench.games import game_of, part

OUTPUT = "Output"
COMBAT = "Whole Combat (The Horus Heresy)"
MOST_TURNS = 20
MOST_SAMPLES = 100_000

EXAMPLES = """Examples:

\b
  warbench odds hekaton-land-fortress --into terminators
  warbench odds hekaton-land-fortress --into tank --loadout "magna-rail cannon" --stationary --tokens 2
  warbench odds "Heavy Support Squad" --into Predator --distance 24 --facing side
  warbench odds "Breacher Squad" --melee --into "Firestorm Redoubt" --loadout "breacher charges" --turns 3
  warbench odds "Breacher Squad" --both --charged --into "Castellax Battle Maniple" --samples 2000 --seed 7
  warbench odds page.txt --into marines --target-models 10 --json
  warbench odds scenario.json"""


@click.command(cls=Attacks, own=ATTACK_OWN, epilog=EXAMPLES)
@attack_options
@option("--both", is_flag=True, section=COMBAT, help="Both sides strike: one round of the Combat, sampled with dice.")
@option("--samples", type=click.IntRange(1, MOST_SAMPLES), metavar="N", section=COMBAT, help="So many times (1000).")
@option("--seed", metavar="TEXT", section=COMBAT, help="The same seed gives the same answer; else one is taken and shown.")
@option("--beside", multiple=True, metavar="NAME", section=COMBAT, help="A further unit on the attacker's side; repeatable.")
@option("--target-beside", multiple=True, metavar="NAME", section=COMBAT, help="A further unit on the target's; repeatable.")
@option("--strict", is_flag=True, section=OUTPUT, help="Refuse to answer where something is not modelled.")
@option("--fractions", is_flag=True, section=OUTPUT, help="Calculate with fractions and show them.")
@option("--quick", is_flag=True, section=OUTPUT, help="Only this attack: no switches, re-roll, order or units needed.")
@option("--turns", type=click.IntRange(1, MOST_TURNS), metavar="N", section=OUTPUT, help="Also the same attack N turns running.")
@option("--json", "as_json", is_flag=True, section=OUTPUT, help="The answer as JSON (docs/odds-json.md).")
@option("--svg", metavar="FILE", section=OUTPUT, help="Draw the distribution as an SVG picture.")
def command(
    *,
    strict: bool,
    fractions: bool,
    quick: bool,
    turns: int | None,
    as_json: bool,
    svg: str | None,
    both: bool,
    **arguments: Any,  # noqa: ANN401 -- click's
) -> None:
    """Tell exactly what WHAT does to a target.

    WHAT is a datasheet by name, a datasheet page saved as .txt or .html, or a scenario file (.json, .toml; - reads JSON from the
    standard input). A scenario file says itself who attacks whom; everything else needs --into.
    """
    whole = {name: arguments.pop(name) for name in ("samples", "seed", "beside", "target_beside")}
    wish = wish_of(arguments)
    if both:
        beside = {"--fractions": fractions, "--quick": quick, "--turns": turns, "--svg": svg}
        _whole(wish, whole, [name for name, value in beside.items() if value], strict=strict, as_json=as_json)
        return
    if typed := [f"--{name.replace('_', '-')}" for name, value in whole.items() if value not in (None, ())]:
        raise InputError(f"{', '.join(typed)}: found without --both, which alone is sampled and has further units")
    asking = questions_of(wish)
    if svg is not None and len(asking.questions) != 1:
        raise InputError(f"--svg: found {len(asking.questions)} scenarios, expected one: a picture shows one answer")
    answers = [_answered(asked, strict=strict, fractions=fractions) for asked in asking.questions]
    if svg is not None:
        _draw(svg, answers[0])
    reports = [part(game_of(result), "report").report(result, more=not quick, turns=turns or 0) for result in answers]
    if as_json:
        _print_json(asking, reports, fractions=fractions)
        return
    from warbench.cli.odds_view import show
    from warbench.cli.paper import Paper

    paper = Paper()
    for number, (asked, result, data) in enumerate(zip(asking.questions, answers, reports, strict=True)):
        if number:
            paper.gap()
            paper.line("─" * 40 if not paper.plain_letters else "-" * 40)
        show(paper, asked, result, data, fractions=fractions)
    if svg is not None:
        paper.gap()
        paper.line(f"Drawn: {svg}")


def _whole(wish: Wish, whole: dict[str, Any], beside: list[str], *, strict: bool, as_json: bool) -> None:
    """Answer a Combat whole, by sampling: all that this needs is imported only now."""
    if beside:
        raise InputError(f"{', '.join(beside)}: found beside --both; a sampled Combat has no such answer")
    from warbench.cli.odds_combat import Whole, answer

    answer(wish, Whole(**whole), strict=strict, as_json=as_json)


def _answered(asked: Asked, *, strict: bool, fractions: bool) -> Any:  # noqa: ANN401 -- an answer of one of the games
    answer = part(game_of(asked.question), "answer").answer
    if not asked.where:
        result = answer(asked.question, exact=fractions)
    else:
        with located(asked.where):
            result = answer(asked.question, exact=fractions)
    left_out = [*result.not_modelled, *asked.unread]
    if strict and left_out:
        where = f"{asked.where}: " if asked.where else ""
        raise InputError(f"{where}--strict: not modelled: {'; '.join(left_out)}")
    return result


def _print_json(asking: Asking, reports: list[dict[str, Any]], *, fractions: bool) -> None:

    titled = [
        ({"title": asked.title} if asked.title else {}) | data for asked, data in zip(asking.questions, reports, strict=True)
    ]
    data = plain(titled if asking.listed else titled[0], fractions=fractions)
    print_json(data)


def _draw(path: str, result: Any) -> None:  # noqa: ANN401 -- an answer of one of the games
    from warbench.cli.files import write_text
    from warbench.cli.odds_picture import picture

    write_text(path, picture(result))
