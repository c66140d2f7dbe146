"""Cover in a battle: the Cover Save of the area terrain that a model is in, or of a barricade beside it (H-203, H-208)."""

from warbench.games.heresy3.battle.ground import area
from warbench.games.heresy3.battle.missions import COVER, Zone
from warbench.games.heresy3.battle.state import Model, State
from warbench.table.measure import CONTACT, Marker, within

_BEHIND = frozenset({"infantry", "paragon"})
"""Types that a barricade covers (facts 17)."""
_NO_COVER = frozenset({"cavalry"})
"""Types that have no Cover Save from terrain (facts 19)."""


def cover_of(state: State, model: Model) -> int | None:
    """The Cover Save of the area terrain that a model is in or of a barricade beside it, the best of several; None without."""
    if model.place is None or _NO_COVER & state.kind(model.id).words:
        return None
    zone = area(state, model.place)
    found = [] if zone is None else [COVER[zone.kind]]
    if _BEHIND & state.kind(model.id).words and any(_touches(state, model, each) for each in state.core.zones):
        found.append(COVER["barricade"])
    return min(found, default=None)


def _touches(state: State, model: Model, zone: Zone) -> bool:
    return zone.kind == "barricade" and within(state.standing(model), Marker(zone.name, zone.corners), CONTACT)
