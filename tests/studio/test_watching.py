"""Test which files of a game's folder are watched."""

from pathlib import Path

import pytest

from generator.studio.watching import SourceFilter


@pytest.mark.parametrize(
    ("path", "counts"),
    [
        ("game.yaml", True),
        ("templates/card.svg.j2", True),
        ("templates/card.svg.j2~", False),
        (".git/index", False),
        ("output/trick/manifest.json", False),
        ("kits/trick/manifest.json", False),
        ("kits.csv", True),
    ],
)
def test_kits_and_hidden_files_do_not_count(tmp_path: Path, path: str, counts: bool) -> None:
    assert SourceFilter([tmp_path], tmp_path / "kits")("modified", str(tmp_path / path)) is counts


def test_a_game_in_the_folder_of_the_kits_is_watched(tmp_path: Path) -> None:
    (tmp_path / "trick").mkdir()
    assert SourceFilter([tmp_path / "trick"], tmp_path)("modified", str(tmp_path / "trick" / "game.yaml"))
    assert SourceFilter([tmp_path], tmp_path)("modified", str(tmp_path / "game.yaml"))
