"""A challenge under way: Face-Off, Focus, Strike, again and again until somebody falls or has enough; then Glory (facts 13)."""

from collections.abc import Sequence

from warbench.battle.asking import ask, roll, rolled
from warbench.battle.requests import Option, Procedure
from warbench.games.heresy3.arms import BARE
from warbench.games.heresy3.battle.aftermath import aflame
from warbench.games.heresy3.battle.arms import left, rule_of
from warbench.games.heresy3.battle.casualties import glance, remove
from warbench.games.heresy3.battle.checks import model_check
from warbench.games.heresy3.battle.combats import engaged_models, side
from warbench.games.heresy3.battle.events import Said, Spent
from warbench.games.heresy3.battle.gambits import (
    BY_ID,
    GAMBITS,
    Duellist,
    FeintAndRiposte,
    GuardUp,
    TauntAndBait,
    TestTheFoe,
    Withdraw,
)
from warbench.games.heresy3.battle.numbers import current
from warbench.games.heresy3.battle.roster import Kind
from warbench.games.heresy3.battle.state import Model, State
from warbench.games.heresy3.battle.statuses import TACTICAL
from warbench.games.heresy3.battle.strikes import facts_of_fight
from warbench.games.heresy3.battle.volleys import Declared, resolve
from warbench.games.heresy3.battle.wielding import ONE_ATTACK, extra, initiative, melee_arms
from warbench.rules.conditions import Value
from warbench.rules.effects import ChangeValue, Effect, Grant

_ADVANTAGE = ChangeValue(name="attacks", by=1, source="Challenge Advantage")
_FIVE = 5
_STANDARD = 6
_NO_SUPPORT = frozenset({"vehicle", "automata"})
_NOBLE = frozenset({"paragon", "command"})


def duel(state: State, combat: Sequence[str], challenger: Duellist, challenged: Duellist) -> Procedure[list[int]]:
    """Steps 2 to 5 of a challenge: the Combat Resolution Points that it brings both players.

    Args:
        state: the battle.
        combat: the units of the combat that both were set aside from.
        challenger: who declared it.
        challenged: who accepted.
    """
    first, second = challenger, challenged
    while True:
        yield from face_off(state, first, second)
        ahead, behind = yield from focus(state, combat, challenger, challenged)
        yield from strike(state, combat, ahead, behind)
        if ahead.fallen or behind.fallen or not (yield from _again(state, ahead)):
            return (yield from glory(state, challenger, challenged))
        # The next Face-Off begins with who has Challenge Advantage; Test the Foe takes it.
        first, second = ahead, behind
        if isinstance(behind.gambit, TestTheFoe):
            first, second = behind, ahead


def _again(state: State, ahead: Duellist) -> Procedure[bool]:
    options = [Option("glory", "let it be settled"), Option("again", "fight on")]
    text = f"{state.kind(ahead.model.id).name}: the challenge is a draw so far; what now?"
    return (yield from ask(ahead.player, "challenge goes on", text, options, ahead.unit.id)) == "again"


# --- Face-Off ---


def face_off(state: State, first: Duellist, second: Duellist) -> Procedure[None]:
    """Step 2: each may choose one Gambit, not the same; a Feint forbids the other one more."""
    barred: list[str] = []
    for mine, leads in ((first, True), (second, False)):
        options = [
            Option("none", "no Gambit"),
            *(
                Option(gambit.id, f"{gambit.name}: {gambit.text}")
                for gambit in GAMBITS
                if gambit.id not in barred and (leads or not gambit.first_only)
            ),
        ]
        name = state.kind(mine.model.id).name
        key = yield from ask(mine.player, "gambit", f"{name}: which Gambit?", options, mine.unit.id)
        mine.gambit = BY_ID.get(key)
        yield Said(
            text=f"{name} ({mine.model.id}): {mine.gambit.name if mine.gambit else 'no Gambit'}", unit=mine.unit.id, rule="gambit"
        )
        if mine.gambit is None:
            continue
        barred.append(mine.gambit.id)
        if isinstance(mine.gambit, FeintAndRiposte):
            others = [Option(gambit.id, gambit.name) for gambit in GAMBITS if gambit is not mine.gambit]
            barred.append((yield from ask(mine.player, "feint", f"{name}: which Gambit is forbidden?", others, mine.unit.id)))
        if isinstance(mine.gambit, TauntAndBait):
            mine.taunts += 1


# --- Focus ---


def focus(state: State, combat: Sequence[str], one: Duellist, other: Duellist) -> Procedure[tuple[Duellist, Duellist]]:
    """Step 3: weapons, the Reactive player's first, and Focus Rolls until they differ; the winner of the roll comes first."""
    for each in sorted((one, other), key=lambda who: who.player == state.active):
        yield from _weapon(state, combat, each)
    one.support, other.support = (
        outside_support(state, combat, each.player, alone=not _others(state, combat, foe.player))
        for each, foe in ((one, other), (other, one))
    )
    mine = theirs = 0
    while mine == theirs:
        mine = yield from _focus_roll(state, one)
        theirs = yield from _focus_roll(state, other)
    one.bonus = other.bonus = 0
    return (one, other) if mine > theirs else (other, one)


def _weapon(state: State, combat: Sequence[str], who: Duellist) -> Procedure[None]:
    able = melee_arms(state, who.model, combat) or [BARE]
    options = [Option(arm.name, arm.name) for arm in able]
    text = f"{state.kind(who.model.id).name}: which weapon in the challenge?"
    key = yield from ask(who.player, "melee weapon", text, options, who.unit.id)
    who.arm = next(arm for arm in able if arm.name == key)


def _focus_roll(state: State, who: Duellist) -> Procedure[int]:
    gambit = who.gambit
    dice = gambit.dice if gambit is not None else 0
    faces = yield from roll(state, who.player, "focus", 1 + abs(dice), who.unit.id)
    face = max(faces) if dice > 0 else min(faces)
    parts = focus_modifiers(state, who)
    total = face + sum(parts.values())
    said = "".join(f" {value:+d} {name}" for name, value in parts.items() if value)
    yield rolled(who.player, "focus", faces, f"{face}{said} = {total}", who.unit.id, "focus")
    return total


def focus_modifiers(state: State, who: Duellist) -> dict[str, int]:
    """What is added to a Focus Roll, by name."""
    kind = state.kind(who.model.id)
    edge = rule_of(who.arm, "duellist's edge")
    return {
        "Combat Initiative": initiative(state, who.model, who.arm),
        "Heavy": -("heavy" in kind.words),
        "Light": int("light" in kind.words),
        "lost Wounds": who.model.wounds - kind.wounds,
        "Duellist's Edge": max(int(edge.x) if edge is not None else 0, _edge(kind)),
        "Outside Support": who.support if who.gambit is None or who.gambit.supported else 0,
        "Guard Up": who.bonus,
        "combat shield": int(kind.holds("combat shield")),
    }


def _edge(kind: Kind) -> int:
    """The Duellist's Edge (X) of a model itself: by that rule, or by Shadows of Judgement (C1)."""
    return max(int(kind.has("duellist's edge") or 0), kind.has("shadows of judgement") is not None)


def _others(state: State, combat: Sequence[str], player: int) -> list[Model]:
    """The models of a side in a combat that are not in the challenge."""
    return [model for unit in side(state, combat, player) for model in state.living(unit)]


def outside_support(state: State, combat: Sequence[str], player: int, *, alone: bool) -> int:
    """The Outside Support of a player's duellist: 1 for every five engaged friends without a Tactical Status.

    Where the enemy stands ``alone``: 2 for every five friends of the combat or part of five, engaged or not. Walkers count as
    five, Vehicles and Automata not at all, a Legion standard as six more (C1).
    """
    count = 0
    for unit in side(state, combat, player):
        models = state.living(unit) if alone else engaged_models(state, unit, combat)
        for model in models:
            words = state.kind(model.id).words
            if not words & _NO_SUPPORT and (alone or not set(TACTICAL) & set(model.statuses)):
                count += _FIVE if "walker" in words else 1
                count += _STANDARD * state.kind(model.id).holds("legion standard")
    return 2 * -(-count // _FIVE) if alone else count // _FIVE


# --- Strike ---


def strike(state: State, combat: Sequence[str], ahead: Duellist, behind: Duellist) -> Procedure[None]:
    """Step 4: who has Challenge Advantage strikes first, with an attack more; the other if he still stands."""
    for mine, theirs in ((ahead, behind), (behind, ahead)):
        yield from _attacks(state, combat, mine, theirs, advantage=mine is ahead)
        if theirs.fallen:
            yield from remove(state, [theirs.model.id], by=mine.unit.id, source="a challenge", rule="challenge-step-4")
            return


def _attacks(state: State, combat: Sequence[str], mine: Duellist, theirs: Duellist, *, advantage: bool) -> Procedure[None]:
    effects = [*extra(mine.arm), *([_ADVANTAGE] if advantage else [])]
    arm = mine.arm
    if mine.gambit is not None:
        effects += mine.gambit.strikes(state, mine, theirs)
        arm = mine.gambit.wields(arm)
        if mine.gambit.one_attack:
            effects += ONE_ATTACK
    if theirs.gambit is not None:
        effects += theirs.gambit.suffers(state, theirs, mine)
    effects += _meditation(state, theirs, mine)
    facts: dict[str, Value] = {**facts_of_fight(state, combat, mine.unit), "challenge": True}
    if rule_of(arm, "force") is not None:
        facts["force_passed"] = yield from model_check(state, mine.model, "willpower", why="Force", rule="special-force")
    if left(state, mine.model, arm) is not None:
        yield Spent(model=mine.model.id, what=arm.name, rule="special-limited")
    declared = Declared(arm, (mine.model.id,), effects=tuple(effects), only=theirs.model.id)
    before = theirs.model.wounds
    outcome = yield from resolve(state, mine.unit, theirs.unit, declared, melee=True, facts=facts)
    yield from aflame(theirs.unit, outcome.aflame)
    for _ in range(outcome.glances):
        if not theirs.fallen:
            yield from glance(state, theirs.unit, theirs.model, by=mine.unit.id, player=mine.player)
    mine.inflicted += before - theirs.model.wounds
    if isinstance(theirs.gambit, GuardUp):
        theirs.bonus += outcome.attacks - outcome.hits


def _meditation(state: State, who: Duellist, foe: Duellist) -> list[Effect]:
    """Battle Meditation (C1): Feel No Pain (6+) in a challenge, (5+) against an equal or better Weapon Skill."""
    kind = state.kind(who.model.id)
    if kind.has("battle meditation") is None or kind.has("feel no pain") is not None:
        return []
    own, other = (current(state, each.model, "weapon_skill") or 0 for each in (who, foe))
    return [Grant(keyword=f"feel no pain ({5 if other >= own else 6}+)", side="defender", source="Battle Meditation")]


# --- Glory ---


def glory(state: State, one: Duellist, other: Duellist) -> Procedure[list[int]]:
    """Step 5: the points of the winner; nobody's after a Withdrawal, a draw, or when both fell."""
    points = [0, 0]
    if not one.fallen and not other.fallen:
        for who in (one, other):
            if isinstance(who.gambit, Withdraw):
                options = [Option("withdraw", "end it without points"), Option("stay", "let it count")]
                text = f"{state.kind(who.model.id).name}: withdraw from the challenge?"
                if (yield from ask(who.player, "withdraw", text, options, who.unit.id)) == "withdraw":
                    yield Said(text="the challenge ends without Combat Resolution Points", unit=who.unit.id, rule="gambit")
                    return points
    winner, loser = (one, other) if _beats(one, other) else (other, one)
    if _beats(winner, loser):
        kind = state.kind(loser.model.id)
        worth = kind.wounds + bool(kind.words & _NOBLE) if loser.fallen else winner.inflicted
        points[winner.player] = worth + winner.taunts
    said = f"{state.kind(winner.model.id).name} wins {points[winner.player]}" if any(points) else "a draw"
    yield Said(text=f"the challenge: {said} Combat Resolution Points", unit=winner.unit.id, rule="challenge-step-5")
    return points


def _beats(one: Duellist, other: Duellist) -> bool:
    if one.fallen or other.fallen:
        return other.fallen and not one.fallen
    return one.inflicted > other.inflicted
