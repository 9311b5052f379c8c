"""The command `playtest`: play a game many times, and print what the games came to."""

import os
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from generator.cli.running import run_command
from generator.cli.terminal import print_document, print_lines, show_passing

if TYPE_CHECKING:
    from generator.pipeline.playtest import PlaytestOptions, Result


def _count_cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@click.command()
@click.argument("game", required=False, metavar="[GAME|FOLDER]")
@click.option(
    "--players", multiple=True, type=click.IntRange(1), metavar="N", help="Players; repeatable.  [default: all]"
)
@click.option(
    "--policy",
    "policies",
    multiple=True,
    metavar="NAME",
    help="How all play: random, greedy, seek, search, search:200; repeatable.  [default: random and greedy]",
)
@click.option(
    "--games", type=click.IntRange(1, 10_000_000), default=400, show_default=True, help="Games for each table."
)
@click.option("--seed", type=click.IntRange(0), default=1, show_default=True, help="Seed of all chance.")
@click.option(
    "--until",
    type=click.FloatRange(0.0005, 1, min_open=False),
    metavar="SHARE",
    help="Play on until lengths and shares of wins are known to within this, such as 0.02.",
)
@click.option("--limit", type=click.IntRange(1), metavar="TURNS", help="Give a game up after so many turns.")
@click.option(
    "--workers",
    type=click.IntRange(1, 256),
    default=None,
    show_default="as many as there are cores",
    help="Processes that share the games; the numbers are the same.",
)
@click.option(
    "--engine",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Python file with an engine of your own. It is run, so read it first if it is not yours.",
)
@click.option(
    "--set", "settings", multiple=True, metavar="PART.KEY=VALUE", help="Change a value of a part; repeatable."
)
@click.option(
    "--report",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Write a page with plots and two games, step by step: .html.",
)
@click.option(
    "--record", is_flag=True, help="Write the results to playtests.json in the game's folder, for its claims."
)
@click.option("--replay", type=click.IntRange(0), metavar="NUMBER", help="Print the moves of one game instead.")
@click.option(
    "--format",
    "format_",
    type=click.Choice(["text", "json"]),
    default="text",
    show_default=True,
    help="Tables for people, or JSON.",
)
def playtest(
    game: str | None,
    format_: str,
    replay: int | None,
    record: bool,
    report: Path | None,
    workers: int | None,
    **chosen: Any,
) -> None:
    """Let the computer play a game by its data, and show lengths, endings, and who wins.

    Without a name: the game in the current folder.
    """
    from generator.pipeline.playtest import PlaytestOptions

    options = PlaytestOptions(workers=workers or _count_cores(), **chosen)
    run_command(lambda: _run_playtest(game, options, replay, format_, record, report))


def _run_playtest(
    name: str | None, options: "PlaytestOptions", replay: int | None, form: str, record: bool, report: Path | None
) -> bool:
    from generator.pipeline.playtest import compose_document, play_tables, prepare_playtest, record_results, replay_game

    playtest = prepare_playtest(_find_folder(name), options)
    if replay is not None:
        for line in replay_game(playtest, options, replay):
            print_lines([line])
        return True
    results = []
    if form == "text":
        print_lines([f"{playtest.game.data.title} {playtest.game.data.version}, seed {options.seed}"])
    for result in play_tables(playtest, options, _show_progress):
        results.append(result)
        if form == "text":
            print_lines(_list_result(result))
    if form == "json":
        import json

        print_document(json.dumps(compose_document(playtest, options, results), indent=2, ensure_ascii=False))
    if report:
        from generator.pipeline.playtest_report import write_report

        report.write_text(write_report(playtest, options.seed, results), encoding="utf-8")
        print_lines([f"wrote {report}"], err=form == "json")
    if record:
        path = record_results(playtest, options, results)
        print_lines([f"wrote {path}"], err=form == "json")
    return True


def _find_folder(name: str | None) -> Path:
    from generator.model.finding import Place, refuse
    from generator.pipeline.resources import find_game_folders

    if name is None and not os.path.lexists("game.yaml"):
        raise refuse("GF001", Place("playtest"), "name one game: gutterfold playtest pharaoh")
    return find_game_folders([name] if name is not None else [])[0]


def _show_progress(played: int, of: int) -> None:
    """Show on a terminal how many games were played."""
    done = 30 * played // max(1, of)
    show_passing(f"[{'#' * done}{'.' * (30 - done)}] {played:,} of {of:,} games")


def _list_result(result: "Result") -> Iterator[str]:
    """Yield the lines on one table."""
    shown = result.summary
    show_passing("")
    yield ""
    yield f"{shown['players']} players, {shown['policy']}: {shown['games']:,} games"
    turns = shown["turns"]
    yield (
        f"  length     {turns['mean']:.1f} turns (± {turns['se']:.2g}), median {turns['median']:g}, "
        f"95 % within {turns['p95']}, longest {turns['max']}"
    )
    yield f"  endings    {_join_counts(shown['endings'], shown['games'])}"
    yield f"  by order   {_join_shares(_number(shown['wins_by_order']), shown['fair']['order'])}"
    if "wins_by_side" in shown:
        yield f"  by side    {_join_shares(shown['wins_by_side'], shown['fair']['seat'])}"
    else:
        yield f"  by seat    {_join_shares(shown['wins_by_seat'], shown['fair']['seat'])}"
    if shown["draws"]:
        yield f"  draws      {100 * shown['draws']:.1f} %"
    for name, values in shown["measures"].items():
        yield f"  {name}: {values['mean']:.4g} a game (± {values['se']:.2g}), {values['min']} to {values['max']}"
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


def _join_counts(counts: Mapping[str, int], games: int) -> str:
    return ", ".join(f"{name} {100 * count / games:.1f} %" for name, count in counts.items())


def _join_shares(shares: Mapping[str, float], test: Mapping[str, Any]) -> str:
    listed = ", ".join(f"{name} {100 * share:.1f} %" for name, share in shares.items())
    verdict = "may be chance" if test["fair"] else "not chance"
    return f"{listed}; p = {test['p']:.2g}, {verdict}"
