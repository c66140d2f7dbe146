"""Wargear options as a tree that a program can walk: who may change, what goes, what comes, how often."""

import msgspec


class Items(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Some of an item of wargear."""

    item: str
    count: int = 1


class Cap(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """One model has at most ``most`` of these items together."""

    items: tuple[str, ...]
    most: int = 1


class Choice(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """One alternative: what is taken away and what is added, together. What stands on both sides the model must have and keeps.

    ``limit`` bounds how many models of the unit may choose it ("each of these once per unit"), counted together with the
    other choices of the same option that give the same: that number, or that number for every ``per`` models of the unit; 0
    means no bound of its own. ``points`` is what it costs each model. A model that has one of ``excludes`` cannot choose it.
    """

    gives: tuple[Items, ...]
    takes: tuple[Items, ...] = ()
    limit: int = 0
    points: int = 0
    per: int = 0
    excludes: tuple[str, ...] = ()


class Option(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """One line of wargear options: each model that uses it applies exactly one of ``choices``, once.

    Options are applied in the order of the datasheet, so that a choice may take away what an earlier option gave. ``needs``:
    the model must have at least one of these items at that moment; ``excludes``: it must have none of these. ``caps`` must
    hold once the choice is made.

    ``model`` names the kind of model (empty: any). ``limit`` bounds how many models may use it: that number, or that number for
    every ``per`` models of the unit when ``per`` is more than 0 (rounding down); 0 means no bound. With ``per_model`` only models
    of that kind are counted for ``per``. ``least`` and ``most`` bound the size of a unit that has the option at all (0: no
    bound). With ``together`` either all models of the unit that can use it do, or none does. ``times`` is how often one model may
    use it, each time with a choice of its own. With ``must`` a model that can use it has to.

    ``text`` holds what a reader found when it did not understand the line; then ``choices`` is empty.
    """

    choices: tuple[Choice, ...]
    model: str = ""
    limit: int = 0
    per: int = 0
    needs: tuple[str, ...] = ()
    excludes: tuple[str, ...] = ()
    text: str = ""
    per_model: str = ""
    least: int = 0
    most: int = 0
    together: bool = False
    caps: tuple[Cap, ...] = ()
    times: int = 1
    must: bool = False
