"""Finding by the name that a person types: its slug, a plural, a beginning or a word that only one has; else the nearest."""

import difflib
import re
import unicodedata

__all__ = ["UnknownDatasheet", "find", "forms", "slug"]


class UnknownDatasheet(LookupError):  # noqa: N818 - it names what is unknown, as LookupError's own children do
    """No datasheet or target of that name, or several; the message names the nearest."""


def slug(name: str) -> str:
    """The id of a name: lower case, without accents and apostrophes, words joined by hyphens."""
    plain = unicodedata.normalize("NFKD", name.replace("\N{RIGHT SINGLE QUOTATION MARK}", "").replace("'", ""))
    letters = "".join(letter for letter in plain if not unicodedata.combining(letter))
    return re.sub(r"[^a-z0-9]+", "-", letters.casefold()).strip("-")


def forms(wanted: str) -> list[str]:
    """The slug itself and what it may be the plural of."""
    found = [wanted]
    if wanted.endswith("es"):
        found.append(wanted[:-2])
    if wanted.endswith("s"):
        found.append(wanted[:-1])
    return found


def find(name: str, known: tuple[str, ...], what: str) -> str:
    """The one of the ids ``known`` that the name stands for.

    Case, accents, apostrophes, spaces and hyphens do not matter; a plural, or a beginning or a word that only one id has, is
    enough. ``what`` says what is looked for, for the message.

    Raises:
        UnknownDatasheet: naming the nearest ids, or the several that fit.
    """
    wanted = forms(slug(name))
    for form in wanted:
        if form in known:
            return form
    near: list[str] = []
    for form in wanted:
        if not form:
            continue
        near = [key for key in known if key.startswith(form)] or [key for key in known if form in key.split("-")]
        if len(near) == 1:
            return near[0]
        if near:
            msg = f"{name!r} fits several {what}s: {', '.join(near)}"
            raise UnknownDatasheet(msg)
    near = difflib.get_close_matches(wanted[0], known, n=3, cutoff=0.5)
    if not near:
        words = {word: key for key in reversed(known) for word in key.split("-")}
        near = list(dict.fromkeys(words[word] for word in difflib.get_close_matches(wanted[0], words, n=3, cutoff=0.7)))
    hint = f"; did you mean {' or '.join(near)}?" if near else f"; known: {', '.join(known)}"
    msg = f"unknown {what} {name!r}{hint}"
    raise UnknownDatasheet(msg)
