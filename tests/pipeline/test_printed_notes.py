"""What is in the box: a reprint of some parts, or without rules, leaves the rest of the record as it was noted."""

import json
import os
from collections import Counter
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import to_builtins
from msgspec.structs import replace

from generator.export.reprint import BoxPiece, PieceKind, explain_wrong_box, plan_reprint
from generator.model.finding import DataError
from generator.pipeline.reprint.kits import EarlierKit, find_earlier_kit, merge_kits
from generator.write.manifest import MANIFEST, encode_manifest
from tests.export.reprinting import build, change, note, run, write_noted_game, write_rules

_NINE = ("{id: a, n: 1}", "{id: a, n: 9}")
_BACK = ("{id: a, n: 9}", "{id: a, n: 1}")
_MORE = ("front: chip.svg.j2, copies: 7", "front: chip.svg.j2, copies: 9")


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """Give a game with rules whose kit is noted as printed."""
    return write_noted_game(tmp_path, chapters=3)


def count_plan(home: Path, only: tuple[str, ...] = ()) -> tuple[dict[str, int], dict[str, int]]:
    """Return how many pieces of each part go out and come in."""
    plan = run(home, only=only).plan
    out, put_in = (Counter(piece.kind.part for piece in some) for some in (plan.out, plan.put_in))
    return dict(out), dict(put_in)


def list_noted(home: Path) -> Counter[PieceKind]:
    kit = find_earlier_kit("printed", home.parent / "out", "tiny")
    return Counter(piece.kind for piece in kit.pieces)


def refused(home: Path, reprint: bool = False) -> str:
    """Return why a kit or a reprint is not noted, without the folder of the test."""
    with pytest.raises(DataError) as error:
        note(home, reprint)
    return str(error.value).replace(f"{home.parent / 'out'}{os.sep}", "")


def test_a_noted_reprint_of_one_part_leaves_the_others_as_they_were(home: Path) -> None:
    change(home, _NINE, _MORE)
    assert count_plan(home, only=("chip",)) == ({}, {"chip": 2})
    note(home, reprint=True)
    assert count_plan(home) == ({"deck": 6}, {"deck": 6})
    note(home, reprint=True)
    assert count_plan(home) == ({}, {})
    build(home)
    whole = find_earlier_kit(str(home.parent / "out/tiny"), home.parent, "tiny")
    assert list_noted(home) == Counter(piece.kind for piece in whole.pieces)


def test_pictures_of_all_parts_are_kept_however_they_were_printed(home: Path) -> None:
    change(home, _NINE, _MORE)
    run(home, only=("chip",))
    note(home, reprint=True)
    kit = find_earlier_kit("printed", home.parent / "out", "tiny")
    files = {piece.kind.part: piece.spot.file for piece in kit.pieces}
    assert files["deck"] == files["die"] != files["chip"]
    assert all(kit.read_file(file) for file in files.values())
    change(home, ("n: 2", "n: 8"), ("copies: 9", "copies: 6"))
    made = run(home)
    assert Counter(piece.kind.part for piece in made.plan.out) == {"deck": 12, "chip": 3}
    for path in set(files.values()):
        (kit.folder / path).unlink()
    assert Counter(piece.kind.part for piece in run(home).plan.out) == {"deck": 12, "chip": 3}


def test_a_part_that_is_gone_stays_in_the_record_until_it_is_taken_out(home: Path) -> None:
    change(home, ("  odd: {kind: tile, title: Odd, size: [33, 50], front: odd.svg.j2, copies: 1}\n", ""), _MORE)
    run(home, only=("chip",))
    note(home, reprint=True)
    assert count_plan(home) == ({"odd": 1}, {})


@pytest.mark.parametrize("reprint", [True, False])
def test_rules_are_remembered_when_only_sheets_are_printed(home: Path, reprint: bool) -> None:
    write_rules(home, 3, word="chips")
    change(home, _MORE)
    if reprint:
        assert run(home, sheets_only=True).rules == ()
    else:
        build(home, sheets_only=True)
    note(home, reprint)
    made = run(home)
    assert (made.plan.is_empty, made.rules[0]) == (
        True,
        "Rules: print tiny-reprint-rules-a4.pdf anew, on both sides.",
    )
    assert not any("missing" in each for each in made.rules)
    note(home, reprint=True)
    made = run(home)
    assert (made.files, made.rules) == ((), ())


def test_rules_that_could_not_be_compared_are_remembered_on_their_paper(home: Path) -> None:
    change(home, _MORE)
    run(home, paper="letter")
    note(home, reprint=True)
    made = run(home)
    assert (made.files, made.rules) == ((), ())


def test_a_build_of_one_part_replaces_that_part_alone(home: Path) -> None:
    change(home, _NINE, _MORE)
    build(home, only=("deck",))
    note(home)
    assert count_plan(home) == ({}, {"chip": 2})


def test_a_first_note_of_one_part_holds_that_part(tmp_path: Path) -> None:
    home = write_noted_game(tmp_path)
    (home.parent / "out/tiny-printed").rename(home.parent / "out/elsewhere")
    build(home, only=("chip",))
    note(home)
    assert {kind.part for kind in list_noted(home)} == {"chip"}
    assert count_plan(home) == ({}, {"deck": 18, "odd": 1, "die": 1})


def test_nothing_changed_removes_a_reprint_that_must_not_be_printed(home: Path) -> None:
    change(home, _NINE)
    assert not run(home).withdrawn
    change(home, _BACK)
    made = run(home)
    assert (made.files, made.withdrawn) == ((), True)
    assert not (home.parent / "out/tiny-reprint").exists()
    assert refused(home, reprint=True) == (
        "tiny-reprint: GF369 there is no kit to note; run `gutterfold build tiny --since printed` first"
    )


def test_nothing_changed_keeps_a_reprint_that_is_noted(home: Path) -> None:
    change(home, _NINE)
    run(home)
    note(home, reprint=True)
    note(home, reprint=True)  # does no harm
    assert not run(home).withdrawn
    assert (home.parent / "out/tiny-reprint/tiny-reprint-a4.pdf").exists()


def test_a_reprint_of_an_older_record_is_refused(home: Path) -> None:
    change(home, _NINE)
    run(home)
    change(home, _BACK, _MORE)
    build(home)
    note(home)
    assert refused(home, reprint=True) == (
        "tiny-reprint: GF369 this reprint was not made from the kit that is noted as printed; "
        "run `gutterfold build tiny --since printed` and print what it lists"
    )


def test_a_reprint_since_a_folder_is_noted_where_nothing_was(tmp_path: Path) -> None:
    home = write_noted_game(tmp_path)
    (home.parent / "out/tiny-printed").rename(home.parent / "out/elsewhere")
    change(home, _NINE)
    run(home, str(home.parent / "out/tiny"))
    note(home, reprint=True)
    assert count_plan(home) == ({}, {})


def test_a_kit_is_not_noted_in_place_of_a_newer_reprint(home: Path) -> None:
    change(home, _NINE)
    run(home)
    before = list_noted(home)
    assert refused(home) == (
        "tiny-reprint: GF369 this is newer than the kit in tiny; "
        "if you printed it, run `gutterfold printed tiny --reprint`; if not, delete this folder and try again"
    )
    assert list_noted(home) == before
    build(home)
    note(home)
    assert count_plan(home) == ({}, {})


def test_a_kit_whose_files_are_not_as_built_is_not_noted(home: Path) -> None:
    sheets, rules = (home.parent / "out/tiny" / f"tiny-{name}-a4.pdf" for name in ("sheets", "rules"))
    sheets.unlink()
    rules.write_bytes(b"%PDF-")
    assert refused(home).splitlines() == [
        "tiny/tiny-sheets-a4.pdf: GF403 this file was removed since it was built; build the kit again",
        "tiny/tiny-rules-a4.pdf: GF403 this file was changed since it was built; move it away and build the kit again",
    ]


_PARTS = "abc"
_KIT = st.lists(st.tuples(st.sampled_from(_PARTS), st.integers(0, 2)), max_size=12)


def make_kit(folder: Path, home: Path, pieces: list[tuple[str, int]], only: set[str]) -> EarlierKit:
    """Return a kit that prints some pieces, each a part and a look."""
    standing = find_earlier_kit("printed", home.parent / "out", "tiny").manifest
    row = next(row for row in standing.placements or () if row.side == "front")
    rows = [
        to_builtins(replace(row, part=part, copy=copy, id=f"{part}.1.c{copy}.front", look=str(look)))
        for copy, (part, look) in enumerate(pieces, 1)
        if not only or part in only
    ]
    told = json.loads(encode_manifest(standing)) | {"placements": rows, "files": []}
    told["options"] |= {"only": sorted(only)}
    (folder / MANIFEST).write_text(json.dumps(told), "utf-8")
    return find_earlier_kit(str(folder), folder, "tiny")


@pytest.fixture(scope="module")
def standing(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_noted_game(tmp_path_factory.mktemp("standing"))


@settings(max_examples=60, deadline=None)
@given(data=st.data())
def test_the_record_is_what_is_in_the_box_after_each_print(standing: Path, data: st.DataObject) -> None:
    """Print any parts of any kits, one after the other: each part is in the box as it was printed last."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        noted, box = None, dict[str, Counter[str]]()
        for number in range(3):
            pieces, only = data.draw(_KIT), data.draw(st.sets(st.sampled_from(_PARTS)))
            (folder / str(number)).mkdir()
            kit = make_kit(folder / str(number), standing, pieces, only)
            record = merge_kits(noted, kit)
            old: list[BoxPiece] = noted.pieces if noted else []
            plan = plan_reprint([piece for piece in old if not only or piece.kind.part in only], kit.pieces)
            assert explain_wrong_box(old, plan.out, [piece.kind for piece in plan.put_in], record.pieces) == ""
            for part in only or set(_PARTS):
                box[part] = Counter(str(look) for each, look in pieces if each == part)
            found = Counter((piece.kind.part, piece.kind.front) for piece in record.pieces)
            assert found == Counter({(part, look): n for part, looks in box.items() for look, n in looks.items()})
            (folder / str(number) / MANIFEST).write_bytes(record.data)
            noted = find_earlier_kit(str(folder / str(number)), folder, "tiny")
