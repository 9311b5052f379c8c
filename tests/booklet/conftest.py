"""Fixtures: the specimen rules, and a way to save a finished booklet."""

from collections.abc import Callable
from pathlib import Path

import pytest


@pytest.fixture
def specimen() -> str:
    return (Path(__file__).parent / "specimen.md").read_text(encoding="utf-8")


@pytest.fixture
def saved(tmp_path: Path) -> Callable[[bytes], Path]:
    """Return a function that saves bytes to a file."""

    def save(data: bytes) -> Path:
        path = tmp_path / "rules.pdf"
        path.write_bytes(data)
        return path

    return save
