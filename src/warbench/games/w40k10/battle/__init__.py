"""Whole battles of the tenth edition: roster, state, events, and the phases as procedures in the order of the rules.

The kernel (``warbench.battle``) drives them; ``game.W40k10`` is what it is given.
"""
