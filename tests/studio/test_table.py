"""The cards as a table, as their designer meets them: in a real browser, by mouse, by keyboard alone and on a phone."""

import json
import urllib.error
import urllib.request
from pathlib import Path
from time import monotonic, sleep
from urllib.parse import parse_qs, urlsplit

import pytest

from tests.browser import AXE, Browser
from tests.conftest import find_judge, find_packed
from tests.kits import run
from tests.studio.running import RunningStudio, SharedStudio

DESK, PHONE = (1280, 900), (390, 844)
CONTROL, ALT, SHIFT = 2, 1, 8
KEYS = {"Enter": 13, "Tab": 9, "Escape": 27, "Delete": 46, "F2": 113, "Home": 36, "End": 35, " ": 32}
KEYS |= {"ArrowLeft": 37, "ArrowUp": 38, "ArrowRight": 39, "ArrowDown": 40}
SHOWN = "document.querySelector('.row-preview img')"
FIRST_ROW = "id,number,name,text,copies"


def show(browser: Browser, studio: RunningStudio, size: tuple[int, int] = DESK) -> None:
    """Open the table and wait until its cards are there."""
    browser.open_address(f"{studio.link}#cards", *size)
    browser.wait_for("document.querySelectorAll('.body .cell').length > 4")
    browser.wait_for(
        "document.getElementById('status').dataset.state !== 'lost' && document.getElementById('status').textContent !== 'connecting …'"
    )
    browser.wait_for(f"{SHOWN}?.complete && {SHOWN}.naturalWidth > 0")


def press(browser: Browser, key: str, modifiers: int = 0, **more: object) -> None:
    """Press a key and let it go; a letter is typed unless Ctrl or Alt is held."""
    code = KEYS.get(key) or ord(key.upper())
    text = "\r" if key == "Enter" else key if len(key) == 1 else ""
    typed = {} if modifiers & (CONTROL | ALT) or not text else {"text": text}
    common = {"key": key, "windowsVirtualKeyCode": code, "modifiers": modifiers}
    browser.ask("Input.dispatchKeyEvent", type="keyDown", **common, **typed, **more)
    browser.ask("Input.dispatchKeyEvent", type="keyUp", **common)


def type_text(browser: Browser, text: str) -> None:
    browser.ask("Input.insertText", text=text)


def find_middle(browser: Browser, row: int, column: int, inner: str = "") -> tuple[float, float]:
    """Return the middle of a cell, or of something in it."""
    cell = f"""document.querySelector('[data-row="{row}"][data-column="{column}"] {inner}')"""
    box = browser.run(f"(box => [box.x, box.y, box.width, box.height])({cell}.getBoundingClientRect())")
    return box[0] + box[2] / 2, box[1] + box[3] / 2


def click(browser: Browser, row: int, column: int, inner: str = "", modifiers: int = 0, count: int = 1) -> None:
    """Click in a cell with the mouse."""
    x, y = find_middle(browser, row, column, inner)
    for number in range(1, count + 1):
        for kind in ("mousePressed", "mouseReleased"):
            more = {"button": "left", "clickCount": number, "modifiers": modifiers}
            browser.ask("Input.dispatchMouseEvent", type=kind, x=x, y=y, **more)


def drag(browser: Browser, start: tuple[float, float], end: tuple[float, float]) -> None:
    """Drag with the mouse from a point to another one."""
    browser.ask("Input.dispatchMouseEvent", type="mousePressed", x=start[0], y=start[1], button="left", clickCount=1)
    for part in (0.5, 1.0):
        x, y = (one + (two - one) * part for one, two in zip(start, end, strict=True))
        browser.ask("Input.dispatchMouseEvent", type="mouseMoved", x=x, y=y, button="left", buttons=1)
    browser.ask("Input.dispatchMouseEvent", type="mouseReleased", x=end[0], y=end[1], button="left", clickCount=1)


def paste(browser: Browser, text: str, html: str = "") -> None:
    """Paste what a spreadsheet program has put on the clipboard."""
    data = f"data.setData('text/plain', {json.dumps(text)}); data.setData('text/html', {json.dumps(html)})"
    event = "new ClipboardEvent('paste', {clipboardData: data, bubbles: true, cancelable: true})"
    browser.run(f"(data => {{ {data}; document.activeElement.dispatchEvent({event}) }})(new DataTransfer())")


def push(browser: Browser, does: str) -> None:
    browser.run(f"document.querySelector('[data-does={does}]').click()")


def read(studio: RunningStudio) -> str:
    return (studio.folder / "cards.csv").read_bytes().decode()


def wait_for_file(studio: RunningStudio, text: str) -> None:
    """Wait until the studio has written the table so."""
    end = monotonic() + 10
    while read(studio) != text and monotonic() < end:
        sleep(0.02)
    assert read(studio) == text


def list_column(browser: Browser, column: int) -> list[str]:
    cells = f"""[...document.querySelectorAll('.body [data-column="{column}"] .text')]"""
    found: list[str] = browser.run(f"{cells}.map(cell => cell.textContent)")
    return found[:-1]  # without the row that can be added


def undo(browser: Browser, studio: RunningStudio, text: str) -> None:
    browser.wait_for("!document.querySelector('[data-history=undo]').disabled")
    browser.run("document.querySelector('.cell.active').focus()")
    press(browser, "z", CONTROL)
    wait_for_file(studio, text)


def test_a_typed_cell_changes_its_card_and_is_undone(browser: Browser, studio: SharedStudio) -> None:
    before = read(studio)
    show(browser, studio)
    click(browser, 0, 2)
    type_text_of = f"fetch({SHOWN}.src).then(answer => answer.text())"
    assert (
        "The Mouse" in browser.run(type_text_of).replace("</tspan>", "")
        or browser.run(f"{SHOWN}.alt") == "card.sun.1, front"
    )
    old = browser.run(type_text_of)
    press(browser, "T")
    type_text(browser, "he Shrew")
    press(browser, "Enter")
    assert browser.wait_for(f"{type_text_of}.then(text => text !== {json.dumps(old)} && text)") != old
    assert read(studio) == before.replace("The Mouse", "The Shrew")
    assert browser.run("document.querySelector('.cell.active').dataset.row") == "1"  # Enter goes on
    undo(browser, studio, before)
    browser.wait_for("document.querySelector('[data-row=\"0\"][data-column=\"2\"]').textContent === 'The Mouse'")
    click(browser, 0, 2)
    browser.wait_for(f"{type_text_of}.then(text => text === {json.dumps(old)})")


@pytest.mark.thorough
def test_fifty_pasted_rows_are_one_step(browser: Browser, studio: SharedStudio) -> None:
    before = read(studio)
    show(browser, studio)
    click(browser, 6, 0)
    press(browser, "ArrowDown")  # the row that can be added
    lines = [f"{number}\t{number}\tCard {number}\tDraws {number}." for number in range(8, 58)]
    paste(browser, "\r\n".join(lines) + "\r\n")  # a new row that does not say its copies has one
    after = before + "".join(line.replace("\t", ",") + ",1\n" for line in lines)
    wait_for_file(studio, after)
    assert browser.run("document.querySelector('[role=grid]').getAttribute('aria-rowcount')") == "59"
    browser.wait_for("fetch('/pane/pieces').then(answer => answer.text()).then(text => text.includes('card.sun.57'))")
    undo(browser, studio, before)
    browser.wait_for("document.querySelector('[role=grid]').getAttribute('aria-rowcount') === '9'")


def test_a_table_of_a_spreadsheet_is_pasted_and_copied_as_one(browser: Browser, studio: SharedStudio) -> None:
    before = read(studio)
    show(browser, studio)
    click(browser, 0, 2)
    html = "<table><tr><td>The <b>Rat</b></td><td>One,<br>two</td></tr><tr><td>The Cat</td><td>x</td></tr></table>"
    paste(browser, "no", html)
    assert list_column(browser, 2)[:3] == ["The Rat", "The Cat", "The Cook"]
    lines = before.splitlines(keepends=True)
    # a cell that stood in quotes keeps them
    pasted = '1,1,The Rat,"One,\ntwo",1\n', '2,2,The Cat,"x",1\n'
    wait_for_file(studio, "".join([*lines[:2], *pasted, *lines[4:]]))
    press(browser, "c", CONTROL, commands=["copy"])
    click(browser, 3, 2)
    press(browser, "v", CONTROL, commands=["paste"])
    browser.wait_for("document.querySelector('[data-row=\"3\"][data-column=\"2\"]').textContent === 'The Rat'")
    assert list_column(browser, 2)[3:5] == ["The Rat", "The Cat"]
    click(browser, 0, 4)
    paste(browser, "1\t2\t3")
    assert "there is room for 1 from here" in browser.run("document.querySelector('.asked').innerText")
    assert list_column(browser, 4)[0] == "1"


def test_ranges_are_filled_by_dragging_and_by_keys(browser: Browser, studio: SharedStudio) -> None:
    show(browser, studio)
    click(browser, 0, 2)
    click(browser, 1, 2, modifiers=SHIFT)
    drag(browser, find_middle(browser, 1, 2, ".handle"), find_middle(browser, 4, 2))
    names = ["The Mouse", "The Twins"]
    assert list_column(browser, 2)[:6] == [*names, *names, "The Mouse", "The Thief"]
    drag(browser, find_middle(browser, 0, 1), find_middle(browser, 1, 1))  # selects 1 and 2
    drag(browser, find_middle(browser, 1, 1, ".handle"), find_middle(browser, 3, 1))
    click(browser, 2, 3)
    press(browser, "ArrowDown", SHIFT)
    press(browser, "d", CONTROL)
    press(browser, "Delete")
    browser.wait_for("document.querySelector('[data-history=undo]').title === '2 cells of cards.csv'")
    assert list_column(browser, 1) == ["1", "2", "3", "4", "5", "6", "7"]  # the step goes on
    assert list_column(browser, 3)[1:4] == ["If two players play a 2, both draw a card.", "", ""]
    rows = [line.split(",") for line in read(studio).splitlines()]
    assert [row[2] for row in rows[2:7]] == [*names, *names, "The Mouse"]


def test_copies_go_up_and_down_by_arrows(browser: Browser, studio: SharedStudio) -> None:
    before = read(studio)
    show(browser, studio)
    click(browser, 2, 4, '[data-by="1"]')
    press(browser, "ArrowUp", ALT)
    press(browser, "ArrowUp", ALT)
    press(browser, "ArrowDown", ALT)
    line = before.splitlines(keepends=True)[4]
    wait_for_file(studio, before.replace(line, line.removesuffix(",1\n") + ",3\n"))
    assert "7 rows, 9 copies" in browser.run("document.querySelector('[data-summary]').textContent")


def test_a_fault_stands_in_its_cell(browser: Browser, studio: SharedStudio) -> None:
    show(browser, studio)
    click(browser, 3, 4, count=2)
    press(browser, "a", CONTROL, commands=["selectAll"])
    type_text(browser, "many")
    press(browser, "Enter")
    cell = """document.querySelector('[data-row="3"][data-column="4"]')"""
    code = browser.wait_for(f"{cell}.querySelector('.code')?.textContent")
    assert code == "GF006"
    assert browser.run(f"{cell}.getAttribute('aria-invalid')") == "true"
    press(browser, "ArrowUp")
    assert "GF006 copies:" in browser.run("document.querySelector('.row-marks').innerText")
    assert check_page(browser) == []
    press(browser, "2")
    press(browser, "Enter")
    browser.wait_for(f"!{cell}.querySelector('.code')")


def test_known_values_are_chosen_from_a_list(browser: Browser, studio: SharedStudio) -> None:
    table = "id,number,name,text,copies,place\n" + "".join(
        f"{n},{n},Card {n},,1,{'land' if n % 2 else 'sea'}\n" for n in range(1, 8)
    )
    (studio.folder / "cards.csv").write_bytes(table.encode())
    show(browser, studio)
    browser.wait_for("!!document.querySelector('.kind-choice')")
    click(browser, 0, 5, count=2)
    options = "[...document.querySelectorAll('[role=option]')].map(option => option.textContent)"
    assert browser.run(options) == ["land", "sea"]
    assert check_page(browser) == []
    press(browser, "ArrowDown")
    press(browser, "ArrowDown")
    active = "document.getElementById(document.activeElement.getAttribute('aria-activedescendant')).textContent"
    assert browser.run(active) == "sea"
    press(browser, "Enter")
    press(browser, "s")  # what is typed narrows the list, and need not be of it
    assert browser.run(options) == ["sea"]
    type_text(browser, "ky")
    press(browser, "Enter")
    wait_for_file(studio, table.replace("1,land", "1,sea", 1).replace("2,,1,sea", "2,,1,sky"))


def test_rows_and_columns_are_added_duplicated_moved_and_deleted(browser: Browser, studio: SharedStudio) -> None:
    before = read(studio)
    comment, names, *lines = before.splitlines(keepends=True)
    head = comment + names
    show(browser, studio)
    click(browser, 0, 0)
    click(browser, 1, 0, modifiers=SHIFT)
    push(browser, "duplicate-rows")
    wait_for_file(studio, "".join([head, *lines[:2], *lines[:2], *lines[2:]]))
    push(browser, "delete-rows")  # the first of those that were added
    wait_for_file(studio, "".join([head, *lines[:2], lines[1], *lines[2:]]))
    push(browser, "delete-rows")
    wait_for_file(studio, before)
    cells = f"document.querySelectorAll('.body [data-column=\"2\"] .text').length === {len(lines) + 1}"
    browser.wait_for(cells)  # the page has heard of it, and selects no other row any more
    click(browser, 0, 0)
    push(browser, "rows-down")
    wait_for_file(studio, "".join([head, lines[1], lines[0], *lines[2:]]))
    push(browser, "rows-up")
    wait_for_file(studio, before)
    click(browser, 0, 1)
    push(browser, "add-column")
    type_text(browser, "cost")
    press(browser, "Enter")
    browser.wait_for("document.querySelector('[data-history=undo]').title === 'the name of a column of cards.csv'")
    assert read(studio).splitlines()[1:3] == [
        "id,number,cost,name,text,copies",
        "1,1,,The Mouse,Beats the 7 of its suit.,1",
    ]
    push(browser, "column-left")
    browser.wait_for("document.querySelector('[data-history=undo]').title === 'a moved column of cards.csv'")
    assert read(studio).splitlines()[2].startswith("1,,1,")
    push(browser, "delete-columns")
    wait_for_file(studio, before)
    push(browser, "add-row")
    browser.wait_for("document.querySelectorAll('[data-unread]').length === 1")
    assert read(studio).count("\n,,,,\n") == 1


def test_cells_are_found_replaced_and_sorted_for_looking_only(browser: Browser, studio: SharedStudio) -> None:
    before = read(studio)
    show(browser, studio)
    click(browser, 0, 2)
    push(browser, "sort")
    assert list_column(browser, 2)[:2] == ["The Cook", "The Guard"]
    assert browser.run("document.querySelector('[data-column=\"2\"]').getAttribute('aria-sort')") == "ascending"
    click(browser, 0, 2)
    press(browser, "F2")
    type_text(browser, "!")
    press(browser, "Enter")
    wait_for_file(studio, before.replace("The Cook", "The Cook!"))
    push(browser, "unsort")
    assert list_column(browser, 2)[0] == "The Mouse"
    press(browser, "f", CONTROL)
    form = "document.querySelector('[data-table-find]')"
    browser.run(f"{form}.elements.find.value = 'the '; {form}.elements.replace.value = 'A '")
    push(browser, "find-next")
    found = browser.run("document.querySelector('[data-found]').value")
    assert found.endswith(" of 10")
    push(browser, "replace-all")
    browser.wait_for("document.querySelector('[data-history=undo]').title === '10 cells of cards.csv'")
    assert "The " not in read(studio)
    assert "A Cook!" in read(studio)


def check_page(browser: Browser) -> list[str]:
    browser.run(find_packed("axe_playwright_python", "axe.min.js").read_text("utf-8"))
    found: list[str] = browser.run(AXE)
    return found


def test_the_table_is_used_by_keyboard_alone(browser: Browser, studio: SharedStudio) -> None:
    before = read(studio)
    show(browser, studio)
    for _ in range(60):
        press(browser, "Tab")
        if browser.run("document.activeElement.matches('.grid [data-row]')"):
            break
    where = "(cell => [cell.dataset.row, cell.dataset.column])(document.activeElement)"
    assert browser.run(where) == ["0", "0"]
    for key in ("ArrowDown", "ArrowDown", "ArrowRight", "ArrowRight"):
        press(browser, key)
    press(browser, "Enter")
    press(browser, "Home", SHIFT)
    type_text(browser, "The Chef")
    press(browser, "Tab")
    assert browser.run(where) == ["2", "3"]
    press(browser, "X")
    press(browser, "Escape")
    press(browser, "End", CONTROL)
    assert browser.run(where) == ["6", "4"]
    press(browser, "ArrowUp", CONTROL)
    press(browser, "ArrowUp")
    assert browser.run(where) == ["-1", "4"]
    assert browser.run("document.activeElement.getAttribute('role')") == "columnheader"
    press(browser, " ", CONTROL)
    assert browser.run("document.querySelectorAll('[aria-selected=true]').length") == 7
    press(browser, "Tab", SHIFT)
    assert browser.run("document.activeElement.dataset.does") == "find"
    wait_for_file(studio, before.replace("3,3,The Cook", "3,3,The Chef"))


@pytest.mark.sampled(1)
@pytest.mark.parametrize("size", [DESK, PHONE])
def test_the_table_has_no_barriers(browser: Browser, studio: SharedStudio, size: tuple[int, int]) -> None:
    show(browser, studio, size)
    push(browser, "find")
    assert check_page(browser) == []
    assert browser.run("document.documentElement.scrollWidth") <= size[0]
    browser.run('document.querySelector(\'[data-row="0"][data-column="2"]\').focus()')


def test_a_phone_edits_by_two_taps(browser: Browser, studio: SharedStudio) -> None:
    before = read(studio)
    browser.ask("Emulation.setTouchEmulationEnabled", enabled=True)
    try:
        show(browser, studio, PHONE)
        x, y = find_middle(browser, 1, 2)
        for _ in range(2):
            browser.ask("Input.dispatchTouchEvent", type="touchStart", touchPoints=[{"x": x, "y": y}])
            browser.ask("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])
            browser.wait_for("document.querySelector('.cell.active')?.dataset.row === '1'")
        browser.wait_for("document.activeElement.matches('.editing')")
        type_text(browser, " two")
        press(browser, "Enter")
    finally:
        browser.ask("Emulation.setTouchEmulationEnabled", enabled=False)
    wait_for_file(studio, before.replace("The Twins", "The Twins two"))
    assert browser.run(f"{SHOWN}.getBoundingClientRect().width") > 60


@pytest.mark.thorough
def test_two_tabs_and_an_editor_change_one_table_at_once(
    browser: Browser, studio: SharedStudio, tmp_path: Path
) -> None:
    before = read(studio)
    with Browser(find_judge("chromium"), tmp_path / "other") as other:
        for each in (browser, other):
            show(each, studio)
        click(browser, 0, 2, count=2)  # both are at work in a cell
        click(other, 1, 2, count=2)
        outside = before.replace("The Queen", "The King").replace("7,7,", "8,8,The Ace,,1\n7,7,")
        (studio.folder / "cards.csv").write_bytes(outside.encode())
        browser.wait_for("fetch('/pane/pieces').then(answer => answer.text()).then(text => text.includes('the ace'))")
        for each, name in ((browser, " one"), (other, " two")):
            type_text(each, name)
            press(each, "Enter")
        merged = outside.replace("The Mouse", "The Mouse one").replace("The Twins", "The Twins two")
        wait_for_file(studio, merged)
        for each in (browser, other):
            each.wait_for(
                "document.querySelector('[data-row=\"1\"][data-column=\"2\"]').textContent === 'The Twins two' && "
                "document.querySelector('[data-row=\"0\"][data-column=\"2\"]').textContent === 'The Mouse one'"
            )
            assert list_column(each, 2)[0] == "The Mouse one"
            assert list_column(each, 2)[-2:] == ["The Ace", "The King"]
        click(other, 2, 2, count=2)
        (studio.folder / "cards.csv").write_bytes(merged.replace("The Cook", "The Baker").encode())
        type_text(other, " three")
        press(other, "Enter")
        told = other.wait_for("document.querySelector('.asked:not([hidden])')?.innerText")
        assert "Row 3, name: outside “The Baker”, yours “The Cook three”" in told
        assert check_page(other) == []
        assert read(studio) == merged.replace("The Cook", "The Baker")  # nothing is overwritten unasked
        other.run("document.querySelector('.asked p button').click()")
        wait_for_file(studio, merged.replace("The Cook", "The Cook three"))


@pytest.mark.thorough
def test_of_many_rows_only_those_in_sight_are_drawn(browser: Browser, tmp_path: Path) -> None:
    folder = tmp_path / "trick"
    assert run(["new", str(folder), "--like", "cards"])[0] == 0
    rows = [f"{number},{number % 9},Card {number},,0\n" for number in range(2, 10_001)]
    (folder / "cards.csv").write_text(f"{FIRST_ROW}\n1,1,Card 1,,1\n{''.join(rows)}", "utf-8")
    with RunningStudio(folder, tmp_path / "state") as studio:
        show(browser, studio)
        click(browser, 0, 2)
        assert browser.run("document.querySelectorAll('.body .record').length") < 60
        press(browser, "ArrowDown", CONTROL)
        assert browser.run("document.activeElement.textContent") == "Card 10000"
        assert browser.run("document.querySelectorAll('.body .record').length") < 60
        press(browser, "Z")
        press(browser, "Enter")
        browser.wait_for("document.querySelector('[data-history=undo]').title === 'a cell of cards.csv'")
        assert read(studio).endswith("10000,1,Z,,0\n")


@pytest.mark.thorough
def test_a_table_of_objects_is_shown_and_becomes_csv_when_asked(browser: Browser, tmp_path: Path) -> None:
    folder = tmp_path / "trick"
    assert run(["new", str(folder), "--like", "cards"])[0] == 0
    _, head, *lines = (folder / "cards.csv").read_text("utf-8").splitlines()
    objects = [dict(zip(head.split(","), line.split(",", 4), strict=False)) for line in lines[:2]]
    (folder / "cards.json").write_text(
        json.dumps([{**each, "copies": 1, "text": "x"} for each in objects], indent=1), "utf-8"
    )
    (folder / "cards.csv").unlink()
    game = (folder / "game.yaml").read_bytes()
    (folder / "game.yaml").write_bytes(game.replace(b"rows: cards.csv", b"rows: cards.json"))
    with RunningStudio(folder, tmp_path / "state") as studio:
        show(browser, studio)
        assert browser.run("document.querySelector('[data-does=add-row]').disabled")
        click(browser, 0, 2, count=2)
        assert not browser.run("!!document.querySelector('.editing')")
        assert check_page(browser) == []
        push(browser, "convert")
        browser.wait_for("!document.querySelector('[data-does=add-row]').disabled")
        assert (folder / "game.yaml").read_bytes() == game
        assert read(studio).splitlines()[1] == "1,1,The Mouse,x,1"
        undo_button = "document.querySelector('[data-history=undo]')"
        browser.wait_for(f"!{undo_button}.disabled")
        browser.run(f"{undo_button}.click()")
        browser.wait_for("document.querySelector('[data-does=add-row]').disabled")
        assert not (folder / "cards.csv").exists()


def ask(studio: RunningStudio, path: str, given: object, **headers: str) -> tuple[int, dict[str, object]]:
    """Return the status and the answer of a request with the secret, unless a header says otherwise."""
    link = urlsplit(studio.link)
    (key,) = parse_qs(link.query)["key"]
    own = {"cookie": f"gutterfold-{link.port}={key}", "x-gutterfold-key": key}
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    body = None if given is None else json.dumps(given).encode()
    request = urllib.request.Request(f"http://{link.netloc}/{path}", body, {**own, **named})
    try:
        with urllib.request.urlopen(request, timeout=30) as answer:
            return answer.status, json.loads(answer.read())
    except urllib.error.HTTPError as error:
        text = error.read()
        return error.code, json.loads(text) if text.startswith(b"{") else {}


EDIT = {"part": "card", "edit": {"does": "set", "cells": [[0, 2, "Rat"]]}}


def test_a_table_is_changed_by_its_own_page_alone(shared: SharedStudio) -> None:
    before = read(shared)
    for path in ("edit/table", "edit/convert"):
        assert ask(shared, path, EDIT, x_gutterfold_key="another")[0] == 403
        assert ask(shared, path, EDIT, origin="http://evil.example")[0] == 403
        assert ask(shared, path, EDIT, host="evil.example")[0] == 403
        assert ask(shared, path, None)[0] == 405
    assert ask(shared, "table/card", None, cookie="")[0] == 403
    assert read(shared) == before


@pytest.mark.parametrize(
    "given",
    [
        {},
        {**EDIT, "part": "../cards.csv"},
        {**EDIT, "part": "/etc/passwd"},
        {**EDIT, "part": ["card"]},
        {**EDIT, "edit": {"does": "set", "cells": [[10**9, 0, "x"]]}},
        {**EDIT, "edit": {"does": "set", "cells": [[0, -1, "x"]]}},
        {**EDIT, "edit": {"does": "set", "cells": [[0, 0, "x" * 100_001]]}},
        {**EDIT, "edit": {"does": "set", "cells": []}},
        {**EDIT, "edit": {"does": "write", "path": "game.yaml"}},
        {**EDIT, "edit": {"does": "move-rows", "rows": [0], "to": 99}},
        {**EDIT, "more": "x" * (8 << 20)},
    ],
)
def test_what_is_no_change_of_a_table_is_refused(shared: SharedStudio, given: dict[str, object]) -> None:
    before = read(shared)
    digest = ask(shared, "table/card", None)[1]["digest"]
    status, answer = ask(shared, "edit/table", {**given, "digest": digest} if given else {})
    assert (status, answer["ok"]) == (400, False)
    assert read(shared) == before
    assert ask(shared, "table/..%2Fcards.csv", None)[1].get("ok", False) is False
