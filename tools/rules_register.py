"""Tie every rule to the code that implements it and to the tests that show it.

The ids come from `docs/rules/<game>.toml`. A module or data file is the home of each id that its text names, be it in a
docstring, a comment or a string; `W-020..W-032` names every id in between. A test shows the ids of its marker,
`@pytest.mark.rule("W-049", "W-050")`, which is read from the source: nothing is imported.

    python tools/rules_register.py --write    writes docs/rules/README.md and a page for each game
    python tools/rules_register.py --check    fails if they differ from what would be written now
"""

import argparse
import ast
import re
import sys
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from pathlib import Path
from typing import TypeGuard

CODE_SUFFIXES = (".json", ".py", ".toml")
"""The files of `src/warbench` that may name a rule."""

_ID = r"(?:[WH]-\d{3}|X-\d{2}|[CA]\d{1,2})"
# In code a letter with a number may be anything (a unit's id): the code of a reading (A) is where the ruling has it as its id.
_CODE_ID = r"(?:[WH]-\d{3}|X-\d{2}|C\d{1,2})"
_RULING = re.compile(r'^\s*id="(A\d{1,2})"')
_RANGE = re.compile(rf"({_ID})\.\.({_ID})")
_CITED = re.compile(rf"(?<![\w-])({_CODE_ID})(?:\.\.({_CODE_ID}|\d{{2,3}}))?(?!\w)")
_PARTS = re.compile(r"([A-Z]-?)?(\d+)")
_GENERATED = "`make rules` writes this page; do not edit it."


class RegisterError(Exception):
    """The list, the code or the tests name rules wrongly: one sentence a line, each beginning with its file."""


@dataclass(frozen=True)
class Topic:
    """A heading of a game's rules and the ids under it, in order."""

    name: str
    ids: tuple[str, ...]


@dataclass(frozen=True)
class Game:
    """The rules of one game: `name` is the stem of its files, `title` what a reader calls it."""

    name: str
    title: str
    topics: tuple[Topic, ...]

    @property
    def ids(self) -> tuple[str, ...]:
        """Every id of the game, in the order of its topics."""
        return tuple(rule for topic in self.topics for rule in topic.ids)


@dataclass(frozen=True)
class Mention:
    """A rule id that the text of `path` names at `line`; `owner` is `path`, or for a test `path::function`."""

    rule: str
    path: str
    line: int
    owner: str


@dataclass(frozen=True)
class Register:
    """What the pages show: the homes and the tests of each id, sorted; an id without any is absent."""

    games: tuple[Game, ...]
    homes: Mapping[str, tuple[str, ...]]
    tests: Mapping[str, tuple[str, ...]]


def expand(first: str, last: str) -> tuple[str, ...]:
    """Return the ids from `first` to `last`, both included; `last` may leave its letter out, as in W-020..032.

    Raises:
        RegisterError: the two are of different letters, or in the wrong order.
    """
    parts = _PARTS.fullmatch(first), _PARTS.fullmatch(last)
    if parts[0] is None or parts[1] is None:
        raise RegisterError(f"{first}..{last} is no range of rules")
    (letter, start), (end_letter, end) = parts[0].groups(), parts[1].groups()
    width = len(start) if letter.endswith("-") else 0
    ids = tuple(f"{letter}{number:0{width}}" for number in range(int(start), int(end) + 1))
    if end_letter not in {None, letter} or not ids:
        raise RegisterError(f"{first}..{last} is no range of rules")
    return ids


def read_game(path: Path) -> Game:
    """Read the list of a game's ids.

    Raises:
        RegisterError: a topic has no range such as W-001..W-007, or an id occurs twice.
    """
    table = tomllib.loads(path.read_text(encoding="utf-8"))
    topics = []
    for topic in table["topic"]:
        match = _RANGE.fullmatch(topic["ids"])
        if match is None:
            raise RegisterError(f"{path}: topic {topic['name']!r}: expected ids such as W-001..W-007, got {topic['ids']!r}")
        topics.append(Topic(topic["name"], expand(*match.groups())))
    game = Game(path.stem, table["title"], tuple(topics))
    if len(set(game.ids)) < len(game.ids):
        twice = sorted(rule for rule in set(game.ids) if game.ids.count(rule) > 1)
        raise RegisterError(f"{path}: listed twice: {', '.join(twice)}")
    return game


def cited(text: str, path: str) -> Iterator[Mention]:
    """Yield each id that `text` names, once for each place; a reading (A) only as the id of a ruling.

    Raises:
        RegisterError: a range runs backwards or from one letter to another.
    """
    for number, line in enumerate(text.splitlines(), 1):
        for first, last in _CITED.findall(line):
            try:
                ids = expand(first, last or first)
            except RegisterError as error:
                raise RegisterError(f"{path}:{number}: {error}") from None
            for rule in ids:
                yield Mention(rule, path, number, path)
        yield from (Mention(rule, path, number, path) for rule in _RULING.findall(line))


def _is_marker(node: ast.AST) -> TypeGuard[ast.Attribute]:
    """Whether `node` is `pytest.mark.rule` or `mark.rule`."""
    if not (isinstance(node, ast.Attribute) and node.attr == "rule"):
        return False
    return "mark" in (getattr(node.value, "attr", None), getattr(node.value, "id", None))


def _marker_ids(call: ast.Call, path: str) -> Iterator[tuple[str, int]]:
    """The ids of one marker, each with its line."""
    if call.keywords or not call.args:
        raise RegisterError(f'{path}:{call.lineno}: a rule marker takes ids, rule("W-001", "W-002")')
    for argument in call.args:
        if not (isinstance(argument, ast.Constant) and isinstance(argument.value, str)):
            got = ast.unparse(argument)
            raise RegisterError(f"{path}:{argument.lineno}: expected a literal id such as W-001, got {got}")
        yield argument.value, argument.lineno


def marked(source: str, path: str) -> Iterator[Mention]:
    """Yield the ids of each `rule` marker in a test file.

    A marker in a decorator (also inside `pytest.param`) belongs to the function or class that it decorates, one in a
    class body to the class, one at the top level (`pytestmark`, a table of cases) to the file.

    Raises:
        RegisterError: a marker is used without a call, has no id, or an argument that is no literal string.
    """
    try:
        tree = ast.parse(source, path)
    except SyntaxError as error:
        raise RegisterError(f"{path}:{error.lineno}: {error.msg}") from None

    def visit(node: ast.AST, owner: str) -> Iterator[Mention]:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            owner = f"{owner}::{node.name}"
        if isinstance(node, ast.Call) and _is_marker(node.func):
            yield from (Mention(rule, path, line, owner) for rule, line in _marker_ids(node, path))
        elif _is_marker(node):
            raise RegisterError(f'{path}:{node.lineno}: write the marker with its ids in place, rule("W-001")')
        else:
            for child in ast.iter_child_nodes(node):
                yield from visit(child, owner)

    yield from visit(tree, path)


def _grouped(mentions: Iterable[Mention], below: str) -> dict[str, tuple[str, ...]]:
    """The owners of each id, sorted, each path shown from the folder `below`."""
    owners: dict[str, set[str]] = {}
    for mention in mentions:
        owners.setdefault(mention.rule, set()).add(mention.owner.removeprefix(f"{below}/"))
    return {rule: tuple(sorted(found)) for rule, found in owners.items()}


def _files(folder: Path, suffixes: tuple[str, ...]) -> Iterator[Path]:
    return (path for path in sorted(folder.rglob("*")) if path.suffix in suffixes and path.is_file())


def collect(root: Path) -> Register:
    """Read the lists, the code and the tests of the project at `root`.

    Raises:
        RegisterError: a list is wrong, or the code or a test names an id that no list has.
    """
    games = tuple(read_game(path) for path in sorted((root / "docs/rules").glob("*.toml")))
    known = {rule for game in games for rule in game.ids}
    names = {game.name for game in games}
    code: list[Mention] = []
    for path in _files(root / "src/warbench", CODE_SUFFIXES):
        # What another game's folder names is none of ours: there C1 is a degree of confidence.
        others = names & set(path.parts)
        foreign = {rule for game in games if others and game.name not in others for rule in game.ids}
        found = cited(path.read_text(encoding="utf-8"), path.relative_to(root).as_posix())
        code += [mention for mention in found if mention.rule not in foreign]
    tests: list[Mention] = []
    for path in _files(root / "tests", (".py",)):
        tests += marked(path.read_text(encoding="utf-8"), path.relative_to(root).as_posix())
    unknown = [f"{it.path}:{it.line}: no list in docs/rules has {it.rule}" for it in code + tests if it.rule not in known]
    if unknown:
        raise RegisterError("\n".join(unknown))
    return Register(games, _grouped(code, "src/warbench"), _grouped(tests, "tests"))


def spans(ids: Sequence[str], order: Sequence[str]) -> str:
    """Name `ids` shortly: neighbours in `order` become a range, as in `W-001..W-003, W-007`."""
    place = {rule: index for index, rule in enumerate(order)}
    runs: list[list[str]] = []
    for rule in sorted(ids, key=place.__getitem__):
        if runs and runs[-1][-1][0] == rule[0] and place[rule] == place[runs[-1][-1]] + 1:
            runs[-1].append(rule)
        else:
            runs.append([rule])
    return ", ".join(run[0] if len(run) == 1 else f"{run[0]}..{run[-1]}" for run in runs) or "none"


def _cell(owners: tuple[str, ...]) -> str:
    return "<br>".join(f"`{owner}`" for owner in owners)


def game_page(game: Game, register: Register) -> str:
    """The page of one game: a table of id, topic, code and tests."""
    lines = [f"# Rules register: {game.title}", "", _GENERATED]
    lines += ["", "| id | topic | code | tests |", "|---|---|---|---|"]
    lines += [
        f"| {rule} | {topic.name} | {_cell(register.homes.get(rule, ()))} | {_cell(register.tests.get(rule, ()))} |"
        for topic in game.topics
        for rule in topic.ids
    ]
    return "\n".join(lines) + "\n"


def summary_page(register: Register) -> str:
    """The page over all games: how far each topic is, and which ids have no test or no code."""
    lines = ["# Rules register", "", _GENERATED]
    lines += ["", "Code is shown from `src/warbench`, tests from `tests`. A rule is marked on a test with its ids:"]
    lines += ['`@pytest.mark.rule("W-001")`; code names it in a docstring or comment.']
    for game in register.games:
        lines += ["", f"## [{game.title}]({game.name}.md)"]
        for label, ties in (("test", register.tests), ("code", register.homes)):
            without = [rule for rule in game.ids if rule not in ties]
            lines += ["", f"Without {label} ({len(without)} of {len(game.ids)}): {spans(without, game.ids)}."]
        lines += ["", "| topic | ids | rules | with code | with test |", "|---|---|---|---|---|"]
        for topic in game.topics:
            counts = [sum(rule in ties for rule in topic.ids) for ties in (register.homes, register.tests)]
            ids = spans(topic.ids, topic.ids)
            lines += [f"| {topic.name} | {ids} | {len(topic.ids)} | {counts[0]} | {counts[1]} |"]
    return "\n".join(lines) + "\n"


def pages(register: Register) -> dict[str, str]:
    """The text of every page by its name in `docs/rules`."""
    return {"README.md": summary_page(register)} | {f"{game.name}.md": game_page(game, register) for game in register.games}


def check(folder: Path, wanted: Mapping[str, str]) -> list[str]:
    """Return a line for each page in `folder` that differs from what is wanted, naming the first line that does."""
    complaints = []
    for name, text in wanted.items():
        path = folder / name
        written = path.read_text(encoding="utf-8") if path.exists() else ""
        if written != text:
            pairs = enumerate(zip_longest(written.splitlines(), text.splitlines()), 1)
            line = next((number for number, (old, new) in pairs if old != new), 1)
            complaints.append(f"docs/rules/{name}:{line}: not what the code and the tests say now: make rules")
    return complaints


def main(arguments: Sequence[str] | None = None) -> int:
    """Write or check the register; return 0, or 1 after printing what is wrong."""
    parser = argparse.ArgumentParser(description="Tie every rule to its code and its tests.")
    task = parser.add_mutually_exclusive_group(required=True)
    task.add_argument("--write", action="store_true", help="write docs/rules/*.md")
    task.add_argument("--check", action="store_true", help="fail if docs/rules/*.md are out of date")
    parser.add_argument("--root", type=Path, default=Path(__file__).resolve().parent.parent, help="the project")
    options = parser.parse_args(arguments)
    folder: Path = options.root / "docs/rules"
    try:
        wanted = pages(collect(options.root))
    except RegisterError as error:
        print(error)
        return 1
    if options.check:
        complaints = check(folder, wanted)
        print("\n".join(complaints), end="\n" if complaints else "")
        return 1 if complaints else 0
    for name, text in wanted.items():
        (folder / name).write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
