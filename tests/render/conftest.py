"""Fixtures of the tests of rendering."""

from pathlib import Path

import pytest

from tests.render.drawing import GameFolder


@pytest.fixture
def game_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> GameFolder:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return GameFolder(tmp_path)
