"""Add slots for cards and pockets outside the edge to a board."""

from collections.abc import Collection, Iterable
from typing import Annotated, Literal

from msgspec import Meta

from generator.components.boards.cell_lists import (
    BoardDraft,
    describe_cells,
    drop_cells,
    remove_loose_joins,
    require_cell,
    select_cells,
)
from generator.components.boards.lattice import CellNames, square
from generator.components.boards.own_cells import Spot
from generator.components.boards.sections import boxes_overlap
from generator.geometry.bounds import SpatialIndex, union_boxes
from generator.geometry.polygon import polygon_area, rectangle_points, shared_area
from generator.geometry.tolerances import ROUNDING, SLIVER_AREA
from generator.geometry.types import Points
from generator.model.board import Cell, Join
from generator.model.data_types import Length, Positive, Strict, WidthHeight
from generator.model.finding import KeyedError

SlotCells = Annotated[CellNames, Meta(min_length=1)]
POCKET_SIDES = {"top": (0, -1, 180.0), "right": (1, 0, 270.0), "bottom": (0, 1, 0.0), "left": (-1, 0, 90.0)}


class Slot(Strict, frozen=True, kw_only=True):
    """Room for a card: the box of some cells, which it takes the place of, or a place; joined to nothing."""

    cells: Annotated[
        SlotCells | None, Meta(description="cells that make room, all that their box holds; this or `at`")
    ] = None
    at: Annotated[Spot | None, Meta(description="its middle on the board; this or `cells`")] = None
    size: Annotated[WidthHeight | None, Meta(description="with `at`: width and height; those of the part")] = None
    room: Annotated[Length, Meta(description="with `at` and `part`: mm around the piece")] = 1.0
    sideways: Annotated[bool, Meta(description="with `at` and `part`: the piece lies on its side")] = False
    part: Annotated[str, Meta(description="the part that is laid there; any unless given")] = ""

    def __post_init__(self) -> None:
        """Refuse a slot without a place, or with two (KeyedError)."""
        if (self.at is None) == (not self.cells):
            raise KeyedError(
                "cells" if self.cells else "", "a slot has `cells` that make room, or a place: `at: [x, y]`"
            )
        if self.at is None and self.size is not None:
            raise KeyedError("size", "the `size` of a slot goes with `at`; with `cells` it is as large as they are")
        if self.at is not None and self.size is None and not self.part:
            raise KeyedError("at", "a slot with `at` has a `size`, or a `part` that it is sized for")


class Pocket(Strict, frozen=True, kw_only=True):
    """A cell outside the edge of the others, joined to one of them, its door."""

    door: Annotated[str, Meta(description="the cell that it is joined to")]
    side: Annotated[Literal["top", "right", "bottom", "left"], Meta(description="side of the door on which it lies")]
    size: Annotated[Positive, Meta(description="side of the square, base and height of the triangle, mm")]
    shape: Annotated[Literal["square", "triangle"], Meta(description="a triangle points at the door")] = "square"
    away: Annotated[Length, Meta(description="mm between door and pocket")] = 0.0
    way: Annotated[Literal["both", "in", "out"], Meta(description="in: no way out; out: no way in")] = "both"


def add_slots(draft: BoardDraft, slots: dict[str, Slot]) -> dict[str, str]:
    """Replace cells by slots; return the part that belongs in each slot.

    GF006 for cells that do not fill a box, share it with others or are slots, and for a name that a cell has.
    """
    found: dict[str, str] = {}
    mesh = SpatialIndex({name: cell.box for name, cell in draft.cells.items()} if slots else {})
    for name, slot in slots.items():
        before = len(draft.findings)
        if slot.at is not None:
            _add_placed_slot(draft, name, slot, found, mesh)
            continue
        taken = [cell for _, cell in select_cells(draft, slot.cells or [], "slots", name, "cells")]
        if not taken or not _is_free_name(draft, name, "slots"):
            continue
        if lost := next((cell for cell in taken if cell in found), ""):
            message = f"{lost!r} is itself a slot, and cannot make room for another"
            draft.add_finding("GF006", message, "slots", name, "cells")
        room = _make_slot(name, [draft.cells[cell] for cell in taken])
        if len(draft.findings) == before:
            _check_slot(draft, room, taken, mesh)
        drop_cells(draft, taken, f"made room for the slot {name!r}")
        draft.cells[name] = room
        mesh.add(name, room.box)
        found[name] = slot.part
    remove_loose_joins(draft)
    return found


def _add_placed_slot(draft: BoardDraft, name: str, slot: Slot, found: dict[str, str], mesh: SpatialIndex) -> None:
    """Add a slot that has a place of its own; report one without a size, or on other cells (GF006)."""
    assert slot.at is not None
    if not _is_free_name(draft, name, "slots"):
        return
    if slot.size is None:
        message = f"the slot {name!r} takes no size from {slot.part!r}, which is not a flat piece; give `size`"
        draft.add_finding("GF006", message, "slots", name)
        return
    room = Cell(name, slot.at[0], slot.at[1], rectangle_points(*slot.size), "slot")
    near = [each for each in mesh.find_near(room.box) if each in draft.cells]
    if over := [each for each in near if shared_area(draft.cells[each].board_points, room.board_points) > SLIVER_AREA]:
        size = f"{slot.size[0]:g} x {slot.size[1]:g} mm"
        draft.add_finding(
            "GF006", f"the slot {name!r} of {size} overlaps {describe_cells(over)}; move one of them", "slots", name
        )
    draft.cells[name] = room
    mesh.add(name, room.box)
    found[name] = slot.part


def _make_slot(name: str, cells: Iterable[Cell]) -> Cell:
    """Return the slot: the bounding box of some cells."""
    left, top, right, bottom = union_boxes([cell.box for cell in cells])
    wide, high = right - left, bottom - top
    return Cell(name, left + wide / 2, top + high / 2, rectangle_points(wide, high), "slot")


def _check_slot(draft: BoardDraft, room: Cell, taken: Collection[str], mesh: SpatialIndex) -> None:
    """Report a slot whose box overlaps another cell, or that its cells do not fill (GF006)."""
    path = "slots", room.id, "cells"
    whole, own = room.board_points, {*taken}
    near = [name for name in mesh.find_near(room.box) if name in draft.cells and name not in own]
    others = [name for name in near if boxes_overlap(draft.cells[name].box, room.box)]
    if strange := [name for name in others if shared_area(draft.cells[name].board_points, whole) > SLIVER_AREA]:
        message = (
            f"the box around the cells of the slot {room.id!r} also covers {describe_cells(strange)}, not in its list"
        )
        draft.add_finding("GF006", message, *path)
    elif abs(sum(polygon_area(draft.cells[name].points) for name in taken) - polygon_area(whole)) > SLIVER_AREA:
        message = f"the cells of the slot {room.id!r} do not fill the box around them"
        draft.add_finding("GF006", message, *path)


def add_pockets(
    draft: BoardDraft, pockets: dict[str, Pocket], slots: Collection[str], outward: bool
) -> dict[str, Pocket]:
    """Add the pockets, each joined to its door by a join of the kind `pocket`; return those with a valid door.

    GF006 for a door that is a slot and for a name that a cell has, GF008 for a door that does not exist.
    """
    found: dict[str, Pocket] = {}
    for name, pocket in pockets.items():
        if not require_cell(draft, pocket.door, "pockets", name, "door") or not _is_free_name(draft, name, "pockets"):
            continue
        door = draft.find_id(pocket.door)
        draft.cells[name] = _make_pocket(name, pocket, draft.cells[door], outward)
        one, other = (door, name) if pocket.way == "in" else (name, door)
        draft.joins[frozenset((one, other))] = Join(one, other, "pocket", pocket.way != "both")
        if door in slots:
            message = f"{pocket.door!r} is a slot, and slots cannot be joined, so it cannot be a door"
            draft.add_finding("GF006", message, "pockets", name, "door")
        else:
            found[name] = pocket
    return found


def _make_pocket(name: str, pocket: Pocket, door: Cell, outward: bool) -> Cell:
    """Return the pocket, centered on its side of the door."""
    dx, dy, facing = POCKET_SIDES[pocket.side]
    left, top, right, bottom = door.box
    far = pocket.away + pocket.size / 2
    x = door.x if not dx else (right + far if dx > 0 else left - far)
    y = door.y if not dy else (bottom + far if dy > 0 else top - far)
    return Cell(name, x, y, _pocket_points(pocket, facing), "pocket", turn=facing if outward else 0.0)


def check_pockets(draft: BoardDraft, pockets: dict[str, Pocket], width: float, height: float, border: float) -> None:
    """Report pockets that extend beyond the board or overlap other cells (GF006); sizes in mm.

    A removed cell obstructs no pocket and cannot be a door (GF008).
    """
    there = [name for name in pockets if name in draft.cells]
    mesh = SpatialIndex({name: cell.box for name, cell in draft.cells.items() if name not in pockets} if there else {})
    for name in there:
        require_cell(draft, pockets[name].door, "pockets", name, "door")
        pocket = draft.cells[name]
        box = pocket.box
        beyond = max(-box[0], -box[1], box[2] - width, box[3] - height)
        if beyond > ROUNDING:
            message = f"the pocket {name!r} extends {beyond:.4g} mm beyond the edge of the board"
            mended = f"give the board a border of {border + beyond:.4g} mm, move the pocket closer, or make it smaller"
            draft.add_finding("GF006", f"{message}; {mended}", "pockets", name)
        near = [cell for cell in map(draft.cells.__getitem__, mesh.find_near(box)) if boxes_overlap(cell.box, box)]
        outline = pocket.board_points
        mesh.add(name, box)
        if over := [cell.id for cell in near if shared_area(cell.board_points, outline) > SLIVER_AREA]:
            mended = "put it on another side, move it farther away, or make it smaller"
            draft.add_finding(
                "GF006", f"the pocket {name!r} overlaps {describe_cells(over)}; {mended}", "pockets", name
            )


def _is_free_name(draft: BoardDraft, name: str, key: str) -> bool:
    """Return whether no cell has or had the name; report it if one does (GF006)."""
    if name in draft.cells or name in draft.gone:
        was = "there was" if name in draft.gone else "there is"
        draft.add_finding("GF006", f"{was} already a cell {name!r}; choose another name", key, name)
        return False
    return True


def _pocket_points(pocket: Pocket, facing: float) -> Points:
    half = pocket.size / 2
    points = ((0.0, -half), (half, half), (-half, half)) if pocket.shape == "triangle" else square(pocket.size)
    for _ in range(round(facing / 90)):
        points = tuple((-y, x) for x, y in points)
    return points
