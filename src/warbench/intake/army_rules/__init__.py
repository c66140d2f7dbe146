"""Rules about army lists, read from the texts of army rules, detachments and datasheets by a small grammar.

It claims a sentence only if it understands all of it; a sentence about army lists that it does not understand is kept beside.
"""
