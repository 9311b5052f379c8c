"""Figures that the rules show and figures that the game has go in; what does not agree comes out."""

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from generator.model.figure import Figure
from generator.model.finding import Finding
from generator.model.nearest import did_you_mean
from generator.model.place import Place

if TYPE_CHECKING:
    from markdown_it.token import Token

_SCHEME = "figure:"


class Shown(NamedTuple):
    """A figure that the rules name, and the line where they do."""

    figure: str
    line: int


def figure_of(inline: "Token | None") -> "Token | None":
    """Return the image that is all of a paragraph, where it stands for a figure: `![caption](figure:id)`."""
    match inline.children if inline else None:
        case [image] if image.type == "image" and str(image.attrs["src"]).startswith(_SCHEME):
            return image
    return None


def target_of(image: "Token") -> str:
    """Return the id of the figure."""
    return str(image.attrs["src"]).removeprefix(_SCHEME)


def held(shown: Sequence[Shown], figures: Mapping[str, Figure], file: str) -> Iterator[Finding]:
    """Yield GF008 for a figure that the game does not have, and GF306 for one that the rules do not show."""
    for name, line in shown:
        if name not in figures:
            hint = did_you_mean(name, figures)
            yield Finding("GF008", Place(file, line), f"the game has no figure {name!r}{hint}")
    for name in [name for name in figures if name not in {each.figure for each in shown}]:
        message = f"the figure {name!r} is shown nowhere; rules.md shows it by ![caption]({_SCHEME}{name})"
        yield Finding("GF306", figures[name].place, message)
