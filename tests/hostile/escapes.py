"""Attempts to leave the sandbox of templates: to reach Python's objects, to change values, to read files or the clock."""

from collections.abc import Sequence

from tests.hostile.attack import HEAD, LIVE, Attack, Content, Outcome, Scene, template

# a template that gets what it wants prints one of these into the sheet
_SPOILS = (
    "<class", "&lt;class", "<function", "&lt;function", "<module", "&lt;module", "<bound", "&lt;bound", "object at 0x", "built-in",
    "uid=", "__builtins__", "<code", "&lt;code", "<frame", "&lt;frame", "TemplateReference", "Environment", "/usr/lib", "root:x:",
    "<generator", "&lt;generator", "&lt;Macro", "&lt;jinja2",
)  # fmt: skip

_CLASSES = [
    "''.__class__", "''.__class__.__mro__[1].__subclasses__()", "''['__class__']", "''|attr('__class__')", "''|attr('\\x5f\\x5fclass\\x5f\\x5f')",
    "''|attr('_'*2 ~ 'class' ~ '_'*2)", "''|attr(['__class','__']|join)", "''|attr('__ssalc__'|reverse)", "[].__class__.__base__",
    "{}.__class__.__bases__[0]", "().__class__.mro()", "(1).__class__", "1.0.__class__", "true.__class__", "none.__class__",
    "game.__class__", "game|attr('__class__')", "game.__dict__", "game.__init__.__globals__", "part.__class__", "part.__dict__",
    "part.__struct_fields__", "part['__class__']", "colors.__class__", "values.__class__", "self.__class__", "self.__dict__", "loop.__class__",
    "polar.__class__", "polar.__globals__", "polar.__code__", "polar.__closure__", "polar|attr('__globals__')", "find.__globals__['did_you_mean']",
    "star.__defaults__", "regular.__kwdefaults__", "polar.__builtins__", "polar.__module__", "polar.__self__", "range.__class__",
    "w.__class__", "w.__reduce_ex__(2)", "''.__doc__", "''.__init_subclass__", "''.__getattribute__('__class__')", "''.__format__('')",
    "[]|map(attribute='__class__')|list", "['']|map(attribute='__class__')|list", "['']|map('attr', '__class__')|list",
    "['']|selectattr('__class__')|list", "['']|rejectattr('__class__')|list", "['']|groupby('__class__')|list", "['']|sort(attribute='__class__')|list",
    "['']|sum(attribute='__class__', start='')", "['']|unique(attribute='__class__')|list", "['']|min(attribute='__class__.__name__')",
    "[game]|map(attribute='__class__.__init__')|list", "['']|map(attribute='__class__', default='x')|list", "dict(a='')|dictsort|map(attribute='__class__')|list",
    "(''|groupby('__len__'))|list", "game|pprint", "polar|pprint", "self|pprint", "range|pprint", "polar|string", "self|string", "(1,2)|batch|string",
    "polar|tojson", "game|tojson", "[1]|map('string')|string", "[1,2]|select|string", "{}.items|string", "''.join|string", "cycler|string",
]  # fmt: skip

_GLOBALS = [
    "cycler.__init__.__globals__", "cycler.__init__.__globals__.os.popen('id').read()", "joiner.__init__.__globals__.os", "namespace.__init__.__globals__",
    "lipsum.__globals__", "lipsum.__globals__['os'].popen('id').read()", "lipsum.__globals__.__builtins__.open('/etc/passwd').read()",
    "lipsum|attr('__globals__')|attr('__getitem__')('os')", "dict.__class__", "dict.mro()", "dict.__base__.__subclasses__()",
    "self._TemplateReference__context", "self._TemplateReference__context.cycler.__init__.__globals__.os", "self['_TemplateReference__context']",
    "self|attr('_TemplateReference__context')", "self.__init__.__globals__", "self.blocks", "caller.__class__", "context", "environment",
    "_", "url_for", "get_flashed_messages", "request", "config", "app", "os", "sys", "open('/etc/passwd')", "eval('1')", "exec('1')",
    "__import__('os')", "globals()", "locals()", "vars()", "dir()", "getattr('', 'x')", "type('')", "object", "super()", "print(1)",
    "input()", "help()", "breakpoint()", "__builtins__", "__name__", "__file__", "resolve('x')", "missing", "Undefined", "Markup('<x/>')",
    "polar.func_globals", "nothing.__class__", "(nothing|default('')).__class__", "nothing|attr('__class__')", "find([], 'x').__class__", "''.format.__self__",
]  # fmt: skip

_FORMATS = [
    "'{0.__class__}'.format('')", "'{0.__class__.__mro__}'.format(1)", "'{0[__class__]}'.format(game)", "'{x.__init__.__globals__}'.format(x=game)",
    "'{0.__class__}'|format('')", "'%s'|format(polar)", "'%r'|format(polar)", "'%r'|format(self)", "'{}'.format(polar)", "'{!r}'.format(polar)",
    "'{0.__globals__[os]}'.format(polar)", "'{0.__class__}'.format_map({'0': ''})", "'{a.__class__}'.format_map({'a': ''})", "('{0.__class__}'|safe).format('')",
    "('<b>{0.__class__}</b>'|safe).format(1)", "('{a.__class__}'|safe).format_map({'a': 1})", "('%s'|safe) % polar", "'%(a)s' % {'a': polar}",
    "''.format.__globals__", "('{0.__cl' ~ 'ass__}').format('')", "['{0.__class__}'.format][0]('')", "['{0.__class__}']|map('format', '')|list",
    "'{0.real.__class__}'.format(1)", "('{' ~ '0.__class__' ~ '}')|attr('format')('')", "('{0.__class__}'|attr('format'))('')", "'\\N{LATIN SMALL LETTER A}{0.__class__}'.format(1)",
    "game.title.format.__self__.__class__", "'{0.title.__class__}'.format(game)", "'{.__class__}'.format('')", "'{:{0.__class__}}'.format(1)",
]  # fmt: skip

_MUTATIONS = [
    "values.update({'x': 1})", "values.clear()", "values.pop('x', 1)", "colors.clear()", "colors.update(x=1)", "game.credits.append('x')", "[].append(1)",
    "[1].clear()", "[1].pop()", "{}.setdefault('a', 1)", "dict(a=1).popitem()", "[3,1].sort()", "[1].extend([2])", "[1].insert(0, 1)",
    "game.title.__setattr__('x', 1)", "cells.append(1)", "range.__setattr__('a', 1)", "polar.__setattr__('a', 1)",
]  # fmt: skip

_STATEMENTS = [
    "{% import '/etc/passwd' as x %}", "{% include '../../../victim/egg.svg.j2' %}", "{% include '/etc/passwd' %}", "{% include '..\\\\..\\\\victim\\\\egg.svg.j2' %}",
    "{% include 'file:///etc/passwd' %}", "{% include ['../../victim/egg.svg.j2', '/etc/passwd'] %}", "{% extends '../../../victim/egg.svg.j2' %}",
    "{% from '/etc/hosts' import x %}", "{% include '\\0' %}", "{% include 'egg.svg.j2' %}", "{% extends 'egg.svg.j2' %}", "{% import 'egg.svg.j2' as x %}{{ x }}",
    "{% include '../game.yaml' %}", "{% include './egg.svg.j2/../../game.yaml' %}", "{% include game %}", "{% include polar %}", "{% include self %}",
    "{% do [].append(1) %}", "{% debug %}", "{% trans %}x{% endtrans %}", "{% python %}import os{% endpython %}", "{% load x %}", "{% raw %}{{ 1 }}{% endraw %}{{ self.__class__ }}",
    "{% set x.y = 1 %}", "{% set game.title = 'x' %}", "{% set ns = namespace(a=polar) %}{{ ns.a.__globals__ }}", "{% set ns = namespace() %}{% set ns.__class__ = 1 %}",
    "{% set ns = namespace() %}{% set ns.x = 1 %}{{ ns._Namespace__attrs }}", "{% set ns = namespace() %}{{ ns.__init__.__globals__ }}",
    "{% macro m() %}{% endmacro %}{{ m.__globals__ }}", "{% macro m() %}{% endmacro %}{{ m._func.__globals__ }}", "{% macro m() %}{% endmacro %}{{ m._func.__code__ }}",
    "{% macro m() %}{% endmacro %}{{ m._environment }}", "{% macro m() %}{% endmacro %}{{ m|attr('_func') }}", "{% macro m() %}{{ caller._func }}{% endmacro %}{% call m() %}{% endcall %}",
    "{% macro m() %}{{ varargs.__class__ }}{% endmacro %}{{ m(1) }}", "{% macro m() %}{{ kwargs.__class__ }}{% endmacro %}{{ m(a=1) }}", "{% macro m(a=self.__class__) %}{{ a }}{% endmacro %}{{ m() }}",
    "{% for x in [1] %}{{ loop._iterator }}{% endfor %}", "{% for x in [1] %}{{ loop._recurse }}{% endfor %}", "{% for x in [1] %}{{ loop.__init__.__globals__ }}{% endfor %}",
    "{% for x in [1] %}{{ loop|attr('_iterable') }}{% endfor %}", "{% for x in [1] %}{{ loop._undefined }}{% endfor %}", "{% for x in [1] recursive %}{{ loop.__call__.__self__._recurse }}{% endfor %}",
    "{% for x in ''.__class__ %}{% endfor %}", "{% for x in [1]|map('string') %}{{ x.__class__ }}{% endfor %}", "{% set g = [1]|map('string') %}{{ g.gi_frame }}", "{% set g = [1]|select %}{{ g.gi_code }}",
    "{% set g = [1]|map('string') %}{{ g.gi_frame.f_globals }}", "{% set g = [1]|batch(1) %}{{ g.gi_frame.f_back }}", "{% set g = [1]|map('string') %}{{ g|attr('gi_frame') }}", "{% set g = [1]|map('string') %}{{ g.send }}",
    "{% set g = [1]|map('string') %}{{ g.throw }}", "{% set c = cycler(1) %}{{ c.__init__.__globals__ }}", "{% set j = joiner() %}{{ j.__call__.__globals__ }}", "{% with a = ''.__class__ %}{{ a }}{% endwith %}",
    "{% filter attr('__class__') %}x{% endfilter %}", "{% filter pprint %}{{ polar }}{% endfilter %}", "{% if ''.__class__ %}x{% endif %}", "{% set x %}{{ ''.__class__ }}{% endset %}{{ x }}",
    "{% block b %}{{ self.b.__globals__ }}{% endblock %}", "{% block b %}{{ self.b._stack }}{% endblock %}", "{% block b %}{{ super.__class__ }}{% endblock %}", "{% block b scoped %}{{ self.b._context }}{% endblock %}",
    "{% autoescape false %}{{ '<script>alert(1)</script>' }}{% endautoescape %}", "{{ '<script>alert(1)</script>'|safe }}", "{{ '<foreignObject/>'|safe }}", "{{ '<!DOCTYPE svg [<!ENTITY x SYSTEM \"file:///etc/passwd\">]>&x;'|safe }}",
    "{{ 'javascript:1'|urlize }}", "{{ '<a onclick=1>'|safe }}", "{{ {'onload': 'alert(1)'}|xmlattr }}<g {{ {'onload': 'alert(1)'}|xmlattr }}/>", "<g {{ {'a b': 'x'}|xmlattr }}/>",
]  # fmt: skip

_CHANCE = [  # what would print something else each time
    "range(9)|random", "'abc'|random", "[1, 2]|random", "lipsum()", "lipsum(1, false)", "[game]|random", "range(1000000)|random", "['a','b']|map('random')|list",
    "polar", "regular", "star", "find", "range", "dict", "cycler(1)", "joiner()", "namespace()", "self", "[1]|map('string')", "[1]|select", "[1,2]|batch(1)",
    "'x'.upper", "''.join", "{}.keys", "[polar]", "{'a': polar}", "[[polar]]", "'a' ~ polar", "polar|upper", "polar|length", "polar|list", "polar == 1 or polar",
    "[1,2]|batch(1)", "[1]|map('string')", "[1]|select", "[polar]|join", "{1: polar}|string", "polar|escape", "polar|e", "polar|trim", "polar|replace('a', 'b')", "polar|urlencode", "{'a', 'b'}", "''.__hash__()", "game.__hash__()",
]  # fmt: skip


def _print(expression: str) -> str:
    return template('<text x="2" y="9" font-size="2">{{ ' + expression + " }}</text>")


def find_spoils(scene: Scene, _outcomes: Sequence[Outcome]) -> str:
    """Return what a template printed of Python's insides into the last kit, if anything."""
    for path in scene.kit.rglob("*egg*.svg"):
        text = path.read_text("utf-8")
        if found := next((each for each in _SPOILS if each in text), ""):
            return f"the sheet shows {text[max(0, text.index(found) - 30) :][:120]!r}"
    return ""


def _attack(name: str, text: str, *, refused: bool = True) -> Attack:
    files: dict[str, Content] = {"templates/egg.svg.j2": text}
    return Attack(
        name, files, [LIVE], "refused" if refused else "either", "egg.svg.j2" if refused else "", through=find_spoils
    )


_HARMLESS = {
    "(''|groupby('__len__'))|list",
    "[]|map(attribute='__class__')|list",
    "dict.mro()",
    "['']|rejectattr('__class__')|list",
    "[1,2]|select|string",
}
_MAY_BE_BUILT = {  # what is printed is nothing of Python: an undefined value in a list, or a text
    "['']|groupby('__class__')|list", "['']|map('attr', '__class__')|list", "['']|map(attribute='__class__')|list", "['']|sort(attribute='__class__')|list", "dict(a='')|dictsort|map(attribute='__class__')|list",
    "''.__doc__", "_", "[1]|map('string')|string", "(1,2)|batch|string", "''.join|string", "{}.items|string", "context", "''.__format__('')", "cycler|string",
    "'{0[__class__]}'.format(game)", "['']|map(attribute='__class__', default='x')|list", "['']|rejectattr('__class__')|list", "['']|sum(attribute='__class__', start='')",
    "[1,2]|batch(1)", "[1]|map('string')", "[1]|select", "[polar]|join", "polar|length", "polar|list", "{'a', 'b'}", "'javascript:1'|urlize",
}  # fmt: skip

_EXPRESSIONS = [
    *(_attack(each, _print(each), refused=each not in _HARMLESS | _MAY_BE_BUILT) for each in [*_CLASSES, *_GLOBALS, *_FORMATS, *_MUTATIONS]),
    *(_attack(f"by chance: {each}", _print(each), refused=each not in _MAY_BE_BUILT) for each in _CHANCE),
]  # fmt: skip
_BLOCKS = [
    _attack(each, f'{HEAD}\n<text x="2" y="9">{each}</text>\n</svg>', refused=not each.startswith(("{{ 'java", "{% set ns = namespace() %}{% set ns.__class__"))) for each in _STATEMENTS
]  # fmt: skip
_NAMES = [
    _attack("a name in letters that only look like Latin ones", _print("''.__\uff43lass__")),
    _attack("an attribute named by a number", _print("''|attr(5)")),
    _attack("an attribute named by a list", _print("''|attr(['__class__'])")),
    _attack("an attribute named by a text of a template", _print("''|attr('__class__'|safe)")),
    _attack("an item named by a text of a template", _print("game['__class__'|safe]")),
    _attack("an attribute behind a default", _print("(game.nothing|default(game)).__class__")),
    _attack("an attribute behind a condition", _print("(game if true else 1).__class__")),
    _attack("an attribute in a slice", _print("[''.__class__][:1]"), refused=False),
    _attack("a call with keywords of its own", _print("''.join(**{'__class__': 1})")),
    _attack("a call with a generator of arguments", _print("'{0.__class__}'.format(*[''])")),
    _attack("a call of what a filter made", _print("('{0.__class__}'.format|default(1))('')")),
    _attack("a method behind a map", _print("['{0.__class__}']|map(attribute='format')|first")),
    _attack("a filter by a computed name", _print("['']|map('at' ~ 'tr', '__class__')|list"), refused=False),
    _attack("a test by a computed name", _print("['']|select('de' ~ 'fined')|map(attribute='__class__')|list"), refused=False),
    _attack("a filter that calls a test", _print("[polar]|select('callable')|map(attribute='__globals__')|list"), refused=False),
    _attack("an import from itself with its context", _print("1") + "{% import 'egg.svg.j2' as x with context %}"),
    _attack("a template that is not closed", f"{HEAD}<text>{{{{ ''.__class__"),
    _attack("line statements", f"# for x in ''.__class__:\n{HEAD}</svg>\n# endfor"),
    _attack("an await", _print("await polar")),
    _attack("a walrus", _print("(x := ''.__class__)")),
    _attack("a lambda", _print("(lambda: 1)()")),
    _attack("a comprehension", _print("[x.__class__ for x in ['']]")),
    _attack("an f-string", _print("f'{1.__class__}'")),
    _attack("a decorator", "{% @x %}" + HEAD + "</svg>"),
]  # fmt: skip

ATTACKS = list({attack.name: attack for attack in [*_EXPRESSIONS, *_BLOCKS, *_NAMES]}.values())
