"""``warbench odds``: what an attack does, exactly."""

from typing import Any

import click

from warbench.attack.report import plain
from warbench.cli.asking import Asked, Asking, questions_of, wish_of
from warbench.cli.errors import InputError, located
from warbench.cli.games import game_of, part
from warbench.cli.options import Sectioned, attack_options, option

OUTPUT = "Output"

EXAMPLES = """Examples:

\b
  warbench odds hekaton-land-fortress --into terminators
  warbench odds hekaton-land-fortress --into tank --loadout "magna-rail cannon" --stationary --tokens 2
  warbench odds page.txt --into marines --target-models 10 --json
  warbench odds scenario.json"""


@click.command(cls=Sectioned, epilog=EXAMPLES)
@attack_options
@option("--strict", is_flag=True, section=OUTPUT, help="Refuse to answer where something is not modelled.")
@option("--fractions", is_flag=True, section=OUTPUT, help="Calculate with fractions and show them.")
@option("--quick", is_flag=True, section=OUTPUT, help="Only this attack: no switches, re-roll, order or units needed.")
@option("--json", "as_json", is_flag=True, section=OUTPUT, help="The answer as JSON (docs/odds-json.md).")
@option("--svg", metavar="FILE", section=OUTPUT, help="Draw the distribution as an SVG picture.")
def command(*, strict: bool, fractions: bool, quick: bool, as_json: bool, svg: str | None, **arguments: Any) -> None:  # noqa: ANN401 -- click's
    """Tell exactly what WHAT does to a target.

    WHAT is a datasheet by name, a datasheet page saved as .txt or .html, or a scenario file (.json, .toml; - reads JSON from the
    standard input). A scenario file says itself who attacks whom; everything else needs --into.
    """
    wish = wish_of(arguments)
    asking = questions_of(wish)
    if svg is not None and len(asking.questions) != 1:
        raise InputError(f"--svg: found {len(asking.questions)} scenarios, expected one: a picture shows one answer")
    answers = [_answered(asked, strict=strict, fractions=fractions) for asked in asking.questions]
    if svg is not None:
        _draw(svg, answers[0])
    reports = [part(game_of(result), "report").report(result, more=not quick) for result in answers]
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
    import msgspec

    titled = [
        ({"title": asked.title} if asked.title else {}) | data for asked, data in zip(asking.questions, reports, strict=True)
    ]
    data = plain(titled if asking.listed else titled[0], fractions=fractions)
    click.echo(msgspec.json.format(msgspec.json.encode(data), indent=2).decode())


def _draw(path: str, result: Any) -> None:  # noqa: ANN401 -- an answer of one of the games
    from warbench.cli.files import write_text
    from warbench.cli.odds_picture import picture

    write_text(path, picture(result))
