"""Cut a board into sections that follow their cells, along the sides of hexes or regions."""

from collections.abc import Iterator, Mapping, Sequence
from math import cos, dist, pi

from generator.components.boards.cell_lists import BoardDraft, describe_cells
from generator.geometry.bounds import box_corners, point_bounds
from generator.geometry.loops import move_loops
from generator.geometry.shares import Share, divide_page
from generator.geometry.tolerances import ROUNDING
from generator.geometry.types import Box, Points
from generator.model.board import Board, Cell, Joint, Section

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
