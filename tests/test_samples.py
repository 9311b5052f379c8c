"""The sample that `make test` tries is spread evenly, and `make test-all` leaves nothing out."""

import os
import subprocess
import sys
from inspect import signature
from pathlib import Path

import pytest

from tests import samples
from tests.samples import for_each

CASES = list("abcdefghij")
MODULE = """
import pytest

@pytest.mark.sampled(2)
@pytest.mark.parametrize("n", range(7))
def test_one(n): pass

@pytest.mark.thorough
def test_long(): pass

def test_other(): pass
"""


@pytest.mark.parametrize(("most", "found"), [(1, "a"), (2, "aj"), (4, "adgj"), (10, "abcdefghij"), (99, "abcdefghij")])
def test_a_sample_is_spread_from_the_first_case_to_the_last(
    most: int, found: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(samples, "WHOLE", False)
    assert samples.sample(CASES, most) == list(found)


def test_a_property_test_tries_a_sixteenth_of_its_examples(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(samples, "WHOLE", False)
    assert [samples.examples(number) for number in (1, 16, 17, 240)] == [1, 1, 2, 15]


def test_all_cases_are_tried_when_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(samples, "WHOLE", True)
    assert samples.sample(CASES, 2) == CASES
    assert samples.examples(120) == 120


@pytest.mark.parametrize(
    ("tests", "named", "lines"),
    [
        ("", "", ["test_one[0]", "test_one[6]", "test_other"]),
        ("all", "", [*(f"test_one[{n}]" for n in range(7)), "test_long", "test_other"]),
        ("", "::test_long", ["test_long"]),
        ("", "::test_one[3]", ["test_one[3]"]),
    ],
)
def test_a_sampled_test_tries_some_of_its_cases(tests: str, named: str, lines: list[str], tmp_path: Path) -> None:
    (tmp_path / "test_it.py").write_text(MODULE, "utf-8")
    command = [sys.executable, "-m", "pytest", "-p", "tests.conftest", "--collect-only", "-q", f"test_it.py{named}"]
    environment = {**os.environ, "GUTTERFOLD_TESTS": tests, "PYTHONPATH": str(Path(__file__).parents[1])}
    done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=True)
    assert [line.partition("::")[2] for line in done.stdout.splitlines() if "::" in line] == lines


def test_a_loop_tries_every_case_and_names_each_that_is_wrong() -> None:
    tried = list[int]()

    def check(number: int, limit: int) -> None:
        """Check it."""
        tried.append(number)
        if number == 4:
            pytest.fail("no four")
        assert number < limit

    made = for_each([(number, 6) for number in range(8)])(check)
    assert (made.__name__, made.__doc__, list(signature(made).parameters)) == ("check", "Check it.", [])
    with pytest.raises(AssertionError) as caught:
        made()
    assert tried == list(range(8))
    assert str(caught.value).splitlines()[0] == "3 of 8 are wrong:"
    assert [line[:6] for line in str(caught.value).splitlines() if line.startswith("(")] == [
        "(4, 6)",
        "(6, 6)",
        "(7, 6)",
    ]
    with pytest.raises(AssertionError, match="there are cases"):
        for_each([])(check)()


@for_each(["one", "two"])
def test_a_loop_gives_each_case_a_new_folder(tmp_path: Path, name: str) -> None:
    assert list(tmp_path.iterdir()) == []
    (tmp_path / name).write_text(name, "utf-8")
