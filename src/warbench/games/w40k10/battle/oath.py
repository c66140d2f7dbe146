"""Oath of Moment in a battle: in the own Command phase the Space Marines pick the enemy unit that their attacks favour."""

import msgspec

from warbench.battle.asking import ask, unit_options
from warbench.battle.requests import Procedure
from warbench.games.w40k10.abilities import effects_of_ability
from warbench.games.w40k10.battle.events import Lasts
from warbench.games.w40k10.battle.state import Lasting, State, Unit
from warbench.games.w40k10.library import slug
from warbench.rules.effects import Effect

ABILITY = "oath-of-moment"

CODEX = frozenset(
    {
        "1st-company-task-force",
        "anvil-siege-force",
        "bastion-task-force",
        "firestorm-assault-force",
        "gladius-task-force",
        "ironstorm-spearhead",
        "librarius-conclave",
        "stormlance-task-force",
        "vanguard-spearhead",
    }
)
"""The detachments of the Codex: with one of them the oath also helps to wound."""

DIVERGENT = frozenset({"black templars", "blood angels", "dark angels", "deathwatch", "space wolves"})
"""Chapters whose units in the army take that help away."""


def until_command(player: int) -> str:
    """The moment (``Lasting.until``) at which a player's next Command phase begins."""
    return f"command {player}"


def swear(state: State, player: int) -> Procedure[None]:
    """Pick an enemy unit; until the next own Command phase the units with the ability re-roll hits against it."""
    sworn = [unit for unit in _living(state, player) if state.entry(unit.id).ability(ABILITY) is not None]
    enemies = _living(state, 1 - player)
    if not sworn or not enemies:
        return
    against = yield from ask(player, "oath", "Oath of Moment: against which enemy unit?", unit_options(state, enemies))
    for unit in sworn:
        for effect in _effects(state, player, unit):
            yield Lasts(unit=unit.id, lasting=Lasting(effect, until_command(player), "Oath of Moment", against))


def _living(state: State, player: int) -> list[Unit]:
    return [unit for key, unit in state.units.items() if state.player(key) == player and unit.where != "gone"]


def _effects(state: State, player: int, unit: Unit) -> list[Effect]:
    """The ability's effects whose condition the oath fulfils: what they ask for is settled here, once."""
    ability = state.entry(unit.id).ability(ABILITY)
    facts = {"oath_of_moment": True, "codex_detachment": codex(state, player)}
    found = effects_of_ability(ability) if ability is not None else ()
    return [
        msgspec.structs.replace(effect, when=None, source="Oath of Moment")
        for effect in found
        if effect.when is None or effect.when.holds(facts)
    ]


def codex(state: State, player: int) -> bool:
    """Whether the army has a Codex detachment and no unit of a divergent chapter."""
    words = {word for entry in state.roster.of(player) for word in entry.keywords}
    return slug(state.roster.armies[player].detachment) in CODEX and words.isdisjoint(DIVERGENT)
