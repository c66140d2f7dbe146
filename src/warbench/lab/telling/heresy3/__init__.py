"""The Horus Heresy, third edition: its battles set up, in words, tallied, summed up and drawn."""
