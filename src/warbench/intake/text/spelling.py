"""Words with two letters in the wrong order: a rare word made of the letters of another word of the page."""

import re
from collections import Counter

from warbench.intake.findings import Findings
from warbench.intake.text.lines import Line

_WORD = re.compile(r"[A-Za-z]{8,24}")


def find_slips(lines: list[Line], findings: Findings) -> None:
    """Say which words are probably misprinted; nothing is changed."""
    counts: Counter[str] = Counter()
    where: dict[str, int] = {}
    for line in lines:
        for word in _WORD.findall(line.text):
            low = word.casefold()
            counts[low] += 1
            where.setdefault(low, line.number)
    groups: dict[str, list[str]] = {}
    for word in counts:
        groups.setdefault("".join(sorted(word)), []).append(word)
    for words in groups.values():
        best = max(words, key=lambda word: counts[word])
        for word in words:
            if word != best and counts[word] < counts[best]:
                findings.add("note.misprint", where[word], f"{word!r} is probably meant to be {best!r}")
