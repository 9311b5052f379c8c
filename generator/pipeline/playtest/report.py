"""Write the results of playtests as one HTML page: answers, contents, plots, tables, and two games in pictures."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from html import escape
from itertools import groupby
from typing import Any, NamedTuple

from generator.pipeline.checking.recorded_playtests import describe_error
from generator.pipeline.playtest.answers import answer_questions
from generator.pipeline.playtest.pictures import PlayPictures
from generator.pipeline.playtest.plots import (
    SeatLook,
    format_error,
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
_META = '<meta charset="utf-8">\n<meta name="viewport" content="width=device-width, initial-scale=1">'
_STYLE = """
body { font: 16px/1.5 sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; color: #1a1a1a }
h2 { border-top: 1px solid #bbb; padding-top: 1rem } table { border-collapse: collapse } figure { margin: 0 }
td, th { padding: .15rem .8rem .15rem 0; text-align: right; white-space: nowrap } th:first-child { text-align: left }
th[scope=row] { font-weight: normal } a { color: #00518a } .hidden { position: absolute }
.wide { overflow-x: auto } svg { max-width: 100%; height: auto } .steps svg { width: 100% }
.row { display: flex; flex-wrap: wrap; gap: 1.5rem } .row figure { width: 290px } figcaption { font-size: .85rem }
.row + .wide { margin-top: 1rem } .steps.row figure { width: 260px }
.heaps { display: grid; grid-template-columns: 4.5rem 1fr; gap: .1rem .6rem; font-size: .85rem; margin: .3rem 0 }
.heaps dd { margin: 0 } .steps .heaps svg { width: auto; vertical-align: middle }
 svg text { font: 11px sans-serif }
"""


class _Section(NamedTuple):
    """A part of the page: its heading, by which the contents lead to it, and what it says."""

    title: str
    lines: Sequence[str]


def write_report(playtest: Playtest, seed: int, results: Sequence[Result]) -> str:
    """Return the page as text; it needs nothing beside itself."""
    pictures = PlayPictures(playtest)
    sections = [*_compare_results(results), *(_describe_result(playtest, pictures, result) for result in results)]
    for number, result in enumerate(_choose_games(results)):
        sections.append(_describe_game(playtest, pictures, result.table, number))
    answers = [f"<p>{escape(each)}</p>" for each in answer_questions([result.summary for result in results])]
    told = f"Seed {seed}: the same seed gives the same numbers. A turn is one player's, and ± is the standard error."
    contents = [f'<li><a href="#{_make_id(each.title)}">{escape(each.title)}</a></li>' for each in sections]
    listed = ['<nav aria-label="Contents">', "<ul>", *contents, "</ul>", "</nav>"]
    return _compose_page(playtest, pictures, [*answers, f"<p>{told}</p>", *listed], sections)


def write_replay(playtest: Playtest, number: int) -> str:
    """Return a page with all turns of one game of the first table; of a game that goes wrong, those before."""
    table, pictures = playtest.tables[0], PlayPictures(playtest)
    game = _describe_game(playtest, pictures, table, number, _MOST_REPLAYED)
    told = f"<p>Seed {table.seed}. Each figure is the board before the turn.</p>"
    return _compose_page(playtest, pictures, [told], [game])


def _make_id(title: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-")


def _compose_page(playtest: Playtest, pictures: PlayPictures, head: Sequence[str], sections: Sequence[_Section]) -> str:
    game = playtest.game
    title = f"{game.data.title} {game.data.version}: playtests"
    opened = f'<!DOCTYPE html>\n<html lang="en">\n<head>\n{_META}\n<title>{escape(title)}</title>'
    style = f"<style>{_STYLE}</style>\n</head>\n<body>"
    body = []
    for each in sections:
        body += [f'<h2 id="{_make_id(each.title)}">{escape(each.title)}</h2>', *each.lines]
    main = ["<main>", f"<h1>{escape(title)}</h1>", *head, *body, "</main>"]
    return "\n".join([opened, style, pictures.define(), *main, "</body>", "</html>", ""])


def _choose_games(results: Sequence[Result]) -> list[Result]:
    """Return the two tables whose games are shown: the last of the first and of the most players."""
    by_players = [list(group)[-1] for _, group in groupby(results, key=lambda result: result.table.players)]
    return [by_players[0], by_players[-1]]


_DIFFERENT = {"turns": "length", "wins_by_order": "wins by order of play", "wins_by_seat": "wins by seat"}


def _compare_results(results: Sequence[Result]) -> list[_Section]:
    """Return the policies side by side, if games were played by several."""
    compared = compare_policies([result.summary for result in results])
    return [_Section("Policies side by side", [*_compare_policies(results, compared)])] if compared else []


def _compare_policies(results: Sequence[Result], compared: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    yield "<p>What differs by more than three standard errors says more about the policies than about the game.</p>"
    heads = ("policy", "turns", "±", "first player wins", "95 % interval", "order", "seats")
    for each in compared:
        differ = ", ".join(_DIFFERENT[name] for name in each["differ"]) or "nothing beyond chance"
        yield f"<h3>{each['players']} players: {differ} {'differ' if len(each['differ']) > 1 else 'differs'}</h3>"
        yield _open_table(f"policies of {each['players']} players", heads)
        for result in results:
            if result.table.players == each["players"]:
                yield _compare_row(result.summary)
        yield "</table></div>"


def _compare_row(shown: Mapping[str, Any]) -> str:
    low, high = shown["wins_by_order_interval"][0]
    verdicts = ["may be chance" if shown["fair"][name]["fair"] else "not chance" for name in ("order", "seat")]
    turns = shown["turns"]
    share = f"{100 * shown['wins_by_order'][0]:.1f} %", f"{100 * low:.1f} to {100 * high:.1f} %"
    cells = (f"{turns['mean']:.1f}", f"{format_error(turns['se'])}", *share, *verdicts)
    return _write_row(shown["policy"], cells)


def _open_table(label: str, heads: Sequence[str]) -> str:
    """Return what opens a table that can be scrolled sideways."""
    region = f'<div class="wide" tabindex="0" role="region" aria-label="{escape(label)}">'
    named = "".join(f'<th scope="col">{head}</th>' for head in heads)
    return f"{region}<table><tr>{named}</tr>"


def _write_row(name: str, cells: Iterable[str]) -> str:
    return f'<tr><th scope="row">{escape(name)}</th>{"".join(f"<td>{cell}</td>" for cell in cells)}</tr>'


def _describe_result(playtest: Playtest, pictures: PlayPictures, result: Result) -> _Section:
    shown = result.summary
    title = f"{shown['players']} players, {shown['policy']}: {shown['games']:,} games"
    return _Section(title, [*_plot_result(pictures, result), *_tabulate_result(result)])


def _list_looks(pictures: PlayPictures, result: Result) -> Mapping[str, SeatLook]:
    """Return the paints and marks of the seats, by their names."""
    looks = {}
    for number, seat in enumerate(list_seats(result.table.engine, result.table.players)):
        if seat.color:
            looks[seat.name] = SeatLook(
                pictures.find_paint(seat.color, number), partial(pictures.draw_mark, seat.color)
            )
    return looks


def _plot_result(pictures: PlayPictures, result: Result) -> Iterator[str]:
    """Yield the plots of one table of games."""
    shown = result.summary
    turns = shown["turns"]
    mean = f"{turns['mean']:.1f} turns on average (± {format_error(turns['se'])})"
    length = f"{mean}, half of the games at most {turns['median']:g}"
    yield '<div class="row">'
    yield _frame(plot_histogram(result.tally.spreads["turns"]), f"Length: {length}, 95 of 100 at most {turns['p95']}")
    intervals, looks = shown["wins_by_seat_interval"], _list_looks(pictures, result)
    chance = f"p = {shown['fair']['seat']['p']:.2g}"
    yield _frame(plot_shares(shown["wins_by_seat"], intervals, looks), f"Wins by seat, with 95 % intervals; {chance}")
    by_order = {f"{place + 1}.": share for place, share in enumerate(shown["wins_by_order"])}
    pairs = dict(zip(by_order, shown["wins_by_order_interval"], strict=True))
    yield _frame(plot_shares(by_order, pairs), f"Wins by order of play; p = {shown['fair']['order']['p']:.2g}")
    for name, levels in _list_supplies(result).items():
        told = f"{name.capitalize()} before each turn: mean, least and most of {levels[0]['games']:,} games"
        yield _frame(plot_levels(levels, f"{name} over time"), told)
    if values := _value_cards(shown["measures"]):
        yield _frame(plot_values(values, "points of cards"), "Points for each time that a card is played")
    yield "</div>"


def _tabulate_result(result: Result) -> Iterator[str]:
    """Yield a table of all that was measured, and how games ended."""
    shown = result.summary
    heads = ("per game", "mean", "±", "median", "least", "most")
    yield _open_table(f"measures of {shown['players']} players, {shown['policy']}", heads)
    rows = {**shown["measures"], **{key.replace("_", " "): shown[key] for key in _SEEN if key in shown}}
    for name, values in rows.items():
        cells = (values["mean"], values["se"], values["median"], values["min"], values["max"])
        yield _write_row(name, (f"{cell:.4g}" for cell in cells))
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


def _describe_game(
    playtest: Playtest, pictures: PlayPictures, table: GameTable, number: int, most: int = _MOST_STEPS
) -> _Section:
    """Return one game turn by turn, with pictures of what the engine tells of the position."""
    steps: list[_ShownTurn] = []
    with watch_engine(table.engine) as watch:
        game = Playthrough(table, number, watch)
        try:
            with guard_engine(game.fault, watch):
                for turn in _list_turns(pictures, game):
                    steps.append(turn)
            ended = _describe_end(game)
        except PlayError as error:
            ended = describe_error(error)
    title = f"Game {number}: {table.players} players, {table.policy}"
    return _Section(title, [*_show_turns(steps, most), f"<p>{escape(ended)}</p>"])


def _show_turns(steps: Sequence[_ShownTurn], most: int) -> Iterator[str]:
    half = most // 2
    chosen = steps if len(steps) <= most else [*steps[:half], *steps[-half:]]
    if len(chosen) < len(steps):
        yield f"<p>The first and the last {half} of {len(steps)} turns; each figure is the board before the turn.</p>"
    yield '<div class="row steps">'
    for shown in chosen:
        caption = f"Turn {shown.turn}, {shown.name}: {'; '.join(shown.actions)}"
        yield f"<figure>{shown.drawn}<figcaption>{escape(caption)}</figcaption></figure>"
    yield "</div>"


def _list_turns(pictures: PlayPictures, game: Playthrough) -> Iterator[_ShownTurn]:
    """Yield the turns of a game; what is done in them is added while the game goes on."""
    seats = list_seats(game.table.engine, game.table.players)
    describe = getattr(game.table.engine, "describe_action", repr)
    shown = None
    for move in game:
        if shown is None or shown.turn != move.turn:
            drawn = pictures.draw_board(game.state) + pictures.draw_heaps(game.state)
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
