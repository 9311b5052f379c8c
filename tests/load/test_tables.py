"""Tables as people have them: names of columns, titles, encodings, objects, and one table for several parts."""

import json
from pathlib import Path
from typing import Any

import pytest

from generator.components import KINDS
from generator.components.designs import expand_parts, select_parts
from generator.load.game import read_game
from generator.load.rows import read_csv
from generator.load.tables import read_table
from generator.model.finding import DataError, Finding, Place
from tests.messages import facts_of
from tests.samples import for_each

AT = Place("game.yaml", 9, 11)
HEAD = """title: Wren
version: "1"
players: [2, 4]
parts:
"""


def test_an_object_on_each_line_is_a_row() -> None:
    assert read('{"a": 1}\n\n{"a": 2, "b": "x}"}\n', "t.jsonl") == ([{"a": 1, "b": ""}, {"a": 2, "b": "x}"}], [])


@pytest.fixture
def wren(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "wren").mkdir()
    return tmp_path / "wren"


def read(text: str | bytes, file: str = "t.csv", table: str = "") -> tuple[list[dict[str, Any]], list[str]]:
    """Return the values of the rows of a table, and the notes."""
    notes: list[Finding] = []
    data = text.encode() if isinstance(text, str) else text
    rows = read_table(data, file, table, ("hand", "Hand"), AT, notes)
    return [dict(row.values) for row in rows], facts_of(notes)


@for_each([
        ("Flavor Text,Cost (gold), Größe\na,1,2\n", [{"Flavor Text": "a", "Cost (gold)": 1, "Größe": 2}], []),
        ('"Flavor\nText",b\na,1\n', [{"Flavor Text": "a", "b": 1}], []),
        ("Text,text\na,1\n", [{"Text": "a", "text": 1}], ["t.csv:1:6: GF013 note: 'Text' 'text'"]),
        ("a,b,,\n1,2,,\n,,,\n3,4\n", [{"a": 1, "b": 2}, {"a": 3, "b": 4}], []),
        (",a,,b,c\n7,1,x,2,\n8,3,,4,\n", [{"a": 1, "b": 2, "c": ""}, {"a": 3, "b": 4, "c": ""}], ["t.csv:1:1: GF013 note:"]),
        ("\n , \na,b\n1,2\n\n\n3,4\n\n", [{"a": 1, "b": 2}, {"a": 3, "b": 4}], []),
        ("My deck,,\n\na,b,c\n1,,\n", [{"a": 1, "b": "", "c": ""}], ["t.csv:3:1: GF013 note: 1"]),
        ("#ID,Name\n1,Orc\n", [{"#ID": 1, "Name": "Orc"}], []),
        ("Name,Text,,,,\nOrc,a,x,y,z,\nElf,b,x,y,z,\n",
         [{"Name": "Orc", "Text": "a"}, {"Name": "Elf", "Text": "b"}], ["t.csv:1:1: GF013 note:"]),
        ("#,Name\n1,Orc\n", [{"#": 1, "Name": "Orc"}], []),
        ("Name;Text\nOrc;one, two, three\nElf;four, five\n",
         [{"Name": "Orc", "Text": "one, two, three"}, {"Name": "Elf", "Text": "four, five"}], []),
        ("Name\tCost (a, b)\tc\nOrc\t1\t2\n", [{"Name": "Orc", "Cost (a, b)": 1, "c": 2}], []),
        ("Name;Größe\nOrc;1\n".encode("cp1252"), [{"Name": "Orc", "Größe": 1}], ["t.csv:1:8: GF013 note: -8 -1252 'ö' -8"]),
        ("Name\tb\nÖrc\t1\n".encode("utf-16"), [{"Name": "Örc", "b": 1}], []),
    ])  # fmt: skip
def test_tables_of_text_are_read_as_they_are(text: str | bytes, rows: list[dict[str, Any]], notes: list[str]) -> None:
    assert read(text) == (rows, notes)


ORC, ELF = {"name": "Orc", "copies": 2}, {"name": "Elf", "note": None}
BOTH = [{"name": "Orc", "copies": 2, "note": ""}, {"name": "Elf", "copies": "", "note": ""}]


@for_each(
    [
        ([ORC, ELF], BOTH),
        ({"version": 1, "cards": [ORC, ELF]}, BOTH),
        ({"data": {"Hand": [ORC, ELF], "pile": [ORC]}}, BOTH),
        ({"name": ["Orc", "Elf"], "copies": ["1", 2.0]}, [{"name": "Orc", "copies": 1}, {"name": "Elf", "copies": 2}]),
        (
            [{"n": {"a": 1, "b": [1, 2]}, "f": [{"x": 3}, {"x": 4}]}],
            [{"n.a": 1, "n.b": [1, 2], "f.1.x": 3, "f.2.x": 4}],
        ),
        ([{"name": "\U0001f600 \\ud83d"}], [{"name": "\U0001f600 \\ud83d"}]),
    ]
)
def test_tables_of_objects_are_read(data: Any, rows: list[dict[str, Any]]) -> None:
    assert read(json.dumps(data, indent="\t"), "t.json") == (rows, [])
    assert read(json.dumps(data, separators=(",", ":")), "t.yaml") == (rows, [])


def test_objects_by_their_names_have_these_as_ids() -> None:
    text = json.dumps({"orc": {"text": "a"}, "big elf": {"text": "b"}})
    rows = [{"id": "orc", "text": "a"}, {"id": "big elf", "text": "b"}]
    assert read(text, "t.json") == (rows, ["t.json:1:1: GF013 note: `id`"])


def test_of_several_lists_of_objects_the_first_is_read() -> None:
    rows, notes = read('{"a": [{"b": 1}], "c": [{"d": 1}]}', "t.json")
    assert (rows, notes) == ([{"b": 1}], ["t.json:1:7: GF013 note: 'a' 2"])


def test_objects_without_a_key_in_common_are_no_rows() -> None:
    text = '{"meta": {"date": "2024"}, "set": {"name": "x", "cards": [{"name": "Orc"}]}}'
    assert read(text, "t.json")[0] == [{"name": "Orc"}]


def test_escapes_of_line_ends_are_line_ends() -> None:
    assert read('[{"a": "\\ufeffone\\r\\ntwo\\rthree"}]', "t.json")[0] == [{"a": "one\ntwo\nthree"}]


@for_each(
    [
        ("a,b,c\n1,2,3\n\nprint on card,,\n*by Tom,,\n", 1, ["t.csv:4:1: GF013 note: 2 4 5"]),
        ("a,b,c\n1,2,3\n\nprint on card,,\n", 1, ["t.csv:4:1: GF013 note: 1 4"]),
        ("a,b,c\n1,2,3\nprint on card,,\n", 2, []),
        ("a,b,c\nlone wolf,,\n1,2,3\n\nprint on card,,\n", 3, []),
        ("a,b\n1,2\n\nprint on card,\n", 2, []),
    ]
)
def test_a_sentence_below_a_table_after_a_blank_row_is_a_note(text: str, rows: int, notes: list[str]) -> None:
    found = read(text, "t.csv")
    assert (len(found[0]), found[1]) == (rows, notes)


@pytest.mark.parametrize("cell", ["3x", "x3", "3 X", "\u00d7 3", "3.0"])
def test_copies_may_be_written_as_times(wren: Path, cell: str) -> None:
    game = make_game(wren, PART.format("hand", "rows: cards.csv"), f"name,Qty\nOrc,{cell}\n")
    assert [row.values["copies"] for row in game.rows["hand"]] == [3]


@for_each(
    [
        ("t.json", '{"a": 1}', ["t.json:1:1: GF002 2"]),
        ("t.json", '[{"a": 1, "a": 2}]', ["t.json:1:11: GF003 'a' t.json:1:3"]),
        ("t.json", '[{"a": 1', ["t.json:1:9: GF002 ',' '}' 1"]),
        ("t.xml", "<a/>", ["game.yaml:9:11: GF002"]),
        ("t.csv", "Name, Name \na,b\n", ["t.csv:1:6: GF003 'Name' t.csv:1:1"]),
        ("t.csv", b"a\n\x81\n", ["t.csv:2:1: GF002 0 81 -8 -8"]),
    ]
)
def test_what_is_no_table_is_told(file: str, text: str | bytes, told: list[str]) -> None:
    with pytest.raises(DataError) as caught:
        read(text, file)
    assert facts_of(caught.value.findings) == told


def make_game(wren: Path, parts: str, table: str) -> Any:
    """Return the game with these parts, whose rows are in cards.csv."""
    (wren / "game.yaml").write_text(HEAD + parts, "utf-8")
    (wren / "cards.csv").write_text(table, "utf-8")
    return read_game(wren, KINDS)


PART = "  {}: {{kind: tile, size: [60, 40], front: a.svg.j2, {}}}\n"
TABLE = "Card Name,pile,Qty\nOrc,harbor,2\nElf,forest,1\nCrab,harbor,0\n"


def test_one_table_feeds_several_parts(wren: Path) -> None:
    where = """rows: {{file: cards.csv, where: "{}"}}"""
    parts = PART.format("one", where.format("pile == 'harbor'")) + PART.format(
        "two", where.format("row['Card Name'] == 'Elf'")
    )
    game = make_game(wren, parts, TABLE)
    assert {key: [dict(row.values) for row in rows] for key, rows in game.rows.items()} == {
        "one": [{"Card Name": "Orc", "pile": "harbor", "Qty": 2, "copies": 2}],
        "two": [{"Card Name": "Elf", "pile": "forest", "Qty": 1, "copies": 1}],
    }
    assert game.sources == ("game.yaml", "cards.csv")
    for wrong, told in (("pile == 'x'", "GF008 3"), ("plie == 1", "GF009 'plie' 'pile'"), ("pile ==", "GF009")):
        with pytest.raises(DataError) as caught:
            make_game(wren, PART.format("one", where.format(wrong)), TABLE)
        assert facts_of(caught.value.findings)[0].startswith(f"wren/game.yaml:5:85: {told}")


@pytest.mark.parametrize("name", ["Qty", "No. of Copies", "# of copies", "ANZAHL", "Nombre", "Card Count"])
def test_copies_have_their_usual_names(wren: Path, name: str) -> None:
    game = make_game(
        wren, PART.format("one", "rows: cards.csv"), TABLE.replace("Qty", name).replace("Card Name", "Nom")
    )
    assert [row.values["copies"] for row in game.rows["one"]] == [2, 1]
    assert [note.code for note in game.notes] == ["GF013", "GF013"]


def test_a_column_of_names_is_no_column_of_copies(wren: Path) -> None:
    game = make_game(wren, PART.format("one", "rows: cards.csv, copies: 1"), TABLE.replace("Card Name", "Nombre"))
    assert "copies" not in game.rows["one"][0].values


def test_a_computed_copy_of_a_cell_has_the_place_of_the_cell(wren: Path) -> None:
    with pytest.raises(DataError) as caught:
        make_game(
            wren, PART.format("one", "rows: cards.csv, computed: {copies: Qty}"), TABLE.replace("forest,1", "forest,")
        )
    assert facts_of(caught.value.findings) == ["wren/cards.csv:3:12: GF006 1 10,000"]


def test_rows_are_called_by_their_labels_and_their_ids(wren: Path) -> None:
    table = "id,copies\nSea Dragon,1\nÄrger (2),1\n龍,1\nplain_1,1\n"
    (part,) = expand_parts(make_game(wren, PART.format("one", "rows: cards.csv"), table), KINDS)
    assert [design.id for design in part.designs] == ["Sea-Dragon", "Arger-2", "u9f8d", "plain_1"]
    assert part.designs[0].values["row"]["id"] == "Sea Dragon"
    for only in ("one.Sea Dragon", "one.Sea-Dragon"):
        assert [design.id for design in select_parts((part,), [only])[0].designs] == ["Sea-Dragon"]


def test_headings_between_signs_are_no_rows() -> None:
    notes: list[Finding] = []
    text = 'name,text\n--- Tools ---,\nAxe,Hit\n"=== Hats, caps ===",\n,\nHat,--x--\n--,\n'
    assert [row.values["name"] for row in read_csv(text, "x.csv", notes)] == ["Axe", "Hat", "--"]
    assert [str(note.place) for note in notes] == ["x.csv:2:1"]
    assert "headings among the rows are left out: line 2, line 4" in notes[0].message
