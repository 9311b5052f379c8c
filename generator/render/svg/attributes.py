"""The attributes of each element that give its geometry, its reference or its name; properties are in `style`."""

import re
from functools import lru_cache
from typing import NamedTuple

from generator.language.suggestions import is_slip
from generator.model.color import COLOR_FIELDS
from generator.model.finding import DrawingError
from generator.model.game import Game
from generator.render.svg import text_runs
from generator.render.svg.attribute_values import parse_number, parse_positive
from generator.render.svg.elements import XLINK

HREF = f"{{{XLINK}}}href"
_BOX = {"x", "y", "width", "height"}
GEOMETRY_ATTRIBUTES = {
    name: frozenset(known)
    for name, known in {
        "svg": {*_BOX, "viewBox", "preserveAspectRatio"},
        "defs": {"transform"},
        "symbol": {"viewBox", "preserveAspectRatio"},
        "g": {"transform", "class"},
        "use": {*_BOX, "transform", "href", HREF},
        "rect": {*_BOX, "rx", "ry", "transform"},
        "circle": {"cx", "cy", "r", "transform"},
        "ellipse": {"cx", "cy", "rx", "ry", "transform"},
        "line": {"x1", "y1", "x2", "y2", "transform"},
        "polyline": {"points", "transform"},
        "polygon": {"points", "transform"},
        "path": {"d", "transform"},
        "text": {*text_runs.TEXT_ATTRIBUTES, "transform"},
        "image": {*_BOX, "preserveAspectRatio", "data-crop", "transform", "href", HREF, "image-rendering"},
        "clipPath": {"clipPathUnits", "transform"},
        "mask": {*_BOX, "maskUnits", "maskContentUnits", "mask-type"},
        "pattern": {
            *_BOX,
            "patternUnits",
            "patternContentUnits",
            "patternTransform",
            "viewBox",
            "preserveAspectRatio",
            "href",
            HREF,
        },
    }.items()
}
_GROUP_NAME = re.compile(r"[a-z][A-Za-z0-9_.+-]*")
_LONGEST_GROUP_NAME = 200  # every copy of the group carries it in every file
# lines that the program draws itself
_RESERVED_NAMES = frozenset({"cut", "mountain", "valley", "glue", "align", "crop"})
SHAPES = frozenset({"rect", "circle", "ellipse", "line", "polyline", "polygon", "path"})


def href(geometry: dict[str, str]) -> str:
    """Return what an element refers to; the plain href of SVG 2 takes precedence over that of XLink."""
    return geometry.get("href") or geometry.get(HREF, "")


class GroupNames(NamedTuple):
    """What checked group names are made of: first words, and entries that may follow some of them."""

    words: frozenset[str]
    entries: frozenset[str]


def read_group_name(geometry: dict[str, str], names: GroupNames) -> str:
    """Return the name that `class` gives to a group, empty for none.

    DrawingError for more than one word, for a reserved name, and for a likely misspelling of a name that is checked.
    """
    name = geometry.get("class")
    if name is None:
        return ""
    if len(name.split()) > 1:
        raise DrawingError(f"class={name!r} is {len(name.split())} words, but a group has one name")
    if len(name) > _LONGEST_GROUP_NAME:
        raise DrawingError(f"class={name[:40]!r}... has {len(name):,} letters, more than {_LONGEST_GROUP_NAME}")
    if not _GROUP_NAME.fullmatch(name):
        says = "a small letter, then letters, digits, '.', '+', '_' and '-'"
        raise DrawingError(f"class={name!r} is not a name of a group: write {says}")
    if name in _RESERVED_NAMES:
        raise DrawingError(f"class={name!r} is reserved for lines that gutterfold draws itself")
    if meant := suggest_group_name(name, names):
        raise DrawingError(f"class={name!r} is not a name that is checked; did you mean {meant!r}?")
    return name


def required_box(geometry: dict[str, str], name: str) -> tuple[float, float, float, float]:
    """Return x, y, width and height of an element whose size is required."""
    if missing := [size for size in ("width", "height") if size not in geometry]:
        raise DrawingError(f"<{name}> has no {missing[0]}")
    x, y = parse_number(geometry.get("x", "0"), "x"), parse_number(geometry.get("y", "0"), "y")
    return x, y, parse_positive(geometry["width"], "width"), parse_positive(geometry["height"], "height")


_WORDS = frozenset("cell face route line join space step row values color icon legend".split())
FIXED_NAMES = GroupNames(_WORDS, frozenset())


def known_group_names(game: Game) -> GroupNames:
    """Return the names of a game: first words with its color groups; columns, values and color roles as entries."""
    groups = {role.rpartition(".")[0] for role in game.colors} - {""}
    entries = {*COLOR_FIELDS, *game.colors}
    for rows in game.rows.values():
        entries.update(*(row.values for row in rows))
    for part in game.parts.values():
        entries.update(part.values)
    return GroupNames(_WORDS | groups, frozenset(entries))


def suggest_group_name(name: str, names: GroupNames) -> str:
    """Return the name that was likely meant; empty for a correct name, or one far from all that are checked."""
    head, _, rest = name.partition(".")
    if not rest or head in names.words:
        return "" if rest else _suggest_dotted_name(name, names)
    near = _nearest_word(head, names.words)
    return f"{near}.{rest}" if near else _suggest_dotted_name(name, names)


def _suggest_dotted_name(name: str, names: GroupNames) -> str:
    """Return the name with a dot for `-` or `_` before a column, a value or a color, such as `row-cost`; else empty."""
    for joint in "-_":
        head, _, rest = name.partition(joint)
        if rest in names.entries or rest.rpartition(".")[0] in names.entries:
            near = head if head in names.words else _nearest_word(head, names.words)
            if near:
                return f"{near}.{rest}"
    return ""


@lru_cache(maxsize=256)
def _nearest_word(word: str, words: frozenset[str]) -> str:
    """Return the known word that is nearest: with the same first letter, or with two neighboring letters swapped."""
    slips = (each for each in sorted(words) if is_slip(word, each))
    return next((each for each in slips if word[0] == each[0] or sorted(word) == sorted(each)), "")
