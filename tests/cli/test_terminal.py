"""Text that is not ours on its way to a terminal or log, and streams that are full, closed or gone."""

import ast
import io
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from generator.cli.terminal import OUTPUT_LOSSES, ProgressBar, print_document, print_line, print_lines
from generator.load import yaml_nodes
from tests.kits import ROOT, run
from tests.messages import facts_of
from tests.safety.test_log_lines import find_command, is_obeyed

GAME = r"""
title: Tiny
version: "1"
players: [1, 2]
rules: rules.md
parts:
  tile: {kind: tile, size: [30, 30], front: tile.svg.j2, copies: 2, title: "::error::Tile ##[group]"}
claims:
  - {id: T1, says: EVIL, rests_on: EVIL, check: count('tile') == 2}
  - {id: T2, says: EVIL, rests_on: EVIL, check: count('tile') > 2, level: warning}
  - {id: T3, says: EVIL, rests_on: EVIL, check: count('tile') > 3, level: warning}
waivers:
  - {code: GF102, at: T3, reason: EVIL}
unchecked:
  - {id: T4, says: EVIL, why: EVIL}
"""
EVIL_TEXT = r'"a\n::error file=a::b\r##vso[task.x]y\e]52;c;QQ\a\u202e\u2028\x9b"'
TILE = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 30 30"><text x="9" y="18">Tile</text></svg>'
EVIL = "\x1b]0;x\x07\n::error::\u202e##[group]\udcff"


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Change to a folder with a game whose texts are hostile, and return it.

    The loader refuses most of them; here they get past it, since the terminal must not depend on that.
    """
    monkeypatch.setattr(yaml_nodes, "_read_escapes", lambda event, _place: event.value)
    (tmp_path / "tiny" / "templates").mkdir(parents=True)
    (tmp_path / "tiny" / "game.yaml").write_text(GAME.replace("EVIL", EVIL_TEXT), "utf-8")
    (tmp_path / "tiny" / "rules.md").write_text("# Tiny\n\nThere are {{ claim(2, 'tile') }} tiles.\n", "utf-8")
    (tmp_path / "tiny" / "templates" / "tile.svg.j2").write_text(TILE, "utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def assert_harmless(text: str) -> None:
    """Assert that no terminal and no runner obeys anything in a text of several lines."""
    assert not any(map(is_obeyed, text.replace("\n", "")))
    assert not any(map(find_command, text.split("\n")))
    text.encode("utf-8")


@pytest.mark.parametrize(
    "command", ["list tiny", "check tiny", "check tiny --format json", "check tiny --format sarif", "schema", "explain"]
)
def test_what_a_game_says_is_escaped(command: str) -> None:
    code, stdout, stderr = run(command.split())
    assert code == 0
    assert_harmless(stdout + stderr)


def test_what_a_build_prints_and_its_certificate_are_escaped() -> None:
    code, stdout, stderr = run(["build", "tiny"])
    assert (code, stderr.splitlines()[0]) == (0, "building tiny ...")
    certificate = Path("output/tiny/tiny-certificate.txt").read_text("utf-8")
    assert_harmless(stdout + stderr + certificate)
    assert certificate.count(r"a \x3a:error file=a::b \x23#vso[task.x]y\x1b]52;c;QQ\x07\u202e \x9b") > 3


def test_github_commands_are_ours_alone() -> None:
    code, stdout, _ = run(["check", "tiny", "--format", "github"])
    says = r"T2 a%0A::error file=a::b%0D\x23#vso[task.x]y\x1b]52;c;QQ\x07\u202e\u2028\x9b: count('tile') > 2 is false"
    assert (code, [line.partition(" ")[0] for line in stdout.splitlines()]) == (0, ["::warning", "::notice"])
    assert stdout.startswith(f"::warning file=tiny/game.yaml,line=10,col=173,title=GF102::{says}; ")


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (["build", EVIL], 1),
        (["build", "tiny", "--only", EVIL], 1),
        (["build", "tiny", "--color", EVIL], 1),
        (["build", "tiny", "--lang", EVIL], 1),
        (["build", "tiny", "--palette", EVIL], 2),
        (["build", "tiny", "--set", EVIL], 2),
        (["build", "tiny", "--out", EVIL], 2),
        (["build", "tiny", "--out", ""], 2),
        (["build", "tiny", "--out", "a\0b"], 2),
        (["check", "tiny", "--out", EVIL], 2),
        (["build", "tiny", "--paper", EVIL], 2),
        (["build", "tiny", "--paper-thickness", EVIL], 2),
        (["build", "tiny", f"--{EVIL}"], 2),
        (["check", "--select", EVIL], 2),
        (["explain", EVIL], 2),
        (["explain", "GF101", EVIL], 2),
        ([EVIL], 2),
    ],
)
def test_what_is_wrong_with_an_argument_is_one_line(command: list[str], code: int) -> None:
    status, stdout, stderr = run(command)
    lines = [line for line in stderr.splitlines() if not line.startswith(("Usage:", "Try ", "building")) and line]
    assert (status, stdout, len(lines)) == (code, "", 1)
    assert_harmless(stderr)
    assert not Path("output").exists()


@pytest.mark.parametrize("out", ["/dev/null", "file", "file/below", "n" * 256, "n" * 5000])
def test_an_output_folder_that_cannot_be_is_one_line(out: str) -> None:
    Path("file").write_text("mine", "utf-8")
    code, stdout, stderr = run(["build", "tiny", "--quiet", "--format", "svg", "--out", out])
    assert (code, stdout, stderr.count("\n")) == (1, "", 1)


@pytest.mark.parametrize(
    "name", ["new\nline", "::error::x", "-dash", "##[group]", "\x1b[1m", "caf\udce9", "\u202eevil"]
)
@pytest.mark.parametrize("format_", ["text", "json", "github", "sarif"])
def test_a_folder_of_any_name_is_one_finding(name: str, format_: str) -> None:
    shutil.copytree("tiny", name)
    code, stdout, stderr = run(["check", "--format", format_, "--", name])
    assert code == 1
    if format_ == "github":
        assert stdout.startswith("::error file=")
        assert_harmless(stdout.removeprefix("::"))
    else:
        assert_harmless(stdout + stderr)
    assert (stderr if format_ == "text" else stdout).count("GF0") == (2 if format_ == "sarif" else 1)


def test_a_path_in_sarif_is_a_uri() -> None:
    Path("a b").mkdir()
    shutil.copytree("tiny", "a b/::\n\u202e")
    _, stdout, _ = run(["check", "a b/::\n\u202e", "--format", "sarif"])
    (result,) = json.loads(stdout)["runs"][0]["results"]
    (place,) = result["locations"]
    assert place["physicalLocation"]["artifactLocation"]["uri"] == "a%20b/%3A%3A%0A%E2%80%AE/game.yaml"


@pytest.mark.skipif(sys.platform != "linux", reason="other systems refuse such names")
def test_a_folder_whose_path_is_not_utf_8_is_refused() -> None:
    shutil.copytree("tiny", "caf\udce9/tiny")
    assert facts_of(run(["build", "caf\udce9/tiny", "--quiet"])[2].splitlines()) == ["caf\\udce9/tiny: GF001 -8"]


def list_writers(source: str) -> list[int]:
    """Return the lines of a module that write to a standard stream, or use what does."""
    words = {
        "echo",
        "secho",
        "print",
        "progressbar",
        "stdout",
        "stderr",
        "__stdout__",
        "__stderr__",
        "print_exc",
        "logging",
    }
    if not re.search(rf"\b(?:{'|'.join(words)})\b", source):
        return []
    nodes = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Name | ast.Attribute | ast.alias)]
    names = [
        (node, getattr(node, "id", "") or getattr(node, "attr", "") or getattr(node, "name", "")) for node in nodes
    ]
    return sorted(node.lineno for node, name in names if name.rpartition(".")[2] in words)


def test_no_other_module_writes_to_a_terminal() -> None:
    paths = sorted((ROOT / "generator").rglob("*.py"))
    found = {path.relative_to(ROOT / "generator").as_posix() for path in paths if list_writers(path.read_text("utf-8"))}
    assert len(paths) > 100
    # the second opens streams that are closed, the others silence the loggers of a library
    assert found == {"cli/terminal.py", "__main__.py", "pipeline/playtest/cluster.py", "studio/serving.py"}


def test_every_way_to_write_is_noticed() -> None:
    ways = [
        "print(1)",
        "click.echo(1)",
        "from click import echo as say",
        "sys.stdout.write('')",
        "from sys import stderr",
        "traceback.print_exc()",
        "click.progressbar([])",
    ]
    assert [list_writers(way) for way in ways] == [[1]] * len(ways)
    assert list_writers("print_lines([])\nspeech.echoes\n") == []


def test_a_terminal_of_another_encoding_shows_what_it_cannot_print(monkeypatch: pytest.MonkeyPatch) -> None:
    stream = io.TextIOWrapper(io.BytesIO(), "latin-1")
    monkeypatch.setattr(sys, "stdout", stream)
    print_line("für 中")
    print_document('"中"')
    assert stream.buffer.getvalue() == "für \\u4e2d\n".encode("latin-1") + '"中"\n'.encode()
    assert not OUTPUT_LOSSES.report()


def test_a_label_of_a_progress_bar_is_escaped(capsys: pytest.CaptureFixture[str]) -> None:
    with ProgressBar(EVIL, quiet=False):
        pass
    assert_harmless(capsys.readouterr().err)


class Screen(io.StringIO):
    """A terminal."""

    def isatty(self) -> bool:
        return True


def test_a_progress_bar_that_is_full_gives_way_to_what_follows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stderr", screen := Screen())
    with ProgressBar("kit", quiet=False) as bar:
        monkeypatch.setattr("generator.cli.terminal.time.monotonic", lambda: 1e9)
        bar.advance(3, 4)
        assert "75%" in screen.getvalue()
        bar.advance(4, 4)
        assert screen.getvalue().rstrip().endswith("checking ...")
        assert "100%" not in screen.getvalue()
    assert screen.getvalue().endswith(f"\r{'':72}\r")


class BrokenStream(io.TextIOWrapper):
    """A stream whose every write fails."""

    def __init__(self, error: OSError) -> None:
        super().__init__(io.BytesIO(), "utf-8")
        self._error = error

    def flush(self) -> None:
        raise self._error

    def close(self) -> None:
        pass


@pytest.mark.parametrize(
    ("error", "line"),
    [
        (OSError(28, "No space left on device"), "standard output: GF402 No space left on device\n"),
        (BrokenPipeError(32, "Broken pipe"), ""),
    ],
)
def test_a_loss_is_told_once_at_the_end(
    error: OSError, line: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdout", BrokenStream(error))
    print_line("one")
    print_lines(["two", "three"])
    assert OUTPUT_LOSSES.report()
    assert capsys.readouterr().err == line
    assert not OUTPUT_LOSSES.report()


def run_shell(command: str) -> tuple[int, str, str]:
    """Run a line of the shell, in which `gutterfold` is this program; return its status and what came out."""
    line = f'gutterfold() {{ "{sys.executable}" -m generator "$@"; }}; {command}'
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(["bash", "-c", line], env=environment, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout, done.stderr


SPACE, CLOSED = "standard output: GF402 No space left on device\n", "standard output: GF402 Bad file descriptor\n"


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a shell and /dev/full")
@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("gutterfold explain GF101 > /dev/full", (1, "", SPACE)),
        ("gutterfold explain GF101 >&-", (1, "", CLOSED)),
        ("gutterfold explain GF101 >&- 2>&-", (1, "", "")),
        ("gutterfold --help > /dev/full", (1, "", SPACE)),
        ("gutterfold --help >&-", (1, "", CLOSED)),
        ("gutterfold explain nothing 2>&-", (2, "", "")),
        ("gutterfold schema | true; exit ${PIPESTATUS[0]}", (1, "", "")),
    ],
)
def test_output_that_is_lost_fails(line: str, expected: tuple[int, str, str]) -> None:
    assert run_shell(line) == expected


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a shell and /dev/full")
@pytest.mark.parametrize(
    ("streams", "status", "told"),
    [(">&-", 1, CLOSED), ("> /dev/full", 1, SPACE), (">&- 2>&- <&-", 1, ""), ("--quiet >&- 2>&- <&-", 0, "")],
)
def test_a_kit_is_whole_whatever_becomes_of_its_table(streams: str, status: int, told: str) -> None:
    Path("tiny/game.yaml").write_text(GAME.replace("EVIL", "good"), "utf-8")
    assert run(["build", "tiny", "--out", "right", "--quiet", "--format", "svg"])[0] == 0
    code, stdout, stderr = run_shell(f"gutterfold build tiny --format svg {streams}")
    assert (code, stdout) == (status, "")
    assert stderr.endswith(told)
    assert "Traceback" not in stderr
    right, found = ({p.relative_to(f): p.read_bytes() for p in f.rglob("*.*")} for f in (Path("right"), Path("output")))
    assert len(found) > 4
    assert found == right


class Terminal(io.StringIO):
    """A standard error that is a terminal."""

    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("variables", "shown"),
    [
        ({"TERM": "xterm", "NO_COLOR": ""}, "a.yaml:1:2: \x1b[1;31mGF003\x1b[0m wrong: GF004\n"),
        ({"TERM": "xterm", "NO_COLOR": "1"}, "a.yaml:1:2: GF003 wrong: GF004\n"),
        ({"TERM": "dumb", "NO_COLOR": ""}, "a.yaml:1:2: GF003 wrong: GF004\n"),
    ],
)
def test_a_code_has_color_on_a_terminal_whose_user_wants_it(
    variables: dict[str, str], shown: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(sys, "stderr", stream := Terminal())
    print_line("a.yaml:1:2: GF003 wrong: GF004", err=True)
    assert stream.getvalue() == shown


@pytest.mark.parametrize(("level", "color"), [("warning", 33), ("note", 36), ("trap", 31)])
def test_the_color_of_a_code_tells_its_level(level: str, color: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setattr(sys, "stderr", stream := Terminal())
    print_line(f"a.yaml: GF003 {level}: \x1b[31mred", err=True)
    assert stream.getvalue() == f"a.yaml: \x1b[1;{color}mGF003 {level}:\x1b[0m \\x1b[31mred\n"
