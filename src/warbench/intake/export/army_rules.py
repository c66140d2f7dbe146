"""The export's army rules, detachments and datasheets as rules about army lists."""

import re
from collections.abc import Iterator

import msgspec

from warbench.games.w40k10.battle.army_rules.rules import ArmyRule, ArmyRules, OneChapter, Statement
from warbench.intake.army_rules.gathering import gathered
from warbench.intake.army_rules.reading import read_rule, speaks
from warbench.intake.export.fields import lines_of, text_of
from warbench.intake.export.tables import Tables
from warbench.sheets.datasheet import Datasheet

_CELL = re.compile(r"</t[dh]>", re.IGNORECASE)
_TAG = re.compile(r"<[^<>]{0,500}>")


def read_army_rules(tables: Tables, sheets: tuple[Datasheet, ...], factions: dict[str, str], names: dict[str, str]) -> ArmyRules:
    """The rules about army lists of an export.

    Args:
        tables: the export.
        sheets: its datasheets.
        factions: the names of its lists by their ids.
        names: the names of its datasheets by their ids.
    """
    linked = {row["ability_id"] for row in tables.all("abilities")}
    found = ((row["id"], _rule(row, factions)) for row in tables.all("shared abilities"))
    army = [(key, _with_book(rule, tables)) for key, rule in found if rule is not None]
    rules = [
        *(rule for _, rule in army),
        *(rule for row in tables.all("detachment abilities") if (rule := _rule(row, factions)) is not None),
        *_of_datasheets(tables, factions, names),
    ]
    return gathered(rules, sheets, whole=any(key not in linked for key, _ in army))


def _rule(row: dict[str, str], factions: dict[str, str]) -> ArmyRule | None:
    faction = factions.get(row["faction_id"], row["faction_id"])
    return read_rule(
        text_of(row["name"]), _lines(row["description"]), faction=faction, detachment=text_of(row.get("detachment", ""))
    )


def _with_book(rule: ArmyRule, tables: Tables) -> ArmyRule:
    """A rule with a Chapter's detachments of "this book": no table has them; they are those whose legend names the Chapter."""

    def told(says: Statement) -> Statement:
        if not isinstance(says, OneChapter) or not says.if_of:
            return says
        own = (row["name"] for row in tables.all("detachments") if says.chapter in text_of(row.get("legend", "")).casefold())
        return msgspec.structs.replace(says, detachments=tuple(text_of(name).casefold() for name in own))

    return msgspec.structs.replace(rule, says=tuple(map(told, rule.says)))


def _of_datasheets(tables: Tables, factions: dict[str, str], names: dict[str, str]) -> Iterator[ArmyRule]:
    whose = {row["id"]: factions.get(row["faction_id"], row["faction_id"]) for row in tables.all("datasheets")}
    for row in tables.all("abilities"):
        key = row["datasheet_id"]
        if key in names and speaks(_TAG.sub("", row["description"])):
            rule = read_rule(text_of(row["name"]), _lines(row["description"]), faction=whose.get(key, ""), sheet=names[key])
            if rule is not None:
                yield rule


def _lines(field: str) -> list[str]:
    """The lines of a text, the cells of its tables parted by bars."""
    return lines_of(_CELL.sub(" | ", field))
