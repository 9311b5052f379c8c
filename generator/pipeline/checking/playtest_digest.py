"""Digest what play rests on, the data that engines read and the code of the engine; imports no engine."""

import sys
from collections.abc import Iterable, Sequence
from hashlib import sha256
from pathlib import Path

from generator.model.game import Game, Part
from generator.safety.files import read_regular_file

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
