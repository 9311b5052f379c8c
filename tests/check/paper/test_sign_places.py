"""Where signs and texts stand: in rows, on circles, on their discs, beside their lines, in opposite corners."""

from pathlib import Path

import pytest

from tests.check.paper.pages import look

FACE = "templates/face.svg.j2"
ROWS = "{kind: tile, size: [40, 30], front: face.svg.j2, rows: [{id: a, n: 1, copies: 1}, {id: b, n: 3, copies: 1}]}"
DIE = "{kind: die, size: 16, faces: [1, 2, 3, 4, 5, 6], copies: 1, front: face.svg.j2}"
MARKS = [("red", "#cc0000", "disc"), ("blue", "#0000cc", "square"), ("teal", "#007777", "triangle")]
TILE = "{kind: tile, size: [40, 30], front: face.svg.j2, copies: 1}"


def row(x: str, more: str = "") -> str:
    """Return a drawing of as many discs as the row says, with their middles at x."""
    return (
        f"<g class='row.n'>{{% for k in range(row.n) %}}\n<circle cx='{{{{ {x} }}}}' cy='9' r='2' fill='#246'/>\n"
        f"{{% endfor %}}</g>{more}"
    )


ROUTES = "{kind: board, grid: {columns: 4, rows: 3, cell: 20}, routes: {way: [r0c0..3, r1c3..0, r2c0..3]MORE}, front: face.svg.j2, copies: 1}"


@pytest.mark.parametrize(
    ("y", "size", "found"),
    [
        (17, 6, []),
        (13, 6, [f"{FACE}:3:1: GF155 warning: 3.9"]),
        (13, 3, []),  # within the disc
        (22, 6, []),  # below it
    ],
)
def test_a_text_stands_in_its_disc(tmp_path: Path, y: int, size: int, found: list[str]) -> None:
    drawing = (
        "<circle cx='20' cy='15' r='4' fill='#ddd'/>\n"
        f"<text x='20' y='{y}' font-size='{size}' text-anchor='middle'>7</text>"
    )
    assert look(tmp_path, drawing, TILE) == found


@pytest.mark.parametrize(
    ("x", "more", "found"),
    [
        (30, "", []),
        (20, "", [f"{FACE}:3:18: GF155 warning: 10"]),
        (20, "<circle cx='30' cy='24' r='4' fill='#ddd'/>", []),  # a row to tick
        (20, "<text x='30' y='16' font-size='5' text-anchor='middle'>8</text>", []),  # another text stands on it
    ],
)
def test_a_text_beside_the_disc_that_is_drawn_for_it(tmp_path: Path, x: int, more: str, found: list[str]) -> None:
    text = f"<g class='row.n'><text x='{x}' y='16' font-size='5' text-anchor='middle'>7</text></g>{more}"
    disc = "<circle cx='30' cy='14' r='4' fill='#ddd'/>"
    assert look(tmp_path, f"{disc}\n{text}", TILE) == found
    assert look(tmp_path / "word", f"{disc}\n{text}".replace("row.n", "icon.n"), TILE) == []


@pytest.mark.parametrize(("y", "found"), [(14, []), (18, [f"{FACE}:3:1: GF155 warning:"])])
def test_a_rule_runs_through_no_sign(tmp_path: Path, y: int, found: list[str]) -> None:
    rules = "".join(f"<path d='M4 {at} H36' stroke='#246' stroke-width='0.3'/>" for at in (10, 18, 26))
    sign = f"<circle cx='10' cy='{y}' r='1.7' fill='none' stroke='#246' stroke-width='0.3'/>"
    assert look(tmp_path, f"{rules}\n{sign}", TILE) == found


@pytest.mark.parametrize(("word", "is_told"), [("", False), ("<text x='20' y='13.5' font-size='3'>Ada</text>", True)])
def test_a_note_may_be_on_a_line_of_its_staff(tmp_path: Path, word: str, is_told: bool) -> None:
    lines = "".join(f"<path d='M4 {at} H36' stroke='#246' stroke-width='0.3'/>" for at in (10, 14, 18, 22, 26))
    note = "<circle cx='10' cy='18' r='1.7' fill='none' stroke='#246' stroke-width='0.3'/>"
    assert [each.split()[1] for each in look(tmp_path, f"{lines}{word}\n{note}", TILE)] == ["GF155"] * is_told


def test_a_sign_may_begin_in_the_middle_of_a_face_and_stand_in_that_of_a_shape(tmp_path: Path) -> None:
    sign = "<g color='#246'><use href='icons.svg#disc' x='17' y='15' width='6' height='6'/></g>"
    coat = "<path d='M12 25 L15 11.4 H25 L28 25 Z' fill='#ddd'/>"
    assert look(tmp_path, coat + sign, TILE) == []
    assert look(tmp_path / "low", coat.replace("25 Z", "35 Z").replace("M12 25", "M12 35") + sign, TILE) != []


@pytest.mark.parametrize(
    ("x", "more", "found"),
    [
        (14, "", []),
        (17, "", [f"{FACE}:3:1: GF185 warning: 3"]),
        (21, "", []),  # on the right of the middle
        (17, "<rect x='11' y='12' width='9' height='8' fill='#222'/>", []),  # one of two beside each other
        (17, "<circle cx='11' cy='7' r='2' fill='#fc0'/>", []),  # a landscape
        (14.5, "", []),  # the ink of a symbol may be a little off its middle
    ],
)
def test_marks_are_centered_on_what_they_stand_on(tmp_path: Path, x: float, more: str, found: list[str]) -> None:
    colors = (
        "colors: {"
        + ", ".join(f"player.{name}: {{paint: '{paint}', mark: {mark}}}" for name, paint, mark in MARKS)
        + "}"
    )
    part = "{kind: tile, size: [40, 30], for_each: player, copies: 1, front: face.svg.j2}"
    mark = f"<use href='icons.svg#{{{{ player.mark }}}}' x='{x}' y='10' width='12' height='12'/>"
    drawing = f"<rect x='8' y='3' width='24' height='24' fill='{{{{ player }}}}'/>{more}\n{mark}"
    assert look(tmp_path, drawing, part, colors) == found


STRIPES = "{{% for k in range(5) %}}\n<path d='M{0} {{{{ 3 + 6 * k }}}} H{1}' stroke='#246' stroke-width='1'/>\n{{% endfor %}}"


KEY = "<circle cx='1.5' cy='3' r='1' fill='none' stroke='#246' stroke-width='0.5'/><path d='M2.5 3H6' stroke='#246' stroke-width='0.5'/>"


@pytest.mark.parametrize(
    ("plate", "y", "found"),
    [
        ("<rect x='8' y='17' width='24' height='9' rx='4' fill='#fda'/>", 23, []),
        ("<rect x='8' y='17' width='24' height='9' rx='4' fill='#fda'/>", 14, [f"{FACE}:3:19: GF155 warning: 9.2 1"]),
        ("<rect x='8' y='6' width='24' height='20' fill='#fda'/>", 4, []),  # a picture with its caption
        ("<rect x='8' y='17' width='24' height='9' rx='4' fill='none' stroke='#fda'/>", 14, []),
        ("<g class='icon.egg'><rect x='8' y='17' width='24' height='9' rx='4' fill='#fda'/></g>", 14, []),
    ],
)
def test_a_text_stands_on_its_plate(tmp_path: Path, plate: str, y: int, found: list[str]) -> None:
    text = f"<g class='row.id'><text x='20' y='{y}' font-size='5' text-anchor='middle'>{{{{ row.id }}}}</text></g>"
    part = "{kind: tile, size: [40, 30], front: face.svg.j2, rows: [{id: owls}, {id: hens}], copies: 1, safe: 0}"
    assert look(tmp_path, f"{plate}\n{text}", part) == found


@pytest.mark.parametrize(("paint", "found"), [("player", []), ("colors['sand']", ["GF144 warning:"])])
def test_the_marks_of_all_colors_have_their_own_paints(tmp_path: Path, paint: str, found: list[str]) -> None:
    roles = ", ".join(f"player.{name}: {{paint: '{color}', mark: {mark}}}" for name, color, mark in MARKS)
    part = "{kind: tile, size: [40, 30], front: face.svg.j2, for_each: player, copies: 1}"
    sign = "<g color='{{{{ {} }}}}'><use href='icons.svg#{{{{ player.mark }}}}' x='{}' y='9' width='8' height='8'/></g>"
    drawing = sign.format("player", 6) + "\n" + sign.format(paint, 24)
    told = look(tmp_path, drawing, part, f"colors: {{{roles}, sand: {{paint: '#b08a3c'}}}}", other="GF149")
    assert [each.partition(": ")[2][: len("GF144 warning:")] for each in told] == found


@pytest.mark.parametrize(
    ("ribbon", "found"),
    [
        ("M4 10 H36 L33 14 L36 18 H4 L7 14 Z", []),
        ("M13 10 H27 L25 14 L27 18 H13 L15 14 Z", [f"{FACE}:3:1: GF155 warning: 1.7"]),
        ("M13 1 H27 L25 14 L27 27 H13 L15 14 Z", []),  # a banner that hangs
        ("M18 10 H22 V18 H18 Z", []),  # a stripe behind it
        ("M9 10 H23 L21 14 L23 18 H9 Z", []),  # beside its middle
    ],
)
def test_a_text_is_no_wider_than_the_ribbon_behind_it(tmp_path: Path, ribbon: str, found: list[str]) -> None:
    text = "<text x='20' y='16' font-size='5' fill='#b40' text-anchor='middle'>Weather</text>"
    told = look(tmp_path, f"<path d='{ribbon}' fill='#246'/>\n{text}", TILE)
    assert [each for each in told if "GF155" in each] == found


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


@pytest.mark.parametrize(
    ("line", "text", "found"),
    [
        ("M5 14 H35", "", [f"{FACE}:2:1: GF155 warning: 'Brook'"]),
        ("M5 20 H35", "", []),  # below it
        ("M18 14 H22", "", []),  # a dash on it
        ("M5 14 H35", " stroke='#fff' stroke-width='2' paint-order='stroke'", []),  # a halo
    ],
)
def test_no_line_runs_through_a_text(tmp_path: Path, line: str, text: str, found: list[str]) -> None:
    drawing = (
        f"<path d='{line}' fill='none' stroke='#246' stroke-width='0.5'/>\n"
        f"<text x='20' y='16' font-size='6' text-anchor='middle'{text}>Brook</text>"
    )
    assert [each for each in look(tmp_path, drawing, TILE) if "GF155" in each] == found


CELL = "{kind: board, grid: {columns: 1, rows: 1, cell: 40}, front: face.svg.j2, copies: 1}"
MARKED = (
    "<defs><g id='m'><path d='M0 0 H3 V3 H0 Z'/></g></defs>\n"
    "{% macro mark(x, y, size) %}\n<use href='#m' transform='translate({{ x }} {{ y }}) scale({{ size }})'/>\n"
    "{% endmacro %}\n{% for c in cells %}<g class='{{ c.mark }}' transform='{{ c.at }}'>\n"
    "{{ mark(MARK) }}\n<text x='0' y='4' font-size='4'>R</text></g>{% endfor %}"
)


STACK = """{% set at = [[10, 15], [LAST, 15]] %}
{% for name in ['sun', 'moon'] %}
{% set p = at[loop.index0] %}
<g class="icon.{{ name }}"><circle cx="{{ p[0] }}" cy="{{ p[1] }}" r="{{ 4 + loop.index0 }}" fill="{{ ['#246', '#b23'][loop.index0] }}"/></g>
{% endfor %}"""
