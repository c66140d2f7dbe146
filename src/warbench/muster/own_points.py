"""Units whose points are not those of their datasheets, as lists of another edition have them: told, whatever they add up to."""

from collections.abc import Iterable

from warbench.muster.costing import Finding


def own_points(units: Iterable[tuple[str, int, int]], total: int, rule: str) -> tuple[Finding, ...]:
    """The warning that an army has points of its own; none where every unit costs what its datasheet says.

    Args:
        units: each unit's name, its points in the list, its points by the datasheets.
        total: the points of the army.
        rule: the game's rule on points.
    """
    differing = [each for each in units if each[1] != each[2]]
    if not differing:
        return ()
    told = ", ".join(dict.fromkeys(f"{name} {said} (here {here})" for name, said, here in differing))
    by_data = total + sum(here - said for _, said, here in differing)
    return (
        Finding(
            code="own-points",
            sentence=f"costed with points of the list itself: {told}; by the datasheets here the army costs {by_data}",
            rule=rule,
            suggestion="agree whose points count; import the file with --points library for those of the datasheets here",
            kind="warning",
        ),
    )
