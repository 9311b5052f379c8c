"""What a first-time user does wrong: each wrong turn is answered by one line that leads on."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.test_commands import read_tree, remove_file, replace_text
from tests.kits import run
from tests.messages import facts_of

Change = Callable[[Path], None]


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Change to a directory with a new game in the folder `psycle`, and return it."""
    monkeypatch.chdir(tmp_path)
    assert run(["new", "hen", "--like", "cards"])[0] == 0
    (tmp_path / "hen").rename(tmp_path / "psycle")
    return tmp_path


def make_empty_folder(home: Path) -> None:
    (home / "empty").mkdir()


def misplace_template(home: Path) -> None:
    (home / "psycle/templates/card.svg.j2").rename(home / "psycle/card.svg.j2")


def nothing(home: Path) -> None:
    """Change nothing: the wrong turn is on the command line."""


# a change of the game, what is built, the facts of the error line, and words that it holds
TURNS: dict[str, tuple[Change, list[str], str, str]] = {
    "no folder of that name": (
        nothing,
        ["nothing-like-it"],
        "nothing-like-it: GF001 'hypnosia' 'pachisi' 'pharaoh' 'psychopaths' 'psycle' `gutterfold new NAME`",
        "there is no game or folder",
    ),
    "a wrong name": (nothing, ["psycel"], "psycel: GF001 'psycle'", "did you mean"),
    "a file instead of its folder": (
        nothing,
        ["psycle/game.yaml"],
        "psycle/game.yaml: GF001 'psycle'",
        "name the folder",
    ),
    "an empty folder": (
        make_empty_folder,
        ["empty"],
        "empty/game.yaml: GF001 `gutterfold new NAME`",
        "a game is a folder",
    ),
    "no name, beside the game": (nothing, [], "game.yaml: GF001 'psycle' `gutterfold new NAME`", "name the game"),
    "a template that is missing": (
        remove_file("templates/card.svg.j2"),
        ["psycle"],
        "psycle/game.yaml:23:12: GF206 'card.svg.j2' 1 27",
        "draw it in the game's templates/",
    ),
    "a template in the wrong place": (
        misplace_template,
        ["psycle"],
        "psycle/game.yaml:23:12: GF206 'card.svg.j2' 1 27",
        "move it into templates/",
    ),
    "a template that is misspelled": (
        replace_text("game.yaml", "back: back", "back: bakc"),
        ["psycle"],
        "psycle/game.yaml:24:11: GF206 'bakc.svg.j2' 'back.svg.j2' 1 27",
        "did you mean",
    ),
    "no rules": (
        remove_file("rules.md"),
        ["psycle"],
        "psycle/game.yaml:32:8: GF001 'rules.md' 'cards.csv' 'game.yaml'",
        "add it",
    ),
    "a wrong key": (
        replace_text("game.yaml", "    front: card", "    frnt: card"),
        ["psycle"],
        "psycle/game.yaml:23:5: GF004 'frnt' 'front'",
        "did you mean",
    ),
    "a wrong column": (
        replace_text("cards.csv", "id,number,", "id,numbr,"),
        ["psycle"],
        "psycle/templates/card.svg.j2:7:19: GF207 'number' 'numbr' 1 27",
        "did you mean",
    ),
    "a tab": (
        replace_text("game.yaml", "  - {part: card, each: 8", "\t- {part: card, each: 8"),
        ["psycle"],
        "psycle/game.yaml:29:1: GF002",
        "spaces here, not a tab",
    ),
    "a part that is missing": (
        replace_text("game.yaml", "{part: card, each: 8", "{part: cards, each: 8"),
        ["psycle"],
        "psycle/game.yaml:29:12: GF008 0 'cards' 'card'",
        "did you mean",
    ),
    "a drawing without its namespace": (
        replace_text("templates/card.svg.j2", 'xmlns="http://www.w3.org/2000/svg" ', ""),
        ["psycle"],
        "psycle/templates/card.svg.j2:1:1: GF201 <svg> 'http://www.w3.org/2000/svg' <svg xmlns=\"http://www.w3.org/2000/svg\" ...> 1 27",
        "; write <svg",
    ),
    "an image that is missing": (
        replace_text("templates/card.svg.j2", "</svg>", '<image href="images/dragon.png" width="9" height="9"/></svg>'),
        ["psycle"],
        "psycle/templates/card.svg.j2:18:1: GF206 'images/dragon.png' 1 27",
        "put it there",
    ),
    "a color that is missing": (
        replace_text("templates/back.svg.j2", "colors['back']", "colors['bcak']"),
        ["psycle"],
        "psycle/templates/back.svg.j2:5:30: GF207 'bcak' 'back' 1 27",
        "did you mean",
    ),
}


@pytest.mark.parametrize("turn", TURNS)
def test_a_wrong_turn_is_answered_by_one_line(turn: str, home: Path) -> None:
    change, names, expected, words = TURNS[turn]
    change(home)
    before = read_tree(home)
    code, stdout, stderr = run(["build", *names, "--quiet"])
    assert (code, stdout, facts_of(stderr.splitlines())) == (1, "", [expected])
    assert words in stderr
    assert read_tree(home) == before


def test_a_folder_without_a_game_builds_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for command in ("build", "booklet", "check", "colors"):
        code, stdout, stderr = run([command])
        assert (code, stdout) == (1, "")
        assert facts_of(stderr.splitlines()) == ["game.yaml: GF001 `gutterfold new NAME`"]
        assert "psycle" in stderr
    assert list(tmp_path.iterdir()) == []


def test_games_below_a_folder_are_named(home: Path) -> None:
    (home / "games").mkdir()
    (home / "psycle").rename(home / "games/psycle")
    code, _, stderr = run(["build", "games", "--quiet"])
    assert (code, facts_of(stderr.splitlines())) == (1, ["games/game.yaml: GF001 'games/psycle' `gutterfold new NAME`"])


def test_a_template_of_a_part_without_rows_is_told_so(home: Path) -> None:
    replace_text("game.yaml", "    rows: cards.csv\n", "    copies: 2\n")(home)
    code, _, stderr = run(["build", "psycle", "--quiet"])
    assert code == 1
    assert "'row' is undefined; the part has no `rows`" in stderr
