"""Check that both sides of standing pieces, which players see from both sides, show the same things (GF158)."""

from collections import Counter
from collections.abc import Collection, Hashable, Iterator

from generator.check.analysis.drawing import Address, DrawnShape, walk_matrices
from generator.check.paper.drawn_places import DrawnPlace, key_shapes, list_drawn_places, measure_turn
from generator.check.paper.face_pages import Face, PageFault
from generator.geometry.bounds import box_area, union_boxes
from generator.model.picture import Text

_DRAWN = 2  # shapes of a side that make a drawing on a ground
_DETAIL = 0.02  # of the area of a side: a smaller shape is a detail of its drawing
_FEW, _MANY = 1, 3  # shapes of the poorer side, and of the richer one


def find_poorer_sides(face: Face) -> Iterator[PageFault]:
    """Report a side of a standing piece that lacks something the other one shows (GF158).

    That is a named group, or what is left if all that it draws is drawn on the other side too, or nearly all.
    """
    if face.part.kind not in ("standee", "foldover"):
        return
    sides = {each.declared.id: each for each in list_drawn_places(face)}
    front, back = sides.get("front"), sides.get("back")
    if face.part.kind == "foldover":
        yield from _find_plain_side(front, back)
        yield from _find_copied_word(front, back)
        return
    if front and back and (turned := _find_turned(front, back)):
        address = _find_turning_group(face, back, turned)
        text = f"this is upside down on the face {back.declared.id!r}, but not on the face {front.declared.id!r}"
        yield PageFault("GF158", "upside down", text, address, "warning", where="use")
        return
    pairs = [(front, back), (back, front)] if front and back else []
    for rich, poor in pairs:
        missing = sorted(_name_groups(face, rich) - _name_groups(face, poor))
        says = f"{missing[0]!r}" if missing else "all that" if _is_poorer(rich, poor) else ""
        if says:
            which = f"the face {poor.declared.id!r} does not show {says}" + (", which" if missing else "")
            text = f"{which} the face {rich.declared.id!r} shows, though players can see both"
            is_view = not missing and len(poor.shapes) >= _MANY  # one does not see a face from behind
            yield PageFault("GF158", "poorer", text, poor.group.address, "note" if is_view else "warning")
            return


def _find_plain_side(front: DrawnPlace | None, back: DrawnPlace | None) -> Iterator[PageFault]:
    """Report a side of a folded piece that is one shape alone, and not the ground of the other side (GF158)."""
    for rich, poor in ((front, back), (back, front)) if front and back else ():
        is_plain = 0 < len(poor.shapes) <= _FEW and len(rich.shapes) >= _MANY
        if is_plain and not {*key_shapes(poor)} & {*key_shapes(rich)}:
            text = f"the face {poor.declared.id!r} is a single shape, unlike the face {rich.declared.id!r}"
            yield PageFault("GF158", "plain", f"{text}: is its drawing missing?", poor.group.address, "note")


def _find_copied_word(front: DrawnPlace | None, back: DrawnPlace | None) -> Iterator[PageFault]:
    """Report, as a note, the only word of both sides of a folded piece that share no drawing (GF158)."""
    if front is None or back is None:
        return
    words = [[each for each in side.shapes if isinstance(each.shape, Text)] for side in (front, back)]
    said = {each.shape.text for some in words for each in some if isinstance(each.shape, Text)}
    art = [_list_art(side) for side in (front, back)]
    is_one_word = [len(some) for some in words] == [1, 1] and len(said) == 1 and min(said).isalpha()
    if is_one_word and min(map(len, art)) >= _DRAWN and art[0].isdisjoint(art[1]):
        text = f"both sides say {min(said)!r}, but share no drawing; give each side its own word"
        yield PageFault("GF158", "copied word", text, words[1][0].address, "note")


def _list_art(side: DrawnPlace) -> set[Hashable]:
    """Return the keys of the shapes of a side that are no texts."""
    keys = zip(key_shapes(side), side.shapes, strict=True)
    return {key for key, each in keys if not isinstance(each.shape, Text)}


def _find_turned(front: DrawnPlace, back: DrawnPlace) -> DrawnShape | None:
    """Return the first shape of the back that is upside down relative to that of the front; None if there is none."""
    if len(front.shapes) != len(back.shapes):
        return None
    pairs = zip(front.shapes, back.shapes, strict=True)
    turned = [abs(abs(measure_turn(front, one) - measure_turn(back, other)) - 180) < 1 for one, other in pairs]
    return back.shapes[turned.index(True)] if any(turned) else None


def _find_turning_group(face: Face, side: DrawnPlace, turned: DrawnShape) -> Address:
    """Return the address of the innermost group of a side that turns a shape upside down; that of the shape if none.

    A group within which the other groups turn it back does not count.
    """
    ways = walk_matrices(face.drawing.picture.shapes, turned.address)
    inner = [(depth, outer, own) for depth, outer, own in ways if depth > len(side.group.address)]
    flips = [depth for depth, outer, own in inner if outer[0] * own[0] < 0 or outer[3] * own[3] < 0]
    return turned.address[: flips[-1]] if flips else turned.address


def _name_groups(face: Face, side: DrawnPlace) -> set[str]:
    """Return the names of the groups that a side holds."""
    first, end = side.group.first, side.group.end
    return {
        group.name for group in face.drawing.groups if side.group.name in group.inside and first <= group.first < end
    }


def _is_poorer(rich: DrawnPlace, poor: DrawnPlace) -> bool:
    """Return whether a side draws only part of what the other one does, or just a ground."""
    if len(poor.shapes) <= _FEW and len(rich.shapes) >= _MANY:
        return True
    own, other = Counter(key_shapes(poor)), Counter(key_shapes(rich))
    return own != other and own <= other and _is_seen(rich, other - own)


def _is_seen(side: DrawnPlace, keys: Collection[Hashable]) -> bool:
    """Return whether one of some shapes of a side is a text, or no detail as the eyes of a face are."""
    boxes = [each.whole for each in side.shapes if each.whole is not None]
    least = _DETAIL * box_area(union_boxes(boxes)) if boxes else 0.0
    found = (each for key, each in zip(key_shapes(side), side.shapes, strict=True) if key in keys)
    return any(isinstance(each.shape, Text) or (each.whole and box_area(each.whole) >= least) for each in found)
