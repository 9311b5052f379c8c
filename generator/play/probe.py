"""Look for faults of a designer's engine that no single game shows: shared copies, and chance from elsewhere."""

from collections.abc import Iterator
from random import Random
from typing import Any

from generator.play.engine import Record
from generator.play.faults import PlayError, guard_engine, watch_engine
from generator.play.policies import choose_uniformly
from generator.play.runner import GameTable, Playthrough

_DECISIONS = 60  # of a game at which copies are tried
_FIRST = 0  # the game that is played
_SEEN = ("player", "turns", "measures", "supplies", "standing", "describe", "pieces", "find_fault", "is_over")


def probe_engine(table: GameTable) -> None:
    """Play the first game of a table, trying copies on the way, and again; PlayError if the engine is not sound.

    What goes wrong in any game is left to the games, which tell it with what was played. A search is not probed, as
    its games take long; the engine is probed at random then.
    """
    if table.policy.partition(":")[0] == "search":
        table = table._replace(policy="random", choose=choose_uniformly)
    records: list[Record | None] = []
    with watch_engine(table.engine) as watch:
        for tries_copies in (True, False):
            game = Playthrough(table, _FIRST, watch)
            try:
                with guard_engine(game.fault, watch):
                    for fault in _play_and_try(game, tries_copies):
                        raise _ProbeError(fault)
            except PlayError as error:
                if isinstance(error.__cause__, _ProbeError):
                    raise game.fault(str(error.__cause__)) from None
                return
            records.append(game.record)
    if records[0] != records[1]:
        raise table.fault(_describe_difference(*records), _FIRST)


class _ProbeError(Exception):
    """A fault that a probe has found."""


def _play_and_try(game: Playthrough, tries_copies: bool) -> Iterator[str]:
    for _ in game:
        if tries_copies and game.actions < _DECISIONS:
            yield from _try_position(game.state)


def _try_position(state: Any) -> Iterator[str]:
    """Yield what is wrong with a position: actions that change by themselves, or a copy that is no copy."""
    legal, again = list(state.legal_actions()), list(state.legal_actions())
    if legal != again:
        yield f"legal_actions returns {legal!r} and then {again!r}, with no action between"
    if not hasattr(state, "copy"):
        return
    before = _look_at(state)
    copied = state.copy(Random(_FIRST))
    copied.apply(list(copied.legal_actions())[-1])
    after = _look_at(state)
    for name in before:
        if before[name] != after[name]:
            yield f"an action on a copy changes {name} of the position that it copies; copy lists and dictionaries too"


def _look_at(state: Any) -> dict[str, str]:
    """Return what a position shows, as texts."""
    seen = {"legal_actions": repr(list(state.legal_actions()))}
    for name in _SEEN:
        if hasattr(state, name):
            value = getattr(state, name)
            seen[name] = repr(value() if callable(value) else value)
    return seen


def _describe_difference(one: Record | None, other: Record | None) -> str:
    came = " and then to ".join(
        f"{each.turns} turns, {each.ending!r}, winners {each.winners}" if each else "nothing" for each in (one, other)
    )
    return f"the same game comes to {came}; take chance from the stream of start alone, and keep nothing between games"
