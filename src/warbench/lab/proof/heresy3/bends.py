"""What the players of several small battles are bent towards, and rectangles in inches."""

from warbench.lab.proof.heresy3.small import FISTS, MECHANICUM
from warbench.table.lattice import INCH

AT_THEM = (
    ("unit", "A"),
    ("unit", "B"),
    ("move kind", "move"),
    ("move", "toward "),
    ("volley", "fire"),
    ("set up", ""),
)
DUEL = (*AT_THEM, ("challenge", "A"), ("challenge", "B"), ("accept challenge", "A"), ("accept challenge", "B"))
BOTH_FISTS = (FISTS, FISTS)
BOTH_MARTIANS = (MECHANICUM, MECHANICUM)


def box(left: float, near: float, wide: float, deep: float) -> tuple[tuple[int, int], ...]:
    """A rectangle from its left near corner."""
    x, y, x2, y2 = (round(INCH * value) for value in (left, near, left + wide, near + deep))
    return (x, y), (x2, y), (x2, y2), (x, y2)
