"""A false equation of bare numbers is an error at its result (GF163); what may be no arithmetic is let pass."""

# ruff: noqa: RUF001  signs of sums as people write them

from pathlib import Path

from generator.check.words.sums import check_sums
from tests.check.words.kit import make_case, read_orchard
from tests.messages import facts
from tests.samples import for_each


def find_faults(home: Path, rules: str) -> list[str]:
    found = [facts(each) for each in check_sums(make_case(read_orchard(home, rules)))]
    return [each.removeprefix(f"{home}/orchard/rules.md:") for each in found]


@for_each(
    [
        ("So 3 x 4 = 13.", "1:12: GF163 '3 x 4 = 13' '3 x 4' 12"),
        ("That is 3 × 2 + 1 = 8.", "1:21: GF163 '3 × 2 + 1 = 8' '3 × 2 + 1' 7"),
        ("That is 3 − 2 = 2.", "1:17: GF163 '3 − 2 = 2' '3 − 2' 1"),
        ("(5 - 2 = 2)", "1:10: GF163 '5 - 2 = 2' '5 - 2' 3"),
        ("1 + 2 = 3 = 4", "1:13: GF163 '1 + 2 = 3 = 4' '1 + 2' 3"),
        ("1.5 + 1,5 = 4", "1:13: GF163 '1.5 + 1,5 = 4' '1.5 + 1,5' 3"),
        ("10 - 2 x 3 = 24: so", "1:14: GF163 '10 - 2 x 3 = 24' '10 - 2 x 3' 4"),
        ("| a | b |\n|---|---|\n| x | 2 + 2 = 5 |", "3:15: GF163 '2 + 2 = 5' '2 + 2' 4"),
        ("> - 3*4 = 13\n", "1:11: GF163 '3*4 = 13' '3*4' 12"),
        ("**So**: {{ claim(12, 'tree', id='apple') }} + 4 = 17.", "1:51: GF163 '12 + 4 = 17' '12 + 4' 16"),
    ]
)
def test_false_equations(tmp_path: Path, text: str, found: str) -> None:
    assert find_faults(tmp_path, text) == [found]


@for_each(
    [
        "3 x 4 = 12, 3 × 2 + 1 = 7, 10 - 2 x 3 = 4 and 0.5 + 0.25 = 0.75.",
        "2 wood + 1 brick = 1 road; 2 + 3 = 6 points; a 2 + 3 = 6 of hearts",
        "1-3 = 5, 1–3 = 5, 1/2 + 1/2 = 2, 7 / 2 = 3, 50 % + 1 = 2",
        "(1 + 2) x 3 + 4 = 14, 2 x (3 + 4) = 20, 2 + 2 = 2 x 2, 3 + 4 = 7 - 0, 4 + 4 = 9 + x",
        "`1 + 1 = 3` and ![1 + 1](figure:x) = 3 and [1 + 1 = 3](#x)",
        "1,000 + 1 = 1,002 and 1.000 + 1 = 3",  # a thousand, or one
        "5 = 6, 1 = 2 cards, x + 1 = 3, 2x + 1 = 9, 1 + 1 = 3x, $2 + 1 = 5",
        '"1 + 1 = 3" is what the fool says.',
        "1 + 1\n= 3",
        "1 + 1 = 3 `x`, `x` 1 + 1 = 3",
        f"{'9' * 5000} + 1 = {'9' * 5000}",
    ]
)
def test_what_is_right_or_no_equation(tmp_path: Path, text: str) -> None:
    assert find_faults(tmp_path, text) == []
