"""The harness sees what it looks for: each kind of bad end is made on purpose, and is counted in its column."""

import json
import subprocess
import sys
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path

import pytest

from tests.hostile.active_content import find_active_content
from tests.hostile.attack import (
    Attack,
    Content,
    Fifo,
    Folder,
    HardLink,
    Link,
    Outcome,
    Scene,
    Socket,
    Sparse,
    plant_file,
)
from tests.hostile.classes import CLASSES, load_attacks, load_sample
from tests.hostile.scene import SECRET, Entry, make_scene, take_snapshot
from tests.hostile.verdict import COLUMNS, Fault, Verdict, judge_attack, judge_changes, judge_outcome, judge_text
from tests.samples import for_each

ROOT = Path(__file__).parents[2]
REFUSAL = b"hen/game.yaml:3:4: GF002 no\n"


def end(
    status: int = 1, stderr: bytes = REFUSAL, stdout: bytes = b"", seconds: float = 0.1, memory: int = 9
) -> Outcome:
    """Return how a command ended."""
    return Outcome(("build", "hen"), status, stdout, stderr, seconds, memory)


@pytest.fixture
def scene(tmp_path: Path) -> Scene:
    """Set the scene of an attack that does nothing, with a kit of two files."""
    good = tmp_path / "good"
    good.mkdir()
    (good / "a.svg").write_text("<svg/>", "utf-8")
    files = [{"path": "a.svg", "sha256": sha256(b"<svg/>").hexdigest(), "bytes": 6}]
    (good / "manifest.json").write_text(json.dumps({"files": files}), "utf-8")
    return make_scene(tmp_path / "home", Attack("nothing"), good)


def judge(
    scene: Scene, outcomes: Sequence[Outcome], before: dict[str, Entry] | None = None, attack: Attack | None = None
) -> Verdict:
    """Judge outcomes in a scene."""
    after = take_snapshot(scene.home)
    return judge_attack(attack or Attack("nothing"), scene, outcomes, before or after, after)


def test_a_clean_refusal_has_no_faults(scene: Scene) -> None:
    verdict = judge(scene, [end()])
    assert (verdict.faults, verdict.end) == ((), "clean")
    assert Verdict.decode(verdict.encode()) == verdict


@pytest.mark.parametrize(
    ("outcome", "column"),
    [
        (end(stderr=b"Traceback (most recent call last):\n  File \"x.py\", line 1\nKeyError: 'x'\n"), "traceback"),
        (end(stderr=b"ValueError: embedded null byte\n"), "traceback"),
        (end(stderr=b"Exception ignored in: <_io.TextIOWrapper>\n"), "traceback"),
        (end(stderr=b"RuntimeWarning: x\n"), "traceback"),
        (end(120), "traceback"),
        (end(-11), "traceback"),
        (end(seconds=10.1), "slow"),
        (end(-9)._replace(killed=True), "slow"),
        (end(memory=1_000_000_001), "memory"),
        (end()._replace(left_running=True), "lost"),
        (end(stderr=REFUSAL + SECRET.encode()), "let through"),
        (end(stdout=SECRET.encode()), "let through"),
        (end(0, b""), "let through"),
    ],
)
def test_bad_ends_are_seen(scene: Scene, outcome: Outcome, column: str) -> None:
    assert column in [fault.column for fault in judge(scene, [outcome]).faults]


@pytest.mark.parametrize(
    "text", ["a\x1b[2Jb", "a\x07", "a\rb", "a\x9bm", "a\x7f", "a\u202eb", "a\u2028b", "a\tb", "a\udce9"]
)
def test_control_characters_are_seen(text: str) -> None:
    assert [fault.column for fault in judge_text(f"x\n{text}\n")] == ["let through"]


@pytest.mark.parametrize("line", ["::error::x", "  ::add-mask::x", "x ##[set-env name=a]b", "x ##vso[task.complete]"])
def test_commands_to_a_log_are_seen(line: str) -> None:
    assert [fault.column for fault in judge_text(f"x\n{line}\n")] == ["let through"]


def test_sound_text_has_no_faults() -> None:
    assert list(judge_text("hen/game.yaml:3:4: GF002 a::b, caf\u00e9 # [x]\n  3 | title: a\n    | ^\n")) == []
    assert list(judge_text("::error file=hen/game.yaml,line=1::no", machine=True)) == []
    assert len(list(judge_text("::error file=README.md,line=1::forged", machine=True))) == 1
    assert list(judge_outcome(end(2, b"Usage: x\n\n--x: GF012 there is no such option\n"))) == []


@pytest.mark.parametrize(
    ("path", "old", "new", "expected"),
    [
        ("victim/profile", "a", None, "let through"),
        ("victim/profile", "a", "b", "let through"),
        ("victim/new", None, "b", "let through"),
        ("desk/hen/game.yaml", "a", "b", "lost"),
        ("desk/elsewhere", None, "b", "lost"),
        ("tmp/gutterfold-x", None, "b", "lost"),
        ("desk/output/.hen-0123abcd", None, "b", "lost"),
        ("desk/output/hen/x.part", None, "b", "lost"),
        ("desk/output/mine.txt", "a", "b", "lost"),
        ("desk/output/hen/a.svg", "a", "b", "lost"),
        ("desk/output/hen/a.svg", "a", None, "lost"),
        ("desk/output/hen/new.svg", None, "b", ""),
        ("desk/output/.hen.lock", None, "b", ""),
        ("cache/gutterfold/x", None, "b", ""),
    ],
)
def test_changes_of_files_are_seen(path: str, old: str | None, new: str | None, expected: str) -> None:
    before = {} if old is None else {path: Entry("file", 0o600, old)}
    after = {} if new is None else {path: Entry("file", 0o600, new)}
    assert [fault.column for fault in judge_changes(before, after, (), succeeded=False)] == (
        [expected] if expected else []
    )
    assert list(judge_changes(before, after, (path,), succeeded=False)) == []


def test_a_change_of_permissions_is_seen() -> None:
    before, after = ({"victim/profile": Entry("file", mode, "a")} for mode in (0o600, 0o666))
    assert [fault.column for fault in judge_changes(before, after, (), succeeded=True)] == ["let through"]


def test_a_kit_that_is_a_mixture_is_seen(scene: Scene) -> None:
    before = take_snapshot(scene.home)
    (scene.kit / "manifest.json").write_text(
        json.dumps({"files": [{"path": "a.svg", "sha256": "0", "bytes": 1}]}), "utf-8"
    )
    faults = judge(scene, [end(0, b"")], before, Attack("nothing", expect="either")).faults
    assert faults == (Fault("lost", "the kit that landed is a mixture: a.svg"),)


def test_a_secret_in_a_kit_is_seen(scene: Scene) -> None:
    before = take_snapshot(scene.home)
    (scene.kit / "b.svg").write_text(f"<svg>{SECRET}</svg>", "utf-8")
    faults = judge(scene, [end(0, b"")], before, Attack("nothing", expect="either")).faults
    assert faults == (Fault("let through", "the victim's secret stands in desk/output/hen/b.svg"),)


def test_active_content_in_a_kit_is_seen(scene: Scene) -> None:
    before = take_snapshot(scene.home)
    (scene.kit / "b.svg").write_text("<svg><script>1</script></svg>", "utf-8")
    faults = judge(scene, [end(0, b"")], before, Attack("nothing", expect="either")).faults
    assert faults == (Fault("let through", "b.svg has <script>"),)


@for_each(
    [
        ("a.html", "<p><script>1</script>"),
        ("a.html", "<img src='x.png'>"),
        ("a.html", "<img src='data:image/png,x' onerror='1'>"),
        ("a.html", "<a href=' java\nscript:1'>x</a>"),
        ("a.html", "<style>@import 'x'</style>"),
        ("a.html", "<p style='background: url(//x)'>"),
        ("a.html", "<meta http-equiv=Refresh content=0>"),
        ("a.svg", "<svg onload='1'/>"),
        ("a.svg", "<svg xmlns:x='http://www.w3.org/1999/xlink'><image x:href='https://x'/></svg>"),
        ("a.svg", "<svg><foreignObject/></svg>"),
        ("a.pdf", "1 0 obj <</OpenAction <</S /JavaScript /JS (x)>> >>"),
        ("a.pdf", "<</Names <</EmbeddedFiles 5 0 R>> /Type /EmbeddedFile>>"),
        ("a.pdf", "<</A <</S /URI /URI (file:///x)>> >>"),
        ("a.pdf", "trailer <</Encrypt 5 0 R>>"),
    ]
)
def test_active_content_is_seen(name: str, data: str) -> None:
    assert list(find_active_content(name, data.encode())) != []


def test_sound_files_have_no_active_content() -> None:
    page = "<style>p {color: red}</style><a href='https://x'>x</a><a href='#y'>y</a><img src='data:image/svg+xml;base64,x' alt=''>"
    assert list(find_active_content("a.html", page.encode())) == []
    assert list(find_active_content("a.svg", b"<svg><image href='data:image/png;base64,x'/></svg>")) == []
    assert list(find_active_content("a.pdf", b"<</URI (https://x) /JSX 1 /AAPL 2>>")) == []


def test_what_is_expected_of_a_command(scene: Scene) -> None:
    failed = judge(scene, [end()], attack=Attack("nothing", expect="built"))
    assert [fault.column for fault in failed.faults] == ["lost"]
    assert judge(scene, [end(0, b"")], attack=Attack("nothing", expect="either")).end == "without effect"
    assert judge(scene, [end(stderr=b"no\n")]).end == "placeless"
    assert judge(scene, [end()], attack=Attack("nothing", place="egg.svg.j2")).end == "placeless"
    assert judge(scene, [end(2, b"--out: GF012 no\n")]).end == "clean"
    stolen = judge(scene, [end()], attack=Attack("nothing", through=lambda _scene, _outcomes: "it did"))
    assert stolen.faults == (Fault("let through", "it did"),)


def test_all_kinds_of_things_are_planted(scene: Scene) -> None:
    things: dict[str, Content] = {"a": "x", "b": b"x", "c": Link("a"), "d": HardLink("victim/profile"), "e": Folder()}
    things |= {"f": Fifo(), "g": Socket(), "h": Sparse(9, b"x"), "i": lambda: "x"}
    for path, content in things.items():
        plant_file(scene, path, content)
    found = {path[-1]: entry.kind for path, entry in take_snapshot(scene.home).items() if path[:-1] == "desk/hen/"}
    assert {found[name] for name in "abdhi"} == {"file"}
    assert [found[name] for name in "cefg"] == ["link", "folder", "special", "special"]
    plant_file(scene, "templates", Link("../../victim"))
    assert take_snapshot(scene.home)["desk/hen/templates"].content == "../../victim"


PROGRAM = """
import sys, tempfile, time
from pathlib import Path
import generator.__main__ as program
from tests.hostile.attack import Attack
from tests.hostile.runner import Patience, Workshop, run_attacks
from tests.hostile.scene import SECRET

def write(): Path("../victim/profile").write_text("x")
def leave():
    Path("output/.hen-12").mkdir(); sys.exit(1)
def hang():
    time.sleep(60)
def fill():
    kept = b"x" * 1_100_000_000; sys.exit(1)
def fail(): raise KeyError("x")
def tell(): print(SECRET); sys.exit(1)
def work(): print("sound"); sys.exit(0)

(home := Path(tempfile.mkdtemp(dir=sys.argv[1])) / "good").mkdir()
for act in (write, leave, hang, fill, fail, tell, work):
    program.run = act
    Patience.clock = 4.0 if act is hang else 40.0  # a busy machine takes seconds to fill memory
    shop = Workshop(home.parent, home, home)
    (verdict,) = run_attacks(lambda: [Attack(act.__name__, kit=False, expect="either")], shop, 1)
    print(act.__name__, *sorted({fault.column.replace(" ", "-") for fault in verdict.faults}))
"""


@pytest.mark.thorough
def test_what_a_forked_command_does_is_seen(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, str(tmp_path)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=240,
        check=True,
    )
    expected = [
        "write let-through",
        "leave lost",
        "hang slow",
        "fill memory",
        "fail traceback",
        "tell let-through",
        "work",
    ]
    assert done.stdout.splitlines() == expected, done.stderr


def test_the_set_is_large_and_each_attack_has_its_name() -> None:
    assert len(CLASSES) > 12
    every = [load_attacks(kind) for kind in CLASSES]
    assert sum(map(len, every)) > 2000
    assert all(len(load_sample(kind)) > 5 for kind in CLASSES)
    assert sum(len(load_sample(kind)) for kind in CLASSES) >= 100
    for attacks in every:
        names = [attack.name for attack in attacks]
        assert len(set(names)) == len(names)
        assert all("\n" not in name for name in names)
    assert len(COLUMNS) == 5
