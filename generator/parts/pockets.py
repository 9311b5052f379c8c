"""Slots for cards and pockets at the edge go in as the data say them; a board's cells with them come out."""

from typing import Annotated, Literal

from msgspec import Meta

from generator.model.board import Cell, Join, Points
from generator.model.game import Length, Positive, Strict
from generator.parts.cells import Draft, chosen, known

SIDES = {"top": (0, -1, 180.0), "right": (1, 0, 270.0), "bottom": (0, 1, 0.0), "left": (-1, 0, 90.0)}


class Slot(Strict, frozen=True, kw_only=True):
    """Room for a card: the box of some cells, which it takes the place of; joined to nothing."""

    cells: Annotated[list[str], Meta(min_length=1, description="cells that make room")]
    part: Annotated[str, Meta(description="the part that is laid there; any unless given")] = ""


class Pocket(Strict, frozen=True, kw_only=True):
    """A cell outside the edge of the others, joined to one of them, its door."""

    door: Annotated[str, Meta(description="the cell that it is joined to")]
    side: Annotated[Literal["top", "right", "bottom", "left"], Meta(description="side of the door on which it lies")]
    size: Annotated[Positive, Meta(description="side of the square, base and height of the triangle, mm")]
    shape: Annotated[Literal["square", "triangle"], Meta(description="a triangle points at the door")] = "square"
    away: Annotated[Length, Meta(description="mm between door and pocket")] = 0.0
    way: Annotated[Literal["both", "in", "out"], Meta(description="in: no way out; out: no way in")] = "both"


def add_slots(draft: Draft, slots: dict[str, Slot]) -> dict[str, str]:
    """Put slots in the place of their cells; return the part that belongs to each."""
    found: dict[str, str] = {}
    for name, slot in slots.items():
        taken = [cell for _, cell in chosen(draft, slot.cells, "slots", name, "cells")]
        if not taken or not _free(draft, name, "slots"):
            continue
        lefts, tops, rights, bottoms = zip(*(draft.cells[cell].box for cell in taken), strict=True)
        for cell in taken:
            del draft.cells[cell]
            draft.blocked.add(cell)
        for pair in [pair for pair in draft.joins if not pair.isdisjoint(taken)]:
            del draft.joins[pair]
        box = min(lefts), min(tops), max(rights), max(bottoms)
        x, y, half, tall = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2, (box[2] - box[0]) / 2, (box[3] - box[1]) / 2
        points = (-half, -tall), (half, -tall), (half, tall), (-half, tall)
        draft.cells[name] = Cell(name, x, y, points, kind="slot")
        found[name] = slot.part
    return found


def add_pockets(draft: Draft, pockets: dict[str, Pocket], outward: bool) -> None:
    """Add the pockets, each joined to its door by a join of the kind `pocket`."""
    for name, pocket in pockets.items():
        if not known(draft, pocket.door, "pockets", name, "door") or not _free(draft, name, "pockets"):
            continue
        dx, dy, facing = SIDES[pocket.side]
        door = draft.cells[pocket.door]
        left, top, right, bottom = door.box
        far = pocket.away + pocket.size / 2
        x = door.x if not dx else (right + far if dx > 0 else left - far)
        y = door.y if not dy else (bottom + far if dy > 0 else top - far)
        cell = Cell(name, x, y, _outline(pocket, facing), kind="pocket", turn=facing if outward else 0.0)
        draft.cells[name] = cell
        one, other = (pocket.door, name) if pocket.way == "in" else (name, pocket.door)
        draft.joins[frozenset((one, other))] = Join(one, other, "pocket", pocket.way != "both")


def _free(draft: Draft, name: str, key: str) -> bool:
    if name in draft.cells or name in draft.blocked:
        draft.refuse("GF006", f"there is a cell {name!r} already", key, name)
        return False
    return True


def _outline(pocket: Pocket, facing: float) -> Points:
    half = pocket.size / 2
    if pocket.shape == "triangle":
        points: Points = ((0.0, -half), (half, half), (-half, half))
    else:
        points = ((-half, -half), (half, -half), (half, half), (-half, half))
    for _ in range(round(facing / 90)):
        points = tuple((-y, x) for x, y in points)
    return points
