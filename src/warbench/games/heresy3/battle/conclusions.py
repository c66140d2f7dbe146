"""The Aftermath of a combat: what a unit may do at its end, each option a small object (facts 13; H-053..H-056, H-107, H-233)."""

from collections.abc import Sequence

from warbench.battle.asking import ask, name_of, roll, rolled, unit_options
from warbench.battle.requests import Option, Procedure, Search
from warbench.games.heresy3.battle.closing import Closing
from warbench.games.heresy3.battle.combats import is_fort, lock, side_of, touched, unlock
from warbench.games.heresy3.battle.events import Marked, Said
from warbench.games.heresy3.battle.leaving import CONSOLIDATE, DISENGAGE, Leaving
from warbench.games.heresy3.battle.moves import may_change_place
from warbench.games.heresy3.battle.numbers import current
from warbench.games.heresy3.battle.piling import pile_in
from warbench.games.heresy3.battle.placing import is_hull
from warbench.games.heresy3.battle.routing import fall_back
from warbench.games.heresy3.battle.shooting import shoot
from warbench.games.heresy3.battle.state import State, Unit
from warbench.games.heresy3.battle.statuses import give, has, immune, is_thoughtless
from warbench.games.heresy3.battle.volley_attacks import VOLLEY, can_volley
from warbench.table.lattice import INCH

WON, LOST, DREW = "won", "lost", "drew"
FELL_BACK, DISENGAGED, CAUGHT = "fell back", "disengaged", "caught"


class Ending:
    """How a combat ended for a side: its units, ``won``, ``lost`` or ``drew``, whether nobody is left against it (a massacre).

    ``left`` fills up as units leave it: how each did, by unit (``fell back``, ``disengaged``, ``caught`` by who pursued it).
    """

    def __init__(self, combat: Sequence[str], result: str, left: dict[str, str] | None = None, *, massacre: bool = False) -> None:
        """Take how it ended."""
        self.combat = tuple(combat)
        self.result = result
        self.massacre = massacre
        self.left: dict[str, str] = {} if left is None else left

    @property
    def staying(self) -> list[str]:
        """The units that have not left the combat."""
        return [key for key in self.combat if key not in self.left]


class Conclusion:
    """Something that a unit may do at the end of a combat."""

    id = ""
    text = ""
    rule = ""

    def open_to(self, state: State, unit: Unit, ending: Ending) -> bool:
        """Whether the unit may do it."""
        raise NotImplementedError

    def carry_out(self, state: State, unit: Unit, ending: Ending) -> Procedure[None]:
        """Do it."""
        raise NotImplementedError


def is_routed(unit: Unit) -> bool:
    """Whether a unit is Routed: it can only Fall Back (H-233)."""
    return has(unit, "routed")


def gone_from(state: State, unit: Unit, ending: Ending) -> list[Unit]:
    """The enemy units that fell back from a combat and are on the battlefield still."""
    player = side_of(state, ending.combat, unit)
    units = [state.units[key] for key, how in ending.left.items() if how == FELL_BACK]
    return [each for each in units if each.player == 1 - player and each.where == "table"]


def may_follow(state: State, unit: Unit, ending: Ending) -> bool:
    """Whether a unit of the winner may do more than Hold or Fall Back: no enemy unit that could choose is staying."""
    if is_hull(state, unit) or (ending.result != WON and not ending.massacre):
        return False
    player = side_of(state, ending.combat, unit)
    staying = [state.units[key] for key in ending.staying if side_of(state, ending.combat, state.units[key]) != player]
    return all(is_fort(state, foe) for foe in staying if foe.where == "table")


class Hold(Conclusion):
    """All models pile in; while one touches an enemy the unit stays locked."""

    id = "hold"
    text = "Hold: pile in and stay"
    rule = "aftermath-hold"

    def open_to(self, state: State, unit: Unit, ending: Ending) -> bool:
        """Any unit; after a massacre only what cannot move."""
        return not ending.massacre or is_hull(state, unit)

    def carry_out(self, state: State, unit: Unit, ending: Ending) -> Procedure[None]:
        """Pile in."""
        yield from pile_in(state, unit, ending.staying)


class Disengage(Conclusion):
    """The loser moves away by its Movement; if it cannot, it must Hold."""

    id = DISENGAGE
    text = "Disengage: move away"
    rule = "aftermath-disengage"

    def open_to(self, state: State, unit: Unit, ending: Ending) -> bool:
        """A unit that lost, is no hull, and is not Pinned or Routed."""
        if ending.result != LOST or has(unit, "routed", "pinned"):
            return False
        return may_change_place(state, unit) is None and not is_hull(state, unit)

    def carry_out(self, state: State, unit: Unit, ending: Ending) -> Procedure[None]:
        """Move away, or Hold where no legal way is found."""
        leaving = Leaving(state, unit, DISENGAGE, ending.combat)
        if not (yield Search(leaving.exists)):
            yield Said(text=f"{name_of(state, unit.id)} cannot get away and must Hold", unit=unit.id, rule=self.rule)
            yield from HOLD.carry_out(state, unit, ending)
            return
        yield from unlock(unit, self.rule)
        ending.left[unit.id] = DISENGAGED
        yield from leaving.make()


class FallBack(Conclusion):
    """The whole unit is Routed, if it was not, and falls back at once (H-107)."""

    id = "fall back"
    text = "Fall Back"
    rule = "H-107"

    def open_to(self, state: State, unit: Unit, ending: Ending) -> bool:
        """Any unit but hulls and what cannot be Routed."""
        return not ending.massacre and not is_hull(state, unit) and not all(immune(state, each, "routed") for each in unit.models)

    def carry_out(self, state: State, unit: Unit, ending: Ending) -> Procedure[None]:
        """Routed, then away."""
        yield from give(state, unit, "routed", source="Fall Back", rule=self.rule)
        yield from unlock(unit, self.rule)
        ending.left[unit.id] = FELL_BACK
        yield from fall_back(state, unit)


class Pursue(Conclusion):
    """The winner moves by Initiative and a die at a unit that fell back; contact counts as a successful charge."""

    id = "pursue"
    text = "Pursue who fell back"
    rule = "aftermath-pursue"

    def open_to(self, state: State, unit: Unit, ending: Ending) -> bool:
        """The winner, not Pinned, when somebody fell back."""
        if not may_follow(state, unit, ending) or has(unit, "pinned") or may_change_place(state, unit) is not None:
            return False
        if any(state.kind(model.id).has("slow and purposeful") is not None for model in unit.models):
            return False
        return bool(gone_from(state, unit, ending))

    def carry_out(self, state: State, unit: Unit, ending: Ending) -> Procedure[None]:
        """Roll, and move as near as can be."""
        (face,) = yield from roll(state, unit.player, "pursue", 1, unit.id)
        yield rolled(unit.player, "pursue", (face,), f'Initiative and {face}"', unit.id, self.rule)
        limits = {model.id: INCH * ((current(state, model, "initiative") or 0) + face) for model in state.living(unit)}
        targets = gone_from(state, unit, ending)
        closing = Closing(state, unit, "pursue", min(limits.values()), targets, limits=limits)
        if not (yield Search(closing.exists)):
            return
        paths = yield from closing.ask()
        if paths is None:
            return
        yield from closing.go(paths)
        caught = [other for other in touched(state, unit) if other in targets]
        if caught:
            yield Marked(unit=unit.id, mark="charged", value=True, rule=self.rule)
            ending.left.update(dict.fromkeys((other.id for other in caught), CAUGHT))
            yield from lock(state, unit, caught)


class GunDown(Conclusion):
    """The winner makes a Volley Attack at a unit that fell back."""

    id = "gun down"
    text = "Gun Down who fell back"
    rule = "aftermath-gun-down"

    def open_to(self, state: State, unit: Unit, ending: Ending) -> bool:
        """The winner, when it has Assault weapons for somebody who fell back."""
        return may_follow(state, unit, ending) and bool(self._targets(state, unit, ending))

    def carry_out(self, state: State, unit: Unit, ending: Ending) -> Procedure[None]:
        """Choose the target, and shoot."""
        targets = self._targets(state, unit, ending)
        text = f"{name_of(state, unit.id)}: whom does it gun down?"
        key = yield from ask(unit.player, "gun down", text, unit_options(state, targets), unit.id)
        yield from shoot(state, unit, only=key, facts=VOLLEY.given)

    @staticmethod
    def _targets(state: State, unit: Unit, ending: Ending) -> list[Unit]:
        return [other for other in gone_from(state, unit, ending) if can_volley(state, unit, other)]


class Consolidate(Conclusion):
    """The winner moves by its Initiative; after a massacre it must."""

    id = CONSOLIDATE
    text = "Consolidate"
    rule = "aftermath-consolidate"

    def open_to(self, state: State, unit: Unit, ending: Ending) -> bool:
        """The winner, when nobody stays."""
        return may_follow(state, unit, ending)

    def carry_out(self, state: State, unit: Unit, ending: Ending) -> Procedure[None]:
        """Move, if there is any way to go."""
        refusal = may_change_place(state, unit)
        if refusal is not None or has(unit, "pinned"):
            sentence = refusal.sentence if refusal is not None else f"{name_of(state, unit.id)} is Pinned and stays"
            yield Said(text=sentence, unit=unit.id, rule=self.rule)
            return
        yield from Leaving(state, unit, CONSOLIDATE, ending.combat).make()


HOLD = Hold()
CONCLUSIONS: tuple[Conclusion, ...] = (HOLD, Disengage(), FallBack(), Pursue(), GunDown(), Consolidate())
"""Every option of the Aftermath."""


def open_conclusions(state: State, unit: Unit, ending: Ending) -> list[Conclusion]:
    """What a unit may do at the end of a combat; nothing for a Fortification (H-053, H-056)."""
    if is_fort(state, unit) or unit.where != "table" or not state.living(unit):
        return []
    if is_routed(unit):
        return [each for each in CONCLUSIONS if isinstance(each, FallBack)]
    able = [each for each in CONCLUSIONS if each.open_to(state, unit, ending)]
    if is_thoughtless(state, unit):
        return [each for each in able if isinstance(each, (Hold, FallBack, Consolidate))]
    return able


def conclude(state: State, unit: Unit, ending: Ending) -> Procedure[None]:
    """Ask what a unit does, and do it."""
    able = open_conclusions(state, unit, ending)
    if not able:
        return
    options = [Option(each.id, each.text) for each in able]
    key = yield from ask(unit.player, "aftermath", f"{name_of(state, unit.id)}: what does it do now?", options, unit.id)
    chosen = next(each for each in able if each.id == key)
    yield Said(text=f"{name_of(state, unit.id)}: {chosen.text}", unit=unit.id, rule=chosen.rule)
    yield from chosen.carry_out(state, unit, ending)
