"""Building an army by short orders: add a unit, make it larger, give it wargear; what cannot be is refused with a reason.

An order is text as people type it; what comes of all of them is an army file, costed and checked like any other.
"""

from warbench.muster.building.ordering import begun, changed
from warbench.muster.building.orders import BuildError, Orders

__all__ = ["BuildError", "Orders", "begun", "changed"]
