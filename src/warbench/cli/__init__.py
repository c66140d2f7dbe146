"""The command line: each command is a module of its own, imported only when it is used, so that starting is quick."""
