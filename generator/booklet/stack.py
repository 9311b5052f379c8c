"""Flowables go in one below the other; a column that breaks over pages, and keeps together what belongs, comes out."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from reportlab.platypus import Flowable, Paragraph

from generator.booklet.page_layout import Measures

Mark = Callable[[Any, float, float], None]
_ENDLESS = 1e6
_SLACK = 1e-4


@dataclass(frozen=True, slots=True)
class Setting:
    """How a stack stands, pt: its indent (less than 0 hangs out), the space around it, and what is drawn beside it.

    `first` draws beside its first piece and `each` beside every piece, given the canvas with its origin at the bottom
    left of the stack, and the piece's width and height; `beyond` is how far they draw above and below it. A stack up to
    `whole` high is not broken, nor one where no more than `hole` would be left empty before it. `least` is its height
    where it holds nothing. `squeeze` is what the gaps between its children are multiplied by. In one that `flows` what
    comes after a figure fills the foot of a page that the figure does not fit on.
    """

    indent: float = 0.0
    before: float = 0.0
    after: float = 0.0
    first: Mark | None = None
    each: Mark | None = None
    whole: float = 0.0
    hole: float = 0.0
    least: float = 0.0
    keep: bool = False
    squeeze: float = 1.0
    beyond: float = 0.0
    flows: bool = False


class Stack(Flowable):  # type: ignore[misc]
    """A column of flowables: spaces between neighbors do not add up, and `keepWithNext` holds across pages."""

    def __init__(self, children: Sequence[Flowable], setting: Setting = Setting(), begun: bool = False) -> None:
        super().__init__()
        self.children, self.setting, self.begun = tuple(children), setting, begun
        self.beyond = setting.beyond
        self.spaceBefore, self.spaceAfter, self.keepWithNext = setting.before, setting.after, setting.keep

    def wrap(self, width: float, height: float) -> tuple[float, float]:
        """Lay the children out; return the size that they take, pt."""
        inner = width - self.setting.indent
        heights = [_height(child, inner) for child in self.children]
        self.steps = [self._gap(index) + height for index, height in enumerate(heights)]
        self.width, self.height = width, max(sum(self.steps), self.setting.least)
        return self.width, self.height

    def split(self, width: float, height: float) -> list[Flowable]:
        """Return the piece that fits the height and the rest, or nothing where no good break is."""
        return self.cut(width, height, forced=False)

    def cut(self, width: float, height: float, forced: bool) -> list[Flowable]:
        """Split; `forced` at the top of a page, where what cannot be kept together has to be broken all the same."""
        used, inner = 0.0, width - self.setting.indent
        for index, child in enumerate(self.children):
            gap = self._gap(index)
            step = gap + _height(child, inner)
            if used + step > height + _SLACK:
                return self._break(index, inner, (height, height - used - gap), forced)
            used += step
        return [self]

    def draw(self) -> None:
        """Draw what stands beside the stack, then its children from the top."""
        for mark in (self.setting.each, None if self.begun else self.setting.first):
            if mark:
                mark(self.canv, self.width, self.height)
        top = self.height
        for step, child in zip(self.steps, self.children, strict=True):
            top -= step
            child.drawOn(self.canv, self.setting.indent, top)

    def _gap(self, index: int) -> float:
        if not index:
            return 0.0
        return gap_between(self.children[index - 1], self.children[index], self.setting.squeeze)

    def _break(self, index: int, inner: float, room: tuple[float, float], forced: bool) -> list[Flowable]:
        """Break at a child; `room` is that for the whole stack, and what is left of it for the child."""
        space, height = room
        if not forced and (
            space <= self.setting.hole or self.wrap(inner + self.setting.indent, _ENDLESS)[1] <= self.setting.whole
        ):
            return []
        child = self.children[index]
        pieces = _pieces(child, inner, height, forced and index == 0)
        if len(pieces) == 2:
            return self._parts([*self.children[:index], pieces[0]], [pieces[1], *self.children[index + 1 :]])
        if self.setting.flows and (flowed := self._flow(index, inner, height)):
            return flowed
        at = index
        while at and self._binds(at - 1):
            at -= 1
        at = at or (index if forced else 0)
        return self._parts(self.children[:at], self.children[at:]) if at else []

    def _binds(self, at: int) -> bool:
        """Tell whether a child stays with the next: what says so, and a single line below a heading."""
        child = self.children[at]
        if child.getKeepWithNext() or not at:
            return bool(child.getKeepWithNext())
        alone = isinstance(child, Paragraph) and len(child.blPara.lines) == 1
        return alone and bool(self.children[at - 1].getKeepWithNext())

    def _flow(self, index: int, inner: float, height: float) -> list[Flowable]:
        """Let what follows a figure go before it, where the figure moves to the next page and leaves a hole.

        Lists, examples and notes go whole; a paragraph may go on below the figure.
        """
        before, figure = self.children[:index], self.children[index]
        if not getattr(figure, "floats", False) or (before and getattr(before[-1], "announces", False)):
            return []
        moved, rest = list[Flowable](), list(self.children[index + 1 :])
        while rest and getattr(rest[0], "flows", False):
            gap = gap_between([*before, *moved][-1], rest[0], self.setting.squeeze) if before or moved else 0.0
            height -= gap + _height(rest[0], inner)
            if height < -_SLACK:
                pieces = _split_prose(rest[0], inner, height + _height(rest[0], inner))
                moved, rest = [*moved, *pieces[:1]], [*(pieces[1:] or rest[:1]), *rest[1:]]
                break
            moved.append(rest.pop(0))
        while moved and moved[-1].getKeepWithNext():
            rest.insert(0, moved.pop())
        return self._parts([*before, *moved], [figure, *rest]) if moved else []

    def _parts(self, here: Sequence[Flowable], there: Sequence[Flowable]) -> list[Flowable]:
        return [Stack(here, self.setting, self.begun), Stack(there, self.setting, begun=True)]


def gap_between(above: Flowable, below: Flowable, squeeze: float) -> float:
    """Return the space between two neighbors, pt: the larger of what each wants, squeezed, and what is drawn there."""
    room = getattr(above, "beyond", 0.0) + getattr(below, "beyond", 0.0)
    return float(max(above.getSpaceAfter(), below.getSpaceBefore())) * squeeze + room


def _height(child: Flowable, width: float) -> float:
    """Return how high a child is in a column, pt; it is laid out once, which is most of the work."""
    laid: tuple[float, float] | None = getattr(child, "laid", None)
    if laid is None or laid[0] != width:
        laid = child.laid = width, child.wrap(width, _ENDLESS)[1]
    return laid[1]


def _split_prose(child: Flowable, width: float, height: float) -> list[Flowable]:
    """Split a paragraph that announces nothing; anything else stays whole."""
    if isinstance(child, Stack) or child.getKeepWithNext():
        return []
    return _pieces(child, width, height, False)


def _pieces(child: Flowable, width: float, height: float, forced: bool) -> list[Flowable]:
    if height <= 0:
        return []
    child.laid = None  # a paragraph that is asked to split forgets its lines
    if isinstance(child, Stack):
        return child.cut(width, height, forced)
    return list(child.split(width, height))


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
    return _overfull(pages, room, m) or (len(pages) > 1 and _page_height(pages[-1], m) < _FEW * m.leading)


def _overfull(pages: Sequence[Stack], room: float, m: Measures) -> bool:
    return _page_height(pages[-1], m) + room > m.depth


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


def _page_height(page: Stack, m: Measures) -> float:
    return float(page.wrap(m.measure, m.depth)[1])
