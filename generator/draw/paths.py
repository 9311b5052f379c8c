"""Path data and basic shapes go in, absolute M, L, C, Z segments come out (SVG 1.1, chapters 8 and 9)."""

import re
from collections.abc import Iterator
from math import acos, ceil, cos, hypot, pi, radians, sin, sqrt, tan

from generator.draw.errors import PictureError
from generator.draw.numbers import MOST
from generator.model.picture import Segment

_TOKEN = re.compile(
    r"\s*(?:,\s*(?=[-+.\d]))?(?:([MmZzLlHhVvCcSsQqTtAa])(?!\s*,)|([-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?))"
)
_FLAG = re.compile(r"\s*,?\s*([01])")
_ARITY = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2, "A": 7, "Z": 0}
# Distance of the control points of a quarter circle, for the least radial error at its middle: 4/3 tan(pi/8).
_KAPPA = 4 / 3 * tan(pi / 8)


def _commands(d: str) -> Iterator[tuple[str, list[float]]]:
    """Yield each command with its numbers; a repeated M becomes L, as the grammar says."""
    at, end, letter = 0, len(d.rstrip()), ""
    while at < end:
        match = _TOKEN.match(d, at)
        if match is None:
            raise PictureError(f"path data: {d[at : at + 12]!r} is neither a command nor a number")
        if match[1]:
            letter, at = match[1], match.end()
            if letter in "Zz":
                yield letter, []
                letter = ""
                continue
        elif not letter:
            raise PictureError(f"path data: {d[at : at + 12]!r} stands where a command must")
        values, at = _arguments(d, at, letter)
        yield letter, values
        letter = {"M": "L", "m": "l"}.get(letter, letter)


def _arguments(d: str, at: int, letter: str) -> tuple[list[float], int]:
    values: list[float] = []
    for index in range(_ARITY[letter.upper()]):
        flag = letter in "Aa" and index in (3, 4)
        match = (_FLAG if flag else _TOKEN).match(d, at)
        text = match[1 if flag else 2] if match else None
        if match is None or text is None or not abs(float(text)) < MOST:
            raise PictureError(f"path data: command {letter} lacks a number at {d[at : at + 12]!r}")
        values.append(float(text))
        at = match.end()
    return values, at


def parse(d: str) -> tuple[Segment, ...]:
    """Return the segments of path data; every command of SVG 1.1 is taken, quadratics and arcs become cubics."""
    out: list[Segment] = []
    x = y = start_x = start_y = 0.0
    handle: tuple[str, float, float] = ("", 0.0, 0.0)
    for letter, v in _commands(d):
        upper = letter.upper()
        if not out and upper != "M":
            raise PictureError(f"path data begins with {letter}, not with M")
        dx, dy = (x, y) if letter.islower() else (0.0, 0.0)
        if upper == "Z":
            out.append(("Z",))
            x, y, handle = start_x, start_y, ("", 0.0, 0.0)
            continue
        if out[-1:] == [("Z",)] and upper != "M":
            out.append(("M", x, y))
        if upper in "ML":
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
            out.extend(arc(x, y, v[0], v[1], v[2], v[3] != 0, v[4] != 0, *end))
            (x, y), handle = end, ("", 0.0, 0.0)
        else:
            points = [value + (dy if index % 2 else dx) for index, value in enumerate(v)]
            segment, handle = _curve(upper, x, y, points, handle)
            out.append(segment)
            x, y = points[-2], points[-1]
    return tuple(out)


def _curve(
    letter: str, x: float, y: float, p: list[float], handle: tuple[str, float, float]
) -> tuple[Segment, tuple[str, float, float]]:
    """Return the cubic of C, S, Q or T from x, y, and the handle that a following S or T reflects."""
    if letter in "ST":
        kin = "C" if letter == "S" else "Q"
        p = [2 * x - handle[1], 2 * y - handle[2], *p] if handle[0] == kin else [x, y, *p]
    if letter in "CS":
        return ("C", *p), ("C", p[2], p[3])
    qx, qy, ex, ey = p
    first = x + 2 / 3 * (qx - x), y + 2 / 3 * (qy - y)
    second = ex + 2 / 3 * (qx - ex), ey + 2 / 3 * (qy - ey)
    return ("C", *first, *second, ex, ey), ("Q", qx, qy)


def arc(
    x1: float, y1: float, rx: float, ry: float, turn: float, large: bool, sweep: bool, x2: float, y2: float
) -> Iterator[Segment]:
    """Yield cubics for an elliptical arc, at most a quarter each (SVG 1.1, appendix F.6.5 and F.6.6)."""
    rx, ry = abs(rx), abs(ry)
    if (x1, y1) == (x2, y2):
        return
    if rx == 0 or ry == 0:
        yield ("L", x2, y2)
        return
    c, s = cos(radians(turn)), sin(radians(turn))
    mx, my = (x1 - x2) / 2, (y1 - y2) / 2
    px, py = c * mx + s * my, c * my - s * mx
    grow = max(1.0, sqrt((px / rx) ** 2 + (py / ry) ** 2))
    rx, ry = rx * grow, ry * grow
    top = max(0.0, (rx * ry) ** 2 - (rx * py) ** 2 - (ry * px) ** 2)
    k = sqrt(top / ((rx * py) ** 2 + (ry * px) ** 2)) * (-1 if large == sweep else 1)
    qx, qy = k * rx * py / ry, -k * ry * px / rx
    cx, cy = c * qx - s * qy + (x1 + x2) / 2, s * qx + c * qy + (y1 + y2) / 2
    begin = _angle(1, 0, (px - qx) / rx, (py - qy) / ry)
    sweep_by = _angle((px - qx) / rx, (py - qy) / ry, (-px - qx) / rx, (-py - qy) / ry)
    if sweep and sweep_by < 0:
        sweep_by += 2 * pi
    elif not sweep and sweep_by > 0:
        sweep_by -= 2 * pi
    yield from _quarters(cx, cy, rx, ry, c, s, begin, sweep_by, (x2, y2))


def _angle(ux: float, uy: float, vx: float, vy: float) -> float:
    ratio = (ux * vx + uy * vy) / (hypot(ux, uy) * hypot(vx, vy))
    return (-1 if ux * vy - uy * vx < 0 else 1) * acos(max(-1.0, min(1.0, ratio)))


def _quarters(
    cx: float,
    cy: float,
    rx: float,
    ry: float,
    c: float,
    s: float,
    begin: float,
    sweep: float,
    end: tuple[float, float],
) -> Iterator[Segment]:
    count = max(1, ceil(abs(sweep) / (pi / 2) - 1e-9))
    step = sweep / count
    k = 4 / 3 * tan(step / 4)

    def put(u: float, v: float) -> tuple[float, float]:
        return cx + c * rx * u - s * ry * v, cy + s * rx * u + c * ry * v

    for index in range(count):
        t, n = begin + index * step, begin + (index + 1) * step
        last = end if index == count - 1 else put(cos(n), sin(n))
        first, second = put(cos(t) - k * sin(t), sin(t) + k * cos(t)), put(cos(n) + k * sin(n), sin(n) - k * cos(n))
        yield ("C", *first, *second, *last)


def ellipse(cx: float, cy: float, rx: float, ry: float) -> tuple[Segment, ...]:
    """Return a closed ellipse of four cubics, clockwise from its right end."""
    kx, ky = rx * _KAPPA, ry * _KAPPA
    return (
        ("M", cx + rx, cy),
        ("C", cx + rx, cy + ky, cx + kx, cy + ry, cx, cy + ry),
        ("C", cx - kx, cy + ry, cx - rx, cy + ky, cx - rx, cy),
        ("C", cx - rx, cy - ky, cx - kx, cy - ry, cx, cy - ry),
        ("C", cx + kx, cy - ry, cx + rx, cy - ky, cx + rx, cy),
        ("Z",),
    )


def rectangle(x: float, y: float, w: float, h: float, rx: float = 0.0, ry: float = 0.0) -> tuple[Segment, ...]:
    """Return a closed rectangle, its corners rounded by rx, ry (never more than half a side)."""
    rx, ry = min(rx, w / 2), min(ry, h / 2)
    if rx <= 0 or ry <= 0:
        return (("M", x, y), ("L", x + w, y), ("L", x + w, y + h), ("L", x, y + h), ("Z",))
    kx, ky, r, b = rx * (1 - _KAPPA), ry * (1 - _KAPPA), x + w, y + h
    return (
        ("M", x + rx, y),
        ("L", r - rx, y),
        ("C", r - kx, y, r, y + ky, r, y + ry),
        ("L", r, b - ry),
        ("C", r, b - ky, r - kx, b, r - rx, b),
        ("L", x + rx, b),
        ("C", x + kx, b, x, b - ky, x, b - ry),
        ("L", x, y + ry),
        ("C", x, y + ky, x + kx, y, x + rx, y),
        ("Z",),
    )


def polyline(points: list[float], closed: bool) -> tuple[Segment, ...]:
    """Return the segments through x1, y1, x2, y2, ..., closed for a polygon; an odd count is an error."""
    if len(points) % 2:
        raise PictureError("points holds an odd count of numbers")
    pairs = list(zip(points[::2], points[1::2], strict=True))
    drawn: list[Segment] = [("L" if index else "M", x, y) for index, (x, y) in enumerate(pairs)]
    return (*drawn, ("Z",)) if closed and drawn else tuple(drawn)
