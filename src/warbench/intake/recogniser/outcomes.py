"""What phrases do, as effects without side, attacks and condition: those come from what stands around them."""

from typing import Any

from lark import Token, Transformer

from warbench.games.w40k10.unit_rules import (
    CHARGE_FROM_ABOVE,
    CHARGE_FROM_INSIDE,
    CHEAPER_STRATAGEM,
    COMMAND_POINT,
    DEARER_ALONE,
    DEARER_STRATAGEM,
    HINDERS_ESCAPE,
    KEEP_OBJECTIVE,
    LEAVE_ADVANCED,
    MUST_TEST,
    POINT_BACK,
    REGAINS,
    WORDS,
)
from warbench.intake.recogniser import words as of
from warbench.intake.recogniser.phrases import Models, NotUnderstoodError, Who
from warbench.rules.conditions import is_true
from warbench.rules.effects import (
    Against,
    AllowReroll,
    ChangeRoll,
    ChangeValue,
    Effect,
    Forbid,
    Grant,
    IgnoreDamage,
    MoveCritical,
    Permit,
    Scope,
)

Children = list[Any]
Effects = tuple[Effect, ...]

_AFTER = {"advanced": "advance", "fell back": "fall back"}
_FREELY_ROLLED = ("hit", "wound", "damage")
_SUCCESSES = 2
"""Every face that can succeed: an unmodified 1 never does."""


class OutcomeReader(Transformer[Token, Any]):
    """Makes effects of the rules of the grammar that say what happens."""

    # --- in an attack ---

    def add_roll(self, children: Children) -> Effects:
        """A bonus to a roll."""
        by, roll = children
        return (ChangeRoll(roll=of.critical_roll(roll), by=of.number(by)),)

    def subtract_roll(self, children: Children) -> Effects:
        """A penalty to a roll."""
        by, roll = children
        return (ChangeRoll(roll=of.critical_roll(roll), by=-of.number(by)),)

    def reroll_ones(self, children: Children) -> Effects:
        """A re-roll of ones."""
        return (AllowReroll(roll=_rolled(children[0]), which="ones"),)

    def reroll_free(self, children: Children) -> Effects:
        """A re-roll of whatever its owner likes."""
        return (AllowReroll(roll=_rolled(children[0]), which="best"),)

    def improve_attack(self, children: Children) -> Effects:
        """Characteristics of the attack are improved."""
        words, by = children
        return self.improved(words, of.number(by))

    def worsen_attack(self, children: Children) -> Effects:
        """Characteristics of the attack are worsened."""
        words, by = children
        return self.improved(words, -of.number(by))

    def add_attack(self, children: Children) -> Effects:
        """Something is added to characteristics of the attack."""
        by, words = children
        return self.changed(words, of.number(by), sign=1)

    def subtract_attack(self, children: Children) -> Effects:
        """Something is taken from characteristics of the attack."""
        by, words = children
        return self.changed(words, of.number(by), sign=-1)

    def halve_attack(self, children: Children) -> Effects:
        """Characteristics of the attack are halved."""
        return tuple(ChangeValue(name=name, halve=True) for name in _of_attacks(children[0]))

    def attack_has(self, children: Children) -> Effects:
        """The attack has weapon abilities."""
        return tuple(Grant(keyword=name) for name in of.names_in(children[0]))

    def critical(self, children: Children) -> Effects:
        """Faces from a number on are critical."""
        roll, on = children
        return (MoveCritical(roll=of.critical_roll(roll), on=of.number(on)),)

    def critical_success(self, children: Children) -> Effects:
        """Faces from a number on are critical if they succeed."""
        roll, on = children
        return (MoveCritical(roll=of.critical_roll(roll), on=of.number(on), only_if_successful=True),)

    def critical_always(self, children: Children) -> Effects:
        """Every success is critical."""
        return (MoveCritical(roll=of.critical_roll(children[0]), on=_SUCCESSES, only_if_successful=True),)

    def ignore(self, children: Children) -> Effects:
        """Penalties are ignored: nobody would ignore a bonus."""
        words = children[0]
        named = [name for name in ("skill", "hit", "wound") if name in words]
        return tuple(Forbid(what=f"{name} penalties") for name in named)

    def attack_covered(self, _children: Children) -> Effects:
        """The target has the Benefit of Cover."""
        return (Permit(what="cover"),)

    # --- what models have ---

    def invulnerable(self, children: Children) -> Models:
        """An invulnerable save."""
        on, *against = children
        scope: Scope = "all" if not against else "ranged" if "ranged" in against[0] else "melee"
        return Models((ChangeValue(name="invulnerable", set=of.number(on), attacks=scope),))

    def feel_no_pain(self, children: Children) -> Models:
        """Feel No Pain, against one kind of damage or all."""
        on, *against = children
        named: list[Against] = [kind for kind in ("psychic", "mortal") if against and kind in against[0]] or ["all"]
        return Models(tuple(IgnoreDamage(on=of.number(on), against=kind) for kind in named))

    def gift(self, children: Children) -> Models:
        """An ability of units."""
        return Models((Grant(keyword=str(children[0])),))

    def keyword_given(self, children: Children) -> Models:
        """A keyword."""
        (word,) = of.names_in(children[0])
        if word not in WORDS:
            raise NotUnderstoodError(word)
        return Models((Grant(keyword=word),))

    def covered(self, children: Children) -> Models:
        """The Benefit of Cover."""
        return Models((Permit(what="cover"),), against=bool(children))

    def trait_set(self, children: Children) -> Models:
        """A characteristic becomes a number."""
        words, value = children
        name, *others = _of_models(words)
        if others or (name == "movement") is not value.endswith('"'):
            raise NotUnderstoodError(words)
        return Models((ChangeValue(name=name, set=of.number(value)),))

    def save_set(self, children: Children) -> Models:
        """The Save becomes a number."""
        return Models((ChangeValue(name="save", set=of.number(children[0])),))

    # --- outside attacks ---

    def ramp(self, children: Children) -> Models:
        """Who gets out after a Normal move may charge."""
        *only, transport, _, deed = children
        if deed == "shoot":
            raise NotUnderstoodError(deed)
        return Models((Permit(what=CHARGE_FROM_ABOVE if only else CHARGE_FROM_INSIDE),), transport)

    def lets_out(self, children: Children) -> Models:
        """Units may get out after an Advance."""
        return Models((Permit(what=LEAVE_ADVANCED),), children[0])

    def keeps(self, children: Children) -> Models:
        """An objective stays under control."""
        who, _, owner = children
        if owner != "you control":
            raise NotUnderstoodError(owner)
        return Models((Permit(what=KEEP_OBJECTIVE),), who)

    def keeps_too(self, children: Children) -> Models:
        """The same in other words."""
        return Models((Permit(what=KEEP_OBJECTIVE),), children[0])

    def point_back(self, children: Children) -> Models:
        """A stratagem used for the unit may give a Command point back."""
        who, on = children
        if of.number(on) not in POINT_BACK:
            raise NotUnderstoodError(on)
        return Models((Permit(what=POINT_BACK[of.number(on)]),), who)

    def gains_point(self, _children: Children) -> Models:
        """A Command point as one's Command phase starts: whoever is with the model."""
        return Models((Permit(what=COMMAND_POINT),), Who("unit"))

    def regains_first(self, children: Children) -> Models:
        """Lost wounds come back as the own Command phase starts."""
        who, wounds = children
        return Models((Permit(what=REGAINS["start", _how_many(wounds)]),), who)

    def regains_last(self, children: Children) -> Models:
        """The same as it ends."""
        who, wounds = children
        return Models((Permit(what=REGAINS["end", _how_many(wounds)]),), who)

    def hinders(self, children: Children) -> Models:
        """Enemies that fall back from it must test whether they escape."""
        return Models((Permit(what=HINDERS_ESCAPE),), children[0] if children else Who("unit"))

    def hidden(self, children: Children) -> Models:
        """Ranged attacks may target it from nearby only."""
        who, within = children
        return Models((ChangeValue(name="targeted_within", set=of.number(within)),), who)

    def dearer(self, children: Children) -> Models:
        """A stratagem that the opponent uses for the unit costs more."""
        who, *alone = children
        return Models((Permit(what=DEARER_ALONE if alone else DEARER_STRATAGEM),), who)

    def must_test(self, children: Children) -> Models:
        """A unit that has losses must take a Battle-shock test in the step for them."""
        *who, state = children
        fact, holds = of.state(state)
        if fact != "below_starting_strength" or not holds:
            raise NotUnderstoodError(state)
        return Models((Permit(what=MUST_TEST, when=is_true(f"target_{fact}")),), who[0] if who else Who("led"))

    def cheaper(self, _children: Children) -> Models:
        """A stratagem costs less, once a battle round."""
        return Models((Permit(what=CHEAPER_STRATAGEM),), Who("unit"))

    # --- numbers ---

    @staticmethod
    def changed(words: str, by: int, *, sign: int) -> Effects:
        """Something is added to (or taken from) characteristics of attacks; Armour Penetration is improved instead."""
        names = _of_attacks(words)
        if "ap" in names:
            raise NotUnderstoodError(words)
        return tuple(ChangeValue(name=name, by=sign * by) for name in names)

    @staticmethod
    def improved(words: str, by: int) -> Effects:
        """Characteristics of attacks are improved, or with a negative number worsened."""
        names = _of_attacks(words)
        return tuple(ChangeValue(name=name, by=-by if name in of.LESS_IS_BETTER else by) for name in names)

    @staticmethod
    def added(words: str, by: int) -> Effects:
        """Something is added to characteristics of models; Leadership is improved instead."""
        names = _of_models(words)
        if "leadership" in names:
            raise NotUnderstoodError(words)
        return tuple(ChangeValue(name=name, by=by) for name in names)

    @staticmethod
    def bettered(words: str, by: int) -> Effects:
        """Characteristics of models are improved."""
        return tuple(ChangeValue(name=name, by=-by if name in of.LESS_IS_BETTER else by) for name in _of_models(words))

    @staticmethod
    def rerolls(rolls: str) -> Effects:
        """Rolls outside attacks may be thrown again."""
        return tuple(AllowReroll(roll=name) for name in _named(rolls))

    @staticmethod
    def bonuses(rolls: str, by: int) -> Effects:
        """Something is added to rolls outside attacks."""
        return tuple(ChangeRoll(roll=name, by=by) for name in _named(rolls))

    @staticmethod
    def permits(deed: str, after: str) -> Effects:
        """What may be done in a turn in which something else was done."""
        deeds = [name for name in ("shoot", "charge") if name in deed]
        befores = [_AFTER[part] for part in after.split(" or ")]
        return tuple(Permit(what=f"{do} after {before}") for do in deeds for before in befores)

    @staticmethod
    def advance(by: int) -> Effects:
        """Advances so far without a roll."""
        return (ChangeValue(name="advance", set=by),)


def _how_many(wounds: str) -> str:
    return "D3" if "d3" in wounds else "1"


def _rolled(words: str) -> str:
    roll = words.partition(" ")[0]
    if roll not in _FREELY_ROLLED:
        raise NotUnderstoodError(words)
    return roll


def _named(rolls: str) -> list[str]:
    return [name for name in ("advance", "charge", "battle-shock", "leadership", "desperate escape") if name in rolls]


def _of_attacks(words: str) -> tuple[str, ...]:
    names = of.traits(words)
    if not names or not of.OF_ATTACKS.issuperset(names):
        raise NotUnderstoodError(words)
    return names


def _of_models(words: str) -> tuple[str, ...]:
    names = of.traits(words)
    if not names or not of.OF_ATTACKS.isdisjoint(names):
        raise NotUnderstoodError(words)
    return names
