"""Time and memory bombs in templates: loops, recursion, texts and numbers that grow, in templates, macros and figures."""

from collections.abc import Mapping

from tests.hostile.attack import EGG, GAME, HEAD, RULES, Attack, Content, Expectation, game_with, template, with_rules

_PLACE = "egg.svg.j2"
BUILD = ("build", "hen", "--format", "svg")  # a template costs the same in each format


def _bomb(
    name: str,
    body: str,
    expect: Expectation = "refused",
    *,
    place: str = _PLACE,
    more: Mapping[str, Content] | None = None,
) -> Attack:
    files: dict[str, Content] = {"templates/egg.svg.j2": template(body)}
    files |= {f"templates/{key}.svg.j2": value for key, value in (more or {}).items()}
    return Attack(name, files, [BUILD], expect, place if expect == "refused" else "")


def _loops(depth: int, inner: str, over: str = "range(1000)") -> str:
    names = [f"x{n}" for n in range(depth)]
    return "".join(f"{{% for {x} in {over} %}}" for x in names) + inner + "{% endfor %}" * depth


def _grow(step: str, times: int = 40, start: str = "'x' * 100") -> str:
    return f"{{% set ns = namespace(s={start}) %}}{{% for i in range({times}) %}}{{% set ns.s = {step} %}}{{% endfor %}}{{{{ ns.s|length }}}}"


_TIME = [
    _bomb("three loops of a thousand", _loops(3, "")),
    _bomb("three loops of a thousand that print", _loops(3, "x")),
    _bomb("three loops of a thousand that draw", _loops(3, '<rect width="1" height="1"/>')),
    _bomb("twenty-five nested loops", _loops(25, "", "range(2)"), "either"),
    _bomb("a hundred nested loops", _loops(100, ""), place=""),
    _bomb("thirty nested conditions", "{% if true %}" * 300 + "{% endif %}" * 300, "either"),
    _bomb("a loop over a product", "{% for i in range(100000) %}{% for j in range(100000) %}{% endfor %}{% endfor %}"),
    _bomb("a loop behind a filter", "{{ range(99999)|map('string')|map('upper')|map('lower')|list|length }}" * 400),
    _bomb("a loop in a condition", "{% for i in range(99999) if i in range(99999)|list %}{% endfor %}"),
    _bomb("a loop that calls polar", _loops(2, "{{ polar(1, 1, 1, x0) }}", "range(30000)")),
    _bomb("a loop that wraps text", "{% for i in range(100000) %}{{ ('word ' * 2000)|wrap(10, size=1)|length }}{% endfor %}"),
    _bomb("a loop that fits text", "{% for i in range(100000) %}{{ ('word ' * 200)|fit(10, 9999, size=1)|length }}{% endfor %}"),
    _bomb("a loop that measures text", "{% for i in range(100000) %}{{ ('w' * 9000)|width(3) }}{% endfor %}"),
    _bomb("a loop that makes tints", _loops(2, "{{ '#fff'|tint(0.5) }}", "range(30000)")),
    _bomb("a loop that finds", "{% set l = [] %}" + _loops(3, "{{ find({'a': 1}, 'a') }}", "range(3000)")),
    _bomb("a regular polygon of a billion corners", "{{ regular(1, 1, 1, 1000000000)|length }}"),
    _bomb("a star of a billion points", "{{ star(1, 1, 1, 0.5, 1000000000)|length }}"),
    _bomb("a recursive macro", "{% macro m(n) %}{{ m(n + 1) }}{% endmacro %}{{ m(0) }}"),
    _bomb("a macro that calls itself twice", "{% macro m(n) %}{% if n %}{{ m(n - 1) }}{{ m(n - 1) }}{% endif %}{% endmacro %}{{ m(60) }}"),
    _bomb("two macros that call each other", "{% macro a() %}{{ b() }}{% endmacro %}{% macro b() %}{{ a() }}{% endmacro %}{{ a() }}"),
    _bomb("a recursive loop", "{% for x in [[[]]] recursive %}{{ loop([[[]]]) }}{% endfor %}"),
    _bomb("a template that includes itself", "{% include 'egg.svg.j2' %}"),
    _bomb("a template that extends itself", "{% extends 'egg.svg.j2' %}"),
    _bomb("a template that imports itself", "{% import 'egg.svg.j2' as x %}"),
    _bomb("two templates that include each other", "{% include 'other.svg.j2' %}", more={"other": "{% include 'egg.svg.j2' %}"}),
    _bomb("a template that includes another ten thousand times", "{% for i in range(100000) %}{% include 'other.svg.j2' %}{% endfor %}", more={"other": "<g/>" * 100}),
    _bomb("a chain of two thousand included templates", "{% include 't0.svg.j2' %}", place="", more={f"t{n}": f"{{% include 't{n + 1}.svg.j2' %}}" for n in range(2000)} | {"t2000": "<g/>"}),
    _bomb("an included template that doubles", "{% include 'a0.svg.j2' %}", place="", more={f"a{n}": f"{{% include 'a{n + 1}.svg.j2' %}}" * 2 for n in range(40)} | {"a40": "<g/>"}),
    _bomb("a power tower", "{{ 9 ** 9 ** 9 ** 9 }}"),
    _bomb("a power in a constant", "{{ 2 ** 100000000 }}"),
    _bomb("a power of a variable", "{% set n = 9 %}{{ n ** n ** n }}"),
    _bomb("a number of a billion digits", "{{ 10 ** 1000000000 % 7 }}"),
    _bomb("a factorial", "{% set ns = namespace(f=1) %}{% for i in range(1, 99999) %}{% set ns.f = ns.f * i %}{% endfor %}{{ ns.f }}"),
    _bomb("squares of squares", _grow("ns.s * ns.s", 40, "3")),
    _bomb("a number of 5,000 digits printed", "{{ 9 ** 4999 }}", "either"),
    _bomb("a number of 5,000 digits read", "{{ ('9' * 5000)|int }}", "either"),
    _bomb("a division of large numbers", "{{ (9 ** 99999) // (7 ** 50000) }}"),
    _bomb("a shift by multiplication", "{{ 1.5 * 10 ** 400 }}"),
    _bomb("a list sorted again and again", "{% for i in range(99999) %}{{ range(99999)|sort(reverse=true)|first }}{% endfor %}"),
    _bomb("a list made unique again and again", "{% for i in range(99999) %}{{ range(99999)|unique|list|length }}{% endfor %}"),
    _bomb("a comparison of deep lists", "{% set ns = namespace(a=[], b=[]) %}{% for i in range(99999) %}{% set ns.a = [ns.a, ns.a] %}{% set ns.b = [ns.b, ns.b] %}{% endfor %}{{ ns.a == ns.b }}"),
    _bomb("a word list that wraps slowly", "{{ ('a ' * 90000)|wrap(10, size=0.1)|length }}", "either"),
    _bomb("a word wrapped by wordwrap", "{{ ('a' * 99999)|wordwrap(1)|length }}", "either"),
    _bomb("a text that is striptags slow", "{{ ('<' * 99999)|striptags|length }}", "either"),
    _bomb("a text of comments for striptags", "{{ ('<!--' * 50000)|striptags|length }}", "either"),
    _bomb("a text that is urlize slow", "{{ ('http://' * 20000)|urlize|length }}", "either"),
    _bomb("a text of brackets for urlize", "{{ ('(' * 30000 ~ 'www.a.b' ~ ')' * 30000)|urlize|length }}", "either"),
    _bomb("a text of dots for urlize", "{{ ('a@' ~ 'b.' * 40000)|urlize|length }}", "either"),
    _bomb("a wordcount of a long text", "{{ ('a ' * 99999)|wordcount }}", "either"),
    _bomb("a title of a long text", "{{ ('a ' * 99999)|title|length }}", "either"),
    _bomb("a replacement that grows", "{{ ('a' * 90000)|replace('a', 'b' * 90000)|length }}"),
    _bomb("an empty replacement that grows", "{{ ('a' * 90000)|replace('', 'b' * 90000)|length }}"),
    _bomb("a size of text that is tiny", "{{ ('a ' * 900)|wrap(1e300, size=1e-300)|length }}", "either"),
    _bomb("a size of text that is nan", "{{ 'a'|width(1e308 * 10) }}", "either"),
]  # fmt: skip

_MEMORY = [
    _bomb("a text of a billion letters", "{{ 'x' * 1000000000 }}"),
    _bomb("a text of ten billion letters", "{{ ('x' * 100000) * 100000 }}"),
    _bomb("a number times a text", "{{ 10000000000 * 'x' }}"),
    _bomb("a list of a billion items", "{{ ([0] * 1000000000)|length }}"),
    _bomb("a list of lists of lists", "{{ ([[[0] * 10000] * 10000] * 10000)|string|length }}"),
    _bomb("a tuple of a billion items", "{{ ((0,) * 1000000000)|length }}"),
    _bomb("texts that double", _grow("ns.s ~ ns.s")),
    _bomb("texts that double by joining", _grow("[ns.s, ns.s]|join")),
    _bomb("texts that double by replacing", _grow("ns.s|replace('x', 'xx')")),
    _bomb("texts that double by formatting", _grow("'%s%s'|format(ns.s, ns.s)")),
    _bomb("texts that double by the method format", _grow("'{0}{0}'.format(ns.s)")),
    _bomb("texts that double by join of themselves", _grow("ns.s.join([ns.s, ns.s, ns.s])")),
    _bomb("texts that double by indenting", _grow("(ns.s ~ '\\n' ~ ns.s)|indent(99)")),
    _bomb("texts that double by escaping", _grow("(ns.s ~ '<')|escape|string|forceescape")),
    _bomb("texts that double by a set block", "{% set a %}xxxxxxxxxx{% endset %}" + "{% set a %}{{ a }}{{ a }}{{ a }}{{ a }}{{ a }}{{ a }}{{ a }}{{ a }}{% endset %}" * 12 + "{{ a|length }}"),
    _bomb("lists that double", _grow("ns.s + ns.s", 40, "[1]")),
    _bomb("lists of lists that double when printed", _grow("[ns.s, ns.s]", 60, "[1]") + "{{ ns.s|string|length }}"),
    _bomb("lists that double when made JSON", _grow("[ns.s, ns.s]", 60, "[1]").replace("ns.s|length", "ns.s|tojson|length")),
    _bomb("lists that double when printed pretty", _grow("[ns.s, ns.s]", 60, "[1]").replace("ns.s|length", "ns.s|pprint|length")),
    _bomb("a text centered in a billion blanks", "{{ 'x'|center(1000000000) }}"),
    _bomb("a text adjusted by a method", "{{ 'x'.ljust(1000000000)|length }}"),
    _bomb("a text filled with zeros", "{{ 'x'.zfill(1000000000)|length }}"),
    _bomb("a text centered by a method", "{{ 'x'.center(1000000000)|length }}"),
    _bomb("tabs expanded to a billion", "{{ '\\t'.expandtabs(1000000000)|length }}"),
    _bomb("a width in a format", "{{ '%1000000000d'|format(1) }}"),
    _bomb("a width in a format operator", "{{ '%1000000000d' % 1 }}"),
    _bomb("a precision in a format", "{{ '%.1000000000f'|format(1.5) }}"),
    _bomb("a width in the method format", "{{ '{:1000000000}'.format(1) }}"),
    _bomb("a width given to the method format", "{{ '{:{}}'.format(1, 1000000000) }}"),
    _bomb("a star in a format", "{{ '%*d'|format(1000000000, 1) }}"),
    _bomb("a range of a billion", "{{ range(1000000000)|list|length }}"),
    _bomb("a range of 100,000 as texts, printed", "{{ range(99999)|map('string')|join(',') * 1000 }}"),
    _bomb("batches filled to a billion", "{{ [1]|batch(1000000000, 0)|list|length }}"),
    _bomb("a billion slices", "{{ [1]|slice(1000000000)|list|length }}"),
    _bomb("a round to a billion digits", "{{ 1.5|round(1000000000, 'ceil') }}"),
    _bomb("lorem of a billion words", "{{ lipsum(1000000000)|length }}"),
    _bomb("an indent of a billion", "{{ 'a\\nb'|indent(1000000000)|length }}"),
    _bomb("a translation of many letters", "{{ ('x' * 99999).translate({120: 'y' * 99999})|length }}"),
    _bomb("a mapping of a million keys", "{% set ns = namespace(d={}) %}" + _loops(3, "{% set ns.d = dict(ns.d, a=1) %}")),
    _bomb("a page of two gigabytes", "{% for i in range(99999) %}" + "x" * 20_000 + "{% endfor %}"),
    _bomb("a page of a million rectangles", "{% for i in range(99999) %}" + '<rect width="1" height="1"/>' * 10 + "{% endfor %}"),
    _bomb("a page of different rectangles", "{% for i in range(99999) %}<rect width='{{ i }}' height='1'/>{% endfor %}", "either"),
    _bomb("attributes of a hundred megabytes", "<path d='M0 0{{ ' L1 1' * 90000 }}{{ ' L1 1' * 90000 }}'/>" * 300, "either"),
    _bomb("a cycler of a million", "{{ cycler(*range(99999)).next() }}", "either"),
    _bomb("a sum of lists", "{{ ([[1] * 90000] * 90000)|sum(start=[])|length }}"),
]  # fmt: skip

_SOURCES = [
    _bomb("a template of ten megabytes", "{{ 1 }}" * 1_500_000, "either"),
    _bomb("an expression of 100,000 brackets", "{{ " + "(" * 100_000 + "1" + ")" * 100_000 + " }}"),
    _bomb("an expression of 100,000 lists", "{{ " + "[" * 100_000 + "]" * 100_000 + " }}"),
    _bomb("an expression of 100,000 nots", "{{ " + "not " * 100_000 + "1 }}"),
    _bomb("an expression of 100,000 filters", "{{ 1" + "|abs" * 100_000 + " }}"),
    _bomb("an expression of 100,000 dots", "{{ values" + ".a" * 100_000 + " }}"),
    _bomb("an expression of 100,000 sums", "{{ 1" + "+1" * 100_000 + " }}"),
    _bomb("an expression of 100,000 minus signs", "{{ " + "-" * 100_000 + "1 }}"),
    _bomb("a chain of 100,000 elifs", "{% if 0 %}" + "{% elif 0 %}" * 100_000 + "{% endif %}", "either"),
    _bomb("100,000 macros", "".join(f"{{% macro m{n}() %}}{{% endmacro %}}" for n in range(20_000)), "either"),
    _bomb("a thousand arguments", "{{ polar(" + ",".join("1" for _ in range(100_000)) + ") }}"),
    _bomb("an open comment of a megabyte", "{#" + "x" * 1_000_000),
    _bomb("open braces", "{{" * 100_000),
    _bomb("tags that the marker sees", "<a" * 200_000 + "{{ nothing }}"),
    _bomb("comments that the marker sees", "<!--" * 100_000 + "{{ nothing }}"),
]  # fmt: skip


def _elsewhere(name: str, files: dict[str, Content], place: str, *argv: str) -> Attack:
    return Attack(name, files, [argv or BUILD], "refused" if place else "either", place)


_LOOP = _loops(3, "")
_FIGURE = "figures: {pic: {template: pic.svg.j2, size: [40, 40], alt: x}}\n"
_SHOWN = "# Hen\n\n{{ claim(2, 'egg') }} eggs.\n\n![A picture](figure:pic)\n"
_ELSEWHERE = [
    _elsewhere("a loop in the back of a piece", {"game.yaml": game_with("front: egg.svg.j2", "front: egg.svg.j2, back: back.svg.j2"), "templates/back.svg.j2": template(_LOOP)}, "back.svg.j2"),
    _elsewhere("a loop in a figure", {**with_rules(_SHOWN, _FIGURE), "templates/pic.svg.j2": HEAD.replace("30 30", "40 40") + _LOOP + "</svg>"}, "pic.svg.j2", "booklet", "hen"),
    _elsewhere("a loop in a shared template", {"templates/how-to-print.svg.j2": template(_LOOP)}, "how-to-print.svg.j2"),
    _elsewhere("a loop in a template that is replaced for figures", {**with_rules(_SHOWN.replace("pic", "card"), "figures: {card: {kind: face, part: egg, size: [40, 40], alt: x}}\n"), "templates/figures/face.svg.j2": template(_LOOP)}, "face.svg.j2", "booklet", "hen"),
    _elsewhere("a loop in a macro that is imported", {"templates/egg.svg.j2": template("{% import 'lib.svg.j2' as lib %}{{ lib.m() }}"), "templates/lib.svg.j2": "{% macro m() %}" + _LOOP + "{% endmacro %}"}, "lib.svg.j2"),
    _elsewhere("a loop at the top of an imported template", {"templates/egg.svg.j2": template("{% import 'lib.svg.j2' as lib %}"), "templates/lib.svg.j2": _LOOP}, "lib.svg.j2"),
    _elsewhere("a loop for only one of many rows", {"game.yaml": game_with("copies: 2}", "rows: [{a: 0, copies: 1}, {a: 1, copies: 1}]}"), "templates/egg.svg.j2": template("{% if row.a %}" + _LOOP + "{% endif %}")}, _PLACE),
    _elsewhere("a little work for each of a thousand rows", {"game.yaml": game_with("copies: 2}", "rows: [" + "{copies: 1}, " * 999 + "{copies: 1}]}").replace("== 2", "== 1000"), "templates/egg.svg.j2": template("{% for i in range(99999) %}{% endfor %}")}, ""),
    _elsewhere("a loop after an error", {"templates/egg.svg.j2": template('<rect width="no"/>' + "{% if true %}" + _LOOP + "{% endif %}")}, _PLACE),
    _elsewhere("a loop, for check", {"templates/egg.svg.j2": template(_LOOP)}, _PLACE, "check", "hen"),
    _elsewhere("a memory bomb, for check", {"templates/egg.svg.j2": template("{{ 'x' * 1000000000 }}")}, _PLACE, "check", "hen"),
    _elsewhere("a recursive macro, for booklet", {**with_rules(RULES), "templates/egg.svg.j2": EGG.replace("Egg", "{% macro m() %}{{ m() }}{% endmacro %}{{ m() }}")}, _PLACE, "build", "hen"),
    _elsewhere("a bomb in a claim and one in a template", {"game.yaml": GAME.replace("count('egg') == 2", "\"(range(10000)|list * 1)|length\""), "templates/egg.svg.j2": template(_LOOP)}, _PLACE),
]  # fmt: skip

ATTACKS = [*_TIME, *_MEMORY, *_SOURCES, *_ELSEWHERE]
