"""Texts that are known as a whole: in the words that were read, however they are set, and in no other."""

from collections import Counter

import msgspec
import pytest

from tests.games.w40k10.attack.test_picked_weapons import VAULT
from tests.intake.recogniser.kit import STRIDER, read
from tests.real_data import Real
from warbench.games.w40k10.faction_rules import digest
from warbench.games.w40k10.unit_rules import STRIDES, STRIDES_HIGH, STRIDING
from warbench.intake.recogniser import recognise, wholes
from warbench.rules.effects import ChangeValue, Permit
from warbench.sheets.datasheet import Ability, AbilityKind

OVER, THROUGH, BEHEADED = "It wades over all.", 'It wades: \N{BULLET} 4" deep. \N{BULLET} Deeper.', "Deeper!"
POWERS = "Choose two tides (see above)."


@pytest.fixture(autouse=True)
def _made_up(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Texts of our own in place of those that were read, but for the tests of those."""
    if "real" not in request.fixturenames:
        monkeypatch.setattr(wholes, "_OVER", {digest(OVER)})
        monkeypatch.setattr(wholes, "_THROUGH", {digest(THROUGH)})
        monkeypatch.setattr(wholes, "_BEHEADED", digest(BEHEADED))
        monkeypatch.setattr(wholes, "_POWERS", {digest(POWERS): 2})


@pytest.fixture(params=["real_export", "real_catalogues"])
def real(request: pytest.FixtureRequest) -> Real:
    found: Real = request.getfixturevalue(request.param)
    return found


def permitted(ability: Ability) -> list[str]:
    return [effect.what for effect in ability.effects if isinstance(effect, Permit)]


def understood(text: str, key: str = "long-legs", kind: AbilityKind = "datasheet") -> list[str]:
    sheet = msgspec.structs.replace(STRIDER, abilities=(Ability(key, "Long Legs", kind),))
    (found,) = recognise(sheet, {"Long Legs": text}).abilities
    assert bool(found.summary) is found.acts
    return permitted(found)


@pytest.mark.parametrize("kind", ["core", "faction", "datasheet"])
def test_striding_is_known_whatever_the_ability_is_printed_as(kind: AbilityKind) -> None:
    assert understood(OVER, kind=kind) == [STRIDES]
    assert understood(THROUGH, kind=kind) == [STRIDES, STRIDES_HIGH]
    assert understood("It **^^wades^^**:\n- 4\N{RIGHT DOUBLE QUOTATION MARK} deep.\n- DEEPER", kind=kind) == [
        STRIDES,
        STRIDES_HIGH,
    ]


@pytest.mark.parametrize("text", ["", "It wades over all. More.", "It wades over", THROUGH.replace("4", "3"), BEHEADED])
def test_other_texts_are_left_alone(text: str) -> None:
    assert understood(text) == []


def test_a_beheaded_text_is_understood_by_its_name_alone() -> None:
    assert understood(BEHEADED, STRIDING) == [STRIDES, STRIDES_HIGH]


def test_powers_are_selected_only_where_there_are_such_weapons() -> None:
    found = read(POWERS, VAULT)
    assert found.effects == (ChangeValue(name="powers", set=2, attacks="ranged"),)
    assert found.summary
    assert not read(POWERS, STRIDER).effects
    assert not read(f"{POWERS} And one more.", VAULT).effects


def test_real_sources_print_the_words_that_were_read(real: Real) -> None:
    abilities = [ability for one in real.source.sheets for ability in one.sheet.abilities]
    walkers = Counter(len(permitted(ability)) for ability in abilities if ability.id == STRIDING)
    assert walkers[0] == 0
    assert walkers[2] > 10
    others = {ability.id for ability in abilities if STRIDES in permitted(ability)} - {STRIDING}
    assert {"agile", "stalking-forward", "titanic-strides"} <= others
