"""Comparisons and sweeps: many questions asked at once, and their answers side by side.

``compare`` weighs units and their loadouts against targets.
"""
