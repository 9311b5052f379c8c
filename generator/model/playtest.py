"""The results of playtests that a game keeps in `playtests.json`."""

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

PLAYTEST_FILE = "playtests.json"


class PlayedTable(Struct, frozen=True):
    """The games of so many players by one policy; `sample` are the turns of the first games, to be played again.

    `values` holds all of the result, these keys included.
    """

    players: int
    policy: str
    games: int
    values: Mapping[str, Any]
    sample: tuple[int, ...] = ()


class PlaytestRecord(Struct, frozen=True):
    """What was played: the seed, the digests of data and engine, the results, and what was worked out or always held.

    `replay` is the digest of what decides how the samples come out, when they came out as they are here; it is empty in
    older records. `always` maps sentences on what must never happen to the positions in which they held.
    """

    file: str
    seed: int
    data: str
    engine: str
    results: tuple[PlayedTable, ...]
    exact: Mapping[str, Any] = {}
    always: Mapping[str, int] = {}
    replay: str = ""
