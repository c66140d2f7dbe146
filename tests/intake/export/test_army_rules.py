# ruff: noqa: E501 - rows of tables as the export prints them
"""What an export says of army lists: its army rules, detachments and datasheets, as the library keeps it."""

from tests.intake.export.invented import files, tables
from warbench.games.w40k10.battle.army_rules.rules import ArmyRules, Counted, Gain, Group, Include, Limit, OneChapter
from warbench.intake.army_rules.gathering import KIND, unpacked
from warbench.intake.export import Export

TABLE = (
    "<table><tr><td></td><td></td></tr><tr><td>BATTLE SIZE</td><td>VEHICLE UNITS</td></tr><tr><td>Incursion</td><td>1</td></tr>"
    "<tr><td>Strike Force</td><td>2</td></tr><tr><td>Onslaught</td><td>3</td></tr></table>"
)


def rules(*, linked: bool) -> ArmyRules:
    """The rules of the invented export with an army rule, a detachment and a datasheet that speak of lists."""
    lines = tables()
    lines["Abilities.csv"].append(
        '20|Pact|legend|TID|If every model in your army has the <span class="kwb">SALT</span> keyword, you can include '
        '<span class="kwb">TIDE</span> units in your army, even if they do not have the Faction keyword you selected in the Select '
        "Army Faction step. In this case, the maximum number of <b>TIDE</b> units you can include in your army depends on the battle "
        f"size, as shown below.<br>{TABLE}|"
    )
    if linked:
        lines["Datasheets_abilities.csv"].append("2|9|20||||Faction||")
    lines["Datasheets_abilities.csv"].append(
        "4|9|||ONE VOICE|You cannot include more than one of this model in your army.|Datasheet||"
    )
    lines["Detachment_abilities.csv"] = [
        "id|faction_id|name|legend|description|detachment|detachment_id|",
        "1|TID|Flood||It is wet.<ul><li>REEF WARDENS units from your army gain the BATTLELINE keyword.</li></ul>|High Water|3|",
        "2|TID|Ebb||At the end of the turn, it is dry.|Low Water|4|",
        "3|TID|Neap||You can include SHORE units in your army on Tuesdays.|Low Water|4|",
    ]
    export = Export(files(lines))
    (line,) = (each for each in export.beside(list(export.sheets())) if each.kind == KIND)
    return unpacked(line.text)


def test_rules_are_read_from_all_three_tables_and_kept_by_list_and_detachment() -> None:
    found = {rule.name: rule for rule in rules(linked=False).rules}
    assert list(found) == ["Pact", "Flood", "Neap", "ONE VOICE"]
    counts = (Counted("vehicle", (1, 2, 3)),)
    assert found["Pact"].says == (Include(who=Group(("tide",)), every=("salt",), counts=counts),)
    flood = found["Flood"]
    assert (flood.faction, flood.detachment) == ("Tide", "High Water")
    assert flood.says == (Gain(who=Group(("reef wardens",)), keywords=("battleline",)),)
    assert (found["ONE VOICE"].sheet, found["ONE VOICE"].says) == ("Tide Caller", (Limit(each=("tide caller",), most=1),))
    assert found["Neap"].unread == ("You can include SHORE units in your army on Tuesdays.",)


def test_an_export_is_whole_that_has_army_rules_which_no_datasheet_names() -> None:
    assert rules(linked=False).whole
    assert not rules(linked=True).whole


def test_an_export_keeps_the_keyword_of_each_list() -> None:
    assert {name: each.keyword for name, each in rules(linked=False).lists.items()} == {"Tide": "tide", "Shore": "shore"}


def test_the_detachments_of_a_chapters_book_are_those_whose_legend_names_it() -> None:
    lines = tables()
    lines["Abilities.csv"].append(
        "20|Sons|legend|TID|If your army uses any of the Detachments from this book, it can include GREY GULLS units, but it cannot "
        "include any ADEPTUS ASTARTES units drawn from any other Chapter.|"
    )
    lines["Detachments.csv"] = [
        "id|faction_id|name|legend|type|",
        "3|TID|Gull Wing|<p>The Grey Gulls fly.</p>||",
        "4|TID|Low Water|<p>Who comes to the shore?</p>||",
    ]
    export = Export(files(lines))
    (line,) = (each for each in export.beside(list(export.sheets())) if each.kind == KIND)
    (found,) = unpacked(line.text).rules
    assert found.says == (OneChapter("grey gulls", if_of=True, detachments=("gull wing",)),)
