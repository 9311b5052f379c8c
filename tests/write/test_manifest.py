"""Test that a manifest is read as data of a stranger: whatever does not fit cannot be read."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from generator.write import manifest as manifest_module
from generator.write.manifest import (
    MAX_FILES,
    MAX_KIT_BYTES,
    Manifest,
    RecordedOptions,
    RecordedRules,
    WrittenFile,
    decode_manifest,
    encode_manifest,
    find_rules_tag,
    list_files,
    replace_rules,
)
from tests.samples import for_each

DIGEST = "0123456789abcdef" * 4
OPTIONS: dict[str, Any] = {
    "paper": "a4",
    "backs": "none",
    "palette": None,
    "color": ["player.red=#f00"],
    "set": [],
    "only": [],
    "format": ["pdf", "svg"],
    "svg_text": "outlines",
    "lang": [],
    "thickness": 0.1,
}
ROW: dict[str, Any] = {
    "part": "hand",
    "design": "red",
    "copy": 1,
    "side": "front",
    "id": "hand.red.c1.front",
    "pdf_page": 2,
    "svg": "svg/kit-01-hand.svg",
    "sheet": 1,
    "x": 10.5,
    "y": 16.0,
    "w": 63.0,
    "h": 88.9,
    "rotation": 0,
}
WHOLE: dict[str, Any] = {
    "gutterfold": "0.1.0",
    "game": "kit",
    "title": "Kit",
    "version": "1",
    "build": "01234567",
    "paper": {"name": "a4", "width": 210.0, "height": 297.0},
    "backs": "none",
    "options": OPTIONS,
    "files": [{"path": "svg/kit-01-hand.svg", "sha256": DIGEST, "bytes": 12}],
    "placements": [ROW],
}


def decode(value: object) -> Manifest | None:
    return decode_manifest(json.dumps(value).encode())


def test_a_manifest_is_written_as_it_was_read() -> None:
    text = (
        b'{\n"gutterfold": "0.1.0",\n"game": "kit",\n"title": "Kit",\n"version": "1",\n"build": "01234567",\n'
        b'"paper": {"name":"a4","width":210.0,"height":297.0},\n"backs": "none",\n'
        b'"options": {"paper":"a4","backs":"none","palette":null,"color":["player.red=#f00"],"set":[],"only":[],'
        b'"format":["pdf","svg"],"svg_text":"outlines","lang":[],"thickness":0.1,"order":"interleaved","sheets_only":false,'
        b'"ink":"full","marks":"corners","bleed":null,"gap":null,"gap_down":null,"corners":0.0,"touch":false,"margins":"","marks_on":"front",'
        b'"columns":null,"rows":null,"labels":"","start_at":1,"one_of_each":false,"how_to":true,"overlay":"","landscape":false},\n'
        b'"files": [\n  {"path":"svg/kit-01-hand.svg","sha256":"%b","bytes":12}\n],\n'
        b'"placements": [\n  {"part":"hand","design":"red","copy":1,"side":"front","id":"hand.red.c1.front",'
        b'"pdf_page":2,"svg":"svg/kit-01-hand.svg","sheet":1,"x":10.5,"y":16.0,"w":63.0,"h":88.9,"rotation":0}\n]\n}\n'
    ) % DIGEST.encode()
    found = decode(WHOLE)
    assert found is not None
    assert encode_manifest(found) == text
    assert decode_manifest(text) == found


def put(*path: str | int) -> Callable[[Any], Any]:
    """Return a function that returns the whole manifest with another value at a path."""

    def change(value: Any) -> Any:
        found = json.loads(json.dumps(WHOLE))
        at = found
        for key in path[:-1]:
            at = at[key]
        at[path[-1]] = value
        return found

    return change


WRONG: list[tuple[tuple[str | int, ...], Any]] = [
    (("game",), None),
    (("game",), 5),
    (("title",), ["x"]),
    (("build",), 5),
    (("paper",), "a4"),
    (("backs",), "both"),
    (("options",), []),
    (("options", "paper"), "zz"),
    (("options", "paper"), ["a4"]),
    (("options", "backs"), "up"),
    (("options", "palette"), 5),
    (("options", "color"), [5]),
    (("options", "color"), "red"),
    (("options", "set"), {"a": 1}),
    (("options", "only"), [None]),
    (("options", "format"), None),
    (("options", "svg_text"), "glyphs"),
    (("options", "lang"), [["de"]]),
    (("options", "thickness"), "thick"),
    (("options", "thickness"), -1),
    (("options", "thickness"), 1e308),
    (("files",), {}),
    (("files",), [[]]),
    (("files", 0, "path"), 5),
    (("files", 0, "path"), ""),
    (("files", 0, "path"), "a\0b"),
    (("files", 0, "path"), "../x"),
    (("files", 0, "path"), "/etc/passwd"),
    (("files", 0, "path"), "..\\..\\x"),
    (("files", 0, "path"), "C:\\x"),
    (("files", 0, "path"), "\x1b]52;c;eA==\x07"),
    (("files", 0, "path"), "manifest.json"),
    (("files", 0, "sha256"), "0"),
    (("files", 0, "sha256"), DIGEST.upper()),
    (("files", 0, "sha256"), DIGEST + "\n"),
    (("files", 0, "bytes"), -1),
    (("files", 0, "bytes"), MAX_KIT_BYTES + 1),
    (("files", 0, "bytes"), "12"),
    (("placements",), 5),
    (("placements",), [5]),
    (("placements",), [{}]),
    (("placements", 0, "x"), "left"),
    (("placements", 0, "x"), 1e300),
    (("placements", 0, "side"), "edge"),
    (("placements", 0, "copy"), 1.5),
    (("placements", 0, "sheet"), 10**400),
    (("placements", 0, "svg"), ["x"]),
    (("rules",), {"build": "x"}),
]


@pytest.mark.parametrize(("path", "value"), WRONG, ids=lambda each: str(each)[:40])
def test_a_manifest_that_does_not_fit_cannot_be_read(path: tuple[str | int, ...], value: Any) -> None:
    assert decode(put(*path)(value)) is None


@for_each(
    [
        b"",
        b"{",
        b"[]",
        b"null",
        b"\xff\xfe",
        b"[" * 200_000,
        b'{"game": "kit", "files": [], "more": ' + b"[" * 200_000,
        b'{"game": "kit", "files": [], "placements": ' + b"[" * 200_000,
        b'{"game": "\\ud800", "files": []}',
        b'{"game": "kit", "files": [], "placements": [' + b"{}," * 1_000_000 + b"{}]}",
    ]
)
def test_bytes_that_are_no_manifest_cannot_be_read(data: bytes) -> None:
    assert decode_manifest(data) is None


def test_files_are_listed_once_and_not_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    file = WHOLE["files"][0]
    others = [{**file, "path": f"svg/{number}.svg"} for number in range(MAX_FILES)]
    assert decode({**WHOLE, "files": others}) is not None
    assert decode({**WHOLE, "files": [*others, file]}) is None
    assert decode({**WHOLE, "files": [file, {**file, "path": "SVG/KIT-01-hand.svg"}]}) is None
    monkeypatch.setattr(manifest_module, "MAX_KIT_BYTES", 23)
    assert decode({**WHOLE, "files": [file, {**file, "path": "b"}]}) is None


def test_what_a_later_version_adds_is_no_fault() -> None:
    assert decode({**WHOLE, "scent": {"red": 5}}) == decode(WHOLE)


def test_rules_replace_rules_among_other_files() -> None:
    options = RecordedOptions("a4", "none", None, (), (), (), ("pdf",), "live", (), 0.1)
    rules = RecordedRules("89abcdef", options)
    written = [WrittenFile("kit-rules.html", DIGEST, 3)]
    alone = replace_rules(None, "kit", rules, written, [])
    assert encode_manifest(alone).split(b'\n"')[1:] == [
        b'game": "kit",',
        b'files": [\n  {"path":"kit-rules.html","sha256":"%b","bytes":3}\n],' % DIGEST.encode(),
        b'rules": {"build":"89abcdef","options":{"paper":"a4","backs":"none","palette":null,"color":[],"set":[],'
        b'"only":[],"format":["pdf"],"svg_text":"live","lang":[],"thickness":0.1,"order":"interleaved","sheets_only":false,"ink":"full","marks":"corners","bleed":null,"gap":null,"gap_down":null,"corners":0.0,"touch":false,"margins":"","marks_on":"front",'
        b'"columns":null,"rows":null,"labels":"","start_at":1,"one_of_each":false,"how_to":true,"overlay":"","landscape":false}}\n}\n',
    ]
    old = [WrittenFile("kit-rules-a4.pdf", DIGEST, 1), WrittenFile("kit-sheets-a4.pdf", DIGEST, 2)]
    both = replace_rules(Manifest(game="kit", files=list_files(old)), "kit", rules, written, ["kit-rules-a4.pdf"])
    assert [file.path for file in both.files] == ["kit-sheets-a4.pdf", "kit-rules.html"]


def test_the_language_of_a_file_of_rules_is_told_by_its_name() -> None:
    tags = ["de", "pt", "pt-BR", "zh"]
    assert find_rules_tag("kit", "kit-rules-a4.pdf", tags) == find_rules_tag("kit", "kit-rules.html", tags) == ""
    assert find_rules_tag("kit", "kit-rules-de-a4-letter.pdf", tags) == "de"
    assert find_rules_tag("kit", "kit-rules-pt-BR.html", tags) == "pt-BR"
    assert find_rules_tag("kit", "kit-rules-pt-booklet-a4.pdf", tags) == "pt"
    assert find_rules_tag("kit", "kit-rules-fr-a4.pdf", tags) == ""


@for_each(
    [
        {"paper": "329 x 483"},
        {"paper": "1x1"},
        {"margins": "1,1,1,1"},
        {"margins": "5,5"},
        {"labels": "3x7"},
        {"labels": "3x7,60x40,65x42,7x3", "start_at": 22},
        {"start_at": 2},
        {"columns": 0},
        {"rows": 1000},
        {"gap_down": 51},
        {"marks_on": "edge"},
    ]
)
def test_a_layout_that_no_build_could_have_is_not_believed(forged: dict[str, Any]) -> None:
    assert decode(WHOLE) is not None
    assert decode({**WHOLE, "options": {**OPTIONS, **forged}}) is None


def test_a_layout_is_read_as_it_was_written() -> None:
    chosen = {"paper": "13x19in", "margins": "3,3,12.7,3", "labels": "3x7,60x40,65x42,7x3", "start_at": 21}
    chosen |= {"columns": 2, "rows": 4, "gap_down": 3.5, "marks_on": "both"}
    found = decode({**WHOLE, "options": {**OPTIONS, **chosen}})
    assert found is not None
    assert found.options is not None
    assert {key: getattr(found.options, key) for key in chosen} == chosen
