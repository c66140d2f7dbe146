"""Where a page and the bundled facts disagree. The page is kept; each disagreement is said."""

from collections.abc import Iterator

from warbench.intake.findings import Findings, listed
from warbench.intake.text.lines import folded
from warbench.sheets.datasheet import Composition, Datasheet, ModelProfile, Weapon
from warbench.sheets.options import Choice, Option


def compare(page: Datasheet, bundled: Datasheet, findings: Findings) -> None:
    """Say every difference between what the page says and the bundled datasheet; what the page lacks is none."""
    for code, text in _differences(page, bundled):
        findings.add(f"differs.{code}", None, f"{text}; the page is kept")


def _differences(page: Datasheet, bundled: Datasheet) -> Iterator[tuple[str, str]]:
    for name in ("faction", "keywords", "faction_keywords"):
        have, want = getattr(page, name), getattr(bundled, name)
        if have and _set(have) != _set(want):
            yield name.replace("_", "-"), f"{name.replace('_', ' ')}: the page has {_said(have)}, bundled {_said(want)}"
    if page.points and page.points != bundled.points:
        have_points = ", ".join(f"{row.points} for {row.models}" for row in page.points)
        want_points = ", ".join(f"{row.points} for {row.models}" for row in bundled.points)
        yield "points", f"points: the page has {have_points}, bundled {want_points}"
    yield from _models(page.models, bundled.models)
    yield from _weapons(page.weapons, bundled.weapons)
    if page.composition:
        yield from _composition(page.composition, bundled.composition)
    yield from _abilities(page, bundled)
    if page.options and _options(page.options) != _options(bundled.options):
        yield "options", "the wargear options are not the same"
    yield from _rest(page, bundled)


def _rest(page: Datasheet, bundled: Datasheet) -> Iterator[tuple[str, str]]:
    have, want = page.transport, bundled.transport
    if have and want:
        if have.capacity != want.capacity:
            yield "transport", f"transport capacity: the page has {have.capacity}, bundled {want.capacity}"
        if not set(have.needs) <= set(want.needs) or have.excludes != want.excludes or set(have.takes) != set(want.takes):
            yield "transport", "who may ride, and in how many places, is not the same"
    elif have:
        yield "transport", f"the page has a transport capacity of {have.capacity}, bundled none"
    if page.damaged and (bundled.damaged is None or page.damaged.wounds != bundled.damaged.wounds):
        known = bundled.damaged.wounds if bundled.damaged else "none"
        yield "damaged", f"damaged bracket: the page has {page.damaged.wounds} wounds, bundled {known}"


def _models(page: tuple[ModelProfile, ...], bundled: tuple[ModelProfile, ...]) -> Iterator[tuple[str, str]]:
    known = {folded(model.name): model for model in bundled}
    for model in page:
        other = known.get(folded(model.name))
        if other is None:
            yield "profile", f"the page has a profile {model.name!r}, bundled none of that name"
            continue
        for name in {**model.characteristics, **other.characteristics}:
            have, want = model.characteristics.get(name), other.characteristics.get(name)
            if have != want:
                yield "profile", f"{model.name}: {name.replace('_', ' ')}: the page has {have}, bundled {want}"
        if model.base and other.base and folded(model.base) != folded(other.base):
            yield "base", f"{model.name}: base: the page has {model.base}, bundled {other.base}"


def _weapons(page: tuple[Weapon, ...], bundled: tuple[Weapon, ...]) -> Iterator[tuple[str, str]]:
    if not page:
        return
    known = {(folded(weapon.name), weapon.type): weapon for weapon in bundled}
    for weapon in page:
        other = known.pop((folded(weapon.name), weapon.type), None)
        if other is None:
            yield "weapon", f"the page has the {weapon.type} weapon {weapon.name!r}, bundled not"
            continue
        profiles = {folded(profile.name): profile for profile in other.profiles}
        for profile in weapon.profiles:
            twin = profiles.pop(folded(profile.name), None)
            label = f"{weapon.name} {profile.name}".strip()
            if twin is None:
                yield "weapon", f"the page has a profile {label!r}, bundled not"
                continue
            pairs = {name: (value, twin.characteristics.get(name)) for name, value in profile.characteristics.items()}
            pairs["range"] = (profile.range, twin.range)
            for name, (have, want) in pairs.items():
                if have != want:
                    yield "weapon", f"{label}: {name}: the page has {have}, bundled {want}"
            if _set(profile.abilities) != _set(twin.abilities):
                said = f"{_said(profile.abilities)}, bundled {_said(twin.abilities)}"
                yield "weapon", f"{label}: abilities: the page has {said}"
        yield from (("weapon", f"{weapon.name}: bundled has a profile {name!r}, the page not") for name in profiles)
    yield from (("weapon", f"bundled has the {kind} weapon {name!r}, the page not") for name, kind in known)


def _composition(page: tuple[Composition, ...], bundled: tuple[Composition, ...]) -> Iterator[tuple[str, str]]:
    have = {folded(line.model): (line.low, line.high) for line in page}
    want = {folded(line.model): (line.low, line.high) for line in bundled}
    if have != want:
        yield "composition", f"who is in the unit: the page has {_members(page)}, bundled {_members(bundled)}"
        return
    kits = {folded(line.model): sorted(map(folded, line.equipped)) for line in bundled}
    for line in page:
        if line.equipped and sorted(map(folded, line.equipped)) != kits[folded(line.model)]:
            yield "equipment", f"{line.model}: the default equipment is not the same"


def _members(lines: tuple[Composition, ...]) -> str:
    return ", ".join(f"{line.low} to {line.high} {line.model}" for line in lines) or "nobody"


def _abilities(page: Datasheet, bundled: Datasheet) -> Iterator[tuple[str, str]]:
    if not page.abilities:
        return
    known = {folded(ability.name): ability for ability in bundled.abilities}
    for ability in page.abilities:
        other = known.pop(folded(ability.name), None)
        if other is None:
            yield "ability", f"the page has the ability {ability.name!r}, bundled not"
        elif (ability.kind, folded(ability.parameter)) != (other.kind, folded(other.parameter)):
            have, want = f"{ability.kind} {ability.parameter}".strip(), f"{other.kind} {other.parameter}".strip()
            yield "ability", f"{ability.name}: the page has {have}, bundled {want}"
    yield from (("ability", f"bundled has the ability {ability.name!r}, the page not") for ability in known.values())


def _options(options: tuple[Option, ...]) -> list[tuple[object, ...]]:
    """What the options say, whatever the order of the lines."""
    said: list[tuple[object, ...]] = [
        (
            folded(option.model),
            option.limit,
            option.per,
            sorted(map(folded, option.needs)),
            sorted(map(folded, option.excludes)),
            sorted(_choice(choice) for choice in option.choices),
        )
        for option in options
    ]
    return sorted(said, key=repr)


def _choice(choice: Choice) -> tuple[object, ...]:
    takes = sorted((folded(part.item), part.count) for part in choice.takes)
    gives = sorted((folded(part.item), part.count) for part in choice.gives)
    return (takes, gives, choice.limit)


def _set(words: str | tuple[str, ...]) -> set[str]:
    return {folded(words)} if isinstance(words, str) else {folded(word) for word in words}


def _said(words: str | tuple[str, ...]) -> str:
    return words if isinstance(words, str) else listed(words) or "none"
