"""Attacks by other files that commands read: records of playtests, engines, drawings to adopt, and spreadsheets."""

import json
import zipfile
from io import BytesIO

from tests.hostile.attack import CHECK, GAME, HEAD, Attack, Content, Expectation, Fifo, Link, Socket, Sparse, game_with
from tests.hostile.scene import SECRET

# -- playtests -----------------------------------------------------------------------------------------------------


def _played(name: str, content: Content, expect: Expectation = "either") -> Attack:
    files: dict[str, Content] = {"playtests.json": content}
    return Attack(f"playtests.json is {name}", files, [CHECK, ("build", "hen", "--format", "svg")], expect)


_CLAIM = """  - {id: H2, says: it is short, rests_on: play, check: "played('turns', players=2, policy='random').mean < 99"}
"""
_RECORDS: list[tuple[str, dict[str, object], dict[str, object]]] = [
    ("a mean of a text", {"turns": {"mean": "x"}}, {}),
    ("games of 400 digits", {"games": 10**400}, {}),
    ("games below zero", {"games": -1}, {}),
    ("a policy with an escape", {"policy": "\x1b]52;c;aGk=\x07"}, {}),
    ("a sample of a million", {"sample": [1] * 1_000_000}, {}),
    ("a seed below zero", {}, {"seed": -1}),
    ("exact numbers that are lists", {}, {"exact": {"supply": [[[1]]]}}),
    ("a digest with a line break", {}, {"data": "x\n::error::y"}),
]
_PLAYTESTS = [
    _played("a link outside", Link("../../victim/manifest.json")),
    _played("a named pipe", Fifo()),
    _played("a socket", Socket()),
    _played("of 4 GB", Sparse(4 << 30)),
    _played("200,000 brackets", "[" * 200_000),
    _played("no JSON", "\0\1\2"),
    _played("a number", "1"),
    _played("a number of 100,000 digits", "1" * 100_000),
    Attack("a claim on play that is forged", {"game.yaml": GAME + _CLAIM, "playtests.json": json.dumps({"game": "hen", "version": "1", "seed": 1, "results": [{"players": 2, "policy": "random", "games": 10**400}]})}, [CHECK], "refused"),
    *(_played(f"a record with {name}", json.dumps({"seed": 1, "data": "x", "engine": "y", "results": [{"players": 2, "policy": "random", "games": 9, **more}], **top})) for name, more, top in _RECORDS),
    Attack("a playtest of a game without an engine", argv=[("playtest", "hen")]),
    Attack("a sweep over a million", argv=[("playtest", "hen", "--sweep", "egg.copies=" + ",".join(map(str, range(100_000))))]),
    Attack("an engine that is a named pipe", {"engine.py": Fifo()}, [("playtest", "hen", "--engine", "hen/engine.py")]),
    Attack("an engine of 4 GB", {"engine.py": Sparse(4 << 30)}, [("playtest", "hen", "--engine", "hen/engine.py")]),
    Attack("a game that brings an engine of its own", {"engine.py": f"print('{SECRET}')\n", "hen.py": f"print('{SECRET}')\n"}, [("playtest", "hen")]),
]  # fmt: skip


# -- rules of play -------------------------------------------------------------------------------------------------


def _rules(name: str, content: Content, expect: Expectation = "either") -> Attack:
    argv = [("playtest", "hen", "--games", "5", "--limit", "50"), CHECK]
    return Attack(f"play.yaml is {name}", {"play.yaml": content}, argv, expect)


def _turn(step: str, more: str = "", when: str = "turn > 40") -> str:
    return f"tracks: {{a: 1}}\nturn:\n  - {step}\n{more}end: [{{when: {json.dumps(when)}, wins: player}}]\n"


_DEEP = "{choose: {x: [" * 40 + "take 1 a" + "]}}" * 40
_EXPRESSIONS: list[tuple[str, str]] = [
    ("brackets 10,000 deep", "(" * 10_000 + "1" + ")" * 10_000),
    ("a power of a power", "9 ** 9 ** 9 > a"),
    ("a text a billion times", "'x' * 1000000000 == 'y'"),
    ("a way to a class", "a.__class__.__mro__"),
    ("a function of Python", "__import__('os')"),
    ("a filter of Jinja2", "[1]|map('list')"),
    ("sums of sums", "total(" * 30 + "a" + ")" * 30 + " > 1"),
    ("a million minus signs", "-" * 1000 + "a > 1"),
    ("a range", "range(1000000000)"),
    ("a number of 400 digits", "1" * 400 + " > a"),
    ("a division by zero", "1 // (a - a) > 3"),
]
_RULES = [
    _rules("a link outside", Link("../../victim/manifest.json")),
    _rules("a named pipe", Fifo()),
    _rules("of 4 GB", Sparse(4 << 30)),
    _rules("an escape", _turn("take 1 \x1b]52;c;aGk=\x07"), "refused"),
    _rules("a step that never ends", _turn("{choose: {x: take 1 a}, times: any}")),
    _rules("a number that doubles", _turn("set a to (a * a + a)")),
    _rules("a take of a number of 18 digits", _turn("take 999999999999999999 a")),
    _rules("choices in choices", _turn(_DEEP)),
    _rules("40,000 sentences", "turn: [" + ", ".join(["take 1 a"] * 40_000) + "]\nend: [{when: turn > 3, wins: nobody}]"),
    _rules("a sentence of 20,000 letters", _turn("take 1 " + "a" * 20_000), "refused"),
    _rules("200 choices in 200 steps", _turn("- ".join([f"{{choose: {{{', '.join(f'c{n}: take 1 a' for n in range(200))}}}}}\n  "] * 200))),
    _rules("numbers by the hundred", _turn("take 1 a").replace("{a: 1}", "{" + ", ".join(f"a{n}: 1" for n in range(100)) + "}")),
    _rules("a die of nothing", _turn("roll egg", "dice: {egg: {toss: egg, again: [0, 1, 2]}}\n"), "refused"),
    *(_rules(f"an end with {name}", _turn("{choose: {x: take 1 a}}", when=text)) for name, text in _EXPRESSIONS),
]  # fmt: skip


# -- drawings to adopt ---------------------------------------------------------------------------------------------


def _adopt(name: str, content: Content, expect: Expectation = "either") -> Attack:
    return Attack(f"adopt {name}", {"in.svg": content}, [("adopt", "hen/in.svg")], expect, may_change=("desk/hen",))


def _svg(body: str, top: str = "") -> str:
    return f"{top}{HEAD}{body}</svg>\n"


_NESTED = '<!DOCTYPE svg [<!ENTITY a "aaaaaaaaaa">' + "".join(f'<!ENTITY {y} "{"&" + x + ";" * 1}{("&" + x + ";") * 9}">' for x, y in zip("abcdefghi", "bcdefghij", strict=True)) + "]>"  # fmt: skip
_ADOPTED = [
    _adopt("a file of entities in entities", _svg("<text>&j;</text>", _NESTED)),
    _adopt("an entity of a file", _svg("<text>&x;</text>", '<!DOCTYPE svg [<!ENTITY x SYSTEM "../../victim/profile">]>'), "refused"),
    _adopt("an image of a file outside", _svg('<image href="../../victim/picture.png" width="9" height="9"/>')),
    _adopt("an image over the network", _svg('<image href="http://127.0.0.1:9/x.png" width="9" height="9"/>')),
    _adopt("a style sheet of a file", _svg('<style>@import url("../../victim/profile");</style><rect width="9" height="9"/>')),
    _adopt("a style sheet of 100,000 rules", _svg(f"<style>{'g>g>g>g+rect{{fill:red}}' * 100_000}</style><rect width='9' height='9'/>")),
    _adopt("selectors that multiply", _svg(f"<style>{','.join(['g g g g g g g g rect'] * 2000)}{{fill:red}}</style>{'<g>' * 60}<rect width='9' height='9'/>{'</g>' * 60}")),
    _adopt("a script", _svg("<script>alert(1)</script><rect width='9' height='9'/>")),
    _adopt("braces of Jinja2", _svg("<text y='9'>{{ range(9**9)|list }}{% include '../../victim/profile' %}</text>")),
    _adopt("groups a hundred thousand deep", _svg("<g>" * 100_000 + "</g>" * 100_000)),
    _adopt("uses that double", _svg("<defs><g id='a0'><rect width='1' height='1'/></g>" + "".join(f"<g id='a{n + 1}'><use href='#a{n}'/><use href='#a{n}'/></g>" for n in range(40)) + "</defs><use href='#a40'/>")),
    _adopt("a drawing that is a named pipe", Fifo(), "refused"),
    _adopt("a drawing that is a link outside", Link("../../victim/icons.svg")),
    _adopt("a drawing of 4 GB", Sparse(4 << 30, HEAD.encode()), "refused"),
    _adopt("a template in the way", _svg("<rect width='9' height='9'/>")),
]  # fmt: skip
_ADOPTED[-1] = Attack(
    **{**vars(_ADOPTED[-1]), "files": {**_ADOPTED[-1].files, "in.svg.j2": Link("../../victim/egg.svg.j2")}, "expect": "refused"}
)  # fmt: skip


# -- spreadsheets --------------------------------------------------------------------------------------------------

_BOOK = '<workbook xmlns:r="r"><sheets><sheet name="egg" sheetId="1" r:id="rId1"/></sheets></workbook>'
_RELATIONS = '<Relationships><Relationship Id="rId1" Type="x/worksheet" Target="{}"/></Relationships>'


def _pack(sheet: str | bytes, target: str = "worksheets/sheet1.xml", book: str = _BOOK) -> bytes:
    """Return a spreadsheet of one sheet, which is made of these bytes."""
    made = BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("xl/workbook.xml", book)
        archive.writestr("xl/_rels/workbook.xml.rels", _RELATIONS.format(target))
        archive.writestr("xl/worksheets/sheet1.xml", sheet)
    return made.getvalue()


def _cells(*cells: str) -> str:
    return f"<worksheet><sheetData>{''.join(cells)}</sheetData></worksheet>"


def _cell(at: str, text: str) -> str:
    return f'<row><c r="{at}" t="inlineStr"><is><t>{text}</t></is></c></row>'


def _table(name: str, data: Content, expect: Expectation = "refused") -> Attack:
    rows = game_with("front: egg.svg.j2, copies: 2", "front: egg.svg.j2, rows: eggs.xlsx")
    return Attack(f"a spreadsheet {name}", {"game.yaml": rows, "eggs.xlsx": data}, [("build", "hen", "--format", "svg")], expect)  # fmt: skip


_TABLES = [
    _table("of a gigabyte of blanks", lambda: _pack(b" " * (1 << 30))),
    _table("of a gigabyte of cells", lambda: _pack(b"<worksheet><sheetData>" + b'<row><c r="A1"><v>1</v></c></row>' * 30_000_000)),
    _table("of a hundred thousand nested elements", _pack("<a>" * 100_000)),
    _table("of entities in entities", _pack(_NESTED.replace("svg", "worksheet") + _cells(_cell("A1", "&j;")))),
    _table("of an entity of a file", _pack('<!DOCTYPE x [<!ENTITY x SYSTEM "../../victim/profile">]>' + _cells(_cell("A1", "&x;")))),
    _table("whose sheet is outside", _pack(_cells(_cell("A1", "id")), "../../../../victim/rows.csv")),
    _table("whose sheet is the workbook", _pack(_cells(_cell("A1", "id")), "workbook.xml")),
    _table("with a cell at the end of the world", _pack(_cells(_cell("ZZZ9999999", "id")))),
    _table("with a cell of a row of 400 digits", _pack(_cells(_cell("A" + "9" * 400, "id")))),
    _table("with a text of a megabyte", _pack(_cells(_cell("A1", "id"), _cell("A2", "x" * 1_000_000)))),
    _table("with control characters", _pack(_cells(_cell("A1", "id"), _cell("A2", "&#27;]52;c;aGk=")))),
    _table("of a hundred thousand sheets", _pack(_cells(), book="<workbook xmlns:r='r'><sheets>" + "<sheet name='x' sheetId='1' r:id='rId1'/>" * 100_000 + "</sheets></workbook>")),
    _table("cut short", _pack(_cells(_cell("A1", "id")))[:-40]),
    _table("that is a named pipe", Fifo()),
    _table("that is a link outside", Link("../../victim/rows.csv")),
    _table("of 4 GB", Sparse(4 << 30, b"PK\x03\x04")),
]  # fmt: skip

ATTACKS = [*_PLAYTESTS, *_RULES, *_ADOPTED, *_TABLES]
