"""What stands in one place is missing in others like it: sides, routes, signs that count, names (GF126 to GF179)."""

from pathlib import Path

import pytest

from tests.check.paper.pages import look, wrap

FACE = "templates/face.svg.j2"
STANDEE = "{kind: standee, size: [20, 30], front: face.svg.j2, copies: 1}"
SIDES = """{% for f in faces %}<g class="{{ f.mark }}" transform="{{ f.at }}">
{% if f.id in ['front', 'back'] %}<circle r="5"/><text y="9" font-size="4" text-anchor="middle">Owl</text>
<g class="icon.wing"><path d="M-3 -8 h6 v2 h-6 Z"/></g>{% else %}<circle r="1"/>{% endif %}
</g>{% endfor %}"""
BOARD = "{kind: board, grid: {columns: 4, rows: 4, cell: 10}, front: face.svg.j2, copies: 1, safe: 0, ROUTES}"
CELLS = (
    '{% for c in cells %}<g class="{{ c.mark }}" transform="{{ c.at }}"><circle r="3" fill="#777"/></g>{% endfor %}\n'
)
RAYS = "{% for k in range(4) %}<path d='M{{ 5 + 10 * k }} 4 v32' stroke='#000'/><path d='M4 {{ 5 + 10 * k }} h32' stroke='#000'/>{% endfor %}\n"
DISC = "<circle cx='{}' cy='{}' r='1'/>"


def test_a_die_that_draws_as_much_for_two_numbers_is_told(tmp_path: Path) -> None:
    die = "{kind: die, size: 16, faces: [egg 1, egg 2, hen 1, hen 2, fox, owl], front: face.svg.j2, copies: 1}"
    drawing = """{% for f in faces %}{% set words = f.value.split(' ') + ['1'] %}<g class="{{ f.mark }}" transform="{{ f.at }}">
{% for k in range(COUNT) %}<circle cx="{{ 5 * k - 2.5 * words[1]|int + 2.5 }}" r="{{ 1 + 'efho'.index(words[0][0]) / 4 }}"/>{% endfor %}</g>{% endfor %}"""
    assert look(tmp_path, drawing.replace("COUNT", "words[1]|int"), die) == []
    found = look(tmp_path / "one", drawing.replace("COUNT", "1"), die, other="GF190 GF191 GF194")
    assert found == [f"{FACE}:2:65: GF158 warning: 'b' 'a' 'egg 2' 'egg 1'"]


def test_the_one_face_with_words_alone_is_told(tmp_path: Path) -> None:
    die = "{kind: die, size: 16, faces: [hen, fox, hen, fox, owl, cat], front: face.svg.j2, copies: 1}"
    drawing = """{% for f in faces %}<g class="{{ f.mark }}" transform="{{ f.at }}">
{% if f.value != 'SKIP' %}<circle cy="-4" r="2"/>{% endif %}<text y="3" text-anchor="middle" font-size="4">{{ f.value }}</text></g>{% endfor %}"""
    assert look(tmp_path, drawing.replace("SKIP", "cow"), die, other="GF190 GF191 GF194") == []
    assert look(tmp_path / "owl", drawing.replace("SKIP", "owl"), die) == [f"{FACE}:2:21: GF158 warning: 'e'"]
    assert look(tmp_path / "two", drawing.replace("SKIP", "hen"), die) == []


def test_what_is_on_one_side_of_a_symmetric_board_is_noted(tmp_path: Path) -> None:
    board = BOARD.replace("ROUTES", "border: 0")
    four = "".join(DISC.format(x, y) for x, y in ((10, 10), (30, 10), (10, 30), (30, 30)))
    assert look(tmp_path, CELLS + RAYS + four, board) == []
    three = four.replace(DISC.format(30, 30), "")
    found = look(tmp_path / "three", CELLS + RAYS + three, board)
    assert found == [f"{FACE}:4:63: GF179 note: 10 1 4"]
    text = three + "<text x='29' y='31' font-size='4'>N</text>"
    assert len(look(tmp_path / "text", CELLS + RAYS + text, board)) == 1
    uneven = board.replace("border: 0", "kinds: {pond: [r0c0]}")
    pond = CELLS.replace("#777", "{{ '#36c' if c.kind == 'pond' else '#777' }}")
    assert look(tmp_path / "uneven", pond + RAYS + three, uneven) == []


def test_a_route_that_is_marked_where_others_are_not_is_noted_at_the_list(tmp_path: Path) -> None:
    board = BOARD.replace("ROUTES", "routes: {up: [r3c0, r2c0, r1c0], down: [r0c3, r1c3, r2c3]}")
    arrows = "{% for name in NAMES %}{% set c = routes[name]|first %}\n<path d='M{{ c.x }} {{ c.y - 1 }} l1 2 h-2 Z'/>{% endfor %}"
    both = CELLS + arrows.replace("NAMES", "['up', 'down']")
    assert look(tmp_path, both, board) == []
    one = CELLS + arrows.replace("NAMES", "['up']")
    assert look(tmp_path / "one", one, board, other="GF190 GF191 GF194") == [f"{FACE}:3:1: GF179 note: 'up' 'down'"]


def test_the_name_of_a_column_beside_the_value_of_another_is_told(tmp_path: Path) -> None:
    rows = "rows: [{id: a, gold: [1, 2], silver: [1, 3], copies: 1}, {id: b, gold: [2, 3], silver: [2, 4], copies: 1}]"
    deck = f"{{kind: card, size: [40, 30], front: face.svg.j2, safe: 1, {rows}}}"
    line = "<text x='4' y='{y}' font-size='4'>{word}</text>\n<g class='row.{name}'>{{% for n in row.{name} %}}<text x='{{{{ 14 + 4 * n }}}}' y='{y}' font-size='4'>{{{{ n }}}}</text>{{% endfor %}}</g>\n"
    drawing = line.format(y=10, word="gold", name="gold") + line.format(y=16, word="silver", name="silver")
    assert look(tmp_path, drawing, deck) == []
    wrong = line.format(y=10, word="silver", name="gold") + line.format(y=16, word="gold", name="silver")
    assert look(tmp_path / "wrong", wrong, deck) == [f"{FACE}:2:1: GF144 warning: 'silver' 'gold' 'silver' 1"]
    twice = line.format(y=10, word="gold", name="gold") + line.format(y=16, word="gold", name="silver")
    assert look(tmp_path / "twice", twice, deck) == [f"{FACE}:4:1: GF144 warning: 'gold' 'silver' 'gold' 1"]


def test_the_name_of_a_route_by_another_route_is_told(tmp_path: Path) -> None:
    board = BOARD.replace("ROUTES", "routes: {north: [r0c0..3], south: [r3c0..3]}")
    names = "{% for name, y in [['North', Y1], ['South', Y2]] %}\n<text x='12' y='{{ y }}' font-size='3'>{{ name }}</text>{% endfor %}"
    right = CELLS + names.replace("Y1", "11").replace("Y2", "30")
    assert look(tmp_path, right, board, other="GF151") == []
    wrong = CELLS + names.replace("Y1", "30").replace("Y2", "11")
    found = look(tmp_path / "wrong", wrong, board, other="GF151")
    assert found in (
        [f"{FACE}:3:1: GF144 warning: 'North' 'south' 'north'"],
        [f"{FACE}:3:1: GF144 warning: 'South' 'north' 'south'"],
    )


def test_a_slot_that_is_drawn_much_too_small_is_told(tmp_path: Path) -> None:
    drawing = "{% for c in cells %}<g class='{{ c.mark }}' transform='{{ c.at }}'><rect x='{{ -SHARE * c.width }}' y='{{ -SHARE * c.height }}' width='{{ 2 * SHARE * c.width }}' height='{{ 2 * SHARE * c.height }}' fill='#eee' stroke='#000' stroke-width='0.3'/></g>{% endfor %}"
    cards = "\n  card: {kind: card, size: [20, 20], front: blank.svg.j2, copies: 1}"
    board = BOARD.replace("ROUTES", "slots: {a: {cells: [r0c0..1, r1c0..1], part: card}}") + cards
    blank = {"blank.svg.j2": wrap("<circle cx='10' cy='10' r='4'/>")}
    assert look(tmp_path, drawing.replace("SHARE", "0.48"), board, other="GF157", beside=blank) == []
    small = drawing.replace("SHARE", "(0.25 if c.kind == 'slot' else 0.48)")
    found = look(tmp_path / "small", small, board, other="GF157", beside=blank)
    assert [each for each in found if "GF141" in each] == [f"{FACE}:2:21: GF141 warning: 'a' 10 10 20 20"]


def test_a_line_beside_the_middles_of_spaces_is_told(tmp_path: Path) -> None:
    track = "{kind: track, from: 1, to: 6, columns: 6, cell: 10, front: face.svg.j2, copies: 1, safe: 0}"
    spaces = "{% for s in spaces %}<g class='{{ s.mark }}' transform='{{ s.at }}'><text y='1' text-anchor='middle' font-size='4'>{{ s.n }}</text></g>{% endfor %}\n"
    line = "<polyline points='{% for s in spaces %}{{ s.x + OFF }},{{ s.y + 5 }} {% endfor %}' fill='none' stroke='#999' stroke-width='0.4'/>"
    assert look(tmp_path, line.replace("OFF", "5") + spaces, track) == []
    found = look(tmp_path / "off", line.replace("OFF", "2") + spaces, track)
    assert found == [f"{FACE}:2:1: GF147 warning: -3.0 +0.0"]


def test_one_paint_next_to_three_names_is_told(tmp_path: Path) -> None:
    group = "colors: {good.fish: {paint: '#cc0000'}, good.silk: {paint: '#0000cc'}, good.salt: {paint: '#00aa44'}}"
    drawing = "{% for name in ['fish', 'silk', 'salt'] %}{% set y = 4 + 8 * loop.index0 %}\n<rect x='4' y='{{ y }}' width='5' height='5' fill=\"{{ colors['good.' ~ OWN] }}\"/><text x='12' y='{{ y + 4 }}' font-size='4'>{{ name }}</text>{% endfor %}"
    assert look(tmp_path, drawing.replace("OWN", "name"), more=group) == []
    found = look(tmp_path / "one", drawing.replace("OWN", "'fish'"), more=group, other="GF190 GF191 GF194")
    assert found == [f"{FACE}:3:1: GF148 'good.silk' 'good.fish'"]


@pytest.mark.parametrize(
    ("white", "black", "sign", "is_told"),
    [
        ("#fff", "#000", "M9 9 h2 v2 h-2 Z", False),
        ("#000", "#fff", "M9 9 h2 v2 h-2 Z", True),
        ("#000", "#fff", "M5 9 h10 v2 h-10 Z", False),  # no sign on a ground
        ("#000", "#000", "M9 9 h2 v2 h-2 Z", False),
        ("none", "#fff", "M9 9 h2 v2 h-2 Z", False),
    ],
)
def test_two_groups_on_the_grounds_that_each_other_is_named_by_are_told(
    tmp_path: Path, white: str, black: str, sign: str, is_told: bool
) -> None:
    drawing = "\n".join(
        f"<g class='icon.{name}' transform='translate({x} 0)'>\n"
        f"<rect x='6' y='6' width='8' height='8' fill='{fill}' stroke='#777' stroke-width='0.4'/><path d='{sign}' fill='#777'/></g>"
        for name, x, fill in (("white", 0, white), ("black", 14, black))
    )
    found = [each for each in look(tmp_path, drawing) if "GF148" in each]
    assert found == ([f"{FACE}:2:1: GF148 warning: 'icon.white' 'icon.black'"] if is_told else [])


@pytest.mark.parametrize(("turn", "is_told"), [(0, False), (90, True)])
def test_paints_of_players_that_lie_by_the_cells_of_others_are_told(tmp_path: Path, turn: int, is_told: bool) -> None:
    names = "red: '#cc0000'", "blue: '#0000cc'", "teal: '#007777'", "gold: '#997700'"
    paints = ", ".join(f"player.{each.replace(': ', ': {paint: ')}}}" for each in names)
    seats = (
        "colors: {player.red: [r0c1..2], player.blue: [r1c3, r2c3], player.teal: [r3c1..2], player.gold: [r1c0, r2c0]}"
    )
    board = BOARD.replace("ROUTES", seats)
    colored = CELLS.replace('"#777"', "\"{{ colors[c.color] if c.color else '#777' }}\"")
    rose = (
        f"<g transform='rotate({turn} 20 20)'>{{% for role in ['red', 'blue', 'teal', 'gold'] %}}\n"
        "<g transform='rotate({{ 90 * loop.index0 }} 20 20)'><path d='M20 14 l2 4 h-4 Z' fill=\"{{ colors['player.' ~ role] }}\"/></g>"
        "{% endfor %}</g>"
    )
    found = [each for each in look(tmp_path, colored + rose, board, f"colors: {{{paints}}}") if "GF148" in each]
    assert found == ([f"{FACE}:4:53: GF148 warning: 'player.red' 'player.blue'"] if is_told else [])


def test_the_ground_of_a_queue_in_a_tint_of_another_player_is_told(tmp_path: Path) -> None:
    names = "red: '#cc0000'", "blue: '#0000cc'", "teal: '#007777'", "gold: '#997700'"
    paints = ", ".join(f"player.{each.replace(': ', ': {paint: ')}}}" for each in names)
    board = BOARD.replace(
        "ROUTES",
        "colors: {player.red: [r0c1..2], player.blue: [r1c3, r2c3], player.teal: [r3c1..2], player.gold: [r1c0, r2c0]}",
    )
    ground = (
        "{% for role in ROLES %}\n<g transform='rotate({{ 90 * loop.index0 }} 20 20)'>"
        "<path d='M20 14 l2 4 h-4 Z' fill=\"{{ colors['player.' ~ role]|tint(0.3) }}\"/></g>{% endfor %}"
    )
    colored = CELLS.replace('"#777"', "\"{{ colors[c.color] if c.color else '#777' }}\"")
    for roles in ("['red', 'blue', 'teal', 'gold']", "['red', 'gold', 'teal', 'blue']"):
        drawing = colored + ground.replace("ROLES", roles)
        found = look(tmp_path / roles, drawing, board, f"colors: {{{paints}}}")
        assert [each for each in found if "GF148" in each] == [], "two of four may be exchanged by intent"
    three = colored + ground.replace("ROLES", "['blue', 'teal', 'gold', 'red']")
    found = look(tmp_path / "three", three, board, f"colors: {{{paints}}}")
    assert [each for each in found if "GF148" in each] == [f"{FACE}:4:53: GF148 warning: 'player.blue' 'player.red'"]


@pytest.mark.parametrize(
    ("turns", "told"), [("[0, 90, 180, 270]", []), ("[0, 90, 0, 270]", [f"{FACE}:3:1: GF179 note: 180 3"])]
)
def test_the_one_drawing_round_the_middle_that_is_turned_otherwise_is_noted(
    tmp_path: Path, turns: str, told: list[str]
) -> None:
    signs = (
        f"{{% for x, y in [(10, 10), (30, 10), (30, 30), (10, 30)] %}}{{% set turn = {turns}[loop.index0] %}}\n"
        "<g transform='translate({{ x }} {{ y }}) rotate({{ turn }})'><path d='M-2 -2 H2 L-2 2 Z'/></g>{% endfor %}"
    )
    assert look(tmp_path, CELLS + signs, BOARD.replace(", ROUTES", "")) == told


@pytest.mark.parametrize(("left", "told"), [(-4.5, []), (0, [f"{FACE}:2:113: GF141 warning: 'r0c0' 15 +2.2 +0"])])
def test_cells_that_are_painted_in_one_half_are_told(tmp_path: Path, left: float, told: list[str]) -> None:
    cells = (
        "{% for c in cells %}<g class='{{ c.mark }}' transform='{{ c.at }}'>"
        f"<path d='M-4.5 -1 l2 1 l-2 1 Z' fill='#fff'/><path d='M{left} -4.5 H4.5 V4.5 H{left} Z' fill='#777'/></g>{{% endfor %}}"
    )
    found = look(tmp_path, cells, BOARD.replace(", ROUTES", ""))
    assert [each for each in found if "GF141" in each] == told


def test_arrowheads_where_all_routes_end_are_noted(tmp_path: Path) -> None:
    board = BOARD.replace("ROUTES", "routes: {up: [r3c0, r2c0, r1c0], down: [r0c3, r1c3, r2c3]}")
    arrows = "{% for name in ['up', 'down'] %}{% set c = routes[name]|END %}\n<path d='M{{ c.x }} {{ c.y - 1 }} l1 2 h-2 Z'/>{% endfor %}"
    assert look(tmp_path, CELLS + arrows.replace("END", "first"), board) == []
    found = look(tmp_path / "last", CELLS + arrows.replace("END", "last"), board)
    assert found == [f"{FACE}:3:33: GF179 note: 'up'"]
    discs = arrows.replace("END", "last").replace("l1 2 h-2 Z", "h1 v1 h-1 Z")
    assert look(tmp_path / "discs", CELLS + discs, board) == []


def test_an_outline_that_is_turned_against_its_cell_is_told(tmp_path: Path) -> None:
    cells = "{door: {polygon: [[12, 26], [28, 26], [28, 18], [20, 12], [12, 18]]}, hut: {size: [10, 10], at: [60, 20]}}"
    board = (
        f"{{kind: board, size: [90, 60], cells: {cells}, joins: [[door, hut]], front: face.svg.j2, copies: 1, safe: 0}}"
    )
    outline = "{% for c in cells %}<g class='{{ c.mark }}' transform='{{ c.at }}'>\n<g transform='TURN'><polygon points='{{ c.points }}' fill='#999'/></g></g>{% endfor %}"
    told = [each for each in look(tmp_path, outline.replace("TURN", "rotate(0)"), board) if "GF153" in each]
    assert told == []
    for turn in ("rotate(180)", "scale(1 -1)"):
        found = look(tmp_path / turn, outline.replace("TURN", turn), board)
        assert [each for each in found if "GF153" in each] == [f"{FACE}:3:1: GF153 warning: 'door'"]


@pytest.mark.parametrize(
    ("start", "rest", "is_told"),
    [(0, 0, False), (0, 1, True), (0, 5, True), (1, 1, False), (1, 0, False), (1, 4, True)],
)
def test_spaces_that_stand_out_are_the_tens(tmp_path: Path, start: int, rest: int, is_told: bool) -> None:
    track = f"{{kind: track, from: {start}, to: 40, columns: 10, cell: 10, front: face.svg.j2, copies: 1, safe: 0}}"
    spaces = (
        "{% for s in spaces %}<g class='{{ s.mark }}' transform='{{ s.at }}'>\n"
        "<circle r='4' fill='{{ \"#ccc\" if s.n % 10 == REST else \"#fff\" }}' stroke='#000' stroke-width='0.3'/>"
        "<text y='1' text-anchor='middle' font-size='4'>{{ s.n }}</text></g>{% endfor %}"
    )
    found = look(tmp_path, spaces.replace("REST", str(rest)), track)
    assert [each.partition(": GF185")[0] for each in found] == ([f"{FACE}:3:1"] if is_told else [])


def test_what_fills_all_cells_beside_their_middles_is_told(tmp_path: Path) -> None:
    board = BOARD.replace("ROUTES", "border: 0")
    cells = "{% for c in cells %}<g class='{{ c.mark }}' transform='{{ c.at }}'>\n<rect x='-4.5' y='-4.5' width='SIZE' height='9' fill='#ccc' stroke='#000' stroke-width='0.2'/></g>{% endfor %}"
    assert look(tmp_path, cells.replace("SIZE", "9"), board, other="GF157") == []
    found = look(tmp_path / "half", cells.replace("SIZE", "4.5"), board)
    assert [each for each in found if "GF141" in each] == [f"{FACE}:3:1: GF141 warning: 'r0c0' 15 -2.2 +0"]
    halves = cells.replace("SIZE", "4.5").replace(
        "</g>{% endfor", "<rect x='0' y='-4.5' width='4.5' height='9' fill='#999'/></g>{% endfor"
    )
    assert look(tmp_path / "halves", halves, board, other="GF157") == []


def test_a_mirrored_back_of_a_standee_is_not_upside_down(tmp_path: Path) -> None:
    shape = "<g transform='{{ TURN if f.id == 'back' else '' }}'><path d='M-4 6 L0 -6 L5 6 Z'/></g>"
    plain = SIDES[: SIDES.index("<circle")] + shape + SIDES[SIDES.index("{% else") :]
    assert look(tmp_path / "across", plain.replace("TURN", "'scale(-1 1)'"), STANDEE) == []
    down = look(tmp_path / "down", plain.replace("TURN", "'scale(1 -1)'"), STANDEE)
    assert {line.split(": ")[1] for line in down} == {"GF158 warning"}


COSTS = """{% set spot = namespace(y=4) %}{% for column in ['plums', 'pears'] if row[column] %}
<g class="row.{{ column }}" transform="translate(8 {{ spot.y }})"><g transform="scale(2)">
{% if column == 'plums' %}<circle r="1"/>{% else %}<path d="M-1 -1 h2 v2 h-2 Z"/>{% endif %}</g></g>
{% set spot.y = spot.y + 8 %}{% endfor %}"""


def test_lines_that_stack_up_are_compared_by_their_columns(tmp_path: Path) -> None:
    rows = "".join(f"{{id: a{k}, plums: {0 if k == 4 else 1}, pears: 1, copies: 1}}, " for k in range(6))
    deck = f"{{kind: card, size: [40, 30], front: face.svg.j2, rows: [{rows}]}}"
    assert look(tmp_path, COSTS, deck) == []


@pytest.mark.parametrize(("inner", "line"), [("", 4), ("scale(1 -1)", 0)], ids=["turned", "turned twice"])
def test_what_is_upside_down_is_told_at_the_group_that_turns_it(tmp_path: Path, inner: str, line: int) -> None:
    shape = (
        "\n<g transform='{{ 'scale(1 -1)' if f.id == 'back' else '' }}'>"
        f"<g transform='{{{{ '{inner}' if f.id == 'back' else '' }}}}'>\n<path d='M-4 6 L0 -6 L5 6 Z'/></g></g>"
    )
    found = look(tmp_path, SIDES[: SIDES.index("<circle")] + shape + SIDES[SIDES.index("{% else") :], STANDEE)
    assert {each.partition(": GF158")[0] for each in found} == ({f"{FACE}:{line}:1"} if line else set())
