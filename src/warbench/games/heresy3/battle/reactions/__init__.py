"""All Reactions and rites: small objects that are offered in windows at named moments."""

from warbench.battle.windows import Reaction
from warbench.games.heresy3.battle.mending import Battlesmith
from warbench.games.heresy3.battle.reactions.charges import DeathOrGlory
from warbench.games.heresy3.battle.reactions.shields import Shieldwall, Smokescreen
from warbench.games.heresy3.battle.reactions.shots import Intercept, Overwatch, ReturnFire
from warbench.games.heresy3.battle.reactions.steps import Evade, HeroicIntervention, Reposition
from warbench.games.heresy3.battle.rites import RITES
from warbench.games.heresy3.battle.state import State
from warbench.games.heresy3.battle.vox import NuncioVox

REACTIONS: tuple[Reaction[State], ...] = (
    Reposition(),
    ReturnFire(),
    Intercept(),
    Overwatch(),
    Evade(),
    DeathOrGlory(),
    HeroicIntervention(),
    Shieldwall(),
    Smokescreen(),
    Battlesmith(),
    NuncioVox(),
    *RITES,
)
