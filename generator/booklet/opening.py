"""Compose the parts of a booklet that fill one page: its opening and its pieces; and fill pages that end early."""

from collections.abc import Sequence

from msgspec.structs import replace
from reportlab.platypus import Flowable

from generator.booklet.blocks import Block, FigureBlock, Imprint, Paragraph
from generator.booklet.compositor import Compositor
from generator.booklet.flowables import compose_blocks
from generator.booklet.page_art import HEAD, PageHead, SectionHead
from generator.booklet.page_layout import PageMeasures
from generator.booklet.pagination import cut_columns, paginate
from generator.booklet.piece_grid import PIECES_DEEP, PieceGrid
from generator.booklet.stack import Stack
from generator.model.finding import Finding, Place

_LEAST_FILLED = 0.55  # of a page on which figures are enlarged
_OPENINGS = (  # how deep a head is, and how large its figures, until they fit one page: words in these stay legible
    (0.24, 1.0), (0.21, 1.0), (0.21, 0.92), (0.18, 0.92), (0.18, 0.84), (0.15, 0.84), (0.12, 0.84), (0.1, 0.82),
    (0.15, 0.7), (0.12, 0.7), (0.1, 0.7), (0.1, 0.6), (0.1, 0.5),
)  # fmt: skip
_SECTION_HEADS = (  # above a section, likewise
    (0.24, 1.0), (0.2, 1.0), (0.16, 1.0), (0.16, 0.9), (0.12, 0.9), (0.12, 0.8),
)  # fmt: skip
_ENLARGED = (1.3, 1.22, 1.15, 1.08, 1.0, 0.9, 0.8)  # the figures of a page that ends early, tried in this order


def has_lead(blocks: Sequence[Block]) -> bool:
    """Report whether blocks begin with the paragraph that leads in."""
    return bool(blocks) and isinstance(blocks[0], Paragraph) and blocks[0].kind == "lead"


def compose_opening(blocks: Sequence[Block], imprint: Imprint, compositor: Compositor, ends: bool) -> list[Flowable]:
    """Return the flowables of the first part with a head, on one page if that `ends` with them."""
    m = compositor.measures
    head, text = PageHead(imprint, compositor, HEAD), compose_blocks(blocks, compositor, m.measure)
    for share, factor in _OPENINGS if ends else ():
        if compositor.findings or len(pages := paginate([head, *text], m)) <= 1:
            break
        _enlarge_figures(text, factor)
        head = PageHead(imprint, compositor, share)
    if ends and not compositor.findings and len(pages) == 1:
        head.deepen(m.depth - pages[0].wrap(m.measure, m.depth)[1] - m.leading)
    return [head, *text]


def _enlarge_figures(flowables: Sequence[Flowable], factor: float) -> None:
    """Draw figures this many times as large as usual."""
    for each in flowables:
        if isinstance(getattr(each, "block", None), FigureBlock):
            figure = each.children[0]
            figure.enlarge(factor)
            each.laid = figure.laid = None


def fill_pages(pages: Sequence[Stack], m: PageMeasures, room: float) -> None:
    """Draw figures larger on pages that end early; `room` is what the last page has below its text."""
    for number, page in enumerate(pages, 1):
        depth = m.depth - (room if number == len(pages) else 0.0)
        used = page.wrap(m.measure, m.depth)[1]
        head = page.children[0] if has_head(page) else None
        if isinstance(head, PageHead):  # whose page is as full as it can be
            continue
        for factor in _ENLARGED if depth * _LEAST_FILLED <= used < depth - m.leading else ():
            _enlarge_figures(page.children, factor)
            if page.wrap(m.measure, m.depth)[1] <= depth:
                break
        if head:
            head.deepen(depth - page.wrap(m.measure, m.depth)[1] - m.leading)


def has_head(page: Stack) -> bool:
    """Report whether a page begins with art."""
    return bool(page.children) and isinstance(page.children[0], PageHead | SectionHead)


def compose_section(blocks: Sequence[Block], line: int, compositor: Compositor, end: Stack | None) -> list[Flowable]:
    """Return the flowables of a part that begins with a band of art, as deep as it can be without another page.

    `end` stands below it. Where nothing is drawn for the section, note that at the `line` of its comment.
    """
    m, flowables = compositor.measures, compose_blocks(blocks, compositor, compositor.measures.measure)
    order = 1 + [each.key for each in compositor.sections].index(flowables[0].block.key)
    art = compositor.art.get(f"opener.{order}")
    if not art:
        what = "`<!-- art page -->` begins a page without art, since the template draws no `opener` for its section"
        compositor.notes.append(Finding("GF361", Place(compositor.place_file, line), what, "note"))
    if not art or compositor.findings:
        return flowables
    heading, *text = flowables
    fewest, made = len(paginate(flowables, m, end)), flowables
    room = m.depth - (end.getSpaceBefore() + end.wrap(m.measure, m.depth)[1] if end else 0.0)
    for share, factor in _SECTION_HEADS:
        _enlarge_figures(text, factor)
        made = [SectionHead(heading, art, compositor, share), *text]
        pages = cut_columns(made, m, {})
        if len(pages) < fewest or (len(pages) == fewest and pages[-1].wrap(m.measure, m.depth)[1] <= room):
            break
    return made


def compose_tinted(blocks: Sequence[Block], compositor: Compositor) -> list[Flowable]:
    """Return the flowables of a tinted part, with pieces as large as they can be on one page with all its text."""
    m = compositor.measures
    flowables = compose_blocks(blocks, replace(compositor, on_tint=compositor.has_tint), m.measure)
    grids = [each for each in flowables if isinstance(each, PieceGrid)]
    if compositor.findings or not grids:
        return flowables
    for deep in PIECES_DEEP:
        for grid in grids:
            grid.fit(m.depth * deep)
        if len(pages := paginate(flowables, m)) <= 1:
            break
    if len(grids) == 1 and len(pages) == 1:
        grids[0].stretch(m.depth - pages[0].wrap(m.measure, m.depth)[1] - m.leading / 2)
    return flowables
