"""The key `rules`: a file, or a mapping with its form and the color of its headings."""

from collections.abc import Callable
from pathlib import Path

import pytest

from generator.model.game import Game
from generator.model.game_entries import RulesData


def rewrite(folder: Path, rules: str) -> None:
    """Replace the key `rules` of the game."""
    path = folder / "game.yaml"
    path.write_text(path.read_text(encoding="utf-8").replace("rules: rules.md", rules), encoding="utf-8")


def test_a_file_alone_is_a_booklet(read_wren: Callable[[], Game]) -> None:
    game = read_wren()
    assert (game.data.rules_file, game.data.rulebook) == ("rules.md", RulesData(file="rules.md"))
    assert game.rules == "# Wren\n\nTake 6 slips.\n"


def test_a_mapping_names_file_form_and_color(wren: Path, read_wren: Callable[[], Game]) -> None:
    rewrite(wren, "rules: {file: rules.md, form: sheet, headings: gem}")
    game = read_wren()
    assert game.data.rulebook == RulesData(file="rules.md", form="sheet", headings="gem")
    assert (game.data.rules_file, game.rules) == ("rules.md", "# Wren\n\nTake 6 slips.\n")
    assert game.sources == ("game.yaml", "slips.csv", "rules.md")


def test_a_game_without_rules_has_no_file(wren: Path, read_wren: Callable[[], Game]) -> None:
    rewrite(wren, "about: no rules")
    game = read_wren()
    assert (game.data.rules_file, game.data.rulebook, game.rules) == ("", None, None)


@pytest.mark.parametrize(
    ("rules", "facts"),
    [
        ("rules: {form: sheet}", ["game.yaml:20:1: GF005 'file'"]),
        ("rules: {file: rules.md, form: leaflet}", ["game.yaml:20:31: GF006 'booklet' 'sheet' 'leaflet'"]),
        ("rules: {file: rules.md, headings: gems}", ["game.yaml:20:35: GF008 'gems' 'gem'"]),
        (
            "rules: {file: rules.md, colour: gem}",
            ["game.yaml:20:25: GF004 'colour' 'display' 'file' 'form' 'headings' 'jacket' 'ornament' 'pages' 'tint'"],
        ),
        ("rules: {file: rule.md}", ["game.yaml:20:15: GF001 'rule.md' 'rules.md'"]),
        (
            "rules: {file: rules.md, form: sheet}\ncover: rules",
            ["game.yaml:21:8: GF008 'rules'", "game.yaml:21:8: GF006 `cover`"],
        ),
    ],
)
def test_a_wrong_key_is_told_at_its_place(rules: str, facts: list[str], find_faults: Callable[..., list[str]]) -> None:
    assert find_faults("rules: rules.md", rules) == facts
