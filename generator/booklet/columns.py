"""Set the blocks of loose pages in two columns, with wide figures and tables across both."""

from collections.abc import Iterator, Sequence
from itertools import groupby, pairwise
from typing import Any, NamedTuple

from msgspec.structs import replace
from reportlab.platypus import Flowable

from generator.booklet.blocks import Block, ContentsBlock, FigureBlock, Heading, Paragraph, TableBlock, to_plain_text
from generator.booklet.compositor import Compositor
from generator.booklet.filling import fill_pages
from generator.booklet.flowables import compose_blocks
from generator.booklet.page_art import PageHead
from generator.booklet.page_layout import MM, PageMeasures
from generator.booklet.stack import Stack, StackStyle
from generator.booklet.tables import fits_unbroken

_TRIALS = 5  # at the height at which two columns end together
_FEWEST_LINES = 4.0  # of a column
_SQUEEZES, _SHORT = (0.85, 0.7), 0.25  # of the space between blocks; a last page shorter than that is avoided
_MOST_CELLS, _MOST_LETTERS = 3, 44  # of a row of a table in one column


class Band(NamedTuple):
    """Something set on a page: how far it lies from the left and from the top, and how wide it is, pt."""

    x: float
    y: float
    width: float
    stack: Stack


class PageState(NamedTuple):
    """How far a page is filled: its numbers of bands and of children, the height used, and the space after it, pt."""

    bands: int
    children: int
    used: float
    after: float


class ColumnPage(Stack):
    """A page of bands; its children are what stands in them, in reading order."""

    def __init__(self, squeeze: float = 1.0) -> None:
        super().__init__((), StackStyle(squeeze=squeeze))
        self.bands = list[Band]()
        self.used = self.after = 0.0

    def add(self, bands: Sequence[Band], after: float) -> None:
        """Add bands side by side below the others; `after` is the space that they want below."""
        self.bands += bands
        self.children = (*self.children, *(child for band in bands for child in band.stack.children))
        self.used = max(band.y + band.stack.height for band in bands)
        self.after = after

    def save(self) -> PageState:
        """Return how far the page is filled."""
        return PageState(len(self.bands), len(self.children), self.used, self.after)

    def restore(self, state: PageState) -> None:
        """Take away what was added since the page was filled so far."""
        del self.bands[state.bands :]
        self.children = self.children[: state.children]
        self.used, self.after = state.used, state.after

    def list_neighbors(self) -> list[tuple[Flowable, Flowable]]:
        """Return what stands above and below each place where white may be added: between bands."""
        rows = [[*row] for _, row in groupby(self.bands, key=lambda band: band.y)]
        return [(above[-1].stack.children[-1], below[0].stack.children[0]) for above, below in pairwise(rows)]

    def gap_before(self, flowable: Flowable) -> float:
        """Return the space between what stands on the page and what comes next."""
        space = max(self.after, float(flowable.getSpaceBefore())) * self.style.squeeze
        return space if self.bands else 0.0

    def wrap(self, width: float, height: float) -> tuple[float, float]:
        """Move bands down below one that is higher now; return the width and the height of what stands on the page."""
        bands, down = list[Band](), 0.0
        for at, (_, group) in enumerate(groupby(self.bands, key=lambda band: band.y)):
            row = [*group]
            down += self.white.pop(at, 0.0)
            bands += [band._replace(y=band.y + down) for band in row]
            before = max(band.stack.height for band in row)
            down += max(band.stack.wrap(band.width, height)[1] for band in row) - before
        self.bands, self.used = bands, self.used + down
        self.width, self.height = width, self.used
        return self.width, self.height

    def draw(self) -> None:
        """Draw the bands."""
        for band in self.bands:
            band.stack.wrap(band.width, self.height)
            band.stack.drawOn(self.canv, band.x, self.height - band.y - band.stack.height)


class _Piece(NamedTuple):
    flowable: Flowable
    wide: bool


def set_columns(
    blocks: Sequence[Block], compositor: Compositor, end: Flowable | None, head: PageHead | None = None
) -> list[Stack]:
    """Return the pages of some blocks, with a `head` above them and room for `end` below the last one.

    If the last page would hold a few lines, they are set closer, so that it is not needed.
    """
    m = compositor.measures
    room = float(end.getSpaceBefore() + end.wrap(m.measure, m.depth)[1]) if end else 0.0
    pieces = [*([_Piece(head, True)] if head else []), *_compose_pieces(blocks, compositor)]
    pages = _fill_pages(pieces, m, room, 1.0)
    for squeeze in _SQUEEZES if len(pages) > 1 and pages[-1].used < m.depth * _SHORT else ():
        tight = _fill_pages(pieces, m, room, squeeze)
        if len(tight) < len(pages):
            pages = tight
            break
    fill_pages(pages, m, room)
    if head and len(pages) > 1:
        head.deepen(m.depth - pages[0].used)
    return list(pages)


def _fill_pages(pieces: "Sequence[_Piece]", m: PageMeasures, room: float, squeeze: float) -> list[ColumnPage]:
    setter, text = _ColumnSetter(m, squeeze), list[Flowable]()
    for wide, group in groupby(pieces, key=lambda piece: piece.wide):
        flowables = [piece.flowable for piece in group]
        if not wide:
            setter.add_columns([*text, *flowables])
            text = []
            continue
        for unit in _split_units(flowables):
            if setter.must_wait(unit):
                text = text or setter.reopen_columns()  # nothing would show where the columns end
                setter.wait(unit)
                continue
            setter.add_columns(text)
            text = []
            setter.add_wide(unit)
    setter.add_columns(text)
    setter.finish(room)
    return setter.pages


def _split_units(flowables: Sequence[Flowable]) -> Iterator[Sequence[Flowable]]:
    """Yield the flowables that stay together, such as headings and what they belong to."""
    start = 0
    for end, each in enumerate(flowables, 1):
        if end == len(flowables) or not each.getKeepWithNext():
            yield flowables[start:end]
            start = end


def _compose_pieces(blocks: Sequence[Block], compositor: Compositor) -> Iterator[_Piece]:
    """Yield the flowables; a heading is as wide as what follows it, and so are the words that lead to a table."""
    m = compositor.measures
    narrow = replace(compositor, measures=replace(m, measure=m.column))
    wide = [_is_wide(block, compositor) for block in blocks]
    for number in range(len(blocks) - 2, -1, -1):
        if wide[number + 1] and _leads_to(blocks[number], blocks[number + 1]):
            wide[number] = True
    alike = groupby(zip(blocks, wide, strict=True), key=lambda each: each[1])
    for is_wide, group in alike:
        setting, width = (compositor, m.measure) if is_wide else (narrow, m.column)
        for flowable in compose_blocks([block for block, _ in group], setting, width):
            yield _Piece(flowable, is_wide)


def _leads_to(block: Block, following: Block) -> bool:
    """Return whether a block is a heading, or a paragraph with a colon before a table."""
    match block, following:
        case Heading(), _:
            return True
        case Paragraph(runs), TableBlock():
            return to_plain_text(runs).rstrip().endswith(":")
    return False


def _is_wide(block: Block, compositor: Compositor) -> bool:
    m = compositor.measures
    match block:
        case FigureBlock(figure):
            return compositor.figures[figure].width * m.scale * MM > m.column + 1
        case TableBlock(head, rows):
            letters = [sum(len(to_plain_text(cell)) for cell in row.cells) for row in (head, *rows)]
            pictures = any(run.image for row in rows for cell in row.cells for run in cell)
            if not pictures and fits_unbroken(block, compositor, m.column):
                return False
            return pictures or len(head.cells) > _MOST_CELLS or max(letters) > _MOST_LETTERS * 2
        case Heading(level=1) | Paragraph(kind="lead") | ContentsBlock():
            return True
    return False


class _ColumnSetter:
    """Fills pages with bands; wide figures that do not fit wait for the next page, and the text goes on."""

    def __init__(self, m: PageMeasures, squeeze: float) -> None:
        self.m, self.squeeze = m, squeeze
        self.pages = [ColumnPage(squeeze)]
        self._waiting = list[Sequence[Flowable]]()
        self._columns: tuple[PageState, Sequence[Flowable]] | None = None

    @property
    def page(self) -> ColumnPage:
        """Return the page that is being filled."""
        return self.pages[-1]

    def must_wait(self, flowables: Sequence[Flowable]) -> bool:
        """Return whether something wide may come later than in the text, and does not fit or would pass another."""
        if not self.page.bands or not getattr(flowables[0], "floats", False):
            return False
        _, top, height = self._measure_wide(flowables)
        return bool(self._waiting) or top + height > self.m.depth

    def wait(self, flowables: Sequence[Flowable]) -> None:
        """Keep something wide for the top of the next page."""
        self._waiting.append(flowables)

    def reopen_columns(self) -> list[Flowable]:
        """Take the columns at the end of the page back, and return their text; nothing if there are none."""
        if self._columns is None:
            return []
        before, text = self._columns
        self.page.restore(before)
        self._columns = None
        return [*text]

    def _measure_wide(self, flowables: Sequence[Flowable]) -> tuple[Stack, float, float]:
        """Return the flowables as a stack, where it would begin on the page, and how high it is."""
        stack = Stack(flowables, StackStyle(squeeze=self.squeeze))
        return stack, self.page.used + self.page.gap_before(flowables[0]), stack.wrap(self.m.measure, self.m.depth)[1]

    def add_wide(self, flowables: Sequence[Flowable]) -> None:
        """Set something, with the headings above it, across both columns, here or on the next page."""
        stack, top, height = self._measure_wide(flowables)
        self._columns = None
        if top + height <= self.m.depth:
            self.page.add([Band(0.0, top, self.m.measure, stack)], flowables[-1].getSpaceAfter())
        elif getattr(flowables[0], "floats", False) and self.page.bands:
            self._waiting.append(flowables)
        else:
            self._split_wide(stack, top)

    def _split_wide(self, stack: Stack, top: float) -> None:
        pieces = stack.cut_at(self.m.measure, self.m.depth - top, forced=not self.page.bands)
        if not pieces and self.page.bands:
            self._turn_page()
            self.add_wide(stack.children)
            return
        pieces = pieces or [stack]
        pieces[0].wrap(self.m.measure, self.m.depth)
        self.page.add([Band(0.0, top, self.m.measure, pieces[0])], stack.children[-1].getSpaceAfter())
        if len(pieces) == 2:
            self._turn_page()
            self.add_wide(pieces[1].children)

    def add_columns(self, flowables: Sequence[Flowable]) -> None:
        """Set text in two columns, which end together where the text does."""
        rest = Stack(flowables, StackStyle(squeeze=self.squeeze, flows=True)) if flowables else None
        while rest:
            top = self.page.used + self.page.gap_before(rest.children[0])
            room = self.m.depth - top
            if self.page.bands and room < _FEWEST_LINES * self.m.leading:
                self._turn_page()
                continue
            columns = self._cut_columns(rest, room, not self.page.bands)
            if not columns:
                self._turn_page()
                continue
            if len(columns) < 3:
                columns = self._balance(rest, room, columns)
            self._columns = self.page.save(), rest.children
            self._place(columns[:2], top)
            rest = columns[2] if len(columns) == 3 else None
            if rest:
                self._turn_page()

    def _cut_columns(self, text: Stack, height: float, forced: bool) -> list[Stack]:
        """Return a column, another one and what is left, as far as there is any; nothing if no text fits."""
        first: list[Any] = text.cut_at(self.m.column, height, forced)
        if len(first) < 2:
            return first
        second = first[1].cut_at(self.m.column, height, False) or first[1].cut_at(self.m.column, height, True)
        if second:
            return [first[0], *second]
        return first if forced else []  # a figure is higher than the room: nothing of it may be lost

    def _balance(self, text: Stack, room: float, found: list[Stack]) -> list[Stack]:
        low, high = text.wrap(self.m.column, self.m.depth)[1] / 2, room
        step = self.m.leading
        for _ in range(_TRIALS):
            middle = min(low + step, (low + high) / 2)  # most texts end within a few lines of half their height
            step *= 2
            columns = self._cut_columns(text, middle, False)
            if columns and len(columns) < 3 and self._heights(columns) <= middle:
                found, high = columns, middle
            else:
                low = middle
        return found

    def _heights(self, columns: Sequence[Stack]) -> float:
        return max(column.wrap(self.m.column, self.m.depth)[1] for column in columns)

    def _place(self, columns: Sequence[Stack], top: float) -> None:
        self._heights(columns)
        step = self.m.measure - self.m.column
        places = (step, 0.0) if self.m.rtl else (0.0, step)
        bands = [Band(x, top, self.m.column, column) for x, column in zip(places, columns, strict=False)]
        self.page.add(bands, max(column.children[-1].getSpaceAfter() for column in columns))

    def _turn_page(self) -> None:
        self.pages.append(ColumnPage(self.squeeze))
        self._columns = None
        waiting, self._waiting = self._waiting, []
        for flowables in waiting:
            self.add_wide(flowables)

    def finish(self, room: float) -> None:
        """Set the figures that wait, and leave room below the last page."""
        if self._waiting:
            self._turn_page()
        if self.page.used + room > self.m.depth:
            self._turn_page()
