"""Test what the studio computes for its panes."""

import json
from pathlib import Path

import pikepdf
import pytest

from generator.studio.documents import ShownDocument, find_first_sheet, list_documents
from generator.studio.jobs import CommandResult, leave_out_progress
from generator.studio.views import measure_contrasts


def test_white_and_black_differ_most() -> None:
    assert [round(each, 2) for each in measure_contrasts("#000000")] == [21.0, 1.0]
    assert [round(each, 2) for each in measure_contrasts("#ffffff")] == [1.0, 21.0]
    assert [round(each, 2) for each in measure_contrasts("#767676")] == [4.54, 4.62]


def test_what_a_build_told_is_told_without_its_first_line() -> None:
    result = CommandResult(1, "", "building dragons ...\nbuilding dragons is hard\ngame.yaml:1:1: GF006 no\n")
    assert leave_out_progress(result, "dragons").errors == "building dragons is hard\ngame.yaml:1:1: GF006 no\n"


@pytest.mark.parametrize(
    ("name", "title", "has_spreads"),
    [
        ("tiny-sheets-a4.pdf", "Sheets", False),
        ("tiny-rules-a4.pdf", "Rules, page by page, A4", True),
        ("tiny-rules-half-letter.pdf", "Rules, page by page, Half letter", True),
        ("tiny-rules-booklet-a4.pdf", "Rules, to fold and staple, A4", False),
    ],
)
def test_documents_are_told_apart(tmp_path: Path, name: str, title: str, has_spreads: bool) -> None:
    with pikepdf.new() as pdf:
        for _ in range(3):
            pdf.add_blank_page(page_size=(595.276, 841.89))
        pdf.save(tmp_path / name)
    (document,) = list_documents({name: tmp_path / name, "manifest.json": tmp_path / "manifest.json"})
    assert document == ShownDocument(name, title, ((595, 842),) * 3)
    assert (document.pages, document.has_spreads) == (3, has_spreads)


def test_the_first_sheet_is_the_first_page_with_a_piece(tmp_path: Path) -> None:
    manifest = tmp_path / "manifest.json"
    for pages, first in (([4, 3, 5], 3), ([], 1)):
        manifest.write_text(json.dumps({"placements": [{"pdf_page": page} for page in pages]}), "utf-8")
        assert find_first_sheet(manifest) == first
