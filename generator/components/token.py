"""Tokens: discs and regular polygons."""

from math import cos, pi, sin
from typing import Annotated, Any

from msgspec import Meta

from generator.geometry.outline import Outline
from generator.model.game import PartData
from generator.model.strict import Positive


class Token(PartData, frozen=True, kw_only=True):
    """A disc, or with `sides` the regular polygon in the circle of that diameter (mm)."""

    diameter: Positive
    sides: Annotated[Annotated[int, Meta(ge=3, le=12)] | None, Meta(description="corners; a disc unless given")] = None


def outline(token: Token) -> Outline:
    """Return the trim: a disc, or a polygon with one corner at the top."""
    if token.sides is None:
        return Outline(token.diameter, token.diameter, "disc")
    turns = [2 * pi * k / token.sides for k in range(token.sides)]
    corners = [(sin(t) * token.diameter / 2, -cos(t) * token.diameter / 2) for t in turns]
    left, top = min(x for x, _ in corners), min(y for _, y in corners)
    points = tuple((x - left, y - top) for x, y in corners)
    return Outline(max(x for x, _ in points), max(y for _, y in points), "polygon", points)


def values(token: Token) -> dict[str, Any]:
    """Return `corners`, an SVG points list; empty for a disc."""
    return {"corners": " ".join(f"{x:.4f},{y:.4f}" for x, y in outline(token).points)}
