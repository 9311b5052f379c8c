"""Write the results of playtests as one HTML page: plots, tables, and two games step by step with the board."""

from collections.abc import Iterator, Mapping, Sequence
from html import escape
from itertools import groupby
from typing import Any

from generator.model.board import Board
from generator.pipeline.playtest import Playtest, Result
from generator.play.runner import GameTable, Playthrough, list_seats

_WIDTH, _HEIGHT = 290, 140  # px of a plot
_MOST_BARS = 40
_MOST_STEPS = 24  # of a game that is shown: its first half from the beginning, the others before the end
_FIGURE = 200  # px of a board
_COLORS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9")
_STYLE = """
body { font: 16px/1.5 sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; color: #1a1a1a }
h2 { border-top: 1px solid #bbb; padding-top: 1rem } table { border-collapse: collapse } figure { margin: 0 }
td, th { padding: .15rem .8rem .15rem 0; text-align: right } td:first-child, th:first-child { text-align: left }
.row { display: flex; flex-wrap: wrap; gap: 1.5rem } figcaption { font-size: .85rem; max-width: 22rem }
.steps figure { width: 200px } svg text { font: 11px sans-serif }
"""


def write_report(playtest: Playtest, seed: int, results: Sequence[Result]) -> str:
    """Return the page as text; it needs nothing beside itself."""
    game = playtest.game
    title = f"{game.data.title} {game.data.version}: playtests"
    head = f'<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<title>{escape(title)}</title>'
    parts = [head, f"<style>{_STYLE}</style>\n</head>\n<body>", f"<h1>{escape(title)}</h1>"]
    parts.append(f"<p>Seed {seed}. A turn is one player's. The same seed gives the same numbers.</p>")
    for result in results:
        parts += _describe_result(result)
    for number, result in enumerate(_choose_games(results)):
        parts += _describe_game(playtest, result.table, number)
    return "\n".join([*parts, "</body>", "</html>", ""])


def _choose_games(results: Sequence[Result]) -> list[Result]:
    """Return the two tables whose games are shown: the last of the first and of the most players."""
    by_players = [list(group)[-1] for _, group in groupby(results, key=lambda result: result.table.players)]
    return [by_players[0], by_players[-1]]


def _describe_result(result: Result) -> Iterator[str]:
    """Yield the plots and tables of one table of games."""
    shown = result.summary
    yield f"<h2>{shown['players']} players, {escape(shown['policy'])}: {shown['games']:,} games</h2>"
    turns = shown["turns"]
    mean = f"{turns['mean']:.1f} turns on average (± {turns['se']:.2g})"
    length = f"{mean}, half of the games at most {turns['median']:g}"
    yield '<div class="row">'
    yield _frame(_plot_histogram(result.tally.spreads["turns"]), f"Length: {length}, 95 of 100 at most {turns['p95']}")
    intervals = shown["wins_by_seat_interval"]
    chance = f"p = {shown['fair']['seat']['p']:.2g}"
    yield _frame(_plot_shares(shown["wins_by_seat"], intervals), f"Wins by seat, with 95 % intervals; {chance}")
    by_order = {f"{place + 1}.": share for place, share in enumerate(shown["wins_by_order"])}
    pairs = dict(zip(by_order, shown["wins_by_order_interval"], strict=True))
    yield _frame(_plot_shares(by_order, pairs), f"Wins by order of play; p = {shown['fair']['order']['p']:.2g}")
    yield "</div>"
    yield "<table><tr><th>per game</th><th>mean</th><th>±</th><th>median</th><th>least</th><th>most</th></tr>"
    rows = {**shown["measures"], **{key.replace("_", " "): shown[key] for key in _SEEN if key in shown}}
    for name, values in rows.items():
        cells = (values["mean"], values["se"], values["median"], values["min"], values["max"])
        yield f"<tr><td>{escape(name)}</td>{''.join(f'<td>{cell:.4g}</td>' for cell in cells)}</tr>"
    yield "</table>"
    endings = ", ".join(f"{escape(name)} {count:,}" for name, count in shown["endings"].items())
    yield f"<p>Endings: {endings}. Unfinished: {shown['unfinished']}.</p>"


_SEEN = ("choices", "decisions_a_turn", "lead_changes")


def _frame(svg: str, caption: str) -> str:
    return f"<figure>{svg}<figcaption>{escape(caption)}</figcaption></figure>"


def _open_svg(width: float, height: float, label: str) -> str:
    size = f'width="{width:g}" height="{height:g}" viewBox="0 0 {width:g} {height:g}"'
    return f'<svg {size} role="img" aria-label="{escape(label)}">'


def _plot_histogram(counts: Mapping[int, int]) -> str:
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
    drawn = [_open_svg(_WIDTH, _HEIGHT, "histogram of turns")]
    for number, count in enumerate(bars):
        tall = high * count / max(bars)
        drawn.append(
            f'<rect x="{number * wide:.1f}" y="{high - tall:.1f}" width="{max(1, wide - 1):.1f}" height="{tall:.1f}" '
            f'fill="{_COLORS[0]}"/>'
        )
    drawn.append(f'<text x="0" y="{_HEIGHT - 5}">{least}</text>')
    drawn.append(f'<text x="{_WIDTH}" y="{_HEIGHT - 5}" text-anchor="end">{most} turns</text></svg>')
    return "".join(drawn)


def _plot_shares(shares: Mapping[str, float], intervals: Mapping[str, Sequence[float]]) -> str:
    """Return a bar for each share, with its interval as a line."""
    most = max(0.01, *(high for _, high in intervals.values()))
    tall, left = (_HEIGHT - 10) / len(shares), 70
    scale = (_WIDTH - left - 50) / most
    drawn = [_open_svg(_WIDTH, _HEIGHT, "shares of wins")]
    for number, (name, share) in enumerate(shares.items()):
        y, (low, high) = number * tall + 4, intervals[name]
        middle = y + tall / 2 - 2
        drawn.append(f'<text x="0" y="{middle + 4:.1f}">{escape(name)}</text>')
        drawn.append(
            f'<rect x="{left}" y="{y:.1f}" width="{share * scale:.1f}" height="{tall - 6:.1f}" '
            f'fill="{_COLORS[number % len(_COLORS)]}"/>'
        )
        ends = f'x1="{left + low * scale:.1f}" x2="{left + high * scale:.1f}"'
        drawn.append(f'<line {ends} y1="{middle:.1f}" y2="{middle:.1f}" stroke="#1a1a1a" stroke-width="2"/>')
        drawn.append(f'<text x="{left + high * scale + 6:.1f}" y="{middle + 4:.1f}">{100 * share:.1f} %</text>')
    return "".join(drawn) + "</svg>"


def _describe_game(playtest: Playtest, table: GameTable, number: int) -> Iterator[str]:
    """Yield one game turn by turn, with a figure of the board where the engine tells what stands on it."""
    seats = list_seats(table.engine, table.players)
    describe = getattr(table.engine, "describe_action", repr)
    board = next((part.board for part in playtest.parts if part.board is not None), None)
    game = Playthrough(table, number)
    steps: list[tuple[int, str, list[str], str]] = []
    for move in game:
        if not steps or steps[-1][0] != move.turn:
            drawn = _draw_board(playtest, board, game.state)
            words = "" if drawn else getattr(game.state, "describe", str)()
            steps.append((move.turn, seats[move.player].name, [], drawn or f"<p>{escape(words)}</p>"))
        steps[-1][2].append(describe(move.action))
    yield f"<h2>Game {number}: {table.players} players, {escape(table.policy)}</h2>"
    half = _MOST_STEPS // 2
    chosen = steps if len(steps) <= _MOST_STEPS else [*steps[:half], *steps[-half:]]
    if len(chosen) < len(steps):
        yield f"<p>The first and the last {half} of {len(steps)} turns; each figure is the board before the turn.</p>"
    yield '<div class="row steps">'
    for turn, name, actions, drawn in chosen:
        caption = f"Turn {turn}, {name}: {'; '.join(actions)}"
        yield f"<figure>{drawn}<figcaption>{escape(caption)}</figcaption></figure>"
    yield "</div>"
    if game.record is not None:
        won = " and ".join(seats[seat].name for seat in game.record.winners) or "nobody"
        yield f"<p>After {game.record.turns} turns: {escape(game.record.ending)}; won by {escape(won)}.</p>"


def _draw_board(playtest: Playtest, board: Board | None, state: Any) -> str:
    """Return the board with its pieces as discs in their colors; empty if the engine does not tell where they are."""
    pieces = getattr(state, "pieces", None)
    if board is None or pieces is None:
        return ""
    scale = _FIGURE / max(board.width, board.height)
    drawn = [_open_svg(board.width * scale, board.height * scale, "the board before the turn")]
    for cell in board.cells.values():
        points = " ".join(f"{x * scale:.1f},{y * scale:.1f}" for x, y in cell.board_points)
        drawn.append(f'<polygon points="{points}" fill="#f6f3ea" stroke="#999" stroke-width="0.5"/>')
    for name, (_, design) in pieces().items():
        cell = board.cells[name]
        left, top, right, bottom = cell.box
        radius = 0.42 * scale * min(right - left, bottom - top)
        color, _, kind = design.partition(".")
        paint = _find_paint(playtest, color)
        x, y = cell.x * scale, cell.y * scale
        drawn.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius:.1f}" fill="{paint}" stroke="#1a1a1a"/>')
        letter = (kind or color)[:1].upper()
        size = max(5.0, radius * 1.1)
        style = f"font-size:{size:.0f}px;fill:#fff;stroke:#1a1a1a;stroke-width:2px;paint-order:stroke"
        drawn.append(
            f'<text x="{x:.1f}" y="{y + size / 3:.1f}" text-anchor="middle" style="{style}">{escape(letter)}</text>'
        )
    return "".join(drawn) + "</svg>"


def _find_paint(playtest: Playtest, color: str) -> str:
    """Return the paint of a color; players of one paint are told apart by colors of the page."""
    roles = [role for role in playtest.game.colors if role.rpartition(".")[0] == "player"]
    paints = [playtest.game.colors[role].paint for role in roles]
    names = [role.rpartition(".")[2] for role in roles]
    if color not in names:
        return _COLORS[0]
    number = names.index(color)
    return paints[number] if len(set(paints)) == len(paints) else _COLORS[number % len(_COLORS)]
