"""What was built and verified goes in, lines and tables for people come out."""

import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self, get_args

import click
from msgspec.structs import replace

from generator.language.plurals import many
from generator.model.finding import DataError, Finding, Level, disk_fault
from generator.model.game import Part
from generator.pipeline import build as pipeline
from generator.pipeline.build import Built
from generator.pipeline.options import Options
from generator.pipeline.resources import folders

if TYPE_CHECKING:
    from generator.cli.diagnostics import Told
    from generator.cli.explain import Choice
    from generator.pipeline.verification import Checked


class Bar:
    """A progress bar on a terminal, for work that takes over a second; a plain line anywhere else."""

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

    def step(self, done: int, of: int) -> None:
        """Note how many pages are done."""
        if not self._shown or time.monotonic() - self._start < 1:
            return
        if self._bar is None:
            self._bar = click.progressbar(length=of, label=self._label, file=sys.stderr)
            self._bar.__enter__()
        self._bar.update(done - self._done)
        self._done = done


def build_all(games: Sequence[str], options: Options, quiet: bool, make: Callable[..., Built] = pipeline.build) -> bool:
    """Build each game and end with a table; return whether all went well. One that fails does not keep the others.

    `make` is what is done with each: to build all of it, or its rules alone.
    """
    built: list[Built] = []
    good = True
    for folder in folders(games):
        try:
            with Bar(f"{folder.resolve().name:12}", quiet) as bar:
                built.append(make(folder, options, bar.step))
        except DataError as error:
            _complain(error.findings, quiet)
            good = False
        except BrokenPipeError:
            raise
        except OSError as error:
            _complain([disk_fault(error)])
            good = False
    for each in built:
        _complain(f for f in each.checked.findings if f.level != "note" and not quiet)
    if not quiet and built:
        click.echo(table(built))
        for each in built:
            click.echo(f"{each.game.data.title}: {each.checked.summary}")
            if each.removed:
                click.echo(f"{each.game.data.title}: removed from the last build: {_few(each.removed)}")
    return good


def booklet_all(games: Sequence[str], options: Options, quiet: bool) -> bool:
    """Make the rules of each game alone; otherwise the same."""
    return build_all(games, options, quiet, pipeline.booklet)


def _few(names: Sequence[str]) -> str:
    return ", ".join(names) if len(names) < 5 else f"{', '.join(names[:3])} and {len(names) - 3} more"


def _complain(findings: Iterable[Finding], plain: bool = False) -> None:
    if some := tuple(findings):
        from generator.cli.diagnostics import complain  # most builds have nothing to say

        complain(some, plain)


def table(built: Sequence[Built]) -> str:
    """Return a table of the files that were written, one line each; the files in a folder of a kit are one line."""
    rows = [("game", "file", "what", "size")]
    for each in built:
        folders: dict[str, list[int]] = {}
        for file in each.files:
            folder, slash, _ = file.path.partition("/")
            if slash:
                folders.setdefault(folder, []).append(file.bytes)
            else:
                rows.append(
                    (each.game.data.title, str(each.folder / file.path), _what(each, file.path), _size(file.bytes))
                )
        for folder, sizes in folders.items():
            sheets = many(len(sizes), f"{folder.upper()} sheet")
            rows.append((each.game.data.title, f"{each.folder / folder}/", sheets, _size(sum(sizes))))
        rows.append((each.game.data.title, str(each.folder / "manifest.json"), "every file and place", ""))
    widths = [max(len(row[column]) for row in rows) for column in range(4)]
    return "\n".join(
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows
    )


def _what(each: Built, path: str) -> str:
    name = path.removeprefix(f"{each.game.id}-")
    if name.startswith("rules"):
        return _rules(path)
    if name == "certificate.txt":
        return "what was verified"
    return f"{many(each.sheets, 'sheet')}, {many(each.pieces, 'piece')}"


def _rules(path: str) -> str:
    if path.endswith(".html"):
        return "rules, to read on a screen"
    return "rules, to fold and staple" if "-booklet-" in path else "rules, page by page"


def _size(count: int) -> str:
    return f"{count / 1024:.0f} kB" if count < 1024 * 1024 else f"{count / 1024 / 1024:.1f} MB"


def check_all(games: Sequence[str], options: Options, choice: "Choice", format_: str = "text") -> bool:
    """Check each game and say what was verified; return whether nothing is wrong among the findings that are chosen.

    Whatever keeps a game from being checked at all is said and counts, chosen or not. `format_` is text, or the name
    of one of `generator.formats`: then one document is printed, and nothing else.
    """
    kept: list[Told] = []
    hidden: list[Finding] = []
    good = True
    for each in _told(games, options, choice):
        hidden += each.hidden
        good = good and not any(finding.grave for finding in each.findings)
        if format_ == "text":
            _say(each)
        else:
            kept.append(each)
    if format_ == "text" and hidden:
        click.echo(_not_shown(hidden, choice))
    if format_ != "text":
        from generator.cli.machine_formats import FORMATS

        if text := FORMATS[format_](kept):
            click.echo(text.encode("utf-8", "backslashreplace"))  # whatever the terminal's encoding is
    return good


def _not_shown(hidden: Sequence[Finding], choice: "Choice") -> str:
    """Return how many findings of which levels are left out, and by which options."""
    levels = [each.level for each in hidden]
    said = ", ".join(many(levels.count(level), level) for level in get_args(Level) if level in levels)
    by = ", ".join(name for name, given in (("--select", choice.select), ("--ignore", choice.ignore)) if given)
    return f"not shown: {said} ({by})"


def _told(games: Sequence[str], options: Options, choice: "Choice") -> "Iterator[Told]":
    from generator.cli.diagnostics import Told

    try:
        found = folders(games)
    except DataError as error:
        yield Told("", error.findings)
        return
    for folder in found:
        game = folder.resolve().name
        try:
            checked = pipeline.check(folder, options)
            waived = tuple(each for each in checked.waived if choice.takes(each.finding.code))
            hidden = tuple(each for each in checked.findings if not choice.takes(each.code))
            yield Told(game, choice.of(checked.findings), replace(checked, waived=waived), hidden)
        except DataError as error:
            yield Told(game, error.findings)
        except BrokenPipeError:
            raise
        except OSError as error:
            yield Told(game, (disk_fault(error),))


def _say(told: "Told") -> None:
    _complain(told.findings)
    if told.checked is None:
        return
    game = told.checked.game
    click.echo(f"{game.id}: {told.checked.summary}")
    for line in _counts(told.checked):
        click.echo(f"  {line}")
    for line in told.checked.lines:
        click.echo(f"  {line}")
    for waived in told.checked.waived:
        finding = waived.finding
        click.echo(f"  waived: {finding.code} at {finding.place}: {finding.message} ({waived.reason})")
    for each in game.data.unchecked:
        click.echo(f"  not yet checked: {each.id}  {each.says}: {each.why}")


def _counts(checked: "Checked") -> Iterator[str]:
    """Yield the three counts of each part, a line a part, `-` where nobody says a number or nothing was read back."""
    formats = list(dict.fromkeys(name for each in checked.counts for name in each.printed))
    rows = [["", "rules", "data", *formats, ""]]
    for each in checked.counts:
        said = "/".join(map(str, dict(each.claimed))) or "-"
        printed = [str(each.printed.get(name, "-")) for name in formats]
        rows.append([each.title, said, str(each.declared), *printed, each.verdict])
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for title, *numbers, end in rows:
        cells = "  ".join(cell.rjust(width) for cell, width in zip(numbers, widths[1:], strict=False))
        yield f"{title.ljust(widths[0])}  {cells}  {end}".rstrip()


def list_all(games: Sequence[str]) -> bool:
    """Show each game and its parts."""
    for folder in folders(games):
        game, parts = pipeline.load(folder, Options())
        low, high = game.data.players
        players = many(high, "player") if low == high else f"{low} to {high} players"
        click.echo(f"{game.id}  {game.data.title} {game.data.version}, {players}")
        rows = [(part.id, part.kind, _trim(part)) for part in parts]
        wide, kind, size = (max(map(len, column)) for column in zip(*rows, strict=True))
        for part, row in zip(parts, rows, strict=True):
            says = f"{row[0].ljust(wide)}  {part.count:4} x {row[1].ljust(kind)}  {row[2].ljust(size)}"
            click.echo(f"  {says}  {part.title}")
    return True


def _trim(part: Part) -> str:
    """Return the size of a part's pieces, of the first and how many others there are."""
    outlines = list(dict.fromkeys(map(part.trim, part.designs)))
    more = f" and {many(len(outlines) - 1, 'other')}" if len(outlines) > 1 else ""
    return f"{round(outlines[0].width, 1):g} x {round(outlines[0].height, 1):g} mm{more}"
