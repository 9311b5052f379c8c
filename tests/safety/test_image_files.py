"""Pictures are looked into without being decoded: what is whole, what a PDF takes as it is, and what is refused."""

import zlib
from io import BytesIO
from pathlib import Path
from typing import Any

import pikepdf
import pytest
from PIL import Image

from generator.model.finding import DrawingError
from generator.model.picture import Image as Placed
from generator.safety.image_files import PreparedImage, prepare_image, read_image_data, read_jpeg_head
from generator.safety.png_files import holds_all_pixels, read_png_head
from tests.samples import for_each


def make_picture(kind: str, mode: str = "RGB", size: tuple[int, int] = (40, 30), **more: Any) -> bytes:
    out = BytesIO()
    image = Image.radial_gradient("L").resize(size).convert("RGB")
    image.putpixel((3, 2), (255, 0, 9))
    image.convert(mode).save(out, kind, **more)
    return out.getvalue()


@for_each(["1", "L", "P", "RGB", "LA", "RGBA"])
def test_a_png_is_whole_until_a_byte_is_missing(mode: str) -> None:
    data = make_picture("PNG", mode)
    head = read_png_head(data)
    assert head is not None
    assert (head.width, head.height, head.is_clear) == (40, 30, mode in ("LA", "RGBA"))
    assert holds_all_pixels(data, head)
    start = data.index(b"IDAT")
    assert [cut for cut in range(start, len(data)) if holds_all_pixels(data[:cut], head)] == []


@for_each([29, 31])
def test_a_png_with_too_few_or_too_many_rows_is_told(rows: int) -> None:
    data = make_picture("PNG", "L")
    head = read_png_head(data)
    start, end = data.index(b"IDAT") - 4, data.index(b"IEND") - 4
    packed = zlib.compress(bytes(41 * rows))
    chunk = len(packed).to_bytes(4, "big") + b"IDAT" + packed + bytes(4)
    assert head is not None
    assert not holds_all_pixels(data[:start] + chunk + data[end:], head)


def test_a_png_with_a_filter_that_does_not_exist_is_told() -> None:
    data = make_picture("PNG", "L")
    head = read_png_head(data)
    start, end = data.index(b"IDAT") - 4, data.index(b"IEND") - 4
    packed = zlib.compress(b"\5" + bytes(41 * 30 - 1))
    chunk = len(packed).to_bytes(4, "big") + b"IDAT" + packed + bytes(4)
    assert head is not None
    assert not holds_all_pixels(data[:start] + chunk + data[end:], head)


@pytest.mark.parametrize(("mode", "channels"), [("L", 1), ("RGB", 3), ("CMYK", 4)])
@pytest.mark.parametrize("progressive", [False, True])
def test_a_jpeg_stays_as_it_is(mode: str, channels: int, progressive: bool) -> None:
    data = make_picture("JPEG", mode, progressive=progressive)
    prepared = prepare_image(data, "it")
    assert prepared == PreparedImage("image/jpeg", 40, 30, data)
    assert read_jpeg_head(data, "it").channels == channels


@for_each([False, True])
def test_a_jpeg_that_is_cut_anywhere_is_refused(progressive: bool) -> None:
    data = make_picture("JPEG", progressive=progressive)
    for cut in range(3, len(data) - 1, 7):
        with pytest.raises(DrawingError, match="it is not a valid PNG or JPEG"):
            prepare_image(data[:cut], "it")


def test_a_jpeg_whose_data_are_missing_is_refused_though_it_ends() -> None:
    data = make_picture("JPEG", "L", (6000, 6000))
    scan = read_jpeg_head(data, "it").at
    with pytest.raises(DrawingError, match="cut short; copy or save it again"):
        prepare_image(data[:scan] + data[scan : scan + 5000] + b"\xff\xd9", "it")


@for_each(["WEBP", "GIF", "TIFF", "BMP", "AVIF"])
def test_other_kinds_become_png(kind: str) -> None:
    prepared = prepare_image(make_picture(kind), "it")
    assert (prepared.mime, prepared.width, prepared.height) == ("image/png", 40, 30)
    assert Image.open(BytesIO(prepared.data)).format == "PNG"


@for_each([("GIF", "animated"), ("WEBP", "animated"), ("TIFF", "holds 2 pages")])
def test_what_moves_or_has_pages_is_refused(kind: str, says: str) -> None:
    out, other = BytesIO(), Image.new("RGB", (4, 4), "red")
    Image.new("RGB", (4, 4)).save(out, kind, save_all=True, append_images=[other])
    with pytest.raises(DrawingError, match=says):
        prepare_image(out.getvalue(), "it")


def test_what_is_not_held_is_read_again(tmp_path: Path) -> None:
    data = make_picture("JPEG")
    (tmp_path / "a.jpg").write_bytes(data)
    image = Placed(0, 0, 1, 1, "image/jpeg", b"", "0" * 64, source=str(tmp_path / "a.jpg"))
    assert read_image_data(image) == data


@for_each(["1", "L", "P", "RGB", "RGBA", "LA"])
def test_the_pixels_of_a_png_are_those_in_the_pdf(mode: str) -> None:
    from reportlab.pdfbase import pdfdoc

    from generator.write.pdf.resources import pack_image

    data = make_picture("PNG", mode)
    document = pdfdoc.PDFDocument()
    image = Placed(0, 0, 1, 1, "image/png", data, "0" * 64)
    stream = pack_image(document, "I", image)
    is_plain = mode in ("1", "L", "P", "RGB")
    assert ("DecodeParms" in stream.dictionary.dict) == is_plain
    assert ("SMask" in stream.dictionary.dict) == (not is_plain)
    pdf = pikepdf.new()
    if is_plain:
        made = pikepdf.Stream(pdf, stream.content)
        for name, value in stream.dictionary.dict.items():
            if name != "Length":
                made[f"/{name}"] = pikepdf.Object.parse(pdfdoc.format(value, document))
        shown = pikepdf.PdfImage(made).as_pil_image().convert("RGB")
        assert shown.tobytes() == Image.open(BytesIO(data)).convert("RGB").tobytes()
