"""The sandbox of expressions: nothing can hang, fill the memory or reach Python objects."""

import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from generator.check.claims import evaluation, sandbox
from generator.check.claims.sandbox import compile_expression, split_conjuncts
from generator.language.expressions import ALLOWED_FILTERS, ExpressionError
from tests.samples import for_each

THINGS: dict[str, Any] = {"one": lambda: {"a": 1, "items": 2}, "many": lambda: list(range(10_000))}


def evaluate(text: str) -> Any:
    """Return the value of an expression."""
    return compile_expression(text)(THINGS)


@for_each(
    [
        ("2 ** 10", 1024),
        ("2 ** -1", 0.5),
        ("7 % 4 * 3", 9),
        ("3 * 'ab'", "ababab"),
        ("[1] * 3", [1, 1, 1]),
        ("9 * 10 ** 14", 900_000_000_000_000),
        ("[3, 1, 3]|unique|list", [3, 1]),
        ("[3, 1]|map('string')", ["3", "1"]),
        ("[3, 1]|map('string') == ['3', '1']", True),
        ("[3, 1]|select('odd') == [1, 3]|reverse == [3, 1]", True),
        ("[1, 2]|reject('in', [2]|map('int')) == [1]", True),
        ("'ab'|reverse", "ba"),
        ("one().items", 2),
        ("one()['a'] + one().a", 2),
        ("range(2, 5)", [2, 3, 4]),
        ("[1, 2, 3][1:]", [2, 3]),
        ("'a' ~ 1", "a1"),
        ("1 < 2 < 3", True),
        ("many()|sum", 49_995_000),
    ]
)
def test_allowed_expressions(text: str, result: object) -> None:
    assert evaluate(text) == result


@for_each(
    [
        "9**9**9",
        "1e999 > 1",
        "[1]|select('contains', 1)|list == []",
        "9**(9**9)",
        "(-9)**0.5",
        "10**6*10**6*10**6",
        "0.0**-1",
        "'a'*10**9",
        "10**9*'a'",
        "[1]*10**9",
        "('a'*1000)*1000",
        "[[1]*1000]*100000",
        "'%1000000000d' % 1",
        "range(10**9)|list",
        "range(10001)",
        "'a'|center(1000000000)",
        "1.5|round(1000000000, 'ceil')",
        "[1]|batch(1000000000, 1)|list",
        "'{:1000000000}'.format(1)",
        "'a'.ljust(1000000000)",
        "'a'|attr('__class__')",
        "''.__class__.__mro__",
        "''['__class__']",
        "one.__globals__",
        "one()['__class__']",
        "one().keys()",
        "many().append(1)",
        "lipsum(1000000)",
        "cycler(1)",
        "namespace(a=1)",
        "dict(a=1)",
        "self",
        "1 if",
        "{{ 1 }}",
        "1 }}{% for i in range(9) %}{{ i }}{% endfor %}{{ 1",
        "nothing",
        "1 / 0",
        "(" * 500 + "1" + ")" * 500,
        "not " * 2000 + "1",
        "[" * 3000 + "]" * 3000,
        "",
        "([range(10000)]*10000)|map('sort')|list",
        "[[[0]*1000]*1000]*1000",
        "[[1], [2]]|sum(start=[])",
        "(" * 200_000 + "1" + ")" * 200_000,
        "1" + "+1" * 100_000,
        "1" + " and 1" * 5000,
        "9" * 100_000,
        "one|string",
        "one ~ ''",
        "[one]|join",
        "[one]",
        "{'a': one}",
        "[1, 2][one]",
        "{}[one]",
        "one % 2",
    ]
)
def test_refused_expressions(text: str) -> None:
    with pytest.raises(ExpressionError):
        evaluate(text)


@for_each(["[one]", "one ~ ''", "one % 2", "{}[one]", "{'a': 1}[one]", "range(one)"])
def test_no_message_holds_an_address(text: str) -> None:
    with pytest.raises(ExpressionError) as caught:
        evaluate(text)
    assert "0x" not in str(caught.value)


def test_an_expression_that_takes_too_long_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(evaluation, "_CLAIM_SECONDS", 0.2)
    monkeypatch.setattr(evaluation, "bind_functions", lambda world: {})
    judge = evaluation.ClaimEvaluator([SimpleNamespace(name="data", calls=[])])  # type: ignore[list-item]
    with pytest.raises(ExpressionError, match=r"all claims together have 0\.2 s"):
        judge.evaluate("range(10000)|select('in', range(10000))|list|length")
    assert [answer.value for answer in judge.evaluate("1 + 1")] == [2]


def test_expressions_are_compiled_once_for_all_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def run(*texts: str) -> list[object]:
        sandbox._open_remembered.cache_clear()
        compile_expression.cache_clear()
        with sandbox.remember_expressions(str(tmp_path / "game.yaml")):
            parts: list[object] = [split_conjuncts("a and b")]
            return [*parts, *(compile_expression(text)({}) for text in texts)]

    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert run("1 + 1", "[1]|first") == [["a", "b"], 2, 1]
    monkeypatch.setattr(sandbox, "_compile_anew", lambda text: pytest.fail(f"{text} is compiled again"))
    monkeypatch.setattr(sandbox, "_split_anew", lambda *given: pytest.fail("split again"))
    assert run("[1]|first", "1 + 1") == [["a", "b"], 1, 2]
    (entry,) = (tmp_path / "gutterfold").iterdir()
    entry.write_bytes(entry.read_bytes()[:-1])
    monkeypatch.undo()
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert run("1 + 1") == [["a", "b"], 2]
    with pytest.raises(ExpressionError):
        run("1 +")


def test_a_hostile_expression_needs_no_memory() -> None:
    hostile = "from generator.check.claims.sandbox import ExpressionError, compile_expression\nimport resource\n"
    hostile += "resource.setrlimit(resource.RLIMIT_AS, (500_000_000, 500_000_000))\n"
    for text in ("9**9**9", "'a'*10**9", "range(10**9)|list", "'a'|center(1000000000)", "[[1]*1000]*1000000"):
        hostile += f"try:\n    compile_expression({text!r})({{}})\n    print('given')\nexcept ExpressionError:\n    print('refused')\n"
    run = subprocess.run([sys.executable, "-c", hostile], capture_output=True, text=True, timeout=20, check=False)
    assert run.stdout.split() == ["refused"] * 5, run.stderr


def test_only_listed_filters_are_allowed() -> None:
    from jinja2 import Environment

    assert set(ALLOWED_FILTERS) <= set(Environment().filters)
    assert {"center", "format", "round", "indent", "attr", "replace", "tojson"}.isdisjoint(ALLOWED_FILTERS)


@for_each(
    [
        ("a", ["a"]),
        ("a == 1 and  b(1, 'x and y')\n  and (c and d)", ["a == 1", "b(1, 'x and y')", "(c and d)"]),
        ("a and [x and y] and {'k': x and y}", ["a", "[x and y]", "{'k': x and y}"]),
        ("not a and b", ["not a", "b"]),
        ("a and b or c", ["a and b or c"]),
        ("a and b if c and d else e", ["a and b if c and d else e"]),
        ("(a or b) and c", ["(a or b)", "c"]),
    ]
)
def test_split_conjuncts(text: str, parts: list[str]) -> None:
    assert split_conjuncts(text) == parts
