"""Invented rosters with profiles of their own, as builders write them: one of each game."""

import json
from typing import Any

Node = dict[str, Any]


def selection(name: str, kind: str, number: int = 1, *below: Node, pts: int = 0, **more: Any) -> Node:
    """A selection with its points for all of it."""
    costs = [{"name": "pts", "typeId": "p", "value": pts}]
    return {"name": name, "type": kind, "number": number, "costs": costs, "selections": list(below), **more}


def profile(name: str, table: str, **cells: str) -> Node:
    """A profile; columns that are no Python names stand under ``more``."""
    return {"name": name, "typeName": table, "characteristics": [{"name": key, "$text": text} for key, text in cells.items()]}


def body(name: str, wounds: int = 1) -> Node:
    """The row of a model."""
    return profile(name, "Unit", M='6"', T="4", SV="3+", W=str(wounds), LD="6+", OC="2")


def gun(name: str, attacks: str = "2", words: str = "-") -> Node:
    """The row of a ranged weapon."""
    return profile(name, "Ranged Weapons", Range='24"', A=attacks, BS="3+", S="4", AP="0", D="1", Keywords=words)


def blade(name: str) -> Node:
    """The row of a melee weapon."""
    return profile(name, "Melee Weapons", Range="Melee", A="3", WS="3+", S="4", AP="-1", D="1", Keywords="-")


def told(name: str, words: str) -> Node:
    """The row of an ability."""
    return profile(name, "Abilities", Description=words)


def item(name: str, number: int, *profiles: Node) -> Node:
    """Wargear."""
    return selection(name, "upgrade", number, profiles=list(profiles))


def squad() -> Node:
    """Ten Gleaners for 110 points: a leader whose gun has no row of its own, one with a harpoon, a lantern at the unit."""
    return selection(
        "Gleaners",
        "unit",
        1,
        selection("Gleaner Mate", "model", 1, item("Salt gun", 1), item("Hook", 1, blade("Hook"))),
        selection(
            "Gleaner",
            "model",
            9,
            item("Salt gun", 8, gun("Salt gun")),
            item("Harpoon*", 1, gun("\N{BLACK RIGHTWARDS ARROWHEAD} Harpoon - near"), gun("Harpoon - far", "1", "Heavy")),
            item("Hook", 9, blade("Hook")),
        ),
        item("Lantern", 1, told("Lantern", "Models in this unit can see in the dark.")),
        pts=110,
        profiles=[body("Gleaner"), told("Grit", "They do not give way.")],
        rules=[{"name": "Deep Strike", "description": "From below."}, {"name": "Tide Sworn", "description": "Of the tide."}],
        categories=[{"name": name} for name in ("Infantry", "Battleline", "Faction: Tide", "Gleaners")],
    )


def captain() -> Node:
    """A Captain for 80 points and an Enhancement for 25."""
    leads = told("Leader", "This model can be attached to the following unit: Gleaners")
    return selection(
        "Shoal Reeve",
        "model",
        1,
        item("Long hook", 1, blade("Long hook")),
        selection("Deep Gift", "upgrade", pts=25, profiles=[told("Deep Gift", "A gift.")]),
        selection("Warlord", "upgrade"),
        pts=80,
        profiles=[body("Shoal Reeve", 5), leads, told("Invulnerable Save", "4+")],
        categories=[{"name": name} for name in ("Infantry", "Character", "Faction: Tide", "Shoal Reeve")],
    )


def w40k10_roster(*units: Node, points: int | None = None) -> bytes:
    """A roster of Warhammer 40,000 of these units."""
    detachment = selection(
        "Detachment", "upgrade", 1, selection("Rising Tide", "upgrade"), categories=[{"name": "Configuration", "primary": True}]
    )
    total = sum(cost["value"] for unit in units for part in (unit, *unit["selections"]) for cost in part["costs"])
    force = {"name": "Army Roster", "catalogueName": "Xenos - Tide", "selections": [detachment, *units]}
    whole = {
        "name": "High Water",
        "gameSystemName": "Warhammer 40,000 10th Edition",
        "costs": [{"name": "pts", "value": total if points is None else points}],
        "costLimits": [{"name": "pts", "value": 1000}],
        "forces": [force],
    }
    return json.dumps({"roster": whole}).encode()


def tactical(name: str = "Deck Squad", *, role: str = "Troops", weapon: str = "Salt carbine") -> Node:
    """Five models of The Horus Heresy for 60 points, with grenades at the unit that all of them have."""
    row = {"M": "7", "WS": "4", "BS": "4", "S": "4", "T": "4", "W": "1", "I": "4", "A": "1"}
    mind = {"LD": "7", "CL": "7", "WP": "7", "IN": "7", "SAV": "3+", "INV": "-"}
    carbine = profile(weapon, "Ranged Weapon", R='24"', FP="2", RS="4", AP="5", D="1", **{"Special Rules": "-", "Traits": "Bolt"})
    bomb = profile("Squall bomb", "Ranged Weapon", R='8"', FP="1", RS="3", AP="-", D="1", **{"Special Rules": "-", "Traits": "-"})
    return selection(
        name,
        "unit",
        1,
        selection(
            "Deckhand",
            "model",
            5,
            item(weapon, 5, carbine),
            profiles=[profile("Deckhand", "Profile", Type="Infantry", **row, **mind)],
            rules=[{"name": "Line (1)", "description": "Holds."}],
        ),
        item("Squall bomb", 1, bomb),
        pts=60,
        categories=[{"name": role, "primary": True}],
        profiles=[profile("Loyalist", "Traits", Description="")],
    )


def heresy3_roster(*forces: tuple[str, tuple[Node, ...]]) -> bytes:
    """A roster of The Horus Heresy: each detachment's chart with its units."""
    side = selection("Allegiance", "upgrade", 1, selection("Loyalist", "upgrade"))
    inner = [{"name": name, "catalogueName": "I - Dark Angels", "selections": list(units)} for name, units in forces]
    total = sum(cost["value"] for _, units in forces for unit in units for cost in unit["costs"])
    whole = {
        "name": "Deck Watch",
        "gameSystemName": "Horus Heresy 3rd Edition",
        "costs": [{"name": "pts", "value": total}],
        "forces": [{"name": "Crusade", "catalogueName": "I - Dark Angels", "selections": [side], "forces": inner}],
    }
    return json.dumps({"roster": whole}).encode()
