"""The kernel of a battle: questions, dice, events, the journal, checkpoints, and the driver that holds them together.

It knows no game: a game supplies a state, events that change it, and procedures that ask, roll and yield events.
"""
