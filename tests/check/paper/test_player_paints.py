"""A piece has the paint of its own player (GF159)."""

from pathlib import Path

from tests.check.paper.pages import COLORS, look

TOKEN = "{kind: token, diameter: 20, for_each: player, front: face.svg.j2, copies: 1}"
DISC = '<circle cx="10" cy="10" r="8" fill="{}"/>'


def test_a_piece_in_the_paint_of_another_player_is_told(tmp_path: Path) -> None:
    assert look(tmp_path, DISC.format("{{ player }}"), TOKEN, COLORS) == []
    found = look(tmp_path / "red", DISC.format("{{ colors['player.red'] }}"), TOKEN, COLORS)
    assert found == ["templates/face.svg.j2:2:1: GF159 'player.blue' 'player.red'"]


def test_a_piece_may_show_others_beside_its_own(tmp_path: Path) -> None:
    both = DISC.format("{{ player }}") + '<circle cx="10" cy="10" r="3" fill="{{ colors[\'player.red\'] }}"/>'
    assert look(tmp_path, both, TOKEN, COLORS) == []


def test_a_panel_in_the_paint_of_another_player_is_told(tmp_path: Path) -> None:
    die = "{kind: die, size: 16, faces: [1, 6, 2, 5, 3, 4], for_each: player, front: face.svg.j2, copies: 1}"
    drawing = """{% for f in faces %}<g class="{{ f.mark }}" transform="{{ f.at }}"><circle r="6" fill="{{ player }}"/>
    {% for k in range(f.value) %}<circle cx="{{ k - 2 }}" r="0.4" fill="#fff"/>{% endfor %}</g>{% endfor %}"""
    assert look(tmp_path, drawing, die, COLORS) == []
    red = drawing.replace("{{ player }}", "{{ player if f.value == 1 else colors['player.red'] }}")
    found = look(tmp_path / "red", red, die, COLORS)
    assert found == ["templates/face.svg.j2:2:68: GF159 'b' 'player.blue' 'player.red' 4"]


BOARD = """{kind: board, front: face.svg.j2, copies: 1, grid: {columns: 2, rows: 1, cell: 14},
    colors: {player.red: [r0c0], player.blue: [r0c1]}}"""
CELLS = '{% for c in cells %}<g class="{{ c.mark }}" transform="{{ c.at }}">\n<circle r="5" fill="{}"/></g>{% endfor %}'


def test_a_cell_in_the_paint_of_another_player_is_told(tmp_path: Path) -> None:
    assert look(tmp_path, CELLS.replace("{}", "{{ colors[c.color] }}"), BOARD, COLORS) == []
    found = look(tmp_path / "red", CELLS.replace("{}", "{{ colors['player.red'] }}"), BOARD, COLORS)
    assert found == ["templates/face.svg.j2:3:1: GF159 'r0c1' 'player.blue' 'player.red'"]
