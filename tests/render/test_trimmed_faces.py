"""Faces in figures: how their names are parsed, how they are trimmed, and errors of unknown names."""

from pathlib import Path

import pytest

from generator.components import KINDS
from generator.components.designs import expand_parts
from generator.geometry.matrix import multiply_matrices, transform_point
from generator.load.game import read_game
from generator.model.finding import DataError, DrawingError, Place
from generator.model.game import Part
from generator.model.picture import Clip, Group, Picture, Shape
from generator.pipeline.build import prepare_kit
from generator.pipeline.options import Options
from generator.render.trimmed_faces import FaceReference, TrimmedFace, find_face, parse_face_name
from tests.messages import facts
from tests.samples import for_each

GAME = """\
title: Wren
version: "1.0"
players: [1, 4]
colors:
  player.red: {paint: "#aa0000"}
  player.blue: {paint: "#0000aa"}
parts:
  hand:
    {kind: card, size: [20, 30], for_each: player, rows: [{id: a}, {id: 3}], front: box.svg.j2, back: box.svg.j2,
     copies: 1}
  gem: {kind: token, diameter: 14, front: box.svg.j2, copies: 5}
  wood:
    kind: board
    grid: {rows: 2, columns: 4, cell: 20}
    sections: {left: ["r*c0", "r*c1"], right: ["r*c2", "r*c3"]}
    front: box.svg.j2
    copies: 1
  man: {kind: standee, size: [10, 20], foot: 5, front: box.svg.j2, copies: 1}
  cube: {kind: die, size: 15, front: box.svg.j2, copies: 1, faces: [1, 2, 3, 4, 5, 6]}
rules: rules.md
figures:
  it:
    template: it.svg.j2
    size: [60, 40]
    alt: It.
    values: {card: red.4, part: gme, whole: hand.red.a.bakc}
claims:
  - {id: W1, says: one, rests_on: rules, check: count('gem') == 5}
"""
BOX = """\
{% set b = 0 if part.id == 'wood' else 2 %}
<svg xmlns="http://www.w3.org/2000/svg" viewBox="{{ -b }} {{ -b }} {{ w + 2 * b }} {{ h + 2 * b }}">
<rect x="{{ -b }}" y="{{ -b }}" width="{{ w + 2 * b }}" height="{{ h + 2 * b }}"/>
{% if part.id == 'wood' %}<text x="9" y="12" font-size="4">ab</text>{% endif %}
</svg>
"""
FIGURE = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 60 40">\n%s\n</svg>'


@for_each(
    [
        (
            "[{n: 5}, {n: 7}, {n: 9}]",
            "red.A",
            "no design 'red.A'; its designs are red.1 to red.3, because its rows have no `id`",
        ),
        ("[{n: 5, id: x}, {n: 7, id: yard}]", "red.yart", "no design 'red.yart'; did you mean 'red.yard'?"),
    ]
)
def test_designs_without_ids_have_numbers(tmp_path: Path, rows: str, name: str, told: str) -> None:
    (tmp_path / "wren").mkdir()
    text = GAME.replace("[{id: a}, {id: 3}]", rows).partition("rules:")[0]
    (tmp_path / "wren" / "game.yaml").write_text(text, "utf-8")
    parts = {part.id: part for part in expand_parts(read_game(tmp_path / "wren", KINDS), KINDS)}
    with pytest.raises(DrawingError) as raised:
        find_face(parts["hand"], name)
    assert raised.value.message == f"the part 'hand' has {told}"


@pytest.fixture
def wren(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    home = tmp_path / "wren"
    (home / "templates").mkdir(parents=True)
    (home / "game.yaml").write_text(GAME, "utf-8")
    (home / "rules.md").write_text("# Wren\n\n![It](figure:it)\n", "utf-8")
    (home / "templates" / "box.svg.j2").write_text(BOX, "utf-8")
    monkeypatch.chdir(tmp_path)
    return Path("wren")


def draw_figure(home: Path, body: str) -> Picture:
    (home / "templates" / "it.svg.j2").write_text(FIGURE % body, "utf-8")
    kit = prepare_kit(home, Options())
    values = kit.game.data.figures["it"].values
    said: dict[object, Place] = {value: kit.game.place("figures", "it", "values", key) for key, value in values.items()}
    return kit.faces.draw_page(
        "it.svg.j2", {"values": values}, 60, 40, "figure it", kit.game.place("figures", "it"), said
    )


def find_faults(home: Path, body: str) -> list[str]:
    with pytest.raises(DataError) as caught:
        draw_figure(home, body)
    return [facts(finding).removeprefix("wren/") for finding in caught.value.findings]


def trim_face(home: Path, name: str) -> TrimmedFace:
    return prepare_kit(home, Options()).faces.trimmed_face(name)


def load_parts(home: Path) -> dict[str, Part]:
    return {part.id: part for part in prepare_kit(home, Options()).all_parts}


def describe_reference(asked: FaceReference) -> tuple[str, str, str, bool]:
    return asked.part.id, asked.design.id, asked.side, asked.whole


MEANT = {
    "hand": ("hand", "red.a", "front", False),
    "hand.back": ("hand", "red.a", "back", False),
    "hand.blue.3": ("hand", "blue.3", "front", False),
    "hand.blue.3.back": ("hand", "blue.3", "back", False),
    "hand.blue.3.front": ("hand", "blue.3", "front", False),
    "gem": ("gem", "1", "front", False),
    "gem.1": ("gem", "1", "front", False),
    "wood": ("wood", "left", "front", True),
    "wood.front": ("wood", "left", "front", True),
    "wood.right": ("wood", "right", "front", False),
    "man": ("man", "1", "front", False),
    "man.back": ("man", "1", "back", False),
    "man.1.sole": ("man", "1", "sole", False),
    "man.net": ("man", "1", "net", False),
    "cube": ("cube", "1", "a", False),
    "cube.1.f": ("cube", "1", "f", False),
}


def test_which_face_a_name_means(wren: Path) -> None:
    known = load_parts(wren)
    assert {name: describe_reference(parse_face_name(name, known)) for name in MEANT} == MEANT


def clip_box(shape: Shape, matrix: tuple[float, ...] = (1, 0, 0, 1, 0, 0)) -> tuple[float, ...]:
    """Return left, top, right, bottom of the clip of a face where it is drawn."""
    assert isinstance(shape, Group)
    inner = multiply_matrices(matrix, shape.matrix)  # type: ignore[arg-type]
    if shape.clip is None:
        (shape,) = shape.shapes
        return clip_box(shape, inner)
    numbers = [segment[1:] for segment in shape.clip.segments if segment[0] != "Z"]
    points = [transform_point(inner, *flat[-2:]) for flat in numbers]
    xs, ys = zip(*points, strict=True)
    return tuple(round(value, 3) for value in (min(xs), min(ys), max(xs), max(ys)))


PLACED = {
    "hand": (20, 10, 40, 40),  # 20 x 30 in 40 x 30, in the middle
    "gem": (15, 10, 45, 40),
    "wood": (10, 15, 50, 35),
    "wood.right": (15, 10, 45, 40),
    "man": (22.5, 10, 37.5, 40),
    "cube": (15, 10, 45, 40),
}


@pytest.mark.parametrize(("name", "box"), PLACED.items())
def test_a_face_fills_its_box(wren: Path, name: str, box: tuple[float, ...]) -> None:
    [shape] = draw_figure(wren, f'<use href="face:{name}" x="10" y="10" width="40" height="30"/>').shapes
    assert clip_box(shape) == box


def test_it_is_trimmed_to_its_outline(wren: Path) -> None:
    assert trim_face(wren, "hand").box == (0, 0, 20, 30)
    assert trim_face(wren, "hand").group.clip == Clip((("M", 0, 0), ("L", 20, 0), ("L", 20, 30), ("L", 0, 30), ("Z",)))
    assert [segment[0] for segment in trim_face(wren, "gem").edge] == ["M", "C", "C", "C", "C", "Z"]
    assert trim_face(wren, "wood").box == (0, 0, 80, 40)
    # of two sections only the line round both is left
    assert trim_face(wren, "wood").edge == (("M", 0, 0), ("L", 80, 0), ("L", 80, 40), ("L", 0, 40), ("Z",))
    assert trim_face(wren, "man.net").box == pytest.approx((-0.4, -0.4, 10.8, 60.8))
    assert {shape.name for shape in trim_face(wren, "man.net").group.shapes if isinstance(shape, Group)} >= {
        "cut",
        "valley",
    }


def test_a_panel_stands_upright_without_the_lines_of_its_net(wren: Path) -> None:
    back = trim_face(wren, "man.back")
    assert back.box == (-5, -10, 10, 20)
    assert back.group.matrix[:4] == (-1, 0, 0, -1)
    assert clip_box(back.group) == (-5, -10, 5, 10)
    assert not any(isinstance(shape, Group) for shape in back.group.shapes)


def test_equal_faces_are_one_shape(wren: Path) -> None:
    uses = "".join(f'<use href="face:gem" x="{x}" y="10" width="8" height="8"/>' for x in (1, 20))
    one, other = draw_figure(wren, uses).shapes
    assert isinstance(one, Group)
    assert isinstance(other, Group)
    assert one.shapes[0] is other.shapes[0]


AT = "templates/it.svg.j2:2:1"
REFUSED = {
    "gemm": "templates/it.svg.j2:2:1: GF008 'gemm' 'gem'",
    "gem.back": "templates/it.svg.j2:2:1: GF008 'gem' 'back' 'front'",
    "hand.red.b": "templates/it.svg.j2:2:1: GF008 'hand' 'red.b' 'red.a'",
    "hand.red.a.bck": "templates/it.svg.j2:2:1: GF008 'hand' 'bck' 'back'",
    "man.foot": "templates/it.svg.j2:2:1: GF008 'man' 'foot' 'back-foot'",
    "wood.lfet": "templates/it.svg.j2:2:1: GF008 'wood' 'lfet' 'left'",
    "hand.{{ values.card }}": "game.yaml:26:20: GF008 'hand' 'red.4' 'red.a' wren/templates/it.svg.j2:2:1",
    "{{ values.part }}": "game.yaml:26:33: GF008 'gme' 'gem' wren/templates/it.svg.j2:2:1",
    "{{ values.whole }}": "game.yaml:26:45: GF008 'hand' 'bakc' 'back' wren/templates/it.svg.j2:2:1",
}


@pytest.mark.parametrize(("name", "message"), REFUSED.items())
def test_unknown_face_names(wren: Path, name: str, message: str) -> None:
    assert find_faults(wren, f'<use href="face:{name}" width="8" height="8"/>') == [message]


def test_it_needs_a_size(wren: Path) -> None:
    message = "templates/it.svg.j2:2:1: GF201 <use>"
    assert find_faults(wren, '<use href="face:gem" width="8"/>') == [message]


def test_a_face_cannot_show_another_face(wren: Path) -> None:
    box = (wren / "templates" / "box.svg.j2").read_text("utf-8")
    (wren / "templates" / "box.svg.j2").write_text(
        box.replace("</svg>", '<use href="face:gem" width="8" height="8"/></svg>'), "utf-8"
    )
    [first, *_] = find_faults(wren, "")
    assert first == "templates/box.svg.j2:5:1: GF201 <use> 12"
    with pytest.raises(DataError, match=r"face:gem.* \(drawing hand\.red\.a front and 12 more\)"):
        draw_figure(wren, "")


def test_text_on_a_face_may_be_clipped_by_a_figure(wren: Path) -> None:
    body = '<svg x="0" y="0" width="30" height="30" viewBox="0 0 10 10"><use href="face:wood" width="80" height="40"/></svg>'
    assert draw_figure(wren, body).shapes
    assert find_faults(wren, body.replace("<use", '<text x="60" y="2" font-size="1">x</text><use'))[0].startswith(
        f"{AT[:-3]}"
    )
