"""The screen of a datasheet."""

from collections.abc import Iterator, Mapping, Sequence

from warbench.cli.paper import DIM, HEAD, Column, Paper, Part, Span, count
from warbench.sheets.datasheet import Ability, Datasheet, ModelProfile, Points, Weapon, WeaponProfile
from warbench.sheets.loadouts import SizeError, TooManyLoadouts, count_unit_loadouts
from warbench.sheets.option_words import bound, caps, gathered, items, sides, who
from warbench.sheets.options import Choice
from warbench.sheets.sizes import largest, makeups_told, smallest

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
        whose = who(option, "this model" if largest(sheet) == 1 else "any model") + (", must" if option.must else "")
        most = f" ({caps(option)})" if option.caps else ""
        groups = gathered(option.choices)
        often = f", up to {option.times} times" if option.times > 1 else ""
        if len(groups) == 1:
            paper.item(f"{whose}{often}: {_choices(groups[0])}{most}")
            continue
        paper.item(f"{whose}{often}, one of:{most}")
        for group in groups:
            paper.item(_choices(group), indent=6)


def _loadouts(sheet: Datasheet) -> str:
    """How many legal loadouts there are, for the smallest unit and the largest."""
    told = []
    for size in dict.fromkeys((smallest(sheet), largest(sheet))):
        models = f" with {count(size, 'model')}" if smallest(sheet) != largest(sheet) else ""
        try:
            told.append(f"{count(count_unit_loadouts(sheet, size), 'legal loadout')}{models}")
        except TooManyLoadouts:
            told.append(f"more legal loadouts{models} than can be counted")
        except SizeError:
            continue
    return ", ".join(told)


def _choices(group: Sequence[Choice]) -> str:
    """Choices that give up the same, as one line."""
    keeps, takes, _ = sides(group[0])
    beside = f" beside {items(keeps)}" if keeps else ""
    if len(group) == 1:
        begin = f"{items(takes)} becomes " if takes else "also "
        return begin + items(sides(group[0])[2]) + beside + _bounds(group[0])
    begin = f"{items(takes)}{beside} becomes one of: " if takes else f"also one of{beside}: "
    return begin + "; ".join(items(sides(one)[2]) + _bounds(one) for one in group)


def _bounds(choice: Choice) -> str:
    return bound(choice) + (f", {count(choice.points, 'point')}" if choice.points else "")


def _in_army(sheet: Datasheet) -> Iterator[str]:
    """What it must or cannot be in an army."""
    if sheet.must_join:
        yield "must join a unit"
    if sheet.warlord:
        yield "must be the Warlord" if sheet.warlord == "must" else "cannot be the Warlord"
    if sheet.unenhanced:
        yield "can have no Enhancement"


def _composition(paper: Paper, sheet: Datasheet) -> None:
    cost = ", ".join(_cost(sheet, row) for row in sheet.points)
    paper.head("Unit", cost)
    if sheet.makeups:
        paper.item(makeups_told(sheet))
    for line in sheet.composition:
        number = str(line.low) if line.low == line.high else f"{line.low} to {line.high}"
        items = dict.fromkeys(line.equipped, 0)
        for item in line.equipped:
            items[item] += 1
        kit = ", ".join(item if n == 1 else f"{n} {item}" for item, n in items.items()) or "equipment unknown"
        paper.item(f"{number} {line.model}: {kit}")


def _cost(sheet: Datasheet, row: Points) -> str:
    more = f", each more {row.each}" if row.each else ""
    lines = zip(row.makeup, sheet.composition, strict=False)
    models = " and ".join(f"{number} {line.model}" for number, line in lines if number) or count(row.models, "model")
    return f"{models}: {row.points} points{more}"


def _rest(paper: Paper, sheet: Datasheet) -> None:
    rows: list[list[Part]] = []
    if sheet.transport is not None:
        rows.append([Span("transport", DIM), sheet.transport.told])
    if sheet.leads:
        rows.append([Span("leads", DIM), ", ".join(sheet.leads)])
    if sheet.leads_with:
        rows.append([Span("leads with", DIM), "; ".join(each.told for each in sheet.leads_with)])
    if sheet.joins_beside is not None:
        rows.append([Span("joins beside", DIM), sheet.joins_beside.told])
    if sheet.takes_leaders is not None:
        rows.append([Span("takes leaders", DIM), sheet.takes_leaders.told])
    if sheet.joins is not None:
        rows.append([Span("joins", DIM), sheet.joins.told])
    if sheet.led_as:
        rows.append([Span("led as", DIM), "; ".join(each.told for each in sheet.led_as)])
    if sheet.warlord or sheet.must_join or sheet.unenhanced:
        rows.append([Span("in the army", DIM), ", ".join(_in_army(sheet))])
    if any(model.type for model in sheet.models):
        # Models have their own words here, and the unit a place in the army.
        rows += [[Span(item.name, DIM), item.summary or ", ".join(item.abilities)] for item in sheet.wargear]
        rows.append([Span("role", DIM), sheet.role or "none"])
    else:
        rows.append([Span("keywords", DIM), ", ".join(sheet.keywords) or "none"])
        rows.append([Span("faction keywords", DIM), ", ".join(sheet.faction_keywords) or "none"])
    paper.gap()
    paper.table([Column(), Column(wraps=True)], rows)
