"""Rows of models to profiles: one for each kind of model of the composition, with its invulnerable save and what bounds that."""

import re
from collections.abc import Sequence

import msgspec

from warbench.games.w40k10.characteristics import MODEL
from warbench.intake.export.fields import text_of
from warbench.intake.export.tables import Row
from warbench.intake.text.items import model_key
from warbench.rules.conditions import has
from warbench.rules.effects import ChangeValue
from warbench.sheets.datasheet import Ability, Composition, ModelProfile

_FIELDS = {
    "movement": "M",
    "toughness": "T",
    "save": "Sv",
    "invulnerable": "inv_sv",
    "wounds": "W",
    "leadership": "Ld",
    "objective_control": "OC",
}
_CHECKS = {characteristic.name: characteristic for characteristic in MODEL}
_NUMBER = re.compile(r"(\d{1,3})\+?\"?\*?")
_SMALL = frozenset({"of", "on", "in", "the", "and", "with"})
_AGAINST = re.compile(
    r"(?:this (?:model has a|invulnerable save is improved to) )?(?:(\d)\+ )?(?:invulnerable save )?"
    r"against (ranged|melee|psychic) attacks(?: only)?",
)
_ONLY = re.compile(r"(.{1,60}?)(?: models?)? only")
_EXCLUDING = re.compile(r"excluding the (.{1,60})")
_NO_BASE = frozenset({"", "no official base size"})


class Models(msgspec.Struct, frozen=True):
    """The profiles of a unit, and the invulnerable saves that hold against some attacks only, as abilities."""

    profiles: tuple[ModelProfile, ...]
    saves: tuple[Ability, ...]


def spelled(name: str) -> str:
    """A name that may be printed in capitals, as it stands in a sentence: ``BOSS NOB`` to ``Boss Nob``."""
    name = text_of(name)
    if not name.isupper():
        return name
    words = [word.capitalize() for word in name.split()]
    return " ".join(word.casefold() if word.casefold() in _SMALL and place else word for place, word in enumerate(words))


def read_models(rows: list[Row], composition: Sequence[Composition], notes: list[str]) -> Models:
    """The profile of every kind of model.

    Args:
        rows: the unit's rows of profiles.
        composition: who is in the unit; each kind gets the profile of its name, of the nearest name, or the only one.
        notes: takes what is not plain.
    """
    read = {spelled(row["name"]): _row(row, notes) for row in rows}
    rows_by_name = {spelled(row["name"]): row for row in rows}
    named: dict[str, str] = {}
    for line in composition:
        name = _row_for(line.model, list(read), notes)
        if name is not None:
            named[line.model] = name
    for name in read:
        if name and name not in named.values():
            named[name] = name
    profiles: dict[str, ModelProfile] = {
        model: ModelProfile(model, dict(read[name]), _base(rows_by_name[name], model, notes)) for model, name in named.items()
    }
    saves: dict[str, Ability] = {}
    for name, row in rows_by_name.items():
        note = text_of(row["inv_sv_descr"]).strip("* ")
        if note:
            users = [model for model, of in named.items() if of == name]
            _bounded(profiles, users, note, saves, notes)
    return Models(tuple(profiles.values()), tuple(saves.values()))


def _row(row: Row, notes: list[str]) -> dict[str, int | None]:
    found: dict[str, int | None] = {}
    for field, column in _FIELDS.items():
        text = row[column].strip()
        match = _NUMBER.fullmatch(text)
        # A building has no movement and many have no invulnerable save: both are printed as a dash.
        value = int(match[1]) if match else (0 if field == "movement" and text == "-" else None)
        if expected := _CHECKS[field].check(value):
            notes.append(f"{spelled(row['name'])}: {column} is {text!r}, expected {expected}")
            value = None
        elif text.endswith("*") and field != "invulnerable":
            notes.append(f"{spelled(row['name'])}: {column} {text}: a note bounds it that the export does not have")
        elif match is None and text not in {"-", ""}:
            notes.append(f"{spelled(row['name'])}: {column} is {text!r}: not understood")
        if field == "movement" and text.startswith("20+"):
            notes.append(f'{spelled(row["name"])}: moves at least 20" (an Aircraft): 20" is kept')
        if value is not None or field != "invulnerable":
            found[field] = value
    return found


def _row_for(model: str, names: list[str], notes: list[str]) -> str | None:
    """The row of profiles for a kind of model: of its name, of a name that holds it or that it holds, or the only one."""
    key = model_key(model)
    by_key = {model_key(name): name for name in names}
    if key in by_key:
        return by_key[key]
    if len(names) == 1:
        return names[0]
    words = set(key.split())
    inside = [name for folded, name in by_key.items() if words <= set(folded.split()) or set(folded.split()) <= words]
    if inside:
        return max(inside, key=lambda name: len(words & set(model_key(name).split())))
    shared = max(names, key=lambda name: len(words & set(model_key(name).split())), default=None)
    if shared is not None:
        notes.append(f"which profile a {model} has is not said: that of {shared} is taken")
    return shared


def _base(row: Row, model: str, notes: list[str]) -> str:
    size = text_of(row["base_size"])
    if remark := text_of(row["base_size_descr"]):
        notes.append(f"{model}: base: {remark}")
    if size.casefold() in _NO_BASE:
        return ""
    if size.casefold() == "use model":
        return "hull"
    size = size.replace(" x ", "x").removesuffix(" flying base")
    return f"{size} oval" if "x" in size else size


def _bounded(profiles: dict[str, ModelProfile], users: list[str], note: str, saves: dict[str, Ability], notes: list[str]) -> None:
    """Apply what the export says beside an invulnerable save: against which attacks it holds, or for which models."""
    low = note.casefold().rstrip(".")
    if match := _AGAINST.fullmatch(low):
        _against(profiles, users, match, saves, notes)
    elif match := _EXCLUDING.fullmatch(low):
        _only(profiles, users, [user for user in users if _key(user) != _key(match[1])])
    elif (match := _ONLY.fullmatch(low)) and any(_key(user) == _key(match[1]) for user in users):
        _only(profiles, users, [user for user in users if _key(user) == _key(match[1])])
    else:
        notes.append(f"invulnerable save of {', '.join(users)}: {note}")


def _against(
    profiles: dict[str, ModelProfile], users: list[str], match: re.Match[str], saves: dict[str, Ability], notes: list[str]
) -> None:
    usual = profiles[users[0]].characteristics.get("invulnerable")
    on = int(match[1]) if match[1] else usual
    if on is None:
        notes.append(f"invulnerable save: no number for {match[0]!r}")
        return
    if usual is None or on >= usual:
        # It holds against these attacks and no others.
        _only(profiles, users, [])
    if len(users) < len(profiles):
        notes.append(f"the invulnerable save {match[0]!r} is that of {', '.join(users)}; in an attack the whole unit has it")
    saves[match[2]] = _ability(on, match[2])


def _only(profiles: dict[str, ModelProfile], users: list[str], owners: list[str]) -> None:
    """Leave the invulnerable save to its owners."""
    for user in users:
        if user not in owners:
            numbers = {name: value for name, value in profiles[user].characteristics.items() if name != "invulnerable"}
            profiles[user] = msgspec.structs.replace(profiles[user], characteristics=numbers)


def _key(name: str) -> str:
    return model_key(name.replace("-", " "))


def _ability(on: int, against: str) -> Ability:
    """An invulnerable save against some attacks, as an ability of the unit."""
    effect = ChangeValue(name="invulnerable", set=on, side="defender")
    if against == "psychic":
        effect = msgspec.structs.replace(effect, when=has("weapon_keywords", "psychic"))
    else:
        effect = msgspec.structs.replace(effect, attacks=against)
    return Ability(
        id=f"invulnerable-save-{against}",
        name=f"Invulnerable Save ({against})",
        parameter=f"{on}+",
        summary=f"A {on}+ invulnerable save against {against} attacks.",
        effects=(effect,),
        touches=("attack",),
        whole_unit=True,
    )
