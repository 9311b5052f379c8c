"""Cut boards into sections along seams, the edges that the boxes of two sections share."""

from collections.abc import Sequence
from itertools import combinations, product

from msgspec.structs import replace

from generator.geometry.tolerances import SECTION_ALIGNMENT
from generator.geometry.types import Box, Outline, Points
from generator.model.board import MAX_GLUE_TAB, Joint, Section
from generator.model.game import Design, Part

SeamEdge = tuple[float, float, float, float]


def cut_part(part: Part, sections: Sequence[Section]) -> Part:
    """Return the part with each design cut into sections; ids omit the design if it is the only one and has no name."""
    assert part.board is not None
    alone = [design.id for design in part.designs] == ["1"]
    designs = tuple(_cut_design(design, section, alone) for design, section in product(part.designs, sections))
    made = replace(part, designs=designs, board=replace(part.board, sections=tuple(sections)))
    if not part.board.outline and not any(section.loop for section in sections):
        return made
    from generator.components.boards.outline import cut_along  # few boards are

    return cut_along(made, part.board.outline)


def _cut_design(design: Design, section: Section, alone: bool) -> Design:
    identity = section.id if alone else f"{design.id}.{section.id}"
    return design._replace(id=identity, outline=section_trim(section), section=section)


def section_trim(section: Section) -> Outline:
    """Return the trim of a section, from the top left of its window: its box, or a polygon if it has glue tabs."""
    left, top, right, bottom = section.window
    if not section.tabs:
        return Outline(right - left, bottom - top)
    points = tuple((x - left, y - top) for x, y in _outline_points(section.box, section.tabs))
    return Outline(right - left, bottom - top, "polygon", points)


def boxes_overlap(one: Box, other: Box) -> bool:
    """Return whether two boxes overlap in more than an edge."""
    across = min(one[2], other[2]) - max(one[0], other[0])
    down = min(one[3], other[3]) - max(one[1], other[1])
    return across > SECTION_ALIGNMENT and down > SECTION_ALIGNMENT


def make_sections(boxes: Sequence[tuple[str, str, Box]], joint: Joint = "butt") -> tuple[Section, ...]:
    """Return a section for each id, title and box (left, top, right, bottom on the board, mm; none overlaps another).

    A seam belongs to both of its sections. With `tab` or `overlap`, the earlier section has a tab there that goes under
    the later: 8 mm wide, or less along a short seam, with its ends cut at 45 degrees so that no two tabs meet.
    """
    seams: list[list[SeamEdge]] = [[] for _ in boxes]
    tabs: list[list[Points]] = [[] for _ in boxes]
    for (a, (_, _, one)), (b, (_, _, other)) in combinations(enumerate(boxes), 2):
        edge = _shared_edge(one, other)
        if edge is not None:
            seams[a].append(_sort_ends(edge))
            seams[b].append(_sort_ends(edge))
            tabs[a] += [_make_tab(edge, other)] if joint != "butt" else []
    return tuple(
        Section(name, title, box, _section_window(box, own), tuple(own), tuple(lines), joint == "overlap")
        for (name, title, box), own, lines in zip(boxes, tabs, seams, strict=True)
    )


def _shared_edge(one: Box, other: Box) -> SeamEdge | None:
    """Return the edge that two boxes share, in the direction clockwise around the first; None if there is none."""
    left, right = max(one[0], other[0]), min(one[2], other[2])
    top, bottom = max(one[1], other[1]), min(one[3], other[3])
    if bottom - top > SECTION_ALIGNMENT and abs(right - left) <= SECTION_ALIGNMENT:
        x = one[2] if one[0] < other[0] else one[0]
        return (x, top, x, bottom) if one[0] < other[0] else (x, bottom, x, top)
    if right - left > SECTION_ALIGNMENT and abs(bottom - top) <= SECTION_ALIGNMENT:
        y = one[3] if one[1] < other[1] else one[1]
        return (right, y, left, y) if one[1] < other[1] else (left, y, right, y)
    return None


def _sort_ends(edge: SeamEdge) -> SeamEdge:
    """Return the edge from its left or upper end, so that both of its sections have the same seam."""
    x1, y1, x2, y2 = edge
    return min(x1, x2), min(y1, y2), max(x1, x2), max(y1, y2)


def _make_tab(edge: SeamEdge, under: Box) -> Points:
    """Return the tab at an edge that runs clockwise around its section, with the other section on its left."""
    x1, y1, x2, y2 = edge
    along, depth = abs(x2 - x1) + abs(y2 - y1), under[2] - under[0] if x1 == x2 else under[3] - under[1]
    reach = min(MAX_GLUE_TAB, along / 3, depth / 2)
    dx, dy = (x2 - x1) / along * reach, (y2 - y1) / along * reach
    return (x1, y1), (x1 + dx + dy, y1 + dy - dx), (x2 - dx + dy, y2 - dy - dx), (x2, y2)


def _section_window(box: Box, tabs: Sequence[Points]) -> Box:
    xs = [box[0], box[2], *(x for tab in tabs for x, _ in tab)]
    ys = [box[1], box[3], *(y for tab in tabs for _, y in tab)]
    return min(xs), min(ys), max(xs), max(ys)


def _outline_points(box: Box, tabs: Sequence[Points]) -> Points:
    """Return the corners of the box and its tabs, clockwise from the top left of the box."""
    left, top, right, bottom = box

    def distance_along(point: tuple[float, float]) -> float:
        """Return how far along the outline of the box a point on it lies, clockwise from the top left."""
        x, y = point
        if abs(y - top) <= SECTION_ALIGNMENT and x < right - SECTION_ALIGNMENT:
            return x - left
        if abs(x - right) <= SECTION_ALIGNMENT and y < bottom - SECTION_ALIGNMENT:
            return right - left + y - top
        if abs(y - bottom) <= SECTION_ALIGNMENT and x > left + SECTION_ALIGNMENT:
            return right - left + bottom - top + right - x
        return 2 * (right - left) + bottom - top + bottom - y

    corners: list[Points] = [((left, top),), ((right, top),), ((right, bottom),), ((left, bottom),)]
    chain = [point for run in sorted([*corners, *tabs], key=lambda run: distance_along(run[0])) for point in run]
    beside = zip(chain, [*chain[1:], chain[0]], strict=True)
    return tuple(one for one, other in beside if abs(one[0] - other[0]) + abs(one[1] - other[1]) > SECTION_ALIGNMENT)
