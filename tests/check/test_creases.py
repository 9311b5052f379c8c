"""The line round a net and its folds must be drawn where the data have them, from end to end, and nothing besides."""

from itertools import pairwise

from msgspec.structs import replace

from generator.check.sheets.cut_lines import check_fold_lines
from generator.geometry.types import Outline, Segment
from generator.model.game import Part
from generator.model.net import Fold, Net
from generator.model.printed import Mark, ReadPiece
from tests.check.facts import keep_facts
from tests.check.kit import find_in_format, part

Line = tuple[float, float, float, float]

# two squares of 10 mm side by side, folded away along their common edge, with a tab on the right that folds up
CORNERS = ((0.0, 0.0), (24.0, 0.0), (24.0, 10.0), (0.0, 10.0))
CUT: tuple[Segment, ...] = (("M", 0.0, 0.0), *(("L", *corner) for corner in CORNERS[1:]), ("Z",))
FOLDS = (Fold(10, 0, 10, 10, "mountain", 90, "a", "b"), Fold(20, 0, 20, 10, "valley", 90, "b", "tab"))
NET = Net(24, 10, (), FOLDS, (), CUT)
EDGES: tuple[Line, ...] = ((0, 0, 24, 0), (24, 0, 24, 10), (24, 10, 0, 10), (0, 10, 0, 0))
# one fold is drawn in two stretches, of black and of white
SOUND: dict[str, tuple[Line, ...]] = {
    "cut": EDGES,
    "mountain": ((10, 0, 10, 4), (10, 4, 10, 10)),
    "valley": ((20, 0, 20, 10),),
}


def box(net: Net = NET) -> Part:
    plain = part("box", Outline(24, 10), None, [("a", 1)], 9)
    return replace(plain, designs=(plain.designs[0]._replace(net=net),))


def found(net: Net = NET, **groups: tuple[Line, ...]) -> list[str]:
    """Return what is said of a net that is turned by a quarter, with these groups in place of sound ones."""
    matrix = (0.0, 1.0, -1.0, 0.0, 60.0, 60.0)
    marks = tuple(
        Mark(name, matrix, b"", lines=tuple((60 - b, 60 + a, 60 - d, 60 + c) for a, b, c, d in lines))
        for name, lines in (SOUND | groups).items()
    )
    seen = ReadPiece("box.a.c1.front", "box", "a", 1, "front", "wren.pdf", 3, matrix, b"", None, (210.0, 297.0), marks)
    return [
        keep_facts(says(str(each)), "not|cut|away|up") for each in find_in_format(check_fold_lines, [box(net)], [seen])
    ]


def says(line: str) -> str:
    return line.removeprefix(SAYS).removesuffix(" (templates/front)")


SAYS = "wren/game.yaml:9:3: GF127 box.a.c1.front in wren.pdf, page 3: it is "


def test_all_lines_are_there() -> None:
    assert found() == []
    near = ((0, 0.04, 12, 0), (12.03, 0, 24, 0), (24, 10, 24, 0), *EDGES[2:])
    assert found(cut=near) == []  # in stretches, from either end
    assert found(cut=(*EDGES[:2], (24, 10, 3, 10), (5, 10, 0, 10), EDGES[3])) == []  # which overlap


def test_a_line_that_is_missing() -> None:
    assert found(cut=()) == ["`not` `cut` 0 0 24 0 3"]
    assert found(cut=EDGES[:3]) == ["`not` `cut` 0 10 0 0"]
    assert found(mountain=()) == ["`not` `away` 10 0 10 10"]
    # its corners are there, as those of its neighbors
    assert found(cut=(EDGES[0], EDGES[2])) == ["`not` `cut` 24 0 24 10 1"]


def test_a_stretch_that_is_missing() -> None:
    assert found(mountain=((10, 0, 10, 4), (10, 4.5, 10, 10))) == ["`not` `away` 10 4 10 4.5"]
    assert found(mountain=((10, 0, 10, 4),)) == ["`not` `away` 10 4 10 10"]
    assert found(valley=((20, 0, 20, 9.9),)) == ["`not` `up` 20 9.9 20 10"]


def test_a_line_that_is_displaced() -> None:
    assert found(valley=((20, 0, 20.1, 10),)) == [
        "`not` `up` 20 0 20 10",
        "`up` 20 0 20.1 10",
    ]


def test_ends_that_are_paired_otherwise() -> None:
    net = replace(NET, folds=(FOLDS[0], replace_kind(FOLDS[1])))
    assert found(net, mountain=((10, 0, 10, 10), (20, 0, 20, 10)), valley=()) == []
    assert found(net, mountain=((10, 0, 20, 0), (10, 10, 20, 10)), valley=()) == [
        "`not` `away` 10 0 10 10 1",
        "`away` 10 0 20 0 1",
    ]


def replace_kind(fold: Fold) -> Fold:
    return fold._replace(kind="mountain")


def test_a_line_too_many() -> None:
    assert found(cut=(*EDGES, (0, 0, 24, 10))) == ["`cut` 0 0 24 10"]
    assert found(cut=(*EDGES[1:], (0, 0, 48, 0.06))) == ["`cut` 0 0 48 0.06"]


def test_a_fold_the_wrong_way() -> None:
    assert found(mountain=SOUND["valley"], valley=SOUND["mountain"]) == [
        "`not` `away` 10 0 10 10",
        "`away` 20 0 20 10",
        "`not` `up` 20 0 20 10",
        "`up` 10 0 10 4 1",
    ]


def test_a_curve_is_covered_by_its_chords() -> None:
    # half of an ellipse in place of the right edge, by the formula of a Bezier curve: its middle is at 27, 5
    curve: Segment = ("C", 28.0, 0.0, 28.0, 10.0, 24.0, 10.0)
    net = replace(NET, cut=(CUT[0], CUT[1], curve, *CUT[3:]))
    chords = tuple((*one, *other) for one, other in pairwise(((24.0, 0.0), (27.0, 5.0), (24.0, 10.0))))
    assert found(net, cut=(EDGES[0], *EDGES[2:], *chords)) == []
    assert found(net, cut=(EDGES[0], *EDGES[2:], (24, 0, 24, 10))) == []
    assert found(net, cut=(EDGES[0], *EDGES[2:], chords[0])) == ["`not` `cut` 27 5 24 10"]
    assert found(net, cut=(EDGES[0], *EDGES[2:], chords[0], (27.2, 5, 24, 10))) == [
        "`not` `cut` 27 5 24 10",
        "`cut` 27.2 5 24 10",
    ]
