"""The finished kit of Psychopaths, checked against counts made here.

The grid of 11 x 11 is typed here, and the cards are counted by brute force, without any code of the generator.
"""

import re
import shutil
import subprocess
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from itertools import permutations, product
from math import dist, hypot
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pdfplumber
import pytest

from tests.kits import GAMES, Kit, Kits, pieces, run
from tests.messages import is_failed_claim_told
from tests.mutants.judge import check_data
from tests.origami import Line, Marks, Point, read_pdf

Square = tuple[int, int]
Card = frozenset[tuple[frozenset[int], str]]  # pairs of ports, each with a color
MM = 25.4 / 72
DATA = (GAMES["psychopaths"] / "game.yaml").read_text("utf-8").splitlines()
PAINTS = {"#d7263d": "red", "#f5b700": "yellow", "#1b998b": "green", "#2e5eaa": "blue"}
ORDER = ("red", "yellow", "blue", "green")  # round the board, counterclockwise from the lower side
SLOTS = {"nw": (1, 1), "ne": (1, 7), "se": (7, 7), "sw": (7, 1)}  # upper left squares
TABLE = {
    "a": ((0, 2), (1, 3), (4, 7), (5, 6), "RYGB"),
    "b": ((0, 2), (1, 7), (3, 4), (5, 6), "RYBG"),
    "c": ((0, 2), (1, 4), (3, 7), (5, 6), "RGYB"),
    "d": ((0, 4), (1, 2), (3, 6), (5, 7), "RGBY"),
    "e": ((0, 2), (1, 4), (3, 6), (5, 7), "RBYG"),
    "f": ((0, 3), (1, 4), (2, 7), (5, 6), "RBGY"),
}
WORDS = {"R": "red", "Y": "yellow", "G": "green", "B": "blue"}
# dice as a net shows them: two faces that lie opposite, two more, the last two
DICE = {
    "pawn": ["white 1 switch", "white 1 rotate", "white 2", "white 3", "white 4", "white 2"],
    "psycho": ["black 1 switch", "black 1 rotate", "black 2", "black 3", "black 4", "black 2"],
    "mixed": ["white 1 rotate", "black 1 switch", "white 2", "black 3", "white 3", "black 2"],
}


@pytest.fixture(scope="module")
def psychopaths(kit: Kits) -> Kit:
    return kit("psychopaths")


@pytest.fixture(scope="module")
def printed_marks(psychopaths: Kit) -> dict[str, Marks]:
    return read_pdf(psychopaths.sheets)


@pytest.fixture(scope="module")
def deck(psychopaths: Kit) -> dict[str, Card]:
    return {name: frozenset(lines) for name, lines in read_cards(psychopaths).items()}


@pytest.fixture(scope="module")
def places(printed_marks: dict[str, Marks]) -> dict[str, Point]:
    """Give row and column of each cell's middle as it is printed, in squares of 20 mm from the upper left one."""
    found: dict[str, Point] = {}
    for piece, first in (("board.a1.c1.front", 0), ("board.b1.c1.front", 10)):
        marks = printed_marks[piece]
        zero, right, other = (
            box_center(marks[f"cell.{name}"]) for name in (f"r{first}c0", f"r{first}c10", f"r{first and 6}c0")
        )
        along = tuple((b - a) / 10 for a, b in zip(zero, right, strict=True))
        assert hypot(*along) == pytest.approx(20, abs=0.005)
        down = (-along[1], along[0])  # a quarter clockwise of it, as y runs down
        assert first == 0 or tuple((b - a) / -4 for a, b in zip(zero, other, strict=True)) == pytest.approx(
            down, abs=0.005
        )
        for name, lines in marks.items():
            if name.startswith("cell."):
                x, y = (a - b for a, b in zip(box_center(lines), zero, strict=True))
                row, column = (x * down[0] + y * down[1]) / 400, (x * along[0] + y * along[1]) / 400
                found[name.removeprefix("cell.")] = (first + row, column)
    return found


def box_center(lines: list[Line]) -> Point:
    """Return the center of the bounding box (mm on the paper)."""
    xs, ys = zip(*(point for line in lines for point in line), strict=True)
    return (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2


def claim_place(name: str) -> str:
    """Return the place of a claim's check."""
    start = DATA.index(f"  - id: {name}")
    line = next(number for number in range(start, len(DATA)) if DATA[number].startswith("    check: "))
    return f"game.yaml:{line + 1}:12: "


# The cards


PORTS = ((9.5, 0), (49.5, 0), (59, 9.5), (59, 49.5), (49.5, 59), (9.5, 59), (0, 49.5), (0, 9.5))


def joined_ports(lines: list[Line], left: float, top: float) -> frozenset[int]:
    """Return the two ports, clockwise from the upper left, through which the lines of a group run within 0.1 mm.

    Everything that a group draws runs through the same two: a line, its rim and what is drawn along it.
    """
    found = {
        frozenset(n for n, at in enumerate(PORTS) if any(dist(at, (x - left, y - top)) <= 0.1 for x, y in line))
        for line in lines
    }
    (both,) = found
    assert len(both) == 2
    return both


def card_corners(kit: Kit) -> dict[str, Point]:
    """Return where the upper left of each card lies, mm on its sheet; all lie upright."""
    cards = [row for row in kit.manifest["placements"] if row["part"] == "path" and row["side"] == "front"]
    assert {row["rotation"] for row in cards} == {0}
    return {row["id"]: (row["x"], row["y"]) for row in cards}


def read_cards(kit: Kit) -> dict[str, list[tuple[frozenset[int], str]]]:
    """Return the lines of each card as the SVG sheets draw them: which ports they join, and in which color."""
    at = card_corners(kit)
    found: dict[str, list[tuple[frozenset[int], str]]] = {}
    for text in kit.svgs.values():
        for card in ElementTree.fromstring(text).iter():
            name = card.get("id", "")
            if name in at:
                x, y = at[name]
                assert card.get("transform") == f"matrix(1 0 0 1 {x:g} {y:g})"
                groups = [each for each in card.iter() if each.get("class", "").startswith("line.")]
                found[name.split(".")[1]] = [
                    (joined_ports(list_segments(each), 0, 0), player_color(each)) for each in groups
                ]
    return found


def list_segments(group: ElementTree.Element) -> list[Line]:
    """Return the lines that a group draws, by the ends of their stretches, in the coordinates of its card."""
    lines = []
    for path in group:
        assert path.get("transform") is None
        assert set(re.findall("[A-Za-z]", path.get("d", ""))) <= set("MLC")
        steps = [re.findall(r"-?[\d.]+", step) for step in re.findall(r"[MLC]([^MLC]*)", path.get("d", ""))]
        lines.append([(float(step[k]), float(step[k + 1])) for step in steps for k in range(0, len(step), 2)])
    return lines


def player_color(group: ElementTree.Element) -> str:
    """Return the one player whose paint a group draws with."""
    (color,) = {PAINTS[paint] for each in group.iter() if (paint := each.get("stroke", "").lower()) in PAINTS}
    return color


def pair_ports(free: tuple[int, ...] = tuple(range(8))) -> Iterator[frozenset[frozenset[int]]]:
    """Yield every way to join the ports in pairs."""
    if not free:
        yield frozenset()
        return
    first, *others = free
    for other in others:
        for rest in pair_ports(tuple(each for each in others if each != other)):
            yield rest | {frozenset((first, other))}


def turn_card(card: Card, quarters: int) -> Card:
    """Return the card turned clockwise."""
    return frozenset((frozenset((end + 2 * quarters) % 8 for end in ends), color) for ends, color in card)


def all_orientations(card: Card) -> frozenset[Card]:
    """Return the card in its four orientations."""
    return frozenset(turn_card(card, quarters) for quarters in range(4))


def has_own_side_line(card: Iterable[tuple[frozenset[int], str]]) -> bool:
    return any(len({end // 2 for end in ends}) == 1 for ends, _ in card)


def count_crossings(card: Card) -> int:
    """Return how many pairs of lines must cross: those whose ends alternate round the edge."""
    chords = [tuple(sorted(ends)) for ends, _ in card]
    return sum(a < c < b < d for (a, b), (c, d) in product(chords, chords))


@cache
def list_possible_cards() -> list[Card]:
    """Return all cards with four lines of four colors."""
    return [
        frozenset(zip(sorted(pairs, key=min), colors, strict=True))
        for pairs in pair_ports()
        for colors in permutations(ORDER)
    ]


def test_there_are_636_different_cards_and_366_whose_lines_leave_their_side() -> None:
    assert len(list(pair_ports())) == 105
    every = list_possible_cards()
    assert (len(every), len({all_orientations(card) for card in every})) == (2520, 636)
    fit = [card for card in every if not has_own_side_line(card)]
    assert (len(fit), len({all_orientations(card) for card in fit})) == (1440, 366)
    # Burnside: the mean of how many stay the same under each of the four turns
    still = [sum(turn_card(card, quarters) == card for card in every) for quarters in range(4)]
    assert still == [2520, 0, 24, 0]
    assert sum(still) / 4 == 636


def test_the_24_printed_cards_differ_in_every_orientation(deck: dict[str, Card]) -> None:
    assert len(deck) == 24
    assert set(deck.values()) <= {card for card in list_possible_cards() if not has_own_side_line(card)}
    assert len({all_orientations(card) for card in deck.values()}) == 24


def test_each_card_has_the_lines_of_the_table_with_its_colors_moved_on(psychopaths: Kit) -> None:
    found = read_cards(psychopaths)
    expected = {
        f"{name}-{shift}": [(frozenset(ends), WORDS[order[(number + shift) % 4]]) for number, ends in enumerate(pairs)]
        for name, (*pairs, order) in TABLE.items()
        for shift in range(4)
    }
    assert {name: set(lines) for name, lines in found.items()} == {name: set(lines) for name, lines in expected.items()}
    assert {len(lines) for lines in found.values()} == {4}
    assert {"".join(word[0] for word in sorted(WORDS)) for _ in TABLE} == {"BGRY"}
    assert len({order for *_, order in TABLE.values()}) == 6  # all of the orders that are not one another moved on


def test_every_color_has_the_same_lines_and_at_most_three_cross(deck: dict[str, Card]) -> None:
    kinds = Counter(
        (color, min((a // 2 - b // 2) % 4, (b // 2 - a // 2) % 4))
        for card in deck.values()
        for ends, color in card
        for a, b in [sorted(ends)]
    )
    assert kinds == {(color, kind): number for color in ORDER for kind, number in ((1, 16), (2, 8))}
    assert Counter(map(count_crossings, deck.values())) == {1: 8, 2: 8, 3: 8}


def test_in_the_pdf_too_each_line_runs_from_port_to_port(psychopaths: Kit, printed_marks: dict[str, Marks]) -> None:
    at = card_corners(psychopaths)
    for name, (*pairs, _) in TABLE.items():
        for shift in range(4):
            piece = f"path.{name}-{shift}.c1.front"
            drawn = {mark: joined_ports(lines, *at[piece]) for mark, lines in printed_marks[piece].items()}
            assert drawn == {f"line.{one}-{other}": {one, other} for one, other in pairs}


@pytest.mark.parametrize("slot", SLOTS)
@pytest.mark.parametrize("quarters", range(4))
def test_a_card_in_a_slot_meets_the_squares_beside_it(
    slot: str, quarters: int, printed_marks: dict[str, Marks], places: dict[str, Point], psychopaths: Kit
) -> None:
    row, column = places[slot]
    beside = [places[f"r{r}c{c}"] for r, c in slot_ports(slot)]
    for name, (left, top) in card_corners(psychopaths).items():
        points = [
            (x - left - 29.5, y - top - 29.5)
            for lines in printed_marks[name].values()
            for line in lines
            for x, y in line
        ]
        for number, (r, c) in enumerate(beside):
            # what lies there when the card is turned: the end of a line, at the edge of the card over against the square
            dx, dy = 20 * (c - column), 20 * (r - row)
            for _ in range(quarters):
                dx, dy = dy, -dx
            edge = (dx, 29.5 * dy / abs(dy)) if abs(dy) > abs(dx) else (29.5 * dx / abs(dx), dy)
            assert min(dist(edge, point) for point in points) <= 0.1, (name, slot, number)


# The board


def test_the_board_has_85_squares_of_20_mm_and_four_slots(places: dict[str, Point]) -> None:
    slots = {(r + a, c + b) for r, c in SLOTS.values() for a in range(3) for b in range(3)}
    squares = {(r, c) for r in range(11) for c in range(11)} - slots
    assert len(squares) == 85
    found = {name: at for name, at in places.items() if name[0] == "r"}
    assert set(found) == {f"r{r}c{c}" for r, c in squares}
    for name, at in found.items():
        assert f"r{at[0]:.0f}c{at[1]:.0f}" == name
        assert at == pytest.approx([round(each) for each in at], abs=0.005)
    for slot, (r, c) in SLOTS.items():
        assert places[slot] == pytest.approx((r + 1, c + 1), abs=0.005)


def find_pocket_doors(places: dict[str, Point]) -> dict[tuple[str, str], list[Square]]:
    """Return the squares that starts and goals lie beside, by kind and color, from where they are printed."""
    found: dict[tuple[str, str], list[Square]] = {}
    for name, (row, column) in places.items():
        if name[:5] in ("start", "goal."):
            kind, color, _ = name.split(".")
            door = min(max(round(row), 0), 10), min(max(round(column), 0), 10)
            assert hypot(row - door[0], column - door[1]) == pytest.approx(0.95, abs=0.01), name  # 10, 1 and 8 of 20 mm
            found.setdefault((kind, color), []).append(door)
    return {key: sorted(doors) for key, doors in found.items()}


def test_eight_starts_and_eight_goals_lie_beside_their_squares(places: dict[str, Point]) -> None:
    assert find_pocket_doors(places) == {
        ("start", "red"): [(10, 1), (10, 9)],
        ("start", "yellow"): [(1, 10), (9, 10)],
        ("start", "blue"): [(0, 1), (0, 9)],
        ("start", "green"): [(1, 0), (9, 0)],
        ("goal", "red"): [(0, 3), (0, 7)],
        ("goal", "yellow"): [(3, 0), (7, 0)],
        ("goal", "blue"): [(10, 3), (10, 7)],
        ("goal", "green"): [(3, 10), (7, 10)],
    }


def walking_distances(start: Square) -> dict[Square, int]:
    """Return how far every square is from one, on foot."""
    inside = {range(1, 4), range(7, 10)}
    far, queue = {start: 0}, deque([start])
    while queue:
        r, c = queue.popleft()
        for a, b in ((r + 1, c), (r - 1, c), (r, c + 1), (r, c - 1)):
            slot = any(a in rows for rows in inside) and any(b in columns for columns in inside)
            if 0 <= a <= 10 and 0 <= b <= 10 and not slot and (a, b) not in far:
                far[a, b] = far[r, c] + 1
                queue.append((a, b))
    return far


@pytest.mark.parametrize("color", ORDER)
def test_each_color_has_16_and_18_steps_to_its_goals_from_where_they_are_printed(
    color: str, places: dict[str, Point]
) -> None:
    doors = find_pocket_doors(places)
    for start in doors["start", color]:
        far = walking_distances(start)
        assert len(far) == 85
        assert sorted(far[goal] + 2 for goal in doors["goal", color]) == [16, 18]
        assert far[5, 5] + 1 == 10
        assert sorted(far[star] + 1 for star in ((0, 0), (0, 10), (10, 0), (10, 10))) == [2, 10, 12, 20]


def test_a_quarter_turn_leads_each_color_to_the_next(places: dict[str, Point]) -> None:
    doors = find_pocket_doors(places)
    for kind in ("start", "goal"):
        for color, after in zip(ORDER, ORDER[1:] + ORDER[:1], strict=True):
            turned = sorted((10 - c, r) for r, c in doors[kind, color])  # counterclockwise about the middle square
            assert turned == doors[kind, after]


def slot_ports(slot: str) -> list[Square]:
    r, c = SLOTS[slot]
    return [
        (r - 1, c),
        (r - 1, c + 2),
        (r, c + 3),
        (r + 2, c + 3),
        (r + 3, c + 2),
        (r + 3, c),
        (r + 2, c - 1),
        (r, c - 1),
    ]


def test_lines_take_the_place_of_walks_of_2_to_8_steps(deck: dict[str, Card]) -> None:
    for slot in SLOTS:
        beside = slot_ports(slot)
        saved = Counter(
            walking_distances(beside[a])[beside[b]]
            for card in deck.values()
            for ends, _ in card
            for a, b in [sorted(ends)]
        )
        assert saved == {2: 24, 4: 32, 6: 32, 8: 8}
    every = [at for slot in SLOTS for at in slot_ports(slot)]
    assert len(set(every)) == 32
    assert {(r + c) % 2 for r, c in every} == {1}  # squares of one color of a chessboard


def test_from_beside_a_goal_one_and_three_steps_lead_into_it_and_two_do_not() -> None:
    near = {
        here: [there for there, far in walking_distances(here).items() if far == 1]
        for here in walking_distances((0, 0))
    }
    for door in ((0, 3), (0, 7), (3, 0), (10, 7)):
        ends = {0: {door}}
        for number in (1, 2, 3):
            ends[number] = {there for here in ends[number - 1] for there in near[here]}
        # the last step leads from the door into the goal, so a throw of n is a walk of n - 1 back to the door
        assert [throw for throw in (1, 2, 3, 4) if door in ends[throw - 1]] == [1, 3]


def test_stars_look_alike_and_like_no_other_square_and_so_do_the_nine_of_the_zone(psychopaths: Kit) -> None:
    looks: dict[str, set[str]] = {}
    for text in psychopaths.svgs.values():
        for group in ElementTree.fromstring(text).iter():
            if re.fullmatch(r"cell\.r\d+c\d+", group.get("class", "")):
                inside = b"".join(ElementTree.tostring(each) for each in group)
                looks.setdefault(re.sub(r"#c[0-9a-f]+|url\([^)]*\)", "", inside.decode()), set()).add(
                    group.get("class", "")[5:]
                )
    assert sorted(map(len, looks.values())) == [4, 9, 72]
    stars, zone, _ = sorted(looks.values(), key=len)
    assert stars == {"r0c0", "r0c10", "r10c0", "r10c10"}
    assert zone == {f"r{r}c{c}" for r in (4, 5, 6) for c in (4, 5, 6)}


def test_the_board_lies_on_two_sheets_and_the_seam_cuts_no_square(psychopaths: Kit) -> None:
    sizes = {
        row["design"]: sorted((row["w"], row["h"]))
        for row in psychopaths.manifest["placements"]
        if row["part"] == "board"
    }
    assert sizes == {"a1": [120, 260], "b1": [140, 260]}
    assert "GF305" not in psychopaths.stderr


# The pieces


def test_the_box_holds_what_the_rules_say(psychopaths: Kit) -> None:
    found = Counter(
        name.split(".")[0] for page in pieces(psychopaths.sheets) for name in page if name.endswith(".front")
    )
    assert found == {"board": 2, "path": 24, "pawn": 8, "psycho": 1, "die": 3, "aid": 4}


@pytest.mark.parametrize("die", DICE)
def test_the_dice_show_their_faces_in_order(die: str, psychopaths: Kit, printed_marks: dict[str, Marks]) -> None:
    marks = printed_marks[f"die.{die}.c1.front"]
    (row,) = [row for row in psychopaths.manifest["placements"] if row["id"] == f"die.{die}.c1.front"]
    with pdfplumber.open(psychopaths.sheets) as pdf:
        chars = [(char["text"], (char["x0"] + char["x1"]) / 2 * MM, (char["top"] + char["bottom"]) / 2 * MM)
                 for char in pdf.pages[row["pdf_page"] - 1].chars]  # fmt: skip
    root = ElementTree.fromstring(psychopaths.svgs[row["svg"]])
    (net,) = [group for group in root.iter() if group.get("id") == f"die.{die}.c1.front"]
    found = []
    for face in "abcdef":
        x, y = box_center(marks[f"face.{face}"][:1])
        (number,) = [text for text, cx, cy in chars if text in "0123456789" and abs(cx - x) < 9 and abs(cy - y) < 9]
        found.append(" ".join([*_face_color(net, face), number, *_face_arrows(net, face)]))
    assert found == DICE[die]


def _face_color(net: ElementTree.Element, face: str) -> list[str]:
    """Return whether a face is white or black, and that what is written on it is not."""
    (group,) = [each for each in net.iter() if each.get("class") == f"face.{face}"]
    ground, ink = [each.get("fill") for each in group.iter() if each.get("fill") not in (None, "none")]
    assert {ground, ink} == {"#ffffff", "#000000"}
    return ["white" if ground == "#ffffff" else "black"]


def _face_arrows(net: ElementTree.Element, face: str) -> list[str]:
    """Return what the arrows of a face say: two straight ones, or one that is round."""
    (group,) = [each for each in net.iter() if each.get("class") == f"face.{face}"]
    drawn = [each.get("d", "") for each in group.iter() if each.get("stroke-linecap") == "round"]
    return ["rotate" if "C" in d else "switch" for d in drawn]


# The claims and the rules


def test_every_claim_of_the_list_is_checked(psychopaths: Kit) -> None:
    text = "\n".join(DATA)
    assert "\nunchecked:" not in text
    checked = set(re.findall(r"^  - id: (\S+)", text[text.index("\nclaims:") :], re.M))
    assert {f"P{number}" for number in range(1, 22)} <= checked
    assert "GF100" not in psychopaths.stderr


CHANGED_DATA: dict[str, tuple[str, str, str]] = {
    "a line of one pattern": ("[0-4, 1-2, 3-6, 5-7]", "[0-4, 1-2, 3-7, 5-6]", "P9.d"),
    "two lines of a pattern change ends": ("[0-3, 1-4, 2-7, 5-6]", "[0-4, 1-3, 2-7, 5-6]", "P9.f"),
    "two colors of an order": ("order: [red, yellow, blue, green]", "order: [yellow, red, blue, green]", "P9.b"),
    "an order moved on": ("order: [red, green, yellow, blue]", "order: [blue, red, green, yellow]", "P9.c"),
    "each card twice": ("copies: 1\n    gap: 1.4", "copies: 2\n    gap: 1.4", "P16"),
    "two starts of two colors": ("start.red.1: {door: r10c1, side: bottom", "start.red.1: {door: r10c5, side: bottom", "P5"),
    "a start by two squares": ("start.green.2: {door: r9c0", "start.green.2: {door: r5c0", "P15"),
    "a goal by one square": ("goal.blue.2: {door: r10c7", "goal.blue.2: {door: r10c6", "P6"),
    "a goal that lets out": ("goal.yellow.1: {door: r3c0, side: left, size: 16, away: 1, way: in}",
                             "goal.yellow.1: {door: r3c0, side: left, size: 16, away: 1, way: both}", "P6"),
    "a star that is none": ("star: [r0c0, r0c10, r10c0, r10c10]", "star: [r0c0, r0c10, r10c0]", "P4"),
    "a star by one square": ("star: [r0c0, r0c10,", "star: [r0c0, r0c9,", "P4"),
    "a square of the zone": ("zone: [r4c4..6, r5c4..6, r6c4..6]\n    colors", "zone: [r4c4..6, r5c4..6, r6c4..5]\n    colors", "P3"),
    "a zone of other squares": ("zone: [r4c4..6, r5c4..6, r6c4..6]\n      squares", "zone: [r4c4..6, r5c4..6, r6c5..7]\n      squares", "P3"),
    "the psycho beside its place": ("psycho: r5c5  #", "psycho: r5c4  #", "P2"),
    "a slot by one square": ("sw: {cells: [r7c1..3, r8c1..3, r9c1..3]", "sw: {cells: [r6c1..3, r7c1..3, r8c1..3]", "P10.places"),
    "a number on a die": ("black 2, black 3, black 4, black 2]", "black 2, black 3, black 4, black 3]", "P11.order"),
    "the arrows of a die": ("[white 1 rotate, black 1 switch,", "[white 1 switch, black 1 rotate,", "P12"),
    "the color of a face": ("white 2, black 3, white 3, black 2]", "white 2, black 3, black 3, black 2]", "P11"),
    "a card for a player": ("placed3: [2, 1, 1]", "placed3: [1, 1, 1]", "P8"),
    "ports off the squares": ("ports: [-20, 20]", "ports: [-19.8, 19.8]", "P21.ports"),
    "a card as large as its slot": ("    size: 59\n", "    size: 60\n", "P21"),
    "a pawn too many": ("for_each: player\n    copies: 2", "for_each: player\n    copies: 3", "P1"),
}  # fmt: skip


@pytest.mark.sampled(2)
@pytest.mark.parametrize(("old", "new", "name"), CHANGED_DATA.values(), ids=list(CHANGED_DATA))
def test_each_changed_fact_breaks_its_claim(old: str, new: str, name: str, tmp_path: Path) -> None:
    folder = shutil.copytree(GAMES["psychopaths"], tmp_path / "psychopaths")
    text = (folder / "game.yaml").read_text("utf-8")
    assert text.count(old) == 1
    (folder / "game.yaml").write_text(text.replace(old, new), "utf-8")
    said = list(map(str, check_data(folder)))
    assert is_failed_claim_told(said, f"{claim_place(name)}{name}", "GF102"), said


@pytest.mark.thorough
def test_on_letter_the_board_has_two_halves(tmp_path: Path) -> None:
    code, _, stderr = run(["build", str(GAMES["psychopaths"]), "--paper", "letter", "--out", str(tmp_path)])
    assert (code, stderr) == (0, "building psychopaths ...\n")


@pytest.mark.thorough
def test_on_smaller_paper_the_board_takes_more_pieces_and_that_is_a_warning(tmp_path: Path) -> None:
    game, out = str(GAMES["psychopaths"]), str(tmp_path)
    code, stdout, stderr = run(["build", game, "--paper", "a5", "--sheets-only", "--out", out])
    assert code == 0
    assert "K1.paper the board is printed in two halves" in stderr
    assert len(re.findall("GF102", stderr)) == 1
    assert "hold against data and sheets" in stdout


def test_the_rules_show_the_board_the_dice_a_step_and_both_arrows(
    psychopaths: Kit, judge: Callable[[str], str]
) -> None:
    path = psychopaths.folder / "psychopaths-rules-a5.pdf"
    said = subprocess.run(
        [judge("pdftotext"), "-raw", str(path), "-"], capture_output=True, text=True, check=True
    ).stdout
    captions = re.findall(r"^Figure \d+ [A-Z][^,.:\n]*", said, re.M)
    assert sorted(captions, key=lambda each: int(each.split()[1])) == [
        "Figure 1 The red path leads the red pawn right up",
        "Figure 2 Pawn",
        "Figure 3 A corner of the board",
        "Figure 4 Ready for three players",
        "Figure 5 The eighteen faces",
        "Figure 6 A white 4",
        "Figure 7 A white 1 takes the pawn over the red path",
        "Figure 8 A path card and its four styles of path",
        "Figure 9 Two paths in one move",
        "Figure 10 The red pawn on the star swaps two",
        "Figure 11 Rotated by a quarter turn",
        "Figure 12 The red pawn and the psycho change places",
        "Figure 13 No swap",
        "Figure 14 Both red pawns are home",
        "Figure 15 A white 3 next to the goal",
        "Figure 16 Ann\u2019s roll",
        "Figure 17 Ann\u2019s turn",
        "Figure 18 The stars next to red\u2019s goals are 4 steps from the",
        "Figure 19 The two halves of the board",
        "Figure 20 Make both cuts in each gap first",
        "Figure 21 A pawn",
        "Figure 22 A die",
    ]
    assert {"star", "green start", "red goal", "psycho zone", "tab", "square", "before", "after"} <= set(
        said.splitlines()
    )
    assert re.search(r"^slot\b", said, re.M)


def test_the_figure_of_a_step_tells_the_truth(deck: dict[str, Card]) -> None:
    beside = slot_ports("nw")
    red: Any = next(ends for ends, color in deck["c-3"] if color == "red")
    assert {beside[end] for end in red} == {(4, 3), (0, 3)}
    assert walking_distances((4, 3))[0, 3] == 6
    before = {frozenset(beside[end] for end in ends): color for ends, color in turn_card(deck["c-3"], 3)}
    assert [color for ends, color in before.items() if (4, 3) in ends] == ["yellow"]
