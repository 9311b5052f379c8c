"""A kit that stands is kept only if a build would make the same; anything in doubt is built."""

import os
import shutil
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from generator.model.finding import DataError
from generator.pipeline import build, unchanged
from generator.pipeline.options import Options
from generator.pipeline.unchanged import BuildReport, build_or_keep
from generator.safety.code_cache import CodeCache
from generator.write.kit_folder import KitFolder
from generator.write.manifest import Manifest, list_files
from generator.write.staging import StagingFolder
from tests.samples import examples

YAML = """title: Tiny
version: "1"
players: [1, 2]
parts:
  card: {kind: tile, size: [30, 30], rows: cards.csv, front: card.svg.j2}
"""
ROWS = "id,word,copies\na,one,1\nb,two,2\n"
CARD = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 30 30"><text x="9" y="18">{{ row.word }}</text></svg>'
AGE = 1_000_000_000


class Bench:
    """A small game, its output folder, and the options of a build without sheets to be read back."""

    def __init__(self, home: Path) -> None:
        self.game, self.out = home / "tiny", home / "out"
        self.options = Options(out=self.out, read_back=False, formats=frozenset({"pdf"}))
        self.write("game.yaml", YAML)
        self.write("cards.csv", ROWS)
        self.write("templates/card.svg.j2", CARD)

    def write(self, name: str, text: str, when: int = AGE) -> Path:
        """Write a file as if long ago."""
        path = self.game / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
        os.utime(path, (when, when))
        return path

    def build(self, **other: Any) -> BuildReport:
        return build_or_keep(self.game, replace(self.options, **other))

    def read(self, out: str = "out") -> dict[str, bytes]:
        home = self.out.parent / out / "tiny"
        return {str(each.relative_to(home)): each.read_bytes() for each in sorted(home.rglob("*")) if each.is_file()}


@pytest.fixture
def bench(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Bench:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "caches"))
    return Bench(tmp_path)


def test_a_kit_is_kept_and_told_as_it_was_built(bench: Bench) -> None:
    first, kit = bench.build(bleed=2.0), bench.read()
    again = bench.build(bleed=2.0)
    assert [each.code for each in again.findings] == ["GF316"]  # a warning is told again
    told = unchanged.leave_out_notes(first.findings)
    assert again == first._replace(is_kept=True, findings=tuple(told))
    assert bench.read() == kit
    assert not build_or_keep(bench.game, replace(bench.options, bleed=2.0), fresh=True).is_kept


CHANGES: dict[str, Callable[[Bench], object]] = {
    "a row of the same length and time": lambda b: b.write("cards.csv", ROWS.replace("two", "six")),
    "a row, and the clock is set back": lambda b: b.write("cards.csv", ROWS.replace("two", "six"), AGE // 2),
    "a template": lambda b: b.write("templates/card.svg.j2", CARD.replace("18", "19")),
    "a template that is new": lambda b: b.write("templates/other.svg.j2", CARD),
    "an image that is new": lambda b: b.write("images/a.txt", ""),
    "rules that are found by their name": lambda b: b.write("rules.md", "# Rules"),
    "a hidden file, which rows may be": lambda b: b.write(".cards.csv", ROWS),
    "a font": lambda b: (b.game / "fonts").mkdir(),
    "a folder that is renamed": lambda b: [b.write("a/b.csv", ROWS), b.build(), (b.game / "a").rename(b.game / "c")],
    "a link": lambda b: (b.game / "more.csv").symlink_to("cards.csv"),
    "a sheet that is gone": lambda b: (b.out / "tiny/tiny-sheets-a4.pdf").unlink(),
    "the folder of the kit": lambda b: shutil.rmtree(b.out / "tiny"),
    "the output": lambda b: shutil.rmtree(b.out),
    "the cache": lambda b: [each.write_bytes(each.read_bytes()[:-9]) for each in b.out.parent.rglob("*.code")],
}


@pytest.mark.parametrize("what", CHANGES)
def test_whatever_changes_a_kit_builds_it(bench: Bench, what: str) -> None:
    bench.build()
    CHANGES[what](bench)
    assert not bench.build().is_kept
    kit = bench.read()
    assert not build_or_keep(bench.game, replace(bench.options, out=bench.out.with_name("new"))).is_kept
    assert kit == bench.read("new")
    assert bench.build().is_kept


def test_each_option_counts_and_the_last_build_alone_is_remembered(bench: Bench) -> None:
    bench.build()
    full = {"read_back": True, "formats": frozenset({"pdf", "svg"})}
    for other in (full, {}, {"paper": "letter"}, {"palette": "grey"}, {"sheets_only": True}, {"overlay": "test"}):
        assert [bench.build(**other).is_kept for _ in range(2)] == [False, True], other
    assert bench.build(processes=1, overlay="test").is_kept  # which decides no byte


def test_a_palette_from_elsewhere_counts_by_its_bytes(bench: Bench) -> None:
    bench.write("game.yaml", YAML + "colors: {ink: {paint: '#000'}}\n")
    palette = bench.out.with_name("mine.yaml")
    for paint in ("#123456", "#654321"):
        palette.write_text(f"title: Mine\npaint: {{ink: '{paint}'}}\n", "utf-8")
        os.utime(palette, (AGE, AGE))
        assert [bench.build(palette=str(palette)).is_kept for _ in range(2)] == [False, True]


def test_templates_and_fonts_that_come_along_count(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    shared, fonts = bench.out.with_name("shared"), bench.out.with_name("fonts")
    for folder in (shared, fonts):
        (folder / "inner").mkdir(parents=True)
    monkeypatch.setattr(unchanged, "find_resources", lambda _name: shared)
    monkeypatch.setattr(unchanged, "list_font_folders", lambda: [fonts])
    bench.build()
    for path in (shared / "inner/a.svg.j2", fonts / "inner/noto.ttf", shared / "inner/a.svg.j2"):
        path.write_text(path.read_text()[::-1] if path.exists() else "ab", "utf-8")
        os.utime(path, (AGE, AGE))  # the time of its last change stays
        assert [bench.build().is_kept for _ in range(2)] == [False, True], path


def test_the_folder_that_messages_are_told_from_counts(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    bench.build()
    monkeypatch.chdir(bench.out.parent)
    assert not bench.build().is_kept


def test_a_file_of_the_kit_that_was_changed_is_not_taken_for_it(bench: Bench) -> None:
    bench.build()
    sheets = bench.out / "tiny/tiny-sheets-a4.pdf"
    data, status = sheets.read_bytes(), sheets.stat()
    sheets.write_bytes(data[:-1] + b" ")
    os.utime(sheets, ns=(status.st_atime_ns, status.st_mtime_ns))
    with pytest.raises(DataError, match="GF401"):
        bench.build()
    sheets.unlink()
    real = sheets.with_name("real.pdf")
    real.write_bytes(data)
    sheets.symlink_to(real)
    with pytest.raises(DataError, match="GF401"):
        bench.build()


def test_a_link_that_leads_out_is_never_kept(bench: Bench) -> None:
    bench.out.with_name("away.txt").write_text("x", "utf-8")
    (bench.game / "away.txt").symlink_to("../away.txt")
    assert [bench.build().is_kept for _ in range(2)] == [False, False]


def test_a_user_without_a_home_builds_each_time(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    def find_none() -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.setattr(Path, "home", find_none)
    assert [bench.build().is_kept for _ in range(2)] == [False, False]


def test_a_kit_inside_its_game_is_kept(bench: Bench) -> None:
    bench.out = bench.game / "output"
    bench.options = replace(bench.options, out=bench.out)
    assert [bench.build().is_kept for _ in range(2)] == [False, True]
    (bench.out / "notes.txt").write_text("x", "utf-8")  # which rules may show
    assert [bench.build().is_kept for _ in range(2)] == [False, True]
    copy = bench.out / "tiny" / "cards.csv"
    copy.write_text(ROWS, "utf-8")
    bench.write("game.yaml", YAML.replace("cards.csv", "output/tiny/cards.csv"))
    assert [bench.build().is_kept for _ in range(2)] == [False, False]


def test_a_change_and_back_again_during_a_build_is_not_remembered(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    make = build.build_in

    def build_while_saved(*given: object) -> build.BuildResult:
        bench.write("cards.csv", ROWS.replace("two", "six"))
        made = make(*given)  # type: ignore[arg-type]
        bench.write("cards.csv", ROWS)
        return made

    monkeypatch.setattr(build, "build_in", build_while_saved)
    stale = bench.build() and bench.read()
    monkeypatch.setattr(build, "build_in", make)
    assert not bench.build().is_kept
    assert bench.read() != stale


@pytest.mark.parametrize("step", ["generator.write.staging.land_files", "generator.pipeline.unchanged.report_build"])
def test_a_build_that_is_cut_off_is_not_remembered(bench: Bench, monkeypatch: pytest.MonkeyPatch, step: str) -> None:
    bench.build()
    bench.write("cards.csv", ROWS.replace("two", "six"))

    def stop(*_given: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(step, stop)
        with pytest.raises(KeyboardInterrupt):
            bench.build()
    has_landed = step.endswith("report_build")
    bench.write("cards.csv", ROWS)
    assert bench.build().is_kept is not has_landed  # the old kit stands, or the new one does


def test_a_kit_that_failed_or_has_no_cache_is_not_remembered(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    bench.write("cards.csv", ROWS.replace("1", "one"))
    for _ in range(2):
        with pytest.raises(DataError):
            bench.build()
    bench.write("cards.csv", ROWS)
    monkeypatch.setenv("XDG_CACHE_HOME", "/dev/null/none")
    assert [bench.build().is_kept for _ in range(2)] == [False, False]


NAMES = ("cards.csv", "templates/a", ".hidden", "output/other", "images/b")
EDITS = st.one_of(
    st.tuples(st.just("write"), st.sampled_from(NAMES), st.sampled_from(("x", "y"))),
    st.tuples(st.just("remove"), st.sampled_from(NAMES), st.just("")),
    st.tuples(st.just("link"), st.sampled_from(NAMES), st.sampled_from(NAMES)),
    st.tuples(st.just("spoil"), st.sampled_from(("tiny.txt", "manifest.json")), st.sampled_from(("", "x"))),
    st.tuples(st.just("paper"), st.sampled_from(("a4", "letter")), st.just("")),
)


def read_inputs(game: Path, options: Options) -> str:
    """Return all that the build of the property below reads."""
    found = {
        str(path.relative_to(game)): path.read_text("utf-8") if path.is_file() else ""
        for path in sorted(game.rglob("*"))
        if "tiny" not in path.relative_to(game).parts and not path.name.startswith(".tiny")
    }
    return repr((found, options.paper))


def build_inputs(folder: Path, options: Options, _progress: object, home: KitFolder) -> BuildReport:
    """Land a kit that holds what was read."""
    text = read_inputs(folder, options).encode()
    with StagingFolder(home) as stage:
        stage.write_file("tiny.txt", text)
        stage.land(Manifest(game="tiny", files=list_files(stage.written)))
    return BuildReport("tiny", "Tiny", "", home.target, tuple(stage.written), 1, 1, (), "", "")


def apply_edit(game: Path, kit: Path, edit: tuple[str, str, str]) -> None:
    what, name, text = edit
    path = (kit if what == "spoil" else game) / name
    with suppress(OSError):
        if what in ("remove", "link", "spoil"):
            path.unlink()
        if what == "link":
            path.symlink_to(game / text)
        elif what == "write" or (what == "spoil" and text):
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, "utf-8")
            os.utime(path, (AGE, AGE))


@pytest.fixture
def made_of_inputs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(build, "build_in", build_inputs)
    monkeypatch.setattr(unchanged, "report_build", lambda made: made)
    monkeypatch.setattr(unchanged, "_reads_kit", lambda *_given: False)
    monkeypatch.setattr(unchanged, "open_code_cache", lambda: CodeCache(Path(os.environ["XDG_CACHE_HOME"])))
    monkeypatch.setenv("XDG_CACHE_HOME", "")


@pytest.mark.usefixtures("made_of_inputs")
@given(edits=st.lists(EDITS, max_size=12), inside=st.booleans())
@settings(deadline=None, max_examples=examples(400))
def test_after_any_edits_the_kit_is_that_of_its_inputs(edits: list[tuple[str, str, str]], inside: bool) -> None:
    home = Path(mkdtemp())
    try:
        (home / "caches").mkdir()
        os.environ["XDG_CACHE_HOME"] = str(home / "caches")
        game = home / "tiny"
        game.mkdir()
        out = game / "output" if inside else home / "out"
        options = Options(out=out)
        for edit in [("write", "cards.csv", "x"), *edits]:
            apply_edit(game, out / "tiny", edit)
            options = replace(options, paper=edit[1] if edit[0] == "paper" else options.paper)
            with suppress(DataError):  # a file that was changed is in the way
                build_or_keep(game, options)
                kit = (out / "tiny/tiny.txt").read_text("utf-8")
                assert kit == read_inputs(game, options)
                assert (out / "tiny/manifest.json").is_file()
    finally:
        shutil.rmtree(home)
