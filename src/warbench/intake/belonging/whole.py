"""What a datasheet's texts say of its place in an army: whom it joins, who joins it, whether it may lead the army."""

from collections.abc import Mapping

from warbench.intake.belonging.beside import with_leaders
from warbench.intake.belonging.retinues import with_retinues
from warbench.intake.belonging.warlords import with_warlord
from warbench.sheets.datasheet import Datasheet


def with_place(sheet: Datasheet, texts: Mapping[str, str], leading: str, notes: list[str]) -> Datasheet:
    """The datasheet with what its texts say of its place in an army.

    Args:
        sheet: the datasheet.
        texts: the texts of its abilities by name.
        leading: what is said of it as a leader, beside what the core ability says in general.
        notes: takes what was not understood or is not checked.
    """
    others = {name: text for name, text in texts.items() if name != "Leader"}
    sheet = with_leaders(sheet, {**others, "Leader": leading}, notes)
    sheet = with_retinues(sheet, (*others.values(), leading), notes)
    return with_warlord(sheet, others.values(), notes)
