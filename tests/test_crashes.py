"""A few of the kills of `make crashes`."""

from pathlib import Path

import pytest

from tests.crashes import SCENARIOS, Workshop, run_rounds


@pytest.mark.sampled(1)
@pytest.mark.parametrize("number", [0, 5, 8])
def test_a_killed_command_leaves_the_old_kit_or_the_new_one(tmp_path: Path, number: int) -> None:
    assert run_rounds(tmp_path, 2, number, SCENARIOS[number : number + 1]) == []


def test_a_mixture_and_a_stray_would_be_noticed(tmp_path: Path) -> None:
    workshop = object.__new__(Workshop)
    workshop.out, workshop.temporary = tmp_path / "out", tmp_path / "tmp"
    workshop.temporary.mkdir()
    (workshop.out / "tiny" / "svg").mkdir(parents=True)
    workshop.old = {"tiny/manifest.json": b"old", "tiny/svg/1.svg": b"old"}
    workshop.new = {"tiny/manifest.json": b"new", "tiny/svg/1.svg": b"new"}
    workshop.restore()
    assert workshop.judge([workshop.old, workshop.new]) == ""
    (workshop.out / "tiny" / "svg" / "1.svg").write_bytes(b"new")
    assert workshop.judge([workshop.old]) == "differs in tiny/svg/1.svg"
    workshop.restore()
    (workshop.out / ".tiny-01234567").mkdir()
    assert workshop.judge([workshop.old]) == "strays: .tiny-01234567/"
    workshop.restore()
    (workshop.temporary / "gutterfold-0").mkdir()
    assert workshop.judge([workshop.old]) == "strays: gutterfold-0"
