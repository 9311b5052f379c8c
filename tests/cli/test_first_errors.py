"""What a first-time user does wrong: each wrong turn is answered by one line that leads on."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.test_commands import read_tree, remove_file, replace_text
from tests.kits import run
from tests.messages import facts_of

Change = Callable[[Path], None]


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Change to a directory with a new game in the folder `psycle`, and return it."""
    monkeypatch.chdir(tmp_path)
    assert run(["new", "hen", "--like", "cards"])[0] == 0
    (tmp_path / "hen").rename(tmp_path / "psycle")
    return tmp_path


def make_empty_folder(home: Path) -> None:
    (home / "empty").mkdir()


def misplace_template(home: Path) -> None:
    (home / "psycle/templates/card.svg.j2").rename(home / "psycle/card.svg.j2")


def empty_table(home: Path) -> None:
    (home / "psycle/cards.csv").write_bytes(b"")


def nothing(home: Path) -> None:
    """Change nothing: the wrong turn is on the command line."""


# a change of the game, what is built, the facts of the error line, and words that it holds
TURNS: dict[str, tuple[Change, list[str], str, str]] = {
    "no folder of that name": (
        nothing,
        ["nothing-like-it"],
        "nothing-like-it: GF001 'hypnosia' 'pachisi' 'pharaoh' 'psychopaths' 'psycle' `gutterfold new NAME`",
        "there is no game or folder",
    ),
    "a wrong name": (nothing, ["psycel"], "psycel: GF001 'psycle'", "did you mean"),
    "a file instead of its folder": (
        nothing,
        ["psycle/game.yaml"],
        "psycle/game.yaml: GF001 'psycle'",
        "name the folder",
    ),
    "another file of a game": (nothing, ["psycle/cards.csv"], "psycle/cards.csv: GF001 'psycle'", "name the folder"),
    "an empty folder": (
        make_empty_folder,
        ["empty"],
        "empty/game.yaml: GF001 `gutterfold new NAME`",
        "a game is a folder",
    ),
    "no name, beside the game": (nothing, [], "game.yaml: GF001 'psycle' `gutterfold new NAME`", "name the game"),
    "a template that is missing": (
        remove_file("templates/card.svg.j2"),
        ["psycle"],
        "psycle/game.yaml:23:12: GF206 'card.svg.j2' 1 27",
        "draw it in the game's templates/",
    ),
    "a template in the wrong place": (
        misplace_template,
        ["psycle"],
        "psycle/game.yaml:23:12: GF206 'card.svg.j2' 1 27",
        "move it into templates/",
    ),
    "a template that is misspelled": (
        replace_text("game.yaml", "back: back", "back: bakc"),
        ["psycle"],
        "psycle/game.yaml:24:11: GF206 'bakc.svg.j2' 'back.svg.j2' 1 27",
        "did you mean",
    ),
    "no rules": (
        remove_file("rules.md"),
        ["psycle"],
        "psycle/game.yaml:32:8: GF001 'rules.md' 'cards.csv' 'game.yaml'",
        "add it",
    ),
    "a wrong key": (
        replace_text("game.yaml", "    front: card", "    frnt: card"),
        ["psycle"],
        "psycle/game.yaml:23:5: GF004 'frnt' 'front'",
        "did you mean",
    ),
    "a wrong column": (
        replace_text("cards.csv", "id,number,", "id,numbr,"),
        ["psycle"],
        "psycle/templates/card.svg.j2:7:19: GF207 'number' 'numbr' psycle/cards.csv:2 1 27",
        "a column of psycle/cards.csv:2?",
    ),
    "a part that is misspelled, beside odd data": (
        replace_text("cards.csv", "3,3,The", "3,33,The"),
        ["psycle", "--only", "crad"],
        "--only: GF008 'crad' 'card'",
        "did you mean",
    ),
    "a word for a color": (
        replace_text("game.yaml", 'paint: "#D55E00"', "paint: red"),
        ["psycle"],
        "psycle/game.yaml:12:21: GF006 'red' '\"#ff0000\"'",
        """did you mean '"#ff0000"', in quotes since # begins a comment?""",
    ),
    "a color without quotes, and a blank line below": (
        replace_text("game.yaml", '"#56B4E9"', "#56B4E9"),
        ["psycle"],
        'psycle/game.yaml:16:17: GF002 "#56B4E9"',
        'put the color in quotes: "#56B4E9"',
    ),
    "an apostrophe in single quotes": (
        replace_text("game.yaml", "title: Cards", "title: 'Hen's cards'"),
        ["psycle"],
        "psycle/game.yaml:21:16: GF002",
        "double it, or put the text in double quotes",
    ),
    "a name that HTML knows": (
        replace_text("templates/card.svg.j2", "{{ row.name }}</text>", "{{ row.name }}&nbsp;!</text>"),
        ["psycle"],
        "psycle/templates/card.svg.j2:12:32: GF201",
        "XML does not know &nbsp;; write &#160;",
    ),
    "a size in inches": (
        replace_text("game.yaml", "size: poker", "size: 2.5x3.5in"),
        ["psycle"],
        "psycle/game.yaml:22:11: GF006 'poker' 'standard' 'tcg' 'bridge' 'tarot' 'mini-euro' 'mini-usa' 'euro' 'japanese' "
        "'square' '2.5x3.5in' 63.5 88.9",
        "not '2.5x3.5in'; write [63.5, 88.9]",
    ),
    "a size that is misspelled": (
        nothing,
        ["psycle", "--set", "card.size=tarott"],
        "--set card.size: GF006 'poker' 'standard' 'tcg' 'bridge' 'tarot' 'mini-euro' 'mini-usa' 'euro' 'japanese' "
        "'square' 'tarott' 'tarot'",
        "or [width, height] in mm, not 'tarott'",
    ),
    "one sign that compares": (
        replace_text("game.yaml", "per_color('card') == 7", "per_color('card') = 7"),
        ["psycle"],
        "psycle/game.yaml:49:12: GF103 1 7",
        "1 to 7: to compare, write == instead of =",
    ),
    "one sign that compares arguments": (
        replace_text("game.yaml", "per_color('card') == 7", "per_color('card' = 7)"),
        ["psycle"],
        "psycle/game.yaml:49:12: GF103 1 7",
        "1 to 7: to compare, write == instead of =",
    ),
    "an argument by its name": (
        replace_text("game.yaml", "per_color('card') == 7", "count('card', number=7) 7"),
        ["psycle"],
        "psycle/game.yaml:49:12: GF103 1 7",
        "it is not an expression: something follows its end",
    ),
    "a file without a letter": (
        empty_table,
        ["psycle"],
        "psycle/cards.csv:1:1: GF002",
        "the file is empty; begin with a line of column names, such as id,name,copies",
    ),
    "a loop without an end": (
        replace_text("templates/card.svg.j2", "  {% endfor %}\n  <g color", "  <g color"),
        ["psycle"],
        "psycle/templates/card.svg.j2:5:3: GF207 5 1 27",
        "the for of line 5 has no {% endfor %} (drawing",
    ),
    "a loop that ends within another block": (
        replace_text("templates/card.svg.j2", "  {% endfor %}\n  <g color", "  {% endif %}\n  <g color"),
        ["psycle"],
        "psycle/templates/card.svg.j2:5:3: GF207 5 10 1 27",
        "the for of line 5 has no {% endfor %} before the {% endif %} of line 10 (drawing",
    ),
    "an end too many": (
        replace_text("templates/card.svg.j2", "</svg>", "{% endfor %}</svg>"),
        ["psycle"],
        "psycle/templates/card.svg.j2:18:1: GF207 1 27",
        "this {% endfor %} ends nothing; remove it, or write the for that it ends",
    ),
    "an unknown font for the whole drawing": (
        replace_text("templates/card.svg.j2", 'font-family="Source Sans Pro"', 'font-family="Comic Sans"'),
        ["psycle"],
        "psycle/templates/card.svg.j2:1:71: GF204 'Comic Sans' 'Source Sans Pro' 'Source Serif Pro' `gutterfold fonts` 1 27",
        "there is no font",
    ),
    "an unknown font for a text": (
        replace_text("templates/card.svg.j2", 'font-family="Source Serif Pro"', 'font-family="Comic Sans"'),
        ["psycle"],
        "psycle/templates/card.svg.j2:12:52: GF204 'Comic Sans' 'Source Sans Pro' 'Source Serif Pro' `gutterfold fonts` 1 27",
        "there is no font",
    ),
    "a tab": (
        replace_text("game.yaml", "  - {part: card, each: 8", "\t- {part: card, each: 8"),
        ["psycle"],
        "psycle/game.yaml:29:1: GF002",
        "spaces here, not a tab",
    ),
    "a quote that is not closed": (
        replace_text("game.yaml", "mark: disc", 'mark: "disc'),
        ["psycle"],
        "psycle/game.yaml:12:38: GF002",
        "close this quote",
    ),
    "a key without a colon": (
        replace_text("game.yaml", "\nparts:\n", "\nparts\n"),
        ["psycle"],
        "psycle/game.yaml:18:1: GF002",
        "needs a colon",
    ),
    "a key without a colon, beside others": (
        replace_text("game.yaml", "    kind: card", "    kind card"),
        ["psycle"],
        "psycle/game.yaml:20:5: GF002",
        "needs a colon",
    ),
    "a key without a space behind its colon": (
        replace_text("game.yaml", "    kind: card", "    kind:card"),
        ["psycle"],
        "psycle/game.yaml:20:5: GF002",
        "and a space after it",
    ),
    "a space too few": (
        replace_text("game.yaml", "    size: poker", "   size: poker"),
        ["psycle"],
        "psycle/game.yaml:22:4: GF002 4",
        "indent this line by 4 spaces, like the one above",
    ),
    "a space too many": (
        replace_text("game.yaml", "    size: poker", "     size: poker"),
        ["psycle"],
        "psycle/game.yaml:22:6: GF002 4",
        "indent this line by 4 spaces, like the one above",
    ),
    "a part that is missing": (
        replace_text("game.yaml", "{part: card, each: 8", "{part: cards, each: 8"),
        ["psycle"],
        "psycle/game.yaml:29:12: GF008 0 'cards' 'card'",
        "did you mean",
    ),
    "a drawing without its namespace": (
        replace_text("templates/card.svg.j2", 'xmlns="http://www.w3.org/2000/svg" ', ""),
        ["psycle"],
        "psycle/templates/card.svg.j2:1:1: GF201 <svg> 'http://www.w3.org/2000/svg' <svg xmlns=\"http://www.w3.org/2000/svg\" ...> 1 27",
        "; write <svg",
    ),
    "an image that is missing": (
        replace_text("templates/card.svg.j2", "</svg>", '<image href="images/dragon.png" width="9" height="9"/></svg>'),
        ["psycle"],
        "psycle/templates/card.svg.j2:18:1: GF206 'images/dragon.png' 1 27",
        "put it there",
    ),
    "a name that is too long": (
        replace_text("cards.csv", "The Cook", "The Cook who cooks from dawn to dusk"),
        ["psycle"],
        "psycle/cards.csv:5:5: GF209 'The Cook who cooks from dawn to dusk' 13.09 3 3 psycle/templates/card.svg.j2:12:23 3",
        "make it shorter",
    ),
    "a text that is too long": (
        replace_text(
            "cards.csv",
            "Beats the 7",
            "Beats the 7 if the moon is full and all players agree; the 6 if they do not; and the 5 in the rain",
        ),
        ["psycle"],
        "psycle/cards.csv:3:15: GF202 4 44 14 3 'Beats the 7 if the moon is full and all\u2026' 1 psycle/templates/card.svg.j2:14:5 3",
        "the text needs 4 lines",
    ),
    "a brace too few": (
        replace_text("templates/card.svg.j2", "{{ row.name }}", "{{ row.name }"),
        ["psycle"],
        "psycle/templates/card.svg.j2:12:136: GF207 '{{ row.name }' '}}' 1 27",
        "is not closed; end it with",
    ),
    "a tag of a template that is open": (
        replace_text("templates/card.svg.j2", "{% endfor %}\n  <g color", "{% endfor }\n  <g color"),
        ["psycle"],
        "psycle/templates/card.svg.j2:10:3: GF207 '{% endfor }' '%}' 1 27",
        "is not closed; end it with",
    ),
    "a brace too few in the rules": (
        replace_text("rules.md", "{{ claim(28, 'card') }}", "{{ claim(28, 'card') }"),
        ["psycle"],
        "psycle/rules.md:9:5: GF009 24 'part'",
        "are not closed; write }} after",
    ),
    "one brace in the rules": (
        replace_text("rules.md", "{{ claim(28, 'card') }}", "{ claim(28, 'card') }"),
        ["psycle"],
        "psycle/rules.md:9:5: GF009 24 'part'",
        "write two braces before and after",
    ),
    "a color that is missing": (
        replace_text("templates/back.svg.j2", "colors['back']", "colors['bcak']"),
        ["psycle"],
        "psycle/templates/back.svg.j2:5:30: GF207 'bcak' 'back' 1 27",
        "did you mean",
    ),
}


@pytest.mark.sampled(5)
@pytest.mark.parametrize("turn", TURNS)
def test_a_wrong_turn_is_answered_by_one_line(turn: str, home: Path) -> None:
    change, names, expected, words = TURNS[turn]
    change(home)
    before = read_tree(home)
    code, stdout, stderr = run(["build", *names, "--quiet"])
    assert (code, stdout, facts_of(stderr.splitlines())) == (1, "", [expected])
    assert words in stderr
    assert read_tree(home) == before


def test_a_folder_without_a_game_builds_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for command in ("build", "booklet", "check", "colors"):
        code, stdout, stderr = run([command])
        assert (code, stdout) == (1, "")
        assert facts_of(stderr.splitlines()) == ["game.yaml: GF001 `gutterfold new NAME`"]
        assert "psycle" in stderr
    assert list(tmp_path.iterdir()) == []


def test_games_below_a_folder_are_named(home: Path) -> None:
    (home / "games").mkdir()
    (home / "psycle").rename(home / "games/psycle")
    code, _, stderr = run(["build", "games", "--quiet"])
    assert (code, facts_of(stderr.splitlines())) == (1, ["games/game.yaml: GF001 'games/psycle' `gutterfold new NAME`"])


def test_a_template_of_a_part_without_rows_is_told_so(home: Path) -> None:
    replace_text("game.yaml", "    rows: cards.csv\n", "    copies: 2\n")(home)
    code, _, stderr = run(["build", "psycle", "--quiet"])
    assert code == 1
    assert "'row' is undefined; the part has no `rows`" in stderr


def test_a_text_that_fits_in_no_row_is_the_fault_of_the_template(home: Path) -> None:
    replace_text("templates/card.svg.j2", 'y="49"', 'y="99"')(home)
    code, _, stderr = run(["build", "psycle", "--quiet"])
    places = {line.split(" ")[0] for line in stderr.splitlines()}
    assert (code, places) == (1, {"psycle/templates/card.svg.j2:12:23:"})


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
def test_a_spreadsheet_saved_as_unicode_text_is_read(encoding: str, home: Path) -> None:
    """Excel writes UTF-16 with a byte order mark, tabs and CR LF."""
    cards = home / "psycle/cards.csv"
    text = "id\tnumber\tname\ttext\tcopies\r\n" + "".join(f"{n}\t{n}\tThe {n}\tBl\u00fcht.\t1\r\n" for n in range(1, 8))
    cards.write_bytes(("\ufeff" + text).encode(encoding))
    assert run(["build", "psycle", "--quiet", "--format", "svg"]) == (0, "", "")
    cards.write_bytes(("\ufeff" + text.replace("Bl\u00fcht.\t1\r\n3", "Bl\u00fcht.\tone\r\n3")).encode(encoding))
    code, _, stderr = run(["build", "psycle"])
    shown = "  3 | 2   2   The 2   Bl\u00fcht.  one\n    |                         ^"
    assert (code, stderr.split(" ")[2]) == (1, "...\npsycle/cards.csv:3:18:")
    assert shown in stderr


def test_below_the_folder_of_a_game_the_way_there_is_told(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (home / "psycle/templates/art").mkdir()
    monkeypatch.chdir(home / "psycle/templates/art")
    code, stdout, stderr = run(["build"])
    says = "this folder holds no game; it is inside the folder of a game; go there with `cd ../..`"
    assert (code, stdout, stderr.splitlines()[0]) == (1, "", f"game.yaml: GF001 {says}")


def test_a_language_is_chosen_in_capitals_too(home: Path) -> None:
    kit = home / "output/psycle/psycle-rules-a5.pdf"
    assert run(["booklet", "psycle", "--lang", "EN", "--quiet"]) == (0, "", "")
    written = kit.read_bytes()
    assert run(["booklet", "psycle", "--lang", "en", "--quiet"]) == (0, "", "")
    assert kit.read_bytes() == written
