"""Check that texts are large enough to read and lines thick enough to print (GF152), and black text black (GF315).

Texts of figures are measured as the booklet prints them, on a column that wide figures are scaled down to (GF333).

The size of a text is judged by the height of its x, which differs from font to font: 5 points of Source Sans have an x
of 0.86 mm, about the smallest that is printed to be read. Of images, 300 dots an inch look smooth, 150 coarse (GF323).
"""

import re
from collections.abc import Iterator, Sequence
from math import sqrt

from generator.check.analysis.drawing import Drawing, DrawnShape, walk_matrices
from generator.check.analysis.face_pages import EVERYWHERE, Face, PageFault
from generator.check.check_context import CheckContext, PlacedPixels
from generator.geometry.matrix import Matrix
from generator.geometry.tolerances import DISPLAYED_ROUNDING
from generator.model.color import to_rgb
from generator.model.finding import Finding, Level, Place
from generator.model.picture import Font, Path, Text

POINT = 25.4 / 72  # mm
SMALLEST_X, TINY_X = 0.85, 0.5  # mm; below the second nobody reads a text, and printers fill its letters
THINNEST_LINE = 0.1  # mm: thinner lines break up on an office printer
LARGE_TEXT = 12.0  # pt: letters of this size and more are not spoiled by the dots of a halftone
DARKEST_GRAY, NEUTRAL = 0x30, 6  # of 255: a gray up to here is taken for black; channels that far apart are no color
SMALLEST_IN_FIGURE = 6.0  # pt: labels of figures are read beside text of 9 pt and more
COLUMN = 110.0  # mm: the width of the column of a booklet
_SHOWN_SCALE = 0.7  # of a face of the kit in a figure: on what is drawn smaller, words are shown and not read
_SHRUNK = 3.0  # times: a group that makes what is in it so much smaller is taken to be at fault
_TYPICAL_X = 0.5  # em, of a font without the letter x


def find_small_texts(face: Face) -> Iterator[PageFault]:
    """Report each text whose letters are too low (GF152)."""
    for number in face.drawing.texts:
        each = face.drawing.shapes[number]
        assert isinstance(each.shape, Text)
        size = each.shape.size * letter_scale(each.matrix)
        x_height = size * find_x_height(each.shape.font)
        if x_height < SMALLEST_X - DISPLAYED_ROUNDING:
            level: Level = "error" if x_height < TINY_X else "warning"
            measure = (
                f"is set in {size / POINT:.2g} pt: its x-height is {x_height:.2g} mm,"
                f" but must be at least {SMALLEST_X:g} mm"
            )
            says = f"the text {each.shape.text.strip()[:40]!r} {measure}"
            fault = PageFault("GF152", level, says, each.address, level)
            yield _blame_group(fault, face.drawing, each, SMALLEST_X / max(x_height, DISPLAYED_ROUNDING))


def find_halftoned_texts(face: Face) -> Iterator[PageFault]:
    """Report, once per kit, a small text in near-black, which printers render as a pattern of dots (GF315)."""
    for number in face.drawing.texts:
        each = face.drawing.shapes[number]
        assert isinstance(each.shape, Text)
        size, fill = each.shape.size * letter_scale(each.matrix) / POINT, each.shape.paint.fill
        if size < LARGE_TEXT and isinstance(fill, str) and _is_nearly_black(fill):
            what = f"the text {each.shape.text.strip()[:40]!r} ({size:.2g} pt) is printed in {fill}, which is not black"
            says = f"{what}: printers render it as a pattern of dots; paint it '#000000'"
            yield PageFault("GF315", EVERYWHERE + "near-black", says, each.address, "note", where="paint")
            return


def _is_nearly_black(paint: str) -> bool:
    """Return whether a paint is meant to be black: a gray indistinguishable from black on paper."""
    channels = to_rgb(paint)
    return 0 < max(channels) <= DARKEST_GRAY and max(channels) - min(channels) <= NEUTRAL


def find_x_height(font: Font) -> float:
    """Return the height of the letter x of a font, em."""
    return font.bounds["x"][1] if "x" in font.glyphs else _TYPICAL_X


def letter_scale(matrix: Matrix) -> float:
    """Return by how much a matrix enlarges letters."""
    return sqrt(abs(matrix[0] * matrix[3] - matrix[1] * matrix[2]))


def find_thin_lines(face: Face) -> Iterator[PageFault]:
    """Report each stroke that is too thin to print (GF152)."""
    for each in face.drawing.shapes:
        width = _line_width(each)
        if width is not None and width < THINNEST_LINE - DISPLAYED_ROUNDING:
            text = f"a line is {width:.2g} mm thick, but must be at least {THINNEST_LINE:g} mm"
            fault = PageFault("GF152", "line", text, each.address, "warning")
            yield _blame_group(fault, face.drawing, each, THINNEST_LINE / max(width, DISPLAYED_ROUNDING))


def _blame_group(fault: PageFault, drawing: Drawing, each: DrawnShape, lacks: float) -> PageFault:
    """Return a fault at the outermost group but for which a shape would be the times larger that it `lacks`, if any."""
    for depth, outer, inner in walk_matrices(drawing.picture.shapes, each.address):
        if letter_scale(outer) >= max(lacks, _SHRUNK) * letter_scale(inner) > 0:
            return fault._replace(address=each.address[:depth], where="use")
    return fault


def _line_width(each: DrawnShape) -> float | None:
    """Return how thick a path's line is on paper (mm); None for a path without a line of its own color."""
    if not isinstance(each.shape, Path) or each.box is None:
        return None
    paint = each.shape.paint
    if paint.stroke is None or paint.stroke_opacity <= 0 or paint.stroke == paint.fill:
        return None
    return paint.width * letter_scale(each.matrix)


def find_small_figure_texts(drawing: Drawing, width: float) -> Iterator[PageFault]:
    """Report each text of a figure, `width` mm wide as it is drawn, that is less than 6 pt high as printed (GF333)."""
    scale = min(1.0, COLUMN / width)
    for number in drawing.judged_texts:
        each = drawing.shapes[number]
        assert isinstance(each.shape, Text)
        shrunk = letter_scale(each.matrix) * scale
        size = each.shape.size * shrunk / POINT
        if size < SMALLEST_IN_FIGURE - DISPLAYED_ROUNDING and shrunk > _SHOWN_SCALE:
            text = f"the text {each.shape.text.strip()[:40]!r} is {size:.1f} pt high in the booklet"
            says = f"{text}; make it at least {SMALLEST_IN_FIGURE:g} pt"
            yield PageFault("GF333", "small", says, each.address, "warning")


LEAST, GOOD = 150.0, 300.0  # dpi
_CLOSE = 0.98  # of a resolution: what rounding to whole pixels takes
_MOST_TOLD = 3
_NAME = re.compile(r"'(images/.+)'")


def check_resolution(case: CheckContext) -> Iterator[Finding]:
    """Report images that are printed at less than 150 dpi, and sum up those at less than 300 (GF323)."""
    images = sorted(case.images(), key=lambda each: each.dpi)
    coarse = [each for each in images if each.dpi < LEAST * _CLOSE]
    if coarse:
        told = ", ".join(f"{each.name} at {each.dpi:.0f} dpi ({each.piece})" for each in coarse[:_MOST_TOLD])
        more = f" and {len(coarse) - _MOST_TOLD} more" if len(coarse) > _MOST_TOLD else ""
        says = f"printed at less than {LEAST:.0f} dpi, which looks coarse: {told}{more}"
        says = f"{says}; use images of more pixels, or print them smaller"
        yield Finding("GF323", _locate(case, coarse), says, "warning")
    fair = [each for each in images if LEAST * _CLOSE <= each.dpi < GOOD * _CLOSE]
    if fair:
        count = "1 image is" if len(fair) == 1 else f"{len(fair)} images are"
        between = dict.fromkeys(f"{each.dpi:.0f}" for each in (fair[0], fair[-1]))
        says = f"{count} printed at {' to '.join(between)} dpi; at {GOOD:.0f} no pixel is seen"
        yield Finding("GF323", _locate(case, fair), says, "note")


def _locate(case: CheckContext, images: Sequence[PlacedPixels]) -> Place:
    """Return the file of the first image; that of the game for one that a template holds."""
    found = _NAME.fullmatch(images[0].name)
    return case.game.place("parts") if found is None else Place(f"{case.game.file.removesuffix('game.yaml')}{found[1]}")
