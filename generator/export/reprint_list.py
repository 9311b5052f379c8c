"""Draw the first pages of a reprint, with small pictures, and the numbers of the list beside its pieces; mm."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from generator.fonts.shaping import open_shaper
from generator.geometry.bounds import boxes_overlap, segment_bounds
from generator.geometry.matrix import IDENTITY, Matrix, multiply_matrices
from generator.geometry.path import rectangle_segments
from generator.geometry.types import Box, Segment
from generator.model.paper import Paper
from generator.model.picture import Font, Group, Image, Paint, Path, Picture, Shape, Text
from generator.model.sheet import Page, Placement

_MARGIN = 15.0
_CELL_WIDTH = 40.0  # at least
_BETWEEN = 5.0  # between cells
_PICTURE_WIDTH, _PICTURE_HEIGHT = 38.0, 36.0  # at most
_COMMON = 140.0  # what is longer is drawn at a scale of its own, so that the others are not too small
_SMALLEST = 7.0  # of the longer side of a picture
_ARROW = 9.0
_TITLE, _HEAD, _BODY, _SMALL = 6.0, 4.6, 3.6, 3.0  # mm per em
_LEADING = 1.4
_INK, _SOFT = Paint(fill="#000000"), Paint(fill="#555555")
_FRAME = Paint(fill=None, stroke="#6b6b6b", width=0.2)
_RULE = Paint(fill=None, stroke="#000000", width=0.3)
_CLOSE = 0.9  # from the art to its number
_CLEAR = 0.5  # from a number to what else there is
_CAPITAL = 0.7  # em: figures are no higher


class ListedPicture(NamedTuple):
    """A picture of a piece as PNG with its digest, and the size that the piece has on the paper.

    None if the sheets with the piece are not at hand.
    """

    picture: bytes | None
    key: str
    width: float
    height: float


class ListedEntry(NamedTuple):
    """An entry of the list: its lines of text, the first in bold, and its pictures.

    An arrow leads from the first picture to the second if it `is_change`.
    """

    lines: tuple[str, ...]
    pictures: tuple[ListedPicture, ...]
    is_change: bool = False


class ListedGroup(NamedTuple):
    """Entries below a heading, and the heading if it stands on a further page."""

    heading: str
    continued: str
    entries: Sequence[ListedEntry]


class ReprintList(NamedTuple):
    """What the pages say: a title, lines below it, and the entries; `no_picture` stands in place of a lost picture."""

    title: str
    lines: tuple[str, ...]
    groups: tuple[ListedGroup, ...]
    no_picture: str = ""


class ListFonts(NamedTuple):
    """The fonts of the pages."""

    plain: Font
    bold: Font


def draw_list(said: ReprintList, paper: Paper, fonts: ListFonts) -> list[Picture]:
    """Return the pages."""
    writer = _ListWriter(said, paper, fonts)
    writer.write_head()
    for group in said.groups:
        writer.write_group(group)
    return [Picture(0.0, 0.0, paper.width, paper.height, tuple(shapes)) for shapes in writer.pages]


class _ListWriter:
    """Writes down the pages; `y` is how far the last one is filled."""

    def __init__(self, said: ReprintList, paper: Paper, fonts: ListFonts) -> None:
        self.pages: list[list[Shape]] = [[]]
        self._said, self._fonts = said, fonts
        self._y, self._end, self._room = _MARGIN, paper.height - _MARGIN, paper.width - 2 * _MARGIN
        self._scale = _find_scale([each for group in said.groups for entry in group.entries for each in entry.pictures])

    def write_head(self) -> None:
        """Write the title and the lines below it."""
        self._write_line(self._said.title, self._fonts.bold, _TITLE, 0.0)
        self._y += 1.0
        for line in self._said.lines:
            for text in wrap_line(line, self._fonts.plain, _BODY, self._room):
                self._write_line(text, self._fonts.plain, _BODY, 0.45 * _BODY)

    def _write_line(self, text: str, font: Font, size: float, above: float) -> None:
        self._y += above + size
        self.pages[-1].append(_set_line(_MARGIN, self._y, text, font, size, room=self._room))

    def write_group(self, group: ListedGroup) -> None:
        """Write a heading and its entries in rows; the heading is repeated on each page."""
        columns = max(1, int((self._room + _BETWEEN) // (_CELL_WIDTH + _BETWEEN)))
        wide = any(entry.is_change for entry in group.entries)
        columns = max(1, columns // 2) if wide else columns
        width = (self._room + _BETWEEN) / columns
        heading = group.heading
        for start in range(0, len(group.entries), columns):
            row = group.entries[start : start + columns]
            shown = (each for entry in row for each in entry.pictures)
            high = max((each.height * self._scale_picture(each) for each in shown), default=0.0)
            need = high + 4.0 + _LEADING * _SMALL * max(len(entry.lines) for entry in row)
            if self._y + need + (_HEAD + 14.0 if heading else 5.0) > self._end and self.pages[-1]:
                self.pages.append([])
                self._y, heading = _MARGIN - 8.0, group.continued
            if heading:
                self._write_heading(heading)
                heading = ""
            for column, entry in enumerate(row):
                self.pages[-1] += self._draw_entry(entry, _MARGIN + column * width, high, width - _BETWEEN)
            self._y += need + 4.0

    def _write_heading(self, heading: str) -> None:
        self._write_line(heading, self._fonts.bold, _HEAD, 8.0)
        self._y += 1.8
        line = (("M", _MARGIN, self._y), ("L", _MARGIN + self._room, self._y))
        self.pages[-1].append(Path(line, _RULE))
        self._y += 4.5

    def _scale_picture(self, shown: ListedPicture) -> float:
        """Return the scale of a picture: that of the list, but for what would be too large or too small."""
        fits = min(_PICTURE_WIDTH / shown.width, _PICTURE_HEIGHT / shown.height)
        return min(fits, max(self._scale, _SMALLEST / max(shown.width, shown.height)))

    def _draw_entry(self, entry: ListedEntry, x: float, high: float, room: float) -> Iterator[Shape]:
        """Yield the pictures of an entry, which stand on one line, and its text below them."""
        bottom, at = self._y + high, x
        for number, shown in enumerate(entry.pictures):
            if number and entry.is_change:
                yield from _draw_arrow(at, bottom - high / 2)
                at += _ARROW
            elif number:
                at += 2.0
            yield from self._draw_picture(shown, at, bottom)
            at += shown.width * self._scale_picture(shown)
        for number, line in enumerate(entry.lines):
            font = self._fonts.plain if number else self._fonts.bold
            yield _set_line(x, bottom + 1.0 + _LEADING * _SMALL * (number + 1), line, font, _SMALL, room=room)

    def _draw_picture(self, shown: ListedPicture, x: float, bottom: float) -> Iterator[Shape]:
        scale = self._scale_picture(shown)
        width, height = shown.width * scale, shown.height * scale
        top = bottom - height
        if shown.picture is not None:
            yield Image(x, top, width, height, "image/png", data=shown.picture, key=shown.key)
        else:
            lines = wrap_line(self._said.no_picture, self._fonts.plain, _SMALL, width - 2.0)
            for number, line in enumerate(lines, 1):
                y = top + height / 2 + _LEADING * _SMALL * (number - len(lines) / 2) - 0.5 * _SMALL
                yield _set_line(x + 1.0, y, line, self._fonts.plain, _SMALL, room=width - 2.0, paint=_SOFT)
        yield Path(rectangle_segments(x, top, width, height), _FRAME)


def _find_scale(shown: Sequence[ListedPicture]) -> float:
    """Return the largest scale, at most 1, at which all pictures fit but for those that have a scale of their own."""
    some = [each for each in shown if max(each.width, each.height) <= _COMMON] or list(shown)
    return min([1.0, *(min(_PICTURE_WIDTH / each.width, _PICTURE_HEIGHT / each.height) for each in some)])


def _draw_arrow(x: float, y: float) -> Iterator[Shape]:
    start, end = x + 2.0, x + _ARROW - 2.0
    yield Path((("M", start, y), ("L", end, y)), _RULE)
    yield Path((("M", end - 1.6, y - 1.2), ("L", end, y), ("L", end - 1.6, y + 1.2)), _RULE)


def set_number(x: float, y: float, number: int, font: Font) -> Text:
    """Return the small number that stands above a piece, with its middle at x."""
    text = _set_line(0.0, y, str(number), font, _SMALL, room=_CELL_WIDTH)
    return Text(x - text.width / 2, y, text.text, font, text.size, width=text.width, paint=text.paint)


def wrap_line(text: str, font: Font, size: float, room: float) -> list[str]:
    """Return a text in lines that fit the room, as far as words can be kept whole."""
    shaper, lines = open_shaper(font), list[str]()
    for word in text.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and shaper.measure(font.replace_missing(longer)) * size <= room:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


def _set_line(x: float, y: float, text: str, font: Font, size: float, room: float, paint: Paint = _INK) -> Text:
    """Return a line that is cut off where there is no more room; characters that the font lacks become `?`."""
    shaper = open_shaper(font)
    says = font.replace_missing(text)
    if shaper.measure(says) * size > room:
        while says and shaper.measure(f"{says}...") * size > room:
            says = says[:-1]
        says = f"{says.rstrip()}..."
    return Text(x, y, says, font, size, width=shaper.measure(says) * size, paint=paint)


def number_page(page: Page, numbers: Mapping[str, int], font: Font) -> Page:
    """Return a page with a small number beside each front: in the middle above it, if there is room."""
    marks = [*list_boxes((*page.furniture, *page.label))]
    shown = list[Text]()
    for placed in page.placements:
        if placed.side == "front":
            others = [_bound_art(each) for each in page.placements if each is not placed]
            trims = [_bound_trim(each) for each in page.placements if each is not placed]
            spots = [*_list_spots(placed, numbers[placed.id], font)]
            known = *marks, *list_boxes(shown)
            free = (spot for taken in (others, trims) for spot in spots if _is_clear(spot, [*known, *taken]))
            shown.append(next(free, spots[0]))
    return replace(page, furniture=(*page.furniture, *shown))


def _list_spots(placed: Placement, number: int, font: Font) -> Iterator[Text]:
    """Yield the number where it can stand, the best place first: above the piece, below it, beside it, on its bleed."""
    text = set_number(0.0, 0.0, number, font)
    high, half = _CAPITAL * text.size, text.width / 2
    for left, top, right, bottom in (_bound_art(placed), _bound_trim(placed)):
        for y in (top - _CLOSE, bottom + _CLOSE + high):
            for share in (0.5, 0.3, 0.7):
                yield set_number(placed.x + share * placed.width, y, number, font)
        for x in (left - _CLOSE - half, right + _CLOSE + half):
            yield set_number(x, placed.y + (placed.height + high) / 2, number, font)


def _is_clear(text: Text, taken: Sequence[Box]) -> bool:
    (box,) = list_boxes((text,))
    left, top, right, bottom = box
    return not any(boxes_overlap((left - _CLEAR, top, right + _CLEAR, bottom), each) for each in taken)


def _bound_trim(placed: Placement) -> Box:
    return placed.x, placed.y, placed.x + placed.width, placed.y + placed.height


def _bound_art(placed: Placement) -> Box:
    left, top, right, bottom = placed.clip
    return placed.x - left, placed.y - top, placed.x + placed.width + right, placed.y + placed.height + bottom


def list_boxes(shapes: Sequence[Shape], matrix: Matrix = IDENTITY) -> Iterator[Box]:
    """Yield the boxes of texts, and of each stroke of paths."""
    for shape in shapes:
        match shape:
            case Group():
                yield from list_boxes(shape.shapes, multiply_matrices(matrix, shape.matrix))
            case Path():
                starts = [at for at, segment in enumerate(shape.segments) if segment[0] == "M"]
                strokes = (shape.segments[start:end] for start, end in zip(starts, [*starts[1:], None], strict=True))
                yield from (box for stroke in strokes if (box := segment_bounds(stroke, matrix)))
            case Text():
                corners: list[Segment] = [("M", shape.x, shape.y - _CAPITAL * shape.size)]
                corners.append(("L", shape.x + shape.width, shape.y))
                yield from (box for box in [segment_bounds(corners, matrix)] if box)
