"""Parse calls in double braces, such as `{{ color('player.red') }}`, in rules and data, and print their results."""

import re
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

from generator.language.markdown import UNREAD, blank_front_matter
from generator.language.suggestions import nearest_name
from generator.load.files import locate_index
from generator.load.vocabulary import PART, PrintedName, Vocabulary, make_plain_vocabulary
from generator.load.yaml_nodes import Node
from generator.model.color import Color
from generator.model.data_types import Scalar, Value
from generator.model.finding import MOST_FINDINGS, DataError, Finding, Place, refuse
from generator.model.game import Row
from generator.model.rules import BraceMark, InlineClaim, MarkedText

if TYPE_CHECKING:
    from jinja2 import Environment

_QUOTED = r"'(?:[^'\\]|\\.)*+'|\"(?:[^\"\\]|\\.)*+\""
CALL = rf"\{{\{{(?P<inside>(?:[^{{}}'\"]++|{_QUOTED})*+)\}}\}}"
TERM = "{{ term('hand-limit') }}"
COLOR = "{{ color('player.red') }}"
_ARTICLE = re.compile(r"(?<!\w)(?P<a>[Aa])(?P<n>n?)(?P<gap>\s+)$")
_VOWELS = frozenset("aeiou")
_FORM = "{{ claim(24, 'part') }}"
_LONGEST_CALL = 200  # letters after a brace in which a call is looked for


def substitute_calls(
    text: str,
    braces: re.Pattern[str],
    say: Callable[[re.Match[str], Place], PrintedName | None],
    place: Callable[[int], Place],
    articles: bool = True,
) -> MarkedText:
    """Replace each match of `braces` by the result of `say`, and record where in the text it is; None leaves it.

    With English `articles`, `a` before a renamed color becomes `an`, and the reverse, as the new name needs.
    Raises DataError with everything that is wrong.
    """
    pieces, marked, findings = list[str](), list[BraceMark](), list[Finding]()
    length = end = 0
    for found in braces.finditer(text):
        try:
            result = say(found, place(found.start()))
        except DataError as error:
            line = error.findings[0].place.line
            if found.group().startswith("}") and findings and findings[-1].place.line == line:
                continue  # these close what was told already
            findings.extend(error.findings)
            if len(findings) > MOST_FINDINGS:
                break
            continue
        if result is None:
            continue
        before = _adjust_article(text[end : found.start()], result.color if articles else None)
        start = length + len(before)
        end, length = found.end(), start + len(result.text)
        role = result.color.role if result.color else ""
        marked.append(BraceMark(start, length, place(end), role, result.part))
        pieces += [before, result.text]
    if findings:
        raise DataError(findings)
    return MarkedText("".join([*pieces, text[end:]]), tuple(marked))


def _adjust_article(before: str, color: Color | None) -> str:
    """Return the text before a color with its article adjusted, if the article suits the color's own name."""
    article = _ARTICLE.search(before) if color and color.renamed else None
    if (
        not color
        or not article
        or bool(article["n"]) != _starts_with_vowel(color.name)
        or _starts_with_vowel(color.name) == _starts_with_vowel(color.called)
    ):
        return before
    return f"{before[: article.start()]}{article['a']}{'' if article['n'] else 'n'}{article['gap']}"


def _starts_with_vowel(name: str) -> bool:
    return name[:1].lower() in _VOWELS


@lru_cache(maxsize=1)
def _get_environment() -> "Environment":
    from jinja2 import Environment

    return Environment()


_PLAIN = r"'[^'\\\r\n]*+'|\"[^\"\\\r\n]*+\"|(?:0|[1-9][0-9]{0,8})(?=\s*+[,)])"  # the same in Jinja2 and to us
_CALLED = re.compile(r"([a-z_]++)\(")
_ARGUMENT = re.compile(
    rf"\s*+(?:(?P<key>[a-z_][a-z0-9_]*+)\s*+=\s*+)?(?P<value>{_PLAIN})\s*+(?P<end>[,)])", re.IGNORECASE | re.ASCII
)


def _read_plain_call(expression: str, names: tuple[str, ...]) -> Any:
    """Return the call of one of the names with texts and whole numbers, as Jinja2 would, which takes ten times as long.

    Return None for anything else.
    """
    from jinja2 import nodes

    called = _CALLED.match(expression)
    at, given, keyed = called.end() if called else 0, list[Any](), list[Any]()
    while called and called[1] in names and (found := _ARGUMENT.match(expression, at)):
        key, value, at = found["key"], found["value"], found.end()
        constant = nodes.Const(value[1:-1] if value[0] in "'\"" else int(value))
        if keyed and not key:
            break
        given += () if key else (constant,)
        keyed += (nodes.Keyword(key, constant),) if key else ()
        if found["end"] == ")":
            whole = at == len(expression)
            return nodes.Call(nodes.Name(called[1], "load"), given, keyed, None, None) if whole else None
    return None


def parse_call(found: re.Match[str], names: tuple[str, ...], what: str, holds: str, place: Place) -> Any:
    """Parse the call in braces with Jinja2, as all expressions are; GF009."""
    from jinja2 import TemplateSyntaxError, nodes

    inside = found["inside"]
    if inside is None:
        raise refuse("GF009", place, _explain_lone_braces(found, what, holds))
    expression = inside.strip()
    if plain := _read_plain_call(expression, names):
        return plain
    try:
        body = _get_environment().parse("{{ " + expression + " }}").body
    except TemplateSyntaxError as error:
        raise refuse("GF009", place, f"{{{{ {expression} }}}} is not an expression: {error.message}") from None
    except RecursionError:
        raise refuse("GF009", place, f"{{{{ {expression:.40} ... is nested too deeply") from None
    except ValueError:  # more digits than Python converts
        raise refuse("GF009", place, f"{{{{ {expression:.40} ... has a number with far too many digits") from None
    match body:
        case [nodes.Output(nodes=[nodes.Call(node=nodes.Name(name=name), dyn_args=None, dyn_kwargs=None) as call])]:
            if name in names:
                return call
    raise refuse("GF009", place, f"{{{{ {expression} }}}} is not {what}; {holds}")


def _explain_lone_braces(found: re.Match[str], what: str, holds: str) -> str:
    """Explain braces that hold nothing: two that do not close, one that stands for two, or any others."""
    after = found.string[found.end() : found.end() + _LONGEST_CALL].partition("\n")[0]
    form = COLOR if what == "a color" else _FORM
    if found.group() == "{{":
        return f"these braces are not closed; write }}}} after what they hold, as in {form}"
    if found.group() == "{" and _CALLED.match(after.lstrip()):
        return f"write two braces before and after {what}, as in {form}"
    return f"{found.group()!r} is not part of {what}; {holds}"


def evaluate_literal(node: Any, place: Place, name: str = "claim") -> Scalar:
    """Return the value of a literal argument of the call `name`; a claim must be typed, so expressions are GF009."""
    from jinja2 import nodes

    match node:
        case nodes.Const(value=str() | int() | float() | None as value):
            return value
        case nodes.Neg(node=nodes.Const(value=int() | float() as value)):
            return -value
    takes = "a claim takes plain values: numbers, text, true, false or none"
    if name.lower() == "part":
        takes = f"{name}() takes a part in quotes and, if it is not one, how many: {PART}"
    elif name.lower() == "color":
        takes = f"{name}() takes a color role in quotes: {COLOR}"
    raise refuse("GF009", place, takes)


def evaluate_name_call(call: Any, words: Vocabulary, place: Place) -> PrintedName:
    """Return what a call of `color` or `part` prints; GF005, GF008, GF009."""
    name = call.node.name
    values = [evaluate_literal(argument, place, name) for argument in call.args]
    if name == "term":
        if len(values) != 1 or call.kwargs:
            raise refuse("GF009", place, f"term() takes the name of a term in quotes: {TERM}")
        return words.term(values[0], place)
    if name.lower() == "part":
        if not 0 < len(values) < 3 or call.kwargs:
            raise refuse("GF009", place, f"{name}() takes a part and, if it is not one, how many: {PART}")
        return words.part(name, values[0], values[1] if len(values) > 1 else 1, place)
    if len(values) != 1 or call.kwargs:
        raise refuse("GF009", place, f"{name}() takes one color role: {COLOR}")
    return words.color(name, values[0], place)


Path = tuple[str | int, ...]
Marks = Mapping[Path, tuple[BraceMark, ...]]
NO_MARKS: Marks = MappingProxyType({})
_BRACES = re.compile(rf"{CALL}|\{{\{{|\}}\}}", re.DOTALL)


def substitute_text(text: str, place: Place, words: Vocabulary) -> MarkedText:
    """Replace each `{{ color(role) }}` and `{{ part(id) }}` in a text of the data; GF005, GF008, GF009."""
    holds = f"double braces can only hold {COLOR}{f' or {PART}' * (words.parts is not None)}"

    def print_call(found: re.Match[str], at: Place) -> PrintedName:
        return evaluate_name_call(parse_call(found, words.calls, "a color", holds, at), words, at)

    return substitute_calls(text, _BRACES, print_call, lambda _: place, words.articles)


def substitute_tree(root: Node, words: Vocabulary, findings: list[Finding]) -> tuple[Node, Marks]:
    """Return the tree with names for braces, and the spans of these names by path.

    Checks are left alone, since braces in them are mappings; a part's title cannot name a part.
    """
    marks: dict[Path, tuple[BraceMark, ...]] = {}

    def substitute_node(node: Node, path: Path) -> Node:
        value = node.value
        if len(findings) > MOST_FINDINGS:
            return node
        if isinstance(value, dict):
            return node._replace(value={key: substitute_node(child, (*path, key)) for key, child in value.items()})
        if isinstance(value, list):
            return node._replace(value=[substitute_node(child, (*path, number)) for number, child in enumerate(value)])
        if not isinstance(value, str) or not _BRACES.search(value) or _is_check(path):
            return node
        try:
            prose = substitute_text(value, node.place, words._replace(parts=None) if _is_title(path) else words)
        except DataError as error:
            findings.extend(error.findings)
            return node
        marks[path] = prose.marked
        return node._replace(value=prose.text)

    return substitute_node(root, ()), marks


def _is_check(path: Path) -> bool:
    return path[:1] == ("claims",) and path[2:] == ("check",)


def _is_title(path: Path) -> bool:
    return len(path) == 3 and path[0] == "parts" and path[2] == "title"


def substitute_rows(rows: tuple[Row, ...], words: Vocabulary) -> tuple[Row, ...]:
    """Return the rows of a file with names for braces; DataError with everything that is wrong."""
    findings: list[Finding] = []
    substituted = [
        row._replace(values=dict(_substitute_cells(row, words, findings)))
        if any(map(_has_braces, row.values.values()))
        else row
        for row in rows
    ]
    if findings:
        raise DataError(findings)
    return tuple(substituted)


def _has_braces(value: Value) -> bool:
    """Return whether a value needs its place to be found, which takes longer than all else that is done to it."""
    if isinstance(value, list):
        return any(map(_has_braces, value))
    return isinstance(value, str) and _BRACES.search(value) is not None


def _substitute_cells(row: Row, words: Vocabulary, findings: list[Finding]) -> Iterator[tuple[str, Value]]:
    for column, value in row.values.items():
        try:
            yield column, _substitute_value(value, row.place(column), words)
        except DataError as error:
            findings.extend(error.findings)


def _substitute_value(value: Value, place: Place, words: Vocabulary) -> Value:
    if isinstance(value, list):
        return [each if not isinstance(each, str) else substitute_text(each, place, words).text for each in value]
    return substitute_text(value, place, words).text if isinstance(value, str) else value


_LINE_OF_ITS_OWN = (
    r"^(?:\[(?:TOC|toc|\[_?(?:TOC|toc)_?\])\]|\\(?:newpage|pagebreak|clearpage|tableofcontents))(?=[ \t]*$)"
)
_TAG = (  # of Jekyll, Jinja, kramdown, pandoc, or a site that makes a list of contents
    rf"(?P<tag>\{{%[^\n]*?%\}}|\{{:[ ]?(?:\.|toc\b|[\w-]+=)[^\n{{}}]*\}}|{_LINE_OF_ITS_OWN})"
)
_RULES_BRACES = re.compile(
    rf"{CALL}|\{{(?P<icon>[a-z][a-z0-9-]*)\}}|{_TAG}|\{{{{1,2}}(?=\s*+\w++\s*+\()|(?P<unread>{UNREAD})",
    re.MULTILINE | re.DOTALL,
)
_FIRST_WORD = re.compile(r"\s*+(\w++)\s*+(\(?)")
_HOLDS = f"braces can only hold {_FORM}, {COLOR}, {PART} or {TERM}"
MAX_RULES = 192 * 1024  # characters: some 65 pages, which take about 3 s to typeset, as long as the clock allows
_NO_WORDS = make_plain_vocabulary(MappingProxyType({}))


class Rules(NamedTuple):
    """The printed Markdown, the claims in it, and the spans that came from braces."""

    text: str
    claims: tuple[InlineClaim, ...]
    marked: tuple[BraceMark, ...] = ()
    notes: tuple[Finding, ...] = ()


def read_rules(text: str, file: str, words: Vocabulary = _NO_WORDS) -> Rules:
    """Replace each `{{ claim(value, what, column=value) }}` by its value, and each color and part by its name.

    GF008 for an unknown role or part, GF005 for one without a name in the language, GF009 for a call that cannot be
    read. Other braces stay as they are, and so do code and comments. Tags such as `{% include toc %}` are left out.
    """
    if len(text) > MAX_RULES:
        place = locate_index(text, MAX_RULES, file)
        raise refuse("GF002", place, f"the rules have {len(text):,} characters; at most {MAX_RULES:,} are typeset")
    text = blank_front_matter(text)
    claims, notes, known = list[InlineClaim](), list[Finding](), ("claim", *words.calls)
    tags: list[tuple[str, Place]] = []

    def print_call(found: re.Match[str], place: Place) -> PrintedName | None:
        if found["icon"]:
            notes.extend(_check_icon(found["icon"], words, place))
        tags.extend([(found["tag"], place)] if found["tag"] else ())
        if not _is_call(found, known):
            return PrintedName("") if found["tag"] else None
        call = parse_call(found, known, "a claim", _HOLDS, place)
        if call.node.name.lower() in ("part", "term"):
            return evaluate_name_call(call, words, place)
        values = [evaluate_literal(argument, place, call.node.name) for argument in call.args]
        where = {pair.key: evaluate_literal(pair.value, place, call.node.name) for pair in call.kwargs}
        if call.node.name == "claim":
            claims.append(make_claim(values, where, place))
            return PrintedName(_spell_value(claims[-1].value, words.decimal))
        role, *checks = _parse_color_call(values, where, place)
        name = words.color(call.node.name, role, place)
        claims.extend(InlineClaim(words.own[role].name, check, {}, place) for check in checks)
        return name

    prose = substitute_calls(text, _RULES_BRACES, print_call, lambda at: locate_index(text, at, file), words.articles)
    if tags:
        shown = tags[0][0][:60]
        what = f"{len(tags)} tags of templates are left out, {shown} first" if len(tags) > 1 else f"{shown} is left out"
        says = f"{what}: rules are no template, so write what it stands for"
        notes.append(Finding("GF361", tags[0][1], says, "warning"))
    return Rules(prose.text, tuple(claims), prose.marked, tuple(notes))


def _is_call(found: re.Match[str], names: tuple[str, ...]) -> bool:
    """Report whether braces are meant to be a call; others are text."""
    if found["icon"] or found["unread"] or found["tag"]:
        return False
    inside = found["inside"]
    after = found.string[found.end() : found.end() + _LONGEST_CALL] if inside is None else inside
    word = _FIRST_WORD.match(after)
    return word is not None and (word[1] in names or bool(word[2] and (inside or nearest_name(word[1], names))))


def _check_icon(name: str, words: Vocabulary, place: Place) -> Iterator[Finding]:
    """Yield GF008 for braces with nearly the name of an icon; others stay in the text, for the booklet to draw."""
    near = "" if name in words.icons else nearest_name(name, words.icons)
    if near:
        says = f"the game has no icon {name!r}, so the braces are printed; did you mean {near!r}?"
        yield Finding("GF008", place, says, "warning")


def _spell_value(value: Scalar, decimal: str) -> str:
    return str(value).replace(".", decimal) if isinstance(value, float) else str(value)


def make_claim(values: list[Any], where: Mapping[str, Scalar], place: Place) -> InlineClaim:
    """Return a claim of the values and the columns in its call; GF009 if they are no claim."""
    match values:
        case [str() | int() | float() as value, str() as what] if what and not isinstance(value, bool):
            return InlineClaim(value, what, where, place)
    raise refuse("GF009", place, f"a claim takes a number or text, then a part or an expression in quotes: {_FORM}")


def _parse_color_call(values: list[Any], where: Mapping[str, Scalar], place: Place) -> list[str]:
    """Return the role and, if there is one, the expression that gives the color's own name."""
    if 0 < len(values) < 3 and not where and all(isinstance(each, str) and each for each in values):
        return values
    raise refuse("GF009", place, f"a color takes a role, and optionally an expression that gives its name: {COLOR}")
