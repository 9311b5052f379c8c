"""The table of checks, the page of codes and the modules that give them agree with one another."""

import ast
import re
from pathlib import Path

import pytest

from generator.check.checks import CHECKS
from generator.check.paper.checks import DRAWING_CHECKS, KIT_CHECKS, PAGE_CHECKS
from generator.model.finding_codes import FINDING_CODES

ROOT = Path(__file__).parents[2] / "generator"
ALL_CHECKS = (*CHECKS, *DRAWING_CHECKS, *PAGE_CHECKS, *KIT_CHECKS)
ROWS = {code for check in ALL_CHECKS for code in check.codes}
# what is no check of a case: claims, waivers, files that cannot be read back, a board that cannot be made, and coverage
ELSEWHERE = {
    **dict.fromkeys(["GF100", "GF101", "GF102", "GF103", "GF104", "GF105"], "check/claims/judge.py"),
    "GF106": "check/waivers.py",
    "GF145": "check/paper/coverage.py",
    "GF149": "proof/template_literals.py",  # looks at the sources of templates
    "GF146": "proof/template_attributes.py",  # likewise
    "GF191": "load/palette.py",
    "GF117": "readback/drawings.py",
    "GF121": "components/boards/builder.py",
    "GF180": "check/figures/varied_values.py",  # these look at drawn figures, which no case has
    "GF181": "check/figures/visibility.py",
    "GF182": "check/figures/named_pieces.py",
    "GF183": "check/figures/moves.py",
    "GF184": "check/figures/sequences.py",
    "GF186": "check/figures/tile_sides.py",
}
# codes of paper and of nets that checks of finished files give
ON_PAPER = {"GF313", "GF314", "GF315", "GF317", "GF319", "GF321", "GF322", "GF347"}


def given(module: Path) -> set[str]:
    """Return the codes that a module names for the findings that it gives, and not in the words of a docstring."""
    values = [node.value for node in ast.walk(ast.parse(module.read_text("utf-8"))) if isinstance(node, ast.Constant)]
    return {
        value for value in values if isinstance(value, str) and (re.fullmatch(r"GF1\d\d", value) or value in ON_PAPER)
    }


def test_every_code_that_is_found_at_the_end_is_in_a_row_or_known_to_come_from_elsewhere() -> None:
    explained = {code for code in FINDING_CODES if code.startswith("GF1")} | ON_PAPER
    assert explained == ROWS | set(ELSEWHERE)
    assert ROWS & set(ELSEWHERE) == set()


def test_what_modules_of_checks_give_is_what_the_rows_list() -> None:
    modules = [path for path in (ROOT / "check").rglob("*.py") if path.name != "checks.py"]
    assert len(modules) > 20
    assert set().union(*map(given, modules)) - set(ELSEWHERE) == ROWS


@pytest.mark.parametrize(("code", "module"), ELSEWHERE.items())
def test_what_comes_from_elsewhere_comes_from_there(code: str, module: str) -> None:
    assert code in given(ROOT / module)


def test_a_row_lists_codes_and_each_function_has_one_row() -> None:
    assert [check for check in ALL_CHECKS if not check.codes or list(check.codes) != sorted(set(check.codes))] == []
    assert len({check.find for check in ALL_CHECKS}) == len(ALL_CHECKS)
