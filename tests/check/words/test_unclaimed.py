"""What nothing checks is listed by place, each with the claim to write; the claim, once written, holds its sentence."""

from pathlib import Path

import yaml
from msgspec.structs import replace

from generator.check.claims.judge import judge_claims
from generator.check.words.unclaimed import list_unclaimed_words
from generator.components import KINDS
from generator.components.designs import expand_parts
from generator.model.coverage import UnclaimedWord
from generator.model.game import Game
from tests.check.words.kit import GAME, read_orchard
from tests.samples import for_each

BOARD = """\
  ring:
    kind: board
    front: a.svg.j2
    copies: 1
    grid: {columns: 2, rows: 2, cell: 20}
    areas: {all: [r0c0..1, r1c0..1]}
    joins: [[r0c0, r0c1, side, one-way], [r0c1, r1c1, side, one-way], [r1c1, r1c0, side, one-way], [r1c0, r0c0, side, one-way]]
rules: rules.md
"""


def list_words(game: Game) -> list[UnclaimedWord]:
    return list(list_unclaimed_words(game, expand_parts(game, KINDS)))


def show(words: list[UnclaimedWord]) -> list[str]:
    """Return line, column, kind and word, and the braces or the check of the claim to write."""
    return [
        f"{each.place.line}:{each.place.column} {each.kind} {each.word}: "
        f"{each.braces or yaml.safe_load(each.claim)['check']}"
        for each in words
    ]


@for_each([
        ("There are 60 cherries.", ["1:11 number 60: count('cherry') == 60"]),
        ("There are sixty cherries.", ["1:11 number sixty: count('cherry') == 60"]),
        ("There are 61 cherries.", ["1:11 number 61: ... == 61"]),
        ("An apple brings 3 points.", ["1:4 name apple: one('tree', id='apple').points == 3",
                                       "1:17 number 3: one('tree', id='apple').points == 3"]),
        ("There are 12 x apple and pear.", ["1:11 number 12: count('tree', id='apple') == 12",
                                            "1:16 name apple: count('tree', id='apple') == 12",
                                            "1:26 name pear: count('tree', id='apple') == 12"]),
        ("An apple costs 12 coins.", ["1:4 name apple: ... == 12", "1:16 number 12: ... == 12"]),
        ("> - A *Stone Pear*, it is red.\n", ["1:8 name Stone Pear: ...",
                                            "1:27 color red: {{ color('player.red') }}"]),
        ("Red begins. For 2 to 5 players.", ["1:1 color Red: {{ Color('player.red') }}",
                                           "1:17 number 2: ... == 2 and players() == [2, 5]",
                                           "1:22 number 5: ... == 2 and players() == [2, 5]"]),
        ("| Card | Points |\n|---|---|\n| Apple | 3 |\n| Pear | 9 |", [
            "3:3 name Apple: one('tree', id='apple').points == 3",
            "3:11 number 3: one('tree', id='apple').points == 3",
            "4:3 name Pear: ... == 9",
            "4:10 number 9: ... == 9"]),
        ("Five player aids.", ["1:1 number Five: ... == 5"]),  # not the number of players
        ("Take 2. Five players.", ["1:6 number 2: ... == 2", "1:9 number Five: ... == 5"]),
        ("Play goes clockwise.", ["1:11 direction clockwise: ... == 'clockwise'"]),
        ("{{ claim(60, 'cherry') }} cherries, 7 of them\nripe.", ["1:37 number 7: ... == 7"]),
    ])  # fmt: skip
def test_words_are_listed_with_the_claim_to_write(tmp_path: Path, text: str, found: list[str]) -> None:
    assert show(list_words(read_orchard(tmp_path, text))) == found


@for_each(
    [
        "{{ claim(60, 'cherry') }} cherries, and {{ color('player.red') }} and {{ Color('player.blue') }}.",
        "# 3 apples\n\n`4 apples` [5 apples](#3-apples) <!-- 6 -->\n",
        "One of you takes one: a pineapple, a redhead, 3rd-rate, v1.2.3 and r0c1.",
    ]
)
def test_what_braces_print_and_nobody_reads_is_not_listed(tmp_path: Path, text: str) -> None:
    assert list_words(read_orchard(tmp_path, text)) == []


@for_each(
    [
        ("clockwise", "circuit('ring', 'all') == 'clockwise'"),
        ("counterclockwise", "... == 'counterclockwise'"),
        ("left", "... == 'left'"),
    ]
)
def test_a_direction_is_that_of_the_board(tmp_path: Path, word: str, check: str) -> None:
    data = GAME.replace("rules: rules.md\n", BOARD)
    assert show(list_words(read_orchard(tmp_path, f"Pawns go {word}.", data))) == [f"1:10 direction {word}: {check}"]


def test_the_claim_that_is_offered_holds_its_sentence(tmp_path: Path) -> None:
    rules = (
        "# Orchard\n\n## The deck\n\nThere are **60 cherries**; an apple brings 3 points ([more](#the-deck)). 7 rest.\n"
    )
    words = list_words(read_orchard(tmp_path, rules))
    claims = list(dict.fromkeys(each.claim for each in words))
    assert [yaml.safe_load(each) for each in claims] == [
        {
            "id": "R5",
            "says": "There are 60 cherries; an apple brings 3 points (more)",
            "rests_on": "rules.md, The deck",
            "check": "count('cherry') == 60 and one('tree', id='apple').points == 3",
        },
        {"id": "R5.2", "says": "7 rest", "rests_on": "rules.md, The deck", "check": "... == 7"},
    ]
    held = read_orchard(tmp_path, rules, f"{GAME}claims:\n  - {claims[0]}\n")
    assert show(list_words(held)) == ["5:74 number 7: ... == 7"]
    assert judge_claims(held, expand_parts(held, KINDS)).findings == ()
    other = read_orchard(tmp_path, rules.replace("brings 3", "brings 2"), f"{GAME}claims:\n  - {claims[0]}\n")
    assert len(list_words(other)) == 4  # the sentence is not what the claim says


def test_a_game_of_some_parts_lists_the_names_of_those_alone(tmp_path: Path) -> None:
    game = read_orchard(tmp_path, "An apple, and 60 cherries.")
    cherries = [part for part in expand_parts(game, KINDS) if part.id == "cherry"]
    assert show(list(list_unclaimed_words(game, cherries))) == ["1:15 number 60: count('cherry') == 60"]


def test_without_rules_nothing_is_listed(tmp_path: Path) -> None:
    assert list_words(replace(read_orchard(tmp_path, "3"), rules=None, first=None)) == []
