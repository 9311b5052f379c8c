"""Palettes and `--color` repaint the game's roles and refuse unknown ones."""

from pathlib import Path

import pytest

from generator.load import palette as palette_module
from generator.load.palette import apply_palette, parse_color, read_palette
from generator.model.color import Color
from generator.model.finding import MOST_FINDINGS, DataError
from tests.messages import facts_of

COLORS = {
    "player.red": Color("player.red", "red", "#d55e00", "triangle", "R"),
    "player.blue": Color("player.blue", "blue", "#0072b2"),
}


@pytest.fixture
def palette(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Write a palette with an unknown role; return its path."""
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "dusk.yaml"
    path.write_text('title: Dusk\npaint:\n  player.red: "#A00"\n  player.bleu: "#00f"\n', encoding="utf-8")
    return path


def list_paints(colors: dict[str, Color]) -> dict[str, str]:
    """Return the paint of each role."""
    return {role: color.paint for role, color in colors.items()}


def test_an_unknown_role_is_refused(palette: Path) -> None:
    with pytest.raises(DataError) as error:
        apply_palette(COLORS, read_palette(palette), ["player.gren=#0f0", "x", "player.red=red"])
    assert facts_of(error.value.findings) == [
        "dusk.yaml:4:3: GF008 'player.bleu' 'player.blue'",
        "--color: GF008 'player.gren' 'player.red'",
        "--color: GF006 'x' 7 0000",
        "--color: GF006 'player.red=red' 7 0000",
    ]


def test_of_a_great_many_unknown_roles_the_first_are_told(palette: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[str] = []

    def suggest_nothing(role: str, _known: object) -> str:
        told.append(role)
        return ""

    monkeypatch.setattr(palette_module, "did_you_mean", suggest_nothing)
    palette.write_text("title: Dusk\npaint:\n" + "".join(f"  player.c{n}: '#000000'\n" for n in range(2000)), "utf-8")
    with pytest.raises(DataError) as caught:
        apply_palette(COLORS, read_palette(palette))
    assert len(caught.value.findings) == len(told) == MOST_FINDINGS + 1


def test_a_shared_palette_ignores_roles_of_other_games(palette: Path) -> None:
    palette.write_text("shared: true\n" + palette.read_text(encoding="utf-8"), encoding="utf-8")
    colors = apply_palette(COLORS, read_palette(palette))
    assert list_paints(colors) == {"player.red": "#aa0000", "player.blue": "#0072b2"}
    assert (colors["player.red"].mark, colors["player.red"].letter) == ("triangle", "R")


def test_options_override_the_palette(palette: Path) -> None:
    palette.write_text('title: Dusk\npaint: {player.red: "#A00", player.blue: "#00f"}\n', encoding="utf-8")
    colors = apply_palette(COLORS, read_palette(palette), ["player.red=#7f0000", "player.red=#7F0001"])
    assert list_paints(colors) == {"player.red": "#7f0001", "player.blue": "#0000ff"}
    assert apply_palette(COLORS, None) == COLORS


def test_a_color_option_is_parsed() -> None:
    assert parse_color("player.red=#F00") == ("player.red", "#ff0000")


def test_an_invalid_palette_is_reported(palette: Path) -> None:
    palette.write_text('titel: Dusk\npaint: {a: "red", a: "#fff"}\n', encoding="utf-8")
    with pytest.raises(DataError) as error:
        read_palette(palette)
    assert facts_of(error.value.findings) == [
        "dusk.yaml:1:1: GF004 'titel' 'title'",
        "dusk.yaml:2:12: GF006 'red'",
        "dusk.yaml:2:19: GF003 'a' dusk.yaml:2:9",
    ]
    palette.unlink()
    with pytest.raises(DataError, match=r"^dusk.yaml: GF001 dusk.yaml cannot be read: No such file or directory$"):
        read_palette(palette)


NAMED = """\
title: Dusk
paint: {player.red: "#A00", player.blue: "#00f", lamp: "#fff"}
name: {player.red: crimson, lamp: snow white}
"""


def test_palette_names_apply_until_an_option_repaints_the_color(palette: Path) -> None:
    palette.write_text("shared: true\n" + NAMED, encoding="utf-8")
    found = read_palette(palette)
    colors = apply_palette(COLORS, found)
    assert [(color.name, color.called) for color in colors.values()] == [("red", "crimson"), ("blue", "blue")]
    assert apply_palette(COLORS, found, ["player.red=#ff8800"])["player.red"].called == "orange"


@pytest.mark.parametrize(("shared", "called"), [("true", "south"), ("false", "crimson")])
def test_a_shared_palette_keeps_names_that_are_not_colors(palette: Path, shared: str, called: str) -> None:
    text = f'title: Dusk\nshared: {shared}\npaint: {{player.red: "#A00"}}\nname: {{player.red: crimson}}\n'
    palette.write_text(text, encoding="utf-8")
    south = {"player.red": Color("player.red", "south", "#000000")}
    assert apply_palette(south, read_palette(palette))["player.red"].called == called


def test_invalid_palette_names_are_reported(palette: Path) -> None:
    palette.write_text(
        'title: Dusk\npaint: {player.red: "#A00"}\nname: {player.rde: red, player.red: "r{d"}\n', "utf-8"
    )
    with pytest.raises(DataError) as error:
        read_palette(palette)
    assert facts_of(error.value.findings) == [
        "dusk.yaml:3:8: GF008 'player.red'",
        "dusk.yaml:3:37: GF006 'r{d'",
    ]
