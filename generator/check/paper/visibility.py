"""Check that texts and named groups are visible: hiding them must change the paper under their ink (GF150)."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from PIL import Image

from generator.check.analysis.drawing import Address, Drawing, DrawnShape, NamedGroup
from generator.check.paper.face_pages import (
    FEWEST_PIXELS,
    LEGIBLE_SHARE,
    SEEN_SHARE,
    FaceViews,
    PageFault,
    Pixels,
    count_marked,
    find_changes,
    find_differences,
    mark_levels,
    share_of,
)
from generator.geometry.types import Box
from generator.model.picture import Group, Path, Shape, Text

Family = tuple[tuple[str, ...], str]
_LEAST_SHARE = 0.1  # of a group's ink: with less, even its neighbors must not cover it
_GROUND_SHARE = 0.8  # of a group's box: a shape that fills more is the ground of the group
CHANGED = 24  # of 255: what differs by less is not told apart on paper
_FILLED = 0.5  # of the box of a group that changes with it: its fill is seen, however pale it is on white
_INK_LEVEL = 64  # of 255: ink on an empty page, without the pale pixels of its edges
_HALF_INKED = 128  # of 255: pixels that a black text covers for the most part
_FAINT = 0.25  # opacity: with less, black is paler than light grey
_UNCLIPPED = 0.93  # of the box of a text: with less, a letter is cut
_STRETCH = 3.0  # mm2 of what runs below cells, such as a route: with less, it is not seen where nothing covers it
_BELOW_CELLS = ("route.", "area.", "join.")
_MOST_SEARCHES = 6  # for what covers something, on a page where nothing does


def find_hidden_texts(views: FaceViews) -> Iterator[PageFault]:
    """Report each text that is not seen on its page (GF150)."""
    drawing = views.face.drawing
    found: dict[int, PageFault] = {}
    for number in drawing.judged_texts:
        each = drawing.shapes[number]
        assert each.whole is not None
        if _area(each.box) < _UNCLIPPED * _area(each.whole):
            says = f"{_name_text(each)} cannot be seen in full: part of it is clipped away"
            yield PageFault("GF150", "clipped text", says, each.address, where="use")
        elif not views.is_text_seen(number):
            pixels = views.pixels_of(each.whole)
            own = drawing.list_with_paint(number)
            found[number] = _explain_hidden(views, _name_text(each), [own], views.text_ink.crop(pixels), pixels)
    blended = [number for number, fault in found.items() if fault.kind == "same"]
    grounds = _find_faulty_grounds(drawing, blended) if len(blended) > 1 else {}
    for ground in dict.fromkeys(grounds.values()):
        first = next(number for number, its in grounds.items() if its == ground)
        says = (
            f"{_name_text(drawing.shapes[first])} cannot be seen: like everything on"
            " this shape, it has the color of the shape"
        )
        yield PageFault("GF150", "ground", says, drawing.shapes[ground].address, where="paint")
    yield from (fault for number, fault in found.items() if number not in grounds)


def _find_faulty_grounds(drawing: Drawing, blended: Sequence[int]) -> dict[int, int]:
    """Return the shapes behind texts that have their color, if texts of several styles are there, and all have it."""
    grounds = {number: _find_ground(drawing, number) for number in drawing.judged_texts}
    faulty: dict[int, int] = {}
    for ground in {grounds[number] for number in blended} - {None}:
        texts = [number for number, its in grounds.items() if its == ground]
        styles = {shape.size for number in texts if isinstance(shape := drawing.shapes[number].shape, Text)}
        if len(styles) > 1 and set(texts) <= set(blended):
            faulty |= {number: ground for number in texts if ground is not None}
    return faulty


def _find_ground(drawing: Drawing, text: int) -> int | None:
    """Return the number of the last filled shape that is drawn before a text and reaches all around it."""
    box = drawing.shapes[text].whole
    for number in range(text - 1, -1, -1):
        each = drawing.shapes[number]
        if not isinstance(each.shape, Path) or each.shape.paint.fill is None or each.whole is None or box is None:
            continue
        if all(a <= b for a, b in zip(each.whole[:2], box[:2], strict=True)) and all(
            a >= b for a, b in zip(each.whole[2:], box[2:], strict=True)
        ):
            return number
    return None


def _name_text(each: DrawnShape) -> str:
    assert isinstance(each.shape, Text)
    return f"the text {each.shape.text.strip()[:40]!r}"


def find_hidden_groups(views: FaceViews) -> Iterator[PageFault]:
    """Report each named group that is not seen on its page (GF150)."""
    for number in range(len(views.layers)):
        doubtful = list(_find_doubtful_groups(views, number))
        if doubtful:
            yield from _judge_groups(views, views.layers[number], doubtful)


class DoubtfulGroup(NamedTuple):
    """A group whose ink is for a great part not seen; `own` is the mask of that ink, None if all of it is white.

    `figures` are the shapes that are on its ground; all of its shapes if it has none.
    """

    group: NamedGroup
    own: Image.Image | None
    pixels: Pixels
    figures: Sequence[int]

    @property
    def has_ground(self) -> bool:
        """Return whether a shape fills nearly all of the group."""
        return len(self.figures) < self.group.end - self.group.first


def _find_doubtful_groups(views: FaceViews, number: int) -> Iterator[DoubtfulGroup]:
    """Yield the groups of a layer whose ink on an empty page is for a great part not seen, or is white."""
    drawing, (hidden, alone) = views.face.drawing, views.hidden[number]
    changes = find_changes(views.whole, hidden, CHANGED)
    white = Image.new("RGB", alone.size, "#ffffff")
    levels = find_differences(alone, white)
    inked, firm = mark_levels(levels, CHANGED), mark_levels(levels, _INK_LEVEL)
    for group in views.layers[number]:
        pixels = views.pixels_of(_box_of(drawing, group))
        own = firm.crop(pixels)
        if count_marked(own) < FEWEST_PIXELS:
            own = inked.crop(pixels)
        is_white = count_marked(own) < FEWEST_PIXELS
        seen = changes.crop(pixels)
        is_faint = share_of(seen, own) < SEEN_SHARE and count_marked(seen) < _FILLED * seen.width * seen.height
        if is_white or is_faint or _has_bare_figures(drawing, group):
            figures = _find_figures(drawing, group) or range(group.first, group.end)
            yield DoubtfulGroup(group, None if is_white else own, pixels, figures)


def _has_bare_figures(drawing: Drawing, group: NamedGroup) -> bool:
    """Return whether a face of a folded piece shows signs on a ground that are neither texts nor named themselves."""
    if not group.name.startswith("face."):
        return False
    named = any(each.first >= group.first and each.end <= group.end for each in drawing.groups if each is not group)
    figures = _find_figures(drawing, group)
    has_texts = any(isinstance(drawing.shapes[number].shape, Text) for number in figures)
    return not named and not has_texts and 0 < len(figures) < group.end - group.first


def _box_of(drawing: Drawing, group: NamedGroup) -> Box:
    box = drawing.box_of(group)
    assert box is not None
    return box


def _judge_groups(
    views: FaceViews, layer: Sequence[NamedGroup], doubtful: Sequence[DoubtfulGroup]
) -> Iterator[PageFault]:
    """Report the groups of a layer whose shapes cannot be seen on their ground (GF150).

    The ground alone, such as that of a die's face, may have the color of its background. Neighbors may draw the
    same lines, and may cover a part of a group. Cells may cover most of a route or a line below them, if a stretch of
    it can be seen.
    """
    drawing = views.face.drawing
    figures = sorted({number for each in doubtful for number in each.figures})
    black, hidden = views.look(
        [drawing.in_black([drawing.shapes[number] for number in figures]), drawing.without(figures)]
    )
    ink = black.convert("L").point([255] * _HALF_INKED + [0] * (256 - _HALF_INKED))
    changes = find_changes(views.whole, hidden, CHANGED)
    families: dict[Family, Image.Image] = {}
    for each in doubtful:
        own = ink.crop(each.pixels) if each.own is None or each.has_ground else each.own
        share = share_of(changes.crop(each.pixels), own)
        if share >= SEEN_SHARE or count_marked(own) < FEWEST_PIXELS:
            continue
        stretch = share * count_marked(own) * (25.4 / views.dpi) ** 2
        if stretch >= _STRETCH if _runs_below_cells(each.group) else not each.has_ground or share >= _LEAST_SHARE:
            family = _family_of(each.group)
            if family not in families:
                families[family] = _see_without_neighbors(views, layer, family)
            if share_of(families[family].crop(each.pixels), own) >= SEEN_SHARE:
                continue
        choices = [range(each.group.first, each.group.end), each.figures]
        yield _explain_hidden(views, f"the group {each.group.name!r}", choices, own, each.pixels)


def _see_without_neighbors(views: FaceViews, layer: Sequence[NamedGroup], family: Family) -> Image.Image:
    """Return what changes when separate groups of a family are hidden, with their neighbors removed.

    The neighbors of a route or a line below cells are the cells too.
    """
    drawing = views.face.drawing
    below = any(_runs_below_cells(group) for group in layer if _family_of(group) == family)
    numbers = {
        number
        for group in drawing.groups
        if _family_of(group) == family or (below and group.name.startswith("cell."))
        for number in range(group.first, group.end)
    }
    own = {number for group in layer if _family_of(group) == family for number in range(group.first, group.end)}
    with_, without = views.look([drawing.without(numbers - own), drawing.without(numbers)])
    return find_changes(with_, without, CHANGED)


def _family_of(group: NamedGroup) -> Family:
    """Return the family of a group, shared by neighbors such as cells: its first word and its enclosing groups."""
    return group.inside, group.name.partition(".")[0]


def _runs_below_cells(group: NamedGroup) -> bool:
    """Return whether a group is what leads from cell to cell or lies around several."""
    return group.name.startswith(_BELOW_CELLS)


def _find_figures(drawing: Drawing, group: NamedGroup) -> list[int]:
    """Return the numbers of the shapes of a group except for those that reach over nearly all of it, its ground."""
    most = _GROUND_SHARE * _area(_box_of(drawing, group))
    return [number for number in range(group.first, group.end) if _area(drawing.shapes[number].box) < most]


def _explain_hidden(
    views: FaceViews, name: str, choices: Sequence[Sequence[int]], own: Image.Image, pixels: Pixels
) -> PageFault:
    """Return why shapes are not seen, at the shape that covers them or at themselves.

    `choices` are the shapes to hide: a whole group, then what is on its ground, which the ground itself may cover.
    """
    drawing, numbers = views.face.drawing, choices[-1]
    address = drawing.shapes[numbers[0]].address
    if _is_cut_off([drawing.shapes[number] for number in numbers]):
        return PageFault(
            "GF150", "clipped", f"{name} cannot be seen: it is clipped away or off the piece", address, where="use"
        )
    for hidden in choices if views.unseen < _MOST_SEARCHES else ():
        cover = _find_cover(views, hidden, own, pixels)
        if cover is not None and (copied := _find_group_of_copy(drawing, cover, choices[0])):
            says = f"{name} cannot be seen: an identical shape, drawn in the same place, covers it"
            return PageFault("GF150", "covered by a copy", says, copied.address)
        if cover is not None:
            address = drawing.shapes[cover].address
            return PageFault("GF150", "covered", f"{name} cannot be seen: this shape covers it", address, where="use")
    views.unseen += 1
    faint = _find_faint_group(drawing.picture.shapes, address)
    if faint is not None:
        return PageFault("GF150", "faint", f"{name} cannot be seen: it is too transparent", faint)
    return PageFault(
        "GF150", "same", f"{name} cannot be seen: it has the color of its background", address, where="paint"
    )


def _find_group_of_copy(drawing: Drawing, cover: int, numbers: Sequence[int]) -> NamedGroup | None:
    """Return the named group of some shapes if one of them is drawn again, in the same place, as what covers them.

    One tag draws both, so that it is the group that is in the wrong place.
    """
    over = drawing.shapes[cover]
    twins = [drawing.shapes[at] for at in numbers if drawing.shapes[at].matrix == over.matrix]
    if not isinstance(over.shape, Path) or not any(
        isinstance(each.shape, Path) and each.shape.segments == over.shape.segments for each in twins
    ):
        return None
    around = [group for group in drawing.groups if group.first <= numbers[0] < group.end <= cover]
    return around[-1] if around else None


def _find_faint_group(shapes: Sequence[Shape], address: Address) -> Address | None:
    """Return the address of the outermost nearly transparent group on the way to an address, None if there is none."""
    for depth, index in enumerate(address, 1):
        shape = shapes[index]
        if not isinstance(shape, Group):
            break
        if shape.opacity < _FAINT:
            return address[:depth]
        shapes = shape.shapes
    return None


def _is_cut_off(shapes: Sequence[DrawnShape]) -> bool:
    whole = sum(_area(each.whole) for each in shapes)
    return sum(_area(each.box) for each in shapes) < (1 - SEEN_SHARE) * whole


def _area(box: Box | None) -> float:
    return 0.0 if box is None else (box[2] - box[0]) * (box[3] - box[1])


def _find_cover(views: FaceViews, numbers: Sequence[int], own: Image.Image, pixels: Pixels) -> int | None:
    """Return the number of the shape from which on others are not seen; None if they never are."""
    drawing, end = views.face.drawing, max(numbers) + 1
    seen = LEGIBLE_SHARE if isinstance(drawing.shapes[numbers[0]].shape, Text) else SEEN_SHARE

    def are_seen(*lasts: int) -> list[bool]:
        kept = [set(range(last)) for last in lasts]
        pages = iter(views.look([drawing.only(each) for all_ in kept for each in (all_, all_ - set(numbers))]))
        shown = [(next(pages).crop(pixels), next(pages).crop(pixels)) for _ in lasts]
        return [share_of(find_changes(*pair, CHANGED), own) >= seen for pair in shown]

    for number in (len(drawing.shapes) - back for back in views.covers):
        if number >= end and (_lies_over(drawing, number, numbers) or are_seen(number, number + 1) == [True, False]):
            return number
    if are_seen(end, len(drawing.shapes)) != [True, False]:
        return None
    low, high = end, len(drawing.shapes)  # seen up to `low`, no longer at `high`
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if are_seen(middle)[0] else (low, middle)
    views.covers.append(len(drawing.shapes) - (high - 1))
    return high - 1


def _lies_over(drawing: Drawing, cover: int, numbers: Sequence[int]) -> bool:
    """Return whether an opaque path that is filled reaches over the boxes of shapes; it may still have gaps."""
    over = drawing.shapes[cover]
    if over.box is None or not isinstance(over.shape, Path) or over.opacity * over.shape.paint.fill_opacity < 1:
        return False
    left, top, right, bottom = over.box
    boxes = [box for number in numbers if (box := drawing.shapes[number].box) is not None]
    return over.shape.paint.fill is not None and all(
        left <= box[0] and top <= box[1] and right >= box[2] and bottom >= box[3] for box in boxes
    )
