"""Tell what the columns of a table hold, and which values are known for them: colors, icons, pictures, or few words."""

import re
from collections.abc import Mapping, Sequence
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from generator.load.part_rows import is_name_of_copies
from generator.load.yaml_nodes import Node
from generator.safety.files import UnsafeFileError, list_tree

_NUMBER = re.compile(r"-?[0-9]+([.,][0-9]+)?")
_PAINT = re.compile(r"#[0-9a-fA-F]{6}|#[0-9a-fA-F]{3}")
_MOST_CHOICES = 200
_FEW = 24  # words of a column that are offered as its choices
_LONGEST = 40  # characters of such a word
_MOST_IMAGES = 2000
_MOST_ROWS = 20_000


class KnownValues(NamedTuple):
    """What the data of a game know besides the table: paints of color roles, icons and pictures."""

    paints: Mapping[str, str]
    icons: tuple[str, ...] = ()
    images: tuple[str, ...] = ()


class ColumnType(NamedTuple):
    """What a column holds: text, number, copies, list, color, choice or picture, and its choices."""

    kind: str
    choices: tuple[str, ...] = ()


def find_known_values(folder: Path, root: Node, paints: Mapping[str, str]) -> KnownValues:
    """Return what is known for cells: the icons that game.yaml names, and the files in images/."""
    icons = root.get("icons")
    try:
        found = list_tree(folder / "images", folder, 1 << 40)
    except (OSError, UnsafeFileError):
        found = []
    images = tuple(sorted(file.name for file in islice(found, _MOST_IMAGES)))
    return KnownValues(paints, tuple(icons.items() if icons else ()), images)


def describe_column(name: str, cells: Sequence[str], known: KnownValues) -> ColumnType:
    """Return what a column holds, by its name and its values."""
    words = dict.fromkeys(cell.strip() for cell in islice(cells, _MOST_ROWS))
    words.pop("", None)
    if name == "copies" or (is_name_of_copies(name) and all(map(_NUMBER.fullmatch, words))):
        return ColumnType("copies")
    if name.endswith("[]"):
        return ColumnType("list")
    if words and all(map(_NUMBER.fullmatch, words)):
        return ColumnType("number")
    for kind, choices in _list_sources(known):
        if words and words.keys() <= set(choices):
            return ColumnType(kind, tuple(islice(choices, _MOST_CHOICES)))
    if words and all(word in known.paints or _PAINT.fullmatch(word) for word in words):
        return ColumnType("color", tuple(islice(dict.fromkeys((*known.paints, *words)), _MOST_CHOICES)))
    filled = sum(bool(cell.strip()) for cell in cells)
    if 0 < len(words) <= _FEW and 2 * len(words) <= filled and max(map(len, words)) <= _LONGEST:
        return ColumnType("choice", tuple(sorted(words, key=str.casefold)))
    return ColumnType("text")


def _list_sources(known: KnownValues) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Return the lists that all values of a column may be from, and what that column is then called."""
    bare = tuple(name.rpartition(".")[0] for name in known.images)
    whole = tuple(f"images/{name}" for name in known.images)
    icons = known.icons, tuple(f"{{{icon}}}" for icon in known.icons)
    shown = (("picture", each) for each in (known.images, whole, bare))
    return (("color", tuple(known.paints)), *(("choice", each) for each in icons), *shown)
