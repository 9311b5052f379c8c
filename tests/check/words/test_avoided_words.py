"""Words that the terms of a game avoid (GF187): where they are found, and what is left alone."""

from pathlib import Path

import pytest

from generator.check.check_context import CheckContext
from generator.check.words.avoided_words import check_avoided_words
from generator.components import KINDS
from generator.components.designs import expand_parts
from generator.load.game import read_game
from generator.model.finding import DataError
from generator.model.game import Game
from generator.model.paper import PAPERS
from generator.model.printed import ReadPiece, TextRun
from tests.messages import facts
from tests.samples import for_each

TERMS = """\
terms:
  path: {word: path, avoid: [line, "track*"], except: [in line, "line* of sight"]}
  part: {word: board part, avoid: [part]}
"""
GAME = """\
title: Wren
version: "1"
players: [2, 4]
about: A game of eggs.
parts:
  hand: {kind: card, title: Hand cards, size: standard, front: a.svg.j2, rows: cards.csv}
rules: rules.md
"""
HERE = GAME.count("\n") + 2  # the line of the first term
ROWS = "id,says,copies\n1,Follow a line,4\n2,Rest,1\n"
WORDS = Path(__file__).parents[3] / "templates" / "words"


def read(home: Path, rules: str, terms: str = TERMS, **others: str) -> Game:
    """Return a game with these rules and terms."""
    folder = home / "wren"
    folder.mkdir(exist_ok=True)
    files = {"game.yaml": GAME + terms, "rules.md": rules, "cards.csv": ROWS}
    for name, text in {**files, **{key.replace("_", "."): text for key, text in others.items()}}.items():
        (folder / name).write_text(text, encoding="utf-8")
    return read_game(folder, KINDS, words=WORDS)


def find(game: Game, *texts: str) -> list[str]:
    """Return the facts of what is found, with texts printed on the front of the first card, far from one another."""
    runs = tuple(TextRun(text, "", 3.0, (1.0, 0.0, 0.0, 1.0, 5.0, 40.0 * n)) for n, text in enumerate(texts))
    place, paper = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0), (210.0, 297.0)
    card = ReadPiece("hand.1.c1.front", "hand", "1", 1, "front", "a.pdf", 1, place, b"", None, paper, runs=runs)
    parts = expand_parts(game, KINDS)
    found = check_avoided_words(CheckContext(game, parts, parts, PAPERS["a4"], pdf=[card, card._replace(copy=2)]))
    home = f"{game.folder}/"
    return [facts(each._replace(message=each.message.replace(home, ""))).removeprefix(home) for each in found]


def test_rules_use_the_word_of_the_term(tmp_path: Path) -> None:
    rules = "# The lines\n\nFollow a *path*\nor a line {{ part('hand') }} line.\n\n> A tracked hand.\n"
    path = f"'path' game.yaml:{HERE}:3 `except`"
    assert find(read(tmp_path, rules)) == [
        f"rules.md:1:7: GF187 warning: 'lines' {path}",
        f"rules.md:4:6: GF187 warning: 'line' {path}",
        f"rules.md:4:30: GF187 warning: 'line' {path}",
        f"rules.md:6:5: GF187 warning: 'tracked' {path}",
    ]


@for_each(
    [
        "Stand in line, with lines of sight, on the path.",
        "Each board part counts, and the board parts.",
        "Do not say 'line' or \u201cline.\u201d",
        "`line` and ``a line``",
        "```\na line\n```",
        "See [the path](#1-the-line) <!-- a line --> <a id='line'>here</a>.",
        "Online, outlines and line-ups.",
    ]
)
def test_exceptions_the_terms_own_word_quotes_code_and_links_are_left_alone(tmp_path: Path, rules: str) -> None:
    assert find(read(tmp_path, rules)) == []


def test_an_exception_without_a_word_to_avoid_does_no_harm(tmp_path: Path) -> None:
    terms = "terms: {path: {word: path, avoid: [line], except: [turned over]}}\n"
    assert len(find(read(tmp_path, "Follow the line.", terms))) == 1


def test_an_exception_covers_its_own_words_alone(tmp_path: Path) -> None:
    assert len(find(read(tmp_path, "In line, a line of sight, line, in line."))) == 1


def test_texts_of_the_data_have_their_places(tmp_path: Path) -> None:
    game = read(tmp_path, "", TERMS + 'notice: "A fair line."\nprint_notes: ["Cut.", "Fold the line."]\n')
    path = f"'path' game.yaml:{HERE}:3 `except`"
    assert find(game) == [
        f"game.yaml:{HERE + 2}:9: GF187 warning: `notice` 'line' 'A fair line.' {path}",
        f"game.yaml:{HERE + 3}:23: GF187 warning: `print_notes` 'line' 'Fold the line.' {path}",
    ]


def test_a_printed_text_is_told_once_at_its_row_or_its_template(tmp_path: Path) -> None:
    path = f"'path' game.yaml:{HERE}:3 `except`"
    assert find(read(tmp_path, ""), "Follow a line", "No part", "No part", "A path") == [
        f"cards.csv:2:3: GF187 warning: 1 1 'line' 'Follow a line' {path}",
        f"game.yaml:6:64: GF187 warning: 1 1 'part' 'No part' 'board part' game.yaml:{HERE + 1}:3 `except`",
    ]


def test_a_translation_has_words_of_its_own(tmp_path: Path) -> None:
    table = (
        "about: Ein Eierspiel mit Linie.\nparts: {hand: [Karte, Karten]}\n"
        'game_terms: {path: {word: Weg, avoid: ["Linie*"], except: [in Linie]}, part: Brettteil}\n'
    )
    game = read(
        tmp_path,
        "A {{ term('path') }}, a {{ term('part') }}.",
        rules_de_yaml=table,
        rules_de_md=("Ein {{ term('path') }}, ein {{ term('part') }}, Linien, in Linie, a line."),
    )
    assert game.translations[0].rules.startswith("Ein Weg, ein Brettteil,")
    assert find(game) == [
        "rules.de.md:1:49: GF187 warning: 'Linien' 'Weg' rules.de.yaml:3:14 `except`",
        "rules.de.yaml:1:1: GF187 warning: 'Linie' 'Eierspiel mit Linie.' 'Weg' rules.de.yaml:3:14 `except`",
    ]


def test_a_game_without_such_terms_finds_nothing(tmp_path: Path) -> None:
    assert find(read(tmp_path, "A line.", "terms: {path: path}\n"), "A line") == []


@for_each(
    [
        ("{path: {word: path, avoid: [line, Line]}}", "8:42: GF003 'Line' game.yaml:8:36"),
        ("{path: {word: path, avoid: [line]}, way: {word: way, avoid: [path]}}", "8:69: GF006 'path' game.yaml:8:22"),
        ("{path: {word: path, avoid: ['*line']}}", "8:36: GF006 '*line' `*`"),
        ("{path: {word: path, avoid: [line], except: ['*row']}}", "8:52: GF006 '*row' `*`"),
        ("{path: {word: path, avoid: []}}", "8:35: GF006"),
        ("{path: {word: path}}", "8:9: GF005 'avoid'"),
        ("{path: {avoid: [line]}}", "8:9: GF005 'word'"),
        ("{path: {word: path, avoid: [line], also: [x]}}", "8:43: GF004 'also' 'avoid' 'except' 'word'"),
    ]
)
def test_wrong_terms_are_errors_at_their_place(tmp_path: Path, terms: str, fault: str) -> None:
    with pytest.raises(DataError) as error:
        read(tmp_path, "", f"terms: {terms}\n")
    found = [facts(each).replace(f"{tmp_path}/wren/", "") for each in error.value.findings]
    assert found == [f"game.yaml:{fault}"]


def test_an_unknown_term_of_a_translation_is_an_error(tmp_path: Path) -> None:
    table = "about: Ein Spiel.\nparts: {hand: [Karte, Karten]}\ngame_terms: {weg: Weg}\n"
    with pytest.raises(DataError) as error:
        read(tmp_path, "", rules_de_yaml=table, rules_de_md="Ein Spiel.")
    assert [facts(each).replace(f"{tmp_path}/wren/", "") for each in error.value.findings] == [
        "rules.de.yaml:3:14: GF008 'weg' 'part' 'path'"
    ]
