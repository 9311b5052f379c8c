"""Dice: coins, cubes, and solids of 4, 8, 10, 12 and 20 faces."""

from collections.abc import Callable, Mapping, Sequence
from math import cos, radians, sin
from typing import Annotated, Any, Literal

from msgspec import Meta
from msgspec.structs import replace

from generator.components.nets.assembly import (
    FOLDED_KIND,
    make_fold,
    make_net,
    make_tab,
    panel_points,
)
from generator.geometry.matrix import Matrix
from generator.geometry.polygon import find_smallest_box_turn, rectangle_points
from generator.geometry.types import Points
from generator.model.data_types import WORD, Positive, Value
from generator.model.finding import DataError, Finding, KeyedError, Place, refuse
from generator.model.game import KindTraits, PartData
from generator.model.net import Corner, Net, Panel

# Greatest depth of a tab: in mm, and as a share of the edge, so that tabs from opposite edges of a face stay apart.
MAX_TAB_DEPTH = 6.0
MAX_TAB_SHARE = 0.4
# Column and row of each face: the first in the middle of a cross, its opposite at the foot. All tabs but one are on the
# long bar, in the notches beside it, where they do not enlarge the net; the arms are lids, closed last.
FACE_POSITIONS = {"a": (1, 1), "b": (1, 3), "c": (1, 0), "d": (1, 2), "e": (0, 1), "f": (2, 1)}
TOP, RIGHT, BOTTOM, LEFT = range(4)
FOLDS = (("a", TOP, "c"), ("a", BOTTOM, "d"), ("d", BOTTOM, "b"), ("a", LEFT, "e"), ("a", RIGHT, "f"))
TABS = (
    ("c", TOP, "b"),
    *(("c", LEFT, "e"), ("d", LEFT, "e"), ("b", LEFT, "e")),
    *(("c", RIGHT, "f"), ("d", RIGHT, "f"), ("b", RIGHT, "f")),
)
TETRAHEDRON, CUBE = 4, 6
SIDES = (2, 4, 6, 8, 10, 12, 20)
_CORNER_SHARE = 0.55  # of the way from the middle of a face to its corner, where a value stands on a die of four

FaceValue = int | float | Annotated[str, Meta(description="a word", pattern=WORD)]
Faces = Annotated[list[FaceValue], Meta(min_length=2, max_length=20)]


class DieData(PartData, frozen=True, kw_only=True):
    """A die; `size` is its edge in mm, the longer one of a die of ten, or the diameter of a coin.

    Of its faces the first and second are opposite, and so on by pairs. A die of four has its values at the corners.
    """

    size: Annotated[Positive, Meta(description="edge of the die, mm; diameter of a coin")]
    sides: Annotated[
        Literal[2, 4, 6, 8, 10, 12, 20] | None, Meta(description="number of faces, a cube unless given; 2 is a coin")
    ] = None
    faces: Annotated[
        Faces | None, Meta(description="values, opposite ones by pairs; or a column `faces`; with `sides`, 1, 2, 3 ...")
    ] = None

    def __post_init__(self) -> None:
        """Refuse more or fewer faces than the die has (KeyedError)."""
        if self.faces is not None and len(self.faces) != (self.sides or CUBE):
            raise KeyedError("faces", _describe_count(self.sides, len(self.faces)))


def _describe_count(sides: int | None, count: int) -> str:
    """Return what is wrong with a list of so many faces."""
    text = f"a die of {sides or CUBE} sides needs {sides or CUBE} faces, not {count}"
    return f"{text}; write `sides: {count}` if that is what you want" if sides is None and count in SIDES else text


def unfold_die(die: DieData, row: Mapping[str, Value], at: Callable[..., Place]) -> Net:
    """Return the net; DataError unless there is a value for each face, given once (GF005, GF006)."""
    values = _read_faces(die, row, at)
    match len(values):
        case 2:
            return _unfold_coin(die, values, at)
        case 6:
            return _unfold_cube(die.size, values)
    return _unfold_polyhedron(die, values, at)


def _unfold_cube(size: float, values: Sequence[Value]) -> Net:
    named = dict(zip(FACE_POSITIONS, values, strict=True))
    panels = {
        name: Panel(name, rectangle_points(size, size), (1, 0, 0, 1, column * size, line * size), named[name])
        for name, (column, line) in FACE_POSITIONS.items()
    }
    folds = [make_fold(panels[one], index, panels[other], "mountain", 90.0) for one, index, other in FOLDS]
    deep = min(MAX_TAB_DEPTH, MAX_TAB_SHARE * size)
    flaps = [flap for one, index, onto in TABS if (flap := make_tab(panels[one], index, onto, deep, 90.0))]
    facts = {"size": size}
    return make_net(list(panels.values()), [*folds, *(fold for _, fold in flaps)], [tab for tab, _ in flaps], facts)


def _unfold_coin(die: DieData, values: Sequence[Value], at: Callable[..., Place]) -> Net:
    """Return two discs, folded and glued back to back."""
    from generator.components.nets.foldover import FoldoverData, unfold_foldover

    net = unfold_foldover(FoldoverData(front=die.front, diameter=die.size), {}, at)
    panels = tuple(replace(panel, value=value) for panel, value in zip(net.panels, values, strict=True))
    return replace(net, panels=panels, facts={"size": die.size})


def _unfold_polyhedron(die: DieData, values: Sequence[Value], at: Callable[..., Place]) -> Net:
    from generator.components.nets.polyhedra import make_polyhedron
    from generator.components.nets.unfolding import unfold_solid

    solid = make_polyhedron(len(values))
    made = unfold_solid(solid, die.size, MAX_TAB_DEPTH)
    if made is None:
        raise refuse("GF006", at("size"), f"a die of {die.size:g} mm leaves no room for its tabs; make it larger")
    if len(values) == TETRAHEDRON:
        panels = [_mark_corners(panel, face, values) for panel, face in zip(made.panels, solid.faces, strict=True)]
    else:
        panels = [replace(panel, value=value) for panel, value in zip(made.panels, values, strict=True)]
    laid = (*map(panel_points, panels), *(tab.points for tab in made.tabs))
    turn = find_smallest_box_turn([point for polygon in laid for point in polygon])
    return make_net(panels, made.folds, made.tabs, {"size": die.size}, turn=turn)


def _mark_corners(panel: Panel, face: Sequence[int], values: Sequence[Value]) -> Panel:
    """Return a face of a die of four with the value of each of its corners, upright toward that corner."""
    marks = (
        Corner(f"{panel.id}.{number + 1}", number, values[number], _corner_matrix(panel.points, index))
        for index, number in enumerate(face)
    )
    return replace(panel, corners=tuple(marks))


def _corner_matrix(points: Points, index: int) -> Matrix:
    """Return the matrix that turns a text of a panel toward a corner, a third of a turn for each."""
    turn, (x, y) = radians(360 / len(points) * index), points[index]
    return cos(turn), sin(turn), -sin(turn), cos(turn), _CORNER_SHARE * x, _CORNER_SHARE * y


def _read_faces(die: DieData, row: Mapping[str, Value], at: Callable[..., Place]) -> Sequence[Value]:
    given = row.get("faces")
    if given is None and die.faces is None and die.sides is not None:
        return _standard_values(die.sides)
    if given is None and die.faces is None:
        message = "a die needs `faces`, its values, here or as a column of its rows; or `sides`, for 1, 2, 3 and so on"
        raise refuse("GF005", at("faces"), message)
    if given is not None and die.faces is not None:
        raise refuse("GF006", at("faces"), "faces are given both for the part and in its rows; keep one of them")
    if given is None:
        return die.faces or []
    return _check_row_faces(die, given, at)


def _standard_values(sides: int) -> Sequence[Value]:
    from generator.components.nets.polyhedra import STANDARD_VALUES

    return STANDARD_VALUES[sides]


def _check_row_faces(die: DieData, given: Any, at: Callable[..., Place]) -> Sequence[Value]:
    if not isinstance(given, list):
        raise refuse("GF006", at("faces"), f"faces must be a list of {die.sides or CUBE} values, not {given!r}")
    if len(given) != (die.sides or CUBE):
        raise refuse("GF006", at("faces"), _describe_count(die.sides, len(given)))
    if wrong := [number for number, value in enumerate(given) if not _is_face(value)]:
        raise DataError(Finding("GF006", at("faces", n), f"faces[{n}] must be a number or a word") for n in wrong)
    return given


def _is_face(value: Value) -> bool:
    """Return whether a value can be on a face: a number, or text that is not blank."""
    return bool(value.strip()) if isinstance(value, str) else type(value) in (int, float)


DIE = FOLDED_KIND._replace(data=DieData, net=unfold_die, traits=KindTraits(stacks=False, thrown=True, foot="a"))
