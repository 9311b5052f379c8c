"""The wheel alone, installed into a fresh environment, makes a game in an empty folder and builds it."""

import json
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import venv
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


def run_command(*command: str | Path, cwd: Path) -> str:
    """Return what a command printed; if it fails, fail with all of its output."""
    clean = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    done = subprocess.run(command, cwd=cwd, env=clean, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    pip = (sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet")
    run_command(
        *pip, "wheel", ROOT, "--no-deps", "--no-build-isolation", "--no-index", "--wheel-dir", folder, cwd=folder
    )
    (path,) = folder.glob("*.whl")
    return path


def test_the_wheel_carries_games_and_templates(wheel: Path) -> None:
    carried = set(zipfile.ZipFile(wheel).namelist())
    for top in ("layouts", "starters", "templates"):
        files = (path.relative_to(ROOT).as_posix() for path in (ROOT / top).rglob("*") if path.is_file())
        ours = {f"generator/{name}" for name in files if "__pycache__" not in name}
        assert ours
        assert ours <= carried
    assert "generator/cli/code_pages.md" in carried
    assert not [name for name in carried if not name.startswith(("generator/", "gutterfold-"))]


def test_make_refuses_a_python_that_is_too_old(tmp_path: Path) -> None:
    for name in ("Makefile", "pyproject.toml", "constraints.txt"):
        shutil.copy(ROOT / name, tmp_path)
    old = tmp_path / "old-python"
    old.write_text("#!/bin/sh\nexit 1\n", encoding="utf-8")
    old.chmod(0o755)
    done = subprocess.run(["make", "kits", f"PYTHON={old}"], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode != 0
    first, *_ = done.stderr.splitlines()
    assert first == "gutterfold needs Python 3.11.5 or newer; name one: make kits PYTHON=python3.12"
    assert not (tmp_path / ".venv").exists()


def test_an_older_python_cannot_install_the_wheel(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as file:
        (name,) = [each for each in file.namelist() if each.endswith(".dist-info/METADATA")]
        assert "Requires-Python: >=3.11.5" in file.read(name).decode().splitlines()


def test_a_game_is_made_and_built_in_an_empty_folder(wheel: Path, tmp_path: Path) -> None:
    environment, empty = tmp_path / "environment", tmp_path / "empty"
    empty.mkdir()
    venv.create(environment, with_pip=False)
    python = environment / "bin" / "python"
    pip = (sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet", "--python", python)
    run_command(*pip, "install", "--no-deps", "--no-index", wheel, cwd=empty)
    borrow_dependencies(python, cwd=empty)
    where = run_command(python, "-c", "import generator; print(generator.__file__)", cwd=empty)
    assert environment in Path(where.strip()).parents

    explained = run_command(environment / "bin" / "gutterfold", "explain", "GF004", cwd=empty)
    assert explained.startswith("GF004: A key is unknown.\n")
    run_command(environment / "bin" / "gutterfold", "new", "trick", "--like", "cards", cwd=empty)
    run_command(environment / "bin" / "gutterfold", "build", "trick", "--out", "kit", cwd=empty)
    built = sorted(path.relative_to(empty / "kit").as_posix() for path in (empty / "kit").rglob("*") if path.is_file())
    sheets = [name for name in built if re.fullmatch(r"trick/svg/trick-\d\d-[a-z0-9-]+\.svg", name)]
    rules = ["rules-a5.pdf", "rules-booklet-a4.pdf", "rules-a4.pdf", "rules.html"]
    words = [*rules, "sheets-a4.pdf", "certificate.txt"]
    others = ["trick/manifest.json", *(f"trick/trick-{word}" for word in words)]
    assert sheets
    assert built == sorted([*others, *sheets])
    listed = json.loads((empty / "kit/trick/manifest.json").read_text(encoding="utf-8"))["files"]
    assert {f"trick/{name}" for name in file_names(listed)} == set(built) - {"trick/manifest.json"}


def borrow_dependencies(python: Path, cwd: Path) -> None:
    """Let the fresh environment find this one's libraries; paths in a .pth are not searched for further .pth files.

    So our own editable installation stays out of sight, and the package can come from the wheel only.
    """
    site = run_command(python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))", cwd=cwd).strip()
    libraries = {sysconfig.get_path("purelib"), sysconfig.get_path("platlib")}
    Path(site, "borrowed.pth").write_text("\n".join(sorted(libraries)) + "\n", encoding="utf-8")


def file_names(files: object) -> list[str]:
    """Return the names of the manifest's files, kept as a mapping from name to hash or as a list of records."""
    if isinstance(files, dict):
        return sorted(files)
    assert isinstance(files, list)
    return sorted(str(record["name"] if "name" in record else record["path"]) for record in files)
