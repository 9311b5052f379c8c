"""Options and arguments that several commands take, kinds of values beside those of click, and what completes them."""

import os
import re
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from importlib import import_module
from math import isnan, nan
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from generator.model.finding import DataError
from generator.model.paper import ALL_PAPERS, LEAST_PAPER, MOST_PAPER, find_paper
from generator.safety.log_lines import is_unicode

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

    from generator.pipeline.options import Options

_ADDRESS = re.compile(r"""(?:https?|file)://[^\s<>"\\\x00-\x20\x7f]{1,2000}""")
_SCHEMES = "https://", "http://", "file://"
_MODELS = {  # by their makers, as the option has them
    "silhouette": {"cameo", "portrait", "curio"},
    "cricut": {"explore", "maker", "joy"},
    "scanncut": {"sdx", "brother"},
}
_MANY = 1e12  # of larger numbers the digits are counted, or they are written with an exponent
Command = TypeVar("Command", bound=Callable[..., Any])


def complete_games(_context: click.Context, _parameter: click.Parameter, begun: str) -> "list[CompletionItem]":
    """Return the games that come with gutterfold, and the folders of the shell."""
    from click.shell_completion import CompletionItem

    from generator.pipeline.resources import list_bundled_games, list_near_games

    return [*_choose([*list_near_games(), *list_bundled_games()], begun), CompletionItem(begun, "dir")]


def complete_parts(context: click.Context, _parameter: click.Parameter, begun: str) -> "list[CompletionItem]":
    """Return the parts of the games that the command line names."""
    from generator.pipeline.resources import list_part_ids

    return _choose(dict.fromkeys(part for folder in _find_folders(context) for part in list_part_ids(folder)), begun)


def complete_settings(context: click.Context, parameter: click.Parameter, begun: str) -> "list[CompletionItem]":
    """Return the beginnings of settings: a part and a dot."""
    items = complete_parts(context, parameter, begun)
    for item in items:
        item.value += "."
    return items


def complete_palettes(context: click.Context, _parameter: click.Parameter, begun: str) -> "list[CompletionItem]":
    """Return the palettes that come with gutterfold, those of the games that are named, and files of the shell."""
    from click.shell_completion import CompletionItem

    from generator.pipeline.resources import list_palettes

    folders = _find_folders(context) or [Path()]
    found = dict.fromkeys(name for folder in folders for name in list_palettes(folder))
    return [*_choose(found, begun), CompletionItem(begun, "file")]


def complete_codes(_context: click.Context, _parameter: click.Parameter, begun: str) -> "list[CompletionItem]":
    """Return the codes of findings, with what each means."""
    from click.shell_completion import CompletionItem

    from generator.model.finding_codes import FINDING_CODES

    return [
        CompletionItem(code, help=known.title)
        for code, known in FINDING_CODES.items()
        if code.startswith(begun.upper())
    ]


def _choose(names: Iterable[str], begun: str) -> "list[CompletionItem]":
    from click.shell_completion import CompletionItem

    return [CompletionItem(name) for name in names if name.startswith(begun)]


def _find_folders(context: click.Context) -> list[Path]:
    """Return the folders of the games on the command line, or of the one in the current folder."""
    from generator.pipeline.resources import find_game_folders

    given = context.params.get("games") or context.params.get("game") or context.args  # an unfinished option is last
    with suppress(DataError):
        return find_game_folders([given] if isinstance(given, str) else given)
    return []


class WholeNumber(click.IntRange):
    """A whole number between two bounds."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """Return the number."""
        try:
            found = int(value)
        except ValueError:
            self.fail(f"{value!r} is not a whole number, such as {_format_number(max(self.min or 0, 1))}", param, ctx)
        _check_bounds(self, found, param, ctx)
        return found


class NumberRange(click.FloatRange):
    """A number between two bounds, `such` as one; `nan`, which is neither below nor above them, is refused."""

    def __init__(self, least: float, most: float, such: float = 0.5) -> None:
        super().__init__(least, most)
        self._wrong = f"is not a number; give one such as {such:g}"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """Return the number."""
        try:
            found = float(value)
        except ValueError:
            found = nan
        if isnan(found):
            self.fail(f"{value!r} {self._wrong}", param, ctx)
        _check_bounds(self, found, param, ctx)
        return found


def _check_bounds(
    kind: click.IntRange | click.FloatRange, found: float, param: click.Parameter | None, ctx: click.Context | None
) -> None:
    """Refuse a number that is too small or too large, and say which numbers may be given."""
    if kind.min is not None and found < kind.min:
        kind.fail(f"{_format_number(found)} is too small; give at least {_format_number(kind.min)}", param, ctx)
    if kind.max is not None and found > kind.max:
        kind.fail(f"{_format_number(found)} is too large; give at most {_format_number(kind.max)}", param, ctx)


def _format_number(number: float) -> str:
    if isinstance(number, int) and abs(number) >= _MANY:
        return f"a number of {len(str(abs(number)))} digits"
    return f"{int(number):,}" if abs(number) < _MANY and number == int(number) else f"{number:g}"


class LengthRange(NumberRange):
    """A length in mm between two bounds."""

    def __init__(self, least: float, most: float) -> None:
        super().__init__(least, most)
        self._wrong = "is not a length in mm, such as 0.1"


class Parsed(click.ParamType[Any]):
    """What a function reads, of which a ValueError says what is wrong.

    One that is named, such as `pipeline.imposing:parse_size`, is imported when it is needed.
    """

    name = "text"

    def __init__(self, reader: str | Callable[[str], Any]) -> None:
        self._reader = reader

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return what the function makes of a text."""
        try:
            return self.read(str(value), ctx)
        except ValueError as error:
            self.fail(str(error), param, ctx)

    def read(self, text: str, _context: click.Context | None) -> Any:
        """Return what the function makes of a text; ValueError."""
        return self.find_reader()(text)

    def find_reader(self) -> Callable[..., Any]:
        """Return the function."""
        if callable(self._reader):
            return self._reader
        module, _, name = self._reader.partition(":")
        found: Callable[..., Any] = getattr(import_module(f"generator.{module}"), name)
        return found


def require_text(text: str) -> str:
    """Return a text; ValueError if it is not UTF-8, as a manifest could not record it."""
    if not is_unicode(text):
        raise ValueError(f"{text!r} is not UTF-8")
    return text


class WebAddress(click.types.StringParamType):
    """An address that other programs open: http, https or file, without blanks."""

    name = "url"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Return the address."""
        address = str(value)
        if not _ADDRESS.fullmatch(address):
            what = "without spaces" if address.startswith(_SCHEMES) else "that begins with https://"
            self.fail(f"give an address {what}, such as https://example.org/hen", param, ctx)
        return address


class MachineName(click.Choice[str]):
    """A maker of cutting machines; one of its models is answered with the maker."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Return the name of the maker."""
        words = {*re.findall(r"[a-z]+", str(value).lower())}
        maker = next((maker for maker, models in _MODELS.items() if models & words), "")
        if maker and value not in self.choices:
            self.fail(f"for a machine such as {value!r}, choose {maker}", param, ctx)
        return super().convert(value, param, ctx)


class Lengths(LengthRange):
    """A length in mm between two bounds, or two with a comma between."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the length, or the two."""
        given = [value] if isinstance(value, float) else str(value).split(",")
        found = [super(Lengths, self).convert(each, param, ctx) for each in given[:3]]
        if len(given) > 2:
            self.fail(f"{value!r} is more than two lengths", param, ctx)
        return found[0] if len(found) == 1 else tuple(found)


class PaperSize(click.Choice[str]):
    """A paper by its name, or by a size such as 329x483 or 13x19in."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Return the name of the paper."""
        if (paper := find_paper(str(value))) is not None:
            return paper.name
        if str(value)[:1].isdigit():
            least, most = f"{LEAST_PAPER:g}x{LEAST_PAPER:g}", f"{MOST_PAPER:g}x{MOST_PAPER:g}"
            says = f"{value!r} is no size of paper from {least} to {most} mm, such as 329x483, 10x15cm or 13x19in"
            self.fail(says, param, ctx)
        return super().convert(value, param, ctx)


class FolderPath(click.Path):
    """A folder whose path is a text: libraries refuse other paths only after much work."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the path."""
        text = os.fspath(value)
        if not text:
            self.fail("the name of the folder is empty; this folder is '.'", param, ctx)
        if "\0" in text or not is_unicode(text):
            self.fail(f"{text!r} is not UTF-8 text; choose another folder", param, ctx)
        return super().convert(value, param, ctx)


def add_options(*options: Callable[[Command], Command]) -> Callable[[Command], Command]:
    """Return what adds options to a command, in this order."""

    def add(command: Command) -> Command:
        for option in reversed(options):
            command = option(command)
        return command

    return add


GAMES = click.argument("games", nargs=-1, metavar="[GAME|FOLDER]...", shell_complete=complete_games)
SET = click.option(
    "--set",
    "settings",
    multiple=True,
    type=Parsed(require_text),
    metavar="PART.KEY=VALUE",
    shell_complete=complete_settings,
    help="Change a value of a part; repeatable.",
)
OUT = click.option(
    "--out", type=FolderPath(path_type=Path), default=None, show_default="output", help="Folder to write to."
)


def add_paper_option(
    told: str,
    is_eager: bool = False,
    callback: Callable[[click.Context, click.Parameter, str], str] | None = None,
) -> Callable[[Command], Command]:
    """Return the option `--paper`, with what is told of it."""
    return click.option(
        "--paper",
        type=PaperSize(sorted(ALL_PAPERS), case_sensitive=False),
        metavar="NAME|SIZE",
        default="a4",
        show_default=True,
        is_eager=is_eager,
        callback=callback,
        help=f"{told}: {', '.join(sorted(ALL_PAPERS))}, or a size such as 329x483 (mm) or 13x19in.",
    )


def add_choice_option(name: str, words: Sequence[str], told: str, *parameter: str) -> Callable[[Command], Command]:
    """Return an option that is one of some words, the first of them if it is not given."""
    return click.option(name, *parameter, type=click.Choice(words), default=words[0], show_default=True, help=told)


PAPER = add_paper_option("Paper to print on")
PALETTE = click.option(
    "--palette",
    type=Parsed(require_text),
    metavar="NAME|FILE",
    shell_complete=complete_palettes,
    help="Palette to print in.",
)
COLOR = click.option(
    "--color", "colors", multiple=True, metavar="ROLE=#RRGGBB", help="Change the paint of a color role; repeatable."
)
LANG = click.option(
    "--lang", "languages", multiple=True, metavar="TAG", help="Language of the rules, such as de; repeatable."
)


THICKNESS = click.option(
    "--paper-thickness",
    "thickness",
    type=LengthRange(0, 1),
    default=0.1,
    show_default=True,
    metavar="MM",
    help="Thickness of the booklet's paper, to allow for creep.",
)
PRINTER = click.option("--printer", metavar="NAME", help="Correct for a printer measured by `gutterfold calibrate`.")
QUIET = click.option("--quiet", is_flag=True, help="Print errors only.")
INK = add_choice_option(
    "--ink",
    ["full", "low", "mono"],
    "How much ink to use: full color, tints that need less than half of it, or only black and grays.",
)


SVG_TEXT = add_choice_option(
    "--svg-text",
    ["outlines", "live"],
    "Text in SVG files: outlines that look the same everywhere, or text you can edit.",
)
ONLY = click.option(
    "--only",
    multiple=True,
    metavar="NAME",
    shell_complete=complete_parts,
    help="Only this part, or these pieces: card, card.queen, card.5..9, 'card.q*'; repeatable.",
)


add_build_options = add_options(GAMES, OUT, PAPER, PALETTE, COLOR, SET, LANG, THICKNESS, PRINTER)


def choose_printer(options: "Options", name: str | None) -> "Options":
    """Return the options with the printer of a name, if one is given."""
    if name is None:
        return options
    from generator.pipeline.printers import choose_printer

    return choose_printer(options, name)
