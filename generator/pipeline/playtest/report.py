"""Write the results of playtests as one HTML page: plots, tables, and two games step by step with the board."""

from collections.abc import Iterator, Mapping, Sequence
from html import escape
from itertools import groupby
from typing import Any, NamedTuple

from generator.model.board import Board
from generator.pipeline.checking.recorded_playtests import describe_error
from generator.pipeline.playtest.plots import (
    COLORS,
    format_error,
    open_svg,
    plot_histogram,
    plot_levels,
    plot_shares,
    plot_values,
)
from generator.pipeline.playtest.runs import Playtest, Result
from generator.play.comparison import compare_policies
from generator.play.faults import PlayError, guard_engine, watch_engine
from generator.play.runner import GameTable, Playthrough, list_seats, play_game
from generator.play.summary import list_levels
from generator.play.tally import Tally

_MOST_STEPS = 24  # of a game that is shown: its first half from the beginning, the others before the end
_MOST_REPLAYED = 1000  # turns of a game that is replayed
_FEWEST_GAMES = 30  # of which supplies over time are shown
_FIGURE = 200  # px of a board
_NEUTRAL = "#4d4d4d"  # a piece of no player
_META = '<meta charset="utf-8">\n<meta name="viewport" content="width=device-width, initial-scale=1">'
_STYLE = """
body { font: 16px/1.5 sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; color: #1a1a1a }
h2 { border-top: 1px solid #bbb; padding-top: 1rem } table { border-collapse: collapse } figure { margin: 0 }
td, th { padding: .15rem .8rem .15rem 0; text-align: right } td:first-child, th:first-child { text-align: left }
td { white-space: nowrap }
.wide { overflow-x: auto } svg { max-width: 100%; height: auto } .steps svg { width: 100% }
.row { display: flex; flex-wrap: wrap; gap: 1.5rem } .row figure { width: 290px } figcaption { font-size: .85rem }
.row + .wide { margin-top: 1rem } .steps.row figure { width: 200px } svg text { font: 11px sans-serif }
"""


def write_report(playtest: Playtest, seed: int, results: Sequence[Result]) -> str:
    """Return the page as text; it needs nothing beside itself."""
    parts = [f"<p>Seed {seed}. A turn is one player's. The same seed gives the same numbers.</p>"]
    parts += _compare_results(results)
    for result in results:
        parts += _describe_result(result)
    for number, result in enumerate(_choose_games(results)):
        parts += _describe_game(playtest, result.table, number)
    return _compose_page(playtest, parts)


def write_replay(playtest: Playtest, number: int) -> str:
    """Return a page with all turns of one game of the first table; of a game that goes wrong, those before."""
    table = playtest.tables[0]
    parts = [f"<p>Seed {table.seed}. Each figure is the board before the turn.</p>"]
    return _compose_page(playtest, [*parts, *_describe_game(playtest, table, number, _MOST_REPLAYED)])


def _compose_page(playtest: Playtest, parts: Sequence[str]) -> str:
    game = playtest.game
    title = f"{game.data.title} {game.data.version}: playtests"
    head = f'<!DOCTYPE html>\n<html lang="en">\n<head>\n{_META}\n<title>{escape(title)}</title>'
    style = f"<style>{_STYLE}</style>\n</head>\n<body>"
    return "\n".join([head, style, f"<h1>{escape(title)}</h1>", *parts, "</body>", "</html>", ""])


def _choose_games(results: Sequence[Result]) -> list[Result]:
    """Return the two tables whose games are shown: the last of the first and of the most players."""
    by_players = [list(group)[-1] for _, group in groupby(results, key=lambda result: result.table.players)]
    return [by_players[0], by_players[-1]]


_DIFFERENT = {"turns": "length", "wins_by_order": "wins by order of play", "wins_by_seat": "wins by seat"}


def _compare_results(results: Sequence[Result]) -> Iterator[str]:
    """Yield a table of the policies side by side, if games were played by several."""
    compared = compare_policies([result.summary for result in results])
    if not compared:
        return
    yield "<h2>Policies side by side</h2>"
    yield "<p>What differs by more than three standard errors says more about the policies than about the game.</p>"
    heads = ("policy", "turns", "±", "first player wins", "95 % interval", "order", "seats")
    for each in compared:
        differ = ", ".join(_DIFFERENT[name] for name in each["differ"]) or "nothing beyond chance"
        yield f"<h3>{each['players']} players: {differ} {'differ' if len(each['differ']) > 1 else 'differs'}</h3>"
        yield f'<div class="wide" tabindex="0"><table><tr>{"".join(f"<th>{head}</th>" for head in heads)}</tr>'
        for result in results:
            if result.table.players == each["players"]:
                yield _compare_row(result.summary)
        yield "</table></div>"


def _compare_row(shown: Mapping[str, Any]) -> str:
    low, high = shown["wins_by_order_interval"][0]
    verdicts = ["may be chance" if shown["fair"][name]["fair"] else "not chance" for name in ("order", "seat")]
    turns = shown["turns"]
    share = f"{100 * shown['wins_by_order'][0]:.1f} %", f"{100 * low:.1f} to {100 * high:.1f} %"
    cells = (escape(shown["policy"]), f"{turns['mean']:.1f}", f"{format_error(turns['se'])}", *share, *verdicts)
    return f"<tr>{''.join(f'<td>{cell}</td>' for cell in cells)}</tr>"


def _describe_result(result: Result) -> Iterator[str]:
    """Yield the plots and tables of one table of games."""
    shown = result.summary
    yield f"<h2>{shown['players']} players, {escape(shown['policy'])}: {shown['games']:,} games</h2>"
    turns = shown["turns"]
    mean = f"{turns['mean']:.1f} turns on average (± {format_error(turns['se'])})"
    length = f"{mean}, half of the games at most {turns['median']:g}"
    yield '<div class="row">'
    yield _frame(plot_histogram(result.tally.spreads["turns"]), f"Length: {length}, 95 of 100 at most {turns['p95']}")
    intervals = shown["wins_by_seat_interval"]
    chance = f"p = {shown['fair']['seat']['p']:.2g}"
    yield _frame(plot_shares(shown["wins_by_seat"], intervals), f"Wins by seat, with 95 % intervals; {chance}")
    by_order = {f"{place + 1}.": share for place, share in enumerate(shown["wins_by_order"])}
    pairs = dict(zip(by_order, shown["wins_by_order_interval"], strict=True))
    yield _frame(plot_shares(by_order, pairs), f"Wins by order of play; p = {shown['fair']['order']['p']:.2g}")
    for name, levels in _list_supplies(result).items():
        told = f"{name.capitalize()} before each turn: mean, least and most of {levels[0]['games']:,} games"
        yield _frame(plot_levels(levels, f"{name} over time"), told)
    if values := _value_cards(shown["measures"]):
        yield _frame(plot_values(values, "points of cards"), "Points for each time that a card is played")
    yield "</div>"
    yield '<div class="wide" tabindex="0">'
    yield "<table><tr><th>per game</th><th>mean</th><th>±</th><th>median</th><th>least</th><th>most</th></tr>"
    rows = {**shown["measures"], **{key.replace("_", " "): shown[key] for key in _SEEN if key in shown}}
    for name, values in rows.items():
        cells = (values["mean"], values["se"], values["median"], values["min"], values["max"])
        yield f"<tr><td>{escape(name)}</td>{''.join(f'<td>{cell:.4g}</td>' for cell in cells)}</tr>"
    yield "</table></div>"
    endings = ", ".join(f"{escape(name)} {count:,}" for name, count in shown["endings"].items())
    yield f"<p>Endings: {endings}. Unfinished: {shown['unfinished']}.</p>"


def _list_supplies(result: Result) -> Mapping[str, Sequence[Mapping[str, Any]]]:
    """Return what was in supply by turns; if few games were looked at, of some that are played again for it."""
    tally = result.tally
    if tally.watched < min(_FEWEST_GAMES, tally.games):
        tally = Tally()
        for number in range(min(_FEWEST_GAMES, result.tally.games)):
            play_game(result.table, number, tally.note_supplies)
    return {name: list_levels(levels) for name, levels in sorted(tally.supplies.items())}


def _value_cards(measures: Mapping[str, Mapping[str, float]]) -> dict[str, float]:
    """Return the points for each time that a card was played, where the engine counts both."""
    found = {}
    for name, played in measures.items():
        card = name.removesuffix(" played")
        earned = measures.get(f"{card} points")
        if card != name and earned is not None and played["mean"]:
            found[card] = earned["mean"] / played["mean"]
    return found


_SEEN = ("choices", "decisions_a_turn", "lead_changes")


def _frame(svg: str, caption: str) -> str:
    return f"<figure>{svg}<figcaption>{escape(caption)}</figcaption></figure>"


class _ShownTurn(NamedTuple):
    """A turn of a game that is shown: its number, who takes it, what is done, and the position before it."""

    turn: int
    name: str
    actions: list[str]
    drawn: str


def _describe_game(playtest: Playtest, table: GameTable, number: int, most: int = _MOST_STEPS) -> Iterator[str]:
    """Yield one game turn by turn, with a figure of the board where the engine tells what stands on it."""
    steps: list[_ShownTurn] = []
    with watch_engine(table.engine) as watch:
        game = Playthrough(table, number, watch)
        try:
            with guard_engine(game.fault, watch):
                for turn in _list_turns(playtest, game):
                    steps.append(turn)
            ended = _describe_end(game)
        except PlayError as error:
            ended = describe_error(error)
    yield f"<h2>Game {number}: {table.players} players, {escape(table.policy)}</h2>"
    half = most // 2
    chosen = steps if len(steps) <= most else [*steps[:half], *steps[-half:]]
    if len(chosen) < len(steps):
        yield f"<p>The first and the last {half} of {len(steps)} turns; each figure is the board before the turn.</p>"
    yield '<div class="row steps">'
    for shown in chosen:
        caption = f"Turn {shown.turn}, {shown.name}: {'; '.join(shown.actions)}"
        yield f"<figure>{shown.drawn}<figcaption>{escape(caption)}</figcaption></figure>"
    yield "</div>"
    yield f"<p>{escape(ended)}</p>"


def _list_turns(playtest: Playtest, game: Playthrough) -> Iterator[_ShownTurn]:
    """Yield the turns of a game; what is done in them is added while the game goes on."""
    seats = list_seats(game.table.engine, game.table.players)
    describe = getattr(game.table.engine, "describe_action", repr)
    board = next((part.board for part in playtest.parts if part.board is not None), None)
    shown = None
    for move in game:
        if shown is None or shown.turn != move.turn:
            drawn = _draw_board(playtest, board, game.state)
            words = "" if drawn else getattr(game.state, "describe", str)()
            shown = _ShownTurn(move.turn, seats[move.player].name, [], drawn or f"<p>{escape(words)}</p>")
            yield shown
        shown.actions.append(describe(move.action))


def _describe_end(game: Playthrough) -> str:
    """Return in a sentence how a game has ended."""
    record, seats = game.record, list_seats(game.table.engine, game.table.players)
    if record is None:
        return ""
    won = " and ".join(seats[seat].name for seat in record.winners) or "nobody"
    return f"After {record.turns} turns: {record.ending}; won by {won}."


def _draw_board(playtest: Playtest, board: Board | None, state: Any) -> str:
    """Return the board with its pieces as discs in their colors; empty if the engine does not tell where they are."""
    pieces = getattr(state, "pieces", None)
    if board is None or pieces is None:
        return ""
    scale = _FIGURE / max(board.width, board.height)
    drawn = [open_svg(board.width * scale, board.height * scale, "the board before the turn")]
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
        return _NEUTRAL
    number = names.index(color)
    return paints[number] if len(set(paints)) == len(paints) else COLORS[number % len(COLORS)]
