"""Figures by kind: layout, looks, and faults at their places in the data."""

import re
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

import pypdfium2
import pytest
from msgspec.structs import replace
from reportlab.pdfgen.canvas import Canvas

from generator.geometry.matrix import IDENTITY, Matrix, multiply_matrices, transform_point
from generator.geometry.types import Segment
from generator.model.finding import DataError, Place
from generator.model.paper import PAPERS
from generator.model.picture import Group, Picture, Shape, Text
from generator.model.picture import Path as Drawn
from generator.pipeline.build import prepare_kit
from generator.pipeline.games import check_kit
from generator.pipeline.options import Options
from generator.proof.figure_pictures import render_figures
from generator.write.pdf.booklet_sheets import PdfFigures
from tests.messages import facts, facts_of

MM = 72 / 25.4
GAME = """\
title: Wren
version: "1.0"
players: [1, 4]
colors:
  red: {paint: "#ff0000"}
parts:
  hand: {kind: card, size: [20, 30], rows: [{id: a, n: 1}, {id: b, n: 2}], front: card.svg.j2, back: blank.svg.j2, copies: 1}
  gem: {kind: token, diameter: 6, front: blank.svg.j2, copies: 5}
  wood:
    kind: board
    grid: {rows: 2, columns: 4, cell: 10}
    routes: {round: [r0c0..3, r1c3..0]}
    front: blank.svg.j2
    copies: 1
rules: rules.md
claims:
  - {id: W1, says: one, rests_on: rules, check: count('gem') == 5}
figures:
"""
HEAD = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {{ w }} {{ h }}">'
CARD = f"""\
{HEAD}
<g class="row.n"><rect x="4" y="4" width="2" height="4"/><text x="4" y="8" font-size="4">{{{{ row.n }}}}</text></g>
<g class="row.id"><rect x="14" y="20" width="2" height="2"/><text x="14" y="22" font-size="2">{{{{ row.id }}}}</text></g>
</svg>
"""


@pytest.fixture
def wren(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    home = tmp_path / "wren"
    (home / "templates").mkdir(parents=True)
    (home / "templates" / "card.svg.j2").write_text(CARD, "utf-8")
    (home / "templates" / "blank.svg.j2").write_text(f"{HEAD}</svg>", "utf-8")
    (home / "rules.md").write_text("# Wren\n\n![It](figure:it)\n", "utf-8")
    monkeypatch.chdir(tmp_path)
    return Path("wren")


def draw_figures(home: Path, figures: str) -> dict[str, Picture]:
    """Return the figures of lines such as `it: {kind: face, ...}`; each line gets an `alt` text."""
    lines = [f"  {line[:-1]}, alt: It.}}" for line in figures.strip().splitlines()]
    (home / "game.yaml").write_text(GAME + "\n".join(lines) + "\n", "utf-8")
    return render_figures(prepare_kit(home, Options()))


def find_faults(home: Path, figures: str) -> list[str]:
    with pytest.raises(DataError) as caught:
        draw_figures(home, figures)
    assert all(re.search(r"\(figure (it|a)\)$", finding.message) for finding in caught.value.findings)
    return [facts(finding).removeprefix("wren/game.yaml:") for finding in caught.value.findings]


def walk_shapes(shapes: tuple[Shape, ...], matrix: Matrix = IDENTITY) -> Iterator[tuple[Shape, Matrix]]:
    for shape in shapes:
        yield shape, matrix
        if isinstance(shape, Group):
            yield from walk_shapes(shape.shapes, multiply_matrices(matrix, shape.matrix))


def read_words(picture: Picture) -> list[tuple[str, float, float]]:
    """Return the texts of 3 mm, the labels of a figure, with their starting points."""
    found = [(shape, matrix) for shape, matrix in walk_shapes(picture.shapes) if isinstance(shape, Text)]
    at = [(text.text, transform_point(matrix, text.x, text.y)) for text, matrix in found if text.size * matrix[0] == 3]
    return [(text, round(x, 2), round(y, 2)) for text, (x, y) in at]


def segment_ends(segments: tuple[Segment, ...], matrix: Matrix) -> list[tuple[float, float]]:
    """Return the end points of segments, in the coordinates of the figure."""
    numbers = [segment[1:] for segment in segments if segment[0] != "Z"]
    points = [transform_point(matrix, *flat[-2:]) for flat in numbers]
    return [(round(x, 2), round(y, 2)) for x, y in points]


def find_lines(picture: Picture, width: float, stroke: str = "#000000") -> list[list[tuple[float, float]]]:
    """Return the end points of the segments of all paths of a stroke, in the coordinates of the figure."""
    return [
        segment_ends(shape.segments, matrix)
        for shape, matrix in walk_shapes(picture.shapes)
        if isinstance(shape, Drawn) and shape.paint.stroke == stroke and shape.paint.width == pytest.approx(width)
    ]


def find_faces(picture: Picture) -> list[tuple[float, float, float, float]]:
    """Return left, top, right, bottom of each face of the kit in a figure."""
    found = []
    for shape, matrix in walk_shapes(picture.shapes):
        if isinstance(shape, Group) and shape.clip is not None and shape.matrix == IDENTITY:
            xs, ys = zip(*segment_ends(shape.clip.segments, matrix), strict=True)
            found.append((min(xs), min(ys), max(xs), max(ys)))
    return found


def render_as_letters(picture: Picture) -> list[str]:
    """Return a figure as it is printed, a letter for each square of 2 mm: `#` dark, `+` tinted, `.` paper."""
    plates = PdfFigures(PAPERS["a4"], lambda *_: pytest.fail("no fonts here"))
    out = BytesIO()
    canvas = Canvas(out, pagesize=(picture.width * MM, picture.height * MM))
    figure = plates.make_figure("it", picture, "It", Place("x"))
    canvas.transform(MM, 0, 0, -MM, 0, picture.height * MM)
    figure.draw(canvas)
    canvas.save()
    image = pypdfium2.PdfDocument(out.getvalue())[0].render(scale=8 / MM).to_pil().convert("L")
    image = image.resize((round(picture.width / 2), round(picture.height / 2)), 4)  # the mean of each square
    rows = [[image.getpixel((x, y)) for x in range(image.width)] for y in range(image.height)]
    return ["".join("#" if value < 190 else "+" if value < 225 else "." for value in row) for row in rows]


def test_a_face_fills_the_figure_and_is_centered(wren: Path) -> None:
    assert find_faces(draw_figures(wren, "it: {kind: face, part: hand, size: [40, 30.4]}")["it"]) == [
        (10, 0.2, 30, 30.2)
    ]
    assert find_faces(draw_figures(wren, "it: {kind: face, part: hand, size: [10.4, 60]}")["it"]) == [
        (0.2, 22.5, 10.2, 37.5)
    ]


LABELLED = """
it: {kind: face, part: hand, design: b, size: [60, 30.4], labels: [{at: row.n, says: ab}, {at: row.id, says: cd}, {at: [10, 15], says: ef, side: left}]}
"""


def test_a_leader_line_runs_from_its_label_to_a_group_or_a_point(wren: Path) -> None:
    made = draw_figures(wren, LABELLED)["it"]
    [(left, top, right, _)] = find_faces(made)
    assert (right - left, top) == (20, 0.2)
    assert [text for text, _, _ in read_words(made)] == ["ab", "ef", "cd"]
    begins = {text: x for text, x, _ in read_words(made)}
    assert begins["cd"] == round(right + 4, 2)
    assert begins["ab"] < begins["ef"] + 1 < left - 4 + 1
    # from 3.2 mm beside the face to 1.4, there it bends, and ends 0.8 mm before the ink, at its middle
    assert [line for line in find_lines(made, 0.35) if len(line) == 3] == [
        [(round(left - 3.2, 2), 6.2), (round(left - 1.4, 2), 6.2), (round(left + 3.2, 2), 6.2)],
        [(round(left - 3.2, 2), 15.2), (round(left - 1.4, 2), 15.2), (round(left + 10, 2), 15.2)],
        [(round(right + 3.2, 2), 21.21), (round(right + 1.4, 2), 21.21), (round(left + 16.8, 2), 21.21)],
    ]


def test_a_leader_line_ends_at_the_nearest_group_of_a_name(wren: Path) -> None:
    twice = CARD.replace("</svg>", '<g class="row.n"><text x="14" y="27" font-size="4">{{ row.n }}</text></g></svg>')
    (wren / "templates" / "card.svg.j2").write_text(twice, "utf-8")
    body = "it: {kind: face, part: hand, size: [50, 30.4], labels: [{at: row.n, says: ab, side: %s}]}"
    made = [find_lines(draw_figures(wren, body % side)["it"], 0.35) for side in ("left", "right")]
    heights = [line[-1][1] for each in made for line in each if len(line) == 3]
    assert heights[0] < 10 < 20 < heights[1]


def test_a_part_of_a_board_shows_the_names_beside_its_cells_whole(wren: Path) -> None:
    """The name of the cell is set to its right, and the figure shows 10 mm of the board and it."""
    cells = '{% for c in cells|default([]) if c.id == "r0c0" %}<g class="{{ c.mark }}" transform="{{ c.at }}"><text x="7" y="1" font-size="4">Arden</text></g>{% endfor %}'
    body = "it: {kind: board, part: wood, show: [r0c0], size: [60, 40]}"
    alone = find_faces(draw_figures(wren, body)["it"])[-1]
    (wren / "templates" / "blank.svg.j2").write_text(f"{HEAD}{cells}</svg>", "utf-8")
    named = find_faces(draw_figures(wren, body)["it"])[-1]
    width, height = named[2] - named[0], named[3] - named[1]
    assert alone[2] - alone[0] == pytest.approx(alone[3] - alone[1], abs=0.02)
    assert width / height == pytest.approx(21.9 / 10, abs=0.05)


def test_labels_are_wrapped_beside_a_picture(wren: Path) -> None:
    body = "it: {kind: face, part: hand, size: [50, 30.4], labels: [{at: row.n, says: the number of the card of all}]}"
    assert [text for text, _, _ in read_words(draw_figures(wren, body)["it"])] == ["the number of the", "card of all"]


BOARD = """
it: {kind: board, part: wood, show: [r0*], size: [44, 14], highlight: [{cells: [r0c1..2]}], paths: [{cells: [r0c0..1], color: red}], pieces: [{part: gem, at: r0c3, scale: 0.5}, {part: gem, at: r0c3, scale: 0.5}]}
"""


def test_a_board_figure_with_highlight_path_and_pieces(wren: Path) -> None:
    made = draw_figures(wren, BOARD)["it"]
    k = 43.6 / 40
    top = (14 - 10 * k) / 2
    # the line round two cells goes not between them
    [edge] = find_lines(made, 0.8)
    xs = {0.2 + 10 * k, 0.2 + 20 * k, 0.2 + 30 * k}
    assert {x for x, _ in edge} == {round(x, 2) for x in xs}
    assert len(edge) == 2 * 6
    # from the middle of one cell to 0.12 of a cell before the middle of the next, less three quarters of the head
    [shaft] = find_lines(made, 0.7, "#bf0000")
    assert shaft == [(round(0.2 + 5 * k, 2), 7), (round(0.2 + 15 * k - 1.2 * k - 1.8, 2), 7)]
    gems = find_faces(made)[-2:]
    assert [round(right - left, 2) for left, _, right, _ in gems] == [round(3 * k, 2)] * 2
    assert gems[1][0] - gems[0][0] == pytest.approx(0.75 * 3 * k, abs=0.02)
    assert top == pytest.approx(1.55)


def test_an_arrow_stops_short_of_all_pieces_on_its_last_cell(wren: Path) -> None:
    gems = ", ".join(2 * ["{part: gem, at: r0c3, scale: 0.5}"])
    body = (
        f"it: {{kind: board, part: wood, show: [r0*], size: [44, 14], paths: [{{cells: [r0c0..3]}}], pieces: [{gems}]}}"
    )
    [shaft] = find_lines(draw_figures(wren, body)["it"], 0.7)
    k = 43.6 / 40
    beside = 3 * k / 2 * 1.75 + 0.6  # two gems of 3 k, three quarters of that apart
    assert shaft[-1] == pytest.approx((0.2 + 35 * k - beside - 1.8, 7), abs=0.01)


def test_a_faded_board_is_pale_under_heavy_arrows(wren: Path) -> None:
    body = (
        "it: {kind: board, part: wood, show: [r0*], fade: 0.6, size: [44, 14], paths: [{cells: [r0c0..1], says: go}]}"
    )
    made = draw_figures(wren, body)["it"]
    pale = [shape.opacity for shape, _ in walk_shapes(made.shapes) if isinstance(shape, Group) and shape.opacity < 1]
    assert pale == [0.4]  # the board alone
    k = 43.6 / 40
    # three quarters of the larger head are left out of the shaft
    [shaft] = find_lines(made, 1.3)
    assert shaft == [(round(0.2 + 5 * k, 2), 7), (round(0.2 + 15 * k - 1.2 * k - 1.6 * 1.8, 2), 7)]
    [words] = [shape for shape, _ in walk_shapes(made.shapes) if isinstance(shape, Text)]
    assert words.font.weight == 700


def test_bright_cells_of_a_pale_board_are_in_full_color(wren: Path) -> None:
    (wren / "templates" / "blank.svg.j2").write_text(
        f'{HEAD}<rect width="{{{{ w }}}}" height="{{{{ h }}}}"/></svg>', "utf-8"
    )
    body = "it: {kind: board, part: wood, size: [40.4, 20.4], fade: 0.9, bright: [r0c1..2]}"
    rows = render_as_letters(draw_figures(wren, body)["it"])
    assert [row[6:14] for row in (rows[1], rows[3])] == ["########"] * 2
    assert {letter for row in (rows[1][1:4], rows[7][1:-1]) for letter in row} == {"."}


def test_a_label_leads_to_the_edge_of_its_cell_next_to_its_words(wren: Path) -> None:
    labels = (
        "labels: [{at: r0c0, says: a, side: left, edge: true}, {at: r1c3, says: b, edge: true}, {at: r1c0, says: c}]"
    )
    made = draw_figures(wren, f"it: {{kind: board, part: wood, size: [60, 20.4], {labels}}}")["it"]
    ends = sorted(line[-1] for line in find_lines(made, 0.35) if len(line) == 3)
    (outer, upper), (middle, lower), (far, same) = ends  # 1, 5 and 39 mm of the board from its left edge
    assert (far - outer) / (middle - outer) == pytest.approx(38 / 4, abs=0.01)
    assert upper < lower == same


def test_a_view_reaches_the_edge_of_a_board_that_is_near(wren: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    body = "it: {kind: board, part: wood, show: [r0c1], size: [30, 30]}"
    found = []
    for text in [GAME.replace("cell: 10}", f"cell: 10}}\n    border: {border}") for border in (3.9, 4)]:
        monkeypatch.setattr("tests.test_figures.GAME", text)
        found.append([x for line in find_lines(draw_figures(wren, body)["it"], 0.4) for x, _ in line])
    [left, right], none = found
    assert right - left == pytest.approx(47.8 * 29.6 / 13.9, abs=0.02)  # the upper edge of the whole board
    assert none == []


def test_highlights_are_visible_in_gray(wren: Path) -> None:
    body = "it: {kind: board, part: wood, size: [40.4, 20.4], highlight: [{cells: [r0c0..1]}], paths: [{cells: [r1c0..3]}]}"
    assert render_as_letters(draw_figures(wren, body)["it"]) == [
        "###########........+",
        "#++++++++#+.........",
        "#++++++++#+.........",
        "#++++++++#+.........",
        "##########+.........",
        "#+++++++++..........",
        "....................",
        "..+##############...",
        "....................",
        "+..................+",
    ]


def test_a_path_that_returns_over_the_same_cells_is_offset(wren: Path) -> None:
    body = "it: {kind: board, part: wood, size: [40.4, 20.4], paths: [{cells: [r0c0..2, r0c1, r0c0]}, {route: round, dashed: true}]}"
    there = find_lines(draw_figures(wren, body)["it"], 0.7)[0]
    assert there[0] == (5.2, 6.9)  # on the right of the way to the right
    assert {y for _, y in there} == {3.5, 5.2, 6.9}  # there, where it turns, and back


def test_a_returning_path_is_offset_to_the_side_without_crossings(wren: Path) -> None:
    # out along the upper row, down, and home again round the left end: on its right it would cross itself
    cells = "[r0c1, r0c2, r0c3, r1c3, r1c2, r0c2, r0c1]"
    body = f"it: {{kind: board, part: wood, size: [40.4, 20.4], paths: [{{cells: {cells}}}]}}"
    [way] = find_lines(draw_figures(wren, body)["it"], 0.7)
    first = way[0]
    assert first == (15.2, 3.5)  # on the left of the way to the right


def test_a_path_ends_before_the_piece_at_its_end(wren: Path) -> None:
    body = "it: {kind: board, part: wood, size: [40.4, 20.4], paths: [{cells: [r0c0..2]}], pieces: [%s]}"
    [bare] = find_lines(draw_figures(wren, body % "")["it"], 0.7)
    [kept] = find_lines(draw_figures(wren, body % "{part: gem, at: r0c0}, {part: gem, at: r0c2}")["it"], 0.7)
    assert (bare[0], bare[-1]) == ((5.2, 5.2), (22.2, 5.2))
    assert (kept[0], kept[-1]) == ((8.8, 5.2), (19.8, 5.2))  # 0.6 mm beside a piece of 6 mm


def test_a_path_ends_at_the_edge_of_a_pocket(wren: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    grid = "grid: {rows: 2, columns: 4, cell: 10}"
    pocket = "pockets: {home: {door: r0c0, side: top, size: 6, away: 1}}"
    monkeypatch.setattr("tests.test_figures.GAME", GAME.replace(grid, f"{grid}\n    border: 10\n    {pocket}"))
    body = "it: {kind: board, part: wood, size: [60.4, 40.4], paths: [{cells: [r1c0, r0c0, home]}]}"
    [way] = find_lines(draw_figures(wren, body)["it"], 0.7)
    assert (way[0], way[-1]) == ((15.2, 25.2), (15.2, 11.0))  # a head's shaft of 1.8 mm before its edge, at 9.2 mm


def test_a_path_lies_aside_and_does_not_stop_before_a_piece_that_it_passes(wren: Path) -> None:
    body = "it: {kind: board, part: wood, size: [40.4, 20.4], paths: [{cells: [r0c0..2], aside: %s}], pieces: [%s]}"
    piece = "{part: gem, at: r0c2}"
    right, left = (find_lines(draw_figures(wren, body % (by, piece))["it"], 0.7)[0] for by in (0.4, -0.25))
    assert (right[0], right[-1]) == ((5.2, 9.2), (22.2, 9.2))  # 0.4 of a cell of 10 mm below its middle
    assert (left[0], left[-1]) == ((5.2, 2.7), (22.2, 2.7))


def test_a_part_of_a_board_has_the_edges_that_run_along_it(wren: Path) -> None:
    """The others would only be seen as dots at corners."""
    made = draw_figures(wren, "it: {kind: board, part: wood, show: [r0c0], size: [10.4, 10.4]}")["it"]
    assert find_lines(made, 0.4) == [[(0.2, 0.2), (40.2, 0.2), (0.2, 20.2), (0.2, 0.2)]]


def test_labels_on_paths_are_centered_and_do_not_overlap(wren: Path) -> None:
    body = "it: {kind: board, part: wood, size: [40.4, 20.4], paths: [{cells: [r0c0..3], says: ab}, {cells: [r0c3..0], says: cd}]}"
    (_, x1, y1), (_, x2, y2) = read_words(draw_figures(wren, body)["it"])
    assert (y1, y2) == (6.9 + 1.05, 3.5 + 1.05)  # each on its own way
    assert x1 == pytest.approx(20.2 - 1.7, abs=0.5)  # in the middle of it,
    assert abs(x2 - x1) > 3.4 + 2  # and the other beside it


TABLE = """
it: {kind: table, size: [40, 30], things: [{part: hand, at: [10, 12], width: 10, copies: 9, says: draw pile}, {part: gem, at: [30, 12], turn: 90}]}
"""


def test_a_board_shrinks_for_pieces_that_extend_beyond_it(wren: Path) -> None:
    """A cell of 10 mm, and a card of 20 x 30 that lies across it, at twice their size."""
    figures = (
        "it: {kind: board, part: wood, show: [r0c0], pieces: [{part: hand, at: r0c0, turn: 90}], size: [60.4, 60]}"
    )
    picture = draw_figures(wren, figures)["it"]
    assert find_faces(picture)[1:] == [(20.2, 20, 40.2, 40), (0.2, 10, 60.2, 50)]  # the cell, and the card


def test_a_label_on_a_path_is_one_line(wren: Path) -> None:
    figures = 'it: {kind: board, part: wood, paths: [{cells: [r0c0..3], says: "go\\n  on"}], size: [80, 30]}'
    assert [text for text, _, _ in read_words(draw_figures(wren, figures)["it"])] == ["go on"]


def test_a_table_draws_at_most_five_cards_of_a_stack(wren: Path) -> None:
    made = draw_figures(wren, TABLE)["it"]
    assert find_faces(made) == [(5, 4.5, 15, 19.5), (27, 9, 33, 15)]
    cards = [line for line in find_lines(made, 0.2) if len(line) == 4]
    assert [line[0] for line in cards] == [(7.4, 2.1), (6.8, 2.7), (6.2, 3.3), (5.6, 3.9), (5, 4.5)]
    [(text, x, y)] = read_words(made)
    assert (text, y) == ("draw pile", 22.85)
    assert x < 10


def test_cards_on_a_table_can_have_round_corners(wren: Path) -> None:
    """A card of 20 x 30 mm at half its size, and a gem, which stays as it is."""
    made = draw_figures(wren, TABLE.replace("kind: table,", "kind: table, corners: 4,").replace("copies: 9, ", ""))[
        "it"
    ]
    square = draw_figures(wren, TABLE.replace("copies: 9, ", ""))["it"]
    (card, gem), (_, same) = find_lines(made, 0.2), find_lines(square, 0.2)
    assert card == [(7, 4.5), (13, 4.5), (15, 6.5), (15, 17.5), (13, 19.5), (7, 19.5), (5, 17.5), (5, 6.5), (7, 4.5)]
    assert gem == same


def test_the_number_of_a_step_lies_beside_the_corner_of_its_thing(wren: Path) -> None:
    figures = "it: {kind: table, size: [40, 30], things: [{part: gem, at: [20, 12], step: 1}, {part: gem, at: [3, 3], step: 2}]}"
    discs = find_lines(draw_figures(wren, figures)["it"], 0.5, "#ffffff")
    boxes = [(min(x for x, _ in disc), max(y for _, y in disc)) for disc in discs]
    assert [(round(x + 2.5, 2), round(y - 2.5, 2)) for x, y in boxes] == [(15, 7), (3, 3)]


STEPS = """
it: {kind: steps, steps: [{figure: a, says: first}, {figure: b}], size: [49, 30]}
a: {kind: face, part: hand, size: [20.4, 30.4]}
b: {kind: table, things: [{part: gem, at: [10, 10]}], size: [20, 20]}
"""


def test_steps_stand_side_by_side_with_an_arrow_between(wren: Path) -> None:
    made = draw_figures(wren, STEPS)["it"]
    k = (30 - 4.4) / 30.4
    left = (49 - 40.4 * k - 9) / 2
    (one, other) = find_faces(made)
    assert one == pytest.approx((left + 0.2 * k, 0.2 * k, left + 20.2 * k, 30.2 * k), abs=0.01)
    assert other[0] == pytest.approx(left + 20.4 * k + 9 + 7 * k, abs=0.01)
    assert [text for text, _, _ in read_words(made)] == ["first", "b"]
    [arrow] = find_lines(made, 0.7)
    assert arrow[0] == (round(left + 20.4 * k + 4.5 - 2.8, 2), round(30.4 * k / 2, 2))
    [(left, _, right, _), _] = find_faces(draw_figures(wren, STEPS.replace("[49, 30]", "[149, 80]"))["it"])
    assert right - left == 20  # never larger than it is
    assert find_lines(draw_figures(wren, STEPS.replace("size: [49", "arrows: false, size: [49"))["it"], 0.7) == []


ROWS = """
it: {kind: steps, steps: [{figure: a}, {figure: a}, {figure: a}, {figure: a}], size: [49, 52]}
a: {kind: table, things: [{part: gem, at: [10, 10]}], size: [20, 20]}
"""


def test_steps_take_the_rows_in_which_they_are_largest(wren: Path) -> None:
    made = draw_figures(wren, ROWS)["it"]
    assert find_faces(made) == [  # two rows of 20 mm with captions of 4.4 mm, 2 mm apart
        pytest.approx(box, abs=0.01)
        for box in [(7, 7.6, 13, 13.6), (36, 7.6, 42, 13.6), (7, 34, 13, 40), (36, 34, 42, 40)]
    ]
    assert [words[0] for words in read_words(made)] == ["a", "b", "c", "d"]
    assert [arrow[0] for arrow in find_lines(made, 0.7)] == [(21.7, 10.6), (21.7, 37)]  # none from row to row
    tall = draw_figures(wren, ROWS.replace("[{figure: a}, {figure: a}, ", "[").replace("[49, 52]", "[24, 58]"))["it"]
    assert [round(top, 2) for _, top, _, _ in find_faces(tall)] == [7.6, 40]
    [(_, top), *_, (x, bottom)] = find_lines(tall, 0.7)[0][:2]
    assert (x, top < bottom) == (12, True)  # down


def test_a_label_of_a_step_alone_is_a_disc_on_its_point(wren: Path) -> None:
    made = draw_figures(wren, "it: {kind: board, part: wood, labels: [{at: r1c3, step: 7}], size: [40.4, 20.4]}")["it"]
    discs = [
        segment_ends(each.segments, at)
        for each, at in walk_shapes(made.shapes)
        if isinstance(each, Drawn) and each.paint.width == 0.5
    ]
    assert [(min(disc), max(disc)) for disc in discs] == [((32.7, 15.2), (37.7, 15.2))]  # round the middle of the cell
    assert [text.text for text, _ in walk_shapes(made.shapes) if isinstance(text, Text)] == ["7"]
    assert find_faces(made) == [(0.2, 0.2, 40.2, 20.2)]  # no room is kept for words
    assert find_lines(made, 0.2)[1:] == []  # no leader line: the line is the edge of the board


def test_a_ghost_is_pale(wren: Path) -> None:
    figure = "it: {kind: board, part: wood, pieces: [{part: gem, at: r0c0, ghost: true}, {part: gem, at: r0c1}], size: [40, 20]}"
    made = draw_figures(wren, figure)["it"]
    assert [
        shape.opacity for shape, _ in walk_shapes(made.shapes) if isinstance(shape, Group) and shape.opacity < 1
    ] == [0.35]


WRONG = {
    "it: {kind: face, part: hand, design: c, size: [40, 30]}": "19:40: GF008 'hand' 'c' 'a' 'b'",
    "it: {kind: face, part: gem, side: back, size: [40, 30]}": "19:37: GF008 'gem' 'back' 'front'",
    "it: {kind: face, part: hand, labels: [{at: row.m, says: m}], size: [40, 30]}": "19:46: GF008 'row.m' 'row.n'",
    "it: {kind: face, part: hand, labels: [{at: [30, 2], says: m}], size: [40, 30]}": "19:46: GF006 30 2 20 30",
    "it: {kind: face, part: hand, labels: [{at: row.n, says: Incomprehensibilities}], size: [30, 30]}": "19:90: GF202 30 30",
    "it: {kind: face, part: hand, labels: [{at: [5, 9], says: m}, {at: [5.1, 9], says: n}], size: [40, 30]}": "19:64: GF202 'm' 'n' `side`",
    "it: {kind: face, part: hand, labels: [{at: [5, 2], says: m}, {at: [5, 9], says: n}, {at: [5, 15], says: o}], size: [60, 10]}": "19:87: GF202 10",
    "it: {kind: board, part: hand, size: [40, 30]}": "19:27: GF006 'hand' `kind: face`",
    "it: {kind: board, part: wood, show: [r0c9, 'x*'], size: [40, 30]}": (
        "19:40: GF008 'r0c9' 'r0c3'",
        "19:46: GF008 'x*'",
    ),
    "it: {kind: board, part: wood, highlight: [{cells: [r0c2..4], color: rde}], size: [40, 30]}": (
        "19:71: GF008 'rde' 'red'",
        "19:54: GF008 'r0c2..4' 'r0c4' 'r0c3'",
    ),
    "it: {kind: board, part: wood, paths: [{route: runde}, {cells: ['r0*']}, {cells: [r0c0]}], size: [40, 30]}": (
        "19:49: GF008 'wood' 'runde' 'round'",
        "19:66: GF006 'r0*'",
        "19:83: GF006",
    ),
    "it: {kind: board, part: wood, show: [r0*], paths: [{cells: [r0c0, r1c0]}], size: [40, 30]}": "19:62: GF006 'r1c0'",
    "it: {kind: board, part: wood, show: [r0*], labels: [{at: r1c0, says: x}], size: [40, 30]}": "19:60: GF006",
    "it: {kind: board, part: wood, paths: [{cells: [r0c0, r0c1], says: far too many words for it}], size: [40, 30]}": "19:69: GF202 'far too many words for it'",
    "it: {kind: board, part: wood, pieces: [{part: gem, at: r0c9}, {part: hand, design: d, at: r0c0}], size: [40, 30]}": (
        "19:58: GF008 'r0c9' 'r0c3'",
        "19:86: GF008 'hand' 'd' 'a' 'b'",
    ),
    "it: {kind: table, things: [{part: gem, at: [2, 9]}], size: [40, 30]}": "19:46: GF202 1.0",
    "it: {kind: table, things: [{part: gem, at: [9, 9], says: gem}, {part: gem, at: [9, 15]}], size: [40, 30]}": "19:60: GF202",
    "it: {kind: table, things: [{part: gem, at: [9, 26], says: gem}], size: [40, 30]}": "19:61: GF202 3.2",
    "it: {kind: face, part: hand, labels: [{at: '', says: m}], size: [40, 30]}": "19:46: GF008 '' 'row.id' 'row.n'",
    "it: {kind: board, part: wood, paths: [{cells: [r0c0, r0c0]}, {cells: [r0c0..1, r0c1]}], size: [40, 30]}": (
        "19:49: GF006 'r0c0' 'r0c0'",
        "19:72: GF006 'r0c1' 'r0c1'",
    ),
    "it: {kind: board, part: wood, show: [r0c0..999999999, 'r0c0..9999999999'], size: [40, 30]}": (
        "19:40: GF008 'r0c0..999999999' 'r0c4' 'r0c3'",
        "19:57: GF008 'r0c0..9999999999' 'r0c0' 'r0c1' 'r0c2' 'r0c3' 'r1c0' 'r1c1' 'r1c2' 'r1c3'",
    ),
    "it: {kind: board, part: wood, paths: [{cells: [r0c0..1], says: \u1950}], labels: [{at: r0c0, says: \u1950}], size: [60, 30]}": (
        "19:97: GF205 'ᥐ' +1950 'ᥐ'",
        "19:66: GF205 'ᥐ' +1950 'ᥐ'",
    ),
    "it: {kind: table, things: [{part: gem, at: [9, 9], says: \u1950}], size: [40, 30]}": "19:60: GF205 'ᥐ' +1950 'ᥐ'",
}


@pytest.mark.parametrize(("figure", "messages"), WRONG.items(), ids=range(len(WRONG)))
def test_faults_of_figures_are_reported_at_their_places(
    wren: Path, figure: str, messages: str | tuple[str, ...]
) -> None:
    assert find_faults(wren, figure) == ([messages] if isinstance(messages, str) else list(messages))


def test_text_that_would_be_too_small_is_refused(wren: Path) -> None:
    figures = "it: {kind: steps, steps: [{figure: a}, {figure: a}], size: [60, 30]}\n"
    figures += "a: {kind: face, part: hand, labels: [{at: row.n, says: it}], size: [40, 30]}"
    assert find_faults(wren, figures) == [
        "19:38: GF202 64 1.91 2.7",
        "19:51: GF202 64 1.91 2.7",
    ]
    assert "it" in draw_figures(wren, figures.replace("[60, 30]", "[85, 32]"))


def test_a_faulty_step_is_reported_once(wren: Path) -> None:
    figures = "it: {kind: steps, steps: [{figure: a}, {figure: a}], size: [60, 30]}\n"
    figures += "a: {kind: face, part: hand, design: c, size: [40, 30]}"
    assert find_faults(wren, figures) == ["20:39: GF008 'hand' 'c' 'a' 'b'"]


def test_parts_shown_in_figures_count_as_mentioned(wren: Path) -> None:
    """A part that only a step or the title page shows is mentioned; one that nothing shows is told of."""
    body = "it: {kind: steps, steps: [{figure: a}, {figure: a}], size: [60, 30]}\n"
    body += "a: {kind: board, part: wood, pieces: [{part: gem, at: r0c0}], size: [20, 20]}"
    draw_figures(wren, body)
    unmentioned = [finding.message for finding in check_kit(wren, Options()).findings if finding.code == "GF131"]
    assert facts_of(unmentioned) == ["'hand'"]


def test_the_build_id_covers_the_templates_of_faces_in_figures(wren: Path) -> None:
    draw_figures(wren, "it: {kind: face, part: hand, size: [40, 30]}")
    before = prepare_kit(wren, Options(only=("gem",))).build
    (wren / "templates" / "card.svg.j2").write_text(CARD.replace('font-size="4"', 'font-size="3.9"'), "utf-8")
    assert prepare_kit(wren, Options(only=("gem",))).build != before


def test_texts_of_figures_are_translated(wren: Path) -> None:
    draw_figures(wren, "it: {kind: table, things: [{part: gem, at: [9, 9], says: gem}], size: [40, 30]}")
    kit = prepare_kit(wren, Options())
    assert kit.game.first
    german = replace(kit.game.first, tag="de", words="rules.de.yaml", says={"gem": "Stein"})
    [(text, _, _)] = read_words(render_figures(kit, kit.faces.for_language(german))["it"])
    assert text == "Stein"
    with pytest.raises(DataError) as caught:
        render_figures(kit, kit.faces.for_language(replace(german, says={})))
    assert facts(caught.value.findings[0]) == "wren/game.yaml:19:60: GF005 `words` 'gem' 'de'"
