"""Army rules of factions in a battle: who has them, what is in force for a unit, and the decisions that they ask for.

What a rule does stands in ``games/w40k10/faction_rules.toml``, for the odds as for the battle.
"""
