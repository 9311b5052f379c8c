"""The specimen of a booklet, and a place to put a finished one."""

from collections.abc import Callable
from pathlib import Path

import pytest


@pytest.fixture
def specimen() -> str:
    return (Path(__file__).parent / "specimen.md").read_text(encoding="utf-8")


@pytest.fixture
def saved(tmp_path: Path) -> Callable[[bytes], Path]:
    """Give `saved(data)`: a file that holds the bytes."""

    def save(data: bytes) -> Path:
        path = tmp_path / "rules.pdf"
        path.write_bytes(data)
        return path

    return save
