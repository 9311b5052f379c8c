"""Check that lines are drawn in the styles that the rules name: solid, dashed, dotted or double (GF160)."""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence, Set
from itertools import groupby, pairwise
from typing import NamedTuple

from generator.check.analysis.drawing import Address, DrawnShape, plain_paint
from generator.check.paper.face_pages import Face, KitPages, LocatedFault, PageFault
from generator.language.line_words import DASHED, DOTTED, DOUBLE, SOLID, find_line_words, is_sure, speaks_of_making
from generator.language.plurals import noun_forms
from generator.model.picture import Paint, Path

_SENTENCE = re.compile(r"[^.!?\n]++")
_WORD = re.compile(r"[^\W\d_]++")
_FIGURE = "](figure:"
_NEAR = 3  # words between the name of a line and its style
_FEWEST_PAIRS = 2  # colors with styles of their own, for a sentence to be a legend
_DOT, _SQUARE, _DASH = 0.5, 1.3, 1.5  # of the width of a line: the length of a dot, of a square one, and of a dash
_FEWEST_DOTS = 6  # equal small discs of a face: lines of dots
_LARGEST_DOT = 4.0  # mm


class _Line(NamedTuple):
    """What is stroked along one path, one paint over the other: its style, and all of its paints."""

    face: Face
    address: Address
    paints: Set[str]
    style: str


class _Statement(NamedTuple):
    """A sentence of the rules: its words, and the style that some of them stand for, by their positions."""

    words: Sequence[str]
    styles: Mapping[int, str]


def find_misdrawn_lines(pages: KitPages) -> Iterator[LocatedFault]:
    """Report lines of a color or a route, or of a whole kit, in none of which is the style that the rules name."""
    statements = list(_read_statements(pages))
    if not statements:
        return
    lines = [line for face in pages.faces for line in _list_lines(face)]
    found = [*_judge_colors(pages, statements, lines), *_judge_routes(pages, statements, lines)]
    yield from found or _find_missing_styles(pages, statements, lines)


def _read_statements(pages: KitPages) -> Iterator[_Statement]:
    """Yield the sentences of the rules that name a style of lines, but for those about figures and about making."""
    known = find_line_words(pages.game.first.tag) if pages.game.first else {}
    for sentence in _SENTENCE.findall(pages.game.rules or "") if known else ():
        words = _WORD.findall(sentence.casefold())
        styles = {at: known[word] for at, word in enumerate(words) if word in known}
        if styles and _FIGURE not in sentence.partition(" ")[0] and not speaks_of_making(frozenset(words)):
            yield _Statement(words, styles)


def _list_lines(face: Face) -> Iterator[_Line]:
    """Yield the lines of a face; strokes along one path, one after the other, are one line."""
    for _, some in groupby(face.drawing.shapes, key=_key_path):
        strokes = [each for each in some if _is_stroked(each)]
        paints = [plain_paint(each.shape.paint) for each in strokes if isinstance(each.shape, Path)]
        if strokes:
            yield _Line(face, strokes[-1].address, {each for each in paints if each}, _name_style(strokes))


def _key_path(each: DrawnShape) -> object:
    return (each.shape.segments, each.matrix) if isinstance(each.shape, Path) else each.address


def _is_stroked(each: DrawnShape) -> bool:
    return isinstance(each.shape, Path) and each.shape.paint.stroke is not None and each.shape.paint.fill is None


def _name_style(strokes: Sequence[DrawnShape]) -> str:
    """Return the style of strokes along one path; empty if one cannot tell."""
    paints = [each.shape.paint for each in strokes if isinstance(each.shape, Path)]
    dashed = [paint for paint in paints if _is_dashed(paint)]
    if dashed:
        return _name_dashes(dashed[-1])
    widths = [paint.width for paint in paints]
    is_double = len(paints) > 1 and widths[-1] < widths[-2] / 2 and paints[-1].stroke != paints[-2].stroke
    return DOUBLE if is_double else SOLID


def _is_dashed(paint: Paint) -> bool:
    return len(paint.dash) > 1 and min(paint.dash[1::2]) > 0


def _name_dashes(paint: Paint) -> str:
    """Return whether the dashes of a stroke are dots; empty for something between."""
    long = max(paint.dash[::2]) / paint.width
    is_dot = long <= (_SQUARE if paint.cap == "butt" else _DOT)
    return DOTTED if is_dot else DASHED if long >= _DASH else ""


def _judge_colors(pages: KitPages, statements: Sequence[_Statement], lines: Sequence[_Line]) -> Iterator[LocatedFault]:
    """Report each color of a legend none of whose lines is in its style."""
    paints = {color.called.casefold(): color.paint for color in pages.game.colors.values()}
    said: dict[str, set[str]] = defaultdict(set)
    for statement in statements:
        for name, style in _pair_colors(statement, paints).items():
            said[name].add(style)
    for name, styles in said.items():
        own = [line for line in lines if paints[name] in line.paints and line.style]
        shown = {line.style for line in own}
        if len(styles) == 1 and own and styles.isdisjoint(shown) and shown != {SOLID, DOUBLE}:
            odd = next((line for line in own if line.style != SOLID), own[0])
            says = f"the rules call the lines of {name!r} {min(styles)}, but none is, and this one is {odd.style}"
            fault = PageFault("GF160", f"style {name}", f"{says}; correct one of them", odd.address, "warning")
            yield odd.face, fault


def _pair_colors(statement: _Statement, names: Mapping[str, str]) -> Mapping[str, str]:
    """Return the one style behind each color of a sentence, up to the next color; none unless it is a legend."""
    at = [number for number, word in enumerate(statement.words) if word in names]
    pairs: dict[str, str] = {}
    for start, end in pairwise([*at, len(statement.words)]):
        styles = {style for number, style in statement.styles.items() if start < number < end}
        if len(styles) != 1 or statement.words[start] in pairs:
            return {}
        pairs[statement.words[start]] = styles.pop()
    return pairs if len(pairs) >= _FEWEST_PAIRS and len({*pairs.values()}) == len(pairs) else {}


def _judge_routes(pages: KitPages, statements: Sequence[_Statement], lines: Sequence[_Line]) -> Iterator[LocatedFault]:
    """Report the first route whose lines are not in the style that the rules name beside it."""
    for face in pages.faces:
        for group in face.drawing.groups if face.part.board else ():
            head, _, name = group.name.partition(".")
            forms = noun_forms(name.rpartition("-")[0] or name) if head == "route" else {}
            styles = {style for each in statements for style in _find_styles_beside(each, {*forms})} if forms else set()
            own = [line for line in lines if line.face is face and line.address[: len(group.address)] == group.address]
            shown = {line.style for line in own}
            if len(styles) == 1 and own and "" not in shown and styles.isdisjoint(shown):
                says = f"the rules call {name!r} {min(styles)}, but its line is {own[0].style}; correct one of them"
                yield face, PageFault("GF160", f"route {min(styles)}", says, group.address, "warning")
                return


def _find_styles_beside(statement: _Statement, names: Set[str]) -> Set[str]:
    """Return the styles named a few words before or after some names, that are sure to be those of lines."""
    at = [number for number, word in enumerate(statement.words) if word in names]
    return {
        style
        for number, style in statement.styles.items()
        for other in at
        if abs(number - other) <= _NEAR and (is_sure(statement.words[number]) or number == other - 1)
    }


def _find_missing_styles(
    pages: KitPages, statements: Sequence[_Statement], lines: Sequence[_Line]
) -> Iterator[LocatedFault]:
    """Report, as a note, dotted or dashed lines that the rules speak of, if no face has any."""
    named = {style for each in statements for at, style in each.styles.items() if is_sure(each.words[at])}
    shown = {line.style for line in lines}
    face = next((face for face in pages.faces if face.part.board), None)
    if face is None or not named or any(_has_dots(each) for each in pages.faces) or {"", DASHED, DOTTED} & shown:
        return
    for style in sorted(named - shown):
        says = f"the rules speak of {style} lines, but no face has any; draw them so, or correct the rules"
        yield face, PageFault("GF160", f"missing {style}", says, (), "note")


def _has_dots(face: Face) -> bool:
    """Return whether a face has several equal small shapes, as lines of dots or dashes have."""
    sizes: dict[object, int] = defaultdict(int)
    for each in face.drawing.shapes:
        if (
            isinstance(each.shape, Path)
            and each.box
            and max(each.box[2] - each.box[0], each.box[3] - each.box[1]) < _LARGEST_DOT
        ):
            sizes[round(each.box[2] - each.box[0], 1), each.shape.paint.fill] += 1
    return any(count >= _FEWEST_DOTS for count in sizes.values())
