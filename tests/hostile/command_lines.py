"""Attacks by the command line: hostile values of options, odd names, and outputs where they do not belong."""

from tests.hostile.attack import (
    CHECK,
    EGG,
    GAME,
    RULES,
    Attack,
    Content,
    Expectation,
    Link,
    Scene,
    game_with,
    with_rules,
)


def _line(
    name: str,
    *argv: str,
    expect: Expectation = "refused",
    files: dict[str, Content] | None = None,
    may_change: tuple[str, ...] = (),
) -> Attack:
    return Attack(name, files or {}, [argv], expect, may_change=may_change)


_VALUES = [
    _line("a size of a billion by --set", "build", "hen", "--set", "egg.gap=1000000000"),
    _line("a scale of 1250 by --set", "build", "hen", "--set", "pyramid.scale=1250", files={"game.yaml": game_with("  egg:", "  pyramid: {kind: pyramid, base: 20, height: 20, front: any.svg.j2, copies: 1}\n  egg:"), "templates/any.svg.j2": '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {{ w }} {{ h }}"></svg>'}),
    _line("copies of ten thousand by --set", "build", "hen", "--set", "egg.copies=10000", "--format", "svg", "--no-read-back"),
    _line("copies of 10 to the 18 by --set", "build", "hen", "--set", "egg.copies=999999999999999999"),
    _line("copies of 400 digits by --set", "build", "hen", "--set", "egg.copies=" + "9" * 400),
    _line("a list by --set", "build", "hen", "--set", "egg.size=[1, 2]"),
    _line("a mapping by --set", "build", "hen", "--set", "egg.values={a: 1}"),
    _line("a bomb in quotes by --set", "build", "hen", "--set", 'egg.title="' + "x" * 100_000),
    _line("a Python tag by --set", "build", "hen", "--set", "egg.title=!!python/name:os.system", expect="either"),
    _line("an alias by --set", "build", "hen", "--set", 'egg.title="&a" *a'),
    _line("a kind by --set", "build", "hen", "--set", "egg.kind=card"),
    _line("a key of Python by --set", "build", "hen", "--set", "egg.__class__=1"),
    _line("a key of a thousand dots by --set", "build", "hen", "--set", "egg" + ".a" * 1000 + "=1"),
    _line("a key of nothing by --set", "build", "hen", "--set", ".=1"),
    _line("a key of dots by --set", "build", "hen", "--set", "....=1"),
    _line("a template outside by --set", "build", "hen", "--set", "egg.front=../../../victim/egg.svg.j2"),
    _line("a template by an absolute path by --set", "build", "hen", "--set", "egg.front=/etc/passwd"),
    _line("rows outside by --set", "build", "hen", "--set", "egg.rows=../../victim/rows.csv"),
    _line("one setting a thousand times", "build", "hen", *[word for n in range(1000) for word in ("--set", "egg.copies=3")]),
    _line("nan by --set", "build", "hen", "--set", "egg.gap=.nan"),
    _line("inf by --set", "build", "hen", "--set", "egg.gap=1e999"),
    _line("an empty value by --set", "build", "hen", "--set", "egg.copies="),
    _line("an empty --set", "build", "hen", "--set", ""),
    _line("an equals sign as --set", "build", "hen", "--set", "="),
    _line("a palette by an absolute path", "build", "hen", "--palette", "/etc/passwd"),
    _line("a palette that is a device", "build", "hen", "--palette", "/dev/zero"),
    _line("a palette that is a folder", "build", "hen", "--palette", "."),
    _line("a palette that is the game", "build", "hen", "--palette", "hen/game.yaml"),
    _line("a palette of no name", "build", "hen", "--palette", ""),
    _line("a palette of 5,000 letters", "build", "hen", "--palette", "p" * 5000),
    _line("a palette that climbs by name", "build", "hen", "--palette", "../../victim/palette"),
    _line("a color without role", "build", "hen", "--color", "=#fff"),
    _line("a color of a URL", "build", "hen", "--color", "player.red=url(//x)"),
    _line("a color of eight digits", "build", "hen", "--color", "player.red=#ffffffff"),
    _line("a color in other digits", "build", "hen", "--color", "player.red=#\uff11\uff11\uff11"),
    _line("a paper of no name", "build", "hen", "--paper", ""),
    _line("a paper that climbs", "build", "hen", "--paper", "../a4"),
    _line("a thickness of nan", "booklet", "hen", "--paper-thickness", "nan", files=with_rules(RULES)),
    _line("a thickness of 1e999", "booklet", "hen", "--paper-thickness", "1e999", files=with_rules(RULES)),
    _line("a thickness of -0", "booklet", "hen", "--paper-thickness", "-0", files=with_rules(RULES), expect="either"),
    _line("a thickness of 1e-320", "booklet", "hen", "--paper-thickness", "1e-320", files=with_rules(RULES), expect="either"),
    _line("a thickness of 5,000 digits", "booklet", "hen", "--paper-thickness", "0." + "1" * 5000, files=with_rules(RULES), expect="either"),
    _line("a format that does not exist", "build", "hen", "--format", "exe"),
    _line("only a part that does not exist", "build", "hen", "--only", "ghost"),
    _line("only a part of 100 kB", "build", "hen", "--only", "e" * 100_000),
    _line("only a part of no name", "build", "hen", "--only", ""),
    _line("a language that is a path", "build", "hen", "--lang", "/etc/passwd", files=with_rules(RULES)),
    _line("a language of no name", "build", "hen", "--lang", "", files=with_rules(RULES)),
    _line("a code to explain that is a path", "explain", "../../etc/passwd"),
    _line("a code to explain of 100 kB", "explain", "GF" + "1" * 100_000),
    _line("a code to explain that is a pattern", "explain", "(a+)+$"),
    _line("a code to ignore that is a pattern", "check", "hen", "--ignore", ".*"),
    _line("a code to select of no letters", "check", "hen", "--select", ""),
    _line("an option file", "@/etc/passwd"),
    _line("an option that is unknown", "build", "hen", "--eval", "x"),
    _line("an abbreviated option", "build", "hen", "--pal", "grey"),
]  # fmt: skip

_NAMES = [
    _line("a game of no name", "build", ""),
    _line("a game that is a dot", "build", ".", expect="refused"),
    _line("a game that is the root", "build", "/"),
    _line("a game that is a file", "build", "hen/game.yaml"),
    _line("a game that is a device", "build", "/dev/null"),
    _line("a game that is in /proc", "build", "/proc/self"),
    _line("a game of 5,000 letters", "build", "h" * 5000),
    _line("a game by a path of 70,000 letters", "build", "hen/../" * 10_000 + "hen"),
    _line("a game by its path and back", "build", "hen/../../desk/./hen", expect="built"),
    _line("a game by a link to its folder", "build", "link", files={"../link": Link("hen")}, expect="either"),
    _line("a game by a link to the victim", "build", "link", files={"../link": Link("../victim/folder")}),
    _line("a game by a link in a circle", "build", "link", files={"../link": Link("link")}),
    _line("a game twice", "build", "hen", "./hen", expect="built"),
    _line("two games of one name", "build", "hen", "more/hen", files={"../more/hen/game.yaml": GAME, "../more/hen/templates/egg.svg.j2": EGG}),
    _line("a game named like a bundled one", "build", "psycle", "--only", "gem", "--format", "svg", "--no-read-back", files={"../psycle/notes.txt": "mine"}, expect="either"),
    _line("a game whose name begins with a hyphen", "build", "--", "-hen", files={"../-hen/game.yaml": GAME}),
    _line("a game whose name has blanks", "build", "my hen", files={"../my hen/game.yaml": GAME}),
    _line("a game whose name is reserved by Windows", "build", "con", files={"../con/game.yaml": GAME, "../con/templates/egg.svg.j2": EGG}, expect="either"),
    _line("a game whose name has capitals", "build", "Hen", files={"../Hen/game.yaml": GAME}),
    _line("a game whose name is hidden", "build", ".hen", files={"../.hen/game.yaml": GAME}),
    _line("a game whose name has a wildcard", "build", "h*n", files={"../h*n/game.yaml": GAME}),
    _line("a game that cannot be searched", "build", "hen/templates/egg.svg.j2/x"),
    _line("five hundred games", "build", *[f"ghost{n}" for n in range(500)]),
]  # fmt: skip


def _plain_output(scene: Scene) -> None:
    """Make an output that is the folder of the user's own files."""
    mine = scene.work / "mine"
    (mine / "hen" / "svg").mkdir(parents=True)
    (mine / "hen" / "novel.txt").write_text("the only copy", "utf-8")
    (mine / "hen" / "svg" / "drawing.svg").write_text("<svg/>", "utf-8")


def _precious(scene: Scene) -> None:
    """Make an output in which files of the user have the names of a kit."""
    mine = scene.work / "mine" / "hen"
    mine.mkdir(parents=True)
    (mine / "hen-sheets-a4.pdf").write_text("the only copy", "utf-8")


_MINE = (
    "desk/mine/hen/hen-certificate.txt",
    "desk/mine/hen/hen-sheets-a4.pdf",
    "desk/mine/hen/manifest.json",
    "desk/mine/hen/svg/hen-00-how-to-print.svg",
    "desk/mine/hen/svg/hen-01-egg.svg",
)
_OUTPUTS = [
    _line("an output that is a file", "build", "hen", "--out", "hen/game.yaml"),
    _line("an output below a file", "build", "hen", "--out", "hen/game.yaml/x"),
    _line("an output that is a device", "build", "hen", "--out", "/dev/null"),
    _line("an output in a device", "build", "hen", "--out", "/dev/full/x"),
    _line("an output in /proc", "build", "hen", "--out", "/proc/self/x"),
    _line("an output in /sys", "build", "hen", "--out", "/sys/x"),
    _line("an output of 5,000 letters", "build", "hen", "--out", "o" * 5000),
    _line("an output with a zero byte", "build", "hen", "--out", "o\0p"),
    _line("an output of no name", "build", "hen", "--out", "", expect="either", may_change=("desk/hen",)),
    _line("an output that is a link in a circle", "build", "hen", "--out", "link", files={"../link": Link("link")}),
    _line("an output that is a broken link", "build", "hen", "--out", "link", files={"../link": Link("nowhere")}, expect="either", may_change=("desk/nowhere",)),
    _line("an output that is the game's parent", "build", "hen", "--out", ".", expect="either", may_change=tuple(f"desk/hen/{name}" for name in ("manifest.json", "hen-certificate.txt", "hen-sheets-a4.pdf", "svg"))),
    _line("an output in the game", "build", "hen", "--out", "hen", expect="built", may_change=("desk/hen/hen",)),
    _line("an output in the game's templates", "build", "hen", "--out", "hen/templates", expect="built", may_change=("desk/hen/templates/hen",)),
    Attack("an output with the user's own files", argv=[("build", "hen", "--out", "mine"), ("build", "hen", "--out", "mine", "--format", "pdf")], expect="built", plant=_plain_output, may_change=(*_MINE,)),
    Attack("an output with a file of a kit's name", argv=[("build", "hen", "--out", "mine")], plant=_precious),
    Attack("an output with a file of a kit's name, for the rules", with_rules(RULES), [("booklet", "hen", "--out", "mine")], "either", plant=_precious, may_change=("desk/mine/hen/hen-rules-a4.pdf", "desk/mine/hen/hen-rules-a5.pdf", "desk/mine/hen/hen-rules-booklet-a4.pdf", "desk/mine/hen/hen-rules.html", "desk/mine/hen/manifest.json")),
    Attack("check of a kit that is not there", argv=[("check", "hen", "--out", "nowhere")], expect="built"),
    Attack("check of a file", argv=[("check", "hen", "--out", "hen/game.yaml")], expect="refused"),
    Attack("check of a device", argv=[("check", "hen", "--out", "/dev/zero")], expect="either"),
    Attack("check of a folder of 5,000 letters", argv=[("check", "hen", "--out", "o" * 5000)], expect="either"),
    Attack("check, then build, then check", argv=[CHECK, ("build", "hen"), CHECK], expect="built"),
    Attack("the user's own files in the kit", {"../output/hen/novel.txt": "the only copy", "../output/hen/svg/mine.svg": "<svg/>"}, [("build", "hen", "--format", "pdf"), ("build", "hen")], "built"),
    Attack("an edited sheet", {"../output/hen/svg/hen-01-egg.svg": "<svg/>"}, place="hen-01-egg.svg"),
    Attack("a kit that is older than its game", {"game.yaml": game_with("copies: 2", "copies: 3").replace("== 2", "== 3")}, [CHECK, ("build", "hen"), CHECK], "built"),
]  # fmt: skip

ATTACKS = [*_VALUES, *_NAMES, *_OUTPUTS]
