"""The commands that list what there is: `list` for games, `fonts`, `layouts`, and `schema` for game.yaml."""

import os
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from generator.cli.parameters import GAMES, FolderPath, complete_games
from generator.cli.running import ReportingCommand
from generator.cli.terminal import align_columns, print_json, print_line, print_lines
from generator.language.plurals import count_noun
from generator.model.finding import DataError, Finding

if TYPE_CHECKING:
    from generator.model.game import Game, Part


@click.command(name="list", cls=ReportingCommand)
@GAMES
def list_(games: Sequence[str]) -> None:
    """List games and their parts.

    Without a name, it lists the game in the current folder if that has a game.yaml. Otherwise it lists the games in the
    folders of the current one, and those that come with gutterfold.
    """
    from generator.pipeline.listing import describe_game
    from generator.pipeline.resources import find_game_folders, list_near_games

    near = [] if games or os.path.lexists("game.yaml") else list_near_games()
    findings: list[Finding] = []
    for folder in (*(find_game_folders(near) if near else ()), *find_game_folders(games, or_bundled=True)):
        try:
            print_lines(describe_game(folder, _describe_game))
        except DataError as error:
            findings += error.findings  # told once the others are printed
    if findings:
        raise DataError(findings)


def _describe_game(game: "Game", parts: Sequence["Part"]) -> list[str]:
    """Return the lines of a game and its parts."""
    low, high = game.data.players
    players = count_noun(high, "player") if low == high else f"{low} to {high} players"
    head = f"{game.id}  {game.data.title} {game.data.version}, {players}"
    rows = [(part.id, f"{part.count:4} x {part.kind}", _describe_size(part), part.title) for part in parts]
    return [head, *(f"  {line}" for line in align_columns(rows))]


def _describe_size(part: "Part") -> str:
    """Return the size of a part's first piece, and how many other sizes there are."""
    outlines = list(dict.fromkeys(map(part.trim_of, part.designs)))
    more = f" and {count_noun(len(outlines) - 1, 'other')}" if len(outlines) > 1 else ""
    return f"{round(outlines[0].width, 1):g} x {round(outlines[0].height, 1):g} mm{more}"


@click.command(cls=ReportingCommand)
@click.argument("game", required=False, shell_complete=complete_games)
@click.option(
    "--out",
    type=FolderPath(dir_okay=False, path_type=Path),
    default=None,
    metavar="FILE",
    help="Write a PDF with a line in each font, and with the signs that there are.",
)
def fonts(game: str | None, out: Path | None) -> None:
    """List the fonts that a game can use.

    Without a name, it lists those of the game in the current folder if that has a game.yaml, and otherwise those that
    come along.
    """
    from generator.pipeline.font_report import SAMPLE_SIGNS, draw_sample, report_fonts
    from generator.pipeline.resources import find_game_folders

    is_given = game is not None or Path("game.yaml").is_file()
    folder = find_game_folders([game] if game else [])[0] if is_given else None
    report = report_fonts(folder)
    head = "family", "upright", "italic", "from"
    print_lines(align_columns([head, *(tuple(told or "-" for told in each) for each in report.families)]))
    print_line("")
    print_line("Signs that a font lacks are taken from the first of these that has them:")
    counted = [(name, f"{count:,} characters") for name, count in report.signs]
    print_lines(f"  {line}" for line in align_columns(counted))
    print_line("Among the signs that come along:")
    print_lines(f"  {line}" for line in align_columns([*SAMPLE_SIGNS.items()]))
    if out is not None:
        out.write_bytes(draw_sample(report))
        print_line(f"{out}: a sample of each")


@click.command()
def schema() -> None:
    """Print the JSON Schema of game.yaml for editors."""
    from generator.pipeline.listing import game_schema

    print_json(game_schema())


@click.command(cls=ReportingCommand)
@click.argument("source", required=False, metavar="[FOLDER|TABLE]")
@click.option("--out", type=click.Path(dir_okay=False, path_type=Path), metavar="FILE", help="Page to write, a PDF.")
def layouts(source: str | None, out: Path | None) -> None:
    """List the ready-made layouts and their slots; those with a question mark can stay empty.

    For a game or a table, it lists those that suit the columns, the best first. With --out, it draws the first row in
    all of them on one page.
    """
    if out is not None and source is None:
        raise click.UsageError("name a game or a table whose first row to draw, such as cards.csv")
    from generator.pipeline.layout_samples import describe_layouts, write_samples

    if out is None or source is None:
        print_lines(align_columns(list(describe_layouts(source))))
        return
    made = write_samples(source, out)
    print_line(f"{out}: the first row in {len(made.names)} layouts: {', '.join(made.names)}")
    print_lines(f"  left out: {each.message}" for each in made.faults)
