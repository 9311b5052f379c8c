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
    FindingCode("GF008", "A name refers to nothing.", ("error", "warning")),
    FindingCode("GF009", "Braces contain something that is neither a claim nor a color."),
    FindingCode("GF010", "A `--set` option cannot be applied."),
    FindingCode("GF011", "A new game cannot be created there."),
    FindingCode("GF012", "The command line is wrong."),
    FindingCode("GF013", "Rows or rules are read in another way than they are written.", ("note",)),
    FindingCode("GF014", "The columns of a part fill the slots of its layout.", ("note", "warning")),
    # claims and waivers
    _waivable("GF100", "Nothing checks the data against the rules.", "error", "note"),
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
    _waivable("GF130", "A color is named outside braces, and the palette calls it otherwise.", "error", "warning"),
    _waivable("GF131", "The rules never mention a part.", "warning"),
    _waivable("GF132", "An icon has no legend, or a legend is incomplete.", "warning"),
    _waivable("GF133", "The graph of a board does not lead where pieces need to go.", "error", "trap", "warning"),
    _waivable("GF134", "No claim and no number in the rules counts a part.", "note"),
    _waivable("GF135", "A translation lacks a claim or a picture of a part that is in the first rules."),
    _waivable("GF136", "A figure shows more pieces than the box holds."),
    _waivable("GF137", "A number in what a claim says is not in its check.", "note"),
    _waivable("GF138", "A box is a little too small for the cards or tiles of the game.", "note"),
    _waivable("GF139", "A palette leaves some colors of a group unpainted.", "warning"),
    # the paper, when a fact of the data is changed
    _waivable("GF140", "A fact of the data cannot be seen on the paper.", "error", "warning", "note"),
    _waivable("GF142", "A face shows what belongs to another piece.", "error", "warning", "note"),
    _waivable(
        "GF143",
        "Things look alike although they differ, or different although they do not.",
        "error",
        "warning",
        "note",
    ),
    _waivable("GF145", "Less of the game is proven than it requires."),
    _waivable("GF148", "A cell or a face has the paint of a color that its data does not name.", "error", "warning"),
    # the rendered pages
    _waivable(
        "GF150", "Something covers a text, a named group or a drawing, or a clip cuts it.", "error", "warning", "note"
    ),
    _waivable(
        "GF151", "A text has too little contrast with its background, or a group its color.", "error", "warning", "note"
    ),
    _waivable("GF152", "A text or a line is too small to print well.", "error", "warning"),
    _waivable("GF153", "A text is mirrored, or something is turned differently from the others.", "error", "warning"),
    _waivable("GF154", "The edge of its piece cuts something, or it is drawn off the piece.", "error", "warning"),
    _waivable("GF155", "A text overlaps another text.", "error", "warning", "note"),
    _waivable(
        "GF156", "A back reveals which card of a pile it belongs to, or which way up it is.", "error", "warning", "note"
    ),
    _waivable("GF157", "Art reaches an edge without bleed.", "warning", "error"),
    _waivable(
        "GF158",
        "A face of a folded piece does not show its value, or its back not its figure.",
        "error",
        "warning",
    ),
    # the words of the rules
    _waivable("GF163", "An equation in the rules is false."),
    _waivable("GF166", "A reference in the rules has the number of another section or figure, or of none.", "warning"),
    # translations, and data that go against what all others do
    _waivable("GF170", "A translation has a different number from the first rules.", "error", "warning", "note"),
    _waivable("GF171", "A block or sentence of the rules is not translated, or only a translation has it.", "warning"),
    _waivable(
        "GF172",
        "A block of a translation has other links, pictures, emphasis or markup.",
        "error",
        "warning",
        "note",
    ),
    _waivable("GF174", "A translation names another part or color than the first rules.", "warning", "note"),
    _waivable("GF176", "A row or an item of a list is unlike all others.", "note", "warning"),
    _waivable("GF178", "A color is unlike all others of its group.", "note"),
    _waivable("GF179", "A cell, join, area or route of a board is unlike all others.", "note", "warning"),
    # the figures of the rules
    _waivable("GF183", "A figure shows a path or a position that its board does not allow.", "warning"),
    _waivable("GF187", "A text uses a word that the terms of the game say to avoid.", "warning"),
    # translations of a part
    _waivable("GF188", "A translation covers only part of the rules.", "note"),
    # files that nothing names
    _waivable("GF189", "There is a rules.md that `game.yaml` does not mention.", "warning"),
    # the sources of templates
    _waivable("GF190", "Nothing names a template of the game.", "note"),
    _waivable("GF191", "A template types for all what differs from one to the next.", "warning", "note"),
    _waivable("GF192", "A template draws a symbol under the name of another.", "warning"),
    _waivable("GF193", "A template prints a value in single braces as it stands.", "warning"),
    _waivable("GF194", "A condition in a template asks for what nothing in the game can be.", "warning", "note"),
    # the words of translations, and tables in templates
    _waivable("GF195", "A translation has another word of a scale, such as left for right.", "warning"),
    _waivable("GF196", "A list typed in a template has an item twice, too many or too few.", "warning"),
    _waivable("GF197", "A text of a drawing has the translation of another one.", "warning"),
    # the words of figures, and the tiles in them
    _waivable("GF198", "Words in a figure are the name of something else than what they stand at.", "warning"),
    _waivable("GF199", "Two tiles of a figure have different edges where they meet.", "warning"),
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
    FindingCode("GF212", "A filter became an image.", ("note",)),
    FindingCode("GF213", "A length is less than zero.", ("warning",)),
    FindingCode("GF214", "An attribute has no effect.", ("warning",)),
    FindingCode("GF215", "A text is off the page.", ("warning",)),
    FindingCode("GF216", "A drawing contains HTML, which is not drawn.", ("warning",)),
    FindingCode("GF217", "A text is set smaller to fit.", ("note",)),
    FindingCode("GF299", "There may be more faults: only the first are shown.", ("note",)),
    # paper and rules
    _waivable("GF301", "Something in the rules is too large for its page."),
    _waivable("GF302", "The rules contain something that cannot be typeset."),
    _waivable("GF303", "A link in the rules leads to no heading and no figure that is shown.", "error", "warning"),
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
    _waivable("GF315", "Small text is printed in a gray that was meant to be black.", "note"),
    _waivable("GF316", "Art does not reach as far beyond the cut as requested.", "warning"),
    FindingCode("GF317", "Pieces to be printed on different paper share a sheet."),
    _waivable("GF318", "A translation has no words for a text that drawings contain.", "warning"),
    _waivable("GF319", "Two colors of a group can hardly be told apart.", "error", "warning", "note"),
    _waivable("GF320", "The files of a kit take more or less ink than its manifest says.", "warning"),
    FindingCode("GF321", "A rounded corner is not drawn where it was requested."),
    _waivable("GF322", "Nothing shows where to cut a piece that is not a rectangle.", "warning"),
    # fixed limits of what is drawn
    _waivable("GF323", "An image is printed at a low resolution.", "warning", "note"),
    _waivable("GF324", "The rules are set on other paper than the sheets.", "warning"),
    _waivable(
        "GF330",
        "What is drawn for a cell, a space or an edge of a board lies at another one, or across it.",
        "error",
        "warning",
    ),
    _waivable("GF331", "What is drawn on a face of a folded piece reaches over its fold or its cut.", "warning"),
    _waivable("GF332", "Two parts have the same back, from two templates.", "warning"),
    _waivable("GF333", "A text in a figure is smaller than 6 pt as printed.", "warning"),
    _waivable("GF334", "Signs that are there to be counted run together, or off their piece.", "warning"),
    _waivable("GF335", "A line runs through a text.", "warning"),
    FindingCode("GF340", "A text has an icon or emphasis that cannot be set."),
    FindingCode("GF341", "A piece prints the name of an icon instead of the icon."),
    _waivable("GF347", "One of the game's own nets stays open at some edges once it is folded.", "note"),
    # writing
    _waivable("GF350", "Recorded playtests are older than the data or the engine.", "warning"),
    FindingCode("GF351", "An engine breaks its own rules, or does not play as recorded."),
    FindingCode("GF352", "A cluster of machines does not play the games."),
    FindingCode("GF360", "A footnote has no text, or its text has no footnote or a taken name.", ("error", "warning")),
    _waivable("GF361", "Something in the rules is set in another way than it is written.", "note", "warning"),
    # exports and reprints
    FindingCode("GF364", "Art in CMYK holds more ink than an export was limited to.", ("warning",)),
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
    # finished pictures and PDFs
    FindingCode("GF380", "Finished pictures or PDFs cannot be imposed as requested."),
    FindingCode("GF381", "A finished picture does not fit its piece, or has a misleading name.", ("warning", "note")),
    FindingCode("GF401", "A file that gutterfold did not write, or that was changed by hand, is in the way."),
    FindingCode("GF402", "The disk or the system refuses to write or read a file."),
    FindingCode("GF403", "A file of the kit was changed or removed since it was built."),
)

FINDING_CODES = {each.code: each for each in _CODES}
GONE_CODES = frozenset(  # which checks gave once: waivers of them are told and do no harm, and none is used again
    "GF119 GF141 GF144 GF146 GF147 GF149 GF159 GF160 GF161 GF162 "
    "GF164 GF165 GF167 GF168 GF173 GF175 GF177 GF180 GF181 GF182 "
    "GF184 GF185 GF186 GF211 GF314".split()
)


def explain_unwaivable(code: str) -> str:
    """Return why a game cannot waive findings of a code; empty if it can.

    A code that is not of the form GF1xx or GF3xx is refused by the type of `WaiverData.code` already.
    """
    if not re.fullmatch("GF[13][0-9]{2}", code) or code in GONE_CODES:
        return ""
    known = FINDING_CODES.get(code)
    if known is None:
        waivable = [each.code for each in _CODES if each.waivable]
        nearest = min(waivable, key=lambda each: abs(int(each[2:]) - int(code[2:])))
        return f"there is no code {code}; did you mean {nearest!r}?"
    return "" if known.waivable else f"{code} cannot be waived: it always stops the build"
