"""Wargear options as a tree that a program can walk: who may change, what goes, what comes, how often."""

import msgspec


class Items(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Some of an item of wargear."""

    item: str
    count: int = 1


class Choice(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """One alternative: what is taken away and what is added, together.

    ``limit`` bounds how many models of the unit may choose it ("each of these once per unit"), counted together with the
    other choices of the same option that give the same; 0 means no bound of its own. ``points`` is what it costs each model.
    """

    gives: tuple[Items, ...]
    takes: tuple[Items, ...] = ()
    limit: int = 0
    points: int = 0


class Option(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """One line of wargear options: each model that uses it applies exactly one of ``choices``, once.

    Options are applied in the order of the datasheet, so that a choice may take away what an earlier option gave. ``needs``:
    the model must have at least one of these items at that moment; ``excludes``: it must have none of these.

    ``model`` names the kind of model (empty: any). ``limit`` bounds how many models may use it: that number, or that number for
    every ``per`` models of the unit when ``per`` is more than 0 (rounding down); 0 means no bound. ``text`` holds what a reader
    found when it did not understand the line; then ``choices`` is empty.
    """

    choices: tuple[Choice, ...]
    model: str = ""
    limit: int = 0
    per: int = 0
    needs: tuple[str, ...] = ()
    excludes: tuple[str, ...] = ()
    text: str = ""
