"""Valid documents, spoilt where it hurts: a value exchanged, a field lost, doubled or renamed, what is inside put deeper."""

import copy
import json
from typing import Any

from hypothesis import strategies as st

# Numbers beyond all bounds, texts that a terminal would obey, kinds that nobody expects.
NUMBERS = [0, -1, 1, 2, 7, 10**9, 2**63, -(10**30), 10**400, 0.5, 1e308, float("inf"), float("nan"), -0.0]
TEXTS = [
    "",
    " ",
    "\x1b[31mred\x1b]0;x\x07",
    "\x9b31m",
    "\u202eevil",
    "a\x00b",
    "\ud800",
    "é" * 300,
    "x" * 5000,
    "D6",
    "999999999D999999999",
    "1e9",
    "../../etc/passwd",
    "<script>&amp;\"'",
    "{}",
    "9" * 5000,
    "\n\n| a | b |\n",
]
OTHERS: list[Any] = [None, True, False, [], {}, [[]], {"": {}}, [None] * 3, {"kind": "roll"}, {"type": "a", "key": "x"}]
HOSTILE = st.one_of(st.sampled_from(NUMBERS), st.sampled_from(TEXTS), st.sampled_from(OTHERS), st.text(max_size=8))


def places(plain: Any) -> list[tuple[Any, Any]]:
    """Every place of a document: what holds it, and its key there."""
    found: list[tuple[Any, Any]] = []
    waiting = [plain]
    while waiting:
        at = waiting.pop()
        keys = list(at) if isinstance(at, dict) else range(len(at)) if isinstance(at, list) else ()
        for key in keys:
            found.append((at, key))
            waiting.append(at[key])
    return found


@st.composite
def mutated(draw: st.DrawFn, plain: Any) -> Any:
    """The document with one to three things spoilt."""
    whole = [copy.deepcopy(plain)]
    for _ in range(draw(st.integers(1, 3))):
        known = places(whole)
        holder, key = known[draw(st.integers(0, len(known) - 1))]
        match draw(st.sampled_from(["value", "value", "lost", "double", "name", "deep", "move"])):
            case "value":
                holder[key] = copy.deepcopy(draw(HOSTILE))
            case "lost":
                del holder[key]
            case "double" if isinstance(holder, list):
                holder += [copy.deepcopy(holder[key]) for _ in range(draw(st.integers(1, 30)))]
            case "name" if isinstance(holder, dict):
                holder[draw(st.sampled_from(["", "name", "type", "\x1b[0m", "id"]))] = holder.pop(key)
            case "deep":
                for _ in range(draw(st.sampled_from([1, 50, 100]))):
                    holder[key] = [holder[key]]
            case _:
                other, there = known[draw(st.integers(0, len(known) - 1))]
                holder[key] = copy.deepcopy(dict(enumerate(other)).get(there) if isinstance(other, list) else other.get(there))
        if not whole:
            whole.append(None)
    return whole[0]


@st.composite
def damaged(draw: st.DrawFn, data: bytes) -> bytes:
    """The bytes with some changed, cut out, put in or doubled, or the end missing."""
    out = bytearray(data)
    for _ in range(draw(st.integers(1, 4))):
        place = draw(st.integers(0, len(out)))
        match draw(st.sampled_from(["bytes", "bytes", "end", "double", "number"])):
            case "bytes":
                out[place : place + draw(st.integers(0, 20))] = draw(st.binary(max_size=20))
            case "end":
                del out[place:]
            case "double":
                out[place:place] = out[place : place + draw(st.integers(0, 200))]
            case _:
                wild = draw(st.sampled_from([b"-1", b"1e9", b"99999999999999999999", b"null", b'"x"', b"nan", b"[]"]))
                out = bytearray(bytes(out[:place]) + bytes(out[place:]).replace(b"1", wild, 2))
    return bytes(out)


def as_json(plain: Any) -> bytes:
    """JSON as a careless program writes it: NaN, Infinity and halves of letters too."""
    return json.dumps(plain).encode()


def as_toml(plain: Any) -> bytes:
    """TOML with a line for each field; what TOML cannot say is left out."""
    fields = plain if isinstance(plain, dict) else {"value": plain}
    return "".join(f"{json.dumps(key)} = {_inline(value)}\n" for key, value in fields.items() if value is not None).encode(
        errors="replace"
    )


def _inline(value: Any) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{json.dumps(key)} = {_inline(each)}" for key, each in value.items() if each is not None) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(_inline(each) for each in value if each is not None) + "]"
    if isinstance(value, float):
        return repr(value)
    return json.dumps(value)
