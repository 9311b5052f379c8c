"""Folders of strangers: links out, pipes and other kinds of files, and names that no text has."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from generator.load.game import read_game
from generator.load.palette import find_palette, read_palette
from generator.model.finding import DataError
from generator.pipeline.resources import find_game_folders
from tests.load.conftest import KINDS
from tests.messages import facts_of

Faults = Callable[..., list[str]]
SECRET = "hunter2: [this is a secret\n"


@pytest.fixture
def secret(wren: Path) -> Path:
    """Write a file beside the game's folder that nobody may read, and return its path."""
    path = wren.parent / "secret.yaml"
    path.write_text(SECRET, encoding="utf-8")
    return path


def find_wordings(faults: Faults) -> list[str]:
    """Return the facts of the findings; none of them shows the secret."""
    found = faults()
    assert "hunter" not in str(found)
    return found


LINKS = {
    "game.yaml": ["game.yaml: GF007 'game.yaml'"],
    "slips.csv": ["game.yaml:14:11: GF007 'slips.csv'"],
    "rules.md": ["game.yaml:20:8: GF007 'rules.md'"],
}


@pytest.mark.parametrize("absolute", [True, False])
@pytest.mark.parametrize(("name", "expected"), LINKS.items())
def test_a_link_out_is_refused_before_it_is_read(
    name: str, expected: list[str], absolute: bool, wren: Path, secret: Path, find_faults: Faults
) -> None:
    (wren / name).unlink()
    (wren / name).symlink_to(secret if absolute else "../secret.yaml")
    assert find_wordings(find_faults) == expected


@pytest.mark.parametrize("suffix", ["md", "yaml"])
def test_a_translation_that_is_a_link_out(suffix: str, wren: Path, secret: Path, find_faults: Faults) -> None:
    for each in ("md", "yaml"):
        (wren / f"rules.de.{each}").write_text("parts: {}", encoding="utf-8")
    (wren / f"rules.de.{suffix}").unlink()
    (wren / f"rules.de.{suffix}").symlink_to(secret)
    found = find_wordings(find_faults)
    assert f"rules.de.{suffix}: GF007 'rules.de.{suffix}'" in found


def test_a_folder_that_is_a_link_out(wren: Path, secret: Path, find_faults: Faults) -> None:
    (wren / "data").symlink_to("..")
    assert find_faults("rows: slips.csv", "rows: data/secret.yaml") == ["game.yaml:14:11: GF007 'data/secret.yaml'"]


def test_a_link_inside_the_folder_and_to_the_folder_is_followed(wren: Path, find_faults: Faults) -> None:
    (wren / "slips.csv").rename(wren / "cards.csv")
    (wren / "slips.csv").symlink_to("cards.csv")
    (wren.parent / "jay").symlink_to("wren")
    assert find_faults() == []


PLACES = {"game.yaml": "game.yaml", "slips.csv": "game.yaml:14:11", "rules.md": "game.yaml:20:8"}
CALLED: dict[Callable[[Path], None], str] = {os.mkfifo: "a named pipe", os.mkdir: "a folder"}


@pytest.mark.parametrize("make", CALLED)
@pytest.mark.parametrize("name", PLACES)
def test_what_is_no_file_is_told_by_its_kind(make: Callable[[Path], None], name: str, wren: Path) -> None:
    (wren / name).unlink()
    make(wren / name)
    with pytest.raises(DataError) as caught:
        read_game(wren, KINDS)
    assert [str(each) for each in caught.value.findings] == [f"{PLACES[name]}: GF001 {name} is {CALLED[make]}"]


def test_a_file_of_two_gigabytes_is_not_read(wren: Path, find_faults: Faults) -> None:
    with (wren / "slips.csv").open("wb") as file:
        file.truncate(2 << 30)
    assert find_faults() == ["game.yaml:14:11: GF001 64"]


def test_strange_names_beside_the_game_do_no_harm(wren: Path, find_faults: Faults) -> None:
    for name in (b"\xff", b"a\nb", b"rules.\xff.md", b"-rf", b"rules.de\n.md"):
        os.close(os.open(bytes(wren) + b"/" + name, os.O_CREAT | os.O_WRONLY))
    assert find_faults() == ["rules.\udcff.md: GF006 '\\udcff'"]


def find_palette_faults(name: str, *homes: Path) -> list[str]:
    with pytest.raises(DataError) as caught:
        read_palette(find_palette(name, homes))
    assert "hunter" not in str(caught.value)
    return facts_of(caught.value.findings)


def test_a_palette_found_by_name_may_not_lead_out(wren: Path, secret: Path) -> None:
    (wren / "palettes").mkdir()
    (wren / "palettes/dusk.yaml").symlink_to(secret)
    assert find_palette_faults("dusk", wren / "palettes") == ["palettes/dusk.yaml: GF007"]
    (wren / "palettes/dusk.yaml").unlink()
    os.mkfifo(wren / "palettes/dusk.yaml")
    assert find_palette_faults("dusk", wren / "palettes") == ["palettes/dusk.yaml: GF001"]
    (wren / "palettes/dusk.yaml").unlink()
    (wren / "palettes").rmdir()
    (wren / "palettes").symlink_to("..")
    assert find_palette_faults("secret", wren / "palettes") == ["palettes: GF007"]


def test_a_palette_of_the_command_line_may_lie_anywhere(wren: Path) -> None:
    (wren.parent / "dusk.yaml").write_text('title: Dusk\npaint: {a: "#fff"}\n', encoding="utf-8")
    (wren / "link.yaml").symlink_to("../dusk.yaml")
    for name in (str(wren.parent / "dusk.yaml"), "../dusk.yaml", "link.yaml"):
        assert read_palette(find_palette(name, ())).title == "Dusk"
    os.mkfifo(wren / "pipe")
    assert find_palette_faults("pipe") == ["pipe: GF001"]
    assert find_palette_faults(".") == [".: GF001"]
    assert find_palette_faults("a\0b") == ["--palette: GF001 'a\\x00b'"]


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("pipe", "there is no game or folder of this name"),
        ("x" * 300, "there is no game or folder of this name"),
        ("a\0b", "there is no game or folder of this name"),
        ("file", "this is a file; name the folder of the game: '.'"),
        ("file/x", "there is no game or folder of this name"),
    ],
)
def test_names_that_are_no_folder(name: str, says: str, wren: Path) -> None:
    os.mkfifo(wren / "pipe")
    (wren / "file").write_bytes(b"")
    with pytest.raises(DataError, match=f"GF001 {says}"):
        find_game_folders([name])


def test_only_names_that_a_game_may_have_are_offered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("dragons", "dragons.orig", "Dragons", "owls", ".cache"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "game.yaml").touch()
    monkeypatch.chdir(tmp_path)
    with pytest.raises(DataError) as error:
        find_game_folders([])
    assert facts_of(error.value.findings) == ["game.yaml: GF001 'dragons' 'owls' `gutterfold new NAME`"]


def test_a_pipe_called_game_yaml_makes_its_folder_a_game(wren: Path) -> None:
    (wren / "game.yaml").unlink()
    os.mkfifo(wren / "game.yaml")
    assert find_game_folders([]) == [Path()]
