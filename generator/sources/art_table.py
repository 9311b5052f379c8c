"""The table beside pictures: how many of each, its back and its size."""

import csv
import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from io import StringIO
from unicodedata import normalize

from msgspec.structs import replace

from generator.language.expressions import list_briefly
from generator.language.suggestions import did_you_mean
from generator.model.data_types import MOST_COPIES, Value
from generator.model.finding import DataError, Finding, Place
from generator.model.game import Row
from generator.sources.choices import SourceCard, parse_size

_COLUMNS = ("file", "copies", "back", "size")
_OTHER_NAMES = {
    other: name
    for name, others in {
        "file": "image picture front name filename datei dateiname bild vorderseite fichier archivo",
        "copies": "count qty quantity number copy # anzahl menge nombre quantité cantidad",
        "back": "backs rückseite rueckseite rücken verso dos reverso",
        "size": "größe groesse format taille tamaño",
    }.items()
    for other in others.split()
}
_COUNT = re.compile(r"[x\u00d7]? ?(\d{1,6}) ?[x\u00d7]?", re.IGNORECASE)  # 3, 3x, x3
_ELSEWHERE = re.compile(r"[a-z]:[\\/]|[\\/~]", re.IGNORECASE)  # what a path of all of a computer begins with
_MOST_TOLD = 3


def compose_table(cards: Sequence[SourceCard]) -> str:
    """Return the table of cards, to be edited."""
    out = StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(_COLUMNS)
    for card in cards:
        size = f"{card.size[0]:g}x{card.size[1]:g}" if card.size else ""
        writer.writerow((_strip(card.front), card.copies, _strip(card.back or ""), size))
    return out.getvalue()


def _strip(href: str) -> str:
    return href.removeprefix("images/")


def apply_table(
    rows: Sequence[Row], cards: Sequence[SourceCard], images: Sequence[str], inside: str
) -> tuple[list[SourceCard], list[Finding]]:
    """Return the cards that the rows of a table name, in its order, and a note of those that it leaves out.

    `images` are the names of all pictures, and `inside` what those of the table's folder begin with. DataError (GF380)
    lists all that is wrong. Without a column `back`, backs stay as they were found.
    """
    known = {_fold(_strip(card.front)): card for card in cards}
    files = _index_files(images)
    findings: list[Finding] = []
    made: list[SourceCard] = []
    named: set[str] = set()
    if "file" not in map(_name_column, rows[0].values):
        says = f"the table has no column 'file', but {list_briefly([*map(repr, rows[0].values)], 5)}"
        says = f"{says}; call the one that names the pictures so; others can be {', '.join(_COLUMNS[1:])}"
        findings.append(Finding("GF380", Place(rows[0].file), says))
    for row in rows if not findings else ():
        values = {_name_column(name): value for name, value in row.values.items()}
        file = str(values.get("file", "") or "").strip()
        if not file and not any(str(value or "").strip() for value in values.values()):
            continue
        href = _find_file(file, files, inside)
        card = known.get(_fold(_strip(href or file)))
        if card is None and href is None:
            near = did_you_mean(file, (_strip(each.front).removeprefix(inside) for each in cards))
            findings.append(Finding("GF380", _place(row, "file"), f"there is no picture {file!r} here{near}"))
            continue
        found = card or SourceCard(href or "", name=file)
        named.add(found.front)
        made += _read_card(row, values, found, files=files, inside=inside, findings=findings)
    if findings:
        raise DataError(findings)
    return made, list(_note_unlisted(rows[0], cards, named | {each.back or "" for each in made}))


def _index_files(images: Sequence[str]) -> dict[str, str]:
    """Return the href of each picture by its name, and by its last part behind a slash, if no other has it."""
    files = {_fold(name): f"images/{name}" for name in images}
    last = Counter(name.rpartition("/")[2] for name in files)
    own = {f"/{name.rpartition('/')[2]}": href for name, href in files.items() if last[name.rpartition("/")[2]] == 1}
    return files | own


def _find_file(told: str, files: Mapping[str, str], inside: str) -> str | None:
    """Return the href of the picture that a cell names; of a path of another computer, the last part is looked up."""
    name = _fold(told)
    found = files.get(_fold(inside + told)) or files.get(name)
    return found or (files.get(f"/{name.rpartition('/')[2]}") if _ELSEWHERE.match(told) else None)


def _name_column(name: str) -> str:
    lower = name.strip().casefold()
    return _OTHER_NAMES.get(lower, lower)


def _place(row: Row, column: str) -> Place:
    return row.place(next((name for name in row.values if _name_column(name) == column), ""))


def _read_card(
    row: Row,
    values: Mapping[str, Value],
    card: SourceCard,
    files: Mapping[str, str],
    inside: str,
    findings: list[Finding],
) -> Iterator[SourceCard]:
    """Yield the card of a row with what it says of it; nothing for 0 copies."""
    copies, back, size = card.copies, card.back, card.size
    if (told := values.get("copies", "")) not in ("", None):
        count = _COUNT.fullmatch(str(told).strip())
        told = int(count[1]) if count else told
        if not isinstance(told, int) or not 0 <= told <= MOST_COPIES:
            says = f"copies: expected a whole number from 0 to {MOST_COPIES:,}, not {told!r}"
            findings.append(Finding("GF380", _place(row, "copies"), says))
            return
        copies = told
    if "back" in values:
        named = str(values["back"] or "").strip()
        back = _find_file(named, files, inside) if named else None
        if named and back is None:
            if "#page=" not in named:
                findings.append(Finding("GF380", _place(row, "back"), f"there is no picture {named!r} here"))
                return
            back = f"images/{named}"
    if told := str(values.get("size", "") or "").strip():
        try:
            size = parse_size(told)
        except ValueError as error:
            findings.append(Finding("GF380", _place(row, "size"), str(error)))
            return
    if copies:
        yield replace(card, copies=copies, back=back, size=size)


def _note_unlisted(row: Row, cards: Sequence[SourceCard], used: Collection[str]) -> Iterator[Finding]:
    rest = [_strip(card.front) for card in cards if card.front not in used]
    if rest:
        says = f"not printed, as the table leaves them out: {list_briefly(rest, _MOST_TOLD)}"
        yield Finding("GF381", Place(row.file), says, "note")


def _fold(name: str) -> str:
    """Return a name as it is compared: in Unicode's NFC, with slashes, whatever its case."""
    return normalize("NFC", name).replace("\\", "/").removeprefix("./").removeprefix("images/").casefold()
