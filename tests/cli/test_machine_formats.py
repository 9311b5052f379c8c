"""Test the JSON, GitHub and SARIF output of `check` exactly, and its --select and --ignore."""

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from generator import __version__
from generator.check import table
from generator.check.table import load_function
from generator.cli.diagnostics import GameReport
from generator.cli.explain import read_code_pages
from generator.cli.machine_formats import as_github, as_json, as_sarif
from generator.model.finding import Finding, Level, Place
from generator.model.finding_codes import FINDING_CODES
from generator.safety.folders import GuardedFolder
from generator.safety.log_lines import escape_json
from tests.kits import ROOT, run
from tests.messages import facts
from tests.safety.test_log_lines import is_obeyed
from tests.samples import examples

GAME = """\
title: Tiny
version: "1"
players: [1, 2]
rules: rules.md
parts:
  tile: {kind: tile, size: [30, 30], front: tile.svg.j2, copies: 2}
claims:
  - {id: T1, says: two tiles, rests_on: notes of mine, check: count('tile') == 2}
  - {id: T2, says: tiles enough, rests_on: notes of mine, check: count('tile') > 2, level: warning}
unchecked:
  - {id: T3, says: it ends, why: nobody played it}
"""
RULES = "# Tiny\n\nThere are {{ claim(3, 'tile') }} tiles.\n"
TILE = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 30 30"><text x="9" y="18">Tile</text></svg>'
FALSE = "T2 tiles enough: count('tile') > 2 is false; count('tile') = 2 (tiny/game.yaml:6:66)"
LINES = [
    "T2 tiles enough: count('tile') > 2 is false",
    "likely cell: tiny/game.yaml:6:66",
    "would hold: count('tile') > 2; now count('tile') = 2 (tiny/game.yaml:6:66)",
]
WRONG = "the rules say 3 tile; data gives 2 (tiny/game.yaml:6:66), sheets print 2"


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Change to a directory with a game that has a warning and a wrong number in its rules, and return it."""
    write_tiny(tmp_path)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def write_tiny(home: Path) -> None:
    """Write the game into a folder."""
    (home / "tiny" / "templates").mkdir(parents=True)
    (home / "tiny" / "game.yaml").write_text(GAME, "utf-8")
    (home / "tiny" / "rules.md").write_text(RULES, "utf-8")
    (home / "tiny" / "templates" / "tile.svg.j2").write_text(TILE, "utf-8")


def correct_rules() -> None:
    """Correct the wrong number in the rules."""
    Path("tiny/rules.md").write_text(RULES.replace("3", "2"), "utf-8")


def check_as_document(*options: str) -> tuple[int, dict[str, Any]]:
    """Run `check`; return the exit status and the JSON document on standard output."""
    code, stdout, stderr = run(["check", "tiny", *options])
    assert stderr == ""
    found: dict[str, Any] = json.loads(stdout)
    assert stdout == json.dumps(found, indent=2, ensure_ascii=False) + "\n"
    return code, found


WARNING = {"code": "GF102", "level": "warning", "game": "tiny", "file": "tiny/game.yaml", "line": 9, "column": 66}
ERROR = {"code": "GF101", "level": "error", "game": "tiny", "file": "tiny/rules.md", "line": 3, "column": 11}


def test_json() -> None:
    result = "count('tile') = 2; data and sheets"
    claimed = [{"number": 3, "by": "rules.md:3"}, {"number": 2, "by": "T1"}]
    counted: dict[str, Any] = {
        "part": "tile",
        "title": "tile",
        "declared": 2,
        "printed": {"PDF": 2, "SVG": 2},
        "verdict": "differ",
    }
    counted["claimed"] = claimed
    covered: dict[str, Any] = dict.fromkeys(("facts", "seen", "hidden", "used", "missing", "cells", "joins"), 0)
    covered |= {"part": "tile", "title": "tile", "faces": 1, "rest": [], "witnesses": ["1"]}
    assert check_as_document("--format", "json") == (
        1,
        {
            "gutterfold": __version__,
            "version": 1,
            "findings": [WARNING | {"message": FALSE, "lines": LINES}, ERROR | {"message": WRONG}],
            "games": [
                {
                    "game": "tiny",
                    "judged": True,
                    "claims": 2,
                    "numbers": 1,
                    "skipped": 0,
                    "counts": [counted],
                    "coverage": {
                        "parts": [covered],
                        "files": [{"file": "tiny/rules.md", "numbers": 1, "held": 0}],
                        "words": [],
                        "numbers": 1,
                        "held": 0,
                    },
                    "verified": [{"id": "T1", "says": "two tiles", "rests_on": "notes of mine", "result": result}],
                    "unchecked": [{"id": "T3", "says": "it ends", "why": "nobody played it"}],
                    "waived": [],
                }
            ],
        },
    )


EMPTY_SUMMARY: dict[str, Any] = {"judged": False, "claims": 0, "numbers": 0, "skipped": 0}
EMPTY_SUMMARY |= {"counts": [], "coverage": None, "verified": [], "unchecked": [], "waived": []}


def test_json_of_invalid_data() -> None:
    Path("tiny/game.yaml").write_text(GAME.replace("title", "titel"), "utf-8")
    code, found = check_as_document("--format", "json")
    assert [(each["code"], each["line"]) for each in found["findings"]] == [("GF004", 1)]
    assert (code, found["games"]) == (1, [{"game": "tiny"} | EMPTY_SUMMARY])


def test_json_of_an_unknown_game() -> None:
    code, stdout, stderr = run(["check", "psyche", "--format", "json"])
    where = {"file": "psyche", "line": None, "column": None}
    assert (code, stderr) == (1, "")
    found = json.loads(stdout)
    assert facts(found["findings"][0].pop("message")) == "'psycle'"
    assert found == {
        "gutterfold": __version__,
        "version": 1,
        "findings": [{"code": "GF001", "level": "error", "game": None, **where}],
        "games": [],
    }


def test_json_of_a_full_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail_write(self: GuardedFolder, path: str, data: bytes, durable: bool = False) -> None:
        raise OSError(28, "No space left on device", path)

    monkeypatch.setattr(GuardedFolder, "create_file", fail_write)
    code, found = check_as_document("--format", "json")
    where = {"file": tempfile.gettempdir(), "line": None, "column": None}
    message = "No space left on device; free some space, or choose a folder on another disk"
    expected = {"code": "GF402", "level": "error", "game": "tiny", **where, "message": message}
    assert (code, found["findings"], found["games"]) == (1, [expected], [{"game": "tiny"} | EMPTY_SUMMARY])


def test_json_of_several_games_is_one_document() -> None:
    shutil.copytree("tiny", "other")
    code, stdout, _ = run(["check", "tiny", "other", "--format", "json"])
    found = json.loads(stdout)
    assert (code, [game["game"] for game in found["games"]]) == (1, ["tiny", "other"])
    assert [each["game"] for each in found["findings"]] == ["tiny", "tiny", "other", "other"]


def test_json_counts_skipped_claims() -> None:
    part = "  gem: {kind: token, diameter: 12, front: tile.svg.j2, copies: 1}\nclaims:\n"
    claim = "  - {id: T0, says: one look, rests_on: me, check: \"looks('gem', 'front') == 1\"}\n"
    Path("tiny/game.yaml").write_text(GAME.replace("claims:\n", part + claim), "utf-8")
    correct_rules()
    assert run(["build", "tiny", "--only", "tile", "--quiet"]) == (0, "", "")
    code, found = check_as_document("--format", "json")
    (game,) = found["games"]
    assert (code, game["claims"], game["numbers"], game["skipped"]) == (0, 2, 1, 1)
    levels = [(each["code"], each["level"]) for each in found["findings"]]
    assert levels == [("GF131", "warning"), ("GF134", "note"), ("GF104", "note"), ("GF102", "warning")]


def test_github() -> None:
    assert run(["check", "tiny", "--format", "github"]) == (
        1,
        f"::warning file=tiny/game.yaml,line=9,col=66,title=GF102::{FALSE}\n"
        f"::error file=tiny/rules.md,line=3,col=11,title=GF101::{WRONG}\n",
        "",
    )


def test_github_without_findings_is_empty() -> None:
    correct_rules()
    assert run(["check", "tiny", "--format", "github", "--ignore", "GF102"]) == (0, "", "")


def report_finding(place: Place, message: str = "wrong", level: Level = "error") -> list[GameReport]:
    return [GameReport("tiny", (Finding("GF101", place, message, level),))]


@pytest.mark.parametrize(
    ("place", "message", "expected"),
    [
        (Place("a,b:c%.md", 3, 2), "x", "::error file=a%2Cb%3Ac%25.md,line=3,col=2,title=GF101::x"),
        (Place("a.md", 3), "50 %, so: a\r\nb::c", "::error file=a.md,line=3,title=GF101::50 %25, so: a%0D%0Ab::c"),
        (Place("a\nb.md", 3), "%0A", "::error file=a%0Ab.md,line=3,title=GF101::%250A"),
        (Place("tiny/game.yaml"), "x", "::error file=tiny/game.yaml,title=GF101::x"),
        (Place("--only"), "x", "::error title=GF101::--only: x"),
    ],
)
def test_github_escapes_special_characters(place: Place, message: str, expected: str) -> None:
    assert as_github(report_finding(place, message)) == expected


@pytest.mark.parametrize(
    ("level", "github", "sarif"),
    [
        ("error", "error", "error"),
        ("trap", "error", "error"),
        ("warning", "warning", "warning"),
        ("note", "notice", "note"),
    ],
)
def test_levels(level: Level, github: str, sarif: str) -> None:
    reports = report_finding(Place("a.md", 1, 1), level=level)
    assert as_github(reports).startswith(f"::{github} ")
    assert json.loads(as_sarif(reports))["runs"][0]["results"][0]["level"] == sarif


def make_rule(code: str, short: str, full: str, help_: str) -> dict[str, Any]:
    texts = {"shortDescription": short, "fullDescription": full, "help": help_}
    return {"id": code, **{name: {"text": text} for name, text in texts.items()}}


def make_result(code: str, index: int, level: str, message: str, uri: str, line: int, column: int) -> dict[str, Any]:
    region = {"startLine": line, "startColumn": column}
    location = {"physicalLocation": {"artifactLocation": {"uri": uri}, "region": region}}
    rest = {"level": level, "message": {"text": message}, "locations": [location], "suppressions": []}
    return {"ruleId": code, "ruleIndex": index, **rest}


def test_sarif() -> None:
    pages = read_code_pages()
    rules = [
        make_rule(code, FINDING_CODES[code].title, pages[code].meaning, pages[code].fix) for code in ("GF101", "GF102")
    ]
    assert rules[1]["shortDescription"] == {"text": "A claim is false."}
    driver = {"name": "gutterfold", "version": __version__, "rules": rules}
    results = [
        make_result("GF102", 1, "warning", FALSE, "tiny/game.yaml", 9, 66),
        make_result("GF101", 0, "error", WRONG, "tiny/rules.md", 3, 11),
    ]
    assert check_as_document("--format", "sarif") == (
        1,
        {
            "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
            "version": "2.1.0",
            "runs": [{"tool": {"driver": driver}, "columnKind": "unicodeCodePoints", "results": results}],
        },
    )


WAIVER = "waivers:\n  - {code: GF102, at: T2, reason: they are\n      made of card}\n"
SUPPRESSION = {"kind": "inSource", "justification": "they are made of card"}


def test_a_waived_finding_is_a_suppressed_result_in_sarif() -> None:
    Path("tiny/game.yaml").write_text(GAME + WAIVER, "utf-8")
    code, found = check_as_document("--format", "sarif")
    (made,) = found["runs"]
    assert (code, [each["id"] for each in made["tool"]["driver"]["rules"]]) == (1, ["GF101", "GF102"])
    where = {"artifactLocation": {"uri": "tiny/game.yaml"}, "region": {"startLine": 13, "startColumn": 5}}
    suppressed = {"suppressions": [SUPPRESSION | {"location": {"physicalLocation": where}}]}
    assert made["results"] == [
        make_result("GF101", 0, "error", WRONG, "tiny/rules.md", 3, 11),
        make_result("GF102", 1, "warning", FALSE, "tiny/game.yaml", 9, 66) | suppressed,
    ]


def test_github_omits_waived_findings() -> None:
    Path("tiny/game.yaml").write_text(GAME + WAIVER, "utf-8")
    assert run(["check", "tiny", "--format", "github"])[1] == (
        f"::error file=tiny/rules.md,line=3,col=11,title=GF101::{WRONG}\n"
    )


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    ("options", "expected"), [("", 1), ("--select GF102", 1), ("--select GF101", 0), ("--ignore GF102", 0)]
)
def test_select_and_ignore_apply_to_waived_findings(options: str, expected: int) -> None:
    Path("tiny/game.yaml").write_text(GAME + WAIVER, "utf-8")
    results = check_as_document("--format", "sarif", *options.split())[1]["runs"][0]["results"]
    (game,) = check_as_document("--format", "json", *options.split())[1]["games"]
    text = run(["check", "tiny", *options.split()])[1]
    assert (len([each for each in results if each["suppressions"]]), len(game["waived"]), text.count("waived: ")) == (
        expected,
    ) * 3


def test_braces_in_sarif_messages_are_doubled() -> None:
    (found,) = json.loads(as_sarif(report_finding(Place("a.md", 1, 1), "write {{ claim(2, 'x') }} or {0}")))["runs"][0][
        "results"
    ]
    assert found["message"] == {"text": "write {{{{ claim(2, 'x') }}}} or {{0}}"}


def test_rules_of_sarif_have_no_single_brace() -> None:
    reports = [GameReport("tiny", tuple(Finding(code, Place("a.md", 1, 1), "wrong") for code in FINDING_CODES))]
    rules = json.loads(as_sarif(reports))["runs"][0]["tool"]["driver"]["rules"]
    assert [each["id"] for each in rules] == sorted(FINDING_CODES)
    texts = [each[key]["text"] for each in rules for key in ("shortDescription", "fullDescription", "help")]
    assert [text for text in texts if not text or set("{}") & set(text.replace("{{", "").replace("}}", ""))] == []


def test_sarif_without_findings_is_a_valid_log() -> None:
    correct_rules()
    code, found = check_as_document("--format", "sarif", "--ignore", "GF102")
    (made,) = found["runs"]
    assert (code, made["results"], made["tool"]["driver"]["rules"]) == (0, [], [])


@pytest.mark.parametrize(
    ("place", "location"),
    [
        (Place("tiny/game.yaml"), {"physicalLocation": {"artifactLocation": {"uri": "tiny/game.yaml"}}}),
        (Place("tiny/../a b#ü:1.md", 2), {"physicalLocation": {"artifactLocation": {"uri": "a%20b%23%C3%BC%3A1.md"}, "region": {"startLine": 2}}}),
        (Place("a\udcff.md", 2), {"physicalLocation": {"artifactLocation": {"uri": "a%FF.md"}, "region": {"startLine": 2}}}),
        (Place("/a b.md", 2), {"physicalLocation": {"artifactLocation": {"uri": "file:///a%20b.md"}, "region": {"startLine": 2}}}),
        (Place("--only"), {"logicalLocations": [{"name": "--only"}]}),
    ],
)  # fmt: skip
def test_sarif_locations(place: Place, location: dict[str, Any]) -> None:
    (found,) = json.loads(as_sarif(report_finding(place)))["runs"][0]["results"][0]["locations"]
    assert found == location


def test_sarif_paths_are_relative_to_the_current_directory(here: Path) -> None:
    (found,) = json.loads(as_sarif(report_finding(Place(str(here / "tiny/game.yaml"), 1, 1))))["runs"][0]["results"]
    assert found["locations"][0]["physicalLocation"]["artifactLocation"] == {"uri": "tiny/game.yaml"}


def test_text_is_the_default_format() -> None:
    code, stdout, stderr = run(["check", "tiny"])
    assert (code, run(["check", "tiny", "--format", "text"])) == (1, (code, stdout, stderr))
    assert stderr.splitlines() == [
        f"tiny/game.yaml:9:66: GF102 warning: {LINES[0]}",
        "  9 |   - {id: T2, says: tiles enough, rests_on: notes of mine, check: count('tile') > 2, level: warning}",
        "    | " + " " * 65 + "^",
        f"  {LINES[1]}",
        f"  {LINES[2]}",
        f"tiny/rules.md:3:11: GF101 {WRONG}",
        "  3 | There are {{ claim(3, 'tile') }} tiles.",
        "    |           ^",
    ]
    assert stdout.splitlines() == [
        "tiny: 1 claim and 0 of 1 number of the rules hold against data and sheets; faces read back: 2 in the PDF,"
        " 2 in the SVG (there is no kit in output/tiny: checked as it would be built)",
        "        rules  data  PDF  SVG",
        "  tile    3/2     2    2    2  differ",
        "  T1  two tiles: count('tile') = 2; data and sheets",
        "  on the paper  facts  seen  hidden  used  missing  cells  joins  faces",
        "  tile              0     0       0     0        0      0      0      1",
        "  total             0     0       0     0        0      0      0      1",
        "  0 facts: 0 seen; 0 of 1 numbers held",
        "  not yet checked: T3  it ends: nobody played it",
    ]


def test_build_shows_source_lines_unless_quiet() -> None:
    expected = [
        f"tiny/rules.md:3:11: GF101 {WRONG}",
        "  3 | There are {{ claim(3, 'tile') }} tiles.",
        "    |           ^",
    ]
    assert run(["build", "tiny"])[2].splitlines()[-4:] == [*expected, "tiny: nothing was written"]
    assert run(["build", "tiny", "--quiet"])[2].splitlines()[-1:] == expected[:1]


@pytest.mark.parametrize("command", ["build", "check", "list"])
def test_every_command_shows_the_source_line_of_an_error(command: str) -> None:
    Path("tiny/game.yaml").write_text(GAME.replace("copies: 2", "copies: two"), "utf-8")
    code, stdout, stderr = run([command, "tiny"])
    assert (code, stdout) == (1, "")
    first, *rest = stderr.removeprefix("building tiny ...\n").splitlines()
    assert facts(first) == "tiny/game.yaml:6:66: GF006 1 10,000 'two'"
    assert "parts.tile.copies" in first
    assert rest == [
        "  6 |   tile: {kind: tile, size: [30, 30], front: tile.svg.j2, copies: two}",
        "    | " + " " * 65 + "^",
        *["tiny: nothing was written"] * (command == "build"),
    ]


SELECTIONS = {
    "": (1, ["GF102", "GF101"]),
    "--select GF101": (1, ["GF101"]),
    "--select gf101": (1, ["GF101"]),
    "--select GF102": (0, ["GF102"]),
    "--select GF1": (1, ["GF102", "GF101"]),
    "--select GF2": (0, []),
    "--select GF2 --select GF101": (1, ["GF101"]),
    "--ignore GF101": (0, ["GF102"]),
    "--ignore GF102": (1, ["GF101"]),
    "--ignore GF101 --ignore GF102": (0, []),
    "--ignore GF": (0, []),
    "--select GF1 --ignore GF101": (0, ["GF102"]),
    "--select GF101 --ignore GF1": (0, []),
}


@pytest.mark.sampled(4)
@pytest.mark.parametrize("options", SELECTIONS)
def test_select_and_ignore_filter_findings_and_exit_status(options: str) -> None:
    code, found = check_as_document("--format", "json", *options.split())
    assert (code, [each["code"] for each in found["findings"]]) == SELECTIONS[options]
    code, stdout, stderr = run(["check", "tiny", *options.split()])
    codes = [line.split()[1] for line in stderr.splitlines() if line.startswith("tiny/")]
    assert (code, codes) == SELECTIONS[options]
    assert stdout.startswith("tiny: 1 claim and 0 of 1 number of the rules hold")


@pytest.mark.sampled(2)
@pytest.mark.parametrize(("level", "status"), [("trap", 1), ("error", 1), ("warning", 0), ("note", 0)])
def test_a_trap_counts_like_an_error(level: Level, status: int, monkeypatch: pytest.MonkeyPatch) -> None:
    correct_rules()
    odd = Finding("GF122", Place("tiny/game.yaml", 6, 3), "so odd", level)
    monkeypatch.setattr(
        table,
        "load_function",
        lambda name: (lambda game, parts: [odd]) if name.endswith(":check_dice") else load_function(name),
    )
    assert run(["check", "tiny"])[0] == status
    assert run(["check", "tiny", "--ignore", "GF122"])[0] == 0
    assert run(["build", "tiny"])[0] == status
    assert Path("output/tiny").exists() == (status == 0)
    assert run(["check", "tiny"])[0] == status


def test_ignore_applies_to_an_existing_kit() -> None:
    correct_rules()
    assert run(["build", "tiny", "--quiet"])[0] == 0
    code, stdout, stderr = run(["check", "tiny", "--ignore", "GF102"])
    assert (code, stderr) == (0, "")
    assert stdout.startswith("tiny: 1 claim and 1 number of the rules hold against data and sheets")


def test_errors_that_prevent_a_check_are_always_shown() -> None:
    Path("tiny/game.yaml").write_text(GAME.replace("copies: 2", "copies: two"), "utf-8")
    for options in ("--ignore GF006", "--select GF101"):
        code, stdout, stderr = run(["check", "tiny", *options.split()])
        assert (code, stdout, stderr.split()[1]) == (1, "", "GF006")


@pytest.mark.parametrize(
    ("option", "code", "nearest"),
    [("--select", "GF107x", ""), ("--select", "GF999", ""), ("--ignore", "GF1O1", "GF101"), ("--ignore", "", "")],
)
def test_an_unknown_code_exits_with_status_2(option: str, code: str, nearest: str) -> None:
    status, stdout, stderr = run(["check", "tiny", option, code])
    assert (status, stdout) == (2, "")
    last = stderr.splitlines()[-1]
    assert last.startswith(f"{option}: GF012 there is no code {code!r}; ")
    assert last.endswith(f"did you mean {nearest!r}?") or not nearest


def test_an_unknown_code_prefix_exits_with_status_2() -> None:
    status, stdout, stderr = run(["check", "tiny", "--select", "gf9"])
    says = "no code begins with 'gf9'; codes begin with GF0, GF1, GF2, GF3 or GF4"
    assert (status, stdout, stderr.splitlines()[-1]) == (2, "", f"--select: GF012 {says}")


HIDDEN = {
    "": "",
    "--select GF1": "",
    "--select GF2": "not shown: 1 error, 1 warning (--select)",
    "--ignore GF101": "not shown: 1 error (--ignore)",
    "--select GF102 --ignore GF107": "not shown: 1 error (--select, --ignore)",
}


@pytest.mark.sampled(2)
@pytest.mark.parametrize("options", HIDDEN)
def test_hidden_findings_are_counted_at_the_end(options: str) -> None:
    last = run(["check", "tiny", *options.split()])[1].splitlines()[-1]
    assert last == HIDDEN[options] or (not HIDDEN[options] and not last.startswith("not shown"))
    assert "not shown" not in run(["check", "tiny", "--format", "github", *options.split()])[1]


@pytest.mark.sampled(1)
@pytest.mark.parametrize("format_", ["json", "sarif", "github"])
def test_machine_formats_are_utf_8_on_any_terminal(format_: str) -> None:
    Path("tiny/game.yaml").write_text(GAME.replace("tiles enough", "enough für 中"), "utf-8")
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "latin-1"}
    command = [sys.executable, "-m", "generator", "check", "tiny", "--format", format_]
    done = subprocess.run(command, env=environment, capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (1, b"")
    assert "enough für 中" in done.stdout.decode("utf-8")


# what the system hands over: any character, and bytes that are not UTF-8 as halves of surrogate pairs
NAMES = st.text(
    st.characters(exclude_categories=["Cs"], exclude_characters="\0") | st.sampled_from("\udc80\udcff\n::/%,")
)


@settings(max_examples=examples(200), suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(st.builds(Finding, st.just("GF101"), st.builds(Place, NAMES, st.integers(0, 2), st.just(1)), NAMES))
def test_a_finding_of_any_words_keeps_each_format_whole(finding: Finding) -> None:
    reports = [GameReport("", (finding,))]
    (line,) = as_github(reports).split("\n")
    assert re.match(r"::(?:error|warning|notice) (file=[^:,\r\n]*,)?(line=[12],)?(col=1,)?title=GF101::", line)
    assert not any(map(is_obeyed, line))
    for document in map(escape_json, (as_json(reports), as_sarif(reports))):
        document.encode("utf-8")
        (found,) = json.loads(document).get("runs", [{"results": [0]}])[0]["results"]
        if found and (physical := found["locations"][0].get("physicalLocation")):
            assert re.fullmatch(r"(file://)?(?:[A-Za-z0-9._~/-]|%[0-9A-F]{2})+", physical["artifactLocation"]["uri"])
