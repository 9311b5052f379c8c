"""Convert path data and basic shapes to absolute M, L, C and Z segments (SVG 1.1, chapters 8 and 9)."""

import re
from collections.abc import Iterable, Iterator

from generator.geometry.matrix import Matrix
from generator.geometry.path import arc_segments, ellipse_segments, polyline_segments, rectangle_segments
from generator.geometry.types import Point, Segment
from generator.model.finding import DrawingError
from generator.render.svg.attribute_values import (
    BLANKS,
    COMMA,
    LARGEST_NUMBER,
    NUMBER,
    NUMBERS,
    ViewBox,
    check_reach,
    parse_number,
    parse_numbers,
    parse_positive,
)

_TOKEN = re.compile(rf"{BLANKS}(?:,{BLANKS}(?=[-+.0-9]))?+(?:([MmZzLlHhVvCcSsQqTtAa])(?!{BLANKS},)|({NUMBER}))")
_FLAG = re.compile(rf"{COMMA}([01])")
_FLAGS = {"0", "1"}
_COMMAND = re.compile(r"([MmZzLlHhVvCcSsQqTtAa])([^MmZzLlHhVvCcSsQqTtAa]*+)")
_PLAIN = re.compile(rf"(?:{BLANKS}[MmZzLlHhVvCcSsQqTtAa](?:{NUMBERS})?+)*+{BLANKS}")
MOST_SEGMENTS = 100_000  # of a path: a coastline has a few thousand, and each takes 20 microseconds to draw and check
_ARITY = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2, "A": 7, "Z": 0}
_ARITY |= {letter.lower(): arity for letter, arity in _ARITY.items()}


def _split_commands(d: str) -> Iterable[tuple[str, list[float]]]:
    """Return each command with its numbers; further pairs after M are L, as the grammar says."""
    return _split_plain(d) or _split_strictly(d)


def _split_plain(d: str) -> list[tuple[str, list[float]]]:
    """Return the commands of a path as programs write them, in half the time; empty if it is not as simple.

    It is not where numbers are left over or missing, or stand without a blank or a comma between them.
    """
    if _PLAIN.fullmatch(d) is None:
        return []
    commands: list[tuple[str, list[float]]] = []
    for letter, text in _COMMAND.findall(d.replace(",", " ")):
        words, arity = text.split(), _ARITY[letter]
        if len(words) != arity and (not arity or not words or len(words) % arity):
            return []
        try:
            values = list(map(float, words))
        except ValueError:
            return []
        if values and not -LARGEST_NUMBER < min(values) <= max(values) < LARGEST_NUMBER:
            return []
        if arity == 7 and not {*words[3::7], *words[4::7]} <= _FLAGS:
            return []
        if len(values) == arity:
            commands.append((letter, values))
            continue
        commands.append((letter, values[:arity]))
        further = {"M": "L", "m": "l"}.get(letter, letter)
        commands += [(further, values[at : at + arity]) for at in range(arity, len(values), arity)]
    return commands


def _split_strictly(d: str) -> Iterator[tuple[str, list[float]]]:
    """Yield each command with its numbers; DrawingError says where a path is not as the grammar wants it."""
    at, end, letter = 0, len(d.rstrip()), ""
    while at < end:
        match = _TOKEN.match(d, at)
        if match is None:
            raise DrawingError(f"path data: {d[at : at + 12]!r} is neither a command nor a number")
        if match[1]:
            letter, at = match[1], match.end()
            if letter in "Zz":
                yield letter, []
                letter = ""
                continue
        elif not letter:
            raise DrawingError(f"path data: expected a command at {d[at : at + 12]!r}")
        values, at = _read_arguments(d, at, letter)
        yield letter, values
        letter = {"M": "L", "m": "l"}.get(letter, letter)


def _read_arguments(d: str, at: int, letter: str) -> tuple[list[float], int]:
    values: list[float] = []
    for index in range(_ARITY[letter]):
        flag = letter in "Aa" and index in (3, 4)
        match = (_FLAG if flag else _TOKEN).match(d, at)
        text = match[1 if flag else 2] if match else None
        if match is None or text is None or not abs(float(text)) < LARGEST_NUMBER:
            raise DrawingError(f"path data: the command {letter} is missing a number at {d[at : at + 12]!r}")
        values.append(float(text))
        at = match.end()
    return values, at


_CLOSED: Segment = ("Z",)


def parse_path_data(d: str) -> tuple[Segment, ...]:
    """Return the segments of path data; quadratic curves and arcs become cubics."""
    out: list[Segment] = []
    x = y = start_x = start_y = 0.0
    handle: tuple[str, float, float] = ("", 0.0, 0.0)
    for letter, v in _split_commands(d):
        upper = letter.upper()
        if not out and upper != "M":
            raise DrawingError(f"path data begins with {letter}, not with M")
        dx, dy = (x, y) if letter.islower() else (0.0, 0.0)
        if upper == "Z":
            out.append(_CLOSED)
            x, y, handle = start_x, start_y, ("", 0.0, 0.0)
            continue
        if out and out[-1] == _CLOSED and upper != "M":
            out.append(("M", x, y))
        if upper == "C":
            x1, y1, x2, y2, x, y = v[0] + dx, v[1] + dy, v[2] + dx, v[3] + dy, v[4] + dx, v[5] + dy
            out.append(("C", x1, y1, x2, y2, x, y))
            handle = ("C", x2, y2)
        elif upper in "ML":
            x, y = v[0] + dx, v[1] + dy
            out.append((upper, x, y))
            if upper == "M":
                start_x, start_y = x, y
            handle = ("", 0.0, 0.0)
        elif upper in "HV":
            x, y = (v[0] + dx, y) if upper == "H" else (x, v[0] + dy)
            out.append(("L", x, y))
            handle = ("", 0.0, 0.0)
        elif upper == "A":
            end = v[5] + dx, v[6] + dy
            out.extend(arc_segments(x, y, v[0], v[1], v[2], v[3] != 0, v[4] != 0, *end))
            (x, y), handle = end, ("", 0.0, 0.0)
        else:
            points = [value + (dy if index % 2 else dx) for index, value in enumerate(v)]
            segment, handle = _to_cubic(upper, x, y, points, handle)
            out.append(segment)
            x, y = points[-2], points[-1]
        if len(out) > MOST_SEGMENTS:
            raise DrawingError(f"path data has more than {MOST_SEGMENTS:,} segments")
    check_reach([value for segment in out for value in segment[1:]], "path data")
    return tuple(out)


def _to_cubic(
    letter: str, x: float, y: float, p: list[float], handle: tuple[str, float, float]
) -> tuple[Segment, tuple[str, float, float]]:
    """Return the cubic of an S, Q or T from x, y, and the control point that a following S or T reflects."""
    if letter in "ST":
        kin = "C" if letter == "S" else "Q"
        p = [2 * x - handle[1], 2 * y - handle[2], *p] if handle[0] == kin else [x, y, *p]
    if letter == "S":
        return ("C", *p), ("C", p[2], p[3])
    qx, qy, ex, ey = p
    first = x + 2 / 3 * (qx - x), y + 2 / 3 * (qy - y)
    second = ex + 2 / 3 * (qx - ex), ey + 2 / 3 * (qy - ey)
    return ("C", *first, *second, ex, ey), ("Q", qx, qy)


def viewport_in_user_space(matrix: Matrix, x: float, y: float, width: float, height: float) -> ViewBox:
    """Return a viewport in the coordinates of its content, which `matrix` maps into it."""
    sx, _, _, sy, tx, ty = matrix
    return ViewBox((x - tx) / sx, (y - ty) / sy, width / sx, height / sy)


def shape_segments(name: str, geometry: dict[str, str]) -> tuple[Segment, ...]:
    """Return the segments of a basic shape or a path; empty if the shape has no size."""

    def read_number(key: str) -> float:
        return parse_number(geometry.get(key, "0"), key)

    def read_size(key: str) -> float:
        return parse_positive(geometry.get(key, "0"), key)

    match name:
        case "path":
            return parse_path_data(geometry.get("d", ""))
        case "rect":
            rx, ry = geometry.get("rx", geometry.get("ry", "0")), geometry.get("ry", geometry.get("rx", "0"))
            if not read_size("width") or not read_size("height"):
                return ()
            corner = parse_positive(rx, "rx"), parse_positive(ry, "ry")
            return rectangle_segments(
                read_number("x"), read_number("y"), read_size("width"), read_size("height"), *corner
            )
        case "circle":
            radius = read_size("r")
            return ellipse_segments(read_number("cx"), read_number("cy"), radius, radius) if radius else ()
        case "ellipse":
            if missing := [key for key in ("rx", "ry") if key not in geometry]:
                raise DrawingError(f"<ellipse> has no {missing[0]}; renderers do not agree on what that means")
            radii = read_size("rx"), read_size("ry")
            return ellipse_segments(read_number("cx"), read_number("cy"), *radii) if all(radii) else ()
        case "line":
            return ("M", read_number("x1"), read_number("y1")), ("L", read_number("x2"), read_number("y2"))
    points = parse_numbers(geometry.get("points", ""), "points")
    if len(points) > 2 * MOST_SEGMENTS:
        raise DrawingError(f"points has more than {MOST_SEGMENTS:,} points")
    if len(points) % 2:
        raise DrawingError("points has an odd number of values")
    return polyline_segments(points, name == "polygon")


def split_points(segments: tuple[Segment, ...], width: float) -> tuple[tuple[Segment, ...], tuple[Segment, ...]]:
    """Return a path without those of its parts that have no length, and a square of that width for each of them."""
    parts = [(part, _find_point(part)) for part in _split_parts(segments)]
    lines = [segment for part, point in parts if point is None for segment in part]
    half = width / 2
    squares = [
        segment
        for _, point in parts
        if point is not None
        for segment in rectangle_segments(point[0] - half, point[1] - half, width, width)
    ]
    return tuple(lines), tuple(squares)


def open_points(segments: tuple[Segment, ...]) -> tuple[Segment, ...]:
    """Return a path whose parts without a length are open, so that all programs draw a dot at round ends."""
    out: list[Segment] = []
    for part in _split_parts(segments):
        point = _find_point(part)
        out += part if point is None else (("M", *point), ("L", *point))
    return tuple(out)


def _split_parts(segments: tuple[Segment, ...]) -> list[tuple[Segment, ...]]:
    starts = [index for index, segment in enumerate(segments) if segment[0] == "M"]
    return [segments[start:end] for start, end in zip(starts, [*starts[1:], len(segments)], strict=True)]


def _find_point(part: tuple[Segment, ...]) -> Point | None:
    """Return the point at which all of a part of a path lies; None if it has a length, or is only a move."""
    points = {point for _, *values in part for point in zip(values[::2], values[1::2], strict=True)}
    return next(iter(points)) if len(points) == 1 and len(part) > 1 else None
