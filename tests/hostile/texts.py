"""Attacks on the terminal and on logs: text of a stranger in titles, claims, ids, file names, options and manifests."""

from tests.hostile.attack import (
    BUILD,
    CHECK,
    EGG,
    GAME,
    RULES,
    Attack,
    Content,
    Expectation,
    drawing,
    game_with,
    with_rules,
)

LIST = ("list", "hen")
BOOKLET = ("booklet", "hen")
JSON, GITHUB, SARIF = (("check", "hen", "--format", form) for form in ("json", "github", "sarif"))
_AS_YAML = r"\e]52;c;cm0gLXJmIC8=\a"  # sets the clipboard of many terminals
_LINE = r"x\n::error file=README.md,line=1::forged"
_RAW = "\x1b]0;owned\x07"

# what a terminal, a log or a reader obeys, as it stands in a quoted text of YAML
_SEQUENCES = {
    "a clipboard": _AS_YAML,
    "a cleared screen": r"\e[2J\e[H",
    "an 8-bit control sequence": r"\x9b31mred",
    "a hyperlink": r"\e]8;;file:///etc/passwd\aclick\e]8;;\a",
    "a carriage return": r"safe\rdanger",
    "a backspace": r"safe\b\b\b\bevil",
    "a bell": r"\a\a\a",
    "a deleted character": r"a\x7fb",
    "a command to GitHub": _LINE,
    "a command to GitHub behind blanks": r"x\n  ::add-mask::a",
    "a command to stop commands": r"x\n::stop-commands::token",
    "an old command to GitHub": "##[add-path]/tmp/evil",
    "a command to Azure": "##vso[task.setvariable variable=PATH]evil",
    "a message to TeamCity": r"x\n##teamcity[buildStatus status='SUCCESS']",
    "a right-to-left override": r"gpj.\u202Efig",
    "an isolate": r"\u2066a\u2069",
    "a line separator": r"a\u2028::error::b",
    "a next line": r"a\N::error::b",
    "a vertical tab": r"a\vb",
    "a form feed": r"a\fb",
    "a zero byte": r"a\0b",
    "an end of transmission": r"a\x04b",
    "a device control string": r"\eP$q\e\\",
    "an application command": r"\e_Gf=100;AAAA\e\\",
    "a byte order mark": r"\uFEFFa",
    "tags that nobody sees": r"a\U000E0041\U000E0042",
}

# where the text of a stranger stands; {} is a quoted text of YAML. "x" can break nothing there, so it may be built
_FIELDS: list[tuple[str, str, tuple[str, ...]]] = [
    ("title", game_with("title: Hen", 'title: "Hen {}"'), BUILD),
    ("version", game_with('version: "1"', 'version: "{}"'), BUILD),
    ("title of a part", game_with("title: Egg", 'title: "Egg {}"'), CHECK),
    ("stock", game_with("title: Egg", 'title: Egg, stock: "{}"'), BUILD),
    ("sentence of a claim", game_with("says: two eggs", 'says: "{}"'), CHECK),
    ("source of a claim", game_with("rests_on: the rules", 'rests_on: "{}"'), CHECK),
    ("id of a claim", game_with("id: H1", 'id: "H{}"'), CHECK),
    ("broken claim", game_with("check: count('egg') == 2", 'check: "count(\'{}\') == 2"'), BUILD),
    ("false claim", game_with("says: two eggs, rests_on: the rules, check: count('egg') == 2", 'says: "{}", rests_on: "{}", check: "false"'), BUILD),
    ("claim about text", game_with("count('egg') == 2", "\"'{}' == 'x'\""), BUILD),
    ("key of the game", GAME + '"{}": 1\n', BUILD),
    ("key given twice", GAME + '"{}": 1\n"{}": 2\n', BUILD),
    ("id of a part", game_with("  egg:", '  "{}":'), BUILD),
    ("kind of a part", game_with("kind: tile", 'kind: "{}"'), BUILD),
    ("color role", game_with("  player.red:", '  "{}":'), BUILD),
    ("paint", game_with('"#D55E00"', '"{}"'), BUILD),
    ("name of a color", game_with("mark: disc", 'mark: disc, name: "{}"'), BUILD),
    ("template's name", game_with("egg.svg.j2", '"{}"'), BUILD),
    ("name of the rows", game_with("copies: 2", 'rows: "{}"'), BUILD),
    ("name of the rules", GAME + 'rules: "{}"\n', BUILD),
    ("language", GAME + 'language: "{}"\n', BUILD),
    ("about", GAME + 'about: "{}"\n', BUILD),
    ("credits", GAME + 'credits: ["{}"]\n', BUILD),
    ("notice", GAME + 'notice: "{}"\n', BUILD),
    ("advice", GAME + 'print_notes: ["{}"]\n', BUILD),
    ("sentence not checked yet", GAME + 'unchecked: [{id: U1, says: "{}", why: "{}"}]\n', CHECK),
    ("reason of a waiver", GAME + 'waivers: [{code: GF122, at: "{}", reason: "x {}"}]\n', CHECK),
    ("id of a row", game_with("copies: 2}", 'rows: [{id: "{}", copies: 2}]}'), BUILD),
    ("column of a row", game_with("copies: 2}", 'rows: [{"{}": 1, copies: 2}]}'), BUILD),
    ("value of a row", game_with("copies: 2}", 'rows: [{name: "{}", copies: "{}"}]}'), BUILD),
    ("part of the setup", GAME + 'setup: [{part: "{}", each: 1}]\n', BUILD),
    ("figure's name", GAME + 'figures: {"{}": {kind: face, part: egg, size: [9, 9], alt: x}}\n', BUILD),
    ("size", game_with("[30, 30]", '"{}"'), BUILD),
    ("number of copies", game_with("copies: 2", 'copies: "{}"'), BUILD),
    ("number of players", game_with("players: [1, 2]", 'players: "{}"'), BUILD),
    ("braces in a text", GAME + 'about: "{{{{ {} }}}}"\n', BUILD),
]  # fmt: skip


def _fill(text: str, what: str) -> str:
    return text.replace("{}", what).replace("{{{{", "{{").replace("}}}}", "}}")


def _in_yaml() -> list[Attack]:
    """Return one attack for each field, with one sequence after the other; all sequences in the title."""
    found = []
    names = list(_SEQUENCES)
    for number, (field, text, command) in enumerate(_FIELDS):
        for name in {names[number % len(names)], "a command to GitHub" if number % 2 else "a clipboard"}:
            files: dict[str, Content] = {"game.yaml": _fill(text, _SEQUENCES[name])}
            found.append(Attack(f"{name} in the {field}", files, [command], "either"))
    for name, what in _SEQUENCES.items():
        files = {"game.yaml": _fill(_FIELDS[0][1], what)}
        found += [Attack(f"{name} in a title, for {c[0]}", files, [c], "either") for c in (CHECK, LIST)]
    return list({attack.name: attack for attack in found}.values())


def _option(name: str, *argv: str, expect: Expectation = "refused", files: dict[str, Content] | None = None) -> Attack:
    return Attack(name, files or {}, [argv], expect)


_OPTIONS = [
    _option("a clipboard in --set", "build", "hen", "--set", f"egg.title={_RAW}", expect="either"),
    _option("a quoted escape in --set", "build", "hen", "--set", f'egg.title="{_AS_YAML}"', expect="either"),
    _option("a line break in the key of --set", "build", "hen", "--set", "egg\n::error::x.y=1"),
    _option("a line break in --set without a value", "build", "hen", "--set", "x\n::error::y"),
    _option("a control sequence in --color", "build", "hen", "--color", f"{_RAW}=#fff"),
    _option("a line break in --color", "build", "hen", "--color", "x\n::error::y"),
    _option("a control sequence in --palette", "build", "hen", "--palette", _RAW),
    _option("a line break in --palette", "build", "hen", "--palette", "x\n::error::y"),
    _option("a control sequence in --only", "build", "hen", "--only", _RAW),
    _option("a control sequence in --lang", "build", "hen", "--lang", _RAW, files=with_rules(RULES)),
    _option("a control sequence in --paper", "build", "hen", "--paper", _RAW),
    _option("a line break in --paper", "build", "hen", "--paper", "x\n::error::y"),
    _option("a control sequence in --out", "check", "hen", "--out", f"output{_RAW}", expect="either"),
    _option("a control sequence in the name of a game", "build", f"hen{_RAW}"),
    _option("a line break in the name of a game", "build", "hen\n::error::x"),
    _option("a control sequence in the name of a command", f"bu{_RAW}ild"),
    _option("a control sequence in the name of an option", "build", f"--{_RAW}"),
    _option("a line break in a code to explain", "explain", "GF\n::error::x"),
    _option("a control sequence in --select", "check", "hen", "--select", _RAW),
    _option("bytes that are not UTF-8 in the name of a game", "build", "caf\udce9"),
    _option("bytes that are not UTF-8 in --set", "build", "hen", "--set", "egg.title=\udce9", expect="either"),
    _option("a surrogate in --palette", "build", "hen", "--palette", "\udc9b31m"),
]  # fmt: skip

_CSV = game_with("copies: 2}", "rows: rows.csv}")


def _file(
    name: str, files: dict[str, Content], argv: tuple[str, ...] = BUILD, expect: Expectation = "either"
) -> Attack:
    return Attack(name, files, [argv], expect)


_FILES = [
    _file("a control sequence in a cell of a CSV file", {"game.yaml": _CSV, "rows.csv": f"id,copies\na,{_RAW}\n"}, expect="refused"),
    _file("a command in the header of a CSV file", {"game.yaml": _CSV, "rows.csv": 'id,"a\n::error::b",copies\na,1,1\n'}, expect="refused"),
    _file("a command in a cell of a CSV file", {"game.yaml": _CSV, "rows.csv": 'id,copies\n"x\n::error::y",1\n'}, expect="refused"),
    _file("a command in the copies of a CSV file", {"game.yaml": _CSV, "rows.csv": 'id,copies\na,"x\n::error::y"\n'}, expect="refused"),
    _file("a command at the start of an excerpt", {"game.yaml": GAME.replace("title: Hen", "::error::x: 1\ntitle: Hen")}, expect="refused"),
    _file("a command to Azure in an excerpt", {"game.yaml": GAME + "##vso[task.complete result=Failed;] x\nbad key\n"}, expect="refused"),
    _file("a right-to-left override in an excerpt", {"game.yaml": GAME + "nonsense: \u202e gnihtyna\n"}, expect="refused"),
    _file("a control sequence in the rules", with_rules(f"# Hen\n\n{_RAW}\n"), expect="refused"),
    _file("a command as text of a claim in the rules", with_rules('# Hen\n\n{{ claim("x\n::error::y", "egg") }}\n'), expect="refused"),
    _file("a command as name of a figure in the rules", with_rules("# Hen\n\n![a](figure:x%0A::error::y)\n"), expect="refused"),
    _file("a command as link in the rules", with_rules("# Hen\n\n[a](<x ::error::y>)\n")),
    _file("raw HTML that is a command", with_rules("# Hen\n\n<x\n::error::y>\n"), expect="refused"),
    _file("a command in an error of a template", drawing("{{ ['x\\n::error::y'].nothing }}{{ nothing }}"), expect="refused"),
    _file("a command as a key that a template misses", drawing("{{ values['x\\n::error::y'] }}"), expect="refused"),
    _file("a control sequence as a key that a template misses", drawing("{{ values['\\x1b]52;c;eA==\\x07'] }}"), expect="refused"),
    _file("a command as the name of an included template", drawing("{% include 'x\\n::error::y' %}"), expect="refused"),
    _file("a command as an attribute of a drawing", drawing("<rect width=\"{{ 'x\\n::error::y' }}\" height='1'/>"), expect="refused"),
    _file("a command as an element of a drawing", drawing("<g transform=\"x&#10;::error::y\"/>"), expect="refused"),
    _file("a control sequence as a color of a drawing", drawing('<rect width="1" height="1" fill="&#x9b;31m"/>'), expect="refused"),
    _file("a command as a font of a drawing", drawing('<text x="9" y="9" font-family="x&#10;::error::y">a</text>'), expect="refused"),
    _file("a command as an image of a drawing", drawing('<image href="images/x&#10;::error::y" width="1" height="1"/>'), expect="refused"),
    _file("a command as a name to find", drawing("{{ find([], 'x\\n::error::y') }}"), expect="refused"),
    _file("a command as a test that does not exist", drawing("{% if 1 is x\n::error %}{% endif %}"), expect="refused"),
    _file("a control sequence in a palette", {"palettes/night.yaml": f'title: "x{_AS_YAML}"\npaint: {{"{_AS_YAML}": "#fff"}}\n'}, ("build", "hen", "--palette", "night"), "refused"),
    _file("a command in a palette", {"palettes/night.yaml": f'title: x\npaint: {{"{_LINE}": "#fff"}}\n'}, ("build", "hen", "--palette", "night"), "refused"),
    _file("a command as name of a color in a palette", {"palettes/night.yaml": f'title: x\npaint: {{player.red: "#fff"}}\nname: {{player.red: "{_LINE}"}}\n'}, ("build", "hen", "--palette", "night"), "refused"),
    _file("a command in a table of words", {**with_rules(RULES), "rules.de.md": "# Hen\n", "rules.de.yaml": f'title: "{_LINE}"\nparts: {{"{_LINE}": [x, y]}}\n'}, ("build", "hen", "--lang", "de"), "refused"),
    _file("a command in a title of a table of words", {**with_rules(RULES), "rules.de.md": "# Hen\n\n{{ claim(2, 'egg') }} Eier.\n", "rules.de.yaml": f'title: "{_LINE}"\nparts: {{egg: [Ei, Eier]}}\n'}, ("booklet", "hen", "--lang", "de")),
    _file("a command in a document for GitHub", {"game.yaml": _fill(_FIELDS[8][1], _LINE)}, GITHUB, "refused"),
    _file("a property in a document for GitHub", {"game.yaml": _fill(_FIELDS[8][1], "x,line=99::y")}, GITHUB, "refused"),
    _file("a control sequence in a document for GitHub", {"game.yaml": _fill(_FIELDS[8][1], _AS_YAML)}, GITHUB, "refused"),
    _file("an 8-bit control sequence in JSON", {"game.yaml": _fill(_FIELDS[8][1], r"\x9b31m")}, JSON, "refused"),
    _file("a right-to-left override in JSON", {"game.yaml": _fill(_FIELDS[8][1], r"\u202Ex")}, JSON, "refused"),
    _file("a clipboard in JSON", {"game.yaml": _fill(_FIELDS[8][1], _AS_YAML)}, JSON, "refused"),
    _file("a clipboard in SARIF", {"game.yaml": _fill(_FIELDS[8][1], _AS_YAML)}, SARIF, "refused"),
    _file("an 8-bit control sequence in SARIF", {"game.yaml": _fill(_FIELDS[8][1], r"\x9b31m")}, SARIF, "refused"),
    _file("a command to Azure in SARIF", {"game.yaml": _fill(_FIELDS[8][1], "##vso[task.complete]")}, SARIF, "refused"),
    _file("a placeholder in SARIF", {"game.yaml": _fill(_FIELDS[8][1], "{0} {{1}} [a](0)")}, SARIF, "refused"),
]  # fmt: skip

_FOLDERS = [
    Attack("a control sequence in the name of the folder", {f"../hen{_RAW}/game.yaml": GAME, f"../hen{_RAW}/templates/egg.svg.j2": EGG}, [("build", f"hen{_RAW}")]),
    Attack("a command in the name of the folder", {"../a\n::error::b/game.yaml": GAME}, [("build", "a\n::error::b")]),
    Attack("a command in the name of the folder, for check", {"../a\n::error::b/game.yaml": GAME}, [("check", "a\n::error::b")]),
    Attack("a command in the name of the folder, for GitHub", {"../a\n::error::b/game.yaml": GAME}, [("check", "a\n::error::b", "--format", "github")]),
    Attack("a control sequence in the name of the folder, for JSON", {f"../hen{_RAW}/game.yaml": GAME}, [("check", f"hen{_RAW}", "--format", "json")]),
    Attack("a command in the name of the output", argv=[("build", "hen", "--out", "output/a\n::error::b")], expect="either"),
    Attack("a control sequence in the name of the output", argv=[("build", "hen", "--out", f"output/a{_RAW}")], expect="either"),
    Attack("a command in the name of a foreign file in the kit", {"../output/hen/svg/a\n::error::b": "x"}, expect="either"),
]  # fmt: skip

ATTACKS = [*_in_yaml(), *_OPTIONS, *_FILES, *_FOLDERS]
