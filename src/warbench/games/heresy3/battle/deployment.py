"""Before the first turn: zones, Fortifications first, joined characters, passengers and Reserves, deployment, the first turn.

The steps of a core mission from the deployment map on (H-032..H-036; facts 16). Armies are declared before the battle.
"""

from warbench.battle.asking import name_of, roll, rolled
from warbench.battle.requests import Ask, Draft, Option, Procedure, Refusal, Search
from warbench.games.heresy3.battle.barricades import lay
from warbench.games.heresy3.battle.events import Began, Joined, Lasts, Over, RollOff, Said, TakenOff
from warbench.games.heresy3.battle.placing import ask_setup, drafted, set_up, setup_judge, setup_rule, setups
from warbench.games.heresy3.battle.state import Lasting, State, Unit
from warbench.rules.effects import Forbid
from warbench.table.lattice import INCH
from warbench.table.layout import zone_outline
from warbench.table.measure import Marker
from warbench.table.regions import AnyOf, MoreThan, Region
from warbench.table.units import SetupRule

FORTIFICATION = "fortification"
_FORWARD = 12 * INCH - 1
_APART = 2 * INCH
_SIX = 6


def next_step(state: State) -> Procedure[None]:
    """The next thing to do before the battle."""
    return {
        "maps": _zones,
        "fortifications": _fortifications,
        "formations": _formations,
        "order": _order,
        "deploy": _deploy,
        "first": _first,
    }[state.core.step](state)


def _step(step: str) -> Began:
    return Began(round=0, turn=0, phase="setup", step=step)


def _higher(state: State, purpose: str, rule: str) -> Procedure[int]:
    """Roll off; the player whose die is higher."""
    while True:
        dice = []
        for player in (0, 1):
            (face,) = yield from roll(state, player, purpose, 1)
            dice.append(face)
            yield rolled(player, purpose, (face,), f"player {'AB'[player]}", rule=rule)
        if dice[0] != dice[1]:
            return 0 if dice[0] > dice[1] else 1


def _zones(state: State) -> Procedure[None]:
    """Who has which zone: the higher die has zone A (facts 16, step 5)."""
    player = yield from _higher(state, "zone", "H-033")
    yield RollOff(what="zone", player=player, rule="H-033")
    yield _step("fortifications")


def _untold(state: State) -> Procedure[None]:
    """Name what units have that this battle does not follow."""
    for entry in state.roster.units.values():
        texts = dict.fromkeys(text for kind in entry.kinds for text in kind.untold)
        if texts:
            yield Said(text=f"{name_of(state, entry.id)}: not modelled: {', '.join(texts)}", unit=entry.id, rule="not-modelled")


# --- Fortifications ---


def _fortifications(state: State) -> Procedure[None]:
    """The player of the higher zone roll deploys all his Fortifications, then the other all of his (H-033, H-035)."""
    for player in (state.core.zone_of.index(0), state.core.zone_of.index(1)):
        for unit in _waiting(state, player):
            if _is_fortification(state, unit):
                yield from _place_fortification(state, unit)
                return
    yield _step("formations")


def _place_fortification(state: State, unit: Unit) -> Procedure[None]:
    text = f"{name_of(state, unit.id)}: where is it deployed?"
    placed = yield from ask_setup(
        state, unit.player, unit, deployment_rule(state, unit), "deploy", "deploy", text, source="H-034"
    )
    if placed is not None:
        own = state.mission.deployment[state.core.zone_of[unit.player]]
        yield from lay(state, unit, own)
    else:
        yield Over(why=f"there is no room for {name_of(state, unit.id)}: the battle cannot begin without it (H-025)")


def refusal_of_deployment(state: State, unit: Unit) -> Refusal | None:
    """Why a unit may not be deployed now (H-032, H-033, H-035, H-036), or None."""
    name = name_of(state, unit.id)
    if state.core.step == "maps":
        return Refusal("no-zones", f"{name}: the deployment zones are not allocated yet", "H-032")
    first = state.core.zone_of.index(0)
    owed = {player: [each for each in _waiting(state, player) if _is_fortification(state, each)] for player in (0, 1)}
    if _is_fortification(state, unit):
        if unit.player != first and owed[first]:
            return Refusal("not-your-turn", f"{name}: first the other player deploys all his Fortifications", "H-033")
        return None
    if owed[0] or owed[1]:
        return Refusal("fortifications-first", f"{name}: Fortifications are deployed before any other model", "H-032")
    return None


def not_ready(state: State) -> Refusal | None:
    """Why the first turn cannot begin: a Fortification that is not deployed (H-025), or None."""
    for player in (0, 1):
        for unit in _all(state, player):
            if _is_fortification(state, unit) and unit.where != "table":
                return Refusal("not-deployed", f"{name_of(state, unit.id)} must be deployed before the first turn", "H-025")
    return None


# --- who begins where ---


def _formations(state: State) -> Procedure[None]:
    """What the army lists say: who has joined whom, who is embarked, who waits in Reserves (facts 16, step 6)."""
    for entry in state.roster.units.values():
        unit = state.units[entry.id]
        if entry.joins:
            for model in list(unit.models):
                yield Joined(model=model.id, unit=entry.joins)
        elif entry.inside:
            yield TakenOff(unit=entry.id, where="inside", transport=entry.inside, rule="H-210")
        elif entry.reserve:
            refusal = refusal_of_reserve(state, unit)
            if refusal is None:
                yield TakenOff(unit=entry.id, where="reserve", rule="H-274")
            else:
                yield Said(text=refusal.sentence, unit=entry.id, rule=refusal.rule)
    yield from _untold(state)
    yield _step("order")


def refusal_of_reserve(state: State, unit: Unit) -> Refusal | None:
    """Why a unit may not begin the battle in Reserves (H-025, H-274), or None."""
    name = name_of(state, unit.id)
    if _is_fortification(state, unit):
        return Refusal("no-reserves", f"{name} is a Fortification and can never be placed into Reserves", "H-025")
    if state.mission.reserves or "flyer" in state.types(unit):
        return None
    for model in unit.models:
        kind = state.kind(model.id)
        if kind.has("deep strike") is None and kind.has("outflank") is None:
            return Refusal("no-reserves", f"{name}: no rule lets it wait in Reserves", "H-274")
    return None


def _order(state: State) -> Procedure[None]:
    """The loser of a roll-off deploys first, and takes the first turn (facts 16, step 7)."""
    winner = yield from _higher(state, "deployment", "deployment-order")
    yield RollOff(what="first", player=1 - winner, rule="deployment-order")
    yield _step("deploy")


def _deploy(state: State) -> Procedure[None]:
    """One player deploys all his units, then the other."""
    for player in (state.core.first, 1 - state.core.first):
        waiting = _waiting(state, player)
        if waiting:
            yield from _deploy_one(state, player, waiting)
            return
    yield _step("first")


def _deploy_one(state: State, player: int, waiting: list[Unit]) -> Procedure[None]:
    """Deploy the next unit where its player puts it, or in Reserves where a rule allows. In which order makes no difference."""
    unit = waiting[0]
    rule = deployment_rule(state, unit)
    found = setups(state, unit, rule)
    room = yield Search(found.exists)
    able = refusal_of_reserve(state, unit) is None
    if not room and not able:
        # Without room and without a right to wait a unit cannot take part; it comes in as Reserves do.
        yield Said(text=f"there is no room to deploy {name_of(state, unit.id)}: it waits in Reserves", unit=unit.id)
        yield TakenOff(unit=unit.id, where="reserve", rule="no-room")
        return
    judge_place = setup_judge(state, unit, rule, "deployment-zone")

    def options() -> list[Option | Draft]:
        waits = [Option("reserve", "it waits in Reserves")] if able else []
        return [*drafted(found), *waits]

    def judge(key: str) -> Refusal | None:
        if key == "reserve":
            return refusal_of_reserve(state, unit)
        return refusal_of_deployment(state, unit) or judge_place(key)

    text = f"{name_of(state, unit.id)}: where is it deployed?"
    key = yield Ask(player, "deploy", text, options, subject=unit.id, judge=judge)
    if key == "reserve":
        yield TakenOff(unit=unit.id, where="reserve", rule="H-274")
        return
    yield from set_up(state, unit, key, "deploy", "deployment-zone")
    own = state.mission.deployment[state.core.zone_of[player]]
    if infiltrates(state, unit) and not all(own.holds(shape, state.field.size) for shape in state.shapes(unit)):
        held = Lasting(effect=Forbid(what="charge"), until="battle turn", source="Infiltrate")
        yield Lasts(unit=unit.id, lasting=held)


def infiltrates(state: State, unit: Unit) -> int:
    """How far from enemies a unit may be deployed outside its zone: the greatest X of Infiltrate (X); 0 unless all have it."""
    values = [state.kind(model.id).has("infiltrate") for model in unit.models]
    return max((int(value or 0) for value in values), default=0) if all(values) else 0


def deployment_rule(state: State, unit: Unit) -> SetupRule:
    """Where a unit may be deployed: wholly in its zone (H-034), more than 2 inches from enemies; or by Forward Deployment.

    With Infiltrate (X) also anywhere outside the enemy's zone that is X inches from enemies (facts 19; C2).
    """
    own, other = (state.mission.deployment[state.core.zone_of[player]] for player in (unit.player, 1 - unit.player))
    region: Region = own
    if any(state.kind(model.id).has("forward deployment") is not None for model in unit.models):
        region = MoreThan((Marker("zone", zone_outline(other)),), _FORWARD)
    apart = infiltrates(state, unit) * INCH - 1
    if apart > 0:
        region = AnyOf((own, MoreThan((Marker("zone", zone_outline(other)),), 0)))
    return setup_rule(state, unit, region, apart=max(apart, _APART))


def _first(state: State) -> Procedure[None]:
    """The other player may seize the initiative on a 6 (facts 16)."""
    refusal = not_ready(state)
    if refusal is not None:
        yield Over(why=refusal.sentence)
        return
    second = 1 - state.core.first
    (face,) = yield from roll(state, second, "seize the initiative", 1)
    yield rolled(second, "seize the initiative", (face,), "seized" if face == _SIX else "not seized", rule="seize")
    if face == _SIX:
        yield RollOff(what="first", player=second, rule="seize")
    yield Began(round=1, turn=state.core.first, phase="start", step="effects")


def _is_fortification(state: State, unit: Unit) -> bool:
    return FORTIFICATION in state.types(unit)


def _all(state: State, player: int) -> list[Unit]:
    return [unit for unit in state.units.values() if unit.player == player]


def _waiting(state: State, player: int) -> list[Unit]:
    return [unit for unit in _all(state, player) if unit.where == "waiting"]
