"""Flowables go in one below the other; a column that breaks over pages, and keeps together what belongs, comes out."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from reportlab.platypus import Flowable

Mark = Callable[[Any, float, float], None]
_ENDLESS = 1e6
_SLACK = 1e-4


@dataclass(frozen=True, slots=True)
class Setting:
    """How a stack stands, pt: its indent (less than 0 hangs out), the space around it, and what is drawn beside it.

    `first` draws beside its first piece and `each` beside every piece, given the canvas with its origin at the bottom
    left of the stack, and the piece's width and height. A stack up to `whole` high is not broken. `least` is its height
    where it holds nothing.
    """

    indent: float = 0.0
    before: float = 0.0
    after: float = 0.0
    first: Mark | None = None
    each: Mark | None = None
    whole: float = 0.0
    least: float = 0.0
    keep: bool = False


class Stack(Flowable):  # type: ignore[misc]
    """A column of flowables: spaces between neighbors do not add up, and `keepWithNext` holds across pages."""

    def __init__(self, children: Sequence[Flowable], setting: Setting = Setting(), begun: bool = False) -> None:
        super().__init__()
        self.children, self.setting, self.begun = tuple(children), setting, begun
        self.spaceBefore, self.spaceAfter, self.keepWithNext = setting.before, setting.after, setting.keep

    def wrap(self, width: float, height: float) -> tuple[float, float]:
        """Lay the children out; return the size that they take, pt."""
        inner = width - self.setting.indent
        heights = [child.wrap(inner, _ENDLESS)[1] for child in self.children]
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
            step = gap + child.wrap(inner, _ENDLESS)[1]
            if used + step > height + _SLACK:
                return self._break(index, inner, height - used - gap, forced)
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
        return float(max(self.children[index - 1].getSpaceAfter(), self.children[index].getSpaceBefore()))

    def _break(self, index: int, inner: float, height: float, forced: bool) -> list[Flowable]:
        if not forced and self.wrap(inner + self.setting.indent, _ENDLESS)[1] <= self.setting.whole:
            return []
        child = self.children[index]
        pieces = _pieces(child, inner, height, forced and index == 0)
        if len(pieces) == 2:
            return self._parts([*self.children[:index], pieces[0]], [pieces[1], *self.children[index + 1 :]])
        at = index
        while at and self.children[at - 1].getKeepWithNext():
            at -= 1
        at = at or (index if forced else 0)
        return self._parts(self.children[:at], self.children[at:]) if at else []

    def _parts(self, here: Sequence[Flowable], there: Sequence[Flowable]) -> list[Flowable]:
        return [Stack(here, self.setting, self.begun), Stack(there, self.setting, begun=True)]


def _pieces(child: Flowable, width: float, height: float, forced: bool) -> list[Flowable]:
    if height <= 0:
        return []
    if isinstance(child, Stack):
        return child.cut(width, height, forced)
    return list(child.split(width, height))
