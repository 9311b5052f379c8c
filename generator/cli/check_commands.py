"""The commands that report on a game: `check`, `colors`, and `explain` for the codes of findings."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from generator.cli.parameters import (
    COLOR,
    GAMES,
    INK,
    PALETTE,
    SET,
    FolderPath,
    Parsed,
    add_choice_option,
    complete_codes,
)
from generator.cli.running import ReportingCommand
from generator.cli.terminal import print_lines

_CODE = Parsed("cli.explain:normalize_code")


@click.command(cls=ReportingCommand)
@GAMES
@click.option(
    "--out",
    type=FolderPath(file_okay=False, path_type=Path),
    default=None,
    show_default="output",
    help="Folder with the finished kits.",
)
@SET
@add_choice_option(
    "--format",
    ["text", "json", "github", "sarif"],
    "Text for people, or JSON, GitHub workflow commands or SARIF 2.1.0 for programs.",
    "format_",
)
@click.option(
    "--select",
    multiple=True,
    metavar="CODE",
    type=_CODE,
    help="Report only codes that begin with this, such as GF1; repeatable.",
)
@click.option(
    "--ignore",
    multiple=True,
    metavar="CODE",
    type=_CODE,
    help="Leave out codes that begin with this; repeatable.",
)
@click.option("--coverage", is_flag=True, help="List the facts that the paper does not show, with their lines.")
@click.option("--strict", is_flag=True, help="Fail a game that claims nothing.")
def check(
    games: Sequence[str], format_: str, select: tuple[str, ...], ignore: tuple[str, ...], coverage: bool, **chosen: Any
) -> bool:
    """Check that rules, data and sheets agree.

    Without a name, the game in the current folder is used; it must have a game.yaml.

    The exit status is 0 if nothing is wrong, 1 if there is an error or a trap among the reported findings, and 2 if the
    command line is wrong. Anything that keeps a game from being checked at all is always reported.
    """
    from generator.cli.explain import CodeFilter
    from generator.cli.summaries import check_games
    from generator.pipeline.options import Options

    return check_games(games, Options(**chosen), CodeFilter(select, ignore), format_, coverage)


def _require_picture(_context: click.Context, _option: click.Parameter, path: Path | None) -> Path | None:
    """Return the file of a picture; a usage error if its name does not say which kind of picture it is."""
    if path is not None and path.suffix.lower() not in (".svg", ".png"):
        raise click.BadParameter(
            f"{path.name!r} ends in neither .svg nor .png; give the picture such a name, for example colors.svg"
        )
    return path


@click.command(cls=ReportingCommand)
@GAMES
@PALETTE
@COLOR
@INK
@click.option(
    "--out",
    "picture",
    type=FolderPath(dir_okay=False, path_type=Path),
    default=None,
    callback=_require_picture,
    metavar="FILE",
    help="Write a picture of the pieces as people with each kind of vision see them: .svg or .png.",
)
@add_choice_option("--format", ["text", "json"], "Print a table or JSON.", "format_")
def colors(games: Sequence[str], picture: Path | None, format_: str, **chosen: Any) -> bool:
    """Show how easily the colors of a game can be told apart.

    The colors of each group are compared in normal vision, in color blindness and in gray.

    Without a name, the game in the current folder is used; it must have a game.yaml.

    The exit status is 1 if two colors cannot be told apart.
    """
    from generator.cli.color_commands import show_colors
    from generator.pipeline.options import Options

    return show_colors(games, Options(**chosen), picture, format_)


@click.command()
@click.argument("code", required=False, shell_complete=complete_codes)
def explain(code: str | None) -> None:
    """Explain a code such as GF101 and how to fix the problem.

    Without a code, list them all.
    """
    from generator.cli.explain import explain_code, list_codes

    try:
        text = list_codes() if code is None else explain_code(code)
    except ValueError as error:
        raise click.BadParameter(str(error), param_hint="CODE") from None
    print_lines(text.split("\n"))
