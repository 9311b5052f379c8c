"""A record and fonts go in, the pictures of its pages come out."""

from collections.abc import Iterator, Mapping, Sequence

from generator.booklet.record.galley import Form, Line, drawable, galley
from generator.booklet.record.plain_text import Piece
from generator.model.paper import Paper
from generator.model.picture import Font, Paint, Path, Picture, Text
from generator.model.record import Record

_INK = Paint()
_RULE = 0.9  # mm between a rule and the line below it
_BELOW = 1.1  # mm between repeated heads and the line below them


def leaves(record: Record, paper: Paper, fonts: Mapping[str, Font]) -> list[Picture]:
    """Return the pages of a record, each as large as the paper.

    `fonts` holds the faces serif, serif-bold, serif-italic, sans and sans-bold. A character that its face has no glyph
    for is shown by its number: a record has to show what was found, whatever it is.
    """
    form = Form(paper, fonts)
    pages = list(_cut(list(galley(record, form)), form.depth))
    return [
        Picture(
            0, 0, paper.width, paper.height, (*_frame(record, paper, form, number, len(pages)), *_drawn(page, form))
        )
        for number, page in enumerate(pages, 1)
    ]


def _cut(column: Sequence[Line], depth: float) -> Iterator[list[Line]]:
    """Cut the column into pages: what leads stays with what follows, as long as a page can hold both."""
    page: list[Line] = []
    used = 0.0
    for group in _together(column):
        tall = sum(line.above + line.height for line in group)
        if page and used + tall > depth:
            yield page
            page = list(group[0].heads)
            used = sum(line.above + line.height for line in page)
        for line in group:
            if page and used + line.above + line.height > depth:
                yield page
                page, used = list(line.heads), sum(head.above + head.height for head in line.heads)
            page.append(_first(line) if page == list(line.heads) else line)
            used += page[-1].above + line.height
    if page:
        yield page


def _first(line: Line) -> Line:
    """Return what stands first on a page, or first below the heads that it repeats: a little below, with no rule."""
    return line._replace(above=_BELOW if line.heads else 0.0, over=None)


def _together(column: Sequence[Line]) -> Iterator[list[Line]]:
    group: list[Line] = []
    for line in column:
        group.append(line)
        if not line.leads:
            yield group
            group = []
    if group:
        yield group


def _drawn(page: Sequence[Line], form: Form) -> Iterator[Text | Path]:
    y = form.top
    for line in page:
        if line.over is not None:
            yield _rule(form, y + line.above - _RULE, line.over)
        y += line.above + line.height
        for piece in line.pieces:
            yield _text(piece, form.side + piece.x, y - 0.3 * line.height, form)
        if line.under is not None:
            yield _rule(form, y, line.under)


def _rule(form: Form, y: float, paint: Paint) -> Path:
    return Path((("M", form.side, y), ("L", form.side + form.width, y)), paint)


def _text(piece: Piece, x: float, y: float, form: Form) -> Text:
    font, size = form.faces[piece.look]
    shown = drawable(piece.text, font)
    return Text(x, y, shown, font, size, form.measure(piece.text, piece.look), _INK)


def _frame(record: Record, paper: Paper, form: Form, number: int, of: int) -> Iterator[Text]:
    """Yield the running head, but for the first page, which has the title itself, and the last line."""
    base = form.top * 0.55
    if number > 1:
        yield _text(Piece(0, record.title, "plain"), form.side, base, form)
    page = Piece(0, f"page {number} of {of}", "plain")
    yield _text(page, form.side + form.width - form.measure(page.text, "plain"), base, form)
    yield _text(Piece(0, record.last, "plain"), form.side, paper.height - form.bottom * 0.45, form)
