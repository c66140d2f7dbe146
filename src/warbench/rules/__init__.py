"""What a rule is: facts, conditions over them, and effects as data. The requests that a sequence of rules makes stand here too."""
