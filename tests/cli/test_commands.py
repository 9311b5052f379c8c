"""Test the command line: output, exit status, one line for each mistake, and no files left after errors."""

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from generator import __version__
from generator.safety.folders import GuardedFolder
from tests.kits import LAYOUTS, ROOT, STARTERS, Kits, run
from tests.messages import facts_of

LIST = """\
psycle  Psycle 1.0, 2 to 4 players
  hand       24 x card   63 x 88 mm    Hand cards
  aid         4 x card   47 x 80 mm    Player aids
  target      5 x tile   35 x 35 mm    Target tiles
  bonus       5 x tile   35 x 35 mm    Bonus tiles
  victory     6 x tile   30 x 30 mm    Victory tiles
  tracker     4 x token  14 x 14 mm    Point trackers
  gem        50 x tile   18 x 18 mm    Gems
  track       1 x track  253 x 101 mm  Point track
"""
LONG = " ".join(["so long a text that no card could hold it"] * 12)
CARD = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 63 88">
  {% for line in row.text|fit(50, 20) %}
  <text x="5" y="{{ 10 + 4 * loop.index0 }}" font-size="3.2">{{ line }}</text>
  {% endfor %}
</svg>
"""
Change = Callable[[Path], None]


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Change to a directory with a copy of Psycle, and return it."""
    (source,) = (folder for folder in LAYOUTS if folder.name == "psycle")
    shutil.copytree(source, tmp_path / "psycle")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def party(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Change to a directory with a copy of a starter, which takes a fourth of the time of Psycle, and return the copy."""
    shutil.copytree(STARTERS["party"], tmp_path / "party")
    monkeypatch.chdir(tmp_path)
    return tmp_path / "party"


def read_tree(folder: Path) -> dict[str, bytes]:
    """Return all paths below a folder with their bytes; folders have none."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes() if path.is_file() else b""
        for path in sorted(folder.rglob("*"))
    }


def replace_text(name: str, old: str, new: str) -> Change:
    """Return a change that replaces the first occurrence of a text in a file of the game."""

    def change(home: Path) -> None:
        path = home / "psycle" / name
        text = path.read_text("utf-8")
        assert old in text
        path.write_text(text.replace(old, new, 1), "utf-8")

    return change


def remove_file(name: str) -> Change:
    """Return a change that removes a file of the game."""
    return lambda home: (home / "psycle" / name).unlink()


def add_file(name: str, text: str) -> Change:
    """Return a change that writes a file below the current directory."""

    def change(home: Path) -> None:
        path = home / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")

    return change


def lengthen_text(home: Path) -> None:
    """Print a text on the cards that is too long for its box on one of them."""
    add_file("psycle/templates/long.svg.j2", CARD)(home)
    replace_text("game.yaml", "front: psycle/card.svg.j2", "front: long.svg.j2")(home)
    cards = home / "psycle" / "cards.csv"
    lines = cards.read_text("utf-8").splitlines()
    texts = ["text", "short", "short", LONG, "short", "short", "short"]
    cards.write_text("".join(f"{line},{text}\n" for line, text in zip(lines, texts, strict=True)), "utf-8")


def change_nothing(home: Path) -> None:
    """Change nothing: the mistake is on the command line."""


# a change of the game, options, the facts of the error line, and other words that it holds
MISTAKES: dict[str, tuple[Change, str, str, str]] = {
    "a file that is missing": (
        remove_file("cards.csv"),
        "",
        "psycle/game.yaml:25:11: GF001 'cards.csv' 'game.yaml' 'rules.fr.md' 'rules.fr.yaml' 'rules.md'",
        "",
    ),
    "a folder without a game": (
        remove_file("game.yaml"),
        "",
        "psycle/game.yaml: GF001 `gutterfold new NAME`",
        "a game is a folder with a game.yaml",
    ),
    "a misspelt key": (
        replace_text("game.yaml", "title: Hand cards", "titel: Hand cards"),
        "",
        "psycle/game.yaml:20:5: GF004 'titel' 'title'",
        "parts.hand",
    ),
    "a color that is none": (
        replace_text("game.yaml", '"#C8102E"', '"orange"'),
        "",
        "psycle/game.yaml:8:23: GF006 'orange' '\"#ffa500\"'",
        "colors.player.red.paint",
    ),
    "a part that is unknown": (
        change_nothing,
        "--only hnad",
        "--only: GF008 'hnad' 'hand'",
        "",
    ),
    "an option that is no color": (
        change_nothing,
        "--color player.red=rot",
        "--color: GF006 'player.red=rot' 7 0000",
        "player.red=#7f0000",
    ),
    "a color of no role": (
        change_nothing,
        "--color player.rde=#123456",
        "--color: GF008 'player.rde' 'player.red'",
        "",
    ),
    "a palette that is unknown": (
        change_nothing,
        "--palette gray",
        "--palette: GF001 'gray' 'grey'",
        "",
    ),
    "a palette without a name": (
        change_nothing,
        "--palette=",
        "--palette: GF001 '' 'grey' 'okabe-ito'",
        "",
    ),
    "a template that is missing": (
        replace_text("game.yaml", "psycle/card.svg.j2", "psycle/crad.svg.j2"),
        "",
        "psycle/game.yaml:22:12: GF206 'psycle/crad.svg.j2' 'psycle/card.svg.j2' 0 23",
        "(drawing hand.red.0 front and 23 more)",
    ),
    "a text that is too long": (
        lengthen_text,
        "",
        "psycle/cards.csv:4:21: GF202 14 50 20 5 'so long a text that no card could hold …' 2 psycle/templates/long.svg.j2:2:3 3",
        "(drawing hand.red.2 front, set at psycle/templates/long.svg.j2:2:3 and 3 more)",
    ),
    "a font that is none": (
        add_file("psycle/fonts/own.ttf", "no font at all"),
        "",
        "psycle/fonts/own.ttf: GF204 `glyf`",
        "",
    ),
    "a font that is damaged": (
        add_file("psycle/fonts/own.ttf", "true\0\1\0\0\0\0\0\0"),
        "",
        "psycle/fonts/own.ttf: GF204",
        "damaged",
    ),
    "a part that is larger than the paper": (
        replace_text("game.yaml", "cell: 23 ", "cell: 23.9 "),
        "--paper a5",
        "psycle/game.yaml:87:3: GF304 'track' 262.9 71.7 125 193.4 5 2",
        "a5 paper",
    ),
    "a number of the rules that is wrong": (
        replace_text("rules.md", "claim(24, 'hand')", "claim(25, 'hand')"),
        "",
        "psycle/rules.md:21:61: GF101 25 24 psycle/cards.csv:2:20 7 19 24",
        "hand cards",
    ),
    "a file where the output should go": (
        add_file("output", "mine"),
        "",
        "output: GF401",
        "a folder is needed here",
    ),
    "a file where the kit should go": (
        add_file("output/psycle", "mine"),
        "",
        "output/psycle: GF401",
        "a folder is needed here",
    ),
    "a file of another's in the way": (
        add_file("output/psycle/psycle-sheets-a4.pdf", "mine"),
        "--no-read-back --sheets-only",
        "output/psycle/psycle-sheets-a4.pdf: GF401",
        "did not write this file",
    ),
}


@pytest.mark.sampled(3)
@pytest.mark.parametrize("case", MISTAKES)
def test_a_mistake_is_one_line_of_error_and_writes_nothing(case: str, home: Path) -> None:
    change, options, expected, words = MISTAKES[case]
    change(home)
    before = read_tree(home)
    code, stdout, stderr = run(["build", "./psycle", "--quiet", *options.split()])
    errors = [line for line in stderr.splitlines() if " warning: " not in line]
    assert (code, stdout, facts_of(errors)) == (1, "", [expected])
    assert words in errors[0]
    assert read_tree(home) == before


def test_a_wrong_number_fails_a_check(party: Path) -> None:
    rules = party / "rules.md"
    rules.write_text(rules.read_text("utf-8").replace("claim(18, 'prompt')", "claim(19, 'prompt')"), "utf-8")
    code, _, stderr = run(["check", "party"])
    assert code == 1
    assert "party/rules.md:9:5: GF101 the rules say 19 prompts" in stderr
    assert not (party.parent / "output").exists()


@pytest.mark.parametrize("command", ["build", "check", "list"])
def test_an_unknown_game_is_an_error(command: str, home: Path) -> None:
    before = read_tree(home)
    code, stdout, stderr = run([command, "psyche"])
    assert (code, stdout, facts_of(stderr.splitlines())) == (1, "", ["psyche: GF001 'psycle'"])
    assert read_tree(home) == before


def test_two_games_of_one_name_are_an_error(home: Path) -> None:
    shutil.copytree(home / "psycle", home / "other" / "psycle")
    code, stdout, stderr = run(["build", "psycle", "other/psycle"])
    assert (code, stdout, facts_of(stderr.splitlines())) == (1, "", ["other/psycle: GF001"])
    assert "psycle is a game of the same name" in stderr


def test_all_errors_of_the_data_are_shown_at_once(home: Path) -> None:
    replace_text("game.yaml", "title: Hand cards", "titel: Hand cards")(home)
    replace_text("game.yaml", '"#009E73"', '"green"')(home)
    remove_file("rules.md")(home)
    code, _, stderr = run(["build", "psycle", "--quiet"])
    assert (code, [line.split(" ")[1] for line in stderr.splitlines()]) == (1, ["GF006", "GF004", "GF001"])


def test_a_failing_game_does_not_stop_the_others(home: Path) -> None:
    (home / "empty").mkdir()
    code, stdout, stderr = run(["build", "empty", "psycle", "--only", "gem", "--format", "svg"])
    assert code == 1
    assert "empty/game.yaml: GF001" in stderr
    assert "2 SVG sheets" in stdout


@pytest.mark.skipif(hasattr(os, "geteuid") and os.geteuid() == 0, reason="root may write anywhere")
def test_a_read_only_folder_is_an_error(home: Path) -> None:
    out = home / "sealed"
    out.mkdir(mode=0o500)
    code, stdout, stderr = run(["build", "psycle", "--quiet", "--out", "sealed"])
    assert (code, stdout, len(stderr.splitlines())) == (1, "", 1)
    assert stderr.startswith("sealed")
    assert "GF402 Permission denied" in stderr


def test_a_full_disk_is_one_line_of_error(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail_write(self: GuardedFolder, path: str, data: bytes, durable: bool = False) -> None:
        raise OSError(28, "No space left on device", path)

    before = read_tree(home)
    monkeypatch.setattr(GuardedFolder, "create_file", fail_write)
    code, stdout, stderr = run(["build", "psycle", "--quiet"])
    assert (code, stdout) == (1, "")
    assert re.fullmatch(
        r"output/psycle/\S+: GF402 No space left on device; free some space, or choose a folder on another disk\n",
        stderr,
    )
    assert read_tree(home) == before


def test_list() -> None:
    assert run(["list", "psycle"]) == (0, LIST, "")


def test_list_shows_all_games() -> None:
    code, stdout, _ = run(["list"])
    heads = [line.split()[0] for line in stdout.splitlines() if not line.startswith(" ")]
    assert (code, heads) == (0, [folder.name for folder in LAYOUTS])


def test_list_shows_the_games_in_the_folders_of_the_current_one_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run(["new", "mine", "--like", "cards"])[0] == 0
    (tmp_path / "broken").mkdir()
    (tmp_path / "broken" / "game.yaml").write_text("title: [", "utf-8")
    code, stdout, stderr = run(["list"])
    heads = [line.split()[0] for line in stdout.splitlines() if not line.startswith(" ")]
    assert heads == ["mine", *(folder.name for folder in LAYOUTS)]
    assert (code, stderr.split(":")[0]) == (1, "broken/game.yaml")


def test_build_prints_a_table_of_files(kit: Kits) -> None:
    made = kit("psycle")
    rows = [re.split(r"  +", line) for line in made.stdout.splitlines()[:9]]
    home = made.folder
    assert [row[:3] for row in rows] == [
        ["game", "file", "what"],
        ["Psycle", f"{home}/psycle-sheets-a4.pdf", "5 sheets, 99 pieces"],
        ["Psycle", f"{home}/psycle-rules-a5.pdf", "rules, page by page"],
        ["Psycle", f"{home}/psycle-rules-booklet-a4.pdf", "rules, to fold and staple"],
        ["Psycle", f"{home}/psycle-rules-a4.pdf", "rules, page by page"],
        ["Psycle", f"{home}/psycle-rules.html", "rules, to read on a screen"],
        ["Psycle", f"{home}/psycle-certificate.txt", "what was verified"],
        ["Psycle", f"{home}/svg/", "10 SVG sheets"],
        ["Psycle", f"{home}/manifest.json", "every file and place"],
    ]
    assert re.fullmatch(r"\d+ kB", rows[1][3])
    assert made.stderr.splitlines()[0] == "building psycle ..."


@pytest.mark.thorough
@pytest.mark.sampled(1)
@pytest.mark.parametrize(
    ("first", "second", "removed_files"),
    [
        (
            ("--only", "gem", "--format", "pdf"),
            ("--only", "gem", "--format", "pdf", "--paper", "Letter"),
            "psycle-rules-a4.pdf, psycle-rules-a5.pdf, psycle-rules-booklet-a4.pdf, psycle-sheets-a4.pdf",
        ),
        (
            (),
            ("--only", "gem", "--format", "svg"),
            "psycle-rules-a4.pdf, psycle-rules-a5.pdf, psycle-rules-booklet-a4.pdf and 10 more",
        ),
    ],
)
def test_build_lists_removed_files(
    home: Path, first: tuple[str, ...], second: tuple[str, ...], removed_files: str
) -> None:
    assert run(["build", "psycle", *first, "--quiet", "--no-read-back"])[0] == 0
    code, stdout, _ = run(["build", "psycle", *second])
    assert (code, stdout.splitlines()[-1]) == (0, f"Psycle: removed from the last build: {removed_files}")


def test_check_prints_what_it_verified(party: Path) -> None:
    assert run(["build", "party", "--quiet"]) == (0, "", "")
    code, stdout, _ = run(["check", "party"])
    assert code == 0
    assert re.match(r"party: \d+ claims? and \d+ numbers of the rules hold against data and sheets", stdout)
    assert "42 in the PDF, 42 in the SVG" in stdout.splitlines()[0]


def test_the_schema_equals_the_file_in_layouts() -> None:
    code, stdout, stderr = run(["schema"])
    assert (code, stderr) == (0, "")
    beside = ROOT / "layouts" / "game.schema.json"
    assert json.loads(stdout)["title"]
    assert not beside.exists() or stdout == beside.read_text("utf-8")


@pytest.mark.parametrize("command", ["", "build", "check", "explain", "list", "schema"])
@pytest.mark.parametrize("flag", ["--help", "-h"])
def test_help(command: str, flag: str) -> None:
    code, stdout, stderr = run([*command.split(), flag])
    assert (code, stderr) == (0, "")
    assert stdout.startswith(f"Usage: {'main' if not command else f'main {command}'} [OPTIONS]")
    assert "Traceback" not in stdout


def test_version() -> None:
    assert run(["--version"]) == (0, f"gutterfold, version {__version__}\n", "")


@pytest.mark.parametrize(
    ("arguments", "last"),
    [
        ("biuld", "biuld: GF012 there is no such command; did you mean 'build'?"),
        ("bake", "bake: GF012 there is no such command; `main --help` lists all"),
        ("build --papper a4", "--papper: GF012 there is no such option; did you mean '--paper'?"),
        ("check --lang de", "--lang: GF012 there is no such option here, only for `booklet`, `build`, `calibrate`, `export`; `main check --help` lists all"),
        ("build --foo", "--foo: GF012 there is no such option; `main build --help` lists all"),
        ("--versoin", "--versoin: GF012 there is no such option; did you mean '--version'?"),
        (
            "build --paper a44",
            "--paper: GF012 'a44' is not one of 'a2', 'a3', 'a4', 'a4-letter', 'a5', 'a6', 'b4', 'b5', 'legal', 'letter', "
            "'sra3', 'super-b', 'tabloid'. "
            "Did you mean 'a4'?",
        ),
        ("build --format png", "--format: GF012 'png' is not one of 'pdf', 'svg'."),
        ("check --format jsn", "--format: GF012 'jsn' is not one of 'text', 'json', 'github', 'sarif'. Did you mean 'json'?"),
        ("build --paper", "--paper: GF012 give this option a value"),
        ("explain GF101 GF102", "main explain: GF012 Got unexpected extra argument (GF102)"),
        ("export psycle", "--to: GF012 this is required; give it. Choose from: {targets}"),
        ("new", "NAME: GF012 this is required; give it"),
    ],
)  # fmt: skip
def test_a_wrong_command_line_is_told_with_code_and_remedy(arguments: str, last: str, home: Path) -> None:
    from generator.pipeline.export.targets import TARGETS

    code, stdout, stderr = run(arguments.split())
    assert (code, stdout) == (2, "")
    assert stderr.splitlines()[-1] == last.format(targets=", ".join(TARGETS))


def start_process(*arguments: str, home: Path) -> subprocess.Popen[bytes]:
    """Start Python in a new process and process group."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    return subprocess.Popen(
        [sys.executable, *arguments],
        cwd=home,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )


def test_python_m_generator(home: Path) -> None:
    out, err = (work := start_process("-m", "generator", "list", "psycle", home=home)).communicate(timeout=60)
    assert (work.returncode, out.decode(), err) == (0, LIST, b"")


FAST_CLOCK = """
import sys, time
clock, time.monotonic = time.monotonic, lambda: 1000 * clock()
from generator.cli.commands import main
main(sys.argv[1:])
"""


@pytest.mark.skipif(sys.platform == "win32", reason="a pty is a Unix thing")
@pytest.mark.parametrize("quiet", [False, True])
def test_progress_bar_on_a_terminal_unless_quiet(quiet: bool, party: Path) -> None:
    import pty

    leader, follower = pty.openpty()
    # the clock runs fast, so that the build seems to take over a second
    command = [sys.executable, "-c", FAST_CLOCK, "build", "party", "--sheets-only", *(["--quiet"] if quiet else [])]
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "TERM": "xterm"}
    work = subprocess.Popen(command, cwd=party.parent, env=environment, stdout=subprocess.DEVNULL, stderr=follower)
    os.close(follower)
    seen = b""
    try:
        while chunk := os.read(leader, 4096):
            seen += chunk
    except OSError:  # the end of a terminal
        pass
    os.close(leader)
    assert work.wait(60) == 0
    if quiet:
        assert seen == b""
    else:
        assert re.search(rb"party +\[#+-*\] +[0-9]+%", seen)
        assert b"building" not in seen


@pytest.mark.parametrize("option", ["--gap", "--bleed", "--corners", "--paper-thickness"])
@pytest.mark.parametrize(
    ("given", "says"),
    [
        ("nan", "'nan' is not a length in mm, such as 0.1"),
        ("1,5", "'1,5' is not a length in mm, such as 0.1"),
        ("-1", "-1 is too small; give at least 0"),
        ("inf", "inf is too large; give at most "),
    ],
)
def test_a_length_that_is_none_is_one_clear_line(option: str, given: str, says: str) -> None:
    if (option, given) == ("--gap", "1,5"):
        return  # across and down
    code, _, stderr = run(["build", "psycle", option, given])
    assert (code, says in stderr.splitlines()[-1]) == (2, True)
