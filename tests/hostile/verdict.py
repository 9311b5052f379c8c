"""Judge what an attack did: what the terminal shows, what time and memory it took, and what has changed on the disk."""

import json
import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from pathlib import PurePosixPath
from typing import Any, Literal, NamedTuple

from tests.hostile.active_content import find_active_content
from tests.hostile.attack import Attack, Outcome, Scene
from tests.hostile.scene import SECRET, Entry

Column = Literal["traceback", "slow", "memory", "lost", "let through"]
COLUMNS: tuple[Column, ...] = ("traceback", "slow", "memory", "lost", "let through")
SLOW = 10.0
MEMORY = 1_000_000_000
_MOST_READ = 1 << 26
_PLACE = re.compile(
    r"^(?:::(?:error|warning|notice) file=|\s*\"(?:file|uri|name)\": \"|(?P<place>.{1,100000}?): GF\d{3}\b)",
    re.MULTILINE,
)
_TRACEBACK = re.compile(
    r"Traceback \(most recent call last\)|^Exception ignored|^Fatal Python error|^  File \".*\", line \d+|^\w+Warning:"
    r"|^[\w.]*(?:Error|Exception): (?!.*GF\d{3})"
    r"|Segmentation fault|GUTTERFOLD_TRACEBACK",  # the last is how the program calls a fault of its own
    re.MULTILINE,
)
_BIDI = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u2028\u2029")
_COMMANDS = ("##vso[", "##[", "##teamcity[")  # taken anywhere in a line by Azure Pipelines, GitHub (old form), TeamCity


class Fault(NamedTuple):
    """What must not happen, by the column of the table in which it is counted."""

    column: Column
    detail: str


class Verdict(NamedTuple):
    """All faults of an attack; `end` is how it ended: clean, clean without a place, or without effect."""

    name: str
    faults: tuple[Fault, ...]
    end: str
    seconds: float
    memory: int
    said: str = ""

    def encode(self) -> bytes:
        """Return the verdict as one line."""
        return json.dumps(self).encode() + b"\n"

    @classmethod
    def decode(cls, line: bytes) -> "Verdict":
        """Return the verdict that a line holds."""
        name, faults, *rest = json.loads(line)
        return cls(name, tuple(Fault(*each) for each in faults), *rest)


def judge_attack(
    attack: Attack, scene: Scene, outcomes: Sequence[Outcome], before: Mapping[str, Entry], after: Mapping[str, Entry]
) -> Verdict:
    """Return all that is wrong with what the commands of an attack did."""
    faults = [fault for outcome in outcomes for fault in judge_outcome(outcome, attack.statuses)]
    changes = judge_changes(before, after, attack.may_change, outcomes[-1].status == 0)
    # a command that had to be killed cannot clear up after itself: the next one does
    faults += [each for each in changes if not (outcomes[-1].killed and each.column == "lost")]
    faults += judge_kit(scene, before, after)
    faults += find_secrets(scene, outcomes)
    faults += _judge_expectation(attack, outcomes[-1])
    if attack.through and (got := attack.through(scene, outcomes)):
        faults.append(Fault("let through", got))
    seconds, memory = max(each.seconds for each in outcomes), max(each.memory for each in outcomes)
    lines = (outcomes[-1].stderr + outcomes[-1].stdout).decode("utf-8", "replace").split("\n")
    said = next((line for line in lines if "GF" in line or line.startswith("Error")), lines[0])[:300]
    return Verdict(
        attack.name, tuple(dict.fromkeys(faults)), _describe_end(outcomes[-1], attack), seconds, memory, said
    )


def judge_outcome(outcome: Outcome, statuses: Sequence[int] = (0, 1, 2)) -> Iterator[Fault]:
    """Yield what is wrong with the output, the exit status, the time and the memory of a command."""
    text = (outcome.stdout + b"\n" + outcome.stderr).decode("utf-8", "surrogateescape")
    if found := _TRACEBACK.search(text):
        yield Fault("traceback", _shorten_traceback(text) if "Traceback" in found[0] else found[0])
    if outcome.killed:
        yield Fault("slow", "it did not end")
    elif outcome.seconds > SLOW:
        yield Fault("slow", f"{outcome.seconds:.1f} s")
    if outcome.memory > MEMORY:
        yield Fault("memory", f"{outcome.memory >> 20} MB")
    if outcome.status not in statuses and not outcome.killed:
        yield Fault("traceback", f"exit status {outcome.status}")
    if outcome.left_running and not outcome.killed:
        yield Fault("lost", "a process was left running")
    yield from judge_text(text, machine="--format" in outcome.argv and outcome.argv[0] == "check")


def _shorten_traceback(text: str) -> str:
    """Return the last line of a traceback, and the last one of its frames that is in the program."""
    frames = re.findall(r'File "[^"]*/(generator/[^"]*", line \d+)', text)
    ends = re.findall(r"^[A-Za-z_][\w.]*(?:: .*)?$", text.rpartition("Traceback (most")[2], re.MULTILINE)
    return f"{ends[-1] if ends else 'cut off'} ({frames[-1] if frames else 'outside the program'})"


def judge_text(text: str, machine: bool = False) -> Iterator[Fault]:
    """Yield what a terminal or the log of a build would obey in a text.

    `machine` is a document such as `--format github`, in which commands to GitHub are wanted.
    """
    for line in text.split("\n"):
        bad = {char for char in line if unicodedata.category(char) in ("Cc", "Cs") or char in _BIDI}
        if bad:
            yield Fault("let through", f"{sorted(bad)!r} reached the terminal in {line[:160]!r}")
        if line.lstrip().startswith("::") and not (
            machine and re.match(r"::(error|warning|notice) (?!file=README)", line)
        ):
            yield Fault("let through", f"a line that GitHub obeys: {line[:160]!r}")
        if found := next((each for each in _COMMANDS if each in line), None):
            yield Fault("let through", f"{found} in a line: {line[:160]!r}")


def judge_changes(
    before: Mapping[str, Entry], after: Mapping[str, Entry], may_change: Sequence[str], succeeded: bool
) -> Iterator[Fault]:
    """Yield what a command changed that was not its own: outside the output, the cache and its temporary folder.

    Nothing hidden and nothing half written may stay in the output, and nothing at all in the temporary folder.
    """
    for path in sorted({*before, *after}):
        old, new = before.get(path), after.get(path)
        if old == new or any(path == each or path.startswith(f"{each}/") for each in (*may_change, "cache")):
            continue
        inside = path == "desk/output" or path.startswith("desk/output/")
        if old is None and not inside:
            yield Fault("let through" if path.startswith("victim") else "lost", f"{path} was left behind")
        elif old is None:
            name = PurePosixPath(path).name
            if (name.startswith(".") and not name.endswith(".lock")) or name.endswith((".part", ".tmp", ".new")):
                yield Fault("lost", f"{path} was left behind")
        elif not inside:
            yield Fault("let through" if path.startswith("victim") else "lost", f"{path} was changed or removed")
        elif not path.startswith("desk/output/hen"):
            yield Fault("lost", f"{path}, a stranger in the output, was changed or removed")
        elif not succeeded:
            yield Fault("lost", f"{path}, of the last good kit, was changed or removed")


def judge_kit(scene: Scene, before: Mapping[str, Entry], after: Mapping[str, Entry]) -> Iterator[Fault]:
    """Yield what is wrong with a kit that has just landed: files that its manifest does not have so, and active content."""
    if not (scene.kit / "manifest.json").is_file() or scene.kit.is_symlink():
        return
    landed = [path for path in after if path.startswith("desk/output/hen/") and after[path] != before.get(path)]
    if "desk/output/hen/manifest.json" in landed:
        manifest: dict[str, Any] = json.loads((scene.kit / "manifest.json").read_bytes())
        for file in manifest["files"]:
            path = scene.kit / file["path"]
            if not path.is_file() or sha256(path.read_bytes()).hexdigest() != file["sha256"]:
                yield Fault("lost", f"the kit that landed is a mixture: {file['path']}")
    for name in landed:
        path = scene.home / name
        if path.is_file() and not path.is_symlink():
            for found in find_active_content(path.name, path.read_bytes()):
                yield Fault("let through", f"{path.name} has {found}")


def find_secrets(scene: Scene, outcomes: Sequence[Outcome]) -> Iterator[Fault]:
    """Yield where something of the victim was repeated: in what a command said, in a kit, or in a file left behind."""
    secret = SECRET.encode()
    for outcome in outcomes:
        if secret in outcome.stdout + outcome.stderr:
            yield Fault("let through", f"the victim's secret was printed by {outcome.argv[0]}")
    for folder in (scene.work / "output", scene.home / "tmp", scene.home / "cache"):
        for path in folder.rglob("*"):
            readable = path.is_file() and not path.is_symlink() and path.stat().st_size < _MOST_READ
            if readable and secret in path.read_bytes():
                yield Fault("let through", f"the victim's secret stands in {path.relative_to(scene.home)}")


def _judge_expectation(attack: Attack, outcome: Outcome) -> Iterator[Fault]:
    if outcome.killed:
        return
    if attack.expect == "refused" and outcome.status == 0:
        yield Fault("let through", "it was accepted")
    if attack.expect == "built" and outcome.status != 0:
        said = (outcome.stderr + outcome.stdout).decode("utf-8", "replace")[:300]
        yield Fault("lost", f"a command that should have worked failed with {outcome.status}: {said}")


def _describe_end(outcome: Outcome, attack: Attack) -> str:
    """Return how a command ended: `without effect`, or `clean` if it names a place, or else `placeless`."""
    if outcome.status == 0:
        return "without effect"
    text = (outcome.stderr + b"\n" + outcome.stdout).decode("utf-8", "replace")
    if attack.silent and not text.strip():
        return "clean"
    found = _PLACE.search(text)
    return "clean" if found and (found["place"] or "").strip() != "the disk" and attack.place in text else "placeless"
