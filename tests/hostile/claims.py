"""Attacks by claims: escapes from their sandbox, time and memory bombs, and calls with arguments that make no sense."""

from tests.hostile.attack import Attack, Content, Expectation, game_with, with_rules

BUILD = ("build", "hen", "--format", "svg", "--no-read-back")  # a claim costs the same whatever is written
_BOARD = (
    "  board: {kind: board, grid: {columns: 30, rows: 30, cell: 5, diagonal: true}, front: board.svg.j2, copies: 1}\n"
)
_BOARD_SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 150 150">{% for c in cells %}<g class="{{ c.mark }}" transform="{{ c.at }}"><polygon points="{{ c.points }}" fill="none" stroke="#000" stroke-width="0.1"/></g>{% endfor %}</svg>'


def _quote(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"


def _claim(check: str, expect: Expectation = "refused") -> Attack:
    """Return an attack whose only claim asks this."""
    files: dict[str, Content] = {"game.yaml": game_with("check: count('egg') == 2", f"check: {_quote(check)}")}
    return Attack(
        check if len(check) < 90 else f"{check[:70]}... ({len(check)} letters)", files, [BUILD], expect, "game.yaml:10"
    )


def _board_claim(check: str, expect: Expectation = "refused") -> Attack:
    """Return an attack whose only claim asks this about a board of 900 cells."""
    text = game_with("claims:", f"{_BOARD}claims:").replace("check: count('egg') == 2", f"check: {_quote(check)}")
    files: dict[str, Content] = {"game.yaml": text, "templates/board.svg.j2": _BOARD_SVG}
    return Attack(f"on a board: {check[:90]}", files, [BUILD], expect, "game.yaml:11" if expect == "refused" else "")


_ESCAPES = [
    "''.__class__", "''['__class__']", "''|attr('__class__')", "count.__globals__", "count.__closure__", "count.__self__", "count['__globals__']",
    "count.__wrapped__", "range.__globals__", "rows('egg').__class__", "rows('egg')[0].__class__", "rows('egg')[0].noted", "rows('egg')[0]['noted']", "players().__class__",
    "[''.__class__]", "[count]", "count", "{'a': count}", "'{0.__class__}'.format('')", "'%r' % count", "''|format", "[1]|map('attr', '__class__')|list",
    "[1]|map(attribute='__class__')|list|string == 'x'", "[count]|map(attribute='__globals__')|list", "['']|selectattr('__class__')|list == 1", "[count]|sort(attribute='__class__')",
    "[count, range]|unique(attribute='__class__')|list == 1", "[count]|max(attribute='__globals__')", "[count]|join(attribute='__globals__') == 1", "[count]|sum(attribute='__code__')", "count|string == 'x'", "[count]|string == 'x'",
    "self", "self.__class__", "loop", "context", "environment", "lipsum()", "cycler(1)", "joiner()", "namespace()", "dict()", "_", "__import__('os')",
    "open('/etc/passwd')", "eval('1')", "none.__class__", "nothing.__class__", "(nothing|default(1)).__class__", "1 is defined.__class__", "count is callable and count.__code__",
    "count('egg', **{'__class__': 1})", "count('egg', **{'part': 'egg'})", "count(*['egg', 'egg'])", "count(part='egg')", "count('egg', world=1)", "count('egg', self=1)",
    "one('egg').__class__", "value('egg', '__class__')", "values('egg', '__class__')", "count('__class__') == 1", "figure('__class__', 'x')", "count('egg', __class__=1)", "trim('egg').__class__",
    "trim('egg')._replace", "trim('egg').count", "count.__call__('egg')", "[1].__len__()", "'a'.upper()", "[1].append(2)", "{}.keys()", "(1).real", "count('egg').bit_length()",
    "1 }}{{ ''.__class__ }}{{ 1", "1 %}{% import 'os' %}", "{% set x = 1 %}", "{# x #}", "1; 2", "x = 1", "lambda: 1", "[x for x in [1]]", "await count('egg')", "yield 1",
    "1 if", "if 1", "count('egg'", "count('egg'))", "", " ", "\t", "#", "''", "none", "0", "'text'", "[]", "1e999 > 1", "-1e999 < 1", "0x10 == 16", "0b1", "1_000 == 1000", "1j", "...", "@", "$", "`id`", "count\u200b('egg')", "\uff43ount('egg')",
]  # fmt: skip

_BOMBS = [
    "([range(10000)]*10000)|map('sort')|list", "([range(10000)]*10000)|map('sum')|list|sum > 0", "([range(10000)]*10000)|map('string')|list|length > 0", "([range(10000)]*10000)|map('unique')|list == 1",
    "([([range(10000)]*10000)]*10000)|map('length')|sum > 0", "([range(10000)]*10000)|sum(start=[])|length", "[range(10000)]*10000 == [range(10000)]*10000", "([range(10000)]*10000)|string|length",
    "([range(10000)]*10000)|map('map', 'string')|map('list')|list", "([range(10000)]*10000)|sort == 1", "([range(10000)]*10000)|unique|list", "([range(10000)]*10000)|max == 1", "([range(10000)]*9999)|map('join')|join|length",
    "range(10000)|map('string')|join(([range(10000)]*100)|string)|length", "([([([range(9999)]*9999)]*9999)]*9999)|string", "9**9**9", "9**9**9 > 1 or true", "10**15*10", "2**50*2**50", "'a'*10**9", "('a'*10000)*10000",
    "('a'*9999)|map('string')|list|string|length > 0", "range(10**9)|list", "range(-10**15, 10**15)", "range(0, 1, 0)", "[1]*10**9", "[[1]*9999]*9999 == 1", "'%1000000000d' % 1",
    "'a'|center(1000000000)", "1.5|round(1000000000)", "[1]|batch(1000000000, 1)|list", "'a' ~ 'b' * 9999 ~ 'c' * 9999", "1 // 0", "1 % 0", "0 ** -1", "(-1) ** 0.5", "'9'*4999|int > 1", "('9'*5000)|int > 1", "('9'*9999)|int > 1",
    "range(10000)|select('in', range(10000))|list|length", "range(10000)|select('in', range(10000)|list)|select('in', range(10000)|list)|select('in', range(10000)|list)|list|length == 1", "range(10000)|reject('in', range(-10000, 0))|reject('in', range(-10000, 0))|list|length == 10000",
    "(range(10000)|map('string')|list) in ([range(10000)|map('string')|list] * 10000)", "([range(10000)]*10000)|select('eq', range(10000))|list|length", "([range(10000)]*10000)|map('select', 'odd')|map('list')|map('length')|sum",
    "([[range(10000)]*10000]*10000)|map('first')|map('sort')|list|length", "('a'*9999 ~ 'b') in ('a'*9999)*1", "(('a'*9999)|replace('a', 'b'*9999))|length", "count('egg') == 2 and ([range(10000)]*10000)|map('reverse')|map('list')|list|length > 0",
]  # fmt: skip

_FUNCTIONS = [
    "stuck(1000000000, [2, 3])", "stuck(10**15, [1])", "stuck(84, range(10000))", "stuck(9999, range(1, 10000)) == [] and stuck(9998, range(1, 10000)) == []", "stuck(-1, [2])", "stuck(5, [])", "stuck(5, [0])", "stuck(5, [-1])", "stuck(5, ['a'])", "stuck('5', [2])", "stuck(1.5, [2])", "stuck(5, 2)", "stuck(5, [[2]])",
    "race(1000000000, 2, [1, 2])", "race(4, 1000000000, [1])", "race(4, 10**15, [1, 2, 3, 4])", "race(100, 100, range(100)).tokens == 1", "race(4, 2, [])", "race(0, 0, [])", "race(-4, 2, [1])", "race(4, 2, [10**15])", "race('4', 2, [1])", "race(4, 2, ['1'])", "race(4.5, 2, [1])", "race(none, none, none)",
    "handed('egg', 10**15)", "handed('egg', -1)", "handed('egg', 'x')", "count('ghost')", "count('egg', 'x')", "count('egg', ghost=1)", "count(5)", "count(none)", "count([])", "count({})", "count()", "count('egg', id=none)", "tournament('egg', 'a', 'b')", "mirrored('egg', 'a', 'b', 'c')",
    "one('egg')", "one('egg', x=1)", "rows('ghost')", "values('egg', 5)", "value('egg', none)", "figure('ghost', 'x')", "numbered('ghost')", "numbered(5)", "spaces('egg')", "colors('ghost')", "per_color('egg') == -1", "looks('egg', 'middle')", "looks(5, 5)", "sheets('ghost')", "trim('ghost')", "cells('egg')", "route('egg', 'x')", "distance('egg', 'a', 'b')",
    "symmetry('egg', 90, 'player')", "orbits('egg', 'player', [])", "lines('egg')", "crossings('egg')", "paths('egg', 'a', 'b', 'c', 1)", "saved('egg', 'x')", "slots('egg')", "ports('egg', 'x')", "trapped('egg', 'x', [1])", "choices('egg', ['a'], [1])", "folds('egg')", "volume('egg')",
]  # fmt: skip

_BOARDS = [
    _board_claim("choices('board', cells('board'), range(1, 10000))|length > 0"),
    _board_claim("choices('board', cells('board'), [1000000000])|length > 0"),
    _board_claim("choices('board', ['r0c0'], [10**15])|length > 0"),
    _board_claim("choices('board', ['r0c0'], [-5])|length > 0"),
    _board_claim("choices('board', ['r0c0'] * 10000, range(1, 200))|length > 0"),
    _board_claim("arrivals('board', cells('board'), range(1, 10000))|length > 0"),
    _board_claim("arrivals('board', ['r0c0'], [10**15])|length > 0"),
    _board_claim("trapped('board', 'r0c0', range(1, 10000))|length > 0"),
    _board_claim("trapped('board', 'r0c0', [10**15])|length > 0"),
    _board_claim("distances('board', cells('board') * 11, cells('board') * 11)|length > 9"),
    _board_claim("distance('board', cells('board') * 11, cells('board') * 11, over=[['r0c0', 'r0c1']] * 10000) == 9"),
    _board_claim("distance('board', 'r0c0', 'r9c9', over=[['r0c0']]) == 1"),
    _board_claim("distance('board', 'r0c0', 'r9c9', over=[[[], {}]]) == 1"),
    _board_claim("costs('board', cells('board'), cells('board'), corner=10**15)|length == 1"),
    _board_claim("costs('board', cells('board') * 11, cells('board') * 11, corner=-3)|length == 1"),
    _board_claim("costs('board', cells('board'), cells('board'), corner='x')|length == 1"),
    _board_claim("turned('board', 'r0c0', 10**15) == 'x'"),
    _board_claim("turned('board', 'r0c0', 1.5) == 'x'"),
    _board_claim("turned('board', cells('board') * 11, 1)|length == 1"),
    _board_claim("symmetry('board', 1e-300, 'player') == 'x'"),
    _board_claim("symmetry('board', 10**15, 'player') == 'x'"),
    _board_claim("symmetry('board', 'x', 'player') == 'x'"),
    _board_claim("orbits('board', 'player', ['red'] * 10000) == 'x'"),
    _board_claim("orbits('board', 'player', ['red', 'blue'] * 20) == 'x'"),
    _board_claim("room('board', cells('board') * 11) == 'x'"),
    _board_claim("leading('board', cells('board') * 11)|length == 'x'"),
    _board_claim("before('board', cells('board') * 11)|length == 'x'"),
    _board_claim("cells('board', kind='" + "x" * 5000 + "') == [1]"),
    _board_claim("cell('board', '" + "r0c0" * 2000 + "')"),
    _board_claim("cell('board', 'r0c0').__class__"),
    _board_claim("cell('board', 'r0c0').box"),
    _board_claim("cell('board', ['r0c0'])"),
    _board_claim("links('board', 'a', 'b') == [1]"),
    _board_claim("circuit('board', ['r0c0']) == 1"),
]  # fmt: skip

_TEXTS = [  # braces without a call of ours are printed as they stand
    Attack(f"in the rules: {text[:80]}", with_rules(f"# Hen\n\nThere are {text} eggs.\n"), [BUILD], "either")
    for text in (
        "{{ self }}",
        "{{ 1 + 1 }}",
        "{% for x in range(9) %}{% endfor %}",
        "{# x #}",
        "{{ " + "(" * 5000 + " }}",
    )
]

_INLINE = [
    Attack(f"in the rules: {text[:80]}", with_rules(f"# Hen\n\nThere are {text} eggs.\n"), [BUILD], place="rules.md:3")
    for text in (
        "{{ claim(2, \"''.__class__\") }}", "{{ claim(''.__class__, 'egg') }}", "{{ claim(2, 'egg').__class__ }}", "{{ claim(9**9**9, 'egg') }}", "{{ claim(2, \"9**9**9\") }}",
        "{{ claim(2, \"([range(10000)]*10000)|map('sort')|list\") }}", "{{ claim }}", "{{ claim() }}", "{{ claim(2, 'egg', **{'a': 1}) }}", "{{ claim(*[2, 'egg']) }}", "{{ claim(range(10**9), 'egg') }}",
        "{{ part.__class__ }}", "{{ part('egg').__class__ }}", "{{ part('egg', 10**400) }}", "{{ color('player.red').__class__ }}", "{{ color('x' * 10**9) }}",
        "{{ claim('" + "9" * 5000 + "', 'egg') }}", "{{ claim(1e999, 'egg') }}", "{{ claim(2, 'egg', x='{{') }}", "{{ lipsum() }}", "{{ claim(2, '" + "(" * 5000 + "') }}", "{{ claim(2, \"count('egg')\", x=1) }}",
    )
]  # fmt: skip

_EITHER = {
    "range(10000)|reject('in', range(-10000, 0))|reject('in', range(-10000, 0))|list|length == 10000", "stuck(9999, range(1, 10000)) == [] and stuck(9998, range(1, 10000)) == []",
    "1_000 == 1000", "0x10 == 16", "('9'*5000)|int > 1", "('9'*9999)|int > 1", "'9'*4999|int > 1", "1e999 > 1", "-1e999 < 1", "per_color('egg') == -1", "count('egg', **{'part': 'egg'})", "range(10000)|select('in', range(10000))|list|length",
    "([range(10000)]*10000)|map('sum')|list|sum > 0", "([range(10000)]*10000)|map('string')|list|length > 0", "('a'*9999)|map('string')|list|string|length > 0", "([([range(10000)]*10000)]*10000)|map('length')|sum > 0", "9**9**9 > 1 or true",
}  # fmt: skip

_SINGLE = [
    _claim(each, "either" if each in _EITHER else "refused")
    for each in dict.fromkeys([*_ESCAPES, *_BOMBS, *_FUNCTIONS])
]
_LONG = [
    _claim("(" * 20_000 + "1" + ")" * 20_000),
    _claim("not " * 20_000 + "1"),
    _claim("[" * 20_000 + "]" * 20_000),
    _claim(" and ".join(["count('egg') == 2"] * 5000), "either"),
    _claim(" and ".join(f"count('egg') == {n}" for n in range(5000))),
    _claim("1" + "+1" * 20_000),
    _claim("'" + "x" * 1_000_000 + "' == 1"),
    _claim("count('" + "egg" * 100_000 + "') == 1"),
    _claim("1" + "|abs" * 20_000),
    _claim("9" * 100_000 + " == 1"),
    _claim("{" + ",".join(f"'{n}': 1" for n in range(50_000)) + "} == 1"),
]  # fmt: skip

ATTACKS = [*_SINGLE, *_LONG, *_BOARDS, *_TEXTS, *_INLINE]
