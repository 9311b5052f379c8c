"""What is to be drawn: a template, what it knows, and what errors say of it."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from generator.model.game import Part
from generator.model.place import Place

UNSAID: Mapping[object, Place] = {}


class Order(NamedTuple):
    """What is to be drawn: a template and its values, and what errors say of it: the piece, its part and its place.

    `said` is where the data say what the template looks up, by the name.
    """

    template: str
    values: Mapping[str, Any]
    piece: str
    part: Part
    place: Place
    said: Mapping[object, Place] = UNSAID
