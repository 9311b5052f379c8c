"""The registry of finding codes: the levels, title and waivability of each."""

import re
from typing import NamedTuple

from generator.model.finding import Level


class FindingCode(NamedTuple):
    """A stable code that never changes its meaning.

    `title` is a sentence that can stand alone; `levels` starts with the usual one. The rest of its text is in
    `generator/cli/code_pages.md`.
    """

    code: str
    title: str
    levels: tuple[Level, ...] = ("error",)
    waivable: bool = False


def _waivable(code: str, title: str, *levels: Level) -> FindingCode:
    return FindingCode(code, title, levels or ("error",), waivable=True)


_CODES = (
    # the data
    FindingCode("GF001", "A game, file or palette does not exist or cannot be read."),
    FindingCode("GF002", "A file is not valid UTF-8, YAML or CSV, or holds too much."),
    FindingCode("GF003", "A key, column, id, name or letter is used twice."),
    FindingCode("GF004", "A key is unknown."),
    FindingCode("GF005", "A required key or cell is missing."),
    FindingCode("GF006", "A value has the wrong type or form, or is out of range."),
    FindingCode("GF007", "A file lies outside the game's folder."),
    FindingCode("GF008", "A name refers to nothing."),
    FindingCode("GF009", "Braces contain something that is neither a claim nor a color."),
    FindingCode("GF010", "A `--set` option cannot be applied."),
    FindingCode("GF011", "A new game cannot be created there."),
    FindingCode("GF012", "The command line is wrong."),
    # claims and waivers
    _waivable("GF100", "Nothing checks the data against the rules."),
    _waivable("GF101", "A number in the rules differs from the data or from the printed sheets."),
    _waivable("GF102", "A claim is false.", "error", "warning", "trap"),
    FindingCode("GF103", "A claim cannot be evaluated."),
    _waivable("GF104", "A claim can only be checked on finished sheets, and there are none.", "note"),
    _waivable("GF105", "A check calls no function, so it would pass for any game."),
    _waivable("GF106", "A waiver has no finding to waive.", "warning"),
    # numbers that are no claims
    _waivable("GF107", "A number in the rules that is not a claim contradicts the data.", "error", "warning"),
    _waivable("GF108", "A number beside the name of a part is not a claim.", "note"),
    _waivable("GF109", "A list of contents names something that is not a part.", "warning", "note"),
    # the finished files
    _waivable("GF110", "A design is printed too often or not often enough."),
    _waivable("GF111", "A printed piece is not in the data."),
    _waivable("GF112", "A piece is not printed at its true size or in its true shape."),
    _waivable("GF113", "A page has the wrong size, or a piece is too close to the edge of the paper."),
    _waivable("GF114", "Two pieces on a page overlap."),
    _waivable("GF115", "The PDF, the SVG and the manifest disagree about the place of a piece."),
    _waivable("GF116", "A back does not line up with its front."),
    _waivable("GF117", "A finished file cannot be read back."),
    _waivable("GF118", "The cells of a printed board do not match the data."),
    _waivable("GF119", "Different cells look the same, or identical cells look different.", "error", "warning"),
    _waivable("GF120", "The faces of a folded piece do not match the data."),
    # boards, dice, cards of paths and the setup
    _waivable("GF121", "A route steps between two cells that are not joined."),
    _waivable("GF122", "Opposite faces of a die numbered 1 to 6 do not add up to 7.", "warning"),
    _waivable("GF123", "The lines on a printed path card do not match the data."),
    _waivable("GF124", "A card does not fit its slot.", "error", "warning"),
    _waivable("GF125", "The setup hands out more pieces than there are."),
    # what is printed, mentioned and left out
    _waivable("GF126", "A face shows a value that differs from the data.", "error", "warning", "note"),
    _waivable("GF127", "The crop marks or fold lines of a piece are missing or wrong."),
    _waivable("GF128", "A text in the finished PDF crosses the safe zone, leaves its face or has the wrong font."),
    _waivable("GF129", "PDF and SVG show different text on a piece."),
    _waivable("GF130", "A color of the game is named outside braces.", "error", "warning", "note"),
    _waivable("GF131", "The rules never mention a part.", "warning"),
    _waivable("GF132", "An icon has no legend, or a legend is incomplete.", "warning"),
    _waivable("GF133", "The graph of a board does not lead where pieces need to go.", "error", "trap", "warning"),
    _waivable("GF134", "No claim and no number in the rules counts a part.", "note"),
    _waivable("GF135", "A translation lacks a claim or a picture of a part that is in the first rules."),
    _waivable("GF136", "A figure shows more pieces than the box holds."),
    # the paper, when a fact of the data is changed
    _waivable("GF140", "A fact of the data cannot be seen on the paper.", "error", "warning", "note"),
    _waivable("GF141", "A fact of the data is drawn in the wrong place.", "error", "warning"),
    _waivable("GF142", "A face shows what belongs to another piece.", "error", "warning", "note"),
    _waivable(
        "GF143",
        "Things look alike although they differ, or different although they do not.",
        "error",
        "warning",
        "note",
    ),
    _waivable("GF144", "A face draws something unlike all others of its part.", "warning", "note", "error"),
    _waivable("GF145", "Less of the game is proven than it requires."),
    _waivable("GF146", "A symbol is squeezed into a strip.", "warning"),
    _waivable("GF147", "A line or an arrowhead on a board or a track leads where the game does not.", "warning"),
    _waivable("GF148", "A cell or a face has the paint of a color that its data does not name.", "error", "warning"),
    _waivable(
        "GF149",
        "A template asks for what does not exist, or draws what nothing asks for.",
        "warning",
        "note",
    ),
    # the rendered pages
    _waivable("GF150", "A text, a named group or a drawing cannot be seen on its page.", "error", "warning", "note"),
    _waivable("GF151", "A text has too little contrast with its background.", "error", "warning"),
    _waivable("GF152", "A text or a line is too small to print well.", "error", "warning"),
    _waivable("GF153", "A text is mirrored, or something is turned differently from the others.", "error", "warning"),
    _waivable("GF154", "Something is drawn off its piece.", "error", "warning"),
    _waivable("GF155", "A text overlaps another text, a sign or a line, or is off its disc.", "error", "warning"),
    _waivable(
        "GF156", "A back reveals which card of a pile it belongs to, or which way up it is.", "error", "warning", "note"
    ),
    _waivable("GF157", "Art reaches an edge without bleed.", "warning", "error", "note"),
    _waivable(
        "GF158",
        "A face of a folded piece is turned or odd, or its pips do not match its value.",
        "error",
        "warning",
        "note",
    ),
    # the words of the rules
    _waivable("GF160", "The rules name something that the game does not have.", "note", "warning"),
    _waivable("GF161", "A direction in the rules contradicts the board or another sentence.", "warning", "note"),
    _waivable("GF162", "A list is longer or shorter than the rules announce.", "warning", "note"),
    _waivable("GF163", "A sum or product in the rules is wrong.", "error", "warning", "note"),
    _waivable("GF164", "An example names a winner who does not win by its numbers.", "warning", "note"),
    _waivable("GF165", "A number in a table, the setup or a sentence differs from the data.", "warning", "note"),
    _waivable(
        "GF166",
        "A reference in the rules leads nowhere, or steps or rows are numbered out of order.",
        "warning",
        "note",
    ),
    _waivable("GF167", "A text on a piece contradicts the rules.", "note", "warning"),
    _waivable("GF168", "Two statements contradict each other.", "note", "warning"),
    # translations, and data that go against what all others do
    _waivable("GF170", "A translation has a different number from the first rules.", "error", "warning", "note"),
    _waivable(
        "GF171", "A translation lacks a block or a sentence, or has one that the first rules lack.", "warning", "note"
    ),
    _waivable(
        "GF172",
        "A translation has different links, pictures or emphasis from the first rules.",
        "error",
        "warning",
        "note",
    ),
    _waivable(
        "GF173", "A sentence of a translation differs in meaning from that of the first rules.", "warning", "note"
    ),
    _waivable("GF174", "A word is translated differently in one place than everywhere else.", "warning", "note"),
    _waivable("GF176", "A row or an item of a list is unlike all others.", "note", "warning"),
    _waivable("GF178", "A color is unlike all others of its group.", "note"),
    _waivable("GF179", "A cell, join, area or route of a board is unlike all others.", "note", "warning"),
    # the figures of the rules
    _waivable("GF180", "A value or a piece of a figure cannot be seen in it.", "warning"),
    _waivable("GF181", "Something in a figure cannot be seen or read.", "warning"),
    _waivable("GF182", "The words about a figure contradict it.", "warning"),
    _waivable("GF183", "A figure shows a move or a position that the board does not allow.", "warning"),
    _waivable("GF184", "The steps of a figure do not follow one another.", "warning"),
    # patterns
    _waivable(
        "GF185", "A sign is out of place, on top of another, missing from a ring or out of step.", "warning", "note"
    ),
    _waivable("GF186", "Tiles that touch in a figure do not match.", "warning"),
    _waivable("GF187", "A text uses a word that the terms of the game say to avoid.", "warning"),
    # translations of a part
    _waivable("GF188", "A translation covers only part of the rules.", "note"),
    # files that nothing names
    _waivable("GF189", "There is a rules.md that `game.yaml` does not mention.", "warning"),
    # boxes
    _waivable("GF190", "A box is a little too small for the cards or tiles of the game.", "note"),
    # palettes
    _waivable("GF191", "A palette leaves some colors of a group unpainted.", "warning"),
    # templates and faces
    FindingCode("GF201", "The SVG is not well-formed or goes beyond the profile."),
    FindingCode("GF202", "Text does not fit."),
    FindingCode("GF203", "A value is not a color."),
    FindingCode("GF204", "A font or weight does not exist, or a font file cannot be used."),
    FindingCode("GF205", "The font has no glyph for a character."),
    FindingCode("GF206", "A template or image does not exist or cannot be used."),
    FindingCode("GF207", "Jinja2 cannot compile or run the template."),
    FindingCode("GF208", "The `viewBox` does not match the trim, or the bleed is not allowed."),
    FindingCode("GF209", "Text is too close to the cut or to a fold."),
    FindingCode("GF210", "A family does not have a weight, and the nearest is used.", ("note",)),
    FindingCode("GF211", "A template writes out the paint of a role.", ("note",)),
    FindingCode("GF212", "A filter became an image.", ("note",)),
    FindingCode("GF213", "A length is less than zero.", ("warning",)),
    FindingCode("GF214", "An attribute has no effect.", ("warning",)),
    FindingCode("GF215", "A text is off the page.", ("warning",)),
    FindingCode("GF216", "A drawing contains HTML, which is not drawn.", ("warning",)),
    FindingCode("GF299", "There may be more faults: only the first are shown.", ("note",)),
    # paper and rules
    _waivable("GF301", "Something in the rules is too large for its page."),
    _waivable("GF302", "The rules contain something that cannot be typeset."),
    _waivable("GF303", "A link in the rules leads to no heading and no figure that is shown."),
    _waivable("GF304", "A part, design or section of a board does not fit on the paper."),
    _waivable("GF305", "A seam of a board cuts a text, or something is in no section.", "error", "warning"),
    _waivable("GF306", "The rules never show a figure."),
    _waivable("GF307", "A translation has words that no drawing says.", "warning"),
    FindingCode("GF308", "A game without rules has a figure."),
    FindingCode("GF309", "A figure draws nothing."),
    _waivable("GF310", "A translation never shows a figure that the first rules show."),
    _waivable("GF311", "A piece and its back are too large to fit side by side on a sheet to fold.", "warning"),
    FindingCode("GF312", "A printer is unknown, or its measurements cannot be right."),
    _waivable("GF313", "A piece is where many printers leave the paper white.", "note"),
    _waivable("GF314", "The edge of a back changes color if it is cut a little off.", "warning"),
    _waivable("GF315", "Small text is printed in a gray that was meant to be black.", "note"),
    _waivable("GF316", "Art does not reach as far beyond the cut as requested.", "warning"),
    FindingCode("GF317", "Pieces to be printed on different paper share a sheet."),
    _waivable("GF319", "Two colors of a group can hardly be told apart.", "error", "warning", "note"),
    _waivable("GF320", "The files of a kit take more or less ink than its manifest says.", "warning"),
    FindingCode("GF321", "A rounded corner is not drawn where it was requested."),
    _waivable("GF322", "Nothing shows where to cut a piece that is not a rectangle.", "warning"),
    FindingCode("GF340", "A text has an icon or emphasis that cannot be set."),
    FindingCode("GF341", "A piece prints the name of an icon instead of the icon."),
    _waivable("GF347", "One of the game's own nets stays open at some edges once it is folded.", "note"),
    # writing
    _waivable("GF350", "Recorded playtests are older than the data or the engine.", "warning"),
    FindingCode("GF351", "An engine breaks its own rules, or does not play as recorded."),
    FindingCode("GF352", "A cluster of machines does not play the games."),
    FindingCode("GF360", "A footnote has no text, or its text has no footnote or a taken name."),
    # exports and reprints
    FindingCode("GF365", "An export cannot be made as requested.", ("error", "note")),
    FindingCode("GF366", "A part has no counterpart in the export target.", ("warning", "error")),
    FindingCode("GF367", "Art ends before the bleed that a print shop asks for.", ("warning",)),
    FindingCode("GF368", "Cut lines do not match where the sheets print the pieces."),
    FindingCode("GF369", "An earlier kit cannot be compared with this one."),
    FindingCode("GF370", "The reprinted pieces do not turn the earlier kit into the new one."),
    # the studio
    FindingCode("GF371", "The studio cannot use the port that was requested."),
    FindingCode("GF372", "A game crashed the process in which the studio draws."),
    FindingCode("GF373", "The studio needs a package that is not installed."),
    FindingCode("GF401", "A file that gutterfold did not write, or that was changed by hand, is in the way."),
    FindingCode("GF402", "The disk or the system refuses to write or read a file."),
    FindingCode("GF403", "A file of the kit was changed or removed since it was built."),
)

FINDING_CODES = {each.code: each for each in _CODES}
CHECK_CODES = frozenset(  # of what a build does not always look at: pages, figures, words of the rules, odd data, edges
    code
    for code in FINDING_CODES
    if code.startswith(("GF14", "GF15", "GF16", "GF17", "GF18", "GF313", "GF322")) and code not in {"GF188", "GF189"}
)


def explain_unwaivable(code: str) -> str:
    """Return why a game cannot waive findings of a code; empty if it can.

    A code that is not of the form GF1xx or GF3xx is refused by the type of `WaiverData.code` already.
    """
    if not re.fullmatch("GF[13][0-9]{2}", code):
        return ""
    known = FINDING_CODES.get(code)
    if known is None:
        waivable = [each.code for each in _CODES if each.waivable]
        nearest = min(waivable, key=lambda each: abs(int(each[2:]) - int(code[2:])))
        return f"there is no code {code}; did you mean {nearest!r}?"
    return "" if known.waivable else f"{code} cannot be waived: it always stops the build"
