"""Texts are written as they are encoded, and what rules can say of a game holds."""

import shutil
from pathlib import Path

import pytest

from generator.model.finding import DataError
from generator.pipeline.editing.game_files import write_game_files
from generator.pipeline.editing.game_texts import (
    edit_text_file,
    list_claims,
    list_text_files,
    read_game_text,
    read_text_file,
)
from generator.pipeline.preview import GamePreview
from tests.kits import run

ROOT = Path(__file__).parents[3]


@pytest.fixture
def game(tmp_path: Path) -> Path:
    return Path(shutil.copytree(ROOT / "starters" / "cards", tmp_path / "trick"))


def test_the_rules_come_first_and_translations_belong_to_them(game: Path) -> None:
    assert list_text_files(game) == ["rules.md", "game.yaml"]
    (game / "rules.de.md").write_text("# Spiel\n")
    (game / "rules.de.yaml").write_text("title: Spiel\n")
    assert list_text_files(game) == ["rules.md", "rules.de.md", "rules.de.yaml", "game.yaml"]
    (game / "game.yaml").write_text("title: [\n")
    assert list_text_files(game) == ["game.yaml"]
    with pytest.raises(DataError, match="GF002"):
        read_game_text(game).read_plain()


@pytest.mark.parametrize(
    ("before", "shown", "after"),
    [
        (b"a\nb\n", "a\nb\n", "ä\nb\n".encode()),
        (b"a\r\nb\r\n", "a\nb\n", "ä\r\nb\r\n".encode()),
        (b"\xef\xbb\xbfa\nb\n", "a\nb\n", "ä\nb\n".encode()),
        ("ü\nb\n".encode("cp1252"), "ü\nb\n", "ä\nb\n".encode()),
    ],
)
def test_a_text_keeps_its_line_ends_and_becomes_utf_8(before: bytes, shown: str, after: bytes, game: Path) -> None:
    (game / "rules.md").write_bytes(before)
    found = read_text_file(game, "rules.md")
    assert found.text == shown
    write_game_files(game, [edit_text_file(game, "rules.md", "ä\nb\n", found.known)])
    assert (game / "rules.md").read_bytes() == after
    with pytest.raises(DataError, match="was changed outside meanwhile"):
        write_game_files(game, [edit_text_file(game, "rules.md", "c", found.known)])


def test_all_that_rules_can_say_of_a_game_holds(game: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = game / "game.yaml"
    file.write_text(file.read_text() + "terms: {hand-limit: 8}\n")
    claims = list_claims(GamePreview(game).load().game, read_game_text(game).read_plain())
    said = {claim.says: (claim.value, claim.writes) for claim in claims}
    assert said["Cards: how many"] == ("28", "{{ claim(28, 'card') }}")
    assert said["Cards: number 3"] == ("4", "{{ claim(4, 'card', number=3) }}")
    assert said["Cards: name The Mouse"] == ("4", "{{ claim(4, 'card', name='The Mouse') }}")
    assert said["Cards: suit sun"] == ("7", "{{ claim(7, 'card', suit='sun') }}")
    assert said["Cards: handed to each of 3 players"] == ("8", "{{ claim(8, \"handed('card', 3) // 3\") }}")
    assert said["color suit.sun"] == ("sun", "{{ color('suit.sun') }}")
    assert said["term hand-limit"] == ("8", "{{ term('hand-limit') }}")
    rules = game / "rules.md"
    rules.write_text(rules.read_text() + "".join(f"\nSo it is: {writes}.\n" for _, writes in said.values()))
    monkeypatch.chdir(game.parent)
    status, printed, errors = run(["check", "trick"])
    numbers = sum("claim(" in writes for _, writes in said.values())
    assert status == 0, errors
    assert f"1 claim and {numbers + 6} numbers of the rules hold" in printed  # six stand in the rules already
