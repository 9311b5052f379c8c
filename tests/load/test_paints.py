"""Roles that take another's paint, or a tint of it, with and without a palette."""

from pathlib import Path

import pytest

from generator.components import KINDS
from generator.load.game import read_game
from generator.load.palette import apply_palette
from generator.model.color import mix_paints
from generator.model.finding import DataError
from tests.messages import facts_of

GAME = """title: Wren
version: "1"
players: [2, 4]
colors:
  lapis: {paint: "#204080"}
  sky: {paint: lapis, tint: 40}
  haze: {paint: sky, tint: 50}
  shell: {paint: "#804020", tint: 25}
  roof: {paint: shell}
parts:
  slip: {kind: tile, size: [60, 40], front: slip.svg.j2, copies: 1}
"""


def read_paints(folder: Path, text: str, *colors: str) -> dict[str, str]:
    (folder / "wren").mkdir(exist_ok=True)
    (folder / "wren/game.yaml").write_text(text, "utf-8")
    game = read_game(folder / "wren", KINDS, repaint=lambda own: apply_palette(own, None, colors) if colors else own)
    assert {role: data.paint for role, data in game.data.colors.items()}.keys() == game.colors.keys()
    return {role: color.paint for role, color in game.colors.items()}


def test_a_role_takes_the_paint_of_another(tmp_path: Path) -> None:
    sky = mix_paints("#ffffff", "#204080", 0.4)
    shell = mix_paints("#ffffff", "#804020", 0.25)
    haze = mix_paints("#ffffff", sky, 0.5)
    assert read_paints(tmp_path, GAME) == {"lapis": "#204080", "sky": sky, "haze": haze, "shell": shell, "roof": shell}


def test_a_role_follows_a_repainted_one(tmp_path: Path) -> None:
    found = read_paints(tmp_path, GAME, "lapis=#ff0000", "shell=#00ff00")
    assert (found["sky"], found["haze"]) == ("#ff9999", "#ffcccc")
    assert (found["shell"], found["roof"]) == ("#00ff00", "#00ff00")
    assert read_paints(tmp_path, GAME, "sky=#0000ff")["haze"] == "#8080ff"


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("paint: lapis", "paint: lapsi", "6:16: GF006 'lapsi' 'lapis'"),
        ("paint: lapis", "paint: haze", "6:16: GF006 'haze' 'sky'"),
        ("paint: shell}", "paint: roof}", "9:17: GF006 'roof' 'roof'"),
        ("tint: 40", "tint: 140", "6:29: GF006 0 100 140"),
        ("paint: lapis", "paint: '#12'", "6:16: GF006 '#12'"),
        ("paint: lapis", "paint: red", "6:16: GF006 'red' '\"#ff0000\"'"),
        ("paint: lapis", "paint: 'd55e00'", "6:16: GF006 'd55e00' '\"#d55e00\"'"),
    ],
)
def test_a_paint_that_leads_nowhere_is_refused(
    old: str, new: str, expected: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(DataError) as caught:
        read_paints(tmp_path, GAME.replace(old, new))
    assert f"wren/game.yaml:{expected}" in facts_of(caught.value.findings)
