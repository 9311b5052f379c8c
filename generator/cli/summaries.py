"""Run a command on each game and print what it did, as lines and tables for people."""

import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self, get_args

import click
from msgspec.structs import replace

from generator.language.plurals import count_noun
from generator.model.finding import DataError, Finding, Level, describe_disk_error
from generator.model.game import Part
from generator.pipeline import build as pipeline
from generator.pipeline.build import BuildResult
from generator.pipeline.options import Options
from generator.pipeline.resources import find_game_folders

if TYPE_CHECKING:
    from generator.cli.diagnostics import GameReport
    from generator.cli.explain import CodeFilter
    from generator.pipeline.verification import CheckResult


class ProgressBar:
    """A progress bar on a terminal if the work takes over a second; a plain line anywhere else."""

    def __init__(self, label: str, quiet: bool) -> None:
        self._label = label
        self._shown = not quiet and sys.stderr.isatty()
        if not quiet and not self._shown:
            click.echo(f"building {label.strip()} ...", err=True)
        self._start = time.monotonic()
        self._bar: Any = None
        self._done = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._bar is not None:
            self._bar.__exit__(kind, error, trace)

    def advance(self, done: int, of: int) -> None:
        """Show how many pages are done."""
        if not self._shown or time.monotonic() - self._start < 1:
            return
        if self._bar is None:
            self._bar = click.progressbar(length=of, label=self._label, file=sys.stderr)
            self._bar.__enter__()
        self._bar.update(done - self._done)
        self._done = done


def build_games(
    games: Sequence[str], options: Options, quiet: bool, make: Callable[..., BuildResult] = pipeline.build_kit
) -> bool:
    """Build each game and print a table of the files; return whether all succeeded.

    One failure does not stop the others. `make` builds one game: all of it, or only its rules.
    """
    built: list[BuildResult] = []
    succeeded = True
    for folder in find_game_folders(games):
        try:
            with ProgressBar(f"{folder.resolve().name:12}", quiet) as bar:
                built.append(make(folder, options, bar.advance))
        except DataError as error:
            _print_findings((f for f in error.findings if f.level != "note"), quiet)
            succeeded = False
        except BrokenPipeError:
            raise
        except OSError as error:
            _print_findings([describe_disk_error(error)])
            succeeded = False
    for each in built:
        _print_findings(f for f in each.checked.findings if f.level != "note" and not quiet)
    if not quiet and built:
        click.echo(format_file_table(built))
        for each in built:
            click.echo(f"{each.game.data.title}: {each.checked.summary}")
            if each.removed:
                click.echo(f"{each.game.data.title}: removed from the last build: {_abbreviate(each.removed)}")
    return succeeded


def build_booklets(games: Sequence[str], options: Options, quiet: bool) -> bool:
    """Build only the rules of each game."""
    return build_games(games, options, quiet, pipeline.build_booklet)


def _abbreviate(names: Sequence[str]) -> str:
    return ", ".join(names) if len(names) < 5 else f"{', '.join(names[:3])} and {len(names) - 3} more"


def _print_findings(findings: Iterable[Finding], plain: bool = False) -> None:
    if some := tuple(findings):
        from generator.cli.diagnostics import print_findings  # most builds have no findings

        print_findings(some, plain)


def format_file_table(built: Sequence[BuildResult]) -> str:
    """Return a table of the files that were written; the files in a folder of a kit share one row."""
    rows = [("game", "file", "what", "size"), *(row for each in built for row in _list_files(each))]
    widths = [max(len(row[column]) for row in rows) for column in range(4)]
    return "\n".join(
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows
    )


def _list_files(built: BuildResult) -> Iterator[tuple[str, str, str, str]]:
    """Yield a row for each file, and one for all files of a folder, such as the SVG sheets."""
    title = built.game.data.title
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


def _describe_file(each: BuildResult, path: str) -> str:
    name = path.removeprefix(f"{each.game.id}-")
    if name.startswith("rules"):
        return _describe_rules(path)
    if name == "certificate.txt":
        return "what was verified"
    return f"{count_noun(each.sheets, 'sheet')}, {count_noun(each.pieces, 'piece')}"


def _describe_rules(path: str) -> str:
    if path.endswith(".html"):
        return "rules, to read on a screen"
    return "rules, to fold and staple" if "-booklet-" in path else "rules, page by page"


def _format_size(count: int) -> str:
    return f"{count / 1024:.0f} kB" if count < 1024 * 1024 else f"{count / 1024 / 1024:.1f} MB"


def check_games(games: Sequence[str], options: Options, choice: "CodeFilter", format_: str = "text") -> bool:
    """Check each game and print what was verified; return whether no chosen finding is an error or a trap.

    Whatever keeps a game from being checked at all is reported and counts, chosen or not. `format_` is `text` or one of
    `machine_formats.FORMATS`, which prints one document and nothing else.
    """
    kept: list[GameReport] = []
    hidden: list[Finding] = []
    succeeded = True
    for each in _check_each(games, options, choice):
        hidden += each.hidden
        succeeded = succeeded and not any(finding.is_blocking for finding in each.findings)
        if format_ == "text":
            _print_report(each)
        else:
            kept.append(each)
    if format_ == "text" and hidden:
        click.echo(_count_hidden(hidden, choice))
    if format_ != "text":
        from generator.cli.machine_formats import FORMATS

        if text := FORMATS[format_](kept):
            click.echo(text.encode("utf-8", "backslashreplace"))  # UTF-8 whatever the encoding of the terminal
    return succeeded


def _count_hidden(hidden: Sequence[Finding], choice: "CodeFilter") -> str:
    """Return how many findings of each level are left out, and by which options."""
    levels = [each.level for each in hidden]
    counts = ", ".join(count_noun(levels.count(level), level) for level in get_args(Level) if level in levels)
    by = ", ".join(name for name, given in (("--select", choice.select), ("--ignore", choice.ignore)) if given)
    return f"not shown: {counts} ({by})"


def _check_each(games: Sequence[str], options: Options, choice: "CodeFilter") -> "Iterator[GameReport]":
    from generator.cli.diagnostics import GameReport

    try:
        found = find_game_folders(games)
    except DataError as error:
        yield GameReport("", error.findings)
        return
    for folder in found:
        game = folder.resolve().name
        try:
            checked = pipeline.check_kit(folder, options)
            waived = tuple(each for each in checked.waived if choice.includes(each.finding.code))
            hidden = tuple(each for each in checked.findings if not choice.includes(each.code))
            yield GameReport(game, choice.apply(checked.findings), replace(checked, waived=waived), hidden)
        except DataError as error:
            yield GameReport(game, error.findings)
        except BrokenPipeError:
            raise
        except OSError as error:
            yield GameReport(game, (describe_disk_error(error),))


def _print_report(report: "GameReport") -> None:
    _print_findings(report.findings)
    if report.checked is None:
        return
    game = report.checked.game
    click.echo(f"{game.id}: {report.checked.summary}")
    for line in _format_counts(report.checked):
        click.echo(f"  {line}")
    for line in report.checked.lines:
        click.echo(f"  {line}")
    for waived in report.checked.waived:
        finding = waived.finding
        click.echo(f"  waived: {finding.code} at {finding.place}: {finding.message} ({waived.reason})")
    for each in game.data.unchecked:
        click.echo(f"  not yet checked: {each.id}  {each.says}: {each.why}")


def _format_counts(checked: "CheckResult") -> Iterator[str]:
    """Yield a line for each part with its three counts; `-` if nothing claims it or nothing was read back."""
    formats = list(dict.fromkeys(name for each in checked.counts for name in each.printed))
    rows = [["", "rules", "data", *formats, ""]]
    for each in checked.counts:
        claimed = "/".join(map(str, dict(each.claimed))) or "-"
        printed = [str(each.printed.get(name, "-")) for name in formats]
        rows.append([each.title, claimed, str(each.declared), *printed, each.verdict])
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for title, *numbers, end in rows:
        cells = "  ".join(cell.rjust(width) for cell, width in zip(numbers, widths[1:], strict=False))
        yield f"{title.ljust(widths[0])}  {cells}  {end}".rstrip()


def list_games(games: Sequence[str]) -> bool:
    """Print each game and its parts."""
    for folder in find_game_folders(games):
        game, parts = pipeline.load_game(folder, Options())
        low, high = game.data.players
        players = count_noun(high, "player") if low == high else f"{low} to {high} players"
        click.echo(f"{game.id}  {game.data.title} {game.data.version}, {players}")
        rows = [(part.id, part.kind, _describe_size(part)) for part in parts]
        wide, kind, size = (max(map(len, column)) for column in zip(*rows, strict=True))
        for part, row in zip(parts, rows, strict=True):
            columns = f"{row[0].ljust(wide)}  {part.count:4} x {row[1].ljust(kind)}  {row[2].ljust(size)}"
            click.echo(f"  {columns}  {part.title}")
    return True


def _describe_size(part: Part) -> str:
    """Return the size of a part's first piece, and how many other sizes there are."""
    outlines = list(dict.fromkeys(map(part.trim_of, part.designs)))
    more = f" and {count_noun(len(outlines) - 1, 'other')}" if len(outlines) > 1 else ""
    return f"{round(outlines[0].width, 1):g} x {round(outlines[0].height, 1):g} mm{more}"
