"""Choosing targets: the questions to the player.

First everything at one unit is offered; who wants to split his fire is asked weapon by weapon (W-110, W-283). Either question
takes targets of single models too, and of some of a model's alike weapons (`shares`).
"""

from collections.abc import Iterable

from warbench.battle.asking import name_of
from warbench.battle.requests import Ask, Draft, Option, Procedure, Refusal
from warbench.games.w40k10.battle.guns import Armed, Fire
from warbench.games.w40k10.battle.shares import shares
from warbench.games.w40k10.battle.targets import Arsenal
from warbench.table.lattice import inches_text

NONE = "none"
SPLIT = "split"


def has_target(arsenal: Arsenal) -> bool:
    """Whether any weapon may be shot at any unit."""
    return any(
        arsenal.may(Fire(armed, profile, target))
        for target in arsenal.enemies
        for armed in arsenal.arms
        for profile in range(len(armed.gun.profiles))
    )


def ask_targets(arsenal: Arsenal, only: str | None = None) -> Procedure[list[Fire]]:
    """Ask what a unit shoots at; empty when it holds its fire.

    ``only``: the one enemy unit that it may shoot at, with all that it has (Fire Overwatch, Reactive Reprisal).
    """
    player, unit = arsenal.state.player(arsenal.unit.id), arsenal.unit.id
    if only is not None:
        ways = _ways(arsenal, only)
        if not ways:
            return []
        key = only
        if len(ways) > 1:
            listed = [_option(arsenal, only, way) for way in ways]
            text = f"{name_of(arsenal.state, unit)}: shoot how?"
            key = yield Ask(player, "target", text, lambda: listed, subject=unit, matter=arsenal)
        return all_at(arsenal, *_parsed(key))

    def draft(target: str, way: int) -> Draft:
        return lambda: _option(arsenal, target, way) if _any_at(arsenal, arsenal.arms, target, way) else None

    def options() -> list[Option | Draft]:
        found = [draft(target, way) for target in arsenal.enemies for way in range(_most_profiles(arsenal.arms))]
        more = [Option(SPLIT, "choose a target for each weapon")] if len(_names(arsenal.arms)) > 1 else []
        return [*found, *more, Option(NONE, "hold fire")]

    text = f"{name_of(arsenal.state, unit)}: shoot at which unit?"
    key = yield Ask(
        player,
        "target",
        text,
        options,
        subject=unit,
        judge=lambda answer: _judge(arsenal, arsenal.arms, answer),
        matter=arsenal,
    )
    if key == NONE:
        return []
    if key == SPLIT:
        return (yield from _ask_each(arsenal))
    if "=" in key:
        return _by_model(arsenal, arsenal.arms, key)
    return all_at(arsenal, *_parsed(key))


def _ask_each(arsenal: Arsenal) -> Procedure[list[Fire]]:
    """Ask for each weapon by name what it is shot at."""
    player, unit = arsenal.state.player(arsenal.unit.id), arsenal.unit.id
    chosen: list[Fire] = []
    for name in _names(arsenal.arms):
        arms = [armed for armed in arsenal.arms if armed.gun.name == name and _free(arsenal, armed, chosen)]
        profiles = range(max((len(armed.gun.profiles) for armed in arms), default=0))
        open_to = [
            (target, profile) for target in arsenal.enemies for profile in profiles if _any_at(arsenal, arms, target, profile)
        ]
        if not open_to:
            continue
        listed = [
            *(
                Option(_key(target, profile), f"at {name_of(arsenal.state, target)}: {_profile(arms, profile)}")
                for target, profile in open_to
            ),
            Option(NONE, "do not shoot it"),
        ]
        key = yield Ask(
            player,
            "weapon target",
            f"{name_of(arsenal.state, unit)}: {name} at which unit?",
            lambda listed=listed: listed,  # type: ignore[misc]
            subject=unit,
            judge=lambda answer, arms=arms: _judge(arsenal, arms, answer, strict=True),  # type: ignore[misc]
        )
        if "=" in key:
            chosen += _by_model(arsenal, arms, key)
        elif key != NONE:
            target, profile = _parsed(key)
            chosen += _able(arsenal, arms, target, profile)
    return chosen


def _judge(arsenal: Arsenal, arms: Iterable[Armed], answer: str, *, strict: bool = False) -> Refusal | None:
    """Why an answer names no legal target for any of some weapons; None when it does, or when it is no unit."""
    if "=" in answer:
        return _refusal(arsenal, arms, answer)
    target, way = _parsed(answer)
    if answer in {NONE, SPLIT}:
        return (
            None
            if answer == NONE or (not strict and len(_names(arms)) > 1)
            else Refusal("not-an-option", "there is nothing to split")
        )
    if target not in arsenal.enemies:
        return Refusal("no-such-target", f"{answer!r} names no enemy unit on the battlefield; {NONE!r} holds fire", "C13")
    if not strict and way < _most_profiles(arms):
        fires = [Fire(armed, min(way, len(armed.gun.profiles) - 1), target) for armed in arms]
    else:
        fires = [Fire(armed, way, target) for armed in arms if way < len(armed.gun.profiles)]
    if not fires:
        return Refusal("no-such-profile", f"{answer!r} names a profile that no weapon has", "W-058")
    return None if any(arsenal.may(fire) for fire in fires) else arsenal.why_not(fires[0])


def _refusal(arsenal: Arsenal, arms: Iterable[Armed], answer: str) -> Refusal | None:
    """Why single models may not shoot some weapons as an answer says; None when they may."""
    named = shares(answer, "C13")
    if isinstance(named, Refusal):
        return named
    for model, mine in named.items():
        held = [armed for armed in arms if armed.owner == model]
        if not held:
            return Refusal("no-such-model", f"{model!r} is no model with such a weapon", "C13")
        for share in mine:
            refusal = _judge(arsenal, held, share.target, strict=True)
            if refusal is not None or share.target == NONE:
                return refusal or Refusal("no-such-target", f"{model}: found {NONE!r}; who is not named does not shoot", "C13")
        counts = [share.count for share in mine if share.count is not None]
        if counts and len(held) > 1:
            names = ", ".join(_names(held))
            return Refusal("several-weapons", f"{model} has {names}: choose a target for each weapon first", "C13")
        if counts and sum(counts) > (has := held[0].gun.profiles[0].count):
            return Refusal("too-many", f"{model} has {has} x {held[0].gun.name}, found {sum(counts)}", "C13")
    return None


def _by_model(arsenal: Arsenal, arms: Iterable[Armed], answer: str) -> list[Fire]:
    """What single models shoot as a legal answer says: all of some weapons that they may, or so many of one."""
    named = shares(answer, "C13")
    assert not isinstance(named, Refusal)  # noqa: S101 -- it was judged
    fires: list[Fire] = []
    for model, mine in named.items():
        held = [armed for armed in arms if armed.owner == model]
        for share in mine:
            target, way = _parsed(share.target)
            able = (Fire(armed, min(way, len(armed.gun.profiles) - 1), target, share.count) for armed in held)
            fires += _one_kind(arsenal, [fire for fire in able if arsenal.may(fire)])
    return fires


def _profile(arms: list[Armed], profile: int) -> str:
    """What a weapon is called in a profile."""
    return next(armed.gun.profiles[profile].name for armed in arms if profile < len(armed.gun.profiles))


def _key(target: str, profile: int) -> str:
    return f"{target}/{profile + 1}" if profile else target


def _parsed(key: str) -> tuple[str, int]:
    target, _, number = key.partition("/")
    return target, int(number) - 1 if number.isdecimal() and 0 < len(number) < 3 and int(number) else 0


def _names(arms: Iterable[Armed]) -> list[str]:
    return list(dict.fromkeys(armed.gun.name for armed in arms))


def _most_profiles(arms: Iterable[Armed]) -> int:
    return max((len(armed.gun.profiles) for armed in arms), default=0)


def _ways(arsenal: Arsenal, target: str) -> list[int]:
    """The ways of shooting everything at a target: by the first profiles; by the second ones where there are some; and so on."""
    return [way for way in range(_most_profiles(arsenal.arms)) if _any_at(arsenal, arsenal.arms, target, way)]


def _any_at(arsenal: Arsenal, arms: Iterable[Armed], target: str, profile: int) -> bool:
    """Whether any of some weapons may be shot at a target in a profile."""
    return any(profile < len(armed.gun.profiles) and arsenal.may(Fire(armed, profile, target)) for armed in arms)


def all_at(arsenal: Arsenal, target: str, way: int) -> list[Fire]:
    """All that may be shot at a target, each weapon in its profile of that number or its last one.

    Of a model's Pistols and other guns the guns are shot, where it may not shoot both and has both in range.
    """
    found = []
    for armed in arsenal.arms:
        fire = Fire(armed, min(way, len(armed.gun.profiles) - 1), target)
        if arsenal.may(fire):
            found.append(fire)
    return _one_kind(arsenal, found)


def _one_kind(arsenal: Arsenal, fires: list[Fire]) -> list[Fire]:
    """Of a model's Pistols and other guns the guns, where it may not shoot both."""
    if arsenal.stance.big:
        return fires
    gunners = {fire.armed.bearer for fire in fires if not fire.has("pistol")}
    return [fire for fire in fires if not (fire.has("pistol") and fire.armed.bearer in gunners)]


def _able(arsenal: Arsenal, arms: Iterable[Armed], target: str, profile: int) -> list[Fire]:
    """Those of some weapons that may be shot at a target in a profile."""
    fires = (Fire(armed, profile, target) for armed in arms if profile < len(armed.gun.profiles))
    return [fire for fire in fires if arsenal.may(fire)]


def _free(arsenal: Arsenal, armed: Armed, chosen: Iterable[Fire]) -> bool:
    """Whether a model may shoot a weapon beside what it shoots already: Pistols or other guns, not both."""
    pistol = armed.gun.has("pistol")
    return arsenal.stance.big or not any(
        fire.armed.bearer == armed.bearer and fire.armed.gun.has("pistol") != pistol for fire in chosen
    )


def _option(arsenal: Arsenal, target: str, way: int) -> Option:
    """An option: the target, how far away it is, and which of the weapons can be shot at it."""
    guns: dict[str, list[Armed]] = {}
    for armed in arsenal.arms:
        profile = min(way, len(armed.gun.profiles) - 1)
        guns.setdefault(armed.gun.profiles[profile].name, []).append(armed)
    said = [name for name, arms in guns.items() if _any_at(arsenal, arms, target, min(way, len(arms[0].gun.profiles) - 1))]
    near = min(arsenal.distance(bearer, target) for bearer in {armed.bearer: None for armed in arsenal.arms})
    return Option(_key(target, way), f"at {name_of(arsenal.state, target)}, {inches_text(near)}: {', '.join(said)}")
