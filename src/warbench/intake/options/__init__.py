"""Wargear options in English to options as data: a grammar of the usual phrasings, and what binds several lines together.

``lines`` reads the part of a page; ``grammar`` reads a sentence, with ``who`` and ``choices``; ``bounds`` and ``notes`` the rest.
"""
