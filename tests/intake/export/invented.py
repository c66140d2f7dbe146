# ruff: noqa: RUF001, E501, ISC004 - rows of tables as the export prints them
"""A small export of invented units, table by table, to be spoilt by the tests."""

from warbench.intake.sources import SourceFile

Tables = dict[str, list[str]]


def tables() -> Tables:
    """The lines of each file, the first with the columns."""
    return {
        "Datasheets.csv": [
            "id|name|faction_id|source_id|legend|role|loadout|transport|virtual|leader_head|leader_footer|damaged_w|damaged_description|link|",
            "1|Brine Strider|TID|9||Other|<b>This model is equipped with:</b> harpoon; 2 twin oars.|"
            'This model has a transport capacity of 6 <span class="kwb">TIDE</span> <span class="kwb">INFANTRY</span> models.|false|||1-4|'
            "While this model has 1-4 wounds remaining, each time this model makes an attack, subtract 1 from the "
            '<a href="/x">Hit roll</a>.||',
            "2|Reef Wardens|TID|9||Battleline|<b>The Coral Captain is equipped with:</b> netgun; knife.<br><br>"
            "<b>Every Reef Warden is equipped with:</b> netgun; knife.||false|||||link|",
            "3|Reef Wardens|SHO|9||Battleline|<b>Every model is equipped with:</b> netgun.||false||||||",
            "4|Tide Caller|TID|9||Characters|<b>This model is equipped with:</b> tide’s call.||false||||||",
        ],
        "Datasheets_models.csv": [
            "datasheet_id|line|name|M|T|Sv|inv_sv|inv_sv_descr|W|Ld|OC|base_size|base_size_descr|",
            '1|1|Brine Strider|20+"|9|3+|5|* Against ranged attacks only|12|7+|4|120 x 92mm flying base||',
            '2|1|CORAL CAPTAIN|6"|4|4+|4*|* Coral Captain model only.|2|6+|2|32mm||',
            '2|2|REEF WARDEN|6"|4|4+|-||1|7+|2|28.5mm||',
            '3|1|Reef Wardens|6"|4|4+|-||1|7+|2|28.5mm||',
            "4|1|Tide Caller|-|3|6+|5|This invulnerable save is improved to 4+ against melee attacks.|4|7+|1|40mm||",
        ],
        "Datasheets_wargear.csv": [
            "datasheet_id|line|line_in_wargear|dice|name|description|range|type|A|BS_WS|S|AP|D|",
            '1|1|1||Harpoon – barbed|<a href="/a">anti-vehicle 4+</a>, <a href="/b">heavy</a>|48|Ranged|1|3+|12|-3|D6+2|',
            "1|1|2||Harpoon – broad|blast. twin-linked|48|Ranged|D6 |3|7 |-0|1|",
            "1|2|1||Twin oar||Melee|Melee|4|3|6|-1|2|",
            "1|3|1|||||||||0||",
            "2|1|1||Netgun|torrent|12|Ranged|D6|N/A|4|0|1|",
            "2|2|1||Knife||Melee|Melee|2|3|4|0|1|",
            "3|1|1||Netgun|torrent|12|Ranged|D6|N/A|4|0|1|",
            "4|1|1||Tide’s call|psychic|18|Ranged|2D6|3|5|-1|1|",
            "4|2|1||Tide’s call|psychic|Melee|Melee|3|3|5|-1|1|",
            "99|1|1||Lost trident||Melee|Melee|3|3|5|-1|1|",
        ],
        "Datasheets_abilities.csv": [
            "datasheet_id|line|ability_id|model|name|description|type|parameter|",
            "1|1|10||||Core| D3|",
            '1|2|||Spray|Each time this model shoots, say "splash" <b>aloud</b>.<ul><li>Once</li><li>Twice</li></ul>|Datasheet||',
            "1|3|||Ebb|At the end of your Command phase, gain a token.|Special (right)||",
            "2|1|11||||Core|5+|",
            "2|2|12||||Faction||",
            "2|3|||Coral Banner|Add 1 to the Objective Control characteristic of the bearer.|Wargear||",
            "4|1|13||||Core||",
        ],
        "Abilities.csv": [
            "id|name|legend|faction_id|description|",
            "10|Deadly Demise||||",
            "11|Feel No Pain||||",
            "12|Undertow||TID|The tide helps in each attack.|",
            "12|Undertow||SHO|The shore helps.|",
            "13|Leader||||",
        ],
        "Datasheets_keywords.csv": [
            "datasheet_id|keyword|model|is_faction_keyword|",
            "1|Vehicle||false|",
            "1|Tide||true|",
            "2|Infantry|ALL MODELS|false|",
            "2|Character|CORAL CAPTAIN ONLY|false|",
            "2|Tide||true|",
            "3|Infantry||false|",
            "3|Shore||true|",
            "4|Character||false|",
            "4|Tide||true|",
        ],
        "Datasheets_models_cost.csv": [
            "datasheet_id|line|description|cost|",
            "1|1|1 model|185|",
            "2|1|5 models|90|",
            "2|2|1 Coral Captain and 9 Reef Wardens|170|",
            "2|3|Coral Banner|+5|",
            "3|1|10 models|140|",
            "4|1|1 model (<ky>TIDE</ky> Detachment)|60|",
            "4|2|1 model (Guest)|75|",
        ],
        "Datasheets_options.csv": [
            "datasheet_id|line|button|description|",
            "1|1|•|This model’s harpoon can be replaced with one of the following:<ul><li>1 netgun</li><li>2 nets</li></ul>|",
            "2|1|•|For every 5 models in this unit, 1 Reef Warden’s netgun can be replaced with 1 harpoon.|",
            "2|2|•|Sing to the moon.|",
        ],
        "Datasheets_unit_composition.csv": [
            "datasheet_id|line|description|",
            '1|1|1 Brine Strider – <span class="kwb">EPIC</span> <span class="kwb">HERO</span>|',
            "2|1|1 Coral Captain|",
            "2|2|4‑9 Reef Wardens|",
            "3|1|10 Reef Wardens|",
            "4|1|1 Tide Caller|",
        ],
        "Datasheets_leader.csv": ["leader_id|attached_id|", "4|2|", "4|2|", "4|77|"],
        "Factions.csv": ["id|name|link|", "TID|Tide|x|", "SHO|Shore|x|"],
        "Source.csv": ["id|name|type|edition|version|errata_date|errata_link|", "9|Tide Book|Codex|10|1|09.07.2025 0:00:00|x|"],
        "Enhancements.csv": ["faction_id|id|name|cost|detachment|legend|description|", "TID|5|Salt Crown|25|High Water||Add 1.|"],
        "Stratagems.csv": [
            "faction_id|name|id|type|cp_cost|legend|turn|phase|detachment|description|",
            "TID|FLOOD|6|Tactic|1||Your turn|Any|High Water|Flood it.|",
        ],
        "Datasheets_stratagems.csv": ["datasheet_id|stratagem_id|", "1|6|"],
    }


def files(lines: Tables) -> list[SourceFile]:
    """The files of the export, as Windows writes them."""
    return [SourceFile(name, ("\ufeff" + "\r\n".join(rows) + "\r\n").encode()) for name, rows in lines.items()]
