"""A new army, and an army file after some orders."""

import difflib

import msgspec

from warbench.games.heresy3.armies.factions import LEGIONS, LISTS
from warbench.games.heresy3.armies.spec import ArmySpec as HeresySpec
from warbench.games.w40k10 import library
from warbench.games.w40k10.battle.roster import ArmySpec
from warbench.muster.building import heresy3, w40k10
from warbench.muster.building.orders import BuildError, Orders
from warbench.muster.files import MOST_LETTERS, MOST_UNITS, ArmyFile, Heresy3File, W40k10File
from warbench.muster.known import Known

UNNAMED = "New army"


def begun(game: str, orders: Orders, known: Known) -> ArmyFile:
    """An army without units, of a game and a faction.

    Args:
        game: ``w40k10`` or ``heresy3``.
        orders: its name and faction; the rest is left to :func:`changed`.
        known: what the user's data has beside what is bundled.

    Raises:
        BuildError: when no faction is named, or one that nobody knows.
    """
    if not orders.faction:
        raise BuildError(f"--faction: a new army needs one of: {', '.join(_factions(game, known))}")
    name = orders.name or UNNAMED
    faction = _faction(game, orders.faction, known)
    if game == "w40k10":
        return W40k10File(army=ArmySpec(name=name, faction=faction))
    return Heresy3File(army=HeresySpec(name=name, faction=faction))


def changed(file: ArmyFile, orders: Orders, known: Known) -> ArmyFile:
    """The army after all orders; the file itself stays as it is.

    Raises:
        BuildError, UnknownDatasheet, SizeError: for the first order that cannot be carried out.
    """
    game = "w40k10" if isinstance(file, W40k10File) else "heresy3"
    if orders.faction:
        orders = msgspec.structs.replace(orders, faction=_faction(game, orders.faction, known))
    built: ArmyFile
    if isinstance(file, W40k10File):
        built = msgspec.structs.replace(file, army=w40k10.Builder(file.army, known).carry_out(orders))
    else:
        built = msgspec.structs.replace(file, army=heresy3.Builder(file.army, known).carry_out(orders))
    # What is saved must be read again.
    if len(built.army.units) > MOST_UNITS:
        raise BuildError(f"--add: the army would have {len(built.army.units)} units, expected at most {MOST_UNITS}")
    if len(built.army.name) > MOST_LETTERS:
        raise BuildError(f"--name: found {len(built.army.name)} letters, expected at most {MOST_LETTERS}")
    return built


def _factions(game: str, known: Known) -> list[str]:
    if game == "heresy3":
        return [*LEGIONS, *LISTS[1:]]
    return sorted({*(sheet.faction for sheet in library.datasheets()), *known.factions})


def _faction(game: str, text: str, known: Known) -> str:
    """The faction as the data spells it; of a game with faction keywords any of these as well.

    Raises:
        BuildError: naming the nearest.
    """
    every = _factions(game, known)
    wanted = library.slug(text)
    for each in every:
        if library.slug(each) == wanted:
            return each
    if game == "w40k10":
        lent = (sheet for faction in known.factions for sheet in known.stock(faction))
        for sheet in (*library.datasheets(), *lent):
            if wanted in map(library.slug, sheet.faction_keywords):
                return text
    slugs = {library.slug(each): each for each in every}
    near = [slugs[key] for key in difflib.get_close_matches(wanted, slugs, n=3, cutoff=0.5)]
    told = f"did you mean {' or '.join(near)}?" if near else f"expected one of: {', '.join(every)}"
    raise BuildError(f"--faction: found {text!r}; {told}")
