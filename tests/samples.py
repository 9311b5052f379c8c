"""What `make test` has time for: some of the cases that `make test-all` tries one and all.

The sample is the same in every run and on every machine, so that a test that fails fails again.
"""

import os
from collections.abc import Callable, Iterable
from inspect import signature
from pathlib import Path
from typing import TypeVar

import pytest

Case = TypeVar("Case")
WHOLE = os.environ.get("GUTTERFOLD_TESTS") == "all"
_SHARE = 16  # property tests try a sixteenth of their examples
# the option for kits that a test judges by itself: `make test-all` reads them back as well
UNREAD = () if WHOLE else ("--no-read-back",)


def sample(cases: Iterable[Case], most: int) -> list[Case]:
    """Return `most` of the cases, evenly spread from the first to the last; all of them in `make test-all`."""
    found = list(cases)
    if WHOLE or len(found) <= most:
        return found
    if most == 1:
        return found[:1]
    return [found[round(at * (len(found) - 1) / (most - 1))] for at in range(most)]


def examples(number: int) -> int:
    """Return how many examples a property test tries of the given number: a sixteenth, or all in `make test-all`."""
    return number if WHOLE else -(-number // _SHARE)


def for_each(cases: Iterable[object]) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Make one test of a function that checks one case, or a tuple that it takes apart: a failure names every case.

    It stands in for `parametrize` where there are many cases of a moment each, and pytest takes longer than they do.
    A function that takes `tmp_path` gets a new folder for each case.
    """

    def make_test(check: Callable[..., None]) -> Callable[..., None]:
        names = [name for name in signature(check).parameters if name != "tmp_path"]

        def try_all(folder: Path | None = None) -> None:
            wrong, tried = list[str](), 0
            for tried, case in enumerate(cases, 1):
                given = dict(zip(names, case if type(case) is tuple else (case,), strict=True))
                if folder:
                    given["tmp_path"] = folder / f"{tried}"
                    given["tmp_path"].mkdir()
                try:
                    check(**given)
                except (Exception, pytest.fail.Exception) as error:
                    wrong.append(f"{case!r}: {type(error).__name__}: {error}")
            assert tried, "there are cases"
            assert not wrong, f"{len(wrong)} of {tried} are wrong:\n" + "\n".join(wrong)

        def test() -> None:
            try_all()

        def test_in_folders(tmp_path: Path) -> None:
            try_all(tmp_path)

        made = test_in_folders if "tmp_path" in signature(check).parameters else test
        made.__name__, made.__doc__ = check.__name__, check.__doc__
        return made

    return make_test
