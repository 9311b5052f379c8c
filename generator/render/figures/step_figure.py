"""Figure of other figures in rows, with captions and arrows: values for templates/figures/steps.svg.j2."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from generator.geometry.matrix import IDENTITY, Matrix
from generator.geometry.tolerances import ROUNDING
from generator.model.picture import Picture
from generator.render.figures.draft import LEADING, TEXT_SIZE, FigureDraft, round_mm
from generator.render.safe_zone import walk_texts

_ARROW, _GAP = 9.0, 5.0  # mm between two figures, with and without an arrow
_DOWN, _ROW_GAP = 8.0, 2.0  # mm between two rows, with and without an arrow
_CAPTION_GAP = 1.4  # mm from a figure to its caption
_BASELINE_OFFSET = 2.15
SMALLEST_TEXT = 2.7  # mm per em: text in a figure must not be smaller


class StepRows(NamedTuple):
    """The values for the template, and the matrix of each picture."""

    values: dict[str, Any]
    matrices: tuple[Matrix, ...]


class _Grid(NamedTuple):
    """How steps are set: their words, the numbers of each row, and mm between two of a row and between two rows."""

    says: Sequence[str]
    rows: Sequence[range]
    gap: float
    down: float


def compose_steps(sketch: FigureDraft, pictures: Sequence[Picture]) -> StepRows:
    """Return the pictures at one scale, in the equal rows that let them be largest; report too small text (GF202).

    If it makes no difference, there are few rows.
    """
    says = [
        sketch.find_words(step.says, "steps", number, "says") if step.says else chr(ord("a") + number)
        for number, step in enumerate(sketch.data.steps or ())
    ]
    arrows, order = sketch.data.arrows is not False, range(len(pictures))
    grids = [
        _Grid(
            says,
            [order[first : first + length] for first in order[::length]],
            _ARROW if arrows else _GAP,
            _DOWN if arrows and length == 1 else _ROW_GAP,
        )
        for length in range(len(order), 0, -1)
        if len(order) % length == 0
    ]
    grid = max(grids, key=lambda each: _fit_scale(sketch._replace(findings=[]), pictures, each))
    scale = _fit_scale(sketch, pictures, grid)
    _check_legible(sketch, pictures, scale)
    return _place_steps(sketch, pictures, grid, scale)


def _fit_scale(sketch: FigureDraft, pictures: Sequence[Picture], grid: _Grid) -> float:
    """Return the scale at which the rows and their captions fit the figure."""
    wide, high = sketch.data.size
    room = wide - grid.gap * (len(grid.rows[0]) - 1)
    scale = max(min(1.0, *(room / sum(pictures[each].width for each in row) for row in grid.rows)), 0.0)
    taken = sum(map(_caption_height, _wrap_rows(sketch, pictures, grid, scale))) + grid.down * (len(grid.rows) - 1)
    return min(scale, max(high - taken, 0.0) / sum(_tallest(pictures, row) for row in grid.rows))


def _place_steps(sketch: FigureDraft, pictures: Sequence[Picture], grid: _Grid, scale: float) -> StepRows:
    wide, high = sketch.data.size
    captions, arrows = _wrap_rows(sketch, pictures, grid, scale), sketch.data.arrows is not False
    tall = sum(_tallest(pictures, row) for row in grid.rows) * scale + sum(map(_caption_height, captions))
    top = (high - tall - grid.down * (len(grid.rows) - 1)) / 2
    matrices, drawn, between = list[Matrix](), list[dict[str, Any]](), list[dict[str, float]]()
    for row, captioned in zip(grid.rows, captions, strict=True):
        left = (wide - sum(pictures[each].width for each in row) * scale - grid.gap * (len(row) - 1)) / 2
        middle = top + _tallest(pictures, row) * scale / 2
        first = 2 * middle - top + _CAPTION_GAP + _BASELINE_OFFSET
        for number, lines in zip(row, captioned, strict=True):
            width, height = pictures[number].width * scale, pictures[number].height * scale
            matrices.append((scale, 0.0, 0.0, scale, left, middle - height / 2))
            words = [{"text": line, "y": round_mm(first + LEADING * at)} for at, line in enumerate(lines)]
            letter = not (sketch.data.steps or ())[number].says
            drawn.append({"x": round_mm(left + width / 2), "lines": words, "letter": letter})
            left += width + grid.gap
            if arrows and number != row[-1]:
                between.append({"x": round_mm(left - grid.gap / 2), "y": round_mm(middle), "turn": 0})
        top = 2 * middle - top + _caption_height(captioned) + grid.down
        if arrows and len(row) == 1 and row != grid.rows[-1]:
            between.append({"x": round_mm(wide / 2), "y": round_mm(top - grid.down / 2), "turn": 90})
    return StepRows({"steps": drawn, "between": between}, tuple(matrices))


def _tallest(pictures: Sequence[Picture], row: Sequence[int]) -> float:
    return max(pictures[each].height for each in row)


def _wrap_rows(sketch: FigureDraft, pictures: Sequence[Picture], grid: _Grid, scale: float) -> list[list[list[str]]]:
    """Return the lines of the captions of each row."""
    lines = _wrap_captions(sketch, grid.says, [picture.width * scale + grid.gap - 1.0 for picture in pictures])
    return [[lines[each] for each in row] for row in grid.rows]


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
