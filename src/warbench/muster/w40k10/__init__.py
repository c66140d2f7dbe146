"""Armies of Warhammer 40,000: each unit and the army as a whole costed and checked, with reasons and suggestions."""
