"""Read `play.yaml`, the rules by which the computer plays a game."""

import os
from pathlib import Path

from generator.load.conversion import convert
from generator.load.files import display_path, read_inside
from generator.load.yaml_nodes import list_places, read_yaml
from generator.model.finding import DataError, Finding, Place, refuse
from generator.model.play_rules import PLAY_FILE, PlayData, PlayRules


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
