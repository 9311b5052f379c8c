"""A part that is a board and its sections go in, the part comes out with one design for each section."""

from collections.abc import Sequence
from itertools import product

from msgspec.structs import replace

from generator.model.board import Section
from generator.model.game import Design, Outline, Part


def sectioned(part: Part, sections: Sequence[Section]) -> Part:
    """Return the part with each design cut into the sections; a lone design gives its name to none of them."""
    assert part.board is not None
    designs = tuple(_cut(design, section) for design, section in product(part.designs, sections))
    return replace(part, designs=designs, board=replace(part.board, sections=tuple(sections)))


def _cut(design: Design, section: Section) -> Design:
    identity = section.id if design.id == "1" else f"{design.id}.{section.id}"
    return design._replace(id=identity, outline=trim_of(section), section=section)


def trim_of(section: Section) -> Outline:
    """Return the trim of a section: its box, with its glue tabs."""
    left, top, right, bottom = section.window
    return Outline(right - left, bottom - top)
