"""The cells of a table and those of its translation have the same numbers, column by column (GF170)."""

import shutil
from pathlib import Path

import pytest

from generator.check.prose.translation_text import compare_rules
from generator.components import KINDS
from generator.load.game import read_game
from tests.kits import WORDS
from tests.mistakes.rows import CORRECT_GAMES

ROW = "| Galerie | der Fuchs stiehlt 3{pearl} | der Fuchs stiehlt 1{pearl} |"
EXCHANGED = "| Galerie | der Fuchs stiehlt 1{pearl} | der Fuchs stiehlt 3{pearl} |"
SAID = "column 2 of this row says 'Galerie: der Fuchs stiehlt 1{pearl}', but 'Gallery: the Fox steals 3{pearl}' at "


def find_moved_numbers(folder: Path) -> list[str]:
    """Return what is said about numbers of the German rules."""
    game = read_game(folder, KINDS, words=WORDS)
    assert game.first is not None
    found = compare_rules(game, game.first, game.translations[0])
    return [f"{each.level}: {each.message.replace(f'{folder}/', '')}" for each in found if each.code == "GF170"]


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({}, []),
        ({ROW: EXCHANGED}, ["warning: " + SAID + "rules.md:79:13; correct one of them"]),
    ],
    ids=["sound", "exchanged"],
)
def test_a_row_with_its_numbers_in_other_columns(changes: dict[str, str], expected: list[str], tmp_path: Path) -> None:
    folder = tmp_path / "masque"
    shutil.copytree(CORRECT_GAMES / "masque", folder)
    change(folder / "rules.de.md", changes)
    assert [each for each in find_moved_numbers(folder) if each.startswith("warning")] == expected


def test_a_table_whose_columns_are_exchanged_is_one_of_another_order(tmp_path: Path) -> None:
    folder = tmp_path / "masque"
    shutil.copytree(CORRECT_GAMES / "masque", folder)
    text = (folder / "rules.de.md").read_text("utf-8")
    rows = [line for line in text.splitlines() if line.startswith("|") and line.count("{pearl}") == 2]
    assert len(rows) > 3
    for row in rows:
        _, name, one, other, _ = row.split("|")
        text = text.replace(row, f"|{name}|{other}|{one}|")
    (folder / "rules.de.md").write_text(text, "utf-8")
    assert not [each for each in find_moved_numbers(folder) if "column" in each]


def change(file: Path, changes: dict[str, str]) -> None:
    """Replace texts of a file."""
    text = file.read_text("utf-8")
    for old, new in changes.items():
        text = text.replace(old, new)
    file.write_text(text, "utf-8")


def test_names_that_both_languages_share_stand_in_the_same_column(tmp_path: Path) -> None:
    folder = tmp_path / "museo"
    shutil.copytree(CORRECT_GAMES / "museo", folder)
    assert find_moved_numbers(folder) == []
    change(folder / "reglas.en.md", {"| Sappho | Darwin |": "| Darwin | Sappho |"})
    warnings = [each for each in find_moved_numbers(folder) if each.startswith("warning")]
    assert warnings == [
        "warning: column 4 of this row says 'Wax: Darwin', but 'Cera: Safo' at reglas.md:32:38; correct one of them"
    ]


def test_names_that_are_spelled_nearly_alike_stand_in_the_same_column(tmp_path: Path) -> None:
    folder = tmp_path / "museo"
    shutil.copytree(CORRECT_GAMES / "museo", folder)
    change(folder / "reglas.en.md", {"| Homer | Apollo |": "| Apollo | Homer |"})
    warnings = [each for each in find_moved_numbers(folder) if each.startswith("warning")]
    said = "column 3 of this row says 'Bronze: Apollo', but 'Bronce: Homero' at reglas.md:30:21; correct one of them"
    assert warnings == [f"warning: {said}"]
