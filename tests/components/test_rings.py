"""Boards of rings: positions, outlines, joins and faults."""

import copy
from collections import Counter, deque
from collections.abc import Callable, Mapping
from functools import partial
from itertools import pairwise
from math import atan2, cos, degrees, hypot, pi, radians, sin
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from generator.components import KINDS
from generator.components.boards import rings as module
from generator.components.boards.board import GENERATORS, board_values, generator_values
from generator.components.boards.board import BoardData as Data
from generator.components.boards.rings import Rings, make_rings
from generator.components.facts.spots import outline_key
from generator.geometry.polygon import classify_contact
from generator.geometry.types import Points
from generator.impose.tiling import tile_board
from generator.load.game import read_game
from generator.model.board import Board, Cell, Join
from generator.model.finding import DataError
from generator.model.paper import PAPERS
from tests.components.boards import count_join_kinds, make_board
from tests.messages import facts, facts_of
from tests.samples import examples, for_each

STARTS: dict[str, Any] = {"length": 4, "entry": 0, "radius": 118, "diameter": 15, "step": 10}
HYPNOSIA: dict[str, Any] = {
    "spaces": [30, 24, 18, 12],
    "width": 20,
    "center": 26,
    "direction": "counterclockwise",
    "sectors": 6,
    "bridges": [
        {"ring": 1, "from": 2, "to": 2},
        {"ring": 2, "from": 1, "to": 1},
        {"ring": 3, "from": 0, "to": 0},
        {"ring": 4, "from": 1},
    ],
    "starts": STARTS,
    "places": {"labels": ["5", "4", "3", "2", "1"], "diameter": 14.5},
}
SMALL: dict[str, Any] = {"spaces": [8, 6], "width": 10, "center": 8}


def make_hypnosia_board(**data: Any) -> Board:
    return make_board(**{"rings": HYPNOSIA, "border": 4.5, "turn": "outward", **data})


def cell_angle(board: Board, name: str) -> float:
    """Return where a cell is, in degrees counterclockwise from 3 o'clock as one sees the board."""
    cell, center = board.cells[name], board.cells["center"]
    return round(degrees(atan2(center.y - cell.y, cell.x - center.x)) % 360, 6) % 360


def center_distance(board: Board, name: str) -> float:
    cell, center = board.cells[name], board.cells["center"]
    return round(hypot(center.x - cell.x, center.y - cell.y), 6)


def list_steps(board: Board) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {name: [] for name in board.cells}
    for join in board.joins:
        found[join.one].append(join.other)
        if not join.one_way:
            found[join.other].append(join.one)
    return found


def count_distances(ways: Mapping[str, list[str]], start: str) -> dict[str, int]:
    found, queue = {start: 0}, deque([start])
    while queue:
        here = queue.popleft()
        for there in ways[here]:
            if there not in found:
                found[there] = found[here] + 1
                queue.append(there)
    return found


def signed_area(points: Points) -> float:
    turned = zip(points, (*points[1:], points[0]), strict=True)
    return sum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in turned) / 2


def contains_point(x: float, y: float, points: Points) -> bool:
    edges = zip(points, (*points[1:], points[0]), strict=True)
    crossed = [(y1 > y) != (y2 > y) and x < x1 + (y - y1) / (y2 - y1) * (x2 - x1) for (x1, y1), (x2, y2) in edges]
    return sum(crossed) % 2 == 1


def local_outline(cell: Cell) -> Points:
    """Return the outline in the cell's own coordinates."""
    c, s = cos(radians(-cell.turn)), sin(radians(-cell.turn))
    return tuple((c * x - s * y, s * x + c * y) for x, y in cell.points)


def test_the_cells_of_hypnosia() -> None:
    board = make_hypnosia_board()
    assert (board.width, board.height, len(board.cells)) == (260, 260, 1 + 5 + 84 + 24)
    assert Counter(cell.kind for cell in board.cells.values()) == {
        "center": 1, "place": 5, "plain": 60, "bridge": 24, "start": 24
    }  # fmt: skip
    rings = [[name for name in board.cells if name.startswith(f"ring{ring}.")] for ring in (1, 2, 3, 4)]
    assert [len(ring) for ring in rings] == [30, 24, 18, 12]
    assert [sum(board.cells[name].kind == "bridge" for name in ring) for ring in rings] == [6, 6, 6, 6]
    assert [name for name in rings[0] if board.cells[name].kind == "bridge"] == [f"ring1.{n}" for n in range(2, 30, 5)]
    assert list(board.cells)[:8] == ["center", *(f"place.{n}" for n in range(1, 6)), "ring1.0", "ring1.1"]
    assert list(board.cells)[-5:] == ["start5.4", *(f"start6.{n}" for n in range(1, 5))]


def test_joins_of_hypnosia() -> None:
    board = make_hypnosia_board()
    assert count_join_kinds(board) == {"side": 84, "bridge": 24, "enter": 6, "queue": 18}
    assert all(join.one_way for join in board.joins)
    ways = list_steps(board)
    out = {name: len(there) for name, there in ways.items()}
    assert {name for name, number in out.items() if number == 0} == {"center", *(f"place.{n}" for n in range(1, 6))}
    assert {name for name, number in out.items() if number == 2} == {
        name for name, cell in board.cells.items() if cell.kind == "bridge"
    }
    assert max(out.values()) == 2
    assert [board.cells[f"start3.{number}"].label for number in (1, 2, 3, 4)] == ["1", "2", "3", "4"]
    assert ways["start3.4"] == ["start3.3"]
    assert ways["start3.1"] == ["ring1.10"]
    assert ways["ring1.29"] == ["ring1.0"]
    assert ways["ring2.5"] == ["ring2.6", "ring3.4"]
    assert ways["ring4.11"] == ["ring4.0", "center"]


def test_all_sectors_of_hypnosia_are_equally_far_from_the_center() -> None:
    ways = list_steps(make_hypnosia_board())
    far = [[count_distances(ways, f"start{sector}.{k}")["center"] for k in range(1, 5)] for sector in range(1, 7)]
    assert far == [[13, 14, 15, 16]] * 6
    assert all("center" in count_distances(ways, name) for name in ways if not name.startswith("place"))


def test_positions_of_the_cells_of_hypnosia() -> None:
    board = make_hypnosia_board()
    for ring, count in enumerate((30, 24, 18, 12), 1):
        names = [f"ring{ring}.{number}" for number in range(count)]
        assert [cell_angle(board, name) for name in names] == [round((n + 0.5) * 360 / count, 6) for n in range(count)]
        assert {center_distance(board, name) for name in names} == {116 - 20 * ring}
    for sector in range(6):
        names = [f"start{sector + 1}.{number}" for number in range(1, 5)]
        assert [cell_angle(board, name) for name in names] == [(60 * sector + turn) % 360 for turn in (6, -4, -14, -24)]
        assert {center_distance(board, name) for name in names} == {118}


@for_each([("counterclockwise", 1), ("clockwise", -1), ("both", 1)])
def test_numbers_run_in_the_direction_of_travel(direction: str, way: int) -> None:
    starts = {"length": 2, "entry": 1, "radius": 35, "diameter": 9, "step": 20}
    board = make_board(
        rings={**SMALL, "direction": direction, "sectors": 2, "starts": starts, "bridges": [{"ring": 2, "from": 0}]}
    )
    assert [cell_angle(board, f"ring1.{number}") for number in range(8)] == [
        way * (45 * number + 22.5) % 360 for number in range(8)
    ]
    assert [cell_angle(board, name) for name in ("start1.1", "start1.2", "start2.1")] == [
        way * turn % 360 for turn in (67.5, 47.5, 247.5)
    ]
    one_way = direction != "both"
    assert board.joins[7] == Join("ring1.7", "ring1.0", "side", one_way)
    assert Join("ring2.3", "center", "bridge", one_way=True) in board.joins
    assert Join("start2.2", "start2.1", "queue", one_way=True) in board.joins
    assert Join("start2.1", "ring1.5", "enter", one_way=True) in board.joins


def test_a_seam_through_the_middle_cuts_the_center_alone() -> None:
    board = make_hypnosia_board()
    boxes = {name: cell.box for name, cell in board.cells.items()}
    assert [name for name, box in boxes.items() if box[1] < 130 - 1e-6 and box[3] > 130 + 1e-6] == ["center"]
    round_ones = [box for name, box in boxes.items() if name.startswith(("start", "place"))]
    assert min(min(abs(box[1] - 130), abs(box[3] - 130)) for box in round_ones) > 0.7
    found = tile_board(260, 260, list(boxes.values()), [], PAPERS["a4"], "butt")
    assert (found.pieces, found.cells_cut) == ({"a1": (0, 0, 260, 130), "b1": (0, 130, 260, 260)}, 1)


def test_drawings_point_outward_and_counterclockwise() -> None:
    board = make_hypnosia_board()
    center = board.cells["center"]
    for name, cell in board.cells.items():
        if cell.kind in ("center", "place"):
            assert cell.turn == 0
            continue
        out_x, out_y = (
            (cell.x - center.x) / center_distance(board, name),
            (cell.y - center.y) / center_distance(board, name),
        )
        c, s = cos(radians(cell.turn)), sin(radians(cell.turn))
        assert (-s, c) == pytest.approx((out_x, out_y))  # +y of the drawing
        assert (c, s) == pytest.approx((out_y, -out_x))  # +x: outward, turned counterclockwise as one sees it
    six = min(board.cells.values(), key=lambda cell: (-cell.y, cell.x))
    assert 0 <= min(six.turn, 360 - six.turn) < 12


def test_upright_drawings_have_the_outlines_of_those_that_face_outward() -> None:
    outward, upright = make_hypnosia_board(), make_hypnosia_board(turn="upright")
    assert {cell.turn for cell in upright.cells.values()} == {0}
    assert {name: (cell.x, cell.y, cell.points) for name, cell in upright.cells.items()} == {
        name: (cell.x, cell.y, cell.points) for name, cell in outward.cells.items()
    }


@pytest.mark.parametrize(
    "data", [HYPNOSIA, {"spaces": [60, 7, 3], "width": 14.5001, "center": 7.123457}], ids=["hypnosia", "odd"]
)
def test_the_cells_of_a_ring_are_drawn_alike(data: dict[str, Any]) -> None:
    board = make_board(rings=data, turn="outward", border=4.5)
    shapes: dict[str, set[Any]] = {}
    words: dict[str, set[Any]] = {}
    given = {cell["id"]: cell for cell in board_values(board)["cells"]}
    for name, cell in board.cells.items():
        group = f"{name.rstrip('0123456789')} {cell.kind}"
        group = f"start {cell.kind}" if cell.kind == "start" else group
        shapes.setdefault(group, set()).add(outline_key(cell))
        words.setdefault(group, set()).add(given[name]["points"])
    assert {len(each) for each in shapes.values()} == {len(each) for each in words.values()} == {1}
    assert "-0.0000" not in "".join(str(words))


def test_an_outline_is_a_piece_of_a_ring() -> None:
    cell = make_hypnosia_board().cells["ring4.2"]
    points = local_outline(cell)
    for x, y in points:
        assert min(abs(hypot(x, y + 36) - 26), abs(hypot(x, y + 36) - 46)) < 1e-4
    assert sorted({round(abs(degrees(atan2(x, y + 36))), 3) for x, y in points})[-1] == 15
    arc = [hypot((x1 + x2) / 2, (y1 + y2) / 2 + 36) for (x1, y1), (x2, y2) in pairwise(points)]
    sagittas = [min(abs(middle - 26), abs(middle - 46)) for middle in arc]
    assert sorted(sagittas)[-2] < 0.0102  # one edge is radial


def test_neighbors_touch_and_share_their_edge() -> None:
    board = make_hypnosia_board()
    for join in board.joins:
        one, other = board.cells[join.one], board.cells[join.other]
        if join.kind == "side":
            assert classify_contact(one.board_points, other.board_points) == "side"
            near = [
                (x, y) for x, y in one.board_points if any(hypot(x - a, y - b) < 3e-4 for a, b in other.board_points)
            ]
            assert len(near) == 2
        elif join.kind != "bridge":
            assert classify_contact(one.board_points, other.board_points) == ""
    for ring, count in enumerate((30, 24, 18, 12), 1):
        far = [
            classify_contact(*(board.cells[f"ring{ring}.{n}"].board_points for n in (0, other)))
            for other in range(2, count - 1)
        ]
        assert set(far) == {""}


def place_of(board: Board, number: int) -> tuple[float, float]:
    cell, center = board.cells[f"place.{number}"], board.cells["center"]
    return round(cell.x - center.x, 3), round(cell.y - center.y, 3)


def test_the_places_of_hypnosia_keep_one_distance_from_all() -> None:
    board = make_hypnosia_board()
    spots = [place_of(board, number) for number in range(1, 6)]
    assert [board.cells[f"place.{number}"].label for number in range(1, 6)] == ["5", "4", "3", "2", "1"]
    assert spots == [(-9.294, -11.339), (9.294, -11.339), (-15.581, 8.331), (0, 8.331), (15.581, 8.331)]
    above, below = 11.339 - 7.25, 8.331 - 7.25
    assert above == pytest.approx(2 * 9.294 - 14.5, abs=2e-3)
    assert 26 - hypot(9.294, 11.339) - 7.25 == pytest.approx(above, abs=2e-3)
    assert below == pytest.approx(15.581 - 14.5, abs=2e-3)
    assert 26 - hypot(15.581, 8.331) - 7.25 == pytest.approx(below, abs=2e-3)


@for_each([(1, [1]), (2, [1, 1]), (3, [1, 2]), (4, [2, 2]), (5, [2, 3]), (11, [5, 6]), (12, [6, 6])])
def test_places_are_in_two_rows_the_longer_below(count: int, rows: list[int]) -> None:
    board = make_board(rings={**SMALL, "center": 40, "places": {"labels": ["x"] * count, "diameter": 9}})
    spots = [place_of(board, number) for number in range(1, count + 1)]
    assert list(Counter(y for _, y in spots).values()) == rows
    assert spots == sorted(spots, key=lambda spot: (spot[1], spot[0]))
    assert sum(x for x, _ in spots) == pytest.approx(0, abs=1e-9)
    assert all(hypot(x, y) + 4.5 <= 40 - 0.5 for x, y in spots)
    assert all(hypot(a - x, b - y) >= 9.5 for n, (x, y) in enumerate(spots) for a, b in spots[:n])
    assert count == 1 or min(abs(y) for _, y in spots) >= 4.5 + 0.5


def test_places_follow_one_another_around_a_circle_in_the_direction_of_travel() -> None:
    places = {"labels": ["5", "4", "3", "2", "1"], "diameter": 14.5, "radius": 18}
    board = make_board(rings={**HYPNOSIA, "places": places})
    a, b = 12.728, 15.588  # 18 mm at 45 and at 30 degrees
    assert [place_of(board, number) for number in range(1, 6)] == [(a, -a), (-a, -a), (-b, 9), (0, 18), (b, 9)]
    clockwise = make_board(rings={**HYPNOSIA, "direction": "clockwise", "places": places})
    assert [place_of(clockwise, number) for number in range(1, 6)] == [(-a, -a), (a, -a), (b, 9), (0, 18), (-b, 9)]


@for_each(
    [
        (2, 18, 15),  # to the edge
        (5, 16, 15),  # to the middle
        (5, 17.3, 16.3),  # to the middle
        (12, 18, 8.3),  # to the middle
        (8, 20, 11),  # to the edge
        (3, 1, 0.4),  # to the middle
        (2, 30, 0),  # beyond the edge
    ]
)
def test_message_names_the_largest_places_that_fit_on_a_circle(count: int, radius: float, most: float) -> None:
    data = {**SMALL, "center": 26, "places": {"labels": ["x"] * count, "diameter": 60, "radius": radius}}
    with pytest.raises(msgspec.ValidationError) as error:
        msgspec.convert(data, Rings)
    assert facts(error.value).split() == [str(count), "60", f"{radius:g}", f"{most:g}"]


def test_a_single_place_takes_no_circle() -> None:
    data = {**SMALL, "center": 26, "places": {"labels": ["x"], "diameter": 9, "radius": 12}}
    with pytest.raises(msgspec.ValidationError, match="a single place lies in the middle"):
        msgspec.convert(data, Rings)


@pytest.mark.parametrize("count", range(1, 13))
def test_message_names_the_largest_places_that_fit(count: int) -> None:
    data = {**SMALL, "center": 26, "places": {"labels": ["x"] * count, "diameter": 60}}
    with pytest.raises(msgspec.ValidationError) as error:
        msgspec.convert(data, Rings)
    found = facts(error.value).split()
    assert found[:3] == [str(count), "60", "26"]
    most = float(found[3])
    board = make_board(rings={**data, "places": {"labels": ["x"] * count, "diameter": most}})
    spots = [place_of(board, number) for number in range(1, count + 1)]
    least = min(26 - hypot(*spot) - most / 2 for spot in spots)
    assert 0.49 <= least <= 0.65
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({**data, "places": {"labels": ["x"] * count, "diameter": most + 0.1}}, Rings)


def test_template_values_of_rings() -> None:
    data = msgspec.convert({"front": "a", "copies": 1, "rings": SMALL}, Data)
    assert generator_values(data) == {
        "cell": 10,
        "center": 8,
        "rings": [
            {"number": 1, "spaces": 8, "inner": 18, "outer": 28, "arc": 45},
            {"number": 2, "spaces": 6, "inner": 8, "outer": 18, "arc": 60},
        ],
    }


@st.composite
def some_rings(draw: st.DrawFn) -> dict[str, Any]:
    sectors = draw(st.integers(1, 6))
    shares = draw(st.lists(st.integers(-(-3 // sectors), 5), min_size=1, max_size=4))
    pairs = draw(st.lists(st.tuples(st.integers(1, len(shares)), st.integers(0, 4)), unique=True, max_size=5))
    bridges = [
        {"ring": ring, "from": start, **({"to": draw(st.integers(0, shares[ring] - 1))} if ring < len(shares) else {})}
        for ring, start in pairs
        if start < shares[ring - 1]
    ]
    width, center = draw(st.floats(2, 30)), draw(st.floats(8, 40))
    length, outer = draw(st.integers(1, 3)), center + width * len(shares)
    starts = {"length": length, "entry": draw(st.integers(0, shares[0] - 1)), "radius": outer + 1, "diameter": 1,
              "step": 50 / sectors}  # fmt: skip
    return {
        "spaces": [sectors * each for each in shares],
        "width": width,
        "center": center,
        "direction": draw(st.sampled_from(["counterclockwise", "clockwise", "both"])),
        "sectors": sectors,
        "bridges": bridges,
        **({"starts": starts} if draw(st.booleans()) else {}),
    }


@settings(max_examples=examples(200), deadline=None)
@given(some_rings(), st.data())
def test_cells_fill_their_ring_and_none_overlaps_another(data: dict[str, Any], spots: st.DataObject) -> None:
    board = make_board(rings=data)
    for ring, count in enumerate(data["spaces"], 1):
        inner = data["center"] + (len(data["spaces"]) - ring) * data["width"]
        outlines = [board.cells[f"ring{ring}.{number}"].points for number in range(count)]
        whole = pi * ((inner + data["width"]) ** 2 - inner**2)
        assert sum(map(signed_area, outlines)) == pytest.approx(whole, rel=0.005)
    turn = radians(spots.draw(st.floats(0, 360)))
    far = spots.draw(st.floats(0, board.width / 2))
    x, y = board.width / 2 + far * cos(turn), board.height / 2 + far * sin(turn)
    shrunk = {
        name: tuple((cell.x + 0.98 * a, cell.y + 0.98 * b) for a, b in cell.points)
        for name, cell in board.cells.items()
    }
    assert sum(contains_point(x, y, points) for points in shrunk.values()) <= 1
    middles = {
        name: [other for other, cell in board.cells.items() if contains_point(each.x, each.y, cell.board_points)]
        for name, each in board.cells.items()
    }
    assert middles == {name: [name] for name in board.cells}


@given(some_rings())
def test_joins_connect_existing_cells(data: dict[str, Any]) -> None:
    made_of = make_rings(msgspec.convert(data, Rings))
    assert all({join.one, join.other} <= made_of.cells.keys() and join.one != join.other for join in made_of.joins)
    pairs = [frozenset(join[:2]) for join in made_of.joins]
    assert len(set(pairs)) == len(pairs)  # none takes the place of another
    kinds = Counter(join.kind for join in made_of.joins)
    starts = data["sectors"] * data["starts"]["length"] if "starts" in data else 0
    assert (kinds["side"], kinds["bridge"]) == (sum(data["spaces"]), data["sectors"] * len(data["bridges"]))
    assert kinds["enter"] + kinds["queue"] == starts
    assert sum(cell.kind == "bridge" for cell in made_of.cells.values()) == kinds["bridge"]


def test_outlines_are_computed_once_per_ring(monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[str] = []

    def counted(real: Callable[..., Points], *given: float) -> Points:
        calls.append(real.__name__)
        return real(*given)

    monkeypatch.setattr(module, "_sector_points", partial(counted, module._sector_points))
    monkeypatch.setattr(module, "_circle_points", partial(counted, module._circle_points))
    bridges = [{"ring": 40, "from": 0}]
    data = {**HYPNOSIA, "spaces": [396] * 40, "center": 200, "bridges": bridges, "starts": {**STARTS, "radius": 1020}}
    many = make_rings(msgspec.convert(data, Rings))
    assert len(many.cells) == 1 + 5 + 40 * 396 + 24
    assert sorted(Counter(calls).values()) == [3, 40]  # the circles of center, places and starts, and the rings


YAML = """\
title: Eddy
version: "1"
players: [1, 2]
parts:
  pool:
    kind: board
    front: a.svg
    copies: 1
    rings:
      spaces: [30, 24, 18, 12]
      width: 20
      center: 26
      direction: counterclockwise
      sectors: 6
      bridges:
        - {ring: 1, from: 2, to: 2}
        - {ring: 2, from: 1, to: 1}
        - {ring: 4, from: 1}
      starts: {length: 4, entry: 0, radius: 118, diameter: 15, step: 10}
      places: {labels: ["5", "4", "3", "2", "1"], diameter: 14.5}
"""


@pytest.fixture
def read_faults(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str, str], list[str]]:
    """Give a function that replaces one text in the data and returns the facts of its faults; no rings may be built."""
    (tmp_path / "eddy").mkdir()
    monkeypatch.chdir(tmp_path / "eddy")
    row = GENERATORS["rings"]._replace(make_lattice=lambda data: pytest.fail("rings were made"))
    monkeypatch.setitem(GENERATORS, "rings", row)

    def read(old: str, new: str) -> list[str]:
        assert YAML.count(old) == 1
        Path("game.yaml").write_text(YAML.replace(old, new), "utf-8")
        try:
            read_game(Path.cwd(), KINDS)
        except DataError as error:
            return facts_of(error.findings)
        return []

    return read


def test_valid_rings_are_read(read_faults: Callable[[str, str], list[str]]) -> None:
    assert read_faults("Eddy", "Whirl") == []


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ("18, 12]", "20, 12]", '10:24: GF006 20 6'),
        ("18, 12]", "18, 2]", '10:28: GF006 3 3 400 2'),
        ("18, 12]", "18, 174]", '10:28: GF006 174 0.94 1'),
        ("[30, 24, 18, 12]", "[]", '10:15: GF006'),
        ("width: 20", "width: 0.5", '11:14: GF006 1 2,000 0.5'),
        ("center: 26", "center: 1e9", '12:15: GF006 1 2,000 1000000000.0'),
        ("direction: counter", "direction: Counter", "13:18: GF006 'counterclockwise' 'clockwise' 'both' 'Counterclockwise' 'counterclockwise'"),
        ("sectors: 6", "sectors: 0", '14:16: GF006 1 40 0'),
        ("{ring: 4", "{ring: 5", '18:18: GF006 5 4'),
        ("{ring: 4", "{ring: 0", '18:18: GF006 2 1 40 0'),
        ("{ring: 4, from: 1}", "{ring: 4, from: 2}", '18:27: GF006 4 2 0 1'),
        ("{ring: 4, from: 1}", "{ring: 4, from: 1, to: 0}", '18:34: GF006 `to` 0'),
        ("{ring: 4, from: 1}", "{ring: 3, from: 1}", '18:11: GF006 3 `to`'),
        ("{ring: 4, from: 1}", "{ring: 3, from: 1, to: 2}", '18:34: GF006 4 2 0 1'),
        ("{ring: 4, from: 1}", "{ring: 1, from: 2, to: 1}", '18:27: GF006 2 1 1'),
        ("{ring: 4, from: 1}", "{ring: 4, from: 1, direction: both}", "18:30: GF004 'direction' 2 'from' 'ring' 'to'"),
        ("{ring: 4, from: 1}", "{from: 1}", "18:11: GF005 2 'ring' 1 40"),
        ("entry: 0", "entry: 5", '19:34: GF006 1 5 0 4'),
        ("radius: 118", "radius: 113.4", '19:45: GF006 15 113.5 113.4'),
        ("radius: 118", "radius: 90", '19:45: GF006 15 113.5 90'),
        ("diameter: 15,", "diameter: 25,", '19:70: GF006 25 10 20.57'),
        ("step: 10", "step: 7", '19:70: GF006 15 7 14.41'),
        ("length: 4", "length: 7", '19:24: GF006 7 10 60'),
        ("step: 10", "step: 18", '19:24: GF006 4 18 60'),
        ("step: 10", "step: 0", '19:70: GF006 0 90 0'),
        ("diameter: 14.5", "diameter: 15.4", '20:61: GF006 5 15.4 26 15.3'),
        ('["5", "4", "3", "2", "1"]', "[]", '20:24: GF006'),
        ('["5", "4", "3", "2", "1"]', '["5", 4]', '20:30: GF006 1 4'),
    ],
)  # fmt: skip
def test_fault_is_reported_at_its_key(
    read_faults: Callable[[str, str], list[str]], old: str, new: str, fault: str
) -> None:
    assert read_faults(old, new) == [f"game.yaml:{fault}"]


@for_each(
    [
        (("starts", "radius"), 113.5, 113.499),
        (("starts", "length"), 6, 7),
        (("spaces", 3), 162, 168),
        (("places", "diameter"), 15.34, 15.35),
    ]
)
def test_limits_are_inclusive(path: tuple[Any, ...], least: float, worse: float) -> None:
    for value, fits in ((least, True), (worse, False)):
        data: Any = copy.deepcopy(HYPNOSIA)
        at = data[path[0]]
        at[path[1]] = value
        if fits:
            msgspec.convert(data, Rings)
        else:
            with pytest.raises(msgspec.ValidationError):
                msgspec.convert(data, Rings)


def test_queue_must_not_overlap_itself() -> None:
    starts = {"length": 5, "radius": 35, "diameter": 9, "step": 80}
    make_board(rings={**SMALL, "starts": {**starts, "length": 4}})
    with pytest.raises(msgspec.ValidationError, match=r"queues of 5 .* 89 degrees"):
        make_board(rings={**SMALL, "starts": {**starts, "step": 89}})
    assert len(make_board(rings={**SMALL, "starts": {**starts, "length": 1}}).cells) == 1 + 14 + 1


def test_queues_may_interleave() -> None:
    starts = {"length": 4, "radius": 35, "diameter": 9, "step": 65}  # the fourth is 195 degrees back: past the other's
    board = make_board(rings={**SMALL, "sectors": 2, "starts": starts})
    assert [cell_angle(board, name) for name in ("start1.1", "start1.4", "start2.1")] == [22.5, 187.5, 202.5]
    with pytest.raises(msgspec.ValidationError, match=r"queues of 4 .* 64 degrees"):
        make_board(rings={**SMALL, "sectors": 2, "starts": {**starts, "step": 64}})
