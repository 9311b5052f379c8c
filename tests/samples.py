"""What `make test` has time for: some of the cases that `make test-all` tries one and all.

The sample is the same in every run and on every machine, so that a test that fails fails again.
"""

import os
from collections.abc import Iterable
from typing import TypeVar

Case = TypeVar("Case")
WHOLE = os.environ.get("GUTTERFOLD_TESTS") == "all"
_SHARE = 4  # property tests try a fourth of their examples


def sample(cases: Iterable[Case], most: int) -> list[Case]:
    """Return `most` of the cases, evenly spread from the first to the last; all of them in `make test-all`."""
    found = list(cases)
    if WHOLE or len(found) <= most:
        return found
    if most == 1:
        return found[:1]
    return [found[round(at * (len(found) - 1) / (most - 1))] for at in range(most)]


def examples(number: int) -> int:
    """Return how many examples a property test tries of the given number: a fourth, or all in `make test-all`."""
    return number if WHOLE else -(-number // _SHARE)
