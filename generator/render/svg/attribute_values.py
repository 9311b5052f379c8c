"""Parse numbers, transforms and viewBoxes in attributes (SVG 1.1, chapter 7); DrawingError names the attribute."""

import re
from collections.abc import Iterable
from math import cos, radians, sin, tan
from typing import NamedTuple

from generator.geometry.matrix import IDENTITY, Matrix, multiply_matrices
from generator.model.finding import DrawingError
from generator.model.layout import CROP_COLUMNS

LARGEST_NUMBER = 1e6  # a kilometer: beyond any drawing, and a hundredth of what finished files can say
BLANKS = r"[ \t\r\n\f]*+"
COMMA = rf"{BLANKS}(?:,{BLANKS})?+"
# Nothing below gives back what it has taken, so reading takes time in proportion to the text, also if it fails.
NUMBER = r"[-+]?+(?:[0-9]++(?:\.[0-9]*+)?+|\.[0-9]++)(?:[eE][-+]?+[0-9]++)?+"
_ONE = re.compile(rf"{BLANKS}({NUMBER})(px)?+{BLANKS}")
NUMBERS = rf"{BLANKS}{NUMBER}(?:(?:[ \t\r\n\f]++,?+|,|(?=[-+.])){BLANKS}{NUMBER})*+"
_LIST = re.compile(rf"{NUMBERS}{BLANKS}")
_EACH = re.compile(NUMBER)
_SHARE = re.compile(rf"{BLANKS}({NUMBER})(%?+){BLANKS}")


def parse_number(text: str, name: str) -> float:
    """Return a length in user units (mm); `px` means user units, other units are an error."""
    match = _ONE.fullmatch(text)
    if match is None:
        raise DrawingError(f"{name}={text!r} is not a number; write one without a unit")
    check_reach([value := float(match[1])], f"{name}={text!r}")
    return value


def parse_positive(text: str, name: str) -> float:
    """Return a length that is zero or more."""
    value = parse_number(text, name)
    if value < 0:
        raise DrawingError(f"{name}={text!r} is less than zero")
    return value


def parse_share(text: str, name: str) -> float:
    """Return an opacity, an offset or a share of a box, given as a number or a percentage."""
    match = _SHARE.fullmatch(text)
    if match is None:
        raise DrawingError(f"{name}={text!r} is neither a number nor a percentage")
    check_reach([value := float(match[1]) / (100 if match[2] else 1)], f"{name}={text!r}")
    return value


def parse_numbers(text: str, name: str) -> list[float]:
    """Return a list of numbers separated by spaces or commas."""
    if not text.strip():
        return []
    if _LIST.fullmatch(text) is None:
        raise DrawingError(f"{name}={text!r} is not a list of numbers")
    found = [float(each) for each in _EACH.findall(text)]
    check_reach(found, f"{name}={text!r}")
    return found


_CALL = re.compile(rf"{COMMA}([A-Za-z]++){BLANKS}\(([^()]*+)\)")
_MOST_TRANSFORMS = 100  # in a list: drawing programs write one or two
_COUNTS = {"matrix": (6,), "translate": (1, 2), "scale": (1, 2), "rotate": (1, 3), "skewX": (1,), "skewY": (1,)}
_ALIGN = re.compile(r"(none|x(Min|Mid|Max)Y(Min|Mid|Max))(?:\s+(meet|slice))?")


class ViewBox(NamedTuple):
    """A viewBox: top left and size in user units."""

    x: float
    y: float
    width: float
    height: float


def parse_transform(text: str, name: str = "transform") -> Matrix:
    """Return the matrix of a transform list."""
    at, matrix, stripped = 0, IDENTITY, text.rstrip()
    if text.count("(") > _MOST_TRANSFORMS:
        raise DrawingError(f"{name} is a list of more than {_MOST_TRANSFORMS} transforms")
    while at < len(stripped):
        match = _CALL.match(stripped, at)
        if match is None or match[1] not in _COUNTS:
            raise DrawingError(f"{name}={text!r} is not a list of transforms")
        values = parse_numbers(match[2], name)
        if len(values) not in _COUNTS[match[1]]:
            raise DrawingError(f"{name}={text!r}: {match[1]} cannot have {len(values)} numbers")
        matrix = multiply_matrices(matrix, _function_matrix(match[1], values))
        check_reach(matrix, f"{name}={text!r}")
        at = match.end()
    return matrix


def check_reach(numbers: Iterable[float], what: str) -> None:
    """Raise DrawingError for numbers that are too large to be printed; `what` names or makes them."""
    if not all(-LARGEST_NUMBER < value < LARGEST_NUMBER for value in numbers):
        raise DrawingError(f"{what} goes beyond {LARGEST_NUMBER:,.0f} mm, which cannot be printed")


def _function_matrix(name: str, v: list[float]) -> Matrix:
    match name:
        case "matrix":
            return v[0], v[1], v[2], v[3], v[4], v[5]
        case "translate":
            return 1.0, 0.0, 0.0, 1.0, v[0], v[1] if len(v) == 2 else 0.0
        case "scale":
            return v[0], 0.0, 0.0, v[-1], 0.0, 0.0
        case "rotate":
            return rotation_matrix(v[0], *(v[1:] or (0.0, 0.0)))
        case "skewX":
            return 1.0, 0.0, tan(radians(v[0])), 1.0, 0.0, 0.0
    return 1.0, tan(radians(v[0])), 0.0, 1.0, 0.0, 0.0


def rotation_matrix(degrees: float, cx: float = 0.0, cy: float = 0.0) -> Matrix:
    """Return a rotation about cx, cy, clockwise with y downwards; quarter turns are exact."""
    quarters = {0.0: (1.0, 0.0), 90.0: (0.0, 1.0), 180.0: (-1.0, 0.0), 270.0: (0.0, -1.0)}
    quarter = quarters.get(degrees % 360.0)
    c, s = quarter or (cos(radians(degrees)), sin(radians(degrees)))
    return c, s, -s, c, cx - c * cx + s * cy, cy - s * cx - c * cy


def parse_view_box(text: str) -> ViewBox:
    """Return the viewBox; DrawingError unless width and height are above zero."""
    values = parse_numbers(text, "viewBox")
    if len(values) != 4 or values[2] <= 0 or values[3] <= 0:
        raise DrawingError(f"viewBox={text!r} is not four numbers with a width and a height above zero")
    return ViewBox(*values)


class Crop(NamedTuple):
    """How a picture that fills its box is cropped: what of it shows, from left and top, and how large; percent."""

    x: float
    y: float
    zoom: float


def parse_crop(text: str) -> Crop:
    """Return what `data-crop` says; DrawingError."""
    words = text.split()
    crop = Crop(*(parse_number(word, "data-crop") for word in words)) if len(words) == 3 else None
    if crop is None or not all(
        least <= each <= most for each, (least, most) in zip(crop, CROP_COLUMNS.values(), strict=True)
    ):
        says = "is x and y from 0 to 100 and a zoom from 100 to 1000, such as 50 20 150"
        raise DrawingError(f"data-crop={text!r} {says}")
    return crop


def fit_view_box(
    box: ViewBox, x: float, y: float, width: float, height: float, ratio: str | Crop
) -> tuple[Matrix, bool]:
    """Return the matrix from a viewBox into a viewport, and whether the content may reach beyond it (slice).

    Cropped content fills the viewport, which then lies so far from its left and top side as the percents say.
    """
    if isinstance(ratio, Crop):
        scale = max(width / box.width, height / box.height) * ratio.zoom / 100
        tx = x - box.x * scale + (width - scale * box.width) * ratio.x / 100
        ty = y - box.y * scale + (height - scale * box.height) * ratio.y / 100
        check_reach((scale, scale, tx, ty), f"a viewBox of {box.width:g} x {box.height:g} at {ratio.zoom:g} %")
        return (scale, 0.0, 0.0, scale, tx, ty), True
    match = _ALIGN.fullmatch(ratio.strip())
    if match is None:
        raise DrawingError(f"preserveAspectRatio={ratio!r} is not known")
    sx, sy = width / box.width, height / box.height
    if match[1] != "none":
        sx = sy = max(sx, sy) if match[4] == "slice" else min(sx, sy)
    share = {"Min": 0.0, "Mid": 0.5, "Max": 1.0}
    free_x, free_y = width - sx * box.width, height - sy * box.height
    tx = x - box.x * sx + (free_x * share[match[2]] if match[2] else 0.0)
    ty = y - box.y * sy + (free_y * share[match[3]] if match[3] else 0.0)
    check_reach((sx, sy, tx, ty), f"a viewBox of {box.width:g} x {box.height:g} in {width:g} x {height:g} mm")
    return (sx, 0.0, 0.0, sy, tx, ty), match[4] == "slice"
