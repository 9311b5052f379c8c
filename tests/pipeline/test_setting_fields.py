"""The sizes and counts that a form shows are those that `--set` takes, with the bounds of the schema."""

from pathlib import Path

from generator.pipeline.build import load_game
from generator.pipeline.options import Options
from generator.pipeline.setting_fields import SettingField, list_setting_fields
from tests.kits import ROOT

GAME = """\
title: Tiny
version: "1"
players: [1, 2]
parts:
  gem: {kind: token, diameter: 14, front: a.svg.j2, copies: 50, gap: 0}
  land: {kind: board, front: a.svg.j2, copies: 1, grid: {rows: 2, columns: 3, cell: 40}}
"""


def test_numbers_have_the_bounds_of_their_keys(tmp_path: Path) -> None:
    (tmp_path / "tiny").mkdir()
    (tmp_path / "tiny" / "game.yaml").write_text(GAME, "utf-8")
    game, _ = load_game(tmp_path / "tiny", Options())
    fields = {field.name: field for field in list_setting_fields(game)}
    copies = fields["gem.copies"]
    assert (copies.part, copies.said, copies.is_whole, copies.least, copies.most) == ("gem", "50", True, 1, 10000)
    assert fields["gem.gap"] == SettingField(
        "gem.gap", "mm between pieces beyond their bleed", "0", is_whole=False, least=0, most=10000
    )
    assert [fields[f"land.grid.{key}"].said for key in ("rows", "columns", "cell")] == ["2", "3", "40"]


def test_each_field_of_a_large_game_can_be_set_to_what_it_says() -> None:
    game, _ = load_game(ROOT / "layouts" / "psycle", Options())
    fields = [field for field in list_setting_fields(game) if field.said]
    assert len(fields) > 10
    assert any(field.choices for field in fields)
    settings = tuple(f"{field.name}={field.said}" for field in fields)
    again, _ = load_game(ROOT / "layouts" / "psycle", Options(settings=settings))
    assert again.parts == game.parts
