"""Attacks by forged manifests and journals of a kit: a stranger's output folder that comes with the game."""

import hashlib
import json
from collections.abc import Callable
from typing import Any

from tests.hostile.attack import (
    BUILD,
    CHECK,
    RULES,
    Attack,
    Content,
    Fifo,
    Folder,
    Link,
    Scene,
    Socket,
    Sparse,
    with_rules,
)
from tests.hostile.scene import VICTIM

BOOKLET = ("booklet", "hen")
ONLY = ("build", "hen", "--format", "svg")


def _digest(name: str) -> str:
    return hashlib.sha256(VICTIM[name].encode()).hexdigest()


def _forge(change: Callable[[dict[str, Any]], object]) -> Callable[[Scene], None]:
    """Return a function that changes the manifest of the last good kit."""

    def plant(scene: Scene) -> None:
        path = scene.kit / "manifest.json"
        manifest = json.loads(path.read_bytes())
        change(manifest)
        path.write_text(json.dumps(manifest), "utf-8")

    return plant


def _listed(path: str, victim: str) -> Callable[[Scene], None]:
    """Return a function that lists one more file in the manifest, with the digest of a file of the victim."""
    return _forge(lambda m: m["files"].append({"path": path, "sha256": _digest(victim), "bytes": 1}))


def _linked_folder(scene: Scene) -> None:
    """Let `extra` in the kit lead to the victim, whose profile the manifest lists."""
    (scene.kit / "extra").symlink_to("../../../victim")
    _listed("extra/profile", "profile")(scene)


def _linked_svg(scene: Scene) -> None:
    """Let `svg` in the kit be a link to a folder outside that holds what the manifest lists."""
    (scene.kit / "svg").rename(scene.victim / "svg")
    (scene.kit / "svg").symlink_to("../../../victim/svg")


def _linked_kit(scene: Scene) -> None:
    """Let the kit itself be a link to a folder outside."""
    scene.kit.rename(scene.victim / "kit")
    scene.kit.symlink_to("../../victim/kit")


def _linked_out(scene: Scene) -> None:
    """Let the output be a link to a folder outside."""
    (scene.work / "output").rename(scene.victim / "out")
    (scene.work / "output").symlink_to("../victim/out")


_TRICKS = [
    "../../../victim/profile", "svg/../../../../victim/profile", "./../../../victim/profile", "svg/./../../../../victim/profile",
    "..\\..\\..\\victim\\profile", "C:\\victim\\profile", "C:victim", "\\\\server\\share\\profile", "\\victim\\profile",
    "svg\\..\\..\\..\\victim\\profile", "//victim/profile", "svg//profile", "svg/", "/", "", ".", "..", "svg/..", "~/victim/profile",
    "~root/profile", "file:///victim/profile", "svg/\0profile", "svg/profile\n", "con", "NUL.txt", "svg/aux.svg", "profile:stream",
    "profile.", "profile ", "a" * 300, "/".join("a" * 250 for _ in range(30)), "svg/\ud800", "svg/\u202eprofile", "svg/\x1b[2Jx",
    ".manifest.pending.json", "manifest.json", "hen-sheets-a4.pdf/x", "%2e%2e/%2e%2e/victim/profile", "\uff0e\uff0e/profile",
]  # fmt: skip

_PATHS = [
    Attack(f"a manifest lists {path[:40]!r}{' and more' * (len(path) > 1000)} for {' '.join(command)}", argv=[command], expect="either", plant=_listed(path, "profile"))
    for number, path in enumerate(_TRICKS)
    for command in ([BUILD, CHECK] if number % 3 else [BUILD, ONLY])
]  # fmt: skip


def _set(*path: str | int, value: object) -> Callable[[Scene], None]:
    """Return a function that sets a value somewhere in the manifest."""

    def change(manifest: dict[str, Any]) -> None:
        at: Any = manifest
        for step in path[:-1]:
            at = at[step]
        at[path[-1]] = value

    return _forge(change)


_DEEP: list[Any] = []
for _ in range(80):
    _DEEP = [_DEEP]

_VALUES: list[tuple[str, Callable[[Scene], None]]] = [
    ("a paper that does not exist", _set("options", "paper", value="zz")),
    ("a paper that is a list", _set("options", "paper", value=["a4"])),
    ("a paper by a path", _set("options", "paper", value="../../victim/profile")),
    ("a color that is a number", _set("options", "color", value=[5])),
    ("colors that are a text", _set("options", "color", value="player.red=#fff")),
    ("a color of a role with a line break", _set("options", "color", value=["x\n::error::y=#fff"])),
    ("a set that is a number", _set("options", "set", value=[1])),
    ("a set of a million", _set("options", "set", value=["egg.copies=3"] * 100_000)),
    ("a set that is none", _set("options", "set", value=None)),
    ("a set of many copies", _set("options", "set", value=["egg.copies=10000"])),
    ("only what is no text", _set("options", "only", value=[{}])),
    ("only a part that does not exist", _set("options", "only", value=["ghost"])),
    ("a format that does not exist", _set("options", "format", value=["exe"])),
    ("a format that is a mapping", _set("options", "format", value={"svg": 1})),
    ("a format that is a list of lists", _set("options", "format", value=[["svg"]])),
    ("no formats at all", _set("options", "format", value=[])),
    ("a language that is a path", _set("options", "lang", value=["../../victim/words"])),
    ("a language that is a number", _set("options", "lang", value=[7])),
    ("a thickness that is a text", _set("options", "thickness", value="thick")),
    ("a thickness that is not a number", _set("options", "thickness", value=float("nan"))),
    ("a thickness without end", _set("options", "thickness", value=float("inf"))),
    ("a thickness below zero", _set("options", "thickness", value=-5)),
    ("a thickness of 400 digits", _set("options", "thickness", value=10**400)),
    ("a thickness that is true", _set("options", "thickness", value=True)),
    ("backs that do not exist", _set("options", "backs", value="sideways")),
    ("backs that are a number", _set("options", "backs", value=3)),
    ("text of a third kind", _set("options", "svg_text", value=[])),
    ("a palette outside", _set("options", "palette", value="../victim/palette.yaml")),
    ("a palette by an absolute path", lambda s: _set("options", "palette", value=str(s.victim / "profile"))(s)),
    ("a palette that is a device", _set("options", "palette", value="/dev/zero")),
    ("a palette that is a number", _set("options", "palette", value=8)),
    ("a palette with a zero byte", _set("options", "palette", value="a\0b")),
    ("a palette that is too long", _set("options", "palette", value="p" * 5000)),
    ("options that are a list", _set("options", value=[])),
    ("options that are a text", _set("options", value="a4")),
    ("options that are none", _set("options", value=None)),
    ("no build", _forge(lambda m: m.pop("build"))),
    ("a build that is a number", _set("build", value=12345678)),
    ("no placements", _forge(lambda m: m.pop("placements"))),
    ("placements that are none", _set("placements", value=None)),
    ("a placement that is a number", _set("placements", 0, value=7)),
    ("a placement without a side", _forge(lambda m: m["placements"][0].pop("side"))),
    ("a placement on a page that is a text", _set("placements", 0, "pdf_page", value="one")),
    ("a placement on page -1", _set("placements", 0, "pdf_page", value=-1)),
    ("a placement on page 10 to the 18", _set("placements", 0, "pdf_page", value=10**18)),
    ("a placement in an SVG outside", _set("placements", 0, "svg", value="../../../victim/icons.svg")),
    ("a placement in an SVG that is a list", _set("placements", 0, "svg", value=["svg"])),
    ("a placement at nan", _set("placements", 0, "x", value=float("nan"))),
    ("a placement at a text", _set("placements", 0, "x", value="left")),
    ("a placement at 1e308", _set("placements", 0, "x", value=1e308)),
    ("a placement turned by 45", _set("placements", 0, "rotation", value=45)),
    ("a placement turned by a list", _set("placements", 0, "rotation", value=[90])),
    ("a placement with an escape sequence as id", _set("placements", 0, "id", value="egg\x1b]0;x\x07.front")),
    ("a placement of a part that does not exist", _set("placements", 0, "part", value="ghost")),
    ("a million placements", _forge(lambda m: m.update(placements=m["placements"] * 200_000))),
    ("files that are a mapping", _set("files", value={})),
    ("files that are none", _set("files", value=None)),
    ("no files", _set("files", value=[])),
    ("a file that is a text", _set("files", 0, value="manifest.json")),
    ("a file whose path is a number", _set("files", 0, "path", value=5)),
    ("a file whose digest is a list", _set("files", 0, "sha256", value=["x"])),
    ("a file whose digest is empty", _set("files", 0, "sha256", value="")),
    ("a file listed twice", _forge(lambda m: m["files"].append(m["files"][0]))),
    ("a hundred thousand files", _forge(lambda m: m["files"].extend({"path": f"f{n}", "sha256": "0" * 64, "bytes": 1} for n in range(100_000)))),
    ("a title with a command to the log", _set("title", value="x\n::error::y")),
    ("a game of another name", _set("game", value="../../victim")),
    ("a game that is a number", _set("game", value=1)),
    ("a version that is a mapping", _set("gutterfold", value={})),
    ("a version of the future", _set("gutterfold", value="999.0")),
    ("a key of eighty lists", _set("options", "paper", value=_DEEP)),
    ("keys of its own", _forge(lambda m: m.update({"__class__": "x", "__proto__": {}, "$ref": "#"}))),
    ("a paper of another size", _set("paper", value={"name": "a4", "width": 1e9, "height": -1})),
    ("a paper without a size", _set("paper", value="a4")),
    ("rules that are a list", _set("rules", value=[1])),
]  # fmt: skip

_FORGED = [
    Attack(f"a manifest with {what}, for {' '.join(command)}", argv=[command], expect="either", plant=plant)
    for number, (what, plant) in enumerate(_VALUES)
    for command in ([CHECK, BUILD] if number % 4 == 0 else [CHECK])
]  # fmt: skip


def _raw(name: str, content: Content, *, argv: tuple[str, ...] = CHECK) -> Attack:
    return Attack(
        f"a manifest that is {name}, for {' '.join(argv)}", {"../output/hen/manifest.json": content}, [argv], "either"
    )


_BYTES = [
    _raw("200,000 brackets", b'{"files":' + b"[" * 200_000),
    _raw("200,000 brackets that close", b"[" * 100_000 + b"]" * 100_000, argv=BUILD),
    _raw("200,000 braces", b'{"a":' * 100_000 + b"1" + b"}" * 100_000),
    _raw("empty", b""),
    _raw("one byte", b"{"),
    _raw("UTF-16", '{"files": []}'.encode("utf-16")),
    _raw("not UTF-8", b'{"files": [], "title": "\xff"}'),
    _raw("a number of a million digits", b'{"files": [], "build": ' + b"9" * 1_000_000 + b"}"),
    _raw("a number of 5,000 digits", b'{"files": [], "options": {"thickness": ' + b"9" * 5000 + b"}}", argv=BUILD),
    _raw("NaN", b"NaN"),
    _raw("a list", b"[]"),
    _raw("a text", b'"files"'),
    _raw("two documents", b'{"files": []}{"files": []}'),
    _raw("with a key twice", b'{"files": [], "files": [{"path": "x", "sha256": "y"}]}'),
    _raw("a byte order mark", b'\xef\xbb\xbf{"files": []}'),
    _raw("a lone surrogate", b'{"files": [{"path": "\\ud800", "sha256": "0"}]}', argv=BUILD),
    _raw("3 GB", Sparse(3 << 30, b'{"files": [')),
    _raw("300 MB of blanks", Sparse(300 << 20, b'{"files": []')),
    _raw("a named pipe", Fifo()),
    _raw("a named pipe", Fifo(), argv=BUILD),
    _raw("a socket", Socket(), argv=BUILD),
    _raw("a folder", Folder(), argv=BUILD),
    _raw("a link to the victim's", Link("../../../victim/manifest.json")),
    _raw("a link to the victim's", Link("../../../victim/manifest.json"), argv=BUILD),
    _raw("a link to /dev/zero", Link("/dev/zero")),
    _raw("a link to /dev/zero", Link("/dev/zero"), argv=BUILD),
    _raw("a link to itself", Link("manifest.json"), argv=BUILD),
    _raw("a pickle", b"\x80\x04\x95\x1f\x00\x00\x00\x00\x00\x00\x00\x8c\x05posix\x94\x8c\x06system\x94\x93\x94\x8c\x02id\x94\x85\x94R\x94."),
]  # fmt: skip

_JOURNAL = ".manifest.pending.json"
_ENTRY = json.dumps({"files": [{"path": "svg/profile", "sha256": _digest("profile"), "bytes": 1}]})


def _journal(name: str, content: Content, argv: tuple[str, ...] = BUILD, place: str = _JOURNAL) -> Attack:
    files: dict[str, Content] = with_rules(RULES) if argv == BOOKLET else {}
    return Attack(
        f"{place} is {name}, for {' '.join(argv)}", {**files, f"../output/hen/{place}": content}, [argv], "either"
    )


_JOURNALS = [
    _journal("a list of files outside", json.dumps({"files": [{"path": "../../../victim/profile", "sha256": _digest("profile")}]})),
    _journal("a list of the victim's files", _ENTRY),
    _journal("half written", _ENTRY[:20]),
    _journal("a hundred thousand brackets", b"[" * 100_000),
    _journal("a named pipe", Fifo()),
    _journal("a named pipe", Fifo(), CHECK),
    _journal("a folder", Folder()),
    _journal("a link to the victim's manifest", Link("../../../victim/manifest.json")),
    _journal("a link to a precious file", Link("../../../victim/precious.txt")),
    _journal("a broken link outside", Link("../../../victim/new.txt")),
    _journal("3 GB", Sparse(3 << 30)),
    _journal("a list of the victim's files", _ENTRY, BOOKLET),
    *(
        _journal(what, content, command, f"{name}.part")
        for name in ("manifest.json", _JOURNAL)
        for command in (BUILD, BOOKLET)
        for what, content in (
            ("a link to a precious file", Link("../../../victim/precious.txt")),
            ("a broken link outside", Link("../../../victim/new.txt")),
            ("a file of the user's", "mine"),
            ("a named pipe", Fifo()),
            ("a folder", Folder()),
        )
    ),
]  # fmt: skip

_LINKS = [
    Attack("a folder of the kit leads outside and lists a file there", expect="either", plant=_linked_folder),
    Attack("a folder of the kit leads outside, for check", argv=[CHECK], expect="either", plant=_linked_folder),
    Attack("the folder svg of the kit is a link", expect="either", plant=_linked_svg),
    Attack("the folder svg of the kit is a link, for a PDF", argv=[("build", "hen", "--format", "pdf")], expect="either", plant=_linked_svg),
    Attack("the kit is a link", expect="either", plant=_linked_kit),
    Attack("the kit is a link, for check", argv=[CHECK], expect="either", plant=_linked_kit),
    Attack("the output is a link to a folder outside", expect="either", plant=_linked_out, may_change=("victim/out", "desk/output")),
    Attack("a sheet of the kit is a link to a precious file", {"../output/hen/hen-sheets-a4.pdf": Link("../../../victim/precious.txt")}, place="hen-sheets-a4.pdf"),
    Attack("a sheet of the kit is a named pipe", {"../output/hen/hen-sheets-a4.pdf": Fifo()}, place="hen-sheets-a4.pdf"),
    Attack("a sheet of the kit is a named pipe, for check", {"../output/hen/hen-sheets-a4.pdf": Fifo()}, [CHECK], "either"),
    Attack("a sheet of the kit is a folder", {"../output/hen/hen-sheets-a4.pdf": Folder()}, place="hen-sheets-a4.pdf"),
    Attack("a sheet of the kit is a broken link", {"../output/hen/hen-sheets-a4.pdf": Link("../../../victim/new.pdf")}, place="hen-sheets-a4.pdf"),
    Attack("a sheet of the kit is a link to a device, for check", {"../output/hen/hen-sheets-a4.pdf": Link("/dev/zero")}, [CHECK], "either"),
    Attack("a new sheet meets a link to a precious file", {"../output/hen/hen-sheets-a4.pdf": Link("../../../victim/precious.txt")}, kit=False, place="hen-sheets-a4.pdf"),
    Attack("a new kit meets a file", {"../output/hen": "mine"}, kit=False, place="output/hen"),
    Attack("a new kit meets a broken link", {"../output/hen": Link("../../victim/new")}, kit=False),
    Attack("a new kit meets a link to a folder of the user's", {"../output/hen": Link("../../victim/folder")}, kit=False),
    Attack("a new kit meets a named pipe", {"../output/hen": Fifo()}, kit=False, place="output/hen"),
    Attack("the output is a file", {"../output": "mine"}, kit=False, place="output", may_change=()),
    Attack("the output is a named pipe", {"../output": Fifo()}, kit=False, place="output"),
    Attack("a foreign manifest in a new kit", {"../output/hen/manifest.json": '{"mine": true}'}, kit=False, place="manifest.json"),
]  # fmt: skip

ATTACKS = [*_PATHS, *_FORGED, *_BYTES, *_JOURNALS, *_LINKS]
