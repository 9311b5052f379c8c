"""The table of checks, the page of codes and the modules that give them agree with one another."""

import ast
import re
from collections import defaultdict
from functools import cache
from inspect import signature
from pathlib import Path

from generator.check.table import CHECKS, Check, load_function
from generator.model.finding_codes import FINDING_CODES, GONE_CODES
from tests.samples import for_each

ROOT = Path(__file__).parents[2] / "generator"
ROWS = {code for check in CHECKS for code in check.codes}
# what no row finds: claims, waivers, files that cannot be read back, a board that cannot be made, and coverage
ELSEWHERE = {
    **dict.fromkeys(["GF100", "GF101", "GF102", "GF103", "GF104", "GF105"], "check/claims/judge.py"),
    "GF106": "check/waivers.py",
    "GF137": "check/claims/judge.py",
    "GF145": "check/vary/coverage.py",
    "GF139": "load/palette.py",
    "GF117": "readback/drawings.py",
    "GF121": "components/boards/builder.py",
    "GF333": "check/limits/sizes.py",  # this looks at drawn figures
}
# places: findings of these codes are moved, merged or counted there, and not made
ONLY_NAMED = {"check/causes.py", "check/claims/trials.py", "check/vary/coverage.py", "proof/pages.py", "check/table.py"}
PARAMETERS = {"data": 2, "kit": 1, "format": 2, "part": 3, "face": 1, "views": 1, "faces": 1, "sources": 3}


@cache
def list_codes(module: Path) -> set[str]:
    """Return the codes that a module names for the findings that it gives, and not in the words of a docstring."""
    source = module.read_text("utf-8")
    tree = ast.parse(source if "GF" in source else "")
    values = [node.value for node in ast.walk(tree) if isinstance(node, ast.Constant)]
    return {value for value in values if isinstance(value, str) and re.fullmatch(r"GF[123]\d\d", value)}


@cache
def list_givers() -> dict[str, set[str]]:
    """Return the modules of check and proof that give each code."""
    found: dict[str, set[str]] = defaultdict(set)
    for room in ("check", "proof"):
        for path in (ROOT / room).rglob("*.py"):
            name = str(path.relative_to(ROOT))
            for code in list_codes(path) if name not in ONLY_NAMED else ():
                found[code].add(name)
    for row in CHECKS:
        if row.takes == "part":  # the table reports its faults by the code of the row
            found[row.codes[0]].add(f"{row.function.partition(':')[0].replace('.', '/')}.py")
    return found


def test_every_code_of_a_check_is_in_a_row_or_known_to_come_from_elsewhere() -> None:
    assert len(list_givers()) > 60
    outside = {"GF008", "GF009", "GF306", "GF307", "GF309", "GF310", "GF318", "GF305"}
    assert {code for code in FINDING_CODES if code.startswith("GF1")} <= ROWS | set(ELSEWHERE)
    assert list_givers().keys() - outside <= ROWS | set(ELSEWHERE)
    assert list_givers().keys() & FINDING_CODES.keys() >= ROWS
    assert (ROWS & set(ELSEWHERE), (ROWS | set(ELSEWHERE)) & GONE_CODES) == (set(), set())


def test_a_code_comes_from_one_module() -> None:
    assert {code: sorted(names) for code, names in list_givers().items() if len(names) > 1} == {}


@for_each(ELSEWHERE.items())
def test_what_comes_from_elsewhere_comes_from_there(code: str, module: str) -> None:
    assert code in list_codes(ROOT / module)


@for_each(CHECKS)
def test_a_row_names_codes_and_a_function_that_takes_what_it_says(check: Check) -> None:
    assert list(check.codes) == sorted(set(check.codes)) != []
    assert len(signature(load_function(check.function)).parameters) == PARAMETERS[check.takes]
    module = ROOT / f"{check.function.partition(':')[0].replace('.', '/')}.py"
    near = set().union(*map(list_codes, module.parent.glob("*.py")))
    assert set(check.codes) <= near or (check.takes == "part" and len(check.codes) == 1)  # which the table gives


def test_each_function_has_one_row() -> None:
    assert len({check.function for check in CHECKS}) == len(CHECKS) > 60
