"""Work out races exactly: the expected throws of a piece that runs alone to an exact finish."""

from collections.abc import Collection, Sequence
from fractions import Fraction


def expect_throws(
    home: int, throws: Sequence[tuple[int, Fraction]], barred: Collection[int] = ()
) -> list[Fraction | None]:
    """Return the expected throws from each step until a piece is home exactly; None where it may never get there.

    `throws` are values with their probabilities. A throw that leads too far, or to a barred step, is lost. This is the
    mean time to absorption of a Markov chain whose states are the steps, solved from home backwards.
    """
    expected: list[Fraction | None] = [None] * home + [Fraction(0)]
    for step in range(home - 1, -1, -1):
        usable = [(step + value, chance) for value, chance in throws if step + value <= home]
        ways = [(to, chance) for to, chance in usable if to not in barred]
        total = sum((chance for _, chance in ways), Fraction())
        if not total or any(expected[to] is None for to, _ in ways):
            continue
        expected[step] = (1 + sum((chance * (expected[to] or 0) for to, chance in ways), Fraction())) / total
    return expected
