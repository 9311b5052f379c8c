"""Round the numbers of a drawing to a ten-thousandth of a millimeter on paper."""

import re
from collections.abc import Iterator
from math import ceil, hypot, log10
from typing import NamedTuple

from generator.geometry.matrix import IDENTITY, Matrix, multiply_matrices
from generator.model.finding import DrawingError
from generator.render.adoption.source import Source, SourceElement
from generator.render.drawings.units import parse_absolute
from generator.render.svg.attribute_values import parse_transform, parse_view_box

_STEP = 1e-4  # mm; hundreds of relative steps of a path together stay below what a printer shows
_MOST_DECIMALS = 9
_LENGTHS = frozenset(
    """x y x1 y1 x2 y2 cx cy r rx ry fx fy fr dx dy width height d points viewBox stroke-width stroke-dasharray
    stroke-dashoffset font-size letter-spacing word-spacing refX refY markerWidth markerHeight stdDeviation""".split()
)
_SHARES = frozenset(
    """opacity fill-opacity stroke-opacity stop-opacity flood-opacity offset stroke-miterlimit startOffset""".split()
)
_MATRICES = frozenset({"transform", "gradientTransform", "patternTransform"})
_SHARE_DECIMALS = 5
_FACTOR_DECIMALS = 8
_LONG = re.compile(
    r"(?<![\w#.])([-+]?(?:\d++(?:\.\d{3,}+|(?:\.\d*+)?+e[-+]?\d++)|\.(?:\d{3,}+|\d++e[-+]?\d++)))(?![\w.])",
    re.IGNORECASE,
)
_IN_PATH = re.compile(r"[-+]?(?:\d+\.\d*|\.\d+|\d+)(?:[eE][-+]?\d+)?")
_CALL = re.compile(r"(?<![A-Za-z])([A-Za-z]++)\s*+\(([^()]*+)\)")
_DECLARATION = re.compile(r"(?<![\w-])([a-z-]+)(\s*:\s*)([^;{}<>\"']+)")
_BOXED = frozenset({"linearGradient", "radialGradient", "pattern", "mask", "clipPath", "filter"})


class RoundedValue(NamedTuple):
    """A new text from `start` to `end`, and how many numbers in it are `shorter`."""

    start: int
    end: int
    text: str
    shorter: int


def round_numbers(source: Source) -> Iterator[RoundedValue]:
    """Yield the values whose numbers have more digits than paper shows."""
    if source.root is None:
        return
    yield from _round_element(source.root, IDENTITY, _measure_unit(source.root))


def _measure_unit(root: SourceElement) -> float:
    """Return the size of a user unit of the root, mm; one that it does not say is a millimeter."""
    attributes = root.node.attributes
    width, height = (parse_absolute(attributes.get(name, "")) for name in ("width", "height"))
    try:
        box = parse_view_box(attributes["viewBox"]) if attributes.get("viewBox") else None
    except DrawingError:
        return 1.0
    if box is None:
        return 25.4 / 96 if width or height else 1.0
    return max((width or 0) / box.width, (height or 0) / box.height) or 1.0


def _round_element(element: SourceElement, matrix: Matrix, unit: float) -> Iterator[RoundedValue]:
    attributes = element.node.attributes
    text = attributes.get("transform", "")
    inner = matrix
    if "{" not in text:
        try:
            inner = multiply_matrices(matrix, parse_transform(text))
        except DrawingError:
            return
    is_root = matrix is IDENTITY and element.node.name == "svg"
    if element.node.name in ("svg", "symbol", "marker", "pattern") and "viewBox" in attributes and not is_root:
        inner = multiply_matrices(inner, _scale_viewport(attributes))
    scale = max(hypot(inner[0], inner[1]), hypot(inner[2], inner[3]), 1e-6) * unit
    decimals = min(_MOST_DECIMALS, max(0, ceil(-log10(_STEP / scale))))
    around = max(hypot(matrix[0], matrix[1]), hypot(matrix[2], matrix[3]), 1e-6) * unit
    outer = min(_MOST_DECIMALS, max(0, ceil(-log10(_STEP / around))))
    boxed = element.node.name in _BOXED
    for each in element.attributes:
        if "{" in each.value or "&" in each.value:
            continue
        found = _round_attribute(each.name, each.value, _FACTOR_DECIMALS if boxed else decimals, outer)
        if found is not None and found[0] != each.value:
            yield RoundedValue(each.start, each.end, *found)
    for child in element.children:
        yield from _round_element(child, inner, unit)


def _scale_viewport(attributes: dict[str, str]) -> Matrix:
    """Return how much a viewport enlarges what is in it, at least; what a `use` says of it is not known."""
    try:
        box = parse_view_box(attributes["viewBox"])
    except DrawingError:
        return IDENTITY
    sizes = (parse_absolute(attributes.get(name, "")) for name in ("width", "height"))
    scales = [size * 96 / 25.4 / side for size, side in zip(sizes, (box.width, box.height), strict=True) if size]
    scale = max([*scales, 1.0, 100 / max(box.width, box.height)])
    return scale, 0.0, 0.0, scale, 0.0, 0.0


def _round_attribute(name: str, value: str, decimals: int, outer: int) -> tuple[str, int] | None:
    """Return the value of an attribute with its numbers rounded, and how many became shorter."""
    if name == "style":
        return _round_style(value, decimals, outer)
    if name in _MATRICES:
        return _round_transform(value, outer)
    if name == "d":
        return _round_path(value, decimals)
    if name == "points":
        return _round_all(_IN_PATH, value, decimals)
    if name in _LENGTHS:
        return _round_all(_LONG, value, decimals)
    return _round_all(_LONG, value, _SHARE_DECIMALS) if name in _SHARES else None


def _round_style(value: str, decimals: int, outer: int) -> tuple[str, int]:
    counts = [0]

    def replace(match: re.Match[str]) -> str:
        found = _round_attribute(match[1], match[3], decimals, outer) if match[1] != "style" else None
        if found is None:
            return match[0]
        counts[0] += found[1]
        return f"{match[1]}{match[2]}{found[0]}"

    return _DECLARATION.sub(replace, value), counts[0]


def _round_transform(value: str, decimals: int) -> tuple[str, int]:
    """Round shifts to lengths, and factors and angles so finely that what is far from the corner stays in place."""
    count = 0

    def replace(match: re.Match[str]) -> str:
        nonlocal count
        parts = re.split(r"([\s,]+)", match[2])
        shifts = {"translate": (0, 1), "matrix": (4, 5), "rotate": (1, 2)}.get(match[1], ())
        number = 0
        for index, part in enumerate(parts):
            if not part or index % 2:
                continue
            parts[index], shorter = _round_all(_LONG, part, decimals if number in shifts else _FACTOR_DECIMALS)
            number, count = number + 1, count + shorter
        return f"{match[1]}({''.join(parts)})"

    return _CALL.sub(replace, value), count


def _round_path(value: str, decimals: int) -> tuple[str, int]:
    """Round path data; arcs whose flags stand close to numbers stay as they are."""
    count, out = 0, list[str]()
    for part in _COMMAND.findall(value):
        if part[0] in "aA":
            words = part[1:].replace(",", " ").split()
            plain = len(words) % 7 == 0 and all(word in "01" for at in (3, 4) for word in words[at::7])
            if not plain:
                out.append(part)
                continue
        text, shorter = _round_all(_IN_PATH, part, decimals)
        out.append(text)
        count += shorter
    return "".join(out), count


_COMMAND = re.compile(r"[A-DF-Za-df-z][^A-DF-Za-df-z]*|^[^A-DF-Za-df-z]+")


def _round_all(pattern: re.Pattern[str], value: str, decimals: int) -> tuple[str, int]:
    count = 0

    def replace(match: re.Match[str]) -> str:
        nonlocal count
        short = format_rounded(float(match[0]), decimals)
        if match[0].isdigit() or len(short) >= len(match[0]):
            return match[0]
        count += 1
        before, after = value[match.start() - 1 : match.start()], value[match.end() : match.end() + 1]
        # numbers that stood apart by a point or a sign alone, as in "1.5.25", stay apart
        head = " " if before and before in "0123456789." and short[0] != "-" else ""
        return f"{head}{short}{' ' if after == '.' and '.' not in short else ''}"

    return pattern.sub(replace, value), count


def format_rounded(value: float, decimals: int) -> str:
    """Return a number with at most so many decimals, without zeros at its end."""
    text = f"{value:.{decimals}f}"
    if "." in text:
        text = text.rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text
