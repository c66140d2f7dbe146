"""Where a weapon sits on a hull, and how many there are, by what it is called: ``Two Sponson Mounted lascannon``."""

import re
from collections.abc import Iterator

import msgspec

from warbench.intake.catalogue.evaluate import text
from warbench.intake.catalogue.printed import printed
from warbench.intake.catalogue.resolved import Reader
from warbench.intake.catalogue.selected import Selected
from warbench.intake.text.lines import plain

_COUNTS = {"one": 1, "two": 2, "three": 3, "four": 4, "six": 6}
_PLACES = "turret|hull|sponson|pintle|centreline|centerline|front|rear|arm|carapace|co-?axial"
_NAMED = re.compile(
    rf"^\s*(?:(one|two|three|four|six)\s+)?({_PLACES})\b\s*(?:\(([^()]*)\)\s*)?(?:mounted\b\s*)?(?:\(([^()]*)\)\s*)?",
    re.IGNORECASE,
)
_GROUP = re.compile(
    r"\b(sponson|pintle|turret|hull|centreline)(?: \((\w+)\))?(?: mount(?:ed)?)?(?: weapons?\b| #\d|$)", re.IGNORECASE
)
_AS = {"centerline": "centreline", "front": "hull", "rear": "hull (rear)", "arm": "", "carapace": "", "coaxial": "turret"}
_KNOWN_SIDES = frozenset({"", "front", "rear"})


class Mount(msgspec.Struct, frozen=True):
    """A mount as the game calls it (empty: none), how many such weapons one entry is, and words that say more than is known."""

    mount: str = ""
    count: int = 1
    odd: str = ""


def mount_of(at: Selected, reader: Reader) -> Mount:
    """Where a weapon's entry says that it sits: by its own name, its profiles' names, or the lists that it stands in."""
    for name in _names(at, reader):
        found = _told(plain(name))
        if found is not None:
            return found
    for group in (*reversed(at.groups), *(group for each in list(at.line())[1:2] for group in reversed(each.groups))):
        match = _GROUP.search(plain(group.name))
        if match and not plain(group.name).casefold().startswith(("this model", "may ")):
            side = (match[2] or "").casefold()
            return Mount("hull (rear)" if side == "rear" else match[1].casefold())
    return Mount()


def unmounted(name: str) -> str:
    """A weapon's name without its mount and its number."""
    return name[_length(name) :] or name


def _names(at: Selected, reader: Reader) -> Iterator[str]:
    yield text(at.resolved.name, at.resolved.changes("name"), "name", at)
    yield from (each.name for each in printed(reader, at) if each.table == "Ranged Weapon")
    for above in list(at.line())[1:2]:
        if above.resolved.type == "upgrade":
            yield text(above.resolved.name, above.resolved.changes("name"), "name", above)


def _told(name: str) -> Mount | None:
    if not _length(name):
        return None
    match = _NAMED.match(name)
    if match is None:
        return None
    place = match[2].casefold().replace("-", "")
    side = (match[3] or match[4] or "").casefold()
    mount = _AS.get(place, place)
    if side == "rear":
        mount = "hull (rear)"
    known = place in {"coaxial", "turret"} or (side in _KNOWN_SIDES and place not in {"arm", "carapace"})
    odd = "" if known else match[0].strip()
    return Mount(mount, _COUNTS.get((match[1] or "").casefold(), 1), odd)


def _length(name: str) -> int:
    """How much of a name is its mount: only what says "mounted", or a side in brackets, is one."""
    match = _NAMED.match(name)
    if match is None or ("mounted" not in match[0].casefold() and not match[3] and "axial" not in match[0].casefold()):
        return 0
    return match.end() if match.end() < len(name) else 0
