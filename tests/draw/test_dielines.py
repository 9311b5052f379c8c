"""The lines of a net: named groups, each line once, hatching that keeps clear of the folds, and white under the rest."""

from math import hypot

import pytest

from generator.draw.dielines import CLEAR, dielines, hatch, inset, with_room
from generator.model.net import LINES, Fold, Net, Panel, Tab
from generator.model.picture import IDENTITY, Group, Path, Segment

CUT: tuple[Segment, ...] = (("M", 0, 0), ("L", 20, 0), ("L", 20, 10), ("L", 16, 15), ("L", 4, 15), ("L", 0, 10), ("Z",))
PANELS = Panel("one", ((0, 0), (20, 0), (20, 10), (0, 10)), IDENTITY), Panel("two", ((0, 0),), IDENTITY)
FOLDS = (
    Fold(10, 0, 10, 10, "mountain", 90.0, "one", "two"),
    Fold(0, 5, 10, 5, "mountain", 90.0, "one", "two"),
    Fold(20, 10, 0, 10, "valley", 90.0, "one", "tab"),
)
TAB = Tab("tab", ((20, 10), (16, 15), (4, 15), (0, 10)), "two")


def named(net: Net) -> dict[str, tuple[Path, ...]]:
    """Return the paths of the named groups, in the order in which they are drawn."""
    groups = [shape for shape in dielines(net) if isinstance(shape, Group)]
    assert all(isinstance(shape, Path) for group in groups for shape in group.shapes)
    return {group.name: group.shapes for group in groups}  # type: ignore[misc]  # just seen


def ends(segments: tuple[Segment, ...]) -> list[tuple[float, float]]:
    return [(segment[1], segment[2]) for segment in segments if len(segment) > 2]


def test_each_kind_of_line_is_a_group_with_its_look() -> None:
    groups = named(Net(20, 15, PANELS, FOLDS, (TAB,), CUT))
    assert list(groups) == ["glue", "mountain", "valley", "cut"]
    assert [[path.paint for path in groups[kind]] for kind in ("mountain", "valley", "cut")] == [
        [LINES["mountain"]], [LINES["valley"]], [LINES["cut"]]
    ]  # fmt: skip
    assert groups["cut"][0].segments == CUT
    assert ends(groups["mountain"][0].segments) == [(10, 0), (10, 10), (0, 5), (10, 5)]
    assert ends(groups["valley"][0].segments) == [(20, 10), (0, 10)]
    assert groups["glue"][1].paint == LINES["glue"]


def test_what_a_net_does_not_have_is_no_group() -> None:
    assert list(named(Net(20, 15, PANELS, FOLDS[:1], (), CUT))) == ["mountain", "cut"]
    assert list(named(Net(20, 15, PANELS, (), (), CUT))) == ["cut"]


def test_lines_stand_out_on_dark_art() -> None:
    under = [shape for shape in dielines(Net(20, 15, PANELS, FOLDS, (TAB,), CUT)) if isinstance(shape, Path)]
    looks = [(path.paint.stroke, round(path.paint.width, 2), path.paint.dash) for path in under]
    assert looks == [("#ffffff", 0.35, ()), ("#ffffff", 0.35, ()), ("#ffffff", 0.75, ())]
    assert under[2].segments == CUT


def test_a_glue_area_keeps_clear_of_fold_and_cut() -> None:
    ground, lines = named(Net(20, 15, PANELS, FOLDS, (TAB,), CUT))["glue"]
    edges = list(zip(TAB.points, (*TAB.points[1:], TAB.points[0]), strict=True))
    for path in (ground, lines):
        for x, y in ends(path.segments):
            beside = [
                abs((x2 - x1) * (y - y1) - (x - x1) * (y2 - y1)) / hypot(x2 - x1, y2 - y1)
                for (x1, y1), (x2, y2) in edges
            ]
            assert min(beside) > CLEAR - 1e-9
            assert 10 < y < 15
    assert len(ends(lines.segments)) >= 20


@pytest.mark.parametrize("way", [1, -1])
def test_a_polygon_is_inset_whichever_way_it_runs(way: int) -> None:
    square = ((0, 0), (4, 0), (4, 3), (0, 3))[::way]
    assert set(inset(square, 1)) == {(1, 1), (3, 1), (3, 2), (1, 2)}
    assert inset(square, 2) == ()


def test_hatching_runs_from_edge_to_edge() -> None:
    segments = hatch(((0, 0), (4, 0), (4, 4), (0, 4)), 2**0.5)
    assert [tuple(round(value, 6) for value in point) for point in ends(segments)] == [
        (0, 1), (1, 0), (0, 3), (3, 0), (1, 4), (4, 1), (3, 4), (4, 3)
    ]  # fmt: skip


def test_a_picture_has_room_for_the_cut_line() -> None:
    assert with_room((0, 0, 54, 78)) == (-0.4, -0.4, 54.8, 78.8)
    assert with_room((-0.4, -0.4, 54.8, 78.8)) == (-0.4, -0.4, 54.8, 78.8)
    assert with_room((-2, -2, 58, 82)) == (-2, -2, 58, 82)
