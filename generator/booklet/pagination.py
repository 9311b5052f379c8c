"""Cut a column of flowables into pages."""

from collections.abc import Iterator, Mapping, Sequence

from reportlab.platypus import Flowable

from generator.booklet.blocks import FigureBlock
from generator.booklet.page_layout import PageMeasures
from generator.booklet.page_references import find_references
from generator.booklet.stack import Stack, StackStyle

_FEWEST_LINES = 6.0  # on the last page
_SQUEEZES = (0.85, 0.7)  # of the space between blocks, tried in this order
_LINES = (2, 5, 8, 11, 14)  # by which a page is cut short
_MOST_BLOCKS = 3  # before which a figure may move
_LEAST_FILLED = 0.6  # of a page that is cut short so that a figure stands beside its text


def paginate(
    flowables: Sequence[Flowable], m: PageMeasures, end: Flowable | None = None, first: int = 2
) -> list[Stack]:
    """Cut the flowables into pages from number `first` on, leaving room for `end` below the last one.

    `end` gets a page of its own only if nothing else helps.
    """
    if not flowables:
        return []
    room = _closing_height(end, m)
    pages = _cut_pages(flowables, m)
    if not _needs_reflow(pages, room, m):
        return _keep_figures_beside_text(flowables, pages, m, room, first) if m.fold else pages
    for squeeze in _SQUEEZES:
        tight = _cut_pages(flowables, m, squeeze)
        if len(tight) < len(pages) and not _is_overfull(tight, room, m):
            return tight
    return _lengthen_last_page(flowables, pages, room, m)


def cut_columns(flowables: Sequence[Flowable], m: PageMeasures, short: Mapping[int, float]) -> list[Stack]:
    """Cut the flowables into columns as high as a page; `short` lists by how much some of them are shorter, pt."""
    return _cut_pages(flowables, m, short=short) if flowables else []


def _closing_height(end: Flowable | None, m: PageMeasures) -> float:
    """Return the height to keep free on the last page, pt."""
    return float(end.getSpaceBefore() + end.wrap(m.measure, m.depth)[1]) if end else 0.0


def _needs_reflow(pages: Sequence[Stack], room: float, m: PageMeasures) -> bool:
    return _is_overfull(pages, room, m) or (len(pages) > 1 and _page_height(pages[-1], m) < _FEWEST_LINES * m.leading)


def _is_overfull(pages: Sequence[Stack], room: float, m: PageMeasures) -> bool:
    return _page_height(pages[-1], m) + room > m.depth


def _lengthen_last_page(flowables: Sequence[Flowable], pages: list[Stack], room: float, m: PageMeasures) -> list[Stack]:
    """Cut the page before the last one short, so that the last page has more lines."""
    last = len(pages) if _is_overfull(pages, room, m) else len(pages) - 1
    for lines in (_FEWEST_LINES, _FEWEST_LINES * 1.5, _FEWEST_LINES * 2):
        lent = _cut_pages(flowables, m, short={last - 1: lines * m.leading})
        if len(lent) == last + 1 and not _needs_reflow(lent, room, m):
            return lent
    return [*pages, Stack(())] if _is_overfull(pages, room, m) else pages


def _keep_figures_beside_text(
    flowables: Sequence[Flowable], pages: list[Stack], m: PageMeasures, room: float, first: int
) -> list[Stack]:
    """Cut the pages elsewhere if that brings figures to the spreads of their texts, on as many pages.

    The text may go on to the page of its figure, or the figure may stand before the text that refers to it.
    """
    order, short, tried = list(flowables), dict[int, float](), set[str]()
    astray = find_figures_astray(pages, m, first)
    while left := [name for name in astray if name not in tried]:
        tried.add(left[0])
        for new_order, new_short in _list_other_cuts(left[0], order, pages, short, m):
            other = _cut_pages(new_order, m, short=new_short)
            still = find_figures_astray(other, m, first)
            worse = len(other) > len(pages) or _needs_reflow(other, room, m) or _has_gap(other, pages, m)
            if len(still) < len(astray) and not worse:
                order, short, pages, astray = new_order, new_short, other, still
                break
    return pages


def _list_other_cuts(
    name: str, order: list[Flowable], pages: Sequence[Stack], short: Mapping[int, float], m: PageMeasures
) -> Iterator[tuple[list[Flowable], dict[int, float]]]:
    """Yield other orders of the flowables, and by how much pages are shorter, so that a figure may come to its text."""
    at = next(number for number, each in enumerate(order) if _find_figure(each) == name)
    for before in range(at - 1, max(at - 1 - _MOST_BLOCKS, -1), -1):
        if not getattr(order[before], "flows", False) or getattr(order[before], "announces", False):
            break
        yield [*order[:before], order[at], *order[before:at], *order[at + 1 :]], dict(short)
    for number, page in enumerate(pages):
        page.wrap(m.measure, m.depth)
        referring = [child for child, each in enumerate(page.children) if name in find_references(each)]
        for child in referring[-1:]:
            yield from ((order, {**short, number: less}) for less in _list_shortages(page, child, m))


def _list_shortages(page: Stack, child: int, m: PageMeasures) -> Iterator[float]:
    """Yield by how much a page may be shorter so that a child goes on to the next page, or a part of it does."""
    most = m.depth * (1 - _LEAST_FILLED)
    whole = m.depth - sum(page.steps[:child]) - 1
    spare = m.depth - sum(page.steps)
    yield from (spare + lines * m.leading for lines in _LINES if spare + lines * m.leading < most)
    if whole < most:
        yield whole


def _has_gap(pages: Sequence[Stack], before: Sequence[Stack], m: PageMeasures) -> bool:
    """Report whether a page before the last is emptier than a page may be, or was before."""
    least = min([_LEAST_FILLED * m.depth, *(_page_height(page, m) for page in before[:-1])])
    return any(_page_height(page, m) < least for page in pages[:-1])


def find_figures_astray(pages: Sequence[Stack], m: PageMeasures, first: int) -> list[str]:
    """Return the figures that stand on another spread than all that refers to them, or than the text before them."""
    shown, named, before = dict[str, int](), dict[str, set[int]](), dict[str, int]()
    last = first
    for number, page in enumerate(pages, first):
        page.wrap(m.measure, m.depth)
        for child in page.children:
            if name := _find_figure(child):
                shown[name] = number // 2
                before[name] = last // 2
            else:
                last = number
            for reference in find_references(child):
                named.setdefault(reference, set()).add(number // 2)
    return [name for name, spread in shown.items() if spread not in named.get(name, {before[name]})]


def _find_figure(flowable: Flowable) -> str:
    block = getattr(flowable, "block", None)
    return block.figure if isinstance(block, FigureBlock) else ""


def _cut_pages(
    flowables: Sequence[Flowable], m: PageMeasures, squeeze: float = 1.0, short: Mapping[int, float] = {}
) -> list[Stack]:
    return list(_iterate_pages(Stack(flowables, StackStyle(squeeze=squeeze, flows=True)), m, short))


def _iterate_pages(column: Stack, m: PageMeasures, short: Mapping[int, float]) -> Iterator[Stack]:
    """Cut the column into pages; at the top of a page, something is always placed."""
    rest: Sequence[Stack] = [column]
    number = 0
    while rest:
        depth = m.depth - short.get(number, 0.0)
        page, *rest = rest[0].cut_at(m.measure, depth, forced=True) or rest[:1]
        yield page
        number += 1


def _page_height(page: Stack, m: PageMeasures) -> float:
    return float(page.wrap(m.measure, m.depth)[1])
