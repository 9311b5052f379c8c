"""What PDF and SVG show alike is told once, and what one of them shows alone is told of that one."""

from pathlib import Path

from generator.check.check_context import CheckContext
from generator.check.table import CHECKS, run_checks
from tests.check.facts import keep_facts
from tests.check.kit import A4, GAME, PARTS, but, see


def told(folder: Path, *formats: str) -> list[str]:
    """Return what is said of the back of a card that is skewed in these formats."""
    sound, skewed = (see(folder, but("hand.red.1.c1.back", scale=scale)) for scale in (1.0, 0.97))
    pdf, svg = (skewed[at] if name in formats else sound[at] for at, name in enumerate(("pdf", "svg")))
    case = CheckContext(GAME, PARTS, PARTS, A4, pdf=pdf, svg=svg)
    return [keep_facts(finding, "likewise") for finding in run_checks(case, CHECKS) if finding.code == "GF112"]


SAYS = "wren/game.yaml:9:3: GF112 `hand.red.1.c1.back` {} 58.2 77.6 60 80{}"


def test_once_for_both(tmp_path: Path) -> None:
    assert told(tmp_path, "pdf", "svg") == [SAYS.format("`wren.pdf` 4", " `likewise`")]


def test_of_the_one_that_shows_it(tmp_path: Path) -> None:
    assert told(tmp_path, "pdf") == [SAYS.format("`wren.pdf` 4", "")]
    assert told(tmp_path, "svg") == [SAYS.format("`svg/wren-04.svg`", "")]
    assert told(tmp_path) == []
