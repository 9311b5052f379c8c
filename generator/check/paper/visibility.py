"""Check that texts and named groups are seen: hidden, they must change the paper where their ink lies (GF150)."""

from collections.abc import Collection, Iterator, Sequence

from PIL import Image

from generator.check.paper.drawing import Drawing, DrawnShape, NamedGroup
from generator.check.paper.face_pages import FaceViews, PageFault, Pixels, count_marked, find_changes, share_of
from generator.geometry.types import Box
from generator.model.picture import Path, Picture, Text

SEEN_SHARE = 0.6  # of the ink of a text or group: with less, it is taken to be covered
_LEAST_SHARE = 0.1  # of a group's ink: with less, even its neighbors must not cover it
_GROUND_SHARE = 0.8  # of a group's box: a shape that fills more is the ground of the group
CHANGED = 24  # of 255: what differs by less is not told apart on paper
_FIRM = 64  # of 255: ink on an empty page, without the pale pixels of its edges
_HALF_INKED = 128  # of 255: pixels that a black text covers for the most part
_FEWEST_PIXELS = 12  # ink on fewer is not judged


def find_hidden_texts(views: FaceViews) -> Iterator[PageFault]:
    """Yield GF150 for each text that is not seen on its page."""
    drawing = views.face.drawing
    changes = find_changes(views.whole, views.textless, CHANGED)
    ink = views.texts.convert("L").point([255] * _HALF_INKED + [0] * (256 - _HALF_INKED))
    for number in drawing.texts:
        each = drawing.shapes[number]
        assert each.whole is not None
        pixels = views.pixels_of(each.whole)
        own = ink.crop(pixels)
        if count_marked(own) < _FEWEST_PIXELS:
            continue
        if share_of(changes.crop(pixels), own) < SEEN_SHARE:
            yield _explain_hidden(views, _name_text(each), [number], number + 1, own, pixels)


def _name_text(each: DrawnShape) -> str:
    assert isinstance(each.shape, Text)
    return f"the text {each.shape.text.strip()[:40]!r}"


def find_hidden_groups(views: FaceViews) -> Iterator[PageFault]:
    """Yield GF150 for each named group that is not seen on its page."""
    doubtful = list(_find_doubtful_groups(views))
    if not doubtful:
        return
    drawing = views.face.drawing
    judged = [_find_figures(drawing, group) or range(group.first, group.end) for group, _ in doubtful]
    pages = iter(views.look([page for numbers in judged for page in _show_and_hide(drawing, numbers)]))
    for (group, own), numbers in zip(doubtful, judged, strict=True):
        ink, hidden = next(pages).convert("L"), next(pages)
        has_ground = len(numbers) < group.end - group.first
        if own is None or has_ground:
            own = ink.point([255] * _HALF_INKED + [0] * (256 - _HALF_INKED))
            own = own.crop(views.pixels_of(_box_of(drawing, group)))
        yield from _judge_group(views, group, numbers, own, find_changes(views.whole, hidden, CHANGED))


def _find_doubtful_groups(views: FaceViews) -> Iterator[tuple[NamedGroup, Image.Image | None]]:
    """Yield the groups whose ink on an empty page is for a great part not seen, with its mask; None for white ink."""
    for layer, (hidden, alone) in zip(views.layers, views.hidden, strict=True):
        changes = find_changes(views.whole, hidden, CHANGED)
        white = Image.new("RGB", alone.size, "#ffffff")
        inked, firm = find_changes(alone, white, CHANGED), find_changes(alone, white, _FIRM)
        for group in layer:
            pixels = views.pixels_of(_box_of(views.face.drawing, group))
            own = firm.crop(pixels)
            if count_marked(own) < _FEWEST_PIXELS:
                own = inked.crop(pixels)
            if count_marked(own) < _FEWEST_PIXELS:
                yield group, None
            elif share_of(changes.crop(pixels), own) < SEEN_SHARE:
                yield group, own


def _box_of(drawing: Drawing, group: NamedGroup) -> Box:
    box = drawing.box_of(group)
    assert box is not None
    return box


def _show_and_hide(drawing: Drawing, numbers: Collection[int]) -> tuple[Picture, Picture]:
    """Return shapes alone, all in black, and the picture without them."""
    return drawing.in_black([drawing.shapes[number] for number in numbers]), drawing.without(numbers)


def _judge_group(
    views: FaceViews, group: NamedGroup, numbers: Sequence[int], own: Image.Image, changes: Image.Image
) -> Iterator[PageFault]:
    """Yield GF150 if the shapes of a group that stand on its ground are not seen; `own` is the mask of their ink.

    The ground alone, such as that of a die's face, may have the color of what lies behind it. Neighbors may draw the
    same lines, and may cover a part of a group.
    """
    drawing = views.face.drawing
    pixels = views.pixels_of(_box_of(drawing, group))
    share = share_of(changes.crop(pixels), own)
    if share >= SEEN_SHARE or count_marked(own) < _FEWEST_PIXELS:
        return
    siblings = {number for each in drawing.groups if _is_sibling(each, group) for number in range(each.first, each.end)}
    siblings -= set(range(group.first, group.end))
    has_ground = len(numbers) < group.end - group.first
    if siblings and not (has_ground and share < _LEAST_SHARE):
        pages = views.look([drawing.without(siblings), drawing.without(siblings | set(numbers))])
        with_, without = (page.crop(pixels) for page in pages)
        if share_of(find_changes(with_, without, CHANGED), own) >= SEEN_SHARE:
            return
    yield _explain_hidden(views, f"the group {group.name!r}", numbers, group.end, own, pixels)


def _find_figures(drawing: Drawing, group: NamedGroup) -> list[int]:
    """Return the numbers of the shapes of a group but for those that reach over nearly all of it, its ground."""
    most = _GROUND_SHARE * _area(_box_of(drawing, group))
    return [number for number in range(group.first, group.end) if _area(drawing.shapes[number].box) < most]


def _is_sibling(one: NamedGroup, other: NamedGroup) -> bool:
    return one.inside == other.inside and one.name.partition(".")[0] == other.name.partition(".")[0]


def _explain_hidden(
    views: FaceViews, name: str, numbers: Sequence[int], end: int, own: Image.Image, pixels: Pixels
) -> PageFault:
    """Return why shapes are not seen, at the shape that covers them or at themselves; `end` is what follows them."""
    drawing = views.face.drawing
    address = drawing.shapes[numbers[0]].address
    if _is_cut_off([drawing.shapes[number] for number in numbers]):
        return PageFault("GF150", "clipped", f"{name} is clipped away or off the piece", address)
    cover = _find_cover(views, numbers, end, own, pixels)
    if cover is None:
        return PageFault("GF150", "same", f"{name} has the color of what lies behind it", address)
    return PageFault("GF150", "covered", f"{name} is covered by this shape", drawing.shapes[cover].address)


def _is_cut_off(shapes: Sequence[DrawnShape]) -> bool:
    whole = sum(_area(each.whole) for each in shapes)
    return sum(_area(each.box) for each in shapes) < (1 - SEEN_SHARE) * whole


def _area(box: Box | None) -> float:
    return 0.0 if box is None else (box[2] - box[0]) * (box[3] - box[1])


def _find_cover(views: FaceViews, numbers: Sequence[int], end: int, own: Image.Image, pixels: Pixels) -> int | None:
    """Return the number of the shape from which on others are not seen; None if they never are."""
    drawing = views.face.drawing

    def are_seen(*lasts: int) -> list[bool]:
        kept = [set(range(last)) for last in lasts]
        pages = iter(views.look([drawing.only(each) for all_ in kept for each in (all_, all_ - set(numbers))]))
        shown = [(next(pages).crop(pixels), next(pages).crop(pixels)) for _ in lasts]
        return [share_of(find_changes(*pair, CHANGED), own) >= SEEN_SHARE for pair in shown]

    for number in (len(drawing.shapes) - back for back in views.covers):
        if number >= end and (_lies_over(drawing, number, numbers) or are_seen(number, number + 1) == [True, False]):
            return number
    if not are_seen(end)[0]:
        return None
    low, high = end, len(drawing.shapes)  # seen up to `low`, no longer at `high`
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if are_seen(middle)[0] else (low, middle)
    views.covers.append(len(drawing.shapes) - (high - 1))
    return high - 1


def _lies_over(drawing: Drawing, cover: int, numbers: Sequence[int]) -> bool:
    """Tell whether an opaque path that is filled reaches over the boxes of shapes; it may still have gaps."""
    over = drawing.shapes[cover]
    if over.box is None or not isinstance(over.shape, Path) or over.opacity * over.shape.paint.fill_opacity < 1:
        return False
    left, top, right, bottom = over.box
    boxes = [box for number in numbers if (box := drawing.shapes[number].box) is not None]
    return over.shape.paint.fill is not None and all(
        left <= box[0] and top <= box[1] and right >= box[2] and bottom >= box[3] for box in boxes
    )
