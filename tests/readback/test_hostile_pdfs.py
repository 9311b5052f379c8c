"""A finished PDF of a stranger: what acts, or would never end, is refused with GF117; damage is never a traceback."""

import random
import zlib
from collections.abc import Callable
from pathlib import Path

import pikepdf
import pytest
from pikepdf import Array, Dictionary, Name

from generator.model.finding import DataError
from generator.readback.pdf import containers
from generator.readback.pdf.reader import read_pdf
from tests.check.kit import Piece, pdf, pdf_piece

PIECES = [pdf_piece(Piece("board.1.c1.front", 1, 20, 30))]


def script(made: pikepdf.Pdf) -> None:
    made.Root.OpenAction = Dictionary(S=Name.JavaScript, JS="app.alert(1)")


def page_action(made: pikepdf.Pdf) -> None:
    made.pages[0].obj.AA = Dictionary(O=Dictionary(S=Name.Launch))


def attachment(made: pikepdf.Pdf) -> None:
    made.attachments["a.txt"] = b"x"


def form(made: pikepdf.Pdf) -> None:
    made.Root.AcroForm = Dictionary(Fields=Array())


def layer(made: pikepdf.Pdf) -> None:
    made.Root.OCProperties = Dictionary(OCGs=Array())


def link(made: pikepdf.Pdf) -> None:
    action = Dictionary(S=Name.URI, URI="http://x")
    made.pages[0].obj.Annots = Array([Dictionary(Subtype=Name.Link, Rect=[0, 0, 1, 1], A=action)])


def crop(made: pikepdf.Pdf) -> None:
    made.pages[0].obj.CropBox = Array([0, 0, 9, 9])


def screen(made: pikepdf.Pdf) -> None:
    made.pages[0].obj.Media = Array([Name.Screen])


def other_file(made: pikepdf.Pdf) -> None:
    made.pages[0].obj.Contents.F = "/etc/passwd"


ACTIVE: dict[Callable[[pikepdf.Pdf], None], str] = {
    script: "GF117 the PDF contains ",
    page_action: ", page 1: GF117 the PDF contains an action (/AA)",
    attachment: "GF117 the PDF contains an attachment",
    form: "GF117 the PDF contains a form (/AcroForm)",
    layer: "GF117 the PDF contains optional content",
    link: ", page 1: GF117 the PDF contains an action",
    crop: ", page 1: GF117 the PDF contains a box that crops a page (/CropBox)",
    screen: "GF117 the PDF contains a film, a sound or a program (/Screen)",
    other_file: "GF117 the PDF contains a reference to another file",
}


@pytest.mark.parametrize("change", ACTIVE)
def test_what_acts_is_refused(tmp_path: Path, change: Callable[[pikepdf.Pdf], None]) -> None:
    with pikepdf.open(pdf(tmp_path / "a.pdf", PIECES)) as made:
        change(made)
        made.save(tmp_path / "b.pdf")
    with pytest.raises(DataError) as caught:
        read_pdf(tmp_path / "b.pdf", "wren.pdf")
    assert ACTIVE[change] in str(caught.value)


def test_a_picture_may_be_blended_like_slides_on_a_screen(tmp_path: Path) -> None:
    with pikepdf.open(pdf(tmp_path / "a.pdf", PIECES)) as made:
        made.pages[0].Resources.ExtGState = Dictionary(G=Dictionary(BM=Name.Screen))
        made.save(tmp_path / "b.pdf")
    assert read_pdf(tmp_path / "b.pdf", "wren.pdf") == read_pdf(tmp_path / "a.pdf", "wren.pdf") != ()


def test_encrypted_and_packed_files_are_refused(tmp_path: Path) -> None:
    with pikepdf.open(pdf(tmp_path / "a.pdf", PIECES)) as made:
        made.save(tmp_path / "b.pdf", encryption=pikepdf.Encryption(owner="x", user=""))
        made.save(tmp_path / "c.pdf", object_stream_mode=pikepdf.ObjectStreamMode.generate)
    with pytest.raises(DataError, match="GF117 the PDF is encrypted"):
        read_pdf(tmp_path / "b.pdf", "wren.pdf")
    with pytest.raises(DataError, match="GF117 the PDF has no plain cross-reference table"):
        read_pdf(tmp_path / "c.pdf", "wren.pdf")


def test_a_stream_that_unpacks_to_too_much_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(containers, "MOST_STREAM_BYTES", 1_000_000)
    with pikepdf.open(pdf(tmp_path / "a.pdf", PIECES)) as made:
        made.pages[0].obj.Contents.write(zlib.compress(b" " * 2_000_000), filter=Name.FlateDecode)
        made.save(tmp_path / "b.pdf")
    with pytest.raises(DataError, match="a stream unpacks to more than 1,000,000 bytes"):
        read_pdf(tmp_path / "b.pdf", "wren.pdf")


def test_too_many_objects_are_refused_before_the_file_is_opened(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(containers, "MOST_OBJECTS", 2)
    with pytest.raises(DataError, match="objects; at most 2 are read"):
        read_pdf(pdf(tmp_path / "a.pdf", PIECES), "wren.pdf")


def test_a_pdf_with_any_bytes_changed_is_told_or_can_be_compared(tmp_path: Path) -> None:
    dice, path = random.Random(14), pdf(tmp_path / "a.pdf", PIECES)
    data, told, same = path.read_bytes(), 0, 0
    expected = read_pdf(path, "wren.pdf")
    for _ in range(300):
        changed = bytearray(data)
        changed[dice.randrange(len(data))] = dice.randrange(256)
        path.write_bytes(changed)
        try:
            found = read_pdf(path, "wren.pdf")
        except DataError as error:
            told += error.findings[0].code == "GF117"
        else:  # what differs is compared with the data by the checks
            assert isinstance(found, tuple)
            same += found == expected
    assert told > 50
    assert told + same > 250
