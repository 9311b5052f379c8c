"""Attacks on exports and reprints: links and files where they write, odd options, and forged notes of a printed kit."""

import json
import shutil
from collections.abc import Callable
from typing import Any

from tests.hostile.attack import (
    Attack,
    Content,
    Expectation,
    Fifo,
    Folder,
    Link,
    Scene,
    Socket,
    Sparse,
    game_with,
    plant_file,
)

SINCE = ("build", "hen", "--since", "printed")
PRINTED = ("printed", "hen")
Plant = Callable[[Scene], None]


# -- exports -------------------------------------------------------------------------------------------------------


def _export(name: str, target: str, files: dict[str, Content], expect: Expectation = "refused", *more: str) -> Attack:
    return Attack(name, files, [("export", "hen", "--to", target, *more)], expect)


def _find_script(scene: Scene, _: object) -> str:
    """Return a page of the exported site that holds the title as markup, if there is one."""
    pages = (scene.work / "output").rglob("*.html")
    return next((path.name for path in pages if "<script> alert" in path.read_text("utf-8")), "")


_OUTPUTS: list[tuple[str, dict[str, Content]]] = [
    ("a link to a folder outside", {"../output/hen-png": Link("../../victim/folder")}),
    ("a link to nothing", {"../output/hen-png": Link("{home}/victim/nothing")}),
    ("a link to a file outside", {"../output/hen-png": Link("../../victim/precious.txt")}),
    ("a named pipe", {"../output/hen-png": Fifo()}),
    ("a socket", {"../output/hen-png": Socket()}),
    ("a file of the user's", {"../output/hen-png": "mine\n"}),
    ("a folder with a file of the user's", {"../output/hen-png/notes.txt": "mine\n"}),
    ("a folder with a linked manifest", {"../output/hen-png/manifest.json": Link("../../../victim/manifest.json")}),
    ("a folder with a linked image", {"../output/hen-png/front/egg-1.png": Link("../../../../victim/picture.png")}),
    ("a folder with a linked folder", {"../output/hen-png/front": Link("../../../victim/folder")}),
    ("a forged manifest that lists a file outside", {"../output/hen-png/manifest.json": json.dumps({"game": "hen", "files": [{"path": "../../../victim/profile", "sha256": "0" * 64, "bytes": 1}]})}),
]  # fmt: skip

_EXPORTS = [
    *(_export(f"an export onto {name}", "png", files, "either") for name, files in _OUTPUTS),
    _export("a site of a game with a script as its title", "web", {"game.yaml": game_with("title: Hen", 'title: "<script> alert(1) </script>"')}, "either"),
    _export("a site of a game with quotes in its title", "web", {"game.yaml": game_with("title: Hen", "title: '\"> <script> alert(1) </script>'")}, "either"),
    _export("a table of a game with a script as its title", "tabletop-simulator", {"game.yaml": game_with("title: Hen", 'title: "<script> alert(1) </script>"')}, "either"),
    _export("an address that is a script", "tabletop-simulator", {}, "either", "--url", "javascript:alert(1)"),
    _export("an address with a line break", "tabletop-simulator", {}, "refused", "--url", "https://a.b/\n::error::x"),
    _export("an address of a file", "tabletop-simulator", {}, "either", "--url", "file:///victim/profile"),
    _export("an address of a megabyte", "tabletop-simulator", {}, "either", "--url", "https://a.b/" + "x" * 100_000),
    _export("players of 400 digits", "tabletop-simulator", {}, "refused", "--players", "9" * 400),
    _export("a bleed that is no number", "png", {}, "refused", "--bleed", "nan"),
    _export("corners that are infinite", "cut", {}, "refused", "--corners", "inf"),
    _export("an overcut that is no number", "cut", {}, "refused", "--overcut", "nan"),
    _export("a profile of a press that never ends", "pdf", {}, "refused", "--color-space", "cmyk", "--profile", "/dev/zero"),
    _export("a profile of a press that is no file", "pdf", {}, "refused", "--color-space", "cmyk", "--profile", "/"),
    _export("ten thousand copies in one file", "pdf", {"game.yaml": game_with("copies: 2", "copies: 10000")}, "either", "--one-file"),
    _export("a million pixels in an inch", "png", {}, "refused", "--dpi", "1000000"),
    _export("a tile of two meters at 1200 dpi", "png", {"game.yaml": game_with("size: [30, 30]", "size: [2000, 2000]")}, "either", "--dpi", "1200"),
    _export("ten thousand copies on a table", "tabletop-simulator", {"game.yaml": game_with("copies: 2", "copies: 10000")}, "either"),
    _export("a machine that does not exist", "cut", {}, "refused", "--machine", "../../victim/profile"),
]  # fmt: skip
_EXPORTS = [Attack(**{**vars(each), "through": _find_script}) for each in _EXPORTS]


# -- reprints ------------------------------------------------------------------------------------------------------


def _note(change: Callable[[dict[str, Any]], object] = lambda manifest: None) -> Plant:
    """Return a function that notes the good kit as printed by hand, with a changed manifest."""

    def plant(scene: Scene) -> None:
        kit = scene.work / "output" / "hen-printed" / "kit"
        shutil.copytree(scene.kit, kit)
        manifest = json.loads((kit / "manifest.json").read_bytes())
        change(manifest)
        (kit / "manifest.json").write_text(json.dumps(manifest), "utf-8")

    return plant


def _place(key: str, value: object) -> Plant:
    """Return a function that notes a kit of which each placement has another value."""
    return _note(lambda manifest: [row.update({key: value}) for row in manifest["placements"]])


_NOTES: list[tuple[str, Plant]] = [
    ("a place that is no number", _place("x", "nan")),
    ("a place beyond all numbers", _place("x", 1e308)),
    ("a place that is infinite", _place("x", float("inf"))),
    ("a size below zero", _place("w", -5)),
    ("a size of a kilometer", _place("w", 1e6)),
    ("a turn of a billion", _place("rotation", 10**9)),
    ("a page of 400 digits", _place("pdf_page", 10**400)),
    ("a page below zero", _place("pdf_page", -1)),
    ("a look that is a path", _place("look", "../../victim/profile")),
    ("a look of a megabyte", _place("look", "a" * 1_000_000)),
    ("an id with an escape", _place("id", "\x1b]52;c;aGk=\x07")),
    ("an id with a line break", _place("id", "egg\n::error::x")),
    ("a part that is a path", _place("part", "../../../victim/profile")),
    ("a design of markup", _place("design", "<script>alert(1)</script>")),
    ("a sheet that is a path", _place("svg", "../../../../victim/egg.svg.j2")),
    ("a copy of 10 to the 18", _place("copy", 10**18)),
    ("a side that is a list", _place("side", ["front"])),
    ("no placements", _note(lambda manifest: manifest.pop("placements"))),
    ("a million placements", _note(lambda manifest: manifest.update(placements=manifest["placements"] * 60_000))),
    ("a title with an escape", _note(lambda manifest: manifest.update(title="\x1b]52;c;aGk=\x07"))),
    ("files outside", _note(lambda manifest: manifest["files"].append({"path": "../../../victim/profile", "sha256": "0" * 64, "bytes": 1}))),
    ("a build that is a list", _note(lambda manifest: manifest.update(build=[1]))),
]  # fmt: skip


def _kit_with(path: str, content: Content) -> Plant:
    """Return a function that notes a kit in which one file is something else."""

    def plant(scene: Scene) -> None:
        _note()(scene)
        plant_file(scene, f"../output/hen-printed/kit/{path}", content)

    return plant


_KITS: list[tuple[str, Plant]] = [
    ("a linked manifest", _kit_with("manifest.json", Link("../../../../victim/manifest.json"))),
    ("a manifest that is a named pipe", _kit_with("manifest.json", Fifo())),
    ("a manifest of 4 GB", _kit_with("manifest.json", Sparse(4 << 30))),
    ("a manifest of 200,000 brackets", _kit_with("manifest.json", "[" * 200_000)),
    ("linked sheets", _kit_with("hen-sheets-a4.pdf", Link("../../../../victim/precious.txt"))),
    ("sheets that are a named pipe", _kit_with("hen-sheets-a4.pdf", Fifo())),
    ("sheets of 4 GB", _kit_with("hen-sheets-a4.pdf", Sparse(4 << 30, b"%PDF-1.7\n"))),
    ("no sheets", _kit_with("hen-sheets-a4.pdf", Folder())),
]

_REPRINTS = [
    *(Attack(f"a note of a kit with {name}", {"game.yaml": game_with("copies: 2", "copies: 3").replace("== 2", "== 3")}, [SINCE], "either", plant=plant) for name, plant in (*_NOTES, *_KITS)),
    Attack("a note that is a link outside", {"../output/hen-printed": Link("../../victim/folder")}, [PRINTED], "either"),
    Attack("a note that is a file of the user's", {"../output/hen-printed": "mine\n"}, [PRINTED], "refused"),
    Attack("a note that is a named pipe", {"../output/hen-printed": Fifo()}, [PRINTED], "refused"),
    Attack("a note whose kit is a link outside", {"../output/hen-printed/kit": Link("../../../victim/folder")}, [PRINTED], "either"),
    Attack("a reprint that is a link outside", {"../output/hen-reprint": Link("../../victim/folder"), "game.yaml": game_with("copies: 2", "copies: 3").replace("== 2", "== 3")}, [SINCE], "either", plant=_note()),
    Attack("an earlier kit that is a device", argv=[("build", "hen", "--since", "/dev/zero")]),
    Attack("an earlier kit that is a folder of the system", argv=[("build", "hen", "--since", "/proc")]),
    Attack("an earlier kit that is a file of somebody else's", argv=[("build", "hen", "--since", "../victim/manifest.json")]),
    Attack("an earlier kit with a name of a megabyte", argv=[("build", "hen", "--since", "x" * 100_000)]),
]  # fmt: skip


ATTACKS = [*_EXPORTS, *_REPRINTS]
