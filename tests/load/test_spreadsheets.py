"""Rows in spreadsheets: the values that were stored, a place for every cell, and what is refused."""

import zipfile
from io import BytesIO

import pytest

from generator.load.spreadsheet_archive import MAX_UNPACKED
from generator.load.spreadsheets import read_sheet
from generator.load.tables import split_table_name
from generator.model.finding import DataError, Finding, Place
from generator.model.game import Row
from tests.messages import facts_of
from tests.samples import for_each

AT = Place("game.yaml", 9, 11)
MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
OFFICE = (
    'xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0"'
    ' xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0"'
    ' xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"'
    ' xmlns:calcext="urn:org:documentfoundation:names:experimental:calc:xmlns:calcext:1.0"'
)
HEAD = '<row r="1"><c r="A1" t="inlineStr"><is><t>a</t></is></c><c r="B1" t="inlineStr"><is><t>b[]</t></is></c></row>'


def zip_files(**files: str) -> bytes:
    """Return an archive of these files."""
    out = BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in files.items():
            archive.writestr(name, text)
    return out.getvalue()


def make_xlsx(rows: str, *others: str, strings: str = "", styles: str = "") -> bytes:
    """Return a workbook with the sheet Hand of these rows, and empty ones of the `others`."""
    names = "".join(f'<sheet name="{name}" r:id="r{n}"/>' for n, name in enumerate(("Hand", *others)))
    links = "".join(f'<Relationship Id="r{n}" Target="worksheets/s{min(n, 1)}.xml"/>' for n in range(1 + len(others)))
    out = BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("xl/workbook.xml", f'<workbook {MAIN} xmlns:r="r"><sheets>{names}</sheets></workbook>')
        archive.writestr("xl/_rels/workbook.xml.rels", f"<Relationships>{links}</Relationships>")
        archive.writestr("xl/worksheets/s0.xml", f"<worksheet {MAIN}><sheetData>{rows}</sheetData></worksheet>")
        archive.writestr("xl/worksheets/s1.xml", f"<worksheet {MAIN}><sheetData/></worksheet>")
        archive.writestr("xl/sharedStrings.xml", f"<sst {MAIN}>{strings}</sst>")
        archive.writestr("xl/styles.xml", f"<styleSheet {MAIN}>{styles}</styleSheet>")
    return out.getvalue()


def make_ods(rows: str, name: str = "Hand") -> bytes:
    """Return an OpenDocument file with a table of these rows."""
    table = f'<table:table table:name="{name}">{rows}</table:table>'
    body = f"<office:body><office:spreadsheet>{table}</office:spreadsheet></office:body>"
    out = BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("content.xml", f"<office:document-content {OFFICE}>{body}</office:document-content>")
    return out.getvalue()


def read(data: bytes, file: str = "x.xlsx", sheet: str = "") -> tuple[Row, ...]:
    return read_sheet(data, file, sheet, ("hand", "Hand cards"), AT)


def refuse(data: bytes, file: str = "x.xlsx", sheet: str = "") -> list[str]:
    with pytest.raises(DataError) as caught:
        read(data, file, sheet)
    return facts_of(caught.value.findings)


def test_cells_of_a_workbook_are_read_by_their_stored_values() -> None:
    strings = "<si><t>x, y</t></si><si><r><t>two </t></r><r><t>runs</t></r><rPh><t>no</t></rPh></si><si><t>007</t></si>"
    cells = (
        '<row r="3"><c r="A3" t="s"><v>0</v></c><c r="B3"><v>4</v></c></row>'
        '<row r="4"><c r="A4" t="s"><v>1</v></c><c r="B4" t="str"><f>A1</f><v>1 2,5 x</v></c></row>'
        '<row r="6"><c t="b"><v>1</v></c><c/></row><row><c r="A7"><f>1+1</f><v>2.5</v></c></row>'
        '<row r="8"><c r="A8" t="s"><v>2</v></c></row><row r="9"><c r="A9" t="inlineStr"><is><t>7</t></is></c></row>'
    )
    rows = read(make_xlsx(HEAD + cells, strings=strings))
    assert [dict(row.values) for row in rows] == [
        {"a": "x, y", "b": [4]},
        {"a": "two runs", "b": [1, "2,5", "x"]},
        {"a": True, "b": []},
        {"a": 2.5, "b": []},
        {"a": "007", "b": []},
        {"a": 7, "b": []},
    ]
    assert [str(rows[1].place(column)) for column in ("", "a", "b")] == [
        "x.xlsx:Hand!A4",
        "x.xlsx:Hand!A4",
        "x.xlsx:Hand!B4",
    ]
    assert (rows[1].place("b").line, rows[1].place("b").column) == (4, 2)


def test_cells_of_a_document_are_read_by_their_stored_values() -> None:
    def text(words: str, more: str = "") -> str:
        return f'<table:table-cell office:value-type="string"{more}><text:p>{words}</text:p></table:table-cell>'

    rows = (
        f"<table:table-row>{text('# a comment')}</table:table-row>"
        f"<table:table-row>{text('a')}{text('b[]')}</table:table-row>"
        '<table:table-row table:number-rows-repeated="2"/>'
        '<table:table-row><table:table-cell office:value-type="float" office:value="3"><text:p>3,00</text:p>'
        "<office:annotation><text:p>a note</text:p></office:annotation></table:table-cell>"
        f"{text('1<text:s/>x')}</table:table-row>"
        f"<table:table-row table:number-rows-repeated='2'>{text('p</text:p><text:p>q')}</table:table-row>"
        '<table:table-row><table:table-cell office:value-type="boolean" office:boolean-value="true"/></table:table-row>'
        '<table:table-row table:number-rows-repeated="1048000"><table:table-cell table:number-columns-repeated="16384"/>'
        "</table:table-row>"
    )
    found = read(make_ods(rows), "x.ods")
    assert [dict(row.values) for row in found] == [
        {"a": "3,00", "b": [1, "x"]},
        {"a": "p\nq", "b": []},
        {"a": "p\nq", "b": []},
        {"a": True, "b": []},
    ]
    assert [str(row.place("a")) for row in found] == [f"x.ods:Hand!A{n}" for n in (5, 6, 7, 8)]


@for_each(
    [
        ("a.csv", ("a.csv", "")),
        ("a.xlsx", ("a.xlsx", "")),
        ("d/a.ods:My sheet", ("d/a.ods", "My sheet")),
        ("a.json:cards", ("a.json", "cards")),
    ]
)
def test_a_name_can_hold_a_sheet(name: str, parts: tuple[str, str]) -> None:
    assert split_table_name(name) == parts


def test_the_sheet_of_a_part_is_found() -> None:
    row = HEAD + '<row r="2"><c r="A2"><v>1</v></c></row>'
    assert len(read(make_xlsx(row, "Other"))) == 1
    assert len(read(make_xlsx(row, "Other"), sheet="Hand")) == 1
    assert refuse(make_xlsx(row, "Other"), sheet="Hnad") == ["game.yaml:9:11: GF008 'Hnad' 'Hand'"]
    assert len(read_sheet(make_xlsx(row, "Other"), "x.xlsx", "", ("crew", ""), AT)) == 1  # the other one is empty
    with pytest.raises(DataError) as caught:
        read_sheet(make_xlsx("", "Other"), "x.xlsx", "", ("crew", ""), AT)
    assert facts_of(caught.value.findings) == ["game.yaml:9:11: GF008 'crew' 'Hand' 'Other'"]
    notes: list[Finding] = []
    read_sheet(make_xlsx(row, "Other"), "x.xlsx", "", ("crew", ""), AT, notes)
    assert facts_of(notes) == ["x.xlsx:Hand: GF013 note: 2"]


ROW = '<row r="2"><c r="A2"{}</c></row>'
CELLS: dict[str, tuple[str, list[str], str]] = {
    "an error": (ROW.format(' t="e"><f>1/0</f><v>#DIV/0!</v>'), ["x.xlsx:Hand!A2: GF002 0"], "correct it"),
    "no stored value": (ROW.format("><f>1+1</f><v></v>"), ["x.xlsx:Hand!A2: GF002"], "no stored value"),
    "months of another language": (ROW.format(' s="4"><v>46000</v>'), ["x.xlsx:Hand!A2: GF002"], "another language"),
    "a currency of the computer": (ROW.format(' s="5"><v>46000</v>'), ["x.xlsx:Hand!A2: GF002"], "depends on the computer"),
    "too far": ('<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>', ["x.xlsx:Hand!XFD1048576: GF002 200,000 1,000"], "far"),
    "no rows": ("", ["x.xlsx:Hand!A1: GF002"], "no rows"),
    "a long text": (ROW.format(' t="inlineStr"><is><t>' + "x" * 20_001 + "</t></is>"), ["x.xlsx:Hand!A2: GF002 20,001 20,000"], "characters"),
}  # fmt: skip
STYLES = (
    '<numFmts><numFmt numFmtId="164" formatCode="yyyy-mm"/><numFmt numFmtId="165" formatCode="0&quot; days&quot;"/>'
    '<numFmt numFmtId="166" formatCode="[$-407]mmm"/></numFmts>'
    '<cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="165"/><xf numFmtId="166"/>'
    '<xf numFmtId="44"/><xf numFmtId="9"/></cellXfs>'
)


@pytest.mark.parametrize("case", CELLS)
def test_a_cell_that_cannot_be_read_is_told_at_its_place(case: str) -> None:
    cells, expected, words = CELLS[case]
    data = make_xlsx(HEAD + cells, styles=STYLES)
    assert refuse(data) == expected
    with pytest.raises(DataError, match=words):
        read(data)


TEXT = ' t="inlineStr"><is><t>{}</t></is>'
MERGED = '</sheetData><mergeCells><mergeCell ref="{}"/></mergeCells><sheetData>'
MISTAKES: dict[str, tuple[str, list[str], str]] = {
    "an error that was pasted": (ROW.format(TEXT.format("#N/A")), ["x.xlsx:Hand!A2: GF002"], "gives #N/A"),
    "an error of LibreOffice": (ROW.format(TEXT.format("Err:502")), ["x.xlsx:Hand!A2: GF002 502"], "gives Err:502"),
}  # fmt: skip


@pytest.mark.parametrize("case", MISTAKES)
def test_a_mistake_in_a_table_is_told_with_what_to_do(case: str) -> None:
    cells, expected, words = MISTAKES[case]
    assert refuse(make_xlsx(HEAD + cells)) == expected
    with pytest.raises(DataError, match=words):
        read(make_xlsx(HEAD + cells))


def test_cells_that_are_merged_downward_have_the_value_in_each_row() -> None:
    rows = ROW.format("><v>1</v>") + '<row r="3"><c r="B3"><v>2</v></c></row>' + MERGED.format("A2:A9")
    notes: list[Finding] = []
    found = read_sheet(make_xlsx(HEAD + rows), "x.xlsx", "", ("hand", ""), AT, notes)
    assert [dict(row.values) for row in found] == [{"a": 1, "b": []}, {"a": 1, "b": [2]}]
    assert facts_of(notes) == ["x.xlsx:Hand!A2: GF013 note: 1 3"]
    covered = (
        '<table:table-row><table:table-cell table:number-rows-spanned="2" office:value-type="float" office:value="1"/>'
        "</table:table-row><table:table-row><table:covered-table-cell/><table:table-cell><text:p>x</text:p>"
        "</table:table-cell></table:table-row>"
    )
    head = "<table:table-row><table:table-cell><text:p>a</text:p></table:table-cell><table:table-cell><text:p>b</text:p></table:table-cell></table:table-row>"
    assert [dict(row.values) for row in read(make_ods(head + covered), "x.ods")] == [
        {"a": 1, "b": ""},
        {"a": 1, "b": "x"},
    ]


def test_cells_merged_where_nothing_is_read_do_no_harm() -> None:
    comment = '<row r="1"><c r="A1" t="inlineStr"><is><t># My deck</t></is></c></row>'
    rows = HEAD.replace('"1"', '"2"').replace("A1", "A2").replace("B1", "B2") + ROW.replace("2", "3").format(
        "><v>1</v>"
    )
    assert [
        row.values["a"] for row in read(make_xlsx(comment + rows + MERGED.format("A1:B1") + MERGED.format("C5:D6")))
    ] == [1]


def test_a_title_above_the_names_of_the_columns_is_left_out_and_told() -> None:
    title = '<row r="1"><c r="A1" t="inlineStr"><is><t>My deck</t></is></c></row>'
    rows = HEAD.replace('"1"', '"2"').replace("A1", "A2").replace("B1", "B2") + ROW.replace("2", "3").format(
        "><v>1</v>"
    )
    notes: list[Finding] = []
    found = read_sheet(make_xlsx(title + rows + MERGED.format("A1:B1")), "x.xlsx", "", ("hand", ""), AT, notes)
    assert [dict(row.values) for row in found] == [{"a": 1, "b": []}]
    assert facts_of(notes) == ["x.xlsx:Hand!A2: GF013 note: 1"]


@for_each([("number ", "number"), ("card name", "card name"), (" Kosten (€)", "Kosten (€)"), ("x\ny", "x y")])
def test_the_name_of_a_column_is_as_it_stands(name: str, column: str) -> None:
    (row,) = read(make_xlsx(HEAD.replace("<t>a</t>", f"<t>{name}</t>") + ROW.format("><v>1</v>")))
    assert dict(row.values) == {column: 1, "b": []}


def test_cells_are_read_as_they_are_shown() -> None:
    shown = {1: "2026-02-20", 2: "2025-12", 3: "46073 days", 6: "4607300%"}
    cells = "".join(f'<row r="{n + 1}"><c r="A{n + 1}" s="{n}"><v>46073</v></c></row>' for n in shown)
    data = make_xlsx(HEAD + cells.replace('s="2"><v>46073', 's="2"><v>46000'), styles=STYLES)
    notes: list[Finding] = []
    rows = read_sheet(data, "x.xlsx", "", ("hand", ""), AT, notes)
    assert [row.values["a"] for row in rows] == list(shown.values())
    assert facts_of(notes) == ["x.xlsx:Hand!A2: GF013 note: 'a' 2026 -02 -20"]


def test_bold_and_italic_runs_and_line_breaks_are_kept() -> None:
    bold, italic = "<rPr><b/></rPr>", '<rPr><b val="0"/><i/></rPr>'
    runs = f"<r><t>a </t></r><r>{bold}<t>b </t></r><r>{italic}<t>c&#10;d</t></r>"
    strings = f"<si>{runs}</si><si><r>{bold}<t>all</t></r></si>"
    rows = ROW.format(' t="s"><v>0</v>') + ROW.replace("2", "3").format(' t="s"><v>1</v>')
    inline = ROW.replace("2", "4").format(f' t="inlineStr"><is>{runs}</is>')
    found = [row.values["a"] for row in read(make_xlsx(HEAD + rows + inline, strings=strings))]
    assert found == ["a <b>b</b> <i>c\nd</i>", "all", "a <b>b</b> <i>c\nd</i>"]
    style = '<style:style xmlns:style="s" xmlns:fo="f" style:name="T1"><style:text-properties fo:font-weight="bold"/></style:style>'
    cell = '<text:p>a <text:span text:style-name="T1">b</text:span></text:p><text:p>c</text:p>'
    lines = "".join(
        f"<table:table-row><table:table-cell>{each}</table:table-cell></table:table-row>"
        for each in ("<text:p>a</text:p>", cell)
    )
    table = f'<table:table table:name="Hand">{lines}</table:table>'
    document = zip_files(
        **{"content.xml": f"<office:document-content {OFFICE}>{style}{table}</office:document-content>"}
    )
    assert [row.values["a"] for row in read(document, "x.ods")] == ["a <b>b</b>\nc"]


def test_hidden_rows_and_columns_are_left_out_with_a_note() -> None:
    cols = '</sheetData><cols><col min="2" max="3" hidden="1"/></cols><sheetData>'
    rows = ROW.format("><v>1</v></c><c><v>5</v>") + ROW.replace("2", "3").replace("<row", '<row hidden="1"').format(
        "><v>2</v>"
    )
    notes: list[Finding] = []
    found = read_sheet(make_xlsx(cols + HEAD + rows), "x.xlsx", "", ("hand", ""), AT, notes)
    assert [dict(row.values) for row in found] == [{"a": 1}]
    assert facts_of(notes) == ["x.xlsx:Hand!A3: GF013 note: 1 3", "x.xlsx:Hand!B1: GF013 note: 1"]
    cell = "<table:table-cell><text:p>{}</text:p></table:table-cell>"
    head = '<table:table-column/><table:table-column table:visibility="collapse"/>'
    lines = "".join(
        f"<table:table-row{more}>{cell.format(a)}{cell.format('z')}</table:table-row>"
        for a, more in (("a", ""), ("x", ' table:visibility="filter"'), ("y", ""))
    )
    assert [dict(row.values) for row in read(make_ods(head + lines), "x.ods")] == [{"a": "y"}]


def test_cells_without_the_name_of_a_column_are_left_out_with_a_note() -> None:
    notes: list[Finding] = []
    data = make_xlsx(HEAD + '<row r="2"><c r="A2"><v>1</v></c><c r="D2"><v>1</v></c></row>')
    assert [dict(row.values) for row in read_sheet(data, "x.xlsx", "", ("hand", ""), AT, notes)] == [{"a": 1, "b": []}]
    assert facts_of(notes) == ["x.xlsx:Hand!D2: GF013 note: 1"]


def test_blank_cells_are_empty_and_numbers_have_fifteen_digits() -> None:
    blank = '<row r="2"><c r="A2" t="inlineStr"><is><t>  </t></is></c></row>'
    number = '<row r="3"><c r="A3"><v>0.30000000000000004</v></c></row><row r="4"><c r="A4"><v>3.0000000000000004</v></c></row>'
    line = '<row r="5"><c r="A5" t="inlineStr"><is><t>p_x000D_\nq_x005F_r</t></is></c></row>'
    assert [row.values["a"] for row in read(make_xlsx(HEAD + blank + number + line))] == [0.3, 3, "p\nq_r"]


def test_the_one_sheet_that_is_shown_is_read() -> None:
    row = HEAD + '<row r="2"><c r="A2"><v>1</v></c></row>'
    hidden = zip_files(
        **{
            "xl/workbook.xml": f'<workbook {MAIN} xmlns:r="r"><sheets><sheet name="A" r:id="a"/>'
            '<sheet name="B" r:id="b" state="hidden"/></sheets></workbook>',
            "xl/_rels/workbook.xml.rels": '<Relationships><Relationship Id="a" Target="a.xml"/>'
            '<Relationship Id="b" Target="b.xml"/></Relationships>',
            "xl/a.xml": f"<worksheet {MAIN}><sheetData>{row}</sheetData></worksheet>",
            "xl/b.xml": f"<worksheet {MAIN}/>",
        }
    )
    assert [str(row.place("a")) for row in read(hidden)] == ["x.xlsx:A!A2"]
    style = '<style:style xmlns:style="s" style:name="t1"><style:table-properties style:display="false"/></style:style>'
    cell = "<table:table-row><table:table-cell><text:p>a</text:p></table:table-cell></table:table-row>"
    tables = f'<table:table table:name="A">{cell * 2}</table:table><table:table table:name="B" table:style-name="t1"/>'
    document = zip_files(
        **{"content.xml": f"<office:document-content {OFFICE}>{style}{tables}</office:document-content>"}
    )
    assert [str(row.place("a")) for row in read(document, "x.ods")] == ["x.ods:A!A2"]


def test_a_sheet_in_the_very_letters_of_the_part_is_chosen() -> None:
    row = HEAD + '<row r="2"><c r="A2"><v>1</v></c></row>'
    assert read_sheet(make_xlsx(row, "HAND"), "x.xlsx", "", ("hand", "Hand"), AT)[0].values == {"a": 1, "b": []}


OLD = bytes.fromhex("d0cf11e0a1b11ae1") + bytes(600)
KEY = '<manifest:manifest xmlns:manifest="m"><manifest:encryption-data/></manifest:manifest>'
FILES: dict[str, tuple[bytes, str, str]] = {
    "nothing": (b"", "x.xlsx", "empty"),
    "a password": (OLD + "EncryptedPackage".encode("utf-16-le"), "x.xlsx", "password"),
    "a password of a document": (zip_files(**{"META-INF/manifest.xml": KEY, "content.xml": "?"}), "x.ods", "password"),
    "an old file": (OLD + "Workbook".encode("utf-16-le"), "x.xlsx", "is an .xls file"),
    "text": (b"a,b\n1,2\n", "x.xlsx", "ends in .csv"),
    "a document": (make_ods(""), "x.xlsx", "is an .ods file"),
    "a workbook": (make_xlsx(""), "x.ods", "is an .xlsx file"),
    "cut off": (make_xlsx(HEAD)[:700], "x.xlsx", "cut off"),
    "another archive": (zip_files(other="x"), "x.xlsx", "holds no spreadsheet"),
}


@pytest.mark.parametrize("case", FILES)
def test_a_file_that_cannot_be_read_is_told_with_what_to_do(case: str) -> None:
    data, file, words = FILES[case]
    assert [told.split()[:2] for told in refuse(data, file)] == [[f"{file}:", "GF002"]]
    with pytest.raises(DataError, match=words):
        read(data, file)


@for_each([b"", b"a,b\n1,2\n", zip_files(other="x"), make_xlsx("<row>")])
def test_what_is_no_spreadsheet_is_refused(data: bytes) -> None:
    (told,) = refuse(data)
    assert told.startswith("x.xlsx: GF002")


def test_a_sheet_that_unpacks_to_too_much_is_refused() -> None:
    data = make_xlsx(HEAD + "<!--" + " " * (MAX_UNPACKED + 1) + "-->")
    assert len(data) < 100_000
    assert refuse(data) == ["x.xlsx: GF002 32"]


def test_repeated_cells_are_bounded() -> None:
    cell = '<table:table-cell office:value-type="float" office:value="1" table:number-columns-repeated="{}"/>'
    rows = f"<table:table-row table:number-rows-repeated='1000000'>{cell.format(1000)}</table:table-row>"
    assert refuse(make_ods(rows), "x.ods") == ["x.ods: GF002 'Hand' 1,000,000"]
    rows = f"<table:table-row>{cell.format(10**9)}</table:table-row>"
    assert refuse(make_ods(rows), "x.ods") == ["x.ods:Hand!ALM1: GF002 200,000 1,000"]


def test_entities_are_refused() -> None:
    bomb = '<!DOCTYPE x [<!ENTITY a "aaaa">]>' + f"<office:document-content {OFFICE}>&a;</office:document-content>"
    out = BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr("content.xml", bomb)
    assert refuse(out.getvalue(), "x.ods") == ["x.ods: GF002"]


def test_a_sheet_of_notes_is_passed_over_and_headings_between_signs_are_no_rows() -> None:
    def line(*cells: str) -> str:
        inside = "".join(f"<table:table-cell><text:p>{cell}</text:p></table:table-cell>" for cell in cells)
        return f"<table:table-row>{inside}</table:table-row>"

    notes = line("Read me") + line("Made in May")
    table = line("name", "text") + line("--- Tools ---") + line("Axe", "Hit") + line("-- a", "b") + line("===")
    data = make_ods(f'{notes}</table:table><table:table table:name="Cards">{table}', "README")
    assert [row.values["name"] for row in read(data, "x.ods")] == ["Axe", "-- a", "==="]
