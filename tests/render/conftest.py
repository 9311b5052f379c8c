"""A studio for each test: a game's folder that the test fills."""

from pathlib import Path

import pytest

from tests.render.easel import Studio


@pytest.fixture
def studio(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Studio:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return Studio(tmp_path)
