"""Lines about playtests for people: one table of games, policies side by side, and variants of the data."""

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from generator.cli.terminal import align_columns
from generator.pipeline.playtest.answers import answer_questions
from generator.pipeline.playtest.plots import format_error

if TYPE_CHECKING:
    from generator.pipeline.playtest.runs import Result
    from generator.pipeline.playtest.sweep import SweepVariant


def list_answers(results: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """Yield the five sentences that answer a designer's first questions."""
    yield ""
    yield from answer_questions(results)


def list_result(result: "Result") -> Iterator[str]:
    """Yield the lines on one table."""
    shown = result.summary
    yield ""
    yield f"{shown['players']} players, {shown['policy']}: {shown['games']:,} games"
    turns = shown["turns"]
    yield (
        f"  length     {turns['mean']:.1f} turns (± {format_error(turns['se'])}), median {turns['median']:g}, "
        f"95 % within {turns['p95']}, longest {turns['max']}"
    )
    endings = (f"{name} {100 * count / shown['games']:.1f} %" for name, count in shown["endings"].items())
    yield f"  endings    {', '.join(endings)}"
    yield f"  by order   {_join_shares(_number(shown['wins_by_order']), shown['fair']['order'])}"
    if "wins_by_side" in shown:
        yield f"  by side    {_join_shares(shown['wins_by_side'], shown['fair']['seat'])}"
    else:
        yield f"  by seat    {_join_shares(shown['wins_by_seat'], shown['fair']['seat'])}"
    if shown["draws"]:
        yield f"  draws      {100 * shown['draws']:.1f} %"
    for name, values in shown["measures"].items():
        if name.endswith(" runs out"):
            yield f"  {name}: in {100 * values['mean']:.1f} % of the games (± {format_error(100 * values['se'])})"
            continue
        mean = f"{values['mean']:.4g} a game (± {format_error(values['se'])})"
        yield f"  {name}: {mean}, {values['min']} to {values['max']}"
    if "choices" in shown:
        made = shown["decisions_a_turn"]["mean"]
        leads = f"; the lead changes {shown['lead_changes']['mean']:.1f} times" if "lead_changes" in shown else ""
        yield f"  choices: {shown['choices']['mean']:.1f} at each of {made:.1f} decisions a turn{leads}"
    if shown["unfinished"]:
        number = result.tally.first_unfinished
        yield f"  unfinished: {shown['unfinished']} reached the limit of turns, the first one is game {number}"


def _number(shares: Sequence[float]) -> Mapping[str, float]:
    names = ("first", "second", "third", "fourth", "fifth", "sixth")
    return {names[at] if at < len(names) else str(at + 1): share for at, share in enumerate(shares)}


def _join_shares(shares: Mapping[str, float], test: Mapping[str, Any]) -> str:
    listed = ", ".join(f"{name} {100 * share:.1f} %" for name, share in shares.items())
    verdict = "may be chance" if test["fair"] else "not chance"
    return f"{listed}; p = {test['p']:.2g}, {verdict}"


_DIFFERENT = {"turns": "length", "wins_by_order": "wins by order", "wins_by_seat": "wins by seat"}


def list_comparison(compared: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """Yield a line for each number of players on what differs between policies."""
    for each in compared:
        yield ""
        named = [_DIFFERENT[name] for name in each["differ"]]
        verdict = f"they differ in {', '.join(named)}" if named else "no difference beyond chance"
        yield f"{each['players']} players, policies side by side: {verdict}"
        for policy, turns in each["turns"].items():
            verdict = "may be chance" if each["order_fair"][policy] else "not chance"
            first = 100 * each["first_wins"][policy]
            yield f"  {policy}: {turns:.1f} turns; the first player wins {first:.1f} %; wins by order: {verdict}"


_HEADS = ("players", "policy", "turns", "±", "95 %", "unfinished", "first wins", "seats p")


def list_sweep(played: Sequence[tuple["SweepVariant", Sequence["Result"]]], measures: Sequence[str]) -> Iterator[str]:
    """Yield a table with a row for each variant, number of players and policy; `measures` are further columns."""
    keys = list(played[0][0].values)
    rows = [
        [*variant.values.values(), *_list_cells(result.summary, measures)]
        for variant, results in played
        for result in results
    ]
    yield ""
    yield from align_columns([[*keys, *_HEADS, *measures], *rows], slice(None))


def _list_cells(shown: Mapping[str, Any], measures: Sequence[str]) -> Iterator[str]:
    turns = shown["turns"]
    yield str(shown["players"])
    yield shown["policy"]
    yield f"{turns['mean']:.1f}"
    yield f"{format_error(turns['se'])}"
    yield str(turns["p95"])
    yield str(shown["unfinished"])
    yield f"{100 * shown['wins_by_order'][0]:.1f} %"
    yield f"{shown['fair']['seat']['p']:.2g}"
    for name in measures:
        yield f"{shown['measures'][name]['mean']:.4g}"
