"""A world goes in, the functions that claims may call in it come out by name, from the rooms that they live in."""

from collections.abc import Callable, Mapping
from typing import Any

from generator.check.claims import (
    counting,
    figures,
    graph,
    moves,
    paths,
    races,
    relations,
    setting,
    solids,
    travel,
    turning,
)
from generator.check.claims.asking import asked
from generator.check.claims.worlds import World

FUNCTIONS = (
    *counting.FUNCTIONS,
    *figures.FUNCTIONS,
    *graph.FUNCTIONS,
    *moves.FUNCTIONS,
    *paths.FUNCTIONS,
    *races.FUNCTIONS,
    *relations.FUNCTIONS,
    *setting.FUNCTIONS,
    *solids.FUNCTIONS,
    *travel.FUNCTIONS,
    *turning.FUNCTIONS,
)


def functions(world: World) -> Mapping[str, Callable[..., Any]]:
    """Return what expressions may call."""
    return {each.__name__: asked(each, world) for each in FUNCTIONS}
