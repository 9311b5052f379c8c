"""An exception that nothing else catches is one line that says whose fault it is and where."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from generator.cli.faults import report_fault
from tests.kits import ROOT, run
from tests.samples import for_each

HERE = "generator/cli/explain.py"


def fail_with(error: BaseException) -> BaseException:
    """Return the error as it is caught after it has passed one of our modules."""
    from generator.cli.explain import normalize_code

    class Text(str):
        def strip(self, chars: str | None = None, /) -> str:
            raise error

    try:
        normalize_code(Text())
    except BaseException as caught:
        return caught
    raise AssertionError


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (KeyError("x\n\x1b[1m"), r"""a fault of gutterfold, not of your files: KeyError: 'x\n\x1b[1m' ("""),
        (ValueError(), "a fault of gutterfold, not of your files: ValueError ("),
        (ValueError("x" * 5000), f"ValueError: {'x' * 300} ("),
        (MemoryError(), "there is not enough memory for this ("),
        (RecursionError("maximum depth"), "something is nested too deeply ("),
    ],
)
def test_a_fault_is_one_line(error: BaseException, words: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert report_fault(fail_with(error)) == 1
    stdout, stderr = capsys.readouterr()
    assert (stdout, stderr.count("\n")) == ("", 1)
    assert stderr.startswith("gutterfold: ")
    assert words in stderr
    assert f"({HERE}:" in stderr
    assert stderr.endswith(", normalize_code); GUTTERFOLD_TRACEBACK=1 shows the traceback\n")


def test_an_exception_that_cannot_describe_itself(capsys: pytest.CaptureFixture[str]) -> None:
    class MuteError(Exception):
        def __str__(self) -> str:
            raise ValueError

    assert report_fault(fail_with(MuteError())) == 1
    assert "not of your files: MuteError (" in capsys.readouterr().err


FAULT = """
import sys
from generator.cli import check_commands
from generator.__main__ import run
def fail(*_):
    import warnings
    warnings.warn("of a library")
    {}
check_commands.print_lines = fail
sys.argv[1:] = ["explain"]
run()
"""


@for_each([("", "1 / 0", 1, 1), ("1", "1 / 0", 1, 8), ("", "sys.exit(2)", 2, 0), ("", "sys.exit()", 0, 0)])
def test_a_process_ends_with_one_line_or_with_the_traceback(
    traceback: str, fault: str, status: int, lines: int, tmp_path: Path
) -> None:
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "GUTTERFOLD_TRACEBACK": traceback}
    command = [sys.executable, "-c", FAULT.format(fault)]
    done = subprocess.run(command, env=environment, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (status, "")
    assert min(done.stderr.count("\n"), 8) == lines
    assert ("Traceback (most recent call last):" in done.stderr) == bool(traceback)


def test_the_end_of_a_file_within_a_command_is_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    def end(*_: object) -> None:
        raise EOFError("cut short")

    monkeypatch.setattr("generator.pipeline.listing.describe_game", end)
    with pytest.raises(RuntimeError, match="EOFError: cut short"):
        run(["list", "psycle"])
