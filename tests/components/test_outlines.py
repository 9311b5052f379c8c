"""Outlines of each kind of component, the data each refuses, and a regression test for memory corruption."""

import os
import subprocess
import sys
from typing import Any, get_args

import msgspec
import pytest

from generator.components import KINDS, flat_pieces
from generator.model.card_sizes import CARD_SIZES
from tests.messages import facts
from tests.samples import for_each

SOUND: dict[str, dict[str, Any]] = {
    "card": {"front": "a", "size": "poker", "copies": 1},
    "tile": {"front": "a", "size": [35, 20.5], "copies": 1},
    "token": {"front": "a", "diameter": 14, "sides": 6, "copies": 1},
    "track": {"front": "a", "from": 0, "to": 32, "columns": 11, "cell": 24, "copies": 1},
    "board": {"front": "a", "grid": {"columns": 5, "rows": 4, "cell": 37}, "border": 3, "copies": 1},
    "path": {"front": "a", "size": 59, "ports": [-20, 20], "colors": "player", "copies": 1},
    "die": {"front": "a", "size": 18, "faces": [1, 6, 2, 5, 3, 4], "copies": 1},
    "pyramid": {"front": "a", "base": 14.29, "height": 25.4, "copies": 1},
    "standee": {"front": "a", "size": [16, 35], "copies": 1},
    "foldover": {"front": "a", "diameter": 18, "copies": 1},
    "net": {
        "front": "a",
        "copies": 1,
        "faces": {"one": {"size": [9, 9]}, "two": {"size": [9, 9]}},
        "folds": [{"between": ["one.top", "two.bottom"]}],
    },
    "box": {"front": "a", "inner": [64, 89, 18], "copies": 1},
    "screen": {"front": "a", "size": [90, 60], "wing": 40, "copies": 1},
    "divider": {"front": "a", "size": [66, 92], "copies": 1},
    "mat": {"front": "a", "size": [90, 60], "copies": 1},
    "piece": {"shape": "cube", "size": 8, "copies": 1},
}
ALL = r"""
import msgspec
from generator.components import KINDS
front = {"front": "a", "copies": 1}
for size in ("poker", "square", "pokr", "", [63, 88], [0, 1], [1], [1, 2, 3], 5, None, {}):
    for kind in ("card", "tile"):
        for _ in range(50):
            try:
                msgspec.convert({**front, "size": size}, KINDS[kind].data)
            except msgspec.ValidationError:
                pass
for sides in (3, 12, None, 2, 13, "six", [6]):
    for _ in range(50):
        try:
            msgspec.convert({**front, "diameter": 14, "sides": sides}, KINDS["token"].data)
        except msgspec.ValidationError:
            pass
for last in (0, 32, -1, "x", None):
    for _ in range(50):
        try:
            track = {**front, "from": 0, "to": last, "columns": 11, "cell": 24}
            msgspec.convert(track, KINDS["track"].data)
        except msgspec.ValidationError:
            pass
for faces in ([1, 6, 2, 5, 3, 4], ["a"] * 6, [1, "b", 2.5, True, None, 6], [1] * 5, [[1]] * 6, "six", None, {}):
    for _ in range(50):
        try:
            msgspec.convert({**front, "size": 18, "faces": faces}, KINDS["die"].data)
        except msgspec.ValidationError:
            pass
for ports in ([-20, 20], [0], [], [1] * 9, [20, -20], [29], ["a"], None, {}):
    for shifts in ([0, 1], [], ["a"], None):
        for _ in range(50):
            try:
                path = {**front, "size": 59, "ports": ports, "shifts": shifts, "colors": "player"}
                msgspec.convert(path, KINDS["path"].data)
            except msgspec.ValidationError:
                pass
for size in ([18, 26], [18], "poker", None, 5, {}):
    for _ in range(50):
        for kind in ("standee", "foldover"):
            try:
                msgspec.convert({**front, "size": size, "round": 4, "fold": "top"}, KINDS[kind].data)
            except msgspec.ValidationError:
                pass
for change in ({"kinds": {"a": ["r0c0"]}}, {"cells": {"r0c0": {"kind": "A"}}}, {"cuts": [["a"]]}, {"turn": "in"}, {}):
    for generator in ({"grid": {"columns": 2, "rows": 2, "cell": 9}}, {"cross": {"arms": ["a"]}}, {}):
        for _ in range(50):
            try:
                msgspec.convert({**front, **generator, **change}, KINDS["board"].data)
            except msgspec.ValidationError:
                pass
print("sound")
"""


def make_outline(kind: str, **change: Any) -> Any:
    return KINDS[kind].outline(msgspec.convert({**SOUND[kind], **change}, KINDS[kind].data))


def read_refusal(kind: str, **change: Any) -> str:
    with pytest.raises(msgspec.ValidationError) as error:
        make_outline(kind, **change)
    return facts(error.value)


def test_every_kind_has_valid_data() -> None:
    assert set(SOUND) == set(KINDS)


@pytest.mark.parametrize(("name", "size"), CARD_SIZES.items())
def test_a_card_by_its_name(name: str, size: tuple[float, float]) -> None:
    made = make_outline("card", size=name)
    assert (made.width, made.height, made.shape, made.points) == (*size, "rect", ())


def test_size_names_match_the_sizes() -> None:
    assert get_args(flat_pieces.CardSizeName) == tuple(CARD_SIZES)


def test_a_card_by_its_size() -> None:
    assert (make_outline("card", size=[40, 60.5]).width, make_outline("card", size=[40, 60.5]).height) == (40, 60.5)


@for_each(["pokr", "", [1], [1, 2, 3], [0, 5], 5, None])
def test_invalid_card_size(size: object) -> None:
    assert "$.size" in read_refusal("card", size=size)


def test_a_tile() -> None:
    made = make_outline("tile")
    assert (made.width, made.height, made.shape, made.points) == (35, 20.5, "rect", ())


def test_a_token_is_a_disc_unless_it_has_sides() -> None:
    made = make_outline("token", sides=None)
    assert (made.width, made.height, made.shape, made.points) == (14, 14, "disc", ())


def test_a_hexagon_stands_on_a_corner() -> None:
    made = make_outline("token", sides=6)
    assert (round(made.width, 6), round(made.height, 6), made.shape) == (12.124356, 14, "polygon")
    assert [(round(x, 3), round(y, 3)) for x, y in made.points] == [
        (6.062, 0), (12.124, 3.5), (12.124, 10.5), (6.062, 14), (0, 10.5), (0, 3.5)
    ]  # fmt: skip


def test_a_triangle_and_a_square_fill_their_boxes() -> None:
    triangle, square = make_outline("token", sides=3), make_outline("token", sides=4)
    assert (round(triangle.width, 6), round(triangle.height, 6)) == (12.124356, 10.5)
    assert (round(square.width, 6), round(square.height, 6)) == (14, 14)


@for_each([2, 13, 0, -6, "six", 6.5])
def test_invalid_token_sides(sides: object) -> None:
    assert "$.sides" in read_refusal("token", sides=sides)


@for_each([(32, 0, (264, 72)), (33, 0, (264, 96)), (10, 5, (274, 34))])
def test_a_track_is_as_large_as_its_rows(last: int, border: int, size: tuple[int, int]) -> None:
    made = make_outline("track", to=last, border=border)
    assert (made.width, made.height) == size


def test_the_rows_of_a_track_can_lie_apart() -> None:
    made = make_outline("track", to=4, columns=2, apart=10)
    assert (made.width, made.height) == (48, 92)
    track = msgspec.convert({**SOUND["track"], "to": 4, "columns": 2, "apart": 10}, KINDS["track"].data)
    spaces = KINDS["track"].values(track)["spaces"]
    assert [(each["x"], each["y"]) for each in spaces] == [(0, 0), (24, 0), (0, 34), (24, 34), (0, 68)]


def test_a_track_does_not_run_backwards() -> None:
    assert read_refusal("track", to=-1) == "`to` -1 `from` 0"


def test_a_board_is_as_large_as_its_cells_and_its_border() -> None:
    made = make_outline("board")
    assert (made.width, made.height, made.shape) == (191, 154, "rect")


def test_a_card_of_paths_is_square() -> None:
    made = make_outline("path")
    assert (made.width, made.height, made.shape, made.points) == (59, 59, "rect", ())


@for_each([[20, -20], [0, 0], [-23.7, 20], [20, 24], [0, 2.9], [30]])
def test_ports_need_room(ports: list[float]) -> None:
    assert read_refusal("path", ports=ports) == "`ports` 5.9 2.95"


@for_each([[-23.6, 23.6], [0, 2.95], [12.5]])
def test_ports_at_the_minimum_distance(ports: list[float]) -> None:
    assert make_outline("path", ports=ports).width == 59


@for_each([("ports", []), ("ports", [0] * 9), ("shifts", []), ("bend", 0), ("bend", 1.1)])
def test_invalid_path_card(key: str, value: object) -> None:
    assert f"$.{key}" in read_refusal("path", **{key: value})


def test_a_snake_turns_at_each_end() -> None:
    made = msgspec.convert({**SOUND["track"], "to": 4, "columns": 2, "snake": True}, KINDS["track"].data)
    spaces = KINDS["track"].values(made)["spaces"]
    assert [(each["n"], each["x"], each["y"]) for each in spaces] == [
        (0, 0, 0), (1, 24, 0), (2, 24, 24), (3, 0, 24), (4, 0, 48)
    ]  # fmt: skip


def test_msgspec_does_not_corrupt_memory() -> None:
    # msgspec 0.22 wrote outside its memory for a constraint beside a union; the debug allocator notices and aborts
    env = {**os.environ, "PYTHONMALLOC": "debug"}
    run = subprocess.run(
        [sys.executable, "-c", ALL], env=env, capture_output=True, text=True, errors="replace", check=False
    )
    assert (run.returncode, run.stdout) == (0, "sound\n"), run.stderr
