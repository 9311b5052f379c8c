"""The steps of a piece by what is in its way, worked out when they are asked for first."""

from collections.abc import Mapping
from typing import Any

_MOST_KEPT = 4096  # of one piece on one cell; with more, steps are worked out each time


class StepTable(dict[int, tuple[Any, ...]]):
    """The steps from a cell by the cells around it that cannot be entered, as bits that begin at a shift."""

    def __init__(self, options: Mapping[int, Any], shift: int) -> None:
        super().__init__()
        self.options, self.shift = dict(options), shift

    __eq__ = object.__eq__  # two tables are one only if they are the same
    __hash__ = object.__hash__  # type: ignore[assignment]

    def __missing__(self, blocked: int) -> tuple[Any, ...]:
        """Return the steps to cells that are not blocked."""
        free = ~blocked >> self.shift
        found = tuple(option for to, option in self.options.items() if free >> to & 1)
        if len(self) < _MOST_KEPT:
            self[blocked] = found
        return found

    def __reduce__(self) -> tuple[Any, ...]:
        """Let another process have it, without what was worked out."""
        return StepTable, (self.options, self.shift)
