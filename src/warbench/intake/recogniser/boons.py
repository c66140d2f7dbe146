"""What phrases say that models and units have, whatever they do: characteristics, saves, rolls and moves outside attacks."""

from typing import Any

from warbench.intake.recogniser import words as of
from warbench.intake.recogniser.outcomes import OutcomeReader
from warbench.intake.recogniser.phrases import Armed, Arms, Models, NotUnderstoodError, Who
from warbench.rules.effects import ChangeValue

Children = list[Any]


class BoonReader(OutcomeReader):
    """Makes phrases of the rules of the grammar that say what somebody has."""

    def models_have(self, children: Children) -> Models:
        """Somebody has something."""
        who, have = children
        return Models(have.effects, who, have.against)

    def models_add(self, children: Children) -> Models:
        """Something is added to characteristics of models."""
        by, words, who = children
        return Models(self.added(words, of.number(by)), who)

    def own_add(self, children: Children) -> Models:
        """The same, of the model's own."""
        by, mine, words = children
        return Models(self.added(words, of.number(by)), Who("self", "bearer" in mine))

    def models_subtract(self, children: Children) -> Models:
        """Something is taken from characteristics of models."""
        by, words, who = children
        return Models(self.added(words, -of.number(by)), who)

    def models_improve(self, children: Children) -> Models:
        """Characteristics of models are improved."""
        words, who, by = children
        return Models(self.bettered(words, of.number(by)), who)

    def models_worsen(self, children: Children) -> Models:
        """Characteristics of models are worsened."""
        words, who, by = children
        return Models(self.bettered(words, -of.number(by)), who)

    def reroll_moves(self, children: Children) -> Models:
        """Advance or Charge rolls, or tests, may be thrown again."""
        rolls, who = children
        return Models(self.rerolls(rolls), who)

    reroll_tests = reroll_moves

    def add_moves(self, children: Children) -> Models:
        """Something is added to such rolls."""
        by, rolls, who = children
        return Models(self.bonuses(rolls, of.number(by)), who)

    add_tests = add_moves

    def subtract_tests(self, children: Children) -> Models:
        """Something is taken from tests."""
        by, rolls, who = children
        return Models(self.bonuses(rolls, -of.number(by)), who)

    def tested(self, children: Children) -> Models:
        """Each time that a unit takes a test, something is done to it."""
        who, test, by = children
        return Models(self.rerolls(test) if by is None else self.bonuses(test, by), who)

    def tested_for(self, children: Children) -> Models:
        """The same in other words."""
        test, who, by = children
        return self.tested([who, test, by])

    def by_more(self, children: Children) -> int:
        """Something is added to the test."""
        return of.number(children[0])

    def by_less(self, children: Children) -> int:
        """Something is taken from it."""
        return -of.number(children[0])

    def by_rolling(self, _children: Children) -> None:
        """It may be thrown again."""

    def overwatch(self, children: Children) -> Armed:
        """Fire Overwatch hits on other faces."""
        who, on = children
        return Armed(Arms(who, "ranged"), (ChangeValue(name="overwatch", set=of.number(on)),))

    def reaches(self, children: Children) -> Models:
        """Models pile in or consolidate further."""
        who, closes, far, usual = children
        if of.number(usual) != of.USUAL_REACH:
            raise NotUnderstoodError(usual)
        names = [name for name, word in (("pile_in", "pile"), ("consolidation", "consolidat")) if word in closes]
        return Models(tuple(ChangeValue(name=name, set=of.number(far)) for name in names), who)

    def eligible(self, children: Children) -> Models:
        """Something may be done in spite of a move."""
        who, deed, after = children
        return Models(self.permits(deed, after), who)

    def advances(self, children: Children) -> Models:
        """Advances so far without a roll."""
        who, by, words, whose = children
        if of.traits(words) != ("movement",) or (who.whole, who.bearer) != (whose.whole, whose.bearer):
            raise NotUnderstoodError(words)
        return Models(self.advance(of.number(by)), who)
