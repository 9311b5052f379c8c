"""The specimen in German: its own booklet, with translated text, terms and figures."""

import re
import shutil
from collections.abc import Callable
from io import BytesIO
from pathlib import Path

import pdfplumber
import pytest
from click.testing import CliRunner, Result

from generator.cli.commands import main
from generator.pipeline.build import prepare_kit
from generator.pipeline.options import Options
from tests.messages import facts, facts_of
from tests.mistakes.rows import CORRECT_GAMES

SPECIMEN = Path(__file__).parent / "specimen"
Run = Callable[..., Result]


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Return a function that runs gutterfold beside a copy of the specimen."""
    monkeypatch.chdir(tmp_path)
    shutil.copytree(SPECIMEN, tmp_path / "specimen")

    def run_command(*words: str) -> Result:
        return CliRunner().invoke(main, [*words, "--out", "out"])

    return run_command


def find_lines(done: Result, code: str) -> list[str]:
    """Return the lines of the output that report a finding of this code."""
    return [line for line in done.output.splitlines() if f" {code} " in line]


def extract_words(path: Path) -> str:
    """Return the text of a PDF in one line."""
    with pdfplumber.open(BytesIO(path.read_bytes())) as pdf:
        return " ".join(" ".join(page.extract_text().split()) for page in pdf.pages)


def test_a_booklet_in_german(run: Run, tmp_path: Path) -> None:
    done = run("booklet", "specimen", "--lang", "de")
    assert done.exit_code == 0, done.output
    out = tmp_path / "out" / "specimen"
    assert sorted(path.name for path in out.iterdir() if path.suffix in (".pdf", ".html")) == [
        "specimen-rules-de-a4.pdf",
        "specimen-rules-de-a5.pdf",
        "specimen-rules-de-booklet-a4.pdf",
        "specimen-rules-de.html",
    ]
    text = extract_words(out / "specimen-rules-de-a5.pdf")
    for said in (
        "Laternenfähre",
        "Ausgabe 0.9",
        "1 bis 2 Leute",
        "Bild 1",
        "Bild 2",
        "Rubin beginnt",
        "viere",
        "Münzen nicht",
    ):
        assert said in text
    assert "nah am Fluss" in text  # in the drawing
    assert "die Fähre" in text
    for said in ("Figure", "Version", "Lantern", "the ferry", "near", "River", "ruby"):
        assert said not in text
    page = (out / "specimen-rules-de.html").read_text("utf-8")
    assert '<html lang="de"' in page
    assert re.search(r"Beide Fahrrinnen nebeneinander, rubin und\s+blau, rechts davon ein Steg\.", page)


@pytest.mark.thorough
def test_an_untranslated_figure_text_is_reported_at_its_place(run: Run, tmp_path: Path) -> None:
    table = tmp_path / "specimen" / "rules.de.yaml"
    table.write_text(table.read_text("utf-8").replace("  near: nah\n", ""), "utf-8")
    done = run("booklet", "specimen", "--lang", "de")
    assert done.exit_code == 1
    line = (tmp_path / "specimen" / "game.yaml").read_text("utf-8").split("values: {weight: 0.7")[0].count("\n") + 1
    (told,) = find_lines(done, "GF005")
    assert facts(told).startswith(f"specimen/game.yaml:{line}:34: GF005 `words` 'near' ")
    assert "specimen/rules.de.yaml" in told
    assert run("booklet", "specimen").exit_code == 0  # the first language needs none


def test_an_unknown_language_is_reported_with_the_available_ones(run: Run, tmp_path: Path) -> None:
    done = run("booklet", "specimen", "--lang", "fr")
    assert done.exit_code == 1
    assert not (tmp_path / "out").exists()
    assert "--lang: GF008 'fr' 'en' 'de'" in facts_of(done.output.splitlines())


@pytest.mark.thorough
def test_the_certificate_lists_the_numbers_of_all_languages(run: Run, tmp_path: Path) -> None:
    done = run("build", "specimen", "--format", "svg", "--lang", "de")
    assert done.exit_code == 0, done.output
    record = (tmp_path / "out" / "specimen" / "specimen-certificate.txt").read_text("utf-8")
    assert re.search(r"rules\.md:7 +4 +crew, player ruby", record)
    assert re.search(r"rules\.de\.md:7 +viere +crew, player ruby +4", record)


@pytest.mark.thorough
def test_a_claim_missing_from_a_translation_stops_the_build(run: Run, tmp_path: Path) -> None:
    rules = tmp_path / "specimen" / "rules.de.md"
    rules.write_text(rules.read_text("utf-8").replace("{{ claim(7, 'buoy') }}", "7"), "utf-8")
    done = run("build", "specimen", "--format", "svg")
    assert done.exit_code == 1
    assert facts_of(find_lines(done, "GF135")) == ["specimen/rules.de.md:5:1: GF135 specimen/rules.md:16:11 7 'de'"]
    assert "asks for buoy (7)" in done.output


@pytest.mark.thorough
def test_a_figure_missing_from_a_translation_is_reported_in_its_file(run: Run, tmp_path: Path) -> None:
    rules = tmp_path / "specimen" / "rules.de.md"
    rules.write_text(rules.read_text("utf-8").replace("(figure:ashore)", "(figure:channels)"), "utf-8")
    done = run("booklet", "specimen", "--lang", "de")
    assert done.exit_code == 1
    assert facts_of(find_lines(done, "GF306")) == ["specimen/rules.de.md:35:1: GF306 'ashore' 'channels' 31 'ashore'"]


@pytest.mark.thorough
def test_a_figure_that_does_not_fit_names_the_language(run: Run, tmp_path: Path) -> None:
    table = tmp_path / "specimen" / "rules.de.yaml"
    table.write_text(table.read_text("utf-8").replace("coins: Münzen", f"coins: {'Münzen' * 4}"), "utf-8")
    assert "(figure hoard in 'de')" in " ".join(run("booklet", "specimen", "--lang", "de").output.split())


@pytest.mark.thorough
def test_unused_translations_are_a_warning(run: Run, tmp_path: Path) -> None:
    table = tmp_path / "specimen" / "rules.de.yaml"
    table.write_text(table.read_text("utf-8").replace("  near: nah\n", "  near: nah\n  far: fern\n"), "utf-8")
    line = table.read_text("utf-8").split("  far: fern")[0].count("\n") + 1
    done = run("booklet", "specimen", "--lang", "de")
    assert done.exit_code == 0
    assert facts_of(find_lines(done, "GF307")) == [f"specimen/rules.de.yaml:{line}:3: GF307 warning: 'far' 'fern'"]
    assert "GF307" not in run("booklet", "specimen", "--lang", "en").output


def test_languages_change_the_build(tmp_path: Path) -> None:
    builds = {
        languages: prepare_kit(CORRECT_GAMES / "masque", Options(languages=languages)).build
        for languages in [(), ("de",), ("de", "en")]
    }
    assert len(set(builds.values())) == 3


def test_texts_on_the_backs_of_pieces_are_printed(run: Run) -> None:
    """The dark sides of the rooms are the backs of tiles."""
    done = run("booklet", str(CORRECT_GAMES / "masque"), "--lang", "de")
    assert done.exit_code == 0
    assert find_lines(done, "GF307") == []


@pytest.mark.thorough
def test_sheets_may_show_translated_values(run: Run, tmp_path: Path) -> None:
    done = run("build", str(CORRECT_GAMES / "masque"), "--lang", "de", "--sheets-only", "--out", str(tmp_path / "kits"))
    assert (done.exit_code, "GF126" in done.output) == (0, False)
