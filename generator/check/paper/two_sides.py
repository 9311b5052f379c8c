"""Check that standing pieces, which are seen from both sides, show on one what they show on the other (GF158)."""

from collections import Counter
from collections.abc import Iterator

from generator.check.paper.drawing import DrawnShape
from generator.check.paper.face_pages import Face, PageFault
from generator.check.paper.homes import Dwelling, key_shapes, list_dwellings, measure_turn

_FEW, _MANY = 1, 3  # shapes of the poorer side, and of the richer one


def find_poorer_sides(face: Face) -> Iterator[PageFault]:
    """Yield GF158 for a side of a standing piece that lacks what the other one shows.

    That is a named group, or what is left if all that it draws is drawn on the other side too, or nearly all.
    """
    if face.part.kind not in ("standee", "foldover"):
        return
    sides = {each.home.id: each for each in list_dwellings(face)}
    front, back = sides.get("front"), sides.get("back")
    if face.part.kind == "foldover":
        yield from _find_plain_side(front, back)
        return
    if front and back and (turned := _find_turned(front, back)):
        text = f"this is upside down on the face {back.home.id!r}, and not on the face {front.home.id!r}"
        yield PageFault("GF158", "upside down", text, turned.address, "warning", where="use")
        return
    pairs = [(front, back), (back, front)] if front and back else []
    for rich, poor in pairs:
        missing = sorted(_name_groups(face, rich) - _name_groups(face, poor))
        says = f"{missing[0]!r}" if missing else "all that" if _is_poorer(rich, poor) else ""
        if says:
            which = f"the face {poor.home.id!r} does not show {says}" + (", which" if missing else "")
            text = f"{which} the face {rich.home.id!r} shows, though players see both"
            yield PageFault("GF158", "poorer", text, poor.group.address, "warning")
            return


def _find_plain_side(front: Dwelling | None, back: Dwelling | None) -> Iterator[PageFault]:
    """Yield GF158 for a side of a folded piece that is one shape alone, and not the ground of the other side."""
    for rich, poor in ((front, back), (back, front)) if front and back else ():
        is_plain = 0 < len(poor.shapes) <= _FEW and len(rich.shapes) >= _MANY
        if is_plain and not {*key_shapes(poor)} & {*key_shapes(rich)}:
            text = f"the face {poor.home.id!r} is a single shape, which the face {rich.home.id!r} does not have"
            yield PageFault("GF158", "plain", f"{text}: is its drawing missing?", poor.group.address, "note")


def _find_turned(front: Dwelling, back: Dwelling) -> DrawnShape | None:
    """Return the first shape of the back that is turned by half against that of the front; None if there is none."""
    if len(front.shapes) != len(back.shapes):
        return None
    pairs = zip(front.shapes, back.shapes, strict=True)
    turned = [abs(abs(measure_turn(front, one) - measure_turn(back, other)) - 180) < 1 for one, other in pairs]
    return back.shapes[turned.index(True)] if any(turned) else None


def _name_groups(face: Face, side: Dwelling) -> set[str]:
    """Return the names of the groups that a side holds."""
    first, end = side.group.first, side.group.end
    return {
        group.name for group in face.drawing.groups if side.group.name in group.inside and first <= group.first < end
    }


def _is_poorer(rich: Dwelling, poor: Dwelling) -> bool:
    """Tell whether a side draws a part of what the other one does, or a ground alone."""
    if len(poor.shapes) <= _FEW and len(rich.shapes) >= _MANY:
        return True
    own, other = Counter(key_shapes(poor)), Counter(key_shapes(rich))
    return own != other and own <= other
