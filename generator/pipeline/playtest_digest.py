"""Digest what play rests on, the data that engines read and the code of the engine; imports no engine."""

from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path

from generator.model.game import Game, Part
from generator.safety.files import read_regular_file

_PLAY = Path(__file__).resolve().parents[1] / "play"
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


def digest_engine(name: str | None, file: Path | None = None) -> str:
    """Return the digest of the code of an engine: of a file, or of the engine of a name."""
    own = [_PLAY / f"{name}.py"] if (_PLAY / f"{name}.py").exists() else sorted((_PLAY / f"{name}").glob("*.py"))
    code = b"".join(read_regular_file(path) for path in ([file] if file is not None else own))
    return sha256(code).hexdigest()[:_DIGITS]
