"""Worlds and an expression go in; the answer of each world comes out, with the calls that it took."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from generator.check.claims.calls import Call, distinct
from generator.check.claims.functions import functions
from generator.check.claims.sandbox import compiled
from generator.check.claims.worlds import NeedsFiles, World
from generator.model.game import Game


class Answer(NamedTuple):
    """An expression in one world: its value and the calls that it made."""

    world: str
    value: Any
    calls: tuple[Call, ...]


class Bench:
    """The worlds that claims are held against."""

    def __init__(self, worlds: Sequence[World]) -> None:
        self._worlds = [(world, functions(world)) for world in worlds]
        self._known: dict[str, list[Answer]] = {}

    def read(self, game: Game) -> None:
        """Let the worlds know the rules of another language: how figures are numbered depends on these."""
        for world, _ in self._worlds:
            world.game = game
        self._known = {text: answers for text, answers in self._known.items() if "numbered" not in text}

    def ask(self, text: str) -> list[Answer]:
        """Return the answer of each world that has one; ExpressionError where the expression cannot be evaluated."""
        if text not in self._known:
            self._known[text] = self._asked(text)
        return self._known[text]

    def _asked(self, text: str) -> list[Answer]:
        expression = compiled(text)
        answers = []
        for world, known in self._worlds:
            world.calls.clear()
            try:
                value = expression(known)
            except NeedsFiles:
                continue
            answers.append(Answer(world.name, value, tuple(distinct(world.calls))))
        return answers
