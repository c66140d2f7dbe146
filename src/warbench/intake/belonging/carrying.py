"""What a transport can carry, from its datasheet (W-172..W-177): each sentence is read whole, or kept as unread."""

import re
from collections.abc import Callable
from typing import Literal

import msgspec

from warbench.intake.belonging.riders import names_of, needs_of
from warbench.intake.findings import shown
from warbench.intake.text.items import NUMBER, number
from warbench.sheets.capacity import Equipped, Riders, Room, Takes, Transport

_THIS = r"(?:it|this .{1,40}?)"
_CAPACITY = re.compile(rf"{_THIS} has a transport capacity of (?:all of the following: )?(.+)", re.IGNORECASE)
_PART = re.compile(
    r"(?:^|,? (?P<joint>and|or) |(?<=models) (?=\d)|(?<=less) (?=\d))"
    r"(?P<number>\d{1,3}) (?:(?P<who>(?!models?\b)[^()\d]+?) )?(?P<what>models?|units?)\b"
    r"(?: from the following units:? (?P<names>[^()\d]+))?"
    r"(?: with a wounds characteristic of (?P<most>\d{1,2}) or less)?(?: \((?:excluding|except for) (?P<but>[^()]+?)\))?",
    re.IGNORECASE,
)
_ONLY = re.compile(rf"{_THIS} can only transport (.{{1,300}}?) models?", re.IGNORECASE)
_TAKES = re.compile(
    r"(?:(?:each|the) )?(?P<who>.{1,100}?)(?: models?)? (?:takes? up the space of|takes the space of|takes)"
    rf" (?P<number>{NUMBER}) (?:other )?(?:.{{1,40}} )?models?",
    re.IGNORECASE,
)
_WOUNDED = re.compile(
    r"(?:(?P<who>.+?) )?models? with a wounds characteristic of (?:(?P<least>\d{1,2}) or more|more than (?P<over>\d{1,2}))",
    re.IGNORECASE,
)
_CANNOT = re.compile(rf"{_THIS} cannot transport (.{{1,300}})", re.IGNORECASE)
_FLYERS = re.compile(r"models that can fly", re.IGNORECASE)
_BUT = re.compile(r"(?P<who>[^()]+?) \((?:excluding|except for) (?P<but>[^()]+)\)", re.IGNORECASE)
_JOINED = re.compile(
    r"(?P<both>.+?) models that (?:began|begin) the battle attached to a non-(?P<other>.+?) unit",
    re.IGNORECASE,
)
_ALSO = re.compile(
    rf"{_THIS} can (?P<how>also|instead) transport (?:up to )?(?P<rest>\d{{1,2}} [^()]+?)(?: \((?P<told>.+)\))?", re.IGNORECASE
)
_AS_WOUNDS = re.compile(
    r"these models take up the space of a number of models equal to their wounds characteristic", re.IGNORECASE
)
_AS_MANY = re.compile(r"this model(?P<loaded>.*?) takes? up the space of (?P<places>\d{1,2}) models", re.IGNORECASE)
_EXCLUDING = re.compile(r"(?:excluding|except for) (.+)", re.IGNORECASE)
_REDUCED = re.compile(
    rf"{_THIS} can also transport (?P<rest>1 [^;()]+); while doing so, its transport capacity is reduced to"
    r" (?P<left>\d{1,2}) .+",
    re.IGNORECASE,
)
_EQUIPPED = re.compile(
    rf"if {_THIS} is equipped with an? (?P<item>.+?), it has a transport capacity of (?P<number>\d{{1,3}}) (?P<who>.+?) models?"
    r"(?: instead)?",
    re.IGNORECASE,
)
_SPLIT = re.compile(
    r"(?:before the battle, )?at the start of the declare battle formations step, you can select one (?P<who>.+?)(?: unit)?"
    r" from your army(?: that has not (?:already )?been split)?\. if you do, that unit is split into two units, each containing"
    r" as equal a number of models as possible(?: \(when splitting a unit in this way, make a note of which models form each of"
    r" the two new units(?:\. (?P<more>[^()\]]+))?[)\]])?\. one of these units must start the battle embarked within this"
    r" (?:transport|model); the other can start the battle embarked within another transport, or it can be deployed as a separate"
    r" unit",
    re.IGNORECASE,
)
_NESTED = re.compile(r"models embarked within transport vehicles that are themselves being transported by .+", re.IGNORECASE)
_MODEL = re.compile(r" models?\b", re.IGNORECASE)
_LIMITED = re.compile(r"\bwith\b|\bthat\b|\bnon-|\(", re.IGNORECASE)
_SENTENCE_END = re.compile(r"\.(?: |$)(?![^(]*\))|,? and (?=each )")
_EXAMPLE = re.compile(r",? e\.g\. [^()]*")
_SPACES = re.compile(r"\s+")
_BEFORE_EXCEPTION = re.compile(r"(?<!model)(?<!models) (?=\((?:excluding|except for) )", re.IGNORECASE)
_LETTERS = re.compile(r"(?<=\w)(?=models?\b)")
_LONGEST = 4_000
_FACTION = "<FACTION>"
_WHOSE = "<FACTION>: which one is meant is not said, so riders of any may get in"
_LOADED = "a transport that it carries has nobody inside: passengers of passengers are not modelled"


class Carried(msgspec.Struct):
    """What was read: the transport's parts as they are found, and the sentences that are not understood."""

    transport: Transport = Transport(0)
    unread: list[str] = []

    def add(self, **more: object) -> None:
        """Set parts of the transport, tuples behind those that it has."""
        old = self.transport
        joined = {name: getattr(old, name) + new if isinstance(new, tuple) else new for name, new in more.items()}
        self.transport = msgspec.structs.replace(old, **joined)


def read_carrying(text: str) -> Carried:
    """What a transport can carry.

    Args:
        text: all its sentences on one line, keywords in capitals or not.

    Returns:
        The transport, without capacity or ``needs`` where none are found, and what is not understood, sentence by sentence.
    """
    found = Carried()
    if len(text) > _LONGEST:
        found.unread.append(f"a text of {len(text):,} letters, expected at most {_LONGEST:,}")
        return found
    text = _EXAMPLE.sub("", _SPACES.sub(" ", text).strip()).replace(" non- ", " non-").replace("\N{EN DASH}", "-")
    # A blank is lost here and there.
    text = _LETTERS.sub(" ", text)
    if match := _SPLIT.search(text):
        found.add(splits=tuple(names_of(match["who"])))
        if match["more"]:
            found.unread.append(f"of the halves: {shown(match['more'])}")
        text = text[: match.start()] + text[match.end() :]
    for sentence in _SENTENCE_END.split(text):
        told = sentence.strip(" .")
        if told and not any(reads(told, found) for reads in _READERS):
            found.unread.append(shown(told))
    if _FACTION in text:
        found.unread.append(_WHOSE)
    return found


def _capacity(text: str, found: Carried) -> bool:
    match = _CAPACITY.fullmatch(text)
    if match is None or found.transport.capacity:
        return False
    # Some leave out "models" before an exception.
    rest = _BEFORE_EXCEPTION.sub(" models ", match[1])
    parts = list(_PART.finditer(rest))
    if not parts or parts[0].start() or "".join(part[0] for part in parts) != rest:
        return False
    head, *others = parts
    needs = _who(head)
    rooms = tuple(
        Room(int(part["number"]), Riders(_who(part), _but(part), most_wounds=int(part["most"] or 0)), how=_how(part))
        for part in others
    )
    if head["most"] or not all(room.who.needs for room in rooms) or any(part["what"].startswith("unit") for part in others):
        return False
    units = head["what"].casefold().startswith("unit")
    found.add(capacity=int(head["number"]), needs=needs, excludes=_but(head), rooms=rooms, units=units)
    return True


def _who(part: re.Match[str]) -> tuple[str, ...]:
    if part["names"]:
        return (" or ".join(names_of(part["names"])),)
    return needs_of(_loud(part["who"])) if part["who"] else ()


def _but(part: re.Match[str]) -> tuple[str, ...]:
    return tuple(names_of(part["but"])) if part["but"] else ()


def _how(part: re.Match[str]) -> Literal["beside", "instead"]:
    return "instead" if (part["joint"] or "").casefold() == "or" else "beside"


def _loud(words: str) -> str:
    """Keywords in capitals, whatever the source has."""
    return re.sub(r"\b(OR|AND)\b", lambda joint: joint[0].lower(), words.upper())


def _only(text: str, found: Carried) -> bool:
    if (match := _ONLY.fullmatch(text)) is None:
        return False
    found.add(needs=(" or ".join(names_of(match[1])),))
    return True


def _takes(text: str, found: Carried) -> bool:
    match = _TAKES.fullmatch(text)
    if match is None:
        return False
    places = number(match["number"]) or 0
    if wounded := _WOUNDED.fullmatch(match["who"]):
        rows = [Takes(name, places, _least(wounded)) for name in (names_of(wounded["who"]) if wounded["who"] else [""])]
    elif _LIMITED.search(match["who"]):
        return False
    else:
        rows = [Takes(name, places) for name in names_of(match["who"])]
    found.add(takes=tuple(rows))
    return True


def _least(wounded: re.Match[str]) -> int:
    return int(wounded["least"] or 0) or int(wounded["over"]) + 1


def _cannot(text: str, found: Carried) -> bool:
    """Who may not ride: names, some of them with an exception, or models by their Wounds."""
    match = _CANNOT.fullmatch(text)
    if match is None:
        return False
    told = match[1]
    if _FLYERS.fullmatch(told):
        found.add(excludes=("fly",))
    elif wounded := _WOUNDED.fullmatch(told):
        found.add(barred=(_by_wounds(wounded),))
    elif (but := _BUT.fullmatch(told)) and not _LIMITED.search(but["who"]):
        *plain, last = names_of(but["who"])
        bar = _with_exception(last, but["but"])
        if bar is None:
            return False
        found.add(excludes=tuple(plain), barred=(bar,))
    elif _LIMITED.search(told):
        return False
    else:
        found.add(excludes=tuple(names_of(told)))
    return True


def _by_wounds(wounded: re.Match[str]) -> Riders:
    who = wounded["who"] or ""
    if who.casefold().startswith("non-"):
        return Riders(lacks=tuple(names_of(who[len("non-") :])), wounds=_least(wounded))
    return Riders(needs_of(_loud(who)) if who else (), wounds=_least(wounded))


def _with_exception(name: str, but: str) -> Riders | None:
    """Who may not ride with an exception: some names among them, or who began attached to others."""
    if joined := _JOINED.fullmatch(but):
        both = needs_of(_loud(joined["both"]))
        rest = [word for word in both if word != name]
        same = joined["other"].casefold() == name and len(rest) == 1 and len(both) > 1
        return Riders((name,), unless_joined=rest[0]) if same else None
    return None if _LIMITED.search(but) else Riders((name,), tuple(names_of(but)))


def _also(text: str, found: Carried) -> bool:
    """Others that it can carry besides, or instead."""
    reduced = _REDUCED.fullmatch(text)
    match = reduced or _ALSO.fullmatch(text)
    if match is None:
        return False
    number, _, who = _MODEL.sub("", match["rest"]).partition(" ")
    names = names_of(re.sub(r"(?<= )1 ", "", who))
    if not names:
        return False
    riders = Riders((" or ".join(names),) if len(names) > 1 else needs_of(_loud(who)))
    if reduced:
        each = found.transport.capacity - int(reduced["left"])
        found.add(rooms=(Room(int(number), riders, "among", each),))
        return True
    told = match["told"] or ""
    room = Room(int(number), riders, "instead" if match["how"].casefold() == "instead" else "beside")
    if _AS_WOUNDS.fullmatch(told):
        room = Room(int(number), riders, "among")
    elif many := _AS_MANY.fullmatch(told.replace(" - and any models embarked within it - take ", " - with riders - take ")):
        room = Room(int(number), riders, "among", int(many["places"]))
        if many["loaded"]:
            found.unread.append(_LOADED)
    elif excluding := _EXCLUDING.fullmatch(told):
        room = Room(int(number), msgspec.structs.replace(riders, lacks=tuple(names_of(excluding[1]))))
    elif told:
        return False
    found.add(rooms=(room,))
    return True


def _equipped(text: str, found: Carried) -> bool:
    match = _EQUIPPED.fullmatch(text)
    if match is None or not found.transport.capacity:
        return False
    # Who rides is told again, sometimes in fewer words.
    if needs_of(_loud(match["who"]))[-1:] != found.transport.needs[-1:]:
        return False
    found.add(equipped=(Equipped(match["item"].casefold(), int(match["number"])),))
    return True


def _nested(text: str, found: Carried) -> bool:
    """Passengers of transports inside: a transport with passengers gets into no other one, so there are none."""
    if not _NESTED.fullmatch(text):
        return False
    found.unread.append(_LOADED)
    return True


_READERS: tuple[Callable[[str, Carried], bool], ...] = (_equipped, _capacity, _only, _also, _cannot, _nested, _takes)
