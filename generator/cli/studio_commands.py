"""The command `gutterfold studio`: a page in the browser that shows a game while it is being changed."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click

from generator.cli.parameters import WholeNumber, complete_games
from generator.cli.running import ReportingCommand, run_until_interrupted
from generator.cli.terminal import print_line, print_lines


@click.command(cls=ReportingCommand)
@click.argument("games", nargs=-1, metavar="[GAME|FOLDER]", shell_complete=complete_games)
@click.option("--port", type=WholeNumber(1024, 65535), default=None, help="Port to listen on.  [default: any free]")
@click.option("--no-browser", is_flag=True, help="Print the address, and do not open a browser.")
@click.option(
    "--out",
    type=click.Path(file_okay=False, path_type=Path),
    default=None,
    show_default="output",
    help="Folder for the kits that you build on the page.",
)
def studio(games: tuple[str, ...], port: int | None, no_browser: bool, out: Path | None) -> None:
    """Show a game in the browser while you change it.

    Without a name, the game in the current folder is used; in a folder without a game, the page makes one. A folder of
    pictures is shown as `impose` prints it.

    The page is served only to this computer, and needs the package's extra `studio`. Press Ctrl-C to stop it.
    """
    if len(games) > 1:
        raise click.UsageError(f"the studio shows one game; leave out {' and '.join(map(repr, games[1:]))}")
    run_until_interrupted()
    from generator.pipeline.options import Options
    from generator.pipeline.resources import find_game_folders

    with explain_missing_package("the studio"):
        from generator.studio.serving import serve_studio
    kits = Options(out=out).locate_output()
    announce = print_address if no_browser else _open_browser
    if games and _is_deck(Path(games[0])):
        with _open_pictures(Path(games[0])) as folder:
            serve_studio(folder, kits, port, announce)
    elif _is_without_game(Path(*games)):
        serve_studio(Path(*games), kits, port, announce, is_new=True)
    else:
        serve_studio(find_game_folders(games)[0], kits, port, announce)


def _is_without_game(folder: Path) -> bool:
    """Return whether a folder holds no game, lies in none and is none of those that come with gutterfold."""
    from generator.pipeline.resources import list_bundled_games

    if not folder.is_dir() or str(folder) in list_bundled_games():
        return False
    whole = folder.resolve()
    return not any(os.path.lexists(each / "game.yaml") for each in (whole, *whole.parents))


def _is_deck(folder: Path) -> bool:
    """Return whether a folder holds pictures or PDFs, and no game."""
    if not folder.is_dir() or (folder / "game.yaml").exists():
        return False
    from generator.pipeline.imposing import holds_art

    return holds_art(folder)


@contextmanager
def _open_pictures(folder: Path) -> Iterator[Path]:
    """Yield the folder of a game of finished pictures, as `impose` makes it."""
    from generator.pipeline.imposing import ImposeRequest, open_deck, plan_deck

    deck = plan_deck(ImposeRequest((folder,)))
    print_lines(deck.told)
    print_line(f"{folder} holds pictures and no game: what you change on the page ends with the studio;")
    print_line(f"to keep it, run `gutterfold impose {folder} --keep mygame`, and open that")
    with open_deck(deck, None) as made:
        yield made


@contextmanager
def explain_missing_package(needed_by: str) -> Iterator[None]:
    """Turn the failed import of a package of the extra `studio` into a finding (GF373)."""
    try:
        yield
    except ModuleNotFoundError as error:
        if error.name and error.name.startswith("generator"):
            raise
        from generator.model.finding import Place, refuse

        says = f'{needed_by} needs the package {error.name!r}; install it with "pip install gutterfold[studio]"'
        raise refuse("GF373", Place("studio"), says) from None


def print_address(link: str) -> None:
    """Print where the studio is."""
    print_line(f"studio: {link}")
    print_line("Ctrl-C ends it")


def _open_browser(link: str) -> None:
    import webbrowser

    print_address(link)
    webbrowser.open(link)
