"""Nets from finished PDF and SVG sheets fold into closed, glued solids."""

from collections.abc import Callable, Mapping
from functools import partial
from itertools import combinations
from math import dist, hypot
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from generator.components.nets import die
from generator.components.nets.assembly import make_tab
from tests import origami
from tests.kits import Kits, run
from tests.origami import Leaf, Marks, angle_between, dot
from tests.samples import UNREAD, examples

# Each face is drawn as an arrow from its middle upward, and its value as so many strokes below it.
TEMPLATE = """\
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {{ w }} {{ h }}">
  {% set u = w / 72 %}
  {% for f in (faces if faces is defined else []) %}
  <g class="{{ f.mark }}" transform="{{ f.at }}">
    <line x1="0" y1="0" x2="0" y2="-1" stroke="#000000" stroke-width="0.2"/>
    {% for k in range(f.value if f.value is number else 0) %}
    <line x1="{{ 0.8 * k * u }}" y1="{{ 0.3 * u }}" x2="{{ 0.8 * k * u }}" y2="{{ 5 * u }}" stroke="#000000" stroke-width="{{ 0.5 * u }}"/>
    {% endfor %}
    {% for c in f.corners %}
    <g class="{{ c.mark }}" transform="{{ c.at }}"><line x1="0" y1="0" x2="0" y2="-1" stroke="#000000"/></g>
    {% endfor %}
  </g>
  {% endfor %}
</svg>
"""
FORMATS = ("pdf", "svg")
Nets = Mapping[str, Marks]


def build_nets(folder: Path, parts: Mapping[str, Mapping[str, Any]], form: str) -> Nets:
    """Return the marks of all pieces of a game with these parts, read from its finished sheets."""
    home = folder / "folded"
    (home / "templates").mkdir(parents=True, exist_ok=True)
    (home / "templates" / "net.svg.j2").write_text(TEMPLATE, "utf-8")
    told = {name: {"front": "net.svg.j2", "copies": 1, **part} for name, part in parts.items()}
    claim = {"id": "A", "says": "there is something", "rests_on": "nothing", "check": f"count('{min(told)}') > 0"}
    # the lines that tell the faces are no pips, and reach over small ones
    drawn = [{"code": code, "at": name, "reason": "for a test"} for code in ("GF158", "GF330") for name in told]
    game = {"title": "Folded", "version": "1", "players": [1, 1], "parts": told, "claims": [claim], "waivers": drawn}
    (home / "game.yaml").write_text(yaml.safe_dump(game, sort_keys=False), "utf-8")
    status, _, errors = run(["build", str(home), "--out", str(folder / "out"), "--format", form, "--quiet", *UNREAD])
    assert status == 0, errors
    out = folder / "out" / "folded"
    if form == "pdf":
        (path,) = out.glob("*-sheets-*.pdf")
        return origami.read_pdf(path)
    found: dict[str, Marks] = {}
    for path in sorted((out / "svg").glob("*.svg")):
        found |= origami.read_svg(path.read_text("utf-8"))
    return found


def right_angle(one: str, other: str) -> float:
    return 90.0


OPPOSITE = {frozenset("ab"), frozenset("cd"), frozenset("ef")}
DIE = {frozenset(pair) for pair in combinations("abcdef", 2)} - OPPOSITE


def fold_die(marks: Marks, size: float, values: list[int]) -> dict[str, Leaf]:
    """Fold a die and hold that it is a closed cube, glued along seven edges, its values where the data has them."""
    leaves = origami.fold_net(marks, "a", right_angle)
    sides = [dist(p, q) for leaf in origami.list_panels(leaves).values() for p, q in leaf_edges(leaf)]
    assert max(abs(side - size) for side in sides) < 0.01
    assert origami.find_meeting_panels(leaves) == DIE
    glued = origami.find_glued_panels(leaves)
    assert len(glued) == 7
    assert glued | list_folds(leaves) == DIE
    for one, other in combinations("abcdef", 2):
        apart = dot(leaves[one].normal, leaves[other].normal)
        assert abs(apart - (-1 if frozenset((one, other)) in OPPOSITE else 0)) < 0.001
    assert [len(marks[f"face.{name}"]) - 1 for name in "abcdef"] == values
    return leaves


def leaf_edges(leaf: Leaf) -> list[tuple[origami.Solid, origami.Solid]]:
    return list(zip(leaf.corners, (*leaf.corners[1:], leaf.corners[0]), strict=True))


def list_folds(leaves: Mapping[str, Leaf]) -> set[frozenset[str]]:
    return {frozenset((name, leaf.parent)) for name, leaf in origami.list_panels(leaves).items() if leaf.parent}


def bend_of(base: float, height: float) -> Callable[[str, str], float]:
    """Return the angles of a square pyramid: those between the outward normals of its sides and its base."""
    one, two = (height, 0.0, base / 2), (0.0, height, base / 2)
    between, below = angle_between(one, two), angle_between(one, (0.0, 0.0, -1.0))
    return lambda first, second: below if "base" in (first, second) else between


def fold_pyramid(marks: Marks, base: float, height: float) -> dict[str, Leaf]:
    """Fold a pyramid and assert that it is closed, glued along four edges and as large as it should be."""
    leaves = origami.fold_net(marks, "1", bend_of(base, height))
    edge = hypot(height, base / 2, base / 2)
    assert all(abs(dist(p, q) - base) < 0.01 for p, q in leaf_edges(leaves["base"]))
    for name in "1234":
        sides = sorted((dist(p, q) for p, q in leaf_edges(leaves[name])), key=lambda side: abs(side - base))
        assert abs(sides[0] - base) < 0.01
        assert max(abs(side - edge) for side in sides[1:]) < 0.01
    pairs = {frozenset(("base", name)) for name in "1234"} | {frozenset(pair) for pair in ("12", "23", "34", "41")}
    assert origami.find_meeting_panels(leaves) == pairs
    glued = origami.find_glued_panels(leaves)
    assert len(glued) == 4
    assert glued | list_folds(leaves) == pairs
    apex = max(leaves["1"].corners, key=lambda p: abs(origami.on_plane(leaves["base"])(p)[1]))
    assert abs(abs(origami.on_plane(leaves["base"])(apex)[1]) - height) < 0.05
    return leaves


def fold_standee(marks: Marks, width: float, height: float, foot: float) -> dict[str, Leaf]:
    """Fold a standee and assert that it stands: front on back, both feet on the sole, which looks at the table."""
    leaves = origami.fold_net(marks, "front", lambda one, other: 180.0 if {one, other} in FLAT else 90.0)
    assert set(leaves) == {"front", "back", "front-foot", "back-foot", "sole"}
    front, back, sole = leaves["front"], leaves["back"], leaves["sole"]
    assert leaves_coincide(front, back)
    assert (leaf_size(front), leaf_size(leaves["front-foot"])) == ((width, height), (width, foot))
    assert (
        dot(front.normal, back.normal)
        < -0.9999
        < 0.9999
        < dot(front.fold_direction(0, -1), folded_arrow(marks, "back", back))
    )
    feet = leaves["front-foot"], leaves["back-foot"]
    place = origami.on_plane(sole)
    for leaf in feet:
        assert all(abs(place(corner)[1]) < origami.MEET for corner in leaf.corners)
        assert dot(leaf.normal, front.fold_direction(0, -1)) > 0.9999
        assert abs(sum(min(dist(p, q) for q in sole.corners) for p in leaf.corners) - 2 * foot) < 0.1
    assert dot(sole.normal, front.fold_direction(0, -1)) < -0.9999
    outline = [place(corner)[0] for corner in sole.corners]
    shared = [[place(corner)[0] for corner in leaf.corners] for leaf in feet]
    assert abs(sum(origami.shared_area(polygon[::-1], outline) for polygon in shared) - 2 * foot * width) < 0.1
    assert origami.shared_area(shared[0], shared[1][::-1]) < 0.01
    return leaves


FLAT = ({"front", "back"}, {"front-foot", "sole"})


def leaves_coincide(one: Leaf, other: Leaf) -> bool:
    """Tell whether two leaves coincide."""
    place = origami.on_plane(one)
    outline = [place(corner)[0] for corner in one.corners]
    edges = list(zip(outline, (*outline[1:], outline[0]), strict=True))
    near = [min(segment_distance(place(p)[0], *edge) for edge in edges) for p in other.corners]
    flat = all(abs(place(p)[1]) < origami.MEET for p in other.corners)
    return (
        flat
        and max(near) < origami.MEET
        and abs(origami.signed_area(one.points) - origami.signed_area(other.points)) < 0.5
    )


def segment_distance(p: origami.Point, a: origami.Point, b: origami.Point) -> float:
    part = min(1.0, max(0.0, dot((p[0] - a[0], p[1] - a[1]), (b[0] - a[0], b[1] - a[1])) / dist(a, b) ** 2))
    return dist(p, (a[0] + part * (b[0] - a[0]), a[1] + part * (b[1] - a[1])))


def leaf_size(leaf: Leaf) -> tuple[float, float]:
    xs, ys = zip(*leaf.points, strict=True)
    return round(max(xs) - min(xs), 2), round(max(ys) - min(ys), 2)


def folded_arrow(marks: Marks, name: str, leaf: Leaf) -> origami.Solid:
    """Return where the arrow of a face points once it is folded."""
    (x1, y1), (x2, y2) = marks[f"face.{name}"][0]
    return leaf.fold_direction(x2 - x1, y2 - y1)


def fold_over(marks: Marks) -> dict[str, Leaf]:
    """Fold a foldover and assert that both faces cover one another and read upright."""
    leaves = origami.fold_net(marks, "front", lambda one, other: 180.0)
    assert set(leaves) == {"front", "back"}
    front, back = leaves["front"], leaves["back"]
    assert leaves_coincide(front, back)
    assert dot(front.normal, back.normal) < -0.9999
    assert dot(folded_arrow(marks, "front", front), folded_arrow(marks, "back", back)) > 0.9999
    return leaves


@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize("size", [8, 18, 40.5])
def test_a_die_folds_up(tmp_path: Path, form: str, size: float) -> None:
    part = {"kind": "die", "size": size, "faces": [1, 6, 2, 5, 3, 4], "copies": 2}
    marks = build_nets(tmp_path, {"die": part}, form)
    assert sorted(marks) == ["die.1.c1.front", "die.1.c2.front"]
    for each in marks.values():
        assert set(each) == {"cut", "mountain", "glue", *(f"face.{name}" for name in "abcdef")}
        fold_die(each, size, [1, 6, 2, 5, 3, 4])


@pytest.mark.parametrize("form", FORMATS)
def test_the_pyramids_of_pharaoh_fold_up(tmp_path: Path, form: str) -> None:
    trio = {"small": (14.29, 25.4), "medium": (19.84, 34.93), "large": (25.4, 44.45)}
    rows = [{"id": name, "base": base, "height": height} for name, (base, height) in trio.items()]
    pyramid = {"kind": "pyramid", "rows": rows}
    for scale in (1, 1.25):
        marks = build_nets(tmp_path / str(scale), {"pyramid": {**pyramid, "scale": scale}}, form)
        for name, (base, height) in trio.items():
            fold_pyramid(marks[f"pyramid.{name}.c1.front"], scale * base, scale * height)


@pytest.mark.parametrize("form", FORMATS)
def test_the_kit_of_pharaoh_folds_up_as_it_is_printed(kit: Kits, form: str) -> None:
    built = kit("pharaoh")
    nets: dict[str, Marks] = {}
    for found in [origami.read_pdf(built.sheets)] if form == "pdf" else map(origami.read_svg, built.svgs.values()):
        nets |= {name: marks for name, marks in found.items() if "mountain" in marks}
    lengths = {"small": (14.29, 25.4), "medium": (19.84, 34.93), "large": (25.4, 44.45)}
    pyramids = [name for name in nets if name.split(".")[2] in lengths]
    assert (len(pyramids), len(nets)) == (15, 16)
    for name in pyramids:
        fold_pyramid(nets[name], *lengths[name.split(".")[2]])


SHAPES = [(3.0, 3.0), (12.0, 70.0), (30.0, 8.0), (50.0, 30.0), (4.0, 60.0), (40.0, 28.0)]


@pytest.mark.parametrize("form", FORMATS)
def test_any_pyramid_folds_up(tmp_path: Path, form: str) -> None:
    rows = [{"base": base, "height": height} for base, height in SHAPES]
    marks = build_nets(tmp_path, {"pyramid": {"kind": "pyramid", "rows": rows}}, form)
    for number, (base, height) in enumerate(SHAPES, 1):
        fold_pyramid(marks[f"pyramid.{number}.c1.front"], base, height)


LENGTH = st.integers(400, 5000).map(lambda hundredths: hundredths / 100)


@settings(max_examples=examples(25), deadline=None)
@given(
    solids=st.lists(st.tuples(LENGTH, st.floats(0.3, 3)), min_size=1, max_size=4),
    edges=st.lists(st.integers(500, 4500).map(lambda hundredths: hundredths / 100), min_size=1, max_size=2),
    faces=st.permutations([1, 2, 3, 4, 5, 6]),
    form=st.sampled_from(FORMATS),
)
def test_any_closable_solids_fold_up(
    tmp_path_factory: pytest.TempPathFactory,
    solids: list[tuple[float, float]],
    edges: list[float],
    faces: list[int],
    form: str,
) -> None:
    lengths = [(base, round(min(60.0, base * ratio), 3)) for base, ratio in solids]
    parts: dict[str, dict[str, Any]] = {
        "pyramid": {"kind": "pyramid", "rows": [{"base": base, "height": height} for base, height in lengths]}
    }
    for number, edge in enumerate(edges):
        parts[f"die{number}"] = {"kind": "die", "size": edge, "rows": [{"faces": list(faces)}]}
    marks = build_nets(tmp_path_factory.mktemp("any"), parts, form)
    for number, (base, height) in enumerate(lengths, 1):
        fold_pyramid(marks[f"pyramid.{number}.c1.front"], base, height)
    for number, edge in enumerate(edges):
        fold_die(marks[f"die{number}.1.c1.front"], edge, list(faces))


@pytest.mark.parametrize("form", FORMATS)
def test_a_standee_stands(tmp_path: Path, form: str) -> None:
    figures = {"pawn": (16, 35, 8), "giant": (40, 60.5, 14)}
    parts = {name: {"kind": "standee", "size": [w, h], "foot": foot} for name, (w, h, foot) in figures.items()}
    marks = build_nets(tmp_path, parts, form)
    for name, (width, height, foot) in figures.items():
        each = marks[f"{name}.1.c1.front"]
        assert {"cut", "mountain", "valley"} <= set(each)
        fold_standee(each, width, height, foot)


@pytest.mark.sampled(2)
@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize("fold", ["left", "right", "top", "bottom"])
def test_foldovers_cover_themselves(tmp_path: Path, form: str, fold: str) -> None:
    shapes: dict[str, dict[str, Any]] = {
        "shell": {"size": [18, 26], "round": 6},
        "slip": {"size": [30, 12]},
        "coin": {"diameter": 18},
    }
    shapes |= {"pill": {"size": [20, 20], "round": 10}, "plate": {"diameter": 60}}
    told: dict[str, dict[str, Any]] = {
        name: {"kind": "foldover", "fold": fold, **part} for name, part in shapes.items()
    }
    marks = build_nets(tmp_path, told, form)
    assert len(marks) == 5
    leaves = {name.partition(".")[0]: fold_over(each) for name, each in marks.items()}
    for name, way in {"left": (-1, 0), "right": (1, 0), "top": (0, -1), "bottom": (0, 1)}.items():
        if name == fold:  # the back lies on the net where the front is folded
            front, back = (box_center(leaves["shell"][side]) for side in ("front", "back"))
            assert dot((back[0] - front[0], back[1] - front[1]), way) > 10
    assert {leaf_size(leaf) for leaf in leaves["shell"].values()} == {(18, 26)}
    assert {leaf_size(leaf) for leaf in leaves["coin"].values()} == {(18, 18)}
    ((hinge,),) = (each["mountain"] for name, each in marks.items() if name.startswith("plate"))
    assert abs(dist(*hinge) - 4) < 0.01
    for leaf in leaves["plate"].values():
        round_it = [dist(p, box_center(leaf)) for p in leaf.points if min(dist(p, end) for end in hinge) > 0.1]
        assert max(abs(radius - 30) for radius in round_it) < 0.001


def box_center(leaf: Leaf) -> origami.Point:
    """Return the middle of a leaf's box on the paper."""
    xs, ys = zip(*leaf.points, strict=True)
    return (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2


@pytest.fixture
def sheet(tmp_path: Path) -> Nets:
    parts: dict[str, dict[str, Any]] = {
        "die": {"kind": "die", "size": 18, "faces": [1, 6, 2, 5, 3, 4]},
        "pyramid": {"kind": "pyramid", "base": 19.84, "height": 34.93},
        "pawn": {"kind": "standee", "size": [16, 35]},
        "shell": {"kind": "foldover", "size": [18, 26], "round": 6},
    }
    return build_nets(tmp_path, parts, "pdf")


def refold_net(nets: Nets, name: str) -> None:
    """Fold a net of the sheet."""
    marks = nets[f"{name}.1.c1.front"]
    match name:
        case "die":
            fold_die(marks, 18, [1, 6, 2, 5, 3, 4])
        case "pyramid":
            fold_pyramid(marks, 19.84, 34.93)
        case "pawn":
            fold_standee(marks, 16, 35, 8)
        case _:
            fold_over(marks)


@pytest.mark.sampled(2)
@pytest.mark.parametrize("name", ["die", "pyramid", "pawn", "shell"])
def test_a_fold_that_is_off_by_a_fifth_of_a_millimeter_is_noticed(sheet: Nets, name: str) -> None:
    refold_net(sheet, name)
    folds = sheet[f"{name}.1.c1.front"]["mountain"]
    for number, ((x1, y1), (x2, y2)) in enumerate(folds):
        off = 0.2 / hypot(x2 - x1, y2 - y1)
        dx, dy = off * (y1 - y2), off * (x2 - x1)
        folds[number] = [(x1 + dx, y1 + dy), (x2 + dx, y2 + dy)]
        with pytest.raises((AssertionError, ValueError)):
            refold_net(sheet, name)
        folds[number] = [(x1, y1), (x2, y2)]
    refold_net(sheet, name)


def test_a_fold_the_wrong_way_is_noticed(sheet: Nets) -> None:
    for name, kind, other in (
        ("die", "mountain", "valley"), ("pyramid", "mountain", "valley"), ("pawn", "valley", "mountain")
    ):  # fmt: skip
        marks = sheet[f"{name}.1.c1.front"]
        marks[other].append(marks[kind].pop(0))
        with pytest.raises(AssertionError):
            refold_net(sheet, name)


@pytest.mark.parametrize("dropped", range(7))
def test_a_tab_that_is_missing_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, dropped: int) -> None:
    monkeypatch.setattr(die, "TABS", die.TABS[:dropped] + die.TABS[dropped + 1 :])
    part = {"kind": "die", "size": 18, "faces": [1, 6, 2, 5, 3, 4]}
    (marks,) = build_nets(tmp_path, {"die": part}, "svg").values()
    with pytest.raises(AssertionError, match="6"):
        fold_die(marks, 18, [1, 6, 2, 5, 3, 4])


def test_tabs_that_are_too_deep_are_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(die, "MAX_TAB_SHARE", 0.6)
    monkeypatch.setattr(die, "MAX_TAB_DEPTH", 20.0)
    monkeypatch.setattr("generator.components.nets.die.make_tab", partial(make_tab, ends=(60.0, 60.0)))
    part = {"kind": "die", "size": 10, "faces": [1, 6, 2, 5, 3, 4]}
    (marks,) = build_nets(tmp_path, {"die": part}, "svg").values()
    with pytest.raises(AssertionError, match=r"two tabs share|lines cross"):
        fold_die(marks, 10, [1, 6, 2, 5, 3, 4])


def test_faces_that_change_places_are_noticed(sheet: Nets) -> None:
    marks = sheet["die.1.c1.front"]
    marks["face.a"], marks["face.c"] = marks["face.c"], marks["face.a"]
    with pytest.raises(AssertionError):
        refold_net(sheet, "die")


def test_the_lines_of_a_net_are_named_groups_in_both_files(tmp_path: Path, sheet: Nets) -> None:
    assert {name: sorted(set(marks) & {"cut", "mountain", "valley", "glue"}) for name, marks in sheet.items()} == {
        "die.1.c1.front": ["cut", "glue", "mountain"],
        "pyramid.1.c1.front": ["cut", "glue", "mountain"],
        "pawn.1.c1.front": ["cut", "mountain", "valley"],
        "shell.1.c1.front": ["cut", "mountain"],
    }
