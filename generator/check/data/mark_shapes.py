"""Compare the marks of two colors as they are drawn: by their outlines, and by what is within them."""

from collections.abc import Iterator

from PIL import Image, ImageChops, ImageDraw, ImageFilter

_INK = 128  # of 255: darker pixels are ink
_GAP = 0.6  # mm: ink that is nearer belongs to one mark
_LEAST = 1.5  # mm: a smaller mark is not seen on the table
_SAME_OUTLINE = (
    0.85  # of the area of both outlines, brought to one size: a disc and a hexagon share 0.87, a square 0.79
)
_OTHER_INSIDE = 0.35  # of the area of both marks: a stripe pattern differs from a solid disc in half of it
_SIZE = 64  # pixels of an outline brought to one size
Box = tuple[int, int, int, int]


def are_marks_distinct(one: Image.Image, other: Image.Image, scale: float) -> bool:
    """Return whether the marks in two images differ.

    Both are black on white and of one size; `scale` is in pixels to a millimeter.
    """
    first, second = (each.convert("L").point([255] * _INK + [0] * (256 - _INK)) for each in (one, other))
    joined = ImageChops.lighter(first, second)
    return any(
        _differ(first.crop(box), second.crop(box))
        for box in _find_marks(joined, scale)
        if _longer_side(joined.crop(box)) >= _LEAST * scale
    )


def _longer_side(mark: Image.Image) -> int:
    left, top, right, bottom = mark.getbbox() or (0, 0, 0, 0)
    return max(right - left, bottom - top)


def _find_marks(ink: Image.Image, scale: float) -> Iterator[Box]:
    """Yield the boxes of patches of ink that are apart."""
    reach = 2 * max(1, round(_GAP * scale / 2)) + 1
    left = ink.filter(ImageFilter.MaxFilter(reach))
    while (box := left.getbbox()) is not None:
        seed = _find_ink(left, box)
        before = left.copy()
        ImageDraw.floodfill(left, seed, 0)
        found = ImageChops.difference(before, left).getbbox()
        if found is not None:
            yield found


def _find_ink(image: Image.Image, box: Box) -> tuple[int, int]:
    """Return a pixel of ink in the top row of a box."""
    row = image.crop((box[0], box[1], box[2], box[1] + 1)).getbbox()
    return (box[0] + row[0], box[1]) if row else (box[0], box[1])


def _differ(one: Image.Image, other: Image.Image) -> bool:
    if one.getbbox() is None or other.getbbox() is None:
        return True
    outlines = [_normalize(_fill_holes(each)) for each in (one, other)]
    shared, joined = _area(ImageChops.darker(*outlines)), _area(ImageChops.lighter(*outlines))
    if shared < _SAME_OUTLINE * joined:
        return True
    return _area(ImageChops.difference(one, other)) >= _OTHER_INSIDE * _area(ImageChops.lighter(one, other))


def _fill_holes(mark: Image.Image) -> Image.Image:
    """Return a mark with what it encloses."""
    framed = Image.new("L", (mark.width + 2, mark.height + 2))
    framed.paste(mark, (1, 1))
    around = framed.copy()
    ImageDraw.floodfill(around, (0, 0), 255)
    return ImageChops.lighter(framed, ImageChops.invert(around))


def _normalize(mark: Image.Image) -> Image.Image:
    """Return the mark cropped to its ink and scaled to a standard size."""
    cut = mark.crop(mark.getbbox())
    longer = max(cut.size)
    size = max(1, round(cut.width * _SIZE / longer)), max(1, round(cut.height * _SIZE / longer))
    made = Image.new("L", (_SIZE, _SIZE))
    made.paste(cut.resize(size), ((_SIZE - size[0]) // 2, (_SIZE - size[1]) // 2))
    return made.point([0] * _INK + [255] * (256 - _INK))


def _area(mark: Image.Image) -> int:
    return mark.histogram()[255]
