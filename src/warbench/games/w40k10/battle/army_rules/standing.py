"""Under which rules an army stands, by its faction and detachment, and what they make of a datasheet in it."""

from collections.abc import Iterator
from functools import cached_property, lru_cache
from typing import TypeVar

import msgspec

from warbench.games.w40k10 import library
from warbench.games.w40k10.battle.army_rules.factions import ASTARTES, CHAPTERS
from warbench.games.w40k10.battle.army_rules.lent import army_rules
from warbench.games.w40k10.battle.army_rules.rules import (
    ArmyList,
    ArmyRule,
    ArmyRules,
    Gain,
    Group,
    Include,
    Lord,
    NoDetachment,
    OneChapter,
    Statement,
    Without,
)
from warbench.games.w40k10.battle.roster import ArmySpec
from warbench.sheets.datasheet import Datasheet

_Kind = TypeVar("_Kind", bound=Statement)


def united(sheet: Datasheet) -> Datasheet:
    """A datasheet with the keywords of all its models: to rules about units a unit has those of every model."""
    more = [word for model in sheet.models for word in model.keywords if word not in sheet.keywords]
    return msgspec.structs.replace(sheet, keywords=(*sheet.keywords, *dict.fromkeys(more))) if more else sheet


class Standing:
    """What is known of an army's faction and of the rules that it stands under.

    ``keyword`` is the faction keyword of the army, empty where no rule is known for its faction: then nothing is known at all.
    """

    def __init__(self, rules: ArmyRules, faction: str, detachment: str) -> None:
        """Look up the faction's list and the rules of an army list's faction and detachment, both as the list names them."""
        self.known = rules
        self.faction = library.slug(faction)
        self._lists = {library.slug(name): each for name, each in rules.lists.items()}
        self._others = {*rules.factions, *(each.keyword for each in rules.lists.values())}
        self.keyword = self._keyword() if rules.rules else ""
        self._detachments = set(map(library.slug, (detachment, *detachment.split(" and ")))) if detachment else set()

    def _keyword(self) -> str:
        if self.faction in self._lists:
            return self._lists[self.faction].keyword
        own = next((word for word in sorted(self._others) if library.slug(word) == self.faction), "")
        # A Chapter is an army of its own name; its units have its keyword beside that of all Chapters.
        return own or (ASTARTES if self.faction in CHAPTERS and ASTARTES in self._others else "")

    @cached_property
    def in_force(self) -> tuple[ArmyRule, ...]:
        """The rules that the army stands under: its detachment's, then army rules and those of datasheets."""
        if not self.keyword:
            return ()
        own = [rule for rule in self.known.rules if rule.detachment and self._has_detachment(rule)]
        gone = {library.slug(says.rule) for rule in own for says in rule.says if isinstance(says, Without)}
        rest = (rule for rule in self.known.rules if not rule.detachment and library.slug(rule.name) not in gone)
        return (*own, *rest)

    def _has_detachment(self, rule: ArmyRule) -> bool:
        whose = self.known.lists.get(rule.faction, ArmyList(""))
        return self.has_detachment(rule.detachment) and whose.keyword == self.keyword

    def has_detachment(self, name: str) -> bool:
        """Whether the army has a detachment of that name."""
        return library.slug(name) in self._detachments

    def saying(self, kind: type[_Kind]) -> Iterator[tuple[ArmyRule, _Kind]]:
        """The statements of one kind that hold for the army, with their rules."""
        for rule in self.in_force:
            for says in rule.says:
                if isinstance(says, kind):
                    yield rule, says

    @cached_property
    def chapter(self) -> str:
        """The Chapter whose army it is by its faction or its detachment; empty where neither says so."""
        if self.faction in CHAPTERS:
            return self.faction.replace("-", " ")
        return next((says.chapter for _, says in self.saying(OneChapter) if self._is_for(says)), "")

    def _is_for(self, says: OneChapter) -> bool:
        return not says.if_of or any(map(self.has_detachment, says.detachments))

    def is_native(self, sheet: Datasheet) -> bool:
        """Whether a datasheet is of the army's own faction: it has its keyword and that of no other faction.

        Sources list units once more for each army that may include them, with that army's keyword beside their own.
        """
        words = set(sheet.faction_keywords)
        return self.keyword in words and not words.intersection(self._others - {self.keyword})

    def is_listed(self, sheet: Datasheet) -> bool:
        """Whether a datasheet stands in the list of the army's faction, whatever it is of."""
        return self.keyword in sheet.faction_keywords or self.list_keyword(sheet.faction) == self.keyword

    def list_keyword(self, name: str) -> str:
        """The faction keyword of a list, empty where it is not known."""
        return self._lists.get(library.slug(name), ArmyList("")).keyword

    def bare(self, sheet: Datasheet) -> Datasheet:
        """A datasheet with the keywords that are its own or its models', and those that its source forgot.

        The army's keyword goes where a source only added it to list the unit for this army.
        """
        is_native, sheet = self.is_native(sheet), united(sheet)
        words = tuple(word for word in sheet.faction_keywords if is_native or word != self.keyword)
        lists = [each for each in self.known.lists.values() if each.keyword in words]
        shared = [word for each in lists for word in each.shared if word not in sheet.keywords]
        return msgspec.structs.replace(sheet, faction_keywords=words, keywords=(*sheet.keywords, *dict.fromkeys(shared)))

    def include(self, sheet: Datasheet) -> tuple[ArmyRule, Include] | None:
        """The rule by which a datasheet of another faction may be in the army; None for the army's own, or without one.

        Whether all other models are as the rule wants it is for the army as a whole.
        """
        if not self.keyword:
            return None
        is_native, bare = self.is_native(sheet), self.bare(sheet)
        for rule, says in self.saying(Include):
            if (not is_native or says.becomes) and self._may_hold(says) and says.who.has(bare):
                return rule, says
        return None

    def _may_hold(self, says: Include) -> bool:
        """Whether a rule is for armies of this faction."""
        if (says.faction and says.faction != self.keyword) or says.not_faction == self.keyword:
            return False
        own = {self.keyword, *(word for each in self._lists.values() if each.keyword == self.keyword for word in each.shared)}
        return not says.every or bool(own.intersection(says.every))

    def elsewhere(self, sheet: Datasheet) -> tuple[tuple[ArmyRule, Include], ...]:
        """The rules, of other detachments or for other armies, that let a datasheet in, or would if they did not leave it out."""
        bare = self.bare(sheet)
        pairs = ((rule, says) for rule in self.known.rules for says in rule.says if isinstance(says, Include))
        return tuple((rule, says) for rule, says in pairs if Group(says.who.any_of).has(bare))

    @property
    def may_let_in(self) -> bool:
        """Whether a rule of the army's detachment lets units in by a sentence that was not understood."""
        return any("can include" in text for rule in self.in_force if rule.detachment for text in rule.unread)

    def ruled(self, sheet: Datasheet) -> Datasheet:
        """A datasheet with its models' keywords and what its unit gains in the army; also what only some gain, by choice."""
        sheet = united(sheet)
        if not self.keyword:
            return sheet
        bare = self.bare(sheet)
        gained = [word for _, says in self.saying(Gain) if self._gains(says, bare) for word in says.keywords]
        new = [word for word in dict.fromkeys(gained) if word not in sheet.keywords]
        return msgspec.structs.replace(sheet, keywords=(*sheet.keywords, *new)) if new else sheet

    def _gains(self, says: Gain, bare: Datasheet) -> bool:
        return says.who.has(bare) and (not says.chapter or self._may_be_of(says.chapter, bare))

    def _may_be_of(self, chapter: str, sheet: Datasheet) -> bool:
        """Whether a unit may be drawn from a Chapter: it is of none by its datasheet, or of that one."""
        own = [word for word in sheet.faction_keywords if word != ASTARTES]
        return ASTARTES in sheet.faction_keywords and (not own or chapter in own)

    def anybody_leads(self, sheet: Datasheet) -> bool:
        """Whether a datasheet's model may be the Warlord though it is no CHARACTER."""
        return any(says.anyone and says.faction == self.keyword and says.who.has(sheet) for _, says in self.saying(Lord))

    @property
    def needs_no_detachment(self) -> bool:
        """Whether armies of the faction have no detachment."""
        return any(says.faction == self.keyword for _, says in self.saying(NoDetachment))


def standing(spec: ArmySpec) -> Standing:
    """What an army stands under, by the rules that are lent."""
    rules = army_rules()
    found = _standing(spec.faction, spec.detachment)
    if found.known is not rules:
        # Other rules are lent now.
        _standing.cache_clear()
        found = _standing(spec.faction, spec.detachment)
    return found


@lru_cache(maxsize=32)
def _standing(faction: str, detachment: str) -> Standing:
    return Standing(army_rules(), faction, detachment)
