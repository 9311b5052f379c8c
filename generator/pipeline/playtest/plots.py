"""Show playtests: standard errors as text, and as SVG histograms, shares, supplies over time, and values of cards."""

from collections.abc import Callable, Mapping, Sequence
from html import escape
from typing import Any, NamedTuple

_WIDTH, _HEIGHT = 290, 140  # px of a plot
_MOST_BARS = 40
_LEFT, _RIGHT = 70, 50  # px for names and for numbers beside bars
_AXIS = 20  # px below a plot
_FEWEST = 0.1  # of the games that were looked at: a mean over fewer is not drawn
COLORS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9")


def format_error(error: float) -> str:
    """Return a standard error for people: two digits, and all of them before the point."""
    return f"{error:.0f}" if error >= 99.5 else f"{error:.2g}"


def open_svg(width: float, height: float, label: str) -> str:
    """Return the opening tag of a picture that is read out as its label."""
    size = f'width="{width:g}" height="{height:g}" viewBox="0 0 {width:g} {height:g}"'
    return f'<svg {size} role="img" aria-label="{escape(label)}">'


def plot_histogram(counts: Mapping[int, int]) -> str:
    """Return a histogram, of at most forty bars, with the last one percent cut off."""
    games, seen, most = sum(counts.values()), 0, max(counts)
    for value in sorted(counts):
        seen += counts[value]
        if seen >= 0.99 * games:
            most = value
            break
    least = min(counts)
    step = max(1, -(-(most - least + 1) // _MOST_BARS))
    bars = [0] * ((most - least) // step + 1)
    for value, count in counts.items():
        if value <= most:
            bars[(value - least) // step] += count
    wide, high = _WIDTH / len(bars), _HEIGHT - 20
    drawn = [open_svg(_WIDTH, _HEIGHT, "histogram of turns")]
    for number, count in enumerate(bars):
        tall = high * count / max(bars)
        drawn.append(
            f'<rect x="{number * wide:.1f}" y="{high - tall:.1f}" width="{max(1, wide - 1):.1f}" height="{tall:.1f}" '
            f'fill="{COLORS[0]}"/>'
        )
    drawn.append(f'<text x="0" y="{_HEIGHT - 5}">{least}</text>')
    drawn.append(f'<text x="{_WIDTH}" y="{_HEIGHT - 5}" text-anchor="end">{most} turns</text></svg>')
    return "".join(drawn)


class SeatLook(NamedTuple):
    """How a seat looks: its paint, and a function that returns its mark at x, y in a size."""

    paint: str
    draw: Callable[[float, float, float], str]


def plot_shares(
    shares: Mapping[str, float], intervals: Mapping[str, Sequence[float]], looks: Mapping[str, SeatLook] = {}
) -> str:
    """Return a bar for each share, with its interval as a line; seats have their own paints and marks."""
    most = max(0.01, *(high for _, high in intervals.values()))
    tall, left = (_HEIGHT - 10) / len(shares), 70
    scale = (_WIDTH - left - 50) / most
    drawn = [open_svg(_WIDTH, _HEIGHT, "shares of wins")]
    for number, (name, share) in enumerate(shares.items()):
        y, (low, high) = number * tall + 4, intervals[name]
        middle = y + tall / 2 - 2
        look = looks.get(name)
        if look is not None:
            drawn.append(f'<g color="{look.paint}" fill="{look.paint}">{look.draw(0, middle - 6, 12)}</g>')
        drawn.append(f'<text x="{15 * (look is not None)}" y="{middle + 4:.1f}">{escape(name)}</text>')
        drawn.append(
            f'<rect x="{left}" y="{y:.1f}" width="{share * scale:.1f}" height="{tall - 6:.1f}" '
            f'fill="{look.paint if look else COLORS[0]}" stroke="#1a1a1a" stroke-width="0.5"/>'
        )
        ends = f'x1="{left + low * scale:.1f}" x2="{left + high * scale:.1f}"'
        line = f'{ends} y1="{middle:.1f}" y2="{middle:.1f}"'
        drawn.append(f'<line {line} stroke="#fff" stroke-width="5"/><line {line} stroke="#1a1a1a" stroke-width="2"/>')
        drawn.append(f'<text x="{left + high * scale + 6:.1f}" y="{middle + 4:.1f}">{100 * share:.1f} %</text>')
    return "".join(drawn) + "</svg>"


def plot_values(values: Mapping[str, float], label: str) -> str:
    """Return a bar for each value, such as the points that a card earns."""
    most = max(0.01, *values.values())
    tall, scale = (_HEIGHT - 10) / len(values), (_WIDTH - _LEFT - _RIGHT) / most
    drawn = [open_svg(_WIDTH, _HEIGHT, label)]
    for number, (name, value) in enumerate(values.items()):
        y = number * tall + 4
        drawn.append(f'<text x="0" y="{y + tall / 2 + 2:.1f}">{escape(name)}</text>')
        size = f'width="{max(0.0, value) * scale:.1f}" height="{max(1.0, tall - 6):.1f}"'
        drawn.append(f'<rect x="{_LEFT}" y="{y:.1f}" {size} fill="{COLORS[0]}"/>')
        drawn.append(
            f'<text x="{_LEFT + max(0.0, value) * scale + 6:.1f}" y="{y + tall / 2 + 2:.1f}">{value:.3g}</text>'
        )
    return "".join(drawn) + "</svg>"


def plot_levels(levels: Sequence[Mapping[str, Any]], label: str) -> str:
    """Return what was in supply by turns: the mean as a line, and the least and the most as a band."""
    kept = [level for level in levels if level["games"] >= _FEWEST * levels[0]["games"]]
    last, most = max(2, kept[-1]["turn"]), max(1, *(level["max"] for level in kept))
    high, left = _HEIGHT - _AXIS, 30

    def place(turn: int, value: float) -> str:
        x = left + (_WIDTH - left) * (turn - 1) / (last - 1)
        return f"{x:.1f},{4 + (high - 4) * (1 - value / most):.1f}"

    band = [place(level["turn"], level["max"]) for level in kept]
    band += [place(level["turn"], level["min"]) for level in reversed(kept)]
    line = [place(level["turn"], level["mean"]) for level in kept]
    return (
        f'{open_svg(_WIDTH, _HEIGHT, label)}<polygon points="{" ".join(band)}" fill="{COLORS[5]}" fill-opacity="0.35"/>'
        f'<polyline points="{" ".join(line)}" fill="none" stroke="{COLORS[0]}" stroke-width="2"/>'
        f'<line x1="{left}" x2="{left}" y1="4" y2="{high}" stroke="#767676"/>'
        f'<line x1="{left}" x2="{_WIDTH}" y1="{high}" y2="{high}" stroke="#767676"/>'
        f'<text x="{left - 5}" y="13" text-anchor="end">{most}</text>'
        f'<text x="{left - 5}" y="{high}" text-anchor="end">0</text>'
        f'<text x="{left}" y="{_HEIGHT - 5}">turn 1</text>'
        f'<text x="{_WIDTH}" y="{_HEIGHT - 5}" text-anchor="end">turn {last}</text></svg>'
    )
