"""Pieces that are not printed: their silhouettes, what their data refuse, and who draws them."""

from typing import Any, get_args

import msgspec
import pytest

from generator.components import KINDS
from generator.components.loose_pieces import LoosePieceData, ShapeName, find_stand_in
from generator.geometry.polygon import polygon_area
from generator.geometry.types import Outline
from tests.samples import for_each

SHAPES = get_args(ShapeName)


def make(**given: Any) -> LoosePieceData:
    """Return the data of a piece of 10 mm."""
    return msgspec.convert({"size": 10, "copies": 1, **given}, LoosePieceData)


def outline(**given: Any) -> Outline:
    """Return the outline of a piece of 10 mm."""
    return KINDS["piece"].outline(make(**given))


def test_a_piece_is_not_printed() -> None:
    assert make(shape="cube").is_printed is False
    assert msgspec.convert({"size": "poker", "copies": 1, "front": "a"}, KINDS["card"].data).is_printed is True


@for_each(
    [
        ("cube", (13.5, 13.5, "polygon", 6)),
        ("disc", (10, 10, "disc", 0)),
        ("coin", (10, 10, "disc", 0)),
        ("die", (10, 10, "polygon", 24)),
        ("meeple", (9.8, 10, "polygon", 40)),
        ("pawn", (6, 10, "polygon", 33)),
    ]
)
def test_a_shape_has_its_silhouette(shape: str, size: tuple[float, float, str, int]) -> None:
    made = outline(shape=shape)
    assert (round(made.width, 6), round(made.height, 6), made.shape, len(made.points)) == size


@pytest.mark.parametrize("shape", [shape for shape in SHAPES if shape not in ("disc", "coin")])
def test_a_silhouette_lies_in_its_box(shape: str) -> None:
    made = outline(shape=shape)
    assert min(x for x, _ in made.points) >= -1e-9
    assert min(y for _, y in made.points) >= -1e-9
    assert abs(polygon_area(made.points)) > 30
    assert KINDS["piece"].values(make(shape=shape))["corners"].count(",") == len(made.points)


@for_each(["meeple", "pawn"])
def test_a_figure_stands_upright_and_even(shape: str) -> None:
    made = outline(shape=shape)
    middle = (min(x for x, _ in made.points) + max(x for x, _ in made.points)) / 2
    mirrored = {(round(2 * middle - x, 6), round(y, 6)) for x, y in made.points}
    assert mirrored == {(round(x, 6), round(y, 6)) for x, y in made.points}


def test_a_template_of_its_own_has_a_box() -> None:
    made = outline(front="bag.svg.j2", size=[30, 40])
    assert (made.width, made.height, made.shape) == (30, 40, "rect")


@for_each(
    [
        ({}, "`shape` cube, disc, coin, die, meeple, pawn `front`"),
        ({"shape": "cube", "print": True}, "`piece` `print`"),
        ({"shape": "cube", "size": [8, 8]}, "cube"),
        ({"shape": "cube", "color": "gold", "for_each": "player"}, "`color` `for_each`"),
    ]
)
def test_a_piece_that_contradicts_itself(given: dict[str, Any], told: str) -> None:
    with pytest.raises(msgspec.ValidationError) as error:
        make(**given)
    for word in told.split():
        assert word in str(error.value)


def test_who_draws_what_has_no_template() -> None:
    assert [find_stand_in(make(shape=shape), is_folded=False) for shape in SHAPES] == [
        f"pieces/{shape}.svg.j2" for shape in SHAPES
    ]
    card = msgspec.convert({"size": "poker", "copies": 1, "print": False}, KINDS["card"].data)
    assert (find_stand_in(card, is_folded=False), find_stand_in(card, is_folded=True)) == (
        "pieces/plain.svg.j2",
        "pieces/panels.svg.j2",
    )
