"""The proof that battles run right: many random ones with everything checked, and play until every rule object has fired.

What all games share is here; a game's part (a folder of its own) says what is played and how things are called when they fire.
"""

from warbench.lab.proof.part import GAMES, part

__all__ = ["GAMES", "part"]
