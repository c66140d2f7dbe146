"""Pages of rules of The Horus Heresy, 3rd edition: the fortifications page and what it links to, read into what it holds.

``reader`` parts a page and hands each part to the module that reads its kind; ``known.toml`` says in our own words what is looked
for; ``reading`` is what comes out.
"""

from warbench.intake.heresy3.filling import fill
from warbench.intake.heresy3.reader import read
from warbench.intake.heresy3.reading import RulesReading

__all__ = ["RulesReading", "fill", "read"]
