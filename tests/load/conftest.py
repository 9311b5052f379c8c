"""A valid game in a folder, which tests break one value at a time, and two small component kinds."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Annotated, Any, Literal

import pytest
from msgspec import Meta

from generator.geometry.types import Outline
from generator.load.game import read_game
from generator.model.data_types import Positive
from generator.model.finding import DataError
from generator.model.game import ComponentKind, Game, PartData
from tests.messages import facts_of

GAME = """\
title: Wren
version: "1.0"
players: [1, 4]
colors:
  player.red: {paint: "#D55E00", mark: triangle}
  player.blue: {paint: "#0072b2"}
  gem: {paint: "#0a3"}
parts:
  hand:
    kind: slip
    size: small
    front: wren/slip.svg.j2
    for_each: player
    rows: slips.csv
  coin:
    kind: disc
    diameter: 14
    front: wren/coin.svg.j2
    copies: 50
rules: rules.md
claims:
  - id: W1
    says: two sets of three slips
    rests_on: rules of Wren, 1
    check: count('hand') == 6
"""
SLIPS = 'number,beats[],text,copies\n1,2 3,one,1\n2,3,two,1\n3,,"three, or 3",1\n'
RULES = "# Wren\n\nTake {{ claim(6, 'hand') }} slips.\n"


class Slip(PartData, frozen=True, kw_only=True):
    """A slip of a named size, or of [width, height]."""

    size: Literal["small", "large"] | Annotated[list[Positive], Meta(min_length=2, max_length=2)]


class Disc(PartData, frozen=True, kw_only=True):
    """A disc."""

    diameter: Annotated[Positive, Meta(description="mm")]


def make_outline(part: Any) -> Outline:
    return Outline(1, 1)


KINDS: Mapping[str, ComponentKind] = {
    "slip": ComponentKind(Slip, make_outline, dict, safe=3.0),
    "disc": ComponentKind(Disc, make_outline, dict, safe=1.0),
}


@pytest.fixture
def wren(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Write a valid game and change to its folder; return the folder."""
    folder = tmp_path / "wren"
    folder.mkdir()
    for name, text in (("game.yaml", GAME), ("slips.csv", SLIPS), ("rules.md", RULES)):
        (folder / name).write_text(text, encoding="utf-8")
    monkeypatch.chdir(folder)
    return folder


@pytest.fixture
def kinds() -> Mapping[str, ComponentKind]:
    """Return the two kinds of the game."""
    return KINDS


@pytest.fixture
def read_wren(wren: Path) -> Callable[[], Game]:
    """Return a function that reads the game as it stands."""
    return lambda: read_game(wren, KINDS)


@pytest.fixture
def find_faults(wren: Path) -> Callable[..., list[str]]:
    """Return a function that replaces text in a file, if any is given, reads the game and returns the facts of the findings."""

    def edit_and_read(old: str = "", new: str = "", file: str = "game.yaml") -> list[str]:
        if old:
            text = (wren / file).read_text(encoding="utf-8")
            assert text.count(old) == 1
            (wren / file).write_text(text.replace(old, new), encoding="utf-8")
        try:
            read_game(wren, KINDS)
        except DataError as error:
            return facts_of(error.findings)
        return []

    return edit_and_read
