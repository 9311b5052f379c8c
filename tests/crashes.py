"""Kill builds at random moments and judge what the next command finds: `python -m tests.crashes [--seed N] [--rounds N]`.

The kit must be the old one or the new one, to the byte, with nothing beside it.
"""

import argparse
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[1]
SIGNALS = (signal.SIGKILL, signal.SIGTERM, signal.SIGHUP, signal.SIGINT)
LIMIT = 120  # seconds, for a command that waits for ever
GAME = """\
title: Tiny
version: "1"
players: [1, 2]
rules: rules.md
parts:
  tile: {{kind: tile, size: [30, 30], front: tile.svg.j2, copies: {copies}}}
claims:
  - {{id: T1, says: as many tiles, rests_on: tiny, check: count('tile') == {copies}}}
"""
TILE = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 30 30"><text x="9" y="18">{word}</text></svg>'
Tree = dict[str, bytes]


class Scenario(NamedTuple):
    """A command that is killed, whether it works in two processes, and where it writes to.

    `first` are commands on the old game, and `then` on the new one, that have run before.
    """

    command: str
    parallel: bool
    inside: bool
    first: tuple[str, ...] = ("build",)
    then: tuple[str, ...] = ()

    def __str__(self) -> str:
        words = self.command, "two processes" if self.parallel else "", "inside" if self.inside else "outside"
        return ", ".join(filter(None, words))


SCENARIOS = (
    *(
        Scenario(command, parallel, inside)
        for command, parallel in (("build", False), ("booklet", False), ("build", True))
        for inside in (True, False)
    ),
    Scenario("check", True, False),  # of a kit that is not up to date: it builds a temporary one
    Scenario("export --to png", False, False, ("build", "export --to png")),
    Scenario("printed", False, True, ("build", "printed"), ("build",)),
    Scenario("build --since printed", False, False, ("build", "printed")),
)


class Workshop:
    """A small game in a folder, with the kits that its commands make when nothing disturbs them."""

    def __init__(self, home: Path, scenario: Scenario) -> None:
        self.scenario = scenario
        self.game, self.temporary = home / "tiny", home / "tmp"
        self.out = self.game / "output" if scenario.inside else home / "kits"
        self.environment = {**os.environ, "TMPDIR": str(self.temporary), "XDG_CACHE_HOME": str(home / "cache")}
        self.environment["PYTHONPATH"] = str(ROOT)
        self.temporary.mkdir(parents=True)
        self._write_game("old")
        for command in scenario.first:
            self.run(command)
        self._write_game("new")
        for command in scenario.then:
            self.run(command)
        self.old = read_tree(self.out)
        self.run(scenario.command)  # compiles what the cache keeps
        self.new = read_tree(self.out)
        self.restore()
        begun = time.monotonic()
        self.run(scenario.command)
        self.seconds = time.monotonic() - begun

    def _write_game(self, word: str) -> None:
        (self.game / "templates").mkdir(parents=True, exist_ok=True)
        copies = 120 if self.scenario.parallel else 2
        (self.game / "game.yaml").write_text(GAME.format(copies=copies), "utf-8")
        (self.game / "rules.md").write_text(f"# Tiny\n\nRules that are {word}.\n", "utf-8")
        (self.game / "templates" / "tile.svg.j2").write_text(TILE.format(word=word), "utf-8")

    def restore(self) -> None:
        """Put the old kit back."""
        shutil.rmtree(self.out)
        for path, data in self.old.items():
            (self.out / path).parent.mkdir(parents=True, exist_ok=True)
            (self.out / path).write_bytes(data)

    def start(self, command: str) -> "subprocess.Popen[bytes]":
        """Start a command in a process of its own."""
        place: Sequence[str] = () if self.scenario.inside else (str(self.game), "--out", str(self.out))
        word, *options = command.split()
        quiet = () if word in ("check", "printed") else ("--quiet",)
        return subprocess.Popen(
            [sys.executable, "-m", "generator", word, *place, *options, *quiet],
            cwd=self.game if self.scenario.inside else self.game.parent,
            env=self.environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )

    def run(self, command: str) -> None:
        """Run a command that nothing disturbs."""
        process = self.start(command)
        stdout, stderr = process.communicate(timeout=LIMIT)
        if process.returncode:
            raise RuntimeError(f"{command}: exit status {process.returncode}\n{stdout.decode()}{stderr.decode()}")

    def kill(self, number: int, chance: random.Random) -> None:
        """Start the command and send it a signal: at any moment, or while its files land."""
        process = self.start(self.scenario.command)
        if chance.random() < 0.5:
            time.sleep(chance.uniform(0, self.seconds))
        else:
            until = time.monotonic() + LIMIT
            while process.poll() is None and time.monotonic() < until and not self._is_landing():
                time.sleep(0.0005)
            time.sleep(chance.uniform(0, 0.5 if self.scenario.command == "check" else 0.01))
        process.send_signal(number)
        process.communicate(timeout=LIMIT)

    def _is_landing(self) -> bool:
        """Tell whether files land; a check builds its temporary kit."""
        if self.scenario.command == "check":
            return any(self.temporary.iterdir())
        return any(self.out.glob(".tiny*/journal.json"))

    def judge(self, allowed: Sequence[Tree]) -> str:
        """Return what is wrong with the kit and what lies beside it; empty if nothing is."""
        found = read_tree(self.out)
        ours = {path.partition("/")[0] for tree in (self.old, self.new) for path in tree}
        strays = sorted(path for path in found if path.partition("/")[0] not in ours)
        strays += sorted(path.name for path in self.temporary.iterdir())
        if strays:
            return f"strays: {' '.join(strays)}"
        if found in allowed:
            return ""
        return "; ".join(_describe_difference(found, tree) for tree in allowed)


def read_tree(folder: Path) -> Tree:
    """Return every file below a folder; an empty folder counts as a file whose name ends in a slash."""
    found = {}
    for path in sorted(folder.rglob("*")) if folder.is_dir() else ():
        if path.is_file():
            found[path.relative_to(folder).as_posix()] = path.read_bytes()
        elif not any(path.iterdir()):
            found[path.relative_to(folder).as_posix() + "/"] = b""
    return found


def _describe_difference(found: Tree, wanted: Tree) -> str:
    names = sorted(path for path in found.keys() | wanted.keys() if found.get(path) != wanted.get(path))
    return f"differs in {' '.join(names)}"


def crash(workshop: Workshop, number: int, chance: random.Random) -> str:
    """Kill the command once; return what is wrong after the next one."""
    workshop.restore()
    workshop.kill(number, chance)
    following = chance.choice(["check", workshop.scenario.command])
    workshop.run(following)
    return workshop.judge([workshop.old, workshop.new] if following == "check" else [workshop.new])


def run_rounds(home: Path, rounds: int, seed: int, scenarios: Sequence[Scenario] = SCENARIOS) -> list[str]:
    """Kill commands in turn, and return a line for each fault that was found."""
    chance = random.Random(seed)
    signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell lets its jobs in the background ignore it
    workshops = [Workshop(home / str(number), each) for number, each in enumerate(scenarios)]
    faults = []
    for number in range(rounds):
        workshop, sent = workshops[number % len(workshops)], chance.choice(SIGNALS)
        if fault := crash(workshop, sent, chance):
            faults.append(f"round {number} ({workshop.scenario}, {sent.name}): {fault}")
    return faults


def main() -> None:
    """Run all rounds and print what was wrong."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--seed", type=int, default=14)
    parser.add_argument("--rounds", type=int, default=200)
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as home:
        faults = run_rounds(Path(home), chosen.rounds, chosen.seed)
    for fault in faults:
        print(fault)
    kinds = Counter(fault.split(": ")[1] for fault in faults)
    print(f"{chosen.rounds} kills with seed {chosen.seed}: {len(faults)} faults {dict(kinds) or ''}".rstrip())
    sys.exit(bool(faults))


if __name__ == "__main__":
    main()
