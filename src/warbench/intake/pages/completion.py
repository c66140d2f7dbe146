"""Fill what a page lacks from bundled facts, name each filling, and say where the two disagree. What the page says wins."""

from collections.abc import Callable
from typing import TypeVar

import msgspec

from warbench.games.w40k10 import library
from warbench.intake.findings import Findings, listed
from warbench.intake.pages.compare import compare
from warbench.intake.pages.reading import PageReading, Stratagem
from warbench.intake.pages.w40k10 import respelled
from warbench.intake.text.items import model_key
from warbench.intake.text.lines import folded
from warbench.sheets.capacity import Transport
from warbench.sheets.datasheet import Ability, Composition, Damaged, Datasheet, ModelProfile

T = TypeVar("T")


def bundled(name: str) -> Datasheet | None:
    """The bundled 10th edition datasheet of exactly that name (case, accents and apostrophes aside); None when there is none."""
    try:
        sheet = library.datasheet(name)
    except LookupError:
        return None
    # The library also finds a unit by a part of its name, which is right for a person and wrong for a page.
    return sheet if library.slug(sheet.name) == library.slug(name) else None


def complete(reading: PageReading, known: Callable[[str], Datasheet | None] = bundled) -> PageReading:
    """The reading with what the page lacks filled from a known datasheet of the same name.

    Args:
        reading: what was read from a page.
        known: gives the datasheet of a name, or None.

    Returns:
        The reading with profile, base, default equipment, faction and faction keywords, the capacity's faction word (W-352) and
        the meaning of abilities filled in; "completed" findings name each filling, "differs" findings each disagreement.
        What the page states is never changed. Without a known datasheet only a note is added.
    """
    findings = Findings()
    facts = known(reading.datasheet.name)
    if facts is None:
        text = f"no bundled facts for {reading.datasheet.name!r}: what the page lacks stays open"
        findings.add("note.no-bundled-facts", None, text)
        return _with(reading, findings)
    filler = _Filler(reading.datasheet, facts, findings)
    compare(reading.datasheet, facts, findings)
    sheet = filler.filled()
    stratagems = _factions(reading.stratagems, facts, findings)
    done = msgspec.structs.replace(reading, datasheet=sheet, stratagems=stratagems)
    return _with(done, findings)


def _with(reading: PageReading, findings: Findings) -> PageReading:
    return msgspec.structs.replace(reading, findings=(*reading.findings, *findings.all()))


class _Filler:
    """Fills a page's datasheet field by field."""

    def __init__(self, page: Datasheet, facts: Datasheet, findings: Findings) -> None:
        self.page = page
        self.facts = facts
        self.findings = findings

    def filled(self) -> Datasheet:
        page, facts = self.page, self.facts
        return respelled(
            msgspec.structs.replace(
                page,
                faction=page.faction or self._say("faction", facts.faction, facts.faction),
                keywords=page.keywords or self._say("keywords", facts.keywords, listed(facts.keywords)),
                faction_keywords=page.faction_keywords
                or self._say("faction-keywords", facts.faction_keywords, listed(facts.faction_keywords)),
                models=self._models(),
                composition=self._composition(),
                points=page.points
                or self._say("points", facts.points, ", ".join(f"{row.points} for {row.models}" for row in facts.points)),
                weapons=page.weapons or self._say("weapons", facts.weapons, listed([one.name for one in facts.weapons])),
                abilities=self._abilities(),
                options=page.options or self._say("options", facts.options, f"{len(facts.options)} wargear options"),
                transport=self._transport(),
                damaged=self._damaged(),
                leads=page.leads or self._say("leads", facts.leads, listed(facts.leads)),
                version=page.version or facts.version,
            )
        )

    def _say(self, what: str, value: T, text: str) -> T:
        """Name a filling, unless there is nothing to fill with."""
        if value:
            self.findings.add(f"completed.{what}", None, f"completed from bundled facts: {what.replace('-', ' ')}: {text}")
        return value

    def _models(self) -> tuple[ModelProfile, ...]:
        page, facts = self.page.models, self.facts.models
        if not page:
            self._say("base", any(model.base for model in facts), _bases(facts))
            return self._say("profile", facts, "; ".join(_profile(model) for model in facts))
        bases = {folded(model.name): model.base for model in facts if model.base}
        bare = [model for model in page if not model.base and folded(model.name) in bases]
        if bare:
            self._say("base", value=True, text=", ".join(f"{one.name} {bases[folded(one.name)]}" for one in bare))
        return tuple(
            model if model.base else msgspec.structs.replace(model, base=bases.get(folded(model.name), "")) for model in page
        )

    def _composition(self) -> tuple[Composition, ...]:
        page, facts = self.page.composition, self.facts.composition
        if not page:
            return self._say("composition", facts, ", ".join(line.model for line in facts))
        kits = {model_key(line.model): line for line in facts}
        lines: list[Composition] = []
        for line in page:
            twin = kits.get(model_key(line.model))
            if line.equipped or twin is None or not twin.equipped:
                lines.append(line)
                continue
            self._say("equipment", twin.equipped, f"{line.model}: {listed(twin.equipped)}")
            lines.append(msgspec.structs.replace(line, equipped=twin.equipped))
        return tuple(lines)

    def _abilities(self) -> tuple[Ability, ...]:
        if not self.page.abilities:
            return self._say("abilities", self.facts.abilities, listed([ability.name for ability in self.facts.abilities]))
        known = {folded(ability.name): ability for ability in self.facts.abilities}
        abilities: list[Ability] = []
        meant: list[str] = []
        for ability in self.page.abilities:
            twin = known.get(folded(ability.name))
            if twin is None:
                abilities.append(ability)
                continue
            meant.append(ability.name)
            # What it is called, its kind and its X are the page's; what it does is known here only.
            own = {"name": ability.name, "kind": ability.kind, "parameter": ability.parameter or twin.parameter}
            abilities.append(msgspec.structs.replace(twin, **own))
        if meant:
            self._say("ability-meanings", meant, listed(meant))
        return tuple(abilities)

    def _transport(self) -> Transport | None:
        page, facts = self.page.transport, self.facts.transport
        if page is None:
            return self._say("transport", facts, f"capacity {facts.capacity}" if facts else "")
        faction = {folded(word) for word in self.facts.faction_keywords}
        lost = tuple(word for word in facts.needs if word not in page.needs and folded(word) in faction) if facts else ()
        if not lost:
            return page
        self._say("transport-faction", lost, f"a passenger needs the keyword {listed(lost)} too (W-352)")
        return msgspec.structs.replace(page, needs=(*lost, *page.needs))

    def _damaged(self) -> Damaged | None:
        page, facts = self.page.damaged, self.facts.damaged
        if page is None:
            return self._say("damaged", facts, f"{facts.wounds} wounds or fewer" if facts else "")
        if not page.effects and facts and facts.wounds == page.wounds:
            return self._say("damaged", facts, "what changes")
        return page


def _profile(model: ModelProfile) -> str:
    values = (f"{name.replace('_', ' ')} {value}" for name, value in model.characteristics.items())
    return f"{model.name}: {', '.join(values)}"


def _bases(models: tuple[ModelProfile, ...]) -> str:
    return ", ".join(f"{model.name} {model.base}" for model in models if model.base)


def _factions(stratagems: tuple[Stratagem, ...], facts: Datasheet, findings: Findings) -> tuple[Stratagem, ...]:
    """The faction word of a detachment stratagem's target: a page without faction keywords has lost it there too (W-352)."""
    word = folded(facts.faction)
    if word not in {folded(keyword) for keyword in facts.faction_keywords}:
        return stratagems
    filled = tuple(
        msgspec.structs.replace(one, faction=word)
        if one.mode == "detachment" and one.target and not one.faction and not _names_a_keyword(one.target)
        else one
        for one in stratagems
    )
    names = [one.name for one, old in zip(filled, stratagems, strict=True) if one.faction != old.faction]
    if names:
        text = f"completed from bundled facts: the target of these stratagems needs the keyword {word} (W-352): {listed(names)}"
        findings.add("completed.stratagem-faction", None, text)
    return filled


def _names_a_keyword(target: str) -> bool:
    return any(len(word) > 2 and word.isupper() for word in target.replace(",", " ").split())  # noqa: PLR2004 - not "CP"
