"""Figure of other figures side by side, with captions and arrows: values for templates/figures/steps.svg.j2."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from generator.geometry.matrix import IDENTITY, Matrix
from generator.geometry.tolerances import ROUNDING
from generator.model.picture import Picture
from generator.render.figures.draft import LEADING, TEXT_SIZE, FigureDraft, round_mm
from generator.render.safe_zone import walk_texts

_ARROW, _GAP = 9.0, 5.0  # mm between two figures, with and without an arrow
_CAPTION_GAP = 1.4  # mm from a figure to its caption
_BASELINE_OFFSET = 2.15
SMALLEST_TEXT = 2.7  # mm per em: text in a figure must not be smaller


class StepRow(NamedTuple):
    """The values for the template, and the matrix of each picture."""

    values: dict[str, Any]
    matrices: tuple[Matrix, ...]


def compose_steps(sketch: FigureDraft, pictures: Sequence[Picture]) -> StepRow:
    """Return the row: all pictures at one scale, their middles on one line; report text that gets too small (GF202)."""
    steps, arrows = sketch.data.steps or [], sketch.data.arrows is not False
    wide, high = sketch.data.size
    gap = _ARROW if arrows else _GAP
    room = wide - gap * (len(steps) - 1)
    widths = [picture.width for picture in pictures]
    scale = min(1.0, room / sum(widths)) if room > 0 else 0.0
    says = [
        sketch.find_words(step.says, "steps", number, "says") if step.says else chr(ord("a") + number)
        for number, step in enumerate(steps)
    ]
    lines, tall = _wrap_captions(sketch, says, [width * scale + gap - 1.0 for width in widths]), 0.0
    scale = min(scale, max(high - _caption_height(lines), 0.0) / max(picture.height for picture in pictures))
    lines = _wrap_captions(sketch, says, [width * scale + gap - 1.0 for width in widths])
    tall = max(picture.height for picture in pictures) * scale
    _check_legible(sketch, pictures, scale)
    left = (wide - sum(widths) * scale - gap * (len(steps) - 1)) / 2
    top = (high - tall - _caption_height(lines)) / 2
    matrices, drawn, between = list[Matrix](), list[dict[str, Any]](), list[dict[str, float]]()
    for number, picture in enumerate(pictures):
        y = top + (tall - picture.height * scale) / 2
        matrices.append((scale, 0.0, 0.0, scale, left, y))
        middle, first = left + picture.width * scale / 2, top + tall + _CAPTION_GAP + _BASELINE_OFFSET
        rows = [{"text": line, "y": round_mm(first + LEADING * row)} for row, line in enumerate(lines[number])]
        drawn.append({"x": round_mm(middle), "lines": rows, "letter": not steps[number].says})
        left += picture.width * scale + gap
        if arrows and number < len(pictures) - 1:
            between.append({"x": round_mm(left - gap / 2), "y": round_mm(top + tall / 2)})
    return StepRow({"steps": drawn, "between": between}, tuple(matrices))


def _wrap_captions(sketch: FigureDraft, says: Sequence[str], widths: Sequence[float]) -> list[list[str]]:
    findings = len(sketch.findings)
    made = [
        sketch.wrap_words(each, max(width, 1.0), "steps", number)
        for number, (each, width) in enumerate(zip(says, widths, strict=True))
    ]
    kept = dict.fromkeys(sketch.findings)
    sketch.findings[:] = list(kept) if len(kept) != findings else sketch.findings[:findings]
    return made


def _caption_height(lines: Sequence[Sequence[str]]) -> float:
    return _CAPTION_GAP + TEXT_SIZE + LEADING * (max(map(len, lines)) - 1)


def _check_legible(sketch: FigureDraft, pictures: Sequence[Picture], scale: float) -> None:
    """Report figures whose text the scale makes too small; text on faces of the kit does not count."""
    for number, picture in enumerate(pictures):
        sizes = [
            text.size * abs(matrix[3] or matrix[1])
            for text, matrix in walk_texts(picture.shapes, IDENTITY, sketch.faces.shown_groups)
        ]
        if sizes and (size := min(sizes) * scale) < SMALLEST_TEXT - ROUNDING:
            message = f"at {scale:.0%} its text is {size:.2f} mm high; the minimum is {SMALLEST_TEXT:g} mm"
            sketch.add_finding("GF202", message, "steps", number, "figure")
