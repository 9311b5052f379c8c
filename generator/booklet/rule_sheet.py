"""Typeset rules as one sheet of paper, printed on one side or on both, without a title page."""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from msgspec.structs import replace
from reportlab.platypus import Flowable

from generator.booklet.blocks import (
    Block,
    BookContent,
    FaceName,
    Heading,
    Imprint,
    PageBreak,
    StyledText,
    iterate_runs,
    split_title,
)
from generator.booklet.compositor import Compositor
from generator.booklet.flowables import add_bookmark, compose_blocks, draw_rule
from generator.booklet.page_layout import MM, STRONG, PageMeasures, measure_page
from generator.booklet.pages import FOOTER, make_compositor, write_pages
from generator.booklet.pagination import cut_columns
from generator.booklet.stack import Stack, StackStyle
from generator.booklet.structure import marked_artifact
from generator.booklet.title_page import make_colophon
from generator.language.direction import direct_text, is_right_to_left
from generator.language.plurals import count_noun
from generator.model.finding import Finding, Place
from generator.model.paper import Paper

MOST_SIDES = 2
_WIDE = 190.0  # mm: width of paper from which the text stands in two columns
_MARGIN, _FOOT, _GUTTER = 15.0, 17.0, 9.0  # mm
_SIZE, _LEADING = 9.5, 12.5  # pt
_TITLE = 2.6  # in sizes of the text
_FOOT_SIZE = 0.85  # in sizes of the text
_EVEN_STEPS = 8  # halvings by which the columns of the last side are evened out


class ColumnGrid(NamedTuple):
    """The columns of a rule sheet: how many, the measures of the first one, and the way from one to the next, pt."""

    columns: int
    first: PageMeasures
    step: float


class RulesSide(NamedTuple):
    """A side of the sheet: its columns, and by how much they begin below the margin, pt."""

    columns: list[Stack]
    head: float


def print_rule_sheet(book: BookContent, paper: Paper) -> tuple[bytes, int]:
    """Return the PDF and its number of pages, one or two; DataError (GF301) for rules that need more."""
    imprint = book.imprint
    title, rest = split_title(book.blocks, imprint)
    grid = _plan_columns(paper, is_right_to_left(imprint.language))
    compositor = make_compositor(book, grid.first, title, rest, has_pages=False)
    head = _set_head(imprint, compositor)
    sides = _set_sides(rest, head.wrap(_full_width(grid), grid.first.depth)[1], grid, imprint, compositor)
    if len(sides) > MOST_SIDES:
        compositor.findings.append(_explain_excess(sides, rest, paper, compositor))
    pdf = write_pages(
        imprint,
        compositor,
        lambda canvas: _draw_sides(canvas, title, head, sides, grid, imprint=imprint, compositor=compositor),
    )
    return pdf, len(sides)


def _plan_columns(paper: Paper, rtl: bool) -> ColumnGrid:
    """Return the columns for a paper, with type that grows on large paper as that of the booklet does."""
    count = 2 if paper.width >= _WIDE else 1
    page = measure_page(paper, rtl=rtl)
    measure = (paper.width - 2 * _MARGIN * page.scale - (count - 1) * _GUTTER * page.scale) / count
    first = replace(
        page,
        left=_MARGIN * page.scale * MM,
        top=(paper.height - _MARGIN * page.scale) * MM,
        bottom=_FOOT * page.scale * MM,
        measure=measure * MM,
        hang=0.0,
        size=_SIZE * page.scale,
        leading=_LEADING * page.scale,
    )
    return ColumnGrid(count, first, (measure + _GUTTER * page.scale) * MM)


def _full_width(grid: ColumnGrid) -> float:
    return grid.first.measure + (grid.columns - 1) * grid.step


def _set_head(imprint: Imprint, compositor: Compositor) -> Stack:
    """Return the title, the line about the game, and the number of players, over the whole width."""
    m, compositor = compositor.measures, compositor.compose_within(compositor.tags.front)
    texts: tuple[tuple[str, FaceName, float, float, str], ...] = (
        (imprint.title, "serif-bold", m.size * _TITLE, m.size * _TITLE * 1.15, "H1"),
        (imprint.about, "serif-italic", m.size * 1.1, m.leading, "P"),
        (" · ".join(imprint.facts), "sans-bold", m.size, m.leading, "P"),
    )
    lines = []
    for text, face, size, leading, kind in texts:
        if text:
            style = compositor.make_style(face, size, leading, spaceAfter=m.leading * 0.25)
            lines.append(compositor.make_paragraph((StyledText(text, face, 0),), style, kind))

    def draw_head_rule(canvas: Any, width: float, height: float) -> None:
        draw_rule(canvas, 0, width, -m.leading * 0.5, STRONG, paint=compositor.accent)

    return Stack(lines, StackStyle(first=draw_head_rule))


def _set_sides(
    blocks: Sequence[Block], head: float, grid: ColumnGrid, imprint: Imprint, compositor: Compositor
) -> list[RulesSide]:
    """Return the sides of the sheet: a page break begins a new one, and the credits stand below the end of the text."""
    sides = list[RulesSide]()
    m, end = grid.first, make_colophon(imprint, compositor)
    parts = list(_split_at_sides(blocks, compositor))
    for number, inside in enumerate(parts):
        flowables = compose_blocks(inside, compositor, m.measure)
        if compositor.findings:
            continue  # what does not fit a column is told; the pages do not matter any more
        flowables += [end] if end and number == len(parts) - 1 else []
        sides += _fill_sides(flowables, 0.0 if sides else head + m.leading * 1.6, grid)
    return sides


def _split_at_sides(blocks: Sequence[Block], compositor: Compositor) -> Iterator[list[Block]]:
    """Yield the blocks of each part that begins a side; report a back cover, which a sheet does not have (GF301)."""
    part = list[Block]()
    for block in blocks:
        if not isinstance(block, PageBreak):
            part.append(block)
            continue
        if block.back_cover:
            says = "a rule sheet has no back cover; leave `<!-- back cover -->` out"
            compositor.findings.append(Finding("GF301", Place(compositor.place_file, block.line), says))
        yield part
        part = []
    yield part


def _fill_sides(flowables: Sequence[Flowable], head: float, grid: ColumnGrid) -> list[RulesSide]:
    """Return the sides that the flowables take; the columns of the last one are about equally long."""
    count, m = grid.columns, grid.first
    short = dict.fromkeys(range(count), head)
    columns = cut_columns(flowables, m, short)
    last = (len(columns) - 1) // count * count
    fewer, more = 0.0, m.depth - short.get(last, 0.0)  # by how much the columns of the last side may be shorter
    for _ in range(_EVEN_STEPS if count > 1 and last < MOST_SIDES * count else 0):
        middle = (fewer + more) / 2
        tried = {at: short.get(at, 0.0) + middle for at in range(last, last + count)}
        even = cut_columns(flowables, m, {**short, **tried})
        if len(even) <= last + count:
            fewer, columns = middle, even
        else:
            more = middle
    starts = range(0, len(columns), count)
    return [RulesSide(columns[at : at + count], 0.0 if at else head) for at in starts] or [RulesSide([], head)]


def _explain_excess(
    sides: Sequence[RulesSide], blocks: Sequence[Block], paper: Paper, compositor: Compositor
) -> Finding:
    """Return the finding for rules that are too long (GF301), at the line where the second side is full."""
    m = compositor.measures
    placed = {id(getattr(child, "block", None)) for child in _list_children(sides[:MOST_SIDES])}
    after = max((at for at, block in enumerate(blocks, 1) if id(block) in placed), default=0)  # pieces have no block
    line = next((lines[0] for _, lines in iterate_runs(blocks[after:])), 1)
    over = sum(column.wrap(m.measure, m.depth)[1] for side in sides[MOST_SIDES:] for column in side.columns)
    lines = count_noun(max(1, round(over / m.leading)), "line")
    says = f"the rule sheet is about {lines} too long for two sides of {paper.name} paper"
    advice = "the text from here on does not fit; shorten the rules, or use `form: booklet`"
    return Finding("GF301", Place(compositor.place_file, line), f"{says}: {advice}")


def _list_children(sides: Sequence[RulesSide]) -> Iterator[Flowable]:
    return (child for side in sides for column in side.columns for child in column.children)


def _draw_sides(
    canvas: Any,
    title: Heading,
    head: Stack,
    sides: Sequence[RulesSide],
    grid: ColumnGrid,
    imprint: Imprint,
    compositor: Compositor,
) -> None:
    """Draw the sides: the head on the first one, the columns, and a line at the foot."""
    m = grid.first
    for number, side in enumerate(sides, 1):
        if number == 1:
            add_bookmark(canvas, title, 0, m.height - 12)
            head.wrap(_full_width(grid), m.depth)
            head.drawOn(canvas, m.left, m.top - head.height)
        for at, column in enumerate(side.columns):
            column.wrap(m.measure, m.depth)
            place = grid.columns - 1 - at if m.rtl else at
            column.drawOn(canvas, m.left + place * grid.step, m.top - side.head - column.height)
        _draw_foot(canvas, number, len(sides), _full_width(grid), imprint, compositor=compositor)
        canvas.showPage()


def _draw_foot(canvas: Any, number: int, of: int, width: float, imprint: Imprint, compositor: Compositor) -> None:
    """Draw the number of the side at the right if there are two."""
    m, terms = compositor.measures, imprint.terms
    base = m.bottom - m.leading * 1.6
    if of == 1:
        return
    with marked_artifact(canvas, FOOTER):
        canvas.setFont(compositor.names["sans"], m.size * _FOOT_SIZE)
        told = terms.page.format(number=number, pages=of)
        canvas.drawRightString(m.left + width, base, direct_text(told, m.rtl))
