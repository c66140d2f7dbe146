"""Small procedures that every game uses: asking with listed options, and the log entry of a roll."""

from collections.abc import Iterable, Sequence

from warbench.battle.happenings import Threw
from warbench.battle.requests import Ask, Option, Procedure

PASS = Option("pass", "nothing")
"""The answer that lets something be."""


def ask(player: int, about: str, text: str, options: Iterable[Option], subject: str = "") -> Procedure[str]:
    """Ask a question with listed options; the key of the answer. A single option is taken without asking."""
    listed = tuple(options)
    if len(listed) == 1:
        return listed[0].key
    key: str = yield Ask(player, about, text, lambda: listed, subject=subject)
    return key


def rolled(  # noqa: PLR0913, PLR0917 -- a record
    player: int, purpose: str, faces: Sequence[int], result: str, unit: str = "", rule: str = ""
) -> Threw:
    """The log entry of a roll."""
    return Threw(player=player, purpose=purpose, faces=tuple(faces), result=result, unit=unit, rule=rule)
