"""Cut boards into sections, along straight seams or along the sides of hexes and regions."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, product
from math import cos, dist, pi

from msgspec.structs import replace

from generator.components.boards.cell_lists import BoardDraft, describe_cells
from generator.geometry.bounds import box_corners, point_bounds
from generator.geometry.loops import move_loops
from generator.geometry.shares import Share, divide_page
from generator.geometry.tolerances import ROUNDING, SECTION_ALIGNMENT
from generator.geometry.types import Box, Outline, Points
from generator.model.board import MAX_GLUE_TAB, Board, Cell, Joint, Section
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
    from generator.components.boards.borders import cut_along  # few boards are

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
        Section(
            name,
            title,
            box,
            window=_section_window(box, own),
            tabs=tuple(own),
            seams=tuple(lines),
            overlaps=joint == "overlap",
        )
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


MOST_CORNERS = 6_000  # of the cells of a board that is cut along them: a thousand hexes take some seconds
_DISC_CORNERS = 12
_ROUND = 1.01  # times the distance of the nearest corner from the middle that the farthest of a disc may have
_MOST_UNASKED = 3_000  # of those of a board whose sections nobody named: they take a second or two


def cut_between_cells(
    draft: BoardDraft, cells: Mapping[str, Sequence[Cell]], size: tuple[float, float], outline: Points, joint: Joint
) -> tuple[Section, ...]:
    """Return the sections with the loops that they are cut along; report those that are not one piece (GF006).

    What is in no cell goes to the nearest one. `outline` is the loop round the board, empty for its box.
    """
    if joint != "butt":
        why = "sections that follow their cells have no strips to glue"
        draft.add_finding("GF006", f"{why}; delete `joint: {joint}`, or make the sections boxes", "joint")
        return ()
    if blank := [name for name, own in cells.items() if not own]:
        draft.add_finding(
            "GF006", f"the section {blank[0]!r} has no cells between which it could be cut", "sections", blank[0]
        )
        return ()
    if (corners := sum(len(_coarsen(cell.board_points)) for own in cells.values() for cell in own)) > MOST_CORNERS:
        says = f"the cells have {corners:,} corners, and a board of at most {MOST_CORNERS:,} is cut along its cells"
        draft.add_finding("GF006", f"{says}; leave out `sections`, and it is cut for the paper", "sections")
        return ()
    sections = []
    for name, made in _divide_board(cells, size, outline):
        if isinstance(made, Section):
            sections.append(made)
        else:
            draft.add_finding("GF006", f"the section {name!r} {made}", "sections", name)
    return tuple(sections)


def gather_cells(board: Board, pieces: Mapping[str, Box]) -> dict[str, list[Cell]]:
    """Return the cells whose middles lie in the box of each piece, without pieces that have none.

    Edges and corners of cells do not count. Empty if the cells have many corners.
    """
    inner = board.inner_cells
    if sum(len(_coarsen(cell.board_points)) for cell in inner) > _MOST_UNASKED:
        return {}
    held = {name: [cell for cell in inner if _has_middle(box, cell)] for name, box in pieces.items()}
    return {name: own for name, own in held.items() if own}


def follow_cells(board: Board, cells: Mapping[str, Sequence[Cell]]) -> tuple[Section, ...]:
    """Return a section for each group of cells; none if one would not be one piece."""
    found = [made for _, made in _divide_board(cells, (board.width, board.height), board.outline)]
    sections = tuple(made for made in found if isinstance(made, Section))
    return sections if len(sections) == len(found) else ()


def _has_middle(piece: Box, cell: Cell) -> bool:
    """Return whether the middle of a cell lies in a piece; on a seam, it lies in the piece right of it or below."""
    left, top, right, bottom = cell.box
    x, y = (left + right) / 2 + ROUNDING, (top + bottom) / 2 + ROUNDING
    return piece[0] <= x < piece[2] and piece[1] <= y < piece[3]


def _divide_board(
    cells: Mapping[str, Sequence[Cell]], size: tuple[float, float], outline: Points
) -> Iterator[tuple[str, Section | str]]:
    """Yield each section by its name, or why it cannot be cut out in one piece."""
    page = outline or box_corners((0.0, 0.0, *size))
    shares = divide_page([[_coarsen(cell.board_points) for cell in own] for own in cells.values()], page)
    for (name, own), share in zip(cells.items(), shares, strict=True):
        if fault := _explain_fault(own, share):
            yield name, fault
            continue
        (loop,) = move_loops((share.loop,), 0.0, 0.0)
        yield name, Section(name, name, box := point_bounds(loop), box, loop=loop)


def _coarsen(points: Points) -> Points:
    """Return a polygon of twelve corners around a disc; any other outline as it is."""
    step, spare = divmod(len(points), _DISC_CORNERS)
    if step < 2 or spare:
        return points
    x, y = (sum(point[n] for point in points) / len(points) for n in (0, 1))
    radii = [dist(point, (x, y)) for point in points]
    if max(radii) > _ROUND * min(radii):
        return points
    grow = 1 / cos(pi / _DISC_CORNERS)
    return tuple((x + grow * (px - x), y + grow * (py - y)) for px, py in points[::step])


def _explain_fault(cells: Sequence[Cell], share: Share) -> str:
    """Return why a section cannot be cut out in one piece; empty if it can."""
    if share.apart:
        apart = describe_cells([cells[number].id for number in share.apart])
        return f"would be in two pieces: {apart} lies apart from its other cells; put it into another section"
    if share.has_holes:
        return "has another section inside it; cut it so that each reaches the edge of the board"
    return ""
