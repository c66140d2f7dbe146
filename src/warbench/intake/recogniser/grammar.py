"""From marked words to phrases, by the grammar of `ability.lark`."""

from functools import cache
from importlib import resources
from typing import Any, cast

from lark import Lark, Token
from lark.exceptions import UnexpectedInput, VisitError

from warbench.intake.recogniser import words as of
from warbench.intake.recogniser.boons import BoonReader
from warbench.intake.recogniser.phrases import (
    Armed,
    Arms,
    Around,
    If,
    Lead,
    Moment,
    NotUnderstoodError,
    Outcome,
    Phrase,
    Stop,
    Test,
    Trigger,
    Who,
)
from warbench.rules.conditions import Condition, Op, all_of, any_of, at_most, has, is_true, more_than, not_
from warbench.rules.effects import Grant, Scope

Children = list[Any]


def phrases_of(words: str) -> list[Phrase]:
    """The phrases of a text that `wording` has marked.

    Raises:
        NotUnderstoodError: when some of it is no phrase of the grammar.
    """
    try:
        found = cast("list[Phrase]", _parser().parse(words))
    except UnexpectedInput as error:
        raise NotUnderstoodError(words) from error
    except VisitError as error:
        if isinstance(error.orig_exc, NotUnderstoodError):
            raise error.orig_exc from error
        raise
    return found


@cache
def _parser() -> Lark:
    text = resources.files(__package__).joinpath("ability.lark").read_text("utf-8")
    return Lark(text, parser="lalr", lexer="contextual", transformer=_PhraseReader(), maybe_placeholders=False)


def _scope(words: str) -> Scope:
    return "ranged" if "ranged" in words else "melee" if "melee" in words else "all"


def _who(words: str) -> Who:
    bearer = "the bearer" in words
    if words in {"this model", "this transport", "the bearer"}:
        return Who("self", bearer)
    return Who("led" if "that unit" in words else "unit", bearer)


def _stood_still(*, always: bool) -> Condition:
    """Having stood still this turn; unless ``always``, in one's own turn: Fire Overwatch is shot in the opponent's."""
    stood = is_true("stationary")
    return stood if always else all_of(stood, not_(is_true("overwatch")))


def _is(token: object, kind: str) -> bool:
    return isinstance(token, Token) and token.type == kind


class _PhraseReader(BoonReader):
    """Makes a phrase of each rule of the grammar."""

    def start(self, children: Children) -> list[Phrase]:
        return list(children)

    def stop(self, _children: Children) -> Stop:
        return Stop()

    # --- who ---

    def SELF(self, token: Token) -> Who:  # noqa: N802 -- the grammar's name
        return _who(token)

    UNIT = A_MODEL = SELF

    def MODELS(self, token: Token) -> Who:  # noqa: N802 -- the grammar's name
        return Who("it") if token.endswith(" it") else _who(token)

    def IT(self, _token: Token) -> Who:  # noqa: N802 -- the grammar's name
        return Who("it")

    def actor(self, children: Children) -> Who:
        who: Who = children[0]
        return who

    # --- when ---

    def led(self, children: Children) -> Lead:
        return Lead(children[0])

    def led_with(self, children: Children) -> Lead:
        who, mark = children
        return Lead(who, model=of.name_in(mark))

    def led_by(self, children: Children) -> Lead:
        mark, who = children
        if of.names_in(mark) != ("character",):
            raise NotUnderstoodError(mark)
        return Lead(who, led=True)

    def aura(self, children: Children) -> Around:
        reached, *rest = children
        source = rest.pop()
        named = of.name_in(source) if isinstance(source, Token) else ""
        within = next(each for each in rest if _is(each, "IS_WITHIN"))
        mark = of.mark_in(reached)
        return Around(
            Who("self") if named else source,
            next(of.number(each) for each in rest if _is(each, "INCHES")),
            "friends" if "friendly" in reached else "enemies",
            tuple(tuple(name.split("+")) for name in of.names_in(mark)) if mark else (),
            tuple(word for each in rest if isinstance(each, tuple) for word in each),
            wholly="wholly" in within,
            borne_by=named,
        )

    def company(self, children: Children) -> Around:
        who, within, inches, mark = children
        if "wholly" in within:
            raise NotUnderstoodError(within)
        return Around(who, of.number(inches), "bearers", tuple(tuple(name.split("+")) for name in of.names_in(mark)))

    def unreached(self, children: Children) -> tuple[str, ...]:
        names = of.names_in(children[0])
        if any("+" in name for name in names):
            raise NotUnderstoodError(children[0])
        return names

    def while_with(self, children: Children) -> Moment:
        who, mark = children
        return Moment(who, model=of.name_in(mark))

    def while_its(self, children: Children) -> Moment:
        return Moment(Who("unit"), model=of.name_in(children[0]))

    def after_charge(self, children: Children) -> Moment:
        who, until = children
        if "turn" not in until:
            raise NotUnderstoodError(until)
        return Moment(who, is_true("charged"), "melee")

    def after_standing(self, children: Children) -> Moment:
        who, until = children
        if "next" in until:
            return Moment(who, any_of(is_true("stationary"), is_true("stood_still")), "ranged")
        if "turn" not in until:
            raise NotUnderstoodError(until)
        return Moment(who, _stood_still(always=False), "ranged")

    def shooting_still(self, children: Children) -> Moment:
        who, shoots, _ = children
        return Moment(who, _stood_still(always="selected" in shoots), "ranged", only=True)

    def shooting_it_still(self, children: Children) -> Moment:
        who, weapon, _ = children
        return Moment(who, _stood_still(always=False), "ranged", only=True, weapon=of.name_in(weapon))

    def while_near(self, children: Children) -> Moment:
        who, _, *owner = children
        return Moment(who, fact=of.near(owner[0] if owner else ""))

    # --- attacks ---

    def attacks(self, children: Children) -> Trigger:
        who, kind, *rest = children
        tests: list[Test] = [Test(when=has("weapon_keywords", "psychic"))] if "psychic" in kind else []
        scope, weapon, aims = _scope(kind), "", False
        for each in rest:
            if isinstance(each, str):
                weapon = each
            elif isinstance(each, tuple):
                aims = True
                tests += each
            elif isinstance(each, Test):
                tests.append(each)
        if weapon == "ranged":
            scope, weapon = "ranged", ""
        return Trigger("attacker", who, scope, tuple(tests), weapon, aims=aims)

    def attacks_turned(self, children: Children) -> Trigger:
        who, tests, kind = children
        return Trigger("attacker", who, _scope(kind), tests, aims=True)

    def armed(self, children: Children) -> str:
        return of.name_in(children[0])

    def armed_ranged(self, _children: Children) -> str:
        return "ranged"

    def without(self, children: Children) -> Test:
        return Test(when=not_(of.target_words(children[0])))

    def defends(self, children: Children) -> Trigger:
        kind, who = children
        tests = (Test(when=has("weapon_keywords", "psychic")),) if "psychic" in kind else ()
        return Trigger("defender", who, _scope(kind), tests)

    # --- targets ---

    def target_any(self, children: Children) -> tuple[Test, ...]:
        return tuple(children)

    def target_of(self, children: Children) -> tuple[Test, ...]:
        mark, *rest = children
        return (Test(when=of.target_words(mark)), *rest)

    def target_closest(self, children: Children) -> tuple[Test, ...]:
        return (Test(when=is_true("closest_target"), ranged=True), *children)

    def has_words(self, children: Children) -> Test:
        return Test(when=of.target_words(children[0]))

    def lacks_words(self, children: Children) -> Test:
        return Test(when=not_(of.target_words(children[0])))

    def in_state(self, children: Children) -> Test:
        return of.target_state(children[0])

    def not_in_state(self, children: Children) -> Test:
        return of.target_state(children[0], true=False)

    def holds_models(self, children: Children) -> Test:
        return of.holds_models(of.number(children[0]))

    def within_inches(self, children: Children) -> Test:
        return Test(when=at_most("distance", of.number(children[0])))

    def within_half(self, _children: Children) -> Test:
        return Test(when=is_true("within_half_range"), ranged=True)

    def near_objective(self, children: Children) -> Test:
        return of.target_near(children[1] if len(children) > 1 else "")

    # --- conditions ---

    def condition(self, children: Children) -> If:
        return If(children[0])

    def actor_state(self, children: Children) -> Test:
        who, words = children
        fact, holds = of.state(words)
        return Test(who, fact, true=holds)

    def actor_near(self, children: Children) -> Test:
        who, _, *owner = children
        if owner == ["you do not control"] and who.what == "led":
            # Only of a target is this known; whether that unit is one, its place in the sentence says.
            return Test(who, "on_foreign_objective")
        return Test(who, of.near(owner[0] if owner else ""))

    def actor_charged(self, children: Children) -> Test:
        return Test(children[0], "charged")

    def actor_stood(self, children: Children) -> Test:
        return Test(children[0], "stationary")

    def attack_targets(self, children: Children) -> Test:
        (tests,) = children
        parts = tuple(test.when for test in tests if test.when is not None)
        if not parts:
            raise NotUnderstoodError("any target")
        when = parts[0] if len(parts) == 1 else Condition("all", of=parts)
        return Test(when=when, ranged=any(test.ranged for test in tests), aims=True)

    def target_state(self, children: Children) -> Test:
        return of.target_state(children[0])

    def target_near(self, children: Children) -> Test:
        return of.target_near(children[1] if len(children) > 1 else "")

    def target_has(self, children: Children) -> Test:
        return Test(when=of.target_words(children[0]))

    def target_nearest(self, _children: Children) -> Test:
        return Test(when=is_true("closest_target"), ranged=True)

    def target_lacks(self, children: Children) -> Test:
        return Test(when=not_(of.target_words(children[0])))

    def stronger(self, children: Children) -> Test:
        op: Op = "at_least" if "equal" in children[0] else "more_than"
        return Test(when=Condition(op, "attack_strength", of_fact="target_toughness"))

    def far_away(self, children: Children) -> Test:
        return Test(when=more_than("distance", of.number(children[0])), ranged=True)

    def outcome(self, children: Children) -> Outcome:
        effects, *rest = children
        tail = next((str(each) for each in rest if _is(each, "TAIL")), "")
        test = next((each for each in rest if isinstance(each, Test)), None)
        return Outcome(effects, tail, test)

    # --- weapons ---

    def arms(self, children: Children) -> Arms:
        words, *who = children
        return Arms(who[0] if who else Who("self", "bearer" in words), _scope(words))

    def arms_named(self, children: Children) -> Arms:
        mine, weapon = children
        return Arms(Who("self", "bearer" in mine), weapon=of.name_in(weapon))

    def arms_its(self, children: Children) -> Arms:
        return Arms(Who("it"), _scope(children[0]))

    def arms_its_named(self, children: Children) -> Arms:
        return Arms(Who("it"), weapon=of.name_in(children[0]))

    def arms_named_of(self, children: Children) -> Arms:
        weapon, who = children
        return Arms(who, weapon=of.name_in(weapon))

    def arms_heavy(self, children: Children) -> Arms:
        return Arms(children[1], tests=(Test(when=has("weapon_keywords", "heavy")),))

    def arms_that(self, _children: Children) -> Arms:
        return Arms(Who("it"), that=True)

    def arms_have(self, children: Children) -> Armed:
        arms, mark, *target = children
        return Armed(arms, tuple(Grant(keyword=name) for name in of.names_in(mark)), target[0] if target else ())

    def arms_add(self, children: Children) -> Armed:
        by, words, arms = children
        return Armed(arms, self.changed(words, of.number(by), sign=1))

    def arms_improve(self, children: Children) -> Armed:
        words, arms, by = children
        return Armed(arms, self.improved(words, of.number(by)))
