"""The command that turns a drawing into a template: `adopt`."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from generator.cli.running import ReportingCommand
from generator.cli.terminal import print_lines

if TYPE_CHECKING:
    from generator.pipeline.adoption import Adoption

_PATH = click.Path(dir_okay=False, path_type=Path)


@click.command(cls=ReportingCommand)
@click.argument("file", required=False, type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option(
    "--out",
    type=_PATH,
    default=None,
    show_default="FILE.j2",
    metavar="FILE",
    help="Template to write; it must not exist yet.",
)
@click.option("--game", metavar="NAME|FOLDER", help="Game whose colors to use; by default, the game that FILE is in.")
@click.option("--palette", metavar="NAME|FILE", help="Palette that the drawing is painted in.")
@click.option(
    "--role",
    "roles",
    multiple=True,
    metavar="ROLE",
    help="Role to use where several have the same paint; repeatable.",
)
@click.option("--layout", metavar="LAYOUT", help="Copy the template of a ready-made layout into the game instead.")
def adopt(
    file: Path | None,
    out: Path | None,
    game: str | None,
    palette: str | None,
    roles: tuple[str, ...],
    layout: str | None,
) -> None:
    """Turn a drawing, or a ready-made layout, into a template.

    FILE is an SVG that any program saved. Colors that are the paint of a role become that role, and what editors
    leave behind and nothing draws is dropped. Layers and ids stay, and FILE itself does not change.
    """
    if (file is None) == (layout is None):
        raise click.UsageError("name a drawing, or a layout with --layout")
    from generator.pipeline.adoption import adopt_file, adopt_layout

    if file is not None:
        print_lines(describe_adoption(adopt_file(file, out, game, palette, roles)))
    else:
        template, settings = adopt_layout(layout or "", game)
        print_lines([str(template), str(settings), f"now write `layout: {settings.name}` in the part, or `use:`"])


def describe_adoption(made: "Adoption") -> Iterator[str]:
    """Yield the lines that say what was done."""
    from generator.safety.log_lines import escape_line

    drawing = made.drawing
    yield f"{escape_line(str(made.source))} -> {escape_line(str(made.target))}"
    yield from map(escape_line, _describe_colors(made))
    dropped = [_count(number, kind) for kind, number in drawing.dropped.items()]
    yield escape_line(f"  dropped: {', '.join(dropped) or 'nothing'}")
    yield f"  kept: {_count(drawing.layers, 'layers')}, {_count(drawing.ids, 'ids')}"
    yield f"  size: {made.bytes_before:,} -> {len(drawing.text.encode()):,} bytes"
    if made.faults:
        yield "fix these before it prints:"
        yield from (escape_line(f"  {each.place}: {each.message}") for each in made.faults)


def _describe_colors(made: "Adoption") -> Iterator[str]:
    drawing = made.drawing
    if not made.game:
        yield "  this file belongs to no game, so no color became a role; name a game with --game"
        return
    for (paint, role), number in drawing.roles.items():
        yield f"  {paint} is now {role} ({_count(number, 'times')})"
    for paint, roles in drawing.unclear.items():
        named = ", ".join(roles[:-1]), roles[-1]
        yield f"  {paint} stays: it is the paint of {' and '.join(filter(None, named))}; choose one with --role"
    if drawing.others:
        yield f"  no role of {made.game}: {', '.join(drawing.others)}"


def _count(number: int, things: str) -> str:
    """Return a number of things, whose name is given in the plural; a name alone stands for itself."""
    if things.startswith("the "):
        return things
    first, _, rest = things.partition(" ")
    single = {"entities": "entity", "properties": "property"}.get(first, first.removesuffix("s"))
    verbs = rest.replace("that draw nothing", "that draws nothing")
    return f"{number:,} {things}" if number != 1 else f"1 {single} {verbs}".rstrip()
