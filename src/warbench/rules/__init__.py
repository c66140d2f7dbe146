"""What a rule is: facts, conditions over them, effects as data, and rulings.

The requests that a sequence of rules makes, for a reader to answer, stand here too.
"""
