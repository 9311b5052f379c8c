"""Claims about dice, nets and sizes; opposite faces of a cube; dice with an unusual numbering (GF122)."""

from collections.abc import Iterator
from math import cos, radians, sin
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from generator.check.claims.context import ClaimContext, NeedsFiles
from generator.check.claims.evaluation import bind_functions
from generator.check.claims.judge import judge_claims
from generator.check.claims.sandbox import compile_expression
from generator.check.data.folded_pieces import check_dice, find_opposite_faces
from generator.language.expressions import ExpressionError
from generator.model.printed import Mark
from generator.pipeline.build import build_kit
from generator.pipeline.options import Options
from tests.check.kit import refusal_facts
from tests.check.printed import FOLDED, PACHISI, Asked, Change, altered, gone, made, moved
from tests.messages import facts
from tests.samples import for_each


@for_each(
    [
        ("faces('die', id='plain')", [1, 6, 2, 5, 3, 4]),
        ("faces('die', id='colored')", ["red", "red", "blue", "blue", "red", "gold"]),
        ("[opposite('die', 1, id='plain'), opposite('die', 6, id='plain')]", [6, 1]),
        ("[opposite('die', 2, id='plain'), opposite('die', 3, id='plain')]", [5, 4]),
        ("opposite('die', 'blue', id='colored')", "blue"),
        ("faces('pyramid', id='small')|length", 5),
        ("solid('pyramid', id='small').base", 14.29),
        ("[solid('pyramid', id='small').slant, solid('pyramid', id='small').edge]", [26.3858, 27.3361]),
        ("solid('pyramid', id='large').apex > solid('pyramid', id='small').apex > 30.2", True),
        ("solid('die', id='plain').size", 18),
        ("trim('gem')", {"width": 14, "height": 14}),
        ("value('gem', 'worth')", [1, 2]),
    ]
)
def test_values_of_solids(tmp_path: Path, text: str, result: object) -> None:
    assert Asked(tmp_path, FOLDED).both(text) == result


def test_the_size_of_a_section(tmp_path: Path) -> None:
    asked = Asked(tmp_path, PACHISI)
    assert asked.both("trim('board', section='south')") == {"width": 72, "height": 192}
    assert asked.both("trim('board', section='center')") == {"width": 72, "height": 72}
    with pytest.raises(ExpressionError) as caught:
        asked.both("trim('board', section='sauth')")
    assert "'board' no section 'sauth' 'south'" in refusal_facts(caught.value)


def test_a_board_in_sections_is_as_large_as_a_board(tmp_path: Path) -> None:
    asked = Asked(tmp_path, PACHISI)
    assert asked.both("trim('board')") == {"width": 2 * 192 + 72, "height": 2 * 192 + 72}
    half = Asked(tmp_path, PACHISI, lambda seen: [face._replace(matrix=(0, 0.5, -0.5, 0, 9, 9)) for face in seen])
    assert half.of_sheets("trim('board')") == {"width": 228, "height": 228}


# -- what is wrong on the sheets alone -------------------------------------------------------------------------------


def swap_faces(one: str, other: str) -> Change:
    """Return a change that swaps two faces of a plain die in print."""

    def swap(seen: list[Any]) -> list[Any]:
        out = []
        for face in seen:
            at = {mark.name: mark.matrix for mark in face.marks}
            names = {one: other, other: one} if face.design == "plain" else {}
            marks = [mark._replace(matrix=at[names.get(mark.name, mark.name)]) for mark in face.marks]
            out.append(face._replace(marks=tuple(marks)))
        return out

    return swap


def test_two_faces_swapped_in_print(tmp_path: Path) -> None:
    asked = Asked(tmp_path, FOLDED, swap_faces("face.a", "face.c"))
    assert asked.of_sheets("faces('die', id='plain')") == [2, 6, 1, 5, 3, 4]
    assert asked.of_sheets("opposite('die', 1, id='plain')") == 5
    assert asked.of_sheets("opposite('die', 2, id='plain')") == 6
    assert asked.both("opposite('die', 3, id='plain')") == 4


@pytest.mark.parametrize("change", [gone, moved(3, 0), moved(0, 18), moved(200, 200)])
def test_a_misplaced_face(tmp_path: Path, change: Any) -> None:
    asked = Asked(tmp_path, FOLDED, altered("face.e", change, "plain"))
    assert None in asked.of_sheets("faces('die', id='plain')")
    assert asked.of_sheets("opposite('die', 1, id='plain')") is None


def test_a_net_of_another_shape_may_still_be_a_cube(tmp_path: Path) -> None:
    """An arm of the cross hangs one square farther down the bar."""
    asked = Asked(tmp_path, FOLDED, altered("face.e", moved(-18, 0), "plain"))
    assert asked.of_sheets("faces('die', id='plain')") == [1, 6, 2, 5, None, 4]
    assert asked.both("opposite('die', 3, id='plain')") == 4


def test_one_die_of_two_that_differs(tmp_path: Path) -> None:
    swap = swap_faces("face.a", "face.c")
    asked = Asked(tmp_path, FOLDED, lambda seen: [*swap(seen[:1]), *seen[1:]])
    with pytest.raises(ExpressionError) as caught:
        asked.of_sheets("opposite('die', 1, id='plain')")
    assert "'die' several answers 5 6" in refusal_facts(caught.value)


def enlarge(mark: Mark) -> Mark:
    """Return a mark drawn 1 % larger."""
    a, b, c, d, e, f = mark.matrix
    return mark._replace(matrix=(a * 1.01, b * 1.01, c * 1.01, d * 1.01, e, f))


def test_a_solid_is_as_large_as_its_faces(tmp_path: Path) -> None:
    asked = Asked(tmp_path, FOLDED, altered("face.2", enlarge, "small"))
    assert asked.of_sheets("solid('pyramid', id='small').base") == 14.4329
    assert asked.both("solid('pyramid', id='small').apex") == 30.3035
    asked = Asked(tmp_path, FOLDED, altered("face.2", gone, "small"))
    with pytest.raises(ExpressionError) as caught:
        asked.of_sheets("solid('pyramid', id='small')")
    assert "1 without '2'" in refusal_facts(caught.value)


def test_a_piece_is_as_large_as_it_is_printed(tmp_path: Path) -> None:
    asked = Asked(tmp_path, FOLDED, lambda seen: [face._replace(matrix=(0, 0.5, -0.5, 0, 9, 9)) for face in seen])
    assert asked.of_sheets("trim('gem')") == {"width": 7, "height": 7}


# -- sheets, and what cannot be asked ---------------------------------------------------------------------------------


def test_sheets_wait_for_the_files(tmp_path: Path) -> None:
    asked = Asked(tmp_path, FOLDED)
    assert asked.both("[sheets(), sheets('die'), sheets('gem')]") == [2, 2, 1]
    for world in (
        ClaimContext("data", asked.game, asked.parts, None, frozenset(asked.data.parts)),
        ClaimContext("data", asked.game, asked.parts, asked.data.seen, frozenset(["gem"])),
    ):
        with pytest.raises(NeedsFiles):
            compile_expression("sheets()")(bind_functions(world))


@for_each(
    [
        ("faces('gem')", "'gem' no net"),
        ("faces('dei')", "no part 'dei' 'die'"),
        ("faces('die', id='plian')", "'die' no piece"),
        ("faces('die', di='plain')", "'die' no column 'di' 'copies' 'faces' 'id'"),
        ("faces('die')", "'die' several answers"),
        ("opposite('die', 7, id='plain')", "'die' no face 7 1 6 2 5 3 4"),
        ("opposite('die', true, id='plain')", "'die' no face true"),
        ("opposite('die', 'red', id='colored')", "'die' 'red' 3 opposite 'red' 'red' 'gold'"),
        ("opposite('pyramid', 1, id='small')", "'pyramid' opposite"),
        ("solid('gem').base", "'gem' no net"),
        ("solid('pyramid', id='small').bsae", "no 'bsae' 'base'"),
        ("trim('gem', section='x')", "'gem' no piece"),
        ("trim('pyramid')", "'pyramid' several sizes"),
        ("value('gem', 'wroth')", "'gem' no value 'wroth' 'worth'"),
        ("sheets('dei')", "no part 'dei' 'die'"),
    ]
)
def test_refused_calls(tmp_path: Path, text: str, expected: str) -> None:
    asked = Asked(tmp_path, FOLDED)
    for world in (asked.data, asked.sheets):
        with pytest.raises(ExpressionError) as error:
            compile_expression(text)(bind_functions(world))
        assert refusal_facts(error.value).startswith(expected)


@for_each(
    [
        ("faces('die', id='plain')", ["faces"] * 2),
        ("solid('pyramid', id='small')", ["base", "height"]),
        ("solid('pyramid', id='small').base", ["base: 14.29"]),
        ("solid('pyramid', id='large').height", ["height: 44.45"]),
        ("solid('pyramid', id='large').slant", ["base: 25.40", "height: 44.45"]),
        ("trim('gem').width", ["diameter"]),
        ("trim('gem')", ["diameter"]),
        ("value('gem', 'worth')", ["values: {worth"]),
    ]
)
def test_answers_name_their_places_in_the_data(tmp_path: Path, text: str, words: list[str]) -> None:
    asked = Asked(tmp_path, FOLDED)
    compile_expression(text)(bind_functions(asked.data))
    every = Path(asked.game.file).read_text(encoding="utf-8").splitlines()
    found = [
        every[place.line - 1][: place.column - 1].rpartition(", ")[2] + every[place.line - 1][place.column - 1 :]
        for place in asked.data.calls[-1].places()
    ]
    assert len(found) == len(words)
    assert all(line.strip().startswith(word) for word, line in zip(words, found, strict=True))


def test_the_entry_of_a_mapping_is_named(tmp_path: Path) -> None:
    game, parts = made(tmp_path, FOLDED)
    checks = {
        "solid('pyramid', id='large').base == 25": "solid('pyramid', id='large').base = 25.4 (@:20:36)",
        "solid('pyramid', id='large').apex > 90": "solid('pyramid', id='large').apex = 30.7228 (@:20:36, 20:51)",
        "trim('gem')['width'] == 15": "trim('gem').width = 14.0 (@:24:15)",
        "trim('gem') == 15": "trim('gem') = {'width': 14.0, 'height': 14.0} (@:24:15)",
    }
    claims = tuple(game.claims[0]._replace(check=check) for check in checks)
    found = [
        each.message.partition(" is false; ")[2] for each in judge_claims(replace(game, claims=claims), parts).findings
    ]
    assert found == [text.replace("@", game.file) for text in checks.values()]


# -- cubes -------------------------------------------------------------------------------------------------------------


def iter_hexominoes() -> Iterator[frozenset[tuple[int, int]]]:
    """Yield each shape of six squares that hang together, in one of its eight positions."""
    shapes = {frozenset([(0, 0)])}
    for _ in range(5):
        grown = {
            shape | {(x + dx, y + dy)}
            for shape in shapes
            for x, y in shape
            for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1))
            if (x + dx, y + dy) not in shape
        }
        shapes = {normalize_shape(shape) for shape in grown}
    yield from shapes


def normalize_shape(shape: frozenset[tuple[int, int]]) -> frozenset[tuple[int, int]]:
    """Return the shape in the position whose sorted squares come first."""
    every = []
    for flip in (1, -1):
        for a, b, c, d in ((1, 0, 0, 1), (0, 1, -1, 0), (-1, 0, 0, -1), (0, -1, 1, 0)):
            spots = [(a * x * flip + b * y, c * x * flip + d * y) for x, y in shape]
            left, top = min(x for x, _ in spots), min(y for _, y in spots)
            every.append(sorted((x - left, y - top) for x, y in spots))
    return frozenset(min(every))


def test_eleven_of_35_hexominoes_fold_to_a_cube() -> None:
    """Gardner, Mathematical Games: there are 35 hexominoes, and 11 of them are nets of the cube."""
    found = [[*map(tuple, sorted(shape))] for shape in iter_hexominoes()]
    nets = [shape for shape in found if None not in find_opposite_faces([(18 * x, 18 * y) for x, y in shape])]
    assert (len(found), len(nets)) == (35, 11)


@for_each([0, 90, 33])
def test_two_apart_in_a_line_are_opposite(turn: float) -> None:
    c, s = cos(radians(turn)), sin(radians(turn))
    cross = [(1, 1), (1, 3), (1, 0), (1, 2), (0, 1), (2, 1)]
    middles = [(20 * (c * x - s * y) + 50, 20 * (s * x + c * y) + 70) for x, y in cross]
    assert find_opposite_faces(middles) == [1, 0, 3, 2, 5, 4]
    assert find_opposite_faces([*middles[:5], (middles[5][0] + 2, middles[5][1])]) == [None] * 6
    assert find_opposite_faces(middles[:5]) == [None] * 5
    assert find_opposite_faces([middles[0]] * 6) == [None] * 6


def test_opposite_faces_of_a_staircase() -> None:
    assert find_opposite_faces([(0, 0), (1, 0), (1, 1), (2, 1), (2, 2), (3, 2)]) == [3, 4, 5, 0, 1, 2]


# -- dice that are odd -------------------------------------------------------------------------------------------------


@for_each(
    [
        ("[1, 6, 2, 5, 3, 4]", ""),
        ("[6, 1, 4, 3, 5, 2]", ""),
        ("[1, 2, 3, 4, 5, 6]", "1 2 5 6"),
        ("[1, 5, 2, 6, 3, 4]", "1 5 2 6"),
        ("['1', '2', '3', '4', '5', '6']", ""),
        ("[0, 1, 2, 3, 4, 5]", ""),
    ]
)
def test_unusual_opposite_faces(tmp_path: Path, faces: str, odd: str) -> None:
    text = f"  die: {{kind: die, size: 18, front: a.svg.j2, copies: 2, faces: {faces}}}\n"
    found = [facts(finding).rpartition("/")[2] for finding in check_dice(*made(tmp_path, text))]
    assert found == ([f"game.yaml:8:65: GF122 warning: 1 7 {odd}"] if odd else [])


@for_each([("1, 6, 2, 5, 3, 3", 3, 4), ("1, 1, 2, 5, 3, 4", 1, 6), ("6, 6, 5, 2, 3, 4", 6, 1)])
def test_a_die_with_a_number_twice(tmp_path: Path, faces: str, twice: int, gone: int) -> None:
    text = f"  die: {{kind: die, size: 18, front: die.svg.j2, copies: 1, faces: [{faces}]}}\n"
    (found,) = check_dice(*made(tmp_path, text))
    assert (found.code, found.level) == ("GF122", "warning")
    assert facts(found.message) == f"1 1 6 {twice} {gone}"


@for_each(["2, 3, 3, 4, 4, 5", "1, 6, 2, 5, 3, 7", "0, 1, 2, 3, 4, 5", "1, 2, a, b, 5, 6"])
def test_dice_with_other_numbers_are_not_reported(tmp_path: Path, faces: str) -> None:
    text = f"  die: {{kind: die, size: 18, front: die.svg.j2, copies: 1, faces: [{faces}]}}\n"
    assert list(check_dice(*made(tmp_path, text))) == []


def test_faces_shared_by_several_rows_are_reported_once(tmp_path: Path) -> None:
    faces = "faces: [1, 2, 3, 4, 5, 6], rows: [{id: small}, {id: large}]"
    text = f"  die: {{kind: die, size: 18, front: a.svg.j2, copies: 2, {faces}}}\n"
    (found,) = check_dice(*made(tmp_path, text))
    assert (found.place.line, found.place.column) == (8, 65)


def test_a_die_of_several_players_is_reported_once(tmp_path: Path) -> None:
    text = FOLDED.replace("[1, 6, 2, 5, 3, 4]", "[1, 6, 2, 4, 3, 5]").replace(
        "    size: 18\n", "    size: 18\n    for_each: player\n"
    )
    (found,) = check_dice(*made(tmp_path, text))
    assert facts(found).endswith("game.yaml:14:28: GF122 warning: 7 2 4 3 5")
    assert "red.plain" in found.message


@for_each([True, False])
def test_a_build_warns_of_an_unusual_die(tmp_path: Path, read_back: bool) -> None:
    made(tmp_path, "  die: {kind: die, size: 18, front: die.svg.j2, copies: 1, faces: [1, 2, 3, 4, 5, 6]}\n")
    (tmp_path / "wren" / "templates").mkdir()
    (tmp_path / "wren" / "templates" / "die.svg.j2").write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {{ w }} {{ h }}">{% for f in faces %}'
        '<g class="{{ f.mark }}" transform="{{ f.at }}"><rect width="{{ f.value }}" height="2"/></g>{% endfor %}</svg>',
        encoding="utf-8",
    )
    built = build_kit(tmp_path / "wren", Options(out=tmp_path / "out", read_back=read_back))
    assert [(finding.code, finding.level) for finding in built.checked.findings] == [
        ("GF122", "warning"),
        ("GF134", "note"),
    ]
