"""Set text that flows in a shape as Inkscape shows it; other programs do not know the shape.

Lines that Inkscape has placed are aligned; `flowRoot`, and `shape-inside` without lines of its own, is set anew.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from generator.model.finding import DrawingError
from generator.model.picture import Font
from generator.render.drawings.letters import SPACE, TextContext
from generator.render.drawings.nodes import URL, DrawingNode
from generator.render.drawings.scopes import has_placed_lines
from generator.render.drawings.units import format_length
from generator.render.svg.attribute_values import parse_number
from generator.render.svg.style import Style
from generator.render.svg.text_runs import find_setting, measure_text

_LINE_ANCHORS = {"center": ("middle", 0.5), "end": ("end", 1.0)}


def align_shaped_lines(root: DrawingNode) -> None:
    """Give the lines of texts with `shape-inside` the anchor that their alignment in the shape asks for.

    Inkscape writes where each line begins on the left, whatever its alignment, and leaves a `text-anchor` on parts of
    it. In a plain rectangle, a centered line is anchored in the middle, so that another text is centered as well.
    """
    texts = [node for node in root.walk() if node.name == "text" and "shape-inside" in node.attributes]
    if not texts:
        return
    ids = root.index_ids()
    for text in texts:
        match = URL.fullmatch(text.attributes["shape-inside"].strip())
        if match is None or not has_placed_lines(text):
            continue
        for each in text.walk():
            each.attributes.pop("text-anchor", None)
        anchor, share = _LINE_ANCHORS.get(text.attributes.get("text-align", ""), ("start", 0.0))
        shape = ids.get(match[1])
        if not share or shape is None or not is_plain(shape):
            text.attributes["text-anchor"] = "start"
            continue
        text.attributes["text-anchor"] = anchor
        x, width = (parse_number(shape.attributes.get(name, "0"), name) for name in ("x", "width"))
        for line in (line for line in text.children() if "y" in line.attributes):
            line.attributes["x"] = f"{x + share * width:.6g}"
            _strip_end(line)


def _strip_end(line: DrawingNode) -> None:
    """Drop the blanks at the end of a line, which has been broken there."""
    match line.content[-1:]:
        case [str(text)]:
            line.content[-1] = text.rstrip(" \t\r\n")
        case [DrawingNode() as part]:
            _strip_end(part)


def is_plain(shape: DrawingNode) -> bool:
    """Return whether a shape is a rectangle that is neither turned nor rounded."""
    rounds = any(parse_number(shape.attributes.get(name, "0"), name) for name in ("rx", "ry"))
    return shape.name == "rect" and "transform" not in shape.attributes and not rounds


FindStyle = Callable[[DrawingNode], tuple[Style, Font]]
_PARAGRAPHS = frozenset({"flowPara", "flowDiv"})
_UNDRAWN = frozenset({"flowRegion", "flowRegionExclude", "title", "desc"})
_ANCHORS = {"start": "start", "left": "start", "center": "middle", "end": "end", "right": "end"}
_NOT_OF_LINES = frozenset(
    {"x", "y", "shape-inside", "inline-size", "line-height", "text-align", "text-anchor", SPACE, "id"}
)


_BOX = ("x", "y", "width", "height")


class _Word(NamedTuple):
    """A word in one style, with its width, and the blank before it, in user units."""

    text: str
    chain: tuple[DrawingNode, ...]
    width: float
    blank: float


class FlowedText:
    """Breaks the paragraphs of a text into lines; `find_style` returns the style and the font of an element."""

    def __init__(self, text: DrawingNode, context: TextContext, find_style: FindStyle) -> None:
        self._text, self._ids, self._inherited, self._find_style = text, context.ids, context.inherited, find_style
        self._ends_word = False  # of the part before: a blank follows its last word

    def set(self) -> DrawingNode:
        """Return the group of the lines; DrawingError for another shape than a rectangle, and for too much text."""
        left, top, width, height = self._find_box()
        y, lines = top, list[DrawingNode]()
        for paragraph in self._list_paragraphs():
            for line in self._break(paragraph, width):
                style, font = self._find_style(line[0].chain[-1])
                spread = self._find_line_height(line[0].chain[-1], style.size)
                ascent = font.ascent / (font.ascent - font.descent) * style.size
                lines.append(self._make_line(line, (left, width), y + (spread - style.size) / 2 + ascent))
                y += spread
            if not paragraph:
                y += self._find_line_height(self._text, self._find_style(self._text)[0].size)
        if lines and y > top + height * 1.001:
            needs = f"its lines need a height of {y - top:.4g}, and the shape has {height:.4g}"
            raise DrawingError(f"text does not fit the shape that it flows in: {needs}", self._text.at)
        kept = {name: value for name, value in self._text.attributes.items() if name not in _NOT_OF_LINES - {"id"}}
        return DrawingNode("g", kept, [*lines], self._text.at)

    def _find_box(self) -> tuple[float, float, float, float]:
        shapes = [each for region in self._text.children() if region.name == "flowRegion" for each in region.children()]
        named = URL.findall(self._text.attributes.get("shape-inside", ""))
        shapes = [self._ids[name] for name in named if name in self._ids] or shapes
        excluded = any(part.name == "flowRegionExclude" and part.children() for part in self._text.children())
        users = [each for each in shapes if each.name == "use"]
        shapes = [self._ids.get(each.reference(), each) if each.name == "use" else each for each in shapes]
        if (
            len(shapes) != 1
            or excluded
            or not all(map(is_plain, shapes))
            or any("transform" in each.attributes for each in users)
        ):
            says = "text flows in a shape that is not a plain rectangle; unflow it, or convert it to paths"
            raise DrawingError(says, self._text.at)
        x, y, width, height = (parse_number(shapes[0].attributes.get(name, "0"), name) for name in _BOX)
        for each in users:
            x += parse_number(each.attributes.get("x", "0"), "x")
            y += parse_number(each.attributes.get("y", "0"), "y")
        return x, y, width, height

    def _list_paragraphs(self) -> Iterator[list[_Word]]:
        loose: list[_Word] = []
        for part in self._text.content:
            if isinstance(part, DrawingNode) and part.name in _PARAGRAPHS:
                self._ends_word = False
                yield [*self._list_words(part, (self._text, part))]
            elif isinstance(part, str) and self._text.name == "text":
                loose += self._split(part, (self._text,))
            elif isinstance(part, DrawingNode) and part.name not in _UNDRAWN:
                loose += self._list_words(part, (self._text, part))
        if loose:
            yield loose

    def _list_words(self, node: DrawingNode, chain: tuple[DrawingNode, ...]) -> Iterator[_Word]:
        for part in node.content:
            if isinstance(part, str):
                yield from self._split(part, chain)
            elif part.name not in _UNDRAWN:
                yield from self._list_words(part, (*chain, part))

    def _split(self, text: str, chain: tuple[DrawingNode, ...]) -> Iterator[_Word]:
        style, font = self._find_style(chain[-1])
        setting = find_setting(style, font)
        blank = measure_text(" ", font, setting) * style.size
        for number, word in enumerate(re.split(r"[ \t\r\n]+", text)):
            self._ends_word = self._ends_word or number > 0
            if word:
                before = blank if self._ends_word else 0.0
                self._ends_word = False
                yield _Word(word, chain, measure_text(word, font, setting) * style.size, before)

    def _break(self, words: Sequence[_Word], width: float) -> Iterator[list[_Word]]:
        """Yield the words of each line; a word that is wider than the shape is an error."""
        line: list[_Word] = []
        at = 0.0
        for word in words:
            if word.width > width:
                raise DrawingError(f"the word {word.text!r} is wider than the shape that it flows in", self._text.at)
            if line and at + word.blank + word.width > width:
                yield line
                line, at = [], 0.0
            at += word.width + (word.blank if line else 0.0)
            line.append(word)
        if line:
            yield line

    def _make_line(self, line: Sequence[_Word], span: tuple[float, float], y: float) -> DrawingNode:
        asked = self._inherited.get(id(line[0].chain[-1]), {})
        align = asked.get("text-align", "start")
        if align not in _ANCHORS:
            raise DrawingError(f"text-align={align!r} of text that flows is not in the profile; align it to a side")
        anchor = _ANCHORS[align] if align not in ("start", "left") else asked.get("text-anchor", "start")
        x = span[0] + {"start": 0.0, "middle": 0.5, "end": 1.0}.get(anchor, 0.0) * span[1]
        place = {"x": format_length(x), "y": format_length(y), "text-anchor": anchor, SPACE: "preserve"}
        parts: list[DrawingNode | str] = []
        for number, word in enumerate(line):
            look = {
                name: value
                for node in word.chain[1:]
                for name, value in node.attributes.items()
                if name not in _NOT_OF_LINES
            }
            parts.append(DrawingNode("tspan", look, [" " * bool(number and word.blank) + word.text], word.chain[-1].at))
        return DrawingNode("text", place, parts, self._text.at)

    def _find_line_height(self, node: DrawingNode, size: float) -> float:
        text = self._inherited.get(id(node), {}).get("line-height", "normal").strip()
        match = re.fullmatch(r"([\d.]+)(%|em|px|)", text)
        if match is None:
            return 1.25 * size
        value = float(match[1])
        return value if match[2] == "px" else value * size / (100 if match[2] == "%" else 1)
