"""Two drawings may be equal but for their place, or but for the words of their texts."""

from typing import Any, Literal

import pytest

from generator.model.picture import Group, Paint, Path, Shape, Text
from generator.render.picture_changes import drawings_differ_only_in

INK, RED = Paint(), Paint(fill="#aa0000")
FONT: Any = type("FontStandIn", (), {"name": "Sans"})()


def dot(x: float, y: float = 0.0, paint: Paint = INK) -> Path:
    return Path((("M", x, y), ("L", x + 1, y), ("L", x + 1, y + 1), ("Z",)), paint)


def word(text: str, x: float = 0.0, y: float = 2.0, size: float = 4.0) -> Text:
    return Text(x, y, text, FONT, size, 6.0, INK)


def moved(x: float, y: float, *shapes: Shape) -> Group:
    return Group(shapes, (1.0, 0.0, 0.0, 1.0, x, y))


@pytest.mark.parametrize(
    ("difference", "one", "other", "expected"),
    [
        ("place", [dot(0), dot(4)], [dot(3, 7), dot(7, 7)], True),
        ("place", [dot(0), dot(4)], [moved(3, 7, dot(0), dot(4))], False),
        ("place", [moved(1, 0, dot(0)), dot(4)], [moved(0, 5, dot(3)), dot(6, 5)], True),
        ("place", [dot(0), dot(4)], [dot(3, 7), dot(8, 7)], False),
        ("place", [dot(0), dot(4)], [dot(3, 7)], False),
        ("place", [dot(0)], [dot(5, 0, RED)], False),
        ("place", [dot(0), word("two")], [dot(5), word("two", 5)], True),
        ("place", [word("two")], [word("six", 5)], False),
        ("words", [dot(0), word("two", 3)], [dot(0), word("sixteen", 1)], True),
        ("words", [dot(0), word("two")], [dot(1), word("six")], False),
        ("words", [word("two")], [word("two", y=4)], False),
        ("words", [word("two")], [word("two", size=5)], False),
        ("words", [], [], True),
    ],
)
def test_drawings(difference: Literal["place", "words"], one: list[Shape], other: list[Shape], expected: bool) -> None:
    assert drawings_differ_only_in(difference, one, other) is expected
