"""Columns of flowables that break across pages."""

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any

from msgspec import Struct
from reportlab.platypus import Flowable, Paragraph

Decoration = Callable[[Any, float, float], None]
_UNBOUNDED = 1e6
_TOLERANCE = 1e-4


class StackStyle(Struct, frozen=True):
    """Spacing, decoration and break rules of a stack; lengths in pt.

    `indent` moves the children to the right (negative: they hang out), and with `rtl` to the left; `outdent` is blank
    at the other side. `before` and `after` are the space around the stack. `first` draws beside the first piece of a
    stack and `each` beside every piece: they are given the canvas, with its origin at the bottom left of the piece, and
    the piece's width and height. `beyond` is how far they draw above and below it.

    A stack up to `whole` high is not broken, nor is one if that leaves at most `hole` empty at the foot of the page.
    Neither piece of a stack that is broken is less than `fewest` high, nor less than `alone` if it is a single child.
    `least` is the minimum height. `squeeze` multiplies the gaps between children. In a stack that `flows`, text after a
    figure fills the space left where the figure moves to the next page.
    """

    indent: float = 0.0
    before: float = 0.0
    after: float = 0.0
    first: Decoration | None = None
    each: Decoration | None = None
    whole: float = 0.0
    hole: float = 0.0
    fewest: float = 0.0
    alone: float = 0.0
    least: float = 0.0
    keep: bool = False
    squeeze: float = 1.0
    beyond: float = 0.0
    flows: bool = False
    rtl: bool = False
    outdent: float = 0.0

    @property
    def beside(self) -> float:
        """Return the width of the blanks beside the children, pt."""
        return self.indent + self.outdent


_PLAIN = StackStyle()


class Stack(Flowable):  # type: ignore[misc]
    """A column of flowables in which the space between neighbors collapses and `keepWithNext` holds across pages.

    A page that is `tinted` has a ground in the color of the game. `white` is added above some of the children, pt.
    """

    tinted = False

    def __init__(self, children: Sequence[Flowable], style: StackStyle = _PLAIN, begun: bool = False) -> None:
        super().__init__()
        self.children, self.style, self.begun = tuple(children), style, begun
        self.white = dict[int, float]()
        self.beyond = style.beyond
        self.spaceBefore, self.spaceAfter, self.keepWithNext = style.before, style.after, style.keep

    def wrap(self, width: float, height: float) -> tuple[float, float]:
        """Lay out the children; return the size, pt."""
        inner = width - self.style.beside
        heights = [_child_height(child, inner) for child in self.children]
        self.steps = [self._gap_before(index) + height for index, height in enumerate(heights)]
        self.width, self.height = width, max(sum(self.steps), self.style.least)
        return self.width, self.height

    def list_neighbors(self) -> list[tuple[Flowable, Flowable]]:
        """Return what stands above and below each place where white may be added."""
        return [*pairwise(self.children)]

    def split(self, width: float, height: float) -> list[Flowable]:
        """Return the piece that fits the height and the rest, or nothing if there is no good break."""
        return self.cut_at(width, height, forced=False)

    def cut_at(self, width: float, height: float, forced: bool) -> list[Flowable]:
        """Split the stack; with `forced`, at the top of a page, break even what should be kept together."""
        used, inner = 0.0, width - self.style.beside
        for index, child in enumerate(self.children):
            gap = self._gap_before(index)
            step = gap + _child_height(child, inner)
            if used + step > height + _TOLERANCE:
                return self._break_at(index, inner, (height, height - used - gap), forced)
            used += step
        return [self]

    def draw(self) -> None:
        """Draw the decoration, then the children from the top."""
        for decoration in (self.style.each, None if self.begun else self.style.first):
            if decoration:
                self.canv.saveState()
                decoration(self.canv, self.width, self.height)
                self.canv.restoreState()
        top = self.height
        for step, child in zip(self.steps, self.children, strict=True):
            top -= step
            indent = self.style.indent
            child.drawOn(self.canv, self.width - indent - child.width if self.style.rtl else indent, top)

    def _gap_before(self, index: int) -> float:
        if not index:
            return 0.0
        gap = gap_between(self.children[index - 1], self.children[index], self.style.squeeze)
        return gap + self.white.get(index, 0.0)

    def _break_at(self, index: int, inner: float, room: tuple[float, float], forced: bool) -> list[Flowable]:
        """Break at a child; `room` is the height for the whole stack, and what is left of it for the child."""
        space, height = room
        if not forced and (
            space <= self.style.hole or self.wrap(inner + self.style.beside, _UNBOUNDED)[1] <= self.style.whole
        ):
            return []
        child = self.children[index]
        pieces = _split_child(child, inner, height, forced and index == 0)
        if len(pieces) == 2:
            parts = [*self.children[:index], pieces[0]], [pieces[1], *self.children[index + 1 :]]
            if forced or self._is_enough(*parts, inner):
                return self._split_children(*parts)
        if self.style.flows and (flowed := self._flow_past_figure(index, inner, height)):
            return flowed
        at = index
        while at and self._stays_with_next(at - 1):
            at -= 1
        while at and not forced and not self._is_enough(self.children[:at], self.children[at:], inner):
            at -= 1
            while at and self._stays_with_next(at - 1):
                at -= 1
        at = at or (index if forced else 0)
        return self._split_children(self.children[:at], self.children[at:]) if at else []

    def _is_enough(self, here: Sequence[Flowable], there: Sequence[Flowable], width: float) -> bool:
        """Report whether both pieces are as high as pieces must be."""
        if not self.style.fewest:
            return True
        for piece in (here, there):
            least = max(self.style.fewest, self.style.alone if len(piece) == 1 else 0.0)
            if Stack(piece, self.style).wrap(width + self.style.beside, _UNBOUNDED)[1] <= least - _TOLERANCE:
                return False
        return True

    def _stays_with_next(self, at: int) -> bool:
        """Report whether a child stays with the next one: by `keepWithNext`, or as a single line below a heading."""
        child = self.children[at]
        if child.getKeepWithNext() or not at:
            return bool(child.getKeepWithNext())
        alone = isinstance(child, Paragraph) and len(child.blPara.lines) == 1
        return alone and bool(self.children[at - 1].getKeepWithNext())

    def _flow_past_figure(self, index: int, inner: float, height: float) -> list[Flowable]:
        """Move text after a figure in front of it, where the figure would leave the foot of the page empty.

        Lists, examples and notes move whole; a paragraph may be split around the figure.
        """
        before, figure = self.children[:index], self.children[index]
        if not getattr(figure, "floats", False) or (before and getattr(before[-1], "announces", False)):
            return []
        moved, rest = list[Flowable](), list(self.children[index + 1 :])
        while rest and getattr(rest[0], "flows", False):
            gap = gap_between([*before, *moved][-1], rest[0], self.style.squeeze) if before or moved else 0.0
            height -= gap + _child_height(rest[0], inner)
            if height < -_TOLERANCE:
                pieces = _split_prose(rest[0], inner, height + _child_height(rest[0], inner))
                moved, rest = [*moved, *pieces[:1]], [*(pieces[1:] or rest[:1]), *rest[1:]]
                break
            moved.append(rest.pop(0))
        while moved and moved[-1].getKeepWithNext():
            rest.insert(0, moved.pop())
        return self._split_children([*before, *moved], [figure, *rest]) if moved else []

    def _split_children(self, here: Sequence[Flowable], there: Sequence[Flowable]) -> list[Flowable]:
        return [Stack(here, self.style, self.begun), Stack(there, self.style, begun=True)]


def gap_between(above: Flowable, below: Flowable, squeeze: float) -> float:
    """Return the space between two neighbors, pt: the larger of their spaces, squeezed, plus room for decorations."""
    room = getattr(above, "beyond", 0.0) + getattr(below, "beyond", 0.0)
    return float(max(above.getSpaceAfter(), below.getSpaceBefore())) * squeeze + room


def _child_height(child: Flowable, width: float) -> float:
    """Return the height of a child in a column, pt; the layout is cached because it is most of the work."""
    laid: tuple[float, float] | None = getattr(child, "laid", None)
    if laid is None or laid[0] != width:
        laid = child.laid = width, child.wrap(width, _UNBOUNDED)[1]
    return laid[1]


def _split_prose(child: Flowable, width: float, height: float) -> list[Flowable]:
    """Split a paragraph, unless it is kept with the next block; stacks stay whole."""
    if isinstance(child, Stack) or child.getKeepWithNext():
        return []
    return _split_child(child, width, height, False)


def _split_child(child: Flowable, width: float, height: float, forced: bool) -> list[Flowable]:
    if height <= 0:
        return []
    child.laid = None  # splitting a paragraph discards its lines
    if isinstance(child, Stack):
        return child.cut_at(width, height, forced)
    return list(child.split(width, height))
