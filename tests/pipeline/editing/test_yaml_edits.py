"""Values of a YAML file are changed at their places, and everything else stays as it was typed."""

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from generator.load.yaml_nodes import to_plain
from generator.model.finding import DataError
from generator.pipeline.editing.yaml_edits import (
    MISSING,
    copy_entry,
    find_value,
    read_tree,
    remove_value,
    set_value,
    spell_scalar,
)
from tests.samples import for_each

GAME = """\
# the game
title: 'Fox'  # in one word
version: "1.0"
players: [2, 4]  # fewest and most
about: >-
  One line
  on what it is.

colors:
  red: {paint: "#C8102E", mark: disc}  # warm
  blue: {paint: "#0072B2"}

parts:
  hand:  # what players hold
    kind: card
    size: poker
    rows:
      - {id: a, copies: 1}  # the first
      - id: b
        copies: 2
    layout:
      use: spell
      # title: Name
  # loose pieces
  gem:
    kind: token
    copies: 6   # six
setup:
- {part: hand, each: 1}
- part: gem
  table: 2
notice: |
  Two lines
  of law.
"""


def change(old: str, new: str) -> str:
    """Return the game with one passage changed."""
    assert GAME.count(old) == 1
    return GAME.replace(old, new)


@for_each(
    [
        (("title",), "Wolf", change("'Fox'", "'Wolf'")),
        (("title",), "Wolf's", change("'Fox'", "'Wolf''s'")),
        (("version",), "2.0", change('"1.0"', '"2.0"')),
        (("players",), [2, 5], change("[2, 4]", "[2, 5]")),
        (("players",), [2, 5, 6], change("[2, 4]", "[2, 5, 6]")),
        (("players",), [2], change("[2, 4]", "[2]")),
        (("about",), "Another line.", change("  One line\n  on what it is.", "  Another line.")),
        (("about",), "Two\nlines", change(">-\n  One line\n  on what it is.", '"Two\\nlines"')),
        (("notice",), "One line\nof law.\n", change("Two lines\n", "One line\n")),
        (("notice",), "No end", change("|\n  Two lines\n  of law.", "|-\n  No end")),
        (("colors", "red", "paint"), "#000000", change("#C8102E", "#000000")),
        (("colors", "red", "letter"), "R", change("mark: disc}", "mark: disc, letter: R}")),
        (("colors", "back"), {"paint": "#fff"}, change('"#0072B2"}\n', '"#0072B2"}\n  back: {paint: "#fff"}\n')),
        (("parts", "gem", "copies"), 7, change("copies: 6 ", "copies: 7 ")),
        (("parts", "gem", "gap"), 0.5, change("# six\n", "# six\n    gap: 0.5\n")),
        (("parts", "hand", "size"), [63, 88], change("size: poker", "size: [63, 88]")),
        (("parts", "hand", "rows", 0, "copies"), 3, change("{id: a, copies: 1}", "{id: a, copies: 3}")),
        (("parts", "hand", "rows", 1, "copies"), 3, change("copies: 2", "copies: 3")),
        (("parts", "hand", "layout", "cost"), False, change("use: spell\n", "use: spell\n      cost: false\n")),
        (("parts", "hand", "back"), "b", change("# title: Name\n", "# title: Name\n    back: b\n")),
        (("parts", "gem", "layout", "use"), "tile", change("# six\n", "# six\n    layout: {use: tile}\n")),
        (
            ("parts", "die"),
            {"kind": "die", "size": 16},
            change("# six\n", "# six\n  die:\n    kind: die\n    size: 16\n"),
        ),
        (("setup", 2), {"part": "gem", "each": 1}, change("table: 2\n", "table: 2\n- {part: gem, each: 1}\n")),
        (("age",), 8, GAME + "age: 8\n"),
        (("title",), "42", change("'Fox'", "'42'")),
        (("parts", "hand", "kind"), "42", change("kind: card", 'kind: "42"')),
        (("parts", "hand", "kind"), "no", change("kind: card", 'kind: "no"')),
    ]
)
def test_a_value_is_set_at_its_place(path: tuple[str | int, ...], value: object, expected: str) -> None:
    assert set_value(GAME, "game.yaml", path, value) == expected
    assert find_value(to_plain(read_tree(expected, "game.yaml")), path) == value


@for_each(
    [
        (("players", 0), change("[2, 4]", "[4]")),
        (("players", 1), change("[2, 4]", "[2]")),
        (("colors", "red", "mark"), change(", mark: disc", "")),
        (("colors", "red", "paint"), change('paint: "#C8102E", ', "")),
        (("colors", "blue", "paint"), change('{paint: "#0072B2"}', "{}")),
        (("parts", "hand", "rows", 0), change("      - {id: a, copies: 1}  # the first\n", "")),
        (("parts", "hand", "rows", 1, "id"), change("id: b\n        ", "")),
        (("parts", "hand", "layout"), change("    layout:\n      use: spell\n      # title: Name\n", "")),
        (("parts", "gem"), change("  gem:\n    kind: token\n    copies: 6   # six\n", "")),
        (("about",), change("about: >-\n  One line\n  on what it is.\n", "")),
        (("setup", 1), change("- part: gem\n  table: 2\n", "")),
    ]
)
def test_a_value_is_removed(path: tuple[str | int, ...], expected: str) -> None:
    assert remove_value(GAME, "game.yaml", path) == expected


def test_a_part_is_copied_with_its_comments() -> None:
    copied = GAME[GAME.index("  hand:") : GAME.index("  # loose")]
    expected = change("  # loose", copied.replace("hand:", "hand-2:") + "  # loose")
    assert copy_entry(GAME, "game.yaml", ("parts", "hand"), "hand-2") == expected
    assert copy_entry("a: {b: 1}\n", "game.yaml", ("a", "b"), "c") == "a: {b: 1, c: 1}\n"


def test_line_ends_and_the_mark_of_a_file_stay() -> None:
    assert set_value("\ufeffa: 1\r\nb: {c: 2}\r\n", "x", ("d",), {"e": "f"}) == (
        "\ufeffa: 1\r\nb: {c: 2}\r\nd: {e: f}\r\n"
    )
    assert set_value("a: 1", "x", ("b",), 2) == "a: 1\nb: 2\n"
    assert set_value("a:\nb: 1\n", "x", ("a",), "text") == "a: text\nb: 1\n"
    assert set_value("a:\nb: 1\n", "x", ("a", "c"), 2) == "a:\n  c: 2\nb: 1\n"
    assert set_value("a: []\n", "x", ("a", 0), 2) == "a: [2]\n"
    assert remove_value("a: [1, 2  # so, or not\n, 3]\n", "x", ("a", 2)) == "a: [1, 2  # so, or not\n]\n"
    assert remove_value("a:\n  -\n    - 1\n  - 2\n", "x", ("a", 0)) == "a:\n  - 2\n"


@for_each(["a: &x 1\nb: *x\n", "a: !t 1\n", "a: 1\na: 2\n", "a: [1\n"])
def test_what_a_game_may_not_have_is_not_edited(text: str) -> None:
    with pytest.raises(DataError):
        set_value(text, "game.yaml", ("b",), 2)


def test_what_cannot_be_changed_alone_is_told_with_its_line() -> None:
    with pytest.raises(DataError) as error:
        remove_value("a: 1\nb:\n  ? c\n  : 1\n  ? d\n  : 2\n", "game.yaml", ("b", "d"))
    (finding,) = error.value.findings
    assert (finding.code, finding.place.line) == ("GF401", 6)


WORDS = st.text("abcxyz0 .:#-'\"{}[],&*!|>%@`äß🦊\n", max_size=12).filter(lambda text: "\n\n\n" not in text)
SCALARS = st.one_of(
    WORDS, st.integers(-999, 9999), st.booleans(), st.none(), st.floats(0, 9).map(lambda x: round(x, 3))
)
KEYS = st.text("abcxyz019 ä", min_size=1, max_size=6).map(str.strip).filter(bool)
DATA = st.recursive(
    SCALARS, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(KEYS, inner, max_size=4), max_leaves=14
)
STYLES = st.lists(st.integers(0, 7), min_size=8, max_size=8)


def write_yaml(data: Any, styles: Callable[[], int], indent: int = 0) -> str:
    """Return data as a person may type them: in blocks and in brackets, in all sorts of quotes, with comments."""
    pad, style = " " * indent, styles()
    note = "  # note" if style % 2 else ""
    if isinstance(data, dict | list) and data and style < 5:
        entries = data.items() if isinstance(data, dict) else (("", each) for each in data)
        lines = (f"{pad}{spell_scalar(key)}:" if isinstance(data, dict) else f"{pad}-" for key, _ in entries)
        values = data.values() if isinstance(data, dict) else data
        above = f"{pad}# above\n" if style == 3 else ""
        return (
            "\n"
            + above
            + "".join(f"{line}{write_yaml(each, styles, indent + 2)}" for line, each in zip(lines, values, strict=True))
        )
    if isinstance(data, dict | list):
        return f" {json.dumps(data, ensure_ascii=False)}{note}\n"
    if isinstance(data, str) and style == 2 and data.isprintable():
        return f" {spell_scalar(data, chr(39))}{note}\n"
    return f" {spell_scalar(data, chr(34) if style == 4 else '')}{note}\n"


def list_paths(data: Any, path: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    """Yield the path of each value."""
    entries = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for step, each in entries:
        yield (*path, step)
        yield from list_paths(each, (*path, step))


@settings(max_examples=60, deadline=None)
@given(st.dictionaries(KEYS, DATA, min_size=1, max_size=4), STYLES, st.data())
def test_any_value_of_any_file_can_be_changed(data: dict[str, Any], styles: list[int], draw: st.DataObject) -> None:
    """`set_value` and `remove_value` read again what they wrote, and refuse what is not exactly as asked for."""
    turn = iter(styles * 500)
    text = write_yaml(data, lambda: next(turn)).removeprefix("\n") if data else ""
    if to_plain(read_tree(text, "x")) != data:
        return
    path = draw.draw(st.sampled_from(list(list_paths(data))))
    notes = text.count("# note")
    if draw.draw(st.booleans()):
        value = draw.draw(DATA)
        changed = set_value(text, "x", path, value)
        assert find_value(to_plain(read_tree(changed, "x")), path) == value
        if not isinstance(find_value(data, path), dict | list):
            assert changed.count("# note") == notes + str(value).count("# note")
    else:
        changed = remove_value(text, "x", path)
        if isinstance(path[-1], str):
            assert find_value(to_plain(read_tree(changed, "x")), path) is MISSING
