"""The specimen in its second language: a booklet of its own, with its own words in text, terms and drawings."""

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

SPECIMEN = Path(__file__).parent / "specimen"
Run = Callable[..., Result]


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Return what runs gutterfold beside a copy of the specimen."""
    monkeypatch.chdir(tmp_path)
    shutil.copytree(SPECIMEN, tmp_path / "specimen")

    def run_command(*words: str) -> Result:
        return CliRunner().invoke(main, [*words, "--out", "out"])

    return run_command


def extract_words(path: Path) -> str:
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


def test_an_untranslated_figure_text_is_reported_at_its_place(run: Run, tmp_path: Path) -> None:
    table = tmp_path / "specimen" / "rules.de.yaml"
    table.write_text(table.read_text("utf-8").replace("  near: nah\n", ""), "utf-8")
    done = run("booklet", "specimen", "--lang", "de")
    assert done.exit_code == 1
    line = (tmp_path / "specimen" / "game.yaml").read_text("utf-8").split("values: {weight: 0.7")[0].count("\n") + 1
    assert f"specimen/game.yaml:{line}:34: GF005 specimen/rules.de.yaml has no `words` for 'near'" in done.output
    assert run("booklet", "specimen").exit_code == 0  # the first language needs none


def test_an_unknown_language_is_reported_with_the_available_ones(run: Run, tmp_path: Path) -> None:
    done = run("booklet", "specimen", "--lang", "fr")
    assert done.exit_code == 1
    assert not (tmp_path / "out").exists()
    assert "--lang: GF008 the rules of specimen are not written in 'fr'; there is 'en', 'de'" in done.output


def test_the_certificate_lists_the_numbers_of_all_languages(run: Run, tmp_path: Path) -> None:
    done = run("build", "specimen", "--format", "svg", "--lang", "de")
    assert done.exit_code == 0, done.output
    record = (tmp_path / "out" / "specimen" / "specimen-certificate.txt").read_text("utf-8")
    assert re.search(r"rules\.md:7 +4 +crew, player ruby", record)
    assert re.search(r"rules\.de\.md:7 +viere +crew, player ruby +4", record)


def test_a_claim_missing_from_a_translation_stops_the_build(run: Run, tmp_path: Path) -> None:
    rules = tmp_path / "specimen" / "rules.de.md"
    rules.write_text(rules.read_text("utf-8").replace("{{ claim(7, 'buoy') }}", "7"), "utf-8")
    done = run("build", "specimen", "--format", "svg")
    assert done.exit_code == 1
    assert "specimen/rules.de.md:5:1: GF135 a claim is lost: specimen/rules.md:16:11 asks for buoy (7)" in done.output


def test_a_figure_missing_from_a_translation_is_reported_in_its_file(run: Run, tmp_path: Path) -> None:
    rules = tmp_path / "specimen" / "rules.de.md"
    rules.write_text(rules.read_text("utf-8").replace("(figure:ashore)", "(figure:channels)"), "utf-8")
    done = run("booklet", "specimen", "--lang", "de")
    assert done.exit_code == 1
    said = "specimen/rules.de.md: GF306 the figure 'ashore' is shown nowhere; rules.de.md shows it by"
    assert said in " ".join(done.output.split())


def test_a_figure_that_does_not_fit_names_the_language(run: Run, tmp_path: Path) -> None:
    table = tmp_path / "specimen" / "rules.de.yaml"
    table.write_text(table.read_text("utf-8").replace("coins: Münzen", f"coins: {'Münzen' * 4}"), "utf-8")
    assert "(figure hoard in 'de')" in " ".join(run("booklet", "specimen", "--lang", "de").output.split())


def test_unused_translations_are_a_warning(run: Run, tmp_path: Path) -> None:
    table = tmp_path / "specimen" / "rules.de.yaml"
    table.write_text(table.read_text("utf-8").replace("  near: nah\n", "  near: nah\n  far: fern\n"), "utf-8")
    line = table.read_text("utf-8").split("  far: fern")[0].count("\n") + 1
    done = run("booklet", "specimen", "--lang", "de")
    assert done.exit_code == 0
    said = "GF307 warning: words: no figure says 'far', so that nobody would read 'fern'"
    assert f"specimen/rules.de.yaml:{line}:3: {said}" in done.output
    assert "GF307" not in run("booklet", "specimen").output


def test_languages_change_the_build(tmp_path: Path) -> None:
    builds = {
        languages: prepare_kit(SPECIMEN, Options(languages=languages)).build
        for languages in [(), ("de",), ("de", "en")]
    }
    assert len(set(builds.values())) == 3
