"""The commands of `gutterfold`; the module of each is imported when the command is run."""

import os

import click

from generator import __version__
from generator.cli.usage_errors import CommandLine

_COMMANDS = {
    "adopt": "adopt_commands:adopt",
    "booklet": "build_commands:booklet",
    "build": "build_commands:build",
    "calibrate": "printer_commands:calibrate",
    "check": "check_commands:check",
    "colors": "check_commands:colors",
    "explain": "check_commands:explain",
    "export": "export_commands:export",
    "fonts": "list_commands:fonts",
    "impose": "impose_commands:impose",
    "layouts": "list_commands:layouts",
    "list": "list_commands:list_",
    "new": "new_commands:new",
    "playtest": "play_commands:playtest",
    "printed": "reprint_commands:printed",
    "printer": "printer_commands:printer",
    "schema": "list_commands:schema",
    "studio": "studio_commands:studio",
}


@click.group(cls=CommandLine, modules=_COMMANDS, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="gutterfold")
def main() -> None:
    """Turn the data of a board game into a checked print-and-play kit: sheets and rules."""
    os.environ.pop("SOURCE_DATE_EPOCH", None)  # ReportLab would write it into the file
