"""Evaluate claim expressions: the functions that they may call, checks of their arguments, and answers per context."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from importlib import import_module
from typing import Any, NamedTuple

from generator.check.claims.calls import ClaimCall, distinct_calls, format_call
from generator.check.claims.context import ClaimContext, NeedsFiles
from generator.check.claims.sandbox import compile_expression
from generator.language.expressions import ExpressionError, spell_briefly
from generator.language.suggestions import did_you_mean
from generator.model.finding import Place
from generator.model.game import Game
from generator.safety.limits import WorkClock
from generator.safety.timers import OutOfTimeError

_CLAIM_SECONDS = 3.0  # of processor time, in store for all claims of a game; the slowest of ours takes 0.03 s
_SHARE_SECONDS = 0.02  # added for each expression

_COMPARES_NONE = re.compile("`[<>=]+` cannot compare (?:none with .+|.+ with none)")
_PART_NAMES = ("part", "board")  # of the first parameter of a function that asks about a part
_TAKES_ANY_NAME = 8  # of a function's code: `**named`
_TEXT_TYPES = (str, str | None)
_TEXT_LIST_TYPE = str | Sequence[str]


class _Parameter(NamedTuple):
    """The name of a parameter, its type, and whether it is given by its place."""

    name: str
    annotation: Any
    has_place: bool


class _Parameters(NamedTuple):
    """The parameters of a claim function: positional `values`, of which the first `least` are required, and others.

    `named` can be given by name; with `columns`, any other name is taken as a column. `asks_part` tells that the first
    value is a part.
    """

    values: tuple[_Parameter, ...]
    least: int
    named: Mapping[str, _Parameter]
    columns: bool
    asks_part: bool


def bind_function(name: str, world: ClaimContext) -> Callable[..., Any]:
    """Return a function bound to a context, in which it records its calls; ExpressionError for wrong arguments."""

    def call(*values: Any, **named: Any) -> Any:
        function: Callable[..., Any] = getattr(import_module(f"{__package__}.{FUNCTIONS[name]}"), name)
        form = _read_parameters(function)
        given, by_name = (
            [_resolve_argument(each) for each in values],
            {key: _resolve_argument(each) for key, each in named.items()},
        )
        if not form.least <= len(given) <= len(form.values):
            raise ExpressionError(f"{name}() takes {_describe_parameters(form)}; here it gets {len(given) or 'none'}")
        for parameter, value in zip(form.values, given, strict=False):
            _check_type(name, parameter, value)
        for key, value in by_name.items():
            if key in form.named:
                _check_type(name, form.named[key], value)
            elif not form.columns:
                hint = did_you_mean(key, form.named) if form.named else f"; it takes {_describe_parameters(form)}"
                raise ExpressionError(f"{name}() has no {key}={hint}")
            elif value is None:
                raise ExpressionError(f"{name}() needs a value as {key}, not none; leave it out to ask for all")
        answer = function(world, *given, **by_name)
        prints = form.asks_part and world.prints(given[0])
        world.calls += [answer.to_call(format_call(name, *given, **by_name), prints), *answer.details]
        return answer.result

    call.__name__ = name
    return call


@lru_cache(maxsize=64)
def _read_parameters(function: Any) -> _Parameters:
    """Return the parameters but for the first, the context; `inspect`, which tells them too, is slow to import."""
    code, types = function.__code__, function.__annotations__
    placed, count = code.co_argcount, code.co_argcount + code.co_kwonlyargcount
    every = [_Parameter(name, types[name], at < placed) for at, name in enumerate(code.co_varnames[:count])][1:]
    values = tuple(each for each in every if each.has_place)
    least = len(values) - len(function.__defaults__ or ())
    named = {each.name: each for each in every[max(0, code.co_posonlyargcount - 1) :]}
    takes_columns = bool(code.co_flags & _TAKES_ANY_NAME)
    return _Parameters(values, least, named, takes_columns, bool(least) and values[0].name in _PART_NAMES)


def _describe_parameters(form: _Parameters) -> str:
    """Return a description such as `1 value (board), then kind=, color=`."""
    least, most = form.least, len(form.values)
    more = [f"{key}=" for key, each in form.named.items() if not each.has_place]
    then = ", ".join([*more, *(["columns by name"] if form.columns else [])])
    if not most:
        return "no value"
    number = f"{most}" if least == most else f"{least} to {most}" if least else f"up to {most}"
    words = f"{number} value{'' if most == 1 else 's'} ({', '.join(each.name for each in form.values)})"
    return f"{words}, then {then}" if then else words


def _resolve_argument(value: Any) -> Any:
    """Return an argument, an iterator as a list; an undefined one, or a function, raises its own error."""
    from generator.safety.guarded_filters import to_print  # which imports Jinja2

    return to_print(list(value) if isinstance(value, Iterator) else value)


def _check_type(name: str, parameter: _Parameter, value: Any) -> None:
    if parameter.annotation in _TEXT_TYPES:
        what, fits = "a text", isinstance(value, str)
    elif parameter.annotation == _TEXT_LIST_TYPE:
        every = value if isinstance(value, list | tuple) else [value]
        what, fits = "a text or a list of texts", all(isinstance(each, str) for each in every)
    else:
        return
    if not fits:
        raise ExpressionError(f"{name}() needs {what} as {parameter.name}, not {spell_briefly(value)}")


class ContextAnswer(NamedTuple):
    """The value of an expression in one context, and the calls that it made."""

    world: str
    value: Any
    calls: tuple[ClaimCall, ...]


class ClaimEvaluator:
    """Evaluates expressions in all contexts, and remembers the answers."""

    def __init__(self, worlds: Sequence[ClaimContext]) -> None:
        self._worlds = [(world, bind_functions(world)) for world in worlds]
        self._known: dict[str, list[ContextAnswer]] = {}
        self._clock = WorkClock(_CLAIM_SECONDS, _SHARE_SECONDS)

    def find_repeater(self, place: Place) -> Place | None:
        """Return the loop or condition on which it depends how often the tag at a place is drawn, if it is in one."""
        pictures = next((world.pictures for world, _ in self._worlds if world.pictures), None)
        return pictures.find_repeater(place) if pictures else None

    def use_rules_of(self, game: Game) -> None:
        """Switch to the game with the rules of another language, on which the numbers of figures depend."""
        for world, _ in self._worlds:
            world.game = game
        self._known = {text: answers for text, answers in self._known.items() if "numbered" not in text}

    def evaluate(self, text: str) -> list[ContextAnswer]:
        """Return the answer of each context that has one (ExpressionError if the expression is invalid)."""
        if text not in self._known:
            try:
                self._known[text] = self._clock.run(self._evaluate_anew, text)
            except OutOfTimeError:
                message = f"it takes too long: all claims together have {_CLAIM_SECONDS:g} s of processor time"
                raise ExpressionError(message) from None
        return self._known[text]

    def _evaluate_anew(self, text: str) -> list[ContextAnswer]:
        expression = compile_expression(text)
        answers = []
        for world, known in self._worlds:
            world.calls.clear()
            try:
                value = expression(known)
            except NeedsFiles:
                continue
            except ExpressionError as error:
                raise ExpressionError(_explain_none(str(error), world.calls), error.place) from None
            answers.append(ContextAnswer(world.name, value, tuple(distinct_calls(world.calls))))
        return answers


def _explain_none(message: str, calls: Sequence[ClaimCall]) -> str:
    """Return an error about comparing none with the last call that gave it, which names the cells it was asked of."""
    nothing = next((call.text for call in reversed(calls) if call.result is None), "")
    if not nothing or not _COMPARES_NONE.search(message):
        return message
    why = ": no walk leads there" if nothing.startswith("distance(") else ""
    return _COMPARES_NONE.sub(lambda _: f"{nothing} is none{why}", message)


_MODULES = {  # which are imported when one of their functions is called: most claims count
    "counting": """
        count per_color players age minutes colors rows one values value spaces looks sheets figure
        numbered race""",
    "boards": "boards cells cell room joins neighbors route routes area areas sections",
    "walks": """
        steps distance distances distance_table components connected costs stuck links before leading
        choices arrivals trapped""",
    "paths": "lines ends inks distinct crossings spans slots ports paths saved offset",
    "relations": "tournament mirrored every each all_pairs",
    "setup": "handed",
    "solids": "faces opposite throws solid inside outside trim",
    "symmetry": "turned symmetry orbits circuit",
    "playing": "played fair always exact",
    "drawings": "drawn drawn_in paint",
}
FUNCTIONS = {name: module for module, names in _MODULES.items() for name in names.split()}


def bind_functions(world: ClaimContext) -> Mapping[str, Callable[..., Any]]:
    """Return the functions that expressions may call, bound to a context, which keeps them."""
    world.functions = {name: bind_function(name, world) for name in FUNCTIONS}
    return world.functions
