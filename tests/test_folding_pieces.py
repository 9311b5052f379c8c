"""Boxes and nets that are larger than the paper, read from finished sheets in pieces, fold and join into one."""

from collections.abc import Iterator, Mapping
from itertools import pairwise
from math import dist
from pathlib import Path
from typing import Any

import msgspec
import pytest

from generator.components.nets.box import BoxData, unfold_box
from generator.components.nets.division import divide_net, find_largest_panel
from generator.components.nets.free_net import NetData, unfold_net
from generator.geometry.matrix import multiply_matrices, transform_point
from generator.model.finding import Place
from generator.model.net import Net
from tests import origami
from tests.kits import run
from tests.origami import Leaf, Solid, cross, dot, subtract
from tests.test_folding import FORMATS, TEMPLATE, Nets, build_nets, leaf_size, right_angle
from tests.test_folding_boxes import panel_distance, write_game

Pair = tuple[str, str]


def fold_pieces(nets: Nets, part: str) -> list[dict[str, Leaf]]:
    """Return the leaves of each piece of a part, folded; its tabs are named apart from those of the others."""
    made = []
    for name, marks in sorted(nets.items()):
        if name.startswith(f"{part}."):
            root = next(mark for mark in marks if mark.startswith("face.")).removeprefix("face.")
            leaves = origami.fold_net(marks, root, right_angle)
            made.append({f"tab-{name}-{key}" if key.startswith("tab") else key: leaf for key, leaf in leaves.items()})
    return made


def edges_of(leaf: Leaf) -> Iterator[tuple[Solid, Solid]]:
    corners = leaf.corners
    yield from zip(corners, (*corners[1:], corners[0]), strict=True)


def middle_of(*points: Solid) -> Solid:
    x, y, z = (sum(values) / len(points) for values in zip(*points, strict=True))
    return x, y, z


def unit(p: Solid) -> Solid:
    long = dot(p, p) ** 0.5
    return p[0] / long, p[1] / long, p[2] / long


def join_piece(done: dict[str, Leaf], piece: Mapping[str, Leaf], tab: Leaf, panel: str, edge: int) -> bool:
    """Add a piece to what is joined, with an edge of a panel along the fold of a tab; False if they differ in length."""
    every = {**done, **piece}
    fold = min(edges_of(every[tab.parent]), key=lambda ends: dist(middle_of(*ends), middle_of(*tab.corners)))
    rim = list(edges_of(every[panel]))[edge]
    if abs(dist(*fold) - dist(*rim)) > origami.MEET:
        return False
    ends, normals = ((rim, fold), (every[panel].normal, tab.normal))
    if panel in done:
        ends, normals = ends[::-1], normals[::-1]
    (start, end), (last, first) = ends
    old, new = frame(subtract(end, start), normals[0]), frame(subtract(last, first), normals[1])

    def move(point: Solid) -> Solid:
        along = [dot(subtract(point, start), axis) for axis in old]
        x, y, z = (first[k] + sum(far * axis[k] for far, axis in zip(along, new, strict=True)) for k in range(3))
        return x, y, z

    for name, leaf in piece.items():
        done[name] = Leaf(leaf.points, leaf.name, leaf.parent, origami.compose_moves(leaf.move, move))
    return True


def frame(along: Solid, normal: Solid) -> tuple[Solid, Solid, Solid]:
    """Return three unit directions at right angles."""
    return unit(along), unit(normal), cross(unit(along), unit(normal))


def find_next(
    done: Mapping[str, Leaf], waiting: list[dict[str, Leaf]], joints: set[Pair]
) -> tuple[dict[str, Leaf], Pair]:
    """Return a piece that one joint joins to what is done, and that joint."""
    return next(
        (piece, pair)
        for piece in waiting
        for pair in sorted(joints)
        if len({*pair} & piece.keys()) == len({*pair} & done.keys()) == 1
    )


def assemble(done: dict[str, Leaf], waiting: list[dict[str, Leaf]], joints: set[Pair]) -> Iterator[dict[str, Leaf]]:
    """Yield all leaves joined in each way in which edges of one length meet; a joint is a panel with a tab, and the other."""
    if not waiting:
        yield done
        return
    piece, (one, onto) = find_next(done, waiting, joints)
    every = {**done, **piece}
    for name in [name for name, leaf in every.items() if name.startswith("tab") and leaf.parent == one]:
        for edge in range(len(every[onto].corners)):
            tried = {**done}
            if join_piece(tried, piece, every[name], onto, edge) and origami.lies_in(tried[name], tried[onto]):
                yield from assemble(tried, [each for each in waiting if each is not piece], joints)


def find_whole(pieces: list[dict[str, Leaf]], joints: set[Pair], glued: set[Pair]) -> dict[str, Leaf]:
    """Return the leaves joined so that each tab lands on its panel; AssertionError if no way leads there."""
    wanted = {frozenset(pair) for pair in joints | glued}
    for leaves in assemble(pieces[0], pieces[1:], joints):
        try:
            if origami.find_glued_panels(leaves) == wanted:
                return leaves
        except AssertionError:
            continue
    raise AssertionError(f"{len(pieces)} pieces do not join as they should")


TRAY: dict[str, Any] = {"kind": "box", "style": "tray", "inner": [179.7, 249.7, 39.85], "copies": 2}
TUCK: dict[str, Any] = {"kind": "box", "inner": [119.7, 169.7, 39.7], "notch": 0}
CORNERS = {(a, b) for a in ("north", "south") for b in ("east", "west")}


@pytest.mark.parametrize("form", FORMATS)
def test_boxes_larger_than_the_paper_join_from_their_pieces(tmp_path: Path, form: str) -> None:
    nets = build_nets(tmp_path, {"tray": TRAY, "tuck": TUCK}, form)
    assert {name for name in nets if ".c1." in name} == {
        *(f"tray.{letter}.c1.front" for letter in "abcde"),
        *(f"tuck.{letter}.c1.front" for letter in "ab"),
    }
    pieces = {name: marks for name, marks in nets.items() if ".c1." in name}
    tray = find_whole(
        fold_pieces(pieces, "tray"), {(side, "base") for side in ("north", "east", "south", "west")}, CORNERS
    )
    assert abs(panel_distance(tray["east"], tray["west"]) - 180) < 0.05
    assert abs(panel_distance(tray["north"], tray["south"]) - 250) < 0.05
    assert all(40 in leaf_size(tray[side]) for side in ("north", "east", "south", "west"))
    seams = {("left", "front"), ("bottom", "back"), ("right", "bottom"), ("left", "bottom")}
    tuck = find_whole(fold_pieces(pieces, "tuck"), {("back", "right")}, seams)
    assert abs(panel_distance(tuck["left"], tuck["right"]) - 120) < 0.05
    assert abs(panel_distance(tuck["lid"], tuck["bottom"]) - 170) < 0.05
    assert abs(panel_distance(tuck["front"], tuck["back"]) - 40) < 0.05
    assert origami.lies_in(tuck["dust-right"], tuck["lid"])


def make_tray(width: float, height: float, depth: float) -> Net:
    """Return the net of a tray."""
    data = BoxData(front="n.svg.j2", style="tray", inner=[width, height, depth])
    return unfold_box(data, {}, lambda *path: Place("game.yaml"))


def fits_a4(width: float, height: float) -> bool:
    """Tell whether a size fits on A4, upright or turned."""
    return min(width, height) <= 190 and max(width, height) <= 277


def test_each_label_has_the_number_of_the_tab_that_goes_under_its_edge() -> None:
    net = make_tray(180, 250, 40)
    made = divide_net(net, fits_a4)
    tabs = {tab.number: (tab, share) for share in made for tab in share.net.tabs}
    assert sorted(tabs) == [*range(1, 9)], "joints come first, then the tabs of the net"
    labels = [(label, share) for share in made for label in share.net.labels]
    assert sorted(label.number for label, _ in labels) == [1, 2, 3, 4]
    for label, share in labels:
        tab, other = tabs[label.number]
        (fold,) = [fold for fold in other.net.folds if fold.other == tab.id]
        middle = transform_point(other.matrix, (fold.x1 + fold.x2) / 2, (fold.y1 + fold.y2) / 2)
        assert abs(dist(transform_point(share.matrix, label.x, label.y), middle) - 2.2) < 0.01


def test_pieces_lie_in_the_whole_net_where_it_has_them() -> None:
    net = make_tray(180, 250, 40)
    whole = {panel.id: panel.matrix for panel in net.panels}
    found = {
        panel.id: multiply_matrices(share.matrix, panel.matrix)
        for share in divide_net(net, fits_a4)
        for panel in share.net.panels
    }
    assert found.keys() == whole.keys()
    for name, matrix in found.items():
        assert matrix == pytest.approx(whole[name], abs=1e-6)


def test_as_few_pieces_are_made_as_can_be() -> None:
    assert len(divide_net(make_tray(120, 190, 40), fits_a4)) == 2
    assert divide_net(make_tray(900, 900, 40), fits_a4) == []
    assert find_largest_panel(make_tray(900, 900, 40), fits_a4) == "base"


def test_a_net_of_very_many_faces_is_cut_in_turn() -> None:
    names = [f"f{n}" for n in range(30)]
    folds = [{"between": [f"{one}.right", f"{other}.left"], "angle": 20} for one, other in pairwise(names)]
    strip = {"front": "n", "copies": 1, "faces": {name: {"size": [30, 100]} for name in names}, "folds": folds}
    net = unfold_net(msgspec.convert(strip, NetData), {}, lambda *path: Place("game.yaml"))
    made = divide_net(net, fits_a4)
    assert 4 <= len(made) <= 6, "nine faces fit on the paper"
    assert sorted(panel.id for share in made for panel in share.net.panels) == sorted(names)
    assert all(fits_a4(share.net.width, share.net.height) for share in made)


def test_whole_boxes_are_counted_and_a_face_too_large_is_refused(tmp_path: Path) -> None:
    home = write_game(tmp_path / "large", "kind: box, style: tray, inner: [699.7, 899.7, 19.85]")
    (home / "templates" / "n.svg.j2").write_text(TEMPLATE, "utf-8")
    status, _, errors = run(["build", str(home), "--sheets-only", "--out", str(tmp_path / "out")])
    assert status == 1
    assert "game.yaml:6:3: GF304 the part 'net'" in errors
    assert "not even in pieces: its face 'base' alone would take more than 9 pieces" in errors
    home = write_game(tmp_path / "small", "kind: box, style: tray, inner: [179.7, 249.7, 39.85]")
    claims = "claims:\n  - {id: a, says: s, rests_on: r, check: \"count('net') == 1 and solid('net').faces == 5\"}\n"
    claims += "  - {id: b, says: s, rests_on: r, check: \"trim('net').width == 260 and looks('net', 'front') == 1\"}\n"
    with (home / "game.yaml").open("a", encoding="utf-8") as file:
        file.write(claims)
    (home / "templates" / "n.svg.j2").write_text(TEMPLATE, "utf-8")
    status, told, errors = run(["build", str(home), "--sheets-only", "--only", "net", "--out", str(tmp_path / "out")])
    assert status == 0, errors
    assert "2 claims" in told + errors
