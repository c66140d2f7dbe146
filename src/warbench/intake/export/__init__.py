"""The 10th edition CSV export: bar-separated tables, a folder of them, to datasheets."""

from warbench.intake.export.reader import Export
from warbench.intake.export.tables import kind_of
from warbench.intake.sources import Beside

__all__ = ["Beside", "Export", "kind_of"]
