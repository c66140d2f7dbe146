"""What was read from a page: the datasheet, the rules printed beside it, and what there is to say about the reading."""

from typing import Literal

import msgspec

from warbench.intake.findings import Finding, of_group, still_missing
from warbench.sheets.datasheet import Ability, Datasheet

Mode = Literal["core", "boarding actions", "detachment"]


class Stratagem(msgspec.Struct, frozen=True, omit_defaults=True):
    """A stratagem as the page prints it (W-215..W-219).

    ``cost`` is in command points. ``group`` and ``kind`` are the two halves of its type ("Core" and "Strategic Ploy"); ``mode``
    says when it exists at all. The texts are the user's own page, kept for the user's eyes. ``faction`` is the keyword that
    the target needs; pages lose it (W-352), so it comes from bundled facts.
    """

    name: str
    cost: int
    group: str
    kind: str
    mode: Mode
    line: int
    legend: str = ""
    when: str = ""
    target: str = ""
    effect: str = ""
    restrictions: str = ""
    faction: str = ""


class RuleSection(msgspec.Struct, frozen=True, omit_defaults=True):
    """A stretch of rule text: its heading, the line where it starts (from 1), and its lines, each once."""

    heading: str
    line: int
    lines: tuple[str, ...] = ()


class DetachmentAbility(msgspec.Struct, frozen=True, omit_defaults=True):
    """An ability that comes with a detachment (W-351); its text stands in the rule section of the same heading."""

    name: str
    detachment: str = ""
    line: int | None = None


class PageReading(msgspec.Struct, frozen=True, omit_defaults=True):
    """All that was read from one page.

    ``datasheet`` has what the page says and nothing else, unless :func:`warbench.intake.pages.completion.complete` filled it.
    ``weapon_rules`` are abilities that the page defines under its weapons. ``texts`` holds the page's own words by the name of
    the ability; they stay in memory and are never part of the datasheet.
    """

    source: str
    game: str
    datasheet: Datasheet
    stratagems: tuple[Stratagem, ...] = ()
    detachment_abilities: tuple[DetachmentAbility, ...] = ()
    weapon_rules: tuple[Ability, ...] = ()
    rules: tuple[RuleSection, ...] = ()
    texts: dict[str, str] = {}
    findings: tuple[Finding, ...] = ()

    def group(self, name: str) -> tuple[Finding, ...]:
        """The findings of one group: ``missing``, ``repaired``, ``unread``, ``completed``, ``differs`` or ``note``."""
        return of_group(self.findings, name)

    @property
    def missing(self) -> tuple[Finding, ...]:
        """What the page lacks, filled or not."""
        return self.group("missing")

    @property
    def still_missing(self) -> tuple[Finding, ...]:
        """What the page lacks and nobody filled."""
        return still_missing(self.findings)

    @property
    def repaired(self) -> tuple[Finding, ...]:
        """What was read in spite of a defect of the page."""
        return self.group("repaired")

    @property
    def unread(self) -> tuple[Finding, ...]:
        """What was not understood."""
        return self.group("unread")

    @property
    def completed(self) -> tuple[Finding, ...]:
        """What came from bundled facts because the page lacks it."""
        return self.group("completed")

    @property
    def differences(self) -> tuple[Finding, ...]:
        """Where the page and the bundled facts disagree; the page was kept."""
        return self.group("differs")

    def stratagem(self, name: str, mode: Mode | None = None) -> Stratagem | None:
        """The first stratagem of that name (and mode, when given), whatever the case; None when there is none."""
        wanted = name.casefold()
        return next(
            (found for found in self.stratagems if found.name.casefold() == wanted and (mode is None or found.mode == mode)),
            None,
        )

    def rule(self, heading: str) -> RuleSection | None:
        """The rule section of that heading, whatever the case; None when there is none."""
        wanted = heading.casefold()
        return next((section for section in self.rules if section.heading.casefold() == wanted), None)

    def text(self, name: str) -> str:
        """The page's own words for an ability, whatever the case of the name; empty when it has none."""
        wanted = name.casefold()
        return next((text for key, text in self.texts.items() if key.casefold() == wanted), "")
