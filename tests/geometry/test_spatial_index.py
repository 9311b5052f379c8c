"""A spatial index finds all boxes that overlap a box, in order, and few others."""

from hypothesis import given
from hypothesis import strategies as st

from generator.geometry.bounds import SpatialIndex
from generator.geometry.types import Box

PLACES = st.floats(-40, 40)
SIDES = st.floats(0, 15)
BOXES = st.builds(lambda x, y, w, h: (x, y, x + w, y + h), PLACES, PLACES, SIDES, SIDES)


def overlaps(one: Box, other: Box) -> bool:
    return one[0] <= other[2] and other[0] <= one[2] and one[1] <= other[3] and other[1] <= one[3]


@given(st.lists(BOXES, max_size=12), st.lists(BOXES, max_size=3), BOXES)
def test_all_overlapping_boxes_are_found_in_order(first: list[Box], later: list[Box], where: Box) -> None:
    every = {f"b{number}": box for number, box in enumerate([*first, *later])}
    index = SpatialIndex(dict(list(every.items())[: len(first)]))
    for name, box in list(every.items())[len(first) :]:
        index.add(name, box)
    near = index.find_near(where)
    assert near == [name for name in every if name in near]
    assert {name for name, box in every.items() if overlaps(box, where)} <= {*near}


def test_distant_boxes_are_not_returned() -> None:
    boxes = {f"{x}.{y}": (x * 5, y * 5, x * 5 + 5, y * 5 + 5) for x in range(100) for y in range(100)}
    assert SpatialIndex(boxes).find_near((251, 251, 254, 254)) == ["49.49", "49.50", "50.49", "50.50"]
    assert len(SpatialIndex(boxes).find_near((246, 246, 264, 264))) == 25
    assert SpatialIndex({}).find_near((0, 0, 9, 9)) == []
