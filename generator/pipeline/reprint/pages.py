"""Draw the first pages of a reprint, with a picture of each piece that goes out of the box or into it."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from hashlib import sha256

from generator.export.reprint import BoxPiece, ChangeEntry, PrintedSpot
from generator.export.reprint_list import ListedEntry, ListedGroup, ListedPicture, ListFonts, ReprintList, draw_list
from generator.model.paper import Side
from generator.model.picture import Picture
from generator.pipeline.reprint.changed_rules import join_numbers
from generator.pipeline.reprint.kits import EarlierKit
from generator.proof.kit import Kit
from generator.readback.page_images import encode_png
from generator.readback.raster import RenderedPages, render_pages

_THUMBNAIL_DPI = 150.0
_MOST_PIXELS = 450  # of the longer side: 300 dpi as large as the list shows it
_NAMES = ("name", "title")  # columns that say what people call a piece
_PRINTING = {
    "long-edge": "Print at 100% (“actual size”) on {paper} paper, on both sides, flipped on the long edge.",
    "short-edge": "Print at 100% (“actual size”) on {paper} paper, on both sides, flipped on the short edge.",
    "fold": "Print at 100% (“actual size”) on {paper} paper, on one side; then fold and glue the sheets.",
    "none": "Print at 100% (“actual size”) on {paper} paper, on one side.",
}
_MANY = 3  # fewer are not counted
_TOLD = {  # of a few pieces, of all of many, of some
    "back": ("the back changed", "all {number}: the back changed", "{number} of {all}: the back changed"),
    "back and fronts": (
        "the back and fronts changed",
        "all {number}: the back and some fronts changed",
        "{number} of {all}: the back and some fronts changed",
    ),
    "whole part": ("changed", "all {number} changed", ""),
    "part is gone": ("gone", "all {number} are gone", ""),
    "part is new": ("new", "all {number} are new", ""),
}


def draw_changes(
    whole: Kit,
    kits: tuple[EarlierKit, EarlierKit],
    entries: Sequence[ChangeEntry],
    numbers: Mapping[str, int],
    rules: Sequence[str],
) -> list[Picture]:
    """Return the pages that say what to take out of the box and what to put in.

    The `kits` are the earlier and the new one, `numbers` those of the new fronts, and `rules` lines about the rules.
    """
    say, data, fonts = whole.faces.translate_own, whole.game.data, whole.fonts
    with ExitStack() as opened:
        old, new = (_PrintedFaces(kit, opened) for kit in kits)
        groups = tuple(_EntryWriter(whole, numbers, old, new).group_entries(entries))
    title = say("{title} {version}: what changed").format(title=data.title, version=data.version)
    told = say("Earlier kit: build {old}. New kit: build {new}.")
    lines = (
        told.format(old=kits[0].manifest.build, new=kits[1].manifest.build),
        *([] if entries else [say("No piece changed.")]),
        *_explain_sheets(whole, numbers),
        *rules,
    )
    plain, bold = (fonts.find_font("sans-serif", weight, False) for weight in (400, 700))
    return draw_list(ReprintList(title, lines, groups, say("no picture")), whole.press.paper, ListFonts(plain, bold))


def _explain_sheets(whole: Kit, numbers: Mapping[str, int]) -> Iterator[str]:
    """Yield lines that say how to print the sheets, if any follow."""
    say = whole.faces.translate_own
    if numbers:
        yield say(_PRINTING[whole.press.backs]).format(paper=whole.press.paper.name.capitalize())
        yield say("Each number in this list stands above or beside its piece on the sheets that follow.")


class _EntryWriter:
    """Says in words and pictures what each entry is about; `old` and `new` show the pieces of both kits."""

    def __init__(self, whole: Kit, numbers: Mapping[str, int], old: "_PrintedFaces", new: "_PrintedFaces") -> None:
        self._say, self._numbers, self._old, self._new = whole.faces.translate_own, numbers, old, new
        self._parts = {part.id: part for part in whole.all_parts}
        designs = ((part.id, design.id) for part in whole.all_parts for design in part.designs)
        self._order = {name: place for place, name in enumerate(designs)}

    def group_entries(self, entries: Sequence[ChangeEntry]) -> Iterator[ListedGroup]:
        """Yield the entries below their headings: what replaces a set of pieces, what goes out, what comes in."""
        both = sorted((entry for entry in entries if entry.out and entry.put_in), key=self._list_numbers)
        gone, order = (entry for entry in entries if not entry.put_in), self._order  # what the data lack comes last
        out = sorted(gone, key=lambda each: order.get((each.part, each.out[0].design), len(order)))
        put_in = sorted((entry for entry in entries if not entry.out), key=self._list_numbers)
        same = {_name_front(entry.out[0]) for entry in out} & {_name_front(entry.put_in[0]) for entry in put_in}
        for heading, some in (("Replace", both), ("Take out of the box", out), ("Put into the box", put_in)):
            if some:
                says = self._say(heading)
                again = self._say("{heading} (continued)").format(heading=says)
                listed = [self._describe_entry(entry, same) for entry in some]
                yield ListedGroup(self._join(says, self._count_pieces(some)), again, listed)

    def _count_pieces(self, entries: Sequence[ChangeEntry]) -> str:
        out, put_in = sum(len(entry.out) for entry in entries), sum(len(entry.put_in) for entry in entries)
        if out and put_in and out != put_in:
            return ", ".join(self._count_sides(out, put_in))
        count = out or put_in
        return self._say("{number} piece" if count == 1 else "{number} pieces").format(number=count)

    def _count_sides(self, out: int, put_in: int) -> Iterator[str]:
        for told, count in (("{number} out", out), ("{number} in", put_in)):
            if count:
                yield self._say(told).format(number=count)

    def _list_numbers(self, entry: ChangeEntry) -> list[int]:
        """Return the numbers of the pieces that come in, ascending; sheets print so many copies of each design."""
        copies = Counter[str]()
        found = []
        for piece in entry.put_in:
            copies[piece.design] += 1
            found.append(self._numbers[f"{entry.part}.{piece.design}.c{copies[piece.design]}.front"])
        return sorted(found)

    def _describe_entry(self, entry: ChangeEntry, same_fronts: set[tuple[str, ...]]) -> ListedEntry:
        """Return the text and the pictures of an entry; pieces whose fronts are as before show their backs too."""
        first, part = (entry.out or entry.put_in)[0], self._parts.get(entry.part)
        sides: list[Side] = ["back"] if entry.reason.startswith("back") else ["front"]
        if entry.reason == "design" and first.kind.back and _name_front(first) in same_fronts:
            sides.append("back")
        before = [self._old.show(entry.out[0], side) for side in sides if entry.out]
        after = [self._new.show(entry.put_in[0], side) for side in sides if entry.put_in]
        lines = [self._say(part.title) if part else entry.part]
        lines += [each for each in (self._explain_entry(entry), self._count_entry(entry)) if each]
        if own := self._list_numbers(entry):
            told = self._say("number {numbers}" if len(own) == 1 else "numbers {numbers}")
            lines.append(told.format(numbers=join_numbers(own, self._say)))
        return ListedEntry(tuple(lines), (*before, *after), bool(before and after))

    def _explain_entry(self, entry: ChangeEntry) -> str:
        """Return why pieces are replaced as a whole, or the name of a single design."""
        if entry.reason == "design":
            return self._find_name(entry)
        count = len(entry.out or entry.put_in)
        few, every, some = _TOLD[entry.reason]
        told = some if count < entry.old_count else few if count < _MANY else every
        return self._say(told).format(number=count, all=entry.old_count)

    def _find_name(self, entry: ChangeEntry) -> str:
        """Return what people call a piece, from its row; of an old piece, only if it prints that name, too."""
        piece = (entry.out or entry.put_in)[0]
        part = self._parts.get(entry.part)
        row = next((each.values.get("row") for each in part.designs if each.id == piece.design), None) if part else None
        named = [row[key] for key in _NAMES if isinstance(row.get(key), str)] if isinstance(row, Mapping) else []
        name = " ".join(named[0].split()) if named else ""
        return name if not entry.out or self._old.prints(piece, name) else ""

    def _count_entry(self, entry: ChangeEntry) -> str:
        """Return how many pieces go out and come in; a single design of several is named by its id."""
        piece, part = (entry.out or entry.put_in)[0], self._parts.get(entry.part)
        is_only = part is not None and len(part.designs) == 1
        counts = ", ".join(self._count_sides(len(entry.out), len(entry.put_in)))
        return counts if entry.reason != "design" or is_only else self._join(piece.design, counts)

    def _join(self, name: str, text: str) -> str:
        return self._say("{name}: {text}").format(name=name, text=text)


def _name_front(piece: BoxPiece) -> tuple[str, ...]:
    return piece.kind.part, piece.design, piece.kind.front


class _PrintedFaces:
    """Shows pieces of a kit as its sheets print them; no picture if these are gone."""

    def __init__(self, kit: EarlierKit, opened: ExitStack) -> None:
        self._kit, self._opened = kit, opened
        self._sheets: dict[str, RenderedPages | None] = {}

    def show(self, piece: BoxPiece, side: Side) -> ListedPicture:
        """Return a face of a piece, upright."""
        spot = piece.back_spot if side == "back" and piece.back_spot else piece.spot
        _, _, width, height = spot.box
        shown = (height, width) if spot.rotation % 180 else (width, height)
        pages = self._open(spot)
        if pages is None:
            return ListedPicture(None, "", *shown)
        image = pages.image(spot.page - 1, spot.bounds).rotate(spot.rotation, expand=True)
        image.thumbnail((_MOST_PIXELS, _MOST_PIXELS))
        data = encode_png(image, _THUMBNAIL_DPI)
        return ListedPicture(data, sha256(data).hexdigest(), *shown)

    def prints(self, piece: BoxPiece, text: str) -> bool:
        """Return whether the front of a piece prints a text."""
        pages = self._open(piece.spot)
        if pages is None or not text:
            return False
        printed = pages.extract_text(piece.spot.page - 1, piece.spot.bounds)
        return text.casefold() in " ".join(printed.split()).casefold()

    def _open(self, spot: PrintedSpot) -> RenderedPages | None:
        path = spot.file or self._kit.sheets_path
        if path not in self._sheets:
            data = self._kit.read_file(path)
            opened = None if data is None else self._opened.enter_context(render_pages(data, _THUMBNAIL_DPI))
            self._sheets[path] = opened
        return self._sheets[path] if spot.page else None
