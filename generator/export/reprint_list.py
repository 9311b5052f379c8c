"""Draw the first pages of a reprint: what to take out of the box, and what to put in, with small pictures; mm."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from generator.fonts.shaping import open_shaper
from generator.geometry.path import rectangle_segments
from generator.model.paper import Paper
from generator.model.picture import Clip, Font, Group, Image, Paint, Path, Picture, Shape, Text

_MARGIN = 15.0
_CELL_WIDTH, _CELL_HEIGHT = 44.0, 50.0
_THUMB_WIDTH, _THUMB_HEIGHT = 38.0, 34.0
_TITLE, _HEAD, _BODY, _SMALL = 6.0, 4.6, 3.6, 3.0  # mm per em
_INK, _FRAME = Paint(fill="#000000"), Paint(fill=None, stroke="#6b6b6b", width=0.2)


class ListedPiece(NamedTuple):
    """A row of the list: its lines of text, its picture, and the size that it has on the paper.

    The picture is an image, or a face with its trim at 0, 0; None if the earlier sheets are not at hand.
    """

    lines: tuple[str, ...]
    picture: "Picture | bytes | None"
    key: str
    width: float
    height: float


class ReprintList(NamedTuple):
    """What the pages say: a title, lines below it, and the pieces to take out and to put in, by heading."""

    title: str
    lines: tuple[str, ...]
    groups: tuple[tuple[str, Sequence[ListedPiece]], ...]


class ListFonts(NamedTuple):
    """The fonts of the pages."""

    plain: Font
    bold: Font


def draw_list(said: ReprintList, paper: Paper, fonts: ListFonts) -> list[Picture]:
    """Return the pages."""
    pages: list[list[Shape]] = [[]]
    room = paper.width - 2 * _MARGIN
    y = _MARGIN + _TITLE
    pages[0].append(_set_line(_MARGIN, y, said.title, fonts.bold, _TITLE, room))
    for line in said.lines:
        y += 1.5 * _BODY
        pages[0].append(_set_line(_MARGIN, y, line, fonts.plain, _BODY, room))
    columns = int(room // _CELL_WIDTH)
    for heading, pieces in said.groups:
        if y + 2 * _HEAD + _CELL_HEIGHT > paper.height - _MARGIN:
            pages.append([])
            y = _MARGIN
        y += 2.2 * _HEAD
        pages[-1].append(_set_line(_MARGIN, y, heading, fonts.bold, _HEAD, room))
        y += 2.0
        for start in range(0, len(pieces), columns):
            if y + _CELL_HEIGHT > paper.height - _MARGIN:
                pages.append([])
                y = _MARGIN
            for column, piece in enumerate(pieces[start : start + columns]):
                pages[-1] += _draw_piece(piece, _MARGIN + column * _CELL_WIDTH, y, fonts)
            y += _CELL_HEIGHT
    return [Picture(0.0, 0.0, paper.width, paper.height, tuple(shapes)) for shapes in pages]


def _draw_piece(piece: ListedPiece, x: float, y: float, fonts: ListFonts) -> Iterator[Shape]:
    scale = min(_THUMB_WIDTH / piece.width, _THUMB_HEIGHT / piece.height)
    width, height = piece.width * scale, piece.height * scale
    top = y + _THUMB_HEIGHT - height
    box = rectangle_segments(x, top, width, height)
    match piece.picture:
        case Picture():
            trim = Clip(rectangle_segments(0.0, 0.0, piece.width, piece.height))
            yield Group((Group(piece.picture.shapes, clip=trim),), (scale, 0.0, 0.0, scale, x, top))
        case bytes():
            yield Image(x, top, width, height, "image/png", piece.picture, piece.key)
    yield Path(box, _FRAME)
    for number, line in enumerate(piece.lines):
        font = fonts.plain if number else fonts.bold
        yield _set_line(x, y + _THUMB_HEIGHT + 1.4 * _SMALL * (number + 1), line, font, _SMALL, _CELL_WIDTH - 3.0)


def set_number(x: float, y: float, number: int, font: Font) -> Text:
    """Return the small number that stands beside a piece."""
    return _set_line(x, y, str(number), font, _SMALL, _CELL_WIDTH)


def _set_line(x: float, y: float, text: str, font: Font, size: float, room: float) -> Text:
    """Return a line that is cut off where there is no more room; characters that the font lacks become `?`."""
    shaper = open_shaper(font)
    says = "".join(char if char in font.advances else "?" for char in text)
    if shaper.measure(says) * size > room:
        while says and shaper.measure(f"{says}...") * size > room:
            says = says[:-1]
        says = f"{says.rstrip()}..."
    return Text(x, y, says, font, size, shaper.measure(says) * size, _INK)
