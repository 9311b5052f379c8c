"""Rows and cells that are unlike all others of their part get a note at the cell (GF175 to GF177)."""

import re
from pathlib import Path

import pytest

from generator.check.data.odd_rows import check_rows
from generator.components import KINDS
from generator.load.game import read_game
from tests.kits import GAMES, WORDS
from tests.messages import facts

HEAD = 'title: Wren\nversion: "1"\nplayers: [2, 4]\nparts:\n  hand: {kind: card, size: poker, front: a.svg, rows: cards.csv}\n'
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
CIRCLE = """\
id,beats[],loses[],copies
rock,scissors lizard,paper spock,3
paper,rock spock,scissors lizard,3
scissors,paper lizard,rock spock,3
lizard,paper spock,rock scissors,3
spock,rock scissors,paper lizard,3
"""
EVENTS = """\
id,title,phase,effect,amount,copies
e1,Storm,night,Each player loses 2 gold.,2,1
e2,Market,day,Each player gains 3 gold.,3,2
e3,Feast,day,Each player gains 2 food.,2,2
e4,Plague,night,Each player loses 3 food.,3,1
e5,Tax,day,Each player loses 1 gold.,1,2
e6,Harvest,day,Each player gains 4 food.,4,2
e7,Fire,night,Each player loses 4 wood.,4,1
e8,Gift,day,Each player gains 1 wood.,1,2
e9,Raid,night,Each player loses 5 gold.,5,1
"""
TOWNS = """\
id,target,dst,copies
w1,Cobb Quay,Cobb,1
w2,Saltby,Saltby,1
w3,Lyd,Lyd,1
w4,Saltby,Saltby,1
w5,Bray Moor,Bray,1
w6,Holm,Holm,1
w7,Wendle,Wendle,1
w8,Pennow,Pennow,1
w9,Holm,Holm,1
w10,Oxgate,Oxgate,1
w11,Tarn Halt,Tarn,1
w12,Saltby,Saltby,1
w13,Skell,Skell,1
w14,Marsk,Marsk,1
w15,Wendle,Wendle,1
w16,Oxgate,Oxgate,1
"""
TABLES = [DECK, BEASTS, CIRCLE, EVENTS, TOWNS]


def find_notes(tmp_path: Path, rows: str, language: str = "en") -> list[str]:
    """Return the facts of the notes on a table, without the folder."""
    home = tmp_path / "wren"
    home.mkdir()
    (home / "game.yaml").write_text(f"language: {language}\n{HEAD}", "utf-8")
    (home / "cards.csv").write_text(rows, "utf-8")
    game = read_game(home, KINDS)
    notes = list(check_rows(game))
    assert all(note.level == "note" for note in notes)
    return [facts(note).replace(f"{home.as_posix()}/", "") for note in notes]


@pytest.mark.parametrize("rows", TABLES)
def test_a_sound_table_gets_no_note(tmp_path: Path, rows: str) -> None:
    assert find_notes(tmp_path, rows) == []


@pytest.mark.parametrize(
    ("rows", "old", "new", "place"),
    [
        # a copied row, a hole in suit x rank, a doubled one
        (BEASTS, "m04,Troll,2,2,4,6,Heal 2 damage.", "m04,Goblin,1,2,1,3,Draw 1 card.", "5:5: GF176"),
        (DECK, "cu3,cup,3,1\n", "", "9:1: GF175"),
        (DECK.replace("id,", "name,"), "cu3,cup,3,1\n", "", "9:1: GF175"),
        (DECK, "co2,coin,2,1", "co2,cup,2,1", "13:5: GF175"),
        (DECK, "st5,staff,5,1\n", "st5,staff,5,1\nst6,staff,5,1\n", "22:11: GF177"),
        # a value unlike all others of its column
        (DECK, "sw2,sword,2", "sw2,swrod,2", "3:5: GF176"),
        (DECK, "sw2,sword,2", "sw2,Sword,2", "3:5: GF176"),
        (DECK, "sw2,sword,2", "sw2,sword ,2", "3:5: GF176"),
        (DECK, "sw2,sword,2", "sw2,,2", "3:5: GF176"),
        (DECK, "sw2,sword,2", "sw2,sword,two", "3:11: GF176"),
        (DECK, "sw2,sword,2", "sw2,sword,22", "3:11: GF176"),
        (DECK, "sw2,sword,2,1", "sw2,sword,2,10", "3:13: GF176"),
        (BEASTS, "m05,Ogre,3,5", "m05,Ogre,3,55", "6:12: GF176"),
        (EVENTS, "loses 2 gold.", "loses 2 gold", "2:16: GF176"),
        (EVENTS, "gains 3 gold.", "gains 3 glod.", "3:15: GF176"),
        # what all others follow
        (BEASTS, "m06,Giant,3,6,3,9", "m06,Giant,3,6,3,8", "7:17: GF177"),
        (BEASTS, "m06", "m16", "7:1: GF177"),
        (BEASTS, "m06,Giant,3,6,3,9,Attack twice.,2\n", "", "7:1: GF177"),
        (EVENTS, "gains 4 food.,4", "gains 4 food.,3", "7:42: GF177"),
        (TOWNS, "w13,Skell", "w13,Lyd", "14:9: GF177"),
        # relations between rows
        (CIRCLE, "rock,scissors lizard,paper spock", "rock,scissors lizard,paper", "2:22: GF177"),
        (CIRCLE, "spock,rock scissors,3", "spock,rock scisors,3", "5:20: GF177"),
        (CIRCLE, "lizard,paper spock,rock scissors,3\n", "", "2:6: GF177"),
        (CIRCLE, "paper,rock spock,", "paper,rock rock,", "3:7: GF177"),
    ],
)
def test_an_odd_row_is_reported_at_its_cell(tmp_path: Path, rows: str, old: str, new: str, place: str) -> None:
    assert old in rows
    notes = find_notes(tmp_path, rows.replace(old, new, 1))
    assert notes
    assert notes[0].startswith(f"cards.csv:{place}"), notes
    assert len(notes) <= 2


FEW = "id,name,cost,copies\na,Ash,1,1\nb,Bolt,2,1\nc,Cave,3,1\nd,Door,4,1\ne,Elf,2,1\n"
RISING = "id,name,power,copies\n" + "".join(
    f"r{n},{name},{power},1\n"
    for n, (name, power) in enumerate(
        [("Rat", 1), ("Bat", 1), ("Imp", 2), ("Elk", 2), ("Eft", 3), ("Ogre", 4), ("Moa", 5), ("Wyrm", 6)], 1
    )
)


@pytest.mark.parametrize(
    ("rows", "old", "new", "place"),
    [
        (FEW, "Cave,3", "Cave,33", "4:8: GF176"),
        (FEW, "Cave,3", "Cave,9", ""),
        (RISING, "Ogre,4", "Ogre,14", "7:9: GF177"),
        (RISING, "Ogre,4", "Ogre,7", ""),  # out of order, but perhaps on purpose
    ],
)
def test_a_digit_too_many_is_seen_in_a_few_rows(tmp_path: Path, rows: str, old: str, new: str, place: str) -> None:
    notes = find_notes(tmp_path, rows.replace(old, new, 1))
    assert [note.removeprefix("cards.csv:")[: len(place)] for note in notes] == ([place] if place else [])


NEWS = "id,title,text,copies\n" + "".join(
    f"{id_},{title},{text},{copies}\n"
    for id_, title, text, copies in [
        ("n1", "Grey morning", "Put 1 ash on Tarn and go back.", 1),
        ("n2", "Hot wind", "Put 1 ash on Ridge and go back.", 1),
        ("n3", "Falling stones", "Put 1 ash on Quarry and go back.", 1),
        ("n4", "No birds", "Put 1 ash on Crowstep by the roads.", 1),
        ("n5", "The light goes out", "Put 1 ash on Beacon by the roads.", 1),
        ("n6", "Quiet hour", "Breathe by the roads.", 2),
        ("n7", "Storm", "Rest at home.", 2),
    ]
)


@pytest.mark.parametrize(
    ("old", "new", "found"),
    [
        ("Grey morning", "Black morning", []),  # no slip of `back`
        ("ash on Tarn and", "ash as it roars and", ["cards.csv:2:17: GF176 note: 1 'roars' 'roads' 3"]),
        ("Quiet hour,Breathe", "Quiet hour,It roars as all roar", []),  # two forms of one word
        ("Quiet hour,Breathe by the roads.", "Quiet hour,Who sleeps?", []),
        ("Quiet hour,Breathe by the roads.", "Quiet hour,Who sleeps", ["cards.csv:7:15: GF176"]),
        ("Quiet hour,Breathe by", "Quiet hour,Put 1 ash by", []),  # 1 and 2 copies agree by chance
    ],
)
def test_texts_of_cards_may_differ(tmp_path: Path, old: str, new: str, found: list[str]) -> None:
    notes = find_notes(tmp_path, NEWS.replace(old, new, 1))
    assert [note[: len(place)] for note, place in zip(notes, found, strict=True)] == found


@pytest.mark.parametrize(
    ("language", "word", "is_told"),
    [("de", "legst", False), ("de", "leght", True), ("fr", "legst", True)],
)
def test_forms_of_a_verb_are_no_slips(tmp_path: Path, language: str, word: str, is_told: bool) -> None:
    texts = ("Er legt 1 Stein.", "Sie legt 2 Steine.", "Wer zieht?", "Ihr legt alles.", f"Du {word} nichts.")
    rows = "id,text,copies\n" + "".join(f"c{n},{text},1\n" for n, text in enumerate(texts))
    found = find_notes(tmp_path, rows, language)
    assert [f"'{word}' 'legt' 3" in note for note in found] == [True] * is_told


STAMPS = "id,letter,worth,copies\n" + "".join(f"{c},{c},{1 + n // 3},1\n" for n, c in enumerate("abcdefghijklm"))


@pytest.mark.parametrize(
    ("last", "found"),
    [
        ("blank,,0,1", []),
        ("z,z,0,1", ["cards.csv:15:5: GF177 note: 'worth' 0 13"]),
        ("z,z,2,1", ["cards.csv:15:5: GF177 note: 'worth' 2 13"]),
    ],
)
def test_a_blank_at_the_end_is_worth_nothing(tmp_path: Path, last: str, found: list[str]) -> None:
    assert list(find_notes(tmp_path, f"{STAMPS}{last}\n")) == found


GOODS = "id,name,sort,cost,points,text,copies\n" + "".join(
    f"g{n},{name},{sort},{cost},{points},{text},1\n"
    for n, (name, sort, cost, points, text) in enumerate(
        [
            ("Oilskin", "gear", 2, 1, "Take two coins now."),
            ("Spyglass", "gear", 2, 1, "Look at the top card."),
            ("Coracle", "boat", 3, 0, "Bring one kelp home."),
            ("Bosun", "hand", 3, 2, "Draw two more cards."),
            ("Rack", "gear", 4, 1, "Count three of them."),
            ("Ketch", "boat", 4, 5, "Bring two kelp home."),
            ("Cook", "hand", 5, 2, "Turn it over twice."),
            ("Shed", "gear", 6, 8, "Put it back again."),
            ("Sloop", "boat", 7, 3, "Bring all of it home."),
        ],
        1,
    )
)


def test_a_row_with_a_text_of_its_own_is_no_copy(tmp_path: Path) -> None:
    assert find_notes(tmp_path, GOODS) == []
    (tmp_path / "bare").mkdir()
    bare = re.sub(r"(?m),[A-Z][^,]* [^,]*(?=,1$)", "", GOODS).replace(",text", "")
    assert [note[:20] for note in find_notes(tmp_path / "bare", bare)] == ["cards.csv:3:1: GF175"]


@pytest.mark.parametrize(("last", "found"), [("3", []), ("2", ["cards.csv:4:1: GF175 note: cards.csv:3:1 'copies'"])])
def test_a_copied_row_of_a_small_table_is_told(tmp_path: Path, last: str, found: list[str]) -> None:
    assert find_notes(tmp_path, f"value,copies\n1,1\n2,1\n{last},1\n") == found


@pytest.mark.parametrize(
    ("numbers", "row", "value"),
    [
        ("2 3 4 4 5 6", 0, 0),  # two beasts may be as strong
        ("1 2 3 3 4 5", 5, 3),  # a numbering
        ("6 5 4 4 3 2 1", 5, 4),
        ("3 4 5 6 7 7 8 9", 7, 7),  # too long to be by chance
    ],
)
def test_a_number_may_be_given_twice_in_a_few_rows(tmp_path: Path, numbers: str, row: int, value: int) -> None:
    home = tmp_path / "wren"
    home.mkdir()
    (home / "game.yaml").write_text(HEAD, "utf-8")
    rows = "".join(f"{name},{each},1\n" for name, each in zip(NAMES, numbers.split(), strict=False))
    (home / "cards.csv").write_text(f"name,might,copies\n{rows}", "utf-8")
    way = "down" if numbers[0] > numbers[-1] else "up"
    told = f"hand: 'might' goes {way} by 1 from row to row, except here, where it stays at {value}"
    found = [(each.place.line, each.message) for each in check_rows(read_game(home, KINDS)) if each.code == "GF177"]
    assert found == [(row, told)] * bool(row)


NAMES = "Newt Hornet Otter Lynx Badger Crane Urchin Magpie".split()
ROOTS = "id,meaning,copies\n" + "".join(
    f"{root},{meaning},1\n"
    for root, meaning in zip("luna aqua terra mono geo".split(), "moon water earth one ground".split(), strict=True)
)


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("mono,one", "mono,one", []),
        (
            "mono,one",
            "mono,mono",
            [(2, "'moon' occurs only once; is it a typing error for 'mono', which occurs 2 times?")],
        ),
    ],
)
def test_a_word_of_another_column_and_row_is_not_meant(
    tmp_path: Path, old: str, new: str, told: list[tuple[int, str]]
) -> None:
    home = tmp_path / "wren"
    home.mkdir()
    (home / "game.yaml").write_text(HEAD, "utf-8")
    (home / "cards.csv").write_text(ROOTS.replace(old, new), "utf-8")
    found = [each for each in check_rows(read_game(home, KINDS)) if "'moon'" in each.message]
    assert [(each.place.line, each.message.partition(": ")[2]) for each in found] == told


@pytest.mark.parametrize(("line", "typed", "told"), [(5, "1,5,1", 5), (6, "1,4,1", 6)])
def test_of_two_equal_rows_the_one_that_breaks_the_order_is_told(
    tmp_path: Path, line: int, typed: str, told: int
) -> None:
    lines = ["a,b,copies", *(f"1,{b},1" for b in range(1, 7)), *(f"2,{b},1" for b in range(2, 7)), ""]
    lines[line - 1] = typed
    assert any(each.startswith(f"cards.csv:{told}:1: GF175") for each in find_notes(tmp_path, "\n".join(lines)))


@pytest.mark.parametrize(("typed", "found"), [("atc", ["8:3: GF176 note: 7 'kind' 'atc' 'act' 5"]), ("ask", [])])
def test_a_short_value_with_two_letters_exchanged_is_a_slip(tmp_path: Path, typed: str, found: list[str]) -> None:
    kinds = ["act", "say", "act", "say", "act", "say", typed, "act", "say", "act"]
    rows = "".join(f"{number},{kind},1\n" for number, kind in enumerate(kinds, 1))
    shown = find_notes(tmp_path, f"id,kind,copies\n{rows}")
    assert [each for each in shown if "'act'" in each] == [f"cards.csv:{each}" for each in found]


@pytest.mark.parametrize(
    ("rules", "found"),
    [
        ("Act, say or draw what the card says.", ["14:5: GF176 note: 12 'kind' 'mime' 'act' 'draw' 'say'"]),
        ("Act, say, mime or draw what the card says.", []),
        ("Act or say what the card says.", []),  # the rules leave out another kind too
    ],
)
def test_a_kind_that_the_rules_never_name(tmp_path: Path, rules: str, found: list[str]) -> None:
    rows = "".join(f"p{n},{('act', 'say', 'draw')[n % 3]},1\n" for n in range(12))
    home = tmp_path / "wren"
    home.mkdir()
    (home / "game.yaml").write_text(f"{HEAD}rules: rules.md\n", "utf-8")
    (home / "rules.md").write_text(f"# Wren\n\n{rules}\n", "utf-8")
    (home / "cards.csv").write_text(f"id,kind,copies\n{rows}p12,mime,1\n", "utf-8")
    assert [facts(each).partition("cards.csv:")[2] for each in check_rows(read_game(home, KINDS, words=WORDS))] == found


def test_where_many_rows_are_odd_none_is_told(tmp_path: Path) -> None:
    mixed = "".join(f"{n},{'a' if n % 3 else 'bb '},{n * 7 % 5},{1 + n % 4}\n" for n in range(20))
    assert find_notes(tmp_path, f"id,name,value,copies\n{mixed}") == []


@pytest.mark.parametrize("folder", GAMES.values(), ids=list(GAMES))
def test_the_games_get_no_note(folder: Path) -> None:
    assert list(check_rows(read_game(folder, KINDS, words=WORDS))) == []


def test_rows_share_no_value_that_they_do_not_have(tmp_path: Path) -> None:
    ranks = "".join(
        f"{suit}{rank},{suit},{rank},,{3 if rank == 1 else 0},1\n" for suit in "abcd" for rank in range(1, 6)
    )
    specials = "baton,,,Baton,0,1\nrest,,,Rest,0,1\nencore,,,Encore,3,1\n"
    assert find_notes(tmp_path, f"id,suit,rank,name,notes,copies\n{ranks}{specials}") == []


SENTENCES = [
    "Take 3 plums from the bag.",
    "Steal 2 plums from a player.",
    "**When** a fox comes: hide 2 plums.",
    "Look at one hidden card.",
    "Swap 2 of your cards, then pass.",
    "Pay 3 plums.",
]


def test_sentences_have_capitals_behind_marks_and_no_patterns(tmp_path: Path) -> None:
    rows = "".join(f'c{n},"{text}",1\n' for n, text in enumerate(SENTENCES))
    assert find_notes(tmp_path, f"id,text,copies\n{rows}") == []
    small = rows.replace("**When**", "**when**")
    (tmp_path / "small").mkdir()
    assert [line.split(": ")[1] for line in find_notes(tmp_path / "small", f"id,text,copies\n{small}")] == [
        "GF176 note"
    ]


def test_patterns_of_sentences_are_not_compared(tmp_path: Path) -> None:
    texts = [f"The {name} takes {n} plums." for n, name in enumerate(["fox", "owl", "hen", "cat", "dog"], 1)]
    rows = "".join(f"c{n},{text},1\n" for n, text in enumerate([*texts, "Whoever comes last pays 1 plum."]))
    assert find_notes(tmp_path, f"id,text,copies\n{rows}") == []


CRYPT = """\
id,name,sort,guard,copies
rats,Rat Swarm,pest,5,2
archer,Bone Archer,guard,7,3
mudman,Mudman,guard,8,1
monk,Drowned Monk,guard,9,1
eel,Pale Eel,pest,7,2
widow,Gray Widow,ghost,10,3
wisp,Pale Wisp,ghost,11,3
"""


def test_names_ids_and_copies_are_free(tmp_path: Path) -> None:
    assert find_notes(tmp_path, CRYPT) == []


def test_an_id_of_another_row_in_a_name_is_told(tmp_path: Path) -> None:
    rows = CRYPT.replace("rats,Rat", "swarm,Rat").replace("mudman,Mudman", "mudman,Archer of Mud")
    assert find_notes(tmp_path, rows) == [
        "cards.csv:4:1: GF177 note: 'name' 'Archer of Mud' 'id' 'mudman' 6 'name' 'id'"
    ]


def test_a_name_may_be_a_sort_of_another_row_and_a_text_a_short_form(tmp_path: Path) -> None:
    rows = CRYPT.replace("rats,Rat", "swarm,Rat")
    sort = rows.replace("archer,Bone Archer", "archer,Archer").replace("mudman,Mudman", "mudman,Muddy archer")
    assert find_notes(tmp_path, sort) == []


STATIONS = "id,goods,src,origin,copies\n" + "".join(
    f"w{n},{goods},{origin},{origin},1\n"
    for n, (goods, origin) in enumerate(
        [
            ("slate", "Pennow"),
            ("milk", "Skell"),
            ("flour", "Marsk"),
            ("hay", "Holm"),
            ("fish", "Saltby"),
            ("salt", "Lyd"),
        ]
    )
)


def test_a_text_may_be_the_short_form_of_another(tmp_path: Path) -> None:
    notes = find_notes(tmp_path, STATIONS + "w6,beer,Cobb,Cobb Quay,1\nw7,wool,Cobb,Cobb Quay,1\n")
    assert [each for each in notes if "GF177" in each] == []


@pytest.mark.parametrize(
    ("rules", "row", "found"),
    [
        ("", "8,gnome,-2,1", ["GF176 note: 8 'points' -2 8 0 5"]),
        ("The gnome scores \u22122.", "8,gnome,-2,1", []),
        ("The gnome scores 2.", "8,gnome,-2,1", ["GF176 note: 8 'points' -2 8 0 5"]),
        ("", "8,gnome,3,3", ["GF176 note: 8 'copies' 3 1 8"]),
        ("There are {{ claim(11, 'hand') }} cards.", "8,gnome,3,3", []),
        ("There are {{ claim(9, 'hand') }} cards.", "8,gnome,3,3", ["GF176 note: 8 'copies' 3 1 8"]),
    ],
)
def test_an_odd_number_that_claims_or_rules_confirm(tmp_path: Path, rules: str, row: str, found: list[str]) -> None:
    home = tmp_path / "wren"
    home.mkdir()
    (home / "game.yaml").write_text(HEAD + ("" if "rules:" in HEAD else "rules: rules.md\n"), "utf-8")
    (home / "rules.md").write_text(f"# Wren\n\n{rules}\n", "utf-8")
    rows = "".join(
        f"{n},{name},{points},1\n"
        for n, (name, points) in enumerate(
            {"kettle": 5, "toaster": 0, "radio": 3, "rug": 2, "lamp": 4, "iron": 1, "vase": 5, "sofa": 3}.items()
        )
    )
    (home / "cards.csv").write_text(f"id,name,points,copies\n{rows}{row}\n", "utf-8")
    notes = [facts(each) for each in check_rows(read_game(home, KINDS))]
    assert [each[each.index("GF") :] for each in notes] == found


def test_copies_may_follow_from_a_rank(tmp_path: Path) -> None:
    copies = {1: 3, 2: 2, 3: 2, 4: 2, 5: 1}
    ranks = "".join(f"{suit}{rank},{suit},{rank},{copies[rank]}\n" for suit in "abcd" for rank in copies)
    wrong = ranks.replace("b1,b,1,3", "b1,b,1,2")
    told = ["cards.csv:7:8: GF177 note: 1 'copies' 2 'rank' 1 3 'a1' 2 16 'rank' 'copies'"]
    assert find_notes(tmp_path, f"id,suit,rank,copies\n{wrong}") == told


@pytest.mark.parametrize(
    ("column", "numbers", "found"),
    [
        ("n", "0 1 1 3", ["4:3: GF176 note: 'n' 1 2 1"]),
        ("n", "2 2 3", ["2:3: GF176 note: 'n' 2 1 1"]),
        ("n", "1 3 3", ["3:3: GF176 note: 'n' 3 2 1"]),
        ("n", "1 2 3 3", ["5:3: GF176 note: 'n' 3 4 1"]),
        ("n", "1 2 4", []),  # one was left out, on purpose perhaps
        ("n", "1 1 2 2", []),
        ("cost", "1 2 3 3", []),
    ],
)
def test_a_number_given_twice_where_all_others_count_up(
    tmp_path: Path, column: str, numbers: str, found: list[str]
) -> None:
    rows = "".join(f"{letter},{number},1\n" for letter, number in zip("abcdefgh", numbers.split(), strict=False))
    shown = [each for each in find_notes(tmp_path, f"id,{column},copies\n{rows}") if "GF176" in each]
    assert shown == [f"cards.csv:{each}" for each in found]


@pytest.mark.parametrize(
    ("old", "new", "found"),
    [
        ("cup-3,cup,3", "cup-3,cup,4", ["9:11: GF177 note: -3 'rank' 4 'cup-3' '3' 19"]),
        ("cup-3,cup,3", "cup-3,coin,3", ["9:7: GF177 note: -3 'suit' 'coin' 'cup-3' 'cup' 19"]),
        ("cup-3,cup,3", "cup-3,cup,3", []),
        ("cup-3,cup,3", "queen,cup,3", []),  # a name of its own
        ("cup-3,cup,3", "dead-3,cup,3", []),  # no other row has that word there
    ],
)
def test_an_id_that_says_another_value_than_its_row(tmp_path: Path, old: str, new: str, found: list[str]) -> None:
    deck = "id,suit,rank,note,copies\n" + "".join(
        f"{suit}-{rank},{suit},{rank},,1\n" for suit in SUITS for rank in range(1, 6)
    )
    deck += "fool,,,Never wins.,1\ndevil,,,Always wins.,1\nswan,,,Wins if last.,1\nrest,,,,2\n"
    shown = [each for each in find_notes(tmp_path, deck.replace(old, new)) if "GF177" in each]
    assert shown == [f"cards.csv:{each}" for each in found]


@pytest.mark.parametrize(
    ("last", "found"),
    [
        ("coral teal coral coral", ["4:3: GF176 note: 'order' 'coral' 'teal'"]),
        ("coral teal coral teal", []),
        ("coral coral coral coral", []),  # two items differ: another pattern
        ("coral teal", []),
    ],
)
def test_the_one_list_with_another_item(tmp_path: Path, last: str, found: list[str]) -> None:
    lists = ["coral teal coral teal", "coral teal coral teal", last]
    rows = "".join(f"{letter},{items},1\n" for letter, items in zip("abc", lists, strict=True))
    shown = [each for each in find_notes(tmp_path, f"id,order[],copies\n{rows}") if "GF176" in each]
    assert shown == [f"cards.csv:{each}" for each in found]
