"""Read features from drawings: the texts, signs, shapes and images of each face, by their place on it.

A sign is a group that is moved, scaled or turned and holds no text, such as what a `use` draws. Only the picture is
read, no pixels: one walk for each face.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from math import atan2, degrees, dist, hypot
from typing import Any, NamedTuple

from generator.check.analysis.drawing import Address, Drawing, NamedGroup, is_painted
from generator.check.analysis.value_text import text_matches
from generator.check.outliers.feature_table import FOLLOWS, MATCHES, OWN, SAME_RULE, Feature, Rule
from generator.geometry.matrix import IDENTITY, Matrix, invert_matrix, multiply_matrices, transform_point
from generator.geometry.types import Point, Segment
from generator.model.picture import Group, Image, Paint, Path, Shape, Text

_FEWEST = 4  # faces that have a feature: of fewer, none is odd
_MOST_FEATURES = 60  # of the faces of a part, those that most have: work grows with their number
_MOST_COUNTED = 16  # signs that a reader counts
_STEP = 0.5  # mm: drawings nearer to one another are in one place
_LAID_OUT = 3  # signs that lie evenly or not: two always do
_COUNTED = 6  # others on which there are as many signs as a column says: small numbers agree by chance
_SORTED, _FELLOWS = 4, 3  # faces of other classes, and of its own, whose drawings follow from a column
_SHOWN_PAINTS = 3  # others that are painted in the color that a column says

FeatureKey = tuple[Any, ...]


class DrawnThing(NamedTuple):
    """What is drawn of a thing: shapes, the matrix from their coordinates to those of the thing, and their address."""

    shapes: Sequence[Shape]
    matrix: Matrix = IDENTITY
    address: Address = ()


class SeenFeature(NamedTuple):
    """What a thing has of a feature, and the shape or group that shows it."""

    value: Any
    address: Address


class _Sort(NamedTuple):
    """A sort of feature: what a message calls it, the rules that it may obey, and how it is written."""

    what: str
    rules: Sequence[Rule]
    spell: str = ""  # all values are called so, empty for the values themselves


_SORTS = {
    "text": _Sort("this text", (MATCHES, FOLLOWS)),
    "sign": _Sort("the sign in this place", (FOLLOWS, OWN), "a drawing"),
    "image": _Sort("the image in this place", (FOLLOWS, OWN), "one"),
    "paint": _Sort("the paint of this", (MATCHES, FOLLOWS)),
    "pips": _Sort("the number of signs that are alike", (MATCHES,)),
    "layout": _Sort("the layout of these signs", (SAME_RULE,)),
    "count": _Sort("the number of these signs", (MATCHES, FOLLOWS)),
    "turn": _Sort("the turn of this sign, in degrees,", (SAME_RULE, FOLLOWS)),
    "scale": _Sort("the scale of this sign", (SAME_RULE, FOLLOWS)),
    "turns": _Sort("the turn of the texts, in degrees,", (SAME_RULE, FOLLOWS)),
    "place": _Sort("the place of this sign, in mm,", (SAME_RULE, FOLLOWS)),
}


class FeatureReader:
    """Read things one by one; outlines are known by a number, and each is compared with the others once."""

    def __init__(self) -> None:
        self._outlines: dict[tuple[Segment, ...], int] = {}
        self._paths: dict[int, tuple[Path, int]] = {}  # by identity: the faces of a part share most paths

    def read(self, thing: DrawnThing) -> dict[FeatureKey, SeenFeature]:
        """Return all features of a thing by their keys, which begin with the sort of the feature."""
        found: dict[FeatureKey, SeenFeature] = {}
        texts: dict[FeatureKey, list[tuple[float, str, Address]]] = defaultdict(list)
        # by look and size: smaller ones stand in texts
        signs: dict[Any, list[tuple[Matrix, Address]]] = defaultdict(list)
        for shape, matrix, address in _walk(thing.shapes, thing.matrix, thing.address):
            match shape:
                case Text() if shape.text.strip() and is_painted(shape.paint):
                    x, y = transform_point(matrix, shape.x, shape.y)
                    style = (round(y, 1), round(shape.size, 1), shape.font.weight, *_round(matrix[:4], 1))
                    texts[style].append((x, shape.text.strip(), address))
                case Path():
                    key = "paint", self._number(shape), *_round(matrix, 1)
                    found[key] = SeenFeature(_spell_paint(shape.paint), address)
                case Image():
                    key = "image", *_round(transform_point(matrix, shape.x, shape.y), 0)
                    found[key] = SeenFeature(shape.key, address)
                case Group():
                    look, paints = self._describe(shape.shapes)
                    signs[look, _scale(matrix)].append((matrix, address))
                    there = _round(matrix[4:], 0)
                    seen = {"sign": look, "turn": _turn(matrix), "scale": _scale(matrix)}
                    found |= {(sort, *there): SeenFeature(value, address) for sort, value in seen.items()}
                    if len(paints) == 1:
                        found["paint", "sign", *there] = SeenFeature(next(iter(paints)), address)
        found |= {
            ("text", *key, number): SeenFeature(text, address)
            for key, some in texts.items()
            for number, (_, text, address) in enumerate(sorted(some))
        }
        for look, some in signs.items():
            found |= _describe_signs(look, some)
        if signs:
            counts = {len({_round(matrix[4:], 0) for matrix, _ in some}) for some in signs.values()}
            most = max(signs.values(), key=len)
            found["pips",] = SeenFeature(tuple(sorted(counts)), most[0][1])
            if len(most) >= _LAID_OUT:
                found["layout",] = SeenFeature(_lie_evenly([matrix[4:] for matrix, _ in most]), most[0][1])
        if texts:
            turns = tuple(sorted({_turn((*key[3:], 0.0, 0.0)) for key in texts}))
            found["turns",] = SeenFeature(turns, next(iter(texts.values()))[0][2])
        return found

    def _number(self, path: Path) -> int:
        """Return the number of the outline of a path."""
        if id(path) not in self._paths:
            self._paths[id(path)] = path, self._outlines.setdefault(path.segments, len(self._outlines))
        return self._paths[id(path)][1]

    def _describe(self, shapes: Sequence[Shape]) -> tuple[tuple[Any, ...], set[str]]:
        """Return what shapes look like without their paints, and these."""
        looks: list[Any] = []
        paints: set[str] = set()
        for shape in shapes:
            match shape:
                case Path():
                    looks.append(self._number(shape))
                    paints.add(_spell_paint(shape.paint))
                case Image():
                    looks.append(shape.key)
                case Group():
                    look, some = self._describe(shape.shapes)
                    looks.append((_round(shape.matrix, 2), look))
                    paints |= some
        return tuple(looks), paints


def find_group(shapes: Sequence[Shape], address: Address) -> Group:
    """Return the group at an address."""
    group = Group(tuple(shapes))
    for index in address:
        inner = group.shapes[index]
        assert isinstance(inner, Group)
        group = inner
    return group


def _walk(shapes: Sequence[Shape], matrix: Matrix, address: Address) -> Iterator[tuple[Shape, Matrix, Address]]:
    """Yield the texts, paths and images of shapes, and signs as a whole, with matrices to the outermost coordinates."""
    for index, shape in enumerate(shapes):
        here = (*address, index)
        if not isinstance(shape, Group):
            yield shape, matrix, here
            continue
        inner = multiply_matrices(matrix, shape.matrix)
        if shape.matrix != IDENTITY and not _has_text(shape):
            yield shape, inner, here
        else:
            yield from _walk(shape.shapes, inner, here)


def _has_text(group: Group) -> bool:
    return any(_has_text(each) if isinstance(each, Group) else isinstance(each, Text) for each in group.shapes)


def _describe_signs(look: Any, signs: Sequence[tuple[Matrix, Address]]) -> Iterator[tuple[FeatureKey, SeenFeature]]:
    """Yield how many signs of one look and size there are, and where the only one is."""
    matrix, address = signs[0]
    yield ("count", look), SeenFeature(len(signs), address)
    if len(signs) == 1:
        yield ("place", look), SeenFeature(_round(matrix[4:], 0), address)


def describe_layout(drawing: Drawing, group: NamedGroup, amount: int) -> Any:
    """Return where the pips of a panel lie evenly, in its coordinates; None if it has not so many equal shapes."""
    back = invert_matrix(group.matrix) or IDENTITY
    sizes = defaultdict[Any, list[Point]](list)
    for left, top, right, bottom in {each.whole for each in drawing.shapes[group.first : group.end] if each.whole}:
        middle = transform_point(back, (left + right) / 2, (top + bottom) / 2)
        sizes[_round((right - left, bottom - top), 1)].append(middle)
    points = next((some for some in sizes.values() if len(some) == amount <= _MOST_COUNTED), None)
    if not points:
        return None
    x, y = _find_middle(points)
    return f"at {_round((x, y), 0)} mm" if _lie_evenly(points) else "nowhere, since they lie unevenly,"


def _find_middle(points: Sequence[Point]) -> Point:
    xs, ys = zip(*points, strict=True)
    return (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2


def _lie_evenly(points: Sequence[Point]) -> bool:
    """Return whether half a turn or a reflection about their middle maps points on one another."""
    x, y = _find_middle(points)
    motions = [[(2 * x - a, 2 * y - b) for a, b in points], [(2 * x - a, b) for a, b in points]]
    motions.append([(a, 2 * y - b) for a, b in points])
    return any(all(min(dist(one, other) for other in points) < _STEP for one in moved) for moved in motions)


def _round(values: Sequence[float], digits: int) -> tuple[float, ...]:
    """Return values rounded, without digits to the step within which drawings are in one place; no zero is negative."""
    if not digits:
        return tuple(round(value / _STEP) * _STEP + 0.0 for value in values)
    return tuple(round(value, digits) + 0.0 for value in values)


def _turn(matrix: Matrix) -> int:
    return round(degrees(atan2(matrix[1], matrix[0]))) % 360


def _scale(matrix: Matrix) -> float:
    return round(hypot(*matrix[:2]), 2)


def _spell_paint(paint: Paint) -> str:
    """Return the paint that is seen: a fill, else a stroke; a gradient by the colors that it has."""
    ink = paint.fill if paint.fill is not None and paint.fill_opacity > 0 else paint.stroke
    return "none" if ink is None else ink if isinstance(ink, str) else " ".join(color for _, color in ink.stops)


def make_features(things: Sequence[Mapping[FeatureKey, SeenFeature]]) -> dict[Any, Feature]:
    """Return the features that enough things have, as columns of a table."""
    times = Counter(key for thing in things for key in thing)
    kept = [key for key, count in times.most_common(_MOST_FEATURES) if count >= _FEWEST]
    return {key: _make_feature(key, things) for key in kept}


def _make_feature(key: FeatureKey, things: Sequence[Mapping[FeatureKey, SeenFeature]]) -> Feature:
    sort = _SORTS[key[0]]
    found = (thing.get(key) for thing in things)
    values = [seen.value if seen else 0 if key[0] == "count" else None for seen in found]
    spell = (lambda _: sort.spell) if sort.spell else _spell
    feature = Feature(sort.what, values, sort.rules, spell=spell, following=_SORTED, fellows=_FELLOWS)
    match key[0]:
        case "text":
            return feature._replace(matches=text_matches)
        case "paint":
            return feature._replace(matching=_SHOWN_PAINTS)
        case "count":
            return feature._replace(matches=_is_count, matching=_COUNTED)
        case "layout":
            return feature._replace(spell=lambda is_even: "even" if is_even else "uneven", is_certain=True)
        case "pips":
            return feature._replace(matches=_has_count, matching=_COUNTED, may_show=_is_amount)
    return feature


def _spell(value: Any) -> str:
    """Return a value as a message shows it: several in one text."""
    return " and ".join(map(str, value)) if isinstance(value, tuple) else repr(value)


def _is_count(count: int, value: Any) -> bool:
    return type(value) is int and count == value and count <= _MOST_COUNTED


def _is_amount(value: Any) -> bool:
    return type(value) is int and 1 < value <= _MOST_COUNTED


def _has_count(counts: Sequence[int], value: Any) -> bool:
    return value in counts
