"""The Horus Heresy, third edition: its battles set up, in words, tallied, summed up and drawn."""

from warbench.lab.telling.heresy3.telling import TELLER

__all__ = ["TELLER"]
