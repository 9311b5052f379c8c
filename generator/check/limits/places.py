"""Check that what a template draws for a cell, a space or a face of a folded piece lies there (GF330, GF331).

A group is drawn for a cell if its name ends with the id of the cell: `cell.A1`, or `road.A1+A2` in a loop of the
template's own. Only what is nearer to another place of the sort is an error: signs may stand beside their cell. What no
group names is drawn for a cell if it changes when a fact of that cell is changed.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from math import atan2, degrees, dist

from generator.check.analysis.drawing import Address, DrawnShape, NamedGroup, walk_matrices
from generator.check.analysis.drawn_places import DeclaredPlace, corners_of, list_declared_places
from generator.check.analysis.face_pages import Face, PageFault
from generator.check.check_context import CheckContext
from generator.check.vary.unseen import count_others, describe_fact, put_plain_last
from generator.geometry.bounds import box_middle, boxes_overlap
from generator.geometry.matrix import IDENTITY, invert_matrix, transform_point
from generator.geometry.polygon import depth_in_polygons
from generator.geometry.tolerances import VISIBLE
from generator.geometry.types import Point, Points
from generator.model.board import OWN_CELLS, find_caption_area, has_room_for_label
from generator.model.color import Color
from generator.model.facts import FactTrial, UnseenCause
from generator.model.finding import Finding, Level
from generator.model.picture import Path, Text

# mm from the outline of a place to the middle of what is drawn for it: as wide as a line, and far less than a cell
_OUTSIDE = 0.5
_NEARER = 1.0  # mm by which another place is nearer: with less, it lies between the two
_LABEL_REACH = 5.0  # mm beside its cell, where the label of a place on a map may stand
# groups of a first word of the template's own, and the share of them in the places that they name: then all should be
_FEWEST, _MOST = 3, 0.6
_LONG = 2.0  # times as long as wide: what is drawn for an edge has a direction
_ASLANT = 20.0  # degrees off the direction of its edge; the edges of hexes and triangles are 60 apart
_REACH = 0.5  # mm that a drawing may reach over the fold at the edge of its face, as much as a fold is off
_GROUND_SHARE = 0.8  # of the box of a face: what fills more is its ground, which may run over cuts and folds
_OF_PLACES = ("cell.", "space.", "face.")
# first words that name something else than places, whatever follows them
_OTHER_HEADS = frozenset({"row", "values", "color", "icon", "legend", "route", "step", "line", "join", "area"})


def find_strayed_art(face: Face) -> Iterator[PageFault]:
    """Report the first shape that each group draws nearer to another place than to its own (GF330)."""
    places = {f"{each.noun}.{each.id}": each for each in list_declared_places(face)}
    sorts: dict[str, list[DeclaredPlace]] = defaultdict(list)
    for each in places.values():
        sorts[_sort_of(each)].append(each)
    for group, declared in _list_groups(face, places):
        for shape in face.drawing.shapes[group.first : group.end]:
            other = _find_nearer(face, shape, declared, sorts[_sort_of(declared)])
            if other is not None:
                text = f"this shape of {declared.label}{_name_kind(declared)} is nearer to {other.label}"
                address = find_mover(face, shape, len(group.address))
                yield PageFault("GF330", "strayed", text, address, where="use")
                break


def _sort_of(declared: DeclaredPlace) -> str:
    """Return what places compete with one another: edges of cells, corners, and all others."""
    return declared.border or declared.noun


def _name_kind(declared: DeclaredPlace) -> str:
    return f" of kind {declared.sort!r}" if declared.noun == "cell" else ""


def _list_groups(face: Face, places: Mapping[str, DeclaredPlace]) -> Iterator[tuple[NamedGroup, DeclaredPlace]]:
    """Yield the outermost groups that are drawn for places, with these.

    Names of the template's own count if most groups with their first word lie in the places that they name: in
    `seat.3`, the 3 need not be a cell.
    """
    own: dict[str, list[tuple[NamedGroup, DeclaredPlace]]] = defaultdict(list)
    colors = {key for design in face.designs for key, value in design.values.items() if isinstance(value, Color)}
    counts: dict[str, int] = defaultdict(int)
    for group in face.drawing.groups:
        head, _, id_ = group.name.partition(".")
        if group.name in places:
            if not any(name.startswith(_OF_PLACES) for name in group.inside):
                yield group, places[group.name]
        elif places and id_ and head not in _OTHER_HEADS | colors and not group.inside:
            counts[head] += 1
            if declared := places.get(f"cell.{id_}"):
                own[head].append((group, declared))
    for head, some in own.items():
        inside = sum(_lies_inside(face, *each) for each in some)
        if len(some) == counts[head] and inside >= max(_FEWEST, _MOST * len(some)):
            yield from some


def _lies_inside(face: Face, group: NamedGroup, declared: DeclaredPlace) -> bool:
    box = face.drawing.box_of(group)
    return box is not None and depth_in_polygons((declared.outline,), *box_middle(box)) >= -_OUTSIDE


def _find_nearer(
    face: Face, each: DrawnShape, declared: DeclaredPlace, places: Sequence[DeclaredPlace]
) -> DeclaredPlace | None:
    """Return the place that a shape belongs to by its middle, if it is not the one that it is drawn for.

    A line that begins in its place may lead elsewhere, and a label may stand beside it. On a map, cells with places of
    their own are apart, and only what lies in another one is told.
    """
    if each.box is None:
        return None
    x, y = box_middle(each.box)
    depth = depth_in_polygons((declared.outline,), x, y)
    if depth >= -_OUTSIDE or _is_caption(face, each, declared, depth):
        return None
    if _is_line(each) and any(depth_in_polygons((declared.outline,), *end) > 0 for end in corners_of(each, IDENTITY)):
        return None
    depths = [(depth_in_polygons((other.outline,), x, y), other) for other in places if other is not declared]
    best, other = max(depths, key=lambda pair: pair[0], default=(depth, declared))
    is_map = face.part.board is not None and face.part.board.generator == OWN_CELLS
    return other if best > (-_OUTSIDE if is_map else depth + _NEARER) else None


def _is_caption(face: Face, each: DrawnShape, declared: DeclaredPlace, depth: float) -> bool:
    """Return whether a shape stands close to a cell with a place of its own, as the names of places do on maps."""
    if face.part.board is None or face.part.board.generator != OWN_CELLS or each.box is None:
        return False
    if not has_room_for_label(declared.outline, str(declared.sort)):
        return boxes_overlap(find_caption_area(declared.outline), each.box)
    return isinstance(each.shape, Text) and depth >= -_LABEL_REACH - (each.box[3] - each.box[1])


def _is_line(each: DrawnShape) -> bool:
    return isinstance(each.shape, Path) and each.shape.paint.fill is None and each.shape.segments[-1][0] != "Z"


def check_cells(case: CheckContext) -> Iterator[Finding]:
    """Report cells of which a shape lies in another cell: it changes with the one, and lies wholly in the other."""
    if proof := case.proof():
        yield from report_strayed_cells(proof.trials, proof.explain)


def report_strayed_cells(
    trials: Iterable[FactTrial], explain: Callable[[FactTrial], UnseenCause | None]
) -> Iterator[Finding]:
    """Report, once for each part and column, the trials of cells of which a shape lies `there`, in another cell."""
    sorts: dict[tuple[str, str], list[FactTrial]] = defaultdict(list)
    for trial in trials:
        if trial.there:
            sorts[trial.fact.part, trial.fact.column].append(trial)
    for strayed in sorts.values():
        first, *others = put_plain_last(strayed)
        some = [first, *(each for each in others if each.fact.value == first.fact.value)]
        fact, cause = first.fact, explain(first)
        at = cause.at if cause else None
        see = f"; see {fact.place}" if at else ""
        text = f"{describe_fact(fact)}: a shape that shows it lies in the cell {first.there!r}{count_others(some)}{see}"
        yield Finding("GF330", at or fact.place, text)


def find_turned_edges(face: Face) -> Iterator[PageFault]:
    """Report what is drawn for an edge of a board and lies across it, where some of its sort lie along theirs (GF330).

    Only long shapes have a direction. Where all lie across alike, as gates and bridges may, it is a warning. A shape is
    compared with those at its position in groups with the same first word, for edges of the same kind.
    """
    places = {f"{each.noun}.{each.id}": each for each in list_declared_places(face)}
    if not any(_sort_of(each) == "edge" for each in places.values()):
        return
    turned: dict[tuple[str, object, int], list[tuple[DrawnShape, NamedGroup, DeclaredPlace, float]]] = defaultdict(list)
    for group, declared in _list_groups(face, places):
        if _sort_of(declared) == "edge":
            for number, each in enumerate(face.drawing.shapes[group.first : group.end]):
                angle = _find_direction(corners_of(each, IDENTITY), _LONG)
                usual = _find_direction(declared.outline, 1.0)
                if angle is not None and usual is not None:
                    off = abs((angle - usual + 90) % 180 - 90)
                    turned[group.name.partition(".")[0], declared.sort, number].append((each, group, declared, off))
    for some in turned.values():
        odd = [found for found in some if found[-1] > _ASLANT]
        if not odd:
            continue
        offs = [found[-1] for found in odd]
        level: Level = "error"
        those = "others lie along theirs"
        if len(odd) == len(some):
            those = "others lie at other angles to theirs"
            if max(offs) - min(offs) < _ASLANT:
                level, those = "warning", "so do all others; waive this if they are gates or bridges"
        each, group, declared, _ = odd[0]
        text = f"this shape of {declared.label} lies across its edge; {those}"
        yield PageFault("GF330", "turned", text, find_mover(face, each, len(group.address)), level, where="use")


def _find_direction(points: Sequence[Point], least: float) -> float | None:
    """Return the direction of an outline in degrees; None if it is less than `least` times as long as wide."""
    pairs = [(dist(one, other), one, other) for n, one in enumerate(points) for other in points[n + 1 :]]
    long, one, other = max(pairs, default=(0.0, (0.0, 0.0), (0.0, 0.0)))
    if long <= 0:
        return None
    x, y = (sum(point[n] for point in points) / len(points) for n in (0, 1))
    offs = [(px - x, py - y) for px, py in points]
    signs = [1 if dx * (other[0] - one[0]) + dy * (other[1] - one[1]) > 0 else -1 for dx, dy in offs]
    ux, uy = (sum(sign * off[n] for sign, off in zip(signs, offs, strict=True)) for n in (0, 1))
    along = [dx * ux + dy * uy for dx, dy in offs]
    across = [dy * ux - dx * uy for dx, dy in offs]
    is_long = max(along) - min(along) >= least * (max(across) - min(across))
    return degrees(atan2(uy, ux)) if is_long else None


def find_art_over_folds(face: Face) -> Iterator[PageFault]:
    """Report each shape in the group of a face of a folded piece that reaches over the face's edge (GF331)."""
    net = face.designs[0].net
    panels = {f"face.{panel.id}": panel for panel in net.panels} if net and face.side == "front" else {}
    for group in face.drawing.groups:
        panel, back = panels.get(group.name), invert_matrix(group.matrix)
        if panel is None or back is None or group.inside:
            continue
        for each in face.drawing.shapes[group.first : group.end]:
            corners = _corners_of(each)
            ends = [transform_point(back, x, y) for x, y in corners]
            if not ends or _is_ground(ends, panel.points):
                continue
            inner = [end for end, corner in zip(ends, corners, strict=True) if not _ends_with_page(face, *corner)]
            off = -min((depth_in_polygons((panel.points,), x, y) for x, y in inner), default=0.0)
            if off > _REACH:
                text = f"this shape of the face {panel.id!r} extends {off:.2g} mm past the fold or the cut at its edge"
                address = find_mover(face, each, len(group.address))
                yield PageFault("GF331", "over fold", text, address, "warning", where="use")


def _is_ground(ends: Sequence[Point], outline: Points) -> bool:
    return any(
        max(end[n] for end in ends) - min(end[n] for end in ends)
        >= _GROUND_SHARE * (max(point[n] for point in outline) - min(point[n] for point in outline))
        for n in (0, 1)
    )


def _corners_of(each: DrawnShape) -> Sequence[Point]:
    """Return the ends of the segments of a path, clipped or not, or the corners of the box of anything else."""
    if each.box is not None and isinstance(each.shape, Path):
        return corners_of(each._replace(box=each.whole), IDENTITY)
    return corners_of(each, IDENTITY)


def _ends_with_page(face: Face, x: float, y: float) -> bool:
    """Return whether a point lies on the edge of the drawing, where bleed ends."""
    page = face.drawing.picture
    across, down = (x - page.x, page.x + page.width - x), (y - page.y, page.y + page.height - y)
    return any(abs(off) < VISIBLE for off in (*across, *down))


def find_mover(face: Face, each: DrawnShape, depth: int) -> Address:
    """Return the address of the outermost group below a depth that moves a shape, else that of the shape."""
    moved = (at for at, outer, inner in walk_matrices(face.drawing.picture.shapes, each.address) if outer != inner)
    return next((each.address[:at] for at in moved if at > depth), each.address)


def find_mirrored_texts(face: Face) -> Iterator[PageFault]:
    """Report each text that is printed mirrored (GF153)."""
    for number in face.drawing.texts:
        each = face.drawing.shapes[number]
        assert isinstance(each.shape, Text)
        a, b, c, d = each.matrix[:4]
        if a * d < b * c:
            yield PageFault("GF153", "mirrored", f"the text {each.shape.text.strip()[:40]!r} is mirrored", each.address)
