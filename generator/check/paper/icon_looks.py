"""Check that an icon of one name has one look in the whole kit (GF144)."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from msgspec.structs import replace
from PIL import Image, ImageFilter

from generator.check.analysis.drawing import Drawing, NamedGroup
from generator.check.paper.face_pages import Face, KitPages, LocatedFault, LookAt, PageFault, count_marked, find_changes
from generator.geometry.bounds import union_boxes
from generator.geometry.matrix import IDENTITY
from generator.geometry.types import Box
from generator.model.finding import Level
from generator.model.picture import Gradient, Group, Paint, Path, Picture, Shape, Text
from generator.model.picture import Image as PlacedImage

_HEAD = "icon."
_USUAL_SHARE = 0.65  # of the designs of a part that show an icon: so many must agree
_SIZE, _MARGIN = 12.0, 1.0  # mm: icons are compared at one size
_CHANGED = 96  # of 255: what differs by less is the edge of a shape on other pixels
_LEAST_SHARE = 0.04  # of the ink of an icon that differs beyond edges
_MOST_SHAPES, _MOST_LOOKS = 200, 60  # of an icon, and looks of one name that are rendered
_GREYS = ("#000000", "#707070", "#b0b0b0", "#d0d0d0")  # for the paints of an icon, in the order of their appearance


class IconUse(NamedTuple):
    """An icon on a face; `key` is equal for icons that are the same except for size, place, turn and paints."""

    face: Face
    group: NamedGroup
    key: Any
    shape: Group
    paints: int


class IconLook(NamedTuple):
    """Uses of an icon that look the same, and two images of it: with its paints told apart, and all in black."""

    uses: list[IconUse]
    images: tuple[Image.Image, Image.Image]

    @property
    def designs(self) -> Counter[str]:
        """Return on how many designs of each part it is found."""
        return Counter(use.face.part.id for use in self.uses for _ in use.face.designs)


def find_odd_icons(pages: KitPages) -> Iterator[LocatedFault]:
    """Report each look of an icon that is not the usual one of its name, in its part or in the kit (GF144).

    An icon with many looks in a part, such as the sign of a die with its numbers, has no usual one.
    """
    names: dict[str, list[IconUse]] = defaultdict(list)
    for face in pages.faces:
        for group in face.drawing.groups:
            if group.name.startswith(_HEAD) and group.end - group.first <= _MOST_SHAPES:
                use = take_icon(face, group)
                names[group.name] += [use] if use else []
    for name, uses in names.items():
        looks = _sort_looks(uses, pages.look)
        if len(looks) > 1:
            yield from _compare_looks(name, looks)


def _compare_looks(name: str, looks: Sequence[IconLook]) -> Iterator[LocatedFault]:
    """Yield the looks that are rare in a part, then those of parts whose own look is not that of most others."""
    usual = {}
    for part in dict.fromkeys(use.face.part.id for look in looks for use in look.uses):
        here = sorted((look for look in looks if look.designs[part]), key=lambda look: -look.designs[part])
        if here[0].designs[part] < _USUAL_SHARE * sum(look.designs[part] for look in here):
            continue
        usual[part] = here[0]
        for odd in here[1:]:
            yield _describe_odd(name, odd, here[0], part, "warning")
    shares = Counter(id(look) for look in usual.values())
    if len(shares) != 2 or any(look.designs.keys() - usual.keys() for look in looks):
        return
    common = max(usual.values(), key=lambda look: (shares[id(look)], look.designs.total()))
    for part, look in usual.items():
        if look is not common:
            yield _describe_odd(name, look, common, part, "note")


def _describe_odd(name: str, odd: IconLook, usual: IconLook, part: str, level: Level) -> LocatedFault:
    use = next(each for each in odd.uses if each.face.part.id == part)
    like = next((each for each in usual.uses if each.face.part.id == part), usual.uses[0])
    says = f"the icon {name.removeprefix(_HEAD)!r} looks different from the one on {like.face.label}"
    return use.face, PageFault("GF144", name, says, use.group.address, level)


def take_icon(face: Face, group: NamedGroup) -> IconUse | None:
    """Return the icon that a group draws, in its own coordinates; None if it has no ink."""
    shapes, shape = face.drawing.picture.shapes, None
    for index in group.address:
        shape = shapes[index]
        shapes = shape.shapes if isinstance(shape, Group) else ()
    assert isinstance(shape, Group)
    shape = replace(shape, matrix=IDENTITY, name="")
    drawn = Drawing(Picture(0.0, 0.0, 1.0, 1.0, (shape,)))
    boxes = [each.box for each in drawn.shapes if each.box is not None]
    if not boxes:
        return None
    fit = _fit_box(union_boxes(boxes))
    greys: dict[object, str] = {}
    made = Group((_repaint(shape, greys),), fit)
    key = tuple(
        (type(each.shape), _round_box(each.box), _describe(each.shape))
        for each in Drawing(Picture(0.0, 0.0, 1.0, 1.0, (made,))).shapes
    )
    return IconUse(face, group, key, made, len(greys))


def _fit_box(box: Box) -> tuple[float, float, float, float, float, float]:
    """Return the matrix that puts a box in the middle of a picture of the one size."""
    scale = _SIZE / max(box[2] - box[0], box[3] - box[1], 1e-6)
    middle = _SIZE / 2 + _MARGIN
    return scale, 0.0, 0.0, scale, middle - scale * (box[0] + box[2]) / 2, middle - scale * (box[1] + box[3]) / 2


def _round_box(box: Box | None) -> tuple[float, ...] | None:
    return box and tuple(round(edge, 1) for edge in box)


def _describe(shape: Shape) -> object:
    match shape:
        case Path(segments=segments, paint=paint):
            return len(segments), paint.fill, paint.stroke
        case Text(text=text, paint=paint):
            return text, paint.fill, paint.stroke
        case PlacedImage(key=key):
            return key
    return None


def _repaint(shape: Shape, greys: dict[object, str]) -> Shape:
    """Return a shape with a grey for each of its paints, the first of them black; `greys` are those given so far."""
    if isinstance(shape, Group):
        return replace(shape, shapes=tuple(_repaint(each, greys) for each in shape.shapes), opacity=1.0)
    if isinstance(shape, PlacedImage):
        return shape
    paint = shape.paint
    fill, stroke = (
        None if ink is None or not alpha else _grey_of(ink, greys)
        for ink, alpha in ((paint.fill, paint.fill_opacity), (paint.stroke, paint.stroke_opacity))
    )
    return replace(shape, paint=replace(paint, fill=fill, stroke=stroke, fill_opacity=1.0, stroke_opacity=1.0))


def _grey_of(ink: str | Gradient, greys: dict[object, str]) -> str:
    return greys.setdefault(ink if isinstance(ink, str) else id(ink), _GREYS[min(len(greys), len(_GREYS) - 1)])


def _sort_looks(uses: Sequence[IconUse], look: LookAt) -> list[IconLook]:
    """Return the uses of an icon, sorted by what it looks like when it is rendered."""
    by_key: dict[Any, list[IconUse]] = defaultdict(list)
    for use in uses:
        by_key[use.key].append(use)
    groups = list(by_key.values())[:_MOST_LOOKS]
    if len(groups) == 1:
        white = Image.new("RGB", (1, 1))
        return [IconLook(groups[0], (white, white))]
    images = iter(look([_make_page(each) for some in groups for each in (some[0].shape, _in_black(some[0].shape))]))
    looks: list[IconLook] = []
    for some in groups:
        pair = next(images), next(images)
        same = next((each for each in looks if _is_same(each, some[0], pair)), None)
        if same is None:
            looks.append(IconLook(list(some), pair))
        else:
            same.uses.extend(some)
    return looks


def _make_page(shape: Shape) -> Picture:
    return Picture(0.0, 0.0, _SIZE + 2 * _MARGIN, _SIZE + 2 * _MARGIN, (shape,))


def _in_black(shape: Shape) -> Shape:
    if isinstance(shape, Group):
        return replace(shape, shapes=tuple(map(_in_black, shape.shapes)))
    if isinstance(shape, PlacedImage):
        return shape
    paint: Paint = shape.paint
    fill, stroke = (None if ink is None else "#000000" for ink in (paint.fill, paint.stroke))
    return replace(shape, paint=replace(paint, fill=fill, stroke=stroke))


def _is_same(known: IconLook, use: IconUse, images: tuple[Image.Image, Image.Image]) -> bool:
    """Return whether an icon looks like another: if both have as many paints, with these told apart."""
    number = 0 if known.uses[0].paints == use.paints else 1
    one, other = known.images[number], images[number]
    changes = find_changes(one, other, _CHANGED).filter(ImageFilter.MinFilter(3))
    white = Image.new("RGB", one.size, "#ffffff")
    inked = count_marked(find_changes(one, white, _CHANGED))
    return count_marked(changes) <= _LEAST_SHARE * max(inked, 1)
