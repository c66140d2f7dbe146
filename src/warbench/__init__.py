"""Warbench: a workbench for tabletop miniature wargames.

Exact odds, legal armies and whole battles, by the rules; each game is a package under `warbench.games`.
"""

__version__ = "0.1.0"
