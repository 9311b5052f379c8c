"""Flowables go in, pages of the height of the column come out: none with a few lines alone, if that can be avoided."""

from collections.abc import Iterator, Mapping, Sequence

from reportlab.platypus import Flowable

from generator.booklet.measures import Measures
from generator.booklet.stack import Setting, Stack

_FEW = 6.0  # lines: a last page of less is avoided
_TIGHTER = (0.85, 0.7)  # of the space between blocks


def paginated(flowables: Sequence[Flowable], m: Measures, end: Flowable | None = None) -> list[Stack]:
    """Return the pages of what belongs together; below the last one `end` has room.

    It stands alone on a page only where it is so long that nothing else helps.
    """
    if not flowables:
        return []
    room = _room(end, m)
    pages = _cut(flowables, m)
    if not _ends_badly(pages, room, m):
        return pages
    for squeeze in _TIGHTER:
        tight = _cut(flowables, m, squeeze)
        if len(tight) < len(pages) and not _overfull(tight, room, m):
            return tight
    return _lent(flowables, pages, room, m)


def _room(end: Flowable | None, m: Measures) -> float:
    """Return how much of the last page has to stay free, pt."""
    return float(end.getSpaceBefore() + end.wrap(m.measure, m.depth)[1]) if end else 0.0


def _ends_badly(pages: Sequence[Stack], room: float, m: Measures) -> bool:
    return _overfull(pages, room, m) or (len(pages) > 1 and _height(pages[-1], m) < _FEW * m.leading)


def _overfull(pages: Sequence[Stack], room: float, m: Measures) -> bool:
    return _height(pages[-1], m) + room > m.depth


def _lent(flowables: Sequence[Flowable], pages: list[Stack], room: float, m: Measures) -> list[Stack]:
    """Cut the page before the last one short, so that the last has some lines; they go with what stands at its end."""
    last = len(pages) if _overfull(pages, room, m) else len(pages) - 1
    for lines in (_FEW, _FEW * 1.5, _FEW * 2):
        lent = _cut(flowables, m, short={last - 1: lines * m.leading})
        if len(lent) == last + 1 and not _ends_badly(lent, room, m):
            return lent
    return [*pages, Stack(())] if _overfull(pages, room, m) else pages


def _cut(
    flowables: Sequence[Flowable], m: Measures, squeeze: float = 1.0, short: Mapping[int, float] = {}
) -> list[Stack]:
    return list(_pages(Stack(flowables, Setting(squeeze=squeeze, flows=True)), m, short))


def _pages(column: Stack, m: Measures, short: Mapping[int, float]) -> Iterator[Stack]:
    """Cut the column into pages; at the top of a page something has to be placed, come what may."""
    rest: Sequence[Stack] = [column]
    number = 0
    while rest:
        depth = m.depth - short.get(number, 0.0)
        page, *rest = rest[0].cut(m.measure, depth, forced=True) or rest[:1]
        yield page
        number += 1


def _height(page: Stack, m: Measures) -> float:
    return float(page.wrap(m.measure, m.depth)[1])
