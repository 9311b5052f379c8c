"""Sides of tiles that touch (GF186), labels at points, values of columns, and ways over kinds of cells (GF182)."""

from pathlib import Path

import pytest

from generator.check.figures.label_points import FaceText, PointedFace, check_label_points
from generator.check.figures.scene import read_scenes
from generator.components import KINDS
from generator.components.designs import expand_parts
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
