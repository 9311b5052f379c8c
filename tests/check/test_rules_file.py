"""A `rules.md` that `game.yaml` does not name."""

from pathlib import Path

from generator.pipeline.build import build_kit
from generator.pipeline.options import Options
from tests.export.tiny import GAME, write_game


def _find_codes(game: Path, out: Path) -> list[tuple[str, str, str]]:
    options = Options(out=out, only=("odd",), read_back=False, processes=1)
    findings = build_kit(game, options).checked.findings
    return [(each.level, str(each.place), each.message[:40]) for each in findings if each.code == "GF189"]


def test_it_is_told(tmp_path: Path) -> None:
    game = write_game(tmp_path)
    assert _find_codes(game, tmp_path / "out") == []
    (game / "rules.md").write_text("# Tiny\n", "utf-8")
    place = f"{game}/game.yaml:1:1"
    assert _find_codes(game, tmp_path / "out") == [("warning", place, "nothing names rules.md, so it is not pri")]
    (game / "game.yaml").write_text(f"{GAME}rules: rules.md\n", "utf-8")
    assert _find_codes(game, tmp_path / "out") == []
