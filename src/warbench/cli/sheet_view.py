"""The screen of a datasheet."""

from collections.abc import Mapping

from warbench.cli.paper import DIM, HEAD, Column, Paper, Part, Span, count
from warbench.sheets.datasheet import Ability, Datasheet, Weapon, WeaponProfile
from warbench.sheets.loadouts import SizeError, TooManyLoadouts, count_unit_loadouts
from warbench.sheets.options import Items, Option
from warbench.sheets.sizes import largest, smallest

_PROFILE = (
    ("movement", "M", '"'),
    ("toughness", "T", ""),
    ("save", "Sv", "+"),
    ("invulnerable", "Inv", "+"),
    ("wounds", "W", ""),
    ("leadership", "Ld", "+"),
    ("objective_control", "OC", ""),
)
_KINDS = ("core", "faction", "datasheet", "wargear", "weapon", "damaged")


def show_sheet(paper: Paper, sheet: Datasheet, texts: Mapping[str, str]) -> None:
    """Show a datasheet; ``texts`` are words for abilities by name."""
    paper.line(Span(sheet.name, f"{HEAD}"), *((f"  {sheet.faction}",) if sheet.faction else ()), Span(f"  {sheet.version}", DIM))
    _profile(paper, sheet)
    for kind, title in (("ranged", "Ranged weapons"), ("melee", "Melee weapons")):
        _weapons(paper, title, [weapon for weapon in sheet.weapons if weapon.type == kind])
    _abilities(paper, sheet, texts)
    _options(paper, sheet)
    _composition(paper, sheet)
    _rest(paper, sheet)


def _profile(paper: Paper, sheet: Datasheet) -> None:
    shown = [entry for entry in _PROFILE if any(model.characteristics.get(entry[0]) is not None for model in sheet.models)]
    if not shown:
        paper.line(Span("no model profile", DIM), indent=2)
        return
    rows: list[list[Part]] = []
    for model in sheet.models:
        values = (model.characteristics.get(name) for name, _, _ in shown)
        cells = ["-" if value is None else f"{value}{mark}" for value, (_, _, mark) in zip(values, shown, strict=True)]
        rows.append([model.name, *cells, Span(", ".join((model.base or "base unknown", *model.keywords)), DIM)])
    paper.gap()
    paper.table([Column(wraps=True), *(Column(head, right=True) for _, head, _ in shown), Column(cuts=True)], rows)


def _weapons(paper: Paper, title: str, weapons: list[Weapon]) -> None:
    if not weapons:
        return
    skill = "WS" if weapons[0].type == "melee" else "BS"
    heads = [*(("range",) if weapons[0].type == "ranged" else ()), "A", skill, "S", "AP", "D"]
    rows: list[list[Part]] = []
    for weapon in weapons:
        for profile in weapon.profiles:
            name = f"{weapon.name} \N{EN DASH} {profile.name}" if profile.name else weapon.name
            rows.append([name, *_numbers(weapon, profile), Span(", ".join(profile.abilities), DIM)])
    paper.head(title)
    paper.table([Column(wraps=True), *(Column(head, right=True) for head in heads), Column(wraps=True)], rows)


def _numbers(weapon: Weapon, profile: WeaponProfile) -> list[Part]:
    numbers = profile.characteristics
    skill = numbers.get("skill")
    reach = [f'{profile.range}"' if profile.range is not None else "-"] if weapon.type == "ranged" else []
    others = (str(numbers[name]) for name in ("strength", "ap", "damage"))
    return [*reach, str(numbers["attacks"]), "auto" if skill is None else f"{skill}+", *others]


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
    return gives + (f" (at most {choice.limit} in the unit)" if choice.limit else "")


def _items(items: tuple[Items, ...]) -> str:
    return " and ".join(part.item if part.count == 1 else f"{part.count} {part.item}" for part in items) or "nothing"


def _composition(paper: Paper, sheet: Datasheet) -> None:
    cost = ", ".join(f"{count(row.models, 'model')}: {row.points} points" for row in sheet.points)
    paper.head("Unit", cost)
    for line in sheet.composition:
        number = str(line.low) if line.low == line.high else f"{line.low} to {line.high}"
        items = dict.fromkeys(line.equipped, 0)
        for item in line.equipped:
            items[item] += 1
        kit = ", ".join(item if n == 1 else f"{n} {item}" for item, n in items.items()) or "equipment unknown"
        paper.item(f"{number} {line.model}: {kit}")


def _rest(paper: Paper, sheet: Datasheet) -> None:
    rows: list[list[Part]] = []
    if sheet.transport is not None:
        carries = sheet.transport
        needs = f" with {' and '.join(carries.needs)}" if carries.needs else ""
        excludes = f", not {' or '.join(carries.excludes)}" if carries.excludes else ""
        takes = "".join(f"; {each.keyword} takes {each.places} places" for each in carries.takes)
        rows.append([Span("transport", DIM), f"{count(carries.capacity, 'model')}{needs}{excludes}{takes}"])
    if sheet.leads:
        rows.append([Span("leads", DIM), ", ".join(sheet.leads)])
    rows.append([Span("keywords", DIM), ", ".join(sheet.keywords) or "none"])
    rows.append([Span("faction keywords", DIM), ", ".join(sheet.faction_keywords) or "none"])
    paper.gap()
    paper.table([Column(), Column(wraps=True)], rows)
