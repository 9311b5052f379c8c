"""No regular expression of ours takes exponential or quadratic time, whatever a stranger writes."""

import re
from pathlib import Path

import pytest

import generator
from generator.check.words import part_names
from generator.load import braces, rows
from generator.model.language import Language, Terms
from tests.regular_expressions import Source, find_patterns, find_slow_text, is_exponential
from tests.samples import for_each, sample

_NUMBER = r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?"
# the expression that read lists of numbers: eight pairs and a typo never ended
_FORMER_LIST = rf"\s*{_NUMBER}(?:(?:\s+,?\s*|,\s*){_NUMBER}|(?={_NUMBER})[-+.]{_NUMBER})*\s*"

# modules that put escaped names of a game into an expression at run time
MADE_OF_NAMES = {
    f"generator/{module}.py"
    for module in (
        "booklet/tables",
        "check/claims/sandbox",
        "check/translations/drawn_texts",
        "check/translations/facts",
        "check/translations/terms",
        "proof/vary/figures",
        "check/vary/unseen",
        "check/waivers",
        "check/words/color_names",
        "pipeline/editing/csv_table",
        "pipeline/editing/game_edits",
        "check/words/links",
        "check/words/part_names",
        "check/words/unclaimed",
        "fonts/shaping",
        "load/languages",
        "load/rows",
        "pipeline/checking/verification",
        "pipeline/checking/certificate",
        "proof/figures",
        "readback/pdf/containers",
        "render/fault_sources",
        "render/template",
        "write/landing",
    )
}

# expressions that are never given what would take them long
HARMLESS = {
    r"(<[^>]*>)": "the text ends with `>`",
    braces._BRACES.pattern: "each call without an end is an error, and reading ends after 100 errors",
    braces._RULES_BRACES.pattern: "likewise",
    rb"\((?:\\.|[^\\()])*+\)": "qpdf closes each string that it writes",
}


@pytest.mark.parametrize(
    "pattern", [_FORMER_LIST, r"(a+)+", r"(a*)*b", r"(a.|ab)*", r"(a|ab|b)*c", r"(?>(a+)+b)", r"(\w+\s?)*$"]
)
def test_exponential_expressions_are_found(pattern: str) -> None:
    assert is_exponential(pattern)


@for_each([r"a*a*", r"(?:a++)*b", r"(a|b)*c", r"(?:\(x\)|[^()])*", r"(\w+\s)*$", r"x(?:,x)*"])
def test_others_are_not(pattern: str) -> None:
    assert not is_exponential(pattern)


def test_no_expression_of_ours_is_exponential() -> None:
    found = find_patterns(Path(generator.__file__).parent)
    patterns = [each for each in found if isinstance(each, Source)]
    assert len(patterns) > 100
    assert {each.rpartition(":")[0] for each in found if isinstance(each, str)} <= MADE_OF_NAMES
    tried = sample(patterns, len(patterns) // 24)
    assert [each.place for each in tried if is_exponential(each.pattern)] == []


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("pattern", "method"),
    [
        (r"<!--.*?-->", "sub"),
        (r"\]\([^)]*\)", "sub"),
        (r"\s*\s*x", "match"),
        (r"\w+\s*\w+!", "match"),
        (r"[\w.]*\.[\w.]*", "fullmatch"),
        (r"\s+$", "search"),
        (r"(?m)^\s+x", "finditer"),
        (r"(?<!\w)a[^x]*+x", "split"),
        (r"a(?=.*x)", "findall"),
        (r"(?>a[^x]*)x", "search"),
    ],
)
def test_quadratic_expressions_are_found(pattern: str, method: str) -> None:
    assert find_slow_text(Source("", pattern, re.DOTALL, frozenset([method])), 0.2)


@for_each(
    [
        (r"<!--.*?(?:-->|\Z)", "sub"),
        (r"\s*+x", "match"),
        (r"\s*\s*", "search"),
        (r"<[^<>]*>", "sub"),
        (r"(?<!\s)\s++$", "search"),
        (r"\A\s*x", "search"),
    ]
)
def test_linear_ones_are_not(pattern: str, method: str) -> None:
    assert find_slow_text(Source("", pattern, re.DOTALL, frozenset([method])), 0.2) is None


def test_no_expression_of_ours_is_quadratic() -> None:
    found = [each for each in find_patterns(Path(generator.__file__).parent) if isinstance(each, Source)]
    tried = sample(found, len(found) // 24)
    slow = {each.pattern: f"{each.place}: {pump}" for each in tried if (pump := find_slow_text(each))}
    assert slow.keys() - HARMLESS.keys() == set(), slow
    assert {each.pattern for each in found} >= HARMLESS.keys()


@for_each([",", ";", "\\t", "|"])
def test_the_expression_of_a_record_is_not_quadratic(sign: str) -> None:
    pattern = rows._match_record(sign).pattern
    assert not is_exponential(pattern)
    assert find_slow_text(Source("record", pattern, 0, frozenset(["match"]))) is None


@for_each(["en", "de"])
def test_expressions_made_of_names_are_not_quadratic(tag: str) -> None:
    names = part_names.PartNames(
        Language(
            tag, "", "", "", (), (), "", "", (), "", Terms(), {"card": ("hand card", "hand cards"), "die": ("dice",)}
        )
    )
    patterns = {name: each for name, each in vars(names).items() if isinstance(each, re.Pattern)}
    assert len(patterns) == 6
    for name, each in patterns.items():
        assert not is_exponential(each.pattern), name
        method = "finditer" if name == "_named" else "match"
        assert find_slow_text(Source(name, each.pattern, re.IGNORECASE, frozenset([method]))) is None, name
