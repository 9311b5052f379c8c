"""Claims about walks over the boards of Psychopaths and Hypnosia, in the data and on the sheets."""

from collections import Counter
from itertools import product
from pathlib import Path

import pytest

from generator.check.claims.evaluation import bind_functions
from generator.check.claims.sandbox import compile_expression
from generator.language.expressions import ExpressionError
from tests.check.kit import refusal_facts
from tests.check.printed import FOLDED, Asked, altered, gone
from tests.kits import GAMES

COLORS = ("red", "yellow", "green", "blue")
SPACES = {"ring1": 30, "ring2": 24, "ring3": 18, "ring4": 12}


@pytest.fixture(scope="module")
def psychopaths() -> Asked:
    return Asked.of_game(GAMES["psychopaths"])


@pytest.fixture(scope="module")
def hypnosia() -> Asked:
    return Asked.of_game(GAMES["hypnosia"])


def cells_of(kind: str, color: str) -> str:
    """Return the call that lists the cells of a kind and color."""
    return f"cells('board', kind='{kind}', color='player.{color}')"


# -- Psychopaths -----------------------------------------------------------------------------------------------------


def test_squares_and_their_neighbors(psychopaths: Asked) -> None:
    squares = psychopaths.both("area('board', 'squares')")
    degrees = Counter(psychopaths.both(f"neighbors('board', '{square}', kind='side')|length") for square in squares)
    assert len(squares) == 85
    assert degrees == {2: 28, 3: 36, 4: 21}


@pytest.mark.parametrize("color", COLORS)
def test_ways_home(psychopaths: Asked, color: str) -> None:
    starts, goals, stars = cells_of("start", color), cells_of("goal", color), "cells('board', kind='star')"
    assert psychopaths.both(f"distances('board', {starts}, {goals})") == [16, 16, 18, 18]
    assert psychopaths.both(f"distances('board', {starts}[0], {goals})") == [16, 18]
    assert psychopaths.both(f"distance('board', {starts}, {goals})") == 16
    ways = [psychopaths.both(f"distance('board', '{star}', {goals})") for star in psychopaths.both(stars)]
    assert sorted(ways) == [4, 4, 14, 14]
    assert psychopaths.both(f"distance('board', {stars}, {goals})") == 4


def test_the_psycho_leaves_its_zone_in_two_steps(psychopaths: Asked) -> None:
    outside = "area('board', 'squares')|reject('in', area('board', 'zone'))|list"
    assert psychopaths.both(f"distance('board', 'r5c5', {outside})") == 2


def test_pockets_are_one_way(psychopaths: Asked) -> None:
    assert psychopaths.both("distance('board', 'r10c1', cells('board', kind='start'))") is None
    assert psychopaths.both("distance('board', cells('board', kind='goal'), 'r0c3')") is None
    assert psychopaths.both("before('board', cells('board', kind='start'))") == []
    assert psychopaths.both("before('board', ['goal.red.1', 'r0c0'])") == ["r0c1", "r0c3", "r1c0"]
    everywhere = psychopaths.both("leading('board', 'goal.red.1')")
    assert everywhere == psychopaths.both("area('board', 'squares') + cells('board', kind='start')")


def test_paths_are_further_joins(psychopaths: Asked) -> None:
    straight = "distance('board', 'start.red.1', 'goal.red.1', over=[['r9c0', 'r3c0', 'red'], ['r2c0', 'r0c2', 'red']])"
    assert psychopaths.both(straight) == 8  # r10c1, r10c0, r9c0, r3c0, r2c0, r0c2, r0c3 and the goal
    assert psychopaths.both("distance('board', 'r9c0', 'r3c0', kind='side', over=[['r3c0', 'r9c0']])") == 1
    assert psychopaths.both("distance('board', 'r9c0', 'r3c0', over=[])") == 6


@pytest.mark.parametrize("color", COLORS)
def test_a_pawn_finishes_with_its_distance_or_an_even_number_more(psychopaths: Asked, color: str) -> None:
    throws = [1, 2, 3, 4, 5, 6]
    came = psychopaths.both(f"arrivals('board', {cells_of('goal', color)}, {throws})")
    squares = psychopaths.both("area('board', 'squares')")
    far = {square: psychopaths.both(f"distance('board', '{square}', {cells_of('goal', color)})") for square in squares}
    expected = [[s, n] for s, n in product(squares, throws) if n >= far[s] and n % 2 == far[s] % 2]
    assert [pair for pair in came if pair[0] in far] == expected
    assert len(expected) == 48


def test_every_door_of_a_goal_has_a_throw(psychopaths: Asked) -> None:
    came = psychopaths.both("arrivals('board', cells('board', kind='goal'), [1])|map('first')|unique|list")
    assert came == ["r0c3", "r0c7", "r3c0", "r3c10", "r7c0", "r7c10", "r10c3", "r10c7"]


def test_faces_with_a_word(psychopaths: Asked) -> None:
    white = [psychopaths.both(f"faces('die', id='{die}', word='white')") for die in ("pawn", "psycho", "mixed")]
    assert [len(each) for each in white] == [6, 0, 3]
    assert white[2] == ["white 1 rotate", "white 2", "white 3"]
    assert psychopaths.both("faces('die', id='mixed', word='switch')") == ["black 1 switch"]
    with pytest.raises(ExpressionError) as caught:
        psychopaths.both("faces('die', id='pawn', word='wite')")
    assert "no face 'die' has the word 'wite' 'white'" in refusal_facts(caught.value)
    with pytest.raises(ExpressionError) as caught:
        psychopaths.both("faces('die', id='pawn', word='whit')")
    assert "no face 'die' has the word 'whit'" in refusal_facts(caught.value)


def test_words_of_a_face_are_whole_words(tmp_path: Path) -> None:
    asked = Asked(tmp_path, FOLDED.replace("red, gold]", "red, deep-red red-hot]"))
    assert asked.both("faces('die', id='colored', word='red')") == ["red", "red", "red"]
    with pytest.raises(ExpressionError) as caught:
        asked.both("faces('die', id='plain', word='6')")
    assert "no face 'die' has the word '6'" in refusal_facts(caught.value)


def test_a_face_that_is_not_printed_has_no_words() -> None:
    asked = Asked.of_game(GAMES["psychopaths"], altered("face.c", gone, "pawn"))
    assert asked.of_sheets("faces('die', id='pawn', word='white')|length") == 5


# -- Hypnosia --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("color", ["red", "yellow", "green", "blue", "black", "purple"])
def test_ways_to_the_center(hypnosia: Asked, color: str) -> None:
    assert hypnosia.both(f"distances('board', {cells_of('start', color)}, 'center')") == [13, 14, 15, 16]


def test_everything_leads_to_the_center_and_nothing_back(hypnosia: Asked) -> None:
    found = hypnosia.both("leading('board', 'center')")
    assert found == hypnosia.both("area('board', 'spaces') + area('board', 'starts')")
    assert len(found) == 84 + 24
    assert hypnosia.both("leading('board', ['center', 'ring4.0'])") == [name for name in found if name != "ring4.0"]
    assert hypnosia.both("leading('board', area('board', 'starts')[:4])") == []


def test_bridges_are_links_inward(hypnosia: Asked) -> None:
    for outer, inner in product(SPACES, SPACES):
        found = hypnosia.both(f"links('board', '{outer}', '{inner}')")
        assert len(found) == (SPACES[outer] if outer == inner else 6 if int(inner[4]) == int(outer[4]) + 1 else 0)
    assert hypnosia.both("links('board', 'ring3', 'ring4')")[:2] == [["ring3.0", "ring4.0"], ["ring3.3", "ring4.2"]]
    inmost = ["ring4.1", "ring4.3", "ring4.5", "ring4.7", "ring4.9", "ring4.11"]
    assert hypnosia.both("before('board', 'center')") == inmost
    assert hypnosia.both("before('board', 'ring2.2')") == ["ring1.2", "ring2.1"]


def test_a_join_both_ways_is_two_links(tmp_path: Path) -> None:
    text = "  board:\n    kind: board\n    front: a.svg.j2\n    copies: 1\n    grid: {columns: 2, rows: 2, cell: 9}\n"
    asked = Asked(tmp_path, text + "    areas: {all: ['*'], left: ['*c0'], right: ['*c1']}\n    cuts: [[r1c0, r1c1]]\n")
    assert asked.both("links('board', 'left', 'right')") == [["r0c0", "r0c1"]]
    assert asked.both("links('board', 'right', 'left')") == [["r0c1", "r0c0"]]
    assert asked.both("links('board', 'all', 'all')|length") == 6


def test_moves_of_a_die(hypnosia: Asked) -> None:
    """One space ahead; from a bridge space also one across, and into the center only with a 1."""
    asks = "choices('board', cells('board', kind='{}', area='{}'), {}, first='bridge')"
    assert hypnosia.both(asks.format("plain", "spaces", [1, 2, 3, 4, 5, 6])) == [1]
    for ring in ("ring1", "ring2", "ring3"):
        assert hypnosia.both(asks.format("bridge", ring, [1, 2, 3, 4, 5, 6])) == [2]
    assert hypnosia.both(asks.format("bridge", "ring4", [1])) == [2]
    assert hypnosia.both(asks.format("bridge", "ring4", [2, 3, 4, 5, 6])) == [1]
    assert hypnosia.both(asks.format("bridge", "spaces", [1, 2])) == [1, 2]
    assert hypnosia.both("choices('board', 'ring1.0', [8])") == [4]  # ring1.8, ring2.6, ring2.7, ring3.5
    assert hypnosia.both("choices('board', 'center', [1, 6])") == [0]


def test_the_center_is_entered_with_a_one(hypnosia: Asked) -> None:
    found = hypnosia.both("arrivals('board', 'center', [6, 1, 2, 1], first='bridge')")
    assert found == [[f"ring4.{k}", 1] for k in (1, 3, 5, 7, 9, 11)]
    assert hypnosia.both("arrivals('board', ['center'], [2, 1])|selectattr(0, 'in', ['ring4.0', 'ring4.1'])|list") == [
        ["ring4.0", 2],
        ["ring4.1", 1],
    ]


def test_throws_come_in_their_order(hypnosia: Asked) -> None:
    found = hypnosia.both(
        "arrivals('board', ['ring1.4', 'ring1.2'], [4, 2, 4])|selectattr(0, 'equalto', 'ring1.0')|list"
    )
    assert found == [["ring1.0", 4], ["ring1.0", 2]]


def test_which_throws_bring_a_pawn_in(hypnosia: Asked) -> None:
    asks = (
        "arrivals('board', area('board', 'ring1'), range(1, 7))|selectattr(0, 'equalto', 'start3.{}')|map('last')|list"
    )
    assert [hypnosia.both(asks.format(k)) for k in (1, 2, 3, 4)] == [[*range(k, 7)] for k in (1, 2, 3, 4)]


# -- what is wrong on the sheets alone -------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def bridgeless() -> Asked:
    return Asked.of_game(GAMES["hypnosia"], altered("cell.ring4.1", gone))


@pytest.mark.parametrize(
    ("text", "result"),
    [
        ("before('board', 'center')|length", 5),
        ("leading('board', 'center')|length", 84 + 24 - 2),
        ("circuit('board', 'ring4')", None),
        ("links('board', 'ring4', 'ring4')|length", 10),
        ("choices('board', ['ring4.0'], [1])", [0]),
        ("arrivals('board', ['center'], [1])|length", 5),
        ("distance('board', ['ring4.1', 'ring3.0'], 'center')", 6),
        ("distance('board', 'ring4.1', 'center')", None),
        ("distance('board', 'ring4.0', 'ring4.2', over=[['ring4.0', 'ring4.1'], ['ring4.1', 'ring4.2']])", None),
        ("symmetry('board', 60, 'player')", None),
        ("orbits('board', 'player', ['red', 'blue'])", [["red"], ["blue"]]),
    ],
)
def test_a_bridge_that_is_not_printed(bridgeless: Asked, text: str, result: object) -> None:
    assert bridgeless.of_sheets(text) == result


def test_cells_must_be_printed(bridgeless: Asked) -> None:
    for text, expected in (
        ("before('board', 'ring4.1')", "not print 'ring4.1' 'board'"),
        ("leading('board', ['ring4.1'])", "not print 'ring4.1' 'board'"),
        ("choices('board', 'ring4.1', [1])", "not print 'ring4.1' 'board'"),
        ("arrivals('board', 'ring4.1', [1])", "not print 'ring4.1' 'board'"),
        ("distances('board', 'ring4.1', 'center')", "not print 'ring4.1' 'board'"),
        (
            "distances('board', 'ring4.0', 'ring4.2')",
            "'ring4.2' of the sheets reached 'ring4.0'",
        ),
    ):
        with pytest.raises(ExpressionError) as error:
            bridgeless.of_sheets(text)
        assert refusal_facts(error.value) == expected


# -- traps -----------------------------------------------------------------------------------------------------------

ROLLS = "[1, 2, 3, 4, 5, 6]"
STARTS = "cells('board', kind='start')"


def test_no_space_is_a_trap(hypnosia: Asked) -> None:
    assert hypnosia.both(f"trapped('board', 'center', {ROLLS}, first='bridge')") == []
    assert hypnosia.both(f"trapped('board', 'center', faces('die'), first='bridge', barred={STARTS})") == []
    assert hypnosia.both(f"trapped('board', 'center', {ROLLS}, start={STARTS})") == []


@pytest.mark.parametrize("spaces", [["ring4.1", "ring4.3", "ring4.5", "ring4.7", "ring4.9", "ring4.11"], ["ring1.0"]])
def test_barred_spaces_may_cut_off_the_center(hypnosia: Asked, spaces: list[str]) -> None:
    lost = hypnosia.both(f"trapped('board', 'center', {ROLLS}, first='bridge', barred={spaces})")
    every = hypnosia.both(f"area('board', 'spaces') + {STARTS}")
    # the center is entered only by a 1 from a bridge of the innermost ring; no piece may stop on a barred space
    assert lost == ([cell for cell in every if cell not in spaces] if len(spaces) == 6 else [])


def test_throws_of_two_never_enter_the_center(hypnosia: Asked) -> None:
    every = hypnosia.both(f"area('board', 'spaces') + {STARTS}")
    assert hypnosia.both("trapped('board', 'center', [2], first='bridge')") == every
    # one that passes a bridge space could, if any step might cross; of those on one, a 2 leads to the next of them
    odd = hypnosia.both("cells('board', area='ring4', kind='bridge')")
    assert hypnosia.both("trapped('board', 'center', [2])") == odd != []
    assert hypnosia.both("trapped('board', 'center', [])") == every
    assert hypnosia.both("trapped('board', 'center', [2], first='bridge', barred='ring1.0')") == every[1:]
    assert (
        hypnosia.both("trapped('board', 'center', [2], first='bridge', barred='ring1.0', start='ring1.0')[0]")
        == "ring1.0"
    )
    assert hypnosia.both(f"trapped('board', {every}, [7])") == []


@pytest.mark.parametrize("color", COLORS)
def test_pawns_come_home_from_wherever_they_stand(psychopaths: Asked, color: str) -> None:
    own, start = cells_of("goal", color), cells_of("start", color)
    others = f"barred=cells('board', kind='goal')|reject('in', {own})|list"
    assert psychopaths.both(f"trapped('board', {own}, [1, 2, 3, 4], {others}, start={start})") == []
    # as on a chessboard, even throws never reach a goal an odd number of steps away
    assert psychopaths.both(f"trapped('board', {own}, [2, 4], {others}, start='r0c0')") == []
    odd = psychopaths.both(f"trapped('board', {own}, [2, 4], {others}, start='r0c1')")
    assert {sum(map(int, cell[1:].split("c"))) % 2 for cell in odd} == {1}
    assert len(odd) == 44
    # the goals of others are traps, if one may end there
    every = psychopaths.both("cells('board', kind='goal')")
    lost = psychopaths.both(f"trapped('board', {own}, [1, 2, 3, 4], start={start})")
    assert lost == [cell for cell in every if f".{color}." not in cell]


def test_a_center_with_a_missing_bridge(bridgeless: Asked) -> None:
    assert bridgeless.of_sheets(f"trapped('board', 'center', {ROLLS}, first='bridge')") != []


# -- what cannot be asked, and where to look --------------------------------------------------------------------------

THROWS = "list 100 1 100 as throws"
OVER = "distance() list as over 'a' 'b' "  # a further argument follows


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("before('board', 'ring1')", "'ring1' 'board' not a cell 'board' 'ring1'"),
        ("leading('board', ['center', 'ring1'])", "'ring1' 'board' not a cell 'board' 'ring1'"),
        ("choices('board', 'spaces', [1])", "'spaces' 'board' not a cell 'board' 'spaces'"),
        ("arrivals('board', 'ring1', [1])", "'ring1' 'board' not a cell 'board' 'ring1'"),
        ("distance('board', 'ring1', 'center')", "'ring1' 'board' not a cell 'board' 'ring1'"),
        ("distances('board', 'ring1', 'center')", "'ring1' 'board' not a cell 'board' 'ring1'"),
        ("before('board', 'centre')", "'board' no cell 'centre' 'center'"),
        ("before('board', [3])", "before() list as names 3"),
        ("before('pawn', 'center')", "'pawn' no cells"),
        ("links('board', 'ring1', 'rnig1')", "'board' no area 'rnig1' 'ring1'"),
        ("links('board', 'center', 'ring1')", "'board' no area 'center'"),
        ("links('board', ['ring1.0'], 'ring1')", "links() as area 'ring1.0'"),
        ("circuit('board', 'rnig1')", "'board' no area 'rnig1' 'ring1'"),
        ("choices('board', 'center', [0])", "choices() " + THROWS),
        ("choices('board', 'center', [101])", "choices() " + THROWS),
        ("choices('board', 'center', [true])", "choices() " + THROWS),
        ("choices('board', 'center', 1)", "choices() " + THROWS),
        ("arrivals('board', 'center', [1.5])", "arrivals() " + THROWS),
        ("arrivals('board', 'center', range(1, 101)|list + [1])", "arrivals() " + THROWS),
        ("choices('board', 'center', [1], first='brigde')", "'board' no join 'brigde' 'bridge'"),
        ("arrivals('board', 'center', [1], first='brigde')", "'board' no join 'brigde'"),
        ("distances('board', 'center', 'ring1.0')", "'ring1.0' of the sheets reached 'center'"),
        ("trapped('board', 'center', [0])", "trapped() " + THROWS),
        ("trapped('board', 'ring1', [1])", "'ring1' 'board' not a cell 'board' 'ring1'"),
        ("trapped('board', 'center', [1], barred='cetner')", "'board' no cell 'cetner' 'center'"),
        ("trapped('board', 'center', [1], start=['cetner'])", "'board' no cell 'cetner' 'center'"),
        ("trapped('board', 'center', [1], first='brigde')", "'board' no join 'brigde'"),
        ("trapped('board', 'center', [1], barred=['center'])", "trapped() 'center' barred"),
        ("trapped('board', 'center', [1], start=none)", "trapped() list as start not none"),
        ("trapped('board', 'center', [1], start=[])", "trapped() to start"),
        ("trapped('board', 'center', [1], barred=[3])", "trapped() list as barred 3"),
        ("distance('board', 'center', 'center', over='x')", OVER + "'x'"),
        ("distance('board', 'center', 'center', over=[['center']])", OVER + "'center'"),
        ("distance('board', 'center', 'center', over=['ab'])", OVER + "'ab'"),
        ("distance('board', 'center', 'center', over=[['center', 'x']])", "'board' no cell 'x'"),
        ("distance('board', 'center', 'center', over=[['center', 3]])", "'board' no cell 3"),
    ],
)  # fmt: skip
def test_refused_calls(hypnosia: Asked, text: str, expected: str) -> None:
    for world, says in ((hypnosia.data, expected.replace(" of the sheets", "")), (hypnosia.sheets, expected)):
        with pytest.raises(ExpressionError) as error:
            compile_expression(text)(bind_functions(world))
        assert refusal_facts(error.value).startswith(says)


@pytest.mark.parametrize(
    ("text", "keys"),
    [
        ("before('board', 'r0c0')", ["grid", *["slots"] * 4, *["pockets"] * 16]),
        ("links('board', 'zone', 'squares')", ["grid", *["slots"] * 4, *["pockets"] * 16, "areas", "areas"]),
        ("circuit('board', 'zone')", ["grid", *["slots"] * 4, *["pockets"] * 16, "areas"]),
        ("trapped('board', 'r0c0', [1])", ["grid", *["slots"] * 4, *["pockets"] * 16]),
    ],
)
def test_answers_name_their_places_in_the_data(psychopaths: Asked, text: str, keys: list[str]) -> None:
    compile_expression(text)(bind_functions(psychopaths.data))
    call = psychopaths.data.calls[-1]
    named = {place: path for path, place in psychopaths.game.places.items() if path[:2] == ("parts", "board")}
    assert [named[place][2] for place in call.places()] == keys
    assert call.prints
