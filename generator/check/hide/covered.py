"""Report texts, named groups and drawings that something covers (GF150).

A page in which each shape has a color of its own tells what is seen of each, and what is seen in its place; hiding it
must then leave the printed page as it is, since a cover may let it shine through.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Any

from PIL import Image

from generator.check.analysis.drawing import Address, DrawnShape, NamedGroup
from generator.check.analysis.face_pages import PageFault, count_marked, find_changes
from generator.check.hide.flat import OPAQUE, color_of
from generator.check.hide.views import CHANGED, FEWEST_PIXELS, PageViews
from generator.geometry.types import Box
from generator.model.picture import Path

SEEN_SHARE = 0.5  # of the ink of a group: with less, it is taken to be covered
_TRACE = 0.01  # of the ink of a group, grounds in white included: with less changed, nothing of it is seen
_UNCLIPPED = 0.93  # of the box of a text: with less, a letter is cut
_STRETCH = 3.0  # mm2 of what runs below cells, such as a route: with less, it is not seen where nothing covers it
_BELOW_CELLS = ("route.", "area.", "join.")
_PLACES = ("cell.", "space.", "face.")  # other named groups are looked at one by one
_LEAST = 2.0  # mm: smaller drawings may have no pixel of their own
_PAPER = "#ffffff"
_SHADOWED = 0.02  # of the box of a drawing: fewer pixels are the edge of it under that of its cover

Family = tuple[tuple[str, ...], str]


def find_covered_texts(views: PageViews) -> Iterator[PageFault]:
    """Report each text that something drawn later covers, or that a clip cuts (GF150)."""
    for number in views.drawing.judged_texts:
        each, cover = views.drawing.shapes[number], views.find_text_cover(number)
        if area_of(each.box) < _UNCLIPPED * area_of(each.whole):
            says = f"{name_text(each)} cannot be seen in full: part of it is clipped away"
            yield PageFault("GF150", "clipped", says, each.address, where="use")
        elif cover is not None:
            yield _describe(views, name_text(each), cover, each.address)


def name_text(each: DrawnShape) -> str:
    """Return what a text is called in messages."""
    return f"the text {getattr(each.shape, 'text', '').strip()[:40]!r}"


def _describe(views: PageViews, name: str, cover: int, hidden: Address) -> PageFault:
    address, instead = views.drawing.shapes[cover].address, (hidden, f"{name} is covered; move it, or what covers it")
    says = f"{name} cannot be seen: this shape covers it"
    return PageFault("GF150", "covered", says, address, where="use", instead=instead)


def find_covered_groups(views: PageViews) -> Iterator[PageFault]:
    """Report each named group and each piece of a figure that is clipped away, or covered for the most part (GF150)."""
    for piece, least in views.subject.stacked:
        share = views.measure_piece(piece)
        if share < least or not share:
            says = f"{piece.name!r} cannot be seen in the figure: it is covered, or outside it; move it"
            yield PageFault("GF150", "piece", says, piece.address)
    for layer, groups in enumerate(views.layers):
        for group in groups:
            name = f"the group {group.name!r}"
            if views.face is not None and _is_clipped_away(views.drawing.shapes[group.first : group.end]):
                yield PageFault(
                    "GF150", "clipped", f"{name} cannot be seen: it is clipped away", group.address, where="use"
                )
            elif (cover := find_hiding_cover(views, layer, group)) is not None:
                yield _describe(views, name, cover, group.address)._replace(hidden=group.address)


def find_hiding_cover(views: PageViews, layer: int, group: NamedGroup) -> int | None:
    """Return the number of the shape that hides most of a group; None if it is seen, or hidden by nothing."""
    if views.measure_group(layer, group) >= SEEN_SHARE:
        return None
    cover = views.find_group_cover(layer, group)
    return cover if cover is not None and _hides_group(views, layer, group, cover) else None


def _is_clipped_away(shapes: Sequence[DrawnShape]) -> bool:
    """Return whether a clip leaves less than half of each shape, by their boxes.

    One that keeps a shape whole is the drawing's own, such as the clip of a pattern, whose tiles reach beyond it.
    """
    shares = [area_of(each.box) / whole for each in shapes if (whole := area_of(each.whole))]
    return bool(shares) and max(shares) < SEEN_SHARE


def _hides_group(views: PageViews, layer: int, group: NamedGroup, cover: int) -> bool:
    """Return whether a group changes the page much more where its cover is hidden too.

    Of a route or a line below cells a stretch is enough, and neighbors may draw the same lines.
    """
    drawing, own = views.drawing, range(group.first, group.end)
    around = {_family_of(each) for each in drawing.groups if each.first <= cover < each.end}
    if _family_of(group) in around and not list_figures(views, group):
        return False
    crop = views.crop_of(_box_of(views, group))
    now = count_marked(find_changes(views.whole.crop(crop), views.hidden(layer).crop(crop), CHANGED))
    with_, without = views.look([drawing.without([cover]), drawing.without([cover, *own])])
    bare = count_marked(find_changes(with_.crop(crop), without.crop(crop), CHANGED))
    if group.name.startswith(_BELOW_CELLS):
        return now * (25.4 / views.dpi) ** 2 < min(_STRETCH, bare)
    return bare >= FEWEST_PIXELS and now < SEEN_SHARE * bare


def is_same_as_ground(views: PageViews, layer: int, group: NamedGroup) -> bool:
    """Return whether hiding a group leaves its page as it is, also without its neighbors, which may draw its lines."""
    inked, crop = count_marked(views.ink_of_group(layer, group)), views.crop_of(_box_of(views, group))
    least = max(FEWEST_PIXELS, round(_TRACE * inked))
    is_faint = any(each.opacity < OPAQUE for each in views.drawing.shapes[group.first : group.end])
    if inked < FEWEST_PIXELS and not is_faint:
        return False
    now = find_changes(views.whole.crop(crop), views.hidden(layer).crop(crop), CHANGED)
    return count_marked(now) < least and count_marked(_see_without_neighbors(views, group).crop(crop)) < least


def _see_without_neighbors(views: PageViews, group: NamedGroup) -> Image.Image:
    """Return what changes when a group is hidden after its neighbors."""
    drawing, own = views.drawing, set(range(group.first, group.end))
    family = (each for each in drawing.groups if _family_of(each) == _family_of(group))
    numbers = {number for each in family for number in range(each.first, each.end)}
    with_, without = views.look([drawing.without(numbers - own), drawing.without(numbers | own)])
    return find_changes(with_, without, CHANGED)


def _family_of(group: NamedGroup) -> Family:
    """Return the family of a group, shared by neighbors such as cells: its first word and its enclosing groups."""
    return group.inside, group.name.partition(".")[0]


def _box_of(views: PageViews, group: NamedGroup) -> Box:
    box = views.drawing.box_of(group)
    assert box is not None
    return box


_GROUND_SHARE = 0.8  # of a group's box: a shape that fills more is the ground of the group


def list_figures(views: PageViews, group: NamedGroup) -> list[int]:
    """Return the numbers of the shapes of a group except for those that reach over nearly all of it, its ground."""
    most = _GROUND_SHARE * area_of(_box_of(views, group))
    shapes = views.drawing.shapes
    return [number for number in range(group.first, group.end) if area_of(shapes[number].box) < most]


def area_of(box: Box | None) -> float:
    """Return the area of a box (mm2), 0 for none."""
    return 0.0 if box is None else (box[2] - box[0]) * (box[3] - box[1])


def find_covered_drawings(views: PageViews) -> Iterator[PageFault]:
    """Report each drawing of a board, a track or a folded piece of which nothing is seen anywhere on it (GF150).

    Other faces may have grounds below their pictures. What is in a named group of its own is judged as that group.
    """
    if not _has_many_drawings(views):
        return
    kinds: dict[Any, list[int]] = defaultdict(list)
    shapes = views.drawing.shapes
    named = {
        number
        for group in views.drawing.groups
        if not group.name.startswith(_PLACES)
        for number in range(group.first, group.end)
    }
    for number, each in enumerate(shapes):
        if number not in named and _is_judged(each):
            assert isinstance(each.shape, Path)
            kinds[each.shape.segments, each.shape.paint].append(number)
    seen = views.seen_colors if kinds else {}
    for numbers in kinds.values():
        if not any(seen.get(color_of(number)) for number in numbers) and not _changes_page(views, numbers):
            cover = _find_middle_cover(views, numbers[0])
            if cover is not None:
                says = "this completely covers another drawing, which cannot be seen"
                yield PageFault("GF150", "drawing", says, shapes[cover].address, "warning", where="use")


def _has_many_drawings(views: PageViews) -> bool:
    face = views.face
    if face is None:
        return False
    return face.part.board is not None or face.designs[0].net is not None or "spaces" in face.part.values


def _is_judged(each: DrawnShape) -> bool:
    if not isinstance(each.shape, Path) or each.box is None or each.opacity < OPAQUE:
        return False
    paint = each.shape.paint
    if paint.fill == _PAPER and paint.stroke in (None, _PAPER):
        return False  # a ground that lets nothing shine through
    is_filled = paint.fill is not None and paint.fill_opacity >= OPAQUE
    return is_filled and min(each.box[2] - each.box[0], each.box[3] - each.box[1]) >= _LEAST


def _changes_page(views: PageViews, numbers: Sequence[int]) -> bool:
    """Return whether more of the page than an edge differs without some shapes."""
    without = views.look([views.drawing.without(numbers)])[0]
    box = views.drawing.shapes[numbers[0]].box
    assert box is not None
    least = max(1, round(_SHADOWED * area_of(box) * (views.dpi / 25.4) ** 2))
    return count_marked(find_changes(views.whole, without, CHANGED)) > least


def _find_middle_cover(views: PageViews, number: int) -> int | None:
    """Return the number of the later shape that is seen in the middle of another one."""
    box = views.drawing.shapes[number].box
    assert box is not None
    left, top, right, bottom = views.crop_of(box)
    color = views.seen.getpixel(((left + right) // 2, (top + bottom) // 2))
    later = range(number + 1, len(views.drawing.shapes))
    return next((each for each in later if color_of(each) == color), None)
