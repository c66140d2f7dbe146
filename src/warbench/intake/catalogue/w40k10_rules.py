"""A unit's abilities as a catalogue has them: core, faction and its own; saves, brackets, leaders and transports among them."""

import re
from collections.abc import Iterable

import msgspec

from warbench.intake.abilities import read_damaged
from warbench.intake.catalogue.printed import Print, unmarked, with_capitals
from warbench.intake.findings import Findings
from warbench.intake.lines import Line, folded, plain
from warbench.intake.sections import Section
from warbench.intake.unit import read_transport
from warbench.rules.effects import ChangeValue
from warbench.sheets.datasheet import Ability, Damaged, Transport
from warbench.sheets.finding import slug

_INVULNERABLE = re.compile(r"invulnerable save\b", re.IGNORECASE)
_SAVE = re.compile(r"([2-6])\s*\+")
_AGAINST = re.compile(r"against (ranged|melee) attacks", re.IGNORECASE)
_WHO = re.compile(
    r"(?:models in )?(?:this|the bearer'?s?) (?:unit|model)s?|the bearer|each model|all models|every model", re.IGNORECASE
)
_BEARER = re.compile(r"the bearer has an? ([2-6])\+ invulnerable save\.?", re.IGNORECASE)
_PARAMETER = re.compile(r"\d*D[36](?:\+\d+)?|\d+(?:\+|\")?", re.IGNORECASE)
_LEADS = re.compile(r"can be attached to the following units?\s*:?\s*(.*)", re.IGNORECASE | re.DOTALL)
_STOP = re.compile(r"\n\s*\n(?=[^\n■•\-*]*[a-z]{3})|\bYou (?:can|must)\b|\bThis model (?:can|must)\b|\bIf \w")
_SEPARATORS = re.compile(r"\n|,|■|•|(?:^|\s)[-*]\s")


class Save(msgspec.Struct, frozen=True):
    """An invulnerable save: the target number, against which attacks, and the model that has it (empty: all)."""

    value: int
    attacks: str = ""
    model: str = ""


class Rules(msgspec.Struct):
    """What the abilities of a unit say, sorted out.

    ``texts`` are the catalogue's own words by name, ``capitals`` the same with keywords in capitals.
    """

    abilities: dict[str, Ability] = {}
    texts: dict[str, str] = {}
    capitals: dict[str, str] = {}
    saves: list[Save] = []
    leads: tuple[str, ...] = ()
    damaged: Damaged | None = None
    transport: Transport | None = None
    notes: list[str] = []


def read_rules(prints: Iterable[Print], core: frozenset[str], models: tuple[str, ...], into: Rules) -> None:
    """Add what is printed at a unit or one of its models.

    Args:
        prints: profiles and rules; weapons and units are passed over.
        core: the ids of the rules that are the game's own; other rules are the faction's.
        models: the names of the unit's kinds of model.
        into: takes all that is found.
    """
    for each in prints:
        if each.table == "":
            _named(each, "core" if each.id in core else "faction", into)
        elif each.table == "Transport":
            _transport(each, into)
        elif each.table == "Abilities":
            _ability(each, models, into)
        elif each.table not in {"Unit", "Ranged Weapons", "Melee Weapons"}:
            into.texts.setdefault(each.name, each.words)


def is_save(name: str) -> bool:
    """Whether an ability of that name is the unit's invulnerable save and nothing else."""
    return bool(_INVULNERABLE.match(name.strip()))


def read_save(each: Print, models: tuple[str, ...]) -> Save | None:
    """The save that an ability of that kind gives; None when no number stands in it."""
    words = each.words
    match = _SAVE.search(words) or _SAVE.search(each.name)
    if not match:
        return None
    against = _AGAINST.search(words)
    told = f"{each.name.partition(' ')[2]} {words}"
    named = [] if _WHO.search(words) else [name for name in models if folded(name) in folded(told)]
    return Save(int(match[1]), against[1].casefold() if against else "", max(named, key=len, default=""))


def carried_save(each: Print) -> Save | None:
    """The save that an item gives its bearer, when that is all that its text says."""
    if each.table != "Abilities":
        return None
    if is_save(each.name):
        return read_save(each, ())
    match = _BEARER.fullmatch(plain(each.words))
    return Save(int(match[1])) if match else None


def _named(each: Print, kind: str, into: Rules) -> None:
    name, _, last = each.name.rpartition(" ")
    name = name.strip(" ,:")
    if not name or not _PARAMETER.fullmatch(last):
        name, last = each.name, ""
    into.abilities.setdefault(slug(name), Ability(slug(name), name, "core" if kind == "core" else "faction", last))
    into.texts.setdefault(name, each.words)


def _ability(each: Print, models: tuple[str, ...], into: Rules) -> None:
    low = folded(each.name)
    if is_save(each.name):
        save = read_save(each, models)
        if save is None:
            into.notes.append(f"the invulnerable save {each.name!r} has no number")
        elif save not in into.saves:
            into.saves.append(save)
            if save.attacks:
                key = f"invulnerable-save-{save.attacks}"
                effect = ChangeValue(
                    name="invulnerable",
                    set=save.value,
                    side="defender",
                    attacks="ranged" if save.attacks == "ranged" else "melee",
                )
                summary = f"A {save.value}+ invulnerable save against {save.attacks} attacks."
                into.abilities.setdefault(
                    key,
                    Ability(key, f"Invulnerable Save ({save.attacks})", summary=summary, effects=(effect,), touches=("attack",)),
                )
        return
    if low.startswith("damaged"):
        _damaged(each, into)
        return
    if low == "leader":
        into.leads = tuple(dict.fromkeys((*into.leads, *read_leads(each))))
        into.texts.setdefault("Leader", each.words)
        into.abilities.setdefault("leader", Ability("leader", "Leader", "core"))
        return
    into.abilities.setdefault(slug(each.name), Ability(slug(each.name), each.name))
    into.texts.setdefault(each.name, each.words)
    into.capitals.setdefault(each.name, each.capitals)


def read_leads(each: Print) -> tuple[str, ...]:
    """The ids of the units that a leader can be attached to."""
    raw = "\n".join(each.cells.values())
    # What stands in small capitals is a name by itself.
    apart = re.sub(r"\s*(?:\*\*)?\^\^(?:\*\*)?\s*", "\n", raw) if raw.count("^^") > 2 else raw  # noqa: PLR2004 - two signs a name
    match = _LEADS.search(plain_lines(unmarked(apart)))
    if not match:
        return ()
    told = _STOP.split(match[1])[0]
    names = [re.sub(r"[()].*$", "", name).strip(" .:*-") for name in _SEPARATORS.split(told)]
    return tuple(dict.fromkeys(key for name in names if (key := slug(name)) and len(key) < 60))  # noqa: PLR2004 - a name, no sentence


def plain_lines(words: str) -> str:
    """The text with straight quotes, its lines kept."""
    return "\n".join(plain(line) for line in words.split("\n"))


def _damaged(each: Print, into: Rules) -> None:
    findings = Findings()
    text = plain(each.words).replace("\n", " ")
    section = Section("damaged", Line(0, plain(each.name)), (Line(0, text),))
    found, _ = read_damaged(section, findings)
    into.damaged = found or into.damaged
    into.texts.setdefault("Damaged", each.words)
    into.notes += [finding.text for finding in findings.all()]


def _transport(each: Print, into: Rules) -> None:
    words = with_capitals(each.cells.get("Capacity", ""))
    into.texts.setdefault("Transport", unmarked(words))
    if "transport capacity" not in words:
        return
    # Keywords that are not in small capitals are names all the same.
    words = re.sub(r"(capacity of \d+ )((?:[A-Z][\w'-]* )+)(?=models?\b)", lambda m: m[1] + m[2].upper(), words)
    findings = Findings()
    body = tuple(Line(0, line) for line in words.split("\n") if line.strip())
    into.transport = read_transport(Section("transport", Line(0, "TRANSPORT"), body), findings)
    into.notes += [finding.text for finding in findings.all()]
