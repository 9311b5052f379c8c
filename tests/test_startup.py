"""Test which modules a command imports: the time of a small build is mostly start-up."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.samples import for_each

GAME = """\
title: Tiny
version: "1"
players: [1, 2]
parts:
  tile: {kind: tile, size: [30, 30], front: tile.svg.j2, copies: 2}
claims:
  - {id: T1, says: two tiles, rests_on: tiny, check: count('tile') == 2}
"""
TILE = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 30 30"><text x="9" y="18">Tile</text></svg>'
POSTPONED = """
import sys
from importlib import import_module
from generator.cli import startup
startup.postpone_idle_work()
for name in sorted(startup._WITH_PATTERNS | startup._IDLE_IMPORTS.keys()):
    import_module(name)
assert not {"urllib.request", "pyphen"} & sys.modules.keys()
from reportlab.platypus import paragraph
from svgwrite import container, path
from svgwrite.validator2 import get_validator
for wrong in ({"d": "M nowhere"}, {"fill": "#12345"}, {"transform": "turn(3)"}):
    try:
        get_validator("full").check_all_svg_attribute_values("path", wrong)
    except TypeError as error:
        print(error)
assert container.urlopen("data:,font").read() == b"font"
from click import core
import inspect
assert [name for name, flag in startup._CODE_FLAGS.items() if getattr(inspect, name) != flag] == []
from inspect import cleandoc
for text in ("one line", "  indented", "tab\\tbed", "\\n  two\\n    lines\\n"):
    assert core.inspect.cleandoc(text) == cleandoc(text), text
print(paragraph.pyphen.Pyphen(lang="en_US").inserted("hyphenation"))
print(paragraph.uri_pat.match("https://example.org/rules").group(1))
"""
ASK = """
import os, sys
from generator import __main__

def tell(code):
    assert not code, code
    print("\\n".join(sys.modules), file=sys.stderr, flush=True)
    end(code)

end, os._exit = os._exit, tell
__main__.run()
"""
LISTING = frozenset({"click", "msgspec", "yaml"})  # packages
PRINTING = LISTING | {"PIL", "jinja2", "markupsafe", "reportlab", "uharfbuzz"}  # PIL is deferred, see below
LISTED = frozenset("cli components geometry language load model pipeline program safety".split())  # rooms
TOLD_AGAIN = frozenset("cli language model pipeline program safety".split())
KEPT = TOLD_AGAIN | {"fonts", "write"}  # the folders of fonts, and the lock and manifest of the kit
PRINTED = LISTED | {
    "check",
    "fonts",
    "impose",
    "pdf",
    "proof",
    "readback",
    "render",
    "write",
}  # each build judges claims


def list_imported(*command: str) -> set[str]:
    """Run a command in a new process; return the modules that it imported."""
    done = subprocess.run([sys.executable, "-c", ASK, *command], capture_output=True, text=True, check=True)
    return set(done.stderr.splitlines())


def list_packages(loaded: set[str]) -> tuple[set[str], set[str]]:
    """Return the packages that are not Python's own, and our rooms, of which modules were imported."""
    packages = {name.partition(".")[0] for name in loaded if not name.startswith("_")}
    ours = {name.split(".")[1] for name in loaded if name.startswith("generator.")} - {"__main__"}
    return packages - sys.stdlib_module_names - {"generator", "cython_runtime", "typing_extensions"}, ours


def write_game(folder: Path) -> Path:
    """Write a game of one part and return its folder."""
    (folder / "templates").mkdir(parents=True)
    (folder / "game.yaml").write_text(GAME, "utf-8")
    (folder / "templates" / "tile.svg.j2").write_text(TILE, "utf-8")
    return folder


def test_the_version_is_told_without_a_command() -> None:
    assert list_packages(list_imported("--version")) == (set(), {"cli", "safety"})
    direct, command = (
        subprocess.run([sys.executable, "-c", ask, "--version"], capture_output=True, text=True, check=True).stdout
        for ask in (ASK, "from generator.cli.commands import main; main()")
    )
    assert direct == command != ""


def test_a_list_imports_what_reads_data_and_nothing_that_draws(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    loaded = list_imported("list", "psycle")
    packages, rooms = list_packages(loaded)
    assert (sorted(packages - LISTING), sorted(rooms - LISTED), loaded & {"ast", "inspect"}) == ([], [], set())
    pipeline = {name for name in loaded if name.startswith("generator.pipeline.")}
    assert pipeline == {f"generator.pipeline.{name}" for name in ("listing", "resources")}
    again = list_imported("list", "psycle")
    assert sorted(list_packages(again)[1] - TOLD_AGAIN) == []
    assert sorted(again & {"generator.components", "generator.model.game", "yaml"}) == []


def test_a_schema_imports_what_reads_data_and_nothing_that_draws() -> None:
    packages, rooms = list_packages(list_imported("schema"))
    assert (sorted(packages - LISTING), sorted(rooms - LISTED)) == ([], [])


def test_a_printed_part_imports_what_reads_and_draws_and_no_reader_of_sheets(tmp_path: Path) -> None:
    game = write_game(tmp_path / "tiny")
    alone = ("--format", "pdf", "--no-read-back", "--quiet")
    loaded = list_imported("build", str(game), "--out", str(tmp_path / "out"), *alone)
    packages, rooms = list_packages(loaded)
    assert (sorted(packages - PRINTING), sorted(rooms - PRINTED)) == ([], [])
    assert {"render", "write"} <= rooms
    readers = ("generator.readback.pdf", "generator.readback.svg", "generator.readback.raster")
    assert [name for name in sorted(loaded) if name.startswith(readers)] == []
    assert sorted(loaded & {"ast", "inspect", "generator.check.claims.boards"}) == []


def test_a_kit_that_is_kept_imports_nothing_that_reads_or_draws(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    command = ("build", str(write_game(tmp_path / "tiny")), "--out", str(tmp_path / "out"), "--quiet")
    assert "generator.load.game" in list_imported(*command)
    packages, rooms = list_packages(again := list_imported(*command))
    assert (sorted(packages - {"click", "msgspec"}), sorted(rooms - KEPT)) == ([], [])
    assert "generator.model.game" not in again


def test_help_imports_no_rendering_libraries() -> None:
    loaded = list_imported("--help")
    assert "click" in loaded
    assert not loaded & {"jinja2", "reportlab", "yaml", "msgspec", "svgwrite", "pikepdf", "fontTools"}


@for_each(
    [
        ("pdf", "reportlab", {"svgwrite", "fontTools", "generator.write.svg.sheets"}),
        ("svg", "svgwrite", {"reportlab", "PIL", "generator.write.pdf.document"}),
    ]
)
def test_a_build_imports_only_the_writer_it_needs(tmp_path: Path, format_: str, needed: str, idle: set[str]) -> None:
    game = write_game(tmp_path / "tiny")
    alone = ("--format", format_, "--no-read-back", "--quiet")
    loaded = list_imported("build", str(game), "--out", str(tmp_path / "out"), *alone)
    assert {needed, "jinja2", "yaml"} <= loaded
    never = {"generator.cli.diagnostics", "generator.cli.machine_formats", "generator.cli.explain"} | (
        {
            "pikepdf",
            "pypdfium2",
            "generator.check.data.slots",
            "generator.check.sheets.pieces",
            "generator.components.boards",
            "generator.components.nets",
            "generator.components.paths",
        }
    )
    # reportlab's import of PIL.Image is deferred: these are only there once it has really been imported
    never |= (
        {"urllib.request", "ssl", "PIL.ExifTags", "PIL._imaging", "html.entities", "traceback"}
        if format_ == "pdf"
        else set()
    )
    assert sorted(loaded & (never | idle)) == []


def test_a_command_imports_no_module_of_another() -> None:
    loaded = list_imported("explain", "GF101")
    assert {name for name in loaded if name.endswith("_commands")} == {"generator.cli.check_commands"}


def test_the_pdf_writer_loads_reportlab_only_when_it_opens_a_file() -> None:
    ask = "import sys, generator.write.pdf.document; print('reportlab' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", ask], capture_output=True, text=True, check=True).stdout == "False\n"


def test_what_start_up_postpones_is_done_when_it_is_used() -> None:
    done = subprocess.run([sys.executable, "-c", POSTPONED], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines() == [
        "'M nowhere' is not a valid value for attribute 'd' at svg-element <path>.",
        "'#12345' is not a valid value for attribute 'fill' at svg-element <path>.",
        "'turn(3)' is not a valid value for attribute 'transform' at svg-element <path>.",
        "hy-phen-ation",
        "https://",
    ]
