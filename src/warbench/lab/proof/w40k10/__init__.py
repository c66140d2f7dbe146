"""What the proof needs of the first game."""

from warbench.lab.proof.w40k10.playing import PART

__all__ = ["PART"]
