"""The form of game.yaml: its fields come from the schema, and what is typed becomes a value of its type."""

import csv
import io
from collections.abc import Iterator
from pathlib import Path

import pytest

from generator.load.layouts import list_layouts
from generator.model.finding import DataError
from generator.pipeline.editing.form_fields import NOTHING, FormField, FormGroup, FormReader
from generator.pipeline.editing.game_edits import (
    PartRequest,
    add_part,
    add_rules,
    change_field,
    open_form,
    paint_colors,
    rename_part,
    take_layout,
)
from generator.pipeline.editing.yaml_edits import read_tree
from generator.pipeline.preview import GamePreview

ROOT = Path(__file__).parents[3]
GAME = """\
title: Deck  # a small one
version: "1"
players: [2, 4]
colors:
  suit.red: {paint: "#C00000", tint: 50}
parts:
  card:
    kind: card
    size: poker
    rows: cards.csv
    copies: 1
    layout: spell  # a ring
  aid:
    kind: card
    size: [63, 88]
    front: aid.svg.j2
    rows:
      - {id: a}
    copies: 2
setup:
  - {part: card, each: 1}
"""


@pytest.fixture
def deck(tmp_path: Path) -> Path:
    folder = tmp_path / "deck"
    (folder / "templates").mkdir(parents=True)
    (folder / "game.yaml").write_text(GAME)
    (folder / "cards.csv").write_text("name,school,cost\nOwl,air,2\n")
    (folder / "templates" / "aid.svg.j2").write_text('<svg xmlns="http://www.w3.org/2000/svg"/>')
    return folder


def read_form(deck: Path) -> FormReader:
    return open_form(deck, GAME, "game.yaml", {"card": {"name": ["Owl"], "school": ["air"], "cost": ["2"]}})


def list_fields(form: FormGroup) -> Iterator[FormField]:
    yield from (*form.fields, *form.more)
    for inner in form.groups:
        yield from list_fields(inner)


def find_field(form: FormGroup, *path: str | int) -> FormField:
    return next(field for field in list_fields(form) if field.path == path)


def test_fields_follow_the_schema_and_show_the_file(deck: Path) -> None:
    form = read_form(deck).describe()
    copies = find_field(form, "parts", "aid", "copies")
    assert (copies.control, copies.value, copies.least, copies.most, copies.line) == ("number", "2", 1, 10_000, 19)
    size = find_field(form, "parts", "aid", "size")
    assert (size.control, size.value, size.is_open) == ("choice", "63, 88", True)
    assert ("tarot", "tarot") in size.choices
    kind = find_field(form, "parts", "card", "kind")
    assert (kind.control, kind.value, kind.is_open, ("tile", "tile") in kind.choices) == ("choice", "card", False, True)
    assert find_field(form, "parts", "card", "rows").choices == (("cards.csv", "cards.csv"),)
    assert find_field(form, "parts", "card", "one_way").control == "yes-no"
    assert find_field(form, "colors", "suit.red", "paint").control == "paint"
    assert find_field(form, "setup", 0, "part").choices == (("card", "card"), ("aid", "aid"))
    title = find_field(form, "parts", "card", "layout", "title")
    assert (title.value, title.usual) == ("", "name")
    assert [value for value, _ in title.choices] == ["name", "school", "cost", "false"]
    parts = next(group for group in form.groups if group.path == ("parts",))
    rows = next(group for group in parts.groups[1].groups if group.title == "rows")
    assert (rows.source, rows.line) == ("- {id: a}", 18)
    claims = next(group for group in form.groups if group.path == ("claims",))
    assert [field.label for field in claims.new] == ["id", "says", "rests on", "check", "level"]


@pytest.mark.parametrize(
    ("path", "typed", "value"),
    [
        (("title",), "42", "42"),
        (("players",), "2, 5", [2, 5]),
        (("minutes",), "30", 30),
        (("minutes",), "30, 45", [30, 45]),
        (("parts", "aid", "copies"), "3", 3),
        (("parts", "aid", "copies"), "many", "many"),
        (("parts", "aid", "size"), "tarot", "tarot"),
        (("parts", "aid", "size"), "44 x 67.5", [44, 67.5]),
        (("parts", "card", "one_way"), "true", True),
        (("parts", "card", "hidden"), "name\nschool", ["name", "school"]),
        (("parts", "card", "layout", "cost"), "false", False),
        (("parts", "card", "layout", "cost"), "cost", "cost"),
        (("setup", 0, "each"), "7", 7),
        (("setup", 0, "players"), "3", [3]),
        (("age",), "  ", NOTHING),
    ],
)
def test_what_is_typed_becomes_a_value_of_its_type(
    path: tuple[str | int, ...], typed: str, value: object, deck: Path
) -> None:
    found = read_form(deck).parse(path, typed)
    assert (found, type(found)) == (value, type(value))


def test_a_slot_of_a_layout_in_short_form_is_written_out() -> None:
    changed = change_field(GAME, "game.yaml", ("parts", "card", "layout", "cost"), "cost")
    assert changed == GAME.replace("layout: spell  # a ring", "layout:\n      use: spell  # a ring\n      cost: cost")
    assert change_field(GAME, "game.yaml", ("parts", "card", "layout", "use"), "tarot") == GAME.replace(
        "spell", "tarot"
    )
    assert change_field(GAME, "game.yaml", ("age",), NOTHING) == GAME


def test_a_layout_takes_the_place_of_a_template() -> None:
    changed = take_layout(GAME, "game.yaml", "aid", "tile")
    assert changed == GAME.replace("front: aid.svg.j2", "layout: tile")
    for part, name, code in (("aid", "no-layout", "GF008"), ("no-part", "tile", "GF005")):
        with pytest.raises(DataError, match=code):
            take_layout(GAME, "game.yaml", part, name)


def test_colors_that_hold_their_tint_are_written_without_it() -> None:
    changed = paint_colors(GAME, "game.yaml", {"suit.red": "#112233", "suit.blue": "#445566"})
    line = '  suit.red: {paint: "#112233"}\n  suit.blue: {paint: "#445566"}\n'
    assert changed == GAME.replace('  suit.red: {paint: "#C00000", tint: 50}\n', line)


def test_rules_begin_with_the_title(deck: Path) -> None:
    changed, name, text = add_rules(deck, GAME, "game.yaml", "Deck")
    assert (changed, name) == (GAME + "rules: rules.md\n", "rules.md")
    assert text.startswith("# Deck\n\n## What you need\n")
    with pytest.raises(DataError, match="GF006"):
        add_rules(deck, changed, "game.yaml", "Deck")


def test_a_part_in_any_layout_can_be_read_at_once(deck: Path) -> None:
    """All layouts, each as a part with a table of its own or, if it is a single piece, without one."""
    text, tables = GAME, 0
    for name in list_layouts():
        made = add_part(deck, text, "game.yaml", name, PartRequest(f"Part {name}"))
        text, tables = made.text, tables + bool(made.table)
        if made.table:
            (deck / made.table).write_text(made.rows)
            assert len(list(csv.DictReader(io.StringIO(made.rows)))) == 3
    assert tables > 10
    (deck / "game.yaml").write_text(text)
    counts = {part: count for part, _, count in GamePreview(deck).load().game.parts}
    assert counts["part-hero"] == 3
    assert counts["part-box"] == 1
    assert len(counts) == len(list_layouts()) + 2
    assert text.startswith(GAME.partition("setup:")[0])


@pytest.mark.parametrize(("title", "why"), [("Aid", "already"), ("1st", "begin it with a letter"), ("", "begin it")])
def test_a_part_needs_a_title_of_its_own(deck: Path, title: str, why: str) -> None:
    with pytest.raises(DataError, match=why):
        add_part(deck, GAME, "game.yaml", "tile", PartRequest(title))


def test_a_part_can_take_a_table_that_is_there(deck: Path) -> None:
    made = add_part(deck, GAME, "game.yaml", "tarot", PartRequest("Omens", "cards.csv"))
    part = read_tree(made.text, "game.yaml").items()["parts"].items()["omens"]
    assert {key: child.value for key, child in part.items().items()} == {
        "kind": "card",
        "title": "Omens",
        "size": "tarot",
        "rows": "cards.csv",
        "copies": 1,
        "layout": "tarot",
    }
    assert (made.table, made.trial) == ("", made.text)


def test_a_refusal_that_was_there_before_is_none_of_a_change(deck: Path) -> None:
    preview = GamePreview(deck)
    broken = GAME.replace("players: [2, 4]", "players: [4, 2]")
    assert [each.code for each in preview.try_text(broken, GAME)] == ["GF006"]
    assert preview.try_text(broken.replace("Deck", "Decks"), broken) == ()
    assert preview.try_text(GAME, broken) == ()


def test_a_part_is_added_under_an_id_and_of_a_kind_of_its_own(deck: Path) -> None:
    made = add_part(deck, GAME, "game.yaml", "spell", PartRequest("Omens", "cards.csv", "omen", "tile"))
    assert "  omen:\n    kind: tile\n    title: Omens\n    size: [63.5, 88.9]\n" in made.text
    (deck / "game.yaml").write_text(made.text)
    assert ("omen", "Omens", 1) in GamePreview(deck).load().game.parts
    for wish, why in (
        (PartRequest("Omens", id="Omen"), "'Omen' cannot be an id"),
        (PartRequest("Omens", id="aid"), "a part 'aid' already"),
        (PartRequest("Omens", kind="die"), "the layout 'spell' draws no die; choose card or tile"),
    ):
        with pytest.raises(DataError, match=why):
            add_part(deck, GAME, "game.yaml", "spell", wish)


def test_the_id_of_a_part_is_changed_wherever_it_is_named(deck: Path) -> None:
    renamed = rename_part(deck, GAME, "game.yaml", "card", "spell-card")
    assert renamed == GAME.replace("  card:\n", "  spell-card:\n").replace("part: card,", "part: spell-card,")
    for name, why in (("Card", "'Card' cannot be an id"), ("aid", "a part 'aid' already"), ("card", "'card' already")):
        with pytest.raises(DataError, match=why):
            rename_part(deck, GAME, "game.yaml", "card", name)
    with pytest.raises(DataError, match="the game has no part 'deck'"):
        rename_part(deck, GAME, "game.yaml", "deck", "other")


def test_an_id_stays_where_others_name_the_part(deck: Path) -> None:
    text = GAME + "claims:\n  - {id: a, says: b, rests_on: c, check: \"count('card') == 2\"}\n"
    (deck / "rules.md").write_text("# A card\n\nThere are {{ claim(2, 'card') }} of a 'card'.\n'card'\n", "utf-8")
    (deck / "rules.de.yaml").write_text("parts:\n  card: {title: Karten}\n  card-2: {}\n", "utf-8")
    line = text.count("\n")
    with pytest.raises(DataError, match=rf"named at game.yaml:{line}, rules.de.yaml:2, rules.md:3; write"):
        rename_part(deck, text, "game.yaml", "card", "spell-card")
