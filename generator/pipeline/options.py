"""The options of a build, and how a manifest records them."""

from collections.abc import Collection
from math import inf
from pathlib import Path

from msgspec import Struct, convert
from msgspec.structs import replace

from generator.language.suggestions import did_you_mean
from generator.model.finding import Place, refuse
from generator.model.paper import BackLayout, InkSaving, MarkedSides, MarkStyle, PageOrder, Paper, get_paper
from generator.model.printer import PageMargins, PrinterProfile, find_margins
from generator.model.sheet import CutStyle, find_labels
from generator.pipeline.writers import WRITERS
from generator.program.identity import find_resources
from generator.safety.files import UnsafeFileError, read_regular_file, resolve_inside
from generator.write.manifest import Manifest, RecordedOptions

DEFAULT_OUTPUT = Path("output")
_MOST_BYTES = 100_000  # of the table of label sheets
_FOLLOWED = ("paper", "palette", "colors", "settings", "languages")  # by rules that are built alone


class Options(Struct, frozen=True):
    """The options of one build.

    `only` holds names of parts or of pieces (see `select_parts`), `colors` ROLE=#RRGGBB, `settings` PART.KEY=VALUE.

    `out` is the folder to write to if one was named; `languages` are those of the rules, or the game's first language
    if empty; `thickness` is that of the paper of a booklet, in mm: 0.1 is typical of 80 gsm. `sheets_only` leaves out
    the rules. `printer` is the one whose error is corrected, and `ink` how much of it the sheets may take. `processes`
    is how many may work on the build at a time. `prove_all`: facts are changed to see whether the paper shows them,
    and the rendered pages are looked at, however long that takes. `strict`: a game must claim something. `how_to`: the
    sheets begin with a page on how to print and cut. `overlay` is a text across each front. `touch`: pieces share their
    cuts, and bleed at the edges of their block alone. `margins` are what stays white, as `find_margins` reads it.
    `landscape` turns the sheets on their sides.
    `marks`, `bleed`, `gap` and `corners` say what pieces are cut by; mm, None for what the game says; `gap_down` is
    that between rows, if it is another. `columns` and `rows` are those of each sheet, None for what fits. `labels` are
    those of the paper, as `find_labels` reads them, and `start_at` is the first that is printed on. `shows_only_art`:
    all that is printed are finished pictures, so no page is rendered to see what it shows of the data, or how much ink
    it takes.
    """

    out: Path | None = None
    paper: str = "a4"
    landscape: bool = False
    palette: str | None = None
    colors: tuple[str, ...] = ()
    settings: tuple[str, ...] = ()
    only: tuple[str, ...] = ()
    one_of_each: bool = False
    formats: frozenset[str] = frozenset(WRITERS)
    backs: BackLayout = "long-edge"
    order: PageOrder = "interleaved"
    sheets_only: bool = False
    ink: InkSaving = "full"
    live_text: bool = False
    read_back: bool = True
    languages: tuple[str, ...] = ()
    thickness: float = 0.1
    printer: PrinterProfile | None = None
    processes: int = 2
    prove_all: bool = False
    strict: bool = False
    marks: MarkStyle = "corners"
    bleed: float | None = None
    gap: float | None = None
    gap_down: float | None = None
    corners: float = 0.0
    shows_only_art: bool = False
    touch: bool = False
    how_to: bool = True
    overlay: str = ""
    margins: str = ""
    marks_on: MarkedSides = "front"
    columns: int | None = None
    rows: int | None = None
    labels: str = ""
    start_at: int = 1

    @property
    def sheet_paper(self) -> Paper:
        """Return the paper of the sheets as they lie."""
        paper = get_paper(self.paper)
        return paper.turned if self.landscape else paper

    @property
    def page_margins(self) -> PageMargins | None:
        """Return the margins that were asked for."""
        return find_margins(self.margins) if self.margins else None

    @property
    def is_default(self) -> bool:
        """Return whether nothing was chosen: the whole game, on A4, in all formats, read back."""
        return self.read_back and self.printer is None and self.record() == Options().record()

    def locate_output(self) -> Path:
        """Return the folder to write to.

        GF401 if nobody named it and it is a link that leads out of the current folder, as in a folder from a stranger.
        """
        if self.out is not None:
            return self.out
        try:
            resolve_inside(Path.cwd(), DEFAULT_OUTPUT)
        except UnsafeFileError:
            says = "this is a link that leads out of the current folder; name the folder to write to with --out"
            raise refuse("GF401", Place(str(DEFAULT_OUTPUT)), says) from None
        return DEFAULT_OUTPUT

    @property
    def is_partial(self) -> bool:
        """Return whether only some pieces are to be printed."""
        return bool(self.only) or self.one_of_each

    def prints_part(self, part: str) -> bool:
        """Return whether anything of a part is to be printed."""
        return not self.only or part in {name.partition(".")[0] for name in self.only}

    @property
    def cutting(self) -> CutStyle:
        """Return what pieces are cut by."""
        gap = None if self.gap is None else (self.gap, self.gap if self.gap_down is None else self.gap_down)
        return CutStyle(
            marks=self.marks,
            bleed=inf if self.bleed is None else self.bleed,
            corners=self.corners,
            touch=self.touch,
            gap=gap,
            marks_on=self.marks_on,
            labels=find_labels(self.labels) if self.labels else None,
            start_at=self.start_at,
            grid=(self.columns, self.rows) if self.columns and self.rows else None,
        )

    def record(self) -> RecordedOptions:
        """Return what a manifest records: the options that decide what is printed, and the formats."""
        named = {recorded: getattr(self, name) for name, recorded in _RECORDED.items()}
        formats = tuple(sorted(self.formats))
        return RecordedOptions(**named, format=formats, svg_text="live" if self.live_text else "outlines")

    def follow_kit(self, kit: Manifest | None, given: Collection[str]) -> "Options":
        """Return the options with what a standing kit was built with, but for those that were `given`."""
        recorded = kit and (kit.options or (kit.rules and kit.rules.options))
        if not recorded:
            return self
        followed = {name: getattr(recorded, _RECORDED[name]) for name in _FOLLOWED if name not in given}
        return replace(self, **followed)

    def restore_options(self, manifest: Manifest) -> "Options | None":
        """Return the options that an existing kit was built with; None if its manifest does not tell all of them."""
        recorded = manifest.options
        if recorded is None or manifest.build is None or manifest.placements is None:
            return None
        if not WRITERS.keys() >= set(recorded.format):
            return None
        return replace(
            self,
            **{name: getattr(recorded, key) for name, key in _RECORDED.items()},
            formats=frozenset(recorded.format),
            live_text=recorded.svg_text == "live",
            printer=manifest.printer,
        )


# options by their names, and what a manifest calls them: most of them alike
_RECORDED = {name: name for name in RecordedOptions.__struct_fields__ if name in Options.__struct_fields__}
_RECORDED |= {"colors": "color", "settings": "set", "languages": "lang"}


class _NamedSheet(Struct, frozen=True, forbid_unknown_fields=True):
    paper: str
    labels: str


def choose_labels(text: str) -> tuple[str, str]:
    """Return the labels as `find_labels` reads them, and their paper, empty if the text names none; ValueError."""
    if find_labels(text) is not None:
        return text, ""
    known = read_label_sheets()
    if text.lower() in known:
        return known[text.lower()]
    says = "or give columns x rows, size, pitch and first label, such as 3x7,63.5x38.1,66x38.1,7.2x15.1"
    raise ValueError(f"there are no labels {text!r}{did_you_mean(text, known)}; {says}")


def read_label_sheets() -> dict[str, tuple[str, str]]:
    """Return the labels of each name, and their paper."""
    import tomllib  # few builds print on labels

    text = read_regular_file(find_resources("templates") / "labels.toml", _MOST_BYTES).decode()
    found = convert(tomllib.loads(text), dict[str, _NamedSheet])
    return {name: (each.labels, each.paper) for name, each in found.items()}


def count_labels(text: str) -> int:
    """Return how many labels a sheet has."""
    labels = find_labels(text)
    return labels.slots if labels else 0
