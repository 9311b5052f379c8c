"""Each part that the rules name, count or show passes; one that they never mention is told, at its place in the data."""

from pathlib import Path

import pytest

from generator.check.check_context import CheckContext
from generator.check.table import CHECKS, run_checks
from generator.check.words.part_names import check_mentions
from generator.components import KINDS
from generator.components.designs import expand_parts
from generator.load.game import read_game
from generator.model.paper import PAPERS
from generator.program.identity import find_resources
from tests.check.facts import keep_facts
from tests.samples import for_each

GAME = """\
title: Die Wren
version: "1"
players: [1, 2]
parts:
  hand: {kind: card, title: Hand cards, size: standard, front: a.svg.j2, copies: 4}
  die: {kind: die, title: Dice, size: 16, faces: [1, 6, 2, 5, 3, 4], front: a.svg.j2, copies: 2}
  psycho: {kind: token, title: The psycho, diameter: 14, front: a.svg.j2, copies: 1}
  wolf: {kind: token, title: Würfel, diameter: 14, front: a.svg.j2, copies: 1}
"""
FIGURE = "figures:\n  way: {template: a.svg.j2, size: [9, 9], alt: a way, KEY}\n"
ALL = "A hand card, two dice, one psycho and a Würfel."


def told(folder: Path, rules: str | None, more: str = "") -> list[str]:
    home = folder / "wren"
    home.mkdir(exist_ok=True)
    if rules is not None:
        (home / "rules.md").write_text(rules, encoding="utf-8")
        more += "rules: rules.md\n"
    (home / "game.yaml").write_text(GAME + more, encoding="utf-8")
    game = read_game(home, KINDS, words=find_resources("templates") / "words")
    return [
        keep_facts(str(finding).removeprefix(f"{home}/"), r"\([^()]+\)")
        for finding in check_mentions(CheckContext(game, expand_parts(game, KINDS), (), PAPERS["a4"]))
    ]


def line(place: str, part: str, title: str) -> str:
    return f"game.yaml:{place}: GF131 warning: {part!r} `({title})`"


HAND, DIE = line("5:3", "hand", "Hand cards"), line("6:3", "die", "Dice")
PSYCHO, WOLF = line("7:3", "psycho", "The psycho"), line("8:3", "wolf", "Würfel")


@pytest.mark.parametrize(
    "rules",
    [
        ALL,
        ALL.replace("hand card", "card"),  # there are no other cards
        "HAND CARDS and the die.\n\n| Psychos | Würfel |\n|---|---|\n| 1 | 2 |",
        "*Hand\ncards*, **dice**, [the psycho](#x) and Würfelbecher.\n\n# X",
        "{{ claim(4, 'hand') }} of {{ claim(2, \"count('die')\") }}, {{ claim(1, 'count(\"psycho\")') }} psycho.\n\nEin WÜRFEL",
    ],
)
def test_what_is_named_or_counted_is_mentioned(tmp_path: Path, rules: str) -> None:
    assert told(tmp_path, rules) == []


@for_each(
    [
        ("Nothing at all.", [HAND, DIE, PSYCHO, WOLF]),
        (ALL.replace("hand card", "paper in hand"), [HAND]),
        (ALL.replace("dice", "dimes"), [DIE]),  # misnamed, and a title that is no mention
        (ALL.replace("dice", "dicey"), [DIE]),
        (ALL.replace("psycho", "psychopath"), [PSYCHO]),
        (ALL.replace("Würfel", "Wurfel"), [WOLF]),
        (ALL.replace("two dice", "`dice`, [two](#dice)") + "\n\n# Wren", [DIE]),
    ]
)
def test_what_is_missing_or_misnamed_is_not(tmp_path: Path, rules: str, lines: list[str]) -> None:
    assert told(tmp_path, rules) == lines


def test_a_figure_mentions_its_parts_where_it_is_shown(tmp_path: Path) -> None:
    rules = "A psycho, a Würfel.\n\n![The way](figure:way)\n"
    assert told(tmp_path, rules, FIGURE.replace("KEY", "part: hand, parts: [die]")) == []
    assert told(tmp_path, rules, FIGURE.replace("KEY", "parts: [die]")) == [HAND]
    assert told(tmp_path, "A psycho, a Würfel.", FIGURE.replace("KEY", "part: hand")) == [HAND, DIE]


def test_a_game_without_rules_has_nothing_to_mention(tmp_path: Path) -> None:
    assert told(tmp_path, None) == []


def test_it_is_among_the_checks(tmp_path: Path) -> None:
    told(tmp_path, "A hand card, one psycho and a Würfel.")
    game = read_game(tmp_path / "wren", KINDS)
    parts = expand_parts(game, KINDS)
    assert [finding.code for finding in run_checks(CheckContext(game, parts, parts[:1], PAPERS["a4"]), CHECKS)] == [
        "GF131"
    ]
