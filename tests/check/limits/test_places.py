"""What groups draw for cells, edges, spaces and faces lies there (GF330, GF331), and can be seen (GF146, GF150)."""

from pathlib import Path

from tests.check.hide.pages import look, wrap
from tests.samples import for_each

FACE = "templates/face.svg.j2"
BOARD = "{kind: board, grid: {columns: 3, rows: 2, cell: 20}, kinds: {star: [r0c0]}, front: face.svg.j2, border: 3, copies: 1}"
DIE = "{kind: die, size: 16, faces: [plum 1, pear 1, plum 2, pear 2, plum 3, pear 3], front: face.svg.j2, copies: 1}"
CELL = '<g class="{{ c.mark }}" transform="{{ c.at }}">\n<rect x="-9.5" y="-9.5" width="19" height="19" fill="none" stroke="#000"/>'
CELLS = f"{{% for c in cells %}}\n{CELL}\n{{% if c.kind == 'star' %}}STAR{{% endif %}}</g>\n{{% endfor %}}"
STAR = '<polygon points="{{ star(0, 0, 6) }}"/>'
FACES = """{% for f in faces %}
<g class="{{ f.mark }}" transform="{{ f.at }}"><circle r="5" fill="{{ colors['fruit.' ~ WORD] }}"/></g>
{% endfor %}"""


def test_a_cell_that_draws_in_its_middle_is_sound(tmp_path: Path) -> None:
    assert look(tmp_path, CELLS.replace("STAR", STAR), BOARD) == []


def test_a_shape_in_another_cell_is_told_at_its_tag(tmp_path: Path) -> None:
    moved = CELLS.replace("STAR", STAR.replace("star(0,", "star(18,"))
    assert look(tmp_path, moved, BOARD) == [f"{FACE}:5:26: GF330 'r0c0' 'star' 'r0c1'"]


def test_a_template_that_asks_for_no_kind_is_told(tmp_path: Path) -> None:
    asked = CELLS.replace("'star'", "'stars'").replace("STAR", STAR)
    assert f"{FACE}:5:18: GF194 warning: 'c.kind' 'stars' 'star'" in look(tmp_path, asked, BOARD)


def test_a_drawing_that_is_wholly_covered_is_told_at_its_cover(tmp_path: Path) -> None:
    under = '<circle r="4" fill="#c00"/>'
    cover = "{% if c.kind == 'star' %}<rect x='-6' y='-6' width='12' height='12'/>{% endif %}"
    covered = CELLS.replace("{% if c.kind == 'star' %}STAR{% endif %}", f"{cover}")
    assert look(tmp_path, covered, BOARD) == []
    once = covered.replace("<rect x='-6'", f"{under}<rect x='-6'")
    assert look(tmp_path / "once", once, BOARD) == [f"{FACE}:5:53: GF150 warning:"]
    twice = covered.replace("{% if c.kind", f"{under}{{% if c.kind")
    assert look(tmp_path / "twice", twice, BOARD) == []


MAP = """{kind: board, size: [150, 90], front: face.svg.j2, copies: 1, cells: {
  a: {at: [30, 30], diameter: 22, label: Ayr}, b: {at: [70, 30], diameter: 22, label: Bute},
  c: {at: [110, 30], diameter: 22, label: Coll}, d: {at: [30, 65], diameter: 22, label: Dun}}, joins: [[a, b], [b, c], [a, d]]}"""
TOWN = """{% for c in cells %}
<g class="{{ c.mark }}" transform="{{ c.at }}"><circle r="10.8" fill="none" stroke="#000"/>
<text SPOT font-size="4" text-anchor="middle">{{ c.label }}</text></g>
{% endfor %}"""


@for_each(
    [
        ("30", []),
        ("32", []),
        ("31.5", [f"{FACE}:4:26: GF331 warning: 'middle' 1.5"]),
        ("33", [f"{FACE}:4:26: GF331 warning: 'middle' 3"]),
    ]
)
def test_art_that_ends_with_the_bleed_is_no_stray(tmp_path: Path, foot: str, told: list[str]) -> None:
    screen = "{kind: screen, size: [80, 60], wing: 42, front: face.svg.j2, copies: 1}"
    groups = '{% for f in faces %}\n<g class="{{ f.mark }}" transform="{{ f.at }}">\nART</g>\n{% endfor %}'
    ground = "<rect x='-50' y='-32' width='100' height='64' fill='#ccd'/>"
    tower = f'{{% if f.id == "middle" %}}<path d="M-4 {foot} L-2 -6 H2 L4 {foot} Z" fill="#333"/>{{% else %}}<circle r="9"/>{{% endif %}}'
    art = wrap(groups.replace("ART", tower), "-2 -2 {{ w + 4 }} {{ h + 4 }}").replace("{% for", f"{ground}{{% for")
    assert look(tmp_path, art, screen, other="GF157") == told


@for_each(
    [
        ('x="-1.5" y="1.4"', []),
        ('y="15.4"', []),  # below it, as on maps
        ('y="22"', []),  # far from it, but in no other cell
        ("x=\"{{ 38 if c.id == 'a' else 0 }}\"", [f"{FACE}:4:1: GF330 'a' 'plain' 'b'"]),
    ]
)
def test_a_label_may_stand_beside_its_cell_but_not_in_another(tmp_path: Path, shown: str, found: list[str]) -> None:
    told = look(tmp_path, TOWN.replace("SPOT", shown), MAP, other="GF157")
    assert [each for each in told if "GF330" in each] == found


HEXES = "{kind: board, hex: {radius: 1, cell: 24, edges: 5, corners: 6}, border: 5, front: face.svg.j2, copies: 1}"
ROADS = """{% for c in cells if c.kind == 'edge' %}
<g class="road.{{ c.id }}" transform="translate({{ c.x }} {{ c.y }}) rotate(TURN)">
<rect x="X" y="-1" width="8" height="2"/></g>
{% endfor %}
{% for c in cells if c.kind == 'corner' %}
<g class="town.{{ c.id }}" transform="translate({{ c.x }} {{ c.y }})"><circle r="2"/></g>
{% endfor %}"""
ANGLE = "{{ c.angle }}"


@for_each(
    [
        ("-4", ANGLE, ""),
        ("-1", ANGLE, ""),  # off the middle, but nearer to no other edge
        ("{{ 20 if c.id == 'q0r0+q1r0' else -4 }}", ANGLE, "'q0r0+q1r0'"),
        ("-4", "{{ 0 if c.angle == 90 else c.angle }}", "GF330 "),  # a third of them lie across their edges
        ("-4", "0", "GF330 "),  # all lie in one direction, whatever that of their edge
        ("-4", "{{ c.angle + 90 }}", "GF330 warning"),  # all lie across, as gates do
    ]
)
def test_what_is_drawn_for_an_edge_in_a_loop_of_its_own_lies_on_it(
    tmp_path: Path, x: str, turn: str, told: str
) -> None:
    drawn = ROADS.replace("TURN", turn).replace('"X"', f'"{x}"')
    found = [each for each in look(tmp_path, drawn, HEXES, other="GF157") if "GF330" in each]
    assert bool(found) is bool(told)
    assert all(told in each for each in found)


def test_a_road_of_a_kind_of_its_own_lies_along_its_edge(tmp_path: Path) -> None:
    board = HEXES.replace("border: 5", 'kinds: {road: ["q0r0+*"]}, border: 5')
    across = "{{ c.angle + 90 if c.id == 'q0r0+q1r0' else c.angle }}"
    drawn = ROADS.replace("c.kind == 'edge'", "c.border == 'edge'").replace("X", "-4")
    for turn, told in (("{{ c.angle }}", False), (across, True)):
        found = [
            each
            for each in look(tmp_path / str(told), drawn.replace("TURN", turn), board, other="GF157")
            if "GF330" in each
        ]
        assert bool(found) is told
        assert all("'q0r0+q1r0'" in each for each in found)


@for_each([("sign.{{ c.id }}", True), ("row.{{ c.id }}", False)])
def test_a_sign_in_a_loop_of_its_own_lies_in_the_cell_that_its_name_ends_with(
    tmp_path: Path, name: str, told: bool
) -> None:
    shift = "{{ 20 if c.id == 'r0c0' else 0 }}"
    signs = f'{{% for c in cells %}}\n<g class="{name}" transform="{{{{ c.at }}}}"><circle cx="{shift}" r="3"/></g>{{% endfor %}}'
    found = look(tmp_path, f"{CELLS.replace('STAR', '')}\n{signs}", BOARD)
    assert [each for each in found if "GF330" in each] == [f"{FACE}:8:51: GF330 'r0c0' 'star' 'r0c1'"] * told


def test_names_that_end_with_the_id_of_a_cell_by_chance_are_no_places(tmp_path: Path) -> None:
    board = BOARD.replace("cell: 20}", "cell: 20}, names: [a, b, c, d, e, f]").replace("r0c0", "a")
    seats = "{% for n in ['a', 'b', 'c', 'z'] %}<g class='seat.{{ n }}'><circle cx='{{ 60 - 15 * loop.index }}' cy='6' r='2'/></g>{% endfor %}"
    assert [each for each in look(tmp_path, CELLS.replace("STAR", "") + seats, board) if "GF330" in each] == []
