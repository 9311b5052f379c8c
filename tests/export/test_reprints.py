"""Reprints: what goes out of the box and what comes in makes the new kit of the old one."""

import json
from collections import Counter
from io import BytesIO
from pathlib import Path

import pikepdf
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from generator.export.reprint import BoxPiece, PieceKind, PrintedSpot, explain_wrong_box, plan_reprint
from generator.export.reprint_list import ListedPicture, ReprintList, draw_list
from generator.model.finding import DataError
from generator.model.picture import Picture
from generator.pipeline.reprint import reprinting as reprint
from generator.readback.pdf.reader import read_pdf
from tests.export.reprinting import change, note, run, write_noted_game


def make_piece(look: int, design: str = "a", copy: int = 1) -> BoxPiece:
    return BoxPiece(
        PieceKind("deck", str(look), "", (63.5, 88.9)), design, copy, PrintedSpot(1, (0.0, 0.0, 63.5, 88.9))
    )


_BUILT = "that `gutterfold build` made"
_BUILD_AGAIN = "build it again from its data, with PDF among the formats"
_BOXES = st.lists(st.builds(make_piece, st.integers(0, 5)), max_size=30)


@given(_BOXES, _BOXES)
def test_the_least_is_changed_and_makes_the_new_box(old: list[BoxPiece], new: list[BoxPiece]) -> None:
    plan = plan_reprint(old, new)
    assert explain_wrong_box(old, plan.out, [piece.kind for piece in plan.put_in], new) == ""
    assert not {piece.kind for piece in plan.out} & {piece.kind for piece in plan.put_in}
    if plan.put_in:
        short = [piece.kind for piece in plan.put_in[1:]]
        assert explain_wrong_box(old, plan.out, short, new).startswith("the box would lack 1 pieces")
    if plan.out:
        assert "hold 1 too many" in explain_wrong_box(old, plan.out[1:], [p.kind for p in plan.put_in], new)


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """Give a game whose kit is in the output folder, and noted as printed."""
    return write_noted_game(tmp_path)


def test_nothing_changed_prints_nothing(home: Path) -> None:
    made = run(home)
    assert (made.files, made.plan.is_empty) == ((), True)
    assert run(home, str(home.parent / "out/tiny/manifest.json")).files == ()
    assert not (home.parent / "out/tiny-reprint").exists()


def test_changed_new_and_dropped_pieces_alone_are_printed(home: Path) -> None:
    """A row with another value, one with another name, one copy more, and one part less."""
    change(
        home,
        ("{id: a, n: 1}, {id: b, n: 2}, {id: c, n: 3}", "{id: a, n: 9}, {id: b, n: 2}, {id: renamed, n: 3}"),
        ("front: chip.svg.j2, copies: 7", "front: chip.svg.j2, copies: 8"),
        ("  odd: {kind: tile, title: Odd, size: [33, 50], front: odd.svg.j2, copies: 1}\n", ""),
    )
    made = run(home)
    count = Counter((piece.kind.part, piece.design) for piece in made.plan.put_in)
    assert count == {("deck", "red.a"): 2, ("deck", "blue.a"): 2, ("deck", "gold.a"): 2, ("chip", "1"): 1}
    out = Counter((piece.kind.part, piece.design) for piece in made.plan.out)
    assert out == {("deck", "red.a"): 2, ("deck", "blue.a"): 2, ("deck", "gold.a"): 2, ("odd", "1"): 1}
    path = made.folder / "tiny-reprint-a4.pdf"
    assert Counter(piece.id for piece in read_pdf(path) if piece.side == "front") == {
        **{f"deck.{color}.a.c{copy}.front": 1 for color in ("red", "blue", "gold") for copy in (1, 2)},
        "chip.1.c1.front": 1,
    }
    with pikepdf.open(path) as pdf:
        assert pdf.open_outline is not None
        images = [image for image in pdf.pages[0].Resources.XObject.values() if image.get("/Subtype") == "/Image"]
        assert len(images) >= 4  # thumbnails of what is taken out
    assert (made.folder / "earlier-manifest.json").read_bytes() == (home.parent / "out/tiny/manifest.json").read_bytes()


def test_a_reprint_is_noted_in_its_turn(home: Path) -> None:
    change(home, ("{id: a, n: 1}", "{id: a, n: 9}"))
    assert len(run(home).plan.put_in) == 6
    note(home, reprint=True)
    assert run(home).files == ()


def test_a_box_that_would_not_be_the_new_kit_is_refused(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    change(home, ("{id: a, n: 1}", "{id: a, n: 9}"))
    monkeypatch.setattr(reprint, "plan_reprint", lambda old, new: plan_reprint(old, new[:-1]))
    with pytest.raises(DataError) as error:
        run(home)
    assert [each.code for each in error.value.findings] == ["GF370"]
    assert not (home.parent / "out/tiny-reprint").exists()


def test_kits_that_cannot_be_compared_are_refused_in_one_line(home: Path) -> None:
    out = home.parent / "out"
    manifest = out / "tiny/manifest.json"
    told = json.loads(manifest.read_text("utf-8"))
    for row in told["placements"]:
        del row["look"]
    old = home.parent / "old.json"
    old.write_text(json.dumps(told), "utf-8")
    other = home.parent / "other.json"
    other.write_text(json.dumps(told | {"game": "another"}), "utf-8")
    broken = home.parent / "broken.json"
    broken.write_text("{", "utf-8")
    bare = home.parent / "bare.json"
    bare.write_text(json.dumps({"game": "tiny", "files": []}), "utf-8")
    for since, says in (
        (old, f"GF369 this kit does not say how its pieces look; {_BUILD_AGAIN}"),
        (other, "GF369 this is a kit of 'another', not of 'tiny'"),
        (broken, "GF369 this is no manifest; name the manifest.json or the folder of a kit"),
        (home / "game.yaml", "GF369 this is no manifest; name the manifest.json or the folder of a kit"),
        (out / "tiny/tiny-sheets-a4.pdf", "GF369 this is no manifest; name the manifest.json or the folder of a kit"),
        (bare, f"GF369 this manifest lists no pieces; name that of a kit {_BUILT}"),
        (
            home.parent / "nowhere",
            f"GF369 this is neither a manifest nor the folder of a kit; name one {_BUILT}, or `printed`",
        ),
        ("", "--since: GF369 name the folder of a kit, its manifest, or `printed`"),
    ):
        with pytest.raises(DataError) as error:
            run(home, str(since))
        assert str(error.value).endswith(says)


def test_old_pieces_are_shown_upright(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Cards that lie on their side on the old sheets stand in the list, as the new ones do."""
    told = json.loads((home.parent / "out/tiny/manifest.json").read_text("utf-8"))
    assert {row["rotation"] for row in told["placements"] if (row["part"], row["side"]) == ("deck", "front")} == {90}
    listed: list[ListedPicture] = []

    def draw(said: ReprintList, *rest: object) -> list[Picture]:
        listed.extend(each for group in said.groups for entry in group.entries for each in entry.pictures)
        return draw_list(said, *rest)  # type: ignore[arg-type]

    monkeypatch.setattr("generator.pipeline.reprint.pages.draw_list", draw)
    change(home, ("{id: a, n: 1}", "{id: a, n: 9}"))
    run(home)
    assert {(each.width, each.height) for each in listed} == {(63.5, 88.9)}
    with Image.open(BytesIO(next(each.picture for each in listed if isinstance(each.picture, bytes)))) as image:
        assert image.height > image.width
        gray, (width, height) = image.convert("L"), image.size
        upper, lower = (20, 20, width - 20, height // 2), (20, height * 3 // 5, width - 20, height - 20)
        grays = [gray.crop(box).tobytes() for box in (upper, lower)]
    assert [max(each) - min(each) > 60 for each in grays] == [True, False]  # a digit stands in the upper half
