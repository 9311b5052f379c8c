"""Find faces of the kit by name, such as hand.red.3.back, and trim them to their outline, for figures.

A name is PART or PART.DESIGN, optionally with a side: front or back, or for a net the id of a panel, or `net` for all.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from generator.geometry.bounds import box_corners, point_bounds
from generator.geometry.loops import find_loops
from generator.geometry.matrix import invert_matrix
from generator.geometry.path import outline_segments, polygon_segments, rectangle_segments, transform_segments
from generator.geometry.types import Box, Segment
from generator.language.row_ids import find_row_id
from generator.language.suggestions import did_you_mean
from generator.model.finding import DrawingError
from generator.model.game import Design, Part
from generator.model.net import LINE_STYLES, Panel
from generator.model.paper import Side
from generator.model.picture import Clip, Group, Picture, Shape, walk_groups
from generator.render.bounds import shape_bounds
from generator.render.die_lines import add_cut_line_room

NET = "net"
_SEVERAL = 2


class FaceReference(NamedTuple):
    """A face of the kit; `side` may be a panel, or NET. `whole` means a board in sections as one piece."""

    part: Part
    design: Design
    side: str
    whole: bool

    @property
    def paper_side(self) -> Side:
        """Return the side of the paper that the face is printed on."""
        return "back" if self.side == "back" and (self.design.net is None or not self.design.net.panels) else "front"


class TrimmedFace(NamedTuple):
    """A face without its bleed: its box x, y, width, height (mm), the path of its trim, and its drawing."""

    box: tuple[float, float, float, float]
    edge: tuple[Segment, ...]
    group: Group


def round_corners(face: TrimmedFace, radius: float) -> TrimmedFace:
    """Return a rectangular face whose trim has corners of a radius (mm)."""
    return face._replace(edge=rectangle_segments(*face.box, rx=radius, ry=radius))


def parse_face_name(name: str, parts: Mapping[str, Part]) -> FaceReference:
    """Return the face of that name; DrawingError (GF008) with the nearest name if there is none."""
    part = find_part(name.partition(".")[0], parts)
    rest = name.removeprefix(part.id).removeprefix(".")
    designs = _designs_by_name(part)
    design, _, side = rest.rpartition(".")
    try:
        if rest and rest not in designs and (not design or design in designs):
            return find_face(part, design, side)
        return find_face(part, rest)
    except DrawingError as error:
        error.names = (*error.names, rest, name)
        raise


def find_part(name: str, parts: Mapping[str, Part]) -> Part:
    """Return the part of that id; DrawingError (GF008) if there is none."""
    if name not in parts:
        raise DrawingError(f"the game has no part {name!r}{did_you_mean(name, parts)}", "", "GF008", name)
    return parts[name]


def find_face(part: Part, design: str = "", side: str = "front") -> FaceReference:
    """Return a face of a part, by default of its first design; DrawingError (GF008) if there is none."""
    designs = _designs_by_name(part)
    design = find_row_id(design, designs)
    if design and design not in designs:
        known = _describe_numbers(part, design) or did_you_mean(design, (name for name in designs if name))
        raise DrawingError(f"the part {part.id!r} has no design {design!r}{known}", "", "GF008", design)
    found, whole = designs[design] if design in designs else (part.designs[0], False)
    sides = face_sides(part, found)
    if side not in sides:
        if not design and side != "back" and len(designs) > 1:  # in a name, a design may stand where a side does
            sides = (*designs, *sides)
        known = did_you_mean(side, filter(None, sides))
        raise DrawingError(f"the part {part.id!r} has no {side!r}{known}", "", "GF008", side)
    if found.net is not None and found.net.panels and side == "front":
        side = next((panel.id for panel in found.net.panels if panel.id == "front"), found.net.panels[0].id)
    return FaceReference(part, found, side, whole)


def _describe_numbers(part: Part, name: str) -> str:
    """Return which designs there are, as the end of a message, if they have numbers since their rows have no ids."""
    rows = [design.values.get("row") for design in part.designs]
    if len(rows) < _SEVERAL or not all(isinstance(row, Mapping) and "id" not in row for row in rows):
        return ""
    group = name.rpartition(".")[0]
    names = [each.id for each in part.designs if each.id.rpartition(".")[0] == group]
    if len(names) < _SEVERAL or not names[0].rpartition(".")[2].isdecimal():
        return ""
    return f"; its designs are {names[0]} to {names[-1]}, because its rows have no `id`"


def _designs_by_name(part: Part) -> dict[str, tuple[Design, bool]]:
    """Return the designs by id, and whether each is whole; a board in sections is also listed as a whole board."""
    found = {design.id: (design, False) for design in part.designs}
    for design in part.designs:
        if design.section is not None:
            found.setdefault(design.id.removesuffix(design.section.id).removesuffix("."), (design, True))
    first = part.designs[0]
    if first.section is not None:  # the board of the first design
        found.setdefault("", (first, True))
    return found


def face_sides(part: Part, design: Design) -> tuple[str, ...]:
    """Return the names of the sides of a design."""
    if design.net is not None and design.net.panels:
        return tuple(dict.fromkeys(("front", NET, *(panel.id for panel in design.net.panels))))
    return ("front", "back") if part.back else ("front",)


def trim_face(asked: FaceReference, picture: Picture) -> TrimmedFace:
    """Return a face clipped to its outline; a net keeps its die lines, and a panel is turned upright."""
    net = asked.design.net
    if net is None or not net.panels:
        outline = asked.part.outline if asked.whole else asked.part.trim_of(asked.design)
        whole = asked.whole and outline.shape == "rect"
        edge = _sections_edge(asked.part) if whole else outline_segments(outline)
        art = tuple(shape for shape in picture.shapes if net is None or not _is_die_line(shape))
        return TrimmedFace((0.0, 0.0, outline.width, outline.height), edge, Group(art, clip=Clip(edge)))
    if asked.side == NET:
        box = add_cut_line_room((0.0, 0.0, net.width, net.height))
        return TrimmedFace(box, (), Group(picture.shapes, clip=Clip(rectangle_segments(*box))))
    return _trim_panel(next(panel for panel in net.panels if panel.id == asked.side), picture)


def _is_die_line(shape: Shape) -> bool:
    return isinstance(shape, Group) and shape.name in LINE_STYLES


def _trim_panel(panel: Panel, picture: Picture) -> TrimmedFace:
    edge = polygon_segments(panel.points)
    back = invert_matrix(panel.matrix)
    assert back is not None
    art = tuple(shape for shape in picture.shapes if not _is_die_line(shape))
    left, top, right, bottom = point_bounds(panel.points)
    group = Group(art, back, Clip(transform_segments(edge, panel.matrix)))
    return TrimmedFace((left, top, right - left, bottom - top), edge, group)


def _sections_edge(part: Part) -> tuple[Segment, ...]:
    """Return the path round all sections of a board."""
    loops = find_loops([box_corners(section.box) for section in part.board.sections] if part.board else [])
    return tuple(segment for loop in loops for segment in polygon_segments(loop))


def group_boxes(name: str, shapes: Iterable[Shape]) -> Iterator[Box]:
    """Yield the box (mm) of each group of that name, measured on its geometry."""
    for group, matrix in walk_groups(shapes):
        if name and group.name == name and (box := shape_bounds(group.shapes, matrix)) is not None:
            yield box
