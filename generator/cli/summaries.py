"""Run a command on each game and print what it did, as lines and tables for people."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, TypeVar, get_args

from msgspec.structs import replace

from generator.cli.terminal import ProgressBar, align_columns, print_document, print_line, print_lines
from generator.language.direction import is_right_to_left
from generator.language.expressions import list_briefly
from generator.language.plurals import count_noun
from generator.model.finding import DataError, Finding, Level
from generator.pipeline.each_game import GameFailure, run_each_game
from generator.pipeline.options import Options
from generator.pipeline.resources import find_game_folders
from generator.pipeline.unchanged import BuildReport, leave_out_notes, report_build
from generator.program.identity import find_resources
from generator.safety.log_lines import escape_line

if TYPE_CHECKING:
    from generator.cli.diagnostics import GameReport
    from generator.cli.explain import CodeFilter
    from generator.model.coverage import Coverage, UnclaimedWord
    from generator.pipeline.build import BuildResult
    from generator.pipeline.checking.verification import CheckResult

_T = TypeVar("_T")
Retelling = Callable[[Sequence[Finding]], Sequence[Finding]]
_WHOLE_IS_GONE = (
    "this kit has only the parts that you named, and replaces the whole one; to"
    " keep both, give one of them a different --out"
)
_IS_KEPT = "nothing has changed since this kit was built, so it stays; --fresh builds it anew"


def build_games(
    games: Sequence[str],
    options: Options,
    quiet: bool,
    make: "Callable[..., BuildResult | BuildReport]",
    retell: Retelling | None = None,
) -> bool:
    """Build each game and print a table of the files; return whether all succeeded.

    One failure does not stop the others. `make` builds one game: all of it, or only its rules. `retell` says findings
    of a game that is not kept in terms of what it was made of.
    """
    outcomes = list(make_each_game(games, options, quiet, make, retell=retell))
    built = [each if isinstance(each, BuildReport) else report_build(each) for each in outcomes if each is not None]
    for each in built:
        found = each.findings
        print_findings(() if quiet else retell(found) if retell else leave_out_notes(found))
    if not quiet and built:
        print_lines(format_file_table(built))
        for each in built:
            print_line(f"{each.title}: {each.summary}")
            if each.ink:
                print_line(f"{each.title}: {each.ink}")
            if retell is None:
                typed = next((name for name in games if Path(name).resolve().name == each.game), each.game)
                check = f"`gutterfold check {typed}`"
                print_line(f"{each.title}: {check} also looks at every page, row and translation")
            if each.replaced_whole:
                print_line(f"{each.title}: {_WHOLE_IS_GONE}")
            if each.removed:
                names = list_briefly(each.removed, 3 if len(each.removed) > 4 else 4)
                print_line(f"{each.title}: removed from the last build: {names}")
            if each.is_kept:
                print_line(f"{each.title}: {_IS_KEPT}")
    return len(built) == len(outcomes)


def make_each_game(
    games: Sequence[str],
    options: Options,
    quiet: bool,
    make: Callable[..., _T],
    doing: str = "building",
    retell: Retelling | None = None,
) -> Iterator[_T | None]:
    """Yield what is made of each game, shown on a progress bar; None, once it is told why, if it cannot be made."""
    folders = find_game_folders(games)

    def make_game(folder: Path, options: Options) -> _T:
        with ProgressBar(folder.resolve().name, quiet, len(folders) == 1, doing) as bar:
            return make(folder, options, progress=bar.advance, waiting=partial(announce_wait, quiet=quiet))

    for folder, outcome in run_each_game(folders, options, make_game):
        if isinstance(outcome, GameFailure):
            found = outcome.findings
            print_findings(retell(found) if retell else leave_out_notes(found), quiet)
            if retell is None and not quiet and not all(each.place.file.startswith("--") for each in found):
                print_line(f"{folder.resolve().name}: nothing was written", err=True)
            yield None
        else:
            yield outcome


def announce_wait(kit: Path, quiet: bool = False) -> None:
    """Say that another process works on the kit."""
    if not quiet:
        print_line(f"another gutterfold is building {kit}; waiting for it", err=True)


def print_findings(findings: Iterable[Finding], plain: bool = False) -> None:
    """Print findings; `plain` leaves out the lines of the files."""
    if some := tuple(findings):
        from generator.cli.diagnostics import print_findings as show_findings  # most builds have no findings

        show_findings(some, plain)


def format_file_table(built: Sequence[BuildReport]) -> Iterator[str]:
    """Return the lines of a table of the files that were written; the files in a folder of a kit share one row."""
    return align_columns([("game", "file", "what", "size"), *(row for each in built for row in _list_files(each))])


def _list_files(built: BuildReport) -> Iterator[tuple[str, str, str, str]]:
    """Yield a row for each file, and one for all files of a folder, such as the SVG sheets."""
    title = built.title
    folders: dict[str, list[int]] = {}
    for file in built.files:
        folder, slash, _ = file.path.partition("/")
        if slash:
            folders.setdefault(folder, []).append(file.bytes)
        else:
            what = _describe_file(built, file.path)
            yield title, str(built.folder / file.path), what, _format_size(file.bytes)
    for folder, sizes in folders.items():
        sheets = count_noun(len(sizes), f"{folder.upper()} sheet")
        yield title, f"{built.folder / folder}/", sheets, _format_size(sum(sizes))
    yield title, str(built.folder / "manifest.json"), "every file and place", ""


def _describe_file(each: BuildReport, path: str) -> str:
    name = path.removeprefix(f"{each.game}-")
    if name.startswith("rules"):
        return _describe_rules(name, each.language)
    if name == "certificate.txt":
        return "what was verified"
    return f"{count_noun(each.sheets, 'sheet')}, {count_noun(each.pieces, 'piece')}"


def _describe_rules(name: str, first: str) -> str:
    if name.endswith(".html"):
        return "rules, to read on a screen"
    rules, is_booklet, _ = name.partition("-booklet-")
    if not is_booklet:
        return "rules, page by page"
    tag = rules.removeprefix("rules").removeprefix("-") or first
    return f"rules, to fold and staple{' at the right' if is_right_to_left(tag) else ''}"


def _format_size(count: int) -> str:
    return f"{count / 1024:.0f} kB" if count < 1024 * 1024 else f"{count / 1024 / 1024:.1f} MB"


def check_games(
    games: Sequence[str], options: Options, choice: "CodeFilter", format_: str = "text", details: bool = False
) -> bool:
    """Check each game and print what was verified; return whether no chosen finding is an error or a trap.

    Whatever keeps a game from being checked at all is reported and counts, chosen or not. `format_` is `text` or one of
    `machine_formats.FORMATS`, which prints one document and nothing else. `details`: the facts that are not seen on the
    paper are listed.
    """
    kept: list[GameReport] = []
    hidden: list[Finding] = []
    succeeded = True
    for each in _check_each(games, options, choice):
        hidden += each.hidden
        succeeded = succeeded and not any(finding.is_blocking for finding in each.findings)
        if format_ == "text":
            _print_report(each, details)
        else:
            kept.append(each)
    if format_ == "text" and hidden:
        print_line(_count_hidden(hidden, choice))
    if format_ != "text":
        from generator.cli.machine_formats import FORMATS

        if text := FORMATS[format_](kept):
            print_document(text)
    return succeeded


def _count_hidden(hidden: Sequence[Finding], choice: "CodeFilter") -> str:
    """Return how many findings of each level are left out, and by which options."""
    levels = [each.level for each in hidden]
    counts = ", ".join(count_noun(levels.count(level), level) for level in get_args(Level) if level in levels)
    by = ", ".join(name for name, given in (("--select", choice.select), ("--ignore", choice.ignore)) if given)
    return f"not shown: {counts} ({by})"


def _check_each(games: Sequence[str], options: Options, choice: "CodeFilter") -> "Iterator[GameReport]":
    from generator.cli.diagnostics import GameReport
    from generator.pipeline.games import check_kit

    try:
        found = find_game_folders(games)
    except DataError as error:
        yield GameReport("", error.findings)
        return
    for folder, outcome in run_each_game(found, options, partial(check_kit, waiting=announce_wait)):
        game = folder.resolve().name
        if isinstance(outcome, GameFailure):
            yield GameReport(game, outcome.findings)
            continue
        waived = tuple(each for each in outcome.waived if choice.includes(each.finding.code))
        hidden = tuple(each for each in outcome.findings if not choice.includes(each.code))
        yield GameReport(game, choice.apply(outcome.findings), replace(outcome, waived=waived), hidden)


def _print_report(report: "GameReport", details: bool) -> None:
    print_findings(report.findings)
    if report.checked is None:
        return
    game = report.checked.game
    print_line(f"{game.id}: {report.checked.summary}")
    for line in _format_counts(report.checked):
        print_line(f"  {line}")
    for line in report.checked.lines:
        print_line(f"  {line}")
    if report.checked.coverage is not None:
        for line in _format_coverage(report.checked.coverage, details):
            print_line(f"  {line}")
    for waived in report.checked.waived:
        finding = waived.finding
        print_line(f"  waived: {finding.code} at {finding.place}: {finding.message} ({waived.reason})")
    for each in game.data.unchecked:
        print_line(f"  not yet checked: {each.id}  {each.says}: {each.why}")


def _format_counts(checked: "CheckResult") -> Iterator[str]:
    """Return a line for each part with its three counts; `-` if nothing claims it or nothing was read back."""
    formats = list(dict.fromkeys(name for each in checked.counts for name in each.printed))
    rows = [["", "rules", "data", *formats, ""]]
    for each in checked.counts:
        claimed = "/".join(map(str, dict(each.claimed))) or "-"
        printed = [str(each.printed.get(name, "-")) for name in formats]
        rows.append([each.title, claimed, str(each.declared), *printed, each.verdict])
    return align_columns(rows, slice(1, -1))


_LABELS = {"hidden": "hidden", "used": "used", "untried": "not tested"}
_REASONS = {
    "unseen": ", which is drawn but cannot be seen",
    "unused": ", which no template draws",
    "untried": ", of which no other value can be drawn",
}


def _format_coverage(coverage: "Coverage", details: bool) -> Iterator[str]:
    """Yield a line for each part with its facts, and the total; with `details`, its files and what is not seen."""
    fields = ("facts", "seen", "hidden", "used", "missing", "cells", "joins", "faces")
    rows = [["on the paper", *fields]]
    rows += [[each.title, *(str(getattr(each, name)) for name in fields)] for each in coverage.parts]
    rows.append(["total", *(str(coverage.total(name)) for name in fields)])
    yield from align_columns(rows, slice(1, None))
    yield coverage.describe()
    for file in coverage.files if details else ():
        yield f"{escape_line(file.file)}: {file.held} of {file.numbers} numbers held"
    yield from _format_unclaimed(coverage.words) if details else ()
    for part in coverage.parts if details else ():
        if part.designs > 1 and part.facts:
            names = escape_line(", ".join(part.witnesses))
            yield f"{escape_line(part.title)}: varied on {len(part.witnesses)} of {part.designs} designs: {names}"
        for each in part.rest:
            more = f" (and {each.stands_for - 1} more like it)" if each.stands_for > 1 else ""
            yield f"{each.place}: {_LABELS.get(each.why, 'missing')}: {each.what}{_REASONS.get(each.why, '')}{more}"


def _format_unclaimed(words: "Sequence[UnclaimedWord]") -> Iterator[str]:
    """Yield a line for each word that nothing checks, and one for the claim to write below the last of its sentence."""
    last = {each.claim: number for number, each in enumerate(words)}
    for number, each in enumerate(words):
        braces = f"; write {each.braces}" if each.braces else ""
        yield f"{each.place}: not checked: the {each.kind} {each.word!r}{braces}"
        if each.claim and last[each.claim] == number:
            yield escape_line(f"  - {each.claim}")


def watch_games(games: Sequence[str], options: Options, quiet: bool) -> bool:
    """Build each game, and again whenever one of its files changes, until a signal ends it.

    The last good kit of a game that is faulty stays. `quiet` prints findings alone.
    """
    from generator.cli.studio_commands import explain_missing_package

    with explain_missing_package("`build --watch`"):
        from generator.studio.watching import wait_for_changes
    folders = find_game_folders(games)
    templates = find_resources("templates")
    changes = wait_for_changes((*folders, templates), options.locate_output())
    next(changes)  # what changes during the first build is built after it
    _build_again(folders, options, quiet)
    if not quiet:
        names = ", ".join(folder.resolve().name for folder in folders)
        print_line(f"watching {names}; Ctrl-C ends it")
    for changed in changes:
        _build_again(list(_find_changed(folders, changed)), options, quiet)
    return True


def _find_changed(folders: Iterable[Path], changed: Sequence[Path]) -> Iterator[Path]:
    """Yield the games that have a changed file, or use one outside all games."""
    homes = {folder: folder.resolve() for folder in folders}
    shared = [path for path in changed if not any(path.is_relative_to(home) for home in homes.values())]
    for folder, home in homes.items():
        if shared or any(path.is_relative_to(home) for path in changed):
            yield folder


def _build_again(folders: Sequence[Path], options: Options, quiet: bool) -> None:
    from generator.pipeline.build import build_kit

    began, waiting = perf_counter(), partial(announce_wait, quiet=quiet)
    for folder, outcome in run_each_game(folders, options, partial(build_kit, waiting=waiting)):
        findings = outcome.findings if isinstance(outcome, GameFailure) else outcome.checked.findings
        told = leave_out_notes(findings)
        print_findings(told if isinstance(outcome, GameFailure) or not quiet else ())
        if not quiet:
            print_line(f"{folder.resolve().name}: {_describe_build(outcome, told)} ({perf_counter() - began:.1f} s)")


def _describe_build(outcome: "BuildResult | GameFailure", told: Sequence[Finding]) -> str:
    count = count_noun(len(told), "finding") if told else "nothing is wrong"
    if isinstance(outcome, GameFailure):
        return f"not built, {count}; the last good kit stays"
    return f"{count_noun(outcome.sheets, 'sheet')}, {count_noun(outcome.pieces, 'piece')}, {count}"
