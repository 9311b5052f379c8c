"""Cells, colors and joins one cell beside their place, by what the others of their sort do, get a note (GF179)."""

import shutil
from pathlib import Path

import pytest

from generator.check.data.moved_cells import check_moved_cells
from generator.components import KINDS
from generator.components.designs import expand_parts
from generator.load.game import read_game
from tests.kits import GAMES, WORDS
from tests.messages import facts

ROOT = Path(__file__).parents[2]
OWN = {each.parent.name: each.parent for each in (ROOT / "tests" / "mistakes" / "games").glob("*/game.yaml")}
STARTERS = {each.parent.name: each.parent for each in (ROOT / "starters").glob("*/game.yaml")}
EXAMPLES = {each.parent.name: each.parent for each in (ROOT / "layouts" / "examples").glob("*/game.yaml")}
SOUND = {**GAMES, **STARTERS, **EXAMPLES, **OWN}
LINE = "      - [r5c1, r5c2, line]\n"


def check(folder: Path) -> list[str]:
    """Return the facts of what the check finds in a game."""
    game = read_game(folder, KINDS, words=WORDS)
    return [facts(each).replace(f"{folder}/", "") for each in check_moved_cells(game, expand_parts(game, KINDS))]


@pytest.mark.parametrize("name", SOUND)
def test_sound_boards_get_no_note(name: str) -> None:
    assert check(SOUND[name]) == []


@pytest.mark.parametrize(
    ("name", "old", "new", "found"),
    [
        ("skirmish", "tower: [r2c3, r4c3]", "tower: [r2c3, r4c4]", ["23:15: GF179 note: 'r2c3' 'tower' 'r2c2' 'r4c4' 1 2"]),
        ("skirmish", "tower: [r2c3, r4c3]", "tower: [r2c3, r4c6]", []),  # not beside its place
        ("salt-roads", "pan: [q1r-2,", "pan: [q1r-1,", ["33:13: GF179 note: 'q1r-1' 'pan' 'q1r-2' 'q-1r2' 1 2"]),
        ("tramways", "goal: [r0c0, r6c6]", "goal: [r0c0, r6c5]", ["26:20: GF179 note: 'r6c5' 'goal' 'r6c6' 'tram.coral' 'plain'"]),
        ("race", "[r5c2, r3c2, ladder", "[r5c2, r3c3, ladder", ["31:9: GF179 note: 'ladder' 'r5c2' 'r3c3' +28 -56 2 +0 -56"]),
        ("race", "[r5c2, r3c2, ladder", "[r5c2, r3c3, snake", []),  # two of a kind tell nothing
        ("night-sky", LINE, "", ["39:9: GF179 note: 'whale' 'r5c1' 'r5c2' 'line' 19"]),
    ],
)  # fmt: skip
def test_what_is_beside_its_place_is_noted(tmp_path: Path, name: str, old: str, new: str, found: list[str]) -> None:
    shutil.copytree(SOUND[name], tmp_path / "wren")
    file = tmp_path / "wren" / "game.yaml"
    text = file.read_text("utf-8")
    assert text.count(old) == 1
    file.write_text(text.replace(old, new), "utf-8")
    assert check(tmp_path / "wren") == [f"game.yaml:{each}" for each in found]


@pytest.mark.parametrize(
    ("nests", "woods", "found"),
    [
        ("r3c0, r1c2, r5c2, r1c7, r4c7", "r0c0, r6c0", ["GF179"]),
        ("r3c0, r1c2, r5c2, r1c7, r4c7", "r0c0, r6c0, r1c1", ["GF179"]),
        ("r3c0, r1c2, r5c2, r1c7, r4c7", "r0c0, r4c1, r1c3", []),  # a single pair may be chance
    ],
)
def test_a_single_pair_may_be_chance(tmp_path: Path, nests: str, woods: str, found: list[str]) -> None:
    home = tmp_path / "wren"
    home.mkdir()
    (home / "game.yaml").write_text(
        'title: Wren\nversion: "1"\nplayers: [2, 2]\nparts:\n  field:\n    kind: board\n    front: a.svg\n'
        "    copies: 1\n    grid: {columns: 9, rows: 7, cell: 20}\n"
        f"    kinds: {{nest: [{nests}], wood: [{woods}]}}\n",
        "utf-8",
    )
    assert [each.split()[1] for each in check(home)] == found
