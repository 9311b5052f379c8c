"""Read `play.yaml`, the rules by which the computer plays, and the results of playtests in `playtests.json`."""

import os
from pathlib import Path
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from generator.load.conversion import convert
from generator.load.files import display_path, read_inside
from generator.load.yaml_nodes import list_places, read_yaml
from generator.model.finding import DataError, Finding, Place, refuse
from generator.model.play_rules import PLAY_FILE, PlayData, PlayRules
from generator.model.playtest import PLAYTEST_FILE, PlayedTable, PlaytestRecord

_Count = Annotated[int, Meta(ge=0, le=10**9)]


class _File(msgspec.Struct, frozen=True):
    """The document as `gutterfold playtest --record` writes it."""

    seed: _Count
    data: str
    engine: str
    results: list[dict[str, Any]]
    exact: dict[str, Any] = {}
    always: dict[str, int] = {}
    replay: str = ""


class _Result(msgspec.Struct, frozen=True):
    """The keys of a result that the program itself uses."""

    players: _Count
    policy: str
    games: _Count
    sample: Annotated[list[_Count], Meta(max_length=1000)] = []


def read_playtests(folder: Path) -> PlaytestRecord | None:
    """Return the recorded playtests of a game; None if there are none; GF002 for a file that is not such a record."""
    if not os.path.lexists(folder / PLAYTEST_FILE):
        return None
    shown = display_path(folder / PLAYTEST_FILE)
    text = read_inside(folder, PLAYTEST_FILE, Place(shown))
    try:
        read = msgspec.json.decode(text.encode(), type=_File)
        results = [(each, msgspec.convert(each, _Result)) for each in read.results]
    except msgspec.DecodeError as error:  # a value of the wrong type is one too
        says = f"this is not a record of playtests ({error}); write it again with gutterfold playtest --record"
        raise refuse("GF002", Place(shown), says) from None
    tables = tuple(
        PlayedTable(form.players, form.policy, form.games, values, tuple(form.sample)) for values, form in results
    )
    return PlaytestRecord(
        shown, read.seed, read.data, read.engine, tables, exact=read.exact, always=read.always, replay=read.replay
    )


def find_play_rules(folder: Path) -> PlayRules | None:
    """Return the rules of play of a game's folder; None if there are none."""
    return read_play_file(folder / PLAY_FILE) if os.path.lexists(folder / PLAY_FILE) else None


def read_play_file(path: Path) -> PlayRules:
    """Return the rules of play in a file; DataError with all that is wrong in them."""
    file = display_path(path)
    findings: list[Finding] = []
    text = read_inside(path.parent, path.name, Place(file))
    root = read_yaml(text, file, findings)
    if not isinstance(root.value, dict):
        raise refuse("GF006", root.place, "the file has no keys; begin it with `turn:`, as docs/playing.md shows")
    data = convert(root, PlayData, "", root.place, findings)
    if data is None or findings:
        raise DataError(sorted(findings, key=lambda finding: finding.place))
    return PlayRules(file, data, text, dict(list_places(root, (), root.place)))
