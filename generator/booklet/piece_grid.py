"""A table of pieces as a grid of panels: pictures in one scale, how many there are, and what they are."""

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate, repeat
from operator import mul
from typing import NamedTuple

from msgspec import Struct
from reportlab.lib.colors import HexColor
from reportlab.platypus import Flowable

from generator.booklet.blocks import StyledText, TableBlock, TableRow, TextRuns, to_plain_text
from generator.booklet.compositor import ALIGNMENTS, Compositor
from generator.booklet.figures import ThumbnailRow, fit_row, is_board, row_width
from generator.booklet.page_layout import FINE, MM
from generator.booklet.structure import marked_artifact

PIECES_DEEP = (0.9, 0.82, 0.74, 0.66, 0.58, 0.5, 0.42, 0.34)  # of the page, tried in this order
_COLUMN = 62.0 * MM  # about the width of a panel
_GAP, _PAD = 2.4 * MM, 2.2 * MM  # between panels, and between the edge of one and what it holds
_BESIDE = 0.5  # of a panel over all columns: pictures that are no wider have their words beside them
_BOARD_WIDE, _BOARD_HIGH = 0.46, 0.28  # of that panel and of the height of the grid: the most for a board
_NUMERAL = 2.6  # the size of how many, in sizes of the text
_RISE = 0.13  # of that size, by which the number stands higher: its top is that of the name
_UNBOUNDED = 1e6
_MOST_BLANK = 0.4  # of the height of the grid, that panels grow where their page has room
_MUCH = 1.15  # by how much pieces are larger so that a board gives up its row
_FACTORS = tuple(accumulate(repeat(0.96, 57), mul, initial=1.0))  # of the scale of the pictures: down to a tenth
_LEAP = 4  # every so many of these are tried first; what fits at one of them need not fit at all that are smaller
_SMALLEST = 8.0  # mm, for the longer side of a picture: one that would be smaller is in a larger scale, which is said
_NOTICED = 1.1  # by which it is larger at least
_PALE = 0.93  # of white in the ground of a panel on white
_NUMBER = re.compile(r"\d+")


class _Piece(NamedTuple):
    """What a row of the table says: its pictures, how many there are, and the words, also if pictures are larger."""

    pictures: tuple[StyledText, ...]
    count: Flowable
    words: Flowable
    noted: Flowable
    element: ThumbnailRow | None


class _Shown(NamedTuple):
    """How a piece is shown: the size of its pictures, side by side, pt, and its words."""

    wide: float
    high: float
    words: Flowable


class _Panel(Struct):
    """A panel in the grid, pt: its piece, the words, place from the top left, size, and the height of its pictures."""

    piece: _Piece
    words: Flowable
    x: float
    y: float
    width: float
    height: float
    deep: float
    beside: bool


def read_pieces(block: TableBlock) -> list[tuple[TextRuns, TextRuns, TextRuns]] | None:
    """Return the pictures, the number and the words of each row; None for a table without these columns.

    The first of the other columns is the name of the piece, which is set in bold above what the rest says.
    """
    columns = [*zip(*(row.cells for row in block.rows), strict=True)]
    shown = next((at for at, cells in enumerate(columns) if any(run.image for cell in cells for run in cell)), None)
    counted = next((at for at, cells in enumerate(columns) if any(map(_is_number, cells))), None)
    if shown is None or counted is None:
        return None
    return [(row.cells[shown], row.cells[counted], _join_words(row, {shown, counted})) for row in block.rows]


def _is_number(cell: TextRuns) -> bool:
    return to_plain_text(cell).isdecimal() and not any(run.image or run.icon for run in cell)


def _join_words(row: TableRow, taken: set[int]) -> TextRuns:
    said, text = [cell for at, cell in enumerate(row.cells) if at not in taken], list[StyledText]()
    for number, cell in enumerate(said):
        begin = [StyledText("\n", "serif", row.line)] if number and to_plain_text(cell) else []
        text += [*begin, *(cell if number else (run._replace(face="sans-bold") for run in cell))]
    return tuple(text)


class PieceGrid(Flowable):  # type: ignore[misc]
    """Panels side by side, as large as fits a height; alone in its row, one has its words beside its pictures."""

    def __init__(self, rows: Sequence[tuple[TextRuns, TextRuns, TextRuns]], compositor: Compositor) -> None:
        super().__init__()
        self.compositor, m = compositor, compositor.measures
        self.out = 0.0 if m.gutter else m.hang
        self.width = m.measure + self.out
        self.columns = max(round(self.width / (_COLUMN * m.scale)), 1)
        around = compositor.compose_within(compositor.add_element("L"))
        self.pieces = [_set_piece(*row, around.compose_within(around.add_element("LI"))) for row in rows]
        self.spaceBefore, self.spaceAfter = m.leading * 0.5, m.leading
        self._can_enlarge = bool(compositor.terms.larger)
        self._heights = dict[tuple[int, float], float]()
        self.fit(m.depth * compositor.pieces_deep)

    def wrap(self, width: float, height: float) -> tuple[float, float]:
        """Return the size of the grid, pt."""
        return self.width, self.height

    def fit(self, target: float) -> None:
        """Make the pictures as large as a height, pt, allows."""
        self.panels, self.scales, self.height = self._fit(target)
        self.laid = None

    def stretch(self, extra: float) -> None:
        """Make the pictures as large as a height allows that is `extra` more, pt, and the panels fill it."""
        self.fit(self.height + extra)
        rows = sorted({panel.y for panel in self.panels})
        each = min(max(0.0, self._target - self.height), self.height * _MOST_BLANK) / len(rows)
        for panel in self.panels:
            panel.y += each * rows.index(panel.y)
            panel.height += each
            panel.deep += each if not panel.beside else 0.0
        self.height += each * len(rows)

    def _fit(self, target: float) -> tuple[list[_Panel], Mapping[str, float], float]:
        """Return the panels, the scales of the pictures and the height, with pieces as large as a target, pt, allows.

        A board has a row of its own, unless the pieces are much larger where it has not.
        """
        self._target = target
        apart, among = (self._fit_pieces(target, wide) for wide in (True, False))
        return (among if among[0] > apart[0] * _MUCH else apart)[1:]

    def _fit_pieces(self, target: float, wide_boards: bool) -> tuple[float, list[_Panel], Mapping[str, float], float]:
        """Return about the largest scale of the pieces, and what `_fit` does; it may be too high at the least scale."""

        def fits(step: int) -> bool:
            return self._set_pieces(_FACTORS[step], wide_boards)[-1] <= target

        least = len(_FACTORS) - 1
        found = next(filter(fits, range(0, least, _LEAP)), least)
        step = next(filter(fits, range(max(found - _LEAP + 1, 0), found)), found)
        return self._set_pieces(_FACTORS[step], wide_boards)

    def _set_pieces(self, factor: float, wide_boards: bool) -> tuple[float, list[_Panel], Mapping[str, float], float]:
        """Return the scale of the pieces, which is given, and what `_fit` does."""
        scales = dict[str, float]()
        for piece in self.pieces:
            scales |= self._scale(piece, factor, wide_boards)
        panels = list(self._place(scales, factor, wide_boards))
        return factor, panels, scales, max(panel.y + panel.height for panel in panels)

    @property
    def _column(self) -> float:
        """Return the width of a panel that is one of several in its row, pt."""
        return (self.width - _GAP * (self.columns - 1)) / self.columns

    def _scale(self, piece: _Piece, factor: float, wide_boards: bool) -> dict[str, float]:
        """Return the scales of the pictures of a piece: that of all pieces, less for a board, more for tiny ones.

        These are as large as is legible or as a panel in one of the columns allows, but never larger than they are.
        """
        shown = {run.image: self.compositor.thumbnails[run.image] for run in piece.pictures}
        column = self._column - 2 * _PAD - 0.01
        wide = self.width * _BOARD_WIDE if wide_boards else column
        most = fit_row([shown[run.image] for run in piece.pictures], 1.0, column) / MM if self._can_enlarge else 0.0
        scales = dict[str, float]()
        for name, figure in shown.items():
            larger = min(most, _SMALLEST / max(figure.width, figure.height))
            scales[name] = larger if larger > factor * _NOTICED else factor
            if is_board(figure):
                scales[name] = min(factor, wide / MM / figure.width, self._target * _BOARD_HIGH / MM / figure.height)
        return scales

    def _place(self, scales: Mapping[str, float], factor: float, wide_boards: bool) -> Iterator[_Panel]:
        """Yield the panels of one row after the other."""
        row, y = list[_Piece](), 0.0
        sizes = {id(piece): self._measure(piece, scales, factor) for piece in self.pieces}
        for at, piece in enumerate(self.pieces):
            fits = sizes[id(piece)].wide <= self._column - 2 * _PAD and not (wide_boards and self._has_board(piece))
            row += [piece] if fits else []
            last = at + 1 == len(self.pieces)
            if row and (not fits or len(row) == self.columns or last):
                made = list(self._place_row(row, sizes, y))
                yield from made
                row, y = [], y + made[0].height + _GAP
            if not fits:
                made = list(self._place_row([piece], sizes, y))
                yield from made
                y += made[0].height + _GAP

    def _has_board(self, piece: _Piece) -> bool:
        return any(is_board(self.compositor.thumbnails[run.image]) for run in piece.pictures)

    def _measure(self, piece: _Piece, scales: Mapping[str, float], factor: float) -> _Shown:
        """Return how a piece is shown, whose words say so if its pictures are in a larger scale than the others."""
        shown = [(self.compositor.thumbnails[run.image], scales[run.image] * MM) for run in piece.pictures]
        wide = row_width(len(shown), (figure.width * scale for figure, scale in shown)) if shown else 0.0
        is_larger = any(scale > factor * MM for _, scale in shown)
        high = max((figure.height * scale for figure, scale in shown), default=0.0)
        return _Shown(wide, high, piece.noted if is_larger else piece.words)

    def _place_row(self, row: Sequence[_Piece], sizes: Mapping[int, _Shown], y: float) -> Iterator[_Panel]:
        width = (self.width - _GAP * (len(row) - 1)) / len(row)
        shown = [sizes[id(piece)] for piece in row]
        deep = max(each.high for each in shown)
        beside = len(row) == 1 and shown[0].wide <= width * _BESIDE
        room = width * (1 - _BESIDE) - 2 * _PAD if beside else width - 2 * _PAD
        high = max(self._words_height(piece, each.words, room) for piece, each in zip(row, shown, strict=True))
        height = 2 * _PAD + (max(deep, high) if beside else deep + high + (_PAD if deep else 0.0))
        for at, (piece, each) in enumerate(zip(row, shown, strict=True)):
            x = (len(row) - 1 - at if self.compositor.rtl else at) * (width + _GAP)
            yield _Panel(piece, each.words, x, y, width=width, height=height, deep=deep, beside=beside)

    def _words_height(self, piece: _Piece, words: Flowable, room: float) -> float:
        known = self._heights.get((id(words), room))
        if known is None:
            counted = piece.count.wrap(room, _UNBOUNDED)[1]
            known = float(max(counted, words.wrap(room - self._count_width(piece), _UNBOUNDED)[1]))
            self._heights[id(words), room] = known
        return known

    def _count_width(self, piece: _Piece) -> float:
        """Return the width that how many takes beside the words, pt."""
        return float(piece.count.minWidth()) + self.compositor.measures.size * 0.7

    def draw(self) -> None:
        """Draw each panel: its ground, then its pictures, how many, and its words."""
        for panel in self.panels:
            self._draw_ground(panel)
            pictures = panel.piece.element
            left, top = panel.x + _PAD - self.out, self.height - panel.y - _PAD
            room = panel.width - 2 * _PAD
            words_top, at = top, left
            if pictures:
                pictures.scale_to(self.scales)
                wide, high = pictures.wrap(room, panel.height)
                place = room * _BESIDE if panel.beside else room
                area = panel.height - 2 * _PAD if panel.beside else panel.deep
                start = left + room - place if panel.beside and self.compositor.rtl else left
                pictures.drawOn(self.canv, start + (place - wide) / 2, top - (area + high) / 2)
                if panel.beside:
                    at, room = (left if self.compositor.rtl else left + place + _PAD), room - place - _PAD
                    words_top = top - (panel.height - 2 * _PAD - self._words_height(panel.piece, panel.words, room)) / 2
                else:
                    words_top = top - panel.deep - _PAD
            self._draw_words(panel, at, words_top, room)

    def _draw_ground(self, panel: _Panel) -> None:
        canvas, compositor = self.canv, self.compositor
        with marked_artifact(canvas):
            canvas.setFillColor(
                "#FFFFFF" if compositor.on_tint or not compositor.has_tint else compositor.mix_tint(_PALE)
            )
            canvas.setStrokeColor(compositor.accent)
            canvas.setLineWidth(FINE)
            y = self.height - panel.y - panel.height
            canvas.rect(panel.x - self.out, y, panel.width, panel.height, stroke=not compositor.has_tint, fill=1)
            canvas.setFillColor("#000000")

    def _draw_words(self, panel: _Panel, left: float, top: float, room: float) -> None:
        """Draw how many there are, and the words beside that, with their first lines on one base."""
        taken, rtl, count = self._count_width(panel.piece), self.compositor.rtl, panel.piece.count
        high = count.wrap(taken, _UNBOUNDED)[1]
        lift = self.compositor.measures.size * _NUMERAL * _RISE
        count.drawOn(self.canv, left + room - taken if rtl else left, top - high + lift)
        high = panel.words.wrap(room - taken, _UNBOUNDED)[1]
        panel.words.drawOn(self.canv, left if rtl else left + taken, top - high)


def _set_piece(pictures: TextRuns, count: TextRuns, words: TextRuns, compositor: Compositor) -> _Piece:
    """Return a row of the table, set: a number in large type, and what follows it below in small type."""
    m = compositor.measures
    shown = tuple(run for run in pictures if run.image)
    text, line = to_plain_text(count), count[0].line if count else 0
    number = _NUMBER.match(text)
    large = compositor.numerals
    size = m.size * _NUMERAL
    style = compositor.make_style(
        large, size, size * 0.95, textColor=HexColor(compositor.accent), alignment=ALIGNMENTS["center"]
    )
    label, body = (compositor.compose_within(compositor.add_element(kind)) for kind in ("Lbl", "LBody"))
    row = ThumbnailRow(shown, compositor.thumbnails, {}, "left", body.add_element("")) if shown else None
    counted = label.make_paragraph((StyledText(number[0] if number else text, large, line),), style, "")
    rest = text[number.end() :].strip() if number else ""
    said = (*words, StyledText(f"\n({rest})", "serif", line)) if rest else words
    style = compositor.make_style("serif", m.size * 0.92, m.leading * 0.9)
    note = StyledText(f"\n{compositor.terms.larger}", "serif-italic", line)
    plain, noted = body.make_paragraph(said, style, "P"), body.make_paragraph((*said, note), style, "")
    noted.element = plain.element
    return _Piece(shown, counted, plain, noted, row)


def set_piece_grid(block: TableBlock, compositor: Compositor) -> PieceGrid | None:
    """Return the table of pieces as a grid; None for one without pictures and numbers, or that needs several pages."""
    rows = read_pieces(block)
    begun = len((compositor.within or compositor.tags.body).kids)
    grid = PieceGrid(rows, compositor) if rows else None
    if grid and grid.height <= compositor.measures.depth:
        return grid
    del (compositor.within or compositor.tags.body).kids[begun:]
    return None
