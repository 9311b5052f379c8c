"""Pictures in the studio, as their designer meets them: dropped, looked at, cropped by pointer and by keys."""

import base64
import json
import urllib.error
import urllib.request
from collections.abc import Iterator
from io import BytesIO
from urllib.parse import parse_qs, urlsplit

import pytest
from PIL import Image

from tests.browser import AXE, Browser
from tests.conftest import find_packed
from tests.kits import run
from tests.studio.running import RunningStudio, SharedStudio

DESK, PHONE = (1280, 900), (390, 844)
ART = "document.querySelector('dialog [data-art]')"


def make_png(size: tuple[int, int] = (900, 300), color: str = "#aa3377") -> bytes:
    out = BytesIO()
    Image.new("RGB", size, color).save(out, "PNG")
    return out.getvalue()


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SharedStudio]:
    """Start one studio for a deck of three cards in a layout, of which one has a picture."""
    home = tmp_path_factory.mktemp("pictures")
    (home / "images").mkdir()
    (home / "images" / "fox.png").write_bytes(make_png())
    (home / "cards.csv").write_text("Name,Art,Text\nFox,fox.png,Draw.\nOwl,,Hoot.\nElk,,Run.\n", "utf-8")
    deck = home / "deck"
    assert run(["new", str(deck), "--from", str(home / "cards.csv"), "--layout", "title-art-text"])[0] == 0
    with SharedStudio(deck, home / "state") as found:
        yield found


@pytest.fixture
def studio(shared: SharedStudio, browser: Browser) -> Iterator[SharedStudio]:
    yield shared
    browser.open_address("about:blank", *DESK)
    shared.reset()


def show(browser: Browser, studio: RunningStudio, pane: str, size: tuple[int, int] = DESK) -> None:
    browser.open_address(f"{studio.link}#{pane}", *size)
    browser.wait_for(f"document.getElementById('pane')?.dataset.shown === '{pane}'")
    browser.wait_for("document.getElementById('status').textContent === 'live'")
    browser.wait_for("document.getElementById('pane').dataset.drawn >= 3")


def drop(browser: Browser, target: str, *files: tuple[str, bytes]) -> None:
    """Drop files on an element, as a browser tells the page of it."""
    browser.wait_for(f"!!{target}")
    held = json.dumps([[name, base64.b64encode(data).decode()] for name, data in files])
    browser.run(f"""(() => {{
        const files = new DataTransfer();
        for (const [name, data] of {held}) {{
            files.items.add(new File([Uint8Array.from(atob(data), (sign) => sign.charCodeAt(0))], name));
        }}
        const told = {{ bubbles: true, cancelable: true, dataTransfer: files }};
        {target}.dispatchEvent(new DragEvent("dragover", told));
        {target}.dispatchEvent(new DragEvent("drop", told));
    }})()""")


def open_piece(browser: Browser, key: str) -> None:
    button = f"document.querySelector('[data-open=\"{key}\"]')"
    browser.wait_for(f"!!{button}")
    browser.run(f"{button}.click()")
    browser.wait_for("[...document.querySelectorAll('dialog[open] .sheet > img')].some(each => each.naturalWidth)")


def press(browser: Browser, key: str, modifiers: int = 0) -> None:
    code = {"ArrowLeft": 37, "ArrowRight": 39, "+": 187, "Enter": 13}[key]
    for kind in ("keyDown", "keyUp"):
        browser.ask("Input.dispatchKeyEvent", type=kind, key=key, windowsVirtualKeyCode=code, modifiers=modifiers)


def read_rows(studio: RunningStudio) -> list[str]:
    return (studio.folder / "cards.csv").read_text("utf-8").splitlines()


def wait_for_rows(browser: Browser, studio: RunningStudio, count: int, text: str) -> list[str]:
    for _ in range(600):
        rows = read_rows(studio)
        if sum(text in row for row in rows) == count:
            return rows
        browser.run("new Promise((done) => setTimeout(done, 50))")
    raise AssertionError(read_rows(studio))


def test_a_picture_that_is_dropped_on_a_card_is_named_in_its_row_and_undone(
    browser: Browser, studio: SharedStudio
) -> None:
    show(browser, studio, "pieces")
    owl = make_png(color="#3377aa")
    drop(browser, "document.querySelector('[data-key=\"card.2\"]')", ("My Owl (1).png", owl))
    rows = wait_for_rows(browser, studio, 1, "My-Owl-1.png")
    assert rows == ["Name,Art,Text", "Fox,fox.png,Draw.", "Owl,My-Owl-1.png,Hoot.", "Elk,,Run."]
    assert (studio.folder / "images" / "My-Owl-1.png").read_bytes() == owl
    face = "document.querySelector('[data-key=\"card.2\"] img')"
    browser.wait_for(f"fetch({face}.src).then(answer => answer.text()).then(text => text.includes('<image'))")
    browser.wait_for("!document.querySelector('[data-history=undo]').disabled")
    browser.run("document.querySelector('[data-history=undo]').click()")
    assert wait_for_rows(browser, studio, 0, "My-Owl-1.png")[2] == "Owl,,Hoot."
    assert not (studio.folder / "images" / "My-Owl-1.png").exists()


@pytest.mark.thorough
def test_pictures_that_are_dropped_on_a_cell_fill_the_rows_below(browser: Browser, studio: SharedStudio) -> None:
    show(browser, studio, "cards")
    cell = 'document.querySelector(\'.body [data-row="1"][data-column="1"]\')'
    browser.wait_for(f"!!{cell}")
    drop(browser, cell, ("a.png", make_png(color="#111111")), ("fox.jpg", make_png()))
    rows = wait_for_rows(browser, studio, 2, "fox.png")  # of the same content as a file that is there
    assert rows[2:] == ["Owl,a.png,Hoot.", "Elk,fox.png,Run."]
    assert sorted(path.name for path in (studio.folder / "images").iterdir()) == ["a.png", "fox.png"]
    browser.wait_for("document.querySelector('[data-history=undo]').title === '2 pictures'")
    browser.run("document.querySelector('[data-history=undo]').click()")
    assert wait_for_rows(browser, studio, 0, "a.png")[2:] == ["Owl,,Hoot.", "Elk,,Run."]
    assert sorted(path.name for path in (studio.folder / "images").iterdir()) == ["fox.png"]


def test_the_shelf_shows_where_pictures_are_used_and_how_fine_they_are(browser: Browser, studio: SharedStudio) -> None:
    show(browser, studio, "pictures")
    shelf = "[...document.querySelectorAll('.shelf li')].map(item => item.innerText.replace(/\\s+/g, ' '))"
    browser.wait_for("document.querySelector('.shelf')?.innerText.includes('dpi')")
    (told,) = browser.run(shelf)
    assert told.startswith("fox.png 900 \u00d7 300 pixels, ")
    assert told.endswith(" dpi on paper, which looks coarse on card.1") or " dpi on paper on card.1" in told
    drop(
        browser, "document.querySelector('.drop')", ("fox.png", make_png((30, 30))), ("bad.png", b"\x89PNG\r\n\x1a\nno")
    )
    browser.wait_for("document.querySelectorAll('.shelf li').length === 2")
    assert browser.run(shelf)[1] == "fox-2.png 30 \u00d7 30 pixels on no piece"
    assert "bad.png: " in browser.wait_for("document.getElementById('told').textContent")
    text = (studio.folder / "cards.csv").read_text("utf-8")
    (studio.folder / "cards.csv").write_text(text.replace("Elk,,", "Elk,gone.png,"), "utf-8")
    missing = browser.wait_for("document.querySelector('.failed')?.innerText")
    assert "1 MISSING" in missing.upper()
    assert "gone.png" in missing


def test_a_picture_is_cropped_by_dragging_and_by_keys(browser: Browser, studio: SharedStudio) -> None:
    show(browser, studio, "pieces")
    open_piece(browser, "card.1")
    browser.wait_for(f"!!{ART}")
    x, y, scale = browser.run(f"""(({{left, top, width, height}}) => [left + width / 2, top + height / 2,
        width / ({ART}.dataset.shown.split(' ')[2] - {ART}.dataset.shown.split(' ')[0])])({ART}.getBoundingClientRect())""")
    left, top, right, bottom = map(float, browser.run(f"{ART}.dataset.box").split())
    free = (bottom - top) * 3 - (right - left)  # the picture is three times as wide as it is high
    for kind, at in (("mousePressed", x), ("mouseMoved", x - 10 * scale), ("mouseReleased", x - 10 * scale)):
        browser.ask("Input.dispatchMouseEvent", type=kind, x=at, y=y, button="left", buttons=1, clickCount=1)
    rows = wait_for_rows(browser, studio, 1, "art_x")
    wanted = 50 + 1000 / free
    for _ in range(100):
        if (rows := read_rows(studio))[1].count(",") == 3:
            break
        browser.run("new Promise((done) => setTimeout(done, 50))")
    assert rows[0] == "Name,Art,art_x,Text"
    name, art, said, text = rows[1].split(",")
    assert (name, art, text) == ("Fox", "fox.png", "Draw.")
    assert float(said) == pytest.approx(wanted, abs=0.6)
    assert rows[2] == "Owl,,,Hoot."
    placed = "document.querySelector('dialog [data-art]').dataset.whole.split(' ').map(Number)"
    browser.wait_for(f"Math.abs({placed}[0] - ({left} - {free} * {said} / 100)) < 0.1")
    browser.run(f"{ART}.focus()")
    press(browser, "+")
    press(browser, "+")
    rows = wait_for_rows(browser, studio, 1, ",120,")
    assert rows[0] == "Name,Art,art_x,art_zoom,Text"
    browser.run("document.querySelector('[data-uncrop]').click()")
    rows = wait_for_rows(browser, studio, 0, ",120,")
    assert rows[1] == "Fox,fox.png,,,Draw."


def test_a_piece_is_zoomed_and_measured_by_pointer_and_by_keys(browser: Browser, shared: SharedStudio) -> None:
    show(browser, shared, "pieces")
    open_piece(browser, "card.1")
    sheet = "document.querySelector('dialog .sheet')"
    browser.run(
        "(field => { field.value = '4'; field.dispatchEvent(new Event('input', {bubbles: true})) })"
        "(document.querySelector('[data-magnify]'))"
    )
    assert browser.run(f"{sheet}.getBoundingClientRect().width") == pytest.approx(4 * 63.5 * 96 / 25.4, abs=2)
    browser.run("document.querySelector('[data-measure]').click()")
    x, y = browser.run(f"(({{left, top}}) => [left, top])({sheet}.getBoundingClientRect())")
    scale = 4 * 96 / 25.4
    for kind, at in (("mousePressed", 5), ("mouseMoved", 15), ("mouseReleased", 15)):
        browser.ask(
            "Input.dispatchMouseEvent",
            type=kind,
            x=x + at * scale,
            y=y + 10 * scale,
            button="left",
            buttons=1,
            clickCount=1,
        )
    told = "document.querySelector('[data-measured]').value"
    assert browser.run(told) == "10.0 mm (10.0 across, 0.0 down)"
    press(browser, "Enter")
    press(browser, "ArrowLeft", 8)
    press(browser, "ArrowLeft")
    assert browser.run(told) == "5.5 mm (5.5 across, 0.0 down)"
    browser.run("document.querySelector('[data-measure]').click()")
    assert browser.run(told) == ""


@pytest.mark.thorough
def test_pictures_are_accessible_and_fit_a_phone(browser: Browser, shared: SharedStudio) -> None:
    axe = find_packed("axe_playwright_python", "axe.min.js").read_text(encoding="utf-8")
    for size in (DESK, PHONE):
        show(browser, shared, "pictures", size)
        browser.wait_for("!!document.querySelector('.shelf button')")
        browser.run(axe)
        assert browser.run(AXE) == []
        assert browser.run("document.documentElement.scrollWidth") <= size[0]
        show(browser, shared, "pieces", size)
        open_piece(browser, "card.1")
        for zoom in ("", "4"):
            browser.run(
                f"(field => {{ field.value = '{zoom}'; field.dispatchEvent(new Event('input', {{bubbles: true}})) }})"
                "(document.querySelector('[data-magnify]'))"
            )
            browser.run(axe)
            assert browser.run(AXE) == [], (size, zoom)


def test_only_pictures_of_the_users_own_page_are_taken(shared: SharedStudio) -> None:
    link = urlsplit(shared.link)
    (key,) = parse_qs(link.query)["key"]

    def ask(path: str, body: bytes | None, **headers: str) -> tuple[int, str]:
        request = urllib.request.Request(
            f"http://{link.netloc}/{path}", body, {name.replace("_", "-"): each for name, each in headers.items()}
        )
        try:
            with urllib.request.urlopen(request, timeout=30) as answer:
                return answer.status, answer.read().decode("latin-1")
        except urllib.error.HTTPError as error:
            with error:
                return error.code, error.read().decode("latin-1")

    own, cookie = {"x_gutterfold_key": key}, f"gutterfold-{link.port}={key}"
    before = sorted(path.name for path in shared.folder.rglob("*"))
    png = make_png((20, 20))
    assert ask("edit/picture?name=a.png", png, cookie=cookie)[0] == 403
    assert ask("edit/picture?name=a.png", png, **own, origin="http://evil.example")[0] == 403
    assert ask("edit/picture?name=a.png", png, **own, host="evil.example")[0] == 403
    for body in (b"", b"GIF89a\x01\x00\x01\x00", b"%PDF-1.7", png[:-20], b"<html></html>", b"RIFF\0\0\0\0WEBPVP8 "):
        status, told = ask("edit/picture?name=a.png", body, **own)
        assert (status, '"ok":false' in told) == (400, True), body
    assert ask("edit/picture?name=a.png&part=card&row=99", png, **own)[0] == 400
    assert ask("edit/picture?name=a.png&piece=card.99&part=nothing", png, **own)[0] == 400
    assert ask("edit/crop", b'{"piece": "card.1", "art_x": 101}', **own)[0] == 400
    assert ask("edit/crop", b'{"piece": "card.99", "art_x": 1}', **own)[0] == 400
    for path in ("picture/..%2fgame.yaml", "picture/game.yaml", "picture/../cards.csv", "picture//etc/passwd"):
        assert ask(path, None, cookie=cookie)[0] == 404, path
    assert ask("picture/fox.png", None, cookie=cookie)[0] == 200
    assert sorted(path.name for path in shared.folder.rglob("*")) == before
