"""What is timed: commands of gutterfold with empty or full caches, the same of the landing before, and the rivals.

A name such as `pdf-first` is a command and what it finds: `first` starts without caches and kit, `again` finds both as the
same command left them, so nothing has changed, and `edited` finds them too, after one row of the data changed. Each name
has caches of its own.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

from tests.bench.jobs import BEFORE, HERE, RIVALS, ROOT, Job
from tests.bench.measure import MeasureError, Run, measure_command

LANDING_BEFORE = "dccfee7b"  # the commit that `before-` tools are of; each landing names the one that it follows
_SHEETS = ("build", "--no-read-back", "--quiet")
COMMANDS = {
    "version": ("--version",),
    "list": ("list",),
    "schema": ("schema",),
    "pdf": (*_SHEETS, "--format", "pdf"),
    "svg": (*_SHEETS, "--format", "svg"),
    "sheets": _SHEETS,
    "read": (),  # a script reads back what `sheets` wrote
    "whole": ("build", "--quiet"),
    "booklet": ("booklet", "--quiet"),
    "check": ("check",),
}
_OF_NO_GAME = {"version", "list", "schema"}
_OF_A_KIT = {"read", "check"}


def measure_tool(name: str, folder: Path, job: Job) -> Run:
    """Measure a tool on a job whose data stands in a folder; what must stand before is made and not timed."""
    if name in RIVALS:
        return measure_rival(name, folder, job)
    command, caches = split_name(name)
    action = command.removeprefix(BEFORE)
    tree = ROOT if action == command else unpack_landing_before(folder.parent)
    cache = folder / "caches" / name
    if action in _OF_NO_GAME:
        return measure_command(*compose(tree, cache, *COMMANDS[action]))
    game = job.find_game(folder, tree) if caches != "edited" else edit_copy(job, folder, name)
    out = folder / ("kits" if action in _OF_A_KIT else "out") / (tree.name if action in _OF_A_KIT else name)
    if action not in _OF_A_KIT and caches == "first":
        shutil.rmtree(out, ignore_errors=True)
    elif action in _OF_A_KIT and not out.exists():
        measure_command(*compose(tree, folder / "caches/kits", *_SHEETS, game, "--out", out))
    if caches == "first":
        shutil.rmtree(cache, ignore_errors=True)
    line, environment, at = compose(tree, cache, *COMMANDS[action], game, "--out", out)
    run = measure_command(line if action != "read" else [sys.executable, HERE / "read_sheets.py", out], environment, at)
    return run if action in _OF_A_KIT else run._replace(size=sum(path.stat().st_size for path in find_sheets(out)))


def describe_caches(name: str) -> str:
    """Return what a tool finds, in words: a build `again` is of files that have not changed."""
    command, caches = split_name(name)
    is_build = COMMANDS.get(command.removeprefix(BEFORE), ())[:1] == ("build",)
    return {"again": "nothing changed", "edited": "one card edited"}.get(caches, caches) if is_build else caches


def split_name(name: str) -> tuple[str, str]:
    """Return the command of a tool and the state of its caches; rivals keep none."""
    command, _, caches = name.rpartition("-")
    return (command, caches) if command else (name, "none")


def compose(tree: Path, cache: Path, *arguments: str | Path) -> tuple[list[str | Path], dict[str, str], Path]:
    """Return a command line of the gutterfold in a tree, its environment, and the folder where it starts."""
    program = Path(sys.executable).with_name("gutterfold")
    return [program, *arguments], {**os.environ, "XDG_CACHE_HOME": str(cache), "PYTHONPATH": str(tree)}, tree


def find_sheets(out: Path) -> list[Path]:
    """Return the sheets of a kit, in both formats."""
    return [*out.rglob("*-sheets-*.pdf"), *out.rglob("*.svg")]


def unpack_landing_before(room: Path) -> Path:
    """Return a folder with the files of the landing before, which are compiled."""
    tree = room / "before"
    if tree.exists():
        return tree
    packed = room / "before.tar"  # not in this process, whose size each command would start with (measure.py)
    if subprocess.run(["git", "archive", "--output", packed, LANDING_BEFORE], cwd=ROOT, check=False).returncode:
        raise MeasureError(f"the landing before, {LANDING_BEFORE}, is not in this clone")
    tree.mkdir()
    subprocess.run(["tar", "-xf", packed], cwd=tree, check=True)
    subprocess.run([sys.executable, "-m", "compileall", "-q", tree / "generator"], check=True)
    return tree


def edit_copy(job: Job, folder: Path, name: str) -> Path:
    """Change a row in a copy of the game, which no other tool builds, and return the copy."""
    copy = folder / f"{name}-deck"
    if not copy.exists():
        shutil.copytree(job.find_game(folder), copy)
    change_a_row(copy / job.rows)
    return copy


def change_a_row(path: Path) -> None:
    """Give the row in the middle the next number as the first of its values."""
    lines = path.read_text(encoding="utf-8").split("\n")
    number, _, rest = lines[len(lines) // 2].partition(",")
    lines[len(lines) // 2] = f"{(int(number) + 1) % 90 + 10},{rest}"
    path.write_text("\n".join(lines), encoding="utf-8")


def measure_rival(name: str, folder: Path, job: Job) -> Run:
    """Measure a rival on a job."""
    out = folder / f"{name}.pdf"
    script, *told = job.find_rival_script(name)
    run = measure_command([sys.executable, HERE / script, folder, out, *told])
    return run._replace(size=out.stat().st_size)
