"""For programs that play battles or read large files: make the memory's housekeeping rare. A library leaves it alone."""

import gc

_OBJECTS = 100_000


def collect_seldom() -> None:
    """Let Python look for cycles of dead objects seldom.

    A battle makes many small values and hardly any cycles, an import too: looking for them every few hundred values costs a tenth
    of its time. What is loaded already is set aside, so that it is not looked at again.
    """
    gc.freeze()
    gc.set_threshold(_OBJECTS, 20, 20)
