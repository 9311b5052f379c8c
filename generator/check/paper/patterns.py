"""Check signs that a drawing repeats, such as pips: the pattern is even, with one in each place (GF158, GF185)."""

from collections import defaultdict
from collections.abc import Callable, Container, Hashable, Iterator, Sequence
from functools import partial
from math import dist
from statistics import fmean
from typing import NamedTuple

from generator.check.analysis.drawing import Address, DrawnShape
from generator.check.paper.dice_faces import find_wrong_pips
from generator.check.paper.drawn_places import DrawnPlace, list_drawn_places
from generator.check.paper.face_pages import Face, PageFault
from generator.geometry.bounds import point_bounds
from generator.geometry.matrix import IDENTITY, Matrix, invert_matrix, transform_point
from generator.geometry.types import Point
from generator.model.picture import Path

_SAME = 0.15  # mm between a sign and the mirror image of another: nets round their coordinates
_FEWEST, _MOST = 4, 60  # signs of a pattern
_FEWEST_ONE_WAY = 6  # of a pattern that is the same on the left and on the right alone
_LEAST_OFF, _MOST_OFF = 0.3, 0.45  # mm, and of the width of a pattern: a sign farther off belongs to no pattern
_MOST_PIPS = 12
_GROUND = 0.7  # of the width and height of a panel: what is larger is its ground
_AGREE = 0.6  # of the faces of a die, whose pips have the same middle
_FEWEST_FACES = 3  # of a die whose pips are even, for another to be wrong
_MOST_SHAPES = 1500  # of a face


class RepeatedSign(NamedTuple):
    """A shape that is drawn several times, by its middle in the coordinates of its place."""

    at: Point
    each: DrawnShape


class _Frame(NamedTuple):
    """A place with a middle and its name; `back` maps to coordinates whose origin is the middle."""

    label: str
    shapes: Sequence[DrawnShape]
    back: Matrix


def find_uneven_patterns(face: Face) -> Iterator[PageFault]:
    """Report a sign that is drawn twice in one place, and the one sign off an even pattern (GF185)."""
    if face.side == "back" or len(face.drawing.shapes) > _MOST_SHAPES:
        return
    miscounted = {fault.address for fault in find_wrong_pips(face)}  # which is reported already
    for frame in _list_frames(face, miscounted):
        for signs in list_signs(frame.shapes, frame.back):
            double = _find_double(signs)
            if double is not None:
                text = (
                    f"this sign of {frame.label} is drawn twice in the same place, with {len(signs) - 2} more beside it"
                )
                yield PageFault("GF185", "double", text, double.address, "warning")
                return
            odd = _find_uneven(signs)
            if odd is not None:
                sign, (x, y) = odd
                off = dist(sign.at, (x, y))
                text = (
                    f"one of the {len(signs)} signs of {frame.label} is {off:.2g} mm off"
                    " its place in an evenly spaced pattern"
                )
                yield PageFault("GF185", "uneven", text, sign.each.address, "warning")
                return


def find_offset_pips(face: Face) -> Iterator[PageFault]:
    """Report, once, the pips of a die that are beside the middles of most of its faces (GF158)."""
    drawn = [(each, signs) for each in _list_pip_panels(face) if (signs := _find_pips(each))]
    pips = [(each, signs) for each, signs in drawn if str(len(signs)) == str(each.declared.sort)]
    x, y = middle = _find_usual_middle([signs for _, signs in pips])
    agreeing = sum(dist(middle, _find_middle(signs)) < _SAME for _, signs in pips)
    if not any(_has_rows(signs) for _, signs in pips):
        y = 0.0  # single rows may stand high or low
    off = max(abs(x), abs(y))
    if off > _LEAST_OFF and agreeing >= max(_FEWEST_FACES, _AGREE * len(pips)):
        place, signs = pips[0]
        text = f"the pips of {place.declared.label} and other faces are {off:.2g} mm off the middle of their face"
        yield PageFault("GF158", "offset", text, signs[0].each.address, "warning", "use")


def _list_pip_panels(face: Face) -> list[DrawnPlace]:
    """Return the square panels of a face whose values are numbers."""
    panels = [each for each in list_drawn_places(face) if each.declared.noun == "face" and len(each.declared.own) == 4]
    return [each for each in panels if any(letter.isdigit() for letter in str(each.declared.sort))]


def find_uneven_pips(face: Face) -> Iterator[PageFault]:
    """Report faces of a die whose pips are not the same upside down, though those of most faces are (GF158).

    A sign may have its middle elsewhere than its face, if it is so on all faces.
    """
    pips = [(each, signs) for each in _list_pip_panels(face) if (signs := _find_pips(each))]
    middle = _find_usual_middle([signs for _, signs in pips])
    uneven = [each for each, signs in pips if len(signs) > 1 and _match(signs, partial(_turn_about, middle))]
    values = {each.declared.sort for each in uneven}
    even = {each.declared.sort for each, _ in pips} - values
    if len(pips) - len(uneven) < _FEWEST_FACES or len(values) * 2 > len(even):
        return
    for each in uneven:
        text = (
            f"the pips of {each.declared.label} ({each.declared.sort}) are not symmetric about"
            " its middle, unlike those of other faces"
        )
        yield PageFault("GF158", "uneven", text, each.group.address, "warning", entry=str(each.declared.sort))


def _has_rows(signs: Sequence[RepeatedSign]) -> bool:
    return max(each.at[1] for each in signs) - min(each.at[1] for each in signs) > _SAME


def _find_usual_middle(pips: Sequence[Sequence[RepeatedSign]]) -> Point:
    """Return the middle of the pips of most faces."""
    middles = [_find_middle(signs) for signs in pips]
    return max(middles, key=lambda one: sum(dist(one, other) < _SAME for other in middles), default=(0.0, 0.0))


def _find_middle(signs: Sequence[RepeatedSign]) -> Point:
    return fmean(each.at[0] for each in signs), fmean(each.at[1] for each in signs)


def _turn_about(middle: Point, point: Point) -> Point:
    return 2 * middle[0] - point[0], 2 * middle[1] - point[1]


def _list_frames(face: Face, without: Container[Address | None]) -> Iterator[_Frame]:
    """Yield the cells, spaces and panels of a face with groups of their own; of a card, the whole face.

    Groups at the addresses of `without` are left out.
    """
    places = list_drawn_places(face)
    told: set[Hashable] = set()
    for place in places:
        key = place.declared.sort, len(place.shapes)
        if key not in told and place.group.address not in without and (back := _find_back(place)):
            told.add(key)  # what is wrong with a kind of cell is so with all
            yield _Frame(place.declared.label, place.shapes, back)
    if not places and face.designs[0].net is None:
        outline = face.part.trim_of(face.designs[0])
        yield _Frame("this face", face.drawing.shapes, (1.0, 0.0, 0.0, 1.0, -outline.width / 2, -outline.height / 2))


def _find_back(place: DrawnPlace) -> Matrix | None:
    """Return the matrix from the page to the coordinates of a place, with the middle of its box as origin."""
    back = invert_matrix(place.group.matrix)
    if back is None:
        return None
    left, top, right, bottom = point_bounds(place.declared.own)
    return (*back[:4], back[4] - (left + right) / 2, back[5] - (top + bottom) / 2)


def list_signs(shapes: Sequence[DrawnShape], back: Matrix) -> list[list[RepeatedSign]]:
    """Return the shapes that are drawn more than once, sorted by look, in the order of drawing."""
    looks: dict[Hashable, list[RepeatedSign]] = defaultdict(list)
    for each in shapes:
        if isinstance(each.shape, Path) and each.whole is not None:
            left, top, right, bottom = each.whole
            middle = transform_point(back, (left + right) / 2, (top + bottom) / 2)
            size = round(right - left, 1), round(bottom - top, 1)
            looks[each.shape.paint, len(each.shape.segments), size].append(RepeatedSign(middle, each))
    return [signs for signs in looks.values() if 1 < len(signs) <= _MOST]


def _find_double(signs: Sequence[RepeatedSign]) -> DrawnShape | None:
    """Return the one shape that is on another of the same look; None if there is none, or more than one."""
    if len(signs) < _FEWEST or len({each.each.opacity for each in signs}) > 1:
        return None
    doubles = [
        (one, number)
        for number, one in enumerate(signs)
        if any(dist(one.at, other.at) < _SAME for other in signs[:number])
    ]
    if len(doubles) != 1 or not _are_siblings(signs):
        return None
    return doubles[0][0].each


def _are_siblings(signs: Sequence[RepeatedSign]) -> bool:
    """Return whether shapes are drawn side by side, as a loop draws them: their addresses differ in one step."""
    addresses = [each.each.address for each in signs]
    if len({len(each) for each in addresses}) > 1:
        return False
    return sum(len(set(steps)) > 1 for steps in zip(*addresses, strict=True)) <= 1


def _find_uneven(signs: Sequence[RepeatedSign]) -> tuple[RepeatedSign, Point] | None:
    """Return the only sign off a regular pattern, and where it belongs; None if there is none or more than one."""
    if (
        len(signs) < _FEWEST
        or not _are_siblings(signs)
        or not _match(signs, _mirror_across) + _match(signs, _mirror_down)
    ):
        return None
    left, top, right, bottom = point_bounds([each.at for each in signs])
    widest = max(right - left, bottom - top)
    for find_fit in (_fit_both_ways, _fit_across) if len(signs) >= _FEWEST_ONE_WAY else (_fit_both_ways,):
        found = []
        for number, sign in enumerate(signs):
            place = find_fit([*signs[:number], *signs[number + 1 :]], sign)
            if place is not None and _LEAST_OFF < dist(sign.at, place) <= _MOST_OFF * widest:
                found.append((sign, place))
        if len(found) in (1, 2):  # of a pair that does not match, either may be wrong
            return found[-1]
    return None


def _fit_both_ways(rest: Sequence[RepeatedSign], sign: RepeatedSign) -> Point | None:
    """Return where a sign would complete a pattern both across and down, None if nowhere."""
    across, down = _match(rest, _mirror_across), _match(rest, _mirror_down)
    if len(across) > 1 or len(down) > 1 or not across + down:
        return None
    x = -across[0].at[0] if across else 0.0
    y = -down[0].at[1] if down else 0.0
    fits = all(abs(each.at[1] - y) <= _SAME for each in across) and all(abs(each.at[0] - x) <= _SAME for each in down)
    return (x, y) if fits else None


def _fit_across(rest: Sequence[RepeatedSign], sign: RepeatedSign) -> Point | None:
    """Return where a sign would make a pattern symmetric left to right, None if nowhere."""
    across = _match(rest, _mirror_across)
    if len(across) > 1:
        return None
    return (-across[0].at[0], across[0].at[1]) if across else (0.0, sign.at[1])


def _mirror_across(point: Point) -> Point:
    return -point[0], point[1]


def _mirror_down(point: Point) -> Point:
    return point[0], -point[1]


def _match(signs: Sequence[RepeatedSign], move: Callable[[Point], Point]) -> list[RepeatedSign]:
    """Return the signs without another where a mirror or a turn puts them."""
    return [each for each in signs if not any(dist(move(each.at), other.at) < _SAME for other in signs)]


def _find_pips(place: DrawnPlace) -> list[RepeatedSign]:
    """Return the pips of a panel: all that it draws except for its ground, if they look alike.

    A pip may be made of several shapes around one middle.
    """
    back = _find_back(place) or IDENTITY
    left, top, right, bottom = point_bounds(place.declared.own)
    most = _GROUND * (right - left), _GROUND * (bottom - top)
    looks: dict[Hashable, list[RepeatedSign]] = defaultdict(list)
    for each in place.shapes:
        if not isinstance(each.shape, Path) or each.whole is None:
            return []
        box = each.whole
        if box[2] - box[0] < most[0] or box[3] - box[1] < most[1]:
            middle = transform_point(back, (box[0] + box[2]) / 2, (box[1] + box[3]) / 2)
            size = tuple(sorted((round(box[2] - box[0], 1), round(box[3] - box[1], 1))))
            looks[each.shape.paint, len(each.shape.segments), size].append(RepeatedSign(middle, each))
    layers = sorted(looks.values(), key=len)
    if not layers or len(layers[0]) != len(layers[-1]) or len(layers[0]) > _MOST_PIPS:
        return []
    same = all(dist(a.at, b.at) < _SAME for layer in layers for a, b in zip(layer, layers[0], strict=True))
    return layers[0] if same else []
