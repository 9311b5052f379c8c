"""What the groups of cells, spaces and faces draw: on their own place, and large enough to be seen (GF141, GF146)."""

from pathlib import Path

from tests.check.paper.pages import look

FACE = "templates/face.svg.j2"
BOARD = "{kind: board, grid: {columns: 3, rows: 2, cell: 20}, kinds: {star: [r0c0]}, front: face.svg.j2, border: 3, copies: 1}"
TRACK = "{kind: track, from: 1, to: 4, columns: 4, cell: 20, front: face.svg.j2, copies: 1}"
DIE = "{kind: die, size: 16, faces: [plum 1, pear 1, plum 2, pear 2, plum 3, pear 3], front: face.svg.j2, copies: 1}"
FRUIT = "colors: {fruit.plum: {paint: '#6a2c91'}, fruit.pear: {paint: '#8aa62c'}}"
CELL = '<g class="{{ c.mark }}" transform="{{ c.at }}">\n<rect x="-9.5" y="-9.5" width="19" height="19" fill="none" stroke="#000"/>'
CELLS = f"{{% for c in cells %}}\n{CELL}\n{{% if c.kind == 'star' %}}STAR{{% endif %}}</g>\n{{% endfor %}}"
STAR = '<polygon points="{{ star(0, 0, 6) }}"/>'
SPACES = """{% for s in spaces %}
<g class="{{ s.mark }}" transform="{{ s.at }}"><circle r="8" fill="none" stroke="#000"/></g>
{% endfor %}
<polyline points="{% for s in spaces ORDER %}{{ s.x + 10 }},{{ s.y + 10 }} {% endfor %}" fill="none" stroke="#000"/>"""
FACES = """{% for f in faces %}
<g class="{{ f.mark }}" transform="{{ f.at }}"><circle r="5" fill="{{ colors['fruit.' ~ WORD] }}"/></g>
{% endfor %}"""


def test_a_cell_that_draws_in_its_middle_is_sound(tmp_path: Path) -> None:
    assert look(tmp_path, CELLS.replace("STAR", STAR), BOARD) == []


def test_a_shape_in_another_cell_is_told_at_its_tag(tmp_path: Path) -> None:
    moved = CELLS.replace("STAR", STAR.replace("star(0,", "star(18,"))
    assert look(tmp_path, moved, BOARD) == [f"{FACE}:5:26: GF141 'r0c0' 'star' 'r0c1'"]


def test_all_that_is_drawn_beside_the_middle_is_told_once(tmp_path: Path) -> None:
    moved = CELLS.replace("STAR", "").replace('x="-9.5"', 'x="-7"')
    assert look(tmp_path, moved, BOARD) == [f"{FACE}:4:1: GF141 'r0c0' 2.5 5"]
    inside = CELLS.replace("STAR", "").replace('x="-9.5"', 'x="-6"').replace('width="19"', 'width="15"')
    assert look(tmp_path / "inside", inside, BOARD) == []


def test_what_tells_a_cell_must_be_large_enough(tmp_path: Path) -> None:
    small = CELLS.replace("STAR", STAR.replace(", 6)", ", 0.3)"))
    assert look(tmp_path, small, BOARD) == [f"{FACE}:5:26: GF146 'r0c0' 'star' 0.57 20"]
    shrunk = CELLS.replace("STAR", STAR + STAR.replace("<polygon", '<polygon transform="scale(0.05)"'))
    assert look(tmp_path / "shrunk", shrunk, BOARD) == [f"{FACE}:5:65: GF146 'r0c0' 'star' 0.57 20"]


def test_a_road_takes_the_spaces_in_their_order(tmp_path: Path) -> None:
    assert look(tmp_path, SPACES.replace("ORDER", ""), TRACK) == []
    longer = TRACK.replace("to: 4", "to: 8")
    skipped = look(tmp_path / "skipped", SPACES.replace("ORDER", "if s.n != 6"), longer)
    assert skipped == [f"{FACE}:5:1: GF147 '5' '7'"]


def test_a_face_has_the_paint_that_its_value_names(tmp_path: Path) -> None:
    assert look(tmp_path, FACES.replace("WORD", "f.value[:4]"), DIE, FRUIT) == []
    wrong = FACES.replace("WORD", "('pear' if f.value == 'plum 2' else f.value[:4])")
    assert look(tmp_path / "wrong", wrong, DIE, FRUIT) == [f"{FACE}:3:48: GF148 'c' 2 'fruit.pear' 'fruit.plum'"]


def test_a_template_that_asks_for_no_kind_is_told(tmp_path: Path) -> None:
    asked = CELLS.replace("'star'", "'stars'").replace("STAR", STAR)
    assert f"{FACE}:5:17: GF149 warning: 'stars' 'star'" in look(tmp_path, asked, BOARD)


def test_two_sides_that_look_the_same_are_told_if_the_template_tells_them_apart(tmp_path: Path) -> None:
    coin = "{kind: foldover, diameter: 18, fold: top, front: face.svg.j2, copies: 1}"
    same = '{% for f in faces %}\n<g class="{{ f.mark }}" transform="{{ f.at }}"><circle r="5"/></g>\n{% endfor %}'
    assert look(tmp_path, same, coin) == []
    asked = same.replace("<circle", "{% if f.id %}<circle").replace("/></g>", "/>{% endif %}</g>")
    assert look(tmp_path / "asked", asked, coin) == [f"{FACE}:3:61: GF158 'front' 'back'"]
