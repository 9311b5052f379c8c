"""The table beside pictures: how many of each, its back and its size."""

import csv
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
    **dict.fromkeys(("image", "picture", "front", "name", "filename"), "file"),
    **dict.fromkeys(("count", "qty", "quantity", "number", "copy"), "copies"),
}
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
    files = {_fold(name): f"images/{name}" for name in images}
    findings: list[Finding] = []
    made: list[SourceCard] = []
    named: set[str] = set()
    if "file" not in map(_name_column, rows[0].values):
        says = f"the table has no column 'file'; its columns are {', '.join(_COLUMNS)}"
        findings.append(Finding("GF380", Place(rows[0].file), says))
    for row in rows if not findings else ():
        values = {_name_column(name): value for name, value in row.values.items()}
        file = str(values.get("file", "")).strip()
        card = known.get(_fold(inside + file)) or known.get(_fold(file))
        href = files.get(_fold(inside + file)) or files.get(_fold(file))
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
        if not isinstance(told, int) or not 0 <= told <= MOST_COPIES:
            says = f"copies: expected a whole number from 0 to {MOST_COPIES:,}, not {told!r}"
            findings.append(Finding("GF380", _place(row, "copies"), says))
            return
        copies = told
    if "back" in values:
        named = str(values["back"] or "").strip()
        back = (files.get(_fold(inside + named)) or files.get(_fold(named))) if named else None
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
