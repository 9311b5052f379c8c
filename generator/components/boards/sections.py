"""A part that is a board and its sections go in, the part comes out with one design for each section.

Sections themselves are made from boxes on the board: their seams are the edges that two boxes share.
"""

from collections.abc import Sequence
from itertools import combinations, product
from typing import Literal

from msgspec.structs import replace

from generator.geometry.bounds import Box
from generator.geometry.outline import Outline
from generator.geometry.path import Points
from generator.geometry.tolerances import SECTION_ALIGNMENT
from generator.model.board import TAB, Section
from generator.model.game import Design, Part

Edge = tuple[float, float, float, float]


def sectioned(part: Part, sections: Sequence[Section]) -> Part:
    """Return the part with each design cut into the sections; one that is there alone, without a name, gives none."""
    assert part.board is not None
    alone = [design.id for design in part.designs] == ["1"]
    designs = tuple(_cut(design, section, alone) for design, section in product(part.designs, sections))
    return replace(part, designs=designs, board=replace(part.board, sections=tuple(sections)))


def _cut(design: Design, section: Section, alone: bool) -> Design:
    identity = section.id if alone else f"{design.id}.{section.id}"
    return design._replace(id=identity, outline=trim_of(section), section=section)


def trim_of(section: Section) -> Outline:
    """Return the trim of a section: its box, or with glue tabs the polygon round both, from the window's top left."""
    left, top, right, bottom = section.window
    if not section.tabs:
        return Outline(right - left, bottom - top)
    points = tuple((x - left, y - top) for x, y in _round(section.box, section.tabs))
    return Outline(right - left, bottom - top, "polygon", points)


def meet(one: Box, other: Box) -> bool:
    """Tell whether two boxes have more in common than an edge."""
    across = min(one[2], other[2]) - max(one[0], other[0])
    down = min(one[3], other[3]) - max(one[1], other[1])
    return across > SECTION_ALIGNMENT and down > SECTION_ALIGNMENT


def sections_of(boxes: Sequence[tuple[str, str, Box]], joint: Literal["butt", "tab"] = "butt") -> tuple[Section, ...]:
    """Return a section for each id, title and box (left, top, right, bottom on the board, mm; none overlaps another).

    A seam belongs to both of its sections. With `tab` the earlier of the two has a glue tab there, which comes to lie
    under the later: 8 mm wide, or less along a short seam, its ends cut off at 45 degrees so that no two tabs meet.
    """
    seams: list[list[Edge]] = [[] for _ in boxes]
    tabs: list[list[Points]] = [[] for _ in boxes]
    for (a, (_, _, one)), (b, (_, _, other)) in combinations(enumerate(boxes), 2):
        edge = _shared(one, other)
        if edge is not None:
            seams[a].append(_sorted(edge))
            seams[b].append(_sorted(edge))
            tabs[a] += [_tab(edge, other)] if joint == "tab" else []
    return tuple(
        Section(name, title, box, _window(box, own), tuple(own), tuple(lines))
        for (name, title, box), own, lines in zip(boxes, tabs, seams, strict=True)
    )


def _shared(one: Box, other: Box) -> Edge | None:
    """Return the edge of the first box that the second lies at, in the direction that is clockwise round the first."""
    left, right = max(one[0], other[0]), min(one[2], other[2])
    top, bottom = max(one[1], other[1]), min(one[3], other[3])
    if bottom - top > SECTION_ALIGNMENT and abs(right - left) <= SECTION_ALIGNMENT:
        x = one[2] if one[0] < other[0] else one[0]
        return (x, top, x, bottom) if one[0] < other[0] else (x, bottom, x, top)
    if right - left > SECTION_ALIGNMENT and abs(bottom - top) <= SECTION_ALIGNMENT:
        y = one[3] if one[1] < other[1] else one[1]
        return (right, y, left, y) if one[1] < other[1] else (left, y, right, y)
    return None


def _sorted(edge: Edge) -> Edge:
    """Return the edge from its left or upper end, so that both of its sections have the same."""
    x1, y1, x2, y2 = edge
    return min(x1, x2), min(y1, y2), max(x1, x2), max(y1, y2)


def _tab(edge: Edge, under: Box) -> Points:
    """Return the tab at an edge that goes clockwise round its section, and so has the other section on its left."""
    x1, y1, x2, y2 = edge
    along, depth = abs(x2 - x1) + abs(y2 - y1), under[2] - under[0] if x1 == x2 else under[3] - under[1]
    reach = min(TAB, along / 3, depth / 2)
    dx, dy = (x2 - x1) / along * reach, (y2 - y1) / along * reach
    return (x1, y1), (x1 + dx + dy, y1 + dy - dx), (x2 - dx + dy, y2 - dy - dx), (x2, y2)


def _window(box: Box, tabs: Sequence[Points]) -> Box:
    xs = [box[0], box[2], *(x for tab in tabs for x, _ in tab)]
    ys = [box[1], box[3], *(y for tab in tabs for _, y in tab)]
    return min(xs), min(ys), max(xs), max(ys)


def _round(box: Box, tabs: Sequence[Points]) -> Points:
    """Return the corners of the box and its tabs in their order clockwise round the box, from its top left."""
    left, top, right, bottom = box

    def far(point: tuple[float, float]) -> float:
        """Return how far along the edge of the box a point on it lies."""
        x, y = point
        if abs(y - top) <= SECTION_ALIGNMENT and x < right - SECTION_ALIGNMENT:
            return x - left
        if abs(x - right) <= SECTION_ALIGNMENT and y < bottom - SECTION_ALIGNMENT:
            return right - left + y - top
        if abs(y - bottom) <= SECTION_ALIGNMENT and x > left + SECTION_ALIGNMENT:
            return right - left + bottom - top + right - x
        return 2 * (right - left) + bottom - top + bottom - y

    corners: list[Points] = [((left, top),), ((right, top),), ((right, bottom),), ((left, bottom),)]
    chain = [point for run in sorted([*corners, *tabs], key=lambda run: far(run[0])) for point in run]
    beside = zip(chain, [*chain[1:], chain[0]], strict=True)
    return tuple(one for one, other in beside if abs(one[0] - other[0]) + abs(one[1] - other[1]) > SECTION_ALIGNMENT)
