"""Types of the data files: mappings that refuse unknown keys, and constrained values."""

from collections.abc import Iterator, Mapping
from typing import Annotated, Any

import msgspec
from msgspec import Meta

Scalar = str | int | float | bool | None
Value = Scalar | list[Scalar]
FigureValue = Scalar | dict[str, Scalar] | list[Scalar | dict[str, Scalar]]
# mm, or a factor: larger numbers are too coarse to tell corners apart, and no paper is so large
Positive = Annotated[float, Meta(ge=0.01, le=10_000)]
Length = Annotated[float, Meta(ge=0, le=10_000)]
MOST_COPIES = 10_000  # of one design: more is a typing error, and would fill thousands of sheets
ID = r"^[a-z][a-z0-9-]*$"  # pattern of a name that templates and rules use
UNBRACED = r"^[^{}]*\S[^{}]*$"  # pattern of a text without braces that is not blank
ICON_NAME = r"\{([a-z][a-z0-9-]*)\}"  # in a text: an icon of the game
WORD = r"\S"  # pattern of a text that is not blank
TAG = r"^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$"  # the part of BCP 47 that rules need: de, pt-BR, zh-Hant
Tag = Annotated[str, Meta(description="en, de or pt-BR", pattern=TAG)]
Copies = Annotated[int, Meta(ge=1, le=MOST_COPIES)]
Age = Annotated[int, Meta(ge=1, le=99)]  # in years
Minutes = Annotated[int, Meta(ge=1, le=6000)]  # four days and nights, more than any game takes
Players = Annotated[int, Meta(ge=1, le=1000)]  # each number of them is tried out: more than any table seats
SpaceNumber = Annotated[int, Meta(ge=-100_000, le=100_000)]  # more digits do not fit in a space
# a name is printed on a sheet's label, which is shortened letter by letter until it fits
Title = Annotated[str, Meta(max_length=200)]
CellName = Annotated[str, Meta(max_length=100)]  # an id, run or pattern, which is compared with every cell
# Lists and mappings of a game's own making are far below these; each entry costs a build milliseconds.
MOST_PARTS = 200
MOST_ENTRIES = 1000
MOST_CLAIMS = 2000
MOST_SETUP = 100  # each line is compared with all rows
Side = Annotated[float, Meta(ge=5, le=1000)]


class Strict(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A mapping in the data files; unknown keys are refused."""


WidthHeight = Annotated[list[Positive], Meta(min_length=2, max_length=2)]


def walk_values(value: Any, path: tuple[str | int, ...] = ()) -> Iterator[tuple[tuple[str | int, ...], Any]]:
    """Yield each value that is neither a list nor a mapping, with its path."""
    if not isinstance(value, Mapping | list | tuple):
        yield path, value
        return
    for key, each in value.items() if isinstance(value, Mapping) else enumerate(value):
        yield from walk_values(each, (*path, key))


def list_texts(value: Any) -> Iterator[str]:
    """Yield the texts in a value."""
    return (each for _, each in walk_values(value) if isinstance(each, str))
