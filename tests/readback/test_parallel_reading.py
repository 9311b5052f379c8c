"""A large kit is read by two processes: pieces and faults keep the order of the files."""

import os
import pickle
import re
from hashlib import sha256
from pathlib import Path

import pytest

from generator.model.finding import DataError
from generator.model.printed import Mark, ReadPiece, TextRun
from generator.pipeline.checking import kit_readback
from generator.program import parallel
from generator.readback.svg.reader import SvgSheetReader
from generator.write.kit_folder import KitFolder
from generator.write.manifest import ListedFile
from tests.check.kit import Piece, pdf_of, svg, svg_piece
from tests.messages import mention_all

FILES = 3 * kit_readback.PARALLEL_THRESHOLD


def write_kit(folder: Path) -> list[str]:
    """Write a PDF and many sheets of two pieces each; return the paths of the sheets."""
    pieces = [Piece(f"deck.{n}.c1.front", n // 2 + 1, 20 + 70 * (n % 2), 20) for n in range(2 * FILES)]
    pdf_of(folder / "deck.pdf", pieces)
    (folder / "svg").mkdir()
    for page in range(1, FILES + 1):
        body = "".join(svg_piece(piece) for piece in pieces if piece.page == page)
        (folder / f"svg/{page:03d}.svg").write_text(svg(body), encoding="utf-8")
    return [f"svg/{page:03d}.svg" for page in range(1, FILES + 1)]


@pytest.fixture(params=[1, 2])
def cores(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parallel, "count_cores", lambda: request.param)


@pytest.mark.usefixtures("cores")
def test_pieces_come_in_the_order_of_the_files(tmp_path: Path) -> None:
    drawings = write_kit(tmp_path)
    pdf, drawn = kit_readback.read_back(tmp_path, "deck.pdf", drawings)
    names = [f"deck.{n}.c1.front" for n in range(2 * FILES)]
    assert pdf is not None
    assert drawn is not None
    assert [piece.id for piece in pdf] == [piece.id for piece in drawn] == names
    assert [piece.file for piece in drawn] == [drawings[n // 2] for n in range(2 * FILES)]


@pytest.mark.usefixtures("cores")
def test_every_file_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    drawings = write_kit(tmp_path)
    broken = [drawings[-1], drawings[FILES // 2], drawings[0]]
    for path in broken:
        (tmp_path / path).write_text("<svg>", encoding="utf-8")
    os.truncate(tmp_path / "deck.pdf", 100)
    with pytest.raises(DataError) as caught:
        kit_readback.read_back(tmp_path, "deck.pdf", drawings)
    assert [finding.place.file for finding in caught.value.findings] == ["deck.pdf", *sorted(broken)]
    assert {finding.code for finding in caught.value.findings} == {"GF117"}


@pytest.mark.usefixtures("cores")
def test_sheets_with_conflicting_definitions_are_named(tmp_path: Path) -> None:
    """Definitions that two processes read are compared with each other."""
    drawings = write_kit(tmp_path)
    for number, path in enumerate(drawings):
        text = (tmp_path / path).read_text(encoding="utf-8")
        defined = f'<defs>\n<path id="abcd_a" d="M{number // (FILES - 1)} 0"/>\n'
        (tmp_path / path).write_text(text.replace("<defs>\n", defined, 1), encoding="utf-8")
    with pytest.raises(DataError) as caught:
        kit_readback.read_back(tmp_path, "deck.pdf", drawings)
    (first, last) = re.fullmatch(r"(.*): GF117 'abcd_a' .* (svg/\d+\.svg)", str(caught.value)).groups()  # type: ignore[union-attr]
    assert first == drawings[-1]
    assert last in drawings[:-1]


def test_a_batch_survives_pickling(tmp_path: Path) -> None:
    drawings = write_kit(tmp_path)
    (piece, *_) = SvgSheetReader().read(tmp_path / drawings[0], drawings[0])
    mark = Mark("a", (1, 0, 0, 1, 2, 3), b"look", ((1.0, 2.0),), "one")
    run = TextRun("one", "", 0.0, (1, 0, 0, 1, 2, 3))
    piece = piece._replace(marks=(mark,), runs=(run, run), crops=((1.0, 2.0, 3.0, 4.0),))
    batch = kit_readback.ReadBatch((piece,), [], [kit_readback.SheetDefinition(b"a", 1, "a.svg")])
    handed = pickle.loads(pickle.dumps(batch))
    assert (handed.pieces, handed.faults, handed.defined) == (batch.pieces, batch.faults, batch.defined)
    assert [type(each) for each in (handed.pieces[0], handed.pieces[0].marks[0], handed.pieces[0].runs[1])] == [
        ReadPiece,
        Mark,
        TextRun,
    ]
    assert type(handed.defined[0]) is kit_readback.SheetDefinition


@pytest.mark.usefixtures("cores")
def test_each_conflict_between_two_batches_is_reported_once(tmp_path: Path) -> None:
    """Batches go to whichever process is free: one process reads some of these pairs, two read others."""
    drawings = write_kit(tmp_path)
    firsts = drawings[:: kit_readback.BATCH_SIZE]
    for number, path in enumerate(firsts):
        text = (tmp_path / path).read_text(encoding="utf-8")
        defined = f'<defs>\n<path id="abcd_{chr(97 + number // 2)}" d="M{number} 0"/>\n'
        (tmp_path / path).write_text(text.replace("<defs>\n", defined, 1), encoding="utf-8")
    with pytest.raises(DataError) as caught:
        kit_readback.read_back(tmp_path, "deck.pdf", drawings)
    found = sorted(caught.value.findings, key=lambda finding: finding.place.file)
    assert mention_all(
        found,
        [
            f"{other}: GF117 'abcd_{chr(97 + pair)}' {one}"
            for pair, (one, other) in enumerate(zip(firsts[::2], firsts[1::2], strict=True))
        ],
    )


@pytest.mark.usefixtures("cores")
def test_files_that_were_changed_are_named_in_the_order_of_the_manifest(tmp_path: Path) -> None:
    folder = tmp_path / "kit"
    folder.mkdir()
    drawings = ["deck.pdf", *write_kit(folder)]
    contents = {path: (folder / path).read_bytes() for path in drawings}
    files = [ListedFile(path, sha256(data).hexdigest(), len(data)) for path, data in contents.items()]
    with KitFolder(tmp_path, "kit") as home:
        whole, done = kit_readback.read_standing_kit(home, "a4", files, True, lambda: "done")
        assert (whole.edited, done) == ((), "done")
        broken = [drawings[-1], drawings[0], drawings[40]]
        for path in broken:
            os.truncate(folder / path, 100)
        (folder / drawings[7]).unlink()
        read, _ = kit_readback.read_standing_kit(home, "a4", files, True, lambda: 1)
        assert read.edited == tuple(sorted([*broken, drawings[7]], key=drawings.index))


@pytest.mark.usefixtures("cores")
def test_a_standing_kit_shows_what_its_files_show(tmp_path: Path) -> None:
    folder = tmp_path / "kit"
    folder.mkdir()
    for path in write_kit(folder):
        (folder / path).rename(folder / path.replace("svg/", "svg/kit-"))
    drawings = sorted(path.relative_to(folder).as_posix() for path in folder.glob("svg/*"))
    (folder / "deck.pdf").rename(folder / "kit-sheets-a4.pdf")
    (folder / "kit-certificate.txt").write_text("all is well", "utf-8")
    paths = ["kit-sheets-a4.pdf", *drawings, "kit-certificate.txt"]
    read = {path: (folder / path).read_bytes() for path in paths}
    files = [ListedFile(path, sha256(data).hexdigest(), len(data)) for path, data in read.items()]
    with KitFolder(tmp_path, "kit") as home:
        standing, _ = kit_readback.read_standing_kit(home, "a4", files, True, int)
        assert standing.collect_pieces() == kit_readback.read_back(folder, paths[0], drawings)
        without, _ = kit_readback.read_standing_kit(home, "a4", files[-1:], True, int)
        assert without.collect_pieces() == (None, None)


def test_a_missing_format_is_none(tmp_path: Path) -> None:
    drawings = write_kit(tmp_path)
    pdf, drawn = kit_readback.read_back(tmp_path, "", drawings[:1])
    assert pdf is None
    assert drawn is not None
    assert len(drawn) == 2
    pdf, drawn = kit_readback.read_back(tmp_path, "deck.pdf", [])
    assert pdf is not None
    assert drawn is None


def test_one_process_does_all_the_work_if_fork_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    def refused() -> int:
        raise BlockingIOError(11, "Resource temporarily unavailable")

    monkeypatch.setattr(parallel, "count_cores", lambda: 2)
    monkeypatch.setattr(os, "fork", refused)
    begun: list[int] = []
    assert list(parallel.share_work(5, lambda number: number * number, True, begun.append)) == [0, 1, 4, 9, 16]
    assert begun == [0, 1, 2, 3, 4]
