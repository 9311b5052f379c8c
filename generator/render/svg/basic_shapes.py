"""A basic shape's attributes go in, its segments come out; and segments moved by a matrix."""

from generator.geometry.matrix import Matrix
from generator.geometry.path import Segment, ellipse, polyline, rectangle
from generator.model.finding import DrawingError
from generator.render.svg import path_data
from generator.render.svg.numbers import number, numbers, positive
from generator.render.svg.transform import View


def seen_through(matrix: Matrix, x: float, y: float, width: float, height: float) -> View:
    """Return a viewport x, y, width, height in the coordinates of what is fitted into it."""
    sx, _, _, sy, tx, ty = matrix
    return View((x - tx) / sx, (y - ty) / sy, width / sx, height / sy)


def outline(name: str, geometry: dict[str, str]) -> tuple[Segment, ...]:
    """Return the segments of a basic shape or a path; nothing where the shape has no size."""

    def at(key: str) -> float:
        return number(geometry.get(key, "0"), key)

    def size(key: str) -> float:
        return positive(geometry.get(key, "0"), key)

    match name:
        case "path":
            return path_data.parse(geometry.get("d", ""))
        case "rect":
            rx, ry = geometry.get("rx", geometry.get("ry", "0")), geometry.get("ry", geometry.get("rx", "0"))
            if not size("width") or not size("height"):
                return ()
            corner = positive(rx, "rx"), positive(ry, "ry")
            return rectangle(at("x"), at("y"), size("width"), size("height"), *corner)
        case "circle":
            return ellipse(at("cx"), at("cy"), size("r"), size("r")) if size("r") else ()
        case "ellipse":
            if missing := [key for key in ("rx", "ry") if key not in geometry]:
                raise DrawingError(f"<ellipse> has no {missing[0]}, which renderers take in two ways")
            return ellipse(at("cx"), at("cy"), size("rx"), size("ry")) if size("rx") and size("ry") else ()
        case "line":
            return ("M", at("x1"), at("y1")), ("L", at("x2"), at("y2"))
    points = numbers(geometry.get("points", ""), "points")
    if len(points) % 2:
        raise DrawingError("points holds an odd count of numbers")
    return polyline(points, name == "polygon")
