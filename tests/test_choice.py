"""What of a kit is printed: parts and pieces by name, one of each, and rows of 0 copies."""

import re
from pathlib import Path

import pypdfium2
import pytest

from tests.kits import read_manifest, run
from tests.samples import UNREAD

GAME = """\
title: Choice
version: "1"
players: [2, 2]
parts:
  card: {kind: card, size: poker, front: card.svg.j2, rows: cards.csv}
  disc: {kind: token, diameter: 20, front: card.svg.j2, copies: 2}
claims:
  - {id: C1, says: there are six cards, rests_on: rules, check: count('card') == 6}
"""
CARD = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {{ w }} {{ h }}"><text x="6" y="12" font-size="5">A</text></svg>'
ROWS = "id,copies\nking,1\nqueen-red,2\nqueen-blue,1\n3,1\nace,1\n"


@pytest.fixture
def choice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "choice/templates").mkdir(parents=True)
    (tmp_path / "choice/game.yaml").write_text(GAME, "utf-8")
    (tmp_path / "choice/cards.csv").write_text(ROWS, "utf-8")
    (tmp_path / "choice/templates/card.svg.j2").write_text(CARD, "utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def list_printed(*options: str) -> list[str]:
    """Return the ids of the pieces that a build prints, without their sides."""
    assert run(["build", "choice", "--quiet", *UNREAD, *options]) == (0, "", "")
    rows = read_manifest(Path("output/choice"))["placements"]
    return [f"{row['part']}.{row['design']}.{row['copy']}" for row in rows if row["side"] == "front"]


@pytest.mark.sampled(4)
@pytest.mark.parametrize(
    ("options", "printed"),
    [
        (["--only", "card.king"], ["card.king.1"]),
        (["--only", "card.3"], ["card.3.1"]),  # an id comes before a number
        (["--only", "card.1"], ["card.king.1"]),
        (["--only", "card.4..5"], ["card.3.1", "card.ace.1"]),
        (["--only", "card.queen-*"], ["card.queen-red.1", "card.queen-red.2", "card.queen-blue.1"]),
        (["--only", "card.ace", "--only", "disc"], ["card.ace.1", "disc.1.1", "disc.1.2"]),
        (["--only", "card.queen-red", "--one-of-each"], ["card.queen-red.1"]),
        (
            ["--one-of-each"],
            ["card.king.1", "card.queen-red.1", "card.queen-blue.1", "card.3.1", "card.ace.1", "disc.1.1"],
        ),
    ],
)
def test_pieces_are_chosen(choice: Path, options: list[str], printed: list[str]) -> None:
    assert list_printed(*options) == printed
    assert run(["check", "choice"])[0] == 0


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("card.jack", "--only: GF008 'card.jack' is no piece of 'card'"),
        ("card.7..9", "--only: GF008 'card.7..9' is no piece of 'card'"),
        ("cards.king", "--only: GF008 there is no part 'cards'; did you mean 'card'?"),
    ],
)
def test_a_name_of_nothing_is_refused(choice: Path, name: str, said: str) -> None:
    code, _, errors = run(["build", "choice", "--quiet", "--only", name])
    assert (code, errors.startswith(said)) == (1, True), errors
    assert not (choice / "output").exists()


def test_claims_are_held_against_all_cards_or_none(choice: Path) -> None:
    _, out, _ = run(["build", "choice", "--only", "card.ace"])
    assert "the sheets of card (not all) alone" in out


def test_rows_of_no_copies_are_left_out_with_a_note(choice: Path) -> None:
    (choice / "choice/cards.csv").write_text(ROWS.replace("king,1", "king,0").replace("ace,1", "ace,2"), "utf-8")
    assert list_printed("--only", "card")[:2] == ["card.queen-red.1", "card.queen-red.2"]
    _, _, errors = run(["check", "choice"])
    assert "choice/cards.csv:2:6: GF013 note: parts.card: 1 row of 0 copies is left out: king" in errors


@pytest.mark.parametrize("name", ["Qty", "count", "QUANTITY", "Copies"])
def test_other_names_of_copies_are_read(choice: Path, name: str) -> None:
    (choice / "choice/cards.csv").write_text(ROWS.replace("copies", name), "utf-8")
    assert len(list_printed("--only", "card")) == 6
    _, _, errors = run(["check", "choice"])
    assert re.findall(r"cards.csv:2:6: GF013 note: parts.card: the column '(\w+)' is read as `copies`", errors) == [
        name
    ]


def test_a_column_of_another_name_is_left_alone_where_copies_are_given(choice: Path) -> None:
    (choice / "choice/cards.csv").write_text(
        ROWS.replace("id,copies", "id,count,copies").replace("1\n", "9,1\n"), "utf-8"
    )
    text = (choice / "choice/cards.csv").read_text("utf-8").replace("queen-red,2", "queen-red,9,2")
    (choice / "choice/cards.csv").write_text(text, "utf-8")
    assert len(list_printed("--only", "card")) == 6


def test_no_page_on_how_to_print(choice: Path) -> None:
    for options, pages in ((["--no-how-to"], 1), ([], 2)):
        list_printed("--backs", "none", *options)
        with pypdfium2.PdfDocument(Path("output/choice/choice-sheets-a4.pdf")) as file:
            assert len(file) == pages
        assert run(["check", "choice"])[0] == 0
    assert list_printed("--format", "svg", "--no-how-to", "--only", "disc") == ["disc.1.1", "disc.1.2"]
    assert [path.name for path in Path("output/choice/svg").iterdir()] == ["choice-01-disc.svg"]


def test_backs_last_without_a_page_on_how_to_print(choice: Path) -> None:
    game = GAME.replace("front: card.svg.j2, rows", "front: card.svg.j2, back: card.svg.j2, rows")
    (choice / "choice/game.yaml").write_text(game.replace("copies: 2", "copies: 200"), "utf-8")
    list_printed("--no-how-to", "--order", "fronts-then-reversed-backs")
    rows = read_manifest(Path("output/choice"))["placements"]
    pages = {(row["side"], row["sheet"]): row["pdf_page"] for row in rows if row["part"] == "card"}
    sheets = max(row["sheet"] for row in rows)
    assert pages == {("front", 1): 1, ("back", 1): 2 * sheets}
    assert run(["check", "choice"])[0] == 0


def test_an_overlay_lies_across_each_front_and_no_back(choice: Path) -> None:
    list_printed("--overlay", "playtest", "--only", "card", "--no-how-to", "--format", "pdf")
    with pypdfium2.PdfDocument(Path("output/choice/choice-sheets-a4.pdf")) as file:
        text = file[0].get_textpage().get_text_bounded()
    assert "".join(text.split()).count("playtest") == 6
    assert run(["check", "choice"])[0] == 0
    code, _, errors = run(["build", "choice", "--overlay", "x" * 41])
    assert (code, "give one line of at most 40 characters" in errors) == (2, True)
