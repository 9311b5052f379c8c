"""The drawings of how a kit is made: their weights, colors, texts and bounds."""

import re
from collections.abc import Iterator
from math import hypot
from pathlib import Path

import pytest

from generator.geometry.bounds import segment_bounds
from generator.geometry.matrix import IDENTITY, Matrix, multiply_matrices
from generator.model.picture import Group, Image, Paint, Shape, Text
from generator.model.picture import Path as Drawn
from generator.pipeline.build import prepare_kit
from generator.pipeline.options import Options
from generator.program.identity import find_resources
from tests.render.drawing import make_renderer
from tests.samples import for_each

ROOT = Path(__file__).parents[1]
TEMPLATES = sorted(
    path.name for path in (ROOT / "templates" / "making").glob("*.svg.j2") if path.name != "tools.svg.j2"
)
BLACK, WHITE, GRAY, HATCH = "#000000", "#ffffff", "#d4d4d4", "#6b6b6b"


def walk_shapes(shapes: tuple[Shape, ...], matrix: Matrix = IDENTITY) -> Iterator[tuple[Drawn | Text, Matrix]]:
    for shape in shapes:
        if isinstance(shape, Group):
            yield from walk_shapes(shape.shapes, multiply_matrices(matrix, shape.matrix))
        else:
            assert not isinstance(shape, Image)
            yield shape, matrix


def draw_figure(name: str, tmp_path: Path, width: float = 100, height: float = 34) -> list[tuple[Drawn | Text, Matrix]]:
    picture = make_renderer(tmp_path, ROOT / "templates").draw_page(f"making/{name}", {}, width, height)
    assert (picture.width, picture.height) == (width, height)
    return list(walk_shapes(picture.shapes))


def test_all_nine_drawings_are_documented() -> None:
    assert len(TEMPLATES) == 9
    rows = re.findall(r"^\| `making/(\S+)`", (ROOT / "docs" / "figures.md").read_text("utf-8"), re.MULTILINE)
    assert sorted(rows) == TEMPLATES


@pytest.mark.parametrize("name", TEMPLATES)
def test_line_weights_and_grays_are_those_of_the_style(name: str, tmp_path: Path) -> None:
    weights, colors = set(), set()
    for shape, matrix in draw_figure(name, tmp_path):
        paint: Paint = shape.paint
        if paint.stroke:
            weights.add(round(paint.width * hypot(matrix[0], matrix[1]), 3))
            colors.add(paint.stroke)
        if paint.fill:
            colors.add(str(paint.fill))
    assert weights <= {0.2, 0.35, 0.7, 1.4}
    assert {0.35, 0.7} <= weights
    assert {BLACK, WHITE, GRAY} <= colors <= {BLACK, WHITE, GRAY, HATCH}
    assert (HATCH in colors) == (name == "glue.svg.j2")


@pytest.mark.parametrize("name", TEMPLATES)
def test_everything_lies_inside_the_figure(name: str, tmp_path: Path) -> None:
    boxes = []
    for shape, matrix in draw_figure(name, tmp_path):
        if isinstance(shape, Text):
            boxes.append(
                (
                    matrix[4] + shape.x,
                    matrix[5] + shape.y - shape.size * 0.7,
                    matrix[4] + shape.x + shape.width,
                    matrix[5] + shape.y + shape.size * 0.25,
                )
            )
            continue
        half = shape.paint.width / 2 * hypot(matrix[0], matrix[1]) if shape.paint.stroke else 0.0
        left, top, right, bottom = segment_bounds(shape.segments, matrix) or (1, 1, 1, 1)
        boxes.append((left - half, top - half, right + half, bottom + half))
    assert min(box[0] for box in boxes) >= 0
    assert min(box[1] for box in boxes) >= 0
    assert max(box[2] for box in boxes) <= 100
    assert max(box[3] for box in boxes) <= 34
    assert max(box[2] for box in boxes) - min(box[0] for box in boxes) > 94


@pytest.mark.parametrize("name", TEMPLATES)
def test_texts_are_large_enough_translated_and_documented(name: str, tmp_path: Path) -> None:
    texts = [shape for shape, _ in draw_figure(name, tmp_path) if isinstance(shape, Text)]
    assert all(text.size >= 2.7 for text in texts)
    words = {text.text for text in texts if any(map(str.isalpha, text.text))}
    said = set(re.findall(r"'([^']+)'\|say", (ROOT / "templates" / "making" / name).read_text("utf-8")))
    assert words == said
    (row,) = re.findall(
        rf"^\| `making/{name}` \|.*\| (.*) \|$", (ROOT / "docs" / "figures.md").read_text("utf-8"), re.MULTILINE
    )
    assert set(re.findall(r"`(.*?)`", row)) == words


def test_a_drawing_is_scaled_and_centered_in_its_figure(tmp_path: Path) -> None:
    wide = [matrix for _, matrix in draw_figure("join.svg.j2", tmp_path, 200, 34)]
    assert {round(matrix[4], 3) for matrix in wide if matrix[4]} >= {51.0}
    small = [matrix for shape, matrix in draw_figure("join.svg.j2", tmp_path, 50, 34) if isinstance(shape, Text)]
    assert [(round(matrix[0], 3), round(matrix[3], 3)) for matrix in small] == [(0.5, 0.5)]


@pytest.mark.parametrize("name", TEMPLATES)
def test_a_drawing_has_tints_of_the_color_of_the_headings_but_not_of_black(name: str, tmp_path: Path) -> None:
    renderer = make_renderer(tmp_path, ROOT / "templates")

    def list_fills(values: dict[str, str]) -> set[str]:
        picture = renderer.draw_page(f"making/{name}", values, 100, 34)
        return {str(shape.paint.fill) for shape, _ in walk_shapes(picture.shapes) if shape.paint.fill}

    assert list_fills({"accent": BLACK}) == list_fills({})
    tints = list_fills({"accent": "#cc0000"}) - {BLACK, WHITE}
    assert tints
    assert tints <= {"#f2bfbf", "#de5959"}


@for_each([("cut", 16), ("corners", 3), ("laminate", 5), ("scissors", 2), ("score", 0), ("glue", 0)])
def test_a_drawing_shows_the_piece_that_a_figure_names(name: str, shown: int) -> None:
    kit = prepare_kit(find_resources("layouts") / "psycle", Options())
    part = next(part for part in kit.parts if part.id == "hand")
    size = {"board_w": part.outline.width, "board_h": part.outline.height}
    values = {"part": part, "values": {"design": "red.3"}, "accent": "#cc0000", **size}
    picture = kit.faces.draw_page(f"making/{name}.svg.j2", values, 100, 34)

    def count_faces(shapes: tuple[Shape, ...]) -> int:
        groups = [each for each in shapes if isinstance(each, Group)]
        return sum(1 if each in kit.faces.shown_groups else count_faces(each.shapes) for each in groups)

    assert count_faces(picture.shapes) == shown
