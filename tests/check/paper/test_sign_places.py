"""Where signs and texts stand: in rows, on circles, on their discs, beside their lines, in opposite corners."""

from pathlib import Path

import pytest

from tests.check.paper.pages import look, wrap

FACE = "templates/face.svg.j2"
ROWS = "{kind: tile, size: [40, 30], front: face.svg.j2, rows: [{id: a, n: 1, copies: 1}, {id: b, n: 3, copies: 1}]}"
DIE = "{kind: die, size: 16, faces: [1, 2, 3, 4, 5, 6], copies: 1, front: face.svg.j2}"
TILE = "{kind: tile, size: [40, 30], front: face.svg.j2, copies: 1}"


def row(x: str, more: str = "") -> str:
    """Return a drawing of as many discs as the row says, with their middles at x."""
    return (
        f"<g class='row.n'>{{% for k in range(row.n) %}}\n<circle cx='{{{{ {x} }}}}' cy='9' r='2' fill='#246'/>\n"
        f"{{% endfor %}}</g>{more}"
    )


@pytest.mark.parametrize(
    ("x", "more", "found"),
    [
        ("20 + 6 * (k - (row.n - 1) / 2)", "", []),
        ("8 + 6 * k", "", []),  # from a corner
        ("20 + 6 * k", "", [f"{FACE}:3:1: GF185 warning: 'row.n'"]),
        ("22 + 6 * k", "", [f"{FACE}:3:1: GF185 warning: 'row.n'"]),  # the first disc begins in the middle
        ("14 + 6 * (k - (row.n - 1) / 2)", "", [f"{FACE}:3:1: GF185 warning: 'row.n' 6"]),
        ("14 + 6 * (k - (row.n - 1) / 2)", "<rect x='10' y='16' width='8' height='3'/>", []),
        (
            "18 + 6 * k",
            "<text x='18' y='20' font-size='5' text-anchor='middle'>7</text>",
            [f"{FACE}:3:1: GF185 warning: 'row.n'"],
        ),
        ("18 + 6 * k", "", []),
        ("20 + 0.9 * (k - (row.n - 1) / 2)", "", [f"{FACE}:3:1: GF185 warning: 3 'row.n' 0.9"]),
    ],
)
def test_rows_of_signs(tmp_path: Path, x: str, more: str, found: list[str]) -> None:
    assert look(tmp_path, row(x, more), ROWS, other="GF126") == found


@pytest.mark.parametrize(
    ("count", "step", "petal", "found"),
    [
        (8, 45, "M0 0 L2 -9 L-2 -9 Z", []),
        (8, 22.5, "M0 0 L2 -9 L-2 -9 Z", [f"{FACE}:3:1: GF185 warning: 8 22.5 45"]),
        (7, 45, "M0 0 L2 -9 L-2 -9 Z", [f"{FACE}:3:1: GF185 warning: 7 45"]),
        (8, 22.5, "M0 9 L2 0 L0 -9 L-2 0 Z", []),  # looks the same after half a turn
        (5, 45, "M0 0 L2 -9 L-2 -9 Z", []),  # rays over half a circle, at both of its ends
        (4, 72, "M0 0 L2 -9 L-2 -9 Z", []),  # too few
    ],
)
def test_shapes_turned_around_a_point(tmp_path: Path, count: int, step: float, petal: str, found: list[str]) -> None:
    fan = f"{{% for k in range({count}) %}}\n<path transform='rotate({{{{ {step} * k }}}})' d='{petal}' fill='#246'/>{{% endfor %}}"
    assert look(tmp_path, f"<g transform='translate(20 15)'>{fan}</g>", TILE) == found
    off = fan.replace(f"{step} * k }}}})", f"{step} * k }}}} 2 1) translate(2 1)")
    assert look(tmp_path / "off", f"<g transform='translate(18 14)'>{off}</g>", TILE) == found


ROUTES = "{kind: board, grid: {columns: 4, rows: 3, cell: 20}, routes: {way: [r0c0..3, r1c3..0, r2c0..3]MORE}, front: face.svg.j2, copies: 1}"


@pytest.mark.parametrize(
    ("number", "more", "found"),
    [
        ("loop.index", "", []),
        ("loop.index0 + 5", "", []),
        ("loop.revindex", "", [f"{FACE}:3:1: GF185 warning: 12 1 'way'"]),
        ("loop.revindex", ", back: [r2c3..0, r1c0..3, r0c3..0]", []),  # in the order of the other route
        ("7 if loop.index == 6 else loop.index", "", [f"{FACE}:3:1: GF185 warning: 7 'r1c2' 6 'way'"]),
        ("loop.index * 2", "", []),
        ("[4, 9, 1, 7, 2, 8, 3, 6, 5, 12, 11, 10][loop.index0]", "", []),
    ],
)
def test_numbers_run_along_a_route(tmp_path: Path, number: str, more: str, found: list[str]) -> None:
    cells = "{% for c in cells %}<g class='{{ c.mark }}' transform='{{ c.at }}'><rect x='-9' y='-9' width='18' height='18' fill='#eee'/></g>{% endfor %}"
    numbers = (
        f"{{% for c in routes.way %}}\n<text x='{{{{ c.x }}}}' y='{{{{ c.y }}}}' font-size='5' text-anchor='middle'>"
        f"{{{{ {number} }}}}</text>{{% endfor %}}"
    )
    found_here = look(tmp_path, cells + numbers, ROUTES.replace("MORE", more))
    assert [each for each in found_here if "GF185" in each] == found


@pytest.mark.parametrize(("k", "found"), [(1, []), (2, [f"{FACE}:3:1: GF148 warning: 'free'"])])
def test_the_ground_of_a_color_bears_its_name(tmp_path: Path, k: int, found: list[str]) -> None:
    drawing = (
        "{% for k in range(3) %}\n<rect x='{{ 4 + 11 * k }}' y='8' width='10' height='10' "
        f"fill=\"{{{{ colors['free'] if k == {k} else '#fff' }}}}\" stroke='#000' stroke-width='0.5'/>\n"
        "<text x='{{ 9 + 11 * k }}' y='14' font-size='3' text-anchor='middle'>{{ 'free' if k == 1 else k }}</text>\n{% endfor %}"
    )
    assert look(tmp_path, drawing, TILE, "colors: {free: {paint: '#f4c430'}}") == found


@pytest.mark.parametrize(("y", "found"), [(15, []), (10, [f"{FACE}:3:1: GF153 warning: '7' 10"])])
def test_the_second_corner_is_opposite_the_first(tmp_path: Path, y: int, found: list[str]) -> None:
    corner = "<text x='8' y='10' font-size='5' text-anchor='middle'>7</text>"
    assert look(tmp_path, f"{corner}\n<g transform='rotate(180 20 {y})'>{corner}</g>", TILE, other="GF209") == found


def test_a_second_corner_from_a_macro_is_told_where_it_is_turned(tmp_path: Path) -> None:
    corner = "<g><g><text x='8' y='10' font-size='5' text-anchor='middle'>7</text></g></g>"
    drawing = f"{{% macro corner() %}}\n{corner}\n{{% endmacro %}}\n{{{{ corner() }}}}\n<g transform='rotate(180 20 10)'>\n{{{{ corner() }}}}</g>"
    assert look(tmp_path, drawing, TILE, other="GF209") == [f"{FACE}:6:1: GF153 warning: '7' 10"]


@pytest.mark.parametrize(
    ("x", "y", "found"),
    [
        ("17", "12", []),
        ("20", "15", [f"{FACE}:2:1: GF185 warning:"]),
        ("17", "15", [f"{FACE}:2:1: GF185 warning:"]),
        ("20", "4", []),
    ],
)
def test_a_sign_does_not_begin_in_the_middle(tmp_path: Path, x: str, y: str, found: list[str]) -> None:
    sign = f"<g color='#246'><use href='icons.svg#disc' x='{x}' y='{y}' width='6' height='6'/></g>"
    assert look(tmp_path, sign, TILE) == [each.replace(":2:1:", ":2:17:") for each in found]


def test_a_sign_may_begin_in_the_middle_of_a_face_and_stand_in_that_of_a_shape(tmp_path: Path) -> None:
    sign = "<g color='#246'><use href='icons.svg#disc' x='17' y='15' width='6' height='6'/></g>"
    coat = "<path d='M12 25 L15 11.4 H25 L28 25 Z' fill='#ddd'/>"
    assert look(tmp_path, coat + sign, TILE) == []
    assert look(tmp_path / "low", coat.replace("25 Z", "35 Z").replace("M12 25", "M12 35") + sign, TILE) != []


def test_a_sign_that_begins_in_the_middle_of_one_of_many_faces_is_there_by_chance(tmp_path: Path) -> None:
    rows = ", ".join(f"{{id: r{n}, n: {n}, copies: 1}}" for n in range(6))
    part = f"{{kind: tile, size: [40, 30], front: face.svg.j2, rows: [{rows}]}}"
    sign = "<g class='row.n'><use href='icons.svg#disc' x='17' y='{{ AT }}' width='6' height='6'/></g>"
    assert look(tmp_path, sign.replace("AT", "19 - 2 * row.n"), part, other="GF126") == []
    found = look(tmp_path / "all", sign.replace("AT", "15 + 0 * row.n"), part, other="GF126")
    assert [each.partition(" warning")[0] for each in found if "GF185" in each] == [f"{FACE}:2:18: GF185"]


@pytest.mark.parametrize(
    ("more", "found"),
    [
        ("", [f"{FACE}:3:17: GF185 warning:"]),
        ("<circle cx='17' cy='15' r='4' fill='#eee'/>", []),  # on a disc of its own
        ("<rect x='7' y='6' width='6' height='5' fill='#246'/>", []),  # one of several round the middle
    ],
)
def test_a_sign_does_not_begin_in_the_middle_of_a_shape(tmp_path: Path, more: str, found: list[str]) -> None:
    sign = "<g color='#246'><use href='icons.svg#disc' x='14' y='12' width='6' height='6'/></g>"
    drawing = f"<ellipse cx='14' cy='12' rx='9' ry='10' fill='#ddd'/>{more}\n{sign}"
    assert look(tmp_path, drawing, TILE) == found


@pytest.mark.parametrize(("mark", "found"), [("5", [f"{FACE}:3:1: GF185 warning: 'it.mark' 'sun'"]), ("9", [])])
def test_a_mark_does_not_lie_across_an_icon(tmp_path: Path, mark: str, found: list[str]) -> None:
    icon = "<g class='{}' color='{}'><use href='icons.svg#disc' x='{}' y='{}' width='{}' height='{}'/></g>"
    drawing = "\n".join([icon.format("icon.sun", "#c80", 6, 8, 10, 10), icon.format("it.mark", "#246", mark, 10, 6, 6)])
    assert look(tmp_path, drawing, TILE) == found


@pytest.mark.parametrize(("x", "found"), [(13, []), (8, [f"{FACE}:3:1: GF185 warning: 'rain' 'sun'"])])
def test_an_icon_does_not_lie_on_another(tmp_path: Path, x: int, found: list[str]) -> None:
    icon = "<g class='icon.{}' color='{}'><use href='icons.svg#{}' x='{}' y='8' width='6' height='6'/></g>"
    drawing = "\n".join([icon.format("sun", "#c80", "disc", 6), icon.format("rain", "#246", "square", x)])
    assert look(tmp_path, drawing, TILE) == found


@pytest.mark.parametrize(("x", "found"), [(8, []), (24, []), (16, [f"{FACE}:3:1: GF155 warning: '77'"])])
def test_a_text_lies_on_a_sign_or_beside_it(tmp_path: Path, x: int, found: list[str]) -> None:
    sign = "<g color='#ddd'><use href='icons.svg#square' x='14' y='8' width='14' height='14'/></g>"
    text = f"<text x='{x if x < 20 else 21}' y='17' font-size='5' text-anchor='middle'>77</text>"
    assert look(tmp_path, f"{sign}\n{text}", TILE, other="GF151") == found


@pytest.mark.parametrize(
    ("at", "found"), [(1, []), (2, [f"{FACE}:3:1: GF185 warning: 2", f"{FACE}:3:1: GF185 warning: 'line 1'"])]
)
def test_a_line_without_the_picture_that_all_others_have(tmp_path: Path, at: int, found: list[str]) -> None:
    lines = "{% for k in range(4) %}<text x='12' y='{{ 6 + 6 * k }}' font-size='3'>line {{ k }}</text>{% endfor %}"
    art = f"{{% for k in [0, {at}, 2, 3] %}}\n<rect x='6' y='{{{{ 4 + 6 * k }}}}' width='3' height='2' fill='#246'/>{{% endfor %}}"
    assert look(tmp_path, f"{lines}\n{art}", TILE, other="GF154") == found


STRIPES = "{{% for k in range(5) %}}\n<path d='M{0} {{{{ 3 + 6 * k }}}} H{1}' stroke='#246' stroke-width='1'/>\n{{% endfor %}}"


@pytest.mark.parametrize(
    ("left", "right", "found"),
    [(-2, 42, []), (0, 40, ["templates/face.svg.j2:4:1: GF157 warning: 5 2"]), (3, 37, [])],
)
def test_stripes_do_not_end_at_the_cut(tmp_path: Path, left: int, right: int, found: list[str]) -> None:
    ground = "<rect x='-2' y='-2' width='44' height='34' fill='#cde'/>"
    face = wrap(f"{ground}\n{STRIPES.format(left, right)}", "-2 -2 44 34")
    assert look(tmp_path, face, TILE) == found


@pytest.mark.parametrize(("first", "found"), [(5, []), (17, [f"{FACE}:3:1: GF154 warning: 4 1"]), (5 - 20, [])])
def test_a_row_does_not_leave_its_piece(tmp_path: Path, first: int, found: list[str]) -> None:
    row = (
        f"{{% for k in range(4) %}}\n<circle cx='{{{{ {first} + 8 * k }}}}' cy='9' r='3' fill='#246'/>\n{{% endfor %}}"
    )
    assert look(tmp_path, row, TILE, other="GF157") == found


@pytest.mark.parametrize(("y", "found"), [("0", []), ("1.5", [f"{FACE}:3:1: GF158 warning: 'a' 1.5"])])
def test_the_pips_of_all_faces_are_off_their_middle(tmp_path: Path, y: str, found: list[str]) -> None:
    spots = (
        "{% set spots = {1: [[0, 0]], 2: [[-1, -1], [1, 1]], 3: [[-1, -1], [0, 0], [1, 1]], 4: [[-1, -1], [1, -1], [-1, 1], "
        "[1, 1]], 5: [[-1, -1], [1, -1], [0, 0], [-1, 1], [1, 1]], 6: [[-1, -1], [-1, 0], [-1, 1], [1, -1], [1, 0], [1, 1]]} %}"
    )
    pip = f"<circle cx='{{{{ 4 * x }}}}' cy='{{{{ 4 * y + {y} }}}}' r='1'/>"
    faces = (
        "{% for f in faces %}<g class='{{ f.mark }}' transform='{{ f.at }}'>{% for x, y in spots[f.value] %}\n"
        f"{pip}{{% endfor %}}</g>{{% endfor %}}"
    )
    assert look(tmp_path, f"{spots}{faces}", DIE) == found


KEY = "<circle cx='1.5' cy='3' r='1' fill='none' stroke='#246' stroke-width='0.5'/><path d='M2.5 3H6' stroke='#246' stroke-width='0.5'/>"


@pytest.mark.parametrize(("step", "found"), [("7", []), ("2", [f"{FACE}:3:1: GF185 warning: 3 'row.n' 2"])])
def test_icons_of_several_shapes_can_be_counted(tmp_path: Path, step: str, found: list[str]) -> None:
    icon = f"<g transform='translate({{{{ 8 + {step} * k }}}} 9)'><g class='icon.key'>{KEY}</g></g>"
    drawing = f"<g class='row.n'>{{% for k in range(row.n) %}}\n{icon}\n{{% endfor %}}</g>"
    assert look(tmp_path, drawing, ROWS.replace("size:", "size:"), other="GF126") == found


@pytest.mark.parametrize(("y", "found"), [(13, []), (20, [f"{FACE}:3:1: GF155 warning: 'Brook'"])])
def test_a_text_may_lie_in_an_empty_corner_of_a_sign(tmp_path: Path, y: int, found: list[str]) -> None:
    sign = "<g transform='translate(18 8)'><circle cx='11' cy='3' r='3'/><rect y='7' width='14' height='7'/></g>"
    text = f"\n<text x='24' y='{y}' font-size='4' text-anchor='end'>Brook</text>"
    assert [
        each for each in look(tmp_path, sign.replace("/>", " fill='#cde'/>") + text, TILE) if "GF155" in each
    ] == found


@pytest.mark.parametrize(
    ("texts", "found"),
    [
        ([(20, 12)], [f"{FACE}:3:1: GF155 warning: 'Brook'"]),  # the text is at fault
        ([(20, 12), (20, 18)], [f"{FACE}:2:1: GF155 warning: 'Brook'"]),  # the sign is
        ([(20, 27)], []),
    ],
)
def test_a_sign_that_several_texts_overlap_was_moved(
    tmp_path: Path, texts: list[tuple[int, int]], found: list[str]
) -> None:
    sign = "<g transform='translate(21 8)'><path d='M0 0 H12 V13 H0 Z' fill='#cde'/></g>"
    lines = "".join(f"\n<text x='{x}' y='{y}' font-size='4' text-anchor='middle'>Brook</text>" for x, y in texts)
    assert [each for each in look(tmp_path, sign + lines, TILE) if "GF155" in each] == found


@pytest.mark.parametrize(
    ("fills", "found"),
    [
        (("#e8f0ff", "#ffffff"), []),
        (("#335", "#ffffff"), [f"{FACE}:2:1: GF151 warning: 2 'one' 1.9 1 14.2 3 1"]),  # the ground is at fault
        (("#ffffff", "#335"), [f"{FACE}:5:1: GF151 warning: 'three' 1.9 1 14.2 3 1"]),  # the only text on it is
        (
            ("#335", "#335"),
            [
                f"{FACE}:2:1: GF151 warning: 2 'one' 1.9 1 14.2 3 1",
                f"{FACE}:5:1: GF151 warning: 'three' 1.9 1 14.2 3 1",
            ],
        ),
    ],
)
def test_the_background_of_faint_texts_is_at_fault(tmp_path: Path, fills: tuple[str, str], found: list[str]) -> None:
    drawing = (
        f"<rect x='2' y='2' width='17' height='26' fill='{fills[0]}'/><rect x='21' y='2' width='17' height='26' fill='{fills[1]}'/>\n"
        "<text x='10' y='10' font-size='5' text-anchor='middle' fill='#55a'>one</text>\n"
        "<text x='10' y='20' font-size='5' text-anchor='middle' fill='#55a'>two</text>"
        "\n<text x='30' y='20' font-size='5' text-anchor='middle' fill='#55a'>three</text>"
    )
    assert [each for each in look(tmp_path, drawing, TILE) if "GF151" in each] == found


CELL = "{kind: board, grid: {columns: 1, rows: 1, cell: 40}, front: face.svg.j2, copies: 1}"
MARKED = (
    "<defs><g id='m'><path d='M0 0 H3 V3 H0 Z'/></g></defs>\n"
    "{% macro mark(x, y, size) %}\n<use href='#m' transform='translate({{ x }} {{ y }}) scale({{ size }})'/>\n"
    "{% endmacro %}\n{% for c in cells %}<g class='{{ c.mark }}' transform='{{ c.at }}'>\n"
    "{{ mark(MARK) }}\n<text x='0' y='4' font-size='4'>R</text></g>{% endfor %}"
)


@pytest.mark.parametrize(
    ("mark", "is_told"),
    [("0, 1, 1", True), ("-8, 1, 1", False), ("-1, 0, 2", False), ("0, 1, 0.3", False)],
    ids=["on it", "beside it", "ground", "dot"],
)
def test_marks_on_letters_of_a_board(tmp_path: Path, mark: str, is_told: bool) -> None:
    found = look(tmp_path, MARKED.replace("MARK", mark), CELL)
    expected = ["templates/face.svg.j2:7:1: GF155 warning: 'R'"] * is_told
    assert [each for each in found if "GF155" in each] == expected


STACK = """{% set at = [[10, 15], [LAST, 15]] %}
{% for name in ['sun', 'moon'] %}
{% set p = at[loop.index0] %}
<g class="icon.{{ name }}"><circle cx="{{ p[0] }}" cy="{{ p[1] }}" r="{{ 4 + loop.index0 }}" fill="{{ ['#246', '#b23'][loop.index0] }}"/></g>
{% endfor %}"""


def test_where_an_icon_lies_on_another_one_is_told_at_its_variable(tmp_path: Path) -> None:
    assert look(tmp_path, STACK.replace("LAST", "28")) == []
    found = look(tmp_path / "over", STACK.replace("LAST", "12"), other="GF150")
    assert found == ["templates/face.svg.j2:4:1: GF185 warning: 'moon' 'sun'"]
