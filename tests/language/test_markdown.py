"""Marks within a line that people write beside CommonMark."""

from generator.language.formulas import read_formula
from generator.language.markdown import make_parser
from generator.language.markdown_marks import STRAY_SIGNS, find_emoji
from tests.samples import for_each


@for_each([
        ("==a== ==b *c*==", "<mark>a</mark> <mark>b <em>c</em></mark>"),
        ("++a++ x^2^ x^2 H~2~O ~a b~", "<ins>a</ins> x<sup>2</sup> x^2 H<sub>2</sub>O <s>a b</s>"),
        ("a == b == c, x==y, C++ or D++, ~5 or ~6", "a == b == c, x==y, C++ or D++, ~5 or ~6"),
        ("`==a== :star:` ==`b`==", "<code>==a== :star:</code> <mark><code>b</code></mark>"),
        (":star: :game_die: :+1: a:b: :no_such_sign: 10:30:00", "⭐ 🎲 👍 a:b: :no_such_sign: 10:30:00"),
        ("[[Set up]] [[Set up|here]] [[a]](b)", '<a href="Set up">Set up</a> <a href="Set up">here</a> <a href="b">[a]</a>'),
        ("$2^n$, $3 or $4, 5$ a $6$", "2<sup><i>n</i></sup>, $3 or $4, 5$ a 6"),
        ("$x_{ab}$ $\\foo$", "<i>x</i><sub><i>ab</i></sub> $\\foo$"),
        ("a**\t**b **c:**d", "a<strong>\t</strong>b <strong>c:</strong>d"),
    ])  # fmt: skip
def test_marks_are_read(markdown: str, html: str) -> None:
    assert make_parser().render(markdown).strip() == f"<p>{html}</p>"


@for_each(
    [
        ("2^{10}", "2<sup>10</sup>"),
        ("x^ab", "<i>x</i><sup><i>a</i></sup><i>b</i>"),
        (r"\frac12 \le \frac{a+1}{b}", "1/2 ≤ (<i>a</i>+1)/<i>b</i>"),
        (r"\sqrt{n} \times \alpha_1", "√<i>n</i> \u00d7 \u03b1<sub>1</sub>"),
        (r"\max(\text{cost}, 0) \{a\}", "max (cost, 0) {<i>a</i>}"),
    ]
)
def test_a_formula_is_a_line_of_text(formula: str, parts: str) -> None:
    assert "".join(read_formula(formula) or ()) == parts


@for_each([r"\begin{matrix}", "x^", r"\frac{1}"])
def test_a_formula_that_no_line_can_show_is_none(formula: str) -> None:
    assert read_formula(formula) is None


@for_each([("dragon", "🐉"), ("warning", "⚠"), ("hearts", "♥"), ("a", ""), ("dice", "")])
def test_emoji_are_found_by_their_names(name: str, sign: str) -> None:
    assert find_emoji(name) == sign


def test_signs_without_a_pair_are_listed_with_their_lines() -> None:
    env: dict[str, list[tuple[str, int]]] = {}
    make_parser().parse("a ** b\nc ~~ d\n\n`**` \\*\\* :::", env)
    assert env[STRAY_SIGNS] == [("**", 1), ("~~", 2), (":::", 4)]
