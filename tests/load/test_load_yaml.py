"""YAML is read with YAML 1.2's plain meaning, each value at its place, and nothing that needs a second look."""

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.load.yaml_nodes import Node, read_yaml, to_plain
from generator.model.finding import DataError, Finding


def nodes(text: str) -> Node:
    found: list[Finding] = []
    node = read_yaml(text, "t.yaml", found)
    assert found == []
    return node


@pytest.mark.parametrize(("text", "value"), [
    ("no", "no"), ("yes", "yes"), ("on", "on"), ("1:30", "1:30"), ("0o17", "0o17"), ("0x1F", "0x1F"), ("017", "017"),
    ("1_000", "1_000"), ("2024-01-31", "2024-01-31"), ("True", "True"), ("NULL", "NULL"), (".5", ".5"), ("+1", "+1"),
    (".inf", ".inf"), ("=", "="), ("1e999", "1e999"), ("1234567890123456789", "1234567890123456789"), ("1.", "1."),
    ("0", 0), ("-7", -7), ("0.5", 0.5), ("-1.5e3", -1500.0), ("1e3", 1000.0), ("123456789012345678", 123456789012345678),
    ("true", True), ("false", False), ("null", None), ("~", None), ("", None),
    ('"1"', "1"), ("'true'", "true"), ('""', ""), ("|\n  1", "1"), (">\n  ~", "~"),
])  # fmt: skip
def test_scalars_mean_what_yaml_1_2_and_json_agree_on(text: str, value: object) -> None:
    read = to_plain(nodes(f"a: {text}"))["a"]
    assert (read, type(read)) == (value, type(value))


def test_every_key_and_value_has_its_place() -> None:
    root = nodes("# é\nä: [x, {y: 1}]\nb:\n  - p\n  -\n    q: |\n      r\nc:\n")
    spots = {"": root.place, "ä": root.keys["ä"], "b": root.keys["b"], "c=": root.items()["c"].place}
    first, second = root.items()["ä"].list()
    spots |= {"x": first.place, "{": second.place, "y": second.keys["y"], "y=": second.items()["y"].place}
    p, q = root.items()["b"].list()
    spots |= {"p": p.place, "q": q.keys["q"], "q=": q.items()["q"].place}
    assert {key: tuple(place)[1:] for key, place in spots.items()} == {
        "": (2, 1), "ä": (2, 1), "b": (3, 1), "c=": (8, 3), "x": (2, 5), "{": (2, 8), "y": (2, 9), "y=": (2, 12),
        "p": (4, 5), "q": (6, 5), "q=": (6, 8),
    }  # fmt: skip


_COLON = "; text with a colon and a blank in it goes in quotes, and keys that belong together begin in one column"
_BRACE = "; text that begins with a brace or a bracket goes in quotes"


@pytest.mark.parametrize(("text", "said"), [
    ("a: &x 1\n", "t.yaml:1:4: GF002 &x names a value for use elsewhere; write each value out"),
    ("a: *x\n", "t.yaml:1:4: GF002 *x points elsewhere in the file; write the value out"),
    ("&x a: 1\n", "t.yaml:1:1: GF002 &x names a value for use elsewhere; write each value out"),
    ("a: !!str 1\n", "t.yaml:1:4: GF002 the tag tag:yaml.org,2002:str is not used here; remove it"),
    ("a: ! 1\n", "t.yaml:1:4: GF002 the tag ! is not used here; remove it"),
    ("a:\n  <<: {b: 1}\n", "t.yaml:2:3: GF002 '<<' merges another mapping in; write its keys out"),
    ("? [a]\n: 1\n", "t.yaml:1:3: GF002 a key must be text, not a list or a mapping"),
    ("a: 1\n---\nb: 2\n", "t.yaml:2:1: GF002 a second document begins here; one file holds one"),
    ("a: 1\nb:\n\tc: 2\n", "t.yaml:3:1: GF002 a tab stands where YAML wants spaces"),
    ("a: b: c\n", f"t.yaml:1:5: GF002 not YAML: mapping values are not allowed in this context{_COLON}"),
    ("é: é: c\n", f"t.yaml:1:5: GF002 not YAML: mapping values are not allowed in this context{_COLON}"),
    ("a: @b\n", "t.yaml:1:4: GF002 not YAML: found character that cannot start any token while scanning for the next token"
                " that begins at line 1"),
    ("a:\n  b: 'x\n", "t.yaml:3:1: GF002 not YAML: found unexpected end of stream while scanning a quoted scalar"
                      " that begins at line 2"),
    ("a: 1\n  b: 2\n", f"t.yaml:2:4: GF002 not YAML: mapping values are not allowed in this context{_COLON}"),
    ("a: {b} c\n", "t.yaml:1:8: GF002 not YAML: did not find expected key while parsing a block mapping"
                  f" that begins at line 1{_BRACE}"),
    ("a: [b] c\n", "t.yaml:1:8: GF002 not YAML: did not find expected key while parsing a block mapping"
                  f" that begins at line 1{_BRACE}"),
    ("a: ,\n", "t.yaml:1:4: GF002 not YAML: did not find expected node content while parsing a block node"
              " that begins at line 1"),
    ("- " * 99 + "[x]", None),
    ("- " * 100 + "[x]", "t.yaml:1:201: GF002 more than 100 lists and mappings inside one another"),
    ("[" * 100_000, "t.yaml:1:101: GF002 more than 100 lists and mappings inside one another"),
    ("{a: " * 100_000, "t.yaml:1:401: GF002 more than 100 lists and mappings inside one another"),
])  # fmt: skip
def test_what_is_refused(text: str, said: str | None) -> None:
    if said is None:
        nodes(text)
        return
    with pytest.raises(DataError) as error:
        nodes(text)
    assert str(error.value) == said


def test_keys_given_twice_are_all_found() -> None:
    found: list[Finding] = []
    root = read_yaml('a: 1\n"a": 2\nb: {1: x, "1": y}\nno: 1\nno: 2\n', "t.yaml", found)
    assert list(map(str, found)) == [
        "t.yaml:2:1: GF003 'a' is given twice; the first is at t.yaml:1:1",
        "t.yaml:3:11: GF003 '1' is given twice; the first is at t.yaml:3:5",
        "t.yaml:5:1: GF003 'no' is given twice; the first is at t.yaml:4:1",
    ]
    assert to_plain(root) == {"a": 1, "b": {"1": "x"}, "no": 1}


SCALARS = st.none() | st.booleans() | st.integers(-(10**17), 10**17) | st.floats(allow_nan=False, allow_infinity=False)
TEXT = st.text(st.characters(exclude_categories=["Cs", "Cc"], exclude_characters="\u2028\u2029\ufeff\ufffe\uffff"))
TREES = st.recursive(SCALARS | TEXT, lambda inner: st.lists(inner) | st.dictionaries(TEXT, inner), max_leaves=12)


@given(TREES)
def test_json_is_read_as_json_means_it(tree: Any) -> None:
    from json import dumps

    assert to_plain(nodes(dumps(tree, ensure_ascii=False))) == tree


@given(TREES)
def test_what_pyyaml_writes_comes_back(tree: Any) -> None:
    import yaml

    def quoted(value: Any) -> Any:  # numbers and words are PyYAML's YAML 1.1; quoted text means the same to all
        match value:
            case dict():
                return {key: quoted(child) for key, child in value.items()}
            case list():
                return [quoted(child) for child in value]
        return value if isinstance(value, str) else repr(value)

    text = yaml.safe_dump(quoted(tree), allow_unicode=True, default_style='"', width=10**6)
    assert to_plain(nodes(text.replace("!!str ", ""))) == quoted(tree)


@pytest.mark.parametrize(("data", "said"), [
    (b"a: \xff", "game.yaml:1:4: GF002 byte 0xff is not UTF-8"),
    ("é: 1\nb: é".encode() + b"\xe9", "game.yaml:2:5: GF002 byte 0xe9 is not UTF-8"),
    (b"a: x\ty\nb: \x07", "game.yaml:2:4: GF002 the character U+0007 cannot be printed; remove it"),
    ("a: é\u2028b: 1".encode(), "game.yaml:1:5: GF002 the character U+2028 cannot be printed; remove it"),
    (b"a: 1\rb: 2", "game.yaml:1:5: GF002 the character U+000D cannot be printed; remove it"),
])  # fmt: skip
def test_bytes_that_are_not_text(wren: Any, faults: Callable[..., list[str]], data: bytes, said: str) -> None:
    (wren / "game.yaml").write_bytes(data)
    assert faults() == [said]


def test_a_byte_order_mark_and_windows_line_ends_change_nothing(wren: Any, read: Callable[[], Any]) -> None:
    before = read()
    for name in ("game.yaml", "slips.csv"):
        text = (wren / name).read_bytes()
        (wren / name).write_bytes(b"\xef\xbb\xbf" + text.replace(b"\n", b"\r\n"))
    assert read() == before
