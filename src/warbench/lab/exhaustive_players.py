"""Small battles whose players are bent towards a rule, and who ask about wrong answers on the way."""

import re
from collections import Counter
from collections.abc import Iterator
from itertools import islice

import msgspec

from warbench.battle.requests import Ask, Option
from warbench.games.w40k10.battle.game import Setup
from warbench.games.w40k10.battle.missions import Mission, Objective
from warbench.games.w40k10.battle.placing import encode
from warbench.games.w40k10.battle.roster import ArmySpec, UnitSpec
from warbench.games.w40k10.battle.state import Options, State
from warbench.players import Player, random_chooser
from warbench.table.lattice import INCH
from warbench.table.regions import Rectangle
from warbench.table.terrain import Piece

_DEEP, _ZONE = 27, 8
_PASSES = frozenset({"pass", "hold", "none"})
_PLACE = re.compile(r"(-?\d+),(-?\d+),(\d+),(\d+)")
_PROBES = 12


class Scenario(msgspec.Struct, frozen=True, kw_only=True):
    """A small battle: two armies, and what each player wants.

    ``wishes`` are (kind of question, beginning of a key or part of a text); an option that fulfils one is taken, the first wish
    first. Reactions are used only when wished for; where nothing is wished, something is done rather than nothing. ``shows`` are
    entries of the tally: the scenario is played with one seed after another until it has shown them all.
    """

    name: str
    ours: tuple[UnitSpec, ...]
    theirs: tuple[UnitSpec, ...]
    wishes: tuple[tuple[str, str], ...] = ()
    factions: tuple[str, str] = ("Leagues of Votann", "Space Marines")
    detachments: tuple[str, str] = ("Oathband", "Gladius Task Force")
    pieces: tuple[Piece, ...] = ()
    boarding_actions: bool = False
    rounds: int = 3
    width: int = 30
    shows: tuple[str, ...] = ()

    def setup(self) -> Setup:
        """The battle's setup, on a small table with zones 11 inches apart."""
        across, up = self.width * INCH, _DEEP * INCH
        zones = Rectangle(0, 0, across, _ZONE * INCH), Rectangle(0, up - _ZONE * INCH, across, up)
        place = Mission(
            id="small",
            name="Small",
            battle_size="incursion",
            width=self.width,
            depth=_DEEP,
            zones=zones,
            objectives=(Objective("middle", self.width / 2, _DEEP / 2),),
            pieces=self.pieces,
        )
        one, other = (
            ArmySpec(name=f"{self.name} {side}", faction=faction, detachment=detachment, units=units)
            for side, faction, detachment, units in zip(
                "AB", self.factions, self.detachments, (self.ours, self.theirs), strict=True
            )
        )
        options = Options(rounds=self.rounds, boarding_actions=self.boarding_actions)
        return Setup(mission=place, armies=(one, other), options=options)


# --- who plays it ---


def eager(scenario: Scenario, seed: str, tally: Counter[str]) -> Player:
    """A player who does what the scenario wishes; on the way he asks about wrong answers, and notes how they are refused."""
    pick = random_chooser(seed)

    def choose(ask: Ask, state: State) -> str:
        tally[f"ask {ask.about}"] += 1
        if ask.about == "react":
            tally[f"react {ask.subject}"] += 1
        if ask.judge is not None and ask.about != "react":
            for answer in islice(wrong_answers(ask, state), _PROBES):
                refusal = ask.judge(answer)
                if refusal is not None:
                    tally[f"refused {refusal.code}"] += 1
        for about, wish in scenario.wishes:
            if about == ask.about:
                found = [option for option in ask.options if option.key.startswith(wish) or wish in option.text]
                if found:
                    return pick(_only(ask, found), state)
        if ask.about == "react":
            return ask.options[0].key
        doing = [option for option in ask.options if option.key not in _PASSES]
        return pick(_only(ask, doing or list(ask.options)), state)

    return choose


def _only(ask: Ask, options: list[Option]) -> Ask:
    return Ask(ask.player, ask.about, ask.text, lambda: options, subject=ask.subject)


def wrong_answers(ask: Ask, state: State) -> Iterator[str]:
    """Answers that are near a listed placement but mostly illegal: each spoils one thing about it."""
    listed = next((option.key for option in ask.options if _PLACE.match(option.key)), None)
    if listed is None or ask.subject not in state.units:
        return
    parts = listed.split(";")
    x, y, z, heading = map(int, parts[0].split(">")[-1].split(","))
    rest = parts[1:]
    at = state.units[ask.subject].models[0].place

    def spoilt(first: str) -> str:
        return ";".join([first, *rest])

    yield spoilt(f"{x + 40 * INCH},{y},{z},{heading}")
    yield spoilt(f"{x},{y},{z + 3 * INCH},{heading}")
    yield spoilt(f"{x + 4 * INCH},{y},{z},{heading}")
    if rest:
        yield ";".join([rest[0], *rest])
    for other in state.on_table():
        place = other.models[0].place
        if place is None or other.id == ask.subject:
            continue
        yield spoilt(f"{place.x},{place.y + 2 * INCH},{place.z},{heading}")
        if at is not None:
            # Past the other unit, to its far side and straight on; or over to it and back.
            yield spoilt(f"{place.x},{place.y},{place.z},{heading}>{x},{y},{z},{heading}")
    if at is not None:
        places = (model.place for model in state.units[ask.subject].models if model.place is not None)
        yield encode(tuple(places))
        yield spoilt(f"{at.x + INCH},{at.y},{at.z + 4 * INCH},{heading}>{x},{y},{z},{heading}")
        yield spoilt(f"{at.x},{at.y},{at.z + 4 * INCH},{heading}>{x},{y},{z},{heading}")
        yield spoilt(f"{at.x + 2 * INCH},{at.y},{at.z + 4 * INCH},{heading}")
    for piece in state.mission.pieces:
        px, py = piece.footprint[0]
        qx, qy = piece.footprint[2]
        yield spoilt(f"{(px + qx) // 2},{(py + qy) // 2},0,{heading}")
        yield spoilt(f"{px},{py},0,{heading}")
        if at is not None:
            yield spoilt(f"{2 * ((px + qx) // 2) - at.x},{2 * ((py + qy) // 2) - at.y},0,{heading}")
