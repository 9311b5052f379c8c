"""Translate expressions, which are read as those of claims, into Python: only what is listed here can be written."""

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, NamedTuple, NoReturn

from generator.language.expressions import ExpressionError, parse_expression, spell_briefly
from generator.language.suggestions import did_you_mean
from generator.model.finding import Place, refuse

NOT_CONSTANT: Any = object()
_OPERATORS = {"Add": "+", "Sub": "-", "Mul": "*", "FloorDiv": "//", "Mod": "%", "And": "and", "Or": "or"}
_COMPARES = {"eq": "==", "ne": "!=", "lt": "<", "lteq": "<=", "gt": ">", "gteq": ">=", "in": "in", "notin": "not in"}
_FILTERS = {"sum": "sum", "min": "min", "max": "max", "length": "len", "abs": "abs"}
MOST_DEPTH = 60  # operations in one another, with which Python's own compiler is far from its limits


class Code(NamedTuple):
    """An expression in Python: what it gives (number, text or list), the variables in it, and its value if known."""

    text: str
    kind: str = "number"
    uses: frozenset[str] = frozenset()
    value: Any = NOT_CONSTANT

    @property
    def is_constant(self) -> bool:
        """Tell whether the value is known before any game."""
        return self.value is not NOT_CONSTANT


Call = Callable[["ExpressionTranslator", list[Any], Place], Code]


class RuleScope(NamedTuple):
    """What expressions can name: values, records such as `to.kind` by their keys, and functions."""

    names: Mapping[str, Code]
    records: Mapping[str, Mapping[str, Code]] = {}
    calls: Mapping[str, Call] = {}
    parts: frozenset[str] = frozenset()  # which are named in quotes

    def extend(self, names: Mapping[str, Code], records: Mapping[str, Mapping[str, Code]] = {}) -> "RuleScope":
        """Return a scope with further names, which hide those of before."""
        return RuleScope({**self.names, **names}, {**self.records, **records}, self.calls, self.parts)


class Constants:
    """Values that are worked out before any game, by the names that code has for them."""

    def __init__(self) -> None:
        self.values: dict[str, Any] = {}
        self._known: dict[str, str] = {}

    def add(self, value: Any) -> str:
        """Return the name of a value, which becomes part of the program; equal ones have one name."""
        key = repr(value) if isinstance(value, str | tuple | frozenset) else f"{len(self.values)}"
        name = self._known.setdefault(key, f"k{len(self.values)}")
        self.values[name] = value
        return name

    def code(self, value: Any) -> Code:
        """Return the code of a value."""
        if isinstance(value, bool | int | float):
            return Code(repr(value), "number", frozenset(), value)
        if isinstance(value, str):
            return Code(self.add(value), "text", frozenset(), value)
        return Code(self.add(tuple(value)), "list", frozenset(), tuple(value))

    def evaluate(self, text: str, **given: Any) -> Any:
        """Return the value of code that this program has made, with values for its variables."""
        return eval(text, {"__builtins__": {}, **_BUILTINS, **self.values, **given})  # our own code, not a stranger's


_BUILTINS = {"sum": sum, "min": min, "max": max, "len": len, "abs": abs, "range": range, "bin": bin}


class ExpressionTranslator:
    """Translates the expressions of one scope."""

    def __init__(self, scope: RuleScope, constants: Constants) -> None:
        self.scope, self.constants = scope, constants

    def number(self, text: str | int, place: Place) -> Code:
        """Return the code of an expression that gives a number, or true or false."""
        if not isinstance(text, str):
            return self.constants.code(text)
        made = self.translate(self.parse(text, place), place)
        if made.kind != "number":
            raise refuse(
                "GF006", place, f"{spell_briefly(text)} is a {made.kind}, but a number or a condition is needed"
            )
        return made

    def parse(self, text: str, place: Place) -> Any:
        """Return the syntax tree of an expression, no deeper than Python can compile."""
        try:
            tree = parse_expression(text, _make_environment())
        except ExpressionError as error:
            raise refuse("GF006", place, f"{spell_briefly(text)}: {error}") from None
        level, depth = [tree], 0
        while level:
            level, depth = [child for node in level for child in node.iter_child_nodes()], depth + 1
        if depth > MOST_DEPTH:
            raise refuse("GF006", place, f"the expression is nested more than {MOST_DEPTH} deep; use a simpler one")
        return tree

    def translate(self, node: Any, place: Place) -> Code:
        """Return the code of a syntax tree; GF006 for what expressions of play cannot say."""
        method = getattr(self, f"_translate_{type(node).__name__.lower()}", None)
        if type(node).__name__ in _OPERATORS:
            made = self._operate(node, place)
        elif method is not None:
            made = method(node, place)
        else:
            hint = "; `//` divides and rounds down" if type(node).__name__ == "Div" else ""
            raise refuse("GF006", place, f"expressions of play have no `{_name_node(node)}`{hint} (docs/playing.md)")
        return self._fold(made, place)

    def _fold(self, made: Code, place: Place) -> Code:
        """Return the value of code without variables instead of the code."""
        if made.is_constant or made.uses:
            return made
        try:
            return self.constants.code(self.constants.evaluate(made.text))
        except (ArithmeticError, TypeError, ValueError, LookupError) as error:
            raise refuse("GF006", place, f"this cannot be worked out: {error}") from None

    def _numbers(self, place: Place, *nodes: Any) -> list[Code]:
        made = [self.translate(node, place) for node in nodes]
        for each in made:
            if each.kind != "number":
                self.refuse(f"a {each.kind} stands where a number is needed", place)
        return made

    def refuse(self, says: str, place: Place) -> NoReturn:
        """Raise GF006 at a place."""
        raise refuse("GF006", place, says)

    def _operate(self, node: Any, place: Place) -> Code:
        left, right = self._numbers(place, node.left, node.right)
        name = type(node).__name__
        if name in ("And", "Or") and left.is_constant:  # so that one rule can serve different numbers of players
            return right if bool(left.value) == (name == "And") else left
        return Code(f"({left.text} {_OPERATORS[name]} {right.text})", "number", left.uses | right.uses)

    def _translate_const(self, node: Any, place: Place) -> Code:
        if isinstance(node.value, float) and not abs(node.value) < 1e15:
            self.refuse("a number is too large", place)
        if node.value is None or (isinstance(node.value, int) and abs(node.value) > 10**15):
            self.refuse(f"{spell_briefly(node.value)} has no use here", place)
        return self.constants.code(node.value)

    def _translate_name(self, node: Any, place: Place) -> Code:
        found = self.scope.names.get(node.name)
        if found is None:
            known = [*self.scope.names, *self.scope.calls, *self.scope.records]
            keys = self.scope.records.get(node.name)
            hint = f"; give its key, such as {node.name}.{min(keys)}" if keys else did_you_mean(node.name, known)
            hint = f"; put the name of a part in quotes: {node.name!r}" if node.name in self.scope.parts else hint
            raise refuse("GF008", place, f"there is no {node.name!r} here{hint}")
        return found

    def _translate_getattr(self, node: Any, place: Place) -> Code:
        record = getattr(node.node, "name", None)
        keys = self.scope.records.get(str(record))
        if record is None:
            self.refuse(f"a key such as .{node.attr} stands after a name alone, as in to.kind", place)
        if keys is None:
            hint = did_you_mean(str(record), self.scope.records)
            raise refuse("GF008", place, f"nothing here is called {record!r} and has a key {node.attr!r}{hint}")
        if node.attr not in keys:
            raise refuse("GF008", place, f"{record} has no {node.attr!r}{did_you_mean(node.attr, keys)}")
        return keys[node.attr]

    def _translate_getitem(self, node: Any, place: Place) -> Code:
        if type(node.node).__name__ == "Name":  # such as card['fire-power']
            node.attr = getattr(node.arg, "value", "")
            if node.node.name in self.scope.records:
                return self._translate_getattr(node, place)
        items, (index,) = self.translate(node.node, place), self._numbers(place, node.arg)
        if items.kind != "list":
            self.refuse("only a list has items in square brackets", place)
        return Code(f"{items.text}[{index.text}]", _kind_of_items(items.value), items.uses | index.uses)

    def _translate_compare(self, node: Any, place: Place) -> Code:
        left = self.translate(node.expr, place)
        text, uses = left.text, left.uses
        for each in node.ops:
            right = self.translate(each.expr, place)
            if (right.kind == "list") != (each.op in ("in", "notin")):
                self.refuse("`in` needs a list, and other comparisons need numbers or texts", place)
            if right.kind not in ("list", left.kind) and each.op not in ("eq", "ne"):
                self.refuse(f"`{_COMPARES[each.op]}` cannot compare a {left.kind} with a {right.kind}", place)
            text, uses = f"{text} {_COMPARES[each.op]} {right.text}", uses | right.uses
        return Code(f"({text})", "number", uses)

    def _translate_not(self, node: Any, place: Place) -> Code:
        (made,) = self._numbers(place, node.node)
        return Code(f"(not {made.text})", "number", made.uses)

    def _translate_neg(self, node: Any, place: Place) -> Code:
        (made,) = self._numbers(place, node.node)
        return Code(f"(-{made.text})", "number", made.uses)

    def _translate_condexpr(self, node: Any, place: Place) -> Code:
        if node.expr2 is None:
            self.refuse("an `if` in an expression needs an `else`", place)
        test, one, other = (self.translate(each, place) for each in (node.test, node.expr1, node.expr2))
        if test.is_constant:
            return one if test.value else other
        if one.kind != other.kind:
            self.refuse(f"one of its cases is a {one.kind}, the other a {other.kind}", place)
        return Code(f"({one.text} if {test.text} else {other.text})", one.kind, test.uses | one.uses | other.uses)

    def _translate_concat(self, node: Any, place: Place) -> Code:
        made = [self.translate(each, place) for each in node.nodes]
        if not all(each.is_constant for each in made):
            self.refuse("`~` joins texts and numbers that are known before the game", place)
        return self.constants.code("".join(str(each.value) for each in made))

    def _translate_list(self, node: Any, place: Place) -> Code:
        made = [self.translate(each, place) for each in node.items]
        if any(each.kind == "list" for each in made):
            self.refuse("a list cannot hold lists", place)
        if all(each.is_constant for each in made):
            return self.constants.code([each.value for each in made])
        uses = frozenset[str]().union(*(each.uses for each in made))
        return Code(f"({''.join(f'{each.text}, ' for each in made)})", "list", uses)

    def _translate_filter(self, node: Any, place: Place) -> Code:
        if node.name not in _FILTERS or node.args or node.kwargs:
            self.refuse(f"there is no filter {node.name!r} here{did_you_mean(node.name, _FILTERS)}", place)
        made = self.translate(node.node, place)
        if made.kind != ("number" if node.name == "abs" else "list"):
            self.refuse(f"|{node.name} does not go with a {made.kind}", place)
        return Code(f"{_FILTERS[node.name]}({made.text})", "number", made.uses)

    def _translate_call(self, node: Any, place: Place) -> Code:
        name = getattr(node.node, "name", "")
        if name not in self.scope.calls:
            raise refuse("GF008", place, f"there is no function {name!r}{did_you_mean(name, self.scope.calls)}")
        if node.kwargs or node.dyn_args or node.dyn_kwargs:
            self.refuse(f"{name}() takes no values by name", place)
        return self.scope.calls[name](self, node.args, place)

    def constant(self, node: Any, place: Place) -> Any:
        """Return the value of an argument that must be known before the game."""
        made = self.translate(node, place)
        if not made.is_constant:
            self.refuse("this must be known before the game: write a name in quotes, or a number", place)
        return made.value


@cache
def _make_environment() -> Any:
    from generator.safety.sandbox import GuardedEnvironment

    return GuardedEnvironment()


def _kind_of_items(items: Any) -> str:
    if items is NOT_CONSTANT:
        return "number"
    return "number" if all(isinstance(each, int | float) for each in items) else "text"


def _name_node(node: Any) -> str:
    return {"Test": "is", "Pow": "**", "Div": "/", "Dict": "{}", "Slice": ":"}.get(
        type(node).__name__, type(node).__name__.lower()
    )
