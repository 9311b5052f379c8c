"""Play a game many times: load it, make its engine, share the games among processes, and sum them up."""

import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from importlib import util
from pathlib import Path
from typing import Any, NamedTuple

from msgspec import Struct

from generator import __version__
from generator.language.suggestions import did_you_mean
from generator.load.play_files import read_play_file
from generator.model.finding import DataError, Place, refuse
from generator.model.game import Game, Part
from generator.model.playtest import PLAYTEST_FILE
from generator.pipeline.build import load_game
from generator.pipeline.checking.recorded_playtests import describe_error, digest_data, digest_engine, digest_replay
from generator.pipeline.options import Options
from generator.pipeline.playtest.sharing import Progress, Sharing, share_here
from generator.play.comparison import compare_policies
from generator.play.engine import Engine, Seat
from generator.play.engines import find_engine, make_rule_engine
from generator.play.faults import PlayError, describe_late_call, guard_engine, is_own_engine, watch_engine
from generator.play.material import Material
from generator.play.policies import find_policy, list_policies
from generator.play.probe import probe_engine
from generator.play.runner import GameTable, Playthrough, list_seats, sample_turns
from generator.play.statistics import describe_histogram, wilson_interval
from generator.play.summary import share_wins, sum_up
from generator.play.tally import Tally
from generator.safety.call_watch import CallWatch
from generator.safety.timers import OutOfTimeError

_MOST_ENGINE_BYTES = 4 * 1024 * 1024
_MOST_GAMES = 10_000_000  # of one table, however precise they should be


class PlaytestOptions(Struct, frozen=True):
    """What is played: `players` and `policies` that are empty mean all numbers of players, and the two usual policies.

    `until` is the precision at which a table is finished, or None; `engine` a file with the designer's own engine.
    """

    players: tuple[int, ...] = ()
    policies: tuple[str, ...] = ()
    games: int = 400
    seed: int = 1
    until: float | None = None
    limit: int | None = None
    workers: int = 1
    cluster: str = ""
    engine: Path | None = None
    settings: tuple[str, ...] = ()
    sweep: tuple[str, ...] = ()


class Playtest(NamedTuple):
    """A game, its engine, and the tables to be played."""

    game: Game
    engine: Engine
    parts: tuple[Part, ...]
    tables: tuple[GameTable, ...]


class Result(NamedTuple):
    """A table, what its games came to, and their summary as documents hold it."""

    table: GameTable
    tally: Tally
    summary: Mapping[str, Any]


USUAL_POLICIES = ("random", "greedy")


def prepare_playtest(folder: Path, options: PlaytestOptions) -> Playtest:
    """Load a game and its engine; DataError for all that keeps it from being played."""
    game, parts = load_game(folder, Options(settings=options.settings))
    material = Material(game, parts)
    engine = _read_engine(options.engine, material) if options.engine else _make_own_engine(game, material)
    counts = _choose_players(game, engine, options.players)
    names = options.policies or tuple(name for name in USUAL_POLICIES if name in list_policies(engine))
    tables = []
    for players in counts:
        for name in names:
            policy = find_policy(engine, name)
            if policy is None:
                known = [*list_policies(engine), "search:200"]
                raise refuse("GF001", Place("--policy"), f"there is no policy {name!r}{did_you_mean(name, known)}")
            table = GameTable(engine, players, name, policy, str(options.seed))
            tables.append(table._replace(most_turns=options.limit) if options.limit else table)
    return Playtest(game, engine, parts, tuple(tables))


def _make_own_engine(game: Game, material: Material) -> Engine:
    """Return the engine that a game names, or that which plays by its `play.yaml`."""
    engine = find_engine(game, material)
    if engine is None:
        says = "the game does not say how it is played: write its turn into a play.yaml beside it (docs/playing.md)"
        raise refuse("GF005", Place(game.file), says)
    return engine


def _choose_players(game: Game, engine: Engine, chosen: Sequence[int]) -> tuple[int, ...]:
    known = tuple(engine.players)
    for players in chosen:
        if players not in known:
            listed = ", ".join(map(str, known))
            raise refuse("GF001", Place("--players"), f"{game.data.title} is not played by {players}; choose {listed}")
    return tuple(dict.fromkeys(chosen)) or known


def _read_engine(path: Path, material: Material) -> Engine:
    """Run the file that was named on the command line, and return the engine that it makes of the game."""
    place = Place(str(path))
    if path.suffix == ".yaml":
        return make_rule_engine(read_play_file(path), material)
    if not path.is_file():
        raise refuse("GF001", place, "there is no such file; --engine names a Python file with a class Engine")
    if path.stat().st_size > _MOST_ENGINE_BYTES:
        raise refuse("GF001", place, f"this is larger than {_MOST_ENGINE_BYTES >> 20} MiB, too large for a Python file")
    spec = util.spec_from_file_location("designers_engine", path)
    if spec is None or spec.loader is None:
        raise refuse("GF001", place, "this is not a Python file; --engine names a file such as engine.py")
    module = util.module_from_spec(spec)
    sys.modules[spec.name] = module
    try:
        with CallWatch([__file__]) as watch:
            spec.loader.exec_module(module)
            kind = getattr(module, "Engine", None)
            if kind is None:
                raise refuse("GF005", place, "the file has no class Engine; docs/playtests.md shows one")
            made: Engine = kind(material)
            lacking = [name for name in ("players", "start") if not hasattr(made, name)]
    except DataError:
        raise
    except OutOfTimeError as error:
        raise refuse("GF006", _locate_error(error, path), describe_late_call(watch)) from None
    except (Exception, SystemExit) as error:
        says = error.msg if isinstance(error, SyntaxError) else " ".join(str(error).split())[:200]
        raise refuse("GF006", _locate_error(error, path), f"{type(error).__name__}: {says}") from None
    if lacking:
        raise refuse("GF005", place, f"its class Engine has no {lacking[0]!r}; docs/playtests.md shows one")
    return made


def _locate_error(error: BaseException, path: Path) -> Place:
    """Return the line of the file that an exception passed last."""
    if isinstance(error, SyntaxError):
        return Place(str(path), error.lineno or 0, error.offset or 0)
    line, trace = 0, error.__traceback__
    while trace is not None:
        line = trace.tb_lineno if trace.tb_frame.f_code.co_filename == str(path) else line
        trace = trace.tb_next
    return Place(str(path), line, 1 if line else 0)


@contextmanager
def open_sharing(options: PlaytestOptions) -> Iterator[Sharing]:
    """Give what plays the games: processes of this machine, or a cluster; DataError (GF352) if there is none."""
    if not options.cluster:
        yield share_here(options.workers)
        return
    from generator.pipeline.playtest.cluster import Cluster

    with Cluster(options.cluster) as cluster:
        yield cluster.play


def play_tables(playtest: Playtest, options: PlaytestOptions, sharing: Sharing, progress: Progress) -> Iterator[Result]:
    """Play all tables and yield their results; DataError (GF351) for an engine that breaks its own rules."""
    for table in playtest.tables:
        try:
            if is_own_engine(table.engine):
                probe_engine(table)
            tally = _play_table(table, options, sharing, progress)
        except PlayError as error:
            raise refuse("GF351", _place_engine(playtest.game, options, error), describe_error(error)) from None
        seats = list_seats(table.engine, table.players)
        yield Result(table, tally, sum_up(table.players, table.policy, seats, tally))


def _place_engine(game: Game, options: PlaytestOptions, error: PlayError) -> Place:
    """Return the rule at fault, or the file or line that names the engine."""
    return error.place or (Place(str(options.engine)) if options.engine else game.place("engine"))


def _play_table(table: GameTable, options: PlaytestOptions, sharing: Sharing, progress: Progress) -> Tally:
    """Play the games of a table; if they are to be precise, twice as many until they are."""
    tally = Tally()
    until = options.games
    while True:
        tally.merge(sharing(table, tally.games, until, progress))
        if options.until is None or is_precise(table.players, tally, options.until) or until >= _MOST_GAMES:
            return tally
        until = min(2 * until, _MOST_GAMES)


def is_precise(players: int, tally: Tally, precision: float) -> bool:
    """Return whether the mean length is known to within a share of it, and each share of wins to within so much."""
    turns = describe_histogram(tally.spreads.get("turns", {}))
    if 1.96 * turns.se > precision * turns.mean:
        return False
    intervals = [wilson_interval(won, tally.games) for shares in share_wins(players, tally) for won in shares]
    return all(high - low <= 2 * precision for low, high in intervals)


def compose_document(playtest: Playtest, options: PlaytestOptions, results: Sequence[Result]) -> dict[str, Any]:
    """Return all results of a game as one document."""
    engine, game = playtest.engine, playtest.game
    document: dict[str, Any] = {
        "gutterfold": __version__,
        "game": game.id,
        "version": game.data.version,
        "seed": options.seed,
        "data": digest_data(game, playtest.parts),
        "engine": digest_engine(game, options.engine),
        "results": [dict(result.summary) for result in results],
    }
    if compared := compare_policies(document["results"]):
        document["policies"] = compared
    if sentences := getattr(engine, "always", ()):
        looked = sum(sum(result.tally.spreads.get("choices", {}).values()) for result in results)
        document["always"] = dict.fromkeys(sentences, looked)
    exact: Mapping[str, Any] = getattr(engine, "exact", dict)()
    return document | ({"exact": exact} if exact else {})


def record_results(playtest: Playtest, options: PlaytestOptions, results: Sequence[Result]) -> Path:
    """Write the results to `playtests.json` in the game's folder, with a sample of games; return its path."""
    document = compose_document(playtest, options, results)
    for shown, result in zip(document["results"], results, strict=True):
        shown["sample"] = sample_turns(result.table)
        shown.pop("supplies", None)  # plots are drawn from games that are played again
    samples = [(shown["players"], shown["policy"], shown["sample"]) for shown in document["results"]]
    document["replay"] = digest_replay(document["seed"], document["data"], document["engine"], samples)
    path = playtest.game.folder / PLAYTEST_FILE
    staged = path.with_name(f".{PLAYTEST_FILE}.new")
    staged.write_text(json.dumps(document, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    staged.replace(path)
    return path


def replay_game(playtest: Playtest, options: PlaytestOptions, number: int) -> Iterator[str]:
    """Yield the moves of a game in words, for the first table."""
    table = playtest.tables[0]
    seats = list_seats(table.engine, table.players)
    yield f"game {number} of seed {table.seed}, {table.players} players, policy {table.policy}"
    with watch_engine(table.engine) as watch:
        game = Playthrough(table, number, watch)
        try:
            with guard_engine(game.fault, watch):
                yield from _describe_moves(game, seats)
        except PlayError as error:
            raise refuse("GF351", _place_engine(playtest.game, options, error), describe_error(error)) from None
    record = game.record
    if record is not None:
        won = " and ".join(seats[seat].name for seat in record.winners)
        yield f"{'nobody wins' if not won else won + ' wins'} after {record.turns} turns: {record.ending}"


def _describe_moves(game: Playthrough, seats: Sequence[Seat]) -> Iterator[str]:
    """Yield the turns of a game and what is done in them."""
    describe = getattr(game.table.engine, "describe_action", repr)
    turn = -1
    for move in game:
        if move.turn != turn:
            turn = move.turn
            words = getattr(game.state, "describe", None)
            yield f"turn {turn}, {seats[move.player].name}" + (f": {words()}" if words else "")
        yield f"  {describe(move.action)}"
