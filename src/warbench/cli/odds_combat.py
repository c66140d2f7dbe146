"""``warbench odds --both``: a whole Combat with both sides striking, sampled by a battle's procedures (The Horus Heresy)."""

import secrets
import sys
import time
from collections.abc import Mapping
from typing import Any

import click
import msgspec

from warbench.attack.report import plain
from warbench.cli.asking import Wish, given_rulings, sheet_of
from warbench.cli.errors import InputError
from warbench.cli.games import PAGES, is_scenario
from warbench.cli.kit import loadout
from warbench.cli.letters import print_json, visible
from warbench.games import part
from warbench.lab.combats import SAMPLES, CombatError, Fighter, Sampled, fight
from warbench.sheets.sizes import smallest

GAME = "heresy3"
FORMAT = "warbench-combat-1"

_FACTS = ("charged", "challenge", "attacker_statuses", "target_statuses")
"""What of a situation a whole Combat takes; the rest follows from the fight itself."""
_MOST_SECONDS = 180
_PATIENCE = 0.5


class Whole(msgspec.Struct, frozen=True, kw_only=True):
    """The options of ``--both``: how many samples, with which seed, which further units fight on each side."""

    samples: int | None = None
    seed: str | None = None
    beside: tuple[str, ...] = ()
    target_beside: tuple[str, ...] = ()


def sampled(wish: Wish, whole: Whole) -> Sampled:
    """The Combat that a wish is about, sampled; how far it is goes to the standard error where somebody is looking.

    Raises:
        InputError, and the errors of the table: for what there is not, and for options that say nothing about a whole Combat.
    """
    _check(wish)
    facts = wish.facts
    progress = _Progress(shown=sys.stderr.isatty())
    try:
        found = fight(
            [_attacker(wish), *(Fighter(sheet=sheet_of(name, GAME)) for name in whole.beside)],
            [_target(wish), *(Fighter(sheet=_datasheet(name, "--target-beside")) for name in whole.target_beside)],
            seed=whole.seed if whole.seed is not None else str(secrets.randbelow(1_000_000)),
            samples=SAMPLES if whole.samples is None else whole.samples,
            charged=facts.get("charged") is True,
            challenge=facts.get("challenge") is True,
            rulings=given_rulings(wish),
            goes_on=progress,
        )
    except CombatError as error:
        raise InputError(f"--both: {error}") from error
    finally:
        progress.clear()
    return found


def _check(wish: Wish) -> None:
    """Refuse what a whole Combat cannot be asked for."""
    if is_scenario(wish.what) or any(wish.what.casefold().endswith(end) for end in PAGES):
        raise InputError(f"--both: found {wish.what!r}, expected the name of a datasheet of {GAME}")
    if wish.game != GAME:
        raise InputError(f"--both: found a unit of {wish.game}, expected one of {GAME}: only its Combats are fought whole")
    if not wish.into:
        raise InputError(f"--into is missing: whom does {wish.what} fight?")
    typed = [
        name for name, value in (("--weapon", wish.weapons), ("--profile", wish.profile), ("--effect", wish.effects)) if value
    ]
    typed += [
        f"--{name.replace('_', '-')}" for name, value in wish.facts.items() if name not in _FACTS and value not in (None, ())
    ]
    if typed:
        taken = ", ".join(f"--{name.replace('_', '-')}" for name in _FACTS)
        raise InputError(f"--both: found {', '.join(typed)} beside it; a whole Combat takes of a situation {taken} alone")


def _attacker(wish: Wish) -> Fighter:
    sheet = sheet_of(wish.what, GAME)
    size = smallest(sheet) if wish.models is None else wish.models
    items = None if wish.loadout is None else loadout(sheet, size, wish.loadout)
    return Fighter(sheet=sheet, size=size, loadout=items, statuses=_statuses(wish.facts, "attacker_statuses"))


def _target(wish: Wish) -> Fighter:
    return Fighter(
        sheet=_datasheet(wish.into or "", "--into"),
        size=wish.target_models,
        models_left=wish.models_left,
        wounds_left=wish.wounds_left,
        statuses=_statuses(wish.facts, "target_statuses"),
    )


def _datasheet(name: str, option: str) -> Any:  # noqa: ANN401 -- a datasheet
    """The datasheet of a target; an archetype has no weapons to strike back with."""
    inquiries = part(GAME, "inquiry")
    key = inquiries.target_id(name)
    if key in {each for each, _, _ in inquiries.archetypes()}:
        raise InputError(f"{option}: {name!r} is a target without weapons, expected a datasheet: it strikes back")
    return inquiries.sheet_of(key)


def _statuses(facts: Mapping[str, Any], name: str) -> tuple[str, ...]:
    return tuple(facts.get(name) or ())


class _Progress:
    """Shows how many samples there are, where somebody is looking; after some minutes it says that they are enough."""

    def __init__(self, *, shown: bool) -> None:
        self.shown = shown
        self.begin = time.monotonic()
        self.width = 0

    def __call__(self, done: int, of: int) -> bool:
        spent = time.monotonic() - self.begin
        if self.shown and spent > _PATIENCE:
            full = 30 * done // of
            text = f"[{'#' * full}{'.' * (30 - full)}] {done} of {of} Combats"
            self.width = max(self.width, len(text))
            click.echo(f"\r{visible(text):<{self.width}}", nl=False, err=True)
        return spent < _MOST_SECONDS

    def clear(self) -> None:
        """Wipe it away."""
        if self.width:
            click.echo(f"\r{'':<{self.width}}\r", nl=False, err=True)


def report(found: Sampled) -> dict[str, Any]:
    """The answer as JSON holds it (docs/odds-json.md)."""
    data: dict[str, Any] = msgspec.to_builtins(found)
    sides = [[unit for unit in data["units"] if unit["side"] == side] for side in (0, 1)]
    return {
        "format": FORMAT,
        "game": GAME,
        "sampled": True,
        "samples": data["samples"],
        "samples_wanted": data["wanted"],
        "seed": data["seed"],
        **{name: [_unit(unit) for unit in side] for name, side in zip(("attackers", "targets"), sides, strict=True)},
        "attackers_win": data["wins"][0],
        "targets_win": data["wins"][1],
        "draw": data["draw"],
        "facts": data["facts"],
        "rulings": data["rulings"],
        "policy": data["policy"],
        "not_modelled": data["not_modelled"],
    }


def _unit(unit: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in unit.items() if name != "side"}


def answer(wish: Wish, whole: Whole, *, strict: bool, as_json: bool) -> None:
    """Sample a Combat and tell what came of it."""
    found = sampled(wish, whole)
    if strict and found.not_modelled:
        raise InputError(f"--strict: not modelled: {'; '.join(found.not_modelled)}")
    if as_json:
        print_json(plain(report(found)))
        return
    from warbench.cli.odds_combat_view import show
    from warbench.cli.paper import Paper

    show(Paper(), found)
