"""Check that signs in named groups stand out from their background (GF151)."""

from collections.abc import Iterator

from PIL import Image, ImageChops

from generator.check.analysis.drawing import Drawing, NamedGroup
from generator.check.paper.contrast import measure_luminance
from generator.check.paper.face_pages import FEWEST_PIXELS, FaceViews, PageFault, Pixels, count_marked, find_changes
from generator.check.paper.visibility import CHANGED
from generator.model.color import Color

_FAINT = 1.8  # contrast of a sign to its ground; WCAG 2.2 asks for 3 on screens
_CLEAR_SHARE = 0.12  # of a sign's ink must have that contrast: an outline is enough
_STRONG = 75  # of 255: grey levels that differ by so much have a contrast above 1.8
_HUE = 80  # of 255: a channel that differs by so much tells a sign of another hue, however dark it is
_PALE = 160  # of 255: a lighter gray is pale
_CHANGED = 6  # of 255: what differs by less is no ink
_LARGEST = 0.12  # of a face: a larger group is a ground, such as the land of a tile
_HEADS = frozenset({"row", "values", "icon"})


def find_faint_groups(views: FaceViews) -> Iterator[PageFault]:
    """Report each named group without texts, of data or of an icon, that has too little contrast (GF151)."""
    heads = _HEADS | {key for key, value in views.face.designs[0].values.items() if isinstance(value, Color)}
    drawing = views.face.drawing
    most = _LARGEST * drawing.picture.width * drawing.picture.height
    for layer, (hidden, _) in zip(views.layers, views.hidden, strict=True):
        for group in layer:
            if group.name.partition(".")[0] in heads and not drawing.has_text(group):
                box = drawing.box_of(group)
                is_small = box is not None and (box[2] - box[0]) * (box[3] - box[1]) <= most
                if box is not None and is_small and not _holds_sign(drawing, group):
                    yield from _judge_group(views, group, hidden, views.pixels_of(box))


def _holds_sign(drawing: Drawing, group: NamedGroup) -> bool:
    """Return whether a group has another group of a sign in it, which is judged on its own: the rest is its ground."""
    inner = (each for each in drawing.groups if each is not group and group.first <= each.first < each.end <= group.end)
    return any(each.name.partition(".")[0] in _HEADS and group.name in each.inside for each in inner)


def _judge_group(views: FaceViews, group: NamedGroup, hidden: Image.Image, pixels: Pixels) -> Iterator[PageFault]:
    with_, without = views.whole.crop(pixels), hidden.crop(pixels)
    counts = ImageChops.difference(with_.convert("L"), without.convert("L")).histogram()
    if sum(counts[_STRONG:]) >= _CLEAR_SHARE * sum(counts[_CHANGED:]) > 0:
        return
    ink = find_changes(with_, without, _CHANGED)
    if 2 * count_marked(find_changes(with_, without, CHANGED)) < count_marked(ink):
        return  # not seen at all: GF150
    one, other = measure_luminance(with_), measure_luminance(without)
    count = count_marked(ink)
    if count < FEWEST_PIXELS:
        return
    clear = ImageChops.multiply(_find_contrast(one, other), ink)
    if max(count_marked(clear), count_marked(_find_hues(with_, without))) < _CLEAR_SHARE * count:
        says = f"the group {group.name!r} is hard to see: its contrast with its background is below {_FAINT:g} : 1"
        address = views.face.drawing.shapes[group.first].address
        yield PageFault("GF151", "group", says, address, "warning", "paint")


def _find_hues(with_: Image.Image, without: Image.Image) -> Image.Image:
    """Return a mask of the pixels in which both images are dark and differ in hue; pale hues are hard to tell."""
    light = ImageChops.lighter(with_.convert("L"), without.convert("L"))
    return ImageChops.multiply(find_changes(with_, without, _HUE), light.point([255] * _PALE + [0] * (256 - _PALE)))


def _find_contrast(one: Image.Image, other: Image.Image) -> Image.Image:
    """Return a mask of the pixels of two images of luminance that have enough contrast."""
    light, dark = ImageChops.lighter(one, other), ImageChops.darker(one, other)
    needed = dark.point([min(255, round(_FAINT * level + (_FAINT - 1) * 0.05 * 255)) for level in range(256)])
    return ImageChops.subtract(light, needed).point([0] + [255] * 255)
