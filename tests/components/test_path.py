"""Path cards: curves, crossings and layers of their lines, and faults in their rows."""

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import combinations, pairwise
from math import degrees, inf, pi
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from generator.components import KINDS
from generator.components.designs import expand_parts
from generator.components.paths.path_card import PathCardData as Data
from generator.components.paths.path_card import deal_path_cards, list_ports
from generator.load.game import read_game
from generator.model.finding import DataError, Finding, Place
from generator.model.game import Part
from tests.messages import facts
from tests.samples import examples

Line = tuple[int, int]
Drawn = Sequence[complex]
PSYCHOPATHS = Path(__file__).parents[2] / "layouts" / "psychopaths"
CROSSINGS = {"a": 1, "b": 1, "c": 2, "d": 2, "e": 3, "f": 3}
RIBBON = 5.0


def make_card_data(**given: Any) -> Data:
    """Return the data of a path card like that of Psychopaths, with some keys replaced."""
    words = {"front": "a", "size": 59, "ports": [-20, 20], "colors": "player", "copies": 1}
    return msgspec.convert({**words, **given}, Data)


def deal_lines(card: Data, ends: Sequence[Line]) -> list[dict[str, Any]]:
    """Return the template values of the lines of a card, from the lowest to the topmost."""
    row: Any = {"lines": [f"{one}-{other}" for one, other in ends], "order": ["red"] * (2 * len(card.ports))}
    (dealt,) = deal_path_cards(card, row, ["player.red"], lambda *path: Place(".".join(map(str, path))))
    found: list[dict[str, Any]] = dealt.values["lines"]
    return found


def flatten_path(d: str, steps: int = 40) -> Drawn:
    """Return points along the cubics of path data, both ends included."""
    start, *rest = [complex(*map(float, word.split(","))) for word in d.replace("M", "").replace("C", "").split()]
    found = [start]
    for a, b, c in zip(*[iter(rest)] * 3, strict=True):
        for k in range(1, steps + 1):
            t = k / steps
            found.append((1 - t) ** 3 * start + 3 * (1 - t) ** 2 * t * a + 3 * (1 - t) * t * t * b + t**3 * c)
        start = c
    return found


def flatten_lines(card: Data, ends: Sequence[Line], steps: int = 40) -> dict[Line, Drawn]:
    return {(line["one"], line["other"]): flatten_path(line["d"], steps) for line in deal_lines(card, ends)}


def find_crossings(one: Drawn, other: Drawn) -> list[complex]:
    """Return the quotient of the two directions at each crossing."""
    moved = [point + 0.00013 + 0.00007j for point in other]  # or they could meet in a corner of both
    found = []
    for a, b in pairwise(one):
        for c, d in pairwise(moved):
            sides = [((q - p).conjugate() * (r - p)).imag for p, q, r in ((a, b, c), (a, b, d), (c, d, a), (c, d, b))]
            if sides[0] * sides[1] < 0 and sides[2] * sides[3] < 0:
                found.append((b - a) / (d - c))
    return found


def line_distance(one: Drawn, other: Drawn) -> float:
    """Return the distance between two lines that do not cross, to 0.1 mm."""
    return min(abs(p - q) for p in one for q in other)


def ends_interleave(one: Line, other: Line) -> bool:
    return (one[0] < other[0] < one[1]) != (one[0] < other[1] < one[1])


def pair_ports(left: tuple[int, ...]) -> Iterator[tuple[Line, ...]]:
    """Yield every way to join all ports in pairs."""
    if not left:
        yield ()
    for number in range(1, len(left)):
        for rest in pair_ports(left[1:number] + left[number + 1 :]):
            yield ((left[0], left[number]), *rest)


EVERY = tuple(pair_ports(tuple(range(8))))


@pytest.fixture(scope="module")
def deck() -> Part:
    """Return the path cards of Psychopaths."""
    return next(part for part in expand_parts(read_game(PSYCHOPATHS, KINDS), KINDS) if part.id == "path")


@pytest.fixture(scope="module")
def cards(deck: Part) -> dict[str, dict[Line, Drawn]]:
    """Return the curves of its six patterns."""
    first = {design.id[0]: design for design in deck.designs if design.id.endswith("-0")}
    return {
        name: {(line["one"], line["other"]): flatten_path(line["d"]) for line in design.values["lines"]}
        for name, design in first.items()
    }


def test_number_of_port_pairings() -> None:
    assert len(EVERY) == len(set(EVERY)) == 7 * 5 * 3


def test_the_deck(deck: Part) -> None:
    assert [design.id for design in deck.designs] == [f"{name}-{shift}" for name in "abcdef" for shift in range(4)]
    assert [design.values["row"]["shift"] for design in deck.designs] == [0, 1, 2, 3] * 6
    assert [[line.mark for line in design.lines] for design in deck.designs[4:6]] == [
        ["line.0-2", "line.1-7", "line.3-4", "line.5-6"]
    ] * 2
    assert [[line.color.removeprefix("player.") for line in design.lines] for design in deck.designs[4:6]] == [
        ["red", "yellow", "blue", "green"],
        ["yellow", "blue", "green", "red"],
    ]
    for design in deck.designs:
        assert {(line["mark"], line["color"]) for line in design.values["lines"]} == {
            (line.mark, line.color) for line in design.lines
        }


def test_ports_run_clockwise_from_the_upper_left() -> None:
    assert [(port.number, port.x, port.y, port.dx, port.dy) for port in list_ports(make_card_data())] == [
        *((0, 9.5, 0, 0, 1), (1, 49.5, 0, 0, 1), (2, 59, 9.5, -1, 0), (3, 59, 49.5, -1, 0)),
        *((4, 49.5, 59, 0, -1), (5, 9.5, 59, 0, -1), (6, 0, 49.5, 1, 0), (7, 0, 9.5, 1, 0)),
    ]


def test_deck_lines_cross_as_often_as_their_ends_interleave(cards: dict[str, dict[Line, Drawn]]) -> None:
    assert {
        name: sum(len(find_crossings(*pair)) for pair in combinations(card.values(), 2)) for name, card in cards.items()
    } == CROSSINGS


def test_deck_lines_cross_steeply_or_keep_their_distance(cards: dict[str, dict[Line, Drawn]]) -> None:
    steepest, nearest = inf, inf
    for card in cards.values():
        for (one, points), (other, others) in combinations(card.items(), 2):
            if ends_interleave(one, other):
                [way] = find_crossings(points, others)
                steepest = min(steepest, abs(way.imag) / abs(way))
            else:
                nearest = min(nearest, line_distance(points, others))
    assert steepest > 0.62  # the sine of 38 degrees
    assert nearest > RIBBON + 2.8


def test_crossings_on_a_deck_line_are_well_spaced(cards: dict[str, dict[Line, Drawn]]) -> None:
    for card in cards.values():
        for line, points in card.items():
            met = [
                min(points, key=lambda point: min(abs(point - each) for each in others))
                for other, others in card.items()
                if ends_interleave(line, other)
            ]
            assert all(abs(one - other) > 2 * RIBBON for one, other in combinations(met, 2))


@given(st.sampled_from(EVERY))
@settings(max_examples=examples(25), deadline=None)
@example(((0, 4), (1, 5), (2, 6), (3, 7)))
@example(((0, 1), (2, 7), (3, 6), (4, 5)))
def test_lines_cross_only_where_their_ends_interleave(ends: tuple[Line, ...]) -> None:
    for (one, points), (other, others) in combinations(flatten_lines(make_card_data(), ends, 16).items(), 2):
        ways = find_crossings(points, others)
        assert len(ways) == ends_interleave(one, other)
        if ways:
            assert abs(ways[0].imag) / abs(ways[0]) > 0.57  # 35 degrees
        else:
            assert line_distance(points, others) > RIBBON + 2


@given(st.sampled_from(EVERY))
@settings(max_examples=examples(25), deadline=None)
def test_ribbons_stay_on_the_card_without_cusps(ends: tuple[Line, ...]) -> None:
    for points in flatten_lines(make_card_data(), ends).values():
        edge = [min(point.real, point.imag, 59 - point.real, 59 - point.imag) for point in points]
        far = [min(abs(point - points[0]), abs(point - points[-1])) > 6 for point in points]
        assert min(edge) == 0
        assert min(room for room, away in zip(edge, far, strict=True) if away) > RIBBON / 2 + 1.5
        for a, b, c in zip(points, points[1:], points[2:], strict=False):
            around = abs((b - a) * (c - b) * (c - a)) / max(1e-12, 2 * abs(((b - a).conjugate() * (c - a)).imag))
            assert around > RIBBON  # the radius of the circle through three points (abc / 4 times the area)


@given(st.integers(1, 4), st.data())
@settings(max_examples=examples(30), deadline=None)
def test_any_valid_ports_work(count: int, draw: st.DataObject) -> None:
    places = draw.draw(st.lists(st.floats(-0.4, 0.4), min_size=count, max_size=count).map(sorted))
    if any(after - before < 0.05 for before, after in pairwise(places)):
        return
    card = make_card_data(
        size=100, ports=[round(100 * place, 3) for place in places], bend=draw.draw(st.floats(0.3, 0.8))
    )
    mixed = draw.draw(st.permutations(range(4 * count)))
    ends = [(min(pair), max(pair)) for pair in zip(mixed[::2], mixed[1::2], strict=True)]
    for (one, points), (other, others) in combinations(flatten_lines(card, ends, 10).items(), 2):
        assert len(find_crossings(points, others)) == ends_interleave(one, other)


def turn_port(number: int) -> int:
    return (number + 2) % 8


@pytest.mark.parametrize("ends", [EVERY[0], EVERY[50], EVERY[77], ((0, 2), (1, 4), (3, 6), (5, 7))])
def test_rotated_card_equals_the_rotated_pattern(ends: tuple[Line, ...]) -> None:
    other = flatten_lines(make_card_data(), [(turn_port(a), turn_port(b)) for a, b in ends])
    for (a, b), points in flatten_lines(make_card_data(), ends).items():
        quarter = [complex(59 - point.imag, point.real) for point in points]
        one = turn_port(a), turn_port(b)
        there = other[min(one), max(one)][:: 1 if one[0] < one[1] else -1]
        assert max(abs(p - q) for p, q in zip(quarter, there, strict=True)) < 0.002  # written to the micrometer


def test_a_line_is_the_same_on_every_card() -> None:
    seen: dict[str, set[tuple[str, str]]] = {}
    for ends in EVERY:
        for line in deal_lines(make_card_data(), ends):
            seen.setdefault(line["mark"], set()).add((line["d"], line["run"]))
    assert len(seen) == 28
    assert {len(each) for each in seen.values()} == {1}


def test_lines_begin_and_end_at_their_ports_and_square_to_the_edge() -> None:
    every = list_ports(make_card_data())
    for ends in EVERY:
        for line in deal_lines(make_card_data(), ends):
            words = line["d"].replace("M", "").replace("C", "").split()
            a, b, *_, c, d = [complex(*map(float, word.split(","))) for word in words]
            for port, place, handle in ((every[line["one"]], a, b), (every[line["other"]], d, c)):
                assert place == complex(port.x, port.y)
                way = handle - place
                assert abs(way) > 2
                assert (way / abs(way)).real == pytest.approx(port.dx)
                assert (way / abs(way)).imag == pytest.approx(port.dy)


def test_template_values_of_a_line() -> None:
    (line,) = (
        line for line in deal_lines(make_card_data(), ((0, 2), (1, 3), (4, 7), (5, 6))) if line["mark"] == "line.5-6"
    )
    around = 9.5 * 4 / 3 * (2**0.5 - 1)
    assert line["d"] == f"M9.5,59 C9.5,{59 - around:.3f} {around:.3f},49.5 0,49.5"
    assert line["run"] == f"M9.5,62 L9.5,59 C9.5,{59 - around:.3f} {around:.3f},49.5 0,49.5 L-3,49.5"
    assert (line["one"], line["other"]) == (5, 6)
    assert line["length"] == pytest.approx(9.5 * pi / 2, abs=0.05)
    assert line["ends"] == [{"x": 9.5, "y": 59.0, "turn": 180}, {"x": 0.0, "y": 49.5, "turn": 270}]
    assert (line["points"][0], line["points"][-1], len(line["points"])) == ((9.5, 59.0), (0.0, 49.5), 9)
    half = 9.5 / 2**0.5
    assert line["spots"] == [
        {"x": pytest.approx(half, abs=0.01), "y": pytest.approx(59 - half, abs=0.01), "turn": 45.0}
    ]


def test_the_ends_face_outward() -> None:
    card = make_card_data(ports=[0])
    one, other = deal_lines(card, ((0, 1), (2, 3)))
    assert [end["turn"] for line in (one, other) for end in line["ends"]] == [0, 90, 180, 270]


def test_facing_ports_are_joined_by_straight_lines() -> None:
    points = flatten_lines(make_card_data(ports=[0]), ((0, 2), (1, 3)))
    assert {round(point.real, 9) for point in points[0, 2]} == {29.5}
    assert {round(point.imag, 9) for point in points[1, 3]} == {29.5}


def test_letter_spots_have_room(deck: Part) -> None:
    for design in deck.designs[::4]:
        for line in design.values["lines"]:
            assert len(line["spots"]) == (1 if line["length"] < 20 else 2)
            others = [flatten_path(each["d"]) for each in design.values["lines"] if each is not line]
            own = flatten_path(line["d"])
            for spot in line["spots"]:
                here = complex(spot["x"], spot["y"])
                assert min(here.real, here.imag, 59 - here.real, 59 - here.imag) >= 6
                assert min(abs(here - point) for other in others for point in other) > 5.9
                at = min(range(1, len(own) - 1), key=lambda k: abs(own[k] - here))
                assert abs(own[at] - here) < 0.5
                way = own[at + 1] - own[at - 1]
                assert -90 < spot["turn"] <= 90
                assert degrees(abs(_angle_to_line(way, spot["turn"]))) < 4


def _angle_to_line(way: complex, turn: float) -> float:
    """Return the angle (radians) between a direction and a line at `turn` degrees."""
    from cmath import phase, rect

    both = phase(way / rect(1, turn * pi / 180))
    return min(abs(both), pi - abs(both))


def test_lines_alternate_over_and_under(deck: Part) -> None:
    """A line that crosses two others goes over one and under the other, where a stack of lines can do so at all."""
    first = {design.id[0]: [line["mark"] for line in design.values["lines"]] for design in deck.designs[::4]}
    assert first["a"] == ["line.0-2", "line.1-3", "line.4-7", "line.5-6"]
    rank = {name: {mark: at for at, mark in enumerate(marks)} for name, marks in first.items()}
    c, d, e, f = (rank[name] for name in "cdef")
    assert sorted([c["line.0-2"], c["line.1-4"], c["line.3-7"]])[1] == c["line.1-4"]
    assert sorted([d["line.0-4"], d["line.3-6"], d["line.5-7"]])[1] == d["line.3-6"]
    chain = [e[mark] for mark in ("line.0-2", "line.1-4", "line.3-6", "line.5-7")]
    assert chain in (sorted(chain), sorted(chain, reverse=True))
    assert len({f[mark] for mark in ("line.0-3", "line.1-4", "line.2-7")}) == 3


def test_layering_of_many_lines() -> None:
    card = make_card_data(size=100, ports=[-25, 0, 25])
    ends = ((0, 4), (1, 7), (2, 9), (3, 10), (5, 8), (6, 11))
    found = deal_lines(card, ends)
    assert {line["mark"] for line in found} == {f"line.{one}-{other}" for one, other in ends}
    assert [line["mark"] for line in found] == [line["mark"] for line in deal_lines(card, ends)]


GAME = """\
title: Wren
version: "1"
players: [1, 2]
colors:
  player.red: {paint: "#D55E00"}
  player.blue: {paint: "#0072B2"}
  ink: {paint: "#000000"}
parts:
  path: {kind: path, front: a.svg.j2, size: 40, ports: [0], colors: player, copies: 2, shifts: [0, 1], rows: ROWS}
"""
ONE = "[{id: a, lines: [0-1, 2-3], order: [red, blue]}]"


@pytest.fixture
def expand_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., list[str]]:
    """Give a function that returns the faults of a game with one part of path cards, or its cards."""
    folder = tmp_path / "wren"
    folder.mkdir()
    monkeypatch.chdir(folder)

    def tell(rows: str = ONE, old: str = "", new: str = "", csv: str = "") -> list[str]:
        assert old in GAME
        (folder / "game.yaml").write_text(GAME.replace(old, new).replace("ROWS", rows), "utf-8")
        (folder / "rows.csv").write_text(csv, "utf-8")
        try:
            (part,) = expand_parts(read_game(folder, KINDS), KINDS)
        except DataError as error:
            return [_describe_finding(finding) for finding in error.findings]
        return [f"{design.id} {design.copies}" for design in part.designs]

    return tell


def _describe_finding(finding: Finding) -> str:
    """Return the word or bracket at the place of a finding, its code and its facts."""
    file, line, column = finding.place
    text = Path(file).read_text("utf-8").splitlines()[line - 1][column - 1 :]
    word = re.match(r"[\[{]|[^ ,}:\]]+|$", text)
    assert word
    return facts(f"{word[0]}: {finding.code} {finding.message}")


def test_a_row_makes_a_card_for_each_shift(expand_game: Callable[..., list[str]]) -> None:
    assert expand_game() == ["a-0 2", "a-1 2"]
    assert expand_game(csv="id,lines[],order[]\nx,0-1 2-3,red blue\n", rows="rows.csv") == ["x-0 2", "x-1 2"]
    assert expand_game(old=", shifts: [0, 1]") == ["a-0 2"]
    assert expand_game(ONE.replace("id: a", "copies: 3"), "copies: 2, ") == ["1-0 3", "1-1 3"]


def test_each_color_can_have_its_own_set(expand_game: Callable[..., list[str]]) -> None:
    assert expand_game(old="copies: 2", new="copies: 1, for_each: player") == [
        "red.a-0 1",
        "red.a-1 1",
        "blue.a-0 1",
        "blue.a-1 1",
    ]


PORTS = "a line joins two of the ports 0 to 3, such as 0-2, and not"


@pytest.mark.parametrize(
    ("row", "said"),
    [
        ("lines: [0-1, 2-4], order: [red, blue]", ["2-4: GF006 1 0 3 0 -2 '2-4'"]),
        ("lines: [0-1, 2-2], order: [red, blue]", ["2-2: GF006 1 0 3 0 -2 '2-2'"]),
        ("lines: [0-1, 7], order: [red, blue]", ["7: GF006 1 0 3 0 -2 7"]),
        ("lines: [0-01, 2-3], order: [red, blue]", ["0-01: GF006 0 0 3 0 -2 '0-01'"]),
        ("lines: [0-1, true], order: [red, blue]", ["true: GF006 1 0 3 0 -2"]),
        (
            "lines: [0-1, 2-3], order: [red, ~]",
            ["~: GF008 1 'player' 'blue' 'red'"],
        ),
        (
            "lines: [0-1, 1-2], order: [red, blue]",
            [
                "1-2: GF006 1 1 0",
                "[: GF006 3",
            ],
        ),
        ("lines: [0-1], order: [red, blue]", ["[: GF006 2 3"]),
        ("lines: [], order: [red, blue]", ["[: GF006 0 1 2 3"]),
        (
            "order: [red, blue]",
            ["{: GF005 `lines` 0 -2"],
        ),
        (
            "lines: 0-1, order: [red, blue]",
            ["0-1: GF006 `lines` 0 -2 `lines[]`"],
        ),
        (
            "lines: [0-1, 2-3]",
            ["{: GF005 `order`"],
        ),
        (
            "lines: [0-1, 2-3], order: [red, bleu]",
            ["bleu: GF008 1 'player' 'bleu' 'blue'"],
        ),
        (
            "lines: [0-1, 2-3], order: [ink, 3]",
            [
                "ink: GF008 0 'player' 'ink' 'blue' 'red'",
                "3: GF008 1 'player' 3 'blue' 'red'",
            ],
        ),
        ("lines: [0-1, 2-3], order: [red]", ["[: GF006 `order` 1 2"]),
        (
            "lines: [0-1, 2-3], order: [red, blue, red]",
            ["[: GF006 `order` 3 2"],
        ),
        (
            "lines: [0-1, 2-3], order: [red, red]",
            ["[: GF006 `order` 0 1"],
        ),
        (
            "lines: [0-1, 2-3], order: [red, blue], shift: 1",
            ["1: GF006 `shift` `shifts`"],
        ),
        (
            "lines: [0-1, 2-9], order: [rad, blue]",
            [
                "2-9: GF006 1 0 3 0 -2 '2-9'",
                "rad: GF008 0 'player' 'rad' 'red'",
            ],
        ),
    ],
)
def test_row_fault_is_reported_at_its_item(expand_game: Callable[..., list[str]], row: str, said: list[str]) -> None:
    assert expand_game(f"[{{{row}}}]") == said


def test_csv_row_fault_is_reported_at_its_word(expand_game: Callable[..., list[str]]) -> None:
    csv = 'id,lines[],order[],copies\na,0-1 2-3,red blue,1\nb,0-1  2-5,red bleu,1\nc,"0-1 2-5",red blue,1\n'
    assert expand_game("rows.csv", "copies: 2, ", "", csv) == [
        "2-5: GF006 1 0 3 0 -2 '2-5'",
        "bleu: GF008 1 'player' 'bleu' 'blue'",
        "\"0-1: GF006 1 0 3 0 -2 '2-5'",
    ]
    assert expand_game("rows.csv", "copies: 2, ", "", "id,lines,order[],copies\na,0-1 2-3,red blue,1\n") == [
        "0-1: GF006 `lines` 0 -2 `lines[]`"
    ]


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("[0, 1]", "[0, 0]", "0: GF003 1 0"),
        (
            "[0, 1]",
            "[0, 2]",
            "2: GF006 1 2 0 1 2",
        ),
        ("[0, 1]", "[-1]", "-1: GF006 0 2 0 1 -1"),
        ("colors: player", "colors: playr", "playr: GF008 'playr' 'player'"),
        (
            "[0], c",
            "[16.5], c",
            "[: GF006 `ports` 4 2",
        ),
        (
            "[0], c",
            "[0, 1.9], c",
            "[: GF006 `ports` 4 2",
        ),
        (
            ", rows: ROWS",
            "",
            "path: GF005 `rows` `lines` `order`",
        ),
    ],
)
def test_part_fault_is_reported_once(expand_game: Callable[..., list[str]], old: str, new: str, said: str) -> None:
    two = "[{lines: [0-1, 2-3], order: [red, blue]}, {lines: [0-2, 1-3], order: [red, blue]}]"
    assert expand_game(two, old, new) == [said]
