"""The build id: the same input has the same one anywhere, and nothing but the input changes it."""

import os
import shutil
from pathlib import Path
from unicodedata import normalize

import pytest

from generator.load.files import build_id
from generator.model.finding import DataError
from generator.pipeline.build import build_booklet, build_kit, prepare_kit
from generator.pipeline.options import Options
from generator.safety.files import TreeFile
from tests.messages import facts_of

GAME = """\
title: Robin
version: "1"
players: [1, 4]
colors: {player.red: {paint: "#d55e00"}, player.blue: {paint: "#0072b2"}}
parts:
  egg: {kind: card, size: poker, front: egg.svg.j2, rows: eggs.csv}
rules: rules.md
claims:
  - {id: R1, says: three eggs, rests_on: rules of Robin, check: count('egg') == 3}
"""
FACE = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {{ w }} {{ h }}"><g id="row.n"><text x="20" y="20"\n font-size="5" font-family="Source Sans Pro">{{ row.n }}</text></g></svg>\n'
FILES = {
    "game.yaml": GAME,
    "eggs.csv": "n,copies\n1,1\n2,2\n",
    "rules.md": "# Robin\n\nThere are {{ claim(3, 'egg') }} eggs.\n",
    "templates/egg.svg.j2": FACE,
    "images/a.png": "not read",
}


@pytest.fixture
def robin(tmp_path: Path) -> Path:
    """Write a game with one file of each kind, and return its folder."""
    folder = tmp_path / "one/robin"
    for name, text in FILES.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    return folder


def identify(folder: Path) -> str:
    """Return the build id of a game as it is built."""
    return prepare_kit(folder, Options()).build


def make_sparse(path: Path) -> None:
    with path.open("wb") as file:
        file.truncate(2 << 30)


def make_leftovers(folder: Path) -> None:
    """Make what commits, editors, crashes, systems and people leave in a folder."""
    for name in (".git", "templates/.svn", "templates/__pycache__", "palettes", "output/robin", ".robin-0011aabb"):
        (folder / name).mkdir(parents=True)
        (folder / name / "index").write_text(name, encoding="utf-8")
    for name in (".DS_Store", "templates/.DS_Store", "templates/egg.svg.j2~", "templates/.#egg", "templates/#egg#"):
        (folder / name).write_text(name, encoding="utf-8")
    for name in ("README.md", "notes.csv", "fonts/OFL.txt", "rules.txt"):
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(name, encoding="utf-8")
    make_sparse(folder / "film.mp4")
    make_sparse(folder / "images/film.mp4")
    os.mkfifo(folder / "templates/pipe")
    (folder / "templates/out").symlink_to("../..")
    os.close(os.open(bytes(folder) + b"/\xff", os.O_CREAT | os.O_WRONLY))


def test_what_cannot_reach_the_kit_does_not_change_the_id(robin: Path, tmp_path: Path) -> None:
    first = identify(robin)
    shutil.copytree(robin, tmp_path / "two/deeper/robin")
    assert identify(tmp_path / "two/deeper/robin") == first
    (tmp_path / "alias").mkdir()
    (tmp_path / "alias/robin").symlink_to(robin)
    assert identify(tmp_path / "alias/robin") == first
    make_leftovers(robin)
    assert identify(robin) == first


@pytest.mark.parametrize("out", [".", "output", "templates", "images/kits"])
def test_kits_in_the_folder_do_not_change_the_id(out: str, robin: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = identify(robin)
    monkeypatch.chdir(robin)
    build_booklet(Path(), Options(out=Path(out)))
    assert identify(robin) == first
    build_kit(Path(), Options(out=Path(out)))
    assert identify(robin) == first


@pytest.mark.parametrize("name", FILES)
def test_what_can_reach_the_kit_changes_the_id(name: str, robin: Path) -> None:
    first = identify(robin)
    with (robin / name).open("a", encoding="utf-8") as file:
        file.write({"eggs.csv": "3,1\n", "game.yaml": "about: eggs\n"}.get(name, " "))
    (robin / "game.yaml").write_text((robin / "game.yaml").read_text("utf-8"), encoding="utf-8")
    assert identify(robin) != first


def test_names_count(robin: Path) -> None:
    first = identify(robin)
    (robin / "images/a.png").rename(robin / "images/b.png")
    second = identify(robin)
    (robin / "templates/parts").mkdir()
    (robin / "images/b.png").rename(robin / "templates/parts/b.png")
    assert len({first, second, identify(robin)}) == 3


def test_line_ends_and_the_form_of_unicode_do_not_count(robin: Path) -> None:
    (robin / "templates/\u00e9.j2").write_bytes(b"a\nb\n")
    first = identify(robin)
    (robin / "templates/\u00e9.j2").rename(robin / "templates" / normalize("NFD", "\u00e9.j2"))
    for name in FILES:
        if not name.startswith("images"):
            (robin / name).write_bytes((robin / name).read_bytes().replace(b"\n", b"\r\n"))
    assert identify(robin) == first
    (robin / "images/a.png").write_bytes(b"not\r\nread")
    assert identify(robin) != first


def test_line_ends_are_found_across_blocks(robin: Path) -> None:
    made = []
    for data in (b"x" * (1 << 20) + b"\n", b"x" * ((1 << 20) - 1) + b"x\r\n", b"x" * ((1 << 20) - 1) + b"\r\n"):
        (robin / "templates/long.j2").write_bytes(data)
        made.append(identify(robin))
    assert made[0] == made[1] != made[2]
    (robin / "templates/long.j2").write_bytes(b"x" * ((1 << 20) - 1) + b"\n")
    assert identify(robin) == made[2]
    (robin / "templates/long.j2").write_bytes(b"x" * ((1 << 20) - 1) + b"\r")
    assert identify(robin) != made[2]


def test_a_template_above_the_shared_ones_is_not_looked_for(robin: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    listed: list[str] = []

    def list_nothing(root: Path, *_: object, **__: object) -> list[TreeFile]:
        listed.append(root.name)
        return []

    monkeypatch.setattr("generator.load.files.list_tree", list_nothing)
    build_id(robin, ["game.yaml"], robin / "templates", {"../x.j2", "./y.j2", "/z.j2", "egg/x.j2"}, "")
    assert listed == ["templates", "images", "fonts", "templates", "egg"]


def test_a_folder_with_too_many_files_is_told(robin: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(robin.parent)
    monkeypatch.setattr("generator.safety.files.MAX_TREE_FILES", 0)
    with pytest.raises(DataError) as caught:
        build_id(Path("robin"), [], robin, (), "")
    assert facts_of(caught.value.findings) == ["robin/templates: GF001 0"]
