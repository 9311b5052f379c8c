"""Check that the faces of a die show their values, and both sides of a standee its figure (GF158)."""

from collections import Counter
from collections.abc import Hashable, Iterator, Mapping, Sequence

from generator.check.analysis.drawing import NamedGroup
from generator.check.analysis.drawn_places import DrawnPlace, key_shapes, list_drawn_places
from generator.check.analysis.face_pages import Face, PageFault
from generator.model.finding import Level
from generator.model.net import Panel

_PREFIX = "face."
_MOST_PIPS = 12  # nobody counts more at a glance: a higher value is a number, or a drawing of something else
_MOST_DIGITS = 4
_PIPS_SHARE = 0.5  # of the panels with such a value: if so many show their value in pips, all must


def find_wrong_pips(face: Face) -> Iterator[PageFault]:
    """Report each panel whose pips are not as many as its value (GF158).

    They are taken for pips if most panels have theirs, also where some hide one another, or if all together show just
    the values of the die.
    """
    panels = _panels_of(face)
    counted: list[tuple[NamedGroup, int, set[int]]] = []
    drawn: list[bool] = []
    for group in face.drawing.groups:
        panel = panels.get(group.name) if not group.inside else None
        value = read_amount(panel.value) if panel else 0
        if 0 < value <= _MOST_PIPS and not face.drawing.has_text(group):
            counted.append((group, value, _count_alike(face, group)))
            drawn += [value in _count_alike(face, group, hidden=True)] if value > 1 else []
    right = [value in counts for _, value, counts in counted if value > 1]
    is_exchanged = {value for _, value, _ in counted} == {max(counts, default=0) for _, _, counts in counted}
    if not right or (max(sum(right), sum(drawn)) < _PIPS_SHARE * len(right) and not is_exchanged):
        return
    wrong = [group for group, value, counts in counted if value not in counts]
    hidden = [value in _count_alike(face, group, hidden=True) for group, value, _ in counted if group in wrong]
    is_misplaced = len(wrong) > 1 and all(hidden)  # by the line that draws all pips, not by the places of some
    for group, value, counts in counted:
        if value not in counts:
            shown = max((count for count in counts if count > 1), default=max(counts, default=0))
            text = f"the face {group.name.removeprefix(_PREFIX)!r} has the value {value}, but {shown} pips"
            level: Level = "error" if shown > 1 else "warning"
            address = face.drawing.shapes[group.end - 1].address if is_misplaced else group.address
            entry = "" if is_misplaced else str(value)
            yield PageFault("GF158", "pips", text, address, level, where="use", entry=entry)


def read_amount(value: object) -> int:
    """Return the number that a value is, or the one in its words, as in `apple 2`; 0 if there is none."""
    numbers = [int(word) for word in str(value).split() if word.isdecimal() and len(word) < _MOST_DIGITS]
    return numbers[0] if len(numbers) == 1 else 0


def _panels_of(face: Face) -> Mapping[str, Panel]:
    net = face.designs[0].net
    return {f"{_PREFIX}{panel.id}": panel for panel in net.panels} if net and face.side == "front" else {}


def _count_alike(face: Face, group: NamedGroup, hidden: bool = False) -> set[int]:
    """Count the shapes of a panel by the size of their boxes; copies in one place count once, or all if `hidden`."""
    boxes = [
        (type(each.shape), tuple(round(edge, 1) for edge in each.whole))
        for each in face.drawing.shapes[group.first : group.end]
        if each.box is not None and each.whole is not None
    ]
    seen = boxes if hidden else dict.fromkeys(boxes)
    sizes = Counter((sort, round(box[2] - box[0], 1), round(box[3] - box[1], 1)) for sort, box in seen)
    return set(sizes.values())


def find_equal_faces(face: Face) -> Iterator[PageFault]:
    """Report a panel that looks like one before it, though they have different values (GF158).

    Values without a drawing are nobody's mistake, and a number may be told by what the template draws beside it.
    """
    panels = [
        each
        for each in list_drawn_places(face)
        if each.declared.noun == "face" and each.declared.sort is not None and not read_amount(each.declared.sort)
    ]
    looks = [key_shapes(each) for each in panels]
    if len({*looks}) == 1:
        return  # no drawing of a value at all
    first = dict[Hashable, DrawnPlace]()
    for each, look in zip(panels, looks, strict=True):
        other = first.setdefault(look, each)
        if each.shapes and each.declared.sort != other.declared.sort:
            values = f"{each.declared.sort!r} and {other.declared.sort!r}"
            text = f"{each.declared.label} looks like {other.declared.label}, but their values are {values}"
            address, entry = each.shapes[0].address, str(each.declared.sort)
            yield PageFault("GF158", "equal", text, address, where="use", entry=entry)
            return


def find_plain_backs(face: Face) -> Iterator[PageFault]:
    """Report the back of a standee that shows not its figure, but what a foot shows, or a foot that shows it (GF158).

    A back of its own is a drawing of its own. But what a foot shows too is what a template draws if it is not asked
    for a side, or for the wrong one.
    """
    net = face.designs[0].net
    places = {each.declared.id: each for each in (list_drawn_places(face) if net and face.part.traits.stands else ())}
    front, back = (_list_looks(places.get(side)) for side in ("front", "back"))
    for panel in net.panels if net and front and front != back else ():
        if panel.may_be_blank and _list_looks(places.get(panel.id)) in (front, back):
            text = f"the back does not show what the front shows, but the face {panel.id!r} shows what one of them does"
            yield PageFault("GF158", "back", text, places.get("back", places["front"]).group.address, "warning")
            return


def _list_looks(place: DrawnPlace | None) -> Sequence[tuple[str, str]] | None:
    """Return the shapes and paints of a panel; None for one that is not drawn, or is blank."""
    shapes = [each.shape for each in place.shapes] if place else []
    return sorted((type(shape).__name__, str(getattr(shape, "paint", ""))) for shape in shapes) or None
