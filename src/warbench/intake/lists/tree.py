"""The lines below a unit as a tree: by their bullets and columns, whatever the dialect's habits."""

import re

import msgspec

_BULLET = re.compile(r"(\s*)([\N{BULLET}\N{WHITE BULLET}\N{BLACK SMALL SQUARE}\-*] ?)?(.*)")
_SECOND = "\N{WHITE BULLET}\N{BLACK SMALL SQUARE}"


class Node(msgspec.Struct):
    """An entry: its text, the line, whether it has a bullet, and the entries below it."""

    text: str
    line: int
    bullet: bool
    children: list["Node"]


def grown(lines: list[tuple[int, str]]) -> list[Node]:
    """The entries of a unit. A line without a bullet stands on the level of the text above that begins in the same column."""
    roots: list[Node] = []
    open_nodes: list[tuple[float, Node]] = []
    for number, raw in lines:
        match = _BULLET.fullmatch(raw)
        if match is None or not match[3].strip():
            continue
        bullet = (match[2] or "").strip()
        column = len(match[1]) + len(match[2] or "") + (0.5 if bullet and bullet in _SECOND else 0)
        node = Node(match[3].strip(), number, bool(bullet), [])
        while open_nodes and open_nodes[-1][0] >= column:
            open_nodes.pop()
        (open_nodes[-1][1].children if open_nodes else roots).append(node)
        open_nodes.append((column, node))
    return roots
