"""Find signs that are off their piece (GF154) or on another sign (GF185), though others like them are not."""

from collections import defaultdict
from collections.abc import Hashable, Iterator, Mapping, Sequence
from itertools import combinations, groupby
from typing import NamedTuple

from PIL import ImageChops, ImageOps

from generator.check.analysis.drawing import Address
from generator.check.paper.face_pages import Face, KitPages, LocatedFault, LookAt, PageFault, count_marked
from generator.check.paper.row_ends import find_row_off_piece
from generator.check.paper.sign_places import place_signs
from generator.check.paper.signs import list_signs
from generator.geometry.bounds import boxes_overlap
from generator.geometry.types import Box

_COLUMN = "row."
_MOST_SHAPES = 400  # of a face
_MOST_SIGNS = 24  # of a face: more of them are a pattern
_OFF, _ON = 0.93, 0.99  # of the box of a sign: less, or as much, lies on its piece
_LEAST, _MOST = 0.15, 0.85  # of the smaller of two signs, that the box of the other covers
_LEAST_NAMED = 0.02  # of it, if they show two columns
_SMALLER = 0.2  # of the area of a sign: smaller ones are details
_LARGEST = 0.4  # of the area of a face: a larger sign is its picture
_SHARED = 16  # pixels of ink, half a square millimeter, that two signs share
_INKED = [0] * 128 + [255] * 128


class _SeenSign(NamedTuple):
    """A sign on a face, and the name of the group around it, if any.

    The `kind` is the same for signs that look the same at one size, and the `slot` for those in one place.
    """

    face: Face
    address: Address
    box: Box
    kind: Hashable
    slot: tuple[float, ...]
    name: str


def find_straying_signs(pages: KitPages) -> Iterator[LocatedFault]:
    """Report, once per part, a sign that its piece cuts off, if the same sign is elsewhere on it (GF154)."""
    for signs in _gather_signs(pages.faces):
        inside = {sign.kind for sign in signs if _share_on_piece(sign) > _ON}
        off = [sign for sign in signs if sign.kind in inside and 0 < _share_on_piece(sign) < _OFF]
        if off and not any(find_row_off_piece(off[0].face)):
            says = f"this sign is {1 - _share_on_piece(off[0]):.0%} outside the edge of the piece"
            text = f"{says}, unlike others of its look; move it, or let the row run the other way"
            yield off[0].face, PageFault("GF154", "sign off", text, off[0].address, "warning", where="use")


def find_signs_on_signs(pages: KitPages) -> Iterator[LocatedFault]:
    """Report, as a note, once per part, two signs that overlap in part, if both are clear of others elsewhere (GF185).

    Signs that always overlap make up a picture.
    """
    for signs in _gather_signs(pages.faces):
        pairs = list(_list_overlaps(signs))
        touched = {id(sign) for pair in pairs for sign in pair}
        clear = {part for sign in signs if id(sign) not in touched for part in (sign.kind, sign.slot)}
        for one, other in pairs:
            is_clear = {one.slot, other.kind} <= clear or {other.slot, one.kind} <= clear
            is_other = one.kind != other.kind or _show_columns(one, other)
            if is_other and is_clear and _share_ink(pages.look, one, other):
                names = repr(other.name) if other.name else "this sign", repr(one.name) if one.name else "another sign"
                text = f"{names[0]} overlaps {names[1]} in part, though both are clear elsewhere; move one of them"
                yield other.face, PageFault("GF185", "over", text, other.address, "note", where="use")
                break


def _gather_signs(faces: Sequence[Face]) -> Iterator[list[_SeenSign]]:
    """Yield the signs of all fronts of each flat part that has few of them."""
    for _, some in groupby(faces, key=lambda face: (face.part.id, face.side)):
        yield [sign for face in some if _is_judged(face) for sign in _list_seen(face)]


def _is_judged(face: Face) -> bool:
    is_flat = face.part.board is None and face.designs[0].net is None
    return is_flat and face.side == "front" and len(face.drawing.shapes) <= _MOST_SHAPES


def _list_seen(face: Face) -> list[_SeenSign]:
    looks = {sign.address: sign for sign in list_signs(face.drawing.picture)}
    placed = list(place_signs(face))
    found = []
    for each in placed if len(placed) <= _MOST_SIGNS else ():
        left, top, right, bottom = each.box
        sign = looks[each.address]
        kind = sign.look, round(right - left, 1), round(bottom - top, 1)
        found.append(_SeenSign(face, each.address, each.box, kind, sign.slot, _find_name(face, each.address)))
    return found


def _find_name(face: Face, address: Address) -> str:
    around = reversed(face.drawing.groups)
    return next((group.name for group in around if address[: len(group.address)] == group.address), "")


def _show_columns(one: _SeenSign, other: _SeenSign) -> bool:
    return one.name != other.name and all(name.startswith(_COLUMN) for name in (one.name, other.name))


def _share_on_piece(sign: _SeenSign) -> float:
    outline = sign.face.part.trim_of(sign.face.designs[0])
    return _share(sign.box, (0.0, 0.0, outline.width, outline.height))


def _share(box: Box, within: Box) -> float:
    """Return which share of a box lies in another."""
    across, down = (min(box[n + 2], within[n + 2]) - max(box[n], within[n]) for n in (0, 1))
    return max(across, 0.0) * max(down, 0.0) / (_area(box) or 1.0)


def _area(box: Box) -> float:
    return (box[2] - box[0]) * (box[3] - box[1])


def _list_overlaps(signs: Sequence[_SeenSign]) -> Iterator[tuple[_SeenSign, _SeenSign]]:
    """Yield the pairs of signs of about one size on one face whose boxes overlap in part, in the order of drawing."""
    by_face: Mapping[int, list[_SeenSign]] = defaultdict(list)
    for sign in signs:
        by_face[id(sign.face)].append(sign)
    for some in by_face.values():
        outline = some[0].face.part.trim_of(some[0].face.designs[0])
        most = _LARGEST * outline.width * outline.height
        small = [sign for sign in some if _area(sign.box) < most and _share_on_piece(sign) > _ON]
        for one, other in combinations(small, 2):
            if boxes_overlap(one.box, other.box) and not _turn_around_one_point(one, other):
                less, more = sorted((one.box, other.box), key=_area)
                least = _LEAST_NAMED if _show_columns(one, other) else _LEAST
                if _area(less) > _SMALLER * _area(more) and least < _share(less, more) < _MOST:
                    yield one, other


def _turn_around_one_point(one: _SeenSign, other: _SeenSign) -> bool:
    """Return whether two signs differ in their turn alone, as the petals of a flower and the rays of a sun do."""
    return one.slot[4:] == other.slot[4:] and one.slot != other.slot


def _share_ink(look: LookAt, one: _SeenSign, other: _SeenSign) -> bool:
    """Return whether the ink of two signs overlaps, and not their boxes alone."""
    drawing = one.face.drawing
    pictures = [drawing.in_black(drawing.list_below(sign.address)) for sign in (one, other)]
    inks = [ImageOps.invert(page.convert("L")).point(_INKED) for page in look(pictures)]
    return count_marked(ImageChops.multiply(*inks)) > _SHARED
