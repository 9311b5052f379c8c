"""Texts and names of rows, sides of tiles and lists that repeat another one get a note at the cell (GF175 to GF179)."""

from pathlib import Path

import pytest

from generator.check.data.odd_cells import check_odd_cells
from generator.check.data.odd_rows import check_rows
from generator.check.data.value_lists import check_values
from generator.components import KINDS
from generator.components.designs import expand_parts
from generator.load.game import read_game

HEAD = 'title: Wren\nversion: "1"\nplayers: [2, 4]\nrules: rules.md\nparts:\n'
HAND = "  hand: {kind: card, size: poker, front: a.svg, rows: cards.csv}\n"
BIRDS = """\
id,number,name,text,copies
1,1,The Hawk,Beats the 5 of its suit.,1
2,2,The Owl,"If you play a 2, draw two cards.",1
3,3,The Kite,Look at one card.,1
4,4,The Crow,Swap it with the next player.,1
5,5,The Swan,Beats all but the Hawk.,1
"""
TILES = """\
id,west,north,east,south,copies
straight,river,field,river,field,5
forest,river,wood,river,wood,3
bend,river,field,wood,river,6
delta,river,river,river,field,3
cross,river,river,river,river,1
spring,river,wood,wood,field,6
"""
BROOKS = """\
id,edges[],stones,copies
straight,b m b m,0,8
straight-stone,b m b m,1,3
bend,b b m m,0,9
bend-stones,b b m m,2,2
fork,b b b m,0,6
pond,m m m m,0,2
"""
TASKS = "id,english,deutsch,copies\n" + "".join(
    f"{n},Sing a song about {thing} until you laugh.,Singe ein Lied mit {wort} und vielen Strophen.,1\n"
    for n, (thing, wort) in enumerate(
        zip(
            "owls hats rain bread trains kites soup snow glue".split(),
            "Eulen Hüten Regen Broten Zügen Drachen Suppen Schnee Kleber".split(),
            strict=True,
        )
    )
)
THINGS = zip(
    "Owl Hat Rain Bread Train Kite Soup Snow".split(),
    "Eule Hut Regen Brot Zug Drachen Suppe Schnee".split(),
    strict=True,
)
EYES = "id,english,deutsch,copies\n" + "".join(
    f"{n},{one} {'with your eyes closed' if n < 7 else 'with one hand'}.,{other} {'mit geschlossenen Augen' if n < 7 else 'mit einer Hand'}.,1\n"
    for n, (one, other) in enumerate(THINGS)
)
UNITS = "id,name,strength,copies\nspear,Spearman,2,2\narcher,Archer,1,2\nknight,Knight,3,1\nking,King,4,1\n"
PACES = "id,pace,power,copies\na,quick,4,3\nb,slow,1,2\nc,slow,2,2\nd,quick,6,1\ne,slow,3,1\n"
SAID = "A knight beats an archer. *Quick* ones go first, *slow* ones last; a knight is quick.\n"


def find_notes(home: Path, rows: str) -> list[str]:
    """Return line, column and code of each note about these rows."""
    (home / "wren").mkdir()
    (home / "wren" / "game.yaml").write_text(HEAD + HAND, "utf-8")
    (home / "wren" / "cards.csv").write_text(rows, "utf-8")
    (home / "wren" / "rules.md").write_text(f"# Wren\n\n{SAID}", "utf-8")
    notes = check_rows(read_game(home / "wren", KINDS))
    return [f"{note.place.line}:{note.place.column}: {note.code}" for note in notes if note.level == "note"]


@pytest.mark.parametrize("rows", [BIRDS, TILES, BROOKS, TASKS, EYES, UNITS, PACES])
def test_a_sound_table_gets_no_note(tmp_path: Path, rows: str) -> None:
    assert find_notes(tmp_path, rows) == []


@pytest.mark.parametrize(
    ("rows", "old", "new", "found"),
    [
        (BIRDS, "Beats the 5", "Beats the 6", ["2:14: GF176"]),
        (BIRDS, "play a 2", "play a 9", []),  # not of a suit
        (BIRDS, "The Hawk,", "The Rook,", ["6:14: GF176"]),
        (BIRDS, "Beats all but the Hawk", "Sing of the Nile", []),  # no rule
        (TILES, "delta,river,river,river,field", "delta,river,field,river,field", ["5:7: GF175"]),
        (TILES, "delta,river,river,river,field", "delta,field,river,field,river", ["5:7: GF175"]),
        (TILES, "delta,river,river,river,field", "delta,river,field,field,field", []),
        (BROOKS, "bend-stones,b b m m", "bend-stones,b m b m", ["5:13: GF177"]),
        (BROOKS, "bend-stones,b b m m", "bend-stones,b b b m", []),  # other edges, so another tile
        (TASKS, "Lied mit Hüten", "Lied mit Eulen", ["3:43: GF176"]),
        (TASKS.replace("about hats", "about owls"), "Lied mit Hüten", "Lied mit Eulen", ["3:3: GF176"]),
        (EYES, "Brot mit geschlossenen Augen", "Brot mit offenen Augen", ["5:32: GF176"]),
        (EYES, "Bread with your eyes closed", "Bread with your eyes open", ["5:3: GF176"]),
        (UNITS, "knight,Knight", "knight,Rider", ["4:8: GF177"]),
        (UNITS, "king,King", "king,Lord", []),  # the rules say neither
        (PACES, "a,quick", "a,quik", ["2:3: GF176"]),
        (PACES, "a,quick", "a,brisk", []),
    ],
)
def test_what_does_not_fit_is_told_at_its_cell(tmp_path: Path, rows: str, old: str, new: str, found: list[str]) -> None:
    assert rows.count(old) == 1
    assert find_notes(tmp_path, rows.replace(old, new)) == found


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("3 Lieder", "3 Lieder", ""),
        ("3 Lieder", "4 Lieder", "note: hand.3: 'deutsch' says 4, but 'english' 3"),
        ("Sing 3 songs", "Sing 8 songs", "note: hand.3: 'english' says 8, but 'deutsch' 3"),
        ("3 Lieder", "drei Lieder", ""),
        ("3 Lieder", "3 oder 4 Lieder", ""),
    ],
)
def test_a_number_that_two_languages_of_a_row_have_differently(tmp_path: Path, old: str, new: str, said: str) -> None:
    times = [1, 2, 3, 4, 5, 6, 3, 4]
    tasks = "".join(f"{n},Sing {time} songs,Singt {time} Lieder,1\n" for n, time in enumerate(times, 1))
    folder = tmp_path / "wren"
    folder.mkdir()
    (folder / "game.yaml").write_text(HEAD.replace("rules: rules.md\n", "") + HAND, "utf-8")
    (folder / "cards.csv").write_text("id,english,deutsch,copies\n" + tasks.replace(old, new, 1), "utf-8")
    notes = [str(each).partition("GF176 ")[2] for each in check_rows(read_game(folder, KINDS))]
    found = [each for each in notes if "in all other rows both" in each]
    assert found == ([f"{said}; in all other rows both have the same numbers"] if said else [])


@pytest.mark.parametrize(
    ("plum", "found"),
    [
        ("[0, 1, 3, 6, 10, 15]", []),
        ("[2, 4, 6, 9, 12, 15]", [13]),
        ("[1, 2, 4, 7, 11, 16]", [12]),
        ("[2, 4, 6, 9, 12]", []),
    ],
)
def test_a_list_that_repeats_another_is_told(tmp_path: Path, plum: str, found: list[int]) -> None:
    folder = tmp_path / "wren"
    folder.mkdir()
    sheet = "  sheet:\n    kind: tile\n    size: [120, 80]\n    front: a.svg\n    copies: 5\n    values:\n"
    lists = f"      apple: [1, 2, 4, 7, 11, 16]\n      plum: {plum}\n      pear: [2, 4, 6, 9, 12, 15]\n"
    (folder / "game.yaml").write_text(HEAD.replace("rules: rules.md\n", "") + sheet + lists, "utf-8")
    game = read_game(folder, KINDS)
    lines = [each.place.line for each in check_values(game, expand_parts(game, KINDS)) if "same list" in each.message]
    assert lines == found


@pytest.mark.parametrize(("label", "found"), [("Quay", []), ("Mill", ["GF179"]), ("A", [])])
def test_a_name_of_two_cells_of_different_kinds_is_told(tmp_path: Path, label: str, found: list[str]) -> None:
    folder = tmp_path / "wren"
    folder.mkdir()
    names = ["Gate", "Mill", "Yard", "Port", "Hall", label]
    cells = "".join(
        f"      c{n}: {{at: [{20 * n + 20}, 20], label: {name}{', kind: stop' if n % 2 else ''}}}\n"
        for n, name in enumerate(names)
    )
    board = "  plan:\n    kind: board\n    front: a.svg\n    copies: 1\n    size: [160, 40]\n    cells:\n"
    (folder / "game.yaml").write_text(HEAD.replace("rules: rules.md\n", "") + board + cells, "utf-8")
    game = read_game(folder, KINDS)
    assert [each.code for each in check_odd_cells(game, expand_parts(game, KINDS))] == found
