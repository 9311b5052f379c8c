"""A label that two cells have, and a one-way join against all others of its kind, get a note (GF179)."""

import shutil
from pathlib import Path

import pytest

from generator.check.data.odd_cells import check_odd_cells
from generator.check.prose.translation_senses import SenseFinder, find_meaning_faults
from generator.components import KINDS
from generator.components.designs import expand_parts
from generator.load.game import read_game
from tests.kits import GAMES, WORDS
from tests.messages import facts
from tests.mistakes.rows import HOSTS

ROOT = Path(__file__).parents[2]
RACE, ISLAND = ROOT / "starters" / "race", ROOT / "layouts" / "examples" / "salt-roads"
UR = ROOT / "tests" / "mistakes" / "games" / "ur"
LADDER = "[r4c4, r2c4, ladder, one-way]"


def check(folder: Path) -> list[str]:
    """Return the facts of what the check finds in a game."""
    game = read_game(folder, KINDS, words=WORDS)
    return [facts(each).replace(f"{folder}/", "") for each in check_odd_cells(game, expand_parts(game, KINDS))]


PAD = HOSTS / "early-loaves"  # its tracks have spaces of one kind, and a 4 each
OWN = sorted(each.parent for each in (ROOT / "tests" / "mistakes" / "games").glob("*/game.yaml"))


@pytest.mark.parametrize("folder", [*GAMES.values(), RACE, ISLAND, PAD, *OWN], ids=lambda each: each.name)
def test_sound_boards_get_no_note(folder: Path) -> None:
    assert check(folder) == []


@pytest.mark.parametrize(
    ("folder", "old", "new", "found"),
    [
        (RACE, LADDER, "[r2c4, r4c4, ladder, one-way]", ["32:9: GF179 note: 'ladder' 'r2c4' 'r4c4' 'way' 2"]),
        (RACE, LADDER, "[r2c4, r4c4, ladder]", []),
        (RACE, LADDER, "[r2c4, r4c4, snake, one-way]", []),
        (RACE, "start: [r5c0]", "start: [r5c5]", ["28:15: GF179 note: 'r5c5' 'way' 'r5c0'"]),
        (RACE, "goal: [r0c0]", "goal: [r0c1]", ["29:14: GF179 note: 'r0c1' 'way' 'r0c0'"]),
        (ISLAND, "{label: B}", "{label: D}", ["38:7: GF179 note: 'corner.q-1r-1.nw' 'D' 'corner.q2r-2.ne' 'town'"]),
        (ISLAND, "{label: F}", "{label: D}", ["42:7: GF179 note: 'corner.q1r1.se' 'D' 'corner.q2r-2.ne' 'town'"]),
        (ISLAND, "{label: B}", "{label: J}", []),
        (
            UR,
            "black: [r2c0..3, r2c6..7]\n    colors",
            "black: [r0c0..3, r0c6..7]\n    colors",
            ["27:14: GF179 note: 'black' 'white'"],
        ),
    ],
)
def test_what_is_unlike_all_others_is_noted(tmp_path: Path, folder: Path, old: str, new: str, found: list[str]) -> None:
    shutil.copytree(folder, tmp_path / "wren")
    file = tmp_path / "wren" / "game.yaml"
    text = file.read_text("utf-8")
    assert text.count(old) == 1
    file.write_text(text.replace(old, new), "utf-8")
    assert check(tmp_path / "wren") == [f"game.yaml:{each}" for each in found]


ENGLISH = {"only": ["only"], "second": ["second"], "third": ["third"], "first": ["first"], "not": ["not"]}
GERMAN = {"only": ["nur"], "second": ["zweite*"], "third": ["dritte*"], "first": ["erste*"], "not": ["nicht"]}


@pytest.mark.parametrize(
    ("one", "other", "found"),
    [
        ("Only a double captures it.", "Nur ein Doppel schlägt es.", []),
        ("Only a double captures it.", "Ein Doppel schlägt es.", [("only", "")]),
        ("Only a double captures it.", "Ein Stein schlägt es nicht.", []),  # which may say the same
        ("Take the second tile.", "Nimm das zweite Plättchen.", []),
        ("Take the second tile.", "Nimm das dritte Plättchen.", [("second", "dritte")]),
        ("If not, put it back.", "Sonst kommt sie zurück.", []),
        ("If not all agree, put it back.", "Sonst kommt sie zurück.", [("not", "")]),
        ("Take the first tile.", "Nimm das zweite Plättchen.", [("first", "zweite")]),
    ],
)
def test_ordinals_only_and_denials_are_kept(one: str, other: str, found: list[tuple[str, str]]) -> None:
    mine, theirs = SenseFinder(ENGLISH).find(one), SenseFinder(GERMAN).find(other)
    assert [*map(tuple, find_meaning_faults(mine, theirs))][: len(found) or 1] == found


SNAILS = ROOT / "tests" / "mistakes" / "correct" / "snails"


@pytest.mark.parametrize(
    ("new", "found"),
    [
        ("[113, 142]", ["33:104: GF179 note: 'gravel.14' 113 142 142 113"]),
        ("[142, 153]", ["33:104: GF179 note: 'gravel.14' 142 153"]),
        ("[142, 117]", []),
    ],
)
def test_a_point_of_a_track_far_from_its_neighbors(tmp_path: Path, new: str, found: list[str]) -> None:
    shutil.copytree(SNAILS, tmp_path / "game")
    text = (SNAILS / "game.yaml").read_text("utf-8")
    (tmp_path / "game" / "game.yaml").write_text(text.replace("[142, 113]", new), "utf-8")
    assert [each.partition("game.yaml:")[2] for each in check(tmp_path / "game")] == found
