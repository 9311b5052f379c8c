"""Rules of a finished kit from a stranger: links may stay, whatever acts or loads is refused with GF117 at its place."""

from collections.abc import Callable
from pathlib import Path

import pikepdf
import pytest
from pikepdf import Array, Dictionary, Name

from generator.model.finding import DataError, Place
from generator.readback import rules
from generator.readback.pdf import containers
from generator.readback.rules import RulesInspector
from tests.samples import for_each

PAGE = """<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>Wren</title>
<style>
p { color: #333 }
</style>
</head>
<body>
<p>A <a href="#x">b</a> <img src="data:image/svg+xml;base64,AAAA" alt="x" width="9" height="9"> é c</p>
</body>
</html>
"""


def link(action: str, more: str = "") -> str:
    """Return an annotation with an action, as PDF code."""
    return f"<< /Type /Annot /Subtype /Link /Rect [ 0 0 9 9 ] /A << {action} >> {more} >>"


def write_rules(path: Path, *annotations: str, change: Callable[[pikepdf.Pdf], None] | None = None) -> Path:
    """Write a PDF of two pages; the second has the annotations."""
    with pikepdf.new() as made:
        made.add_blank_page()
        made.add_blank_page()
        made.pages[1].obj.Annots = Array(
            [made.make_indirect(pikepdf.Object.parse(each.encode())) for each in annotations]
        )
        if change:
            change(made)
        made.save(path, object_stream_mode=pikepdf.ObjectStreamMode.disable)
    return path


def refuse_rules(path: Path) -> tuple[Place, str]:
    """Return the place and the message of the one finding about a file of rules."""
    with pytest.raises(DataError) as caught:
        RulesInspector().inspect(path, path.name)
    (found,) = caught.value.findings
    assert found.code == "GF117"
    return found.place, found.message


TO_WEB = "/S /URI /URI (https://example.org/a?b=c#d)"
LINKS = [
    link(TO_WEB),
    link("/Type /Action /S /URI /URI (MAILTO:a@example.org)"),
    link("/S /GoTo /D [ 0 /Fit ]"),
    "<< /Type /Annot /Subtype /Link /Rect [ 0 0 9 9 ] /Dest [ 0 /Fit ] >>",
]


def test_links_to_the_web_and_to_pages_are_kept(tmp_path: Path) -> None:
    RulesInspector().inspect(write_rules(tmp_path / "wren-rules-a4.pdf", *LINKS), "wren-rules-a4.pdf")


@for_each(
    [
        (link("/S /URI /URI (file:///etc/passwd)"), "an action (/A)"),
        (link("/S /URI /URI (javascript:alert(1))"), "an action (/A)"),
        (link("/S /URI /URI (https://x\\n)"), "an action (/A)"),
        (link(f"{TO_WEB} /Next << /S /Launch >>"), "an action (/A)"),
        (link("/S /URI /URI /x"), "an action (/A)"),
        (link("/S /URI"), "an action (/A)"),
        (link("/S /JavaScript /JS (app.alert)"), "an action (/A)"),
        (link("/S /J#61vaScript /J#53 (app.alert)"), "an action (/A)"),
        (link("/S /Launch /F (x.exe)"), "an action (/A)"),
        (link("/S /GoToR /F (//x/y.pdf) /D [ 0 ]"), "an action (/A)"),
        (link("/S /Named /N /Print"), "an action (/A)"),
        (link(TO_WEB, f"/AA << /E << {TO_WEB} >> >>"), "an action (/AA)"),
        (link(TO_WEB, "/AP << >>"), "a note or a field (/AP)"),
        ("<< /Subtype /Stamp /Contents (x) >>", "a note or a field (/Subtype)"),
        (f"<< /Subtype /Square /A << {TO_WEB} >> >>", "an action (/A)"),
    ]
)
def test_other_annotations_are_refused(tmp_path: Path, annotation: str, says: str) -> None:
    place, message = refuse_rules(write_rules(tmp_path / "wren-rules-a4.pdf", *LINKS, annotation))
    assert (place, message) == (Place("wren-rules-a4.pdf, page 2"), f"the PDF contains {says}")


def open_script(made: pikepdf.Pdf) -> None:
    made.Root.OpenAction = Dictionary(S=Name.JavaScript, JS="app.alert(1)")


def open_page(made: pikepdf.Pdf) -> None:
    made.Root.OpenAction = Dictionary(S=Name.URI, URI="https://example.org")


def share_action(made: pikepdf.Pdf) -> None:
    made.Root.Outlines = Dictionary(
        First=Dictionary(Title="x", A=made.make_indirect(Dictionary(S=Name.URI, URI="https://x")))
    )


def set_base(made: pikepdf.Pdf) -> None:
    made.Root.URI = Dictionary(Base="https://example.org")


def refer_out(made: pikepdf.Pdf) -> None:
    stream = made.make_stream(b"")
    stream.F = made.make_indirect(pikepdf.String("/etc/passwd"))
    made.pages[0].obj.Contents = stream


@for_each(
    [
        (open_script, "(/"),
        (open_page, "an action (/OpenAction)"),
        (share_action, "an action (/"),
        (set_base, "an action (/URI)"),
        (refer_out, "a reference to another file (/F)"),
    ]
)
def test_what_acts_in_rules_is_refused(tmp_path: Path, change: Callable[[pikepdf.Pdf], None], says: str) -> None:
    path = write_rules(tmp_path / "wren-rules-a4.pdf", change=change)
    assert says in refuse_rules(path)[1]


def test_rules_share_their_limits(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = write_rules(tmp_path / "wren-rules-a4.pdf", *LINKS)
    monkeypatch.setattr(rules, "MOST_OBJECTS", 20)
    inspector = RulesInspector()
    inspector.inspect(path, path.name)
    with pytest.raises(DataError, match="objects; at most 10 are read"):
        inspector.inspect(path, path.name)
    monkeypatch.setattr(rules, "MOST_FILES", 2)
    with pytest.raises(DataError, match="GF117 the kit has more than 2 files of rules"):
        inspector.inspect(path, path.name)
    with pytest.raises(DataError, match="GF117 rules are PDFs and web pages"):
        RulesInspector().inspect(path, "wren-rules-a4.exe")


def test_objects_that_hold_one_another_are_not_read_over_and_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(containers, "MOST_OBJECT_BYTES", 1 << 20)
    path = write_rules(
        tmp_path / "wren-rules-a4.pdf", change=lambda made: made.Root.__setitem__("/X", Array([0] * 600_000))
    )
    assert refuse_rules(path)[1] == "the PDF has objects of more than 1 MiB"


def write_page(folder: Path, text: str) -> Path:
    path = folder / "wren-rules.html"
    path.write_bytes(text.encode())
    return path


@for_each([
        (" é c", "<script>alert(1)</script>", (11, 96), "contains <script>"),
        (" é c", " é <p onclick=\"x()\">", (11, 99), "the attribute 'onclick' of <p>"),
        (" é c", "<p style=\"color: red\">", (11, 96), "the attribute 'style' of <p>"),
        ('href="#x"', 'href="javascript:alert(1)"', (11, 6), "a link to 'javascript:alert(1)'"),
        ('href="#x"', 'href="&#106;avascript:alert(1)"', (11, 6), "a link to '&#106;avascript:alert(1)'"),
        ('href="#x"', 'href=" https://example.org"', (11, 6), "a link to ' https://example.org'"),
        ('href="#x"', 'href="data:text/html,x"', (11, 6), "a link to 'data:text/html,x'"),
        ('href="#x"', 'href="#x" href=javascript:x', (11, 6), "contains '<a', which"),
        ('href="#x"', 'href="#x" ping="https://example.org"', (11, 6), "the attribute 'ping' of <a>"),
        ("base64,AAAA", "base64,AA%AA", (11, 25), "loads 'data:image/svg+xml;base64,AA%AA'"),
        ("data:image/svg+xml;base64,AAAA", "https://example.org/x.png", (11, 25), "loads 'https://example.org/x.png'"),
        ('width="9"', 'srcset="x.png"', (11, 25), "the attribute 'srcset' of <img>"),
        ("<title>", '<link rel="stylesheet" href="x.css">\n<title>', (5, 1), "contains <link>"),
        ("<title>", '<base href="https://example.org/">\n<title>', (5, 1), "contains <base>"),
        ("<title>", '<meta http-equiv="refresh" content="0">\n<title>', (5, 1), "the attribute 'http-equiv' of <meta>"),
        ("p { color: #333 }", "@import 'x.css';", (7, 1), "has '@import' in its style"),
        ("#333", "url(https://example.org)", (7, 12), "has 'url(' in its style"),
        ("#333", "\\75rl(https://example.org)", (7, 12), "has '\\\\' in its style"),
        ("p { color: #333 }", "</p>p { color: url(x) }", (6, 1), "contains <style>"),
        ("<p>", "<iframe src=\"x\"></iframe><p>", (11, 1), "contains <iframe>"),
        ("<p>", "<form><p>", (11, 1), "contains <form>"),
        ("<p>", "<svg><p>", (11, 1), "contains <svg>"),
        ("<p>", "<!-- x --><p>", (11, 1), "contains '<!--'"),
        ("<p>", "<P>", (11, 1), "contains '<P'"),
        ("<p>", "<p\n>", (11, 1), "contains '<p'"),
        ("<p>", "a < b <p>", (11, 3), "contains '<'"),
        (" é c", "\0", (11, 96), "contains the character U+0000"),
        ("<!DOCTYPE html>", "", (1, 1), "does not begin as those of gutterfold do"),
        ('charset="utf-8"', 'charset="utf-7"', (1, 1), "does not begin as those of gutterfold do"),
    ])  # fmt: skip
def test_what_acts_in_a_web_page_is_refused_at_its_place(
    tmp_path: Path, old: str, new: str, place: tuple[int, int], says: str
) -> None:
    assert PAGE.count(old) == 1
    found, message = refuse_rules(write_page(tmp_path, PAGE.replace(old, new)))
    assert found == Place("wren-rules.html", *place)
    assert message.startswith("the page ")
    assert says in message


def test_a_web_page_of_other_bytes_or_too_many_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = write_page(tmp_path, PAGE)
    RulesInspector().inspect(path, path.name)
    path.write_bytes(PAGE.encode("latin-1"))
    assert refuse_rules(path) == (Place("wren-rules.html", 11, 97), "the page is not UTF-8 from here on")
    monkeypatch.setattr(rules, "MOST_MARKUP_BYTES", 200)
    assert refuse_rules(path)[1].startswith("the page has more than ")
    monkeypatch.setattr(rules, "MOST_BYTES", 1024)
    path.write_text(PAGE * 5, "utf-8")
    assert refuse_rules(path)[1] == "the page is larger than 1 KiB"


def test_a_web_page_of_any_size_is_scanned_once(tmp_path: Path) -> None:
    for part in ("<a", '<a href="', "<!--", "</", "<p>", '<img src="data:image/svg+xml;base64,', "&", '<p id="x"' * 3):
        text = PAGE.replace("<p>A", "<p>" + part * (1_000_000 // len(part)), 1)
        if part not in ("<p>", "&"):
            assert refuse_rules(write_page(tmp_path, text))[0].line == 11
