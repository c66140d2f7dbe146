"""Warhammer 40,000, tenth edition: its battles set up, in words, tallied, summed up and drawn."""
