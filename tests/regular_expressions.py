"""Find regular expressions that can take exponential or quadratic time, by the ambiguity of their position automata.

An expression backtracks exponentially if some text leads from a position back to itself in two ways, and takes at
least quadratic time if some text leads from one position to itself, to another, and from that one to itself (A. Weber
and H. Seidl, On the degree of ambiguity of finite automata, 1991). A search that starts again at each character is
such a first position. Possessive repeats and atomic groups never backtrack: each is one position of the automaton
around it, and is examined on its own; a search repeats them nevertheless. What is found to be ambiguous is tried out on
a long text made of that very word, since an end that always matches makes it harmless.
"""

import ast
import importlib
import re
import signal
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from functools import cache, reduce
from itertools import product
from operator import or_
from pathlib import Path
from re import _constants as codes  # type: ignore[attr-defined]
from re import _parser as parser  # type: ignore[attr-defined]
from typing import Any, NamedTuple

CHARS = [chr(code) for code in range(128)] + ["\u00a0", "é", "Ж", "٣", "中", "\u2028", "\ud800", "\ufffe", "😀"]
EVERY = (1 << len(CHARS)) - 1
_FUNCTIONS = {"compile", "match", "fullmatch", "search", "sub", "subn", "split", "findall", "finditer"}


class Source(NamedTuple):
    """A pattern and the place where it stands."""

    place: str
    pattern: str | bytes
    flags: int = 0
    methods: frozenset[str] = frozenset()

    @property
    def searches(self) -> bool:
        """Whether the pattern is tried at each character of a text."""
        return bool(self.methods - {"match", "fullmatch"})


class _Part(NamedTuple):
    """A piece of an expression: whether it matches nothing, and its first and last positions."""

    empty: bool
    first: tuple[int, ...] = ()
    last: tuple[int, ...] = ()


_NOTHING = _Part(True)


class _Module(NamedTuple):
    """A module of a package: its name, its nodes, the calls of `re`, and the functions used of each name."""

    path: str
    name: str
    nodes: list[ast.AST]
    calls: list[ast.Call]
    uses: dict[str, set[str]]


@cache
def find_patterns(folder: Path) -> list[Source | str]:
    """Return each pattern passed to `re` in the modules of a package; the place alone if it depends on a variable."""
    modules = [_read_module(path, folder.parent) for path in sorted(folder.rglob("*.py"))]
    public: dict[str, set[str]] = {}
    for module in modules:
        for name, functions in module.uses.items():
            public.setdefault(name, set()).update(functions)
    return [each for module in modules if module.calls for each in _find_patterns_of(module, public)]


def _read_module(path: Path, root: Path) -> _Module:
    file = path.relative_to(root)
    nodes = list(ast.walk(ast.parse(path.read_text("utf-8"))))
    calls = [node for node in nodes if isinstance(node, ast.Call) and _is_call_of_re(node)]
    name = ".".join(file.with_suffix("").parts).removesuffix(".__init__")
    return _Module(file.as_posix(), name, nodes if calls else [], calls, _find_uses(nodes))


def _is_call_of_re(node: ast.Call) -> bool:
    called = node.func
    return (
        isinstance(called, ast.Attribute)
        and isinstance(called.value, ast.Name)
        and called.value.id == "re"
        and called.attr in _FUNCTIONS
        and bool(node.args)
    )


def _find_patterns_of(module: _Module, public: dict[str, set[str]]) -> Iterator[Source | str]:
    """Yield the patterns of a module, given the functions that any module uses of each name."""
    names = _find_names(module.nodes)
    space = _import_late(module.nodes) | vars(importlib.import_module(module.name))
    for node in module.calls:
        assert isinstance(node.func, ast.Attribute)
        place = f"{module.path}:{node.lineno}"
        name = names.get(node, "")
        methods = (module.uses if name.startswith("_") else public).get(name, {"sub"})
        if node.func.attr != "compile":
            methods = {node.func.attr}
        flags = node.args[1:2] if node.func.attr == "compile" else [k.value for k in node.keywords if k.arg == "flags"]
        try:
            pattern, flag = [
                eval(compile(ast.Expression(each), place, "eval"), space)
                for each in (node.args[0], flags[0] if flags else ast.copy_location(ast.Constant(0), node))
            ]
        except NameError:
            yield place
        else:
            if not isinstance(pattern, re.Pattern):  # which is found where it is compiled
                yield Source(place, pattern, flag, frozenset(methods))


def _import_late(nodes: Iterable[ast.AST]) -> dict[str, object]:
    """Return what the functions of a module import from our others."""
    functions = [each for each in nodes if isinstance(each, ast.FunctionDef)]
    imports = {node for each in functions for node in ast.walk(each) if isinstance(node, ast.ImportFrom)}
    return {
        each.asname or each.name: getattr(importlib.import_module(node.module), each.name)
        for node in imports
        if node.module and node.module.startswith("generator.")
        for each in node.names
        if hasattr(importlib.import_module(node.module), each.name)
    }


def _find_names(nodes: Iterable[ast.AST]) -> dict[ast.AST, str]:
    """Return the name or attribute that each value of an assignment goes to."""
    found: dict[ast.AST, str] = {}
    for node in nodes:
        if isinstance(node, ast.Assign):
            for target in node.targets:
                pairs = [(target, node.value)]
                if isinstance(target, ast.Tuple) and isinstance(node.value, ast.Tuple):
                    starred = any(isinstance(each, ast.Starred) for each in (*target.elts, *node.value.elts))
                    pairs = [] if starred else list(zip(target.elts, node.value.elts, strict=True))
                found |= {value: _name(to) for to, value in pairs}
    return found


def _find_uses(nodes: Iterable[ast.AST]) -> dict[str, set[str]]:
    """Return the functions that are used of each name; passing a compiled pattern on counts as a search."""
    uses: dict[str, set[str]] = {}
    for node in nodes:
        if isinstance(node, ast.Attribute) and node.attr in _FUNCTIONS:
            of = [node.value.body, node.value.orelse] if isinstance(node.value, ast.IfExp) else [node.value]
            for each in of:
                uses.setdefault(_name(each), set()).add(node.attr)
        elif isinstance(node, ast.Call):
            called = node.func.attr if isinstance(node.func, ast.Attribute) else ""
            for each in node.args:
                if _name(each):
                    uses.setdefault(_name(each), set()).add(called if called in _FUNCTIONS else "sub")
    return uses


def _name(node: ast.AST) -> str:
    return node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else ""


def is_exponential(pattern: str | bytes) -> bool:
    """Tell whether a pattern, or an atomic part of it, can take exponential time."""
    automata = [_Automaton(parser.parse(pattern))]
    for each in automata:
        automata += map(_Automaton, each.atoms)
    return any(map(_Automaton.has_ambiguous_loop, automata))


class Pump(NamedTuple):
    """A text that may take long: what leads to a loop, and the word to repeat in it."""

    lead: str
    word: str


def find_pumps(source: Source) -> set[Pump]:
    """Return texts on which a pattern may take quadratic time."""
    parsed = parser.parse(source.pattern, source.flags)
    automata = [_Automaton(parsed)]
    pumps = set[Pump]()
    for each in automata:
        automata += map(_Automaton, each.atoms)
        pumps |= each.find_quadratic()
    if source.searches:
        pumps |= _Automaton(parsed, parsed.state.flags | source.flags).find_restarts()
    return pumps


def find_slow_text(source: Source, seconds: float = 0.5) -> Pump | None:
    """Return a text of 100,000 characters that takes a pattern longer than that; None if there is none."""
    compiled = re.compile(source.pattern, source.flags)
    calls: list[Callable[[Any], object]] = [
        getattr(compiled, name) for name in ("match", "fullmatch", "search") if name in source.methods
    ]
    if source.methods - {"match", "fullmatch", "search"}:
        calls.append(compiled.findall)
    pumps: list[Pump] = sorted(find_pumps(source))
    for pump, end, call in product(pumps, ("", "\0", "\n", "!"), calls):
        if all(
            _takes_long(call, pump.lead + pump.word * (length // len(pump.word)) + end, source.pattern, limit)
            for length, limit in ((20_000, seconds / 20), (100_000, seconds))
        ):
            return Pump(*pump)
    return None


def _takes_long(call: Callable[[Any], object], text: str, pattern: str | bytes, seconds: float) -> bool:
    """Tell whether a call takes more processor time than that, and end it then."""

    def stop(*_: object) -> None:
        raise TimeoutError

    before = signal.signal(signal.SIGVTALRM, stop)
    try:
        with suppress(TimeoutError):
            signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
            call(text if isinstance(pattern, str) else text.encode("utf-8", "replace"))
            return False
        return True
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


class _Automaton:
    """The positions of an expression and what may follow each.

    With the flags of a search, position 0 is the search itself, and possessive parts and lookaheads are spelled out.
    """

    def __init__(self, parsed: Any, search: int | None = None) -> None:
        self.masks: list[int] = []
        self.follow: dict[tuple[int, int], int] = {}
        self.atoms: list[Any] = []
        self._search = search
        start = _Part(True) if search is None else self._position(EVERY)
        self._join(start.last, start.first)
        self._start = self._read(parsed, start).first

    def find_restarts(self) -> set[Pump]:
        """Return words that lead a search into a loop from each of their repetitions."""
        after = self._list_steps()
        found = set[Pump]()
        for goal in after:
            if goal and (word := self._find_word((0, goal), (goal, goal), after)):
                found.add(Pump("", word))
        return found

    def find_quadratic(self) -> set[Pump]:
        """Return words that lead from one loop to itself, to another, and from that one to itself."""
        after = self._list_steps()
        reach = {one: self._find_reached(after, one) for one in after}
        loops = [one for one in after if one in reach[one]]
        found = set[Pump]()
        for one, other in product(loops, loops):
            if one == other or other not in reach[one]:
                continue
            near = {each for each in reach[one] if one in reach.get(each, ())}
            far = {each for each in reach[other] if other in reach.get(each, ())}
            if reduce(or_, (self.masks[each] for each in near), 0) & reduce(or_, (self.masks[each] for each in far), 0):
                within = {each: [to for to in steps if to in near] for each, steps in after.items()}
                beyond = {each: [to for to in steps if to in far] for each, steps in after.items()}
                if word := self._find_word((one, one, other), (one, other, other), within, after, beyond):
                    lead = next((w for s in self._start if (w := self._lead(s, one, after)) is not None), "")
                    found.add(Pump(lead, word))
        return found

    def _lead(self, start: int, goal: int, after: dict[int, list[int]]) -> str | None:
        first = _first_char(self.masks[start])
        rest = "" if start == goal else self._find_word((start,), (goal,), after)
        return None if rest is None else first + rest

    def _find_word(self, start: tuple[int, ...], goal: tuple[int, ...], *steps: dict[int, list[int]]) -> str | None:
        """Return the shortest text that leads from each of some positions to its goal; None if there is none."""
        steps = steps * (len(start) // len(steps))
        words, todo = {start: ""}, deque([start])
        while todo:
            at = todo.popleft()
            for to in product(*(step.get(each, ()) for step, each in zip(steps, at, strict=True))):
                mask = reduce(lambda mask, each: mask & self.masks[each], to, EVERY)
                if mask and (to == goal or to not in words):
                    word = words[at] + _first_char(mask)
                    if to == goal:
                        return word
                    words[to] = word
                    todo.append(to)
        return None

    def _list_steps(self) -> dict[int, list[int]]:
        after: dict[int, list[int]] = {}
        for one, other in self.follow:
            after.setdefault(one, []).append(other)
        return after

    def has_ambiguous_loop(self) -> bool:
        """Tell whether some text leads from a position back to it in two ways."""
        after = self._list_steps()
        if any(
            count > 1 and one in self._find_reached(after, other) | {other}
            for (one, other), count in self.follow.items()
        ):
            return True
        return any(self._splits(after, start) for start in after)

    def _find_reached(self, after: dict[int, list[int]], start: int) -> set[int]:
        """Return the positions that follow one, at once or later."""
        seen, todo = set[int](), [start]
        while todo:
            for step in after.get(todo.pop(), ()):
                if step not in seen:
                    seen.add(step)
                    todo.append(step)
        return seen

    def _splits(self, after: dict[int, list[int]], start: int) -> bool:
        """Tell whether two ways that part at `start` can meet there again over the same text."""
        seen, todo = set[tuple[int, int]](), [(start, start)]
        while todo:
            one, other = todo.pop()
            for p in after.get(one, ()):
                for q in after.get(other, ()):
                    if (p, q) != (start, start) or one != other:
                        if p == q == start:
                            return True
                        if p != q and self.masks[p] & self.masks[q] and (p, q) not in seen:
                            seen.add((p, q))
                            todo.append((p, q))
        return False

    def _position(self, mask: int) -> _Part:
        self.masks.append(mask)
        return _Part(False, (len(self.masks) - 1,), (len(self.masks) - 1,))

    def _join(self, ends: tuple[int, ...], starts: tuple[int, ...]) -> None:
        for end in ends:
            for start in starts:
                self.follow[end, start] = self.follow.get((end, start), 0) + 1

    def _read(self, parsed: Any, whole: _Part = _NOTHING) -> _Part:
        for code, value in parsed:
            part = None if self._search is None else self._read_for_search(code, value, whole)
            part = part or self._read_item(code, value)
            self._join(whole.last, part.first)
            whole = _Part(
                whole.empty and part.empty,
                whole.first + part.first if whole.empty else whole.first,
                part.last + whole.last if part.empty else part.last,
            )
        return whole

    def _read_for_search(self, code: Any, value: Any, before: _Part) -> _Part | None:
        """Read what a search sees otherwise: an edge at the start takes the character before; None for other items."""
        at_start = (before.empty and not before.last) or before.last == (0,)
        if code is codes.AT and value in (codes.AT_BEGINNING, codes.AT_BEGINNING_STRING) and at_start:
            line = value is codes.AT_BEGINNING and (self._search or 0) & re.MULTILINE
            return self._position(1 << CHARS.index("\n") if line else 0)
        if code in (codes.ASSERT, codes.ASSERT_NOT):
            if value[0] > 0:
                return _Part(True, self._read(value[1]).first)
            mask = _mask(*value[1][0]) if at_start and len(value[1]) == 1 else None
            return None if mask is None else self._position(mask if code is codes.ASSERT else EVERY & ~mask)
        if code is codes.ATOMIC_GROUP:
            return self._read(value)
        return self._read_item(codes.MAX_REPEAT, value) if code is codes.POSSESSIVE_REPEAT else None

    def _read_item(self, code: Any, value: Any) -> _Part:
        if code in (codes.MAX_REPEAT, codes.MIN_REPEAT):
            low, high, inner = value
            part = self._read(inner)
            if high == codes.MAXREPEAT:
                self._join(part.last, part.first)
            return part._replace(empty=part.empty or low == 0)
        if code is codes.SUBPATTERN:
            return self._read(value[-1])
        if code is codes.BRANCH:
            parts = [self._read(each) for each in value[1]]
            return _Part(
                any(part.empty for part in parts),
                tuple(at for part in parts for at in part.first),
                tuple(at for part in parts for at in part.last),
            )
        if code in (codes.POSSESSIVE_REPEAT, codes.ATOMIC_GROUP):
            inner = value[2] if code is codes.POSSESSIVE_REPEAT else value
            self.atoms.append(inner)
            own = _Automaton(inner)
            part = self._position(reduce(or_, own.masks, 0))
            return part._replace(empty=code is codes.POSSESSIVE_REPEAT and value[0] == 0)
        if code in (codes.ASSERT, codes.ASSERT_NOT):
            self.atoms.append(value[1])
            return _Part(True)
        mask = _mask(code, value)
        return _Part(True) if mask is None else self._position(mask)


def _first_char(mask: int) -> str:
    """Return a character of a mask, a visible one if there is."""
    chars = [c for n, c in enumerate(CHARS) if mask >> n & 1]
    return next((c for c in chars if c.isprintable() and c != " "), chars[0] if chars else "")


def _mask(code: Any, value: Any) -> int | None:
    """Return the characters that an item matches; None for one that matches none, such as an anchor."""
    if code is codes.IN:
        negated = value[0][0] is codes.NEGATE
        mask = 0
        for each in value[1:] if negated else value:
            mask |= _mask(*each) or 0
        return EVERY & ~mask if negated else mask
    tests: dict[Any, Callable[[str], bool]] = {
        codes.LITERAL: lambda c: ord(c) == value,
        codes.NOT_LITERAL: lambda c: ord(c) != value,
        codes.ANY: lambda c: c != "\n",
        codes.RANGE: lambda c: value[0] <= ord(c) <= value[1],
        codes.CATEGORY: lambda c: re.match(_CATEGORIES[value], c) is not None,
        codes.GROUPREF: lambda c: True,
    }
    return sum(1 << n for n, c in enumerate(CHARS) if tests[code](c)) if code in tests else None


_CATEGORIES = {
    codes.CATEGORY_DIGIT: r"\d",
    codes.CATEGORY_NOT_DIGIT: r"\D",
    codes.CATEGORY_SPACE: r"\s",
    codes.CATEGORY_NOT_SPACE: r"\S",
    codes.CATEGORY_WORD: r"\w",
    codes.CATEGORY_NOT_WORD: r"\W",
}
