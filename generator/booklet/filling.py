"""Fill pages that end early, as a typesetter does: with larger figures, and then with white between the blocks.

Where the text goes on to another page is decided by now, and stays so.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import partial

from reportlab.platypus import Flowable

from generator.booklet.blocks import FigureBlock, Heading, ListBlock, Paragraph
from generator.booklet.note_columns import NoteColumns
from generator.booklet.page_art import PageHead, SectionHead
from generator.booklet.page_layout import PageMeasures
from generator.booklet.piece_grid import PieceGrid
from generator.booklet.stack import Stack
from generator.booklet.tables import SteadyTable

_LEAST_FILLED = 0.55  # of a page on which figures are enlarged
_LEAST_SPACED = 0.75  # of a page whose blocks stand apart: one that is emptier looks loose, and empty all the same
_ENLARGED = (1.35, 1.28, 1.21, 1.14, 1.07, 1.0, 0.9, 0.8)  # the figures of a page, tried in this order
_HEADING, _FIGURE, _TEXT = 2.0, 1.2, 0.5  # leadings: the most above a heading, around a figure, and else


def has_head(page: Stack) -> bool:
    """Report whether a page begins with art."""
    return bool(page.children) and isinstance(page.children[0], PageHead | SectionHead)


def enlarge_figures(flowables: Sequence[Flowable], factor: float) -> None:
    """Draw figures this many times as large as usual, except those in true size."""
    for each in flowables:
        if isinstance(getattr(each, "block", None), FigureBlock):
            figure = each.children[0]
            figure.enlarge(factor)
            each.laid = figure.laid = None


def fill_pages(pages: Sequence[Stack], m: PageMeasures, room: float) -> None:
    """Draw figures and pieces larger, and set notes in one column, on pages that end early.

    `room` is what the last page has below its text.
    """
    for number, page in enumerate(pages, 1):
        depth = m.depth - (room if number == len(pages) else 0.0)
        used = page.wrap(m.measure, m.depth)[1]
        head = page.children[0] if has_head(page) else None
        if isinstance(head, PageHead):  # whose page is as full as it can be
            continue
        for notes in (each for each in page.children if isinstance(each, NoteColumns)):
            notes.set_open(page, m, depth)
        if depth * _LEAST_FILLED <= used < depth - m.leading:
            for factor in _ENLARGED:
                enlarge_figures(page.children, factor)
                if page.wrap(m.measure, m.depth)[1] <= depth:
                    break
            for grid in (each for each in page.children if isinstance(each, PieceGrid)):
                grid.stretch(depth - page.wrap(m.measure, m.depth)[1])
        if head:
            head.deepen(depth - page.wrap(m.measure, m.depth)[1] - m.leading)


def share_white(page: Stack, m: PageMeasures) -> None:
    """Let the blocks of a page stand apart, so that it ends at its foot or as near to it as looks well."""
    spare = m.depth - page.wrap(m.measure, m.depth)[1]
    if spare > m.depth * (1 - _LEAST_SPACED):
        return
    places = [*_list_places(page)]
    if not m.gutter:  # columns side by side end together as they are
        places += [place for child in page.children for place in _list_places_inside(child)]
    most = sum(weight for _, weight in places)
    for widen, weight in places:
        widen(min(spare / most, m.leading) * weight)


def _list_places(page: Stack) -> Iterator["_Place"]:
    """Yield the places between the blocks of a page where white may be added: none where they belong together."""
    for at, (above, below) in enumerate(page.list_neighbors(), 1):
        if not above.getKeepWithNext():
            block, other = (getattr(each, "block", None) for each in (below, above))
            is_text = all(isinstance(each, Paragraph | ListBlock) for each in (block, other))
            weight = _HEADING if isinstance(block, Heading) else _TEXT if is_text else _FIGURE
            yield partial(page.white.__setitem__, at), weight


def _list_places_inside(child: Flowable) -> Iterator["_Place"]:
    """Yield the places between the items of a list, and those in a table or in notes, as one; lay it out anew then."""
    if isinstance(getattr(child, "block", None), ListBlock):
        yield from ((partial(child.white.__setitem__, at), _TEXT) for at in range(1, len(child.children)))
        child.laid = None
    elif isinstance(child, SteadyTable | NoteColumns) and child.rows:
        yield child.stretch, child.rows * _TEXT
        child.laid = None


_Place = tuple[Callable[[float], None], float]  # what adds white, pt, and the most of it, in leadings
