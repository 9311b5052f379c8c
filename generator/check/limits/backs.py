"""Check that backs in a pile look alike, also upside down (GF156), and those of two piles different (GF332)."""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence, Set
from itertools import chain, product, zip_longest
from math import ceil, floor

from PIL import ImageFilter

from generator.check.analysis.drawing import Address, Drawing, DrawnShape, intersect_boxes, walk_matrices
from generator.check.analysis.face_pages import (
    Face,
    KitPages,
    LocatedFault,
    LookAt,
    PageFault,
    count_marked,
    find_changes,
)
from generator.geometry.types import Box
from generator.model.color import Color
from generator.model.finding import Level
from generator.model.game import Design, PartData
from generator.model.picture import Group, Path, Picture, Text
from generator.model.picture import Image as PlacedImage

UPSIDE_DOWN = "upside down"  # the kind of fault of a back that is not even
_USUAL_SHARE = 0.75  # of the designs of a part: if so many share one back, the others should too
_FEWEST_SHAPES = 2  # of a back that is more than a plain paint
_STRONG = 96  # of 255: what differs by less is the edge of a shape on other pixels
_WEAK_DIFFERENCE = 20  # of 255: a paint that differs by this much is distinguishable, on more than an edge
_FAINT = 40  # of 255: of a back and itself upside down, whose edges fall on other pixels
_LEAST_PIXELS = 3
_LEGEND = "legend."
_PROSE = 15  # words of a back that is a text

# a claim that all backs of a part look the same
_ONE_BACK = re.compile(r"""looks\(\s*['"]([\w-]+)['"]\s*,\s*['"]back['"]\s*\)\s*==\s*1\b""")


class BackLook:
    """The designs of a pile that share a back."""

    def __init__(self, face: Face, designs: Sequence[Design]) -> None:
        self.face, self.designs = face, designs


def find_revealing_backs(pages: KitPages) -> Iterator[LocatedFault]:
    """Report each pile whose backs differ, and each back that looks different upside down (GF156)."""
    data, look = pages.game.parts, pages.look
    yield from _find_bare_backs(pages)
    alike = {part for claim in pages.game.claims for part in _ONE_BACK.findall(claim.check)}
    for name, looks in _collect_piles(pages.faces, data, alike).items():
        parts = {each.face.part.id: each.face.part for each in looks}
        says_pile = any(data[part].pile for part in parts)
        is_one_way = any(data[part].one_way for part in parts)
        if len(looks) > 1:
            has_two_fronts = is_one_way and all(_shows_row(each.face) for each in looks)
            is_pile = _must_be_alike(looks) and not has_two_fronts and not _lie_face_up(looks, pages)
            if is_one_way and not says_pile and not looks[0].face.part.traits.is_shuffled:
                continue  # pieces that are turned over for what is on their backs
            is_said = says_pile or name in alike
            if is_said or is_pile:
                level: Level = "error" if is_said else "warning"
                yield from _compare_backs(name, looks, look, level)
            elif all(_shows_row(each.face) for each in looks):
                continue  # they are played on both sides, and hide nothing
        pieces = sum(design.copies for each in looks for design in each.designs)
        if pieces > 1 and not is_one_way:
            for each in looks:
                if len(each.designs) == len(looks) == 1 or (not says_pile and _is_reference(each.face)):
                    continue  # pieces that are all alike have nothing to give away, and what is read lies face up
                if says_pile or each.face.part.traits.held:
                    yield from _turn_back(each.face, look)


def _find_bare_backs(pages: KitPages) -> Iterator[LocatedFault]:
    """Report parts without a back in a pile in which others have one (GF156)."""
    piles = {part: each.pile for part, each in pages.game.parts.items() if each.pile}
    backed = {piles.get(face.part.id): face.part.id for face in pages.faces if face.side == "back"}
    for part, face in {face.part.id: face for face in pages.faces if face.part.back is None}.items():
        if (pile := piles.get(part)) and (other := backed.get(pile)):
            text = f"{part!r} has no back, but {other!r} has one, and both are in the pile {pile!r}"
            yield face, PageFault("GF156", f"no back {part}", text, entry="pile")


def _collect_piles(
    faces: Sequence[Face], data: Mapping[str, PartData], alike: Set[str]
) -> Mapping[str, list[BackLook]]:
    """Return the backs of each pile: those that `pile` names, or those of a part and one color of its group.

    The colors of a part in `alike` have one back, as a claim says.
    """
    piles: dict[str, list[BackLook]] = defaultdict(list)
    for face in faces:
        if face.side != "back" or face.designs[0].section is not None:
            continue
        given = data[face.part.id].pile or (face.part.id if face.part.id in alike else None)
        group = data[face.part.id].for_each
        members: dict[str, list[Design]] = defaultdict(list)
        for design in face.designs:
            color = design.values.get(group) if group else None
            members[given or f"{face.part.id}{_name_color(color)}"].append(design)
        for name, designs in members.items():
            piles[name].append(BackLook(face, designs))
    return piles


def _name_color(color: object) -> str:
    return f" {color.role}" if isinstance(color, Color) else ""


def _must_be_alike(looks: Sequence[BackLook]) -> bool:
    """Return whether pieces are of a kind that is shuffled, or all but a few of several designs have one back."""
    if looks[0].face.part.traits.is_shuffled:
        return True
    counts = [len(each.designs) for each in looks]
    if max(counts) >= _USUAL_SHARE * sum(counts):
        return True
    pieces = {number: sum(design.copies for design in each.designs) for number, each in enumerate(looks)}
    most = max(pieces, key=lambda number: pieces[number])
    return len(looks[most].designs) > 1 and pieces[most] >= _USUAL_SHARE * sum(pieces.values())


def _lie_face_up(looks: Sequence[BackLook], pages: KitPages) -> bool:
    """Return whether each design has its own back and all share one front: such cards are dealt face up."""
    part = looks[0].face.part
    fronts = [face for face in pages.faces if face.part is part and face.side == "front"]
    designs = sum(len(each.designs) for each in looks)
    return len(fronts) == 1 < designs == len(looks) and len(fronts[0].designs) == designs


def _is_reference(face: Face) -> bool:
    """Return whether a back is a side to read: it explains icons, or has more words than titles have."""
    if any(group.name.startswith(_LEGEND) for group in face.drawing.groups):
        return True
    return sum(len(each.shape.text.split()) for each in face.drawing.shapes if isinstance(each.shape, Text)) >= _PROSE


def _shows_row(face: Face) -> bool:
    """Return whether a face shows values of its row by name."""
    return any(group.name.startswith("row.") for group in face.drawing.groups)


def _compare_backs(name: str, looks: Sequence[BackLook], look: LookAt, level: Level) -> Iterator[LocatedFault]:
    """Report the first back that differs from the one that most of a pile have (GF156)."""
    usual = max(looks, key=lambda each: len(each.designs))
    for other in looks:
        if other is usual:
            continue
        if not _look_different(usual.face.drawing.picture, other.face.drawing.picture, look):
            continue
        address = _find_difference(usual.face.drawing, other.face.drawing)
        odd, like = other, usual
        if address is None and len(other.face.drawing.shapes) < len(usual.face.drawing.shapes):
            odd, like = usual, other  # what one of them draws more is what tells
            address = _find_difference(other.face.drawing, usual.face.drawing)
        one, two = (f"{each.face.part.id}.{each.designs[0].id}" for each in (like, odd))
        text = f"the back of {two} differs from that of {one}, and both are in the pile {name!r}"
        yield odd.face, PageFault("GF156", f"pile {name}", text, address, level)


def _look_different(one: Picture, other: Picture, look: LookAt) -> bool:
    """Return whether two pictures differ at a glance: strongly in a few pixels, or in the paint of more than edges."""
    if (one.x, one.y, one.width, one.height) != (other.x, other.y, other.width, other.height):
        return True
    first, second = look([one, other])
    if count_marked(find_changes(first, second, _STRONG)) >= _LEAST_PIXELS:
        return True
    return count_marked(find_changes(first, second, _WEAK_DIFFERENCE).filter(ImageFilter.MinFilter(3))) >= _LEAST_PIXELS


def _turn_back(face: Face, look: LookAt) -> Iterator[LocatedFault]:
    picture = face.drawing.picture
    x, y = 2 * picture.x + picture.width, 2 * picture.y + picture.height
    turned = Picture(picture.x, picture.y, picture.width, picture.height, (_turn_shapes(picture, x, y),))
    upright, upside_down = look([picture, turned])
    changes = find_changes(upright, upside_down, _FAINT)
    # turned, the edges of shapes fall on other pixels: only what is wider than these counts
    if count_marked(changes.filter(ImageFilter.MinFilter(3))) >= _LEAST_PIXELS:
        says = "the back looks different upside down, so it shows which way up a piece is"
        text = f"{says}: make it look the same both ways, or add `one_way: true` to the part"
        alone = (address for address, is_odd in map_lopsided(face.drawing).items() if is_odd)
        texts = (face.drawing.shapes[number].address for number in face.drawing.judged_texts)
        address = next(chain(alone, texts), None)  # a text is never even
        yield face, PageFault("GF156", UPSIDE_DOWN, text, address, "warning", where="use")


def _turn_shapes(picture: Picture, x: float, y: float) -> Group:
    return Group(picture.shapes, (-1.0, 0.0, 0.0, -1.0, x, y))


def map_lopsided(drawing: Drawing) -> Mapping[Address, bool]:
    """Return by address whether a shape on a drawing lacks a counterpart on the drawing turned upside down."""
    picture = drawing.picture
    x, y = 2 * picture.x + picture.width, 2 * picture.y + picture.height
    paper = picture.x, picture.y, picture.x + picture.width, picture.y + picture.height
    wholes = {each.address: each.whole for each in drawing.shapes if each.whole and intersect_boxes(each.whole, paper)}
    boxes = {tuple(round(edge) for edge in whole) for whole in wholes.values()}
    return {
        address: boxes.isdisjoint(_near_boxes((x - right, y - bottom, x - left, y - top)))
        for address, (left, top, right, bottom) in wholes.items()
    }


def _near_boxes(box: Box) -> Iterator[tuple[int, ...]]:
    """Yield the rounded boxes that a box may be equal to, as its edges may be rounded either way."""
    return product(*((floor(value), ceil(value)) for value in box))


def _find_difference(one: Drawing, other: Drawing) -> Address | None:
    """Return the address of the first shape of a drawing that another does not have; None if it has fewer."""
    for mine, its in zip_longest(one.shapes, other.shapes):
        if its is None:
            return None
        if mine is None or _describe_shape(mine) != _describe_shape(its):
            return _find_mover(one, other, mine, its) or its.address
    return None


def _find_mover(one: Drawing, other: Drawing, mine: DrawnShape | None, its: DrawnShape) -> Address | None:
    """Return the group that moves a shape differently from its counterpart; None if the shapes themselves differ."""
    if mine is None or _describe_shape(mine)[:-1] != _describe_shape(its)[:-1]:
        return None
    known = {inner for _, _, inner in walk_matrices(one.picture.shapes, mine.address)}
    moves = walk_matrices(other.picture.shapes, its.address)
    return next((its.address[:depth] for depth, outer, inner in moves if outer != inner and inner not in known), None)


def find_same_backs(pages: KitPages) -> Iterator[LocatedFault]:
    """Report the back of a part that looks like that of another part, though its template is another one (GF332)."""
    known: dict[object, Face] = {}
    for face in pages.faces:
        if face.side != "back" or len(face.drawing.shapes) < _FEWEST_SHAPES:
            continue
        other = known.setdefault(tuple((*_describe_shape(each), each.box) for each in face.drawing.shapes), face)
        is_apart = other.part is not face.part and other.part.back != face.part.back
        if is_apart and pages.game.parts[face.part.id].pile is None:
            one, two = (f"{each.part.title!r} ({each.part.id})" for each in (face, other))
            templates = f"{face.part.back} and {other.part.back} are two templates"
            says = f"{one} have the same back as {two}, though {templates}; draw them differently, or use one"
            yield face, PageFault("GF332", "same back", says, (0,), "warning")


def _describe_shape(each: DrawnShape) -> tuple[object, ...]:
    match each.shape:
        case Path(segments=segments, paint=paint):
            return segments, paint, each.matrix
        case Text(x=x, y=y, text=text, size=size, paint=paint):
            return x, y, text, size, paint, each.matrix
        case PlacedImage(x=x, y=y, key=key):
            return x, y, key, each.matrix
