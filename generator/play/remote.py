"""Pack a table so that another process or machine can play some of its games, and play them there."""

import pickle
import sys
import time
import zlib
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from threading import get_ident
from typing import Any

from msgspec import Struct

from generator.play.faults import PlayError
from generator.play.policies import find_policy
from generator.play.runner import GameTable, play_games
from generator.play.tally import Tally
from generator.safety.files import read_regular_file


class PlayedChunk(Struct):
    """What some games came to and the seconds they took, or why they were not all played."""

    tally: Tally
    seconds: float = 0.0
    error: PlayError | None = None
    mismatch: str = ""


def pack_table(table: GameTable) -> bytes:
    """Return a table as bytes; an engine that is not one of ours is packed with its code."""
    import cloudpickle

    module = sys.modules.get(type(table.engine).__module__)
    own = module is not None and not module.__name__.startswith(f"{__name__.partition('.')[0]}.")
    if own:
        cloudpickle.register_pickle_by_value(module)
    try:
        made: bytes = cloudpickle.dumps((table.engine, table.players, table.policy, table.seed, table.most_turns))
    finally:
        if own:
            cloudpickle.unregister_pickle_by_value(module)
    return pickle.dumps((describe_program(), zlib.compress(made)))


def play_packed(packed: bytes, start: int, stop: int) -> PlayedChunk:
    """Play the games from one number to before another; what goes wrong is returned, so that nobody tries again."""
    there, made = pickle.loads(packed)
    if there != (here := describe_program()):
        return PlayedChunk(Tally(), mismatch=f"{here} there, and {there} here")
    began = time.perf_counter()
    try:
        tally = play_games(_unpack(made, get_ident()), range(start, stop))
    except PlayError as error:
        return PlayedChunk(Tally(), error=error)
    return PlayedChunk(tally, time.perf_counter() - began)


@lru_cache(maxsize=8)
def _unpack(made: bytes, _thread: int) -> GameTable:
    """Return the table; each thread has its own, as engines keep what they have worked out."""
    engine, players, name, seed, most_turns = pickle.loads(zlib.decompress(made))
    policy: Any = find_policy(engine, name)
    return GameTable(engine, players, name, choose=policy, seed=seed, most_turns=most_turns)


@lru_cache(maxsize=1)
def describe_program() -> str:
    """Return the version of Python and a digest of all that plays."""
    files = sorted(Path(__file__).parent.rglob("*.py"))
    digest = sha256(b"".join(read_regular_file(file) for file in files)).hexdigest()[:8]
    return f"Python {sys.version_info[0]}.{sys.version_info[1]} with engines {digest}"
