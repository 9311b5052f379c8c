"""Findings of one cause are merged into one, at the place to edit first."""

from generator.check.causes import merge_causes
from generator.model.finding import Finding, Place

CELL = Place("wren/cards.csv", 5, 5)
NOTE = Finding("GF176", CELL, "hand: 'cost' is 4, not 3; all 3 other steps of 'cost' are 1", "note")
COLUMN = "values('hand', 'cost') = [0, 1, 2, 4, 4] (wren/cards.csv:2:5 to 6:5)"
CLAIM = Finding(
    "GF102",
    Place("wren/game.yaml", 81, 12),
    f"Y16 a card costs its number: {COLUMN}",
    evidence=tuple(Place("wren/cards.csv", line, 5) for line in range(2, 7)),
)
NUMBER = Finding(
    "GF101",
    Place("wren/rules.md", 90, 5),
    "the rules say 3 for one('hand', number=3).cost; data gives 4 (wren/cards.csv:5:5)",
    evidence=(CELL,),
)
AGAIN = NUMBER._replace(place=Place("wren/rules.de.md", 91, 6))
OTHER = Finding("GF131", Place("wren/game.yaml", 7, 3), "the rules never mention 'gem'", "warning")


def test_claims_about_an_odd_cell_are_one_finding_at_the_cell() -> None:
    found = merge_causes([OTHER, NOTE, CLAIM, NUMBER, AGAIN])
    assert [(each.code, each.place, each.level) for each in found] == [
        ("GF131", OTHER.place, "warning"),
        ("GF102", CELL, "error"),
    ]
    assert NOTE.message in found[1].message
    assert found[1].message.endswith(
        "; so these fail: wren/game.yaml:81:12: GF102 Y16, wren/rules.md:90:5: GF101, wren/rules.de.md:91:6: GF101"
    )


def test_numbers_that_one_value_alone_contradicts_are_one_finding_at_the_value() -> None:
    (finding,) = merge_causes([NUMBER, AGAIN])
    assert (finding.code, finding.place) == ("GF101", CELL)
    assert finding.message.endswith("; so these fail: wren/rules.md:90:5: GF101, wren/rules.de.md:91:6: GF101")


def test_a_single_claim_stays_at_its_line() -> None:
    assert merge_causes([NUMBER, OTHER]) == (NUMBER, OTHER)
    assert merge_causes([CLAIM, NUMBER]) == (CLAIM, NUMBER)  # which rest on different values


def test_claims_that_go_against_many_values_stay_at_their_lines() -> None:
    found = [each._replace(evidence=(cell,)) for cell in CLAIM.evidence for each in (NUMBER, AGAIN)]
    assert merge_causes(found) == tuple(found)


def test_a_note_about_another_column_explains_no_claim() -> None:
    stars = NOTE._replace(message="hand: 'stars' is 4, not 3", place=Place("wren/cards.csv", 4, 9))
    assert merge_causes([stars, CLAIM]) == (stars, CLAIM)


def test_claims_that_only_a_wrong_face_breaks_are_told_with_it() -> None:
    face = Finding("GF126", Place("wren/game.yaml", 87, 3), "track.1.c1.front: the space '0' says '1'")
    drawn = Finding("GF101", Place("wren/rules.md", 26, 68), "the rules say 0 for spaces('track')|min; sheets print 1")
    (finding,) = merge_causes([face, drawn])
    assert (finding.code, finding.place) == (face.code, face.place)
    assert "wren/rules.md:26:68" in finding.message


def test_claims_about_an_uneven_board_are_told_with_its_note() -> None:
    note = Finding("GF179", Place("wren/game.yaml", 20, 9), "parts.board: 'r0c1' is 'plain'", "note")
    claim = Finding("GF102", Place("wren/game.yaml", 70, 9), "B1 it is even: cells('board', kind='star') is false")
    (finding,) = merge_causes([claim, note])
    assert (finding.code, finding.place, finding.level) == ("GF102", note.place, "error")


def test_a_label_like_another_explains_only_claims_about_labels() -> None:
    says = "parts.board: 'G': the label is '6', as of 'C'"
    note = Finding("GF179", Place("wren/game.yaml", 20, 9), says, "note", about="label")
    claim = Finding(
        "GF102", Place("wren/game.yaml", 70, 9), "B1 two seas: cells('board', kind='sea')|length == 2 is false"
    )
    assert merge_causes([claim, note]) == (claim, note)
    reads = claim._replace(message="B2 all differ: labels('board') is false")
    (finding,) = merge_causes([reads, note])
    assert (finding.code, finding.place) == ("GF102", note.place)


def test_many_places_are_counted() -> None:
    many = [NUMBER._replace(place=Place("wren/rules.md", line, 1)) for line in range(1, 31)]
    (finding,) = merge_causes(many)
    assert finding.message.count("wren/rules.md:") == 12
    assert finding.message.endswith(" and 18 more")
