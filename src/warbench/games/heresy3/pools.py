"""What waits after an attack: plain wounds, those that special rules set aside, hits that wounds cause, glances."""

from typing import NamedTuple

import msgspec

from warbench.attack.target import Order
from warbench.attack.volley import Strike
from warbench.chance import Check, Dice
from warbench.games.heresy3.hitting import hit
from warbench.games.heresy3.models import order, profiles, rolls_on_table, status_order
from warbench.games.heresy3.question import NO_SAVE
from warbench.games.heresy3.rule_effects import GLANCING_SAVE
from warbench.games.heresy3.saves import damage_to, mitigation, model_of, save
from warbench.games.heresy3.sequence import StrikePlan, Wounding, glance, glance_on_table, spread, strike
from warbench.games.heresy3.special_rules import read_rule
from warbench.games.heresy3.tables import VEHICLE_DAMAGE, VEHICLE_DAMAGE_FACES
from warbench.games.heresy3.trials import Desk, HitKind, WoundKind
from warbench.games.heresy3.wounding import breaking, penetration, say_penetration, say_wound, wound
from warbench.rules.active import of_kind
from warbench.rules.effects import OnResult, Permit
from warbench.rules.requests import Amount, Sequence

PLAIN_POOL, ASIDE, SPREAD, TABLE = "plain", "aside", "spread", "table"
"""What a pool holds."""
_TABLE = Check("vehicle damage table", VEHICLE_DAMAGE_FACES)


class Key(NamedTuple):
    """What makes a pool: the kind of its wounds, and whether the attacker picks their model."""

    kind: WoundKind
    picked: bool = False


class Pools(msgspec.Struct):
    """The tests of an attack, and the strikes of its pools with the role of each."""

    hit: Check | None
    kinds: tuple[Wounding, ...]
    critical: tuple[bool, ...]
    strikes: tuple[Strike, ...]
    roles: tuple[str, ...]


def pooled(desk: Desk, damage: Amount) -> Pools:
    """Settle the tests of an attack and what becomes of each of their results.

    Pool 0 holds the plain wounds; then what is set aside in the order in which kinds of hits and wounds occur; results that do
    the same share a pool.
    """
    hit_check, hit_kinds = hit(desk)
    test = penetration if desk.armoured else wound
    if desk.armoured:
        say_penetration(desk)
    else:
        say_wound(desk)
    results = [test(desk, kind) for kind in hit_kinds]
    keys = [[Key(each, kind.picked) for each in found] for kind, (_, found) in zip(hit_kinds, results, strict=True)]
    box = _Box(desk, damage)
    box.index(Key(results[0][1][0]))
    pools = [tuple(box.index(key) for key in row) for row in keys]
    breaker, more = breaking(desk)
    kinds = tuple(
        Wounding(check, into, _named(desk, found), breaker, () if breaker is None else box.broken(row, more))
        for (check, found), into, row in zip(results, pools, keys, strict=True)
    )
    strikes, roles = box.finished()
    return Pools(hit_check, kinds, tuple(kind.critical for kind in hit_kinds), strikes, roles)


def _named(desk: Desk, found: tuple[WoundKind, ...]) -> tuple[str, ...]:
    if not desk.armoured:
        return ()
    return tuple("glancing hits" if each.glancing else "penetrating hits" for each in found)


class _Box:
    """The pools as they come up."""

    def __init__(self, desk: Desk, damage: Amount) -> None:
        self.desk, self.damage = desk, damage
        self.models = [model_of(desk, group) for group in profiles(desk.target)]
        self.orders = [order(desk.target, desk.facts, picked=picked) for picked in (False, True)]
        self.status_orders = tuple(status_order(desk.target, desk.facts, result) for result in range(len(VEHICLE_DAMAGE)))
        self.spreads = next(
            (effect.strength for effect, _ in of_kind(desk.actives, OnResult) if effect.roll == "unsaved" and effect.strength),
            None,
        )
        self.mitigations = [mitigation(model) for model in self.models]
        self.plans: list[tuple[tuple[Sequence, ...], Order]] = []
        self.seen: dict[Key, int] = {}
        self.saves: dict[tuple[int, int], Check | None] = {}

    def index(self, key: Key) -> int:
        """The pool of a key; what does the same to every kind of model shares one."""
        if key not in self.seen:
            made = (tuple(self._sequence(index, key.kind) for index in range(len(self.models))), self.orders[key.picked])
            if made not in self.plans:
                self.plans.append(made)
            self.seen[key] = self.plans.index(made)
        return self.seen[key]

    def broken(self, keys: list[Key], more: int) -> tuple[int, ...]:
        """The pools of results of a penetration test that do so much more Damage; glancing hits do not."""
        harder = [
            key if key.kind.glancing else key._replace(kind=key.kind._replace(damage=key.kind.damage + more)) for key in keys
        ]
        return tuple(map(self.index, harder))

    def _sequence(self, index: int, kind: WoundKind) -> Sequence:
        model = self.models[index]
        if kind.glancing:
            check = self._glancing_save(index, kind.ap)
            frail = any(rule is not None and rule.family == "third-line" for rule in map(read_rule, model.group.special_rules))
            if rolls_on_table(self.desk.target):
                return Sequence(glance_on_table, (check, _TABLE, int(frail)) if frail else (check, _TABLE))
            return Sequence(glance, (check, 1 + frail) if frail else (check,))
        damage = damage_to(model, self.damage, kind.damage)
        return Sequence(strike, (self._plan(index, kind.ap, damage, spreads=self.spreads is not None),))

    def _plan(self, index: int, ap: int, damage: Amount, *, spreads: bool = False) -> StrikePlan:
        return StrikePlan(self._save(index, ap), self.mitigations[index], damage, spreads)

    def _save(self, index: int, ap: int) -> Check | None:
        if (index, ap) not in self.saves:
            # The first Armour Penetration is the weapon's own: it need not be said.
            others = not self.desk.armoured and any(ap != other for _, other in self.saves)
            label = f" against AP {'-' if ap >= NO_SAVE else ap}" if others else ""
            self.saves[index, ap] = save(self.models[index], ap, armour_saves=not self.desk.armoured, label=label)
        return self.saves[index, ap]

    def _glancing_save(self, index: int, ap: int) -> Check | None:
        """A save against a glancing hit: by the ruling any, by an ion shield an Invulnerable Save (C1)."""
        if self.desk.rulings["glancing-save"] == "save":
            return self._save(index, ap)
        if any(effect.what == GLANCING_SAVE for effect, _ in of_kind(self.desk.actives, Permit)):
            return save(self.models[index], ap, armour_saves=False, cover=False, label=" against glancing hits")
        return None

    def finished(self) -> tuple[tuple[Strike, ...], tuple[str, ...]]:
        """All strikes, those of pools that others feed last, and the role of each pool."""
        spread_plan = self._spread_sequences()
        tables = [any(sequence.function is glance_on_table for sequence in row) for row, _ in self.plans]
        strikes: list[Strike] = []
        roles: list[str] = []
        for pool, (row, first) in enumerate(self.plans):
            others = self.status_orders if tables[pool] else ()
            feeds = (len(self.plans),) if spread_plan and row[0].function is strike else ()
            strikes.append(Strike(tuple(enumerate(row)), first, others, feeds))
            roles.append(TABLE if tables[pool] else PLAIN_POOL if pool == 0 else ASIDE)
        if spread_plan:
            strikes.append(Strike(tuple(enumerate(spread_plan)), self.orders[False]))
            roles.append(SPREAD)
        return tuple(strikes), tuple(roles)

    def _spread_sequences(self) -> tuple[Sequence, ...]:
        """The further hits that unsaved wounds cause: Strength X, AP -, Damage 1, no special rules."""
        if self.spreads is None:
            return ()
        plain = plain_desk(self.desk, self.spreads)
        test, _ = wound(plain, HitKind())
        one = Amount("damage", Dice.parse(1))
        self.desk.say("Further hits", f"Strength {self.spreads}", ("Deflagrate: one for each unsaved wound; AP -, Damage 1",))
        return tuple(
            Sequence(spread, (test, self._plan(index, NO_SAVE, damage_to(model, one, 0))))
            for index, model in enumerate(self.models)
        )


def plain_desk(desk: Desk, strength: int) -> Desk:
    """The desk of a hit without special rules, of another Strength and with AP "-"."""
    facts = {**desk.facts, "attack_strength": strength, "attack_ap": NO_SAVE}
    kept = [active for active in desk.actives if not isinstance(active.effect, OnResult)]
    return Desk(
        weapon=desk.weapon,
        target=desk.target,
        everything=desk.everything,
        actives=kept,
        facts=facts,
        rulings=desk.rulings,
        reasons=[],
        unknown=(),
    )
