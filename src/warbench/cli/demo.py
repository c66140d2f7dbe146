"""``warbench demo``: a first look at what the program does, with commands to go on with."""

import os
import shutil
import sys

import click

SHEET = "hekaton-land-fortress"
TARGETS = ("light-infantry", "power-armoured-infantry", "terminators", "monster", "battle-tank", "super-heavy")
NEXT = (
    ("warbench odds {sheet} --into terminators --tokens 2", "why the numbers are what they are, and what would change them"),
    ('warbench odds hekaton --into super-heavy --loadout "magna-rail" --stationary', "another loadout, standing still"),
    ("warbench roll {sheet} --into terminators --seed 7", "the same attack with dice, and how lucky they were"),
    ("warbench show {sheet}", "the datasheet, its options and legal loadouts"),
    ("warbench list targets", "whom else to attack"),
    ("warbench battle --seed 7", "a whole battle, the computer on both sides; --play A gives you one"),
)
"""Commands that work as they stand (a test runs them), and what they are good for."""


@click.command
def command() -> None:
    """Read a bundled datasheet, print its odds into all kinds of targets, and say what to try next."""
    from warbench.cli.paper import DIM, HEAD, Column, Paper, Part, Span, amount, chance
    from warbench.games.w40k10 import library
    from warbench.games.w40k10.answer import answer
    from warbench.games.w40k10.inquiry import Inquiry, question_of

    paper = Paper()
    sheet = library.datasheet(SHEET)
    room = max(8, min(30, paper.width - 70))
    rows: list[list[Part]] = []
    left_out: dict[str, None] = {}
    for name in TARGETS:
        result = answer(question_of(Inquiry(sheet=sheet, target=name)))
        left_out |= dict.fromkeys(result.not_modelled)
        models = sum(len(track) for track in result.target.tracks)
        share = float(result.wounds_lost.mean) / result.target.total
        of_models = f"{amount(result.slain.mean)} of {models}" if models > 1 else ""
        lost = f"{amount(result.wounds_lost.mean)} of {result.target.total}"
        bar = Span(paper.bar(share, room), "cyan")
        rows.append([result.question.target_name, of_models, lost, bar, chance(result.halved), chance(result.destroyed)])
    paper.line(Span(sheet.name, HEAD), f" with its default weapons, {sheet.points[0].points} points, shooting once at ...")
    paper.gap()
    numbers = [Column(head, right=True) for head in ("slain", "wounds lost")]
    chances = [Column(head, right=True) for head in ("halved", "destroyed")]
    paper.table([Column(cuts=True), *numbers, Column(least=room), *chances], rows, indent=0)
    paper.gap()
    paper.line(Span("Means and probabilities are exact, not sampled. Halved: below half of its models, or of its wounds.", DIM))
    for text in left_out:
        paper.line(Span(f"Not modelled: {text}", DIM))
    paper.head("Go on with")
    for line, good_for in NEXT:
        paper.line(line.format(sheet=SHEET), indent=2)
        paper.line(Span(good_for, DIM), indent=6)
    if shutil.which("warbench") is None:
        paper.gap()
        paper.line(f"In this folder the command is {os.path.relpath(sys.argv[0])}, or warbench after: . .venv/bin/activate")
