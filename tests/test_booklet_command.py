"""`gutterfold booklet`: builds the rules alone and keeps the other files of the output folder."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from generator.cli.commands import main
from generator.model.finding import DataError
from generator.pipeline.build import build_booklet
from generator.pipeline.options import Options
from tests.kits import Kits, read_manifest
from tests.messages import facts, facts_of
from tests.mistakes.rows import CORRECT_GAMES

SPECIMEN = Path(__file__).parent / "specimen"
SMALL = Path(__file__).parent.parent / "starters" / "cards"
Run = Callable[..., Result]


@pytest.fixture
def run(tmp_path: Path) -> Run:
    """Return a function that runs a gutterfold command on a copy of the specimen."""
    return copy_game(SPECIMEN, tmp_path)


@pytest.fixture
def run_small(tmp_path: Path) -> Run:
    """Return a function that runs a gutterfold command on a copy of a small game, which takes a fifth of the time."""
    return copy_game(SMALL, tmp_path)


def copy_game(game: Path, tmp_path: Path) -> Run:
    shutil.copytree(game, tmp_path / "ferry")

    def invoke(command: str, *words: str) -> Result:
        return CliRunner().invoke(main, [command, str(tmp_path / "ferry"), "--out", str(tmp_path / "out"), *words])

    return invoke


def read_files(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.mark.thorough
def test_the_rules_equal_those_of_a_full_build(kit: Kits, tmp_path: Path) -> None:
    alone = build_booklet(SPECIMEN, Options(out=tmp_path / "alone"))
    rules = {path: data for path, data in kit("specimen").files.items() if path.startswith("specimen-rules")}
    assert {**read_files(alone.folder), "manifest.json": b""} == {**rules, "manifest.json": b""}
    assert rules


@pytest.mark.thorough
def test_other_files_of_a_kit_stay_and_the_manifest_lists_all(run_small: Run, tmp_path: Path) -> None:
    run = run_small
    assert run("build").exit_code == 0
    kit = tmp_path / "out" / "ferry"
    before = read_files(kit)
    listed = read_manifest(kit)
    rules = tmp_path / "ferry" / "rules.md"
    rules.write_text(rules.read_text("utf-8") + "\nOne sentence more.\n", "utf-8")
    assert run("booklet").exit_code == 0
    after = read_files(kit)
    assert before.keys() == after.keys()
    changed = {path for path in before if before[path] != after[path]}
    assert changed == {path for path in before if path.startswith("ferry-rules")} | {"manifest.json"}
    now = read_manifest(kit)
    assert now["build"] == listed["build"] != now["rules"]["build"]
    assert sorted(file["path"] for file in now["files"]) == sorted(set(after) - {"manifest.json"})
    assert "the data or templates changed since the kit" in run("check").output


@pytest.mark.thorough
def test_a_full_build_replaces_rules_that_were_built_alone(run_small: Run, tmp_path: Path) -> None:
    run = run_small
    assert run("booklet", "--paper", "letter").exit_code == 0
    assert "holds only the rules" in run("check").output
    alone = set(read_files(tmp_path / "out" / "ferry")) - {"manifest.json"}
    result = run("build")
    assert result.exit_code == 0
    kit = tmp_path / "out" / "ferry"
    assert not {path for path in alone if "letter" in path} & set(read_files(kit))
    assert "removed from the last build: " in result.output
    assert sorted(file["path"] for file in read_manifest(kit)["files"]) == sorted(
        set(read_files(kit)) - {"manifest.json"}
    )


def test_rules_on_another_paper_replace_the_last_ones(run_small: Run, tmp_path: Path) -> None:
    assert run_small("booklet").exit_code == 0
    result = run_small("booklet", "--paper", "letter")
    assert (
        "removed from the last build: ferry-rules-a4.pdf, ferry-rules-a5.pdf, ferry-rules-booklet-a4.pdf\n"
        in result.output
    )
    assert not list((tmp_path / "out" / "ferry").glob("*a4*"))


def test_a_booklet_in_another_language_keeps_the_others(tmp_path: Path) -> None:
    run = copy_game(CORRECT_GAMES / "masque", tmp_path)
    kit = tmp_path / "out" / "ferry"
    assert run("build", "--lang", "en", "--paper", "letter", "--only", "pearl").exit_code == 0
    whole = read_files(kit)
    assert run("booklet", "--lang", "de").exit_code == 0
    both = read_files(kit)
    assert {path: both[path] for path in whole if path != "manifest.json"} == {
        path: data for path, data in whole.items() if path != "manifest.json"
    }
    assert set(both.keys() - whole.keys()) == {
        "ferry-rules-de-half-letter.pdf",
        "ferry-rules-de-booklet-letter.pdf",
        "ferry-rules-de-letter.pdf",
        "ferry-rules-de.html",
    }
    assert sorted(file["path"] for file in read_manifest(kit)["files"]) == sorted(both.keys() - {"manifest.json"})
    assert run("booklet", "--lang", "de", "--paper", "a4").exit_code == 0
    assert {path for path in read_files(kit) if "-rules" in path and "letter" in path} == {
        path for path in whole if "-rules" in path and "letter" in path
    }


@pytest.mark.thorough
def test_a_booklet_is_built_like_the_kit_that_is_there(run: Run, tmp_path: Path) -> None:
    kit = tmp_path / "out" / "ferry"
    options = ("--lang", "de", "--lang", "en", "--paper", "letter", "--color", "water=#56B4E8")
    assert run("build", *options, "--only", "crew").exit_code == 0
    built = read_files(kit)
    assert run("booklet").exit_code == 0
    assert read_files(kit).keys() == built.keys()
    record = read_manifest(kit)["rules"]["options"]
    assert (record["paper"], record["lang"], record["color"]) == ("letter", ["de", "en"], ["water=#56B4E8"])


def test_a_wrong_claim_stops_the_booklet_and_keeps_the_last_one(run_small: Run, tmp_path: Path) -> None:
    assert run_small("booklet").exit_code == 0
    before = read_files(tmp_path / "out" / "ferry")
    data = tmp_path / "ferry" / "rules.md"
    data.write_text(data.read_text("utf-8") + "\nThere are {{ claim(99, 'hero') }} heroes.\n", "utf-8")
    result = run_small("booklet")
    assert result.exit_code == 1
    assert "the rules say 99" in result.output or "GF008" in result.output or "GF101" in result.output
    assert read_files(tmp_path / "out" / "ferry") == before


def test_foreign_files_are_never_overwritten(run_small: Run, tmp_path: Path) -> None:
    kit = tmp_path / "out" / "ferry"
    kit.mkdir(parents=True)
    (kit / "ferry-rules-a4.pdf").write_text("mine")
    result = run_small("booklet")
    assert result.exit_code == 1
    assert "GF401" in result.output
    assert read_files(kit) == {"ferry-rules-a4.pdf": b"mine"}


@pytest.mark.parametrize("thickness", ["nan", "-0.1", "1.1", "inf"])
def test_the_paper_thickness_is_validated(run_small: Run, thickness: str) -> None:
    done = run_small("booklet", "--paper-thickness", thickness)
    assert (done.exit_code, "--paper-thickness: GF012" in done.output) == (2, True)


def test_paper_that_would_push_text_over_the_fold_is_refused(run_small: Run, tmp_path: Path) -> None:
    rules = tmp_path / "ferry" / "rules.md"
    rules.write_text(rules.read_text("utf-8") + "\n<!-- page -->\n\nmore\n" * 100, "utf-8")
    done = run_small("booklet", "--paper-thickness", "1")
    assert done.exit_code == 1
    found = [line for line in done.output.splitlines() if "GF" in line]
    assert facts_of(found) == ["--paper-thickness: GF301 26 1 0.88"]
    assert not list((tmp_path / "out").rglob("*.pdf"))
    assert run_small("booklet", "--paper-thickness", "0.88").exit_code == 0


def test_a_game_without_rules_has_no_booklet(tmp_path: Path) -> None:
    folder = tmp_path / "mute"
    folder.mkdir()
    (folder / "game.yaml").write_text(
        "title: Mute\nversion: '1'\nplayers: [2, 2]\nparts:\n  a: {kind: card, size: poker, front: a.svg.j2, copies: 1}\n"
    )
    (folder / "templates").mkdir()
    (folder / "templates" / "a.svg.j2").write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 63.5 88.9"><rect x="9" y="9" width="9" height="9"/></svg>'
    )
    with pytest.raises(DataError) as caught:
        build_booklet(folder, Options(out=tmp_path / "out"))
    [fault] = caught.value.findings
    assert facts(fault).endswith("game.yaml: GF005 'rules'")
    assert not (tmp_path / "out").exists()
