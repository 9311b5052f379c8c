"""What the groups of cells, spaces and faces draw: on their own place, and large enough to be seen (GF141, GF146)."""

from itertools import pairwise
from pathlib import Path

import pytest

from tests.check.paper.pages import look, wrap

FACE = "templates/face.svg.j2"
BOARD = "{kind: board, grid: {columns: 3, rows: 2, cell: 20}, kinds: {star: [r0c0]}, front: face.svg.j2, border: 3, copies: 1}"
TRACK = "{kind: track, from: 1, to: 4, columns: 4, cell: 20, front: face.svg.j2, copies: 1}"
CELL = '<g class="{{ c.mark }}" transform="{{ c.at }}">\n<rect x="-9.5" y="-9.5" width="19" height="19" fill="none" stroke="#000"/>'
CELLS = f"{{% for c in cells %}}\n{CELL}\n{{% if c.kind == 'star' %}}STAR{{% endif %}}</g>\n{{% endfor %}}"
STAR = '<polygon points="{{ star(0, 0, 6) }}"/>'
SPACES = """{% for s in spaces %}
<g class="{{ s.mark }}" transform="{{ s.at }}"><circle r="8" fill="none" stroke="#000"/></g>
{% endfor %}
<polyline points="{% for s in spaces ORDER %}{{ s.x + 10 }},{{ s.y + 10 }} {% endfor %}" fill="none" stroke="#000"/>"""


def test_a_cell_that_draws_in_its_middle_is_sound(tmp_path: Path) -> None:
    assert look(tmp_path, CELLS.replace("STAR", STAR), BOARD) == []


def test_a_shape_in_another_cell_is_told_at_its_tag(tmp_path: Path) -> None:
    moved = CELLS.replace("STAR", STAR.replace("star(0,", "star(18,"))
    assert look(tmp_path, moved, BOARD) == [f"{FACE}:5:26: GF141 warning: 'r0c0' 'star' 'r0c1'"]


def test_all_that_is_drawn_beside_the_middle_is_told_once(tmp_path: Path) -> None:
    moved = CELLS.replace("STAR", "").replace('x="-9.5"', 'x="-7"')
    assert look(tmp_path, moved, BOARD) == [f"{FACE}:4:1: GF141 warning: 'r0c0' 2.5 5"]
    inside = CELLS.replace("STAR", "").replace('x="-9.5"', 'x="-6"').replace('width="19"', 'width="15"')
    assert look(tmp_path / "inside", inside, BOARD) == []
    hook = CELLS.replace("STAR", "").replace("9.5", "10").replace("19", "20") + "\n"
    hook = hook.replace("/>\n", '/><rect x="-2" y="-14" width="4" height="9"/>\n', 1)
    assert (
        look(tmp_path / "hook", hook, BOARD, other="GF157") == []
    )  # it hangs in a cell that is drawn from edge to edge


def test_a_road_takes_the_spaces_in_their_order(tmp_path: Path) -> None:
    assert look(tmp_path, SPACES.replace("ORDER", ""), TRACK) == []
    longer = TRACK.replace("to: 4", "to: 8")
    skipped = look(tmp_path / "skipped", SPACES.replace("ORDER", "if s.n != 6"), longer)
    assert skipped == [f"{FACE}:5:1: GF147 warning: '5' '7'"]


def test_a_template_that_asks_for_no_kind_is_told(tmp_path: Path) -> None:
    asked = CELLS.replace("'star'", "'stars'").replace("STAR", STAR)
    assert f"{FACE}:5:18: GF194 warning: 'c.kind' 'stars' 'star'" in look(tmp_path, asked, BOARD)


def test_two_sides_that_look_the_same_are_told_if_the_template_tells_them_apart(tmp_path: Path) -> None:
    coin = "{kind: foldover, diameter: 18, fold: top, front: face.svg.j2, copies: 1}"
    same = '{% for f in faces %}\n<g class="{{ f.mark }}" transform="{{ f.at }}"><circle r="5"/></g>\n{% endfor %}'
    assert look(tmp_path, same, coin) == []
    asked = same.replace("<circle", "{% if f.id %}<circle").replace("/></g>", "/>{% endif %}</g>")
    assert look(tmp_path / "asked", asked, coin) == [f"{FACE}:3:48: GF158 'front' 'back'"]


def test_a_drawing_that_is_wholly_covered_is_told_at_its_cover(tmp_path: Path) -> None:
    under = '<circle r="4" fill="#c00"/>'
    cover = "{% if c.kind == 'star' %}<rect x='-6' y='-6' width='12' height='12'/>{% endif %}"
    covered = CELLS.replace("{% if c.kind == 'star' %}STAR{% endif %}", f"{cover}")
    assert look(tmp_path, covered, BOARD) == []
    once = covered.replace("<rect x='-6'", f"{under}<rect x='-6'")
    assert look(tmp_path / "once", once, BOARD) == [f"{FACE}:5:53: GF150 warning:"]
    twice = covered.replace("{% if c.kind", f"{under}{{% if c.kind")
    assert look(tmp_path / "twice", twice, BOARD) == []


def test_one_side_of_a_pyramid_that_differs_or_is_turned_is_told(tmp_path: Path) -> None:
    pyramid = "{kind: pyramid, base: 20, height: 24, front: face.svg.j2, copies: 1}"
    drawing = (
        '{% for f in faces %}\n<g class="{{ f.mark }}" transform="{{ f.at }}">'
        '<path d="M-2 2 H2 L0 -2 Z"TURN/></g>\n{% endfor %}'
    )
    assert look(tmp_path, drawing.replace("TURN", ""), pyramid) == []
    turned = "{% if f.id == '2' %} transform='rotate(180)'{% endif %}"
    assert look(tmp_path / "turned", drawing.replace("TURN", turned), pyramid) == [f"{FACE}:3:48: GF158 warning: '2' 3"]


def test_a_face_on_the_ground_that_others_name_is_told(tmp_path: Path) -> None:
    die = "{kind: die, size: 16, faces: [black 1, white 1, black 2, white 2, black 3, white 3], front: face.svg.j2, copies: 1}"
    drawing = (
        '{% for f in faces %}\n<g class="{{ f.mark }}" transform="{{ f.at }}">'
        "<polygon points=\"{{ f.points }}\" fill=\"{{ '#111' if f.value.startswith(WORD) else '#fff' }}\"/>"
        '<circle r="{{ f.value[-1:]|int + 1 }}" fill="#c33"/></g>\n{% endfor %}'
    )
    assert look(tmp_path, drawing.replace("WORD", "'black'"), die, other="GF157") == []
    assert look(tmp_path / "swapped", drawing.replace("WORD", "'white'"), die, other="GF157") == [
        f"{FACE}:3:48: GF148 warning: 'a' 1 5"
    ]


def test_arrowheads_point_along_one_way_joins(tmp_path: Path) -> None:
    ring = [f"r0c{n}" for n in range(6)]
    joins = ", ".join(f"[{one}, {other}, side, one-way]" for one, other in pairwise(ring))
    board = f"{{kind: board, grid: {{columns: 6, rows: 1, cell: 20}}, joins: [{joins}], front: face.svg.j2, border: 3, copies: 1}}"
    drawn = CELLS.replace("{% if c.kind == 'star' %}STAR{% endif %}", '<path d="M-3 -1 L3 0 L-3 1 Z"/>')
    assert look(tmp_path, drawn, board) == []
    back = drawn.replace("M-3 -1 L3 0 L-3 1 Z", "M3 -1 L-3 0 L3 1 Z")
    assert look(tmp_path / "back", back, board) == [f"{FACE}:5:1: GF147 warning: 'r0c0' 4"]
    beside = drawn.replace("<path d=", "<path transform=\"translate(0 {{ 30 if c.id == 'r0c0' else 0 }})\" d=")
    found = look(tmp_path / "beside", beside, board)
    assert f"{FACE}:5:1: GF141 warning: 'r0c0' 'plain' 13 43" in found


MAP = """{kind: board, size: [150, 90], front: face.svg.j2, copies: 1, cells: {
  a: {at: [30, 30], diameter: 22, label: Ayr}, b: {at: [70, 30], diameter: 22, label: Bute},
  c: {at: [110, 30], diameter: 22, label: Coll}, d: {at: [30, 65], diameter: 22, label: Dun}}, joins: [[a, b], [b, c], [a, d]]}"""
TOWN = """{% for c in cells %}
<g class="{{ c.mark }}" transform="{{ c.at }}"><circle r="10.8" fill="none" stroke="#000"/>PLATE
<text SPOT font-size="4" text-anchor="middle">{{ c.label }}</text></g>
{% endfor %}"""


@pytest.mark.parametrize(
    ("at", "plate", "found"),
    [
        ('y="1.4"', "", []),  # in the cell
        ('y="15"', "", []),  # below it, as on maps
        ("y=\"{{ 15 if c.id in 'ac' else -12.5 }}\"", "", []),  # below or above it
        ('y="15.5"', '<rect x="-7" y="12" width="14" height="4.4" rx="1" fill="#eee"/>', []),
        ('y="22"', "", [f"{FACE}:4:1: GF141 warning: 'a' 'plain' 30 51 3"]),  # too far from it
        ('y="13"', "", [f"{FACE}:4:1: GF141 warning: 'a' 'plain' 30 42 3"]),  # on its edge
        (
            'x="{{ 38 if c.id in \'ab\' else 0 }}" y="1.4"',
            "",
            [f"{FACE}:4:1: GF141 warning: 'a' 'plain' 'b' 1"],
        ),  # in another cell
        (
            "y=\"{{ 15 if c.id == 'a' else 1.4 }}\"",
            "",
            [f"{FACE}:4:1: GF141 warning: 'a' 'plain' 30 44"],
        ),  # the odd one
    ],
)
def test_a_label_beside_its_cell_is_told_from_one_that_slipped(
    tmp_path: Path, at: str, plate: str, found: list[str]
) -> None:
    told = look(tmp_path, TOWN.replace("SPOT", at).replace("PLATE", plate), MAP, other="GF157")
    assert [each for each in told if "GF141" in each][:1] == found[:1]


def test_spaces_drawn_wider_than_they_are_are_told_once(tmp_path: Path) -> None:
    drawing = """{% for s in spaces %}
<g class="{{ s.mark }}" transform="{{ s.at }}">
<circle r="RADIUS" fill="#cde"/><text y="2" text-anchor="middle" font-size="6">{{ s.n }}</text></g>
{% endfor %}"""
    assert look(tmp_path, drawing.replace("RADIUS", "10.4"), TRACK, other="GF157") == []
    wide = look(tmp_path / "wide", drawing.replace("RADIUS", "12"), TRACK, other="GF157")
    assert wide == [f"{FACE}:4:1: GF141 warning: '1' 3 2"]


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("a week of sun", []),
        ("A water cube", [f"{FACE}:3:1: GF144 note: 'legend.drop' 'legend.sun' 'a water cube'"]),
    ],
)
def test_two_legends_say_different_things(tmp_path: Path, words: str, found: list[str]) -> None:
    legend = "<g class='legend.{}'><circle cx='4' cy='{}' r='1.5'/><text x='8' y='{}' font-size='4'>{}</text></g>"
    drawing = f"{legend.format('sun', 8, 9, words)}\n{legend.format('drop', 18, 19, 'a water cube')}"
    assert [each for each in look(tmp_path, drawing) if "GF144" in each] == found


@pytest.mark.parametrize(
    ("foot", "told"),
    [
        ("30", []),
        ("32", []),
        ("31.5", [f"{FACE}:4:26: GF158 warning: 'middle' 1.5"]),
        ("33", [f"{FACE}:4:26: GF158 warning: 'middle' 3"]),
    ],
)
def test_art_that_ends_with_the_bleed_is_no_stray(tmp_path: Path, foot: str, told: list[str]) -> None:
    screen = "{kind: screen, size: [80, 60], wing: 42, front: face.svg.j2, copies: 1}"
    groups = '{% for f in faces %}\n<g class="{{ f.mark }}" transform="{{ f.at }}">\nART</g>\n{% endfor %}'
    ground = "<rect x='-50' y='-32' width='100' height='64' fill='#ccd'/>"
    tower = f'{{% if f.id == "middle" %}}<path d="M-4 {foot} L-2 -6 H2 L4 {foot} Z" fill="#333"/>{{% else %}}<circle r="9"/>{{% endif %}}'
    art = wrap(groups.replace("ART", tower), "-2 -2 {{ w + 4 }} {{ h + 4 }}").replace("{% for", f"{ground}{{% for")
    assert look(tmp_path, art, screen, other="GF157") == told


def test_exchanged_legends_are_told_in_the_list_that_names_them(tmp_path: Path) -> None:
    legend = (
        "{% for name, words in [\n('sun', SUN),\n('rain', RAIN)] %}\n<g class='legend.{{ name }}'>"
        "<circle cx='4' cy='{{ 8 * loop.index }}' r='1.5'/>"
        "<text x='8' y='{{ 8 * loop.index + 1 }}' font-size='4'>{{ words }}</text></g>{% endfor %}"
    )
    sound, swapped = (
        legend.replace("SUN", one).replace("RAIN", other)
        for one, other in (("'sun helps'", "'rain falls'"), ("'rain falls'", "'sun helps'"))
    )
    assert [each for each in look(tmp_path / "sound", sound) if "GF144" in each] == []
    told = [each.partition(": GF144")[0] for each in look(tmp_path / "swapped", swapped) if "GF144" in each]
    assert told == [f"{FACE}:3:1"]
