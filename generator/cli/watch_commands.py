"""`gutterfold build --watch`: build games again whenever their files change, and print one line for each build."""

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from time import perf_counter

from generator.cli.studio_commands import explain_missing_package
from generator.cli.summaries import announce_wait, leave_out_notes, print_findings
from generator.cli.terminal import print_line
from generator.language.plurals import count_noun
from generator.model.finding import Finding
from generator.pipeline.build import BuildResult, build_kit
from generator.pipeline.games import GameFailure, run_each_game
from generator.pipeline.options import Options
from generator.pipeline.resources import find_game_folders
from generator.program.identity import find_resources


def watch_games(games: Sequence[str], options: Options, quiet: bool) -> bool:
    """Build each game, and again whenever one of its files changes, until a signal ends it.

    The last good kit of a game that is faulty stays. `quiet` prints findings alone.
    """
    with explain_missing_package("`build --watch`"):
        from generator.studio.watching import wait_for_changes
    folders = find_game_folders(games)
    templates = find_resources("templates")
    changes = wait_for_changes((*folders, templates), options.locate_output())
    next(changes)  # what changes during the first build is built after it
    _build_games(folders, options, quiet)
    if not quiet:
        names = ", ".join(folder.resolve().name for folder in folders)
        print_line(f"watching {names}; Ctrl-C ends it")
    for changed in changes:
        _build_games(list(_find_changed(folders, changed)), options, quiet)
    return True


def _find_changed(folders: Iterable[Path], changed: Sequence[Path]) -> Iterator[Path]:
    """Yield the games that have a changed file, or use one outside all games."""
    homes = {folder: folder.resolve() for folder in folders}
    shared = [path for path in changed if not any(path.is_relative_to(home) for home in homes.values())]
    for folder, home in homes.items():
        if shared or any(path.is_relative_to(home) for path in changed):
            yield folder


def _build_games(folders: Sequence[Path], options: Options, quiet: bool) -> None:
    began = perf_counter()
    for folder, outcome in run_each_game(folders, options, lambda each, asked: _build_game(each, asked, quiet)):
        findings = outcome.findings if isinstance(outcome, GameFailure) else outcome.checked.findings
        told = leave_out_notes(findings)
        print_findings(told if isinstance(outcome, GameFailure) or not quiet else ())
        if not quiet:
            print_line(f"{folder.resolve().name}: {_describe(outcome, told)} ({perf_counter() - began:.1f} s)")


def _build_game(folder: Path, options: Options, quiet: bool) -> BuildResult:
    return build_kit(folder, options, waiting=lambda kit: announce_wait(kit, quiet))


def _describe(outcome: BuildResult | GameFailure, told: Sequence[Finding]) -> str:
    count = count_noun(len(told), "finding") if told else "nothing is wrong"
    if isinstance(outcome, GameFailure):
        return f"not built, {count}; the last good kit stays"
    return f"{count_noun(outcome.sheets, 'sheet')}, {count_noun(outcome.pieces, 'piece')}, {count}"
