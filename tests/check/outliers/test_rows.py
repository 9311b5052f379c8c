"""A row that is unlike all others of its part gets a note at its cell (GF176); a sound table gets none."""

from pathlib import Path

import pytest

from generator.check.outliers.rows import find_odd_rows
from generator.components import KINDS
from generator.load.game import read_game
from generator.model.game import Game
from tests.samples import for_each

HEAD = """\
title: Wren
version: "1"
players: [2, 4]
parts:
  hand: {kind: card, size: poker, front: a.svg, rows: cards.csv}
"""
SUITS = ("sword", "cup", "coin", "staff")
DECK = "id,suit,rank,copies\n" + "".join(f"{s[:2]}{r},{s},{r},1\n" for s in SUITS for r in range(1, 6))
BEASTS = """\
id,name,level,attack,defense,cost,text,copies
m01,Goblin,1,2,1,3,Draw 1 card.,4
m02,Wolf,1,3,0,3,Attack first.,4
m03,Orc,2,3,2,5,Gain 2 gold.,3
m04,Troll,2,2,4,6,Heal 2 damage.,3
m05,Ogre,3,5,2,7,Discard 1 card.,2
m06,Giant,3,6,3,9,Attack twice.,2
m07,Wyvern,4,5,5,10,Fly over walls.,2
m08,Dragon,5,8,6,14,Burn 3 cards.,1
m09,Lich,5,6,6,12,Return a card.,1
m10,Kraken,4,7,4,11,Move 2 ships.,2
"""
GOODS = """\
id,kind,shop,price,number,copies
g1,fruit,market,10,1,2
g2,cloth,tailor,20,2,2
g3,fruit,market,30,3,2
g4,cloth,tailor,15,4,2
g5,metal,smith,40,5,2
g6,metal,smith,10,6,2
g7,fruit,market,20,7,2
g8,cloth,tailor,35,8,2
g9,metal,smith,15,9,2
"""
CIRCLE = """\
id,near[],copies
ash,birch elm,1
birch,ash cedar,1
cedar,birch date,1
date,cedar elm,1
elm,date ash,1
fir,gum hazel,1
gum,fir hazel,1
hazel,fir gum,1
"""
ORDERS = """\
id,pays,order[],wins[],kind,copies
a,4,red blue green gray,4 9 12 25 36,act,1
b,4,blue red gray green,9 16 20 30 42,say,1
c,5,gray green red blue,6 12 18 36 49,act,1
d,6,green gray blue red,8 15 21 35 64,draw,1
e,8,red gray blue green,10 14 24 28 56,say,1
f,8,blue green gray red,4 6 32 40 48,draw,1
g,9,gray red blue green,5 7 8 54 63,act,1
h,12,green red gray blue,2 3 8 30 72,act,1
"""
TRADES = """\
id,wood,stone,pays,copies
o0,1,2,11,1
o1,2,0,10,1
o2,0,3,9,1
o3,3,1,18,1
o4,2,2,16,1
o5,1,0,5,1
o6,0,1,3,1
o7,4,1,23,1
o8,1,4,17,1
o9,3,3,24,1
"""
TABLES = {
    "deck": DECK,
    "beasts": BEASTS,
    "goods": GOODS,
    "circle": CIRCLE,
    "orders": ORDERS,
    "trades": TRADES,
}


def read_table(folder: Path, head: str, rows: str) -> Game:
    """Return a game whose only part has these rows."""
    home = folder / "wren"
    home.mkdir(exist_ok=True)
    (home / "game.yaml").write_text(head, "utf-8")
    (home / "cards.csv").write_text(rows, "utf-8")
    return read_game(home, KINDS)


def find_notes(tmp_path: Path, rows: str) -> list[str]:
    """Return line, column and text of each note on a table."""
    found = list(find_odd_rows(read_table(tmp_path, HEAD, rows)))
    assert all(each.code == "GF176" and each.level == "note" for each in found)
    return [f"{each.place.line}:{each.place.column} {each.message}" for each in found]


@pytest.mark.parametrize("table", TABLES)
def test_a_sound_table_gets_no_note(tmp_path: Path, table: str) -> None:
    assert find_notes(tmp_path, TABLES[table]) == []


@pytest.mark.parametrize(
    ("table", "old", "new", "told"),
    [
        pytest.param(
            "deck",
            "co1,coin",
            "co1,cion",
            "12:5 hand.co1: 'suit' is 'cion' only here, and 'coin' in 4 other rows",
            id="a misspelled value",
        ),
        pytest.param(
            "goods",
            "40,5,2",
            "40,6,2",
            "6:19 hand.g5: 'number' is 6, not 5; everywhere else it goes up by 1 from row to row",
            id="a number out of its order",
        ),
        pytest.param(
            "orders",
            "6 12 18",
            "6 18 12",
            "4:25 hand.c: 'wins' is [6, 18, 12, 36, 49] here; the 7 other lists go up from item to item",
            id="a list out of order",
        ),
        pytest.param(
            "goods",
            "smith,40",
            "smith,400",
            "6:16 hand.g5: 'price' is 400 here, and from 10 to 35 in all others",
            id="a number that is far from the others",
        ),
        pytest.param(
            "beasts",
            "Ogre,3,",
            "Ogre,31,",
            "6:10 hand.m05: 'level' is 31 here, and from 1 to 5 in all others",
            id="a digit too many",
        ),
        pytest.param(
            "trades",
            "o5,1,0,5",
            "o5,2,2,16",
            "7:4 hand.o5: this row is the same in all columns of numbers, as of 'o4'; the 8 others differ",
            id="a row whose numbers were copied",
        ),
        pytest.param("orders", "6 12 18 36 49", "49 12 18 6 36", None, id="a list in another order"),
        pytest.param(
            "orders",
            "green gray blue red",
            "green gray blue blue",
            "5:5 hand.d: 'order' is [green, gray, blue, blue] here;"
            " it has 'blue' twice, and none of the 7 others has an item twice",
            id="an item that is twice in a list",
        ),
        pytest.param(
            "orders",
            "49,act",
            "49,at",
            "4:39 hand.c: 'kind' is 'at' only here, and 'act' in 3 other rows",
            id="a short value that lacks a letter",
        ),
        pytest.param("orders", "49,act", "49,art", None, id="a short value with another letter"),
        pytest.param(
            "beasts",
            "Ogre",
            "Ogre ",
            "6:5 hand.m05: 'name' has an extra space: 'Ogre '",
            id="a stray blank",
        ),
        pytest.param(
            "beasts",
            "m09,Lich",
            "m09,Wolf",
            "10:5 hand.m09: 'name' is 'Wolf', as of 'm02'; the 8 others differ",
            id="a name that is given twice",
        ),
        pytest.param(
            "beasts",
            "m09,Lich,5,6",
            "m09,Lich,5,six",
            "10:12 hand.m09: 'attack' is a text here, and a number in all 9 others",
            id="a text among numbers",
        ),
        pytest.param(
            "deck",
            "cu5,cup,5,1\n",
            "",
            "10:1 hand.cu4: the rows with suit 'cup' lack rank 5; those of the 3 others are the same",
            id="a card of a full set is missing",
        ),
        pytest.param(
            "circle",
            "elm,date ash",
            "elm,date oak",
            "6:5 hand: 'near' has 'oak', which is not 'id' of hand; the 15 other items are;"
            " there are 'ash', 'birch', 'cedar', 'date', 'elm', 'fir', 'gum' and 'hazel'",
            id="an item that is no row",
        ),
    ],
)
def test_an_odd_row_is_told_at_its_cell(tmp_path: Path, table: str, old: str, new: str, told: str | None) -> None:
    rows = TABLES[table]
    assert rows.count(old) == 1
    assert find_notes(tmp_path, rows.replace(old, new)) == ([told] if told else [])


@for_each([("fox,Fox", "fox,Cat", 4), ("cat,Cat", "cat,Fox", 2)])
def test_of_two_rows_with_one_name_the_one_with_another_id_is_told(
    tmp_path: Path, row: str, name: str, line: int
) -> None:
    rows = "id,name,copies\ncat,Cat,1\ndog,Dog,1\nfox,Fox,1\nhen,Hen,1\nowl,Owl,1\nrat,Rat,1\n"
    assert rows.count(row) == 1
    (note,) = find_notes(tmp_path, rows.replace(row, name))
    other = "cat" if line == 4 else "fox"
    assert note.startswith(f"{line}:5 hand.{row[:3]}: 'name' is '{name[4:]}', as of '{other}'; the 4 others differ")


def test_the_only_one_of_its_kind_is_not_odd(tmp_path: Path) -> None:
    joker = f"{DECK}joker,joker,9,4\n"
    assert find_notes(tmp_path, joker) == []


def test_a_name_among_the_values_of_a_part_is_known(tmp_path: Path) -> None:
    listed = ", ".join(f"sw{n}" for n in range(1, 6)) + ", cu1, cu2, cu3, "
    for last, found in (("cu4", []), ("cu9", ["5:84 hand: 'opening' has 'cu9', which is not 'id' of hand"])):
        values = f", values: {{opening: [{listed}{last}]}}}}"
        notes = find_odd_rows(read_table(tmp_path, HEAD.replace("}\n", f"{values}\n"), DECK))
        assert [f"{n.place.line}:{n.place.column} {n.message.partition(';')[0]}" for n in notes] == found


@for_each(
    [
        ("7, 11, 16", "7, 16, 11", ["5:82 parts.hand: 'apple' is [1, 2, 4, 7, 16, 11] here"]),
        ("7, 11, 16", "7, 11", []),
        ("1, 2, 4, 7, 11, 16", "16, 4, 2, 1, 7, 11", []),
    ]
)
def test_a_list_among_the_values_is_in_order_as_those_beside_it(
    tmp_path: Path, old: str, new: str, found: list[str]
) -> None:
    values = "{apple: [1, 2, 4, 7, 11, 16], pear: [2, 4, 6, 9, 12, 15], plum: [0, 1, 3, 6, 10, 15]}".replace(old, new)
    head = HEAD.replace("}\n", f", values: {values}}}\n")
    notes = find_odd_rows(read_table(tmp_path, head, DECK))
    assert [f"{n.place.line}:{n.place.column} {n.message.partition(';')[0]}" for n in notes] == found


def test_numbers_that_are_names_are_known(tmp_path: Path) -> None:
    products = "id,answer,copies\n" + "".join(f"p{n},{n * n},1\n" for n in range(2, 16))
    head = f"{HEAD}  sheet: {{kind: card, size: poker, front: a.svg, rows: sheets.csv}}\n"
    for last, found in ((121, []), (122, ["2:3 sheet: 'squares' has '122', which is not 'answer' of hand"])):
        (tmp_path / "wren").mkdir(exist_ok=True)
        (tmp_path / "wren" / "sheets.csv").write_text(f"id,squares[],copies\na,4 16 64 {last},1\nb,9 25 49 81 196,1\n")
        notes = find_odd_rows(read_table(tmp_path, head, products))
        assert [f"{n.place.line}:{n.place.column} {n.message.partition(';')[0]}" for n in notes] == found
