"""The command `gutterfold`: its commands, each imported when it is run, and what is said of a wrong command line."""

import os
import sys
from collections.abc import Iterator, Mapping
from importlib import import_module
from typing import Any, NoReturn

import click

from generator import __version__
from generator.cli.terminal import OUTPUT_LOSSES, print_lines

_CODE = "GF012"
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
    "printed": "build_commands:printed",
    "printer": "printer_commands:printer",
    "schema": "list_commands:schema",
    "studio": "studio_commands:studio",
}


class CommandLine(click.Group):
    """A group of commands that prints usage errors through `terminal`.

    `modules` has the module of each command below `generator.cli`, and the command's name there.
    """

    def __init__(self, modules: Mapping[str, str], **extra: Any) -> None:
        super().__init__(**extra)
        self._modules = modules

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of the commands."""
        return sorted(self._modules)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return a command, and import its module; None if there is no such command."""
        if cmd_name not in self._modules:
            return None
        module, name = self._modules[cmd_name].split(":")
        command: click.Command = getattr(import_module(f"generator.cli.{module}"), name)
        return command

    def main(self, *arguments: Any, **extra: Any) -> NoReturn:
        """Run a command and exit."""
        try:
            status = super().main(*arguments, **{**extra, "standalone_mode": False}) or 0
        except click.ClickException as error:
            print_lines(_describe_error(error), err=True)
            status = error.exit_code
        except OSError as error:  # click prints help pages itself; commands catch their own errors
            OUTPUT_LOSSES.note(error)
            status = 1
        sys.exit(status)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Return the command that the first argument names, and the other arguments."""
        if self.get_command(ctx, args[0]) is None and not args[0].startswith("-"):
            from generator.language.suggestions import nearest_name

            near = nearest_name(args[0], self.list_commands(ctx))
            hint = f"did you mean {near!r}?" if near else f"`{ctx.command_path} --help` lists all"
            raise click.BadParameter(f"there is no such command; {hint}", ctx, param_hint=args[0])
        return super().resolve_command(ctx, args)


def _describe_error(error: click.ClickException) -> Iterator[str]:
    """Yield the usage of the command, and the error in one line."""
    context = getattr(error, "ctx", None)
    if isinstance(error, click.BadOptionUsage) and context is None:  # click's parser does not know the command
        yield f"{error.option_name}: {_CODE} {_explain_option_usage(error)}"
    elif context is None:
        yield f"Error: {_join_line(error.format_message())}"
    elif error.format_message() == context.get_help():  # no command is given
        yield from context.get_help().split("\n")
    else:
        yield from context.get_usage().split("\n")
        yield f"Try '{context.command_path} --help' for help."
        place, says = _explain_error(error, context)
        yield from ("", f"{place}: {_CODE} {_join_line(says)}")


def _explain_error(error: click.ClickException, context: click.Context) -> tuple[str, str]:
    """Return what is at fault, an option or argument or else the command, and what is wrong with it."""
    match error:
        case click.NoSuchOption():
            return error.option_name, f"there is no such option{_suggest_option(error.option_name, context)}"
        case click.MissingParameter():
            says = error.message or (error.param.type.get_missing_message(error.param, context) if error.param else "")
            return _name_parameter(error, context), f"this is required; give it{f'. {says}' if says else ''}"
        case click.BadParameter():
            return _name_parameter(error, context), error.message + _suggest_choice(error)
        case click.BadOptionUsage():
            return error.option_name, _explain_option_usage(error)
    return context.command_path, error.format_message()


def _explain_option_usage(error: click.BadOptionUsage) -> str:
    needs_value = "requires an argument" in error.message
    return "give this option a value" if needs_value else error.message


def _name_parameter(error: click.BadParameter, context: click.Context) -> str:
    """Return the name of an option, or what an argument is called in the usage."""
    if isinstance(error.param_hint, str):
        return error.param_hint
    if isinstance(error.param, click.Option):
        return max(error.param.opts, key=len)
    return error.param.make_metavar(context) if error.param else context.command_path


# what other programs that lay out cards call our options, by command
_NAMES_ELSEWHERE = {
    "impose": {
        "--back": "back-dir-path double-sided-dir-path",
        "--backs none": "only-fronts",
        "--cards": "skip",
        "--copies": "quantity",
        "--gap": "spacing",
        "--keep FOLDER, and then `gutterfold export FOLDER --to cut`": "machine",
        "--make-bleed edge": "extend-corners",
        "--marks": "guides",
        "--marks lines": "cut-lines",
        "--out": "output output-path",
        "--paper": "pagesize paper-size",
        "--size": "card-size imgsize",
        "--source-grid": "columns rows",
        "SOURCE": "front-dir-path input",
    }
}


def _suggest_option(name: str, context: click.Context) -> str:
    from generator.language.suggestions import nearest_name

    elsewhere, theirs = _NAMES_ELSEWHERE.get(context.info_name or "", {}), name.lstrip("-").replace("_", "-").lower()
    if ours := next((each for each, names in elsewhere.items() if theirs in names.split()), ""):
        return f"; here it is {ours}"
    known = [each for option in context.command.get_params(context) for each in option.opts if each.startswith("--")]
    near = nearest_name(name.lstrip("-"), [each.lstrip("-") for each in known])
    if near:
        return f"; did you mean '--{near}'?"
    lists, others = f"`{context.command_path} --help` lists all", _list_commands_with(name, context)
    if not others:
        return f"; {lists}"
    return f" here, only for {', '.join(others)}; {lists}"


def _list_commands_with(name: str, context: click.Context) -> list[str]:
    """Return which other commands have an option, quoted."""
    group = context.parent.command if context.parent else None
    if not isinstance(group, click.Group) or context.parent is None:
        return []
    commands = {each: group.get_command(context.parent, each) for each in group.list_commands(context.parent)}
    return [
        f"`{each}`"
        for each, command in commands.items()
        if command and any(name in parameter.opts for parameter in command.params)
    ]


def _suggest_choice(error: click.BadParameter) -> str:
    """Return the nearest of the values that an option takes, if what was given resembles one."""
    kind = error.param.type if error.param else None
    given = error.message.split("'", 2)
    if not isinstance(kind, click.Choice) or len(given) < 3:
        return ""
    from generator.language.suggestions import nearest_name

    near = nearest_name(given[1], map(str, kind.choices))
    return f" Did you mean {near!r}?" if near else ""


def _join_line(text: str) -> str:
    return " ".join(text.split())  # click lists choices on lines of their own


@click.group(cls=CommandLine, modules=_COMMANDS, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="gutterfold")
def main() -> None:
    """Turn the data of a board game into a checked print-and-play kit: sheets and rules."""
    os.environ.pop("SOURCE_DATE_EPOCH", None)  # ReportLab would write it into the file
