"""What a Warhammer 40,000 army must be as a whole: each small army breaks one thing only, and that is told."""

import msgspec
import pytest

from tests.muster.kit import LORD, changed, marines
from warbench.games.w40k10 import library
from warbench.games.w40k10.battle.enhancements import Enhancement
from warbench.games.w40k10.battle.roster import ArmySpec, UnitSpec
from warbench.intake.sources import Beside
from warbench.muster import Finding, W40k10File, muster
from warbench.muster.fixing import Mended
from warbench.muster.fixing.w40k10 import fix
from warbench.muster.known import Known
from warbench.muster.w40k10.whole import chapter_faults
from warbench.sheets.datasheet import Datasheet, Points

DETACHMENTS = (
    Beside("detachment", "Gladius Task Force", "Space Marines"),
    Beside("detachment", "Stormlance Task Force", "Space Marines"),
    Beside("detachment", "Hearthband", "Leagues of Votann"),
)
ENHANCEMENTS = (
    Beside("enhancement", "Grey Cloak", "Space Marines", "Gladius Task Force", 15, "TERMINATOR model only. It is grey."),
    Beside("enhancement", "Swift Saddle", "Space Marines", "Stormlance Task Force", 20),
    Beside("enhancement", "Plain Ring", "Space Marines", "Gladius Task Force", 10),
)
KNOWN = Known.of(DETACHMENTS, ENHANCEMENTS)


def findings(spec: ArmySpec, known: Known = KNOWN) -> tuple[Finding, ...]:
    return muster(W40k10File(army=spec), known).findings


def of(spec: ArmySpec, **fields: object) -> ArmySpec:
    return msgspec.structs.replace(spec, **fields)


def gifted(name: str, points: int) -> ArmySpec:
    return of(marines(lord=changed(LORD, enhancement=name)), enhancements=(Enhancement(name=name, points=points),))


FAULTS = [
    ("several", of(marines(), detachment="Gladius Task Force and Stormlance Task Force"), "several-detachments"),
    ("another faction's", of(marines(), detachment="Hearthband"), "other-detachment"),
    ("nobody's", of(marines(), detachment="Gladius Taks Force"), "no-such-detachment"),
    ("Enhancement of another detachment", gifted("Swift Saddle", 20), "enhancement"),
    ("Enhancement of no detachment", gifted("Sword of Salt", 0), "unknown-enhancement"),
    ("Enhancement for others only", gifted("Grey Cloak", 15), "enhancement"),
]


def test_an_army_as_it_may_be_has_no_finding() -> None:
    assert findings(marines()) == ()
    assert findings(gifted("Plain Ring", 10)) == ()


@pytest.mark.parametrize("name", ["The Plain Ring", "Plain Ring (Aura)", "plain ring"])
def test_an_enhancement_is_the_same_however_its_name_is_written(name: str) -> None:
    assert findings(gifted(name, 10)) == ()


def test_an_unknown_enhancement_is_told_with_those_that_there_are_and_left_out_by_the_smallest_change() -> None:
    spec = gifted("Sword of Salt", 0)
    (found,) = findings(spec)
    assert found.sentence == "Gladius Task Force has no Enhancement 'Sword of Salt'; it has Grey Cloak (15), Plain Ring (10)"
    assert found.unit == "Lord's"
    mended = fix(spec, known=KNOWN)
    assert isinstance(mended, Mended)
    assert mended.steps == ("Lord's goes without Sword of Salt",)
    # Without data on the detachment nobody can tell.
    assert muster(W40k10File(army=spec)).is_legal


def test_points_of_the_lists_own_are_told_with_what_the_army_costs_without_them() -> None:
    lord = changed(LORD, points=(Points(5, 90),), leader_points=(Points(1, 80),))
    (found,) = findings(marines("Scout Squad", lord=lord))
    assert (found.code, found.kind, found.rule) == ("own-points", "warning", "C23")
    plain = muster(W40k10File(army=marines("Scout Squad")))
    assert f"Lord's 170 (here {plain.units[0].points}); by the datasheets here the army costs {plain.points}" in found.sentence


@pytest.mark.parametrize(("spec", "code"), [case[1:] for case in FAULTS], ids=[case[0] for case in FAULTS])
def test_one_thing_that_is_wrong_is_the_only_finding(spec: ArmySpec, code: str) -> None:
    (found,) = findings(spec)
    assert (found.code, found.kind, found.rule) == (code, "fault", "C24")
    assert found.suggestion


def test_the_nearest_detachment_is_named() -> None:
    (found,) = findings(of(marines(), detachment="Gladius Taks Force"))
    assert "nearest: Gladius Task Force" in found.sentence


def test_without_data_it_is_said_that_the_detachment_is_not_checked() -> None:
    army = muster(W40k10File(army=of(marines(), detachment="Nonsense")))
    assert army.is_legal
    assert "whether Space Marines has such a detachment is not checked" in army.not_modelled[0]


def test_other_points_of_an_enhancement_are_a_warning() -> None:
    (found,) = findings(gifted("Plain Ring", 5))
    assert (found.code, found.kind) == ("enhancement-points", "warning")
    assert "costs 10 points in your data, the list says 5" in found.sentence


def test_a_dedicated_transport_with_nobody_inside_is_warned_of() -> None:
    (found,) = findings(marines("Impulsor"))
    assert (found.code, found.kind, found.unit) == ("empty-transport", "warning", "Impulsor")
    assert findings(marines("Impulsor", UnitSpec(datasheet="Intercessor Squad", inside="Impulsor"))) == ()


def test_what_is_not_checked_of_an_empty_transport_is_told_once() -> None:
    own = msgspec.structs.replace(library.datasheet("impulsor"), id="impulsor-as-listed", name="Hover Cart", as_listed=True)
    spec = of(marines("impulsor-as-listed"), sheets=(own,))
    told = muster(W40k10File(army=spec), KNOWN).not_modelled
    assert "Hover Cart: by datasheets of the list itself: which sizes and wargear they may have is not checked" in told
    assert not [sentence for sentence in told if "nobody begins inside" in sentence]


def test_a_unit_of_another_faction_is_told_with_its_keywords() -> None:
    (found,) = findings(marines("Sagitaur"))
    assert (found.code, found.unit) == ("other-faction", "Sagitaur")
    assert "faction keywords: VOTANN, LEAGUES OF VOTANN" in found.sentence


def test_a_unit_of_another_faction_that_shares_the_imperium_is_warned_of_as_an_ally() -> None:
    guards = msgspec.structs.replace(
        library.datasheet("intercessor-squad"),
        id="gate-wardens",
        name="Gate Wardens",
        faction="Wardens of the Gate",
        faction_keywords=("wardens of the gate",),
    )
    (found,) = findings(of(marines("gate-wardens"), sheets=(guards,)))
    assert (found.code, found.kind, found.unit) == ("ally", "warning", "Gate Wardens")
    strangers = msgspec.structs.replace(guards, keywords=("infantry",))
    faults = findings(of(marines("gate-wardens"), sheets=(strangers,)))
    assert [(each.code, each.kind) for each in faults] == [("other-faction", "fault")]


class Lending:
    """Two datasheets of Chapters and one of an ally."""

    def __init__(self) -> None:
        squad = library.datasheet("Scout Squad")
        made = (("Grey Pack", ("adeptus astartes", "space wolves")), ("Red Pack", ("adeptus astartes", "blood angels")))
        replace = msgspec.structs.replace
        self.sheets = {
            library.slug(name): replace(squad, id=library.slug(name), name=name, faction_keywords=words)
            for name, words in (*made, ("Hired Blades", ("agents of the imperium",)))
        }

    def ids(self, source: str = "") -> tuple[str, ...]:
        return () if source else tuple(self.sheets)

    def names(self) -> tuple[str, ...]:
        return ()

    def find(self, wanted: str, source: str = "") -> Datasheet | None:
        return None if source else self.sheets.get(wanted)


def test_units_of_two_chapters_are_named_with_them() -> None:
    sheets = Lending().sheets
    one, other = sheets["grey-pack"], sheets["red-pack"]
    assert list(chapter_faults([("Fangs", (one,)), ("Plain", (library.datasheet("Scout Squad"),))])) == []
    (found,) = chapter_faults([("Fangs", (one,)), ("Blades", (other,))])
    assert found.sentence == "units of 2 Chapters stand in one army: SPACE WOLVES: Fangs; BLOOD ANGELS: Blades"
    (found,) = chapter_faults([("Fangs", (one,))], "Ultramarines")
    assert found.sentence.endswith("ULTRAMARINES: the army itself; SPACE WOLVES: Fangs")
    assert list(chapter_faults([("Fangs", (one,))], "Space Wolves")) == []


def test_an_army_that_is_called_by_its_chapter_may_have_what_is_of_no_other() -> None:
    assert findings(of(marines("Scout Squad"), faction="Ultramarines"), Known()) == ()


def test_an_ally_is_named_with_its_faction_keyword() -> None:
    lending = Lending()
    library.register_source(lending)
    try:
        (found,) = findings(marines("Hired Blades"))
    finally:
        library.register_source(None)
    assert (found.code, found.kind, found.unit, found.rule) == ("ally", "warning", "Hired Blades", "W-180")
    assert found.sentence == "Hired Blades has AGENTS OF THE IMPERIUM, not ADEPTUS ASTARTES: an ally by a rule of its own"
