"""The documents held against the program: what they name exists, and what exists is named in them."""

import json
import re
from pathlib import Path

import pytest

from generator.build import game_schema

ROOT = Path(__file__).parents[1]
GAMES = sorted((ROOT / "layouts").glob("*/game.yaml"))


def test_the_schema_for_editors_is_what_the_command_prints() -> None:
    printed = json.dumps(game_schema(), indent=2, ensure_ascii=False) + "\n"
    assert (ROOT / "layouts/game.schema.json").read_text(encoding="utf-8") == printed, "run `make schema`"


@pytest.mark.parametrize("game", GAMES, ids=lambda path: path.parent.name)
def test_a_game_tells_editors_of_its_schema(game: Path) -> None:
    first = game.read_text(encoding="utf-8").splitlines()[0]
    assert first == "# yaml-language-server: $schema=../game.schema.json"


def read(name: str) -> str:
    """Return a document."""
    return (ROOT / name).read_text(encoding="utf-8")


def test_every_code_is_explained_and_no_other() -> None:
    sources = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "generator").rglob("*.py"))
    explained = re.findall(r"^\| (GF\d{3}) \|", read("docs/codes.md"), re.MULTILINE)
    assert explained == sorted(set(re.findall(r"GF\d{3}", sources)))
