"""Describe histograms and shares: means with their errors, quantiles, intervals, and a test of fairness."""

from collections.abc import Mapping, Sequence
from math import erfc, exp, gamma, isqrt, sqrt
from typing import Any, NamedTuple

_Z = 1.959963984540054  # of a normal distribution, for 95 %


class Description(NamedTuple):
    """Mean with its standard error, median, 95 % quantile and extremes of whole numbers."""

    games: int
    mean: float
    se: float
    median: float
    p95: int
    least: int
    most: int

    def list_values(self) -> dict[str, Any]:
        """Return the values by the names that documents use."""
        return {
            "mean": _round(self.mean),
            "se": _round(self.se),
            "median": _round(self.median),
            "p95": self.p95,
            "min": self.least,
            "max": self.most,
        }


def _round(number: float) -> float:
    return float(f"{number:.6g}")


def describe_histogram(counts: Mapping[int, int]) -> Description:
    """Return the description of a histogram; sums are exact, so no order of counting matters."""
    count = sum(counts.values())
    if not count:
        return Description(0, 0.0, 0.0, median=0.0, p95=0, least=0, most=0)
    total = sum(value * times for value, times in counts.items())
    squares = sum(value * value * times for value, times in counts.items())
    deviation = count * squares - total * total  # n² times the variance, exact
    se = isqrt(deviation * 10**12) / 10**6 / count / sqrt(max(1, count - 1))
    lower, upper = find_quantile(counts, count, 0.5), find_quantile(counts, count, 0.5 + 0.5 / count)
    quantile = find_quantile(counts, count, 0.95)
    return Description(
        count, total / count, se, median=(lower + upper) / 2, p95=quantile, least=min(counts), most=max(counts)
    )


def find_quantile(counts: Mapping[int, int], count: int, share: float) -> int:
    """Return the least value that at least a share of all does not exceed."""
    seen, need = 0, share * count - 1e-9
    for value in sorted(counts):
        seen += counts[value]
        if seen >= need:
            return value
    return max(counts)


def wilson_interval(hits: float, count: int) -> tuple[float, float]:
    """Return the 95 % interval of a share (Wilson 1927)."""
    if not count:
        return 0.0, 1.0
    share, z2 = hits / count, _Z * _Z
    middle = share + z2 / (2 * count)
    reach = _Z * sqrt(share * (1 - share) / count + z2 / (4 * count * count))
    return max(0.0, (middle - reach) / (1 + z2 / count)), min(1.0, (middle + reach) / (1 + z2 / count))


class FairnessTest(NamedTuple):
    """Pearson's test of equal shares: chi-square, degrees of freedom, and how often chance alone does as much."""

    wins: int
    chi2: float
    df: int
    p: float

    @property
    def is_fair(self) -> bool:
        """Tell whether the differences may well be chance: it does as much in one case of a hundred or more."""
        return self.p >= 0.01

    def list_values(self) -> dict[str, Any]:
        """Return the values by the names that documents use."""
        return {"wins": self.wins, "chi2": _round(self.chi2), "df": self.df, "p": _round(self.p), "fair": self.is_fair}


def check_fairness(wins: Sequence[int]) -> FairnessTest:
    """Test whether all places win equally often."""
    total = sum(wins)
    if not total or len(wins) < 2:
        return FairnessTest(total, 0.0, max(0, len(wins) - 1), 1.0)
    expected = total / len(wins)
    chi2 = sum((won - expected) ** 2 for won in wins) / expected
    return FairnessTest(total, chi2, len(wins) - 1, chi_square_tail(chi2, len(wins) - 1))


def chi_square_tail(chi2: float, df: int) -> float:
    """Return the probability of a greater chi-square, by its closed forms for even and odd degrees of freedom."""
    half = chi2 / 2
    if df % 2 == 0:
        term, total = 1.0, 1.0
        for step in range(1, df // 2):
            term *= half / step
            total += term
        return exp(-half) * total
    total = erfc(sqrt(half))
    return float(total + sum(exp(-half) * half ** (step - 0.5) / gamma(step + 0.5) for step in range(1, (df + 1) // 2)))
