"""The screen of a datasheet."""

from collections.abc import Mapping
from math import prod

from warbench.cli.paper import DIM, HEAD, Column, Paper, Part, Span, count
from warbench.sheets.datasheet import Ability, Datasheet, ModelProfile, Points, Weapon, WeaponProfile
from warbench.sheets.loadouts import SizeError, TooManyLoadouts, count_unit_loadouts
from warbench.sheets.options import Items, Option
from warbench.sheets.sizes import largest, smallest

_PROFILES = {
    "w40k10": (
        ("movement", "M", '"'),
        ("toughness", "T", ""),
        ("save", "Sv", "+"),
        ("invulnerable", "Inv", "+"),
        ("wounds", "W", ""),
        ("leadership", "Ld", "+"),
        ("objective_control", "OC", ""),
    ),
    "heresy3": (
        ("movement", "M", '"'),
        ("weapon_skill", "WS", ""),
        ("ballistic_skill", "BS", ""),
        ("strength", "S", ""),
        ("toughness", "T", ""),
        ("wounds", "W", ""),
        ("initiative", "I", ""),
        ("attacks", "A", ""),
        ("leadership", "LD", ""),
        ("cool", "CL", ""),
        ("willpower", "WP", ""),
        ("intelligence", "IN", ""),
        ("armour", "Armour", ""),
        ("front", "Front", ""),
        ("side", "Side", ""),
        ("rear", "Rear", ""),
        ("hull_points", "HP", ""),
        ("save", "SAV", "+"),
        ("invulnerable", "INV", "+"),
    ),
}
"""The characteristics of models by game: name, head of the column, mark."""

_WEAPONS = {
    ("w40k10", "ranged"): (
        ("attacks", "A", ""),
        ("skill", "BS", "+"),
        ("strength", "S", ""),
        ("ap", "AP", ""),
        ("damage", "D", ""),
    ),
    ("w40k10", "melee"): (
        ("attacks", "A", ""),
        ("skill", "WS", "+"),
        ("strength", "S", ""),
        ("ap", "AP", ""),
        ("damage", "D", ""),
    ),
    ("heresy3", "ranged"): (("firepower", "FP", ""), ("strength", "RS", ""), ("ap", "AP", ""), ("damage", "D", "")),
    ("heresy3", "melee"): (
        ("initiative", "IM", ""),
        ("attacks", "AM", ""),
        ("strength", "SM", ""),
        ("ap", "AP", ""),
        ("damage", "D", ""),
    ),
}
"""The characteristics of weapons by game and type, likewise."""

_MOST_COUNTED = 20_000
"""Loadouts are counted only where one model has at most so many ways to choose."""

_KINDS = ("core", "faction", "datasheet", "wargear", "weapon", "damaged")


def show_sheet(paper: Paper, sheet: Datasheet, texts: Mapping[str, str]) -> None:
    """Show a datasheet; ``texts`` are words for abilities by name."""
    paper.line(Span(sheet.name, f"{HEAD}"), *((f"  {sheet.faction}",) if sheet.faction else ()), Span(f"  {sheet.version}", DIM))
    _profile(paper, sheet)
    for kind, title in (("ranged", "Ranged weapons"), ("melee", "Melee weapons")):
        _weapons(paper, title, sheet.game, [weapon for weapon in sheet.weapons if weapon.type == kind])
    _abilities(paper, sheet, texts)
    _options(paper, sheet)
    _composition(paper, sheet)
    _rest(paper, sheet)


def _profile(paper: Paper, sheet: Datasheet) -> None:
    shown = [
        entry for entry in _PROFILES[sheet.game] if any(model.characteristics.get(entry[0]) is not None for model in sheet.models)
    ]
    if not shown:
        paper.line(Span("no model profile", DIM), indent=2)
        return
    rows: list[list[Part]] = []
    for model in sheet.models:
        values = (model.characteristics.get(name) for name, _, _ in shown)
        cells = ["-" if value is None else f"{value}{mark}" for value, (_, _, mark) in zip(values, shown, strict=True)]
        words = () if model.type else model.keywords
        rows.append([model.name, *cells, Span(", ".join((model.base or "base unknown", *words)), DIM)])
    paper.gap()
    paper.table([Column(wraps=True), *(Column(head, right=True) for _, head, _ in shown), Column(cuts=True)], rows)
    for model in sheet.models:
        if model.type:
            paper.item(f"{model.name}: ", Span(_words(model), DIM))


def _words(model: ModelProfile) -> str:
    """What a model is by its type, sub-types and traits, and its own special rules."""
    parts = (", ".join((model.type, *model.keywords)), ", ".join(model.traits), ", ".join(model.abilities))
    return "; ".join(filter(None, parts))


def _weapons(paper: Paper, title: str, game: str, weapons: list[Weapon]) -> None:
    if not weapons:
        return
    ranged = weapons[0].type == "ranged"
    columns = _WEAPONS[game, weapons[0].type]
    heads = [*(("range",) if ranged else ()), *(head for _, head, _ in columns)]
    rows: list[list[Part]] = []
    for weapon in weapons:
        for profile in weapon.profiles:
            name = f"{weapon.name} \N{EN DASH} {profile.name}" if profile.name else weapon.name
            reach = [_range(profile)] if ranged else []
            cells = [_number(profile, *column) for column in columns]
            rows.append([name, *reach, *cells, Span(", ".join((*profile.abilities, *profile.traits)), DIM)])
    paper.head(title)
    paper.table([Column(wraps=True), *(Column(head, right=True) for head in heads), Column(wraps=True)], rows)


def _range(profile: WeaponProfile) -> str:
    minimum = profile.characteristics.get("minimum")
    least = f"{minimum}-" if minimum is not None else ""
    return f'{least}{profile.range}"' if profile.range is not None else "-"


def _number(profile: WeaponProfile, name: str, _head: str, mark: str) -> str:
    value = profile.characteristics.get(name)
    if value is None:
        return "auto" if name == "skill" else "-"
    return f"{value}{mark}"


def _abilities(paper: Paper, sheet: Datasheet, texts: Mapping[str, str]) -> None:
    if not sheet.abilities and sheet.damaged is None:
        return
    paper.head("Abilities")
    rows: list[list[Part]] = []
    for kind in _KINDS:
        found = [ability for ability in sheet.abilities if ability.kind == kind]
        if not texts and found:
            rows.append([Span(kind, DIM), ", ".join(_called(ability) for ability in found)])
        told = [f"{_called(ability)}: {texts.get(ability.name) or ability.summary}" for ability in found if texts]
        rows += [[Span(kind, DIM), text] for text in told]
    if sheet.damaged is not None:
        rows.append([Span("damaged", DIM), sheet.damaged.summary or f"with {sheet.damaged.wounds} wounds or fewer left"])
    paper.table([Column(), Column(wraps=True)], rows)


def _called(ability: Ability) -> str:
    item = f" ({ability.item})" if ability.item.casefold() not in ("", ability.name.casefold()) else ""
    return f"{ability.name} {ability.parameter}".rstrip() + item


def _options(paper: Paper, sheet: Datasheet) -> None:
    if not sheet.options:
        return
    paper.head("Wargear options", _loadouts(sheet))
    for option in sheet.options:
        if not option.choices:
            paper.item(f"not understood: {option.text}")
            continue
        who = _who(option, alone=largest(sheet) == 1)
        if len(option.choices) == 1:
            paper.item(f"{who}: {_choice(option, 0)}")
            continue
        paper.item(f"{who}, one of:")
        for index in range(len(option.choices)):
            paper.item(_choice(option, index), indent=6)


def _loadouts(sheet: Datasheet) -> str:
    """How many legal loadouts there are, for the smallest unit and the largest."""
    told = []
    if prod(len(option.choices) + 1 for option in sheet.options) > _MOST_COUNTED:
        return "more legal loadouts than can be counted quickly"
    for size in dict.fromkeys((smallest(sheet), largest(sheet))):
        models = f" with {count(size, 'model')}" if smallest(sheet) != largest(sheet) else ""
        try:
            told.append(f"{count(count_unit_loadouts(sheet, size), 'legal loadout')}{models}")
        except TooManyLoadouts:
            told.append(f"more legal loadouts{models} than can be counted")
        except SizeError:
            continue
    return ", ".join(told)


def _who(option: Option, *, alone: bool) -> str:
    who = option.model or ("this model" if alone else "any model")
    if option.limit:
        who = f"up to {option.limit} {who}" + (f" for every {option.per} models" if option.per else " of the unit")
    if option.needs:
        who += f" with {' or '.join(option.needs)}"
    if option.excludes:
        who += f" without {' or '.join(option.excludes)}"
    return who


def _choice(option: Option, index: int) -> str:
    choice = option.choices[index]
    gives = f"{_items(choice.takes)} becomes {_items(choice.gives)}" if choice.takes else f"also {_items(choice.gives)}"
    cost = f", {count(choice.points, 'point')}" if choice.points else ""
    return gives + (f" (at most {choice.limit} in the unit)" if choice.limit else "") + cost


def _items(items: tuple[Items, ...]) -> str:
    return " and ".join(part.item if part.count == 1 else f"{part.count} {part.item}" for part in items) or "nothing"


def _composition(paper: Paper, sheet: Datasheet) -> None:
    cost = ", ".join(_cost(row) for row in sheet.points)
    paper.head("Unit", cost)
    for line in sheet.composition:
        number = str(line.low) if line.low == line.high else f"{line.low} to {line.high}"
        items = dict.fromkeys(line.equipped, 0)
        for item in line.equipped:
            items[item] += 1
        kit = ", ".join(item if n == 1 else f"{n} {item}" for item, n in items.items()) or "equipment unknown"
        paper.item(f"{number} {line.model}: {kit}")


def _cost(row: Points) -> str:
    more = f", each more {row.each}" if row.each else ""
    return f"{count(row.models, 'model')}: {row.points} points{more}"


def _rest(paper: Paper, sheet: Datasheet) -> None:
    rows: list[list[Part]] = []
    if sheet.transport is not None:
        carries = sheet.transport
        needs = f" with {' and '.join(carries.needs)}" if carries.needs else ""
        excludes = f", not {' or '.join(carries.excludes)}" if carries.excludes else ""
        access = f"; Access Points: {', '.join(carries.access)}" if carries.access else ""
        takes = "".join(f"; {each.keyword} takes {each.places} places" for each in carries.takes)
        rows.append([Span("transport", DIM), f"{count(carries.capacity, 'model')}{needs}{excludes}{takes}{access}"])
    if sheet.leads:
        rows.append([Span("leads", DIM), ", ".join(sheet.leads)])
    if any(model.type for model in sheet.models):
        # Models have their own words here, and the unit a place in the army.
        rows += [[Span(item.name, DIM), item.summary or ", ".join(item.abilities)] for item in sheet.wargear]
        rows.append([Span("role", DIM), sheet.role or "none"])
    else:
        rows.append([Span("keywords", DIM), ", ".join(sheet.keywords) or "none"])
        rows.append([Span("faction keywords", DIM), ", ".join(sheet.faction_keywords) or "none"])
    paper.gap()
    paper.table([Column(), Column(wraps=True)], rows)
