"""Make the folders of an attack, with a victim beside them, and tell what has changed in them."""

import os
import shutil
import stat
import struct
import zlib
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from tests.hostile.attack import EGG, GAME, Attack, Scene, plant_file

SECRET = "hens-teeth-9f3a61"  # stands in every file of the victim and in the environment; nothing may repeat it
SECRET_PIXEL = (17, 201, 93)


class Entry(NamedTuple):
    """What stands at a path: its kind and permissions, and a digest of its bytes, or where a link leads."""

    kind: str
    mode: int
    content: str


def make_png(width: int, height: int, pixel: tuple[int, int, int], text: str = "") -> bytes:
    """Return a PNG of one color."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    row = b"\0" + bytes(pixel) * width
    note = chunk(b"tEXt", b"Comment\0" + text.encode()) if text else b""
    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n"
        + chunk(b"IHDR", head)
        + note
        + chunk(b"IDAT", zlib.compress(row * height))
        + chunk(b"IEND", b"")
    )


VICTIM = {
    "precious.txt": f"{SECRET}\nthe only copy of a novel\n",
    "profile": f"export TOKEN={SECRET}\n",
    "manifest.json": f'{{"mine": "{SECRET}"}}\n',
    "game.yaml": f"title: Hen: {SECRET}\n",
    "palette.yaml": f"title: {SECRET}\npaint: {{player.red: {SECRET}}}\n",
    "rows.csv": f"id,copies,text\n1,2,{SECRET}\n",
    "rules.md": f"# Hen\n\n{SECRET}\n",
    "words.yaml": f"title: {SECRET}\n",
    "egg.svg.j2": EGG.replace("Egg", SECRET),
    "icons.svg": f'<svg xmlns="http://www.w3.org/2000/svg"><symbol id="star"><text>{SECRET}</text></symbol></svg>',
    "folder/deep.txt": f"{SECRET}\n",
    "output/manifest.json": f'{{"mine": "{SECRET}"}}\n',
}


def make_scene(home: Path, attack: Attack, good_kit: Path) -> Scene:
    """Make the folders of an attack: the victim, the plain game, the last good kit, and what the attack plants."""
    scene = Scene(home)
    for folder in (scene.game / "templates", scene.work / "output", home / "tmp", home / "cache"):
        folder.mkdir(parents=True)
    for name, text in VICTIM.items():
        (scene.victim / name).parent.mkdir(parents=True, exist_ok=True)
        (scene.victim / name).write_text(text, "utf-8")
    (scene.victim / "picture.png").write_bytes(make_png(4, 4, SECRET_PIXEL, SECRET))
    (scene.game / "game.yaml").write_text(GAME, "utf-8")
    (scene.game / "templates" / "egg.svg.j2").write_text(EGG, "utf-8")
    if attack.kit:
        shutil.copytree(good_kit, scene.kit)
    for path, content in attack.files.items():
        plant_file(scene, path, content)
    if attack.plant:
        attack.plant(scene)
    return scene


def take_snapshot(home: Path) -> dict[str, Entry]:
    """Return what stands at each path below a folder; links are not followed."""
    return dict(_walk(str(home), ""))


def _walk(folder: str, below: str) -> Iterator[tuple[str, Entry]]:
    with os.scandir(folder) as entries:
        for each in entries:
            path = below + each.name
            status = each.stat(follow_symlinks=False)
            if stat.S_ISDIR(status.st_mode):
                yield path, Entry("folder", stat.S_IMODE(status.st_mode), "")
                yield from _walk(each.path, path + "/")
            else:
                yield path, _describe_entry(each.path, status)


def _describe_entry(path: str, status: os.stat_result) -> Entry:
    mode = stat.S_IMODE(status.st_mode)
    if stat.S_ISLNK(status.st_mode):
        return Entry("link", 0, str(Path(path).readlink()))
    if not stat.S_ISREG(status.st_mode):
        return Entry("special", mode, str(stat.S_IFMT(status.st_mode)))
    if status.st_size > 1 << 26:
        return Entry("file", mode, f"{status.st_size} {status.st_mtime_ns}")
    return Entry("file", mode, sha256(Path(path).read_bytes()).hexdigest())
