"""Templates at odd places: what is no file of the folder is refused by its kind, and never waited for."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from generator.load.files import build_id
from generator.model.finding import DrawingError
from generator.render import template_files
from generator.render.template_files import TemplateFiles


@pytest.fixture
def files(tmp_path: Path) -> TemplateFiles:
    """Return the templates of a game that has one, with an empty shared folder."""
    (tmp_path / "game/templates").mkdir(parents=True)
    (tmp_path / "shared").mkdir()
    (tmp_path / "game/templates/card.svg.j2").write_text("<svg/>", "utf-8")
    return TemplateFiles(tmp_path / "game", tmp_path / "shared")


def refuse(files: TemplateFiles, name: str) -> DrawingError:
    """Return the error of reading a template."""
    with pytest.raises(DrawingError) as caught:
        files.read_template(name)
    assert caught.value.code == "GF206"
    return caught.value


def test_a_pipe_a_device_and_a_folder_are_refused_before_they_are_opened(files: TemplateFiles) -> None:
    os.mkfifo(files.game / "templates/pipe")
    (files.game / "templates/folder").mkdir()
    assert refuse(files, "pipe").message == "the template 'pipe' is a named pipe"
    assert refuse(files, "folder").message == "the template 'folder' is a folder"
    shared = TemplateFiles(files.game, Path("/dev"))
    assert refuse(shared, "null").message == "the template 'null' is a device"


def test_a_link_out_of_the_game_is_not_read(files: TemplateFiles, tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("secret", "utf-8")
    (files.game / "templates/link").symlink_to(tmp_path / "secret")
    assert refuse(files, "link").message == "the template 'link' leads out of templates"


def test_bytes_that_are_not_utf_8_have_a_place(files: TemplateFiles) -> None:
    path = files.game / "templates/latin"
    path.write_bytes(b"<svg>\n  \xe9</svg>")
    error = refuse(files, "latin")
    assert (error.message, error.at) == ("the template 'latin' is not UTF-8", f"{path}:2:3")


def test_a_template_larger_than_the_limit_is_not_read(files: TemplateFiles) -> None:
    with (files.game / "templates/huge").open("wb") as file:
        file.truncate(template_files.MAX_TEMPLATE_BYTES + 1)  # a hole: no disk is used
    assert refuse(files, "huge").message == "the template 'huge' is larger than 16 MiB"


@pytest.mark.parametrize("name", ["a\ud800", "a\0", "../card.svg.j2", "x" * 5000, "card.svg.j2/x"])
def test_a_name_that_no_file_can_have_is_unknown(files: TemplateFiles, name: str) -> None:
    assert refuse(files, name).message.startswith("there is no template ")


def test_a_name_that_begins_with_the_folder_is_answered_without_it(files: TemplateFiles) -> None:
    says = "there is no template 'templates/card.svg.j2'; names begin in templates/, so write 'card.svg.j2'"
    assert refuse(files, "templates/card.svg.j2").message == says


@pytest.mark.parametrize(
    ("there", "name", "advice"),
    [
        ("fox.png", "fox.png", "; write 'images/fox.png'"),
        ("fox.png", "fix.png", "; did you mean 'images/fox.png'?"),
        ("fox.png", "images/landscape.png", "; there is 'images/fox.png'"),
        ("", "images/landscape.png", "; put it there"),
        ("", "landscape.png", "; put it there, and write 'images/landscape.png'"),
    ],
)
def test_an_image_that_is_not_there_is_answered_with_the_name_to_write(
    files: TemplateFiles, there: str, name: str, advice: str
) -> None:
    (files.game / "images").mkdir()
    if there:
        (files.game / "images" / there).write_bytes(b"")
    with pytest.raises(DrawingError) as caught:
        files.read_image(name)
    assert caught.value.message == f"there is no image {name!r} in the game's images/{advice}"


def test_names_are_suggested_without_following_links_or_listing_for_ever(
    files: TemplateFiles, monkeypatch: pytest.MonkeyPatch
) -> None:
    (files.game / "templates/again").symlink_to(files.game / "templates")
    Path(os.fsdecode(os.fsencode(files.game) + b"/templates/\xff.svg")).write_text("", "utf-8")
    for number in range(20):
        (files.shared / f"{number:02}.svg").write_text("", "utf-8")
    assert files.template_names()[:2] == ["card.svg.j2", "00.svg"]
    assert len(files.template_names()) == 21
    monkeypatch.setattr(template_files, "_MOST_LISTED", 7)
    assert len(files.template_names()) == 8


HIDDEN = " is a hidden file or one left behind by an editor, so it is not part of a game; rename it"
NAMES = [".x.svg", "x.svg~", "#x.svg#", ".a/x.svg", "a/.x.svg", "a~/x.svg", "__pycache__/x.svg", "a/.b/../x.svg"]
MANIFEST = '{\n"gutterfold": "1.0"}\n'


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("folder", ["templates", "images"])
def test_a_file_that_the_build_id_does_not_hash_is_refused(files: TemplateFiles, folder: str, name: str) -> None:
    path = files.game / folder / name
    for each in (path.parent, files.game / folder / "a/.b"):
        each.mkdir(parents=True, exist_ok=True)
    before = build_id(files.game, [], files.shared, [], "")
    path.write_text("<svg/>", "utf-8")
    hashed = build_id(files.game, [], files.shared, [], "") != before
    assert hashed == (name == "a/.b/../x.svg")
    read: Callable[[str], object] = files.read_template
    called = f"the template {name!r}"
    if folder == "images":
        read, name = files.read_image, f"images/{name}"
        called = f"the image {name!r}"
    with pytest.raises(DrawingError) as caught:
        read(name)
    assert (caught.value.code, caught.value.message) == ("GF206", called + HIDDEN)
    assert name not in files.template_names() or hashed


def test_a_template_in_a_kit_is_refused(files: TemplateFiles) -> None:
    kit = files.game / "templates/kit"
    (kit / "deep").mkdir(parents=True)
    (kit / "manifest.json").write_text(MANIFEST, "utf-8")
    before = build_id(files.game, [], files.shared, [], "")
    for name in ("kit/x.svg", "kit/deep/x.svg"):
        (files.game / "templates" / name).write_text("<svg/>", "utf-8")
        assert refuse(files, name).message == (
            f"the template {name!r} is in a kit that gutterfold built, so it cannot be part of a game; move it"
        )
    assert build_id(files.game, [], files.shared, [], "") == before
    (kit / "manifest.json").write_text("{}", "utf-8")
    assert files.read_template("kit/x.svg")[0] == "<svg/>"
    assert build_id(files.game, [], files.shared, [], "") != before
