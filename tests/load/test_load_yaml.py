"""Reading YAML: scalars as in YAML 1.2, a place for every value, and no anchors, tags or other rare features."""

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.load.yaml_nodes import Node, read_yaml, to_plain
from generator.model.finding import DataError, Finding, Place
from tests.messages import facts, facts_of
from tests.samples import for_each


def read_valid_yaml(text: str) -> Node:
    """Return the root of a YAML text without faults."""
    found: list[Finding] = []
    node = read_yaml(text, "t.yaml", found)
    assert found == []
    return node


@for_each(
    [
        ("no", "no"),
        ("yes", "yes"),
        ("on", "on"),
        ("1:30", "1:30"),
        ("0o17", "0o17"),
        ("0x1F", "0x1F"),
        ("017", "017"),
        ("1_000", "1_000"),
        ("2024-01-31", "2024-01-31"),
        ("True", "True"),
        ("NULL", "NULL"),
        (".5", ".5"),
        ("+1", "+1"),
        (".inf", ".inf"),
        ("=", "="),
        ("1e999", "1e999"),
        ("1234567890123456789", "1234567890123456789"),
        ("1.", "1."),
        ("0", 0),
        ("-7", -7),
        ("0.5", 0.5),
        ("-1.5e3", -1500.0),
        ("1e3", 1000.0),
        ("123456789012345678", 123456789012345678),
        ("true", True),
        ("false", False),
        ("null", None),
        ("~", None),
        ("", None),
        ('"1"', "1"),
        ("'true'", "true"),
        ('""', ""),
        ("|\n  1", "1"),
        (">\n  ~", "~"),
    ]
)
def test_scalars_follow_yaml_1_2_and_json(text: str, value: object) -> None:
    read = to_plain(read_valid_yaml(f"a: {text}"))["a"]
    assert (read, type(read)) == (value, type(value))


def test_every_key_and_value_has_its_place() -> None:
    root = read_valid_yaml("# é\nä: [x, {y: 1}]\nb:\n  - p\n  -\n    q: |\n      r\nc:\n")
    spots = {"": root.place, "ä": root.keys["ä"], "b": root.keys["b"], "c=": root.items()["c"].place}
    first, second = root.items()["ä"].list()
    spots |= {"x": first.place, "{": second.place, "y": second.keys["y"], "y=": second.items()["y"].place}
    p, q = root.items()["b"].list()
    spots |= {"p": p.place, "q": q.keys["q"], "q=": q.items()["q"].place}
    assert {key: tuple(place)[1:] for key, place in spots.items()} == {
        "": (2, 1), "ä": (2, 1), "b": (3, 1), "c=": (8, 3), "x": (2, 5), "{": (2, 8), "y": (2, 9), "y=": (2, 12),
        "p": (4, 5), "q": (6, 5), "q=": (6, 8),
    }  # fmt: skip


@for_each([
    ("a: &x 1\n", "t.yaml:1:4: GF002", "&x names a value"),
    ("a: *x\n", "t.yaml:1:4: GF002", "*x points elsewhere"),
    ("&x a: 1\n", "t.yaml:1:1: GF002", "&x names a value"),
    ("a: !!str 1\n", "t.yaml:1:4: GF002 2002", "the tag tag:yaml.org,2002:str"),
    ("a: ! 1\n", "t.yaml:1:4: GF002", "the tag ! "),
    ("a:\n  <<: {b: 1}\n", "t.yaml:2:3: GF002 '<<'", "merges"),
    ("? [a]\n: 1\n", "t.yaml:1:3: GF002", "a key must be text"),
    ("a: 1\n---\nb: 2\n", "t.yaml:2:1: GF002", "a second document"),
    ("a: 1\nb:\n\tc: 2\n", "t.yaml:3:1: GF002", "not a tab"),
    ("a: b: c\n", "t.yaml:1:5: GF002", "text with a colon and a space"),
    ("é: é: c\n", "t.yaml:1:5: GF002", "text with a colon and a space"),
    ("a: @b\n", "t.yaml:1:4: GF002 1", "cannot start any token"),
    ("a:\n  b: 'x\n", "t.yaml:2:6: GF002", "close this quote"),
    ("a: 1\n  b: 2\n", "t.yaml:2:3: GF002", "do not indent this line, like the one above"),
    ("a: 1\n  some text: b\n", "t.yaml:2:12: GF002", "text with a colon and a space"),
    ("a\n# note\n\nb: 1\n", "t.yaml:1:1: GF002", "needs a colon"),
    ("a:\n  b\n    c: 1\n", "t.yaml:2:3: GF002", "needs a colon"),
    ("a: {b} c\n", "t.yaml:1:8: GF002 1", "put text that begins with a brace"),
    ("a: [b] c\n", "t.yaml:1:8: GF002 1", "put text that begins with a brace"),
    ("a: ,\n", "t.yaml:1:4: GF002 1", "expected node content"),
    ("- " * 100 + "[x]", "t.yaml:1:201: GF002 100", "nested"),
    ("[" * 100_000, "t.yaml:1:101: GF002 100", "nested"),
    ("{a: " * 100_000, "t.yaml:1:401: GF002 100", "nested"),
])  # fmt: skip
def test_unsupported_yaml_is_refused(text: str, expected: str, wording: str) -> None:
    with pytest.raises(DataError) as error:
        read_valid_yaml(text)
    assert facts(error.value) == expected
    assert wording in str(error.value)


def test_a_hundred_levels_of_nesting_are_read() -> None:
    assert read_valid_yaml("- " * 99 + "[x]").list()


def test_all_duplicate_keys_are_reported() -> None:
    found: list[Finding] = []
    root = read_yaml('a: 1\n"a": 2\nb: {1: x, "1": y}\nno: 1\nno: 2\n', "t.yaml", found)
    assert facts_of(found) == [
        "t.yaml:2:1: GF003 'a' t.yaml:1:1",
        "t.yaml:3:11: GF003 '1' t.yaml:3:5",
        "t.yaml:5:1: GF003 'no' t.yaml:4:1",
    ]
    assert to_plain(root) == {"a": 1, "b": {"1": "x"}, "no": 1}


SCALARS = st.none() | st.booleans() | st.integers(-(10**17), 10**17) | st.floats(allow_nan=False, allow_infinity=False)
TEXT = st.text(st.characters(exclude_categories=["Cs", "Cc"], exclude_characters="\u2028\u2029\ufeff\ufffe\uffff"))
TREES = st.recursive(SCALARS | TEXT, lambda inner: st.lists(inner) | st.dictionaries(TEXT, inner), max_leaves=12)


@given(TREES)
def test_json_round_trip(tree: Any) -> None:
    from json import dumps

    assert to_plain(read_valid_yaml(dumps(tree, ensure_ascii=False))) == tree


@given(TREES)
def test_pyyaml_round_trip(tree: Any) -> None:
    import yaml

    def quote_scalars(value: Any) -> Any:  # numbers and words are PyYAML's YAML 1.1; quoted text means the same to all
        match value:
            case dict():
                return {key: quote_scalars(child) for key, child in value.items()}
            case list():
                return [quote_scalars(child) for child in value]
        return value if isinstance(value, str) else repr(value)

    text = yaml.safe_dump(quote_scalars(tree), allow_unicode=True, default_style='"', width=10**6)
    assert to_plain(read_valid_yaml(text.replace("!!str ", ""))) == quote_scalars(tree)


@pytest.mark.parametrize(("data", "expected"), [
    (b"a: \xff", "game.yaml:1:4: GF002 0 -8 -8"),
    ("é: 1\nb: é".encode() + b"\xe9", "game.yaml:2:5: GF002 0 9 -8 -8"),
    (b"a: x\ty\nb: \x07", "game.yaml:2:4: GF002 +0007"),
    ("a: é\u2028b: 1".encode(), "game.yaml:1:5: GF002 +2028"),
    (b"a: 1\rb: 2\r\x07", "game.yaml:3:1: GF002 +0007"),
])  # fmt: skip
def test_invalid_bytes_and_control_characters_are_reported(
    wren: Any, find_faults: Callable[..., list[str]], data: bytes, expected: str
) -> None:
    (wren / "game.yaml").write_bytes(data)
    assert find_faults() == [expected]


def test_a_byte_order_mark_and_windows_line_ends_change_nothing(wren: Any, read_wren: Callable[[], Any]) -> None:
    before = read_wren()
    for name in ("game.yaml", "slips.csv"):
        text = (wren / name).read_bytes()
        (wren / name).write_bytes(b"\xef\xbb\xbf" + text.replace(b"\n", b"\r\n"))
    assert read_wren() == before


@for_each(
    [
        ('title: "T\\ax"', "t.yaml:1:8", "0007"),
        ('parts:\n  a: {title: "x\\e]52;c;eA==\\a"}', "t.yaml:2:14", "001B"),
        ('a: ["x", "\\u2028"]', "t.yaml:1:10", "2028"),
        ('"a\\x7f": 1', "t.yaml:1:1", "007F"),
    ]
)
def test_a_character_that_cannot_be_printed_is_told_where_it_is_escaped(text: str, place: str, code: str) -> None:
    with pytest.raises(DataError) as caught:
        read_yaml(text, "t.yaml", [])
    (found,) = caught.value.findings
    assert (found.code, str(found.place)) == ("GF002", place)
    assert found.message == f"the character U+{code} cannot be printed; remove it"


def test_escapes_of_blanks_and_of_what_can_be_printed_are_read() -> None:
    assert to_plain(read_valid_yaml('a: "x\\ty\\nz\\u00e9\\u00a0"')) == {"a": "x\ty\nzé\u00a0"}


def test_keys_that_are_not_asked_for_are_passed_over() -> None:
    text = "title: T\nsetup: [{a: [1, 2]}, *later, 3]\nclaims:\n  deep: {b: [c]}\nparts: {x: [y]}\n"
    root = read_yaml(text, "game.yaml", [], only={"title", "parts"})
    assert to_plain(root) == {"title": "T", "parts": {"x": ["y"]}}
    assert (root.keys["parts"], root.items()["parts"].keys["x"].column) == (Place("game.yaml", 5, 1), 9)
