"""A roster as the XML of builders (``.ros``): plain values become attributes, lists elements, in the order of the format."""

import base64
from collections.abc import Sequence
from typing import Any
from xml.etree import ElementTree as ET

import msgspec

from warbench.muster.rosters.tree import NOTES, SHEETS, Node
from warbench.sheets.datasheet import Datasheet

NAMESPACE = "http://www.battlescribe.net/schema/rosterSchema"

_LISTS = ("rules", "profiles", "selections", "costs", "costLimits", "categories", "forces", "characteristics")
"""The lists of the format in its order; a selection's costs stand before its categories, a roster's before its forces."""
_SINGLE = {"categories": "category"}
_TEXTS = (NOTES, "description")
_OWN = frozenset({"generatedBy", *_TEXTS, "$text"})
"""What the JSON has and the XML has not, or not as an attribute."""


_SHEETS = "warbench-sheets"
"""The processing instruction that holds datasheets whole: the format has no place for them, and builders pass over it."""


def roster_xml(roster: Node, sheets: Sequence[Datasheet] = ()) -> str:
    """The roster, from the key ``roster`` on, as XML.

    Args:
        roster: the roster.
        sheets: datasheets that it brings itself, for our own reader.
    """
    root = ET.Element("roster", {"xmlns": NAMESPACE, "battleScribeVersion": "2.03"})
    _write(root, roster)
    if sheets:
        # No sign of it can mean anything to XML, however a builder lays the file out anew.
        text = base64.b64encode(msgspec.json.encode({SHEETS: sheets})).decode()
        root.append(ET.ProcessingInstruction(_SHEETS, text))
    ET.indent(root)
    return '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n' + ET.tostring(root, encoding="unicode") + "\n"


def _write(element: ET.Element, node: Node) -> None:
    for key, value in node.items():
        if key not in _OWN and not isinstance(value, list):
            element.set(key, _text(value))
    for key in _TEXTS:
        if key in node:
            ET.SubElement(element, key).text = _clean(node[key])
    if "$text" in node:
        element.text = _clean(node["$text"])
    for key in _LISTS:
        if node.get(key):
            inner = ET.SubElement(element, key)
            for each in node[key]:
                _write(ET.SubElement(inner, _SINGLE.get(key, key.removesuffix("s"))), each)


def _text(value: Any) -> str:  # noqa: ANN401 -- any plain value
    return str(value).lower() if isinstance(value, bool) else _clean(str(value))


def _clean(text: str) -> str:
    """Without the signs that XML cannot hold."""
    return "".join(sign for sign in text if sign in "\t\n" or sign >= " ")
