"""The phrases of an ability as the grammar finds them: small facts about words, without a meaning of their own yet."""

from typing import Literal

import msgspec

from warbench.rules.conditions import Condition
from warbench.rules.effects import Effect, Scope, Side


class NotUnderstoodError(ValueError):
    """A text of which a part has no meaning here; the whole is then left alone."""


class Who(msgspec.Struct, frozen=True):
    """Whom a phrase is about: ``self`` (this model, the bearer), ``unit`` (with its models), ``led`` (that unit), ``it``."""

    what: Literal["self", "unit", "led", "it"]
    bearer: bool = False

    @property
    def whole(self) -> bool:
        """Whether it is all of a unit."""
        return self.what in {"unit", "led"}


class Stop(msgspec.Struct, frozen=True):
    """The end of a sentence."""


class Lead(msgspec.Struct, frozen=True):
    """While somebody leads a unit: ``led`` says that a CHARACTER leads this one, ``model`` which kind of model it must have."""

    who: Who
    led: bool = False
    model: str = ""


class Around(msgspec.Struct, frozen=True):
    """While a unit is near: an Aura. ``that unit`` is then the one that it reaches; over ``bearers`` it is the source itself.

    ``source`` is from whom the ``reach`` in inches is measured, ``borne_by`` the kind of model that is meant of it. A unit that
    it reaches has all words of one of the groups in ``needs`` and none of ``but_not``.
    """

    source: Who
    reach: int
    over: Literal["friends", "enemies", "bearers"]
    needs: tuple[tuple[str, ...], ...] = ()
    but_not: tuple[str, ...] = ()
    wholly: bool = False
    borne_by: str = ""


class Moment(msgspec.Struct, frozen=True):
    """What must have happened or be so for the rest of the sentence.

    ``when`` is what an attacker did (a charge, standing still), for attacks of one kind; else ``fact`` is the end of the name of
    a fact about either side. ``only``: it speaks of these attacks alone, so that weapons are meant for them alone; ``weapon`` is
    the one that it names. ``model`` is the kind of model that the unit must still have.
    """

    who: Who
    when: Condition | None = None
    scope: Scope = "all"
    fact: str = ""
    only: bool = False
    weapon: str = ""
    model: str = ""


class Test(msgspec.Struct, frozen=True):
    """A condition. ``about`` is whose state is asked (None: that of the attack, or of its target).

    ``fact`` is the end of a fact's name where it hangs on the side of who is asked; else ``when`` is the condition itself.
    ``ranged``: it has no meaning for melee attacks. ``aims``: it says anew what is attacked.
    """

    about: Who | None = None
    fact: str = ""
    when: Condition | None = None
    ranged: bool = False
    true: bool = True
    aims: bool = False


class Trigger(msgspec.Struct, frozen=True):
    """Each time somebody attacks, or is attacked: what follows serves these attacks.

    ``ranged`` says that the condition has no meaning for melee attacks.
    """

    side: Side
    who: Who
    scope: Scope = "all"
    tests: tuple[Test, ...] = ()
    weapon: str = ""
    aims: bool = False


class If(msgspec.Struct, frozen=True):
    """A condition that stands before what it bears on."""

    test: Test


class Outcome(msgspec.Struct, frozen=True):
    """What follows from a trigger. ``tail`` is ``instead``, ``as well`` or nothing; ``test`` a condition that stands behind."""

    effects: tuple[Effect, ...]
    tail: str = ""
    test: Test | None = None


class Arms(msgspec.Struct, frozen=True):
    """Some weapons: of a kind, of somebody, or one by its name (``weapon``); ``that``: the one that was named before.

    ``tests`` say which of them are meant.
    """

    who: Who
    scope: Scope = "all"
    weapon: str = ""
    that: bool = False
    tests: tuple[Test, ...] = ()


class Armed(msgspec.Struct, frozen=True):
    """What some weapons have or how they are changed, against some targets only (``tests``)."""

    arms: Arms
    effects: tuple[Effect, ...]
    tests: tuple[Test, ...] = ()


class Models(msgspec.Struct, frozen=True):
    """What somebody has, whatever is done to him. ``who`` None: the same as in the phrase before.

    ``against`` says that it holds for the attack that is spoken of.
    """

    effects: tuple[Effect, ...]
    who: Who | None = None
    against: bool = False


Phrase = Stop | Lead | Around | Moment | Trigger | If | Outcome | Armed | Models
