"""Dice: nets of cubes with seven tabs."""

from collections.abc import Callable, Mapping, Sequence
from typing import Annotated

from msgspec import Meta

from generator.components.nets.assembly import make_fold, make_net, make_tab, rectangle_points
from generator.model.data_types import WORD, Positive, Value
from generator.model.finding import DataError, Finding, Place, refuse
from generator.model.game import PartData
from generator.model.net import Net, Panel

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

FaceValue = int | float | Annotated[str, Meta(description="a word", pattern=WORD)]
SixFaces = Annotated[list[FaceValue], Meta(min_length=6, max_length=6)]


class DieData(PartData, frozen=True, kw_only=True):
    """A cube; `size` is its edge in mm. Of its six faces the first and second are opposite, and so on by pairs."""

    size: Annotated[Positive, Meta(description="edge of the cube, mm")]
    faces: Annotated[SixFaces | None, Meta(description="six values, opposite ones by pairs; or a column `faces`")] = (
        None
    )


def unfold_die(die: DieData, row: Mapping[str, Value], at: Callable[..., Place]) -> Net:
    """Return the net; DataError unless there are six faces, given once (GF005, GF006)."""
    values = dict(zip(FACE_POSITIONS, _read_faces(die, row, at), strict=True))
    size = die.size
    panels = {
        name: Panel(name, rectangle_points(size, size), (1, 0, 0, 1, column * size, line * size), values[name])
        for name, (column, line) in FACE_POSITIONS.items()
    }
    folds = [make_fold(panels[one], index, panels[other], "mountain", 90.0) for one, index, other in FOLDS]
    deep = min(MAX_TAB_DEPTH, MAX_TAB_SHARE * size)
    flaps = [flap for one, index, onto in TABS if (flap := make_tab(panels[one], index, onto, deep, 90.0))]
    facts = {"size": size}
    return make_net(list(panels.values()), [*folds, *(fold for _, fold in flaps)], [tab for tab, _ in flaps], facts)


def _read_faces(die: DieData, row: Mapping[str, Value], at: Callable[..., Place]) -> Sequence[Value]:
    given = row.get("faces")
    if given is None and die.faces is None:
        raise refuse("GF005", at("faces"), "a die needs `faces`: six values, here or as a column of its rows")
    if given is not None and die.faces is not None:
        raise refuse("GF006", at("faces"), "faces are given both for the part and in its rows; keep one of them")
    if given is None:
        return die.faces or []
    if not isinstance(given, list) or len(given) != 6:
        what = f"a list of {len(given)}" if isinstance(given, list) else repr(given)
        raise refuse("GF006", at("faces"), f"faces must be a list of six values, not {what}")
    if wrong := [number for number, value in enumerate(given) if not _is_face(value)]:
        raise DataError(Finding("GF006", at("faces", n), f"faces[{n}] must be a number or a word") for n in wrong)
    return given


def _is_face(value: Value) -> bool:
    """Tell whether a value can be on a face: a number, or text that is not blank."""
    return bool(value.strip()) if isinstance(value, str) else type(value) in (int, float)
