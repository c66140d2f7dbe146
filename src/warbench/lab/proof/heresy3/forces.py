"""Units for small battles of the second game, each with the wargear that shows most."""

from warbench.games.heresy3.armies import Kit, UnitSpec


def unit(  # noqa: PLR0913 -- what a list says of a unit
    datasheet: str,
    *kits: Kit,
    name: str = "",
    models: int | None = None,
    joins: str = "",
    inside: str = "",
    reserve: str = "",
    warlord: bool = False,
) -> UnitSpec:
    """A unit of a list."""
    return UnitSpec(
        datasheet=datasheet,
        name=name,
        models=models,
        wargear=kits,
        joins=joins,
        inside=inside,
        reserve=reserve,
        warlord=warlord,
    )


def gives(*items: str, model: str = "", count: int | None = None, takes: tuple[str, ...] = ()) -> Kit:
    """What models get beside or in place of what they have."""
    return Kit(model=model, count=count, takes=takes, gives=items)


SHIELDED = (gives("power fist", takes=("bolter",)), gives("boarding shield", "breacher charges", takes=("bolt pistol",)))


def leader(datasheet: str, joins: str) -> UnitSpec:
    """A Praetor or Centurion with a power fist and breacher charges who has joined a unit and leads the army."""
    return unit(datasheet, *SHIELDED, joins=joins, warlord=True)


BREACHERS = unit(
    "Breacher Squad",
    gives("power fist", "melta bombs", "breacher charges", model="Breacher Sergeant", takes=("bolter",)),
    name="Breachers",
)
TACTICAL = unit("Tactical Squad", name="Tactical")
GARRISON = unit("Tactical Squad", name="Garrison", inside="Redoubt")
REDOUBT = unit("Firestorm Redoubt", name="Redoubt")
AEGIS = unit("Aegis Defence Line", name="Aegis")
BATTERY = unit("Vengeance Weapon Battery", name="Battery")
HAMMERFALL = unit("Hammerfall Bunker", name="Hammerfall")
SHIELD = unit("Void Shield Generator", name="Shield")
DREADNOUGHT = unit("Contemptor Dreadnought", name="Dreadnought")
TERMINATORS = unit("Cataphractii Terminator Squad", name="Terminators")
RECON = unit("Reconnaissance Squad", name="Recon")
OUTRIDERS = unit("Outrider Squadron", name="Outriders")
SCIMITARS = unit("Scimitar Jetbike Squadron", name="Scimitars")
ASSAULT = unit("Assault Squad", gives("melta bombs", model="Assault Sergeant"), name="Assault")
LASCANNONS = unit("Heavy Support Squad", name="Lascannons")
PREDATOR = unit("Predator", name="Predator")
RHINO = unit("Rhino", name="Rhino")
SECUTORS = unit("Myrmidon Secutor Host", name="Secutors")
DESTRUCTORS = unit("Myrmidon Destructor Host", name="Destructors")
CASTELLAX = unit("Castellax Battle Maniple", name="Castellax")
VORAX = unit("Vorax Attack Maniple", name="Vorax")
URSARAX = unit("Ursarax Cohort", name="Ursarax")
THALLAX = unit("Thallax Cohort", name="Thallax")
DEEP_THALLAX = unit("Thallax Cohort", name="Thallax", reserve="deep strike")
THRALLS = unit("Tech-Thrall Covenant", name="Thralls")
KRIOS = unit("Krios Battle Tank", name="Krios")
TRIAROS = unit("Triaros Armoured Conveyor", name="Triaros")


def magos(order: str, *rites: str, name: str = "", joins: str = "", datasheet: str = "Magos") -> UnitSpec:
    """A Magos (or Archmagos, Tech-Priest) of an order with rites."""
    return unit(datasheet, gives(f"order: {order}", *rites), name=name or f"{datasheet} of {order}", joins=joins)
