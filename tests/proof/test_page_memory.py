"""What was found on the pages of a face is remembered until the face, its data or the checks change."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from generator.check.analysis.face_pages import PageFault
from generator.check.hide.views import PageViews, judge_face
from generator.pipeline.games import check_kit
from generator.pipeline.options import Options
from generator.pipeline.sheets import ink_use
from generator.proof import page_views, pages

GAME = """title: Wren
version: "1"
players: [1, 2]
parts:
  card: {kind: card, size: [40, 30], rows: cards.csv, copies: 1, front: card.svg.j2}
claims:
  - {id: W1, says: there are three cards, rests_on: this test, check: count('card') == 3}
"""
CARDS = "id,name\na,Ash\nb,Beech\nc,Cedar\n"
CARD = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 30">
<text x="9" y="16" font-size="5" fill="{{ '#ffffff' if row.id == 'b' else '#000000' }}">{{ row.name }}</text>
</svg>
"""
OPTIONS = Options(processes=1)
TOLD = ["GF140", "GF151"]  # the name of card b is white on white


@pytest.fixture
def wren(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give a game of three cards, one of them white on white, and a cache of its own."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    home = tmp_path / "wren"
    (home / "templates").mkdir(parents=True)
    (home / "game.yaml").write_text(GAME, "utf-8")
    (home / "cards.csv").write_text(CARDS, "utf-8")
    (home / "templates/card.svg.j2").write_text(CARD, "utf-8")
    return home


@pytest.fixture
def judged(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Give the names of the faces that were looked at."""
    found: list[str] = []

    def note(views: PageViews) -> Iterator[PageFault]:
        assert views.face is not None
        found.append(views.face.label)
        return judge_face(views)

    monkeypatch.setattr(pages, "judge_face", note)
    return found


def test_a_second_check_looks_at_no_face_and_finds_the_same(wren: Path, judged: list[str]) -> None:
    first = check_kit(wren, OPTIONS).findings
    assert [each.code for each in first] == TOLD
    assert judged == ["card.a front", "card.b front", "card.c front"]
    judged.clear()
    assert check_kit(wren, OPTIONS).findings == first
    assert judged == []


def test_after_one_changed_card_one_face_is_looked_at(wren: Path, judged: list[str]) -> None:
    check_kit(wren, OPTIONS)
    judged.clear()
    (wren / "cards.csv").write_text(CARDS.replace("Cedar", "Cherry"), "utf-8")
    assert [each.code for each in check_kit(wren, OPTIONS).findings] == TOLD
    assert judged == ["card.c front"]


def test_a_template_that_draws_all_cards_in_another_way_has_all_looked_at(wren: Path, judged: list[str]) -> None:
    check_kit(wren, OPTIONS)
    judged.clear()
    (wren / "templates/card.svg.j2").write_text(
        CARD.replace("#000000", "#333333").replace("#ffffff", "#000000"), "utf-8"
    )
    assert check_kit(wren, OPTIONS).findings == ()
    assert judged == ["card.a front", "card.b front", "card.c front"]


def test_other_checks_look_at_all_faces_again(wren: Path, judged: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    check_kit(wren, OPTIONS)
    judged.clear()
    monkeypatch.setattr(page_views, "identify_program", lambda: "other")
    check_kit(wren, OPTIONS)
    assert len(judged) == 3


def test_a_check_does_not_measure_the_ink_of_sheets_that_it_throws_away(
    wren: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ink_use, "measure_ink", lambda *_: pytest.fail("the ink was measured"))
    assert [each.code for each in check_kit(wren, OPTIONS).findings] == TOLD
