"""The outline that a board is cut along: the loop round its cells, moved out by the border, rounded if asked; mm."""

from collections.abc import Sequence

from msgspec.structs import replace

from generator.components.boards.cell_lists import BoardDraft, describe_cells
from generator.geometry.loops import clip_loop, find_outer_loop, move_loops, offset_loop, round_corners
from generator.geometry.path import polygon_segments
from generator.geometry.polygon import depth_in_polygons
from generator.geometry.tolerances import VISIBLE
from generator.geometry.types import Outline, Points
from generator.model.board import Cell
from generator.model.game import Design, Part
from generator.model.net import Net


def trace_outline(draft: BoardDraft, border: float, radius: float, width: float, height: float) -> Points:
    """Return the loop to cut along; report cells outside it, and a border too wide for its notches (GF006)."""
    cells = list(draft.cells.values())
    faces = [cell for cell in cells if not cell.border] or cells
    loop = find_outer_loop([cell.board_points for cell in faces])
    if len(loop) < 3 or (apart := [cell for cell in faces if _depth(loop, cell) < -VISIBLE]):
        lost = apart if len(loop) > 2 else faces
        names = describe_cells([cell.id for cell in lost])
        message = f"`cut: outline` needs cells that touch along their sides; {names} lies apart"
        draft.add_finding("GF006", f"{message}; use `cut: box`, or move it", "cut")
        return ()
    moved = offset_loop(loop, border, (0.0, 0.0, width, height))
    if not moved:
        message = f"a border of {border:g} mm closes the notches between cells; make it narrower, or use `cut: box`"
        draft.add_finding("GF006", message, "border")
        return ()
    made = move_loops([round_corners(moved, radius)], 0.0, 0.0)[0]
    beyond = [(-_depth(made, cell), cell.id) for cell in cells]
    if max(beyond)[0] > VISIBLE:
        far, name = max(beyond)
        mended = "make the border wider" + (", or `round` smaller" if radius else "")
        message = f"the cell {name!r} reaches {far:.2g} mm beyond the outline that the board is cut along; {mended}"
        draft.add_finding("GF006", message, "cut")
    return made


def _depth(loop: Points, cell: Cell) -> float:
    """Return how far inside a loop the outermost corner of a cell lies, mm; negative outside."""
    return min(depth_in_polygons((loop,), x, y) for x, y in cell.board_points)


def cut_along(part: Part, outline: Points) -> Part:
    """Return the part of a board that is cut along its outline, if it has one, each section along its share of it."""
    trim = Outline(part.outline.width, part.outline.height, "polygon", outline) if outline else part.outline
    whole = _make_net(trim.width, trim.height, (outline,) if outline else ())
    designs = tuple(_cut_design(design, outline, trim, whole) for design in part.designs)
    return replace(part, outline=trim, designs=designs)


def _cut_design(design: Design, outline: Points, trim: Outline, whole: Net) -> Design:
    section = design.section
    if section is None:
        return design._replace(net=whole, outline=trim)
    left, top, right, bottom = section.box
    loops = move_loops((section.loop,) if section.loop else clip_loop(outline, section.box), -left, -top)
    width, height = right - left, bottom - top
    largest = max(loops, key=len, default=())
    shown = Outline(width, height, "polygon", largest) if largest else Outline(width, height)
    return design._replace(net=_make_net(width, height, loops), outline=shown)


def _make_net(width: float, height: float, loops: Sequence[Points]) -> Net:
    """Return what is cut of a flat piece: a net without panels, folds and tabs."""
    cut = tuple(segment for loop in loops for segment in polygon_segments(loop))
    return Net(width, height, (), (), (), cut=cut)
