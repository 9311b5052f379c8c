"""Attacks by PDFs whose pages a template draws: damaged, multiplied, active, or larger than they look."""

import zlib
from collections.abc import Callable

from pikepdf import Array, Dictionary, Encryption, Name, Pdf, Permissions, Stream

from tests.hostile.attack import Attack, Content, Expectation, template
from tests.pdf.documents import change_pdf, make_pdf

_UNPRINTABLE = Encryption(owner="o", user="", allow=Permissions(print_highres=False))

_DRAWN = template('<image href="images/a.pdf#page=1&amp;at=0,0&amp;size=60,60" x="3" y="3" width="9" height="9"/>')


def _page(name: str, data: Content, expect: Expectation = "refused", drawn: str = _DRAWN) -> Attack:
    return Attack(
        f"a page of a PDF: {name}",
        {"templates/egg.svg.j2": drawn, "images/a.pdf": data},
        [("build", "hen")],
        expect,
        "egg.svg.j2" if expect == "refused" else "",
    )


def _sound() -> bytes:
    return make_pdf(lambda canvas: canvas.drawString(20, 260, "egg"))


def _changed(change: Callable[[Pdf], object]) -> Callable[[], bytes]:
    return lambda: change_pdf(_sound(), change)


def _draw(pdf: Pdf, held: object, operators: bytes = b"/X Do") -> None:
    pdf.pages[0].Resources.XObject = Dictionary(X=held)
    pdf.pages[0].contents_add(operators)


def _form(pdf: Pdf, operators: bytes, **entries: object) -> Stream:
    box = Array([0, 0, 500, 500])
    return Stream(pdf, operators, **{"Type": Name.XObject, "Subtype": Name.Form, "BBox": box, **entries})


def _multiply(pdf: Pdf) -> None:
    held = pdf.make_indirect(_form(pdf, b"0 0 9 9 re f"))
    for _ in range(40):
        held = pdf.make_indirect(_form(pdf, b"/X Do " * 40, Resources=Dictionary(XObject=Dictionary(X=held))))
    _draw(pdf, held)


def _loop(pdf: Pdf) -> None:
    held = pdf.make_indirect(_form(pdf, b"/X Do"))
    held.Resources = Dictionary(XObject=Dictionary(X=held))
    _draw(pdf, held)


def _bomb(times: int) -> Callable[[Pdf], object]:
    def change(pdf: Pdf) -> None:
        data = zlib.compress(b" " * 200_000_000, 1)
        for _ in range(times - 1):
            data = zlib.compress(data, 9)
        filters = Name.FlateDecode if times == 1 else Array([Name.FlateDecode] * times)
        pdf.pages[0].Contents = Stream(pdf, data, Dictionary(Filter=filters))

    return change


def _tile(pdf: Pdf) -> None:
    tile = _form(pdf, b"0 0 1 1 re f", PatternType=1, PaintType=1, TilingType=1, XStep=0.0001, YStep=0.0001)
    pdf.pages[0].Resources.Pattern = Dictionary(X=pdf.make_indirect(tile))
    pdf.pages[0].contents_add(b"/Pattern cs /X scn 0 0 500 500 re f")


def _image(pdf: Pdf, wide: int, high: int) -> None:
    held = Stream(pdf, zlib.compress(bytes(100)), Dictionary(Filter=Name.FlateDecode, Subtype=Name.Image))
    held.Width, held.Height, held.BitsPerComponent, held.ColorSpace = wide, high, 8, Name.DeviceRGB
    _draw(pdf, held, b"q 99 0 0 99 0 0 cm /X Do Q")


def _act(pdf: Pdf) -> None:
    script = Dictionary(S=Name.JavaScript, JS="app.alert(1)")
    pdf.Root.OpenAction = script
    pdf.pages[0].AA = Dictionary(O=script)
    pdf.attachments["a.txt"] = b"attack"


def _outside(pdf: Pdf) -> None:
    _draw(pdf, _form(pdf, b"", F="/etc/passwd"))


def _climb(pdf: Pdf) -> None:
    pdf.Root.Pages.Parent = pdf.Root.Pages


def _note(pdf: Pdf) -> None:
    note = pdf.make_indirect(Dictionary(Type=Name.Annot, Subtype=Name.Square, Rect=Array([0, 0, 9, 9])))
    pdf.pages[0].Annots = Array([note] * 50_000)


def _box(*numbers: float) -> Callable[[], bytes]:
    return _changed(lambda pdf: setattr(pdf.pages[0], "MediaBox", Array([*numbers])))


def _region(told: str) -> str:
    return template(f'<image href="images/{told}" x="3" y="3" width="9" height="9"/>')


ATTACKS = [
    _page("nothing", b""),
    _page("only the head", b"%PDF-1.7\n"),
    _page("rubbish", b"%PDF-1.7\n" + bytes(range(256)) * 400),
    _page("cut in the middle", lambda: _sound()[:700], "either"),
    _page("encrypted", lambda: change_pdf(_sound(), lambda _: None, encryption=Encryption(owner="o", user="u"))),
    _page("restricted", lambda: change_pdf(_sound(), lambda _: None, encryption=_UNPRINTABLE)),
    _page("a form for Adobe's programs", _changed(lambda pdf: setattr(pdf.Root, "AcroForm", Dictionary(XFA="x")))),
    _page("with scripts and attachments", _changed(_act), "built"),
    _page("with 50,000 notes", _changed(_note), "either"),
    _page("of 3,000 km", _box(0, 0, 9e9, 9e9)),
    _page("of no size", _box(0, 0, 0, 0)),
    _page("with a box of two numbers", _box(0, 0), "either"),
    _page("that lies in itself", _changed(_climb), "either"),
    _page("with a bomb", _changed(_bomb(1))),
    _page("with a bomb in a bomb", _changed(_bomb(2))),
    _page("with forms that multiply", _changed(_multiply)),
    _page("with a form that draws itself", _changed(_loop)),
    _page("with a million tiny tiles", _changed(_tile), "either"),
    _page("with an image of 60,000 by 60,000 pixels", _changed(lambda pdf: _image(pdf, 60_000, 60_000))),
    _page("with 36 million pixels that are not there", _changed(lambda pdf: _image(pdf, 6_000, 6_000)), "either"),
    _page("with an image of a width below zero", _changed(lambda pdf: _image(pdf, -5, 5)), "either"),
    _page("with a part in another file", _changed(_outside), "either"),
    _page("that is not there", _sound, drawn=_region("a.pdf#page=9")),
    _page("a million pages on", _sound, drawn=_region("a.pdf#page=999999")),
    _page("beside its edge", _sound, drawn=_region("a.pdf#page=1&amp;at=90000,0&amp;size=9,9")),
    _page("wider than the earth", _sound, drawn=_region("a.pdf#page=1&amp;at=0,0&amp;size=99999,99999"), expect="either"),
    _page("in a folder above", _sound, drawn=_region("../../secret.pdf#page=1")),
    _page("by a word that is none", _sound, drawn=_region("a.pdf#page=1&amp;open=yes")),
]  # fmt: skip
