"""Render Jinja2 templates in a sandbox, with errors that name template, line and column."""

import gc
import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from hashlib import sha256
from math import cos, radians, sin
from types import CodeType, MappingProxyType
from typing import Any

from jinja2 import BaseLoader, Environment, StrictUndefined, Template, TemplateError, TemplateSyntaxError
from jinja2.environment import TemplateModule
from jinja2.ext import Extension
from jinja2.runtime import Context, LoopContext

from generator.fonts.font_book import FontBook
from generator.language.suggestions import did_you_mean
from generator.model.cell_ranges import find_cell_id
from generator.model.finding import DrawingError
from generator.model.game import Part
from generator.render.repeats import Lookup, RenderingMemory, TracedContext
from generator.render.rich_text import IconBook
from generator.render.shipped_code import find_shipped_code
from generator.render.svg.elements import find_last_place, mark_place
from generator.render.template_files import TemplateFiles, read_quietly
from generator.render.text_filters import Translator, template_filters
from generator.render.text_fitting import ShrunkTexts
from generator.safety.code_cache import CodeCache, open_code_cache
from generator.safety.guarded_filters import guard_keys, guard_printing, to_print
from generator.safety.limits import MAX_MEMORY_BYTES, WorkClock, spare_memory
from generator.safety.sandbox import SANDBOX_VERSION, GuardedEnvironment, find_line_at_work
from generator.safety.timers import OutOfTimeError

_TEMPLATE_SECONDS = 3.0  # of processor time, in store for all templates of a game; the slowest of ours takes 0.1 s
_FACE_SECONDS = 0.005  # added for each rendering; a card of a large deck takes 0.0001 s
_MOST_TAGS = 5_000  # of Jinja2 in a template: ours have up to 172, and 5,000 take 0.4 s to compile


def polar(cx: float, cy: float, r: float, degrees: float) -> str:
    """Return `x,y` at a radius and an angle from a center; 0 degrees is up, and angles grow clockwise."""
    turn = radians(degrees)
    return f"{cx + r * sin(turn):.4f},{cy - r * cos(turn):.4f}"


def regular(cx: float, cy: float, r: float, n: int, turn: float = 0.0) -> str:
    """Return the points of a regular polygon, its first corner at `turn`."""
    return " ".join(polar(cx, cy, r, turn + 360 * k / n) for k in range(n))


def star(cx: float, cy: float, r: float, inner: float = 0.5, n: int = 5) -> str:
    """Return the points of a star; `inner` is the radius of its notches as a share of r."""
    return " ".join(polar(cx, cy, r if k % 2 == 0 else r * inner, 180 * k / n) for k in range(2 * n))


_KINDS = {str: "a text", int: "a number", float: "a number", bool: "true or false", type(None): "none"}


def find(things: Mapping[str, Any] | Iterable[Mapping[str, Any]], name: str) -> Any:
    """Return the value of a key in a mapping, or the item of a list with that `id`; DrawingError if there is none."""
    known = things if isinstance(things, Mapping) else {each["id"]: each for each in things}
    if to_print(name) in known:
        return known[name]
    if not isinstance(things, Mapping):
        others = {other: each["id"] for each in known.values() for other in (each["names"] if "border" in each else ())}
        if (cell := find_cell_id(str(name), known, others)) in known:
            return known[cell]
    raise DrawingError(f"there is no {name!r} here{did_you_mean(str(name), known)}", "", "GF207", name)


def make_term_function(terms: Mapping[str, str | int | float]) -> Callable[[str], str | int | float]:
    """Return the function that returns a shared term by its name; DrawingError if there is none."""

    def term(name: str) -> str | int | float:
        if to_print(name) in terms:
            return terms[name]
        raise DrawingError(f"the game has no term {name!r}{did_you_mean(str(name), terms)}", "", "GF207", name)

    return term


def print_claim(value: str | int | float, what: str, /, **where: object) -> str | int | float:
    """Return the value of a claim; the check reads claims in the text of templates."""
    return value


_INSTEAD_OF_METHODS = {
    "items": "write `it|items`",
    "keys": "a loop over it gives its keys",
    "values": "write `{% for key, value in it|items %}`",
    "get": "write `it[key]|default(other)`",
}


def explain_missing_name(value: Any, name: object) -> str:
    """Return why a value has no such name or item, with the nearest name; empty for a value of another type."""
    if isinstance(value, dict):
        if instead := _INSTEAD_OF_METHODS.get(str(name)):
            return f"a mapping has no {name!r} here; {instead}"
        known = did_you_mean(str(name), (key for key in value if isinstance(key, str)))
        return f"the name to look up is empty{known}" if name == "" else f"there is no {name!r} here{known}"
    if isinstance(value, TemplateModule):
        names = [each for each in vars(value) if not each.startswith("_")]
        return f"{value.__name__!r} has no {name!r}{did_you_mean(str(name), names)}"
    if isinstance(value, list | tuple):
        return f"a list of {len(value)} has no item {name}" if isinstance(name, int) else f"a list has no {name!r}"
    kind = _KINDS.get(type(value))
    return f"{kind} has no {name!r}" if kind else ""


# what has no end reaches to that of the template: no search begins in it again
_TAG = re.compile(
    r"\{\{.*?(?:\}\}|\Z)|\{%.*?(?:%\}|\Z)|\{#.*?(?:#\}|\Z)|<!--.*?(?:-->|\Z)|<([A-Za-z_][\w:.-]*)", re.DOTALL
)


class Marker(Extension):
    """Adds to each tag of a template an attribute with its place, so that an error found later can name it."""

    def preprocess(self, source: str, name: str | None, filename: str | None = None) -> str:
        """Return the source with the place attribute in each tag that is spelled out in the template."""
        return mark_tags(source, str(filename))


def mark_tags(source: str, filename: str) -> str:
    """Return a template, or a file that templates use, with the place attribute in each tag."""
    starts = [0, *(each.end() for each in re.finditer("\n", source))]

    def add_place(match: re.Match[str]) -> str:
        if match[1] is None:
            return match[0]
        line = bisect_right(starts, match.start())
        column = match.start() - starts[line - 1] + 1
        return f"{match[0]} {mark_place(f'{filename}:{line}:{column}')}"

    return _TAG.sub(add_place, source)


_TEXTS_AND_NUMBERS = frozenset({str, int, float})


class Sandbox(GuardedEnvironment):
    """The sandbox of templates, in which a dot on a mapping looks up a key, never a method.

    `asked` collects the names that are looked up while its contexts are traced.
    """

    asked: set[Lookup]

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self.asked = set()

    def getattr(self, obj: Any, attribute: str) -> Any:
        """Return an attribute, or the value of a key of a mapping; undefined, an error on use, if there is none."""
        if type(obj) is dict and type(found := obj.get(attribute)) in _TEXTS_AND_NUMBERS:  # as nearly always in a deck
            return found
        return self.refuse_uncalled(self.get_method(obj, attribute), attribute)

    def get_method(self, obj: Any, attribute: str) -> Any:
        """Return an attribute that is about to be called; of a mapping, the value of a key and nothing else."""
        if type(obj) is dict:
            return self._get_value(obj, attribute)
        if type(obj) is LoopContext and attribute[0] != "_":
            return guard_keys(obj.changed) if attribute == "changed" else getattr(obj, attribute)
        if type(obj) is Part:
            self.asked.add(("part", attribute))
        found = super().get_method(obj, attribute)
        if type(found) is self.undefined and (says := explain_missing_name(obj, attribute)):
            return self.undefined(hint=says, obj=obj, name=attribute)
        return found

    def getitem(self, obj: Any, argument: Any) -> Any:
        """Return an item; of a mapping, the value of a key and nothing else."""
        if type(obj) is dict and type(argument) is not tuple:
            return self._get_value(obj, argument)
        if type(obj) is Part:
            self.asked.add(("part", str(argument)))
        found = super().getitem(obj, argument)
        if type(found) is self.undefined and (says := explain_missing_name(obj, argument)):
            return self.undefined(hint=says, obj=obj, name=argument)
        return found

    def _get_value(self, obj: dict[Any, Any], key: Any) -> Any:
        try:
            return obj[key]
        except (KeyError, TypeError):
            return self.undefined(hint=explain_missing_name(obj, key), obj=obj, name=key)


class TemplateLoader(BaseLoader):
    """Loads templates from files, and remembers their paths; compiled ones are kept in a cache, if there is one.

    Those of templates that ship compiled are taken, unless tags are marked.
    """

    def __init__(self, files: TemplateFiles, cache: CodeCache | None, marks: bool = False) -> None:
        self.files = files
        self.paths: set[str] = set()
        self.codes: list[CodeType] = []
        self._cache, self._marks = cache, marks

    def load(self, environment: Environment, name: str, globals: Any = None) -> Template:  # noqa: A002  Jinja2's name
        """Return a compiled template; DrawingError (GF206) if there is none of that name."""
        text, path = self.files.read_template(name)
        self.paths.add(str(path))
        if text.count("{{") + text.count("{%") > _MOST_TAGS:
            message = f"the template has more than {_MOST_TAGS:,} tags of Jinja2; repeat things by loops and macros"
            raise DrawingError(message, f"{path}:1:1", "GF207")
        key = SANDBOX_VERSION, name, str(path), sha256(text.encode()).hexdigest()
        code = None if self._marks else find_shipped_code(self.files.shared, name, text, path)
        code = self._cache.read(*key) if self._cache and code is None else code
        if code is None:
            code = environment.compile(text, name, str(path))
            if self._cache:
                self._cache.write(code, *key)
        self.codes.append(code)
        return environment.template_class.from_code(environment, code, dict(globals or {}), None)  # no slow ChainMap


class Templates:
    """Renders the templates that a game can reach, on a clock."""

    def __init__(
        self,
        files: TemplateFiles,
        fonts: FontBook,
        speech: Translator,
        terms: Mapping[str, str | int | float] = MappingProxyType({}),
        icons: IconBook | None = None,
        seconds: float | None = None,
        memory: RenderingMemory | None = None,
    ) -> None:
        self.memory = memory or RenderingMemory()
        self._icons = icons or IconBook({}, {}, None)
        self.shrunk = ShrunkTexts()
        self._functions = {"term": make_term_function(terms), "claim": print_claim}
        self._filters = {
            name: guard_printing(each)
            for name, each in template_filters(fonts, speech, self._icons, self.shrunk).items()
        }
        self._filters["picture"] = guard_printing(cache(files.find_picture))
        self._loader = TemplateLoader(files, open_code_cache())
        self._plain = self._new_environment(self._loader, [])
        self._marked: Sandbox | None = None
        self._clock = WorkClock(_TEMPLATE_SECONDS if seconds is None else seconds, _FACE_SECONDS)
        self._stopped: dict[str, tuple[str, str]] = {}

    def _new_environment(self, loader: TemplateLoader, extensions: list[type[Extension]]) -> Sandbox:
        environment = Sandbox(
            loader=loader, autoescape=True, undefined=StrictUndefined, extensions=extensions, auto_reload=False
        )
        environment.filters.update(self._filters)
        environment.globals.update(polar=polar, regular=regular, star=star, find=find, **self._functions)
        return environment

    def render_once(self, name: str, values: Mapping[str, Any], marked: bool = False) -> str:
        """Return what `render` does; the text of an earlier rendering if all that the template looks up is the same.

        Its values must stay as they are, and functions among them must do nothing but return a value.
        """
        if name in self._stopped:
            return self.render(name, values, marked)
        known = self.memory.find(name, marked, values)
        if known is not None:
            return known
        if not self.memory.watches(name, marked):
            return self.render(name, values, marked)
        asked = set[Lookup]()
        with self._trace(asked, marked):
            text = self.render(name, values, marked)
        self.memory.add(name, marked, values, asked, text)
        return text

    @contextmanager
    def _trace(self, asked: set[Lookup], marked: bool) -> Iterator[None]:
        """Collect the names that are looked up meanwhile."""
        environment = self._choose_environment(marked)
        environment.context_class, environment.asked = TracedContext, asked
        try:
            yield
        finally:
            environment.context_class = Context

    def _choose_environment(self, marked: bool) -> Sandbox:
        if marked and self._marked is None:
            marker = TemplateLoader(self._loader.files, None, marks=True)
            marker.paths = self._loader.paths
            self._marked = self._new_environment(marker, [Marker])
        return self._marked if marked and self._marked else self._plain

    def render(self, name: str, values: Mapping[str, Any], marked: bool = False) -> str:
        """Return the SVG text; if `marked`, with the place of each tag. DrawingError with template and line.

        A template that took too much time or memory is not rendered again.
        """
        if name in self._stopped:
            raise DrawingError(*self._stopped[name], "GF207")
        environment = self._choose_environment(marked)
        try:
            text = self._clock.run(_render_template, environment, name, values)
            return self._refuse_raw_icons(text) if "{" in text else text
        except (OutOfTimeError, MemoryError) as error:
            import traceback

            trace = error.__traceback__
            with spare_memory():
                self._stopped[name] = _describe_limit(error), self._error_line(_correct_lines(error, environment))
                for each in (trace, error.__traceback__):  # frames, and cycles in them, hold what filled the memory
                    traceback.clear_frames(each)
                gc.collect()
        except TemplateSyntaxError as error:
            raise DrawingError(*_explain_syntax(error), "GF207") from None
        except DrawingError as error:
            error.at = error.at or self._error_line(error)
            raise
        except (
            TemplateError,
            ArithmeticError,
            LookupError,
            TypeError,
            ValueError,
            AttributeError,
            RecursionError,
        ) as error:
            says = f"{_explain_error(error)}{_suggest_name(error, values, environment)}"
            raise DrawingError(says, self._error_line(error), "GF207", *_UNKNOWN_KEY.findall(says)) from None
        raise DrawingError(*self._stopped[name], "GF207")  # here, where it does not keep the other error

    def translate(self, text: str, name: str) -> str:
        """Return the Python code of a template."""
        return str(self._plain.compile(text, name, name, raw=True))

    def mentions(self, name: str) -> bool:
        """Return whether a template that was loaded so far may read a value of that name."""
        return any(_mentions(code, name) for code in self._loader.codes)

    def _refuse_raw_icons(self, text: str) -> str:
        """Return a drawing; DrawingError (GF341) if it prints the name of an icon instead of the icon."""
        if found := self._icons.find_raw_name(text):
            says = f"{found[0]!r} is printed as text; set what holds icons with the filter `rich`"
            raise DrawingError(says, find_last_place(text[: found.start()]), "GF341")
        return text

    def _error_line(self, error: BaseException) -> str:
        """Return the innermost template line in the traceback of an error, as file:line:column."""
        found, trace = "", error.__traceback__
        while trace is not None:
            if trace.tb_frame.f_code.co_filename in self._loader.paths:
                found = _locate_line(trace.tb_frame.f_code.co_filename, trace.tb_lineno, str(error))
            trace = trace.tb_next
        file, line = ("", 0) if found else find_line_at_work(error.__traceback__)
        return _locate_line(file, line, "") if file in self._loader.paths else found


def _mentions(code: CodeType, name: str) -> bool:
    """Return whether a name is among the constants of a template: Jinja2 looks each value up by such a one."""
    return any(each == name or (isinstance(each, CodeType) and _mentions(each, name)) for each in code.co_consts)


def _correct_lines(error: BaseException, environment: Environment) -> BaseException:
    """Return the error being handled, its traceback with the lines of templates instead of their code."""
    try:
        environment.handle_exception()
    except type(error) as corrected:
        return corrected


def _describe_limit(error: BaseException) -> str:
    if isinstance(error, MemoryError):
        return f"the template needs too much memory; the limit for a whole build is {MAX_MEMORY_BYTES >> 20} MiB"
    seconds = f"{_TEMPLATE_SECONDS:g} s of processor time"
    return f"the templates take more than {seconds}, most of it here: a loop never ends, or is far too long"


def _explain_syntax(error: TemplateSyntaxError) -> tuple[str, str]:
    """Return what is wrong with a template that cannot be parsed, and where."""
    from generator.render.template_syntax import explain_unclosed_block, explain_unclosed_braces

    file = str(error.filename or error.name)  # the lexer mixes them up
    says, at = explain_unclosed_braces(file, error.lineno)
    if not says and str(error.message).startswith(("Unexpected end of template", "Encountered unknown tag 'end")):
        says, at = explain_unclosed_block(file)
    return says or _explain_error(error), at or _locate_line(file, error.lineno, "")


_UNKNOWN_KEY = re.compile(r"\Athere is no '([^']*+)' here;")
_UNSTEADY = re.compile(r"No filter named '(random|shuffle)'\.|'(lipsum)' is undefined")


def _explain_error(error: Exception) -> str:
    """Return an error's message, in the words of templates where it is Python's."""
    if isinstance(error, RecursionError):
        return "a template or macro calls itself without end, or a value is nested too deeply"
    message = str(getattr(error, "message", None) or error)
    if found := _UNSTEADY.fullmatch(message):
        return f"there is no {found[1] or found[2]!r} here: the same game must give the same kit each time"
    if message.startswith("Exceeds the limit"):
        return "a number has too many digits: at most 4,300 can be read or printed"
    return message


def _suggest_name(error: Exception, values: Mapping[str, Any], environment: Environment) -> str:
    """Return a suggestion for an undefined top-level name; empty if no name is near."""
    unknown = re.fullmatch(r"'(\w+)' is undefined", str(error))
    if unknown is None:
        return ""
    name = unknown[1]
    if name == "row":
        return "; the part has no `rows`"
    if owners := [owner for owner in ("row", "game", "part") if _has_value(values.get(owner), name)]:
        return f"; write {' or '.join(f'{owner}.{name}' for owner in owners)}"
    found = did_you_mean(name, {**environment.globals, **values})
    return found if "did you mean" in found else ""  # a list of all names would be too long


def _has_value(owner: object, name: str) -> bool:
    """Return whether a record or a mapping of templates has a value by that name."""
    return name in owner if isinstance(owner, Mapping) else not name.startswith("_") and hasattr(owner, name)


def _locate_line(file: str, line: int, message: str) -> str:
    """Return file:line:column; as Jinja2 tells no column, it is that of the quoted name, or of the first brace."""
    lines = read_quietly(file).splitlines()
    text = lines[line - 1] if 0 < line <= len(lines) else ""
    name = re.search(r"'([A-Za-z_]\w*)'", message)
    column = re.search(rf"\b{name[1]}\b", text) if name else None
    brace = column or re.search(r"\{[{%]", text) or re.search(r"\S", text)
    return f"{file}:{line}:{brace.start() + 1 if brace else 1}"


def _render_template(environment: Environment, name: str, values: Mapping[str, Any]) -> str:
    """Render like Template.render, but with one copy of the values instead of three."""
    template = environment.get_template(name)
    context = template.new_context({**template.globals, **values}, shared=True)
    try:
        return "".join(template.root_render_func(context))
    except MemoryError:
        raise
    except Exception:
        environment.handle_exception()
