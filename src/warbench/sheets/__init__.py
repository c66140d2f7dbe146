"""What a datasheet says: models, weapons, abilities, wargear options, composition, points, transport, keywords.

The structs serve every game: characteristics are named numbers, and each game registers which names and bounds it has.
"""
