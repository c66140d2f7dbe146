"""The recogniser: the texts of abilities in the commonest phrasings become effects.

It claims a text only when it understood all of it; every other text stays what it was, for the user's eyes.
"""

from warbench.intake.recogniser.recognise import recognise

__all__ = ["recognise"]
