"""What hostile templates meet: bounds for single steps, and no text that differs from run to run."""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from generator.fonts.font_book import FontBook
from generator.model.finding import DrawingError
from generator.render import template
from generator.render.template import Templates
from generator.render.template_files import TemplateFiles
from generator.render.text_filters import Translator
from generator.safety import sandbox

Render = Callable[[str], str]


@pytest.fixture
def render(tmp_path: Path) -> Render:
    """Give a function that renders a template."""

    def render_text(text: str) -> str:
        (tmp_path / "a.svg.j2").write_text(text, "utf-8", newline="")
        templates = Templates(TemplateFiles(tmp_path, tmp_path), FontBook({}), Translator())
        return templates.render("a.svg.j2", {})

    return render_text


def refuse(render: Render, text: str) -> tuple[str, str]:
    """Return the line and column, and the message, of the error of a template."""
    with pytest.raises(DrawingError) as caught:
        render(text)
    assert caught.value.code == "GF207"
    return caught.value.at.partition("a.svg.j2:")[2], caught.value.message


SHARED = "{% set x = [0, 1, 2, 3] %}" + "{% set x = [x, x, x, x, x, x, x, x] %}" * 12
TWINS = SHARED + SHARED.replace("x", "y")
TUPLES = SHARED.replace("[", "(").replace("]", ")")


@pytest.mark.sampled(4)
@pytest.mark.parametrize(
    "text",
    [
        f"{TWINS}\n{{{{ x == y }}}}",
        f"{TWINS}\n{{% if x < y %}}a{{% endif %}}",
        f"{TWINS}\n{{{{ 1 if x != y else 2 }}}}",
        f"{TWINS}\n{{{{ x in [y] }}}}",
        f"{TWINS}\n{{{{ 1 < 2 and x <= x <= y }}}}",
        f"{TWINS}\n{{{{ x is eq(y) }}}}",
        f"{TWINS}\n{{{{ [x]|select('eq', y)|list|length }}}}",
        f"{TWINS}\n{{{{ [x, y]|sort|length }}}}",
        f"{TWINS}\n{{{{ [x, y]|max|length }}}}",
        f"{TWINS}\n{{{{ [{{'a': x}}, {{'a': y}}]|groupby('a')|length }}}}",
        f"{TWINS}\n{{{{ [{{'a': x}}, {{'a': y}}]|sort(attribute='a')|length }}}}",
        f"{TWINS}\n{{{{ {{'a': x, 'A': y}}|dictsort(by='value')|length }}}}",
        f"{TWINS}\n{{{{ [x].index(y) }}}}",
        f"{TWINS}\n{{{{ [x].count(y) }}}}",
        f"{TWINS}\n{{% for a in [x, y] %}}{{{{ loop.changed(a) }}}}{{% endfor %}}",
        f"{TUPLES}\n{{{{ {{x: 1}}|length }}}}",
        f"{TUPLES}\n{{{{ {{}}[x] }}}}",
        f"{TUPLES}\n{{{{ x in {{}} }}}}",
        f"{TUPLES}\n{{{{ [x]|unique|length }}}}",
        f"{TUPLES}\n{{{{ dict([(x, 1)]) }}}}",
        f"{TUPLES}\n{{{{ namespace([(x, 1)]) }}}}",
        f"{TUPLES}\n{{{{ find({{}}, x) }}}}",
        f"{TUPLES}\n{{{{ [{{}}]|map(attribute=x)|list }}}}",
        f"{SHARED}\n{{{{ x }}}}",
        f"{SHARED}\n{{{{ x|string|length }}}}",
        f"{SHARED}\n{{{{ x|tojson }}}}",
        f"{SHARED}\n{{{{ x|pprint }}}}",
        f"{SHARED}\n{{{{ [x]|join }}}}",
        f"{SHARED}\n{{{{ {{'a': x}}|xmlattr }}}}",
        f"{SHARED}\n{{{{ '%s' % (x,) }}}}",
        f"{SHARED}\n{{{{ '%s'|format(x) }}}}",
        f"{SHARED}\n{{{{ '{{}}'.format(x) }}}}",
        f"{SHARED}\n{{{{ 'a' ~ x }}}}",
        f"{SHARED}\n{{{{ x|wrap(30) }}}}",
        "\n{% set b = 9**100000 %}{% set c = 9**100000 %}{{ ([b, c]*50000)|sort|length }}",
        "\n{% set b = 'a'*1000000 %}{% set c = 'a'*1000000 %}{{ ([b, c]*50000)|sort|length }}",
    ],
)
def test_lists_that_hold_one_another_are_not_compared_or_printed(render: Render, text: str) -> None:
    place, message = refuse(render, text)
    assert (place.partition(":")[0], "more than 1,000,000 values" in message) == ("2", True)


def test_texts_too_long_to_search_are_refused(render: Render) -> None:
    for text in ("{{ s.count('ab') }}", "{{ 'ab' in s }}", "{{ s|replace('ab', '') }}"):
        place, _ = refuse(render, "{% set s = 'a' * 80000000 %}\n" + text)
        assert place.startswith("2:")


def test_a_sum_of_lists_is_refused(render: Render) -> None:
    assert refuse(render, "\n{{ ([[0]]*9)|sum(start=[]) }}")[1].startswith("`sum` adds numbers")
    assert render("{{ [1, 2.5]|sum }} {{ [{'a': 1}, {'a': 2}]|sum(attribute='a', start=4) }}") == "3.5 7"


@pytest.mark.parametrize(("method", "says"), [("items", "`it|items`"), ("get", "`it[key]|default(other)`")])
def test_the_methods_of_a_mapping_are_answered_with_filters(render: Render, method: str, says: str) -> None:
    at, message = refuse(render, f"\n{{{{ {{'a': 1}}.{method}('a') }}}}")
    assert (at.partition(":")[0], message) == ("2", f"a mapping has no {method!r} here; write {says}")
    assert render("{% for key, value in {'a': 1}|items %}{{ key }}{{ value }}{% endfor %}") == "a1"


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("\n{{ range(9)|random }}", "2:"),
        (" {{ lipsum() }}", "1:5"),
        ("\n\n{{ [1]|shuffle }}", "3:"),
        ("\n{% if 1 %}{{ [1]|map('random')|list }}{% endif %}", "2:"),
    ],
)
def test_what_draws_lots_is_refused(render: Render, text: str, place: str) -> None:
    at, message = refuse(render, text)
    assert at.startswith(place)
    assert "the same kit" in message or "'random'" in message


@pytest.mark.parametrize(
    "text",
    [
        "{{ self }}",
        "{% for a in [1] %}{{ loop }}{% endfor %}",
        "{% for a in [1] %}{{ [loop.cycle] }}{% endfor %}",
        "{% macro m() %}{% endmacro %}{{ m }}",
        "{% macro m() %}{{ caller }}{% endmacro %}{% call m() %}{% endcall %}",
        "{% block b %}{{ self.b }}{% endblock %}",
        "{{ polar }}",
        "{{ 'a' ~ polar }}",
        "{{ polar|string }}",
        "{{ [polar] }}",
        "{{ [polar] * 2 }}",
        "{{ {'a': [polar]} }}",
        "{{ [polar]|join }}",
        "{{ [1, 2]|join(polar) }}",
        "{{ '%s' % polar }}",
        "{{ ('%s'|e) % polar }}",
        "{{ '%s'|format(polar) }}",
        "{{ '{}'.format(polar) }}",
        "{{ '{a}'.format(a=polar) }}",
        "{{ '{a}'.format_map({'a': polar}) }}",
        "{{ (','|e).join([polar]) }}",
        "{{ 'a'|replace('a', polar) }}",
        "{{ polar|pprint }}",
        "{{ polar|tojson }}",
        "{{ {'a': polar}|xmlattr }}",
        "{{ polar|title }}",
        "{{ polar|wrap(50) }}",
        "{{ polar if 1 else 2 }}",
        "{{ 0 or polar }}",
        "{{ 'a'.upper }}",
        "{{ ['a'.upper] }}",
        "{{ 'a'|attr('upper') }}",
        "{{ cycler(1) }}",
        "{{ joiner() }}",
        "{{ namespace() }}",
        "{{ dict }}",
    ],
)
def test_what_is_no_value_is_not_printed(render: Render, text: str) -> None:
    place, message = refuse(render, f"a\n{text}")
    assert (place.partition(":")[0], "0x" in message) == ("2", False)


def test_what_templates_need_still_works(render: Render) -> None:
    text = (
        "{% set j = joiner(',') %}{{ j() }}1{{ j() }}2 {% set c = cycler('a', 'b') %}{{ c.next() }}{{ c.next() }} "
        "{% set n = namespace(a=[1]) %}{% set n.a = n.a + [2] %}{{ n.a }} {{ [3, 1]|sort }} {{ [1, 2]|map('string') }} "
        "{% macro m(a) %}<{{ a }}>{% endmacro %}{{ m(1) }} {{ m('<') ~ '<' }} {{ (1, 2) }} {{ '%s-%s' % (1, 2) }} "
        "{{ 'a'.upper() }} {{ {(1, 2): 3}[(1, 2)] }} {{ [{'a': 2}, {'a': 1}]|sort(attribute='a')|map(attribute='a')|join }} "
        "{{ 1 < 2 < 3 }} {{ 'b' in {'b': 1} }} {% for k, v in {'z': 1}|items %}{{ k }}{{ v }}{% endfor %} "
        "{% for a in [1, 1] %}{{ loop.changed(a) }}{% endfor %} {{ 'a'|attr('b')|default('c') }} {{ none }} {{ 2 ** 10 }}"
    )
    assert render(text) == (
        "1,2 ab [1, 2] [1, 3] [&#39;1&#39;, &#39;2&#39;] <1> <&lt;>&lt; (1, 2) 1-2 A 3 12 True True z1 TrueFalse c None 1024"
    )


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("\n\n{{ " + "(" * 200_000 + "1" + ")" * 200_000 + " }}", "3:1"),
        ("\n{{ " + "not " * 5000 + "1 }}", "2:1"),
        ("\n{{ " + "1+" * 5000 + "1 }}", "2:1"),
        ("\n{{ a" + ".b" * 5000 + " }}", "2:1"),
        ("\n" + "{% for a in [1] %}" * 25 + "x" + "{% endfor %}" * 25, "2:1"),
        ("\n" + "{% if 1 %}" * 101 + "x" + "{% endif %}" * 101, "2:1"),
        ("\n{{ " + "9" * 5000 + " }}", ""),
        ("a\n{% include 'a.svg.j2' %}", "2:1"),
        ("{% extends 'a.svg.j2' %}", "1:1"),
        ("a\n{% import 'a.svg.j2' as b %}", "2:1"),
        ("{% macro m() %}\n{{ m() }}{% endmacro %}{{ m() }}", "2:1"),
        ("a\n{# never closed", "2:1"),
        ("a\n{% if 1", "2:1"),
    ],
)
def test_what_is_too_deep_has_a_place(render: Render, text: str, place: str) -> None:
    assert refuse(render, text)[0].startswith(place)


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("a\n{% for a in range(100000) %}{% for b in range(100000) %}{% set c = a %}{% endfor %}{% endfor %}", "2:1"),
        ("\n{% macro m(n) %}{% if n %}{{ m(n-1) }}{{ m(n-1) }}{% endif %}{% endmacro %}{{ m(90) }}", "2:1"),
        ("\n\n{% set a = 9**(9**9) %}", "3:1"),
        ("\n{{ 5|round(-10**9) }}", "2:1"),
        ("\n{{ regular(0, 0, 1, 10**9) }}", "2:1"),
    ],
)
def test_what_never_ends_is_stopped_at_its_line(
    render: Render, monkeypatch: pytest.MonkeyPatch, text: str, place: str
) -> None:
    monkeypatch.setattr(template, "_TEMPLATE_SECONDS", 0.3)
    at, message = refuse(render, text)
    assert (at.startswith(place), "0.3 s" in message, at != "") == (True, True, True)


def test_a_template_has_so_many_tags_at_most(render: Render, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(template, "_MOST_TAGS", 3)
    assert render("{{ 1 }}{% if 1 %}a{% endif %}") == "1a"
    _, message = refuse(render, "{{ 1 }}{% if 1 %}a{% endif %}{{ 2 }}")
    assert "more than 3 tags" in message


@pytest.mark.thorough
def test_a_template_that_was_stopped_is_not_rendered_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(template, "_TEMPLATE_SECONDS", 0.2)
    (tmp_path / "a").write_text("{% for a in range(n) %}{% for b in range(n) %}{% endfor %}{% endfor %}", "utf-8")
    (tmp_path / "b").write_text("b", "utf-8")
    templates = Templates(TemplateFiles(tmp_path, tmp_path), FontBook({}), Translator())
    with pytest.raises(DrawingError) as first:
        templates.render("a", {"n": 100_000})
    with pytest.raises(DrawingError) as second:
        templates.render("a", {"n": 1})
    assert (first.value.at, first.value.message) == (second.value.at, second.value.message)
    assert templates.render("b", {}) == "b"


BOMBS = """\
{{ 'x' * 10**9 }}
{{ '%999999999d' % 1 }}
{{ '%999999999d'|format(1) }}
{{ '{:999999999}'.format(1) }}
{{ '%.999999999f' % 0.1 }}
{{ 'x'|center(10**9) }}
{{ 'x'.ljust(10**9) }}
{{ [1]|batch(10**9, 0)|length }}
{{ 'a\\nb'|indent(10**10) }}
{% set n = namespace(l=[1]) %}{% for i in range(100) %}{% set n.l = n.l + n.l %}{% endfor %}
{% set n = namespace(l='ab') %}{% for i in range(100) %}{% set n.l = n.l ~ n.l %}{% endfor %}
{% set n = namespace(l='ab') %}{% for i in range(100) %}{% set n.l %}{{ n.l }}{{ n.l }}{% endset %}{% endfor %}
{{ [0]*10**10 }}
"""
BOMB_PROGRAM = """
import sys
from pathlib import Path
from generator.safety.limits import limit_memory
from generator.fonts.font_book import FontBook
from generator.model.finding import DrawingError
from generator.render.template import Templates
from generator.render.template_files import TemplateFiles
from generator.render.text_filters import Translator
limit_memory(300_000_000)
folder = Path(sys.argv[1])
templates = Templates(TemplateFiles(folder, folder), FontBook({}), Translator())
for path in sorted(folder.iterdir()):
    try:
        templates.render(path.name, {})
        print(path.name, "rendered")
    except DrawingError as error:
        print(path.name, error.at.rpartition("/")[2], "memory" in error.message)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux keeps a limit of data")
def test_memory_bombs_are_told_with_their_line(tmp_path: Path) -> None:
    bombs = [line for line in BOMBS.splitlines() if line]
    for number, bomb in enumerate(bombs):
        (tmp_path / f"{number:02}").write_text(f"a\n{bomb}", "utf-8")
    command = [sys.executable, "-c", BOMB_PROGRAM, str(tmp_path)]
    run = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    told = [line.split() for line in run.stdout.splitlines()]
    assert [(name, at.split(":")[1], says) for name, at, says in told] == [
        (f"{number:02}", "2", "True") for number in range(len(bombs))
    ]


def test_what_is_safe_is_remembered_for_each_type(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sandbox, "_MOST_ATTRIBUTES", 3)
    environment = sandbox.GuardedEnvironment()
    expected = [
        ("", "index", True),
        ([], "index", True),
        ([], "append", False),
        ("", "__class__", False),
        ({}, "get", True),
    ]
    for value, name, safe in expected * 2:
        assert environment.is_safe_attribute(value, name, None) is safe
    assert len(environment._safe_attributes) <= 3
