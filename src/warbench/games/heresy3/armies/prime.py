"""Prime Advantages: what the unit in a Prime slot may gain (H-018..H-020, facts 15)."""

import msgspec

from warbench.games.heresy3.armies.fitting import Model

MASTER_SERGEANT = "Master Sergeant"
COMBAT_VETERANS = "Combat Veterans"
PARAGON_OF_BATTLE = "Paragon of Battle"
SPECIAL_ASSIGNMENT = "Special Assignment"
LOGISTICAL_BENEFIT = "Logistical Benefit"

ADVANTAGES = (MASTER_SERGEANT, COMBAT_VETERANS, PARAGON_OF_BATTLE, SPECIAL_ASSIGNMENT, LOGISTICAL_BENEFIT)
ONCE = (MASTER_SERGEANT, LOGISTICAL_BENEFIT)
"""Those that a detachment may have once."""
FOR_UNIQUE = (SPECIAL_ASSIGNMENT, LOGISTICAL_BENEFIT)
"""Those that a unit with a Unique model may have."""

_MOST = 10
_GAINS = {
    MASTER_SERGEANT: ("sergeant", ("attacks", "weapon_skill", "leadership")),
    PARAGON_OF_BATTLE: ("command", ("attacks", "weapon_skill", "ballistic_skill")),
}
"""The advantages that one model of a sub-type gains +1 by, and to what."""
_VETERAN = ("leadership", "cool", "intelligence", "willpower")


def advantage_of(text: str) -> str | None:
    """The advantage of that name, whatever the case; None when there is none."""
    return next((name for name in ADVANTAGES if name.casefold() == text.strip().casefold()), None)


def improved(models: tuple[Model, ...], advantage: str) -> tuple[Model, ...]:
    """The models with what their Prime Advantage does to their characteristics."""
    if advantage == COMBAT_VETERANS:
        return tuple(_raised(model, _VETERAN, _MOST) for model in models)
    gain = _GAINS.get(advantage)
    if gain is None:
        return models
    chosen = next((place for place, model in enumerate(models) if gain[0] in model.keywords), None)
    if chosen is None:
        return models
    model = models[chosen]
    better = _raised(model, gain[1])
    if advantage == MASTER_SERGEANT:
        champion = "champion" in model.keywords
        better = _raised(better, ("leadership",)) if champion else better
        better = msgspec.structs.replace(better, keywords=better.keywords | {"champion"})
    return (*models[:chosen], better, *models[chosen + 1 :])


def _raised(model: Model, names: tuple[str, ...], most: int = 100) -> Model:
    raised = {name: max(value, min(most, value + 1)) for name in names if (value := model.characteristics.get(name)) is not None}
    return msgspec.structs.replace(model, characteristics={**model.characteristics, **raised})
