"""A game on a map of hexes, whose roads lie on edges and whose villages stand on corners, is checked green."""

from pathlib import Path

from click.testing import CliRunner

from generator.cli.commands import main

HERE = Path(__file__).parent / "examples" / "causeway"


def test_the_game_is_green(tmp_path: Path) -> None:
    done = CliRunner().invoke(main, ["check", str(HERE), "--out", str(tmp_path)])
    assert (done.exit_code, "GF" in done.output + done.stderr) == (0, False)
    assert "causeway: 5 claims" in done.output
