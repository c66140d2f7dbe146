"""Warhammer 40,000, 10th edition: its datasheets as data files, its characteristics, its facts and its sequence of an attack."""
