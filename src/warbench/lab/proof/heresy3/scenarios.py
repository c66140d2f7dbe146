"""All small battles of the second game."""

from warbench.lab.proof.heresy3.fights import FIGHTS
from warbench.lab.proof.heresy3.manoeuvres import MANOEUVRES

SCENARIOS = (*FIGHTS, *MANOEUVRES)
