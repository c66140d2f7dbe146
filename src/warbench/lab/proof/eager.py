"""Players who are bent towards a rule, and who ask about wrong answers on the way."""

from collections import Counter
from typing import Any

from warbench.battle.requests import Ask, Option
from warbench.lab.proof import tally as tallies
from warbench.lab.proof.part import Part, Scenario, Wishes
from warbench.players import Player, random_chooser

_LETTERS = 2
_PASSES = frozenset({"pass", "hold", "none"})


def bent(player: Player, wishes: Wishes, seed: str) -> Player:
    """A player who does what is wished three times of four, and else what another would do."""
    if not wishes:
        return player
    pick, coin = random_chooser(f"{seed} wish"), random_chooser(f"{seed} coin")
    sides = [Option("own", ""), *(Option(f"wish {number}", "") for number in range(3))]

    def choose(ask: Ask, state: Any) -> str:  # noqa: ANN401 -- states of any game
        found = wished(ask, wishes)
        if found and coin(_only(ask, sides), state) != "own":
            return pick(_only(ask, found), state)
        return player(ask, state)

    return choose


def wished(ask: Ask, wishes: Wishes) -> list[Option]:
    """The options that fulfil the first wish that any fulfils. A wish of a letter or two is the beginning of a key alone."""
    for about, wish in wishes:
        if about == ask.about:
            words = len(wish) > _LETTERS
            found = [option for option in ask.options if option.key.startswith(wish) or (words and wish in option.text)]
            if found:
                return found
    return []


def eager(part: Part, scenario: Scenario, seed: str, tally: Counter[str]) -> Player:
    """A player who does what the scenario wishes, and what the tally lacks rather than what it has.

    On the way he asks about wrong answers, and notes how they are refused.
    """
    pick = random_chooser(seed)

    def choose(ask: Ask, state: Any) -> str:  # noqa: ANN401 -- states of any game
        tallies.asked(tally, ask)
        if ask.judge is not None:
            for answer in part.wrong(ask, state):
                refusal = ask.judge(answer)
                if refusal is not None:
                    tally[f"refused {refusal.code}"] += 1
        key = decide(ask, state)
        tallies.answered(part, tally, ask, key)
        return key

    def decide(ask: Ask, state: Any) -> str:  # noqa: ANN401 -- states of any game
        found = wished(ask, scenario.wishes)
        if found:
            return pick(_only(ask, found), state)
        if ask.about == "react":
            return ask.options[0].key
        if ask.about in part.telling:
            new = [option for option in ask.options if not tally[f"chose {ask.about}: {option.key}"]]
            if new:
                return pick(_only(ask, new), state)
        doing = [option for option in ask.options if option.key not in _PASSES]
        return pick(_only(ask, doing or list(ask.options)), state)

    return choose


def _only(ask: Ask, options: list[Option]) -> Ask:
    return Ask(ask.player, ask.about, ask.text, lambda: options, subject=ask.subject)
