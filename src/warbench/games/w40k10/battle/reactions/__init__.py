"""Reactions of the battle: every stratagem as a small object that says when, for whom, at what cost, and what it does.

``REACTIONS`` is what the windows are made of; ``play`` holds what all stratagems share.
"""

from warbench.games.w40k10.battle.reactions.blows import AncestralSentence, EpicChallenge, WarriorPride
from warbench.games.w40k10.battle.reactions.bravery import BoardingBravery, InsaneBravery
from warbench.games.w40k10.battle.reactions.charges import HeroicIntervention, TankShock
from warbench.games.w40k10.battle.reactions.clearance import ExplosiveClearance
from warbench.games.w40k10.battle.reactions.fights import BoardingCounterOffensive, CounterOffensive, NewfoundNemesis
from warbench.games.w40k10.battle.reactions.grenades import Grenade
from warbench.games.w40k10.battle.reactions.moves import OrderedRetreat, RapidIngress
from warbench.games.w40k10.battle.reactions.play import Play
from warbench.games.w40k10.battle.reactions.rerolls import BoardingReroll, CommandReroll
from warbench.games.w40k10.battle.reactions.shields import GoToGround, Smokescreen, VoidArmour
from warbench.games.w40k10.battle.reactions.shots import FireOverwatch, ReactiveReprisal

REACTIONS: tuple[Play, ...] = (
    CommandReroll(),
    InsaneBravery(),
    FireOverwatch(),
    RapidIngress(),
    TankShock(),
    HeroicIntervention(),
    CounterOffensive(),
    Grenade(),
    GoToGround(),
    Smokescreen(),
    EpicChallenge(),
    BoardingReroll(),
    BoardingBravery(),
    ExplosiveClearance(),
    BoardingCounterOffensive(),
    OrderedRetreat(),
    AncestralSentence(),
    ReactiveReprisal(),
    VoidArmour(),
    WarriorPride(),
    NewfoundNemesis(),
)
"""Every stratagem, in the order of the data."""

__all__ = ["REACTIONS", "Play"]
