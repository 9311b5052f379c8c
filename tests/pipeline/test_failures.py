"""What stops a build early is told with the odd row that may be its cause, and once."""

import shutil
from pathlib import Path

from generator.pipeline.build import build_kit
from generator.pipeline.each_game import GameFailure, run_each_game
from generator.pipeline.options import Options
from tests.kits import GAMES


def test_a_deleted_row_is_told_before_all_that_misses_it(tmp_path: Path) -> None:
    home = tmp_path / "psycle"
    shutil.copytree(GAMES["psycle"], home)
    rows = (home / "cards.csv").read_text("utf-8").split("\n")
    (home / "cards.csv").write_text("\n".join([*rows[:3], *rows[4:]]), "utf-8")
    ((_, outcome),) = run_each_game([home], Options(out=tmp_path / "out", sheets_only=True), build_kit)
    assert isinstance(outcome, GameFailure)
    row, missing = outcome.findings
    assert (row.code, row.level, Path(row.place.file).name, row.place.line) == ("GF176", "warning", "cards.csv", 4)
    assert (missing.code, missing.place.line) == ("GF008", 150)
    assert "'red.2'" in missing.message
