"""The battlefield: exact measuring on a lattice of 0.1 mm, and the judge of moves, set-ups, coherency and sight.

Everything is a length in lattice units (`lattice.INCH` to the inch) and a heading in whole degrees; `docs/table.md` explains it.
Names are taken from the modules: who reads a datasheet's bases needs none of the judges.
"""
