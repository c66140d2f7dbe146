"""A whole battle of the third edition: rosters, state and events, phases as procedures in the order of the rule book, reactions.

The kernel's driver runs `game.Heresy3`; players answer what the procedures ask.
"""
