"""What a face draws unlike all other faces of its part is told at its tag (GF144)."""

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from generator.check.analysis.drawing import Drawing
from generator.check.outliers.faces import find_odd_drawings
from generator.model.game import Design, Part
from generator.model.paper import Side
from generator.pipeline.build import prepare_kit
from generator.pipeline.options import Options
from generator.proof.kit import Kit

SUITS = {"red": "#cc0000", "blue": "#0000cc", "teal": "#007777"}
COLORS = "".join(f"  suit.{name}: {{paint: '{paint}'}}\n" for name, paint in SUITS.items())
ROWS = "\n".join(
    f"      - {{id: {suit}-{rank}, suit: {suit}, rank: {rank}, power: {7 - rank}, copies: 1}}"
    for suit in SUITS
    for rank in (1, 2, 3, 4)
)
GAME = f"""\
title: Wren
version: "1"
players: [1, 2]
colors:
{COLORS}parts:
  deck:
    kind: card
    size: [40, 60]
    front: a.svg.j2
    rows:
{ROWS}
"""
DEFS = (
    "<defs><symbol id='red' viewBox='0 0 2 2'><circle cx='1' cy='1' r='1'/></symbol>"
    "<symbol id='blue' viewBox='0 0 2 2'><path d='M0 0 H2 V2 H0 Z'/></symbol>"
    "<symbol id='teal' viewBox='0 0 2 2'><path d='M0 2 L1 0 L2 2 Z'/></symbol></defs>"
)
RANK = "<text x='5' y='9' font-size='5'>{{ row.rank }}</text>"
SUIT = "<use href='#{{ row.suit }}' x='25' y='4' width='8' height='8'/>"
PIPS = "{% for k in range(row.rank) %}<use href='#red' x='{{ 4 + 8 * k }}' y='40' width='6' height='6'/>{% endfor %}"
GROUND = """<rect x='4' y='20' width='32' height='10' fill="{{ colors['suit.' ~ row.suit] }}"/>"""
FACE = [DEFS, RANK, SUIT, PIPS, GROUND]


class FaceStub(NamedTuple):
    """A face as the check takes it."""

    part: Part
    designs: tuple[Design, ...]
    side: Side
    drawing: Drawing


def draw_faces(kit: Kit) -> Iterator[FaceStub]:
    """Yield the face of each design."""
    for part in kit.parts:
        for design in part.designs:
            yield FaceStub(part, (design,), "front", Drawing(kit.faces.draw_whole(part, design, "front")))


def find_notes(folder: Path, drawing: str, game: str = GAME) -> list[str]:
    """Return the design, the line of the tag, and the sentence of each odd drawing."""
    home = folder / "wren"
    (home / "templates").mkdir(parents=True)
    (home / "game.yaml").write_text(game, "utf-8")
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {{{{ w }}}} {{{{ h }}}}">\n{drawing}\n</svg>\n'
    (home / "templates" / "a.svg.j2").write_text(svg, "utf-8")
    kit = prepare_kit(home, Options())
    faces = list(draw_faces(kit))
    found = []
    for odd in find_odd_drawings(faces, kit.game.colors):
        face = faces[odd.face]
        place = odd.address and kit.faces.locate_shape(face.part, face.designs[0], "front", odd.address)
        found.append(f"{face.designs[0].id}:{place.line if place else 0} {odd.text}")
    return found


def choose(line: str, old: str, new: str, card: str = "blue-3") -> str:
    """Return the drawing with other words in one line, on one card alone."""
    assert FACE.count(line) == 1
    assert old in line
    one = f"{{% if row.id == '{card}' %}}{line.replace(old, new)}{{% else %}}{line}{{% endif %}}"
    return "\n".join(one if each == line else each for each in FACE)


def test_sound_faces_get_no_note(tmp_path: Path) -> None:
    assert find_notes(tmp_path, "\n".join(FACE)) == []


@pytest.mark.parametrize(
    ("drawing", "told"),
    [
        pytest.param(
            choose(RANK, "{{ row.rank }}", "4"),
            "blue-3:3 this text is '4' here, but the 'rank' is 3; it is the same in all 11 others",
            id="a text typed on one card",
        ),
        pytest.param(choose(RANK, "{{ row.rank }}", "III"), None, id="a number written otherwise"),
        pytest.param(
            choose(SUIT, "{{ row.suit }}", "red"),
            "blue-3:4 the sign in this place is a drawing here, and a drawing in the 3 others whose 'suit' is 'blue'",
            id="the sign of another suit",
        ),
        pytest.param(
            choose(PIPS, "range(row.rank)", "range(4)"),
            "blue-3:5 the number of these signs is 4 here, but the 'rank' is 3; it is the same in all 11 others",
            id="a pip too many",
        ),
        pytest.param(
            choose(SUIT, "height='8'", "height='8' transform='rotate(90 29 8)'"),
            None,
            id="a sign turned about its middle has another place",
        ),
        pytest.param(
            choose(SUIT, "width='8' height='8'", "width='4' height='4'"),
            "blue-3:4 the scale of this sign is 2.0 here, and 4.0 in all 11 others",
            id="a sign of another size",
        ),
        pytest.param(
            choose(GROUND, "row.suit", "'red'"),
            "blue-3:6 the paint of this is '#cc0000' here, but the 'suit color' is '#0000cc'; it is the same in all 11"
            " others",
            id="the paint of another suit",
        ),
    ],
)
def test_an_odd_drawing_is_told_at_its_tag(tmp_path: Path, drawing: str, told: str | None) -> None:
    assert find_notes(tmp_path, drawing) == ([told] if told else [])


def test_what_a_whole_class_of_faces_shows_is_told_once(tmp_path: Path) -> None:
    drawing = "\n".join(FACE).replace("{{ row.rank }}", "{{ 4 if row.rank == 3 else row.rank }}", 1)
    assert find_notes(tmp_path, drawing) == []  # three ranks are too few to tell
    more = GAME.replace("players", "players", 1)
    rows = [
        f"      - {{id: {s}-{r}, suit: {s}, rank: {r}, power: {8 - r}, copies: 1}}" for s in SUITS for r in range(1, 7)
    ]
    wide = more.replace(ROWS, "\n".join(rows)).replace("size: [40, 60]", "size: [60, 60]")
    assert find_notes(tmp_path / "more", drawing, wide) == [
        "red-3:3 this text is '4' here, but the 'rank' is 3; it is the same in all 5 others"
    ]


def test_the_only_card_of_its_kind_may_differ(tmp_path: Path) -> None:
    kinds = GAME.replace("power:", "kind: plain, power:").replace(
        "kind: plain, power: 4, copies: 1}\n      - {id: blue-4",
        "kind: king, power: 4, copies: 1}\n      - {id: blue-4",
    )
    assert kinds.count("kind: king") == 1
    drawing = choose(SUIT, "width='8' height='8'", "width='4' height='4'")
    assert find_notes(tmp_path, drawing, kinds) == []


BOARD = """\
title: Wren
version: "1"
players: [1, 2]
colors:
  player.red: {paint: '#cc0000'}
  player.blue: {paint: '#0000cc'}
  player.teal: {paint: '#007777'}
parts:
  board:
    kind: board
    front: a.svg.j2
    copies: 1
    grid: {columns: 4, rows: 4, cell: 20}
    kinds: {well: [r0c0, r0c3, r3c0, r3c3]}
    colors: {player.red: ["r*c1"], player.blue: ["r*c2"], player.teal: [r1c0, r2c0, r1c3, r2c3]}
"""
CELL = """\
<g class="{{ c.mark }}" transform="{{ c.at }}"><rect x="-9" y="-9" width="18" height="18" fill="FILL"/>
<g transform="TURN"><text y="6" font-size="3">{{ c.kind }}</text></g>
<g transform="translate(0 -2) scale(SCALE)"><circle r="1"/></g></g>
"""
PAINT, UPRIGHT, LARGE = (
    "{{ colors[c.color] if c.color else '#ffffff' }}",
    "rotate(0)",
    "{{ 3 if c.kind == 'well' else 2 }}",
)


@pytest.mark.parametrize(
    ("paint", "turn", "scale", "told"),
    [
        pytest.param(PAINT, UPRIGHT, LARGE, None, id="sound"),
        pytest.param(
            "{{ colors['player.red'] if c.id == 'r1c2' else colors[c.color] if c.color else '#ffffff' }}",
            UPRIGHT,
            LARGE,
            "in the cell 'r1c2', the paint of this is '#cc0000' here, and '#0000cc' in the 3 others whose 'color' is"
            " 'player.blue'",
            id="the paint of another color",
        ),
        pytest.param(
            PAINT,
            "rotate({{ 180 if c.id == 'r1c2' else 0 }})",
            LARGE,
            "in the cell 'r1c2', the turn of the texts, in degrees, is 180 here, and 0 in all 15 others",
            id="a text upside down",
        ),
        pytest.param(
            PAINT,
            UPRIGHT,
            "{{ 3 if c.kind == 'well' and c.id != 'r0c0' else 2 }}",
            "in the cell 'r0c0', the scale of this sign is 2.0 here, and 3.0 in the 3 others whose 'kind' is 'well'",
            id="a sign of the size of another kind",
        ),
    ],
)
def test_an_odd_cell_is_told_at_its_tag(tmp_path: Path, paint: str, turn: str, scale: str, told: str | None) -> None:
    cell = CELL.replace("FILL", paint).replace("TURN", turn).replace("SCALE", scale)
    found = find_notes(tmp_path, f"{{% for c in cells %}}\n{cell}{{% endfor %}}", BOARD)
    assert [each.partition(" ")[2] for each in found] == ([told] if told else [])


SPOTS = """{% set at = {2: [[0, -2], [0, 2]], 3: [[0, -2], [0, 0], [0, 2]], 4: [[-1, -2], [1, -2], [-1, 2], [1, 2]],
5: [[-1, -2], [1, -2], [0, 0], [-1, 2], [1, 2]], 6: [[-1, -2], [1, -2], [-1, 0], [1, 0], [-1, 2], [1, 2]],
7: [[-1, -2], [1, -2], [-1, 0], [1, 0], [-1, 2], [1, 2], [0, -1]],
8: [[-1, -2], [1, -2], [-1, 0], [1, 0], [-1, 2], [1, 2], [0, -1], [0, 1]],
9: [[-1, -2], [1, -2], [-1, -1], [1, -1], [-1, 1], [1, 1], [-1, 2], [1, 2], [0, 0]],
10: [[-1, -2], [1, -2], [-1, -1], [1, -1], [-1, 1], [1, 1], [-1, 2], [1, 2], [0, -1.5], [0, 1.5]],
'K': []} %}{% for x, y in at[row.rank] %}
<use href='#{{ row.suit }}' x='{{ 18 + 6 * x }}' y='{{ 28 + 6 * y }}' width='4' height='4'/>{% endfor %}"""


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("[0, -1], [0, 1]]", "[0, -1], [0, 1]]", []),
        (
            "[-1, 2], [1, 2], [0, 0]]",
            "[-1, 2], [1, 2]]",
            [
                "red-9:10 the number of signs that are alike is 8 here, but the 'rank' is 9; it is the same in all 8 others"
            ],
        ),
        (
            "[1, 2], [0, -1]]",
            "[1, 2], [1, 2]]",
            [
                "red-7:10 the number of signs that are alike is 6 here, but the 'rank' is 7; it is the same in all 8 others"
            ],
        ),
        (
            "[0, -1], [0, 1]]",
            "[0, -1], [0.5, 1]]",
            ["red-8:10 the layout of these signs is uneven here, and even in all 7 others"],
        ),
    ],
)
def test_pips_of_a_rank_are_told_in_all_suits_at_once(tmp_path: Path, old: str, new: str, told: list[str]) -> None:
    ranks = [*range(2, 11), "K"]
    rows = "\n".join(f"      - {{id: {s}-{r}, suit: {s}, rank: {r}, copies: 1}}" for s in SUITS for r in ranks)
    assert SPOTS.count(old) == 1
    assert find_notes(tmp_path, f"{DEFS}\n{SPOTS.replace(old, new)}", GAME.replace(ROWS, rows)) == told
