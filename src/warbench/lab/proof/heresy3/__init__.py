"""What the proof needs of the second game."""

from warbench.lab.proof.heresy3.playing import PART

__all__ = ["PART"]
