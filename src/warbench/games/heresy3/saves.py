"""What a model has against a wound or a penetrating hit: one save, one Damage Mitigation Test, and less Damage."""

from functools import lru_cache

import msgspec

from warbench.chance import Check, TargetNumber, settle
from warbench.games.heresy3.question import NO_SAVE, Group
from warbench.games.heresy3.settle import WORST, number
from warbench.games.heresy3.special_rules import MODELS, effects_of, read_rule, strongest
from warbench.games.heresy3.trials import Desk, numbered
from warbench.rules.active import Active, applying, modifiers, of_kind
from warbench.rules.desk import explained, plus, rerolled, with_policy
from warbench.rules.effects import ChangeValue, Grant, IgnoreDamage
from warbench.rules.requests import Amount


class Model(msgspec.Struct):
    """One kind of model as an attack meets it: the desk with the model's own rules among the effects."""

    desk: Desk
    group: Group
    own: list[Active]

    @property
    def label(self) -> str:
        """What to add to a number's name, where the target has kinds with names."""
        return f" of {self.group.name}" if self.group.name else ""


def model_of(desk: Desk, group: Group) -> Model:
    """A kind of model with its own special rules."""
    granted = [effect.keyword for effect, _ in of_kind(desk.actives, Grant) if effect.side == "defender"]
    known = [rule for rule in map(read_rule, (*group.special_rules, *granted)) if rule is not None]
    lit = any(rule.family == "searchlight" for rule in known)
    read = [rule for rule in known if rule.family in MODELS and not (lit and rule.family == "shrouded")]
    own = [Active(effect, rule.name) for rule in strongest(read) for effect in effects_of(rule)]
    return Model(desk, group, applying(own, desk.weapon.name, desk.weapon.type, desk.facts))


def save(model: Model, ap: int, *, armour_saves: bool, cover: bool = True, label: str = "") -> Check | None:
    """The best of a model's Armour, Cover and Invulnerable Saves; None when it has none (H-111, H-240)."""
    desk, group = model.desk, model.group
    options: list[tuple[str, TargetNumber]] = []
    ignored = ""
    base, why = number("save", group.save, desk.actives, desk.facts)
    if base < NO_SAVE:
        if not armour_saves:
            ignored = "no Armour Saves against penetrating hits"
        elif ap <= base:
            ignored = f"AP {ap} ignores Armour Save {base}+"
        else:
            options.append((f"Armour Save {base}+", _option(desk, base, "armour save")))
    invulnerable = _invulnerable(desk, group)
    if invulnerable is not None and invulnerable < NO_SAVE:
        options.append((f"Invulnerable Save {invulnerable}+", _option(desk, invulnerable, "invulnerable save")))
    behind = desk.facts["cover"] if group.cover is None else group.cover
    if cover and isinstance(behind, int) and not desk.forbids("cover"):
        options.append((f"Cover Save {behind}+", _option(desk, behind, "cover save")))
    name = f"Saving Throw{model.label}{label}"
    if not options:
        desk.say(name, "none", (*why, *((ignored,) if ignored else ())))
        return None
    said, best = max(options, key=lambda option: sum(option[1].check.faces))
    others = [text for text, _ in options if text != said]
    because = (said, *why, *explained(best), *((ignored,) if ignored else ()), *(f"better than {text}" for text in others))
    desk.say(name, plus(best), (*because, *rerolled("save", desk.actives)))
    return with_policy("save", best.check, desk.actives)


def _option(desk: Desk, need: int, kind: str) -> TargetNumber:
    return numbered("save", need, modifiers(("save", kind), desk.actives, desk.facts))


def _invulnerable(desk: Desk, group: Group) -> int | None:
    given = [
        effect.set for effect, _ in of_kind(desk.actives, ChangeValue) if effect.name == "invulnerable" and effect.set is not None
    ]
    if group.invulnerable is not None:
        given.append(group.invulnerable)
    return min(given, default=None)


def mitigation(model: Model) -> Check | None:
    """The one Damage Mitigation Test that a model makes after its save: the best it has. No modifier applies to it."""
    desk = model.desk
    seen = not desk.forbids("shrouded")
    found: list[tuple[int, str]] = []
    for effect, source in of_kind([*model.own, *desk.actives], IgnoreDamage):
        if not source.startswith("Shrouded"):
            found.append((effect.on, source))
        elif seen:
            harder, why = number("shrouded", effect.on, desk.actives, desk.facts)
            found.append((max(effect.on, min(harder, WORST)), ", ".join((source, *why))))
    if not found:
        return None
    on, source = min(found)
    desk.say(f"Damage Mitigation Test{model.label}", f"{on}+", (source,))
    return mitigation_check(on)


@lru_cache(maxsize=16)
def mitigation_check(on: int) -> Check:
    """The check that discards one unsaved wound."""
    return settle("damage mitigation", need=on, critical=None).check


def damage_to(model: Model, damage: Amount, more: int) -> Amount:
    """The damage of one unsaved wound on a model: ``more`` is what special rules added, Eternal Warrior takes off."""
    less = [-effect.by for effect, _ in of_kind(model.own, ChangeValue) if isinstance(effect.by, int) and effect.name == "damage"]
    if damage.fixed == 0:
        # H-190: Damage 0 stays 0.
        return damage
    change = damage.change
    if more:
        change = msgspec.structs.replace(change, add=change.add + more)
    if less:
        change = msgspec.structs.replace(change, subtract=change.subtract + max(less), floor=1)
    if change == damage.change:
        return damage
    return msgspec.structs.replace(damage, change=change)
