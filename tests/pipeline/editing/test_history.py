"""Changes of a game's files: whole or not at all, never over what somebody else wrote, and with a way back."""

import os
from pathlib import Path

import pytest

from generator.model.finding import DataError
from generator.pipeline.editing import history as history_module
from generator.pipeline.editing.game_files import FileEdit, digest_data, write_game_files
from generator.pipeline.editing.history import EditHistory, StepOutcome


@pytest.fixture
def game(tmp_path: Path) -> Path:
    folder = tmp_path / "game"
    folder.mkdir()
    (folder / "cards.csv").write_bytes(b"name,cost\nOwl,3\nFox,4\n")
    return folder


def open_history(game: Path) -> EditHistory:
    return EditHistory(game, game.parent / "home")


def change(game: Path, path: str, data: bytes | None) -> FileEdit:
    file = game / path
    return FileEdit(path, data, digest_data(file.read_bytes() if file.exists() else None))


def list_files(game: Path) -> dict[str, bytes]:
    return {file.relative_to(game).as_posix(): file.read_bytes() for file in game.rglob("*") if file.is_file()}


def test_a_step_is_undone_and_done_again_also_by_the_next_program(game: Path) -> None:
    first, more = list_files(game), b"name,cost\nOwl,30\nFox,4\n"
    open_history(game).apply("cost of Owl", [change(game, "cards.csv", more), change(game, "images/owl.png", b"owl")])
    second = {"cards.csv": more, "images/owl.png": b"owl"}
    assert list_files(game) == second
    assert open_history(game).undo_title == "cost of Owl"
    assert {file.path for file in open_history(game).undo().files} == set(second)
    assert list_files(game) == first
    again = open_history(game)
    assert (again.undo_title, again.redo_title) == ("", "cost of Owl")
    again.redo()
    assert list_files(game) == second
    assert again.redo() == StepOutcome()


def test_a_new_step_ends_what_could_be_done_again(game: Path) -> None:
    history = open_history(game)
    history.apply("one", [change(game, "cards.csv", b"one")])
    history.undo()
    history.apply("two", [change(game, "cards.csv", b"two")])
    assert (history.undo_title, history.redo_title) == ("two", "")


def test_a_file_that_was_changed_outside_is_neither_written_nor_undone(game: Path) -> None:
    history, edit = open_history(game), change(game, "cards.csv", b"ours")
    (game / "cards.csv").write_bytes(b"theirs")
    with pytest.raises(DataError, match="changed outside meanwhile; nothing was written"):
        history.apply("ours", [change(game, "other.csv", b"other"), edit])
    assert list_files(game) == {"cards.csv": b"theirs"}
    history.apply("ours", [change(game, "cards.csv", b"ours")])
    (game / "cards.csv").write_bytes(b"theirs again")
    with pytest.raises(DataError, match="since at a cell of ours that is gone; nothing was undone"):
        history.undo()
    assert list_files(game) == {"cards.csv": b"theirs again"}
    assert history.undo_title == "ours"


def test_of_several_files_all_are_written_or_none(game: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before, replace = list_files(game), os.replace

    def fail_at_second(source: str, target: str, **more: int) -> None:
        if target == "b.csv":
            raise OSError(28, "No space left on device")
        replace(source, target, **more)

    monkeypatch.setattr(os, "replace", fail_at_second)
    edits = [change(game, "cards.csv", b"new"), change(game, "b.csv", b"b")]
    with pytest.raises(DataError, match="No space left on device"):
        write_game_files(game, edits)
    assert list_files(game) == before


@pytest.mark.parametrize(
    ("path", "why"),
    [
        ("../outside.csv", "is not a path that works on every system"),
        (".hidden", "the file is hidden"),
        ("images/.hidden/a.png", "the file is hidden"),
        ("link/a.csv", "is behind a link"),
        ("nul.csv", "is not a path that works on every system"),
    ],
)
def test_nothing_is_written_outside_the_folder_or_out_of_sight(game: Path, path: str, why: str) -> None:
    (game / "link").symlink_to(game.parent, target_is_directory=True)
    with pytest.raises(DataError, match=why):
        write_game_files(game, [FileEdit(path, b"x", None)])
    assert list_files(game.parent) == {"game/cards.csv": b"name,cost\nOwl,3\nFox,4\n"}


def test_the_history_is_bounded_by_steps_and_by_bytes(game: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(history_module, "MOST_STEPS", 3)
    history = open_history(game)
    for number in range(5):
        history.apply(str(number), [change(game, "cards.csv", str(number).encode())])
    for _ in range(5):
        history.undo()
    assert (game / "cards.csv").read_bytes() == b"1"
    monkeypatch.setattr(history_module, "MOST_BYTES", 100)
    history.apply("large", [change(game, "large.bin", b"x" * 101)])
    assert history.undo_title == ""


def test_a_damaged_history_is_empty(game: Path) -> None:
    open_history(game).apply("one", [change(game, "cards.csv", b"one")])
    (kept,) = (game.parent / "home").rglob("steps")
    kept.write_bytes(b"\xff" + kept.read_bytes())
    assert open_history(game).undo_title == ""


def test_a_small_change_of_a_large_file_keeps_few_bytes(game: Path) -> None:
    (game / "rules.md").write_bytes(b"a" * 500_000 + b"b" * 500_000)
    open_history(game).apply("one", [change(game, "rules.md", b"a" * 500_000 + b"X" + b"b" * 499_999)])
    (kept,) = (game.parent / "home").rglob("steps")
    assert kept.stat().st_size < 500


def write(game: Path, text: str) -> None:
    (game / "cards.csv").write_text(text, "utf-8")


def step(game: Path, history: EditHistory, title: str, old: str, new: str) -> None:
    text = (game / "cards.csv").read_text("utf-8")
    assert old in text
    history.apply(title, [change(game, "cards.csv", text.replace(old, new).encode())])


def test_of_a_table_that_others_changed_since_all_steps_are_undone_by_row(game: Path) -> None:
    history = open_history(game)
    step(game, history, "cost of Owl", "Owl,3", "Owl,30")
    write(game, "name,cost\nOwl,30\nFox,4\nElk,5\n")  # between two steps
    step(game, history, "no Fox", "Fox,4\n", "")
    step(game, history, "a Bee", "Elk,5\n", "Elk,5\nBee,1\n")
    write(game, "name,cost\nOx,9\nOwl,30\nElk,50\nBee,1\n")  # and after the last one
    for becomes in ("Ox,9\nOwl,30\nElk,50\n", "Ox,9\nOwl,30\nFox,4\nElk,50\n", "Ox,9\nOwl,3\nFox,4\nElk,50\n"):
        assert open_history(game).undo().note == ""
        assert (game / "cards.csv").read_text("utf-8") == f"name,cost\n{becomes}"
    for _ in range(3):
        open_history(game).redo()
    assert (game / "cards.csv").read_text("utf-8") == "name,cost\nOx,9\nOwl,30\nElk,50\nBee,1\n"
    assert open_history(game).undo_title == "a Bee"


def test_what_others_changed_too_stays_and_is_named(game: Path) -> None:
    history = open_history(game)
    step(game, history, "costs", "Owl,3\nFox,4\n", "Owl,30\nFox,40\nElk,5\n")
    write(game, "name,cost\nOwl,30\nFox,44\nElk,55\n")
    note = "changed outside since, and left as it is: cards.csv, row 2, cost; cards.csv, row 3"
    assert history.undo().note == note
    assert list_files(game) == {"cards.csv": b"name,cost\nOwl,3\nFox,44\nElk,55\n"}
    step(game, history, "Elk", "Elk,55", "Elk,7")
    write(game, "name,cost\nOwl,3\nFox,44\nElk,8\n")
    with pytest.raises(DataError, match="changed outside since at row 3, cost; nothing was undone"):
        history.undo()
    assert list_files(game) == {"cards.csv": b"name,cost\nOwl,3\nFox,44\nElk,8\n"}


def test_steps_that_are_joined_are_undone_at_once(game: Path) -> None:
    before, history = list_files(game), open_history(game)
    for number, name in enumerate(("Owl,3", "Fox,4"), 1):
        text = (game / "cards.csv").read_bytes().replace(name.encode(), name[:4].encode() + b"9")
        pictures = [change(game, "cards.csv", text), change(game, f"images/{number}.png", b"picture")]
        history.apply(f"{number} pictures", pictures, joined=number > 1)
    after = list_files(game)
    assert after["cards.csv"] == b"name,cost\nOwl,9\nFox,9\n"
    assert history.undo().title == "2 pictures"
    assert (list_files(game), history.undo_title) == (before, "")
    history.redo()
    assert list_files(game) == after
    (game / "images" / "2.png").write_bytes(b"theirs")
    history.apply("3 pictures", [change(game, "images/2.png", b"ours")], joined=True)
    assert (history.undo().title, history.undo_title) == ("3 pictures", "2 pictures")
