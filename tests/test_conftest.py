"""Test the tools of the tests: golden files that differ or are missing, and absent judges."""

from pathlib import Path

import pytest

from tests.conftest import compare, find_judge, find_packed


def test_a_golden_file_is_accepted_then_compared(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "face.svg"
    compare(path, "<svg/>\n", accept=True)
    compare(path, "<svg/>\n", accept=False)
    with pytest.raises(AssertionError, match=r"face\.svg differs"):
        compare(path, "<svg></svg>\n", accept=False)


def test_a_missing_golden_file_fails(tmp_path: Path) -> None:
    with pytest.raises(pytest.fail.Exception, match=r"no golden face\.svg"):
        compare(tmp_path / "face.svg", "<svg/>", accept=False)


def test_an_absent_judge_skips_unless_required(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("GUTTERFOLD_JUDGES", raising=False)
    with pytest.raises(pytest.skip.Exception):
        find_judge("no-such-judge")
    monkeypatch.setenv("GUTTERFOLD_JUDGES", "required")
    with pytest.raises(pytest.fail.Exception, match="no-such-judge is required"):
        find_judge("no-such-judge")


def test_a_file_of_a_package_is_found_or_treated_as_an_absent_judge(monkeypatch: pytest.MonkeyPatch) -> None:
    assert find_packed("pytest", "py.typed").is_file()
    monkeypatch.delenv("GUTTERFOLD_JUDGES", raising=False)
    with pytest.raises(pytest.skip.Exception):
        find_packed("pytest", "no-such-file")
    monkeypatch.setenv("GUTTERFOLD_JUDGES", "required")
    with pytest.raises(pytest.fail.Exception, match=r"no-such\.jar of no_such_package is required"):
        find_packed("no_such_package", "no-such.jar")
