"""Cutting machines, and the registration marks of their sheets; mm."""

import tomllib
from collections.abc import Iterator
from typing import Literal

import msgspec

from generator.export.cut_lines import CutPath
from generator.geometry.path import rectangle_segments
from generator.geometry.types import Point
from generator.model.paper import Paper
from generator.model.picture import Group, Paint, Path

CLEAR = 12.0  # from the edge of the paper to where sheets of a machine begin: its marks stand outside
_BLACK = Paint(fill="#000000")


class CuttingMachine(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A machine: its marks, the kind of cut file that its program takes best, and what to do."""

    title: str
    marks: Literal["silhouette", "angles", "none"]
    inset: float
    length: float
    thickness: float
    square: float
    cut: Literal["dxf", "svg"]
    steps: list[str]
    source: str


def parse_machines(text: str) -> dict[str, CuttingMachine]:
    """Return the machines of a file by name."""
    return msgspec.convert(tomllib.loads(text), dict[str, CuttingMachine])


def draw_registration(machine: CuttingMachine, paper: Paper) -> tuple[Group, ...]:
    """Return the marks as one named group."""
    shapes = [Path(rectangle_segments(*box), _BLACK) for box in _list_boxes(machine, paper)]
    return (Group(tuple(shapes), name="registration"),) if shapes else ()


def trace_registration(machine: CuttingMachine, paper: Paper) -> Iterator[CutPath]:
    """Yield the outlines of the marks."""
    for x, y, width, height in _list_boxes(machine, paper):
        corners: tuple[Point, ...] = ((x, y), (x + width, y), (x + width, y + height), (x, y + height))
        yield CutPath("registration", corners, True)


def _list_boxes(machine: CuttingMachine, paper: Paper) -> Iterator[tuple[float, float, float, float]]:
    """Yield the bars and the square of the marks."""
    near, far, bottom = machine.inset, paper.width - machine.inset, paper.height - machine.inset
    if machine.marks == "none":
        return
    corners = [(far, near, -1, 1), (near, bottom, 1, -1)]
    if machine.marks == "angles":
        corners += [(near, near, 1, 1), (far, bottom, -1, -1)]
    else:
        yield near, near, machine.square, machine.square
    for x, y, right, down in corners:
        for width, height in ((machine.length, machine.thickness), (machine.thickness, machine.length)):
            yield min(x, x + right * width), min(y, y + down * height), width, height
