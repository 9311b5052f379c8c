"""Cut a board into sections that follow their cells, along the sides of hexes or regions."""

from collections.abc import Mapping, Sequence

from generator.components.boards.cell_lists import BoardDraft, describe_cells
from generator.geometry.bounds import box_corners, point_bounds
from generator.geometry.loops import move_loops
from generator.geometry.shares import Share, divide_page
from generator.geometry.types import Points
from generator.model.board import Cell, Joint, Section

MOST_CORNERS = 6_000  # of the cells of a board that is cut along them: a thousand hexes take some seconds


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
    if (corners := sum(len(cell.points) for own in cells.values() for cell in own)) > MOST_CORNERS:
        says = f"the cells have {corners:,} corners, and a board of at most {MOST_CORNERS:,} is cut along its cells"
        draft.add_finding("GF006", f"{says}; make the sections boxes", "sections")
        return ()
    page = outline or box_corners((0.0, 0.0, *size))
    shares = divide_page([[cell.board_points for cell in own] for own in cells.values()], page)
    sections = []
    for (name, own), share in zip(cells.items(), shares, strict=True):
        if fault := _explain_fault(own, share):
            draft.add_finding("GF006", f"the section {name!r} {fault}", "sections", name)
            continue
        (loop,) = move_loops((share.loop,), 0.0, 0.0)
        sections.append(Section(name, name, box := point_bounds(loop), box, loop=loop))
    return tuple(sections)


def _explain_fault(cells: Sequence[Cell], share: Share) -> str:
    """Return why a section cannot be cut out in one piece; empty if it can."""
    if share.apart:
        apart = describe_cells([cells[number].id for number in share.apart])
        return f"would be in two pieces: {apart} lies apart from its other cells; put it into another section"
    if share.has_holes:
        return "has another section inside it; cut it so that each reaches the edge of the board"
    return ""
