"""Shared terms in rules and data, and claims in templates."""

from pathlib import Path

import pytest

from generator.components import KINDS
from generator.load.game import read_game
from generator.load.template_claims import read_template_claims
from generator.model.finding import DataError, DrawingError
from generator.model.game import Game
from tests.samples import for_each

GAME = """\
title: Wren
version: "1"
players: [2, 4]
about: "A game of {{ term('round') }}s."
parts:
  hand: {kind: card, title: Hand cards, size: standard, front: a.svg.j2, rows: cards.csv}
terms: {round: flight, hand-limit: 7, share: 1.5}
rules: rules.md
"""
ROWS = "id,says,copies\n1,{{ term('hand-limit') }} eggs,4\n"
WORDS = Path(__file__).parents[2] / "templates" / "words"


def write_game(folder: Path, rules: str, game: str = GAME, **others: str) -> Path:
    """Write a game into a folder, and return the folder."""
    home = folder / "wren"
    home.mkdir()
    files = {"game.yaml": game, "rules.md": rules, "cards.csv": ROWS, **others}
    for name, text in files.items():
        (home / name).write_text(text, encoding="utf-8")
    return home


def read(folder: Path, rules: str, game: str = GAME, **others: str) -> Game:
    """Return a game with these rules."""
    return read_game(write_game(folder, rules, game, **others), KINDS, words=WORDS)


def find_faults(folder: Path, rules: str, game: str = GAME, **others: str) -> list[str]:
    """Return line, column, code and message of what is wrong with a game."""
    with pytest.raises(DataError) as error:
        read(folder, rules, game, **others)
    return [f"{each.place.line}:{each.place.column} {each.code} {each.message}" for each in error.value.findings]


def test_a_term_can_be_a_list_of_icons(tmp_path: Path) -> None:
    icons = "icons: {oil: icons.svg#oil, salt: icons.svg#salt}\nterms: {cost: 'two: {oil} {salt}', "
    drawn = {"icons.svg": "<svg/>"}
    game = GAME.replace("terms: {", icons)
    assert read(tmp_path, "Pay {{ term('cost') }}.", game, **drawn).rules == "Pay two: {oil} {salt}."
    for number, (text, fault) in enumerate(
        (("{oil} {sald}", "the game has no icon 'sald'"), ("{% x %}", "terms.cost must be"))
    ):
        folder = tmp_path / str(number)
        folder.mkdir()
        (told,) = find_faults(folder, "Pay {{ term('cost') }}.", game.replace("two: {oil} {salt}", text), **drawn)
        assert fault in told


def test_terms_are_printed_in_rules_rows_and_texts(tmp_path: Path) -> None:
    game = read(tmp_path, "Hold {{ term('hand-limit') }} cards in a {{ term('round') }}, {{ term('share') }} each.")
    assert game.rules == "Hold 7 cards in a flight, 1.5 each."
    assert game.data.about == "A game of flights."
    assert game.rows["hand"][0].values["says"] == "7 eggs"
    assert [game.rules[mark.start : mark.end] for mark in game.marked] == ["7", "flight", "1.5"]


@for_each(
    [
        ("A {{ term('rund') }}.", "1:3 GF008 the game has no term 'rund'; did you mean 'round'?"),
        ("A {{ term() }}.", "1:3 GF009 term() takes the name of a term in quotes: {{ term('hand-limit') }}"),
        ("A {{ term('round', 2) }}.", "1:3 GF009 term() takes the name of a term in quotes: {{ term('hand-limit') }}"),
        ("A {{ term(7) }}.", "1:3 GF008 the game has no term 7; there are 'hand-limit', 'round' and 'share'"),
    ]
)
def test_a_wrong_term_is_an_error_at_its_place(tmp_path: Path, rules: str, fault: str) -> None:
    assert find_faults(tmp_path, rules) == [fault]


@for_each([("round: flight", "Round: flight"), ("flight", '"{{ x }}"'), ("flight", '" "')])
def test_names_and_texts_of_terms(tmp_path: Path, old: str, new: str) -> None:
    faults = find_faults(tmp_path, "# Wren", GAME.replace(old, new, 1).replace("{{ term('round') }}", "x"))
    assert [fault.split()[0].partition(":")[0] for fault in faults if "terms" in fault] == ["7"]


GERMAN = "about: Ein Spiel.\nparts: {hand: [Karte, Karten]}\n"


def test_a_translation_prints_numbers_and_translated_words(tmp_path: Path) -> None:
    others = {
        "rules.de.md": "Ein {{ term('round') }}, {{ term('hand-limit') }} Karten, {{ term('share') }} mal.",
        "rules.de.yaml": GERMAN + "words: {flight: Flug}\n",
    }
    game = read(tmp_path, "# Wren", **others)
    assert game.translations[0].rules == "Ein Flug, 7 Karten, 1,5 mal."


def test_a_term_without_a_translation_is_an_error(tmp_path: Path) -> None:
    others = {"rules.de.md": "Ein {{ term('round') }}.", "rules.de.yaml": GERMAN}
    (fault,) = find_faults(tmp_path, "# Wren", **others)
    assert fault.startswith("1:5 GF005")
    assert "'round'" in fault


TEMPLATES = {
    "a": "<svg>\n  {{ claim(24, 'hand') }}{% include 'b' %}\n{# claim(1, 'x') #}</svg>",
    "b": "<g>{{ claim('six', 'hand', id=1) }}</g>{% import \"a\" as a %}{% include 'gone' %}",
    "c": "{% set x = claim(24, 'hand') %}",
    "d": "{{ claim(row.n, 'hand') }}",
    "e": "{{ claim(24, 'hand')|int }}",
}


def read_template(name: str) -> tuple[str, Path]:
    """Return the text and the path of a template."""
    if name not in TEMPLATES:
        raise DrawingError(f"there is no template {name!r}")
    return TEMPLATES[name], Path(f"templates/{name}.svg.j2")


def test_claims_of_templates_and_of_what_they_include_are_read() -> None:
    found = read_template_claims(["a", "b", "a"], read_template)
    assert [(each.value, each.what, dict(each.where), each.place.line, each.place.column) for each in found] == [
        (24, "hand", {}, 2, 3),
        ("six", "hand", {"id": 1}, 1, 4),
    ]
    assert [Path(each.place.file).name for each in found] == ["a.svg.j2", "b.svg.j2"]


@for_each([("c", 12), ("d", 4), ("e", 4)])
def test_a_claim_in_a_template_is_plain_and_alone(name: str, column: int) -> None:
    with pytest.raises(DataError) as error:
        read_template_claims([name], read_template)
    assert [(each.code, each.place.line, each.place.column) for each in error.value.findings] == [("GF009", 1, column)]
