"""Figures that the rules show and figures that the game has go in; what does not agree comes out."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from generator.model.figure import Figure
from generator.model.finding import Finding
from generator.model.nearest import did_you_mean
from generator.model.place import Place

if TYPE_CHECKING:
    from markdown_it.token import Token

_SCHEME = "figure:"


class Shown(NamedTuple):
    """A figure that the rules name, and the line and column where they do."""

    figure: str
    line: int
    column: int


def figure_of(inline: "Token | None") -> "Token | None":
    """Return the image that is all of a paragraph, where it stands for a figure: `![caption](figure:id)`."""
    match inline.children if inline else None:
        case [image] if _stands_for_one(image):
            return image
    return None


def named(tokens: "Sequence[Token]") -> set[str]:
    """Return the ids of the figures that are named anywhere, in a paragraph of their own or where none may stand."""
    inlines = (child for token in tokens for child in token.children or ())
    return {target_of(child) for child in inlines if _stands_for_one(child)}


def _stands_for_one(token: "Token") -> bool:
    return token.type == "image" and str(token.attrs["src"]).startswith(_SCHEME)


def target_of(image: "Token") -> str:
    """Return the id of the figure."""
    return str(image.attrs["src"]).removeprefix(_SCHEME)


def held(shown: Sequence[Shown], named: Collection[str], figures: Mapping[str, Figure], file: str) -> Iterator[Finding]:
    """Yield GF008 for a figure that the game does not have, and GF306 for one that the rules do not even name."""
    for name, line, column in shown:
        if name not in figures:
            hint = did_you_mean(name, figures)
            yield Finding("GF008", Place(file, line, column), f"the game has no figure {name!r}{hint}")
    for name in [name for name in figures if name not in named]:
        message = f"the figure {name!r} is shown nowhere; rules.md shows it by ![caption]({_SCHEME}{name})"
        yield Finding("GF306", figures[name].place, message)
