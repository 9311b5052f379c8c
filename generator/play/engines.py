"""The engines that come with the program, by the names that games use."""

from importlib import import_module
from typing import Any

from generator.play.engine import Engine
from generator.play.material import Material

ENGINES = {  # the module and the class of each, imported only if it plays
    "hypnosia": ("hypnosia.engine", "Hypnosia"),
    "pachisi": ("pachisi.engine", "Pachisi"),
    "pharaoh": ("pharaoh.engine", "Pharaoh"),
    "psychopaths": ("psychopaths.engine", "Psychopaths"),
    "psycle": ("psycle.engine", "Psycle"),
}


def make_engine(name: str, material: Material) -> Engine:
    """Return the engine of a name, made from the data of a game; DataError if the data lacks what it needs."""
    module, kind = ENGINES[name]
    made: Any = getattr(import_module(f"generator.play.{module}"), kind)(material)
    return made  # type: ignore[no-any-return]
