"""Paints, paths and groups go in, the PDF operators that say them come out, the same whoever draws."""

from collections.abc import Iterator

from generator.model.picture import IDENTITY, Clip, Group, Paint, Segment
from generator.write.digits import digits, matrix

_CAPS = {"butt": "0 J", "round": "1 J", "square": "2 J"}
_JOINS = {"miter": "0 j", "round": "1 j", "bevel": "2 j"}
_OPERATORS = {"M": "m", "L": "l", "C": "c"}


def line(paint: Paint) -> str:
    """Return how a stroke of the paint looks: width, ends, corners and dashes (PDF 1.7, 8.4.3)."""
    dash = " ".join(map(digits, _dots(paint.dash)))
    width, miter = digits(paint.width), digits(paint.miter)
    phase = paint.dash_offset % sum(paint.dash) if paint.dash else 0.0  # a phase below zero is not for PDF (8.4.3.6)
    return f"{width} w {_CAPS[paint.cap]} {_JOINS[paint.join]} {miter} M [{dash}] {digits(phase)} d"


def _dots(dash: tuple[float, ...]) -> Iterator[float]:
    """Yield the dashes; a dot, which has no length, gets a thousandth of its gap: pdfium would give it 0.1."""
    for on, off in zip(dash[::2], dash[1::2], strict=True):
        dot = off / 1000 if on == 0 else 0.0
        yield from (on + dot, off - dot)


def trace(segments: tuple[Segment, ...]) -> str:
    """Return the operators that make a path (8.5.2)."""
    return " ".join("h" if s[0] == "Z" else f"{' '.join(map(digits, s[1:]))} {_OPERATORS[s[0]]}" for s in segments)


def moved(group: Group, content: str) -> str:
    """Return what is drawn in a group's own coordinates, moved to where the group lies."""
    move = "" if group.matrix == IDENTITY else f"{matrix(group.matrix)} cm\n"
    return f"q\n{move}{content}\nQ"


def cut_to(clip: Clip) -> str:
    """Return the operators that cut what follows to a region (8.5.4)."""
    return f"{trace(clip.segments)} {'W*' if clip.even_odd else 'W'} n"


def drawn(operators: str, paint: Paint, fills: bool) -> str:
    """Return the path filled and stroked: in two steps where the fill must show through the stroke, as SVG has it."""
    strokes = paint.stroke is not None
    if fills and strokes and paint.stroke_opacity < 1:
        return f"{operators} {_finish(True, False, paint.even_odd)}\n{operators} S"
    return f"{operators} {_finish(fills, strokes, paint.even_odd)}"


def _finish(fills: bool, strokes: bool, even_odd: bool) -> str:
    star = "*" if even_odd else ""
    if fills and strokes:
        return f"B{star}"
    return f"f{star}" if fills else "S" if strokes else "n"
