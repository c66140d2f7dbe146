"""Battlefield roles: the headings under which an army list puts its datasheets (H-244)."""

FORTIFICATION = "fortification"
HIGH_COMMAND = "high command"
COMMAND = "command"
WARLORD = "warlord"
LORD_OF_WAR = "lord of war"

ROLES = (
    # H-244: those that the page names.
    HIGH_COMMAND,
    COMMAND,
    WARLORD,
    LORD_OF_WAR,
    FORTIFICATION,
    "troops",
    "support",
    "recon",
    "heavy assault",
    "transport",
    "heavy transport",
    "war engine",
    # Those that only the detachments of the facts list name (C2).
    "retinue",
    "elites",
    "fast attack",
    "armour",
)
"""Every battlefield role. A datasheet has exactly one."""

CAPPED = (WARLORD, LORD_OF_WAR)
"""Roles that may cost a quarter of the points limit together (H-017, H-244)."""

NOT_BY_BENEFIT = (HIGH_COMMAND, COMMAND, WARLORD, LORD_OF_WAR)
"""Roles that Logistical Benefit never adds a slot of (H-019); Fortification is barred by H-004."""
