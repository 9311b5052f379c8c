"""Test `gutterfold new`: every starter is a game that checks clean at once, and nothing is overwritten."""

from errno import ENOSPC
from pathlib import Path

import pytest
from PIL import Image

from generator.components import KINDS
from generator.load.game import read_game
from generator.pipeline.new_game import STARTER_TITLE, list_starters, make_game, spell_title
from generator.program.identity import find_resources
from tests.kits import run
from tests.messages import facts_of

STARTERS = find_resources("starters")


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_there_are_starters_of_each_sort() -> None:
    assert {"cards", "hex", "party", "race", "tiles"} <= set(list_starters())


@pytest.mark.sampled(2)
@pytest.mark.parametrize("starter", list_starters())
def test_a_new_game_is_green_at_once(starter: str, home: Path) -> None:
    code, stdout, stderr = run(["new", "first-try", "--like", starter])
    assert (code, stderr) == (0, "")
    assert "gutterfold build first-try" in stdout
    code, stdout, stderr = run(["check", "first-try"])
    assert (code, [line for line in stderr.splitlines() if "error" in line or "warning" in line]) == (0, [])
    assert "not seen" not in stdout
    game = read_game(home / "first-try", KINDS)
    assert (game.id, game.data.title) == ("first-try", "First try")
    assert (game.rules or "").partition("-->")[2].lstrip().startswith("# First try\n")


@pytest.mark.parametrize("file", sorted(STARTERS.glob("*/game.yaml")), ids=lambda path: path.parent.name)
def test_each_file_of_a_starter_says_what_to_change_first(file: Path) -> None:
    text = file.read_text("utf-8")
    assert "Change first" in text.partition("title:")[0]
    assert f"\ntitle: {STARTER_TITLE}\n" in text
    templates = [path.read_text("utf-8") for path in file.parent.glob("templates/*.j2")]
    assert templates
    others = [path.read_text("utf-8") for kind in ("csv", "md") for path in file.parent.glob(f"*.{kind}")]
    assert [text.startswith(("# ", "<!-- Change first")) for text in others] == [True] * len(others) != []
    assert [text for text in templates if "<title>" not in text.partition("</title>")[0] + "</title>"] == []


def test_a_name_spells_a_title() -> None:
    assert [spell_title(name) for name in ("mygame", "dragon-cards", "x2")] == ["Mygame", "Dragon cards", "X2"]


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["taken"], "taken: GF011"),
        (["Dragon Cards"], "Dragon Cards: GF011 'Dragon Cards' 'dragon-cards'"),
        (["2players"], "2players: GF011 '2players' 'players'"),
        (["nowhere/game"], "nowhere/game: GF011 'nowhere'"),
    ],
)
def test_what_cannot_be_made_is_one_line(words: list[str], expected: str, home: Path) -> None:
    (home / "taken").mkdir()
    code, stdout, stderr = run(["new", *words])
    assert (code, stdout, facts_of(stderr.splitlines())) == (1, "", [expected])
    assert sorted(path.name for path in home.iterdir()) == ["taken"]
    assert list((home / "taken").iterdir()) == []


def test_a_rulebook_alone_becomes_a_booklet(home: Path) -> None:
    (home / "rules.md").write_text("# Wren\n\nFor 2 to 5 players.\n\n## Play\n\nDraw one.\n", "utf-8")
    code, stdout, stderr = run(["new", "wren", "--rules", "rules.md"])
    assert (code, stderr) == (0, ""), stderr
    assert stdout.splitlines()[0] == "made the game wren: wren/game.yaml, wren/rules.md"
    game = read_game(home / "wren", KINDS)
    assert (game.data.title, game.data.players, dict(game.parts)) == ("Wren", [2, 5], {})
    code, _, stderr = run(["booklet", "wren", "--out", "out"])
    assert (code, [line for line in stderr.splitlines() if ": GF" in line]) == (0, [])
    assert (home / "out" / "wren" / "wren-rules-a5.pdf").read_bytes().startswith(b"%PDF")
    assert [line for line in run(["check", "wren"])[2].splitlines() if "GF" in line and "GF100 note" not in line] == []


def test_notes_with_embedded_images_and_the_bullets_of_word_become_a_booklet(home: Path) -> None:
    (home / "attachments").mkdir()
    for path in (home / "map.png", home / "attachments" / "set up.png"):
        Image.new("RGB", (300, 200), "red").save(path)
    text = "# Wren\n\n![[map.png|300]]\n\n![[set up.png]]\n\n\uf0b7\tDraw one.\n\uf0b7\tPlay.\n"
    (home / "rules.md").write_text(text, "utf-8")
    stdout = run(["new", "wren", "--rules", "rules.md"])[1]
    assert stdout.splitlines()[0] == "made the game wren: wren/game.yaml, wren/rules.md, wren/map.png, wren/set up.png"
    code, _, stderr = run(["booklet", "wren", "--out", "out"])
    assert (code, [line for line in stderr.splitlines() if ": GF" in line]) == (0, [])


def test_a_game_without_parts_and_rules_is_refused(home: Path) -> None:
    (home / "wren").mkdir()
    (home / "wren" / "game.yaml").write_text('title: Wren\nversion: "1"\nplayers: [2, 4]\nparts: {}\n', "utf-8")
    code, _, stderr = run(["build", "wren"])
    assert (code, facts_of(stderr.splitlines()[1:2])) == (1, ["wren/game.yaml:4:1: GF006"])


def test_an_unknown_starter_is_a_usage_error(home: Path) -> None:
    code, _, stderr = run(["new", "game", "--like", "dice"])
    assert (code, "'cards'" in stderr) == (2, True)
    assert list(home.iterdir()) == []


def test_the_name_of_a_game_of_ours_is_taken(home: Path) -> None:
    code, stdout, stderr = run(["new", "pachisi"])
    assert (code, stdout, facts_of(stderr.splitlines())) == (1, "", ["pachisi: GF011 'pachisi'"])
    assert list(home.iterdir()) == []


def test_a_failed_copy_leaves_nothing(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_path: Path, _data: bytes) -> int:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", fail)
    with pytest.raises(OSError, match="No space"):
        make_game(home / "full", "cards")
    assert list(home.iterdir()) == []


@pytest.mark.parametrize(("like", "board"), [("hex", "island"), ("race", "board")])
def test_one_switch_prints_the_names_of_cells(
    like: str, board: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run(["new", "mine", "--like", like])[0] == 0
    switch = ["--set", f"{board}.name_labels=true"]
    status, _, errors = run(["build", "mine", "--sheets-only", "--only", board, "--svg-text", "live", *switch])
    assert (status, "GF126" in errors) == (0, False)
    (sheet,) = (tmp_path / "output/mine/svg").glob(f"*-01-{board}.svg")
    names = {"hex": [">q0r0<", ">q2r-1<"], "race": [">r0c0<", ">r5c5<"]}[like]
    assert all(name in sheet.read_text("utf-8") for name in names)


def test_a_full_disk_leaves_no_half_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)

    def fill_disk(path: Path, data: bytes) -> int:
        raise OSError(ENOSPC, "No space left on device")  # as a write says that names no file

    monkeypatch.setattr(Path, "write_bytes", fill_disk)
    code, _, error = run(["new", "mine"])
    assert (code, facts_of(error.splitlines())) == (1, ["mine: GF402"])
    assert list(tmp_path.iterdir()) == []
