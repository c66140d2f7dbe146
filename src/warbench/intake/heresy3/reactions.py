"""Reactions: their cost, and the phase and step that trigger them."""

import re

from warbench.intake.findings import Findings, listed, shown
from warbench.intake.heresy3.known import known
from warbench.intake.heresy3.outline import Section
from warbench.intake.heresy3.reading import Reaction
from warbench.intake.text.lines import folded, plain

_PHASE = re.compile(r"(\w{1,20} Phase): (.+)")
_COST = re.compile(r"\bspend (\d{1,2}) points?\b")
_STEP = re.compile(r"during Step (\d{1,2}) of ")
_ALLOWED = re.compile(r"\b(?:have|has) the ([A-Z][^.]{1,100}?) Reactions?\b")
_BETWEEN = re.compile(r", | and | or ")


def read_reaction(section: Section, findings: Findings) -> Reaction:
    """The reaction of a section."""
    titled = _PHASE.fullmatch(section.heading)
    texts = {folded(line.text).partition(":")[0]: plain(line.text) for line in section.lines}
    cost, step = _COST.search(texts.get("cost", "")), _STEP.search(texts.get("trigger", ""))
    name = titled[2] if titled else section.heading
    if cost is None:
        findings.add("missing.reaction-cost", section.line, f"the reaction {shown(name)} has no cost in points")
    return Reaction(
        name=name,
        line=section.line,
        cost=int(cost[1]) if cost else None,
        phase=titled[1] if titled else "",
        step=int(step[1]) if step else None,
        advanced=any("Advanced Reaction" in line.text for line in section.lines),
    )


def say_undefined(sections: list[Section], reactions: tuple[Reaction, ...], findings: Findings) -> None:
    """Name the reactions that a part allows by a name under which the page describes none."""
    have = {folded(reaction.name) for reaction in reactions}
    for section in sections:
        for line in section.lines:
            allowed = _ALLOWED.search(line.text)
            names = _BETWEEN.split(allowed[1]) if allowed else []
            for name in names:
                if folded(name) not in have:
                    findings.add("missing.reaction", line.number, _undefined(section.heading, name, reactions))


def _undefined(heading: str, name: str, reactions: tuple[Reaction, ...]) -> str:
    near = [reaction.name for reaction in reactions if folded(name).startswith(folded(reaction.name))]
    hint = f"; it describes {listed(near)} (ruling interceptor-name)" if near else ""
    return f"{heading} may make {shown(name)}, a reaction that the page does not describe{hint}"


def say_misprints(sections: list[Section], findings: Findings) -> None:
    """Name an Initiative Modifier of 1 that is said to change nothing: the letter I is meant (H-241)."""
    letter = known().find("Initiative Modifier (IM)", definition=True)
    for section in sections:
        if letter is None or folded(section.heading) != folded(letter.heading):
            continue
        for line in section.lines:
            if "of '1' imposes no modifier" in plain(line.text):
                text = "the Initiative Modifier that changes nothing is printed as 1: read as an I (ruling initiative-letter)"
                findings.add("repaired.letter", line.number, text)
