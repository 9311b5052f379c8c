"""The engines that come with the program, by the names that games use."""

from importlib import import_module
from typing import Any

from generator.model.game import Game
from generator.model.play_rules import PlayRules
from generator.play.engine import Engine
from generator.play.material import Material

ENGINES = {  # the module and the class of each, imported only if it plays
    "hypnosia": ("hypnosia.engine", "Hypnosia"),
    "psychopaths": ("psychopaths.engine", "Psychopaths"),
    "psycle": ("psycle.engine", "Psycle"),
}


def make_engine(name: str, material: Material) -> Engine:
    """Return the engine of a name, made from the data of a game; DataError if the data lacks what it needs."""
    module, kind = ENGINES[name]
    made: Any = getattr(import_module(f"generator.play.{module}"), kind)(material)
    return made  # type: ignore[no-any-return]


def make_rule_engine(rules: PlayRules, material: Material) -> Engine:
    """Return the engine that plays by the rules of a `play.yaml`; DataError with what is wrong in them."""
    from generator.play.rules.engine import RuleEngine

    return RuleEngine(rules, material)


def find_engine(game: Game, material: Material) -> Engine | None:
    """Return the engine that a game names, or that which plays by its `play.yaml`; None if it has neither."""
    if game.data.engine is not None:
        return make_engine(game.data.engine, material)
    return make_rule_engine(game.play, material) if game.play is not None else None
