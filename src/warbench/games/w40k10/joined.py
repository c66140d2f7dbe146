"""Several datasheets in one unit: the weapons of each, told apart where what is for one of them alone goes by its weapons."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

import msgspec

from warbench.games.w40k10.arms import Bearers
from warbench.rules.effects import Effect


class Member(msgspec.Struct, frozen=True):
    """One of the datasheets in a unit: its models with their weapons, and the effects that serve these models alone."""

    name: str
    bearers: tuple[Bearers, ...]
    own: tuple[Effect, ...]

    @property
    def weapons(self) -> tuple[str, ...]:
        """The names of its weapons, each once."""
        return tuple(dict.fromkeys(weapon.name for each in self.bearers for weapon in each.weapons))

    def effects(self) -> Iterator[Effect]:
        """Its own effects narrowed to its weapons, one for each; those that name a weapon already stay as they are."""
        for effect in self.own:
            names = [effect.weapon] if effect.weapon else self.weapons
            yield from (msgspec.structs.replace(effect, weapon=name) for name in names)


def told_apart(members: Sequence[Member], shared: Iterable[Effect]) -> tuple[list[Member], list[Effect]]:
    """Members of a unit and what serves them all, with a name of its own for each weapon that only one of two alike must have.

    A leader's pistol is his men's pistol by name; where an effect is for one of the two alone, his becomes "Pistol of Leader".
    """
    found: list[Member] = []
    other: dict[str, list[str]] = {}
    for member in members:
        taken = {name for before in found if before.own != member.own for name in before.weapons}
        names = {name: f"{name} of {member.name}" for name in member.weapons if name in taken}
        for name, new in names.items():
            other.setdefault(name, []).append(new)
        found.append(_renamed(member, names) if names else member)
    both = [
        made
        for effect in shared
        for made in (effect, *(msgspec.structs.replace(effect, weapon=name) for name in other.get(effect.weapon or "", ())))
    ]
    return found, both


def _renamed(member: Member, names: Mapping[str, str]) -> Member:
    bearers = tuple(
        msgspec.structs.replace(
            each,
            weapons=tuple(msgspec.structs.replace(weapon, name=names.get(weapon.name, weapon.name)) for weapon in each.weapons),
        )
        for each in member.bearers
    )
    own = tuple(
        msgspec.structs.replace(effect, weapon=names.get(effect.weapon, effect.weapon)) if effect.weapon else effect
        for effect in member.own
    )
    return Member(member.name, bearers, own)
