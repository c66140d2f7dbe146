"""Which of a unit's ranged weapons may be used now, and at which enemy units.

What a weapon or a core rule forbids stands once, in the effects of ``core`` and ``keywords``: here they are asked, with the facts
of the table. Distance and sight are measured for each bearer.
"""

from collections.abc import Iterable
from functools import lru_cache

import msgspec

from warbench.battle.asking import name_of
from warbench.battle.requests import Refusal
from warbench.games.w40k10.battle.faction_rules.haste import left_alone
from warbench.games.w40k10.battle.grants import grants, may_grant
from warbench.games.w40k10.battle.guns import Armed, Fire, guns_of
from warbench.games.w40k10.battle.privileges import has, permits, targeted_within
from warbench.games.w40k10.battle.sight import Outlook
from warbench.games.w40k10.battle.state import State, Unit
from warbench.games.w40k10.core import CORE_EFFECTS
from warbench.games.w40k10.facts import FACTS
from warbench.games.w40k10.keywords import effects_of, read_keyword
from warbench.games.w40k10.question import Weapon
from warbench.games.w40k10.rulings import RULINGS
from warbench.games.w40k10.settle import Active, applying, of_kind
from warbench.games.w40k10.unit_rules import SHOOT_ADVANCED, SHOOT_FELL_BACK
from warbench.rules.effects import Forbid, Permit
from warbench.table.lattice import INCH
from warbench.table.measure import Standing

BIG = frozenset({"monster", "vehicle"})
_LONE_RANGE = 12 * INCH


class Stance(msgspec.Struct, frozen=True):
    """How a unit stands when it shoots. ``engaged``: the enemy units in its Engagement Range; ``hurried``: it Advanced."""

    unit: str
    words: tuple[str, ...]
    engaged: tuple[str, ...]
    stationary: bool
    hurried: bool
    overwatch: bool

    @property
    def big(self) -> bool:
        """Whether it shoots all its weapons while engaged (C14)."""
        return not BIG.isdisjoint(self.words)


def stance_of(state: State, unit: Unit, outlook: Outlook, *, overwatch: bool = False) -> Stance:
    """How a unit stands. Only in its own turn has it Remained Stationary, unless the last one counts (A3)."""
    own = state.active == state.player(unit.id)
    stood = unit.stood and not unit.charged and RULINGS.settle(state.options.rulings)["heavy-out-of-turn"] == "yes"
    return Stance(
        unit=unit.id,
        words=words_of(state, unit),
        engaged=outlook.engaged(unit.id),
        stationary=unit.moved == "stationary" if own else stood,
        hurried=unit.moved == "advance" and not permits(state, unit, SHOOT_ADVANCED),
        overwatch=overwatch,
    )


def words_of(state: State, unit: Unit) -> tuple[str, ...]:
    """The keywords of the models that a unit has left, in order."""
    entry = state.entry(unit.id)
    known: dict[frozenset[int], tuple[str, ...]] = entry.__dict__.setdefault("_words", {})
    kinds = frozenset(entry.index[model.id] for model in unit.models)
    if kinds not in known:
        known[kinds] = tuple(sorted(state.keywords(unit)))
    return known[kinds]


def why_idle(state: State, unit: Unit, outlook: Outlook) -> Refusal | None:
    """Why a unit may not shoot at all, whatever its targets; None when it may (C13, C14, W-310, W-314)."""
    name = name_of(state, unit.id)
    entry = state.entry(unit.id)
    if unit.where != "table":
        return Refusal("not-on-table", f"{name} is not on the battlefield", "C18" if unit.where == "inside" else "C13")
    if unit.shot:
        return Refusal("has-shot", f"{name} was selected to shoot already in this phase", "C13")
    if unit.moved == "fall back" and not unit.free_hands and not permits(state, unit, SHOOT_FELL_BACK):
        return Refusal("fell-back", f"{name} fell back this turn: it cannot shoot", "W-314")
    guns = [gun for kind in {entry.index[model.id] for model in unit.models} for gun in guns_of(entry, kind)]
    hurried = unit.moved == "advance" and not permits(state, unit, SHOOT_ADVANCED)
    assault = may_grant(state, unit, "assault") or any("assault" in families for gun in guns for families in gun.families)
    if hurried and not assault:
        return Refusal("advanced", f"{name} advanced this turn and has no Assault weapons", "W-310")
    pistols = any("pistol" in families for gun in guns for families in gun.families)
    if guns and not pistols and BIG.isdisjoint(words_of(state, unit)) and outlook.engaged(unit.id):
        return Refusal("engaged", f"{name} is within Engagement Range: only Pistols, Monsters and Vehicles may shoot", "C14")
    return None


class Arsenal:
    """The weapons that a unit could shoot now, and the answer, for each of them and each enemy unit, whether it may."""

    def __init__(self, state: State, unit: Unit, arms: Iterable[Armed], stance: Stance, outlook: Outlook) -> None:
        """Take the weapons."""
        self.state = state
        self.unit = unit
        self.arms = list(arms)
        self.stance = stance
        self.outlook = outlook
        self.enemies = [other.id for other in state.on_table(1 - state.player(unit.id))]
        self._shapes = {shape.name: shape for shape in self.outlook.shapes[unit.id]}
        self._reach: dict[str, int] = {}
        for armed in self.arms:
            longest = max(_range(weapon) for weapon in armed.gun.profiles)
            self._reach[armed.bearer] = max(longest, self._reach.get(armed.bearer, 0))
        self._seen: dict[tuple[str, str], int | None] = {}
        self._forbidden: dict[tuple[int, int, str], str] = {}
        self._alone: dict[str, bool] = {}
        self._within: dict[str, int | None] = {}
        self._left_alone = left_alone(state, unit)

    def shape(self, model: str) -> Standing:
        """A model of the unit on the table."""
        return self._shapes[model]

    def sees(self, bearer: str, target: str) -> int | None:
        """How near the nearest model is that a bearer sees, if within the reach of its weapons (lattice units)."""
        key = (bearer, target)
        if key not in self._seen:
            self._seen[key] = self.outlook.seen(self.unit.id, self._shapes[bearer], target, self._reach[bearer])
        return self._seen[key]

    def held_by(self, target: str) -> tuple[str, ...]:
        """The units of the attacker's army, other than the attacker, in Engagement Range of a target."""
        return tuple(other for other in self.outlook.engaged(target) if other != self.unit.id)

    def target_engaged(self, fire: Fire) -> bool:
        """Whether the target counts as engaged with friends: not for Pistols shot at an enemy that engages their own unit."""
        close = fire.has("pistol") and fire.target in self.stance.engaged
        return bool(self.held_by(fire.target)) and not close

    def may(self, fire: Fire) -> bool:
        """Whether a weapon may be shot so."""
        return not self._out_of_reach(fire) and not self._barred(fire)

    def why_not(self, fire: Fire) -> Refusal | None:
        """Why a weapon may not be shot so; None when it may."""
        code = self._barred(fire) or self._out_of_reach(fire)
        if not code:
            return None
        if code in _REASONS:
            sentence, rule = _REASONS[code]
        else:
            code, sentence, rule = "may-not-target", *code.split("|")
        weapon, target = fire.weapon, name_of(self.state, fire.target)
        return Refusal(code, f"{weapon.name} at {target}: {sentence.format(weapon=weapon)}", rule)

    def _barred(self, fire: Fire) -> str:
        """What forbids the weapon in this profile against the target, whoever bears it: a code, or ``sentence|rule``."""
        stance = self.stance
        if fire.target in self._left_alone:
            return "in-haste"
        if stance.hurried and not fire.has("assault") and not grants(self.state, self.unit, fire, "assault"):
            return "advanced"
        if stance.engaged and not stance.big and fire.target not in stance.engaged and fire.has("pistol"):
            return "not-engaged-with"
        weapon = fire.weapon
        key = (id(fire.armed.gun), fire.profile, fire.target)
        found = self._forbidden.get(key)
        if found is None:
            words = words_of(self.state, self.state.units[fire.target])
            seen = not _permits_unseen(weapon.keywords) or self.visible(fire.target)
            found = _forbidden(weapon.keywords, weapon.range, stance, self.target_engaged(fire), seen, words)
            self._forbidden[key] = found
        return found

    def sees_any(self, bearer: str, target: str) -> bool:
        """Whether a bearer sees any model of a target, however far away."""
        return self.sees(bearer, target) is not None or self.outlook.sees_from(self.unit.id, self._shapes[bearer], target)

    def visible(self, target: str) -> bool:
        """Whether any model of a target is visible to any model of the unit (W-073, W-077, X-37)."""
        bearers = dict.fromkeys(armed.bearer for armed in self.arms)
        return any(self.sees(bearer, target) is not None for bearer in bearers) or self.outlook.sees(self.unit.id, target)

    def _out_of_reach(self, fire: Fire) -> str:
        """Whether the bearer is too far away or sees nothing of the target in range (W-057, W-339, Lone Operative)."""
        bearer, target, weapon = fire.armed.bearer, fire.target, fire.weapon
        reach = _range(weapon)
        if self.outlook.apart(self.unit.id, target, reach):
            return "out-of-range"
        if self._is_alone(target) and self.distance(bearer, target) > _LONE_RANGE:
            return "lone-operative"
        within = self._targeted_within(target)
        if within is not None and self.distance(bearer, target) > within:
            return "too-far-to-target"
        if _permits_unseen(weapon.keywords):
            return "" if self.distance(bearer, target) <= reach else "out-of-range"
        seen = self.sees(bearer, target)
        if seen is not None and seen <= reach:
            return ""
        return "out-of-range" if self.distance(bearer, target) > reach else "not-visible"

    def _is_alone(self, target: str) -> bool:
        found = self._alone.get(target)
        if found is None:
            found = self._alone[target] = alone(self.state, self.state.units[target])
        return found

    def _targeted_within(self, target: str) -> int | None:
        """How near a bearer must be to shoot at a target at all (lattice units)."""
        if target not in self._within:
            inches = targeted_within(self.state, self.state.units[target])
            self._within[target] = None if inches is None else inches * INCH
        return self._within[target]

    def distance(self, bearer: str, target: str) -> int:
        """From a bearer to the nearest model of a target, in lattice units rounded up."""
        return self.outlook.distance(self._shapes[bearer], target)


_REASONS = {
    "in-haste": ("its unit Advanced or Fell Back: it leaves alone whom it was engaged with, and targets of others", "C13"),
    "out-of-range": ('out of range: it reaches {weapon.range:g}"', "W-057"),
    "not-visible": ("no model in range can be seen", "W-339"),
    "advanced": ("its unit advanced, and it is no Assault weapon", "W-310"),
    "lone-operative": ('a Lone Operative is targeted from within 12" only', "C13"),
    "too-far-to-target": ("an ability of the target lets it be shot at from nearby only", "C13"),
    "not-engaged-with": ("an engaged unit shoots its Pistols at enemies within its Engagement Range", "C14"),
}


def alone(state: State, unit: Unit) -> bool:
    """Whether a unit is a Lone Operative that is not part of an Attached unit."""
    if state.attached(unit):
        return False
    entry = state.entry(unit.id)
    own = all(entry.ability("lone-operative", part) is not None for part in state.parts(unit))
    return own or has(state, unit, "lone operative")


def _range(weapon: Weapon) -> int:
    return round((weapon.range or 0) * INCH)


@lru_cache(maxsize=1024)
def _permits_unseen(keywords: tuple[str, ...]) -> bool:
    return any(isinstance(effect, Permit) and effect.what == "unseen target" for effect in _effects(keywords, None))


@lru_cache(maxsize=1024)
def _effects(keywords: tuple[str, ...], reach: float | None) -> tuple[object, ...]:
    found = (keyword for text in keywords if (keyword := read_keyword(text)) is not None)
    return tuple(effect for keyword in found for effect in effects_of(keyword, reach))


@lru_cache(maxsize=16384)
def _forbidden(  # noqa: PLR0913, PLR0917 -- the key of a cache
    keywords: tuple[str, ...],
    reach: float | None,
    stance: Stance,
    target_engaged: bool,  # noqa: FBT001 -- the same
    visible: bool,  # noqa: FBT001 -- the same
    target_words: tuple[str, ...],
) -> str:
    """What forbids a weapon's target, as ``sentence|rule``; empty when nothing does (W-064, W-065, W-079, C13, C14)."""
    read = [keyword for text in keywords if (keyword := read_keyword(text)) is not None]
    facts = {
        **_USUAL,
        "engaged": bool(stance.engaged),
        "target_engaged": target_engaged,
        "visible": visible,
        "stationary": stance.stationary,
        "overwatch": stance.overwatch,
        "attacker_keywords": stance.words,
        "target_keywords": target_words,
        "weapon_keywords": tuple(keyword.family for keyword in read),
    }
    every = [Active(effect, f"{keyword.name} may not be used at it") for keyword in read for effect in effects_of(keyword, reach)]
    every += [Active(effect, effect.source) for effect in CORE_EFFECTS]
    for effect, source in of_kind(applying(every, "", "ranged", facts), Forbid):
        if effect.what == "target":
            return f"{source}|{effect.rule or 'C13'}"
    return ""


_USUAL = FACTS.settle({})
