"""Compose the parts of a booklet that fill one page: its opening, its pieces, and sections that begin with art."""

from collections.abc import Sequence

from msgspec.structs import replace
from reportlab.platypus import Flowable

from generator.booklet.blocks import Block, Imprint, Paragraph
from generator.booklet.compositor import Compositor
from generator.booklet.filling import enlarge_figures
from generator.booklet.flowables import compose_blocks
from generator.booklet.page_art import HEAD, PageHead, SectionHead
from generator.booklet.pagination import cut_columns, paginate
from generator.booklet.piece_grid import PIECES_DEEP, PieceGrid
from generator.booklet.stack import Stack
from generator.model.finding import Finding, Place

_OPENINGS = (  # how deep a head is, and how large its figures, until they fit one page: words in these stay legible
    (0.24, 1.0), (0.21, 1.0), (0.21, 0.92), (0.18, 0.92), (0.18, 0.84), (0.15, 0.84), (0.12, 0.84), (0.1, 0.82),
    (0.15, 0.7), (0.12, 0.7), (0.1, 0.7), (0.1, 0.6), (0.1, 0.5),
)  # fmt: skip
_SECTION_HEADS = (  # above a section, likewise
    (0.24, 1.0), (0.2, 1.0), (0.16, 1.0), (0.16, 0.9), (0.12, 0.9), (0.12, 0.8),
)  # fmt: skip


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
        enlarge_figures(text, factor)
        head = PageHead(imprint, compositor, share)
    if ends and not compositor.findings and len(pages) == 1:
        head.deepen(m.depth - pages[0].wrap(m.measure, m.depth)[1] - m.leading)
    return [head, *text]


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
        enlarge_figures(text, factor)
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
