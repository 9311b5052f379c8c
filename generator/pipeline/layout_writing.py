"""Put another layout into game.yaml: only the words that name it change, and everything else stays as it was typed."""

import os
import re
from pathlib import Path
from typing import Any

from generator.load.layouts import list_layouts, read_layout
from generator.load.yaml_nodes import Node, read_yaml, to_plain
from generator.model.finding import DataError, Finding, Place, refuse
from generator.model.layout import STYLE_KEYS
from generator.safety.files import UnsafeFileError
from generator.safety.folders import GuardedFolder

_MOST_BYTES = 4 * 1024 * 1024
_WORD = re.compile(r"[^\s,{}#]+")


def take_layout(folder: Path, name: str) -> str:
    """Write a layout into the first part that has rows, and return its id; slots that are named there stay.

    DataError with the lines to write by hand if the file cannot be changed without touching anything else.
    """
    place = Place(str(folder / "game.yaml"))
    if name not in list_layouts():
        raise refuse("GF008", place, f"there is no layout {name!r}")
    try:
        with GuardedFolder(folder) as guarded:
            text = guarded.read_file("game.yaml", _MOST_BYTES).decode("utf-8")
            part, changed = _change(text, place, name)
            staged = f".game-{os.urandom(4).hex()}.yaml"
            guarded.create_file(staged, changed.encode("utf-8"), durable=True)
            guarded.replace(staged, "game.yaml")
    except UnsafeFileError as error:
        raise refuse("GF401", place, f"the file {error.why}") from None
    except (OSError, UnicodeDecodeError) as error:
        raise refuse("GF402", place, str(error)) from None
    return part


def _change(text: str, place: Place, name: str) -> tuple[str, str]:
    """Return the id of the part, and the text of game.yaml with another layout for it."""
    root = _parse(text, place)
    parts = root.get("parts")
    part, node = next(
        ((key, each) for key, each in (parts.items() if parts else {}).items() if each.get("rows")), ("", None)
    )
    if node is None:
        raise refuse("GF005", place, "no part of this game has rows")
    layout, front = node.get("layout"), node.get("front")
    slots = layout.items() if layout else {}
    if unknown := next((slot for slot in slots if slot not in (*STYLE_KEYS, "use", *read_layout(name).slots)), ""):
        says = f"the layout of {part!r} names the slot {unknown!r}, which {name!r} does not have; remove it there first"
        raise refuse("GF004", slots[unknown].place, says)
    named = layout.get("use") if layout and isinstance(layout.value, dict) else layout or front
    by_hand = refuse("GF401", node.place, f"write it yourself, in the part {part!r}: `layout: {name}`, and no `front`")
    if named is None or not isinstance(named.value, str):
        raise by_hand
    lines = text.split("\n")
    line = lines[named.place.line - 1]
    start = named.place.column - 1
    if named is front:
        start = node.keys["front"].column - 1
    end = _WORD.match(line, named.place.column - 1)
    if end is None:
        raise by_hand
    lines[named.place.line - 1] = f"{line[:start]}{'layout: ' if named is front else ''}{name}{line[end.end() :]}"
    changed = "\n".join(lines)
    if to_plain(_parse(changed, place)) != _expect(to_plain(root), part, name):
        raise by_hand
    return part, changed


def _expect(data: Any, part: str, name: str) -> Any:
    """Return the data with another layout for a part."""
    owner = data["parts"][part]
    if isinstance(owner.get("layout"), dict):
        owner["layout"]["use"] = name
    else:
        owner.pop("front", None)
        owner["layout"] = name
    return data


def _parse(text: str, place: Place) -> Node:
    findings: list[Finding] = []
    root = read_yaml(text, place.file, findings)
    if findings:
        raise DataError(findings)
    return root
