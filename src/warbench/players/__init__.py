"""Who decides: random play, a script, a person at a terminal, a planner.

A player is asked with the question and the state of the battle, and gives the key of an option (or any answer that the question's
judge accepts). `seat` turns players into what the battle's driver wants.
"""

from warbench.players.chance import random_chooser
from warbench.players.person import Console, LeaveError, TakeBackError, person
from warbench.players.script import ScriptEndError, scripted
from warbench.players.seats import Player, seat

__all__ = [
    "Console",
    "LeaveError",
    "Player",
    "ScriptEndError",
    "TakeBackError",
    "person",
    "random_chooser",
    "scripted",
    "seat",
]
