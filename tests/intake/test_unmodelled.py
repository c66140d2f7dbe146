"""What no rule of the game models is marked, whichever reader a datasheet comes from, and answers name it."""

import re

import msgspec
import pytest

from tests.intake.recogniser.kit import STRIDER
from tests.real_data import Real
from warbench.games.w40k10.abilities import claims
from warbench.games.w40k10.answer import answer
from warbench.games.w40k10.inquiry import Inquiry, question_of
from warbench.games.w40k10.keywords import read_keyword
from warbench.intake.unmodelled import bears_on_attacks, with_the_rest_named
from warbench.sheets.datasheet import Ability, Points

WORDS = re.compile(
    r"\b(?:hit rolls?|wound rolls?|saving throws?|damage characteristic|attacks characteristic|re-roll a|critical (?:hit|wound)"
    r"|invulnerable save|feel no pain|armour penetration|mortal wounds?|benefit of cover)\b|\[(?:lethal|sustained|anti|lance)",
    re.IGNORECASE,
)
"""Words that stand only in rules that bear on attacks."""


@pytest.mark.parametrize(
    ("words", "bears"),
    [
        ("Each time this model makes an attack, something unheard of happens.", True),
        ("Until the end of the turn, pincers equipped by models in this unit have the [LANCE] ability.", True),
        ("This OFFICER can issue 2 Orders to REGIMENT units.", True),
        ("The bearer has the PSYKER keyword.", True),
        ("The bearer has the SMOKE keyword.", False),
        ("At the start of the battle round, select one of the abilities in the Deep Tides section.", True),
        ("This model cannot be your WARLORD.", False),
        ("At the end of your opponent's turn, you can remove this unit from the battlefield.", False),
        ("", True),
    ],
)
def test_what_could_touch_an_attack(words: str, *, bears: bool) -> None:
    assert bears_on_attacks(words) is bears


def test_an_answer_names_what_is_not_modelled() -> None:
    tide, drift = Ability("tide", "Tide"), Ability("drift", "Drift")
    sheet = msgspec.structs.replace(STRIDER, abilities=(tide, drift), points=(Points(1, 100),))
    texts = {"Tide": "Each time this model makes an attack, it sings.", "Drift": "It may float over other models."}
    marked = with_the_rest_named(sheet, texts)
    assert [ability.touches for ability in marked.abilities] == [("attack",), ()]
    assert answer(question_of(Inquiry(sheet=marked, target="terminators"))).not_modelled == ("Tide (Kelp Strider)",)


def test_abilities_that_the_game_knows_by_name_get_what_they_do() -> None:
    oath = Ability("oath-of-moment", "Oath of Moment", "faction")
    lance = Ability("lethal-hits", "Lethal Hits", "core")
    marked = with_the_rest_named(msgspec.structs.replace(STRIDER, abilities=(oath, lance)), {})
    assert marked.abilities[0].effects
    assert marked.abilities[1] == lance, "weapons have it, the unit has not"


@pytest.mark.parametrize("source", ["real_export", "real_catalogues"])
def test_nothing_that_bears_on_attacks_is_lost_in_silence(source: str, request: pytest.FixtureRequest) -> None:
    real: Real = request.getfixturevalue(source)
    named, lost = 0, []
    for one in real.source.sheets:
        for ability in one.sheet.abilities:
            if ability.effects or claims(ability) or read_keyword(ability.name) is not None or ability.kind == "core":
                continue
            named += "attack" in ability.touches
            if "attack" not in ability.touches and WORDS.search(one.ability_texts.get(ability.name, "")):
                lost.append((one.sheet.name, ability.name))
    assert lost == []
    assert named > 1000
