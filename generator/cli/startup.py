"""Postpone what modules do when they are imported and a build seldom needs.

A small build is mostly start-up: without this, a third of the imports of a game with rules is for regular expressions
that nothing is matched with, and for modules that nothing calls.
"""

import re
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cached_property, partial
from importlib import import_module
from importlib.machinery import ModuleSpec, PathFinder
from types import ModuleType
from typing import Any

from generator import __version__
from generator.cli.terminal import print_line

# modules that compile regular expressions, beside ours; most are not used in most builds, and each costs 1 to 40 ms
_WITH_PATTERNS = frozenset(
    {
        "gettext",
        "jinja2.lexer",
        "jinja2.utils",
        "markdown_it.common.html_re",
        "markdown_it.common.utils",
        "markdown_it.rules_block.html_block",
        "pikepdf.models.metadata._constants",
        "pikepdf.models.metadata._converters",
        "platform",
        "reportlab.lib.colors",
        "reportlab.lib.PyFontify",
        "reportlab.lib.rl_safe_eval",
        "reportlab.lib.textsplit",
        "reportlab.platypus.paragraph",
        "svgwrite.data.pattern",
        "svgwrite.data.svgparser",
        "svgwrite.data.typechecker",
        "textwrap",
        "yaml.constructor",
        "yaml.reader",
        "yaml.resolver",
    }
)
# modules, and what they import for functions that we do not call
_IDLE_IMPORTS = {
    "click.core": ("inspect",),  # help of several lines
    "click.decorators": ("inspect",),
    "click.termui": ("inspect",),
    "jinja2.async_utils": ("inspect",),  # templates that wait
    "jinja2.filters": ("inspect",),
    "jinja2.bccache": ("tempfile",),  # a folder for compiled templates
    "jinja2.ext": ("pprint",),  # an extension that prints all variables
    "jinja2.lexer": ("ast",),  # texts with escapes
    "jinja2.nodes": ("inspect",),
    "msgspec._utils": ("typing_extensions",),  # hints of dictionaries and named tuples
    "reportlab.lib.colors": ("ast",),  # colors in texts
    "reportlab.lib.utils": ("ast", "reportlab.lib.rl_safe_eval"),  # expressions in texts
    "reportlab.platypus.paragraph": ("pyphen",),  # the booklet hyphenates by itself
    "shutil": ("bz2", "lzma"),  # archives
    "svgwrite.container": ("urllib.request",),  # fonts from the web
    "uharfbuzz._harfbuzz": ("inspect",),  # flags of code, which follow
    "urllib.parse": ("ipaddress",),  # addresses such as http://[::1]
}
_CODE_FLAGS = {  # of `inspect`, for modules that Cython made
    f"CO_{name}": 1 << bit
    for bit, name in enumerate("OPTIMIZED NEWLOCALS VARARGS VARKEYWORDS NESTED GENERATOR".split())
} | {"CO_COROUTINE": 128, "CO_ASYNC_GENERATOR": 512}


def print_version() -> None:
    """Print what `--version` prints, without the commands, which take most of its time."""
    print_line(f"gutterfold, version {__version__}")


def postpone_idle_work() -> None:
    """Let our modules and those named above be imported without their idle work; that is done when it is first used."""
    sys.meta_path.insert(0, _PostponingFinder())


class _PostponingFinder:
    """Finds our modules and those named above as Python does, and runs them without their idle work."""

    def find_spec(self, name: str, path: Sequence[str] | None, target: ModuleType | None = None) -> ModuleSpec | None:
        if not _has_patterns(name) and name not in _IDLE_IMPORTS:
            return None
        spec = PathFinder.find_spec(name, path, target)
        if spec is not None and spec.loader is not None:
            run: Any = spec.loader.exec_module
            setattr(spec.loader, "exec_module", partial(_run_without_idle_work, name, run))  # noqa: B010  not for mypy
        return spec


def _has_patterns(name: str) -> bool:
    return name.startswith("generator.") or name in _WITH_PATTERNS


def _run_without_idle_work(name: str, run: Any, module: ModuleType) -> None:
    with _postpone_imports(_IDLE_IMPORTS.get(name, ())), _postpone_patterns(_has_patterns(name)):
        run(module)


@contextmanager
def _postpone_imports(names: Sequence[str]) -> Iterator[None]:
    """Let modules that are not imported yet be replaced by stand-ins."""
    replaced = {name: _StandIn(name) for name in names if name not in sys.modules}
    sys.modules.update(replaced)
    try:
        yield
    finally:
        for stand_in in replaced.values():
            stand_in.step_aside()


class _StandIn(ModuleType):
    """A module that is imported when something of it is used."""

    def __getattr__(self, name: str) -> Any:
        if name == "cleandoc":
            return _clean_help
        if self.__name__ == "inspect" and name in _CODE_FLAGS:
            return _CODE_FLAGS[name]
        if sys.modules.get(self.__name__) is self:  # `from module import name`
            return partial(self._call, name)
        return getattr(import_module(self.__name__), name)

    def step_aside(self) -> None:
        """Let the module itself be imported."""
        if sys.modules.get(self.__name__) is self:
            del sys.modules[self.__name__]

    def _call(self, name: str, *args: Any, **options: Any) -> Any:
        self.step_aside()
        return getattr(import_module(self.__name__), name)(*args, **options)


def _clean_help(text: str) -> str:
    """Return what `inspect.cleandoc` does; click calls it for the help of each option, and most are one line."""
    one_line = "\n" not in text and "\t" not in text
    cleaned: str = text.lstrip() if one_line else import_module("inspect").cleandoc(text)
    return cleaned


@contextmanager
def _postpone_patterns(postpone: bool) -> Iterator[None]:
    """Let `re.compile` return patterns that are compiled on first use."""
    compiling = re.compile
    if postpone:
        setattr(re, "compile", _LatePattern)  # noqa: B010  not for mypy
    try:
        yield
    finally:
        setattr(re, "compile", compiling)  # noqa: B010  not for mypy


class _LatePattern:
    """A regular expression that is compiled when something of it is used."""

    def __init__(self, pattern: str | bytes, flags: int = 0) -> None:
        self._given: tuple[Any, int] = (pattern, flags)

    @cached_property
    def _compiled(self) -> re.Pattern[Any]:
        return _COMPILE(*self._given)

    def __getattr__(self, name: str) -> Any:
        found = self.__dict__[name] = getattr(self._compiled, name)
        return found


_COMPILE = re.compile
