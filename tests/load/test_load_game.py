"""A valid game is read completely; each fault is reported with its code, place and facts."""

import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Annotated

import pytest
from msgspec import Meta
from msgspec.structs import fields

from generator.components import KINDS
from generator.language.suggestions import nearest_name
from generator.load.conversion import describe_type
from generator.load.files import decode_text
from generator.load.game import read_game
from generator.model.color import Color
from generator.model.finding import DataError, Place
from generator.model.game import Game
from generator.model.rules import Claim, InlineClaim
from tests.messages import facts
from tests.samples import for_each

Faults = Callable[..., list[str]]


def test_a_valid_game_is_read_completely(read_wren: Callable[[], Game], wren: Path) -> None:
    game = read_wren()
    assert (game.id, game.folder, game.file, game.data.title) == ("wren", wren, "game.yaml", "Wren")
    assert game.colors["player.red"] == Color("player.red", "red", "#d55e00", "triangle", "")
    assert game.colors["gem"] == Color("gem", "gem", "#00aa33", "", "")
    assert [row.values for row in game.rows["hand"]] == [
        {"number": 1, "beats": [2, 3], "text": "one", "copies": 1},
        {"number": 2, "beats": [3], "text": "two", "copies": 1},
        {"number": 3, "beats": [], "text": "three, or 3", "copies": 1},
    ]
    assert game.rows["coin"] == ()
    assert game.parts["coin"].copies == 50
    claim = Claim(
        "W1", "two sets of three slips", "rules of Wren, 1", "count('hand') == 6", "error", Place("game.yaml", 25, 12)
    )
    assert game.claims == (claim,)
    assert game.rules == "# Wren\n\nTake 6 slips.\n"
    assert game.inline == (InlineClaim(6, "hand", {}, Place("rules.md", 3, 6)),)


def test_values_and_keys_have_places(read_wren: Callable[[], Game]) -> None:
    game = read_wren()
    assert str(game.place("parts", "coin", "copies")) == "game.yaml:19:13"
    assert str(game.place("parts", "coin")) == "game.yaml:15:3"
    assert str(game.place("players", 1)) == "game.yaml:3:14"
    assert str(game.place("colors", "player.red", "paint")) == "game.yaml:5:23"
    assert str(game.place("claims", 0)) == "game.yaml:22:5"
    assert str(game.place("parts", "coin", "no such", "key")) == "game.yaml:15:3"


@pytest.mark.parametrize(("text", "says"), [("# a note\n", "has only comments"), ("- a\n", "has no keys")])
def test_a_file_without_keys_is_told_how_to_begin(wren: Path, text: str, says: str) -> None:
    (wren / "game.yaml").write_text(text, "utf-8")
    with pytest.raises(DataError, match=f"{says}; begin it with a line such as `title: Psycle`"):
        read_game(wren, KINDS)


CASES = [
    (
        "title: Wren",
        "titel: Wren",
        [
            "game.yaml:1:1: GF004 'titel' 'title'",
        ],
    ),
    ("title: Wren", "title: ' '", ["game.yaml:1:8: GF006 ' '"]),
    ('"1.0"', "1.0", ["game.yaml:2:10: GF006 1.0"]),
    (
        "[1, 4]",
        "[1]",
        ["game.yaml:3:10: GF006 1 1,000 1"],
    ),
    ("[1, 4]", "[1, four]", ["game.yaml:3:14: GF006 1 1 1,000 'four'"]),
    (
        "[1, 4]",
        "[1, 0]",
        [
            "game.yaml:3:10: GF006 1 0",
            "game.yaml:3:14: GF006 1 1 1,000 0",
        ],
    ),
    ("[1, 4]", "[4, 2]", ["game.yaml:3:10: GF006 4 2"]),
    (
        "triangle}",
        "triangle, colour: x}",
        ["game.yaml:5:50: GF004 'colour' 'letter' 'mark' 'name' 'paint' 'tint'"],
    ),
    (
        '"#0072b2"',
        "'#0072b'",
        ["game.yaml:6:24: GF006 '#0072b'"],
    ),
    ('"#0072b2"', "#0072b2", None),
    (
        "triangle}",
        "triangle, name: blue}",
        ["game.yaml:6:3: GF003 'player' 'blue' game.yaml:5:56"],
    ),
    (
        '  player.blue: {paint: "#0072b2"}',
        '  player.blue: {paint: "#0072b2", letter: B}\n  player.black: {paint: "#000", letter: B}',
        ["game.yaml:7:41: GF003 'player' 'B' game.yaml:6:43"],
    ),
    (
        '"#0072b2"}',
        '"#0072b2", letter: G}\n  player.green: {paint: "#000", letter: G}',
        ["game.yaml:6:43: GF003 'player' 'G' game.yaml:7:41"],
    ),
    ("triangle}", "triangle, name: Blue}", []),
    ('"#0a3"}', '"#0a3", name: blue, letter: B}', []),
    (
        "    copies: 50\n",
        "    copies: 50\n    values:\n      seat:\n      seats: [a, ~]\n      none: ''\n",
        [
            "game.yaml:21:12: GF006",
            "game.yaml:22:18: GF006",
        ],
    ),
    (
        "  gem: {",
        "  Gem: {",
        ["game.yaml:7:3: GF006 'Gem' 'gem'"],
    ),
    (
        "  hand:",
        "  Hand:",
        ["game.yaml:9:3: GF006 'Hand' 'hand'"],
    ),
    (
        "kind: slip",
        "kind: slep",
        ["game.yaml:10:11: GF008 'slep' 'slip'"],
    ),
    ("    kind: disc\n", "", ["game.yaml:15:3: GF005 'kind' 'slip' 'disc'"]),
    (
        "size: small",
        "size: smal",
        ["game.yaml:11:11: GF006 'small' 'large' 'smal' 'small'"],
    ),
    (
        "size: small",
        "size: [3, -4]",
        ["game.yaml:11:15: GF006 1 0.01 10,000 -4"],
    ),
    (
        "front: wren/slip.svg.j2\n",
        "front:\n",
        ["game.yaml:12:11: GF006"],
    ),
    (
        "for_each: player",
        "for_each: players",
        ["game.yaml:13:15: GF008 'players' 'player'"],
    ),
    (
        "rows: slips.csv",
        "rows: slip.csv",
        ["game.yaml:14:11: GF001 'slip.csv' 'slips.csv'"],
    ),
    (
        "rows: slips.csv",
        "rows: ../wren.csv",
        ["game.yaml:14:11: GF007 '../wren.csv'"],
    ),
    (
        "rows: slips.csv",
        "rows: /etc/hosts",
        ["game.yaml:14:11: GF007 '/etc/hosts'"],
    ),
    ("rows: slips.csv", "rows: .", ["game.yaml:14:11: GF001"]),
    ("rows: slips.csv", 'rows: "a\\0b"', ["game.yaml:14:11: GF002 +0000"]),
    (
        "rows: slips.csv",
        "rows: []",
        [
            "game.yaml:9:3: GF005 'copies' 'copies'",
            "game.yaml:14:11: GF006",
        ],
    ),
    (
        "rows: slips.csv",
        "rows: [{n: 1, copies: -1}, {n: 2, copies: two}, {n: 3}, {' ': 1, copies: 1}]",
        [
            "game.yaml:14:27: GF006 1 10,000 -1",
            "game.yaml:14:47: GF006 1 10,000 'two'",
            "game.yaml:14:53: GF005 'copies'",
            "game.yaml:14:62: GF006 3",
        ],
    ),
    (
        "rows: slips.csv",
        "rows: [{id: b c, copies: 1}, {id: '!', copies: 1}, {id: b-c, copies: 1}]",
        [
            "game.yaml:14:39: GF006 '!'",
            "game.yaml:14:61: GF003 'b-c' game.yaml:14:17",
        ],
    ),
    (
        "rows: slips.csv",
        "rows: {id: [a, b], size: [1, 2], copies: [1]}",
        [f"game.yaml:14:{at}: GF003 {row!r}" for at, row in ((17, "a"), (20, "b"))],
    ),
    ("rows: slips.csv", "rows: [{n: 1, copies: 0}]", ["game.yaml:14:27: GF006 1 10,000 0"]),  # nothing would be printed
    ("rows: slips.csv", "rows: slips.xlsm", ["game.yaml:14:11: GF002"]),
    ("rows: slips.csv", "rows: a/slips.XLS", ["game.yaml:14:11: GF002"]),
    (
        "copies: 50",
        "copies: 0",
        ["game.yaml:19:13: GF006 1 10,000 0"],
    ),
    (
        "copies: 50",
        "copies: 10001",
        ["game.yaml:19:13: GF006 1 10,000 10001"],
    ),
    (
        "copies: 50",
        "copies: fifty",
        ["game.yaml:19:13: GF006 1 10,000 'fifty'"],
    ),
    (
        "copies: 50",
        "copies: 50.0",
        ["game.yaml:19:13: GF006 1 10,000 50.0"],
    ),
    (
        "copies: 50",
        "cpies: 50",
        [
            "game.yaml:19:5: GF004 'cpies' 'copies'",
        ],
    ),
    (
        "copies: 50",
        "pile: coins",
        ["game.yaml:15:3: GF005 'copies' 'copies'"],
    ),
    (
        "copies: 50",
        "number: 50",
        [
            "game.yaml:15:3: GF005 'copies' 'copies'",
            "game.yaml:19:5: GF004 'number' 'back' 'computed' 'copies' 'defaults' 'diameter' 'for_each' 'front' 'gap' 'hidden' 'layout' 'one_way' 'pile' 'print' 'rows' 'safe' 'stock' 'title' 'values'",
        ],
    ),
    (
        "diameter: 14",
        "diametre: 14",
        ["game.yaml:17:5: GF004 'diametre' 'diameter'"],
    ),
    (
        "  - id: W1\n    says: two sets of three slips\n    rests_on: rules of Wren, 1\n    check: count('hand') == 6\n",
        "  - {id: W1, says: two sets, rests_on: notes, check: count('hand', name='Ada') == 6}\n",
        [
            "game.yaml:22:68: GF004 'Ada' 6 0",
        ],
    ),
    (
        "  - id: W1\n    says: two sets of three slips\n    rests_on: rules of Wren, 1\n    check: count('hand') == 6\n",
        "  - {id: W1, says: two sets, or three, rests_on: notes, check: count('hand') == 6}\n",
        ["game.yaml:22:30: GF004 'or three' 0"],
    ),
    (
        "copies: 50",
        "copies: 50\n    copies: 51",
        ["game.yaml:20:5: GF003 'copies' game.yaml:19:5"],
    ),
    (
        "rows: slips.csv",
        "rows: slips.csv\n    copies: 2",
        [],
    ),
    (
        "    diameter: 14\n",
        "",
        ["game.yaml:15:3: GF005 'diameter' 0.01 10,000"],
    ),
    (
        "parts:",
        "parts: {}\nnotes:",
        [
            "game.yaml:9:1: GF004 'notes' 'print_notes'",
        ],
    ),
    (
        "  - id: W1\n",
        "  - {id: W1, says: x, rests_on: y, check: z}\n  - id: W1\n    level: warn\n",
        [
            "game.yaml:23:9: GF003 'W1' game.yaml:22:10",
            "game.yaml:24:12: GF006 1 'error' 'trap' 'warning' 'warn' 'warning'",
        ],
    ),
    ("rules: rules.md", "rules: 3", ["game.yaml:20:8: GF006 3"]),
    ("  coin:\n", "  coin: 3\n  coin2:\n", ["game.yaml:15:9: GF006 `kind`"]),
]


@pytest.mark.parametrize(
    ("old", "new", "expected"), CASES, ids=[f"{old.strip()} -> {new.strip()}"[:60] for old, new, _ in CASES]
)
def test_each_fault_is_reported_at_its_place(
    find_faults: Faults, old: str, new: str, expected: list[str] | None
) -> None:
    if expected is None:  # YAML takes an unquoted color for a comment
        expected = ["game.yaml:6:24: GF002 0072 2"]
    assert find_faults(old, new) == expected


def test_faults_of_all_files_are_reported_together(find_faults: Faults, wren: Path) -> None:
    (wren / "slips.csv").write_text("number,copies\n1,1\n2,3,4\n", encoding="utf-8")
    (wren / "rules.md").write_text("Take {{ hand() }}.\n", encoding="utf-8")
    assert find_faults("copies: 50", "copies: -1") == [
        "game.yaml:19:13: GF006 1 10,000 -1",
        "rules.md:1:6: GF009 24 'part' 'player.red' 'hand' 3 'hand-limit'",
        "slips.csv:3:1: GF002 3 2",
    ]


def test_cells_of_a_csv_file_have_places(find_faults: Faults) -> None:
    assert find_faults('or 3",1', 'or 3",one', "slips.csv") == ["slips.csv:4:18: GF006 1 10,000 'one'"]


def test_lines_may_end_in_carriage_returns_alone(find_faults: Faults, wren: Path) -> None:
    (wren / "slips.csv").write_bytes(b"name,copies\rAda,1\rBo,one\r")
    assert find_faults() == ["slips.csv:3:4: GF006 1 10,000 'one'"]


def test_row_ids_are_unique(find_faults: Faults, wren: Path) -> None:
    (wren / "slips.csv").write_text("copies,id\n1,a\n1,b\n1,a\n", encoding="utf-8")
    assert find_faults() == ["slips.csv:4:3: GF003 'a' slips.csv:2:3"]


def test_an_invalid_folder_name_is_reported(
    wren: Path, kinds: dict[str, object], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(wren.parent)
    wren.rename("My Wren")
    with pytest.raises(DataError) as error:
        read_game(Path("My Wren"), kinds)  # type: ignore[arg-type]
    assert facts(error.value) == "My Wren/game.yaml: GF006 'My Wren'"


def test_paths_are_shown_relative_to_the_current_directory(
    wren: Path, kinds: dict[str, object], monkeypatch: pytest.MonkeyPatch
) -> None:
    (wren.parent / "desk").mkdir()
    monkeypatch.chdir(wren.parent / "desk")
    assert read_game(Path("../wren"), kinds).file == "../wren/game.yaml"  # type: ignore[arg-type]
    monkeypatch.chdir(wren.parent)
    assert read_game(wren, kinds).file == "wren/game.yaml"  # type: ignore[arg-type]
    assert read_game(wren, kinds).rows["hand"][0].file == "wren/slips.csv"  # type: ignore[arg-type]


@for_each(["game.yml", "game.yaml.txt", "Game.YAML"])
def test_a_game_file_of_another_name(tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_text("title: Hen\n", "utf-8")
    with pytest.raises(DataError) as caught:
        read_game(tmp_path, KINDS)
    assert [each.message for each in caught.value.findings] == [f"there is no such file; rename {name!r} to game.yaml"]


def test_a_workbook_that_is_called_text() -> None:
    with pytest.raises(DataError) as caught:
        decode_text(b"PK\x03\x04\x14\0\x06\x85\0", "cards.csv")
    (found,) = caught.value.findings
    says = "this is a spreadsheet or another archive, not text; save it as CSV, or name it .xlsx or .ods"
    assert (found.code, found.message) == ("GF002", says)


def test_a_folder_without_a_game(wren: Path, find_faults: Faults) -> None:
    (wren / "game.yaml").write_text("", encoding="utf-8")
    assert find_faults() == ["game.yaml:1:1: GF006 `title: Psycle`"]
    (wren / "game.yaml").unlink()
    with pytest.raises(DataError, match=r"^game.yaml: GF001 there is no such file; a game is a folder"):
        read_game(wren, {})
    with pytest.raises(DataError, match=r"GF001 it cannot be read: File name too long$"):
        read_game(wren / ("w" * 300), {})


@pytest.mark.skipif(sys.platform == "win32", reason="links and pipes are POSIX's")
def test_links_and_pipes_do_not_lead_out(wren: Path, find_faults: Faults) -> None:
    outside = wren.parent / "outside.csv"
    outside.write_text("copies\n1\n", encoding="utf-8")
    (wren / "slips.csv").unlink()
    (wren / "slips.csv").symlink_to(outside)
    assert find_faults() == ["game.yaml:14:11: GF007 'slips.csv'"]
    (wren / "slips.csv").unlink()
    (wren / "slips.csv").symlink_to("slips.csv")
    assert [line[:22] for line in find_faults()] == ["game.yaml:14:11: GF001"]
    (wren / "slips.csv").unlink()
    os.mkfifo(wren / "slips.csv")
    assert find_faults() == ["game.yaml:14:11: GF001"]


def test_a_file_over_the_size_limit_is_not_read(wren: Path, find_faults: Faults) -> None:
    with (wren / "slips.csv").open("wb") as file:
        file.truncate(64 * 1024 * 1024 + 1)
    assert find_faults() == ["game.yaml:14:11: GF001 64"]


def test_jinja_is_not_loaded_for_a_game_without_rules(
    wren: Path, find_faults: Faults, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "jinja2", None)  # importing it would now raise
    with pytest.raises(ImportError):
        find_faults()
    assert find_faults("rules: rules.md\n", "") == []


@pytest.mark.parametrize(
    ("group", "reason"),
    [("row", "something else"), ("deep.red", "one plain word"), ("side-a", "one plain word")],
)
def test_a_color_group_that_templates_cannot_use(
    find_faults: Faults, read_wren: Callable[[], Game], group: str, reason: str
) -> None:
    find_faults("  gem: {paint", f"  {group}.one: {{paint")
    assert find_faults("for_each: player", f"for_each: {group}") == [f"game.yaml:13:15: GF006 {group!r}"]
    with pytest.raises(DataError, match=reason):
        read_wren()


@for_each(
    [
        (Meta(min_length=1), "a list of at least one"),
        (Meta(min_length=1, max_length=12), "a list of at least one and at most 12"),
        (Meta(max_length=3), "a list of at most three"),
        (Meta(min_length=6, max_length=6), "a list of six"),
    ]
)
def test_list_lengths_are_described(bounds: Meta, expected: str) -> None:
    assert describe_type(Annotated[list[str], bounds]) == f"{expected}, each item text"


def test_no_key_is_mistaken_for_copies() -> None:
    keys = {field.encode_name for kind in KINDS.values() for field in fields(kind.data)} - {"copies"}
    assert len(keys) > 20
    assert [key for key in keys if nearest_name(key, ["copies"])] == []
