"""Find values of a column, and icons of different names, that are drawn alike (GF143)."""

from collections import defaultdict
from collections.abc import Hashable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import NamedTuple

from generator.check.analysis.drawing import NamedGroup
from generator.check.paper.face_pages import Face, KitPages, LocatedFault, PageFault
from generator.check.paper.icon_looks import take_icon
from generator.model.picture import Image, Text

_ICON, _COLUMN = "icon.", "row."
_FEWEST_VALUES = 4  # with drawings of their own, except for two: with fewer, some may share a drawing
_MOST_SHAPES = 200  # of a group


class _Drawn(NamedTuple):
    """A group on a face, and what it looks like, wherever it is and whatever its size."""

    face: Face
    group: NamedGroup
    look: Hashable


def find_same_drawings(pages: KitPages) -> Iterator[LocatedFault]:
    """Report, as a note, two values of a column that share a drawing if all others have one of their own (GF143).

    Only groups without texts are compared. Their paints do not count: signs may differ by color alone, but then all do.
    """
    for _, some in groupby(pages.faces, key=lambda face: (face.part.id, face.side)):
        columns: dict[str, dict[str, _Drawn]] = defaultdict(dict)
        for face in some:
            given = face.designs[0].values.get("row")
            row = given if isinstance(given, Mapping) else {}
            for group in face.drawing.groups if row else ():
                value = row.get(group.name.removeprefix(_COLUMN)) if group.name.startswith(_COLUMN) else None
                if isinstance(value, str) and value not in columns[group.name]:
                    drawn = _take_drawn(face, group, has_paints=False)
                    columns[group.name] |= {value: drawn} if drawn else {}
        for name, values in columns.items():
            yield from _compare_values(name, values)


def _compare_values(name: str, values: Mapping[str, _Drawn]) -> Iterator[LocatedFault]:
    by_look = _group_by_look(values)
    pairs = [names for names in by_look.values() if len(names) > 1]
    if len(values) >= _FEWEST_VALUES and len(pairs) == 1 and len(pairs[0]) == 2:
        one, other = pairs[0]
        says = f"{name!r} shows the same drawing for {one!r} and {other!r}, but another one for each other value"
        yield _describe(values[other], f"same {name}", says)


def find_same_icons(pages: KitPages) -> Iterator[LocatedFault]:
    """Report, as a note, two icons of different names that are drawn alike, in the same paints (GF143)."""
    icons: dict[str, _Drawn] = {}
    for face in pages.faces:
        for group in face.drawing.groups:
            if group.name.startswith(_ICON) and group.name not in icons:
                drawn = _take_drawn(face, group, has_paints=True)
                icons |= {group.name: drawn} if drawn else {}
    for names in _group_by_look(icons).values():
        if len(names) == 2:
            one, other = (name.removeprefix(_ICON) for name in names)
            yield _describe(icons[names[1]], f"same {one}", f"the icons {one!r} and {other!r} are the same drawing")


def _describe(drawn: _Drawn, kind: str, says: str) -> LocatedFault:
    first = drawn.face.drawing.shapes[drawn.group.first].address
    return drawn.face, PageFault("GF143", kind, f"{says}; draw each in its own way", first, "note", "symbol")


def _group_by_look(drawn: Mapping[str, _Drawn]) -> Mapping[Hashable, Sequence[str]]:
    by_look: dict[Hashable, list[str]] = defaultdict(list)
    for name, each in drawn.items():
        by_look[each.look].append(name)
    return by_look


def _take_drawn(face: Face, group: NamedGroup, has_paints: bool) -> _Drawn | None:
    """Return what a group without texts and images draws; None for another."""
    shapes = face.drawing.shapes[group.first : group.end]
    if not 0 < len(shapes) <= _MOST_SHAPES or any(isinstance(each.shape, Text) for each in shapes):
        return None
    taken = take_icon(face, group)
    if taken is None:
        return None
    paints = [
        (each.shape.paint.fill, each.shape.paint.stroke) for each in shapes if not isinstance(each.shape, Image | Text)
    ]
    return _Drawn(face, group, (taken.key, tuple(paints) if has_paints else ()))
