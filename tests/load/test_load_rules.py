"""Numbers of rules.md are printed and become claims; all else in braces is refused at its place."""

import pytest

from generator.load.rules import read_rules
from generator.model.finding import DataError, Place
from generator.model.rules import InlineClaim


def test_claims_print_their_values_and_keep_their_places() -> None:
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


def test_rules_without_claims_are_as_they_were() -> None:
    assert read_rules("# A\n\nb 100 % (c)\n", "rules.md") == ("# A\n\nb 100 % (c)\n", (), ())


def test_claims_stand_in_the_text_and_what_follows_them_in_the_file() -> None:
    rules = read_rules("a {{ claim(24, 'x') }} b {{claim('six',\n'y')}} c", "r.md")
    assert [rules.text[each.start : each.end] for each in rules.marked] == ["24", "six"]
    assert [each.after for each in rules.marked] == [Place("r.md", 1, 23), Place("r.md", 2, 7)]


ONLY = "braces hold {{ claim(24, 'part') }}, {{ color('player.red') }} or {{ part('hand', 3) }} and nothing else"
FORM = "a claim is a number or text, then a part or an expression in quotes: {{ claim(24, 'part') }}"
LITERAL = "what a claim holds is written out: numbers, text, true, false or none"


@pytest.mark.parametrize(("text", "said"), [
    ("a {{ 24 }}", ["1:3: GF009 {{ 24 }} is not a claim; " + ONLY]),
    ("a {{ claims(24, 'x') }}", ["1:3: GF009 {{ claims(24, 'x') }} is not a claim; " + ONLY]),
    ("{{ claim(24, 'x') | abs }}", ["1:1: GF009 {{ claim(24, 'x') | abs }} is not a claim; " + ONLY]),
    ("{{ claim(24, 'x').y }}", ["1:1: GF009 {{ claim(24, 'x').y }} is not a claim; " + ONLY]),
    ("{{ claim(*x) }}", ["1:1: GF009 {{ claim(*x) }} is not a claim; " + ONLY]),
    ("{{ claim(24, 'x', **y) }}", ["1:1: GF009 {{ claim(24, 'x', **y) }} is not a claim; " + ONLY]),
    ("{{ claim(24) }}", ["1:1: GF009 " + FORM]),
    ("{{ claim(24, 3) }}", ["1:1: GF009 " + FORM]),
    ("{{ claim(true, 'x') }}", ["1:1: GF009 " + FORM]),
    ("{{ claim(24, '') }}", ["1:1: GF009 " + FORM]),
    ("{{ claim(24, 'x', 3) }}", ["1:1: GF009 " + FORM]),
    ("{{ claim(20 + 4, 'x') }}", ["1:1: GF009 " + LITERAL]),
    ("{{ claim(24, x) }}", ["1:1: GF009 " + LITERAL]),
    ("{{ claim(24, 'x', n=[1]) }}", ["1:1: GF009 " + LITERAL]),
    ("{{ color(red) }}", ["1:1: GF009 color() takes a color role in quotes: {{ color('player.red') }}"]),
    ("{{ Color('a', red) }}", ["1:1: GF009 Color() takes a color role in quotes: {{ color('player.red') }}"]),
    (f"{{{{ claim({'9' * 5000}, 'x') }}}}", [f"1:1: GF009 {{{{ claim({'9' * 34} ... has a number of far too many digits"]),
    ("{{ claim(24, 'x' }}", ["1:1: GF009 {{ claim(24, 'x' }} is not an expression: unexpected '}', expected ')'"]),
    ("\né {% if x %}", ["2:3: GF009 '{%' is not part of a claim; " + ONLY, "2:11: GF009 '%}' is not part of a claim; " + ONLY]),
    ("{# x #}", ["1:1: GF009 '{#' is not part of a claim; " + ONLY, "1:6: GF009 '#}' is not part of a claim; " + ONLY]),
    ("a {{ claim(24, 'x')", ["1:3: GF009 '{{' is not part of a claim; " + ONLY]),
    ("a } b", ["1:3: GF009 '}' is not part of a claim; " + ONLY]),
])  # fmt: skip
def test_what_is_refused(text: str, said: list[str]) -> None:
    with pytest.raises(DataError) as error:
        read_rules(text, "r.md")
    assert [str(finding) for finding in error.value.findings] == [f"r.md:{line}" for line in said]
