"""What a translation says of a figure is reported at the translation."""

import shutil
from pathlib import Path

import pytest

from generator.check.figures.figure_checks import check_figures
from generator.check.figures.scene import read_scenes
from generator.components import KINDS
from generator.components.designs import expand_parts
from generator.load.game import read_game
from tests.kits import GAMES, WORDS


@pytest.mark.parametrize(
    ("file", "old", "new", "told"),
    [
        ("rules.fr.yaml", "Une cible 2", "Une cible 2", []),
        ("rules.fr.yaml", "Une cible 2", "Une cible 3", ["rules.fr.yaml: 'Une cible 3'"]),
        ("game.yaml", "A target 2", "A target 3", ["game.yaml: 'A target 3'"]),
    ],
    ids=["sound", "translation", "original"],
)
def test_a_translation_is_told_where_it_is(tmp_path: Path, file: str, old: str, new: str, told: list[str]) -> None:
    folder = tmp_path / "psycle"
    shutil.copytree(GAMES["psycle"], folder)
    text = (folder / file).read_text("utf-8")
    assert text.count(old) == 1
    (folder / file).write_text(text.replace(old, new), "utf-8")
    game = read_game(folder, KINDS, words=WORDS)
    found = check_figures(game, read_scenes(game, expand_parts(game, KINDS)), {}, {"": frozenset()})
    of_target = [each for each in found if "'target.2'" in each.message]
    assert [
        f"{Path(each.place.file).name}: {each.message.split(' says ')[1].split(',')[0]}" for each in of_target
    ] == told
    for each in of_target if file == "rules.fr.yaml" else ():
        line = Path(each.place.file).read_text("utf-8").splitlines()[each.place.line - 1]
        assert line.strip().startswith(new)
