"""Lay out text elements as positioned runs of one font each (SVG 1.1, chapter 10).

The parts of a line that runs both ways are put into the order in which they are seen (Unicode Standard Annex 9).
"""

import re
from collections.abc import Callable, Generator, Iterator, Sequence
from functools import lru_cache
from itertools import groupby, pairwise
from typing import NamedTuple
from unicodedata import bidirectional

from generator.fonts.font_book import FontBook
from generator.fonts.shaping import MissingGlyphError, open_harfbuzz_font, open_shaper
from generator.fonts.signs import suggest_fonts
from generator.language.direction import RIGHT_TO_LEFT, find_directed_runs
from generator.model.characters import ISOLATES
from generator.model.finding import DrawingError
from generator.model.picture import PLAIN, Font, Paint, Text, TextSetting
from generator.render.svg.attribute_values import LARGEST_NUMBER, check_reach, parse_number
from generator.render.svg.elements import XML, Element, place_errors
from generator.render.svg.font_features import DRAWN_OTHERWISE
from generator.render.svg.style import OwnProperties, Style, read_declarations, resolve_properties

# Arabic letters that join none after them, and one that joins none at all (Unicode's ArabicShaping: R and U)
_UNJOINED_AFTER = frozenset("آأؤإاةدذرزوىٱڈڑژۀۃەۓے")
_UNJOINED = "ء"


class TextPiece(NamedTuple):
    """Text of one style; x or y begins a new text chunk, dx and dy move the current position.

    `rtl` is the direction of a piece whose line runs both ways; None for that of its line.
    """

    text: str
    style: Style
    x: float | None = None
    y: float | None = None
    dx: float = 0.0
    dy: float = 0.0
    rtl: bool | None = None


def order_pieces(pieces: Sequence[TextPiece]) -> list[TextPiece]:
    """Return the pieces of lines with each line in the order in which it is set: from its start, as it is seen.

    DrawingError for a piece that begins within joined letters, and for one of a reordered line that is moved.
    """
    if len(pieces) < 2 or not any(
        each.style.rtl or (not each.text.isascii() and RIGHT_TO_LEFT.search(each.text)) for each in pieces
    ):
        return list(pieces)
    lines: list[list[TextPiece]] = []
    for piece in pieces:
        if not lines or piece.x is not None or piece.y is not None:
            lines.append([])
        lines[-1].append(piece)
    return [piece for line in lines for piece in _order_line(line)]


def _order_line(line: list[TextPiece]) -> list[TextPiece]:
    told = [piece for piece in line if piece.text]
    if len(told) < 2:
        return line
    for before, after in pairwise(told):
        if _join(before.text[-1], after.text[0]):
            says = f"the letters {before.text[-1]!r} and {after.text[0]!r} join, but a tspan begins between them"
            raise DrawingError(f"{says}; let it begin at a blank")
    rtl = told[0].style.rtl
    found = list(_find_fragments(told, rtl))
    if rtl:  # set from its start, at the right
        found.reverse()
    if [index for index, _ in groupby(index for index, _, _ in found)] == [*range(len(told))]:
        return line
    first = line.index(told[0])
    if any(piece.dx or piece.dy for piece in line[first + 1 :]):
        raise DrawingError("dx and dy within a line that runs both ways are not in the profile; use x")
    return [*line[:first], *(TextPiece(text, told[index].style, rtl=left) for index, text, left in found)]


def _join(before: str, after: str) -> bool:
    """Return whether an Arabic letter joins the one after it."""
    if bidirectional(before) != "AL" or bidirectional(after) != "AL":
        return False
    return before not in _UNJOINED_AFTER and _UNJOINED not in (before, after)


def _find_fragments(told: Sequence[TextPiece], rtl: bool) -> Iterator[tuple[int, str, bool]]:
    """Yield from left to right what of each piece stands in one run: the piece's number, text, and if it runs left."""
    whole = "".join(piece.text for piece in told)
    starts = [sum(len(piece.text) for piece in told[:index]) for index in range(len(told))]
    for begin, end, left in find_directed_runs(whole, rtl):
        spans = [
            (index, whole[max(begin, start) : min(end, start + len(piece.text))], left)
            for index, (start, piece) in enumerate(zip(starts, told, strict=True))
            if begin < start + len(piece.text) and start < end
        ]
        yield from reversed(spans) if left else spans


TEXT_ATTRIBUTES = frozenset({"x", "y", "dx", "dy", f"{{{XML}}}space", "rotate", "textLength"})
_SHIFTS = {"start": 0.0, "middle": 0.5, "end": 1.0}
_BLANKS, _BLANK = re.compile(r"[ \t\r\n]+"), re.compile(r"[\t\r\n]")


class TextRecipe(NamedTuple):
    """Everything about a plain text element but its text: position, anchor shift, font, size, paint and setting."""

    x: float
    y: float
    shift: float
    font: Font
    size: float
    paint: Paint
    setting: TextSetting = PLAIN

    def make_run(self, text: str) -> tuple[Text, ...]:
        """Return the run of a text whose blanks are already collapsed."""
        if not text:
            return ()
        width = measure_text(text, self.font, self.setting) * self.size
        check_length(width)
        x = self.x - self.shift * width
        return (Text(x, self.y, text, self.font, self.size, width=width, paint=self.paint, setting=self.setting),)


def make_recipe(
    style: Style, geometry: dict[str, str], fonts: FontBook, brush: Callable[[Style], Paint]
) -> TextRecipe | None:
    """Return the recipe of a plain text element; None if it is not plain, or not visible."""
    if not style.visible or style.size <= 0 or not geometry.keys() <= {"x", "y", "dx", "dy"}:
        return None
    font = fonts.find_font(style.family, style.weight, style.italic)
    x, y, dx, dy = (_parse_position(geometry, name) or 0.0 for name in ("x", "y", "dx", "dy"))
    return TextRecipe(
        x + dx, y + dy, _find_shift(style), font, style.size, paint=brush(style), setting=find_setting(style, font)
    )


def _find_shift(style: Style) -> float:
    """Return the part of a text's width that lies left of its anchor; a line to the left starts at its right end."""
    shift = _SHIFTS[style.anchor]
    return 1 - shift if style.rtl else shift


def collapse_blanks(text: str) -> str:
    """Return a text with its blanks collapsed, as xml:space="default" asks."""
    return " ".join(text.split(None)) if text.isascii() else _BLANKS.sub(" ", text).strip(" ")


def lay_out_text(
    element: Element, style: Style, geometry: dict[str, str], fonts: FontBook, brush: Callable[[Style], Paint]
) -> tuple[Text, ...]:
    """Return the runs of a text element, whose own style is already resolved.

    DrawingError for a character without a glyph (GF205) and for an unknown font (GF204).
    """
    keep = geometry.get(f"{{{XML}}}space", "default")
    if keep not in ("default", "preserve"):
        raise DrawingError(f"xml:space={keep!r} is not default or preserve")
    blanks = _BLANKS if keep == "default" else _BLANK
    pieces = [p._replace(text=blanks.sub(" ", p.text)) for p in _text_pieces(element, style, geometry)]
    pieces = _collapse_pieces(pieces) if keep == "default" else pieces
    return tuple(_place_pieces(order_pieces(pieces), fonts, brush))


def _parse_position(geometry: dict[str, str], name: str) -> float | None:
    return parse_number(geometry[name], name) if name in geometry else None


def _text_pieces(element: Element, style: Style, geometry: dict[str, str]) -> Iterator[TextPiece]:
    for name in ("rotate", "textLength"):
        if name in geometry:
            raise DrawingError(f"{name} on text is not in the profile", element.at)
    move = TextPiece(
        "",
        style,
        _parse_position(geometry, "x"),
        _parse_position(geometry, "y"),
        _parse_position(geometry, "dx") or 0.0,
        dy=_parse_position(geometry, "dy") or 0.0,
    )
    if move != TextPiece("", style):
        yield move
    for part in element.content:
        if isinstance(part, str):
            yield TextPiece(part, style)
        elif part.name == "tspan":
            yield from _tspan_pieces(part, style)
        elif part.name not in ("title", "desc"):
            raise DrawingError(f"<{part.name}> inside text is not in the profile", part.at)


def _tspan_pieces(part: Element, style: Style) -> Iterator[TextPiece]:
    with place_errors(part.at):
        inner, own, geometry = resolve_properties(read_declarations(part), style, TEXT_ATTRIBUTES, part.name)
        if f"{{{XML}}}space" in geometry:
            raise DrawingError("xml:space on a tspan is not in the profile; put it on the text")
        if own != OwnProperties():
            raise DrawingError("a tspan cannot have an opacity, a clip or a display of its own")
        pieces = list(_text_pieces(part, inner, geometry))
        if any(piece.text for piece in pieces):  # the place of an empty part is that of no letter
            yield from pieces


def _collapse_pieces(pieces: list[TextPiece]) -> list[TextPiece]:
    """Return the pieces without blanks at both ends, and without blanks that follow one in an earlier piece."""
    out: list[TextPiece] = []
    blank = True
    for piece in pieces:
        text = piece.text.lstrip(" ") if blank else piece.text
        if text:
            blank = text.endswith(" ")
        out.append(piece._replace(text=text))
    for index in range(len(out) - 1, -1, -1):
        if out[index].text:
            out[index] = out[index]._replace(text=out[index].text.rstrip(" "))
            if out[index].text:
                break
    return out


def _place_pieces(pieces: list[TextPiece], fonts: FontBook, brush: Callable[[Style], Paint]) -> Iterator[Text]:
    """Yield the runs of the pieces; each text chunk is anchored as a whole."""
    x = y = 0.0
    chunk: list[tuple[TextPiece, Font | None, float]] = []
    for piece in [*pieces, TextPiece("", Style(), 0.0)]:
        if piece.x is not None or piece.y is not None:
            x, y = yield from _place_chunk(chunk, x, y, brush)
            chunk = []
            x, y = x if piece.x is None else piece.x, y if piece.y is None else piece.y
        font = fonts.find_font(piece.style.family, piece.style.weight, piece.style.italic) if piece.text else None
        width = 0.0
        if font and piece.style.size > 0:
            width = measure_text(piece.text, font, _find_piece_setting(piece, font)) * piece.style.size
        check_length(x + width)
        if font and chunk and piece.x is None and piece.y is None:
            piece = piece._replace(dx=piece.dx + _kern_pieces(chunk[-1], piece, font))
        chunk.append((piece, font, width))


def _kern_pieces(before: tuple[TextPiece, Font | None, float], piece: TextPiece, font: Font) -> float:
    """Return by how much the first letter of a piece moves toward a piece before it that is set alike."""
    style, earlier = piece.style, before[0]
    setting = find_setting(style, font)
    if before[1] is not font or earlier.style.size != style.size or find_setting(earlier.style, font) != setting:
        return 0.0
    if style.rtl or piece.rtl or earlier.rtl or not earlier.text:
        return 0.0
    last, first = earlier.text[-1], piece.text[0]
    pair = measure_text(last + first, font, setting)
    return (pair - measure_text(last, font, setting) - measure_text(first, font, setting)) * style.size


def _place_chunk(
    chunk: list[tuple[TextPiece, Font | None, float]], x: float, y: float, brush: Callable[[Style], Paint]
) -> Generator[Text, None, tuple[float, float]]:
    first = next((piece.style for piece, font, _ in chunk if font), Style())
    shift = _find_shift(first)
    begun = next((k for k, (_, font, _) in enumerate(chunk) if font), 0)  # a shift before it moves the whole chunk
    x -= shift * sum(width + (piece.dx if k > begun else 0.0) for k, (piece, _, width) in enumerate(chunk))
    if first.rtl:
        x += sum(width for _, _, width in chunk)
    for piece, font, width in chunk:
        x, y = x + piece.dx, y + piece.dy
        left = x - width if first.rtl else x
        if font is not None and piece.style.visible and piece.style.size > 0:
            check_reach((left, y), "the place of a text")
            setting = _find_piece_setting(piece, font)
            yield Text(
                left, y, piece.text, font, piece.style.size, width=width, paint=brush(piece.style), setting=setting
            )
        x += -width if first.rtl else width
    return x, y


def _find_piece_setting(piece: TextPiece, font: Font) -> TextSetting:
    setting = find_setting(piece.style, font)
    return setting if piece.rtl is None else setting._replace(rtl=piece.rtl)


@lru_cache(maxsize=4096)
def find_setting(style: Style, font: Font) -> TextSetting:
    """Return how text of a style is set; DrawingError (GF204) for letters that a font would need to have drawn."""
    setting = style.make_text_setting()
    check_features(setting, font)
    return setting


def check_features(setting: TextSetting, font: Font) -> None:
    """Raise DrawingError (GF204) for letters that a font would need to have drawn."""
    for tag, value in setting.features:
        if value and tag in DRAWN_OTHERWISE and tag not in open_harfbuzz_font(font).features:
            what = DRAWN_OTHERWISE[tag]
            raise DrawingError(f"{font.name} has no {what} (its feature {tag!r}); use another font", code="GF204")


def measure_text(text: str, font: Font, setting: TextSetting = PLAIN) -> float:
    """Return the width of a text in em; DrawingError (GF205) for a character without a glyph."""
    try:
        return open_shaper(font, setting).measure(text)
    except MissingGlyphError as error:
        char = error.args[0]
        raise DrawingError(missing_glyph_message(char, text, font), "", "GF205", text, char) from None


def check_length(width: float) -> None:
    """Raise DrawingError for text that is longer than anything that can be printed."""
    if width >= LARGEST_NUMBER:
        raise DrawingError(f"a text is {width:.3g} mm long, which cannot be printed")


def missing_glyph_message(char: str, text: str, font: Font) -> str:
    """Return the message for a character that a font cannot draw."""
    shown = repr(char) if char.isprintable() else "a character"
    where = text if len(text) <= 40 else text[:39] + "…"
    if char in ISOLATES:
        what = "an isolate, which is not drawn: leave it out, or write U+200E or U+200F where a direction begins"
        return f"U+{ord(char):04X} in {where!r} is {what}"
    if font.signs is None:
        return f"{font.name} has no glyph for {shown} (U+{ord(char):04X}) in {where!r}"
    says = f"{font.name} has no glyph for {shown} (U+{ord(char):04X}) in {where!r}, and no other font has"
    return f"{says}; {suggest_fonts(char)}"
