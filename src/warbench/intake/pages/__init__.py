"""Saved datasheet pages: each part of the page is read by a module of its own, and ``page`` recognises the game.

What a page says is kept; ``completion`` fills what it lacks from bundled facts and names each filling.
"""
