"""Reading rules.md: marked numbers are printed and become claims; anything else in braces is an error."""

import re

import pytest

from generator.load import braces
from generator.load.braces import read_rules
from generator.model.finding import DataError, Place
from generator.model.rules import InlineClaim
from tests.messages import facts_of
from tests.samples import for_each


def test_claims_print_their_values_and_have_places() -> None:
    rules = read_rules(
        "Ünd {{ claim(24, 'hand') }} cards,\n{{claim(-6, 'hand', player='red', number=3)}} and "
        '{{ claim("six", "count(\'a\')", x=none, y=true, z=0.5) }},{{\n claim(3, "one(\'{{}}\').stars") }}.\n',
        "rules.md",
    )
    assert rules.text == "Ünd 24 cards,\n-6 and six,3.\n"
    assert rules.claims == (
        InlineClaim(24, "hand", {}, Place("rules.md", 1, 5)),
        InlineClaim(-6, "hand", {"player": "red", "number": 3}, Place("rules.md", 2, 1)),
        InlineClaim("six", "count('a')", {"x": None, "y": True, "z": 0.5}, Place("rules.md", 2, 51)),
        InlineClaim(3, "one('{{}}').stars", {}, Place("rules.md", 2, 107)),
    )


def test_rules_without_claims_are_unchanged() -> None:
    assert read_rules("# A\n\nb 100 % (c)\n", "rules.md") == ("# A\n\nb 100 % (c)\n", (), (), ())


def test_claims_map_between_text_and_file() -> None:
    rules = read_rules("a {{ claim(24, 'x') }} b {{claim('six',\n'y')}} c", "r.md")
    assert [rules.text[each.start : each.end] for each in rules.marked] == ["24", "six"]
    assert [each.after for each in rules.marked] == [Place("r.md", 1, 23), Place("r.md", 2, 7)]


ONLY = " 24 'part' 'player.red' 'hand' 3 'hand-limit'"  # what braces can hold
FORM = " 24 'part'"  # what a claim looks like


@for_each([
    ("a {{ claims(24, 'x') }}", ["1:3: GF009 24 'x'" + ONLY]),
    ("{{ claim(24, 'x') | abs }}", ["1:1: GF009 24 'x'" + ONLY]),
    ("{{ claim(24, 'x').y }}", ["1:1: GF009 24 'x'" + ONLY]),
    ("{{ claim(*x) }}", ["1:1: GF009" + ONLY]),
    ("{{ claim(24, 'x', **y) }}", ["1:1: GF009 24 'x'" + ONLY]),
    ("{{ claim(24) }}", ["1:1: GF009" + FORM]),
    ("{{ claim(24, 3) }}", ["1:1: GF009" + FORM]),
    ("{{ claim(true, 'x') }}", ["1:1: GF009" + FORM]),
    ("{{ claim(24, '') }}", ["1:1: GF009" + FORM]),
    ("{{ claim(24, 'x', 3) }}", ["1:1: GF009" + FORM]),
    ("{{ claim(20 + 4, 'x') }}", ["1:1: GF009"]),
    ("{{ claim(24, x) }}", ["1:1: GF009"]),
    ("{{ claim(24, 'x', n=[1]) }}", ["1:1: GF009"]),
    ("{{ color(red) }}", ["1:1: GF009 'player.red'"]),
    ("{{ Color('a', red) }}", ["1:1: GF009 'player.red'"]),
    (f"{{{{ claim({'9' * 5000}, 'x') }}}}", ["1:1: GF009 9999999999999999999999999999999999"]),
    ("{{ claim(24, 'x' }}", ["1:1: GF009 24 'x' '}' ')'"]),
    ("a {{ claim(24, 'x')", ["1:3: GF009 24 'part'"]),
    ("é { claim(24, 'x') }", ["1:3: GF009 24 'part'"]),
    ("{{ term }}", ["1:1: GF009" + ONLY]),
])  # fmt: skip
def test_braces_that_hold_no_valid_claim_are_refused(text: str, expected: list[str]) -> None:
    with pytest.raises(DataError) as error:
        read_rules(text, "r.md")
    assert facts_of(error.value.findings) == [f"r.md:{line}" for line in expected]


@for_each(["{{ claims(24, 'x') }}", "{{ claim(24, 'x') | abs }}", "{{ claim(*x) }}"])
def test_the_message_quotes_what_is_not_a_claim(braces: str) -> None:
    with pytest.raises(DataError, match=rf"GF009 {re.escape(braces)} is not a claim"):
        read_rules(braces, "r.md")


@for_each(["20 + 4, 'x'", "24, x", "24, 'x', n=[1]"])
def test_the_message_says_that_a_claim_takes_plain_values(value: str) -> None:
    with pytest.raises(DataError, match="plain values"):
        read_rules(f"{{{{ claim({value}) }}}}", "r.md")


CALLS = (
    "claim(24, 'hand')", 'claim( 0 ,"a b",X=1 , y_2 = \'ü\' )', "claim(1_0, 'x')", "claim(010, 'x')", "claim(0x1f, 'x')",
    "claim(1e3, 'x')", "claim(2.5, 'x')", "claim('a' 'b', 'x')", r"claim('a\n', 'x')", r"claim('a\x41', 'x')",
    "claim('a\r\nb', 'x')", "claim(1, 'x',)", "claim(1, 'x', if=2)", "claim(1, 'x', true=2)", "claim (1, 'x')",
    "claim(1, 'x', a=1, a=2)", "claim(1, 'x', a=1,\n\tb='c')", "claim(1234567890, 'x')", "claim(1, none)", "claim(-1, 'x')",
    "claim(1, 'x'), 2", "claim(1, 'x', a=1, 2)", "claim(1, 'x', ü=1)", "claim()", "claim(1, 'x').y", "claim((1), 'x')",
)  # fmt: skip


@pytest.mark.parametrize("inside", CALLS)
def test_a_plain_call_is_read_as_jinja_reads_it(inside: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def read() -> object:
        try:
            return read_rules(f"{{{{ {inside} }}}}", "r.md")
        except DataError as error:
            return facts_of(error.findings)

    found = read()
    monkeypatch.setattr(braces, "_read_plain_call", lambda expression, names: None)
    assert found == read()


def test_plain_calls_are_read_without_jinja(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(braces, "_get_environment", lambda: None)
    rules = read_rules("{{ claim(24, 'hand', player='red') }} or {{claim('six', \"count('a')\", n = 0)}}", "r.md")
    assert [(each.value, each.what, each.where) for each in rules.claims] == [
        (24, "hand", {"player": "red"}),
        ("six", "count('a')", {"n": 0}),
    ]


@for_each(
    [
        "a {2}, {x, y}, {{ }}, {{ 24 }}, {{ page.title }}, {gem}, {Gem}, {#a}, {, }, 100%} and {f(x)}\n",
        "`{{ claim(24 }}` and ``{{ claim(1, `x`) }}``\n",
        "- ```text\n  {{ claim(24, 'x') }}\n\n  {% if %}\n  ```\n",
        "~~~~\n{{ claim(24 }}\n~~~\n~~~~\n",
        "<!-- {{ claim(24 }}\n{% x %} -->\n",
    ]
)
def test_other_braces_code_and_comments_stay(text: str) -> None:
    assert read_rules(text, "r.md") == (text, (), (), ())


def test_code_ends_with_its_block() -> None:
    rules = read_rules("A player`s turn.\n\n- {{ claim(24, 'hand') }} cards\n\nA player`s end.\n", "r.md")
    assert [str(claim.place) for claim in rules.claims] == ["r.md:3:3"]


@for_each(["{% include toc.html %}", "[TOC]", "[[_TOC_]]", "[[toc]]", r"\newpage"])
def test_tags_of_templates_are_left_out_with_a_warning(tag: str) -> None:
    rules = read_rules(f"a\n\n{tag}\n{{: .wide}}\nb {{{{ claim(24, 'x') }}}}\n", "r.md")
    assert rules.text == "a\n\n\n\nb 24\n"
    assert (str(rules.notes[0].place), rules.notes[0].code, rules.notes[0].level) == ("r.md:3:1", "GF361", "warning")


@for_each(["a [TOC] b\n", "    [TOC]\n", "`[TOC]`\n"])
def test_what_only_looks_like_a_tag_stays(text: str) -> None:
    rules = read_rules(text, "r.md")
    assert (rules.text, rules.notes) == (text, ())


@for_each([("---\ntitle: T\n---\n", 3), ("\n+++\ntitle = 'T'\n+++\n", 4), ("---\n# none\n\n[a]: b\n---\n", 5)])
def test_front_matter_is_read_over_and_places_stay(head: str, lines: int) -> None:
    rules = read_rules(f"{head}# T\n\nAll {{{{ claim(24, 'hand') }}}} cards.\n", "r.md")
    assert rules.text.lstrip("\n") == "# T\n\nAll 24 cards.\n"
    assert str(rules.claims[0].place) == f"r.md:{lines + 3}:5"


@for_each(["---\n\nA text, and a line.\n\n---\n", "# A\n\n---\na: b\n---\n", "--- a\n---\n"])
def test_lines_between_texts_are_no_front_matter(text: str) -> None:
    assert read_rules(text, "r.md").text == text
