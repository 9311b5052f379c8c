"""Rewrite the operators of a content stream so that all colors are inks, or brightnesses inside a mask."""

from collections import defaultdict
from collections.abc import Iterable
from typing import Any, NamedTuple

from msgspec import Struct
from msgspec.structs import replace
from pikepdf import Name, Operator

from generator.write.press.color_spaces import ColorSpace, Convert, UnconvertedError, read_space

_DEVICE = {"g": "gray", "rg": "rgb", "k": "cmyk"}
_BUILDS = frozenset(("m", "l", "c", "v", "y", "h", "re", "W", "W*"))
_FILLS, _STROKES = frozenset(("f", "F", "f*")), frozenset(("S", "s"))
_BOTH = frozenset(("B", "B*", "b", "b*"))
_SHOWS = frozenset(("Tj", "TJ", "'", '"'))
_CATEGORIES = {
    "Do": "XObject",
    "sh": "Shading",
    "gs": "ExtGState",
    "BDC": "Properties",
    "DP": "Properties",
}
PATTERN_INKS = "/PatternInks"  # the color space of patterns that are painted in a color
Instruction = tuple[tuple[Any, ...], str]


class _Color(NamedTuple):
    space: ColorSpace
    values: tuple[float, ...]
    name: Any = None  # of the color space if it is kept, or of the pattern


class _Pen(Struct, frozen=True):
    """The part of the graphics state that is followed: colors and font as set, as written, and the mode of text."""

    fill: _Color | None = None
    stroke: _Color | None = None
    shown_fill: tuple[Instruction, ...] = ()
    shown_stroke: tuple[Instruction, ...] = ()
    font: Instruction | None = None
    shown_font: Instruction | None = None
    text: int = 0


class ContentColors:
    """Rewrites one stream; text and lines of a gray are written as such, so that they print in one ink.

    A color is written where it is first painted with, as only then it is known what with, and a font where it is first
    used, as many programs name one that they never use. `used` tells the names of resources that are left.
    """

    def __init__(self, resources: Any, convert: Convert, operator: str) -> None:
        self._resources, self._convert = resources, convert
        self._operator = operator  # that sets the color of a fill
        self._pen, self._saved = _Pen(), list[_Pen]()
        self._path: list[Instruction] = []
        self._spaces: dict[str, ColorSpace] = {}
        self.used: defaultdict[str, set[str]] = defaultdict(set)
        self.out: list[tuple[tuple[Any, ...], Operator]] = []

    def rewrite(self, instructions: Iterable[Any]) -> None:
        """Rewrite all instructions into `out`."""
        for each in instructions:
            word = str(each.operator)
            if word == "INLINE IMAGE":
                self._draw_inline(each)
            else:
                self._take(word, tuple(each.operands))

    def _take(self, word: str, operands: tuple[Any, ...]) -> None:
        lower = word.lower()
        if lower in _DEVICE:
            space = ColorSpace(_DEVICE[lower])  # type: ignore[arg-type]
            self._set(word != lower, _Color(space, tuple(map(float, operands))))
        elif lower == "cs":
            self._choose_space(word == "CS", operands[0])
        elif lower in ("sc", "scn"):
            self._choose_color(word.isupper(), operands)
        elif word in _BUILDS:
            self._path.append((operands, word))
        elif word in _FILLS or word in _STROKES or word in _BOTH or word == "n":
            self._paint(word, operands)
        else:
            self._take_other(word, operands)

    def _take_other(self, word: str, operands: tuple[Any, ...]) -> None:
        if word == "q":
            self._saved.append(self._pen)
        elif word == "Q" and self._saved:
            self._pen = self._saved.pop()
        elif word == "Tr":
            self._pen = replace(self._pen, text=int(operands[0]))
        elif word == "Tf":
            self._pen = replace(self._pen, font=(operands, word))
            return
        elif word in _SHOWS:
            self._show_font()
            mode = self._pen.text % 4
            self._show(fills=mode in (0, 2), strokes=mode in (1, 2), is_plain=True)
        elif word == "Do":
            self._show(fills=True, strokes=True)
        if word in _CATEGORIES and operands:
            told = operands[0 if word in ("Do", "sh", "gs") else -1]
            if isinstance(told, Name):
                self.used[_CATEGORIES[word]].add(str(told))
        self._emit((operands, word))

    def _set(self, strokes: bool, color: _Color) -> None:
        self._pen = replace(self._pen, stroke=color) if strokes else replace(self._pen, fill=color)

    def _choose_space(self, strokes: bool, name: Any) -> None:
        if str(name) not in self._spaces:
            self._spaces[str(name)] = read_space(name, self._resources)
        space = self._spaces[str(name)]
        self._set(strokes, _Color(space, space.first_color, name if space.kind == "kept" else None))

    def _choose_color(self, strokes: bool, operands: tuple[Any, ...]) -> None:
        color = self._pen.stroke if strokes else self._pen.fill
        if color is None:
            color = _Color(ColorSpace("gray"), (0.0,))
        values = tuple(float(each) for each in operands if not isinstance(each, Name))
        name = operands[-1] if operands and isinstance(operands[-1], Name) else color.name
        self._set(strokes, _Color(color.space, values, name))

    def _paint(self, word: str, operands: tuple[Any, ...]) -> None:
        if word in _STROKES:
            self._show(strokes=True, is_plain=True)
        elif word != "n":
            self._show(fills=True, strokes=word in _BOTH)
        for each in (*self._path, (operands, word)):
            self._emit(each)
        self._path.clear()

    def _show(self, fills: bool = False, strokes: bool = False, is_plain: bool = False) -> None:
        """Write the colors that the next operator paints with, where they are not written yet."""
        pen = self._pen
        if fills and pen.fill is not None:
            shown = self._write_color(pen.fill, False, is_plain)
            if shown != pen.shown_fill:
                self._emit(*shown)
                pen = replace(pen, shown_fill=shown)
        if strokes and pen.stroke is not None:
            shown = self._write_color(pen.stroke, True, is_plain)
            if shown != pen.shown_stroke:
                self._emit(*shown)
                pen = replace(pen, shown_stroke=shown)
        self._pen = pen

    def _show_font(self) -> None:
        font = self._pen.font
        if font is not None and font != self._pen.shown_font:
            self.used["Font"].add(str(font[0][0]))
            self._emit(font)
            self._pen = replace(self._pen, shown_font=font)

    def _write_color(self, color: _Color, strokes: bool, is_plain: bool) -> tuple[Instruction, ...]:
        choose, paint = ("CS", "SCN") if strokes else ("cs", "scn")
        if color.space.kind == "pattern":
            if color.name is None:
                return ()
            self.used["Pattern"].add(str(color.name))
            if color.space.base is None:
                return ((Name.Pattern,), choose), ((color.name,), paint)
            self.used["ColorSpace"].add(PATTERN_INKS)
            inks = _round(self._convert(color.space.base, color.values, is_plain))
            return ((Name(PATTERN_INKS),), choose), ((*inks, color.name), paint)
        if color.space.kind == "kept":
            self.used["ColorSpace"].add(str(color.name))
            start: tuple[Instruction, ...] = (((color.name,), choose),)
            return (*start, (_round(color.values), paint)) if color.values else start
        operator = self._operator.upper() if strokes else self._operator
        return ((_round(self._convert(color.space, color.values, is_plain)), operator),)

    def _draw_inline(self, instruction: Any) -> None:
        self._show(fills=True)
        if not instruction.iimage.image_mask:
            raise UnconvertedError("an image between the operators of a pattern or a glyph")
        self.out.append(((instruction.iimage,), instruction.operator))

    def _emit(self, *instructions: Instruction) -> None:
        self.out += [(operands, Operator(word)) for operands, word in instructions]


def _round(values: Iterable[float]) -> tuple[float, ...]:
    return tuple(round(each, 4) + 0.0 for each in values)
