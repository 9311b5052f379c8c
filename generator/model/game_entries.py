"""The entries of `game.yaml` whose shape is the same for every game: colors, claims, waivers, icons, setup, rules."""

from typing import Annotated, Literal

from msgspec import Meta, field

from generator.model.data_types import WORD, Copies, Players, Strict, Title

_PAINT = r"^(#([0-9a-fA-F]{3}|[0-9a-fA-F]{6})|[a-z][a-z0-9-]*(\.[a-z][a-z0-9-]*)*)$"


class ColorData(Strict, frozen=True, kw_only=True):
    """A color role: its paint, and the cues that tell it apart without color."""

    paint: Annotated[str, Meta(description='"#rgb" or "#rrggbb", or a color role', pattern=_PAINT)]
    tint: Annotated[float, Meta(description="percent of the paint; the rest is white", ge=0, le=100)] = 100
    mark: Annotated[str, Meta(description="shape that stands for the color in every kit")] = ""
    letter: Annotated[str, Meta(description="letter that stands for the color", max_length=1)] = ""
    name: Annotated[Title, Meta(description="what people call it; the last word of the role unless given")] = ""


class ClaimData(Strict, frozen=True, kw_only=True):
    """A sentence of the rules as a test: typed by a person, checked against data and finished sheets."""

    id: Annotated[str, Meta(min_length=1)]
    says: Annotated[str, Meta(min_length=1)]
    rests_on: Annotated[str, Meta(description="document and heading that it comes from", min_length=1)]
    check: Annotated[str, Meta(description="a Jinja2 expression that must be true", min_length=1)]
    level: Annotated[Literal["error", "trap", "warning"], Meta(description="warning: the build goes on")] = "error"


class UncheckedData(Strict, frozen=True, kw_only=True):
    """A claim of the rules that the program cannot check yet, listed so that it is not forgotten."""

    id: Annotated[str, Meta(min_length=1)]
    says: Annotated[str, Meta(min_length=1)]
    why: Annotated[str, Meta(min_length=1)]


class WaiverData(Strict, frozen=True, kw_only=True):
    """Findings that a person has reviewed and waives; each check of the kit lists them with the reason."""

    code: Annotated[
        str, Meta(description="GF122 or GF305, the code of a finding reported at the end", pattern="^GF[13][0-9]{2}$")
    ]
    at: Annotated[str | None, Meta(description="part, claim or figure that they are about, or words of the line")] = (
        None
    )
    reason: Annotated[str, Meta(description="why they are acceptable", pattern=WORD)]


class IconData(Strict, frozen=True, kw_only=True):
    """An icon that texts name in braces: what it draws, its color, and its height."""

    draw: Annotated[str, Meta(description="file.svg#symbol, file.svg or images/file.png", min_length=1)]
    color: Annotated[str, Meta(description="color role; that of the text unless given")] = ""
    height: Annotated[float, Meta(description="in font sizes", ge=0.1, le=10)] = 1.0


class SetupData(Strict, frozen=True, kw_only=True):
    """What is handed out before the first turn, to each player or to the table."""

    part: Annotated[str, Meta(description="the part whose pieces are handed out", min_length=1)]
    each: Annotated[Copies | None, Meta(description="pieces for each player; this or `table`")] = None
    table: Annotated[Copies | None, Meta(description="pieces on the table, however many play")] = None
    own: Annotated[bool, Meta(description="each player takes those of a color of their own")] = False
    where: Annotated[
        dict[str, str | int | float | bool], Meta(description="columns, or a color, that pick", max_length=10)
    ] = field(default_factory=dict)
    players: Annotated[list[Players] | None, Meta(description="the numbers of players for which it applies")] = None


Share = Annotated[float, Meta(ge=0, le=100)]


class CoverageData(Strict, frozen=True, kw_only=True):
    """How much of the game must be proven: of 100 facts, and of 100 numbers in the rules."""

    seen: Annotated[
        Share | None, Meta(description="percent of the facts that must be visible on the paper or declared hidden")
    ] = None
    numbers: Annotated[Share | None, Meta(description="percent of the numbers in the rules that claims must check")] = (
        None
    )


ArtBox = tuple[
    Annotated[float, Meta(ge=-1000, le=1000)],
    Annotated[float, Meta(ge=-1000, le=1000)],
    Annotated[float, Meta(ge=5, le=1000)],
    Annotated[float, Meta(ge=5, le=1000)],
]


class DisplayData(Strict, frozen=True, kw_only=True):
    """The face in which a booklet sets its title and its headings."""

    font: Annotated[Title, Meta(description="family, or a name in `fonts`", min_length=1)]
    weight: Annotated[int, Meta(description="100 to 900", ge=100, le=900)] = 700
    italic: bool = False


class JacketData(Strict, frozen=True, kw_only=True):
    """The art of the title page and the back cover of a booklet, and where the words stand in it."""

    front: Annotated[Title, Meta(description="figure that fills the title page", min_length=1)]
    back: Annotated[Title, Meta(description="figure that fills the back cover, behind its text")] = ""
    title: Annotated[ArtBox, Meta(description="left, top, width, height of the title and the line below it, mm")]
    facts: Annotated[ArtBox, Meta(description="the same of players, age, minutes and designers")]
    paint: Annotated[Title, Meta(description="color role of these words; white unless given")] = ""
    band: Annotated[
        ArtBox | None,
        Meta(description="part of `front` at the head of the first page of text; its middle unless given"),
    ] = None


class RulesData(Strict, frozen=True, kw_only=True):
    """The rules: their file, how they are printed, and how they look."""

    file: Annotated[str, Meta(description="the rules, in Markdown", min_length=1)]
    form: Annotated[Literal["booklet", "sheet"], Meta(description="sheet: one sheet of paper, no title page")] = (
        "booklet"
    )
    headings: Annotated[str | None, Meta(description="color role of the headings")] = None
    tint: Annotated[str | None, Meta(description="color role of grounds; that of the headings unless given")] = None
    display: Annotated[DisplayData | None, Meta(description="face of the title and the headings")] = None
    ornament: Annotated[Title, Meta(description="icon in the bands of the headings")] = ""
    jacket: Annotated[JacketData | None, Meta(description="art that fills the title page and the back cover")] = None
    pages: Annotated[Title, Meta(description="template that draws the art of the pages")] = ""
