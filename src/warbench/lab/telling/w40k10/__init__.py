"""Warhammer 40,000, tenth edition: its battles set up, in words, tallied, summed up and drawn."""

from warbench.lab.telling.w40k10.telling import TELLER

__all__ = ["TELLER"]
