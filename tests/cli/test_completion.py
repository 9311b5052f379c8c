"""Completion as the shell asks for it: through a variable of the environment, in a new process."""

import os
import subprocess
import sys
from pathlib import Path

from tests.kits import run
from tests.samples import for_each

ROOT = Path(__file__).parents[2]


@for_each(
    [
        ("build psy", ["plain,psychopaths", "plain,psycle", "dir,psy"]),
        ("build my", ["plain,mygame", "dir,my"]),
        ("check psycle --set t", ["plain,target.", "plain,tracker.", "plain,track."]),
        ("build mygame --quiet --only ", ["plain,card"]),
        ("build mygame --palette gre", ["plain,grey", "file,gre"]),
        ("build --paper leg", ["plain,legal"]),
        ("explain gf10", [f"plain,GF10{number}" for number in range(10)]),
        ("build nowhere --only ", []),
        ("build broken --only ", []),
    ]
)
def test_the_shell_is_told_what_can_follow(line: str, found: list[str], tmp_path: Path) -> None:
    if "mygame" in line or "my" in line.split()[-1]:
        assert run(["new", str(tmp_path / "mygame"), "--like", "cards"])[0] == 0
    (tmp_path / "broken").mkdir()
    (tmp_path / "broken" / "game.yaml").write_text("parts: [", "utf-8")
    words = ["gutterfold", *line.split(" ")]
    asked = {"_GUTTERFOLD_COMPLETE": "bash_complete", "COMP_WORDS": " ".join(words), "COMP_CWORD": str(len(words) - 1)}
    program = Path(sys.executable).with_name("gutterfold")
    env = {**os.environ, **asked, "PYTHONPATH": str(ROOT)}
    done = subprocess.run([program], env=env, cwd=tmp_path, capture_output=True, text=True, timeout=60, check=False)
    assert (done.stdout.split(), done.stderr) == (found, "")
