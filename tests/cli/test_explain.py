"""Test `gutterfold explain`, and the registry of codes against its pages, docs/codes.md and the source."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple, get_args

import pytest

from docs.make_codes import render_page
from generator.cli.explain import CODE_PAGES, parse_code_pages, read_code_pages
from generator.model.finding import Level
from generator.model.finding_codes import _CODES, FINDING_CODES
from tests.kits import ROOT, run
from tests.samples import for_each

GF101 = """\
GF101: A number in the rules differs from the data or from the printed sheets.

For example:
  the rules say 2 hand cards (player red); data gives 3 (wren/game.yaml:14:70),
  sheets print 3

How to fix it:
  Find out which one is right, and correct the other. The places in parentheses
  show where the data gets its number.
"""
LEVELS = set(get_args(Level))


@for_each(["GF101", "gf101", "Gf101", " GF101 "])
def test_a_code_is_explained(code: str) -> None:
    assert run(["explain", code]) == (0, GF101, "")


@for_each(
    [
        (
            "GF009",
            "Write a claim (docs/rules.md#numbers-in-the-rules) or a color\n  (docs/rules.md#colors-in-the-rules), or remove the braces;",
        ),
        (
            "GF004",
            "Correct it; docs/game-data.md and the pages in its first table list every key.\n  Inside `{...}` a comma ends a text,",
        ),
        ("GF306", "show it in rules.md with\n  ![caption](figure:route)\n"),
        ("GF100", "so nothing checks its data against its rules; add\n  `claims`\n"),
        (
            "GF113",
            "  `hand.red.1.c1.front in psycle-sheets-a4.pdf, page 3: 2 mm from the paper's\n  edge`, then the smallest",
        ),
        ("GF006", "This includes a\n`--color` that is not ROLE=#RRGGBB."),
        ("GF128", "On a fresh build GF209 (docs/codes.md#templates-and-faces) comes first"),
    ]
)
def test_links_and_quotes_become_plain_text(code: str, text: str) -> None:
    assert text in run(["explain", code])[1]


def test_every_code_is_registered_once_and_in_order() -> None:
    codes = [each.code for each in _CODES]
    assert codes == sorted(set(codes)) == list(FINDING_CODES)
    assert len(codes) >= 70
    for each in _CODES:
        assert (each.title[-1], len(each.title) <= 90) == (".", True), each
        assert each.title[0].isupper()
        assert set(each.levels) <= LEVELS


def test_every_code_has_a_page_and_every_page_a_code() -> None:
    assert re.findall(r"^### (.*)$", CODE_PAGES.read_text("utf-8"), re.MULTILINE) == list(FINDING_CODES)
    for page in read_code_pages().values():
        assert page.group
        assert page.fix.endswith(".")
        assert "](" not in page.meaning + page.fix


def test_a_page_without_a_fix_is_noticed() -> None:
    with pytest.raises(KeyError):
        list(parse_code_pages("## A group\n\n### GF101\n\nExample: `x`\n"))


def test_the_document_is_generated() -> None:
    assert (ROOT / "docs" / "codes.md").read_text("utf-8") == render_page(), "run `make codes`"


def test_the_document_has_every_code_in_a_table() -> None:
    rows = re.findall(r"^\| (GF\d{3}) \| ([a-z, ]+) \| [^\n]+ \| [^\n]+ \| [^\n]+ \|$", render_page(), re.MULTILINE)
    assert rows == [(each.code, ", ".join(each.levels)) for each in _CODES]


def test_the_page_of_waivers_names_the_codes_that_cannot_be_waived() -> None:
    (names,) = re.findall(r"begins with GF1 or GF3, except ([^.]*)\.", read_code_pages()["GF106"].meaning)
    unwaivable = [code for code, row in FINDING_CODES.items() if code[2] in "13" and not row.waivable]
    assert re.findall(r"GF\d{3}", names) == unwaivable
    assert {row.waivable for code, row in FINDING_CODES.items() if code[2] not in "13"} == {False}


class Raised(NamedTuple):
    """A code in the source, with its level: empty if only the running program knows it."""

    file: str
    code: str
    level: str


@cache
def find_raised() -> list[Raised]:
    """Return each code in a call or a tuple of the package, with the level beside it."""
    files = sorted(file for file in (ROOT / "generator").rglob("*.py") if file.name != "finding_codes.py")
    assert len(files) > 100
    nodes = ((file, node) for file in files for node in ast.walk(parse_codes(file)))
    return [each for file, node in nodes if isinstance(node, ast.Call | ast.Tuple) for each in _read_raised(file, node)]


@cache
def parse_codes(file: Path) -> ast.Module:
    """Return the tree of a module; an empty one if it names no code."""
    source = file.read_text("utf-8")
    return ast.parse(source if "GF" in source else "")


def _read_raised(file: Path, node: ast.Call | ast.Tuple) -> Iterator[Raised]:
    items = [*node.args, *(each.value for each in node.keywords)] if isinstance(node, ast.Call) else node.elts
    texts = [each.value for each in items if isinstance(each, ast.Constant) and isinstance(each.value, str)]
    usual = (
        isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Finding" and len(items) < 4
    )
    level = next((text for text in texts if text in LEVELS), "error" if usual else "")
    yield from (Raised(str(file.relative_to(ROOT)), text, level) for text in texts if re.fullmatch(r"GF\d{3}", text))


def test_every_level_of_a_finding_is_registered() -> None:
    raised = find_raised()
    assert len(raised) > 100
    wrong = [each for each in raised if each.level and each.level not in FINDING_CODES[each.code].levels]
    assert wrong == []


def test_every_registered_level_is_raised() -> None:
    raised = find_raised()
    for code, row in FINDING_CODES.items():
        levels = {each.level for each in raised if each.code == code}
        assert set(row.levels) <= levels or "" in levels or not levels, (code, levels)


def test_every_code_is_raised_and_every_raised_code_is_registered() -> None:
    texts = [
        (file, node.value)
        for file in (ROOT / "generator").rglob("*.py")
        if file.name != "finding_codes.py"
        for node in ast.walk(parse_codes(file))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    ]
    raised = {text for _, text in texts if re.fullmatch(r"GF\d{3}", text)}
    assert raised == set(FINDING_CODES)


@for_each(sorted(FINDING_CODES))
def test_every_code_can_be_explained(code: str) -> None:
    status, stdout, stderr = run(["explain", code])
    assert (status, stderr) == (0, "")
    assert stdout.startswith(f"{code}: ")
    assert stdout.count("\n\nFor example:\n  ") == stdout.count("\n\nHow to fix it:\n  ") == 1
    assert max(map(len, stdout.splitlines())) <= 80


LISTED = """\
The data
  GF001  A game, file or palette does not exist or cannot be read.
  GF002  A file is not valid UTF-8, YAML or CSV, or holds too much.
"""


def test_without_a_code_all_codes_are_listed_by_group() -> None:
    status, stdout, stderr = run(["explain"])
    lines = stdout.splitlines()
    assert (status, stderr, stdout[: len(LISTED)]) == (0, "", LISTED)
    assert [line[2:7] for line in lines if line.startswith("  GF")] == list(FINDING_CODES)
    assert max(map(len, lines)) <= 80
    assert lines[-2] == ""
    assert lines[-1].startswith("`gutterfold explain GF101` ")
    headings = list(dict.fromkeys(page.group for page in read_code_pages().values()))
    assert [line for line in lines[:-1] if line[:1] not in ("", " ")] == headings
    assert "  GF102  A claim is false." in lines


@for_each(
    [
        ("GF1O1", "did you mean 'GF101'?"),
        ("GFI01", "did you mean 'GF101'?"),
        ("101", "did you mean 'GF101'?"),
        ("GF1011", "did you mean 'GF101'?"),
        ("GF300", "`gutterfold explain` lists all codes"),
        ("GF999", "`gutterfold explain` lists all codes"),
        ("foo", "`gutterfold explain` lists all codes"),
    ]
)
def test_an_unknown_code_exits_with_status_2_and_a_suggestion(code: str, hint: str) -> None:
    status, stdout, stderr = run(["explain", code])
    assert (status, stdout) == (2, "")
    assert stderr.splitlines()[-1] == f"CODE: GF012 there is no code {code!r}; {hint}"
