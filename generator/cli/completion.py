"""Complete games, parts, palettes and codes in the shell; nothing is told of a game that cannot be read."""

from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

import click

from generator.model.finding import DataError

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem


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
