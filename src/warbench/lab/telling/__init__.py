"""Battles in words and pictures, for the command line and for whoever else shows them: the same for every game.

A game supplies a `Teller`; log lines, phase lines, the summary's JSON and the picture's frame are made from it here.
"""

from warbench.lab.telling.teller import Teller, teller

__all__ = ["Teller", "teller"]
