"""What was verified of a kit goes in, the record of it that goes with the kit comes out, as text and as PDF."""

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from generator.model.finding import Finding, Waived
from generator.model.game import Game
from generator.model.options import Options
from generator.model.picture import Picture
from generator.model.record import Cell, Record, Row, Table
from generator.pipeline.sheet_printing import Kit
from generator.pipeline.verification import Checked
from generator.write.staging import Stage

if TYPE_CHECKING:
    from generator.check.claims.census import Count
    from generator.check.claims.judge import Outcome, Verdict

_NONE = "\N{EN DASH}"
_SAME = 16  # characters from which a value that is found again is not spelled out again
_VERDICTS = {"GF101": "false", "GF102": "false", "GF103": "unclear", "GF104": "waits", "GF105": "empty"}
_FACES = {
    "serif": ("Source Serif Pro", 400, False),
    "serif-bold": ("Source Serif Pro", 700, False),
    "serif-italic": ("Source Serif Pro", 400, True),
    "sans": ("Source Sans Pro", 400, False),
    "sans-bold": ("Source Sans Pro", 700, False),
}


def print_verified(kit: Kit, checked: Checked, options: Options, stage: Stage) -> None:
    """Write the record into the stage: always as text, and as a PDF where there are PDFs and they were read back."""
    from generator.booklet.record.plain_text import plain_text

    record = record_of(kit, checked, options.read_back)
    stage.write(f"{kit.game.id}-verified.txt", plain_text(record).encode())
    if "pdf" in options.formats and options.read_back:
        from generator.booklet.record.leaves import leaves

        fonts = {name: kit.fonts.find(*face) for name, face in _FACES.items()}
        pages = leaves(record, kit.press.paper, fonts)
        stage.write(f"{kit.game.id}-verified-{options.paper}.pdf", _bound(kit, record, pages))


def _bound(kit: Kit, record: Record, pages: Sequence[Picture]) -> bytes:
    from generator.write.pdf.document import PdfFile
    from generator.write.pdf.pages import Ink

    pdf, ink = PdfFile(kit.press.paper, record.title, "none", kit.fonts.find, "What was verified"), Ink(kit.press.paper)
    inked = [ink.picture(page) for page in pages]
    pdf.define(ink.definitions)
    for page in inked:
        pdf.add(page)
    return pdf.finish()


def record_of(kit: Kit, checked: Checked, read_back: bool) -> Record:
    """Return what was held against what, and how it came out."""
    game, verdict, summary = kit.game, checked.verdict, checked.summary
    passed = {each.finding for each in checked.waived}
    tables = [
        _counts(checked.counts),
        _claims(verdict, passed),
        _numbers(verdict, passed),
        _findings(game, checked.findings),
        _waived(game, checked.waived),
        _unchecked(game),
    ]
    return Record(
        f"What was verified: {game.data.title}",
        f"Version {game.data.version}",
        (_how(read_back), f"{summary[:1].upper()}{summary[1:]}.", *_renamed(game)),
        tuple(table for table in tables if table.said or table.rows),
        f"build {kit.build}",
    )


def _how(read_back: bool) -> str:
    if not read_back:
        return (
            "The finished files of this kit were not read back from the disk. What the rules say was held against the"
            " data of the game alone."
        )
    return (
        "Before this kit was handed over, its finished files were read back from the disk, and what the rules say was"
        " held against the data of the game and against these files. Besides, each piece on the sheets was counted and"
        " held to its size, its shape, its place and the marks to cut it by, each back to its front, each text to the"
        " safe zone, and to the data the words on faces that show a value, and the cells, faces and lines of boards,"
        " dice and cards."
    )


def _renamed(game: Game) -> Iterator[str]:
    """Yield what the colors go by on this paper, where that is not what claims and data call them."""
    names = [f"{color.name} ({color.role}) is {color.called}" for color in game.colors.values() if color.renamed]
    if names:
        yield f"Claims and data call colors by names that no palette changes; on this paper {_listed(names)}."


def _listed(words: Sequence[str]) -> str:
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def _counts(counts: Sequence["Count"]) -> Table:
    """Return the pieces of each part by all who say how many there are."""
    said = "How many of each part there are: in rules and claims, in the data, and in the finished files."
    rows = []
    for each in counts:
        says = ", ".join(f"{number} ({', '.join(who)})" for number, who in _sayers(each).items())
        printed = [_NONE if name not in each.printed else str(each.printed[name]) for name in ("PDF", "SVG")]
        cells = (each.title, says or _NONE, str(each.declared), *printed)
        rows.append(Row((*(Cell(text) for text in cells), Cell(each.verdict, "strong"))))
    return Table("Counts", said, ("part", "rules", "data", "PDF", "SVG", "verdict"), (2, 3, 0, 0, 0, 0), tuple(rows))


def _sayers(count: "Count") -> dict[int, list[str]]:
    """Return who says each number, once."""
    found: dict[int, list[str]] = {}
    for number, who in dict.fromkeys(count.claimed):
        found.setdefault(number, []).append(who)
    return found


def _claims(verdict: "Verdict", passed: set[Finding]) -> Table:
    said = "Each with where it comes from, what was asked to test it, and what the data and the sheets gave."
    said += f" {_NONE} stands where they have no say."
    rows = tuple(row for outcome in verdict.all for row in _claim(outcome, passed))
    heads = ("claim", "asked", "data", "sheets", "verdict")
    return Table("Claims", said if rows else "The game makes none.", heads, (0, 9, 8, 5, 0), rows)


def _claim(outcome: "Outcome", passed: set[Finding]) -> Iterator[Row]:
    name, says = Cell(outcome.id, "strong"), Cell(outcome.says, "words", 3)
    yield Row((name, says, Cell(_verdict(outcome, passed), "strong")), leads=True)
    yield Row((Cell(""), Cell(outcome.rests_on, "source", 3)), begins=False, leads=bool(outcome.asked))
    for asked in outcome.asked:
        cells = (Cell(""), Cell(asked.text), Cell(asked.data or _NONE), Cell(_sheets(asked.data, asked.sheets)))
        yield Row(cells, begins=False)


def _sheets(data: str, sheets: str) -> str:
    return "the same" if data == sheets and len(sheets) > _SAME else sheets or _NONE


def _verdict(outcome: "Outcome", passed: set[Finding]) -> str:
    if outcome.finding is None:
        return "holds"
    return "waived" if outcome.finding in passed else _VERDICTS[outcome.finding.code]


def _numbers(verdict: "Verdict", passed: set[Finding]) -> Table:
    said = "Numbers that the text marks as claims, each with its line and what was counted." if verdict.inline else ""
    rows = []
    for each in verdict.inline:
        data, sheets = (each.asked[0].data, each.asked[0].sheets) if each.asked else ("", "")
        end = Cell(_verdict(each, passed), "strong")
        line = Cell(f"{Path(each.place.file).name}:{each.place.line}")
        rows.append(
            Row((line, Cell(each.id, "strong"), Cell(each.says), Cell(data or _NONE), Cell(_sheets(data, sheets)), end))
        )
    heads = ("line", "rules", "counted", "data", "sheets", "verdict")
    return Table("Numbers in the rules", said, heads, (0, 0, 6, 2, 2, 0), tuple(rows))


def _findings(game: Game, findings: Sequence[Finding]) -> Table:
    rows = [
        Row((Cell(each.code, "strong"), Cell(each.level), Cell(_inside(game, f"{each.place}: {each.message}"))))
        for each in findings
    ]
    said = "What was found besides, none of which stops a build." if rows else "None."
    return Table("Findings", said, ("code", "level", "what and where"), (0, 0, 1), tuple(rows))


def _waived(game: Game, waived: Sequence[Waived]) -> Table:
    rows = [
        Row((Cell(each.finding.code, "strong"), Cell(_inside(game, str(each.finding))), Cell(each.reason, "words")))
        for each in waived
    ]
    said = "Findings that the game lets pass, and why." if rows else ""
    return Table("Waived", said, ("code", "what and where", "reason"), (0, 3, 2), tuple(rows))


def _unchecked(game: Game) -> Table:
    rows = [Row((Cell(each.id, "strong"), Cell(each.says, "words"), Cell(each.why))) for each in game.data.unchecked]
    said = "What the rules say besides; no program has checked it." if rows else ""
    return Table("Not yet checked", said, ("claim", "it says", "why not"), (0, 3, 2), tuple(rows))


def _inside(game: Game, text: str) -> str:
    """Return a text without the way to the game's folder, which is another on each machine."""
    home = Path(game.file).parent.as_posix()
    return text if home == "." else re.sub(rf"(?<![\w./-]){re.escape(home)}/", "", text)
