"""Nets and the pieces that show them go in; findings come out where they are not cut and folded as the data have it."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import hypot

from generator.check.faces.nets import folded
from generator.check.faces.standing import NEAR, Fault, said
from generator.model.finding import Finding
from generator.model.game import Part
from generator.model.net import Net
from generator.model.picture import apply
from generator.model.printed import Seen

_HOW = {"cut": "cut", "mountain": "folded away", "valley": "folded up"}
Point = tuple[float, float]


def creases(parts: Sequence[Part], seen: Sequence[Seen]) -> Iterator[Finding]:
    """Yield GF127 for each part that is folded; `seen` is what one format shows.

    Each corner of the line round a net, and both ends of each fold, must be ends of segments that are drawn in the
    groups `cut`, `mountain` and `valley`.
    """
    for part, designs, faces in folded(parts, seen):
        yield from said("GF127", part, _faults(designs, faces))


def _faults(designs: Mapping[str, Net], faces: Iterable[Seen]) -> Iterator[Fault]:
    for face in faces:
        net = designs[face.design]
        drawn: dict[str, list[Point]] = {kind: [] for kind in _HOW}
        for mark in face.marks:
            if mark.name in drawn:
                drawn[mark.name] += mark.points
        for kind, at in _wanted(net):
            there = apply(face.matrix, *at)
            if not any(hypot(there[0] - x, there[1] - y) <= NEAR for x, y in drawn[kind]):
                yield Fault(kind, face, f"it is not {_HOW[kind]} at {at[0]:.4g}, {at[1]:.4g} mm of its net")


def _wanted(net: Net) -> Iterator[tuple[str, Point]]:
    """Yield what is to be done, and each point where a line for it begins, bends or ends."""
    for segment in net.cut:
        if len(segment) > 2:
            yield "cut", (segment[-2], segment[-1])
    for fold in net.folds:
        yield fold.kind, (fold.x1, fold.y1)
        yield fold.kind, (fold.x2, fold.y2)
