"""What an effect that lasts does, in a few words for the log."""

from warbench.rules.effects import AllowReroll, ChangeRoll, ChangeValue, Effect, FailsOn, Forbid, Grant, MoveCritical, Permit

_NAMED = {"invulnerable": "{}+ invulnerable save", "cover": "Benefit of Cover", "ap": "AP"}
_AGAIN = {"ones": "of 1 may be thrown again", "failures": "that fail may be thrown again"}


def effect_words(effect: Effect) -> str:
    """What an effect does, and when; empty for the kinds that nothing puts on a unit for a time."""
    does = _what(effect)
    return f"{does} when {effect.when}" if does and effect.when is not None else does


def _what(effect: Effect) -> str:  # noqa: PLR0911 -- a kind of effect each
    match effect:
        case ChangeRoll(roll=roll, by=by):
            return f"{by:+d} to {roll} rolls"
        case AllowReroll(roll=roll, which=which):
            return f"{roll} rolls {_AGAIN.get(which, 'may be thrown again')}"
        case FailsOn(roll=roll, up_to=face):
            return f"{roll} rolls of an unmodified {face} or less fail"
        case MoveCritical(roll=roll, on=on):
            return f"critical {roll} rolls on an unmodified {on}+"
        case ChangeValue(name=name, set=value) if value is not None:
            return _NAMED.get(name, f"{name.replace('_', ' ')} {{}}").format(value)
        case ChangeValue(name=name, by=by) if by is not None:
            much = f"{by:+d}" if isinstance(by, int) else f"+{by}"
            return f"{much} {_NAMED.get(name, name.replace('_', ' '))}"
        case Grant(keyword=keyword):
            return keyword
        case Forbid(what=what):
            return f"no {what}"
        case Permit(what=what):
            return _NAMED.get(what, f"may {what}")
    return ""
