"""PDFs in the inks of a press: what is drawn in RGB, gray, palettes and spot colors, judged by MuPDF and by a walk."""

import re
import subprocess
import zlib
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import Any

import pikepdf
import pytest
from pikepdf import Array, Dictionary, Name, Pdf, Stream, String
from PIL import Image, ImageCms

from generator.write.press.color_spaces import UnconvertedError
from generator.write.press.pdf_inks import PdfInks, convert_to_inks
from generator.write.press.pdfx import mark_pdfx
from generator.write.press.press_inks import PressInks, ProfileError
from generator.write.spool import Spool
from tests.conftest import find_judge
from tests.samples import for_each
from tests.write.press_judge import find_rgb
from tests.write.press_profile import make_profile

INKS = PressInks(make_profile())
PROFILE = make_profile()
SRGB = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()


def test_colors_are_matched_and_grays_of_text_are_black_alone() -> None:
    assert INKS.description == "Ideal inks on white paper"
    assert INKS.convert_color((1.0, 1.0, 1.0)) == (0, 0, 0, 0)
    assert INKS.convert_color((1.0, 0.0, 0.0)) == pytest.approx((0, 0.95, 0.95, 0), abs=0.05)
    assert INKS.convert_color((0.5, 0.5, 0.5)) == pytest.approx((0.33, 0.33, 0.33, 0.25), abs=0.03)
    assert [INKS.convert_gray(each) for each in (0.0, 1.0)] == [(0, 0, 0, 1), (0, 0, 0, 0)]
    assert [INKS.convert_gray(each / 10)[3] for each in range(11)] == pytest.approx(
        [1 - each / 10 for each in range(11)], abs=0.03
    )


def edit(at: int, new: bytes) -> bytes:
    return PROFILE[:at] + new + PROFILE[at + len(new) :]


@for_each(
    [
        (b"", "is no ICC profile"),
        (b"%PDF-1.4" * 40, "is no ICC profile"),
        (SRGB, "is a profile for RGB colors, not for CMYK"),
        (edit(12, b"scnr"), "is no profile of a printer or press"),
        (edit(8, b"\5"), "is of version 5 of ICC profiles; PDF/X-4 takes up to 4"),
        (PROFILE[:-100], "is damaged, or cut short"),
        (edit(128, b"\xff\xff\xff\xff"), "is damaged, or cut short"),
        (edit(136, b"\0\xff\xff\xff"), "is damaged, or cut short"),
        (edit(132 + 12 * 4, b"none"), "is damaged, or has no table from colors to inks"),
    ]
)
def test_what_is_no_profile_of_a_press_is_told(data: bytes, says: str) -> None:
    with pytest.raises(ProfileError) as error:
        PressInks(data)
    assert str(error.value) == says


def make_page(content: str, has_font: bool = False, **resources: Any) -> bytes:
    """Return a PDF of one page, with a font F that says that it is embedded."""
    out = BytesIO()
    with pikepdf.new() as pdf:
        page = Dictionary(
            Type=Name.Page,
            MediaBox=[0, 0, 100, 100],
            Resources=Dictionary(**resources),
            Contents=Stream(pdf, content.encode("latin-1")),
        )
        if has_font:
            held = Dictionary(FontFile=pdf.make_indirect(Stream(pdf, b"")))
            font = Dictionary(Type=Name.Font, Subtype=Name.Type1, BaseFont=Name.Helvetica, FontDescriptor=held)
            page.Resources.Font = Dictionary(F=font)
        pdf.pages.append(pikepdf.Page(pdf.make_indirect(page)))
        pdf.save(out)
    return out.getvalue()


def convert_bytes(data: bytes, finish: Callable[[Pdf], None] = lambda pdf: None) -> bytes:
    source = Spool()
    source.write(data)
    return b"".join(convert_to_inks(source, INKS, finish).read_blocks())


def convert(data: bytes) -> Pdf:
    """Return a PDF in inks, opened again."""
    made = convert_bytes(data)
    pdf = pikepdf.open(BytesIO(made))
    assert not [*find_rgb(pdf)]
    assert pdf.pages[0].obj.Group.CS == "/DeviceCMYK"
    return pdf


def list_paints(pdf: Pdf) -> list[str]:
    """Return the colors with what they paint, as they stand on the first page."""
    found = []
    for each in pikepdf.parse_content_stream(pdf.pages[0]):
        word = str(each.operator)
        if word in ("k", "K"):
            found.append(f"{word} {' '.join(f'{round(float(value) * 10):d}' for value in each.operands)}")
        elif word in ("f", "S", "B", "Tj", "sh", "Do", "scn", "cs", "g"):
            found.append(word)
    return found


def test_a_gray_is_black_alone_in_text_and_lines_and_mixed_elsewhere() -> None:
    drawn = """0 g 0 G 0 0 50 50 re f q BT /F 9 Tf (a) Tj ET Q 0 0 9 9 re f 0 0 9 9 re S 0 0 9 9 re B
        BT /F 9 Tf 2 Tr (b) Tj ET 1 0 0 rg BT /F 9 Tf 0 Tr (c) Tj ET 0 0 0 rg 0 0 9 9 re W n BT (d) Tj ET"""
    made = convert(make_page(drawn, has_font=True))
    assert list_paints(made) == [
        *("k 10 10 10 5", "f", "k 0 0 0 10", "Tj", "f"),  # back to the mixed black after Q
        *("K 0 0 0 10", "S", "K 10 10 10 5", "B"),
        *("k 0 0 0 10", "K 0 0 0 10", "Tj", "k 0 9 9 0", "Tj", "k 0 0 0 10", "Tj"),
    ]


def test_colors_of_every_space_become_inks() -> None:
    with pikepdf.new() as pdf:
        profile = Stream(pdf, SRGB, Dictionary(N=3))
        tint = Dictionary(FunctionType=2, Domain=[0, 1], C0=[1, 1, 1], C1=[1, 0, 0], N=1)
        spaces = Dictionary(
            I=Array([Name.Indexed, Name.DeviceRGB, 1, String(b"\xff\xff\xff\xff\0\0")]),
            C=Array([Name.CalRGB, Dictionary(WhitePoint=[0.9505, 1, 1.089])]),
            S=Array([Name.Separation, Name.Spot, Name.DeviceRGB, tint]),
            P=Array([Name.ICCBased, pdf.make_indirect(profile)]),
            K=Array(
                [
                    *(Name.Separation, Name.Varnish, Name.DeviceCMYK),
                    Dictionary(FunctionType=2, Domain=[0, 1], C0=[0] * 4, C1=[0, 0, 0, 0.1], N=1),
                ]
            ),
        )
        pdf.add_blank_page(page_size=(100, 100))
        pdf.pages[0].obj.Resources = Dictionary(ColorSpace=spaces)
        paints = ("/I cs 1 sc", "/C cs 1 0 0 sc", "/S cs 1 scn", "/P cs 1 0 0 scn", "0 1 1 0 k", "/K cs 1 scn")
        content = "\n".join(f"{paint} 0 0 9 9 re f" for paint in paints)
        pdf.pages[0].obj.Contents = Stream(pdf, content.encode())
        out = BytesIO()
        pdf.save(out)
    made = convert(out.getvalue())
    assert list_paints(made) == [*("k 0 9 9 0", "f", "f", "f", "f"), "k 0 10 10 0", "f", "cs", "scn", "f"]
    assert [*made.pages[0].Resources.ColorSpace.keys()] == ["/K"]


def test_images_gradients_patterns_and_masks_become_inks(tmp_path: Path) -> None:
    with pikepdf.new() as pdf:

        def stream(data: bytes, **entries: Any) -> Any:
            return pdf.make_indirect(Stream(pdf, data, Dictionary(**entries)))

        jpeg = BytesIO()
        Image.new("RGB", (8, 8), (255, 0, 0)).save(jpeg, "JPEG", quality=95)
        size = {"Type": Name.XObject, "Subtype": Name.Image, "Width": 8, "Height": 8, "BitsPerComponent": 8}
        flat = zlib.compress(bytes((0, 0, 255)) * 64)
        palette = Array([Name.Indexed, Name.DeviceRGB, 1, String(b"\xff\xff\xff\xff\0\0")])
        group = Dictionary(S=Name.Transparency, CS=Name.DeviceRGB)
        function = Dictionary(FunctionType=2, Domain=[0, 1], C0=[1, 0, 0], C1=[0, 0, 1], N=1)
        shading = pdf.make_indirect(
            Dictionary(ShadingType=2, ColorSpace=Name.DeviceRGB, Coords=[0, 0, 100, 0], Function=function)
        )
        shared = Dictionary(Shading=Dictionary(S=shading))
        form = {"Type": Name.XObject, "Subtype": Name.Form, "BBox": [0, 0, 100, 100], "Group": group}
        mask = stream(b"/S sh", **form, Resources=shared)
        tile = {"PatternType": 1, "TilingType": 1, "BBox": [0, 0, 9, 9], "XStep": 9, "YStep": 9}
        resources = Dictionary(
            XObject=Dictionary(
                J=stream(jpeg.getvalue(), **size, ColorSpace=Name.DeviceRGB, Filter=Name.DCTDecode),
                F=stream(flat, **size, ColorSpace=Name.DeviceRGB, Filter=Name.FlateDecode),
                I=stream(bytes([1] * 64), **size, ColorSpace=palette),
                G=stream(b"0 1 0 rg 0 0 9 9 re f", **form),
                M=mask,
            ),
            ExtGState=Dictionary(M=Dictionary(SMask=Dictionary(S=Name.Luminosity, G=mask, BC=[1, 1, 1]))),
            Shading=Dictionary(S=shading),
            Pattern=Dictionary(
                T=stream(b"1 0 0 rg 0 0 5 5 re f", **tile, PaintType=1, Resources=Dictionary()),
                U=stream(b"0 0 5 5 re f", **tile, PaintType=2, Resources=Dictionary()),
                S=Dictionary(PatternType=2, Shading=shading),
            ),
            ColorSpace=Dictionary(U=Array([Name.Pattern, Name.DeviceRGB])),
        )
        content = b"""q 9 0 0 9 0 0 cm /J Do Q q 9 0 0 9 0 0 cm /F Do Q q 9 0 0 9 0 0 cm /I Do Q /G Do /M Do
            q /M gs /S sh Q /Pattern cs /T scn 0 0 9 9 re f /S scn 0 0 9 9 re f /U cs 1 0 0 /U scn 0 0 9 9 re f
            q 9 0 0 9 0 0 cm BI /W 1 /H 1 /CS /RGB /BPC 8 ID \xff\x00\x00 EI Q"""
        pdf.add_blank_page(page_size=(100, 100))
        pdf.pages[0].obj.Resources, pdf.pages[0].obj.Contents = resources, Stream(pdf, content)
        out = BytesIO()
        pdf.save(out)
    made = convert(out.getvalue())
    drawn = made.pages[0].Resources.XObject
    assert [str(drawn[name].get("/ColorSpace")) for name in ("/J", "/F")] == ["/DeviceCMYK"] * 2
    assert drawn["/J"].Filter == "/DCTDecode"
    assert list(drawn["/F"].read_bytes()[:4]) == [round(255 * each) for each in INKS.convert_color((0.0, 0.0, 1.0))]
    assert drawn["/I"].ColorSpace[1] == "/DeviceCMYK"
    assert drawn["/I"].read_bytes() == bytes([1] * 64)
    state = made.pages[0].Resources.ExtGState.M.SMask
    assert state.G.Group.CS == state.G.Resources.Shading.S.ColorSpace == "/DeviceGray"
    assert [float(each) for each in state.BC] == pytest.approx([1])
    assert drawn["/M"].Resources.Shading.S.ColorSpace == "/DeviceCMYK"  # the same drawing in art
    (tmp_path / "made.pdf").write_bytes(convert_bytes(out.getvalue()))
    trace = run(find_judge("mutool"), "trace", str(tmp_path / "made.pdf"))
    assert set(re.findall(r'colorspace="(\w+)"', trace)) <= {"DeviceCMYK", "DeviceGray"}
    assert trace.count("DeviceCMYK") > 8


def test_a_jpeg_keeps_its_colors_in_viewers(tmp_path: Path) -> None:
    jpeg = BytesIO()
    Image.new("RGB", (64, 64), (0, 0, 255)).save(jpeg, "JPEG", quality=95)
    with pikepdf.new() as pdf:
        image = Stream(pdf, jpeg.getvalue())
        image.stream_dict = Dictionary(
            Type=Name.XObject,
            Subtype=Name.Image,
            Width=64,
            Height=64,
            BitsPerComponent=8,
            ColorSpace=Name.DeviceRGB,
            Filter=Name.DCTDecode,
        )
        pdf.add_blank_page(page_size=(64, 64))
        pdf.pages[0].obj.Resources = Dictionary(XObject=Dictionary(J=pdf.make_indirect(image)))
        pdf.pages[0].obj.Contents = Stream(pdf, b"64 0 0 64 0 0 cm /J Do")
        out = BytesIO()
        pdf.save(out)
    (tmp_path / "made.pdf").write_bytes(convert_bytes(out.getvalue()))
    for tool, arguments in (
        ("mutool", ["draw", "-q", "-o", "mupdf.png"]),
        ("pdftoppm", ["-png", "-singlefile"]),
    ):
        tail = ["poppler"] if tool == "pdftoppm" else []
        subprocess.run([find_judge(tool), *arguments, "made.pdf", *tail], cwd=tmp_path, check=True, capture_output=True)
    for name in ("mupdf.png", "poppler.png"):
        with Image.open(tmp_path / name) as seen:
            red, green, blue = seen.convert("RGB").getpixel((20, 20))  # type: ignore[misc]
        assert blue > 90
        assert max(red, green) < 90


@for_each(
    [
        (
            "/L cs 50 0 0 scn 0 0 9 9 re f",
            {"ColorSpace": Dictionary(L=Array([Name.Lab, Dictionary(WhitePoint=[1, 1, 1])]))},
            "colors of the kind Lab",
        ),
        ("/X cs 1 scn 0 0 9 9 re f", {}, "the color space /X"),
        (
            "BT /F 9 Tf (a) Tj ET",
            {"Font": Dictionary(F=Dictionary(Type=Name.Font, Subtype=Name.Type1, BaseFont=Name.Helvetica))},
            "the font Helvetica without its outlines",
        ),
        (
            "/S sh",
            {"Shading": Dictionary(S=Dictionary(ShadingType=1, ColorSpace=Name.DeviceRGB))},
            "a gradient over a mesh",
        ),
        (
            "/S sh",
            {
                "Shading": Dictionary(
                    S=Dictionary(
                        ShadingType=2,
                        ColorSpace=Name.DeviceRGB,
                        Coords=[0, 0, 1, 1],
                        Function=Dictionary(FunctionType=4, Domain=[0, 1]),
                    )
                )
            },
            "a gradient or a spot color that is computed by a program",
        ),
    ]
)
def test_what_is_not_converted_is_named(content: str, resources: dict[str, Any], says: str) -> None:
    with pytest.raises(UnconvertedError) as error:
        convert_bytes(make_page(content, **resources))
    assert str(error.value) == says


def test_marks_of_pdfx_are_the_same_for_the_same_file() -> None:
    data = make_page("1 0 0 rg 0 0 9 9 re f")

    def mark(pdf: Pdf) -> None:
        pdf.docinfo["/CreationDate"] = String("D:20000101000000+00'00'")
        pdf.docinfo["/Title"] = String("Salt & <Pepper>")
        mark_pdfx(pdf, INKS, "a digest")

    made = convert_bytes(data, mark)
    assert made == convert_bytes(data, mark)
    assert made.startswith(b"%PDF-1.6\n")
    with pikepdf.open(BytesIO(made)) as pdf:
        assert pdf.docinfo["/Trapped"] == "/False"
        assert pdf.docinfo["/GTS_PDFXVersion"] == "PDF/X-4"
        intent = pdf.Root.OutputIntents[0]
        assert intent.S == "/GTS_PDFX"
        assert intent.OutputConditionIdentifier == "Custom"
        assert intent.DestOutputProfile.read_bytes() == PROFILE
        assert intent.DestOutputProfile.N == 4
        with pdf.open_metadata() as told:
            assert told["pdf:Trapped"] == "False"
            assert told["dc:title"] == "Salt & <Pepper>"
            assert told["{http://www.npes.org/pdfx/ns/id/}GTS_PDFXVersion"] == "PDF/X-4"
            assert told["xmp:CreateDate"] == told["xmp:MetadataDate"] == "2000-01-01T00:00:00+00:00"


def run(*command: str) -> str:
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def test_a_bomb_is_not_unpacked() -> None:
    bomb = zlib.compress(bytes(64 * 1024 * 1024), 9)
    with pikepdf.new() as pdf:
        entries: dict[str, Any] = {
            "Type": Name.XObject,
            "Subtype": Name.Image,
            "Width": 4,
            "Height": 4,
            "BitsPerComponent": 8,
        }
        image = Stream(pdf, bomb, Dictionary(**entries, ColorSpace=Name.DeviceRGB, Filter=Name.FlateDecode))
        table = Stream(pdf, bomb, Dictionary(N=3, Filter=Name.FlateDecode))
        for content, resources, says in (
            ("/I Do", Dictionary(XObject=Dictionary(I=pdf.make_indirect(image))), "an image that holds more than its"),
            (
                "/P cs 1 0 0 sc 0 0 9 9 re f",
                Dictionary(ColorSpace=Dictionary(P=Array([Name.ICCBased, pdf.make_indirect(table)]))),
                "a table of colors",
            ),
        ):
            page = pikepdf.Page(
                pdf.make_indirect(Dictionary(Type=Name.Page, MediaBox=[0, 0, 9, 9], Resources=resources))
            )
            page.obj.Contents = Stream(pdf, content.encode())
            inks = PdfInks(pdf, INKS)
            with pytest.raises(UnconvertedError, match=says):
                inks.convert_page(page)
