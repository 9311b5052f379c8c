"""What the sandboxes of templates and of claims share: bounds for single steps, and the same result in each run.

A clock stops loops, but not one call into C, such as a comparison of lists that hold one another a million times over.
So what compares, sorts or hashes looks at the size of its values first. Only plain values become text, because the
text of anything else holds an address, which differs from run to run, or a path, which differs from folder to folder.
"""

# ruff: noqa: N802  the names of Jinja2's visitors

import re
from collections.abc import Callable, Sequence
from types import BuiltinFunctionType, CodeType, FunctionType, MethodType, MethodWrapperType, TracebackType
from typing import Any

import jinja2
from jinja2 import TemplateSyntaxError, nodes
from jinja2.compiler import CodeGenerator
from jinja2.runtime import BlockReference, Context, Macro
from jinja2.sandbox import ImmutableSandboxedEnvironment
from jinja2.utils import Namespace, internalcode
from markupsafe import Markup

from generator.model.finding import Place
from generator.safety.guarded_filters import (
    COMPARING_TESTS,
    guard_filters,
    guard_keys,
    guard_printing,
    guard_test,
    to_compare,
    to_markup,
    to_print,
)

SANDBOX_VERSION = f"2 {jinja2.__version__}"  # of the code that is generated; raise it when that changes
_MOST_ATTRIBUTES = 10_000  # of which is remembered whether they are safe


class GuardedCodeGenerator(CodeGenerator):
    """Jinja2's generator of code, with a guard round each value that is compared or printed.

    Values that are plain by their form, such as numbers and differences, have none: guards take time in each rendering.
    """

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self._guards: dict[int, str] = {}  # by the id of a node
        self._called: set[int] = set()

    def visit(self, node: nodes.Node, *given: Any, **named: Any) -> Any:
        """Write the code of a node, in its guard if it has one."""
        guard = self._guards.pop(id(node), "")
        if not guard:
            return super().visit(node, *given, **named)
        self.write(f"environment.{guard}(")
        made = super().visit(node, *given, **named)
        self.write(")")
        return made

    def _guard(self, guard: str, node: nodes.Node) -> None:
        if not _is_plain(node):
            self._guards[id(node)] = guard

    def _output_child_to_const(self, node: nodes.Expr, frame: Any, finalize: Any) -> str:
        if not isinstance(node, nodes.TemplateData | nodes.Const):
            raise nodes.Impossible  # when it is rendered, in sight of the clock
        return super()._output_child_to_const(node, frame, finalize)

    def _output_child_pre(self, node: nodes.Expr, frame: Any, finalize: Any) -> None:
        if frame.eval_ctx.autoescape and not frame.eval_ctx.volatile:
            self.write("environment.to_markup(")
            return
        super()._output_child_pre(node, frame, finalize)
        self._guard("to_print", node)

    def visit_Concat(self, node: nodes.Concat, frame: Any) -> None:
        """Write `a ~ b`."""
        for each in node.nodes:
            self._guard("to_print", each)
        super().visit_Concat(node, frame)

    def visit_Mod(self, node: nodes.BinExpr, frame: Any) -> None:
        """Write `a % b`, which prints if `a` is a text."""
        self._guard("to_print", node.right)
        super().visit_Mod(node, frame)

    def visit_Compare(self, node: nodes.Compare, frame: Any) -> None:
        """Write `a == b` or `a in b`: to guard one side is enough, since a comparison ends with the smaller value."""
        left = node.expr
        for each in node.ops:
            if each.op in ("in", "notin"):
                self._guard("to_compare", left)  # it is hashed if the other is a mapping
                self._guard("to_compare", each.expr)
            elif not _is_plain(left):
                self._guard("to_compare", each.expr)
            left = each.expr
        super().visit_Compare(node, frame)

    def visit_Dict(self, node: nodes.Dict, frame: Any) -> None:
        """Write a mapping, whose keys are hashed."""
        for each in node.items:
            self._guard("to_compare", each.key)
        super().visit_Dict(node, frame)

    def visit_Call(self, node: nodes.Call, frame: Any, forward_caller: bool = False) -> None:
        """Write a call: nowhere else can an attribute be a method."""
        self._called.add(id(node.node))
        super().visit_Call(node, frame, forward_caller=forward_caller)

    def visit_Getattr(self, node: nodes.Getattr, frame: Any) -> None:
        """Write `a.b`."""
        if id(node) not in self._called:
            super().visit_Getattr(node, frame)
            return
        self.write("environment.get_method(")
        self.visit(node.node, frame)
        self.write(f", {node.attr!r})")


_NUMERIC = (nodes.Sub, nodes.Div, nodes.FloorDiv, nodes.Pow, nodes.Mod, nodes.Neg, nodes.Pos)
_LOGICAL = (nodes.Compare, nodes.Test, nodes.Not)
_PLAIN_FILTERS = frozenset(
    "abs capitalize count e escape float format indent int join length lower replace round string title trim upper"
    " ink shade size_to tint width".split()
)


def _is_plain(node: nodes.Node | None) -> bool:
    """Return whether the value of an expression is a scalar by its form, so that no guard is needed."""
    match node:
        case nodes.Const() | nodes.TemplateData() | nodes.Concat():
            return True
        case nodes.Add() | nodes.Mul() | nodes.And() | nodes.Or():
            return _is_plain(node.left) and _is_plain(node.right)
        case nodes.CondExpr():
            return _is_plain(node.expr1) and (node.expr2 is None or _is_plain(node.expr2))
        case nodes.Filter():
            return node.name in _PLAIN_FILTERS
        case nodes.List() | nodes.Tuple():
            return all(isinstance(each, nodes.Const) for each in node.items)
    return isinstance(node, _NUMERIC + _LOGICAL)


class _OpenMacro(Macro):
    """A macro of Jinja2, without its long look at what it is given."""

    def run(self, args: Sequence[Any]) -> str:
        """Return what the macro prints for all of its arguments, in order."""
        made: str = self._func(*args)
        return made


class GuardedEnvironment(ImmutableSandboxedEnvironment):
    """Jinja2's immutable sandbox, in which no single step takes long, and every result is the same in each run."""

    code_generator_class = GuardedCodeGenerator
    to_print = staticmethod(to_print)
    to_markup = staticmethod(to_markup)
    to_compare = staticmethod(to_compare)

    def __init__(self, **options: Any) -> None:
        super().__init__(optimized=False, **options)  # no result is worked out while compiling
        self._safe_attributes: dict[tuple[type, str], bool] = {}
        self.filters = guard_filters(self.filters)
        self.tests = {**self.tests, **{name: guard_test(self.tests[name]) for name in COMPARING_TESTS}}
        self.globals.update(dict=guard_keys(dict), namespace=guard_keys(Namespace))
        del self.globals["lipsum"]

    @internalcode
    def call(__self, __context: Context, __obj: Any, *args: Any, **kwargs: Any) -> Any:  # noqa: N805  no arguments of theirs
        """Call what a template calls; macros and plain functions, which are most of it, as quickly as can be."""
        kind = type(__obj)
        if kind is not Macro and (kind is not FunctionType or __obj.__dict__):  # which would hold marks of Jinja2
            return super().call(__context, __obj, *args, **kwargs)
        if kwargs:
            kwargs.pop("_loop_vars", None), kwargs.pop("_block_vars", None)
        if kind is FunctionType:
            try:
                return __obj(*args, **kwargs)
            except StopIteration:
                return __self.undefined("a function ended an iteration")
        if kwargs or len(args) != len(__obj.arguments) or __obj.caller or __obj.catch_kwargs or __obj.catch_varargs:
            return __obj(__context.eval_ctx, *args, **kwargs)
        made = _OpenMacro.run(__obj, args)
        return Markup(made) if __context.eval_ctx.autoescape else made

    def get_method(self, obj: Any, attribute: str) -> Any:
        """Return an attribute that is about to be called."""
        if isinstance(obj, str | list | tuple):
            to_compare(obj)  # methods such as `index` and `replace` search in it
        found = super().getattr(obj, attribute)
        return (
            guard_printing(found) if type(obj) is Markup and callable(found) else found
        )  # it makes text of the others

    def is_safe_attribute(self, obj: Any, attr: str, value: Any) -> bool:
        """Return whether an attribute may be had. Jinja2 looks at the type of the object alone, and not quickly."""
        key = type(obj), attr
        safe = self._safe_attributes.get(key)
        if safe is None:
            if len(self._safe_attributes) >= _MOST_ATTRIBUTES:
                self._safe_attributes.clear()
            safe = self._safe_attributes[key] = super().is_safe_attribute(obj, attr, value)
        return safe

    def wrap_str_format(self, value: Any) -> Callable[..., str] | None:
        """Return `format` of a text with guards, None for any other value."""
        made = super().wrap_str_format(value)
        return guard_printing(made) if made else None

    def getattr(self, obj: Any, attribute: str) -> Any:
        """Return an attribute; one that is only there to be called is undefined."""
        return self.refuse_uncalled(super().getattr(obj, attribute), attribute)

    def getitem(self, obj: Any, argument: Any) -> Any:
        """Return an item, or the attribute of that name."""
        if type(argument) is tuple:
            to_compare(argument)
        return self.refuse_uncalled(super().getitem(obj, argument), argument)

    def refuse_uncalled(self, found: Any, name: object) -> Any:
        """Return a value unless it is a function, whose text would be an address, or a place, which is a path."""
        kind = type(found)
        if kind in _UNCALLED:
            return self.undefined(hint=f"{name!r} is a function; call it: {name}()")
        return self.undefined(name=str(name)) if kind is Place else found

    def compile(self, source: Any, *given: Any, **named: Any) -> Any:
        """Compile a template; TemplateSyntaxError with its line if it is too deep for Jinja2 or Python."""
        try:
            return super().compile(source, *given, **named)
        except RecursionError as error:
            name, file = (*given, None, None)[:2]
            line = find_line_at_work(error.__traceback__)[1]
            raise TemplateSyntaxError("brackets or operators are nested too deeply", line, name, file) from None

    def _compile(self, source: str, filename: str) -> CodeType:
        try:
            return super()._compile(source, filename)
        except (SyntaxError, ValueError, OverflowError, MemoryError, RecursionError) as error:
            reason = error.msg if isinstance(error, SyntaxError) else "it is nested too deeply, or a number is too long"
            line = _find_template_line(source, getattr(error, "lineno", None) or 1)
            raise TemplateSyntaxError(reason, line, None, filename) from None


def find_line_at_work(trace: TracebackType | None) -> tuple[str, int]:
    """Return the file and line that Jinja2 was compiling; an empty file if the traceback does not tell."""
    file, line = "", 1
    while trace is not None:
        known = trace.tb_frame.f_locals
        own = known.get("self")
        node, stream = own if isinstance(own, nodes.Node) else known.get("node"), getattr(own, "stream", None)
        if isinstance(known.get("filename"), str):
            file = known["filename"]
        if isinstance(node, nodes.Node) and hasattr(node, "lineno") and node.lineno:
            line = node.lineno
        elif isinstance(number := getattr(getattr(stream, "current", None), "lineno", None), int):
            line = number
        trace = trace.tb_next
    return file, line


def _find_template_line(source: str, line: int) -> int:
    """Return the line of the template for a line of the code that Jinja2 made of it, from the table at its end."""
    found = re.search(r"^debug_info = '([\d=&]*)'", source[source.rfind("\ndebug_info") + 1 :])
    pairs = [tuple(map(int, pair.split("="))) for pair in found[1].split("&") if pair] if found else []
    return max((template for template, made in pairs if made <= line), default=1)


_UNCALLED = frozenset({FunctionType, BuiltinFunctionType, MethodType, MethodWrapperType, BlockReference})
