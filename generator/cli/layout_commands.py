"""The command `gutterfold layouts`: the ready-made layouts, and one page of a row in all of them."""

from pathlib import Path

import click

from generator.cli.running import run_command
from generator.cli.terminal import align_columns, print_line, print_lines


@click.command()
@click.argument("source", required=False, metavar="[FOLDER|TABLE]")
@click.option("--out", type=click.Path(dir_okay=False, path_type=Path), metavar="FILE", help="Page to write, a PDF.")
def layouts(source: str | None, out: Path | None) -> None:
    """List the ready-made layouts and their slots; those with a question mark can stay empty.

    For a game or a table, it lists those that suit the columns, the best first. With --out, it draws the first row in
    all of them on one page.
    """
    if out is not None and source is None:
        raise click.UsageError("name a game or a table whose first row to draw, such as cards.csv")

    def work() -> bool:
        from generator.pipeline.layout_samples import describe_layouts, write_samples

        if out is None or source is None:
            print_lines(align_columns(list(describe_layouts(source))))
            return True
        made = write_samples(source, out)
        print_line(f"{out}: the first row in {len(made.names)} layouts: {', '.join(made.names)}")
        print_lines(f"  left out: {each.message}" for each in made.faults)
        return True

    run_command(work)
