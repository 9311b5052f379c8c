"""Attacks by links and by kinds of files: in data, templates, palettes, images, fonts and the output."""

import os

from tests.hostile.attack import (
    BUILD,
    CHECK,
    EGG,
    GAME,
    HEAD,
    RULES,
    Attack,
    Content,
    Fifo,
    Folder,
    HardLink,
    Link,
    Scene,
    Socket,
    Sparse,
    drawing,
    game_with,
    template,
    with_rules,
)

BOOKLET = ("booklet", "hen")
LIST = ("list", "hen")
_CSV = game_with("copies: 2}", "rows: rows.csv}")
_IMAGE = template('<image href="images/picture.png" x="3" y="3" width="9" height="9"/>')
_USE = template('<use href="own.svg#star" x="1" y="1" width="5" height="5"/>')
_INCLUDE = template('{% include "part.svg.j2" %}')
_TRANSLATED: dict[str, Content] = {**with_rules(RULES), "rules.de.md": "# Hen\n\n{{ claim(2, 'egg') }} Eier.\n"}

# what each game reads: the file, the game that makes it read that file, the victim's file of that kind, the command
_READ: list[tuple[str, dict[str, Content], str, tuple[str, ...]]] = [
    ("game.yaml", {}, "game.yaml", BUILD),
    ("templates/egg.svg.j2", {}, "egg.svg.j2", BUILD),
    ("rows.csv", {"game.yaml": _CSV}, "rows.csv", BUILD),
    ("rules.md", with_rules(RULES), "rules.md", BUILD),
    ("rules.de.md", _TRANSLATED, "rules.md", ("build", "hen", "--lang", "de")),
    ("rules.de.yaml", _TRANSLATED, "words.yaml", ("build", "hen", "--lang", "de")),
    ("palettes/night.yaml", {}, "palette.yaml", ("build", "hen", "--palette", "night")),
    ("images/picture.png", {"templates/egg.svg.j2": _IMAGE}, "picture.png", BUILD),
    ("templates/own.svg", {"templates/egg.svg.j2": _USE}, "icons.svg", BUILD),
    ("templates/part.svg.j2", {"templates/egg.svg.j2": _INCLUDE}, "egg.svg.j2", BUILD),
    ("fonts/own.ttf", {}, "precious.txt", BUILD),
]  # fmt: skip


def _replace(name: str, kind: str, content: Content) -> list[Attack]:
    """Return an attack on each file that a build reads: this stands in its place."""
    return [
        Attack(f"{path} is {kind}", {**files, path: content}, [command], place=path.partition("/")[2] or path)
        for path, files, _, command in _READ
    ]


def _link_out(path: str, files: dict[str, Content], victim: str, command: tuple[str, ...]) -> list[Attack]:
    up = "../" * (2 + path.count("/"))
    near = path.rpartition("/")[2]
    return [
        Attack(f"{path} is a relative link out", {**files, path: Link(f"{up}victim/{victim}")}, [command], place=near),
        Attack(
            f"{path} is an absolute link out", {**files, path: Link(f"{{home}}/victim/{victim}")}, [command], place=near
        ),
    ]


def _folder_link(folder: str, files: dict[str, Content], name: str, victim: str, command: tuple[str, ...]) -> Attack:
    """Return an attack whose folder of templates, images or the like is a link to the victim's."""

    def plant(scene: Scene) -> None:
        source = scene.victim / victim
        (scene.victim / "folder" / name).write_bytes(source.read_bytes())

    return Attack(
        f"{folder} is a link to a folder outside",
        {**files, folder: Link("../../victim/folder")},
        [command],
        plant=plant,
    )


def _chain(scene: Scene) -> None:
    """Plant a link that leads out by way of three links inside."""
    (scene.game / "one").symlink_to("two")
    (scene.game / "two").symlink_to("templates/three")
    (scene.game / "templates" / "three").symlink_to("../../../victim/rules.md")


def _proc(path: str, files: dict[str, Content], target: str, command: tuple[str, ...] = BUILD) -> Attack:
    return Attack(
        f"{path} is a link to {target}", {**files, path: Link(target)}, [command], place=path.rpartition("/")[2]
    )


_SPECIAL = [
    *_replace("", "a named pipe", Fifo()),
    *_replace("", "a socket", Socket()),
    *_replace("", "a folder", Folder()),
    *_replace("", "a link to itself", Link("egg.svg.j2"))[1:2],
    Attack("game.yaml is a broken link", {"game.yaml": Link("nowhere")}, place="game.yaml"),
    Attack(
        "game.yaml is a link in a circle", {"game.yaml": Link("a"), "a": Link("b"), "b": Link("a")}, place="game.yaml"
    ),
    _proc("game.yaml", {}, "/dev/zero"),
    _proc("game.yaml", {}, "/dev/tty"),
    _proc("game.yaml", {}, "/proc/self/environ"),
    _proc("rows.csv", {"game.yaml": _CSV}, "/dev/urandom"),
    _proc("rules.md", with_rules(RULES), "/proc/self/environ"),
    _proc("rules.md", with_rules(RULES), "/dev/stdin"),
    _proc("rules.md", with_rules(RULES), "/proc/kmsg"),
    _proc("images/picture.png", {"templates/egg.svg.j2": _IMAGE}, "/dev/zero"),
    _proc("fonts/own.ttf", {}, "/dev/zero"),
    _proc("palettes/night.yaml", {}, "/proc/self/environ", ("build", "hen", "--palette", "night")),
    _proc("templates/egg.svg.j2", {}, "/proc/self/maps"),
    _proc("templates/egg.svg.j2", {}, "/proc/self/fd/0"),
]

_DATA = [each for row in _READ for each in _link_out(*row)]
_FOLDERS = [
    _folder_link("templates", {}, "egg.svg.j2", "egg.svg.j2", BUILD),
    _folder_link("images", {"templates/egg.svg.j2": _IMAGE}, "picture.png", "picture.png", BUILD),
    _folder_link("palettes", {}, "night.yaml", "palette.yaml", ("build", "hen", "--palette", "night")),
    _folder_link("fonts", {}, "own.ttf", "precious.txt", BUILD),
    _folder_link("text", with_rules(RULES, "").copy() | {"game.yaml": GAME + "rules: text/rules.md\n"}, "rules.md", "rules.md", BUILD),
    Attack("a link out by way of three links inside", {"game.yaml": GAME + "rules: one\n"}, plant=_chain, place="game.yaml:11"),
    Attack("a CSV file by a folder that is a link", {"game.yaml": game_with("copies: 2}", "rows: away/rows.csv}"), "away": Link("../../victim")}, place="game.yaml:8"),
    Attack("a game.yaml that check follows out", {"game.yaml": Link("../../victim/game.yaml")}, [CHECK], place="game.yaml"),
    Attack("a game.yaml that list follows out", {"game.yaml": Link("../../victim/game.yaml")}, [LIST], place="game.yaml"),
    Attack("a game.yaml that booklet follows out", {"game.yaml": Link("../../victim/game.yaml")}, [BOOKLET], place="game.yaml"),
    Attack("a broken palette outside quoted in a message", {"palettes/night.yaml": Link("../../../victim/profile")}, [("build", "hen", "--palette", "night")], place="night.yaml"),
    Attack("the shared words of booklets replaced by a link", {**_TRANSLATED, "rules.de.yaml": "parts: {egg: [Ei, Eier]}\n", "templates/words/de.yaml": Link("../../../../victim/words.yaml")}, [("build", "hen", "--lang", "de")], "either"),
]  # fmt: skip

_UNUSED = [  # files that nothing names must neither be read, nor hang, nor break a build
    Attack("a named pipe beside game.yaml", {"pipe": Fifo()}, expect="built"),
    Attack("a named pipe among the templates", {"templates/pipe.svg.j2": Fifo()}, expect="either"),
    Attack("a named pipe among the images", {"images/pipe.png": Fifo()}, expect="either"),
    Attack("a named pipe among the fonts", {"fonts/pipe.ttf": Fifo()}, expect="refused", place="pipe.ttf"),
    Attack("a named pipe among the palettes", {"palettes/pipe.yaml": Fifo()}, [("build", "hen", "--palette", "grey")], "either"),
    Attack("a socket beside game.yaml", {"socket": Socket()}, expect="built"),
    Attack("two gigabytes beside game.yaml", {"movie.mkv": Sparse(2 << 30)}, expect="built"),
    Attack("two gigabytes among the templates", {"templates/movie.svg.j2": Sparse(2 << 30)}, expect="either"),
    Attack("two gigabytes among the images", {"images/movie.png": Sparse(2 << 30)}, expect="either"),
    Attack("a link to a large tree beside game.yaml", {"usr": Link("/usr")}, expect="either"),
    Attack("a link to the root among the templates", {"templates/root": Link("/")}, expect="either"),
    Attack("a link to its own parent", {"templates/up": Link("..")}, expect="either"),
    Attack("a link to /proc beside game.yaml", {"proc": Link("/proc")}, expect="either"),
    Attack("a link to a device beside game.yaml", {"zero": Link("/dev/zero")}, expect="either"),
    Attack("a link to a device among the palettes", {"palettes/zero.yaml": Link("/dev/zero")}, [("build", "hen", "--palette", "grey")], "either"),
    Attack("a link out beside game.yaml", {"notes.txt": Link("../../victim/precious.txt")}, expect="either"),
    Attack("a hard link to a file outside, as game.yaml's rules", {**with_rules(RULES), "rules.md": HardLink("desk/hen/game.yaml")}, expect="either"),
    Attack("folders two hundred deep", {"/".join(["d"] * 200) + "/x.txt": "x"}, expect="either"),
    Attack("two thousand small files", plant=lambda scene: _fill(scene, 2000), expect="built"),
    Attack("a name that is not UTF-8 beside game.yaml", plant=lambda scene: _name(scene, b"caf\xe9.txt"), expect="built"),
    Attack("a name that is not UTF-8 among the templates", plant=lambda scene: _name(scene, b"templates/caf\xe9.svg.j2"), expect="either"),
    Attack("a name that is not UTF-8 among the fonts", plant=lambda scene: _name(scene, b"fonts/caf\xe9.ttf"), expect="refused"),
    Attack("a name that is not UTF-8 among the images", {"templates/egg.svg.j2": _IMAGE}, plant=lambda scene: _name(scene, b"images/caf\xe9.png")),
    Attack("a name that is not UTF-8 in the output", plant=lambda scene: _name(scene, b"../output/hen/caf\xe9.txt"), expect="either"),
    Attack("a name with an escape sequence among the images", {**drawing('<image href="images/pictur.png" width="9" height="9"/>'), "images/picture\x1b]52;c;eA==\x07.png": b""}),
    Attack("a name with a line break among the templates", {"game.yaml": game_with("egg.svg.j2", "eg.svg.j2"), "templates/egg\n::error::x.svg.j2": EGG}),
    Attack("a name with a line break among the palettes", {"palettes/nigh\n::error::x.yaml": "x"}, [("build", "hen", "--palette", "night")]),
    Attack("a name with a line break among the fonts", {"fonts/x\n::error::y.ttf": b"x"}),
    Attack("a name with a line break among the rows", {"game.yaml": _CSV, "rows\n::error::x.csv": "x"}),
    Attack("a folder of the game that cannot be listed is a file", {"templates": "no folder"}),
    Attack("the images are a file", {"templates/egg.svg.j2": _IMAGE, "images": "no folder"}),
    Attack("the fonts are a named pipe", {"fonts": Fifo()}, expect="either"),
    Attack("the palettes are a named pipe", {"palettes": Fifo()}, [("build", "hen", "--palette", "grey")], "either"),
    Attack("a template of 70 MB", {"templates/egg.svg.j2": Sparse(70 << 20, HEAD.encode())}, place="egg.svg.j2"),
    Attack("a game.yaml of 70 MB", {"game.yaml": Sparse(70 << 20, GAME.encode())}, place="game.yaml"),
    Attack("a game.yaml of three gigabytes", {"game.yaml": Sparse(3 << 30)}, place="game.yaml"),
    Attack("rules of 70 MB", {**with_rules(RULES), "rules.md": Sparse(70 << 20, RULES.encode())}, place="rules.md"),
    Attack("an image of 3 GB", {"templates/egg.svg.j2": _IMAGE, "images/picture.png": Sparse(3 << 30)}),
    Attack("a font of 3 GB", {"fonts/own.ttf": Sparse(3 << 30, b"\0\1\0\0")}, place="own.ttf"),
    Attack("a palette of 3 GB", {"palettes/night.yaml": Sparse(3 << 30)}, [("build", "hen", "--palette", "night")], place="night.yaml"),
]  # fmt: skip


def _fill(scene: Scene, count: int) -> None:
    (scene.game / "many").mkdir()
    for number in range(count):
        (scene.game / "many" / f"{number}.txt").write_bytes(b"x")


def _name(scene: Scene, name: bytes) -> None:
    path = os.path.join(os.fsencode(scene.game), name)  # noqa: PTH118  pathlib has no names in bytes
    os.makedirs(os.path.dirname(path), exist_ok=True)  # noqa: PTH103, PTH120
    with open(path, "wb") as file:  # noqa: PTH123
        file.write(b"x")


ATTACKS = [*_DATA, *_FOLDERS, *_SPECIAL, *_UNUSED]
