"""What the phrases of an ability mean together: which condition, which attacks and which models each effect is for.

Every phrase must find its place. One that could bear on two things is left alone, and the whole ability with it.
"""

from collections.abc import Iterable, Sequence

import msgspec

from warbench.intake.recogniser.phrases import (
    Armed,
    Around,
    If,
    Lead,
    Models,
    Moment,
    NotUnderstoodError,
    Outcome,
    Phrase,
    Stop,
    Test,
    Trigger,
    Who,
)
from warbench.rules.conditions import Condition, has, is_true, not_
from warbench.rules.effects import AllowReroll, ChangeValue, Effect, Scope, Side

_DONE = frozenset({"charged", "stationary"})
"""What a unit did this turn: facts of an attacker alone, a target cannot be asked for them."""


class Given(msgspec.Struct, frozen=True):
    """An effect and whom it serves: the whole unit or the model alone. ``bearer`` says that the text calls him so.

    ``around``: it serves every unit that this reaches.
    """

    effect: Effect
    whole: bool
    bearer: bool
    around: Around | None = None


class Meaning(msgspec.Struct, frozen=True):
    """What an ability does. ``leads`` says that it serves a unit that its model leads, ``bearer`` that the text calls him so."""

    given: tuple[Given, ...]
    leads: bool = False
    bearer: bool = False


def meaning_of(phrases: Iterable[Phrase]) -> Meaning:
    """The effects that phrases in this order give.

    Raises:
        NotUnderstoodError: when a phrase finds no place, or there is nothing that acts.
    """
    reader = _Reader()
    for phrase in phrases:
        reader.take(phrase)
    return reader.done()


class _Reader:
    """Reads phrase after phrase, and keeps what the next ones hang on."""

    def __init__(self) -> None:
        self._given: list[Given] = []
        self._lead: Lead | None = None
        self._around: Around | None = None
        self._moment: Moment | None = None
        self._trigger: Trigger | None = None
        self._if: Test | None = None
        self._last_if: Test | None = None
        self._owner: Who | None = None
        self._recent: list[int] = []
        self._before_if = 0
        # A phrase that says when or if waits for what it bears on.
        self._open = False
        self._first = True
        # Between a full stop and the next trigger or condition nothing says which attacks are meant.
        self._adrift = False

    def take(self, phrase: Phrase) -> None:
        """Take the next phrase."""
        match phrase:
            case Stop():
                self._stop()
            case Lead():
                self._begin(phrase)
                self._lead = phrase
            case Around():
                self._begin(phrase)
                self._around = phrase
                self._trigger = None
            case Moment():
                self._begin(phrase)
                self._moment = phrase
                self._trigger = None
            case Trigger():
                self._trigger = phrase
                self._if = self._last_if = None
                self._recent = []
                self._open, self._adrift = True, False
            case If():
                self._take_if(phrase.test)
            case Outcome():
                self._take_outcome(phrase)
            case Armed():
                self._take_armed(phrase)
            case Models():
                self._take_models(phrase)

    def done(self) -> Meaning:
        """All that was understood."""
        if self._open or not self._given:
            raise NotUnderstoodError("nothing follows")
        lead = self._lead
        bearer = any(given.bearer for given in self._given) or (lead is not None and lead.who.bearer)
        return Meaning(tuple(self._given), lead is not None and not lead.led, bearer)

    # --- sentences ---

    def _stop(self) -> None:
        if self._open:
            raise NotUnderstoodError("a sentence without an outcome")
        self._last_if, self._if = self._if or self._last_if, None
        self._moment = self._owner = None
        self._first, self._adrift = False, True

    def _begin(self, phrase: Lead | Around | Moment) -> None:
        """A phrase that says when stands before all that it bears on."""
        if isinstance(phrase, Around):
            if self._open or self._lead is not None or self._moment is not None or (self._given and self._around is None):
                raise NotUnderstoodError("an aura in the middle")
        elif self._around is not None:
            raise NotUnderstoodError("when, within an aura")
        elif isinstance(phrase, Lead):
            if self._given or self._open or phrase.who.what == "led" or (phrase.led and not phrase.who.whole):
                raise NotUnderstoodError("a lead in the middle")
        elif self._moment is not None or (self._open and self._lead is None):
            raise NotUnderstoodError("two times at once")
        self._open = True

    def _take_if(self, test: Test) -> None:
        if self._trigger is None or self._if is not None:
            raise NotUnderstoodError("a condition of nothing")
        if test.aims and not _narrows(test, self._trigger.tests):
            raise NotUnderstoodError("two targets")
        self._if = test
        self._open, self._adrift = True, False
        self._before_if = len(self._given)

    # --- what follows ---

    def _take_outcome(self, outcome: Outcome) -> None:
        trigger = self._trigger
        if trigger is None or self._adrift:
            raise NotUnderstoodError("an outcome of nothing")
        tests = [*trigger.tests, *([self._if] if self._if is not None else []), *([outcome.test] if outcome.test else [])]
        if self._last_if is not None:
            if outcome.tail != "as well":
                raise NotUnderstoodError("two conditions")
            tests.append(self._last_if)
        if outcome.tail == "instead":
            self._replace(self._if or outcome.test, trigger, outcome.effects)
        before = len(self._given)
        for effect in outcome.effects:
            self._add(effect, trigger.who, trigger.side, trigger.scope, tests, trigger.weapon, trigger)
        self._recent += range(before, len(self._given))

    def _replace(self, test: Test | None, trigger: Trigger, effects: Sequence[Effect]) -> None:
        """What stood before holds only where the new condition does not; the wider of two re-rolls holds by itself."""
        replaced = [index for index in self._recent if self._if is None or index < self._before_if]
        if test is None or not replaced:
            raise NotUnderstoodError("instead of what?")
        new = [effect.roll for effect in effects if isinstance(effect, AllowReroll)]
        for index in replaced:
            old = self._given[index]
            if isinstance(old.effect, AllowReroll):
                if old.effect.roll not in new:
                    raise NotUnderstoodError("instead of another roll")
                continue
            parts = (not_(self._condition(test, trigger.side, trigger)), *([old.effect.when] if old.effect.when else []))
            changed = msgspec.structs.replace(old.effect, when=_all(parts))
            self._given[index] = msgspec.structs.replace(old, effect=changed)

    def _take_armed(self, armed: Armed) -> None:
        if self._if is not None or (self._trigger is not None and self._open):
            raise NotUnderstoodError("weapons under a condition of attacks")
        self._trigger = None
        arms, moment = armed.arms, self._moment
        who, weapon = arms.who, arms.weapon
        if who.what == "it":
            if moment is None or (arms.that and not moment.weapon) or (not arms.that and moment.who.whole):
                raise NotUnderstoodError("whose weapons?")
            who, weapon = moment.who, moment.weapon if arms.that else weapon
        for effect in armed.effects:
            self._add(effect, who, "attacker", arms.scope, (*armed.tests, *arms.tests), weapon)

    def _take_models(self, models: Models) -> None:
        who = models.who or self._owner
        trigger = self._trigger
        if models.against:
            if trigger is None or trigger.side != "defender" or trigger.scope != "ranged":
                raise NotUnderstoodError("against which attack?")
            tests = [*trigger.tests, *([self._if] if self._if is not None else [])]
            for effect in models.effects:
                self._add(effect, trigger.who, "defender", "ranged", tests, trigger=trigger)
            return
        if who is None or who.what == "it" or self._if is not None or (trigger is not None and self._open):
            raise NotUnderstoodError("whose?")
        if self._moment is not None and self._moment.when is not None:
            raise NotUnderstoodError("models for a while")
        self._owner, self._trigger = who, None
        for effect in models.effects:
            self._add(effect, who, "defender", effect.attacks, ())

    # --- one effect ---

    def _add(  # noqa: PLR0913, PLR0917 -- an effect and all that it hangs on
        self,
        effect: Effect,
        who: Who,
        side: Side,
        scope: Scope,
        tests: Iterable[Test],
        weapon: str = "",
        trigger: Trigger | None = None,
    ) -> None:
        self._open = False
        tests = tuple(tests)
        who = self._known(who)
        if self._lead is not None and who.what != "led" and (not self._first or (self._lead.led and not who.whole)):
            raise NotUnderstoodError("while it leads, or always?")
        conditions = [self._condition(test, side, trigger) for test in tests]
        if effect.when is not None:
            conditions.append(effect.when)
        if any(test.ranged for test in tests) and scope != "ranged":
            if scope == "melee" or any(condition.fact == "closest_target" for condition in conditions):
                raise NotUnderstoodError("no such melee attack")
            scope = "ranged"
        if self._lead is not None:
            conditions.append(is_true("leading" if side == "attacker" else "target_led"))
            if self._lead.model:
                conditions.append(_contains(self._lead.model, side))
        if self._moment is not None:
            scope = self._within_moment(side, scope, conditions)
        if isinstance(effect, ChangeValue) and effect.name == "attacks" and not weapon:
            # The attacks of such weapons are changed only by what names them.
            conditions.append(not_(has("weapon_keywords", "extra attacks")))
        for attacks, parts in _by_reach(scope, conditions):
            made = msgspec.structs.replace(effect, side=side, attacks=attacks, when=_all(parts), weapon=weapon or None)
            source = who if self._around is None else self._around.source
            self._given.append(Given(made, who.whole, source.bearer, self._around))

    def _known(self, who: Who) -> Who:
        """Whom "that unit" is: the one that is led, else the one whose moment it is."""
        if self._around is not None and who.what != ("self" if self._around.over == "bearers" else "led"):
            raise NotUnderstoodError("not the unit that the aura reaches")
        if who.what != "led" or self._lead is not None or self._around is not None:
            return who
        if self._moment is None or self._moment.who.what != "unit":
            raise NotUnderstoodError("which unit?")
        return self._moment.who

    def _within_moment(self, side: Side, scope: Scope, conditions: list[Condition]) -> Scope:
        moment = self._moment
        assert moment is not None  # noqa: S101 -- the caller looked
        if moment.when is not None:
            if side == "defender":
                raise NotUnderstoodError("a moment of the attacker")
            conditions.append(moment.when)
            # Who charged has only melee attacks left to make; who stood still may fight as well, and no fact says so there.
            if scope == moment.scope or (scope == "all" and (moment.only or moment.scope == "melee")):
                return moment.scope
            raise NotUnderstoodError("other attacks")
        if moment.model:
            conditions.append(_contains(moment.model, side))
        else:
            conditions.append(is_true(moment.fact if side == "attacker" else f"target_{moment.fact}"))
        return scope

    def _condition(self, test: Test, side: Side, trigger: Trigger | None) -> Condition:
        if test.when is not None:
            return test.when
        about = test.about
        assert about is not None  # noqa: S101 -- a test has one of the two
        fact = test.fact
        aims = trigger is not None and trigger.aims
        if self._around is not None and (aims or about.what != "led"):
            raise NotUnderstoodError("the unit that is near, or the target?")
        if about.what == "led" and self._lead is None and self._around is None and not aims:
            raise NotUnderstoodError("which unit?")
        if about.what == "led" and aims and side == "attacker":
            # "That unit" is the one that was named last: the target. Whose an objective is, is asked by the attacker.
            if fact == "on_own_objective":
                raise NotUnderstoodError("an objective of whose?")
            fact = f"target_{fact}"
        elif side == "defender":
            fact = f"target_{fact}"
        if fact.removeprefix("target_") in _DONE and fact.startswith("target_"):
            raise NotUnderstoodError("a target's moves")
        return is_true(fact) if test.true else not_(is_true(fact))


def _contains(model: str, side: Side) -> Condition:
    return has("models_there" if side == "attacker" else "target_models_there", model)


def _narrows(test: Test, tests: Iterable[Test]) -> bool:
    """Whether what is said anew of the target's keywords holds all that was said of them before, or there is no such thing."""
    if not _reads_keywords(test) or test.when is None:
        return True
    said = test.when.of if test.when.op == "all" else (test.when,)
    return all(each.when in said for each in tests if _reads_keywords(each))


def _reads_keywords(test: Test) -> bool:
    return test.when is not None and "target_keywords" in test.when.facts()


def _all(parts: Sequence[Condition]) -> Condition | None:
    """All of the conditions; None for none. What is said twice counts once."""
    unique = tuple(dict.fromkeys(parts))
    if not unique:
        return None
    return unique[0] if len(unique) == 1 else Condition("all", of=unique)


def _by_reach(scope: Scope, conditions: list[Condition]) -> list[tuple[Scope, list[Condition]]]:
    """An effect for all attacks within some inches: melee attacks are always so near."""
    if scope != "ranged" and any(part.of and "distance" in part.facts() for part in conditions):
        raise NotUnderstoodError("a distance among other conditions")
    if scope == "ranged" or not any(part.fact == "distance" for part in conditions):
        return [(scope, conditions)]
    near = [part for part in conditions if part.fact != "distance"]
    return [("melee", near)] if scope == "melee" else [("ranged", conditions), ("melee", near)]
