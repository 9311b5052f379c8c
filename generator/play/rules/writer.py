"""Collect the Python that rules become: functions, the places they come from, constants, and what a position holds."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

from generator.model.finding import DataError, Finding, Place
from generator.play.rules.expressions import Constants

MOST_LINES = 10_000  # of a program: the largest of ours has 200
_USED = re.compile(r"\b(mine|tab|p)\b")
_HEADS = {"p": "p = s.player", "mine": "mine = s.own[p]", "tab": "tab = s.tab"}


class ProgramTooLongError(Exception):
    """Rules that become more code than any game needs."""


class Lines:
    """Lines of a function, each with the place in the rules that it comes from."""

    def __init__(self, place: Place) -> None:
        self.lines: list[tuple[str, Place]] = []
        self.place = place
        self._depth = 1

    def add(self, *texts: str) -> None:
        """Add lines at the present depth."""
        self.lines += [("    " * self._depth + text, self.place) for text in texts]
        if len(self.lines) > MOST_LINES:
            raise ProgramTooLongError

    @contextmanager
    def block(self, head: str) -> Iterator[None]:
        """Write what is added within as the block of a head, such as `if v > 3:`."""
        self.add(head)
        before, self._depth = len(self.lines), self._depth + 1
        try:
            yield
        finally:
            if len(self.lines) == before:
                self.add("pass")
            self._depth -= 1

    @contextmanager
    def at(self, place: Place) -> Iterator[None]:
        """Let lines that are added within come from a place."""
        before, self.place = self.place, place
        try:
            yield
        finally:
            self.place = before

    def nest(self, lines: "Lines") -> None:
        """Add the lines of another function at the present depth."""
        self.lines += [("    " * (self._depth - 1) + text, place) for text, place in lines.lines]

    @property
    def text(self) -> str:
        """Return all lines as one text."""
        return "\n".join(text for text, _ in self.lines)


class Attribute(NamedTuple):
    """What a position holds beside what all have: code for its beginning, and for a copy of `o`, another position."""

    name: str
    initial: str
    copied: str


class ProgramWriter:
    """The program for one number of players, while it is written."""

    def __init__(self) -> None:
        self.constants = Constants()
        self.attributes: dict[str, Attribute] = {}
        self.counters: list[str] = []  # measures that the program itself counts
        self.facts: dict[str, Any] = {}  # what is worked out before any game
        self.loops = 0  # numbers that count how often a step is done
        self.labels = 1  # blocks; 0 ends a turn
        self.actions: list[tuple[Any, ...]] = []  # how each kind of action is described
        self.decisions: dict[int, Place] = {}
        self.findings: list[Finding] = []
        self.called: set[int] = set()  # blocks that others call at once, which is faster
        self._source: list[str] = []
        self._places: dict[int, Place] = {}
        self._fresh = 0
        self._length = 0

    @contextmanager
    def collect(self) -> Iterator[None]:
        """Note what is wrong within, so that the rest is read too."""
        try:
            yield
        except DataError as error:
            self.findings += error.findings

    def fresh(self, stem: str) -> str:
        """Return a name that nothing else has."""
        self._fresh += 1
        return f"{stem}{self._fresh}"

    def count(self, name: str) -> int:
        """Return the number of a counter; a name that is counted before has one already."""
        if name not in self.counters:
            self.counters.append(name)
        return self.counters.index(name)

    def hold(self, name: str, initial: str, copied: str) -> None:
        """Let positions hold something."""
        self.attributes[name] = Attribute(name, initial, copied)

    def label(self) -> int:
        """Return the number of a block that is still to be written."""
        self.labels += 1
        return self.labels - 1

    def define(self, name: str, values: str, lines: Lines, heads: bool = True) -> None:
        """Write a function; with `heads`, it begins with the variables p, mine and tab, as far as it uses them."""
        used = {found for text, _ in lines.lines for found in _USED.findall(text)} if heads else set[str]()
        self._add(f"def {name}({values}):", lines.place)
        for each, head in _HEADS.items():
            if each in used:
                self._add(f"    {head if 'p' in used else head.replace('[p]', '[s.player]')}", lines.place)
        for text, place in lines.lines or [("    pass", lines.place)]:
            self._add(text, place)

    def go_on(self, label: int) -> str:
        """Return the line that goes on with a block."""
        return f"return b{label}(s)" if label in self.called else f"return {label}"

    def assign(self, name: str, text: str) -> None:
        """Write a value that functions share."""
        self._add(f"{name} = {text}", Place(""))

    def _add(self, text: str, place: Place) -> None:
        self._source.append(text)
        self._length += 1
        if self._length > MOST_LINES:
            raise ProgramTooLongError
        self._places[self._length] = place

    @property
    def source(self) -> str:
        """Return the whole program."""
        return "\n".join(self._source) + "\n"

    @property
    def places(self) -> dict[int, Place]:
        """Return the places that lines come from."""
        return self._places
