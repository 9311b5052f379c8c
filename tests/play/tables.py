"""Tables of the bundled games for the tests of play, each loaded once."""

from functools import cache
from pathlib import Path
from shutil import copytree

from generator.model.game import Game, Part
from generator.pipeline.build import load_game
from generator.pipeline.options import Options
from generator.play.engine import Engine
from generator.play.engines import find_engine
from generator.play.material import Material
from generator.play.policies import find_policy
from generator.play.runner import GameTable
from tests.kits import GAMES


@cache
def load(game: str) -> tuple[Game, tuple[Part, ...]]:
    return load_game(GAMES[game], Options())


@cache
def make_table(game: str, players: int, policy: str = "random", seed: str = "1") -> GameTable:
    engine = find_engine(load(game)[0], Material(*load(game)))
    assert engine is not None
    choose = find_policy(engine, policy)
    assert choose is not None
    return GameTable(engine, players, policy, choose, seed)


def make_changed_engine(game: str, folder: Path, *changes: tuple[str, str]) -> Engine:
    """Return the engine of a game with changes in the text of its data, which is written to a folder."""
    copy = folder / game
    copytree(GAMES[game], copy, dirs_exist_ok=True)
    text = (copy / "game.yaml").read_text(encoding="utf-8")
    for before, after in changes:
        assert text.count(before) == 1, before
        text = text.replace(before, after)
    (copy / "game.yaml").write_text(text, encoding="utf-8")
    loaded, parts = load_game(copy, Options())
    engine = find_engine(loaded, Material(loaded, parts))
    assert engine is not None
    return engine
