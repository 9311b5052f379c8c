"""Dice of any number of faces, read from finished sheets, fold into closed solids with their values in place."""

from collections import defaultdict
from collections.abc import Callable
from itertools import combinations
from math import acos, atan, cos, degrees, dist, hypot, pi, sin, sqrt, tan
from pathlib import Path

import pytest

from tests import origami
from tests.kits import run
from tests.origami import Leaf, Marks, Solid, angle_between, dot
from tests.test_folding import FORMATS, build_nets, fold_over, leaf_edges, list_folds

# the fold of a regular solid is 180 degrees less its dihedral angle (Coxeter, Regular Polytopes, table I)
FOLD_ANGLES = {
    4: 180 - degrees(acos(1 / 3)),
    8: 180 - degrees(acos(-1 / 3)),
    12: 180 - degrees(2 * atan((1 + sqrt(5)) / 2)),
    20: 180 - degrees(acos(-sqrt(5) / 3)),
}
TABS = {4: 3, 8: 5, 10: 11, 12: 19, 20: 11}
EDGES = {4: 6, 8: 12, 10: 20, 12: 30, 20: 30}
LETTERS = "abcdefghijklmnopqrst"
SIZE = 21.0


def bend_kites() -> Callable[[float], float]:
    """Return the angle of a fold of a die of ten by its length; its zigzag has the corners of two pentagons."""

    def ring(number: int) -> Solid:
        return cos(number * pi / 5), sin(number * pi / 5), tan(pi / 10) ** 2 * (-1) ** number

    def normal(apex: float, one: int, other: int) -> Solid:
        return origami.cross(*(origami.subtract(ring(number), (0, 0, apex)) for number in (one, other)))

    upper, beside, below = normal(1, 0, 2), normal(1, 2, 4), normal(-1, 3, 1)
    long, short = (dist(ring(0), (0, 0, 1)), dist(ring(0), ring(1)))
    middle = (1 + short / long) / 2 * SIZE
    angles = angle_between(upper, beside), angle_between(upper, below)
    return lambda length: angles[length < middle]


def fold_solid(marks: Marks, sides: int) -> dict[str, Leaf]:
    """Fold a die and hold that it is closed, convex, and glued along each edge that is not folded."""
    leaves = origami.fold_net(marks, "a", lambda one, other: FOLD_ANGLES[sides], bend_kites() if sides == 10 else None)
    panels = origami.list_panels(leaves)
    assert "".join(sorted(panels)) == LETTERS[:sides]
    longest = [max(dist(p, q) for p, q in leaf_edges(leaf)) for leaf in panels.values()]
    assert max(abs(length - SIZE) for length in longest) < 0.01
    meeting = origami.find_meeting_panels(leaves)
    assert len(meeting) == EDGES[sides]
    glued = origami.find_glued_panels(leaves)
    assert (len(glued), glued | list_folds(leaves)) == (TABS[sides], meeting)
    corners = [corner for leaf in panels.values() for corner in leaf.corners]
    for leaf in panels.values():
        height = origami.on_plane(leaf)
        assert max(height(corner)[1] for corner in corners) < origami.MEET, "the printed sides look outward"
    return leaves


@pytest.mark.parametrize("form", FORMATS)
def test_dice_of_any_number_of_faces_fold_up(tmp_path: Path, form: str) -> None:
    parts = {f"d{sides}": {"kind": "die", "sides": sides, "size": SIZE} for sides in EDGES}
    nets = build_nets(tmp_path, parts, form)
    for sides in EDGES:
        leaves = fold_solid(nets[f"d{sides}.1.c1.front"], sides)
        for one, other in zip(LETTERS[:sides:2], LETTERS[1:sides:2], strict=True):
            is_opposite = dot(leaves[one].normal, leaves[other].normal) < -0.9999
            assert is_opposite == (sides != 4)


def test_numbers_of_opposite_faces_add_up_as_on_common_dice(tmp_path: Path) -> None:
    parts = {f"d{sides}": {"kind": "die", "sides": sides, "size": SIZE} for sides in (8, 10, 12, 20)}
    nets = build_nets(tmp_path, parts, "pdf")
    for sides in (8, 10, 12, 20):
        marks = nets[f"d{sides}.1.c1.front"]
        shown = {name: len(marks[f"face.{name}"]) - 1 for name in LETTERS[:sides]}  # a stroke for each point
        assert sorted(shown.values()) == [n + (sides != 10) for n in range(sides)]
        pairs = zip(LETTERS[:sides:2], LETTERS[1:sides:2], strict=True)
        assert {shown[one] + shown[other] for one, other in pairs} == {sides - 1 if sides == 10 else sides + 1}


def test_a_die_of_twenty_is_numbered_as_those_that_are_sold(tmp_path: Path) -> None:
    marks = build_nets(tmp_path, {"d20": {"kind": "die", "sides": 20, "size": SIZE}}, "pdf")["d20.1.c1.front"]
    leaves = fold_solid(marks, 20)
    shown = {name: len(marks[f"face.{name}"]) - 1 for name in LETTERS}
    around: dict[int, set[int]] = defaultdict(set)
    for one, other in map(sorted, origami.find_meeting_panels(leaves)):
        around[shown[one]].add(shown[other])
        around[shown[other]].add(shown[one])
    upper = [{7, 13, 19}, {12, 18, 20}, {16, 17, 19}, {11, 14, 18}, {13, 15, 18}]
    upper += [{9, 14, 16}, {1, 15, 17}, {10, 16, 20}, {6, 11, 19}, {8, 12, 17}]
    assert around == {
        number: each if number <= 10 else {21 - other for other in upper[20 - number]}
        for number, each in enumerate([*upper, *[set[int]()] * 10], 1)
    }


@pytest.mark.parametrize("form", FORMATS)
def test_a_die_of_four_has_each_value_upright_at_one_corner(tmp_path: Path, form: str) -> None:
    faces = ["wax", "tin", "oak", "jet"]
    part = {"kind": "die", "sides": 4, "size": SIZE, "faces": faces}
    marks = build_nets(tmp_path, {"d4": part}, form)["d4.1.c1.front"]
    leaves = fold_solid(marks, 4)
    tips: dict[str, list[Solid]] = defaultdict(list)
    for name, ((start, end),) in ((name, lines) for name, lines in marks.items() if name.startswith("corner.")):
        _, panel, number = name.split(".")
        leaf = leaves[panel]
        up = leaf.fold_direction(end[0] - start[0], end[1] - start[1])
        at = leaf.move((*start, 0.0))
        tip = min(leaf.corners, key=lambda corner: dist(corner, at))
        way = origami.subtract(tip, at)
        assert dot(up, way) / hypot(*way) > 0.999, "the value stands upright toward its corner"
        tips[number].append(tip)
    assert sorted(tips) == ["1", "2", "3", "4"]
    for found in tips.values():
        assert len(found) == 3
        assert max(dist(*pair) for pair in combinations(found, 2)) < origami.MEET
    assert min(dist(one[0], other[0]) for one, other in combinations(tips.values(), 2)) > SIZE - 0.01


@pytest.mark.parametrize("form", FORMATS)
def test_a_coin_shows_both_its_sides(tmp_path: Path, form: str) -> None:
    marks = build_nets(tmp_path, {"coin": {"kind": "die", "sides": 2, "size": 24, "faces": [1, 0]}}, form)[
        "coin.1.c1.front"
    ]
    fold_over(marks)
    assert [len(marks[f"face.{side}"]) - 1 for side in ("front", "back")] == [1, 0]


FAULTS = {
    "kind: die, size: 20, faces: [1, 2, 3, 4]": "a die of 6 sides needs 6 faces, not 4; write `sides: 4` if that is what you want",
    "kind: die, size: 20, sides: 8, faces: [1, 2, 3, 4]": "a die of 8 sides needs 8 faces, not 4",
    "kind: die, size: 20": "a die needs `faces`, its values, here or as a column of its rows; or `sides`, for 1, 2, 3 and so on",
    "kind: die, size: 20, sides: 8, rows: [{faces: [1, 2]}]": "a die of 8 sides needs 8 faces, not 2",
    "kind: die, size: 20, rows: [{faces: [1, 2, 3]}]": "a die of 6 sides needs 6 faces, not 3",
}


@pytest.mark.parametrize(("part", "says"), FAULTS.items())
def test_a_die_that_cannot_be_made_is_refused(tmp_path: Path, part: str, says: str) -> None:
    folder = tmp_path / "dice"
    (folder / "templates").mkdir(parents=True)
    (folder / "templates" / "d.svg.j2").write_text("<svg/>", "utf-8")
    head = 'title: T\nversion: "1"\nplayers: [1, 1]\nparts:\n'
    (folder / "game.yaml").write_text(f"{head}  die: {{{part}, front: d.svg.j2, copies: 1}}\n", "utf-8")
    status, _, errors = run(["check", str(folder)])
    assert status == 1
    assert says in errors
    assert "game.yaml:5:" in errors
