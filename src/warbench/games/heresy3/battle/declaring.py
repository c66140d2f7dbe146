"""Step 3, which weapons are fired: one for each model unless a rule allows more; and Step 4, the Fire Groups that they make.

The answers: ``best`` (each model's best by expected damage), ``spare`` (that without what runs out, where a combi-weapon would
fire it beside its other profile), ``prefer:NAME`` (whoever has that weapon fires it, the others their best), ``only:NAME`` (that
weapon alone: what else a vehicle has may be fired at another unit), or a list: ``A1.1=bolter;A1.2=bolt pistol|plasma pistol``.
Models that a list leaves out hold their fire.
"""

from collections import Counter
from collections.abc import Container, Sequence

import msgspec

from warbench.attack.stages import stage_means
from warbench.battle.asking import name_of
from warbench.battle.requests import Ask, Option, Procedure, Refusal
from warbench.games.heresy3.arms import clash
from warbench.games.heresy3.battle.arms import question_weapon, rule_of
from warbench.games.heresy3.battle.bearing import facts_between, group_of, struck_models
from warbench.games.heresy3.battle.cover import cover_of
from warbench.games.heresy3.battle.guns import Gun, Stance, at_once, controller, is_still, snaps
from warbench.games.heresy3.battle.readings import readings
from warbench.games.heresy3.battle.state import State, Unit
from warbench.games.heresy3.models import target_of
from warbench.games.heresy3.plan import facts_of, plan_weapon
from warbench.games.heresy3.question import Question
from warbench.rules.conditions import Value
from warbench.table.lattice import INCH, inches_up

BEST, SPARE, PREFER, ONLY = "best", "spare", "prefer:", "only:"
_UNDER = 3
"""So many models are taken to be under a marker when weapons are compared."""


class FireGroup(msgspec.Struct, frozen=True):
    """A Fire Group: weapons alike that hit, wound and are measured alike."""

    guns: tuple[Gun, ...]

    @property
    def name(self) -> str:
        """What the weapon is called."""
        return self.guns[0].arm.name


def facts_for(state: State, unit: Unit, stance: Stance, guns: Sequence[Gun]) -> dict[str, Value]:
    """The facts of an attack with some weapons: how far, seen or not, still or not, as Snap Shots or not."""
    return {
        "distance": inches_up(max(gun.distance for gun in guns)),
        "visible": not guns[0].indirect,
        "stationary": is_still(state, unit, stance),
        "snap_shots": snaps(unit, stance),
        # A Weapons Array fires into every arc without that penalty.
        "further_target": stance.further and not guns[0].arc,
        **stance.given,
    }


# --- Step 3 ---


def declare(  # noqa: PLR0913 -- who, at whom, with what, how
    state: State, unit: Unit, target: Unit, guns: Sequence[Gun], stance: Stance, *, splits: bool = False
) -> Procedure[list[Gun]]:
    """Ask which of the weapons that may be fired are; with ``splits`` the others may be fired at another unit."""
    menu = Menu(state, unit, target, guns, stance, splits=splits)
    if not menu.is_open:
        return list(guns)
    key = yield Ask(
        controller(state, state.units[stance.crew] if stance.crew else unit),
        "weapons",
        f"{name_of(state, unit.id)}: which weapons at {name_of(state, target.id)}?",
        menu.options,
        subject=unit.id,
        judge=menu.judge,
        matter=menu,
    )
    return menu.chosen(key)


class Menu:
    """The weapons that a unit may fire at another, and the ways to choose among them."""

    def __init__(  # noqa: PLR0913 -- who, at whom, with what, how
        self, state: State, unit: Unit, target: Unit, guns: Sequence[Gun], stance: Stance, *, splits: bool = False
    ) -> None:
        """Take what may be fired."""
        self.names = tuple(dict.fromkeys(gun.arm.name for gun in guns))
        self.splits = splits and len(self.names) > 1
        self.state, self.unit, self.target, self.stance = state, unit, target, stance
        self.guns = list(guns)
        self.by_model: dict[str, list[Gun]] = {}
        for gun in guns:
            self.by_model.setdefault(gun.bearer, []).append(gun)
        self._worth: dict[tuple[object, ...], float] = {}

    @property
    def spares(self) -> bool:
        """Whether a profile that runs out would be fired beside another of its weapon (Combi), so that it may be spared."""
        if not any(rule_of(gun.arm, "combi") for gun in self.guns):
            return False
        best = self.best()
        items = Counter((gun.bearer, gun.item) for gun in best)
        return any(_runs_out(gun) and items[gun.bearer, gun.item] > 1 for gun in best)

    @property
    def is_open(self) -> bool:
        """Whether there is anything to choose."""
        crowded = self.stance.most is not None and len(self.guns) > self.stance.most
        chooses = any(self.fault(model, guns) is not None for model, guns in self.by_model.items())
        return self.splits or crowded or chooses or self.spares

    def fault(self, model: str, guns: Sequence[Gun]) -> Refusal | None:
        """Why a model may not fire these weapons together, or None."""
        most = 1 if self.stance.crew else at_once(self.state, self.state.model(model))
        code = clash([gun.arm for gun in guns], most)
        if not code:
            return None
        twice = f"{model} uses one profile of each weapon"
        return Refusal(code, twice if code == "used-twice" else f"{model} may fire {most} of its weapons", "shooting-step-3")

    def best(self, prefer: str = "") -> list[Gun]:
        """Each model's best weapons by what they are expected to do; a preferred one before all others."""
        found: list[Gun] = []
        for model, guns in self.by_model.items():
            ranked = sorted(guns, key=lambda gun: (gun.arm.name != prefer, -self.worth(gun)))
            taken: list[Gun] = []
            for gun in ranked:
                if self.fault(model, [*taken, gun]) is None:
                    taken.append(gun)
            found += [gun for gun in guns if gun in taken]
        if self.stance.most is not None and len(found) > self.stance.most:
            found = sorted(found, key=lambda gun: (gun.arm.name != prefer, -self.worth(gun)))[: self.stance.most]
        return found

    def worth(self, gun: Gun) -> float:
        """The damage that a weapon is expected to do to the target, surplus included."""
        key = (gun.arm, gun.count, gun.indirect, self.state.kind(gun.bearer).numbers.get("ballistic_skill"))
        if key not in self._worth:
            self._worth[key] = self._measured(gun)
        return self._worth[key]

    def _measured(self, gun: Gun) -> float:
        state, models = self.state, struck_models(self.state, self.target)
        if not models:
            return 0.0
        groups = tuple(group_of(state, self.target, model, cover_of(state, model)) for model in models)
        weapon = question_weapon(state, state.model(gun.bearer), gun.arm, count=gun.count)
        given = {
            **facts_between(state, self.unit, self.target),
            "models_under_marker": min(len(models), _UNDER),
            **facts_for(state, self.unit, self.stance, [gun]),
        }
        question = Question(weapons=(weapon,), target=groups, given=given)
        facts = facts_of(question)
        plan = plan_weapon(question, weapon, facts, readings(state))
        if plan.refused:
            return 0.0
        means = stage_means(plan.group(), target_of(groups, facts))
        return round(float(means.get("damage", means.get("wounds", 0))), 9)

    def options(self) -> list[Option]:
        """The listed ways."""
        best = self.best()
        listed = [Option(BEST, f"the best of each: {_told(best)}")]
        for name in self.names:
            preferred = self.best(name)
            if preferred != best:
                listed.append(Option(f"{PREFER}{name}", _told(preferred)))
        if self.spares:
            listed.append(Option(SPARE, _told(self._spared())))
        if self.splits:
            listed += [Option(f"{ONLY}{name}", f"only {_told(self._only(name))}") for name in self.names]
        return listed

    def judge(self, answer: str) -> Refusal | None:
        """Why an answer names no weapons that may be fired together, or None."""
        found = self._read(answer)
        return found if isinstance(found, Refusal) else None

    def chosen(self, answer: str) -> list[Gun]:
        """The weapons of a legal answer."""
        found = self._read(answer)
        return [] if isinstance(found, Refusal) else found

    def _read(self, answer: str) -> list[Gun] | Refusal:
        if answer == BEST or (answer == SPARE and self.spares):
            return self.best() if answer == BEST else self._spared()
        word, _, name = answer.partition(":")
        if f"{word}:" in {PREFER, ONLY}:
            if name not in self.names:
                return Refusal("no-such-weapon", f"no model may fire {name!r} at this target", "shooting-step-3")
            return self.best(name) if answer.startswith(PREFER) else self._only(name)
        taken: dict[str, list[Gun]] = {}
        for part in answer.split(";"):
            model, _, names = part.partition("=")
            found = self._named(part, model, names.split("|"), taken)
            if isinstance(found, Refusal):
                return found
            taken[model] = found
        guns = [gun for each in taken.values() for gun in each]
        if self.stance.most is not None and len(guns) > self.stance.most:
            return Refusal(
                "too-many-weapons", f"at most {self.stance.most} weapons fire through the Firing Point", "firing-point"
            )
        return guns

    def _spared(self) -> list[Gun]:
        """The best of each, without what runs out."""
        return [gun for gun in self.best() if not _runs_out(gun)]

    def _only(self, name: str) -> list[Gun]:
        """Every weapon of that name that may be fired, and no other."""
        return [gun for gun in self.best(name) if gun.arm.name == name]

    def _named(self, part: str, model: str, names: list[str], taken: Container[str]) -> list[Gun] | Refusal:
        """The weapons that an answer names for a model."""
        if model not in self.by_model or model in taken:
            sentence = f"{part[:60]!r}: expected MODEL=WEAPON, each model once; there are {', '.join(self.by_model)}"
            return Refusal("no-such-model", sentence, "shooting-step-2")
        own = {gun.arm.name: gun for gun in self.by_model[model]}
        missing = [name for name in names if name not in own]
        if missing:
            return Refusal("no-such-weapon", f"{model} may not fire {', '.join(missing)} at this target", "shooting-step-3")
        guns = [own[name] for name in names]
        return self.fault(model, guns) or guns


def _runs_out(gun: Gun) -> bool:
    return rule_of(gun.arm, "limited") is not None


def _told(guns: Sequence[Gun]) -> str:
    counts: dict[str, int] = {}
    for gun in guns:
        counts[gun.arm.name] = counts.get(gun.arm.name, 0) + gun.count
    return ", ".join(f"{count} x {name}" for name, count in counts.items()) or "nothing"


# --- Step 4 ---


def fire_groups(guns: Sequence[Gun]) -> list[FireGroup]:
    """The Fire Groups of some weapons: by weapon and profile; apart those near enough for Melta; a Template for itself."""
    found: dict[tuple[object, ...], list[Gun]] = {}
    for gun in guns:
        melta = rule_of(gun.arm, "melta")
        near = melta is not None and gun.distance <= int(melta.x.rstrip('"')) * INCH
        alone = gun.bearer if rule_of(gun.arm, "template") is not None else ""
        found.setdefault((gun.arm.name, gun.arm, gun.indirect, gun.arc, near, alone), []).append(gun)
    return [FireGroup(tuple(group)) for group in found.values()]


def pick_group(state: State, unit: Unit, player: int, groups: Sequence[FireGroup]) -> Procedure[FireGroup]:
    """Step 5: the attacker picks the next Fire Group."""
    if len(groups) == 1:
        return groups[0]
    key = yield Ask(
        player,
        "fire group",
        f"{name_of(state, unit.id)}: which Fire Group is resolved next?",
        lambda: [Option(str(index), _told(group.guns)) for index, group in enumerate(groups, 1)],
        subject=unit.id,
    )
    return groups[int(key) - 1]
