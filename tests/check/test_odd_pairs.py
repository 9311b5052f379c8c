"""A pair that another row has, an id that names other cells, and an item that no row has get a note."""

from pathlib import Path

import pytest

from generator.check.data.odd_rows import check_rows
from generator.check.data.value_lists import check_values
from generator.components import KINDS
from generator.load.game import read_game
from generator.model.finding import Finding

HEAD = 'title: Wren\nversion: "1"\nplayers: [2, 4]\nparts:\n'
ROADS = """\
id,from,to,points,copies
ab,A,B,5,1
bc,B,C,6,1
cd,C,D,7,1
de,D,E,5,1
ea,E,A,8,1
ac,A,C,9,1
bd,B,D,4,1
"""
SUMS = "id,answer,copies\n" + "".join(f"c{n},{n * n},1\n" for n in range(1, 10))
SHEETS = "id,numbers[],copies\n" + "".join(
    f"s{n},{' '.join(str(m * m) for m in range(n, n + 5))},1\n" for n in range(1, 6)
)
KINDS_OF_CARDS = "prompt,kind,copies\n" + "".join(
    f"Prompt {chr(97 + n)},{kind},1\n" for n, kind in enumerate(["draw", "say", "act"] * 4)
)


SAID = "earth foot one look water four"
MEANINGS = {"Latin": f"{SAID} sun moon hand write".split(), "Greek": f"{SAID} five tree star skin".split()}
ROOTS = "id,origin,meaning,root,copies\n" + "".join(
    f"{origin[0]}{n},{origin},{meaning},{origin[0]}o{n}x,1\n"
    for origin, meanings in MEANINGS.items()
    for n, meaning in enumerate(meanings)
)


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """Give an empty folder for a game."""
    (tmp_path / "wren").mkdir()
    return tmp_path / "wren"


def find_notes(home: Path, **tables: str) -> list[Finding]:
    """Return the notes on a game whose parts have these tables of rows."""
    parts = "".join(f"  {name}: {{kind: card, size: poker, front: a.svg, rows: {name}.csv}}\n" for name in tables)
    (home / "game.yaml").write_text(HEAD + parts, "utf-8")
    for name, rows in tables.items():
        (home / f"{name}.csv").write_text(rows, "utf-8")
    return list(check_rows(read_game(home, KINDS)))


def tell(notes: list[Finding]) -> list[str]:
    """Return code, file and line of notes."""
    return [f"{note.code} {Path(note.place.file).name}:{note.place.line}" for note in notes]


def test_a_text_of_the_same_kind_is_told(home: Path) -> None:
    assert find_notes(home, root=ROOTS) == []
    [note] = find_notes(home, root=ROOTS.replace("Greek,five", "Greek,four"))
    assert tell([note]) == ["GF175 root.csv:18"]
    assert note.message == (
        f"root.G6: 'meaning' is 'four', as in 'G5' ({home}/root.csv:17:1), and 'origin' is the same too;"
        " the other rows with the same 'meaning' differ in 'origin'"
    )
    few = ROOTS.replace("L1,Latin,foot", "L1,Latin,leg").replace("L3,Latin,look", "L3,Latin,see")
    assert find_notes(home, root=few.replace("Greek,five", "Greek,four")) == []  # the others may differ by chance


def test_sound_tables_get_no_note(home: Path) -> None:
    assert find_notes(home, road=ROADS, call=SUMS, sheet=SHEETS, prompt=KINDS_OF_CARDS) == []


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("de,D,E", "de,D,C", "GF175 road.csv:5"),  # the pair of `cd`, the other way round
        ("bd,B,D", "bd,B,E", "GF177 road.csv:8"),  # no other row has this pair, but the id does not name it
    ],
)
def test_the_ends_of_a_road(home: Path, old: str, new: str, told: str) -> None:
    assert tell(find_notes(home, road=ROADS.replace(old, new))) == [told]


def test_tiles_may_have_the_same_two_sides(home: Path) -> None:
    tiles = "id,north,east,copies\n" + "".join(
        f"t{n},{a},{b},1\n" for n, (a, b) in enumerate([*zip("wxwwxyz", "xwyzyyx", strict=True)])
    )
    assert [note for note in find_notes(home, tile=tiles) if "same two" in note.message] == []


def test_an_item_that_no_row_of_the_other_part_has(home: Path) -> None:
    sheets = SHEETS.replace("9 16 25 36 49", "9 16 26 36 49")
    (note,) = find_notes(home, call=SUMS, sheet=sheets)
    assert "'numbers' has 26 here, which is not in 'answer' of call" in note.message
    assert tell([note]) == ["GF177 sheet.csv:4"]


def test_a_letter_is_missing_in_one_of_few_kinds(home: Path) -> None:
    rows = KINDS_OF_CARDS.replace("Prompt f,act", "Prompt f,at")
    assert tell(find_notes(home, prompt=rows)) == ["GF176 prompt.csv:7"]


@pytest.mark.parametrize(
    ("plums", "told"),
    [
        ("[0, 1, 3, 6, 10, 15]", 0),
        ("[0, 1, 3, 6, 1, 15]", 1),
        ("[0, 1, 3, 3, 3, 3]", 0),
        ("[5, 1, 3, 2, 4, 0]", 0),
    ],
)
def test_one_number_falls_in_a_list_that_rises(home: Path, plums: str, told: int) -> None:
    values = f"values: {{apples: [1, 2, 4, 7, 11, 16], plums: {plums}}}"
    part = f"  pad: {{kind: card, size: poker, front: a.svg, copies: 1, {values}}}\n"
    (home / "game.yaml").write_text(HEAD + part, "utf-8")
    notes = [each for each in check_values(read_game(home, KINDS), ()) if "rise" in each.message]
    assert tell(notes) == ["GF177 game.yaml:5"] * told


def make_contracts(*changed: tuple[str, str]) -> str:
    rows = ["The inn,3,0,4", "The cook,2,1,7", "The mayor,0,3,9", "The monks,4,0,6", "The fair,2,2,8"]
    rows += ["The baker,1,2,5", "The queen,0,4,12", "The count,1,3,10"]
    text = "id,name,fish,cloth,points,copies\n" + "".join(f"c{number},{row},1\n" for number, row in enumerate(rows, 1))
    for old, new in changed:
        assert old in text
        text = text.replace(old, new)
    return text


@pytest.mark.parametrize(
    ("changed", "told"),
    [
        ((), []),
        ((("The fair,2,2,8", "The fair,4,0,6"),), ["GF175 contract.csv:6"]),
        ((("The fair,2,2,8", "The fair,4,0,7"),), []),
        ((("The fair,2,2,8", "The fair,4,0,6"), ("The baker,1,2,5", "The baker,3,0,4")), []),  # several are on purpose
    ],
)
def test_a_copied_row_has_another_name(home: Path, changed: tuple[tuple[str, str], ...], told: list[str]) -> None:
    assert tell(find_notes(home, contract=make_contracts(*changed))) == told


@pytest.mark.parametrize(
    ("column", "texts", "told"),
    [
        ("name", "Perch Pike Perch", ["GF176 fish.csv:4"]),
        ("title", "P K P", ["GF176 fish.csv:4"]),
        ("river", "Perch Pike Perch", []),  # three rows are too few for another column
        ("name", "Perch Perch", []),
        ("name", "Perch Pike Perch Pike", []),
        ("tree", "Ash Birch Elm Oak Pine Oak", ["GF176 fish.csv:7"]),
        ("tree", "a b c d e f g h h", ["GF176 fish.csv:10"]),
        ("tree", "a b c d e f h h", []),  # single letters are said twice more often
    ],
)
def test_a_name_is_that_of_one_row(home: Path, column: str, texts: str, told: list[str]) -> None:
    rows = "".join(f"f{number},{text},1\n" for number, text in enumerate(texts.split(), 1))
    assert tell(find_notes(home, fish=f"id,{column},copies\n{rows}")) == told


@pytest.mark.parametrize(("name", "told"), [("Rowan", 0), ("Willow", 1)])
def test_a_name_of_a_row_is_no_slip_of_a_color(home: Path, name: str, told: int) -> None:
    tree = f"  tree: {{kind: card, size: poker, front: a.svg, rows: [{{id: a, name: {name}, copies: 1}}]}}\n"
    aid = "  aid: {kind: card, size: poker, front: a.svg, copies: 1, values: {who: [Rowan, Willow]}}\n"
    colors = "colors: {tree.rowan: {paint: '#aa0000'}}\n"
    (home / "game.yaml").write_text(HEAD.replace("parts:\n", f"{colors}parts:\n") + tree + aid, "utf-8")
    notes = [each for each in check_values(read_game(home, KINDS), ()) if each.code == "GF178"]
    assert len(notes) == told
