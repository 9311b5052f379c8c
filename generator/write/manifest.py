"""The manifest of a kit: what was built, how, and which file has which digest.

A manifest lies in a folder that may come from a stranger, and files that it lists may be removed. So it is read against
this schema, and whatever does not fit cannot be read.
"""

from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING, Annotated, Any, Literal, NamedTuple, TypeVar

from msgspec import Meta, MsgspecError, Struct, structs
from msgspec.json import decode, encode

from generator.model.listed_placement import ListedPlacement, Size, extend_row
from generator.model.paper import BackLayout, InkSaving, MarkedSides, MarkStyle, PageOrder, Paper, find_paper
from generator.model.printer import PrinterProfile, find_margins
from generator.model.sheet import find_labels
from generator.safety.folders import is_plain_path

if TYPE_CHECKING:
    from generator.model.game import Game
    from generator.model.sheet import Placement

MANIFEST = "manifest.json"
MAX_MANIFEST_BYTES = 32 * 1024 * 1024  # 150,000 pieces, and a tenth of a second to read
MAX_FILES = 30_000  # of a kit: as many are looked at in a second
MAX_KIT_BYTES = 4 * 1024 * 1024 * 1024  # of all files that a manifest lists: they are hashed in a few seconds

Digest = Annotated[str, Meta(pattern=r"^[0-9a-f]{64}\Z")]
_Gap = Annotated[float, Meta(ge=0, le=50)]
_Slots = Annotated[int, Meta(ge=1, le=100)]
_Record = TypeVar("_Record")


class WrittenFile(NamedTuple):
    """A file of a kit; the path is relative to the kit's folder, with slashes."""

    path: str
    sha256: str
    bytes: int


class ListedFile(Struct, frozen=True):
    """A file of a kit as the manifest lists it."""

    path: str
    sha256: Digest
    bytes: Annotated[int, Meta(ge=0, le=MAX_KIT_BYTES)]

    def __post_init__(self) -> None:
        """Refuse a path that leads out of the kit's folder on any system."""
        if not is_plain_path(self.path) or self.path == MANIFEST:
            raise ValueError("the path leads out of the folder")


class RecordedOptions(Struct, frozen=True):
    """The options that decide what is printed, and the formats."""

    paper: str
    backs: BackLayout
    palette: str | None
    color: tuple[str, ...]
    set: tuple[str, ...]
    only: tuple[str, ...]
    format: tuple[str, ...]
    svg_text: Literal["live", "outlines"]
    lang: tuple[str, ...]
    thickness: Annotated[float, Meta(ge=0, le=1)]
    order: PageOrder = "interleaved"
    sheets_only: bool = False
    ink: InkSaving = "full"
    marks: MarkStyle = "corners"
    bleed: Annotated[float, Meta(ge=0, le=10)] | None = None
    gap: _Gap | None = None
    gap_down: _Gap | None = None
    corners: Annotated[float, Meta(ge=0, le=10)] = 0.0
    touch: bool = False
    margins: Annotated[str, Meta(max_length=40)] = ""
    marks_on: MarkedSides = "front"
    columns: _Slots | None = None
    rows: _Slots | None = None
    labels: Annotated[str, Meta(max_length=100)] = ""
    start_at: Annotated[int, Meta(ge=1, le=10_000)] = 1
    one_of_each: bool = False
    how_to: bool = True
    overlay: Annotated[str, Meta(max_length=100)] = ""
    landscape: bool = False

    def __post_init__(self) -> None:
        """Refuse a paper that gutterfold does not know, and margins and labels that it would not take."""
        if (paper := find_paper(self.paper)) is None or paper.name != self.paper:
            raise ValueError("this paper is unknown")
        if self.margins and find_margins(self.margins) is None:
            raise ValueError("these are no margins")
        labels = find_labels(self.labels) if self.labels else None
        if (self.labels and labels is None) or self.start_at > (labels.slots if labels else 1):
            raise ValueError("these are no labels, or not so many")


class PageInk(Struct, frozen=True, order=True):
    """A page of the sheets and how much of its paper ink covers, in percent."""

    page: Annotated[int, Meta(ge=1, le=1_000_000)]
    coverage: Annotated[float, Meta(ge=0, le=400)]


class RecordedInk(Struct, frozen=True):
    """The ink that all sheets take, estimated, and the pages that were measured for it."""

    milliliters: Annotated[float, Meta(ge=0, le=1e9)]
    pages: Annotated[tuple[PageInk, ...], Meta(max_length=1000)]


class RecordedRules(Struct, frozen=True, omit_defaults=True):
    """How the rules were built, if that was done alone."""

    build: str
    options: RecordedOptions
    printer: PrinterProfile | None = None


class RecordedExport(Struct, frozen=True, omit_defaults=True):
    """What an export was asked for."""

    target: str
    dpi: Annotated[float, Meta(ge=1, le=10_000)]
    url: str = ""
    machine: str = "silhouette"
    overcut: Annotated[float, Meta(ge=0, le=100)] = 0.0
    one_file: bool = False
    separate_backs: bool = False
    press: str = ""
    ink_limit: Annotated[float, Meta(ge=100, le=400)] | None = None


class _PaperSize(Struct, frozen=True):
    name: str
    width: Size
    height: Size


class Manifest(Struct, frozen=True, kw_only=True):
    """All that a manifest holds, in the order of the file; that of rules alone has only `game`, `files` and `rules`."""

    gutterfold: str | None = None
    game: str
    title: str | None = None
    version: str | None = None
    build: str | None = None
    paper: _PaperSize | None = None
    backs: BackLayout | None = None
    options: RecordedOptions | None = None
    printer: PrinterProfile | None = None
    ink: RecordedInk | None = None
    export: RecordedExport | None = None
    files: Annotated[tuple[ListedFile, ...], Meta(max_length=MAX_FILES)]
    placements: tuple[ListedPlacement, ...] | None = None
    rules: RecordedRules | None = None

    def __post_init__(self) -> None:
        """Refuse a file that is listed twice, and more than can be hashed."""
        if len({file.path.lower() for file in self.files}) < len(self.files):
            raise ValueError("a file is listed twice")
        if sum(file.bytes for file in self.files) > MAX_KIT_BYTES:
            raise ValueError("the files are too large")


def decode_manifest(data: bytes) -> Manifest | None:
    """Return the manifest in a file; None if it is none that gutterfold could have written."""
    return decode_record(data, Manifest)


def decode_record(data: bytes, kind: type[_Record]) -> _Record | None:
    """Return a record from JSON; None if it does not fit or is nested too deep."""
    try:
        return decode(data, type=kind)
    except (MsgspecError, ValueError, RecursionError):  # ValueError: bytes that are not UTF-8
        return None


def encode_manifest(manifest: Manifest) -> bytes:
    """Return the manifest as JSON, with one line for each file and each placement."""
    lines = []
    for key in manifest.__struct_fields__:
        value = getattr(manifest, key)
        if isinstance(value, list | tuple) and value:
            lines.append(b"%b: [\n  %b\n]" % (encode(key), b",\n  ".join(map(encode, value))))
        elif value is not None:
            lines.append(b"%b: %b" % (encode(key), encode(value)))
    return b"{\n%b\n}\n" % b",\n".join(lines)


def list_files(written: Sequence[WrittenFile]) -> tuple[ListedFile, ...]:
    """Return the rows of files for a manifest."""
    return tuple(ListedFile(*file) for file in written)


def compose_manifest(
    version: str,
    game: "Game",
    build: str,
    paper: Paper,
    backs: BackLayout,
    options: RecordedOptions,
    printer: PrinterProfile | None,
    files: Sequence[WrittenFile],
    placements: Sequence[ListedPlacement],
    ink: RecordedInk | None = None,
) -> Manifest:
    """Return the manifest of a build; `version` is that of gutterfold."""
    return Manifest(
        gutterfold=version,
        game=game.id,
        title=game.data.title,
        version=game.data.version,
        build=build,
        paper=_PaperSize(*paper),
        backs=backs,
        options=options,
        printer=printer,
        ink=ink,
        files=list_files(files),
        placements=tuple(placements),
    )


def replace_rules(
    standing: Manifest | None, game: str, rules: RecordedRules, files: Sequence[WrittenFile], before: Collection[str]
) -> Manifest:
    """Return the manifest of a kit with other rules; `files` are those of the rules, in place of the paths `before`."""
    if standing is None:
        return Manifest(game=game, rules=rules, files=list_files(files))
    gone = {*before, *(file.path for file in files)}
    kept = [file for file in standing.files if file.path not in gone]
    return structs.replace(standing, rules=rules, files=(*kept, *list_files(files)))


def is_rules_file(game: str, path: str) -> bool:
    """Return whether a file of a kit holds the rules, by its path."""
    return path.startswith((f"{game}-rules-", f"{game}-rules."))


def find_rules_tag(game: str, path: str, tags: Collection[str]) -> str:
    """Return which of some language tags a file of the rules has in its name; empty for the game's first language."""
    named = [tag for tag in tags if path.startswith((f"{game}-rules-{tag}-", f"{game}-rules-{tag}."))]
    return max(named, key=len, default="")


def list_placement(
    p: "Placement", sheet: int, locations: Mapping[str, Any], look: str | None = None
) -> ListedPlacement:
    """Return a placement's row; `locations` says in which page or file of each format it is."""
    return extend_row(tuple(key for key in locations if key not in ListedPlacement.__struct_fields__))(
        part=p.part.id,
        design=p.design.id,
        copy=p.copy,
        side=p.side,
        id=p.id,
        **locations,
        sheet=sheet,
        x=round(p.x, 4),
        y=round(p.y, 4),
        w=round(p.width, 4),
        h=round(p.height, 4),
        rotation=p.rotation,
        look=look,
    )
