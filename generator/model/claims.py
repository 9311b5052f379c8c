"""The claims of a game, and the texts of its rules with what braces have printed in them."""

from collections.abc import Mapping
from typing import NamedTuple

from generator.model.finding import Level
from generator.model.place import Place
from generator.model.strict import Scalar


class Claim(NamedTuple):
    """A claim of `game.yaml`; `place` is that of its check."""

    id: str
    says: str
    rests_on: str
    check: str
    level: Level
    place: Place


class InlineClaim(NamedTuple):
    """A claimed number in `rules.md`, such as `{{ claim(24, 'hand') }}`; `what` is a part's id or an expression."""

    value: Scalar
    what: str
    where: Mapping[str, Scalar]
    place: Place
