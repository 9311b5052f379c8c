"""Render Jinja2 templates in a sandbox, with errors that name template, line and column."""

import os
import re
from collections.abc import Callable, Iterable, Mapping
from math import cos, radians, sin
from pathlib import Path
from typing import Any

from jinja2 import (
    BytecodeCache,
    FileSystemBytecodeCache,
    FunctionLoader,
    StrictUndefined,
    Template,
    TemplateError,
    TemplateSyntaxError,
)
from jinja2.environment import TemplateModule
from jinja2.ext import Extension
from jinja2.runtime import LoopContext
from jinja2.sandbox import ImmutableSandboxedEnvironment, SandboxedEnvironment
from markupsafe import escape

from generator.fonts.font_book import FontBook
from generator.language.suggestions import did_you_mean
from generator.model.finding import DrawingError
from generator.render.svg.elements import PLACE_ATTRIBUTE
from generator.render.template_files import TemplateFiles
from generator.render.text_filters import Translator, template_filters


def _polar_point(cx: float, cy: float, r: float, degrees: float) -> str:
    turn = radians(degrees)
    return f"{cx + r * sin(turn):.4f},{cy - r * cos(turn):.4f}"


def polar(cx: float, cy: float, r: float, degrees: float) -> str:
    """Return `x,y` at a radius and an angle from a center; 0 degrees is up, and angles grow clockwise."""
    return _polar_point(cx, cy, r, degrees)


def regular(cx: float, cy: float, r: float, n: int, turn: float = 0.0) -> str:
    """Return the points of a regular polygon, its first corner at `turn`."""
    return " ".join(_polar_point(cx, cy, r, turn + 360 * k / n) for k in range(n))


def star(cx: float, cy: float, r: float, inner: float = 0.5, n: int = 5) -> str:
    """Return the points of a star; `inner` is the radius of its notches as a share of r."""
    return " ".join(_polar_point(cx, cy, r if k % 2 == 0 else r * inner, 180 * k / n) for k in range(2 * n))


_KINDS = {str: "a text", int: "a number", float: "a number", bool: "true or false", type(None): "none"}


def find(things: Mapping[str, Any] | Iterable[Mapping[str, Any]], name: str) -> Any:
    """Return the value of a key in a mapping, or the item of a list with that `id`; DrawingError if there is none."""
    known = things if isinstance(things, Mapping) else {each["id"]: each for each in things}
    if name in known:
        return known[name]
    raise DrawingError(f"there is no {name!r} here{did_you_mean(str(name), known)}", "", "GF207", name)


def explain_missing_name(value: Any, name: object) -> str:
    """Return why a value has no such name or item, with the nearest name; empty for a value of another type."""
    if isinstance(value, dict):
        known = did_you_mean(str(name), (key for key in value if isinstance(key, str)))
        return f"the name to look up is empty{known}" if name == "" else f"there is no {name!r} here{known}"
    if isinstance(value, TemplateModule):
        return f"{value.__name__!r} has no {name!r}{did_you_mean(str(name), _macro_names(value))}"
    if isinstance(value, list | tuple):
        return f"a list of {len(value)} has no item {name}" if isinstance(name, int) else f"a list has no {name!r}"
    kind = _KINDS.get(type(value))
    return f"{kind} has no {name!r}" if kind else ""


def _macro_names(module: TemplateModule) -> list[str]:
    return [name for name in vars(module) if not name.startswith("_")]


_TAG = re.compile(r"\{\{.*?\}\}|\{%.*?%\}|\{#.*?#\}|<!--.*?-->|<([A-Za-z_][\w:.-]*)", re.DOTALL)


class Marker(Extension):
    """Adds to each tag of a template an attribute with its place, so that an error found later can name it."""

    def preprocess(self, source: str, name: str | None, filename: str | None = None) -> str:
        """Return the source with the place attribute in each tag that is spelled out in the template."""

        def add_place(match: re.Match[str]) -> str:
            if match[1] is None:
                return match[0]
            line = source.count("\n", 0, match.start()) + 1
            column = match.start() - source.rfind("\n", 0, match.start())
            return f'{match[0]} {PLACE_ATTRIBUTE}="{escape(filename)}:{line}:{column}"'

        return _TAG.sub(add_place, source)


class Sandbox(ImmutableSandboxedEnvironment):
    """Jinja2's sandbox, in which a dot on a mapping looks up a key, never a method."""

    def getattr(self, obj: Any, attribute: str) -> Any:
        """Return an attribute, or the value of a key of a mapping; undefined, an error on use, if there is none."""
        if type(obj) is dict:
            return self.getitem(obj, attribute)
        if type(obj) is LoopContext and attribute[0] != "_":
            return getattr(obj, attribute)
        found = super().getattr(obj, attribute)
        if type(found) is self.undefined and (says := explain_missing_name(obj, attribute)):
            return self.undefined(hint=says, obj=obj, name=attribute)
        return found

    def getitem(self, obj: Any, argument: Any) -> Any:
        """Return an item; of a mapping, the value of a key and nothing else."""
        if type(obj) is dict:
            try:
                return obj[argument]
            except (KeyError, TypeError):
                return self.undefined(hint=explain_missing_name(obj, argument), obj=obj, name=argument)
        found = super().getitem(obj, argument)
        if type(found) is self.undefined and (says := explain_missing_name(obj, argument)):
            return self.undefined(hint=says, obj=obj, name=argument)
        return found


class Templates:
    """Renders the templates that a game can reach."""

    def __init__(self, files: TemplateFiles, fonts: FontBook, speech: Translator) -> None:
        self._files = files
        self._filters = template_filters(fonts, speech)
        self._plain = self._new_environment([])
        self._plain.bytecode_cache = _open_bytecode_cache()
        self._marked: SandboxedEnvironment | None = None
        self._paths: set[str] = set()

    def _new_environment(self, extensions: list[type[Extension]]) -> SandboxedEnvironment:
        environment = Sandbox(
            loader=FunctionLoader(self._load_template),
            autoescape=True,
            undefined=StrictUndefined,
            extensions=extensions,
            auto_reload=False,
        )
        environment.filters.update(self._filters)
        environment.globals.update(polar=polar, regular=regular, star=star, find=find)
        return environment

    def _load_template(self, name: str) -> tuple[str, str, Callable[[], bool] | None]:
        text, path = self._files.read_template(name)
        self._paths.add(str(path))
        return text, str(path), None

    def render(self, name: str, values: Mapping[str, Any], marked: bool = False) -> str:
        """Return the SVG text; if `marked`, with the place of each tag. DrawingError with template and line."""
        if marked and self._marked is None:
            self._marked = self._new_environment([Marker])
        environment = self._marked if marked and self._marked else self._plain
        try:
            return _render_template(environment.get_template(name), values)
        except TemplateSyntaxError as error:
            at = _locate_line(str(error.filename), error.lineno, "")
            raise DrawingError(error.message or "syntax error", at, "GF207") from None
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
            raise DrawingError(
                f"{error}{_suggest_name(error, values, environment)}", self._error_line(error), "GF207"
            ) from None

    def _error_line(self, error: Exception) -> str:
        """Return the innermost template line in the traceback of an error, as file:line:column."""
        found, trace = "", error.__traceback__
        while trace is not None:
            if trace.tb_frame.f_code.co_filename in self._paths:
                found = _locate_line(trace.tb_frame.f_code.co_filename, trace.tb_lineno, str(error))
            trace = trace.tb_next
        return found


def _suggest_name(error: Exception, values: Mapping[str, Any], environment: SandboxedEnvironment) -> str:
    """Return a suggestion for an undefined top-level name; empty if no name is near."""
    unknown = re.fullmatch(r"'(\w+)' is undefined", str(error))
    found = did_you_mean(unknown[1], {**environment.globals, **values}) if unknown else ""
    return found if "did you mean" in found else ""  # a list of all names would be too long


def _locate_line(file: str, line: int, message: str) -> str:
    """Return file:line:column; as Jinja2 tells no column, it is that of the quoted name, or of the first brace."""
    lines = Path(file).read_text("utf-8").splitlines() if Path(file).is_file() else []
    text = lines[line - 1] if 0 < line <= len(lines) else ""
    name = re.search(r"'([A-Za-z_]\w*)'", message)
    column = re.search(rf"\b{name[1]}\b", text) if name else None
    brace = column or re.search(r"\{[{%]", text) or re.search(r"\S", text)
    return f"{file}:{line}:{brace.start() + 1 if brace else 1}"


def _open_bytecode_cache() -> BytecodeCache | None:
    """Return Jinja2's cache of compiled templates in a folder private to the user; None if there can be no such folder.

    Compiling templates takes much of the time of a small build.
    """
    home = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "gutterfold"
    try:
        home.mkdir(mode=0o700, parents=True, exist_ok=True)
        status = home.stat()
    except (OSError, RuntimeError):
        return None
    private = os.name != "posix" or (status.st_uid == os.getuid() and not status.st_mode & 0o022)
    return FileSystemBytecodeCache(str(home)) if private and os.access(home, os.W_OK) else None


def _render_template(template: Template, values: Mapping[str, Any]) -> str:
    """Render like Template.render, but with one copy of the values instead of three."""
    context = template.new_context({**template.globals, **values}, shared=True)
    try:
        return "".join(template.root_render_func(context))
    except Exception:
        template.environment.handle_exception()
