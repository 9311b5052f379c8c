"""Options of `export` that its target would ignore, and of `studio`, are refused with what to do."""

from pathlib import Path

import pytest

from tests.kits import run

IGNORED = {
    ("png", "--corners", "3"): "--corners is for --to cut; leave it out for --to png",
    ("web", "--bleed", "3"): "--bleed is for --to png, --to pdf, --to svg or --to cut; leave it out for --to web",
    ("gamecrafter", "--bleed", "0"): (
        "--bleed is for --to png, --to pdf, --to svg or --to cut; leave it out for --to gamecrafter"
    ),
    ("pdf", "--svg-text", "outlines"): "--svg-text is for --to svg; leave it out for --to pdf",
    ("svg", "--dpi", "300"): "--dpi is for --to png or --to web; leave it out for --to svg",
    ("web", "--players", "3"): "--players is for --to tabletop-simulator; leave it out for --to web",
}


@pytest.mark.parametrize("given", IGNORED)
def test_an_option_that_the_target_would_ignore_is_refused(given: tuple[str, str, str], tmp_path: Path) -> None:
    target, option, value = given
    code, _, errors = run(["export", "psycle", "--to", target, option, value, "--out", str(tmp_path)])
    assert (code, errors.splitlines()[-1].partition(": ")[2]) == (2, f"GF012 {IGNORED[given]}")
    assert not list(tmp_path.iterdir())


def test_the_studio_shows_one_game() -> None:
    code, _, errors = run(["studio", "psycle", "pharaoh", "hypnosia"])
    assert code == 2
    assert "GF012 the studio shows one game; leave out 'pharaoh' and 'hypnosia'" in errors
