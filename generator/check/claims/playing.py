"""Claim functions that ask what recorded playtests came to."""

from typing import Any, TypeVar

from generator.check.claims.calls import Answer
from generator.check.claims.context import ClaimContext
from generator.language.expressions import ExpressionError
from generator.language.suggestions import did_you_mean
from generator.model.finding import Place
from generator.model.playtest import PlayedTable, PlaytestRecord

Result = TypeVar("Result")
_FEWEST_POLICIES = 2  # that a statement on seats must rest on


def _require_record(world: ClaimContext) -> PlaytestRecord:
    record = world.game.playtests
    if record is None:
        raise ExpressionError(f"no games were recorded; run gutterfold playtest {world.game.id} --record")
    return record


def _find_tables(world: ClaimContext, players: int, policy: str | None) -> list[PlayedTable]:
    """Return the recorded tables of so many players, of one policy or of all (ExpressionError if there are none)."""
    seated = [table for table in _require_record(world).results if table.players == players]
    found = [table for table in seated if policy in (None, table.policy)]
    if not players:
        raise ExpressionError("it needs the number of players, such as players=4")
    if not seated:
        counts = sorted({str(table.players) for table in _require_record(world).results})
        raise ExpressionError(f"no games of {players} players were recorded, only of {', '.join(counts)}")
    if not found:
        known = [table.policy for table in seated]
        raise ExpressionError(f"no games of policy {policy!r} were recorded{did_you_mean(str(policy), known)}")
    return found


def played(world: ClaimContext, name: str, /, *, players: int = 0, policy: str = "random") -> Answer[Any]:
    """Return what games came to: a statistic such as `turns`, with mean, se, median, p95, min and max, or a number."""
    values = _find_tables(world, players, policy)[0].values
    known = {**values.get("measures", {}), **values}
    if name not in known:
        raise ExpressionError(f"the games have no {name!r}{did_you_mean(name, known)}")
    return _answer(world, known[name])


def fair(world: ClaimContext, what: str, /, *, players: int = 0, policy: str | None = None) -> Answer[bool]:
    """Return whether wins by `seat` or by `order` may be equal except for chance, with each recorded policy."""
    if what not in ("seat", "order"):
        raise ExpressionError(f"fair() takes 'seat' or 'order', not {what!r}")
    tables = _find_tables(world, players, policy)
    if policy is None and len(tables) < _FEWEST_POLICIES:
        raise ExpressionError(
            f"games of {_FEWEST_POLICIES} policies are needed to compare seats, but only one was recorded"
        )
    return _answer(world, all(table.values["fair"][what]["fair"] for table in tables))


def always(world: ClaimContext, sentence: str, /) -> Answer[int]:
    """Return in how many positions of the recorded games a sentence was held and found true."""
    known = _require_record(world).always
    if sentence not in known:
        raise ExpressionError(f"the engine does not check {sentence!r}{did_you_mean(sentence, known)}")
    return _answer(world, known[sentence])


def exact(world: ClaimContext, name: str, /) -> Answer[Any]:
    """Return what the engine works out exactly."""
    known = _require_record(world).exact
    if name not in known:
        raise ExpressionError(f"the engine does not compute {name!r}{did_you_mean(name, known)}")
    return _answer(world, known[name])


def _answer(world: ClaimContext, result: Result) -> Answer[Result]:
    return Answer(result, lambda: [Place(_require_record(world).file)])
