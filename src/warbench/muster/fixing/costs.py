"""What a change costs: the measure by which the smallest change is the smallest. docs/muster.md has the same table.

A change of points costs its points on top, so that of two changes of a kind the one that leaves more of the army as it was wins.
"""

MARK_WARLORD = 2
LEAVE_WARLORD = 1
"""To mark a unit as the Warlord, or to take the mark away."""

OTHER_RESERVE = 3
"""To wait in another kind of reserve."""

OTHER_RIDE = 3
"""To begin inside another transport of the army."""

BEGIN_ELSEWHERE = 4
"""To get out of a transport, out of reserve, not to be split, not to join another unit."""

EXCHANGE = 5
"""To exchange wargear, for each model."""

DETACH_LEADER = 8
"""To let a leader stand as a unit of its own."""

OTHER_DETACHMENT = 8
"""To stand in another detachment of the army."""

ADVANTAGE = 6
"""To leave out a Prime Advantage or an upgrade."""

RESIZE = 10
"""To make a unit larger or smaller, and one for each model."""

ENHANCEMENT = 10
"""To leave out an Enhancement."""

LEADER_OUT = 20
"""To take out a leader, or the unit that it leads."""

ALLEGIANCE = 1
"""To say the army's allegiance."""

DETACHMENT_OUT = 5
"""To take out a detachment that has no units."""

OTHER_CHART = 15
"""To give a detachment another chart."""

OUT = 40
"""To take out a unit."""

ADD = 100
"""To add a unit, more than any other step: what there is goes before what is not there."""
