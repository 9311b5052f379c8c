"""Answer a designer's questions in five sentences: how long, who wins, what runs out, what is unused, what next."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from math import sqrt
from typing import Any, NamedTuple

from generator.pipeline.playtest.plots import format_error
from generator.play.comparison import differ_beyond_chance

_RUNS_OUT, _CHOSEN, _PLAYED = " runs out", " chosen", " played"
_MOST_NAMED = 4
_FINE = 0.02  # the standard error of a share from which it is called well known
_OFTEN = 0.05  # the share of unfinished games from which they are what to look at first
ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth")


class _Table(NamedTuple):
    """The results for one number of players: of the best way to play, and of the others."""

    main: Mapping[str, Any]
    others: Sequence[Mapping[str, Any]]


def answer_questions(results: Sequence[Mapping[str, Any]]) -> list[str]:
    """Return five sentences, each with its figure and its standard error, and what depends on the way to play."""
    tables = [_choose_main(list(group)) for _, group in groupby(results, key=lambda result: result["players"])]
    return [_say_length(tables), _say_winner(tables), _say_supplies(tables), _say_unused(results), _say_next(tables)]


def _choose_main(results: Sequence[Mapping[str, Any]]) -> _Table:
    """Return the results with that in front which plays best: by a search, or with a purpose."""
    ranked = sorted(results, key=lambda result: _rank(result["policy"]))
    return _Table(ranked[0], ranked[1:])


def _rank(policy: str) -> int:
    return 0 if policy.startswith("search") else 2 if policy.startswith("random") else 1


def _name_policy(policy: str) -> str:
    return "at random" if policy == "random" else f"by {policy}"


def _spell_share(share: float, error: float) -> str:
    return f"{100 * share:.1f} % (± {format_error(100 * error)})"


def _measure_share(share: float, games: int) -> float:
    return sqrt(max(share * (1 - share), 0.25 / max(games, 1)) / max(games, 1))


def _say_length(tables: Sequence[_Table]) -> str:
    parts = []
    for main, others in tables:
        turns = main["turns"]
        told = f"{turns['mean']:.1f} turns (± {format_error(turns['se'])}) with {main['players']} players"
        for other in others:
            alike = f"{other['turns']['mean']:.1f}" == f"{turns['mean']:.1f}"
            if "turns" in differ_beyond_chance(main, other) and not alike:
                told += f", but {other['turns']['mean']:.1f} {_name_policy(other['policy'])}"
        parts.append(told)
    main = tables[-1].main
    many = f"; 95 of 100 games of {main['players']} end within {main['turns']['p95']}"
    return f"Played {_name_policy(main['policy'])}, a game takes {'; '.join(parts)}{many}."


def _say_winner(tables: Sequence[_Table]) -> str:
    parts = []
    for main, others in tables:
        shares, fair = main["wins_by_order"], 1 / len(main["wins_by_order"])
        place = max(range(len(shares)), key=lambda at: (round(abs(shares[at] - fair), 6), shares[at]))
        verdict = "which may be chance" if main["fair"]["order"]["fair"] else "which is not chance"
        if main["fair"]["order"]["fair"]:
            place = 0
        name = ORDINALS[place] if place < len(ORDINALS) else f"{place + 1}th"
        told = f"of {main['players']} players the {name} wins {_spell_share(shares[place], _error_at(main, place))}"
        told += f", where {100 * fair:.1f} % would be even, {verdict}"
        for other in others:
            if "wins_by_order" in differ_beyond_chance(main, other):
                told += f" ({100 * other['wins_by_order'][place]:.1f} % {_name_policy(other['policy'])})"
        parts.append(told)
    said = "; ".join(parts)
    return f"{said[0].upper()}{said[1:]}."


def _error_at(result: Mapping[str, Any], place: int) -> float:
    return _measure_share(result["wins_by_order"][place], result["games"])


def _say_supplies(tables: Sequence[_Table]) -> str:
    main, others = tables[-1]
    shares = _list_run_outs(main)
    if not shares:
        return "Nothing is counted here that could run out."
    listed = sorted(shares.items(), key=lambda each: -each[1]["mean"])
    told = []
    for name, values in listed[:_MOST_NAMED]:
        each = f"{name} in {_spell_share(values['mean'], values['se'])}"
        for other in others:
            found = _list_run_outs(other).get(name)
            if found and abs(found["mean"] - values["mean"]) > 3 * max(
                0.01, sqrt(found["se"] ** 2 + values["se"] ** 2)
            ):
                each += f", {_name_policy(other['policy'])} in {100 * found['mean']:.1f} %"
        told.append(each)
    if listed[0][1]["mean"] == 0:
        return f"With {main['players']} players nothing runs out in any of {main['games']:,} games."
    return f"With {main['players']} players these run out, in so many of the games: {'; '.join(told)}."


def _list_run_outs(result: Mapping[str, Any]) -> dict[str, Mapping[str, float]]:
    return {
        name.removesuffix(_RUNS_OUT): values for name, values in result["measures"].items() if name.endswith(_RUNS_OUT)
    }


def _say_unused(results: Sequence[Mapping[str, Any]]) -> str:
    """Tell what nobody ever chose in any game, or else what is chosen least."""
    most: dict[str, float] = {}
    errors: dict[str, float] = {}
    for result in results:
        for name, values in result["measures"].items():
            if name.endswith((_CHOSEN, _PLAYED)) and values["mean"] >= most.get(name, -1.0):
                most[name], errors[name] = values["mean"], values["se"]
    games = sum(result["games"] for result in results)
    if not most:
        choices = results[-1].get("choices", {"mean": 0.0})
        return f"Nothing is counted here that could stay unused; players have {choices['mean']:.1f} choices at a time."
    never = [name.removesuffix(_CHOSEN).removesuffix(_PLAYED) for name, mean in most.items() if not mean]
    if never:
        more = f" and {len(never) - _MOST_NAMED} more" if len(never) > _MOST_NAMED else ""
        return f"Never used in {games:,} games: {', '.join(never[:_MOST_NAMED])}{more}."
    least = min(most, key=lambda name: most[name])
    how = f"{most[least]:.3g} times a game (± {format_error(errors[least])})"
    return f"Everything is used; least often {least.removesuffix(_CHOSEN).removesuffix(_PLAYED)}, {how}."


def _say_next(tables: Sequence[_Table]) -> str:
    """Tell what to look at next: the first of some questions that the results leave open."""
    return next(_list_questions(tables))


def _list_questions(tables: Sequence[_Table]) -> Iterator[str]:
    for main, _ in tables:
        share = main["unfinished"] / main["games"]
        if share > _OFTEN:
            yield (
                f"Look first at why {_spell_share(share, _measure_share(share, main['games']))} of the games of"
                f" {main['players']} do not end: add an end, or a reason to get on."
            )
    if all(table.main["policy"] == "random" for table in tables):
        yield (
            "Look next at good play: all of this is random, so write a `score` in play.yaml, by which `greedy` plays,"
            " or let `--policy search --games 50` play each choice on, which takes minutes."
        )
    for main, others in tables:
        for other in others:
            if differ := differ_beyond_chance(main, other):
                yield (
                    f"Look next at good play: with {main['players']} players, {main['policy']} and {other['policy']}"
                    f" differ in {' and '.join(_DIFFERENT[name] for name in differ)} by more than three standard"
                    f" errors, so trust neither alone: `--policy search --players {main['players']} --games 50` plays"
                    " each choice on and takes minutes."
                )
    for main, _ in tables:
        if not main["fair"]["order"]["fair"]:
            yield (
                f"Look next at the start: with {main['players']} players, let those who begin have less or the others"
                f" more, until p of the order is above 0.01; it is {main['fair']['order']['p']:.2g} now."
            )
    for main, _ in tables:
        error = _error_at(main, 0)
        if error > _FINE:
            games = int(main["games"] * (error / _FINE) ** 2)
            yield (
                f"Play more games: shares are known to ± {100 * error:.1f} % only, and `--games {games}` would make"
                f" that ± {100 * _FINE:.0f} %."
            )
    yield "Look next at a variant: change a word of play.yaml or a value of the data, and compare."


_DIFFERENT = {"turns": "length", "wins_by_order": "wins by order", "wins_by_seat": "wins by seat"}
