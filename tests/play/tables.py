"""Tables of the bundled games for the tests of play, each loaded once."""

from functools import cache

from generator.model.game import Game, Part
from generator.pipeline.build import load_game
from generator.pipeline.options import Options
from generator.play.engines import make_engine
from generator.play.material import Material
from generator.play.policies import find_policy
from generator.play.runner import Table
from tests.kits import GAMES


@cache
def load(game: str) -> tuple[Game, tuple[Part, ...]]:
    return load_game(GAMES[game], Options())


@cache
def make_table(game: str, players: int, policy: str = "random", seed: str = "1") -> Table:
    engine = make_engine(game, Material(*load(game)))
    choose = find_policy(engine, policy)
    assert choose is not None
    return Table(engine, players, policy, choose, seed)
