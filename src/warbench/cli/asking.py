"""From the arguments of ``odds`` and ``roll`` to questions: a datasheet, a saved page or a scenario file against a target."""

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from warbench.cli.errors import InputError, located
from warbench.cli.games import PAGES, SCENARIOS, is_scenario, known
from warbench.cli.options import FACT, game_asked
from warbench.games import GAMES, part
from warbench.rules.conditions import Value
from warbench.rules.effects import Effect
from warbench.sheets.datasheet import Datasheet
from warbench.sheets.finding import UndecidedName, UnknownDatasheet, find
from warbench.sheets.sizes import smallest


class Wish(msgspec.Struct, frozen=True, kw_only=True):
    """The arguments as they were typed."""

    what: str
    game: str
    into: str | None
    models: int | None
    loadout: str | None
    weapons: tuple[str, ...]
    profile: str | None
    melee: bool
    target_models: int | None
    models_left: int | None
    wounds_left: int | None
    effects: tuple[str, ...]
    rulings: tuple[str, ...]
    stratagems: tuple[str, ...] = ()
    leaders: tuple[str, ...] = ()
    target_leaders: tuple[str, ...] = ()
    facts: dict[str, Value] = {}

    def typed_for_units(self) -> list[str]:
        """The options that choose a unit or a target, which a scenario file does by itself."""
        unit = ("models", "loadout", "weapons", "profile", "melee", "leaders")
        names = ("into", *unit, "target_leaders", "target_models", "models_left", "wounds_left")
        return [
            f"--{(name.removesuffix('s') if name in _SEVERAL else name).replace('_', '-')}"
            for name in names
            if getattr(self, name) not in (None, (), False)
        ]


_SEVERAL = ("weapons", "leaders", "target_leaders")
"""What may be typed several times: its option has the name of one."""


class Asked(NamedTuple):
    """One question: what locates it in messages, its title, and what there is to say about how it came about."""

    where: str
    title: str
    question: Any  # of one of the games
    notes: tuple[str, ...] = ()
    unread: tuple[str, ...] = ()


class Asking(NamedTuple):
    """The questions, and whether they were a list (so that the answers are one too)."""

    questions: list[Asked]
    listed: bool


def wish_of(arguments: Mapping[str, Any]) -> Wish:
    """The arguments of a command as a wish; parameters of facts that were not typed are left out.

    Its game is the one that was said, else that of the units; "" for a scenario file, which says it itself.
    """
    typed = {name: value for name, value in arguments.items() if name.startswith(FACT) and value not in (None, ())}
    facts = {name.removeprefix(FACT): value for name, value in typed.items()}
    own = {name: value for name, value in arguments.items() if name in Wish.__struct_fields__}
    if not own["game"]:
        own["game"] = "" if is_scenario(own["what"]) else game_asked()
    return Wish(**own, facts=facts)


def questions_of(wish: Wish) -> Asking:
    """The questions that a wish asks.

    Raises:
        InputError, and the errors of the table: for what there is not and what cannot be read.
    """
    if is_scenario(wish.what):
        return _of_scenarios(wish, Path(wish.what).suffix.casefold())
    if Path(wish.what).suffix.casefold() in PAGES:
        sheet, notes, unread = from_page(wish.what)
        if wish.game != sheet.game:
            raise InputError(f"--game: found {wish.game!r}, expected {sheet.game!r}: {wish.what} is a page of that game")
        return Asking([_of_sheet(wish, sheet, notes, unread)], listed=False)
    return Asking([_of_sheet(wish, sheet_of(wish.what, wish.game))], listed=False)


def sheet_of(name: str, game: str) -> Datasheet:
    """The datasheet of that name, of the user's library too.

    Raises:
        UnknownDatasheet: naming the nearest names of all games, where no game has it.
        InputError: for a file that is no question.
    """
    from warbench.cli.data_library import use_library

    use_library(game)
    try:
        sheet: Datasheet = part(game, "inquiry").sheet_of(name)
    except UndecidedName:
        raise
    except UnknownDatasheet:
        if name.strip() and Path(name).exists():
            kind = "a folder" if Path(name).is_dir() else "no kind of file that is read here"
            expected = ", ".join((*SCENARIOS, *PAGES))
            raise InputError(f"{name}: is {kind}, expected a file that ends in one of {expected}") from None
        elsewhere = find(name, known(GAMES), "datasheet")  # refuses what no game has
        others = " or ".join(each for each in GAMES if each != game)
        raise InputError(f"{name!r} is no datasheet of {game}; {elsewhere} is one of {others}") from None
    return sheet


def from_page(path: str) -> tuple[Datasheet, tuple[str, ...], tuple[str, ...]]:
    """The datasheet of a saved page, notes about the reading, and what of the page was not understood."""
    from warbench.intake import complete, read_page
    from warbench.intake.pages.saved_pages import understood

    reading = complete(read_page(path))
    notes = [f"read from {path}; what was found and repaired: warbench read {path}"]
    if reading.completed:
        notes.append(f"{len(reading.completed)} facts that the page lacks were completed from bundled ones")
    notes += [f"differs from bundled facts: {finding.text}" for finding in reading.differences]
    return understood(reading), tuple(notes), tuple(finding.text for finding in reading.unread)


def _of_sheet(wish: Wish, sheet: Datasheet, notes: tuple[str, ...] = (), unread: tuple[str, ...] = ()) -> Asked:
    if not wish.into:
        which = "" if wish.game == GAMES[0] else f" --game {wish.game}"
        example = f"For example: --into terminators (see: warbench list targets{which})"
        raise InputError(f"--into is missing: whom does {sheet.name} attack? {example}")
    items: dict[str, int] | None = None
    if wish.loadout is not None:
        from warbench.cli.kit import loadout

        items = loadout(sheet, wish.models if wish.models is not None else smallest(sheet), wish.loadout)
        told = sorted((item.casefold(), item if n == 1 else f"{n} {item}") for item, n in items.items())
        notes = (*notes, f"equipped with {', '.join(text for _, text in told)}")
    elif not any(line.equipped for line in sheet.composition):
        raise InputError(f"{wish.what}: does not say what {sheet.name} is equipped with; name it: --loadout ITEMS")
    _check_profile(wish, sheet)
    _check_target(wish)
    asked = part(wish.game, "inquiry")
    inquiry = asked.Inquiry(
        sheet=sheet,
        target=wish.into,
        size=wish.models,
        loadout=items,
        weapons=wish.weapons,
        profile=wish.profile or "",
        kind="melee" if wish.melee else "ranged",
        target_size=wish.target_models,
        models_left=wish.models_left,
        wounds_left=wish.wounds_left,
        facts=wish.facts,
        effects=given_effects(wish, wish.game),
        rulings=given_rulings(wish),
        **own_fields(wish),
    )
    question = asked.question_of(inquiry)
    return Asked("", "", question, (*notes, *_profiles(sheet, question, asked.way_named)), unread)


def own_fields(wish: Wish) -> dict[str, Any]:
    """What was typed that only some game has."""
    return {name: value for name in ("leaders", "target_leaders", "stratagems") if (value := getattr(wish, name))}


def _profiles(sheet: Datasheet, question: Any, way_named: Callable[[str, str], str]) -> Iterator[str]:  # noqa: ANN401 -- of any game
    """Which other profiles the weapons in use have: one has to be chosen, and nobody should overlook that."""
    used = {weapon.name for weapon in question.weapons}
    for weapon in sheet.weapons:
        names = [profile.name for profile in weapon.profiles]
        mine = [name for name in names if way_named(weapon.name, name) in used]
        others = [f'--profile "{name}"' if " " in name else f"--profile {name}" for name in names if name not in mine]
        if mine and others:
            told = f"profiles {' and '.join(mine)}" if len(mine) > 1 else f"profile {mine[0]}"
            yield f"{weapon.name} is used in its {told}; otherwise: {' or '.join(others)}"


def _check_profile(wish: Wish, sheet: Datasheet) -> None:
    if wish.profile is None:
        return
    known = {profile.name: None for weapon in sheet.weapons for profile in weapon.profiles if profile.name}
    if wish.profile.casefold() not in {name.casefold() for name in known}:
        what = ", ".join(known) or "no weapons with several profiles"
        raise InputError(f"--profile: found {wish.profile!r}; {sheet.name} has: {what}")


def _check_target(wish: Wish) -> None:
    """Refuse a size that the target cannot have; the library says so with a plain ValueError."""
    try:
        part(wish.game, "inquiry").target_id(wish.into or "", wish.target_models)
    except ValueError as error:
        raise InputError(f"--target-models: {error}") from error


def given_effects(wish: Wish, game: str) -> tuple[Effect, ...]:
    """The effects of ``--effect``, checked by the game."""
    if not wish.effects:
        return ()
    from warbench.cli.documents import effect

    check_effect = part(game, "checks").check_effect
    found = tuple(effect(text, f"--effect {number}") for number, text in enumerate(wish.effects, 1))
    for number, one in enumerate(found, 1):
        check_effect(one, f"--effect {number}")
    return found


def given_rulings(wish: Wish) -> dict[str, str]:
    """The readings of ``--ruling``, by name."""
    found = {}
    for text in wish.rulings:
        name, equals, reading = text.partition("=")
        if not equals:
            raise InputError(f"--ruling: found {text!r}, expected NAME=READING (see: warbench list rulings)")
        found[name.strip()] = reading.strip()
    return found


def _of_scenarios(wish: Wish, suffix: str) -> Asking:
    from warbench.cli import documents
    from warbench.cli.data_library import use_library
    from warbench.cli.files import read_text

    if typed := wish.typed_for_units():
        raise InputError(f"{', '.join(typed)}: a scenario file says itself who attacks whom; change it there")
    name = "standard input" if wish.what == "-" else wish.what
    text = read_text(wish.what)
    data = documents.parse_toml(text, name) if suffix == ".toml" else documents.parse_json(text, name)
    found, listed = documents.scenarios(data, name)
    rulings = given_rulings(wish)
    questions = []
    for where, game, one in found:
        if wish.game not in (game, ""):
            raise InputError(f"--game: found {wish.game!r}, expected {game!r}: {where} is of that game")
        use_library(game)
        with located(where):
            question = part(game, "scenario").question_of(one)
        question = msgspec.structs.replace(
            question,
            given={**question.given, **wish.facts},
            effects=(*question.effects, *given_effects(wish, game)),
            rulings={**question.rulings, **rulings},
        )
        if wish.stratagems:
            question = _with_stratagems(wish, question, game)
        questions.append(Asked(where, one.title, question))
    return Asking(questions, listed)


def _with_stratagems(wish: Wish, question: Any, game: str) -> Any:  # noqa: ANN401 -- a question of one of the games
    if game != "w40k10":
        raise InputError(f"--stratagem: the game {game} has no stratagems")
    from warbench.games.w40k10.stratagems import apply

    for stratagem in wish.stratagems:
        question = apply(stratagem, question)
    return question
