"""Ctrl-C, SIGTERM and SIGHUP: the status of each, one line, no traceback, and nothing left behind."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.kits import ROOT, run
from tests.samples import for_each

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals are a Unix thing")

GAME = """\
title: Deck
version: "1"
players: [1, 1]
parts: {card: {kind: card, size: standard, front: card.svg.j2, rows: cards.csv}}
claims: [{id: D1, says: many, rests_on: nothing, check: count('card') == 3000}]
"""
CARD = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 63 88"><text x="5" y="10">{{ row.id }}</text></svg>'
STATUS = {"SIGINT": 130, "SIGTERM": 143, "SIGHUP": 129}


def line_of(name: str) -> str:
    """Return the line that is printed at the end."""
    return f"stopped by {name}; no kit was left half written\n"


def start(*arguments: str, home: Path) -> subprocess.Popen[str]:
    """Start Python in a process group of its own in which no signal is ignored, as in a terminal."""
    return subprocess.Popen(
        [sys.executable, *arguments],
        cwd=home,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        preexec_fn=lambda: [signal.signal(getattr(signal, name), signal.SIG_DFL) for name in STATUS],
    )


def run_script(script: str, home: Path) -> tuple[int, str, str]:
    """Run a script that signals itself; return its status and what it printed."""
    work = start("-c", "import os, signal\nfrom generator.cli.signals import *\n" + script, home=home)
    stdout, stderr = work.communicate(timeout=30)
    return work.returncode, stdout, stderr


def read_tree(folder: Path) -> set[str]:
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*")}


@for_each([("SIGINT", True), ("SIGINT", False), ("SIGTERM", False), ("SIGHUP", True)])
def test_a_build_cleans_up_and_says_one_line(name: str, whole_group: bool, tmp_path: Path) -> None:
    (tmp_path / "deck" / "templates").mkdir(parents=True)
    (tmp_path / "deck" / "templates" / "card.svg.j2").write_text(CARD, "utf-8")
    rows = "".join(f"c{number},1\n" for number in range(3000))
    (tmp_path / "deck" / "cards.csv").write_text(f"id,copies\n{rows}", "utf-8")
    (tmp_path / "deck" / "game.yaml").write_text(GAME, "utf-8")
    before = read_tree(tmp_path)
    work = start("-m", "generator", "build", "deck", "--quiet", home=tmp_path)
    until = time.monotonic() + 30
    while not list(tmp_path.glob("output/.deck-*")) and time.monotonic() < until:
        time.sleep(0.005)
    assert work.poll() is None
    (os.killpg if whole_group else os.kill)(work.pid, getattr(signal, name))
    stdout, stderr = work.communicate(timeout=30)
    assert (work.returncode, stdout, stderr) == (STATUS[name], "", line_of(name))
    assert read_tree(tmp_path) == before


IMPORTING = """
import sys
class Signal:
    def find_spec(self, name, *_):
        if name == "{module}":
            os.kill(os.getpid(), signal.{name})
sys.meta_path.insert(0, Signal())
sys.argv[1:] = ["build", "psycle", "--out", "out"]
from generator.__main__ import run
run()
"""


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    ("module", "name"),
    [
        ("click", "SIGINT"),
        ("jinja2.environment", "SIGTERM"),
        ("reportlab.pdfgen.canvas", "SIGHUP"),
        ("pikepdf", "SIGINT"),
    ],
)
def test_a_signal_during_an_import_is_one_line(module: str, name: str, tmp_path: Path) -> None:
    status, stdout, stderr = run_script(IMPORTING.format(module=module, name=name), tmp_path)
    assert (status, stdout, stderr.removeprefix("building psycle ...\n")) == (STATUS[name], "", line_of(name))
    assert list(tmp_path.iterdir()) == []


IN_AN_EXTENSION = """
import sys, enum
make = enum.EnumType.__call__
def make_and_signal(cls, *given, **named):
    if given and given[0] == "TokenType":  # made by the C++ code of pikepdf
        os.kill(os.getpid(), signal.SIGTERM)
    return make(cls, *given, **named)
enum.EnumType.__call__ = make_and_signal
STOP_SIGNALS.install()
try:
    with STOP_SIGNALS.raised():
        import pikepdf
        import time
        time.sleep(20)
except KeyboardInterrupt as stop:
    os._exit(report_stop(stop))
"""


def test_a_signal_while_an_extension_is_imported_waits_for_its_end(tmp_path: Path) -> None:
    assert run_script(IN_AN_EXTENSION, tmp_path) == (STATUS["SIGTERM"], "", line_of("SIGTERM"))


SEND = "os.kill(os.getpid(), signal.{}); [None for _ in range(1000)]\n"  # Python handles it between two instructions
SCRIPTS = {
    "others are ignored while it cleans up": (
        "STOP_SIGNALS.install()\ntry:\n  with STOP_SIGNALS.raised():\n    try:\n"
        f"      {SEND.format('SIGTERM')}"
        f"    finally:\n      {SEND.format('SIGINT')}      {SEND.format('SIGHUP')}      print('cleaned')\n"
        "except KeyboardInterrupt as stop: os._exit([print(end='', flush=True), report_stop(stop)][1])\n",
        (143, "cleaned\n", line_of("SIGTERM")),
    ),
    "what swallows it does not keep it from ending": (
        "STOP_SIGNALS.install()\ntry:\n  with STOP_SIGNALS.raised():\n"
        f"    try:\n      {SEND.format('SIGTERM')}    except: pass\n"
        "    print('going on', flush=True)\n    STOP_SIGNALS.raise_pending()\n    print('not stopped')\n"
        "except KeyboardInterrupt as stop: os._exit(report_stop(stop))\n",
        (143, "going on\n", line_of("SIGTERM")),
    ),
    "a command that swallows it does not succeed": (
        "STOP_SIGNALS.install()\ntry:\n  with STOP_SIGNALS.raised():\n"
        f"    try:\n      {SEND.format('SIGHUP')}    except: pass\n"
        "except KeyboardInterrupt as stop: os._exit(report_stop(stop))\n",
        (129, "", line_of("SIGHUP")),
    ),
    "it is raised again where Python drops exceptions": (
        "import time\nSTOP_SIGNALS.install()\nclass Callback:\n"
        f"  def __del__(self): {SEND.format('SIGTERM')}"
        "try:\n  with STOP_SIGNALS.raised():\n    Callback()\n    time.sleep(20)\n"
        "except KeyboardInterrupt as stop: os._exit(report_stop(stop))\n",
        (143, "", line_of("SIGTERM")),
    ),
    "what is ignored at the start stays ignored": (
        "signal.signal(signal.SIGHUP, signal.SIG_IGN); signal.signal(signal.SIGINT, signal.SIG_IGN)\n"
        f"STOP_SIGNALS.install()\n{SEND.format('SIGHUP')}{SEND.format('SIGINT')}print('going on')\n",
        (0, "going on\n", ""),
    ),
    "without a standard error it is the status alone": (
        f"STOP_SIGNALS.install()\nos.close(2)\n{SEND.format('SIGTERM')}",
        (143, "", ""),
    ),
}


@pytest.mark.parametrize("case", SCRIPTS)
def test_the_signals_themselves(case: str, tmp_path: Path) -> None:
    script, expected = SCRIPTS[case]
    assert run_script(script, tmp_path) == expected


def test_an_interrupt_without_our_handlers_ends_like_ctrl_c(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("generator.pipeline.listing.describe_game", interrupt)
    assert run(["list", "psycle"])[:2] == (130, "")
    assert capfd.readouterr().err == line_of("SIGINT")
