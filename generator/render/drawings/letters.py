"""Take a text apart into letters with what is said about the place of each (SVG 2, chapter 11).

The lines under, over and through text, and the shifts of its baseline, follow the measures of its font.
"""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from struct import unpack_from
from typing import NamedTuple
from unicodedata import bidirectional, category

from generator.fonts.font_book import FontBook
from generator.fonts.truetype import FontTables
from generator.model.finding import DrawingError
from generator.model.picture import Font
from generator.render.drawings.nodes import DrawingNode, Properties
from generator.render.drawings.units import Scope
from generator.render.svg.attribute_values import parse_numbers
from generator.render.svg.elements import XML, place_errors

SPACE = f"{{{XML}}}space"
POSITIONS = ("x", "y", "dx", "dy", "rotate")
_PARTS = frozenset({"tspan", "textPath", "a"})
_SKIPPED = frozenset({"title", "desc", "defs"})


class TextContext(NamedTuple):
    """What texts of a drawing depend on: its elements by id, what each inherits by `id(node)`, fonts, and lengths."""

    ids: Mapping[str, DrawingNode]
    inherited: Mapping[int, Properties]
    fonts: FontBook
    scope: Scope


class Letter(NamedTuple):
    """A character with its marks, the elements around it from the text down, and what was said about its place."""

    text: str
    chain: tuple[DrawingNode, ...]
    x: float | None = None
    y: float | None = None
    dx: float = 0.0
    dy: float = 0.0
    turn: float = 0.0

    @property
    def moves(self) -> bool:
        """Return whether anything was said about its place."""
        return self[2:] != (None, None, 0.0, 0.0, 0.0)


def list_letters(text: DrawingNode) -> list[Letter]:
    """Return the letters of a text element, with blanks as it asks; DrawingError for what cannot be taken apart."""
    letters = [Letter(char, chain) for chain, char in _list_characters(text, (text,))]
    return _place(_join_marks(_collapse(letters)))


def _list_characters(
    node: DrawingNode, chain: tuple[DrawingNode, ...]
) -> Iterator[tuple[tuple[DrawingNode, ...], str]]:
    for part in node.content:
        if isinstance(part, str):
            for char in part:
                yield chain, char
        elif part.name in _PARTS:
            yield from _list_characters(part, (*chain, part))
        elif part.name not in _SKIPPED and part.attributes.get("display") != "none":
            raise DrawingError(f"<{part.name}> inside text is not in the profile", part.at)


def _collapse(letters: list[Letter]) -> list[Letter]:
    """Return the letters with one blank for each run of them, and none at both ends, unless all are kept."""
    out: list[Letter] = []
    for each in letters:
        if each.text not in " \t\r\n":
            out.append(each)
        elif _keeps_blanks(each) or (out and out[-1].text != " "):
            out.append(each._replace(text=" "))
    while out and out[-1].text == " " and not _keeps_blanks(out[-1]):
        out.pop()
    return out


def _keeps_blanks(letter: Letter) -> bool:
    return (
        next((node.attributes[SPACE] for node in reversed(letter.chain) if SPACE in node.attributes), "") == "preserve"
    )


def _join_marks(letters: list[Letter]) -> list[Letter]:
    """Return the letters with their combining marks; a mark has no place of its own."""
    out: list[Letter] = []
    for each in letters:
        if out and category(each.text)[0] == "M":
            out[-1] = out[-1]._replace(text=out[-1].text + each.text)
        else:
            out.append(each)
    return out


def _place(letters: list[Letter]) -> list[Letter]:
    """Return the letters with the numbers that stand for them in the lists of the elements around them."""
    lists: dict[int, dict[str, list[float]]] = {}
    counts: dict[int, int] = {}
    out: list[Letter] = []
    for each in letters:
        found: dict[str, float] = {}
        for node in each.chain:
            if id(node) not in lists:
                # a textPath has no place of its own: programs ignore one
                names = [name for name in POSITIONS if name in node.attributes and node.name != "textPath"]
                with place_errors(node.at):
                    lists[id(node)] = {name: parse_numbers(node.attributes[name], name) for name in names}
                counts[id(node)] = 0
            at = counts[id(node)]
            counts[id(node)] += len(each.text)
            for name, values in lists[id(node)].items():
                if name == "rotate" and values:
                    found[name] = values[min(at, len(values) - 1)]
                elif at < len(values):
                    found[name] = values[at]
        out.append(
            each._replace(
                x=found.get("x"),
                y=found.get("y"),
                dx=found.get("dx", 0.0),
                dy=found.get("dy", 0.0),
                turn=found.get("rotate", 0.0),
            )
        )
    return out


def check_directions(letters: list[Letter]) -> None:
    """Raise DrawingError for letters that join their neighbors or run to the left: they have no places of their own."""
    for each in letters:
        if any(bidirectional(char) in ("R", "AL", "AN") for char in each.text):
            says = (
                f"{each.text!r} runs from right to left, so it cannot be placed letter by letter; convert it to paths"
            )
            raise DrawingError(says, each.chain[-1].at or each.chain[0].at)


LINES = ("underline", "overline", "line-through")


class LineMeasures(NamedTuple):
    """Where the lines of a text lie above its baseline, and how thick they are, in em.

    `x_height` is that of an `x`; by `raised` and `lowered` superscripts and subscripts are shifted.
    """

    underline: float
    overline: float
    through: float
    thickness: float
    x_height: float
    raised: float
    lowered: float

    def find(self, line: str) -> float:
        """Return how far a line lies above the baseline."""
        return {"underline": self.underline, "overline": self.overline}.get(line, self.through)


@lru_cache(maxsize=64)
def measure_lines(font: Font) -> LineMeasures:
    """Return what a font says of its lines (OpenType, `post` and `OS/2`)."""
    tables = FontTables(font.data)
    position, thickness, through, raised, lowered = -100, 50, 300, 350, 150
    if "post" in tables.offsets:
        position, thickness = unpack_from(">hh", font.data, tables.offsets["post"] + 8)
    x_height = font.bounds["x"][1] if "x" in font.glyphs else font.cap_height * 0.7
    if "OS/2" in tables.offsets:
        lowered, raised, through = unpack_from(">h6xh2xh", font.data, tables.offsets["OS/2"] + 16)
    em = font.em
    thick = max(thickness, 1) / em
    return LineMeasures(
        position / em, font.ascent, through / em, thick, x_height, raised=raised / em, lowered=lowered / em
    )


def parse_lines(text: str) -> tuple[str, ...]:
    """Return the lines that `text-decoration` draws; DrawingError for those that are not plain."""
    words = text.split()
    if words in (["none"], ["inherit"], ["initial"], []):
        return ()
    for word in words:
        if word not in (*LINES, "solid", "auto", "currentcolor"):
            raise DrawingError(f"text-decoration={text!r} is not {', '.join(LINES)}, in the color of the text")
    return tuple(line for line in LINES if line in words)


def find_baseline_shift(attributes: Mapping[str, str], font: Font, size: float, scope: Scope) -> float:
    """Return by how much `baseline-shift` raises a text, in user units."""
    text = attributes.get("baseline-shift", "baseline").strip()
    if text in ("baseline", "0"):
        return 0.0
    if text in ("super", "sub"):
        lines = measure_lines(font)
        return (lines.raised if text == "super" else -lines.lowered) * size
    if text.endswith("%"):
        try:
            return float(text[:-1]) / 100 * size
        except ValueError:
            pass
    value = scope._replace(font_size=size).resolve(text, "")
    if value is None:
        raise DrawingError(f"baseline-shift={text!r} is not sub, super, a length or a percentage")
    return value


def find_baseline(name: str, font: Font) -> float:
    """Return how far a baseline that text hangs on lies above the usual one, in em (CSS Inline 3)."""
    lines = measure_lines(font)
    known = {
        "middle": lines.x_height / 2,
        "central": (font.ascent + font.descent) / 2,
        "hanging": font.ascent * 0.8,
        "mathematical": font.ascent * 0.5,
        **dict.fromkeys(("text-before-edge", "before-edge", "text-top"), font.ascent),
        **dict.fromkeys(("text-after-edge", "after-edge", "text-bottom", "ideographic"), font.descent),
    }
    if name in ("auto", "alphabetic", "baseline", "use-script", "no-change", "reset-size"):
        return 0.0
    if name not in known:
        raise DrawingError(f"dominant-baseline={name!r} is not in the profile; move the text by dy")
    return known[name]
