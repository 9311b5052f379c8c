"""What a booklet shows besides the rules themselves."""

from collections.abc import Iterator

from msgspec import Struct

from generator.booklet.blocks import Face
from generator.model.language import Terms


class Imprint(Struct, frozen=True, kw_only=True):
    """The texts of the title page and the colophon.

    `players` is a line such as "2 to 4 players", `cover` the id of a figure, and `language` a BCP 47 tag.
    """

    title: str
    about: str = ""
    players: str = ""
    version: str
    language: str = "en"
    terms: Terms = Terms()
    credits: tuple[str, ...] = ()
    notice: str = ""
    build: str
    cover: str | None = None

    def texts(self) -> Iterator[tuple[str, str, Face]]:
        """Yield the name and content of each text, and each face that it is set in."""
        yield from (("title", self.title, face) for face in ("serif-bold", "sans"))
        yield ("about line", self.about, "serif-italic")
        yield from (("players line", self.players, face) for face in ("sans", "sans-bold"))
        yield from (("version", self.version, "sans"), ("notice", self.notice, "sans"), ("build", self.build, "sans"))
        yield from (("credits", line, "sans") for line in self.credits)
        yield from (("word for a figure", self.terms.figure, face) for face in ("sans-bold", "serif"))
        yield from (
            ("word for a section", self.terms.section, "serif"),
            ("word for a note", self.terms.note, "sans-bold"),
        )
        yield from (("word for a version", self.terms.version, "sans"), ("word for a build", self.terms.build, "sans"))
        yield ("words for a page", self.terms.page, "sans")
