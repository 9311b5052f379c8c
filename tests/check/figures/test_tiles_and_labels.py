"""Sides of tiles that touch (GF186), labels at points, values of columns, and ways over kinds of cells (GF182)."""

from pathlib import Path

import pytest

from generator.check.figures.label_points import FaceText, PointedFace, check_label_points
from generator.check.figures.scene import read_scenes
from generator.components import KINDS
from generator.components.designs import expand_parts
from tests.check.figures import wren
from tests.check.figures.wren import board, find_faults, read_wren, table
from tests.messages import facts

BEND, POND = "part: plot, design: bend, at: [20, 20]", "part: plot, design: pond, at: [40, 20]"


@pytest.mark.parametrize(
    ("one", "other", "alt", "found"),
    [
        (BEND, POND, "Two plots.", []),
        (
            BEND,
            f"{POND}, turn: 90",
            "Two plots.",
            ["7:56: GF186 warning: 'east' 'plot.bend' 'brook' 'south' 'plot.pond' 'heath'"],
        ),
        (BEND, f"{POND}, turn: 90", "Two plots that do not fit.", []),
        (BEND, "part: plot, design: pond, at: [48, 20], turn: 90", "Two plots.", []),
        (BEND, "part: plot, design: pond, at: [20, 40]", "Two plots.", []),
    ],
)
def test_sides_that_touch_match(tmp_path: Path, one: str, other: str, alt: str, found: list[str]) -> None:
    assert find_faults(tmp_path, table(one, other, alt=alt)) == [f"game.yaml:{each}" for each in found]


@pytest.mark.parametrize(
    ("alt", "found"),
    [
        ("A bend with a price of 3 and a pond with a price of 5.", []),
        ("A bend with a price of 4 and a pond with a price of 5.", ["6:30: GF182 warning: 'price of 4' 'plot.bend' 3"]),
    ],
)
def test_values_that_are_said_of_columns(tmp_path: Path, alt: str, found: list[str]) -> None:
    shown = find_faults(tmp_path, table(BEND, POND, alt=alt))
    assert [each for each in shown if "price" in each] == [f"game.yaml:{each}" for each in found]


@pytest.mark.parametrize(
    ("alt", "found"),
    [
        ("A blue pawn and its way over a nest and a goal.", []),
        ("A blue pawn and its way over a goal and a nest.", ["2:10: GF182 warning: 'over a goal and a nest'"]),
        ("A blue pawn and its way never over a goal and a nest.", []),
    ],
)
def test_ways_pass_kinds_of_cells_in_their_order(tmp_path: Path, alt: str, found: list[str]) -> None:
    way, pawn = "[{cells: [r2c4, r2c3, r1c3, r0c3, r0c4]}]", "[{part: pawn, design: blue, at: r2c4}]"
    figure = board(alt=alt, paths=way, pieces=pawn)
    assert find_faults(tmp_path, figure) == [f"game.yaml:{each}" for each in found]


def test_a_label_leads_to_an_empty_box(tmp_path: Path) -> None:
    labels = "    labels:\n      - {at: [45, 25], says: write here}\n      - {at: [200, 25], says: nothing}\n"
    figure = f"  sheet:\n    alt: A sheet.\n    kind: face\n    part: field\n    size: [90, 60]\n{labels}"
    game = read_wren(tmp_path, figure, "")
    scene = read_scenes(game, expand_parts(game, KINDS))["sheet"]
    white = (255, 255, 255)
    found = check_label_points(scene, PointedFace([], (300, 60), white, lambda _: [(9, white)]))
    assert [facts(each).partition(": ")[2] for each in found] == ["GF182 warning: 'nothing'"]


@pytest.mark.parametrize(
    ("says", "found"), [("an entry", ["GF182 warning: 'an entry'"]), ("one box an hour", []), ("write here", [])]
)
def test_a_label_leads_to_the_art_in_a_cell(tmp_path: Path, says: str, found: list[str]) -> None:
    """The cell has stairs at its other end; only a box to write in may be blank where the label ends."""
    figure = (
        "  sheet:\n    alt: A sheet.\n    kind: face\n    part: field\n    size: [90, 60]\n"
        f"    labels:\n      - {{at: [45, 25], says: {says}}}\n"
    )
    game = read_wren(tmp_path, figure, "")
    scene = read_scenes(game, expand_parts(game, KINDS))["sheet"]
    white, ink = (255, 255, 255), (0, 0, 0)
    face = PointedFace([], (300, 60), white, lambda box: [(9, white), *([(1, ink)] if box[2] - box[0] > 6 else [])])
    assert [facts(each).partition(": ")[2] for each in check_label_points(scene, face)] == found


@pytest.mark.parametrize(
    ("at", "says", "found"),
    [
        ("[5, 5]", "cost", []),
        ("[15, 15]", "cost", ["GF182 warning: 'cost' 'power' 'cost'"]),
        ("[15, 15]", "what it can do", []),
        ("[30, 30]", "cost", ["GF182 warning: 'cost'"]),
        ("[45, 5]", "cost", ["GF182 warning: 'cost'"]),
    ],
)
def test_labels_lead_to_something(tmp_path: Path, at: str, says: str, found: list[str]) -> None:
    labels = f"    labels:\n      - {{at: {at}, says: {says}}}\n"
    figure = (
        f"  card:\n    alt: A card.\n    kind: face\n    part: card\n    design: red.1\n    size: [90, 60]\n{labels}"
    )
    game = read_wren(tmp_path, figure, "")
    scene = read_scenes(game, expand_parts(game, KINDS))["card"]
    texts = [FaceText("cost", (2, 2, 8, 8)), FaceText("power", (12, 12, 18, 18))]
    white, ink = (255, 255, 255), (0, 0, 0)
    face = PointedFace(texts, (40, 40), white, lambda box: [(9, ink if box[0] < 18 else white)])
    assert [facts(each).partition(": ")[2] for each in check_label_points(scene, face)] == found


@pytest.mark.parametrize(
    ("highlight", "found"),
    [
        ("[{cells: [r0c0, r1c1], color: player.red}]", []),
        ("[{cells: [r0c0, r1c2], color: player.red}]", ["7:32: GF182 warning: 'r1c2' 'r1c1'"]),
        ("[{cells: [r0c1, r1c2], color: player.red}]", []),  # both are without: labels name something else
    ],
)
def test_a_highlight_beside_its_label(tmp_path: Path, highlight: str, found: list[str]) -> None:
    labels = "[{at: r0c0, says: one}, {at: r1c1, says: other}]"
    shown = find_faults(tmp_path, board(labels=labels, highlight=highlight))
    assert [each for each in shown if "'r1c2' 'r1c1'" in each] == [f"game.yaml:{each}" for each in found]


EGGS = [f"part: egg, at: [{x}, 50], width: 9" for x in (20, 35, 50)]


@pytest.mark.parametrize(
    ("things", "found"),
    [
        ([*EGGS, "part: egg, at: [62, 50], width: 9"], []),
        ([*EGGS, "part: egg, at: [54, 50], width: 9"], ["9:25: GF182 warning: 'egg' 'egg'"]),
        ([*EGGS, "part: egg, at: [57.9, 50], width: 9"], []),  # a small overlap is meant
        ([*EGGS, "part: card, design: red.1, at: [54, 50], width: 9"], ["9:41: GF182 warning: 'card.red.1' 'egg'"]),
        (["part: card, design: red.1, at: [54, 50], width: 9", *EGGS], []),  # an egg on a card
        ([*EGGS[:2], "part: egg, at: [39, 50], width: 9"], []),  # too few things to tell
        ([*EGGS, "part: egg, at: [54, 50], width: 9, turn: 5"], []),  # a fan
    ],
)
def test_the_only_two_things_that_overlap(tmp_path: Path, things: list[str], found: list[str]) -> None:
    shown = find_faults(tmp_path, table(*things, alt="Eggs."))
    assert [each for each in shown if "GF182" in each and "'egg'" in each] == [f"game.yaml:{each}" for each in found]


PAWNS = "part: pawn, design: red, at: [20, 20]", "part: pawn, design: blue, at: [40, 20]"


@pytest.mark.parametrize(
    ("second", "alt", "found"),
    [
        (PAWNS[1], "Two pawns of different players.", []),
        (PAWNS[1].replace("blue", "red"), "Two pawns of a player.", []),
        (
            PAWNS[1].replace("blue", "red"),
            "Two pawns of different players.",
            ["7:30: GF182 warning: 'different players' 'pawn.red' 'pawn.red'"],
        ),
    ],
)
def test_different_colors_are_different(tmp_path: Path, second: str, alt: str, found: list[str]) -> None:
    shown = find_faults(tmp_path, table(PAWNS[0], second, alt=alt))
    assert [each for each in shown if "'different" in each] == [f"game.yaml:{each}" for each in found]


@pytest.mark.parametrize(
    ("alt", "at", "found"),
    [
        ("A pawn stands next to nest A.", "r2c1", []),
        ("A pawn stands next to nest A.", "r0c3", ["2:10: GF182 warning: 'nest A' 'r2c0'"]),
        ("A pawn stands next to nest C.", "r0c3", []),
    ],
)
def test_a_cell_that_is_named_by_its_label(tmp_path: Path, alt: str, at: str, found: list[str]) -> None:
    figure = board(alt=alt, pieces=f"[{{part: pawn, design: red, at: {at}}}]")
    shown = find_faults(tmp_path, figure)
    assert [each for each in shown if "'nest A'" in each] == [f"game.yaml:{each}" for each in found]


def test_of_two_equal_names_the_one_with_another_number_is_wrong(tmp_path: Path) -> None:
    cards = [f"part: card, design: {design}, at: [{x}, 20], says: Ann" for design, x in (("red.1", 20), ("blue.2", 60))]
    shown = find_faults(tmp_path, table(*cards, alt="Ben's 1 and Ann's 2."))
    assert "game.yaml:6:57: GF182 warning: 'Ann'" in shown


@pytest.mark.parametrize(("width", "found"), [("9", []), ("30", []), ("40", ["8:42: GF182 warning: 'egg' 40 2 9"])])
def test_one_thing_far_larger_than_all_others(tmp_path: Path, width: str, found: list[str]) -> None:
    things = [*EGGS[:2], f"part: egg, at: [70, 20], width: {width}"]
    shown = find_faults(tmp_path, table(*things, alt="Eggs."))
    assert [each for each in shown if " 2 9" in each] == [f"game.yaml:{each}" for each in found]


@pytest.mark.parametrize(
    ("at", "says", "pieces", "found"),
    [
        ("r2c0", "red nest", "", []),
        ("r2c0", "blue nest", "", ["7:14: GF182 warning: 'blue nest' 'r2c0'"]),
        ("r2c0", "a blue pawn", "    pieces: [{part: pawn, design: blue, at: r2c0}]\n", []),
        ("r1c1", "blue square", "", []),  # it has no color
    ],
)
def test_labels_name_the_color_of_their_cell(tmp_path: Path, at: str, says: str, pieces: str, found: list[str]) -> None:
    labels = f"    labels:\n      - {{at: {at}, says: {says}}}\n"
    shown = find_faults(
        tmp_path,
        f"  view:\n    alt: The board.\n    kind: board\n    part: field\n    size: [90, 60]\n{labels}{pieces}",
    )
    assert [each for each in shown if says in each] == [f"game.yaml:{each}" for each in found]


@pytest.mark.parametrize(
    ("alt", "found"),
    [
        ("A blue pawn on a nest.", []),
        (
            "A blue pawn on a goal.",
            ["2:10: GF182 warning: 'on a goal' 'r2c4'", "6:45: GF182 warning: 'A blue pawn on a goal' 'r2c4'"],
        ),
        ("A blue pawn, not on a goal.", []),
    ],
)
def test_what_a_piece_is_not_on(tmp_path: Path, alt: str, found: list[str]) -> None:
    figure = board(alt=f'"{alt}"', pieces="[{part: pawn, design: blue, at: r2c4}]")
    shown = find_faults(tmp_path, figure)
    assert [each for each in shown if "goal" in each] == [f"game.yaml:{each}" for each in found]


@pytest.mark.parametrize(
    ("key", "guard", "found"),
    [
        ("opens the gate", "wakes the guard", []),
        ("wakes the guard", "opens the gate", ["8:14: GF182 warning: 'wakes the guard' 'icon.key' 'icon.guard'"]),
        ("beats the guard", "the guard", []),  # which is named by its own label too
        ("wakes him", "wakes him", ["9:32: GF182 note: 'icon.guard' 'wakes him' 'icon.key'"]),
    ],
)
def test_labels_lead_to_the_icons_that_they_name(tmp_path: Path, key: str, guard: str, found: list[str]) -> None:
    labels = f"    labels:\n      - {{at: icon.key, says: {key}}}\n      - {{at: icon.guard, says: {guard}}}\n"
    figure = (
        f"  card:\n    alt: A card.\n    kind: face\n    part: card\n    design: red.1\n    size: [90, 60]\n{labels}"
    )
    assert find_faults(tmp_path, figure) == [f"game.yaml:{each}" for each in found]


@pytest.mark.parametrize(
    ("says", "found"),
    [("what is due", []), ("what", ["'row.what'"]), ("the value", ["'row.value'"]), ("how far it goes", [])],
)
def test_words_such_as_what_name_no_column_beside_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, says: str, found: list[str]
) -> None:
    rows = "rows: [{value: 7, due: 1, what: a, copies: 1}, {value: 9, due: 2, what: b, copies: 1}]}"
    monkeypatch.setattr(wren, "GAME", wren.GAME.replace("rows: [{value: 7, copies: 1}, {value: 9, copies: 1}]}", rows))
    label = f"    labels:\n      - {{at: row.due, says: {says}}}\n"
    face = f"  bill:\n    alt: A bill.\n    kind: face\n    part: bill\n    design: red.1\n    size: [90, 60]\n{label}"
    told = [f"game.yaml:8:14: GF182 warning: {says!r} 'row.due' {each}" for each in found]
    assert find_faults(tmp_path, face) == told


@pytest.mark.parametrize(
    ("says", "found"), [("bend with a swan", []), ("pond", ["game.yaml:6:47: GF182 warning: 'pond' 'plot.bend-swan'"])]
)
def test_a_design_whose_id_begins_with_another_is_a_kind_of_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, says: str, found: list[str]
) -> None:
    row = "- {id: bend-swan, north: brook, east: brook, south: heath, west: heath, price: 3, copies: 1}"
    monkeypatch.setattr(wren, "GAME", wren.GAME.replace("- {id: pond", f"{row}\n      - {{id: pond", 1))
    monkeypatch.setattr(wren, "FIRST", wren.FIRST + 1)
    assert find_faults(tmp_path, table(f"part: plot, design: bend-swan, says: {says}, at: [20, 20]")) == found


@pytest.mark.parametrize(
    ("computed", "found"),
    [
        ("'worth ' ~ value", []),
        ("(0 - value) ~ ' owed'", []),
        ("value * 2", ["8:14: GF182 warning: 'the value' 'row.told' 'row.value'"]),
        ("'worth ' ~ 7", ["8:14: GF182 warning: 'the value' 'row.told' 'row.value'"]),
    ],
)
def test_a_label_leads_to_a_column_that_writes_out_another(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, computed: str, found: list[str]
) -> None:
    made = f'rows: [{{value: 7, copies: 1}}, {{value: 9, copies: 1}}], computed: {{told: "{computed}"}}}}'
    monkeypatch.setattr(wren, "GAME", wren.GAME.replace("rows: [{value: 7, copies: 1}, {value: 9, copies: 1}]}", made))
    label = "    labels:\n      - {at: row.told, says: the value}\n"
    face = f"  bill:\n    alt: A bill.\n    kind: face\n    part: bill\n    design: red.1\n    size: [90, 60]\n{label}"
    assert find_faults(tmp_path, face) == [f"game.yaml:{each}" for each in found]


@pytest.mark.parametrize(
    ("alt", "red", "paths", "found"),
    [
        ("The field where the players begin.", "r2c0", "", []),
        (
            "The field where the players begin.",
            "r1c2",
            "",
            ["6:44: GF182 warning: 'where the players begin' 'pawn.red' 'r1c2'"],
        ),
        ("The field with two pawns.", "r1c2", "", []),
        ("The field where the players begin.", "r1c2", "[{cells: [r2c0, r1c0, r1c1, r1c2]}]", []),  # it has moved
    ],
)
def test_pieces_begin_on_their_own_color(tmp_path: Path, alt: str, red: str, paths: str, found: list[str]) -> None:
    pieces = f"[{{part: pawn, design: red, at: {red}}}, {{part: pawn, design: blue, at: r2c4}}]"
    more = {"pieces": pieces} | ({"paths": paths} if paths else {})
    shown = [each for each in find_faults(tmp_path, board(alt=alt, **more)) if "r1c2" in each]
    assert shown == [f"game.yaml:{each}" for each in found]
