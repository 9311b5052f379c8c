"""Hold recorded playtests against the game: digests, and a sample of games that are played again if need be."""

import sys
from collections.abc import Iterable, Iterator, Sequence
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

from generator.model.finding import DataError, Finding, Place
from generator.model.game import Game, Part
from generator.model.playtest import PlaytestRecord
from generator.program.identity import identify_program
from generator.safety.files import read_regular_file
from generator.safety.memory import open_memory

if TYPE_CHECKING:
    from generator.play.faults import PlayError

_PLAY = Path(__file__).resolve().parents[2] / "play"
_DIGITS = 16


def digest_data(game: Game, parts: Sequence[Part]) -> str:
    """Return the digest of boards, rows, values, faces, copies, setup and players; sizes and looks do not count."""
    digest = sha256()

    def add(*values: object) -> None:
        digest.update(repr(values).encode())

    add(list(game.data.players), list(game.colors))
    for part in parts:
        data = game.parts[part.id]
        add(part.id, data.copies, data.for_each, sorted(data.values.items()), getattr(data, "faces", None))
        add([sorted(row.values.items()) for row in game.rows.get(part.id, ())])
        if part.board is not None:
            board = part.board
            add([(cell.id, cell.kind, cell.color) for cell in board.cells.values()], board.joins)
            add(sorted(board.routes.items()), sorted(board.areas.items()), sorted(board.slots.items()))
    for line in game.data.setup:
        add(line.part, line.each, line.table, line.own, sorted(line.where.items()))
    return digest.hexdigest()[:_DIGITS]


def digest_engine(game: Game, file: Path | None = None) -> str:
    """Return the digest of how a game is played: of a file, of the engine that it names, or of its `play.yaml`."""
    name = game.data.engine
    if file is None and name is None and game.play is not None:
        return sha256(game.play.text.encode()).hexdigest()[:_DIGITS]
    own = [_PLAY / f"{name}.py"] if (_PLAY / f"{name}.py").exists() else sorted((_PLAY / f"{name}").glob("*.py"))
    code = b"".join(read_regular_file(path) for path in ([file] if file is not None else own))
    return sha256(code).hexdigest()[:_DIGITS]


def digest_replay(seed: int, data: str, engine: str, samples: Iterable[tuple[int, str, Sequence[int]]]) -> str:
    """Return the digest of what decides how games come out when they are played again: seed, digests, and all code.

    A sample is the number of players, their policy, and the turns that the games took. Python counts as code.
    """
    decisive = sys.version_info[:2], seed, data, engine, [(*head, list(turns)) for *head, turns in samples]
    digest = sha256(repr(decisive).encode())
    for path in sorted(_PLAY.rglob("*.py")):
        digest.update(read_regular_file(path))
    return digest.hexdigest()[:_DIGITS]


_COMES_OUT = "as recorded"


def check_playtests(game: Game, parts: Sequence[Part], replay: bool) -> Iterator[Finding]:
    """Report recorded playtests that are out of date (GF350), or that come out otherwise when played (GF351).

    With `replay`, `play.yaml` is compiled too, and what is wrong in it is reported.
    """
    record = game.playtests
    if replay and game.play is not None:
        yield from _check_rules(game, parts)
    if record is None:
        return
    again = f"record them again with gutterfold playtest {game.id} --record"
    if record.data != digest_data(game, parts):
        yield Finding(
            "GF350", Place(record.file), f"the data has changed since the games were played; {again}", "warning"
        )
    elif game.data.engine is None and game.play is None:
        return  # the designer's own engine is never found and run by itself
    elif record.engine != digest_engine(game):
        yield Finding(
            "GF350", Place(record.file), f"the engine has changed since the games were played; {again}", "warning"
        )
    elif replay:
        yield from _check_samples(game, parts, record, again)


def _check_rules(game: Game, parts: Sequence[Part]) -> Iterator[Finding]:
    """Report what is wrong in a `play.yaml`, as a playtest would."""
    from generator.play.engines import make_rule_engine
    from generator.play.material import Material

    try:
        if game.play is not None:
            make_rule_engine(game.play, Material(game, parts))
    except DataError as error:
        yield from error.findings


def _check_samples(game: Game, parts: Sequence[Part], record: PlaytestRecord, again: str) -> Iterator[Finding]:
    """Play samples again, unless all that decides how they come out is as it was when they were recorded or checked.

    What is remembered stands in the user's own cache folder.
    """
    decisive = digest_record(record)
    if record.replay == decisive:
        return
    memory = open_memory("playtests", identify_program(), decisive)
    if memory.find(_COMES_OUT) is True:
        return
    wrong = list(_replay_samples(game, parts, record, again))
    if not wrong:
        memory.add(_COMES_OUT, True)
        memory.save()
    yield from wrong


def digest_record(record: PlaytestRecord) -> str:
    """Return the digest of what decides how the samples of a record come out when they are played again."""
    samples = [(table.players, table.policy, table.sample) for table in record.results]
    return digest_replay(record.seed, record.data, record.engine, samples)


def _replay_samples(game: Game, parts: Sequence[Part], record: PlaytestRecord, again: str) -> Iterator[Finding]:
    """Play the first games of each table again and compare their turns."""
    from generator.play.engines import find_engine
    from generator.play.faults import PlayError
    from generator.play.material import Material
    from generator.play.policies import find_policy
    from generator.play.runner import GameTable, sample_turns

    try:
        engine = find_engine(game, Material(game, parts))
    except DataError as error:
        yield from error.findings
        return
    if engine is None:
        return
    for table in record.results:
        policy = find_policy(engine, table.policy)
        if policy is None:
            continue
        played = GameTable(engine, table.players, table.policy, policy, str(record.seed))
        try:
            turns = sample_turns(played, len(table.sample))
        except PlayError as error:
            yield Finding("GF351", Place(record.file), describe_error(error))
            continue
        wrong = [number for number, (one, other) in enumerate(zip(turns, table.sample, strict=True)) if one != other]
        if wrong:
            says = (
                f"game {wrong[0]} of {table.players} players, policy {table.policy}, "
                f"took {table.sample[wrong[0]]} turns when it was recorded and takes {turns[wrong[0]]} now; {again}"
            )
            yield Finding("GF351", Place(record.file), says)


def describe_error(error: "PlayError") -> str:
    """Return what went wrong in a game, and how to see it again."""
    return (
        f"{error.message}: game {error.number} of seed {error.seed}, {error.players} players, policy {error.policy}, "
        f"after {error.actions} actions; --seed {error.seed} --players {error.players} --policy {error.policy} "
        f"--replay {error.number} prints its moves"
    )
