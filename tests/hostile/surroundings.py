"""Attacks by what is round a game: terminals, the environment, names of files, full disks, and requests to the studio."""

import subprocess
import unicodedata
from collections.abc import Callable, Mapping
from typing import Any

from tests.hostile.attack import (
    BUILD,
    CHECK,
    EGG,
    GAME,
    RULES,
    Attack,
    Content,
    Expectation,
    Fifo,
    Folder,
    Link,
    Outcome,
    Scene,
    Sparse,
    game_with,
    plant_file,
    with_rules,
)
from tests.hostile.runner import fork_command, run_process
from tests.hostile.studio import STUDIO

QUICK = ("build", "hen", "--format", "svg")
BOOKLET = ("booklet", "hen", "--format", "svg")
_COMPOSED, _DECOMPOSED = (unicodedata.normalize(form, "h\u00e9n") for form in ("NFC", "NFD"))


def _shell(
    name: str,
    argv: tuple[str, ...],
    expect: Expectation = "either",
    prefix: str = "",
    suffix: str = "",
    files: Mapping[str, Content] | None = None,
    **environment: str,
) -> Attack:
    """Return an attack that runs a command by a shell that redirects or prepares it, in another environment."""

    def run(scene: Scene) -> list[Outcome]:
        given = {key: value.replace("{home}", str(scene.home)) for key, value in environment.items()}
        return [run_process(scene, argv, prefix.replace("{home}", str(scene.home)), suffix, given)]

    silent = "2>" in suffix or ">&-" in suffix
    changes = "cache", "tmp", "desk/made", "desk/calibration-a4.pdf", "desk/hen/in.svg.j2"
    return Attack(name, files or {}, run=run, expect=expect, private_cache=True, may_change=changes, silent=silent)


# -- terminals and streams -----------------------------------------------------------------------------------------

_ASCII: Mapping[str, Any] = {
    "LC_ALL": "C",
    "PYTHONUTF8": "0",
    "PYTHONCOERCECLOCALE": "0",
    "PYTHONIOENCODING": "ascii:strict",
}
_TITLED = game_with("title: Hen", "title: \u0141\u00f3d\u017a \u6bcd\u9e21 \U0001f414")
_TERMINALS = [
    _shell("a title of three scripts in ASCII", ("list", "hen"), "built", files={"game.yaml": _TITLED}, **_ASCII),
    _shell("a title of three scripts in UTF-7", ("list", "hen"), "built", files={"game.yaml": _TITLED}, PYTHONIOENCODING="utf-7:strict"),
    _shell("a refusal of three scripts in ASCII", QUICK, "refused", files={"game.yaml": _TITLED}, **_ASCII),
    _shell("a report as JSON in ASCII", ("check", "hen", "--format", "json"), "refused", files={"game.yaml": _TITLED}, **_ASCII),
    _shell("a usage error of three scripts in ASCII", ("build", "hen", "--paper", "\u6bcd"), "refused", **_ASCII),
    _shell("questions without an end of input", ("printer", "add", "office"), "refused", suffix="< /dev/zero", XDG_CONFIG_HOME="{home}/cache"),
    _shell("questions with a closed input", ("printer", "add", "office"), "refused", suffix="<&-", XDG_CONFIG_HOME="{home}/cache"),
    _shell("answers of a megabyte", ("printer", "add", "office"), "refused", prefix="head -c 1000000 /dev/urandom |", XDG_CONFIG_HOME="{home}/cache"),
    _shell("new with a full output", ("new", "made"), suffix="> /dev/full"),
    _shell("calibrate with a closed output", ("calibrate",), suffix=">&-"),
    _shell("export with a full output", ("export", "hen", "--to", "png"), "refused", suffix="> /dev/full"),
    _shell("adopt with a closed output", ("adopt", "hen/in.svg"), suffix=">&-", files={"in.svg": EGG}),
    _shell("colors into a full output", ("colors", "hen"), "refused", suffix="> /dev/full"),
]  # fmt: skip

# -- the environment -----------------------------------------------------------------------------------------------

_ENVIRONMENT = [
    _shell("a temporary folder that is a file", CHECK, TMPDIR="{home}/victim/precious.txt"),
    _shell("a temporary folder that is a link outside", CHECK, TMPDIR="{home}/cache/link", files={"../../cache/link": Link("../victim/folder")}),
    _shell("a temporary folder that is relative", CHECK, TMPDIR="hen"),
    _shell("a temporary folder with a line break", CHECK, TMPDIR="{home}/tmp/a\n::error::x", files={"../../tmp/a\n::error::x": Folder()}),
    _shell("a list of printers that is a folder", ("printer", "list"), files={"../../cache/gutterfold/printers.toml": Folder()}, XDG_CONFIG_HOME="{home}/cache"),
    _shell("a list of printers that is a named pipe", ("printer", "list"), files={"../../cache/gutterfold/printers.toml": Fifo()}, XDG_CONFIG_HOME="{home}/cache"),
    _shell("a list of printers of 4 GB", ("printer", "list"), "refused", files={"../../cache/gutterfold/printers.toml": Sparse(4 << 30)}, XDG_CONFIG_HOME="{home}/cache"),
    _shell("a list of printers that is a link to a precious file", ("printer", "add", "office", "--scale", "100x100"), files={"../../cache/gutterfold/printers.toml": Link("../../victim/precious.txt")}, XDG_CONFIG_HOME="{home}/cache"),
    _shell("a home for settings that is a device", ("printer", "add", "office", "--scale", "100x100"), "refused", XDG_CONFIG_HOME="/dev/null"),
    _shell("a home for settings in /proc", ("printer", "add", "office", "--scale", "100x100"), "refused", XDG_CONFIG_HOME="/proc/1"),
    _shell("Python without assertions and docstrings", QUICK, "built", PYTHONOPTIMIZE="2"),
    _shell("help without docstrings", ("build", "--help"), "built", PYTHONOPTIMIZE="2"),
    _shell("warnings that are errors", QUICK, "built", PYTHONWARNINGS="error"),
    _shell("digits without a limit", QUICK, "refused", files={"game.yaml": GAME.replace("count('egg') == 2", "('9'*10000)|int ** 2 > count('egg')")}, PYTHONINTMAXSTRDIGITS="0"),
    _shell("a random order of sets", QUICK, "built", PYTHONHASHSEED="4294967295"),
    _shell("a completion without a number", ("build",), _GUTTERFOLD_COMPLETE="bash_complete", COMP_WORDS="gutterfold build $(id)", COMP_CWORD="x"),
]  # fmt: skip


# -- names ---------------------------------------------------------------------------------------------------------


def _named(name: str, folder: str, expect: Expectation = "either", *argv: str) -> Attack:
    """Return an attack by a game whose folder has another name."""
    files: dict[str, Content] = {f"../{folder}/game.yaml": GAME, f"../{folder}/templates/egg.svg.j2": EGG}
    changes = (f"desk/output/{folder}",)
    return Attack(name, files, [argv or ("build", folder, "--format", "svg")], expect, kit=False, may_change=changes)


def _rows(name: str, said: str, is_called: str, expect: Expectation = "either") -> Attack:
    """Return an attack by rows whose file has another name than the data say."""
    game = game_with("copies: 2}", f'rows: "{said}"}}').replace("== 2", "> 0")
    return Attack(name, {"game.yaml": game, is_called: "id,copies\na,1\n"}, [QUICK], expect)


_NAMES = [
    _named("a folder whose name is decomposed", _DECOMPOSED),
    _named("a folder with a line break", "hen\n::error::x", "refused"),
    _named("a folder written from right to left", "hen\u202eneh", "refused"),
    _named("a folder of 255 bytes", "h" * 255, "refused"),
    _named("a folder of 240 bytes", "h" * 240),
    _named("a folder that ends in a dot", "hen.", "refused"),
    _named("a folder that ends in a blank", "hen ", "refused"),
    _named("a folder called like a staging folder", ".hen-0123abcd", "refused"),
    _named("a folder called like a reprint", "hen-reprint"),
    _named("a folder called like a manifest", "manifest.json"),
    Attack("two games that differ in their form alone", {f"../{name}/{file}": text for name in (_COMPOSED, _DECOMPOSED) for file, text in (("game.yaml", GAME), ("templates/egg.svg.j2", EGG))}, [("build", _COMPOSED, _DECOMPOSED, "--format", "svg")], "either", may_change=(f"desk/output/{_COMPOSED}", f"desk/output/{_DECOMPOSED}")),
    Attack("two games that differ in capitals alone", {"../HEN/game.yaml": GAME, "../HEN/templates/egg.svg.j2": EGG}, [("build", "hen", "HEN", "--format", "svg")], "either", kit=False, may_change=("desk/output/HEN",)),
    _rows("rows in another form of Unicode", f"{_COMPOSED}.csv", f"{_DECOMPOSED}.csv"),
    _rows("rows in other capitals", "Rows.csv", "rows.csv"),
    _rows("rows of 300 letters", "r" * 300 + ".csv", "rows.csv", "refused"),
    _rows("rows that end in a line break", "rows.csv\\n", "rows.csv", "refused"),
    Attack("templates that differ in capitals alone", {"templates/EGG.svg.j2": EGG.replace("Egg", "EGG")}, [QUICK], "built"),
    Attack("a template in another form of Unicode", {"game.yaml": game_with("egg.svg.j2", f"{_COMPOSED}.svg.j2"), f"templates/{_DECOMPOSED}.svg.j2": EGG}, [QUICK], "either"),
]  # fmt: skip


# -- disks ---------------------------------------------------------------------------------------------------------


def _can_mount() -> bool:
    """Tell whether a disk can be mounted that this process alone sees."""
    try:
        command = ["unshare", "-rm", "mount", "-t", "tmpfs", "none", "/mnt"]
        return subprocess.run(command, capture_output=True, check=False).returncode == 0
    except OSError:
        return False


def _disk(name: str, argv: tuple[str, ...], size: str, where: str = "output", first: str = "") -> Attack:
    """Return an attack that mounts a small or read-only disk, and looks that a failure leaves nothing on it."""
    full = f'out=$?; ls -A {where}; exit "$out"'
    prefix = f"unshare -rm sh -c 'mkdir -p {where}; mount -t tmpfs -o size={size} none {where}; {first} \"$0\" \"$@\"; {full}'"  # fmt: skip
    return _shell(name, argv, "refused", prefix=prefix)


_READ_ONLY = "mount -o remount,ro"
_DISKS = [
    _disk("a disk of 40 kB for the output", BUILD, "40k"),
    _disk("a disk of 100 kB for a booklet", ("booklet", "hen"), "100k"),
    _disk("a disk of 4 kB for an export", ("export", "hen", "--to", "png"), "4k"),
    _disk("a disk that only reads for the output", BUILD, "900k", first=f"{_READ_ONLY} output;"),
    _disk("a disk of 4 kB for a new game", ("new", "made/game"), "4k", "made"),
    _disk("a disk that only reads for a new game", ("new", "made/game"), "90k", "made", f"{_READ_ONLY} made;"),
    _disk("a disk of 4 kB for a page to measure", ("calibrate", "--out", "made/page.pdf"), "4k", "made"),
] if _can_mount() else []  # fmt: skip
_DISKS[1:2] = [Attack(**{**vars(each), "files": with_rules(RULES)}) for each in _DISKS[1:2]]


# -- palettes, fonts, words, and large kits that are kept ----------------------------------------------------------

_PALETTES: list[tuple[str, str, Content]] = [
    ("a folder of palettes that is a file", "palettes", "x"),
    ("a palette that is a folder", "palettes/dusk.yaml", Folder()),
    ("a palette that is a named pipe", "palettes/dusk.yaml", Fifo()),
    ("a palette of 4 GB", "palettes/dusk.yaml", Sparse(4 << 30)),
    ("a palette of 100,000 roles", "palettes/dusk.yaml", "title: Dusk\npaint:\n" + "".join(f"  player.c{n}: '#000000'\n" for n in range(100_000))),
    ("a palette whose title has an escape", "palettes/dusk.yaml", 'title: "\\e]52;c;aGk=\\a"\npaint: {player.red: "#aa0000"}\n'),
    ("a palette of UTF-16", "palettes/dusk.yaml", "title: Dusk\npaint: {player.red: '#aa0000'}\n".encode("utf-16")),
]  # fmt: skip
_FONTS: list[tuple[str, str, Content]] = [
    ("a folder of fonts that is a file", "fonts", "x"),
    ("a folder of fonts that is a link outside", "fonts", Link("../../victim/folder")),
    ("a font that is a folder", "fonts/egg.ttf", Folder()),
    ("a collection of a billion fonts", "fonts/egg.ttc", b"ttcf\0\1\0\0\x3b\x9a\xca\0" + b"\0" * 64),
    ("a font of nothing", "fonts/egg.ttf", b""),
]
_WORDS: list[tuple[str, str, Content]] = [
    ("a table of words that is a folder", "rules.de.yaml", Folder()),
    ("a table of words of 4 GB", "rules.de.yaml", Sparse(4 << 30)),
    ("a table of words with an escape", "rules.de.yaml", 'parts: {egg: ["\\e]52;c;aGk=\\a", Eier]}\n'),
    ("a table of words of markup", "rules.de.yaml", 'parts: {egg: ["<script>alert(1)</script>", "&eggs;"]}\n'),
    ("a table of 100,000 texts", "rules.de.yaml", "parts: {egg: [Ei, Eier]}\nsays:\n" + "".join(f"  text {n}: words {n}\n" for n in range(100_000))),
]  # fmt: skip


def _tongue(name: str, path: str, content: Content) -> Attack:
    files = {**with_rules(RULES), "rules.de.md": RULES, path: content}
    return Attack(name, files, [("booklet", "hen", "--lang", "de")], "either")


def _kept(name: str, damage: Callable[[bytes], Content]) -> Attack:
    """Return an attack on the pieces of a large kit that are kept in the cache."""

    def run(scene: Scene) -> list[Outcome]:
        cache = scene.home / "cache"
        first = fork_command(scene, QUICK, {}, cache)
        kept = [path for path in cache.rglob("*") if path.is_file() and "sheet" in str(path)]
        assert kept, "no pieces are kept"
        for path in kept:
            data = path.read_bytes()
            plant_file(scene, str(path), damage(data))
        return [first, fork_command(scene, QUICK, {}, cache)]

    text = game_with("copies: 2}", "copies: 600}").replace("== 2", "== 600")
    return Attack(name, {"game.yaml": text}, run=run, expect="built", private_cache=True, may_change=("cache",))


_OTHERS = [
    *(Attack(name, {path: content}, [(*QUICK, "--palette", "dusk")]) for name, path, content in _PALETTES[:4]),
    *(Attack(name, {path: content}, [(*QUICK, "--palette", "dusk")], "either") for name, path, content in _PALETTES[4:]),
    *(Attack(name, {path: content}, [QUICK], "either") for name, path, content in _FONTS),
    *(_tongue(*each) for each in _WORDS),
    _kept("pieces that are kept are cut short", lambda data: data[: len(data) // 2]),
    _kept("pieces that are kept are of another user's making", lambda data: data[::-1]),
    _kept("pieces that are kept are links to a precious file", lambda data: Link("{home}/victim/precious.txt")),
    _kept("pieces that are kept are 4 GB", lambda data: Sparse(4 << 30, data)),
    _kept("pieces that are kept are named pipes", lambda data: Fifo()),
]  # fmt: skip

ATTACKS = [*_TERMINALS, *_ENVIRONMENT, *_NAMES, *_DISKS, *_OTHERS, *STUDIO]
