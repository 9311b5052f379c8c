"""Attacks by forged kits: files with active content or other pictures whose digests the manifest has as they should be."""

import hashlib
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.hostile.attack import CHECK, Attack, Expectation, Scene, game_with
from tests.hostile.scene import make_png

SHEETS = "hen-sheets-a4.pdf"
DRAWING = "svg/hen-01-egg.svg"
Change = Callable[[Path], object]


def sign(kit: Path, *paths: str) -> None:
    """Write the digests of changed files into the manifest of a kit."""
    manifest = json.loads((kit / "manifest.json").read_bytes())
    known = {file["path"]: file for file in manifest["files"]}
    for path in paths:
        data = (kit / path).read_bytes()
        entry = {"path": path, "sha256": hashlib.sha256(data).hexdigest(), "bytes": len(data)}
        if path in known:
            known[path].update(entry)
        else:
            manifest["files"].append(entry)
    (kit / "manifest.json").write_text(json.dumps(manifest), "utf-8")


def _changed(name: str, path: str, change: Change, expect: Expectation = "refused", signed: bool = True) -> Attack:
    """Return an attack that changes a file of the last good kit, and signs it."""

    def plant(scene: Scene) -> None:
        change(scene.kit / path)
        if signed:
            sign(scene.kit, path)

    return Attack(
        name,
        argv=[CHECK],
        expect=expect,
        plant=plant,
        place=path.rpartition("/")[2] if expect == "refused" and not signed else "",
    )


def _pdf(name: str, change: Callable[[Any], object], expect: Expectation = "refused", **save: Any) -> Attack:
    """Return an attack that changes the PDF with the sheets."""

    def rewrite(path: Path) -> None:
        import pikepdf

        with pikepdf.open(path, allow_overwriting_input=True) as pdf:
            change(pdf)
            pdf.save(path, **save)

    return _changed(f"a PDF {name}", SHEETS, rewrite, expect)


def _bytes(name: str, change: Callable[[bytes], bytes], expect: Expectation = "refused", signed: bool = True) -> Attack:
    return _changed(f"a PDF {name}", SHEETS, lambda path: path.write_bytes(change(path.read_bytes())), expect, signed)


def _svg(name: str, change: Callable[[str], str], expect: Expectation = "refused") -> Attack:
    return _changed(
        f"an SVG {name}", DRAWING, lambda path: path.write_text(change(path.read_text("utf-8")), "utf-8"), expect
    )


def _inside(markup: str) -> Callable[[str], str]:
    """Return a function that puts markup before the end of an SVG."""
    return lambda text: text.replace("</svg>", f"{markup}</svg>")


def _dictionary(**entries: Any) -> Any:
    import pikepdf

    return pikepdf.Dictionary({f"/{key}": value for key, value in entries.items()})


def _name(text: str) -> Any:
    import pikepdf

    return pikepdf.Name(f"/{text}")


def _script() -> Any:
    return _dictionary(S=_name("JavaScript"), JS="app.alert(1)")


def _annotate(pdf: Any, **entries: Any) -> None:
    page = pdf.pages[0]
    page.obj["/Annots"] = pdf.make_indirect([_dictionary(Type=_name("Annot"), Rect=[0, 0, 500, 500], **entries)])


def _attach(pdf: Any) -> None:
    import pikepdf

    pdf.attachments["evil.exe"] = pikepdf.AttachedFileSpec(
        pdf, b"MZ" + bytes(99), description="", filename="evil.exe", mime_type="", creation_date="", mod_date=""
    )


def _append(pdf: Any, number: int, content: bytes) -> None:
    """Draw something more on a page."""
    pdf.pages[number].contents_add(pdf.make_stream(content))


def _replace(pdf: Any, number: int, old: bytes, new: bytes) -> None:
    """Replace a passage of a page's content."""
    page = pdf.pages[number]
    page.contents_coalesce()
    data = page.obj["/Contents"].read_bytes()
    assert old in data, data[:2000]
    page.obj["/Contents"] = pdf.make_stream(data.replace(old, new))


def _move(pdf: Any) -> None:
    _replace(pdf, 1, b"/ID (egg.1.c1.front)", b"/ID (egg.1.c9.front)")


def _set_root(key: str, value: Callable[[], Any]) -> Callable[[Any], None]:
    return lambda pdf: pdf.Root.__setitem__(f"/{key}", value())


def _set_page(key: str, value: Callable[[], Any]) -> Callable[[Any], None]:
    return lambda pdf: pdf.pages[1].obj.__setitem__(f"/{key}", value())


def _encryption(owner: str, user: str) -> dict[str, Any]:
    import pikepdf

    return {"encryption": pikepdf.Encryption(owner=owner, user=user)}


def _deep_array(pdf: Any) -> Any:
    import pikepdf

    found: Any = pikepdf.Array([])
    for _ in range(400):
        found = pikepdf.Array([found])
    return found


_PDFS = [
    _pdf("that runs JavaScript when it opens", _set_root("OpenAction", _script)),
    _pdf("that launches a program when it opens", _set_root("OpenAction", lambda: _dictionary(S=_name("Launch"), F="evil.exe"))),
    _pdf("that opens a page of the web", _set_root("OpenAction", lambda: _dictionary(S=_name("URI"), URI="https://example.org/"))),
    _pdf("that submits a form when it opens", _set_root("OpenAction", lambda: _dictionary(S=_name("SubmitForm"), F="https://example.org/"))),
    _pdf("that opens another file", _set_root("OpenAction", lambda: _dictionary(S=_name("GoToR"), F="//example.org/share/x.pdf", D=[0]))),
    _pdf("with named JavaScript", _set_root("Names", lambda: _dictionary(JavaScript=_dictionary(Names=["x", _script()])))),
    _pdf("with more actions of the document", _set_root("AA", lambda: _dictionary(WC=_script()))),
    _pdf("with more actions of a page", _set_page("AA", lambda: _dictionary(O=_script()))),
    _pdf("with a form", _set_root("AcroForm", lambda: _dictionary(Fields=[]))),
    _pdf("with a form of XFA", _set_root("AcroForm", lambda: _dictionary(Fields=[], XFA="<xdp/>"))),
    _pdf("with a form that calculates", _set_root("AcroForm", lambda: _dictionary(Fields=[], CO=[]))),
    _pdf("with an attachment", _attach),
    _pdf("with an associated file", _set_root("AF", lambda: [_dictionary(Type=_name("Filespec"), F="evil.exe")])),
    _pdf("with a collection", _set_root("Collection", lambda: _dictionary(Type=_name("Collection")))),
    _pdf("with a button of JavaScript", lambda pdf: _annotate(pdf, Subtype=_name("Widget"), FT=_name("Btn"), T="x", A=_script())),
    _pdf("with a link of JavaScript", lambda pdf: _annotate(pdf, Subtype=_name("Link"), A=_script())),
    _pdf("with a link that launches", lambda pdf: _annotate(pdf, Subtype=_name("Link"), A=_dictionary(S=_name("Launch"), F="evil.exe"))),
    _pdf("with a link to a file of the disk", lambda pdf: _annotate(pdf, Subtype=_name("Link"), A=_dictionary(S=_name("URI"), URI="file:///etc/passwd"))),
    _pdf("with a file as a note", lambda pdf: _annotate(pdf, Subtype=_name("FileAttachment"), FS=_dictionary(Type=_name("Filespec"), F="evil.exe"))),
    _pdf("with a movie", lambda pdf: _annotate(pdf, Subtype=_name("Movie"), Movie=_dictionary(F="x.avi"))),
    _pdf("with rich media", lambda pdf: _annotate(pdf, Subtype=_name("RichMedia"), RichMediaContent=_dictionary())),
    _pdf("with a screen that plays", lambda pdf: _annotate(pdf, Subtype=_name("Screen"), A=_dictionary(S=_name("Rendition")))),
    _pdf("with a stamp over the page", lambda pdf: _annotate(pdf, Subtype=_name("Stamp"), Contents="not what you think")),
    _pdf("with a white box as a note", lambda pdf: _annotate(pdf, Subtype=_name("Square"), IC=[1, 1, 1])),
    _pdf("with an action behind an action", _set_root("OpenAction", lambda: _dictionary(S=_name("GoTo"), D=[0], Next=_script()))),
    _pdf("with JavaScript in an outline", _set_root("Outlines", lambda: _dictionary(First=_dictionary(Title="x", A=_script())))),
    _pdf("that is encrypted with a password", lambda pdf: None, **_encryption("hen", "hen")),
    _pdf("that is encrypted without a password", lambda pdf: None, **_encryption("hen", "")),
    _pdf("with layers that hide", _set_root("OCProperties", lambda: _dictionary(OCGs=[], D=_dictionary()))),
    _pdf("with a page more", lambda pdf: pdf.pages.append(pdf.pages[1])),
    _pdf("with a page less", lambda pdf: pdf.pages.__delitem__(1)),
    _pdf("without pages", lambda pdf: [pdf.pages.__delitem__(0) for _ in range(len(pdf.pages))]),
    _pdf("whose page is turned", _set_page("Rotate", lambda: 90)),
    _pdf("whose page is larger", _set_page("MediaBox", lambda: [0, 0, 2000, 2000])),
    _pdf("whose page is cropped", _set_page("CropBox", lambda: [0, 0, 100, 100])),
    _pdf("whose page has another unit", _set_page("UserUnit", lambda: 2)),
    _pdf("whose page is of nan", _set_page("MediaBox", lambda: [0, 0, "x", 7])),
    _pdf("whose page has a box of 1e300", _set_page("MediaBox", lambda: [0, 0, 10**12, 10**12])),
    _pdf("with a piece under another name", _move),
    _pdf("with another piece", lambda pdf: _append(pdf, 1, b"/Piece <</ID (egg.1.c3.front)>> BDC q 1 0 0 1 50 50 cm 0 0 9 9 re W n 0 0 9 9 re f Q EMC")),
    _pdf("with content that never ends", lambda pdf: _append(pdf, 1, b"q " * 2_000_000)),
    _pdf("with content of unknown operators", lambda pdf: _append(pdf, 1, b"1 2 hen"), "either"),
    _pdf("with content that is not closed", lambda pdf: _append(pdf, 1, b"((((("), "either"),
    _pdf("with content of deep arrays", lambda pdf: _append(pdf, 1, b"[" * 100_000), "either"),
    _pdf("with content of deep dictionaries", lambda pdf: _append(pdf, 1, b"<<" * 100_000), "either"),
    _pdf("with content of a number of a million digits", lambda pdf: _append(pdf, 1, b"9" * 1_000_000 + b" w"), "either"),
    _pdf("with content of nan", lambda pdf: _append(pdf, 1, b"nan nan m nan nan l S"), "either"),
    _pdf("with content with an image inside", lambda pdf: _append(pdf, 1, b"BI /W 1 /H 1 ID x EI"), "either"),
    _pdf("with a name of a piece that is a control sequence", lambda pdf: _append(pdf, 1, b"/Piece <</ID (egg\\033]0;x\\007.front)>> BDC EMC")),
    _pdf("with a name of a piece that is a command", lambda pdf: _append(pdf, 1, b"/Piece <</ID (x\\n::error::y)>> BDC EMC")),
    _pdf("with pieces in pieces", lambda pdf: _append(pdf, 1, b"/Piece <</ID (a.b)>> BDC " * 3000 + b"EMC " * 3000)),
    _pdf("that is padded by a deep array", _set_root("Hen", lambda: _deep_array(None)), "either"),
    _bytes("of nothing", lambda data: b""),
    _bytes("of one byte", lambda data: data[:1]),
    _bytes("cut in the middle", lambda data: data[: len(data) // 2]),
    _bytes("cut at the end", lambda data: data[:-30]),
    _bytes("with a byte changed", lambda data: data[:5000] + b"\0" + data[5001:], "either"),
    _bytes("with text after its end", lambda data: data + b"<script>alert(1)</script>", "either"),
    _bytes("with text before its head", lambda data: b"<script>alert(1)</script>\n" + data, "either"),
    _bytes("that is a web page", lambda data: b"<html><script>alert(1)</script></html>"),
    _bytes("that is a ZIP", lambda data: b"PK\x03\x04" + data, "either"),
    _bytes("with a table of references of a billion", lambda data: data.replace(b"xref\n0 ", b"xref\n0 1000000000", 1)),
    _bytes("whose references lead to themselves", lambda data: data.replace(b"startxref\n", b"startxref\n1", 1)),
    _bytes("whose digest is not that of the manifest", lambda data: data + b"\n", signed=False),
]  # fmt: skip


def _stream_bomb(path: Path) -> None:
    """Let the content of a page be 500 MB of blanks, compressed twice."""
    import zlib

    import pikepdf

    with pikepdf.open(path, allow_overwriting_input=True) as pdf:
        packed = zlib.compress(zlib.compress(b" " * 500_000_000, 1), 1)
        stream = pdf.make_stream(b"")
        stream.write(packed, filter=pikepdf.Array([pikepdf.Name("/FlateDecode"), pikepdf.Name("/FlateDecode")]))
        pdf.pages[1].obj["/Contents"] = stream
        pdf.save(path, compress_streams=False)


_TYPO = '<path d="' + "1 " * 5000 + 'x"/>'
_LONG = '<path d="M0 0' + "L1 1" * 300_000 + 'x"/>'
_DEEP = "<g>" * 5000 + "</g>" * 5000
_UNREAD = {
    '<g class="egg.1.c3.front"><path d="M0 0L9 9"/></g>',
    "<!-- a comment -->",
    _TYPO,
    _LONG,
    _DEEP,
    '<g class="x&#10;::error::y"><path d="M0 0"/></g>',
}  # outside all pieces

_SVGS = [
    *(
        _svg(f"with {markup[:70]}", _inside(markup), "either" if markup in _UNREAD else "refused")
        for markup in (
            '<g id="egg.1.c3.front"><path d="M0 0L9 9"/></g>', "<script>alert(1)</script>", '<script href="https://example.org/x.js"/>', '<g onload="alert(1)"/>', '<image href="https://example.org/x.png" width="9" height="9"/>', "<foreignObject><body/></foreignObject>", "<style>@import 'x';</style>",
            '<a href="javascript:alert(1)"><path d="M0 0"/></a>', '<animate attributeName="x"/>', '<set attributeName="onload" to="x"/>', '<use href="https://example.org/x.svg#y"/>', '<use href="#nowhere"/>', "<?xml-stylesheet href='x.css'?>", "<!-- a comment -->", "<text>more</text>", '<iframe src="x"/>',
            '<path d="M0 0L9 9" style="fill:url(https://example.org/x)"/>', '<path d="M0 0L9 9" filter="url(#x)"/>', '<g class="egg.1.c3.front"><path d="M0 0L9 9"/></g>', '<g class="x&#27;]0;x&#7;"><path d="M0 0"/></g>', '<g class="x&#10;::error::y"><path d="M0 0"/></g>', _DEEP, _LONG,
            _TYPO, '<g transform="matrix(1 0 0 1 ' + "9" * 5000 + ' 0)"/>', '<g transform="matrix(nan 0 0 1 0 0)"/>', "<x:script xmlns:x='http://www.w3.org/2000/svg'>1</x:script>", "<metadata><script>1</script></metadata>", '<defs><g id="a"><use href="#a"/></g></defs><use href="#a"/>', "&hen;", "\x1b[2J", "<![CDATA[x]]>",
        )
    ),
    _svg("with a DOCTYPE", lambda text: text.replace("<svg", '<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]><svg', 1)),
    _svg("with a billion laughs", lambda text: text.replace("<svg", "<!DOCTYPE svg [<!ENTITY a 'xxxxxxxxxx'>" + "".join(f"<!ENTITY {chr(98 + n)} '{f'&{chr(97 + n)};' * 10}'>" for n in range(9)) + "]><svg", 1).replace("</svg>", "<text>&j;</text></svg>")),
    _svg("with a piece less", lambda text: text.replace("egg.1.c2.front", "egg.1.c1.front")),
    _svg("with a piece under another name", lambda text: text.replace("egg.1.c2.front", "egg.1.c7.front")),
    _svg("of another size", lambda text: text.replace("viewBox=\"0 0 210 297\"", "viewBox=\"0 0 2100 2970\"")),
    _svg("of nothing", lambda text: ""),
    _svg("cut in the middle", lambda text: text[: len(text) // 2]),
    _svg("with another root", lambda text: text.replace("<svg", "<html", 1).replace("</svg>", "</html>")),
    _svg("in UTF-16", lambda text: text.encode("utf-16").decode("latin-1")),
    _svg("with text before it", lambda text: "x" + text),
    _svg("with a second SVG behind it", lambda text: text + "<svg/>"),
    _svg("with an event on its root", lambda text: text.replace("<svg", '<svg onload="alert(1)"', 1)),
    _svg("with a base for its links", lambda text: text.replace("<svg", '<svg xml:base="https://example.org/"', 1)),
]  # fmt: skip


def _extra(name: str, path: str, data: bytes, expect: Expectation = "refused") -> Attack:
    """Return an attack that adds a file to a kit, and signs it."""

    def plant(scene: Scene) -> None:
        (scene.kit / path).parent.mkdir(exist_ok=True)
        (scene.kit / path).write_bytes(data)
        sign(scene.kit, path)

    return Attack(f"a kit with {name}", argv=[CHECK], expect=expect, plant=plant)


def _swap(scene: Scene) -> None:
    """Let the SVG sheets change places."""
    one, other = scene.kit / DRAWING, scene.kit / "svg" / "hen-00-how-to-print.svg"
    data = one.read_bytes(), other.read_bytes()
    one.write_bytes(data[1])
    other.write_bytes(data[0])
    sign(scene.kit, DRAWING, "svg/hen-00-how-to-print.svg")


def _drop(scene: Scene) -> None:
    manifest = json.loads((scene.kit / "manifest.json").read_bytes())
    manifest["files"] = [file for file in manifest["files"] if not file["path"].endswith(".svg")]
    manifest["placements"] = []
    (scene.kit / "manifest.json").write_text(json.dumps(manifest), "utf-8")


def _move_placement(scene: Scene) -> None:
    manifest = json.loads((scene.kit / "manifest.json").read_bytes())
    manifest["placements"][0]["x"] += 5
    (scene.kit / "manifest.json").write_text(json.dumps(manifest), "utf-8")


def _double_placement(scene: Scene) -> None:
    manifest = json.loads((scene.kit / "manifest.json").read_bytes())
    manifest["placements"].append(manifest["placements"][0])
    (scene.kit / "manifest.json").write_text(json.dumps(manifest), "utf-8")


_KITS = [
    _extra("a web page of rules that has a script", "hen-rules.html", b"<html><script>alert(1)</script></html>"),
    _extra("a PDF of rules that is none", "hen-rules-a4.pdf", b"%PDF-1.4\n"),
    _extra("a program", "setup.exe", b"MZ" + bytes(100)),
    _extra("a program among its sheets", "svg/hen-97-extra.exe", b"MZ" + bytes(100)),
    _extra("a second PDF of sheets", "hen-sheets-letter.pdf", b"%PDF-1.4\n"),
    _extra("an SVG that no sheet has", "svg/hen-99-extra.svg", b'<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>'),
    _extra("a picture for a sheet", "svg/hen-98-extra.svg", make_png(2, 2, (1, 2, 3))),
    Attack("a kit whose SVG sheets change places", argv=[CHECK], plant=_swap),
    Attack("a kit whose placements are gone", argv=[CHECK], plant=_drop, expect="either"),
    Attack("a kit with a piece in another place", argv=[CHECK], plant=_move_placement),
    Attack("a kit with a piece listed twice", argv=[CHECK], plant=_double_placement),
    Attack("a kit of a game that claims another number", {"game.yaml": game_with("== 2", "== 3")}, [CHECK]),
    _changed("a PDF with a bomb of blanks", SHEETS, _stream_bomb),
    _changed("a certificate that says more", "hen-certificate.txt", lambda path: path.write_text("all is well\n", "utf-8"), "either"),
]  # fmt: skip


ATTACKS = [*_PDFS, *_SVGS, *_KITS]
