"""Find the line of a template that draws the group of a face that a finding names."""

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from generator.geometry.matrix import IDENTITY
from generator.model.finding import DataError, DrawingError, Finding, Place
from generator.model.game import Design, Part
from generator.model.paper import Side
from generator.model.picture import Group, Shape
from generator.safety.files import read_regular_file

if TYPE_CHECKING:
    from generator.pipeline.kit import Kit

_CODES = frozenset({"GF118", "GF119", "GF120", "GF123", "GF126", "GF128"})  # of what finished files show on faces
_FACE = re.compile(r"(?P<piece>\S+)\.c\d+\.(?P<side>front|back) in ")
_NAMED = re.compile(r"(?:(?P<noun>\w+) )?'(?P<name>[^']+)'")
_LOOKS = re.compile(r"looks (?:the same|different).*?(?:though one is|both are|though both show) '(?P<value>[^']+)'")
_USED = re.compile(r"""href=["']([^"'#{}]+\.svg)#""")
_MOST_PLACED = 40  # findings: each may take rendering a face again


def place_face_faults(kit: "Kit", findings: Sequence[Finding]) -> tuple[Finding, ...]:
    """Return the findings; those that name a group of a face stand at the tag of the template that draws it."""
    parts = {part.id: part for part in kit.parts}
    placed, left = [], _MOST_PLACED
    for each in findings:
        if each.code in _CODES and left > 0:
            left -= 1
            each = each._replace(place=_find_place(kit, parts, each) or each.place)
        placed.append(each)
    return tuple(placed)


def _find_place(kit: "Kit", parts: dict[str, Part], finding: Finding) -> Place | None:
    face = _FACE.match(finding.message)
    part = parts.get(face["piece"].partition(".")[0]) if face else None
    if face is None or part is None or part.place != finding.place:
        return None
    piece = face["piece"].removeprefix(f"{part.id}.")
    design = next((each for each in part.designs if each.id == piece), part.designs[0])
    side: Side = "back" if face["side"] == "back" else "front"
    try:
        return _locate_group(kit, part, design, side, finding.message[face.end() :])
    except (DataError, DrawingError):
        return None  # which is reported when the face is drawn


def _locate_group(kit: "Kit", part: Part, design: Design, side: Side, message: str) -> Place | None:
    """Return the tag of the first group that a message names, or else of one of the same sort."""
    groups = list(_list_groups(kit.faces.draw_whole(part, design, side).shapes))
    by_name = {group.name: (group, address) for group, address in reversed(groups)}
    named = list(_NAMED.finditer(message))
    found = next((by_name[name] for each in named for name in _list_names(each) if name in by_name), None)
    if found is None:
        sorts = [f"{each['noun'] or each['name'].partition('.')[0]}." for each in named]
        alike = (by_name[name] for sort in sorts for name in by_name if name.startswith(sort))
        found = next(alike, None)
    if found is None:
        return None
    group, address = found
    place = kit.faces.locate_shape(part, design, side, address)
    drawn = kit.faces.locate_shape(part, design, side, (*address, *_find_first_leaf(group)), "use")
    if drawn and place and drawn.file != place.file and group.matrix == IDENTITY and " looks " not in message:
        place = drawn  # in the file that is included, which alone says where it is drawn
    return place and (_find_symbol(place, message) or place)


def _find_first_leaf(group: Group) -> tuple[int, ...]:
    """Return the address, in a group, of the first shape that is no group."""
    first = group.shapes[0] if group.shapes else None
    return (0, *_find_first_leaf(first)) if isinstance(first, Group) else () if first is None else (0,)


def _find_symbol(place: Place, message: str) -> Place | None:
    """Return where another drawing, which the group at a place uses, has the symbol of a value that looks wrong."""
    value = _LOOKS.search(message)
    file = Path(place.file)
    try:
        lines = read_regular_file(file).decode().splitlines()[place.line - 1 : place.line + 1]
        used = next((found[1] for line in lines if (found := _USED.search(line))), "")
        drawing = file.parent / used if used else None
        text = read_regular_file(drawing).decode().splitlines() if value and drawing else []
    except (OSError, UnicodeDecodeError):
        return None
    named = re.compile(rf"""\bid=(["']){re.escape(value["value"])}\1""") if value else None
    for number, line in enumerate(text, 1):
        if named and (found := named.search(line)):
            return Place(str(drawing), number, found.start() + 1)
    return None


def _list_names(named: re.Match[str]) -> tuple[str, str]:
    return named["name"], f"{named['noun']}.{named['name']}"


def _list_groups(shapes: Sequence[Shape], address: tuple[int, ...] = ()) -> Iterator[tuple[Group, tuple[int, ...]]]:
    """Yield each named group with its address, the outer ones first."""
    for number, shape in enumerate(shapes):
        if isinstance(shape, Group):
            if shape.name:
                yield shape, (*address, number)
            yield from _list_groups(shape.shapes, (*address, number))
