"""Dealing models that are alike over several choices: all of them one, or so many each (``chainsword=7;krak grenades=3``)."""

from collections.abc import Sequence

from warbench.battle.requests import Ask, Option, Procedure, Refusal


def deal(  # noqa: PLR0913 -- a question
    player: int, about: str, text: str, models: Sequence[str], choices: Sequence[Option], *, subject: str = "", rule: str = ""
) -> Procedure[dict[str, str]]:
    """Ask what each of some models alike takes; the key of its choice by model. A single choice is taken without asking.

    The listed answers give all of them the same; any other division is accepted too, in the order of the models.
    """
    keys = [choice.key for choice in choices]
    if len(keys) == 1:
        return dict.fromkeys(models, keys[0])

    def judge(answer: str) -> Refusal | None:
        fault = _fault(answer, keys, len(models))
        return None if fault is None else Refusal("bad-division", fault, rule)

    answer = yield Ask(player, about, text, lambda: list(choices), subject=subject, judge=judge, matter=tuple(models))
    if answer in keys:
        return dict.fromkeys(models, str(answer))
    dealt = [key for key, count in _parts(answer) for _ in range(count)]
    return dict(zip(models, dealt, strict=True))


def _parts(answer: str) -> list[tuple[str, int]]:
    """What a division says: keys and how many take each; a count that is no number is 0."""
    found: list[tuple[str, int]] = []
    for part in answer.split(";"):
        key, _, count = part.rpartition("=")
        found.append((key, int(count) if count.isdecimal() else 0))
    return found


def _fault(answer: str, keys: Sequence[str], models: int) -> str | None:
    if answer in keys:
        return None
    parts = _parts(answer)
    for key, count in parts:
        if key not in keys:
            return f"found {key or answer!r}, expected one of {', '.join(keys)}, or each with a number as in {keys[0]}={models}"
        if count < 1:
            return f"found {answer!r}, expected a number of models for {key}"
    total = sum(count for _, count in parts)
    return None if total == models else f"found {total} models in {answer!r}, expected {models}"
