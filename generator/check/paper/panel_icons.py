"""Check icons and texts on folded pieces: none reaches beyond its panel (GF154) or overlaps its like (GF185)."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import NamedTuple

from generator.check.analysis.drawing import Address, Drawing, DrawnShape, NamedGroup
from generator.check.paper.dice_faces import find_stray_art
from generator.check.paper.drawn_places import DrawnPlace, list_drawn_places
from generator.check.paper.face_pages import Face, PageFault
from generator.geometry.bounds import point_bounds, union_boxes
from generator.geometry.clearance import depth_in_polygons
from generator.geometry.matrix import transform_point
from generator.geometry.regions import flatten_path
from generator.geometry.types import Point
from generator.model.picture import Path, Text

_ICON = "icon."
_MOST_SHAPES = 400  # of a face
_REACH = 0.5  # mm that art may reach beyond the panel that draws it
_GROUND_REACH = 3.0  # mm that a ground which covers its panel may run over the folds
_LEAST_SHARED = 0.15  # of the smaller of two icons, that the box of the other covers
_SAME = 0.99  # of it: icons in one place are one


def find_icons_over_folds(face: Face) -> Iterator[PageFault]:
    """Report, once per panel, an icon or a text that reaches beyond the panel that draws it (GF154).

    A ground may: it covers its panel, and other art is drawn on it, or it runs only a little over the folds.
    """
    told = [fault.address for fault in find_stray_art(face) if fault.address]
    for panel in _list_panels(face):
        for art in _list_art(face.drawing, panel):
            off = _measure_reach(art.shapes, panel)
            is_told = any(at[: len(art.address)] == art.address[: len(at)] for at in told)
            if off > _REACH and not is_told and not _is_ground(art, panel, off):
                text = f"{art.label} reaches {off:.2g} mm beyond {panel.declared.label}, over its folds or cuts"
                yield PageFault("GF154", "over fold", f"{text}; make it smaller or move it", art.address, "warning")
                break


def find_crowded_panels(face: Face) -> Iterator[PageFault]:
    """Report, once, icons of one name that overlap on a panel, if those on another panel do not (GF185)."""
    crowded: dict[str, list[tuple[DrawnPlace, NamedGroup]]] = defaultdict(list)
    clear: dict[str, int] = defaultdict(int)
    for panel in _list_panels(face):
        for name, icons in _group_icons(face.drawing, panel).items():
            on = next((other for one, other in combinations(icons, 2) if _share_box(face.drawing, one, other)), None)
            if on is not None:
                crowded[name].append((panel, on))
            elif len(icons) > 1:
                clear[name] += 1
    for name, found in crowded.items():
        if clear[name]:
            panel, icon = found[0]
            first = face.drawing.shapes[icon.first]
            text = f"icons {name.removeprefix(_ICON)!r} overlap one another on {panel.declared.label}"
            says = f"{text}, though on other faces they do not: make them smaller, or move them apart"
            yield PageFault("GF185", "crowded panel", says, first.address, "warning", where="use")
            return


class _Art(NamedTuple):
    """An icon or a text of a panel, its name in messages, and the number of the shape that is drawn after it."""

    label: str
    address: Address
    shapes: Sequence[DrawnShape]
    end: int


def _list_art(drawing: Drawing, panel: DrawnPlace) -> Iterator[_Art]:
    """Yield the icons of a panel, then its texts that are in none of them."""
    icons, named = _list_icons(drawing, panel), set[int]()
    for group in icons:
        named.update(range(group.first, group.end))
        label = f"the icon {group.name.removeprefix(_ICON)!r}"
        yield _Art(label, group.address, drawing.shapes[group.first : group.end], group.end)
    for number in range(panel.group.first, panel.group.end):
        each = drawing.shapes[number]
        if isinstance(each.shape, Text) and number not in named:
            yield _Art(f"the text {each.shape.text.strip()[:40]!r}", each.address, [each], number + 1)


def _measure_reach(shapes: Sequence[DrawnShape], panel: DrawnPlace) -> float:
    """Return how far shapes reach beyond the outline of a panel (mm); negative if they are inside."""
    outline = panel.declared.outline
    return max((-depth_in_polygons((outline,), x, y) for each in shapes for x, y in _list_points(each)), default=0.0)


def _list_points(each: DrawnShape) -> Iterator[Point]:
    """Yield the points of a path on the net, or the corners of the box of anything else, and of what a clip cuts."""
    if each.box is None:
        return
    if isinstance(each.shape, Path) and each.is_whole:
        for line, _ in flatten_path(each.shape.segments):
            yield from (transform_point(each.matrix, x, y) for x, y in line)
        return
    left, top, right, bottom = each.box
    yield from ((left, top), (right, top), (right, bottom), (left, bottom))


def _is_ground(art: _Art, panel: DrawnPlace, off: float) -> bool:
    box, edge = union_boxes([each.box for each in art.shapes if each.box]), point_bounds(panel.declared.outline)
    is_all = all(box[n] <= edge[n] and box[n + 2] >= edge[n + 2] for n in (0, 1))
    return is_all and (off <= _GROUND_REACH or art.end < panel.group.end)


def _list_panels(face: Face) -> Sequence[DrawnPlace]:
    """Return the drawn panels of a folded piece; shares of a panel show art that goes on elsewhere."""
    net = face.designs[0].net
    if net is None or any(panel.whole for panel in net.panels) or len(face.drawing.shapes) > _MOST_SHAPES:
        return ()
    return [place for place in list_drawn_places(face) if place.declared.noun == "face"]


def _group_icons(drawing: Drawing, panel: DrawnPlace) -> Mapping[str, Sequence[NamedGroup]]:
    icons: dict[str, list[NamedGroup]] = defaultdict(list)
    for group in _list_icons(drawing, panel):
        icons[group.name].append(group)
    return icons


def _list_icons(drawing: Drawing, panel: DrawnPlace) -> Sequence[NamedGroup]:
    within = panel.group
    return [
        group
        for group in drawing.groups
        if group.name.startswith(_ICON) and within.first <= group.first < group.end <= within.end
    ]


def _share_box(drawing: Drawing, one: NamedGroup, other: NamedGroup) -> bool:
    """Return whether two icons overlap by a good part of the smaller one, without being in one place."""
    boxes = drawing.box_of(one), drawing.box_of(other)
    if boxes[0] is None or boxes[1] is None or other.first < one.end:
        return False
    across, down = (min(box[n + 2] for box in boxes if box) - max(box[n] for box in boxes if box) for n in (0, 1))
    least = min((box[2] - box[0]) * (box[3] - box[1]) for box in boxes if box)
    return across > 0 and down > 0 and _LEAST_SHARED * least < across * down < _SAME * least
