"""The battlefield: lattice, bases, measuring, coherency, terrain, sight, paths and proposals."""
