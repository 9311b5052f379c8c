"""Boxes, screens, dividers and nets of a game's own, read from finished sheets, fold into what they say."""

from itertools import pairwise
from math import dist
from pathlib import Path
from typing import Any

import pytest

from generator.components.nets.die import DieData, unfold_die
from generator.model.finding import Place
from generator.model.net import Net
from generator.render.figures.piece_figures import draw_leaves
from tests import origami
from tests.check.printed import Asked
from tests.kits import run
from tests.origami import Leaf, dot
from tests.samples import for_each
from tests.test_folding import FORMATS, build_nets, leaf_size, list_folds, right_angle

HOUSE: dict[str, Any] = {
    "kind": "net",
    "closed": True,
    "faces": {
        "floor": {"size": [40, 30]},
        "north": {"size": [40, 20]},
        "south": {"size": [40, 20]},
        "east": {"points": [[0, 0], [30, 0], [30, 20], [15, 35], [0, 20]]},
        "west": {"points": [[0, 0], [30, 0], [30, 20], [15, 35], [0, 20]]},
        "roof-north": {"size": [40, 21.2132]},
        "roof-south": {"size": [40, 21.2132]},
    },
    "folds": [
        {"between": ["floor.top", "north.bottom"]},
        {"between": ["floor.bottom", "south.top"]},
        {"between": ["floor.right", "east.1"]},
        {"between": ["floor.left", "west.1"]},
        {"between": ["north.top", "roof-north.bottom"], "angle": 45},
        {"between": ["south.bottom", "roof-south.top"], "angle": 45},
    ],
    "tabs": [
        {"edge": "east.2", "onto": "north.right"},
        {"edge": "east.3", "onto": "roof-north.right"},
        {"edge": "east.4", "onto": "roof-south.right"},
        {"edge": "east.5", "onto": "south.right"},
        {"edge": "west.2", "onto": "south.left"},
        {"edge": "west.3", "onto": "roof-south.left"},
        {"edge": "west.4", "onto": "roof-north.left"},
        {"edge": "west.5", "onto": "north.left"},
        {"edge": "roof-north.top", "onto": "roof-south.bottom"},
    ],
}
# the angles between the faces of the house, by trigonometry: a gable of 90 degrees over square walls
HOUSE_ANGLES = {
    frozenset(("north", "roof-north")): 45.0,
    frozenset(("south", "roof-south")): 45.0,
    **{frozenset(("floor", side)): 90.0 for side in ("north", "south", "east", "west")},
}


def bend_house(one: str, other: str) -> float:
    """Return the angle of a fold: a tab is bent by 90 degrees, at the gables and at the ridge alike."""
    return HOUSE_ANGLES.get(frozenset((one, other)), 90.0)


@pytest.mark.parametrize("form", FORMATS)
def test_a_net_of_ones_own_folds_into_a_closed_house(tmp_path: Path, form: str) -> None:
    marks = build_nets(tmp_path, {"house": HOUSE}, form)["house.1.c1.front"]
    leaves = origami.fold_net(marks, "floor", bend_house)
    meeting = origami.find_meeting_panels(leaves)
    assert len(meeting) == 15
    assert origami.find_glued_panels(leaves) | list_folds(leaves) == meeting
    assert abs(max(abs(z) for _, _, z in leaves["roof-north"].corners) - 35) < 0.05, "the ridge lies above the floor"


def panel_distance(one: Leaf, other: Leaf) -> float:
    """Return the distance of two panels that lie parallel."""
    assert dot(one.normal, other.normal) < -0.9999
    return abs(origami.on_plane(one)(other.corners[0])[1])


@pytest.mark.parametrize("form", FORMATS)
def test_a_tuck_box_has_the_room_that_its_cards_need(tmp_path: Path, form: str) -> None:
    cards = {"kind": "card", "size": [63, 88], "copies": 54}
    box = {"kind": "box", "holds": ["hand"], "thickness": 0.32, "clearance": 0.5, "notch": 0}
    marks = build_nets(tmp_path, {"hand": cards, "box": box}, form)["box.1.c1.front"]
    leaves = origami.fold_net(marks, "front", right_angle)
    assert abs(panel_distance(leaves["left"], leaves["right"]) - 64.3) < 0.05
    assert abs(panel_distance(leaves["lid"], leaves["bottom"]) - 89.3) < 0.05
    assert abs(panel_distance(leaves["front"], leaves["back"]) - (54 * 0.32 + 1.3)) < 0.05
    glued = {
        frozenset(pair) for pair in (("left", "front"), ("bottom", "back"), ("right", "bottom"), ("left", "bottom"))
    }
    assert origami.find_glued_panels(leaves) == glued
    assert dot(leaves["tuck"].normal, leaves["front"].normal) > 0.9999
    assert abs(origami.on_plane(leaves["front"])(leaves["tuck"].corners[0])[1]) < origami.MEET
    for flap in ("dust-right", "dust-left"):
        assert origami.lies_in(leaves[flap], leaves["lid"]), "the flap lies under the lid"
    upright = leaves["front"].fold_direction(0, -1)
    for wall in ("front", "right", "back", "left"):
        assert dot(arrow_of(marks, wall, leaves[wall]), upright) > 0.9999
    assert dot(arrow_of(marks, "lid", leaves["lid"]), leaves["back"].normal) > 0.9999


def test_the_thumb_notch_is_half_round(tmp_path: Path) -> None:
    box = {"kind": "box", "inner": [64, 89, 18], "notch": 20}
    marks = build_nets(tmp_path, {"box": box}, "pdf")["box.1.c1.front"]
    (line,) = marks["cut"]
    (x, y), _ = marks["face.front"][0]
    rim = [point for point in line if abs(point[0] - x) < 10.01 and point[1] < y]
    assert len(rim) == 25
    assert max(abs(dist(point, (x, y - 44.65)) - 10) for point in rim) < 0.01


def arrow_of(marks: origami.Marks, name: str, leaf: Leaf) -> origami.Solid:
    """Return where the drawing of a face points upward once it is folded."""
    (x1, y1), (x2, y2) = marks[f"face.{name}"][0]
    return leaf.fold_direction(x2 - x1, y2 - y1)


@pytest.mark.parametrize("form", FORMATS)
def test_a_lid_goes_over_its_tray(tmp_path: Path, form: str) -> None:
    parts = {style: {"kind": "box", "style": style, "inner": [70, 95, 20], "board": 0.5} for style in ("tray", "lid")}
    nets = build_nets(tmp_path, parts, form)
    rooms = {}
    for name in ("tray", "lid"):
        marks = nets[f"{name}.1.c1.front"]
        leaves = origami.fold_net(marks, "base", right_angle)
        assert origami.find_glued_panels(leaves) == {
            frozenset((a, b)) for a in ("north", "south") for b in ("east", "west")
        }
        rooms[name] = (panel_distance(leaves["east"], leaves["west"]), panel_distance(leaves["north"], leaves["south"]))
        away = -1 if name == "tray" else 1  # a tray stands on its base, a lid is covered by it
        for wall in ("north", "east", "south", "west"):
            assert dot(arrow_of(marks, wall, leaves[wall]), leaves["base"].normal) * away > 0.9999
            assert 20.25 in leaf_size(leaves[wall])
    assert all(abs(found - size) < 0.05 for found, size in zip(rooms["tray"], (70.5, 95.5), strict=True))
    assert all(abs(found - size) < 0.05 for found, size in zip(rooms["lid"], (72.3, 97.3), strict=True))


HELD = """\
  hand: {kind: card, size: [63, 88], front: a.svg.j2, copies: 50}
  egg: {kind: token, diameter: 64, front: a.svg.j2, copies: 10}
"""


@for_each(
    [
        ("holds: [hand, egg], board: 1", [65, 89, 19], [67, 91, 21]),
        ("holds: [hand, egg], board: 0.1", [65, 89, 19], [65.2, 89.2, 19.2]),
        ("holds: [hand, egg], sleeves: true", [67.5, 92, 26.2], [68.1, 92.6, 26.8]),
        ("holds: [hand, egg], sleeves: 0.2", [67.5, 92, 31], [68.1, 92.6, 31.6]),
        ("holds: [hand, egg], sleeves: {hand: 0.2}", [66.5, 92, 29], [67.1, 92.6, 29.6]),
        ("style: tray, inner: [70, 95, 20], board: 2", [70, 95, 20], [74, 99, 22]),
        ("style: lid, inner: [70, 95, 20], board: 2", [74.8, 99.8, 20], [78.8, 103.8, 22]),
    ]
)
def test_the_room_inside_a_box_and_its_size_outside(
    tmp_path: Path, keys: str, inside: list[float], outside: list[float]
) -> None:
    asked = Asked(tmp_path, f"{HELD}  case: {{kind: box, {keys}, front: a.svg.j2, copies: 1}}\n")
    for name, size in (("inside", inside), ("outside", outside)):
        text = f"{name}('case')"
        assert asked.both(f"[{text}.width, {text}.height, {text}.depth]") == size


@pytest.mark.parametrize("form", FORMATS)
def test_a_screen_stands_and_dividers_stagger(tmp_path: Path, form: str) -> None:
    parts = {
        "screen": {"kind": "screen", "size": [120, 90], "wing": 50, "angle": 55},
        "divider": {"kind": "divider", "size": [66, 92], "places": 3, "rows": [{"place": n} for n in (1, 2, 3)]},
    }
    nets = build_nets(tmp_path, parts, form)
    leaves = origami.fold_net(nets["screen.1.c1.front"], "middle", lambda one, other: 55.0)
    assert {name: tuple(sorted(leaf_size(leaf))) for name, leaf in leaves.items()} == {
        "middle": (90, 120),
        "left": (50, 90),
        "right": (50, 90),
    }
    assert abs(origami.angle_between(leaves["left"].normal, leaves["right"].normal) - 110) < 0.01
    tabs = []
    for number in (1, 2, 3):
        (line,) = nets[f"divider.{number}.c1.front"]["cut"]
        assert abs(max(dist(p, q) for p, q in pairwise(line)) - 92) < 0.01
        (x, _), _ = nets[f"divider.{number}.c1.front"]["face.front"][0]
        top = min(line, key=lambda point: (round(point[1], 2), point[0]))
        tabs.append(round(top[0] - x))
    assert tabs == [-31, -9, 13]


def write_game(folder: Path, part: str) -> Path:
    home = folder / "boxes"
    (home / "templates").mkdir(parents=True)
    (home / "templates" / "n.svg.j2").write_text("<svg/>", "utf-8")
    cards = "  hand: {kind: card, size: [63, 88], front: n.svg.j2, copies: 4}\n"
    head = f'title: T\nversion: "1"\nplayers: [1, 1]\nparts:\n{cards}'
    (home / "game.yaml").write_text(f"{head}  net: {{{part}, front: n.svg.j2, copies: 1}}\n", "utf-8")
    return home


TWO = "faces: {a: {size: [30, 20]}, b: {size: [30, 10]}}"
FAULTS = {
    "kind: box": "a box needs either `inner` or `holds`, and not both",
    "kind: box, holds: [deck]": "there is no part 'deck'; there are 'hand' and 'net'",
    "kind: box, holds: [net]": "'net' does not lie flat in a stack; give the box its `inner` size",
    "kind: box, holds: [hand], sleeves: {net: 0.1}": "the box does not hold 'net'; `sleeves` names parts that it `holds`",
    "kind: box, inner: [70, 90, 20], sleeves: true": "`sleeves` are of what a box `holds`",
    "kind: box, inner: [2, 2, 0.7], board: 0.3": "this box is too small to be folded and glued",
    "kind: divider, size: [60, 90], places: 9": "9 index tabs side by side are 6.67 mm wide; at least 10 mm",
    "kind: divider, size: [60, 90], rows: [{place: 2}]": "`place` counts the index tabs, from 1 to 1, not 2",
    f"kind: net, {TWO}, folds: [{{between: [a.top, c.top]}}]": "there is no face 'c'",
    f"kind: net, {TWO}, folds: [{{between: [a.up, b.top]}}]": "the face 'a' has no edge 'up'; its edges are top, right, bottom, left",
    f"kind: net, {TWO}, folds: [{{between: [a.left, b.top]}}]": "a.left is 20 mm long and b.top 30 mm; edges that are folded must be equal",
    f"kind: net, {TWO}, folds: [{{between: [a.top, b.top], angle: 0}}]": "a fold of 0 degrees bends nothing",
    f"kind: net, {TWO}, folds: [{{between: [a.top, b.top]}}], closed: true": (
        "once folded, the net is not closed: a.right and 5 more meet no other edge"
    ),
    f"kind: net, {TWO}, folds: [{{between: [a.top, b.top]}}], tabs: [{{edge: a.right, onto: b.right}}]": (
        "once folded, a.right and b.right are 36.1 mm apart; a.right meets no edge"
    ),
    "kind: net, faces: {a: {size: [30, 20]}}, folds: []": "parts.net.folds must not be empty",
}


@pytest.mark.parametrize(("part", "says"), FAULTS.items())
def test_what_cannot_be_folded_is_refused(tmp_path: Path, part: str, says: str) -> None:
    status, _, errors = run(["check", str(write_game(tmp_path, part))])
    assert status == 1
    assert says in errors
    assert "game.yaml:6:" in errors


def test_a_net_that_stays_open_is_told(tmp_path: Path) -> None:
    part = f"kind: net, {TWO}, folds: [{{between: [a.top, b.top]}}]"
    home = write_game(tmp_path, part)
    claim = "claims: [{id: A, says: one, rests_on: me, check: count('net') == 1 and count('hand') == 4}]\n"
    drawn = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {{ w }} {{ h }}">{% for f in faces|default([]) %}'
    face = '<g class="{{ f.mark }}" transform="{{ f.at }}"><circle r="2"/></g>{% endfor %}</svg>\n'
    (home / "game.yaml").write_text((home / "game.yaml").read_text("utf-8") + claim, "utf-8")
    (home / "templates" / "n.svg.j2").write_text(drawn + face, "utf-8")
    status, _, errors = run(["check", str(home)])
    assert status == 0
    assert (
        "game.yaml:6:3: GF347 note: once folded, 'net' is open at 6 edges, such as 'a'; write `closed: false`" in errors
    )


def unfold_cube() -> Net:
    die = DieData(front="d", size=20.0, faces=[1, 6, 2, 5, 3, 4])
    return unfold_die(die, {}, lambda *path: Place("die"))


def test_a_flat_net_is_drawn_with_all_its_panels_and_tabs_in_one_gray() -> None:
    leaves = list(draw_leaves(unfold_cube(), (60, 40), 0.0))
    fills = [leaf["fill"] for leaf in leaves]
    assert (len(fills), fills.count("#ffffff"), len({*fills})) == (13, 7, 2)


def test_a_folded_cube_shows_three_of_its_six_faces() -> None:
    leaves = list(draw_leaves(unfold_cube(), (60, 40), 1.0))
    shown = [leaf for leaf in leaves if leaf["fill"] != "#ffffff"]
    assert (len(leaves), len(shown), len({leaf["fill"] for leaf in shown})) == (6, 3, 3)
    assert leaves[-1] in shown, "what is nearest is drawn last"
    points = [tuple(map(float, pair.split(","))) for leaf in leaves for pair in leaf["points"].split()]
    assert min(y for _, y in points) == 0.6
    assert max(y for _, y in points) == 39.4
