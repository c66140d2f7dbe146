"""The games: each is a package that plugs into the kernel. Neither game imports the other."""
