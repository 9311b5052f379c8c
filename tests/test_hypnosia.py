"""The finished kit of Hypnosia, checked against moves computed here by brute force.

Moves follow from the number of spaces in each ring and the positions of the bridges, without any code of the generator.
"""

import re
import shutil
from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import combinations, product
from math import atan2, cos, degrees, dist, hypot, radians, sin
from pathlib import Path
from typing import Any, NamedTuple
from xml.etree import ElementTree

import pdfplumber
import pypdfium2
import pytest
import yaml
from PIL import Image, ImageChops

from generator.check.claims.judge import judge_claims
from generator.pipeline.build import build_kit, load_game
from generator.pipeline.options import Options
from tests import origami
from tests.kits import GAMES, Kit, Kits, pieces, run
from tests.looks import pdf_pixels
from tests.messages import is_failed_claim_told
from tests.mutants.judge import check_data
from tests.origami import Line, Marks, Matrix, Point, read_pdf

MM = 25.4 / 72
GAME = GAMES["hypnosia"]
DATA = (GAME / "game.yaml").read_text("utf-8").splitlines()
RULES = (GAME / "rules.md").read_text("utf-8")
COLORS = ("red", "yellow", "green", "blue", "black", "purple")  # counterclockwise, from 3 o'clock
MARKS = ("triangle", "diamond", "square", "disc", "cross", "star")
PAINTS = ("#c8102e", "#f2b705", "#2e9e5b", "#1f6fb2", "#222222", "#612698")
DEEP, EMBER = "#18205c", "#ff8c2b"
TINTS = ((0xE4, 0xEB, 0xFA), (0xBC, 0xCC, 0xF2), (0x66, 0x82, 0xCF), (0x1B, 0x27, 0x66), (255, 255, 255))
PLAIN = {"", "none", DEEP, EMBER, "#ffffff", "#e4ebfa", "#bcccf2", "#6682cf", "#1b2766"}
HALVES = ("board.a1.c1.front", "board.b1.c1.front")
# of the rings, outermost first: spaces, radius of the middle, which space of each sixth is special, where its bridge lands
COUNT = (30, 24, 18, 12)
MIDDLE = (96, 76, 56, 36)
SPECIAL = (2, 1, 0, 1)
LANDS = (2, 1, 0)
SIDES = range(1, 7)

Space = tuple[int, int]  # ring from the outermost, number from just after 3 o'clock, both from 0


@pytest.fixture(scope="module")
def hypnosia(kit: Kits) -> Kit:
    return kit("hypnosia")


@pytest.fixture(scope="module")
def printed_marks(hypnosia: Kit) -> dict[str, Marks]:
    return read_pdf(hypnosia.sheets)


def front_placements(kit: Kit, part: str) -> list[dict[str, Any]]:
    """Return what the manifest says of the fronts of a part."""
    return [row for row in kit.manifest["placements"] if row["part"] == part and row["side"] == "front"]


def box_center(lines: list[Line]) -> Point:
    """Return the center of the bounding box (mm on the paper)."""
    xs, ys = zip(*(point for line in lines for point in line), strict=True)
    return (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2


def polar_position(point: Point, about: Point) -> tuple[float, float]:
    """Return radius and angle, counterclockwise from 3 o'clock, on a board that is printed a quarter turned clockwise."""
    dx, dy = point[0] - about[0], point[1] - about[1]
    return hypot(dx, dy), degrees(atan2(dx, dy)) % 360


def angle_difference(one: float, other: float) -> float:
    """Return how far an angle lies counterclockwise of another, -180 to 180 degrees."""
    return (one - other + 180) % 360 - 180


@pytest.fixture(scope="module")
def board(printed_marks: dict[str, Marks]) -> dict[str, list[list[tuple[float, float]]]]:
    """Give the lines of each cell of both halves in polar coordinates: radius (mm), angle (degrees)."""
    found: dict[str, list[list[tuple[float, float]]]] = {}
    for half in HALVES:
        about = box_center(printed_marks[half]["cell.center"])
        for name, lines in printed_marks[half].items():
            if name.startswith("cell.") and name != "cell.center":
                assert name not in found, f"{name} is printed twice"
                found[name] = [[polar_position(point, about) for point in line] for line in lines]
    return found


def claim_place(name: str) -> str:
    """Return the place of a claim's check."""
    start = DATA.index(f"  - id: {name}")
    line = next(number for number in range(start, len(DATA)) if DATA[number].startswith("    check: "))
    return f"game.yaml:{line + 1}:12: "


# The moves, by brute force


def all_spaces() -> list[Space]:
    return [(ring, number) for ring, count in enumerate(COUNT) for number in range(count)]


def space_name(space: Space | None) -> str:
    return "center" if space is None else f"ring{space[0] + 1}.{space[1]}"


def is_special(space: Space) -> bool:
    ring, number = space
    return number % (COUNT[ring] // 6) == SPECIAL[ring]


def cross_bridge(space: Space) -> Space | None:
    """Return where the bridge of a special space ends: None is the center."""
    ring, number = space
    if ring == 3:
        return None
    sixth = number // (COUNT[ring] // 6)
    return ring + 1, sixth * (COUNT[ring + 1] // 6) + LANDS[ring]


def move_along(space: Space, steps: int) -> Space:
    ring, number = space
    return ring, (number + steps) % COUNT[ring]


def list_moves(space: Space, die: int) -> set[Space | None]:
    """Return where a pawn on a space may end with a die: its first step alone may lead over a bridge."""
    ends: set[Space | None] = {move_along(space, die)}
    if is_special(space):
        over = cross_bridge(space)
        if over is not None:
            ends.add(move_along(over, die - 1))
        elif die == 1:
            ends.add(None)
    return ends


def list_entries(color: int, place: int, die: int) -> set[Space | None]:
    """Return where the pawn at a place of its queue, counted from 1, may end with a die."""
    return {move_along((0, 5 * color), die - place)} if die >= place else set()


def count_pips() -> dict[Space | None, int]:
    """Return the fewest pips from each space to the center, die by die."""
    far: dict[Space | None, int] = {None: 0}
    for _ in range(200):
        for space, die in product(all_spaces(), SIDES):
            for end in list_moves(space, die):
                if end in far and far[end] + die < far.get(space, 999):
                    far[space] = far[end] + die
    return far


def test_board_joins_match_brute_force_moves(hypnosia: Kit) -> None:
    found = next(part.board for part in hypnosia.parts if part.id == "board")
    assert found is not None
    own = {(space_name(space), space_name(move_along(space, 1)), "side") for space in all_spaces()}
    own |= {
        (space_name(space), space_name(cross_bridge(space)), "bridge") for space in all_spaces() if is_special(space)
    }
    for number in range(6):
        own |= {(f"start{number + 1}.{k}", f"start{number + 1}.{k - 1}", "queue") for k in (2, 3, 4)}
        own.add((f"start{number + 1}.1", f"ring1.{5 * number}", "enter"))
    assert len(own) == 84 + 24 + 18 + 6
    assert {(join.one, join.other, join.kind) for join in found.joins} == own
    assert len(found.joins) == len(own)
    assert {join.one_way for join in found.joins} == {True}
    assert {cell for cell, at in found.cells.items() if at.kind == "bridge"} == {
        space_name(space) for space in all_spaces() if is_special(space)
    }


def test_a_die_leaves_one_choice_and_two_on_a_special_space() -> None:
    for space, die in product(all_spaces(), SIDES):
        two = is_special(space) and (space[0] < 3 or die == 1)
        assert len(list_moves(space, die)) == 1 + two
    assert {die for space, die in product(all_spaces(), SIDES) if None in list_moves(space, die)} == {1}
    landings = [cross_bridge(space) for space in all_spaces() if is_special(space) and space[0] < 3]
    assert not any(is_special(space) for space in landings if space)
    assert not any(is_special((0, 5 * number)) for number in range(6))


def test_every_space_leads_to_the_center_and_the_start_in_12_pips_and_its_place() -> None:
    far = count_pips()
    assert set(far) == {*all_spaces(), None}
    for number, place in product(range(6), range(1, 5)):
        ways = [die + far[end] for die in SIDES for end in list_entries(number, place, die)]
        assert min(ways) == 12 + place
        assert [die for die in SIDES if list_entries(number, place, die)] == list(range(place, 7))


def group_seats(seats: list[int]) -> set[frozenset[int]]:
    """Return which seats of six in a ring turns of the ring carry into one another, of those that keep all seats."""
    turns = [turn for turn in range(6) if {(seat + turn) % 6 for seat in seats} == set(seats)]
    return {frozenset((seat + turn) % 6 for turn in turns) for seat in seats}


@cache
def read_board_values() -> dict[str, list[str]]:
    """Return the values of the board in the data, which take half a second to read."""
    found: dict[str, list[str]] = yaml.safe_load("\n".join(DATA))["parts"]["board"]["values"]
    return found


def seats_of(players: int) -> list[int]:
    """Return the seats that the data has for so many."""
    return [COLORS.index(color) for color in read_board_values()[f"seats{players}"]]


def test_seats_are_equal_for_two_three_and_six_and_the_rest_is_warned_of() -> None:
    assert [seats_of(players) for players in range(2, 7)] == [
        [0, 3], [0, 2, 4], [0, 1, 3, 4], [0, 1, 2, 3, 4], [0, 1, 2, 3, 4, 5]]  # fmt: skip
    assert [len(group_seats(seats_of(players))) for players in range(2, 7)] == [1, 1, 2, 5, 1]
    assert group_seats(seats_of(4)) == {frozenset({0, 3}), frozenset({1, 4})}
    found = (str(each) for each in judge_claims(*load_game(GAME, Options())).findings if each.code == "GF102")
    said = dict(re.findall(r"(H20\S*) .*orbits\('board', .*?\) = (\[\[.*?\]\])", "\n".join(found)))
    assert set(said) == {"H20.four", "H20.five"}
    for players, text in zip((4, 5), said.values(), strict=True):
        groups = {frozenset(COLORS.index(color) for color in group) for group in yaml.safe_load(text)}
        assert groups == group_seats(seats_of(players))


def test_the_rules_name_the_seats_that_have_an_empty_one_behind_them() -> None:
    better = {
        players: [COLORS[seat] for seat in seats_of(players) if (seat - 1) % 6 not in seats_of(players)]
        for players in (4, 5)
    }
    assert better == {4: ["red", "blue"], 5: ["red"]}
    red, blue = ("{{ color('player." + color + "') }}" for color in ("red", "blue"))
    assert f"With four players that is true of {red} and {blue}, with five of {red}." in RULES


def write_checks() -> Iterator[str]:
    """Yield claims with the answers computed here."""
    for die in SIDES:
        for number in (1, 2):
            spaces = [space_name(space) for space in all_spaces() if len(list_moves(space, die)) == number]
            if spaces:
                yield f"choices('board', {spaces}, [{die}], first='bridge') == [{number}]"
    order = [*all_spaces(), None]
    ways: dict[Space | None, list[list[object]]] = {space: [] for space in order}
    for space, die in product(all_spaces(), SIDES):
        for end in list_moves(space, die):
            ways[end].append([space_name(space), die])
    for number, place, die in product(range(6), range(1, 5), SIDES):
        for end in list_entries(number, place, die):
            ways[end].append([f"start{number + 1}.{place}", die])
    for goal, found in ways.items():
        yield f"arrivals('board', '{space_name(goal)}', [1, 2, 3, 4, 5, 6], first='bridge')|sort == {sorted(found)}"
    far = count_pips()
    for space in all_spaces():
        yield f"distance('board', '{space_name(space)}', 'center') == {far[space]}"


@pytest.mark.thorough
def test_claims_agree_with_brute_force_moves(tmp_path: Path) -> None:
    folder = shutil.copytree(GAME, tmp_path / "hypnosia")
    checks = list(write_checks())
    assert len(checks) == 6 + 6 + 85 + 84
    own = "".join(
        f"  - id: own.{number}\n    says: own\n    rests_on: own\n    check: >-\n      {check}\n"
        for number, check in enumerate(checks)
    )
    text = "\n".join(DATA).replace("\nclaims:\n", f"\nclaims:\n{own}")
    (folder / "game.yaml").write_text(text, "utf-8")
    lines = build_kit(folder, Options(out=tmp_path, formats=frozenset({"pdf"}))).checked.lines
    assert len([line for line in lines if re.fullmatch(r"own\.\d+  own: .*; data and sheets", line)]) == len(checks)


# The board


@pytest.mark.parametrize("ring", range(4))
def test_the_spaces_of_a_ring_have_their_radii_and_angles(
    ring: int, board: dict[str, list[list[tuple[float, float]]]]
) -> None:
    found = {cell for cell in board if cell.startswith(f"cell.ring{ring + 1}.")}
    assert found == {f"cell.ring{ring + 1}.{number}" for number in range(COUNT[ring])}
    half = 180 / COUNT[ring]
    for number in range(COUNT[ring]):
        outline = board[f"cell.ring{ring + 1}.{number}"][0]
        turns = [angle_difference(angle, (number + 0.5) * 360 / COUNT[ring]) for _, angle in outline]
        assert (min(turns), max(turns)) == pytest.approx((-half, half), abs=0.02)
        radii = [radius for radius, _ in outline]
        assert (min(radii), max(radii)) == pytest.approx((MIDDLE[ring] - 10, MIDDLE[ring] + 10), abs=0.02)


def test_cell_counts_and_matching_halves(hypnosia: Kit, board: dict[str, Any], printed_marks: dict[str, Marks]) -> None:
    assert Counter(re.sub(r"\.?\d.*", "", cell) for cell in board) == {
        "cell.ring": 84, "cell.start": 24, "cell.place": 5}  # fmt: skip
    upper, lower = front_placements(hypnosia, "board")
    assert [(row["w"], row["h"], row["rotation"]) for row in (upper, lower)] == [(130, 260, 90)] * 2
    for row, edge in ((upper, upper["x"]), (lower, lower["x"] + 130)):
        center = printed_marks[row["id"]]["cell.center"]
        assert box_center(center) == pytest.approx((edge, row["y"] + 130), abs=0.01)
        assert max(dist(point, (edge, row["y"] + 130)) for point in center[0]) == pytest.approx(26, abs=0.01)


def test_the_seam_cuts_no_cell_but_the_center(hypnosia: Kit, printed_marks: dict[str, Marks]) -> None:
    for row in front_placements(hypnosia, "board"):
        out = {
            cell
            for cell, lines in printed_marks[row["id"]].items()
            if cell.startswith("cell.")
            for line in lines
            for x, y in line
            if not (-0.01 < x - row["x"] < 130.01 and -0.01 < y - row["y"] < 260.01)
        }
        assert out == {"cell.center"}
    assert "GF305" not in hypnosia.stderr


def test_queues_lie_at_6_and_three_times_10_degrees_behind(board: dict[str, Any]) -> None:
    for number, place in product(range(6), range(1, 5)):
        circle = board[f"cell.start{number + 1}.{place}"][0]
        spots = [(r * cos(radians(angle)), r * sin(radians(angle))) for r, angle in circle]
        x, y = box_center([spots])
        assert hypot(x, y) == pytest.approx(118, abs=0.01)
        assert angle_difference(degrees(atan2(y, x)), 60 * number + 16 - 10 * place) == pytest.approx(0, abs=0.01)
        assert {round(dist(spot, (x, y)), 1) for spot in spots} <= {7.1, 7.2}  # 15 mm with the line round it


def test_numbers_are_printed_on_starts_and_places(hypnosia: Kit, printed_marks: dict[str, Marks]) -> None:
    found: dict[str, str] = {}
    with pdfplumber.open(hypnosia.sheets) as pdf:
        for row in front_placements(hypnosia, "board"):
            digits = [(char["text"], ((char["x0"] + char["x1"]) / 2 * MM, (char["top"] + char["bottom"]) / 2 * MM))
                      for char in pdf.pages[row["pdf_page"] - 1].chars if char["text"].isdigit()]  # fmt: skip
            for cell, lines in printed_marks[row["id"]].items():
                if re.match(r"cell\.(start|place)", cell):
                    found[cell] = "".join(text for text, at in digits if dist(at, box_center(lines[:1])) < 10)
    assert found == {
        **{f"cell.start{number}.{place}": str(place) for number in range(1, 7) for place in range(1, 5)},
        **{f"cell.place.{number}": str(6 - number) for number in range(1, 6)},
    }


def measure_tints(kit: Kit, printed_marks: dict[str, Marks]) -> dict[Space, list[float]]:
    """Return how much of each space has each of the five tints, from pixels; its middle half, without teeth."""
    found: dict[Space, list[float]] = {}
    dpi = 100
    for number, row in enumerate(front_placements(kit, "board")):
        x, y = box_center(printed_marks[row["id"]]["cell.center"])
        page = pdf_pixels(kit.sheets.read_bytes(), row["pdf_page"] - 1, dpi)
        for ring, count in enumerate(COUNT):
            for k in range(number * count // 2, (number + 1) * count // 2):
                looks: Counter[Any] = Counter()
                for step, radius in product(range(-20, 21), range(MIDDLE[ring] - 9, MIDDLE[ring] + 10)):
                    turn = radians((k + 0.5 + step / 50) * 360 / count)
                    spot = (x + radius * sin(turn), y + radius * cos(turn))
                    looks[page.getpixel((int(spot[0] * dpi / 25.4), int(spot[1] * dpi / 25.4)))] += 1
                found[ring, k] = [looks[tint] / looks.total() for tint in TINTS]
    return found


def test_24_bridge_spaces_have_two_tints_their_own_and_the_next(hypnosia: Kit, printed_marks: dict[str, Marks]) -> None:
    found = measure_tints(hypnosia, printed_marks)
    assert len(found) == 84
    two = {space for space, parts in found.items() if parts[space[0] + 1] > 0.15}
    assert two == {space for space in all_spaces() if is_special(space)}
    assert len(two) == 24
    for space, parts in found.items():
        assert parts[space[0]] > (0.15 if space in two else 0.9), space
        others = [part for tint, part in enumerate(parts[:4]) if tint not in (space[0], space[0] + 1)]
        assert max(others) < 0.02, space


class Drawn(NamedTuple):
    """A path of an SVG sheet: the cell that it belongs to, its steps, its fill, and where it stands on the sheet."""

    cell: str
    steps: str
    fill: str
    matrix: Matrix


def read_paths(kit: Kit, half: str) -> list[Drawn]:
    """Return what half a board draws, in order."""
    (row,) = [row for row in front_placements(kit, "board") if row["id"] == half]
    root = ElementTree.fromstring(kit.svgs[row["svg"]])
    (found,) = [group for group in root.iter() if group.get("id") == half]
    return list(_walk_paths(found, origami.SAME, ""))


def _walk_paths(element: ElementTree.Element, matrix: Matrix, cell: str) -> Iterator[Drawn]:
    if told := element.get("transform"):
        numbers = re.fullmatch(r"matrix\(([^)]*)\)", told)
        assert numbers
        matrix = origami.multiply_matrices(matrix, [float(each) for each in numbers[1].split()])
    name = element.get("class", "")
    cell = name if name.startswith("cell.") else cell
    if element.tag.endswith(("}path", "}use")):
        steps = element.get("d", "") or element.get("{http://www.w3.org/1999/xlink}href", "")
        yield Drawn(cell, steps, element.get("fill", ""), matrix)
    for child in element:
        yield from _walk_paths(child, matrix, cell)


def board_center(drawn: list[Drawn]) -> Point:
    """Return the middle of the board on the sheet."""
    (matrix, *_) = [path.matrix for path in drawn if path.cell == "cell.center"]
    return origami.transform_point(matrix, 0, 0)


def list_vertices(drawn: Drawn, center: Point) -> list[tuple[float, float]]:
    """Return radius and angle on the board of each vertex of a path of straight lines."""
    flat = [float(each) for each in re.findall(r"-?[\d.]+", drawn.steps)]
    return [
        polar_position(origami.transform_point(drawn.matrix, *pair), center)
        for pair in zip(flat[::2], flat[1::2], strict=True)
    ]


def find_space(spot: tuple[float, float]) -> Space | None:
    """Return the space that holds a spot: None is the center."""
    radius, angle = spot
    if radius < 26:
        return None
    ring = next(ring for ring, at in enumerate(MIDDLE) if at - 10 <= radius <= at + 10)
    return ring, int(angle / 360 * COUNT[ring])


def angle_of(space: Space) -> float:
    return (space[1] + 0.5) * 360 / COUNT[space[0]]


def test_each_arrow_leads_from_its_bridge_space_well_into_the_one_where_it_lands(hypnosia: Kit) -> None:
    found: dict[Space | None, Space | None] = {}
    for half in HALVES:
        drawn = read_paths(hypnosia, half)
        for path in drawn:
            if not path.cell and path.fill == EMBER and path.steps.count("L") > 20:
                ends = list_vertices(path, board_center(drawn))
                tail, (radius, angle) = find_space(max(ends)), min(ends)
                assert tail is not None
                assert tail not in found
                end = found[tail] = find_space((radius, angle))
                assert 0 < angle_difference(angle, angle_of(tail)) < 7.6  # counterclockwise, as the pawns run
                if end is not None:
                    off = abs(angle_difference(angle, angle_of(end))) * radians(radius)
                    assert off < radians(radius) * 180 / COUNT[end[0]] - 4  # mm from the sides of the space
                    assert abs(radius - MIDDLE[end[0]]) < 6
    assert found == {space: cross_bridge(space) for space in all_spaces() if is_special(space)}
    assert len(found) == 24


def middle_angle(outline: list[tuple[float, float]]) -> float:
    """Return the angle in the middle of an outline."""
    turns = [angle_difference(angle, outline[0][1]) for _, angle in outline]
    return outline[0][1] + (min(turns) + max(turns)) / 2


@pytest.mark.parametrize(("ring", "lean"), [(0, 7.5), (1, 7.5), (2, 5)])
def test_bridges_lean_the_way_that_pawns_run(ring: int, lean: float, board: dict[str, Any]) -> None:
    for space in all_spaces():
        if space[0] == ring and is_special(space):
            one, other = (middle_angle(board[f"cell.{space_name(each)}"][0]) for each in (space, cross_bridge(space)))
            assert angle_difference(other, one) == pytest.approx(lean, abs=0.02)


def rotate_matrix(matrix: Matrix, center: Point, degrees_: float) -> Matrix:
    """Return a matrix turned counterclockwise, as seen, about a point."""
    c, s = cos(radians(degrees_)), -sin(radians(degrees_))
    back = (1.0, 0.0, 0.0, 1.0, -center[0], -center[1])
    return origami.multiply_matrices(origami.multiply_matrices((c, s, -s, c, 0, 0), back), matrix)


def read_queues(kit: Kit) -> list[dict[str, tuple[Matrix, str]]]:
    """Return what is drawn for each color, by what it is: how it stands about the middle of the board, and its fill."""
    found: list[dict[str, tuple[Matrix, str]]] = [{} for _ in COLORS]
    for half in HALVES:
        drawn = read_paths(kit, half)
        center = board_center(drawn)
        alike = Counter(path.steps for path in drawn if not path.cell and path.fill not in PLAIN)
        for path in drawn:
            stands = rotate_matrix(path.matrix, center, 0)
            if start := re.fullmatch(r"cell\.start(\d)(\.\d)", path.cell):
                what = path.steps if path.fill in ("#ffffff", "") else "mark"
                found[int(start[1]) - 1][what + start[2]] = stands, path.fill
            elif not path.cell and path.fill not in PLAIN and alike[path.steps] in (3, 6):
                # a half shows the arrows of three queues and the grounds of four; those at the seam stand in its bleed too
                head = polar_position(origami.transform_point(path.matrix, 0, 118), center)[1]
                found[round(head // 60)][path.steps] = stands, path.fill
    return found


def test_a_queue_turned_by_60_degrees_is_the_next_one_with_another_paint(hypnosia: Kit) -> None:
    found = read_queues(hypnosia)
    for number, one in enumerate(found):
        other = found[(number + 1) % 6]
        assert len(one) == 4 * 3 + 2  # circle, mark and number of each start; the ground, and the arrow to the entry
        assert set(one) == set(other)
        for what, (matrix, _) in one.items():
            if "mark" not in what:
                assert rotate_matrix(matrix, (0, 0), 60) == pytest.approx(other[what][0], abs=0.001), what
        assert {fill for what, (_, fill) in one.items() if "mark" in what} == {PAINTS[number]}
        (entry,) = [fill for what, (_, fill) in one.items() if what.count("L") == 2 and "mark" not in what]
        assert entry == PAINTS[number]
    grounds = [fill for one in found for what, (_, fill) in one.items() if what.count("L") > 20]
    assert len(set(grounds)) == 6


def test_the_arrow_of_a_queue_ends_in_its_entry(hypnosia: Kit) -> None:
    for number, one in enumerate(read_queues(hypnosia)):
        ((what, (matrix, fill)),) = [item for item in one.items() if item[0].count("L") == 2 and "mark" not in item[0]]
        ends = list_vertices(Drawn("", what, fill, matrix), (0, 0))
        assert find_space(min(ends)) == (0, 5 * number)
        assert angle_difference(min(ends)[1], 60 * number + 6) == pytest.approx(0, abs=0.01)
        assert max(ends)[0] > 106


# The pieces


def test_the_box_holds_what_the_rules_say(hypnosia: Kit) -> None:
    found = Counter(each.split(".")[0] for page in pieces(hypnosia.sheets) for each in page if each.endswith(".front"))
    assert found == {"board": 2, "pawn": 24, "die": 2, "aid": 6, "pad": 2}
    sizes = {(row["part"], row["w"], row["h"]) for row in hypnosia.manifest["placements"]}
    # the dice lie a quarter turned, so that they share a sheet with the aids
    assert sizes == {("board", 130, 260), ("pawn", 14, 14), ("die", 70, 48), ("aid", 90, 68.5), ("pad", 186, 129)}
    assert Counter(row["design"] for row in front_placements(hypnosia, "pawn")) == dict.fromkeys(COLORS, 4)
    assert [row["design"] for row in front_placements(hypnosia, "aid")] == list(COLORS)


def test_each_pawn_has_a_fine_circle_of_14_mm_to_cut_along(hypnosia: Kit) -> None:
    pawns = front_placements(hypnosia, "pawn")
    (number,) = {row["pdf_page"] for row in pawns}
    with pdfplumber.open(hypnosia.sheets) as pdf:
        lines = [
            ((curve["x0"] + curve["x1"]) / 2 * MM, (curve["top"] + curve["bottom"]) / 2 * MM)
            for curve in pdf.pages[number - 1].curves
            if curve["stroke"]
            and abs(curve["linewidth"] * MM - 0.2) < 0.01
            and abs(curve["width"] * MM - 14) < 0.02
            and abs(curve["height"] * MM - 14) < 0.02
        ]
    assert len(lines) == 24
    for row in pawns:
        assert min(dist(at, (row["x"] + 7, row["y"] + 7)) for at in lines) < 0.02
    for one, other in combinations(lines, 2):
        assert dist(one, other) > 14


def read_pawn_masks(kit: Kit) -> dict[str, list[Image.Image]]:
    """Return in black and white what is drawn on the ground of each pawn within its ring, from grey pixels."""
    dpi = 254
    found: dict[str, list[Image.Image]] = {}
    rows = front_placements(kit, "pawn")
    pages = {number: _render_gray(kit, number - 1, dpi) for number in {row["pdf_page"] for row in rows}}
    for row in rows:
        page = pages[row["pdf_page"]]
        left, top = round(row["x"] * 10), round(row["y"] * 10)
        ground = page.getpixel((left + 70, top + 4))
        assert isinstance(ground, int)
        inner = page.crop((left + 30, top + 30, left + 110, top + 110))
        found.setdefault(row["design"], []).append(inner.point([255 * (abs(k - ground) > 60) for k in range(256)], "1"))
    return found


def _render_gray(kit: Kit, page: int, dpi: int) -> Image.Image:
    return pdf_pixels(kit.sheets.read_bytes(), page, dpi).convert("L")


def differing_share(one: Image.Image, other: Image.Image) -> float:
    return ImageChops.logical_xor(one, other).histogram()[-1] / (one.width * one.height)


def test_the_marks_of_six_pawns_are_told_apart_in_gray(hypnosia: Kit) -> None:
    found = read_pawn_masks(hypnosia)
    assert set(found) == set(COLORS)
    for copies in found.values():
        assert len(copies) == 4
        assert max(differing_share(copies[0], copy) for copy in copies) < 0.02
    for one, other in combinations(found, 2):
        assert differing_share(found[one][0], found[other][0]) > 0.06, (one, other)


def test_mark_and_ground_of_each_pawn_are_told_apart_in_gray(hypnosia: Kit) -> None:
    for color, (mask, *_) in read_pawn_masks(hypnosia).items():
        assert 0.15 < mask.histogram()[-1] / (mask.width * mask.height) < 0.75, color


@pytest.mark.parametrize("copy", [1, 2])
def test_a_die_has_one_to_six_pips_and_opposite_faces_add_up_to_seven(
    copy: int, printed_marks: dict[str, Marks]
) -> None:
    marks = printed_marks[f"die.1.c{copy}.front"]
    pips = {
        each.removeprefix("face."): len({(round(x), round(y)) for x, y in (box_center([line]) for line in lines)})
        for each, lines in marks.items()
        if each.startswith("face.")
    }
    assert sorted(pips.values()) == [1, 2, 3, 4, 5, 6]
    leaves = origami.list_panels(origami.fold_net(marks, "a", lambda one, other: 90.0))
    sides = [dist(p, q) for leaf in leaves.values() for p, q in zip(leaf.corners, (*leaf.corners[1:], leaf.corners[0]), strict=True)]  # fmt: skip
    assert (min(sides), max(sides)) == pytest.approx((16, 16), abs=0.01)
    opposite = {
        frozenset((pips[one], pips[other]))
        for one, other in combinations(leaves, 2)
        if origami.dot(leaves[one].normal, leaves[other].normal) < -0.999
    }
    assert opposite == {frozenset((1, 6)), frozenset((2, 5)), frozenset((3, 4))}


def test_the_pad_has_four_games_of_six_columns_on_each_sheet(hypnosia: Kit) -> None:
    with pdfplumber.open(hypnosia.sheets) as pdf:
        for row in front_placements(hypnosia, "pad"):
            box = [row["x"] / MM, row["y"] / MM, (row["x"] + row["w"]) / MM, (row["y"] + row["h"]) / MM]
            said = pdf.pages[row["pdf_page"] - 1].crop(box).extract_text()
            assert re.findall(r"Game (\d)", said) == ["1", "2", "3", "4"]
            assert said.count("in the center" + 6 * " 5 4 3 2 1") == 4


def test_each_aid_has_the_paint_of_its_player_and_says_a_turn(hypnosia: Kit) -> None:
    with pdfplumber.open(hypnosia.sheets) as pdf:
        for row, paint in zip(front_placements(hypnosia, "aid"), PAINTS, strict=True):
            box = [row["x"] / MM, row["y"] / MM, (row["x"] + row["w"]) / MM, (row["y"] + row["h"]) / MM]
            page = pdf.pages[row["pdf_page"] - 1]
            pawn = pdf_pixels(hypnosia.sheets.read_bytes(), row["pdf_page"] - 1, 127)
            # above the ring on the pawn at its upper left
            assert row["rotation"] == 0
            assert pawn.getpixel((round((row["x"] + 8.8) * 5), round((row["y"] + 2.9) * 5))) == (
                *bytes.fromhex(paint[1:]),
            )
            said = page.crop(box).extract_text()
            lines = "Each die|Leave the start|On a bridge|make a stack|Captured|into the center"
            assert re.findall(lines, said) == lines.split("|")


# The claims and the rules


def test_every_claim_of_the_list_is_checked(hypnosia: Kit) -> None:
    text = "\n".join(DATA)
    assert "\nunchecked:" not in text
    names = set(re.findall(r"^  - id: (\w+)", text[text.index("\nclaims:") :], re.M))
    ours = {f"K{number}" for number in range(1, 23)}
    assert names == {f"H{number}" for number in range(1, 22)} | ours
    assert "GF100" not in hypnosia.stderr


CHANGED_DATA: dict[str, tuple[str, str, str]] = {
    "a bridge a space further": ("{ring: 1, from: 2, to: 2}", "{ring: 1, from: 3, to: 2}", "H7.where"),
    "a bridge that lands a space further": ("{ring: 2, from: 1, to: 1}", "{ring: 2, from: 1, to: 2}", "H7.where"),
    "a bridge from an entry": ("{ring: 1, from: 2, to: 2}", "{ring: 1, from: 0, to: 2}", "H8.landing"),
    "a bridge onto a bridge space": ("{ring: 3, from: 0, to: 0}", "{ring: 3, from: 0, to: 1}", "H8.landing"),
    "a bridge too few": ("        - {ring: 3, from: 0, to: 0}\n", "", "H15"),
    "no bridge to the center": ("        - {ring: 4, from: 1}\n", "", "H9"),
    "rings the other way round": ("direction: counterclockwise", "direction: clockwise", "H5"),
    "rings both ways": ("direction: counterclockwise", "direction: both", "H5"),
    "a ring with six spaces more": ("spaces: [30, 24, 18, 12]", "spaces: [30, 30, 18, 12]", "K1"),
    "a queue that is longer": ("starts: {length: 4,", "starts: {length: 5,", "H3"),
    "an entry a space further": ("entry: 0,", "entry: 1,", "H8.landing"),
    "places in another order": ('["5", "4", "3", "2", "1"]', '["5", "4", "2", "3", "1"]', "H11"),
    "points in another order": ("points: [5, 4, 3, 2, 1]  # of", "points: [5, 4, 2, 3, 1]  # of", "H11"),
    "other points on the pad": ("points: [5, 4, 3, 2, 1]  # as", "points: [5, 4, 3, 2]  # as", "H11"),
    "a capture worth two": ("capture: 1", "capture: 2", "H12.each"),
    "a pawn too few": ("for_each: player\n    copies: 4", "for_each: player\n    copies: 3", "H1"),
    "a die too many": ("faces: [1, 6, 2, 5, 3, 4]\n    copies: 2", "faces: [1, 6, 2, 5, 3, 4]\n    copies: 3", "H2"),
    "a face twice": ("faces: [1, 6, 2, 5, 3, 4]", "faces: [1, 6, 2, 5, 3, 3]", "H2"),
    "two seats side by side": ("seats2: [red, blue]", "seats2: [red, yellow]", "H20"),
    "three seats that are not spread": ("seats3: [red, green, black]", "seats3: [red, green, blue]", "H20"),
    "four seats with two empty ones together": (
        "seats4: [red, yellow, blue, black]", "seats4: [red, yellow, green, blue]", "H20.empty"),
    "five seats without another": (
        "seats5: [red, yellow, green, blue, black]", "seats5: [red, yellow, green, blue, purple]", "H20.empty"),
    "a pawn too large": ("diameter: 14\n", "diameter: 15\n", "H21"),
    "a ring in the tint of another": ('ring.two: ["ring2.*"]\n      ring.three: ["ring3.*"]',
                                      'ring.three: ["ring2.*"]\n      ring.two: ["ring3.*"]', "K1"),
    "the starts of two colors exchanged": ('player.red: ["start1.*"]\n      player.yellow: ["start2.*"]',
                                           'player.yellow: ["start1.*"]\n      player.red: ["start2.*"]', "H3"),
    "a start of one color given to another": (
        'player.red: ["start1.*"]\n      player.yellow: ["start2.*"]',
        'player.red: [start1.1, start1.2, start1.3, start2.1]\n'
        '      player.yellow: [start1.4, start2.2, start2.3, start2.4]', "H16"),
    "six sixths that are not like one another": (
        'player.blue: ["start4.*"]\n      player.black: ["start5.*"]\n      player.purple: ["start6.*"]',
        'player.blue: ["start4.*"]\n      player.black: ["start6.*"]\n      player.purple: ["start5.*"]', "H16"),
}  # fmt: skip


@pytest.mark.sampled(2)
@pytest.mark.parametrize(("old", "new", "name"), CHANGED_DATA.values(), ids=list(CHANGED_DATA))
def test_each_changed_fact_breaks_its_claim(old: str, new: str, name: str, tmp_path: Path) -> None:
    folder = shutil.copytree(GAME, tmp_path / "hypnosia")
    text = "\n".join(DATA) + "\n"
    assert text.count(old) == 1
    # what is taken away leaves an empty line, so that all lines keep their numbers
    (folder / "game.yaml").write_text(text.replace(old, new or "\n"), "utf-8")
    said = list(map(str, check_data(folder)))
    assert is_failed_claim_told(said, f"{claim_place(name)}{name}", "GF102"), said


LOOP = "  {% for c in cells %}\n"
CHANGED_TEMPLATES: dict[str, tuple[str, str, str]] = {
    "a bridge space left out": (LOOP, "  {% for c in cells if c.id != 'ring2.9' %}\n", "ring2.9"),
    "a plain space left out": (LOOP, "  {% for c in cells if c.id != 'ring4.2' %}\n", "ring4.2"),
    "a start left out": (LOOP, "  {% for c in cells if c.id != 'start5.3' %}\n", "start5.3"),
    "a place left out": (LOOP, "  {% for c in cells if c.id != 'place.5' %}\n", "place.5"),
    "a space 3 mm off": (
        'transform="{{ c.at }}">\n    {% if',
        'transform="{{ c.at }}{{ " translate(3 0)" if c.id == "ring3.4" }}">\n    {% if', "ring3.4"),
    "a start 3 mm off": (
        'transform="{{ c.at }}">\n    {% if',
        'transform="{{ c.at }}{{ " translate(0 3)" if c.id == "start2.2" }}">\n    {% if', "start2.2"),
}  # fmt: skip


@pytest.mark.thorough
@pytest.mark.parametrize(("old", "new", "cell"), CHANGED_TEMPLATES.values(), ids=list(CHANGED_TEMPLATES))
def test_drawing_that_contradicts_the_data_is_refused(old: str, new: str, cell: str, tmp_path: Path) -> None:
    folder = shutil.copytree(GAME, tmp_path / "hypnosia")
    text = (GAME.parent.parent / "templates" / "hypnosia" / "board.svg.j2").read_text("utf-8")
    assert text.count(old) == 1
    (folder / "templates" / "hypnosia").mkdir(parents=True)
    (folder / "templates" / "hypnosia" / "board.svg.j2").write_text(text.replace(old, new), "utf-8")
    out = tmp_path / "out"
    status, _, stderr = run(["build", str(folder), "--out", str(out), "--quiet", "--sheets-only"])
    assert status == 1
    place = re.compile(r"templates/hypnosia/(board|rings)\.svg\.j2:")
    told = [line for line in stderr.splitlines() if re.search(r"^\S+ GF118 ", line)]
    assert any(place.search(line.partition(" GF")[0]) and cell in line for line in told), stderr
    assert list(out.rglob("*.pdf")) == []


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("new", "told"),
    [
        ("c.kind == 'bridge' and c.id != 'ring3.6', tints",
         "the cell 'ring3.6' has the kind 'bridge', but looks like those of 'plain'; the 5 others do not"),
        ("c.kind == 'bridge' or c.id == 'ring1.20', tints",
         "the cell 'ring1.20' has the kind 'plain', but looks like those of 'bridge'; the 23 others do not"),
    ],
)  # fmt: skip
def test_a_space_that_looks_like_another_kind_is_told(new: str, told: str, tmp_path: Path) -> None:
    folder = shutil.copytree(GAME, tmp_path / "hypnosia")
    text = (GAME.parent.parent / "templates" / "hypnosia" / "board.svg.j2").read_text("utf-8")
    assert text.count("c.kind == 'bridge', tints") == 1
    (folder / "templates" / "hypnosia").mkdir(parents=True)
    (folder / "templates/hypnosia/board.svg.j2").write_text(text.replace("c.kind == 'bridge', tints", new), "utf-8")
    status, _, stderr = run(["check", str(folder)])
    assert (status, [told in line for line in stderr.splitlines() if " GF179 " in line]) == (0, [True]), stderr


@pytest.mark.thorough
def test_on_letter_the_board_has_two_halves(tmp_path: Path) -> None:
    code, _, stderr = run(["build", str(GAME), "--paper", "letter", "--sheets-only", "--out", str(tmp_path)])
    assert (code, re.findall(r"GF\d+ (?:warning: )?(\S+)", stderr)) == (0, [])


def test_the_rules_are_a_booklet_of_five_sheets_with_all_figures_and_a_back_cover(hypnosia: Kit) -> None:
    with pypdfium2.PdfDocument(hypnosia.folder / "hypnosia-rules-a5.pdf") as pdf:  # in the order of the marked content
        texts = [" ".join(page.get_textpage().get_text_bounded().split()) for page in pdf]
    assert len(texts) == 20
    captions = [
        "The shortest way", "A pawn of each", "The board. Each queue", "The parts of", "The colors around", "Ready for three", "Your turn", "Red rolls a",
        "A 3 for", "One die makes",
        "A 4 for", "A 1 brings", "A game for", "Turns 1", "Turns 3", "Left: the two", "Folding a die", "Left: several",
    ]  # fmt: skip
    text = "\n".join(texts)
    assert [words for n, words in enumerate(captions, 1) if f"Figure {n} {words}" not in text] == []
    assert f"Figure {len(captions) + 1} " not in text
    assert texts[-1].startswith("At a glance")


def test_the_figure_of_a_bridge_and_the_example_tell_the_truth() -> None:
    assert list_moves((0, 2), 3) == {(0, 5), (1, 4)}  # three along, or over to 2.2 and two further
    (second,) = list_entries(0, 2, 5)
    (first,) = list_entries(0, 1, 4)
    assert first == second == (0, 3)
    assert is_special(move_along((0, 3), 4))


def test_the_figures_of_a_capture_and_of_the_center_tell_the_truth() -> None:
    assert list_moves((1, 5), 4) == {(1, 9), (2, 7)}
    assert list_moves((3, 1), 1) == {None, (3, 2)}
    assert list_moves((3, 1), 3) == {(3, 4)}
    assert [is_special((3, number)) for number in (2, 3, 4)] == [False, True, False]


def test_a_1_leads_from_no_bridge_space_to_another() -> None:
    assert all(list_moves((3, number), 1) == {None, move_along((3, number), 1)} for number in range(1, 12, 2))
    assert not any(
        is_special(end) for space in all_spaces() if is_special(space) for end in list_moves(space, 1) if end
    )
