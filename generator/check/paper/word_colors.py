"""Check that things named after a color are painted in it, not in another one (GF148)."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence, Set
from math import hypot

from generator.check.analysis.drawing import DrawnShape, NamedGroup, plain_paint
from generator.check.paper.drawn_places import DrawnPlace, list_drawn_places
from generator.check.paper.face_pages import Face, KitPages, LocatedFault, PageFault
from generator.geometry.bounds import point_bounds
from generator.geometry.types import Box
from generator.language.color_vision import nearest_color_term
from generator.language.color_words import COLOR_TERMS
from generator.model.color import Color
from generator.model.picture import Image, Text

_MOST_SHAPES = 400  # of a face: a board has its own checks
_GROUND = 0.7  # of the width and of the height of a place: the last shape that fills so much is its ground


def find_exchanged_colors(face: Face) -> Iterator[PageFault]:
    """Report places whose ground has the color that the data of others name, and not their own (GF148).

    It is a warning: the word may be that of what is on the ground.
    """
    places = [(each, words) for each in list_drawn_places(face) if len(words := _color_words(each)) == 1]
    known = {word for _, words in places for word in words}
    for each, words in places if len(known) > 1 else ():
        ground = _find_ground(each)
        paint = ground and not isinstance(ground.shape, Image) and plain_paint(ground.shape.paint)
        shown = nearest_color_term(paint) if paint else ""
        if ground and shown in known - words:
            text = (
                f"{each.declared.label} ({each.declared.sort}) has a {shown} background,"
                f" but in the data others are {shown}"
            )
            yield PageFault("GF148", "word", text, ground.address, "warning", where="paint")


def _color_words(place: DrawnPlace) -> Set[str]:
    sort = place.declared.sort
    return {word for word in sort.casefold().split() if word in COLOR_TERMS} if isinstance(sort, str) else set()


def _find_ground(place: DrawnPlace) -> DrawnShape | None:
    left, top, right, bottom = point_bounds(place.declared.outline)
    return _find_largest(place.shapes, _GROUND * (right - left), _GROUND * (bottom - top))


def _find_largest(shapes: Sequence[DrawnShape], wide: float, high: float) -> DrawnShape | None:
    """Return the last filled shape that is at least so wide and high (mm)."""
    filled = [
        each for each in shapes if each.box and each.box[2] - each.box[0] >= wide and each.box[3] - each.box[1] >= high
    ]
    with_fill = [each for each in filled if not isinstance(each.shape, Image) and each.shape.paint.fill is not None]
    return with_fill[-1] if with_fill else None


def find_exchanged_grounds(face: Face) -> Iterator[PageFault]:
    """Report a named group on a ground whose color another group beside it is named by, such as `icon.white` (GF148).

    Both must have a ground with something on it, and each that of the other.
    """
    shown: dict[str, dict[str, tuple[str, NamedGroup]]] = defaultdict(dict)
    for group in face.drawing.groups if len(face.drawing.shapes) <= _MOST_SHAPES else ():
        head, _, word = group.name.rpartition(".")
        ground = _find_group_ground(face, group) if word in COLOR_TERMS else None
        paint = plain_paint(ground.shape.paint) if ground and not isinstance(ground.shape, Image) else None
        if ground and paint:
            shown[head].setdefault(word, (nearest_color_term(paint), group))
    for head, words in shown.items():
        for word, (term, group) in words.items():
            if term != word and term in words and words[term][0] == word:
                text = f"the group '{head}.{word}' has a {term} background, and '{head}.{term}' a {word} one"
                yield PageFault("GF148", "exchanged grounds", text, group.address, "warning")
                return


def _find_group_ground(face: Face, group: NamedGroup) -> DrawnShape | None:
    """Return the first shape of a group, if it is filled and all others are on it."""
    shapes = [each for each in face.drawing.shapes[group.first : group.end] if each.box]
    box = face.drawing.box_of(group)
    if box is None or len(shapes) < 2 or shapes[0].box != box:
        return None
    return _find_largest(shapes[:1], 0.0, 0.0)


def find_misplaced_names(pages: KitPages) -> Iterator[LocatedFault]:
    """Report paints of a group that stand next to each other's names on a face, as in a legend (GF148).

    Each name must have one paint next to it, another one for each name, and two or more must be swapped; or those
    next to three names or more must be one.
    """
    groups = _group_roles(pages.game.colors)
    for face in pages.faces:
        texts = _read_words(face) if groups and len(face.drawing.shapes) <= _MOST_SHAPES else {}
        for roles in groups.values() if texts else ():
            yield from ((face, fault) for fault in _compare_names(face, texts, roles))


def _group_roles(colors: Mapping[str, Color]) -> Mapping[str, Sequence[Color]]:
    groups: dict[str, list[Color]] = defaultdict(list)
    for color in colors.values():
        groups[color.role.rpartition(".")[0]].append(color)
    return {group: some for group, some in groups.items() if group and len(some) > 1}


def _read_words(face: Face) -> Mapping[str, Box]:
    """Return the texts of a face in lowercase, with their boxes; without those that are there twice."""
    found: dict[str, list[Box]] = defaultdict(list)
    for each in face.drawing.shapes:
        if isinstance(each.shape, Text) and each.box is not None:
            found[each.shape.text.strip().casefold()].append(each.box)
    return {word: boxes[0] for word, boxes in found.items() if len(boxes) == 1}


def _compare_names(face: Face, texts: Mapping[str, Box], roles: Sequence[Color]) -> Iterator[PageFault]:
    named = {color.role: texts[name] for color in roles for name in _names_of(color) if name in texts}
    by_paint = {color.paint: color.role for color in roles}
    painted = [
        (each, by_paint[ink])
        for each in face.drawing.shapes
        if each.box is not None
        and not isinstance(each.shape, Image | Text)
        and isinstance(ink := plain_paint(each.shape.paint), str)
        and ink in by_paint
    ]
    if len(named) < 2 or len(by_paint) < len(roles) or len(painted) < len(named):
        return
    near = {role: _find_nearest(painted, box) for role, box in named.items()}
    wrong = [role for role, (_, shown) in near.items() if shown != role]
    if len(wrong) > 1 and {role for _, role in near.values()} == near.keys():
        each, shown = near[wrong[0]]
        text = f"next to the name of {wrong[0]!r} is the paint of {shown!r}, and others are swapped too"
        yield PageFault("GF148", "names", text, each.address)
    shapes = {each.address for each, _ in near.values()}
    if wrong and len({shown for _, shown in near.values()}) == 1 and len(shapes) == len(near) > 2:
        each, shown = near[wrong[0]]
        text = f"next to the name of {wrong[0]!r} is the paint of {shown!r}, as next to all names of its group"
        yield PageFault("GF148", "one name", text, each.address)


def _find_nearest(painted: Sequence[tuple[DrawnShape, str]], box: Box) -> tuple[DrawnShape, str]:
    return min(painted, key=lambda pair: _measure_gap(pair[0].box, box))


def _names_of(color: Color) -> Set[str]:
    return {color.name.casefold(), color.called.casefold()}


def _measure_gap(one: Box | None, other: Box) -> float:
    """Return the distance between two boxes."""
    assert one is not None
    across = max(one[0] - other[2], other[0] - one[2], 0.0)
    return hypot(across, max(one[1] - other[3], other[1] - one[3], 0.0))


def find_named_grounds(pages: KitPages) -> Iterator[LocatedFault]:
    """Report the one shape in the paint of a color whose name is on another shape of its size (GF148)."""
    colors = pages.game.colors.values()
    once = [each for each in colors if sum(each.paint == other.paint for other in colors) == 1]
    for face in pages.faces:
        small = len(face.drawing.shapes) <= _MOST_SHAPES and face.part.board is None
        texts = _read_words(face) if once and small else {}
        for color in once if texts else ():
            box = next((texts[name] for name in sorted(_names_of(color)) if name in texts), None)
            fault = _find_ground_elsewhere(face, color, box) if box else None
            if fault:
                yield face, fault


def _find_ground_elsewhere(face: Face, color: Color, text: Box) -> PageFault | None:
    shapes = [each for each in face.drawing.shapes if not isinstance(each.shape, Image | Text) and each.whole]
    own = [each for each in shapes if not isinstance(each.shape, Image) and each.shape.paint.fill == color.paint]
    if len(own) != 1 or _measure_gap(own[0].whole, text) <= 0.0:
        return None
    under = [each for each in shapes if _size_of(each) == _size_of(own[0]) and _contains(each.whole, text)]
    if len(under) != 1:
        return None
    says = f"this is the only shape in the color {color.name!r}, but that word is on another shape of the same size"
    return PageFault("GF148", f"ground of {color.name}", says, own[0].address, "warning", where="paint")


def _size_of(each: DrawnShape) -> tuple[float, float]:
    left, top, right, bottom = each.whole or (0.0, 0.0, 0.0, 0.0)
    return round(right - left, 1), round(bottom - top, 1)


def _contains(box: Box | None, inner: Box) -> bool:
    return box is not None and box[0] <= inner[0] and box[1] <= inner[1] and box[2] >= inner[2] and box[3] >= inner[3]
