"""Flowables of an example or a note go in, a stack comes out that sets them off, each in its own way."""

from collections.abc import Sequence
from typing import Any

from reportlab.platypus import Flowable

from generator.booklet.blocks import Run
from generator.booklet.compositor import Compositor
from generator.booklet.measures import FINE, STRONG
from generator.booklet.stack import Setting, Stack


def quote(inner: Sequence[Flowable], by: Compositor, indent: float) -> Stack:
    """Set an example off by a rule in the margin."""
    m = by.measures
    x = indent - m.size * 0.9

    def rule(canvas: Any, width: float, height: float) -> None:
        canvas.setLineWidth(STRONG)
        canvas.setLineCap(0)
        canvas.line(x, m.size * 0.12, x, height - m.size * 0.12)

    if inner:
        inner[-1].spaceAfter = 0
    space = m.leading * 0.9
    return Stack(
        inner, Setting(indent, space, space, each=rule, whole=m.depth * 0.3, hole=m.depth * 0.2, least=m.leading)
    )


def note(inner: Sequence[Flowable], by: Compositor) -> Stack:
    """Set a note between two fine lines, below a small heading."""
    m = by.measures
    pad = m.leading * 0.42

    def lines(canvas: Any, width: float, height: float) -> None:
        canvas.setLineWidth(FINE)
        canvas.setLineCap(0)
        for y in (height + pad, -pad):
            canvas.line(0, y, width, y)

    if inner:
        inner[-1].spaceAfter = 0
    style = by.style("sans-bold", m.size * 0.78, m.leading * 0.85, keepWithNext=1)
    heading = by.text((Run(by.terms.note, "sans-bold", 0),), style)
    space = m.leading * 0.6
    return Stack(
        (heading, *inner),
        Setting(0.0, space, space, each=lines, whole=m.depth * 0.3, hole=m.depth * 0.1, least=m.leading, beyond=pad),
    )
