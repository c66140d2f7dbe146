"""Armies written as the roster files that list builders read: the tree, its catalogue's ids and profiles, as JSON or XML."""
