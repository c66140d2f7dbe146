"""The same unit from two sources: what counts as a difference, what does not, and which datasheets are compared."""

import msgspec

from tests.intake.export.invented import files, tables
from warbench.games.heresy3 import library as heresy
from warbench.games.w40k10 import library
from warbench.intake.export import Export
from warbench.intake.store import Difference, compare_sources
from warbench.intake.store.differences import differences
from warbench.sheets.datasheet import Datasheet, ModelProfile, Points

KYN = library.datasheet("Hearthkyn Warriors")
CAPTAIN = library.datasheet("Captain")
RHINO = heresy.datasheet("Rhino")


def like(sheet: Datasheet, **fields: object) -> Datasheet:
    return msgspec.structs.replace(sheet, **fields)


def test_what_is_only_called_otherwise_is_no_difference() -> None:
    weapons = tuple(msgspec.structs.replace(each, name=each.name.upper().replace("-", " ") + "s") for each in KYN.weapons)
    models = (msgspec.structs.replace(KYN.models[0], name="THEYNS"), KYN.models[1])
    assert differences(KYN, like(KYN, weapons=weapons, models=models)) == ()
    assert CAPTAIN.leads[0] == "assault-intercessor-squad"
    leads = ("Assault Intercessor Squads", *CAPTAIN.leads[1:])
    assert differences(CAPTAIN, like(CAPTAIN, leads=leads)) == ()


def test_points_are_compared_at_every_size_that_either_prints() -> None:
    cheap = like(KYN, points=(Points(models=10, points=90), Points(models=20, points=180)))
    assert differences(KYN, cheap) == (Difference("points", "10 models", "100", "90"),)
    assert differences(KYN, like(KYN, points=())) == (Difference("points", "10 models", "100", "-"),)


def test_of_a_weapon_or_a_profile_only_what_differs_is_told() -> None:
    first = KYN.weapons[0]
    profile = first.profiles[0]
    numbers = {**profile.characteristics, "ap": 1}
    sign = msgspec.structs.replace(profile, characteristics={**profile.characteristics, "ap": -1})
    changed = msgspec.structs.replace(profile, characteristics=numbers, abilities=(*profile.abilities, "Lethal Hits"))
    ours = like(KYN, weapons=(msgspec.structs.replace(first, profiles=(sign,)), *KYN.weapons[1:]))
    theirs = like(KYN, weapons=(msgspec.structs.replace(first, profiles=(changed,)), *KYN.weapons[1:]))
    assert differences(ours, theirs) == (Difference("weapon", f"{first.name}, {first.type}", "ap -1", "ap 1, [lethal hits]"),)
    hardy = msgspec.structs.replace(KYN.models[0], characteristics={**KYN.models[0].characteristics, "wounds": 3})
    assert differences(KYN, like(KYN, models=(hardy, KYN.models[1]))) == (Difference("profile", "Theyn", "wounds 1", "wounds 3"),)


def test_a_weapon_that_only_one_has_is_told_whole() -> None:
    (found,) = differences(KYN, like(KYN, weapons=KYN.weapons[1:]))
    assert (found.what, found.second) == ("weapon", "-")
    assert "strength 4" in found.first


def test_profiles_of_one_kind_of_model_are_compared_whatever_their_names() -> None:
    last = KYN.models[1]
    renamed = ModelProfile(name="Warrior of the Hearth", characteristics={**last.characteristics, "movement": 6}, base="")
    (found,) = differences(KYN, like(KYN, models=(KYN.models[0], renamed)))
    assert found == Difference("profile", "Hearthkyn Warrior", "movement 5", "movement 6")


def test_units_to_lead_that_only_one_source_names() -> None:
    (found,) = differences(CAPTAIN, like(CAPTAIN, leads=(*CAPTAIN.leads[1:], "Tide Guard")))
    assert found == Difference("leads", "units", "assault intercessor squad", "tide guard")


def test_a_mount_in_the_name_is_the_mount_beside_it() -> None:
    bare = tuple(msgspec.structs.replace(each, name=each.name.removeprefix(f"{each.mount} mounted ")) for each in RHINO.weapons)
    assert [each.name for each in bare] != [each.name for each in RHINO.weapons]
    assert differences(RHINO, like(RHINO, weapons=bare)) == ()


def test_of_several_of_one_name_that_of_the_faction_is_compared() -> None:
    sheets = [one.sheet for one in Export(files(tables())).sheets()]
    found = compare_sources("one", sheets, "other", [*reversed(sheets[1:]), KYN])
    assert [(pair.first, pair.second, pair.differences) for pair in found.pairs] == [
        (key, key, ()) for key in ("reef-wardens-tide", "reef-wardens-shore", "tide-caller")
    ]
    assert (found.only_first, found.only_second) == (("Brine Strider",), ("Hearthkyn Warriors",))
    exiled = [like(sheet, faction="Exiles") for sheet in sheets[1:3]]
    nearest = compare_sources("one", sheets[1:3], "other", exiled).pairs
    assert [(pair.first, pair.second) for pair in nearest] == [(sheet.id, sheet.id) for sheet in exiled]
