"""The line round a net and its folds must be drawn where the data have them, each in the group that says what it is."""

from msgspec.structs import replace

from generator.check.faces.creases import creases
from generator.model.game import Outline, Part
from generator.model.net import Fold, Net
from generator.model.picture import Segment
from generator.model.printed import Mark, Seen
from tests.check.kit import part

# two squares of 10 mm side by side, folded away along their common edge, with a tab on the right that folds up
CORNERS = ((0.0, 0.0), (24.0, 0.0), (24.0, 10.0), (0.0, 10.0))
CUT: tuple[Segment, ...] = (("M", 0.0, 0.0), *(("L", *corner) for corner in CORNERS[1:]), ("Z",))
FOLDS = (Fold(10, 0, 10, 10, "mountain", 90, "a", "b"), Fold(20, 0, 20, 10, "valley", 90, "b", "tab"))
NET = Net(24, 10, (), FOLDS, (), CUT)
SOUND = {
    "cut": CORNERS,
    "mountain": ((10.0, 0.0), (10.0, 4.0), (10.0, 10.0)),
    "valley": ((20.0, 0.0), (20.0, 10.0)),
}


def box() -> Part:
    plain = part("box", Outline(24, 10), None, [("a", 1)], 9)
    return replace(plain, designs=(plain.designs[0]._replace(net=NET),))


def found(**groups: tuple[tuple[float, float], ...]) -> list[str]:
    """Return what is said of a net that is turned by a quarter, with these groups in place of sound ones."""
    matrix = (0.0, 1.0, -1.0, 0.0, 60.0, 60.0)
    marks = tuple(
        Mark(name, matrix, b"", tuple((60 - y, 60 + x) for x, y in points)) for name, points in (SOUND | groups).items()
    )
    seen = Seen("box.a.c1.front", "box", "a", 1, "front", "wren.pdf", 3, matrix, b"", None, (210.0, 297.0), marks)
    return [str(each) for each in creases([box()], [seen])]


SAYS = "wren/game.yaml:9:3: GF127 box.a.c1.front in wren.pdf, page 3: it is not "
END = " of its net{} (templates/front)"


def test_all_lines_are_there() -> None:
    assert found() == []
    assert found(cut=(*CORNERS, (12.0, 0.0)), mountain=((10.04, 0.0), (10.0, 10.0))) == []


def test_a_line_that_is_missing() -> None:
    assert found(cut=()) == [f"{SAYS}cut at 0, 0 mm{END.format(', and 3 more such faults')}"]
    assert found(cut=CORNERS[:3]) == [f"{SAYS}cut at 0, 10 mm{END.format('')}"]
    assert found(mountain=()) == [f"{SAYS}folded away at 10, 0 mm{END.format(', and 1 more such fault')}"]


def test_a_line_that_is_displaced() -> None:
    assert found(valley=((20.0, 0.0), (20.0, 9.9))) == [f"{SAYS}folded up at 20, 10 mm{END.format('')}"]
    assert found(cut=((0.1, 0.0), *CORNERS[1:])) == [f"{SAYS}cut at 0, 0 mm{END.format('')}"]


def test_a_fold_the_wrong_way() -> None:
    other = {"mountain": SOUND["valley"], "valley": SOUND["mountain"]}
    assert found(**other) == [
        f"{SAYS}folded away at 10, 0 mm{END.format(', and 1 more such fault')}",
        f"{SAYS}folded up at 20, 0 mm{END.format(', and 1 more such fault')}",
    ]
