"""Make a color role for each word of a column: one hue a group, in steps of lightness that a gray print keeps apart."""

import re
from collections.abc import Iterator, Sequence
from functools import cache

from generator.load.layout_columns import MOST_GROUPS, read_usual_names
from generator.load.yaml_nodes import Node
from generator.model.finding import Place, refuse

ACCENT = "layout.accent"
_ACCENT_HUE = 248.0
# of OKLCH: white text and white paper have a contrast of at least 4.5 with the lightest step
_LIGHTNESS = (0.52, 0.40, 0.57, 0.46, 0.34)
_CHROMA, _GRAY_CHROMA, _GRAY_LIGHTNESS = 0.15, 0.012, 0.32
_HUES = (
    28.0,
    248.0,
    148.0,
    85.0,
    308.0,
    195.0,
    350.0,
    55.0,
    275.0,
    125.0,
    220.0,
    330.0,
)  # neighbors in the list differ
_NAMED_LIGHTNESS = {55.0: 0.55, 85.0: 0.68, 125.0: 0.54, 148.0: 0.47, 28.0: 0.50, 248.0: 0.44, 308.0: 0.38, 195.0: 0.54}
_MARKS = ("disc", "triangle", "square", "diamond", "cross", "ring", "hexagon", "star")


def find_roles(root: Node, column: str, words: Sequence[str]) -> tuple[dict[str, str], Node]:
    """Return the color role of each word of a column, and the game with a role for each that it has none for.

    GF006 for more words than colors can be told apart.
    """
    colors = root.get("colors") or Node(root.place, {})
    if len(words) > MOST_GROUPS:
        says = f"the column {column!r} has {len(words)} different words; at most {MOST_GROUPS} get a color each"
        raise refuse("GF006", root.items()["parts"].place, says)
    group = make_slug(column) or "group"
    roles: dict[str, str] = {}
    made = dict(colors.items())
    paints = _choose_paints([word for word in words if not _find_role(word, group, colors)])
    for word in words:
        role = _find_role(word, group, colors)
        if not role:
            role = next(each for each in _name_roles(word, group) if each not in made)
            mark = _MARKS[(len(roles)) % len(_MARKS)]
            texts = {"paint": next(paints), "mark": mark, "name": word}
            made[role] = _make_node(root.place, texts)
        elif isinstance(made[role].value, dict) and "mark" not in made[role].items():
            made[role] = _add_mark(made[role], [each.items().get("mark") for each in made.values() if each.value])
        roles[word] = role
    return roles, _put_colors(root, colors, made)


def _add_mark(color: Node, known: Sequence[Node | None]) -> Node:
    """Return a color that somebody gave a paint alone with a mark that no other color of the game has."""
    taken = {mark.value for mark in known if mark is not None}
    mark = next((each for each in _MARKS if each not in taken), "")
    items = {**color.items(), **({"mark": Node(color.place, mark)} if mark else {})}
    return color._replace(value=items, keys={"mark": color.place, **color.keys})


def make_accent(root: Node) -> tuple[str, Node]:
    """Return the role of what has no color of its own, and the game that has it."""
    colors = root.get("colors") or Node(root.place, {})
    if ACCENT in colors.items():
        return ACCENT, root
    paint = _make_node(root.place, {"paint": make_paint(_ACCENT_HUE, 0.40, 0.09)})
    return ACCENT, _put_colors(root, colors, {**colors.items(), ACCENT: paint})


def _make_node(place: Place, texts: dict[str, str]) -> Node:
    return Node(place, {key: Node(place, text) for key, text in texts.items()}, dict.fromkeys(texts, place))


def _put_colors(root: Node, colors: Node, made: dict[str, Node]) -> Node:
    places = {role: colors.keys.get(role, root.place) for role in made}
    value = {**root.items(), "colors": colors._replace(value=made, keys=places)}
    return root._replace(value=value, keys={"colors": root.place, **root.keys})


def _find_role(word: str, group: str, colors: Node) -> str:
    """Return the role that a word names: all of it, or its last word in the group of the column or in one other."""
    roles, slug = colors.items(), make_slug(word)
    ends = [role for role in roles if slug and role.endswith(f".{slug}")]
    named = [role for role in (word, f"{group}.{slug}") if role in roles]
    return next(iter(named), ends[0] if len(ends) == 1 else "")


def _name_roles(word: str, group: str) -> Iterator[str]:
    slug = make_slug(word) or "color"
    yield f"{group}.{slug}"
    yield from (f"{group}.{slug}-{number}" for number in range(2, MOST_GROUPS + 2))


def make_slug(word: str) -> str:
    """Return a word as the name of a role or a part may be written; empty if it has no letter that may begin one."""
    from unicodedata import normalize

    plain = normalize("NFKD", word).encode("ascii", "ignore").decode()
    return re.sub(r"[^a-z0-9]+", "-", plain.lower()).strip("-").lstrip("0123456789-")


def _choose_paints(words: Sequence[str]) -> Iterator[str]:
    """Yield a paint for each word: the hue that it asks for, if that is free, or else the next that is."""
    asked = [_find_hue(word) for word in words]
    hues: list[float | None] = []
    for hue in asked:
        hues.append(hue if hue not in hues else -1.0)
    free = (hue for hue in (*_HUES, *_HUES) if hue not in hues)
    for number, hue in enumerate(hues):
        if hue is None:
            yield make_paint(0.0, _GRAY_LIGHTNESS, _GRAY_CHROMA)
            continue
        chosen = next(free) if hue < 0 else hue
        lightness = _NAMED_LIGHTNESS.get(chosen, _LIGHTNESS[number % len(_LIGHTNESS)])
        yield make_paint(chosen, lightness - 0.1 * (number >= len(_HUES)))


def _find_hue(word: str) -> float | None:
    """Return the hue that a word asks for: None for a gray, -1 for no hue."""
    said = set(re.split(r"[\W_]+", word.casefold()))
    for hue, names in read_usual_names()["hues"].items():
        if said & set(names.split(", ")):
            return None if hue == "gray" else float(hue)
    return -1.0


@cache
def make_paint(hue: float, lightness: float, chroma: float = _CHROMA) -> str:
    """Return a hue (degrees), lightness and chroma of OKLCH as `#rrggbb`, with less chroma if sRGB has less."""
    from coloraide import Color  # slow: 0.1 s

    made = Color("oklch", [lightness, chroma, hue]).convert("srgb").fit(method="oklch-chroma")
    return str(made.to_string(hex=True))
