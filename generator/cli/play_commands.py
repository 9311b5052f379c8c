"""The command `playtest`: play a game many times, and print what the games came to."""

import os
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from generator.cli.parameters import NumberRange, WholeNumber, add_choice_option, complete_games
from generator.cli.running import ReportingCommand
from generator.cli.terminal import print_json, print_lines, show_passing

if TYPE_CHECKING:
    from generator.pipeline.playtest.runs import Playtest, PlaytestOptions


@click.command(cls=ReportingCommand)
@click.argument("game", required=False, metavar="[GAME|FOLDER]", shell_complete=complete_games)
@click.option(
    "--players",
    multiple=True,
    type=WholeNumber(1),
    metavar="N",
    help="Number of players; repeatable.  [default: all]",
)
@click.option(
    "--policy",
    "policies",
    multiple=True,
    metavar="NAME",
    help="How everyone plays: random, greedy, seek, search, search:200; repeatable.  [default: random and greedy]",
)
@click.option(
    "--games",
    type=WholeNumber(1, 10_000_000),
    default=400,
    show_default=True,
    help="Games for each number of players and policy.",
)
@click.option("--seed", type=WholeNumber(0), default=1, show_default=True, help="Seed of the random numbers.")
@click.option(
    "--until",
    type=NumberRange(0.0005, 1),
    metavar="SHARE",
    help="Keep playing until lengths and shares of wins are known this closely, such as 0.02.",
)
@click.option("--limit", type=WholeNumber(1), metavar="TURNS", help="Give up a game after this many turns.")
@click.option(
    "--workers",
    type=WholeNumber(1, 256),
    default=None,
    show_default="as many as there are cores",
    help="Processes that share the games; results stay the same.",
)
@click.option(
    "--cluster",
    metavar="ADDRESS",
    default="",
    help="Share the games among the workers of a Dask scheduler instead, such as tcp://10.0.0.1:8786.",
)
@click.option(
    "--engine",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Python file with your own engine. It is run, so read it first if it is not yours.",
)
@click.option(
    "--set", "settings", multiple=True, metavar="PART.KEY=VALUE", help="Change a value of a part; repeatable."
)
@click.option(
    "--sweep",
    multiple=True,
    metavar="PART.KEY=VALUE,VALUE",
    help="Play with each of these values and compare; repeat it to play all combinations.",
)
@click.option(
    "--measure",
    "measures",
    multiple=True,
    metavar="NAME",
    help="Column to add with --sweep, such as 'captures'; repeatable.",
)
@click.option(
    "--report",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Write a web page with plots and two games step by step, or the game of --replay: .html.",
)
@click.option(
    "--record", is_flag=True, help="Write the results to playtests.json in the game's folder, where claims find them."
)
@click.option("--replay", type=WholeNumber(0), metavar="NUMBER", help="Print the moves of one game instead.")
@add_choice_option("--format", ["text", "json"], "Print tables or JSON.", "format_")
def playtest(
    game: str | None,
    format_: str,
    replay: int | None,
    record: bool,
    report: Path | None,
    workers: int | None,
    measures: tuple[str, ...],
    **chosen: Any,
) -> None:
    """Let the computer play a game, and show the results.

    It plays by the data, and tells how long games last, how they end and who wins.

    Without a name, the game in the current folder is used.
    """
    from generator.pipeline.playtest.runs import PlaytestOptions
    from generator.program.parallel import count_cores

    options = PlaytestOptions(workers=workers or count_cores(), **chosen)
    given: dict[str, object] = {"--record": record, "--replay": replay is not None, "--report": report}
    given |= {"--measure": measures, "--workers": workers}

    _refuse_combinations(options, [name for name, value in given.items() if value])
    if options.sweep:
        _run_sweep(game, options, format_, measures)
    else:
        _run_playtest(game, options, replay, format_, record, report=report)


def _refuse_combinations(options: "PlaytestOptions", given: Sequence[str]) -> None:
    """Refuse options that would be ignored beside others."""
    from generator.model.finding import Place, refuse

    if options.cluster and "--workers" in given:
        raise refuse("GF001", Place("--workers"), "it has no effect with --cluster; leave one of them out")
    for name in ("--record", "--replay", "--report"):
        if options.sweep and name in given:
            says = f"it cannot be used with --sweep; choose one variant with --set instead, and give {name} with that"
            raise refuse("GF001", Place(name), says)
    if "--measure" in given and not options.sweep:
        raise refuse("GF001", Place("--measure"), "it is a column of the table of --sweep; give that too")


def _run_playtest(
    name: str | None, options: "PlaytestOptions", replay: int | None, form: str, record: bool, report: Path | None
) -> None:
    from generator.cli.play_tables import list_answers, list_comparison, list_result
    from generator.pipeline.playtest.runs import (
        compose_document,
        open_sharing,
        play_tables,
        prepare_playtest,
        record_results,
    )

    playtest = prepare_playtest(_find_folder(name), options)
    if replay is not None:
        _print_replay(playtest, options, replay, report)
        return
    results = []
    if form == "text":
        print_lines([f"{playtest.game.data.title} {playtest.game.data.version}, seed {options.seed}"])
    with open_sharing(options) as sharing:
        for result in play_tables(playtest, options, sharing, _show_progress):
            results.append(result)
            show_passing("")
    document = compose_document(playtest, options, results)
    if form == "text":
        print_lines(list_answers(document["results"]))
        for result in results:
            print_lines(list_result(result))
        print_lines(list_comparison(document.get("policies", ())))
    else:
        print_json(document)
    if report:
        from generator.pipeline.playtest.report import write_report

        report.write_text(write_report(playtest, options.seed, results), encoding="utf-8")
        print_lines([f"wrote {report}"], err=form == "json")
    if record:
        path = record_results(playtest, options, results)
        print_lines([f"wrote {path}"], err=form == "json")


def _print_replay(playtest: "Playtest", options: "PlaytestOptions", number: int, report: Path | None) -> None:
    """Print the moves of one game, and write its page if one is asked for."""
    from generator.pipeline.playtest.runs import replay_game

    if report:
        from generator.pipeline.playtest.report import write_replay

        report.write_text(write_replay(playtest, number), encoding="utf-8")
        print_lines([f"wrote {report}"])
    for line in replay_game(playtest, options, number):
        print_lines([line])


def _run_sweep(name: str | None, options: "PlaytestOptions", form: str, measures: Sequence[str]) -> None:
    from generator.cli.play_tables import list_sweep
    from generator.pipeline.playtest.runs import open_sharing
    from generator.pipeline.playtest.sweep import compose_sweep, play_variants, prepare_variants, require_measures

    variants = prepare_variants(_find_folder(name), options)
    if form == "text":
        game = variants[0].playtest.game.data
        print_lines([f"{game.title} {game.version}, seed {options.seed}: {len(variants)} variants"])
    played = []
    with open_sharing(options) as sharing:
        for each in play_variants(variants, options, sharing, _show_progress):
            require_measures(each[1], measures)
            played.append(each)
    show_passing("")
    if form == "text":
        print_lines(list_sweep(played, measures))
    else:
        print_json(compose_sweep(played, options))


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
