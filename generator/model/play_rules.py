"""The data of `play.yaml`: how a game is played, in steps, sentences and expressions; without any algorithm."""

from collections.abc import Mapping
from typing import Annotated, Literal

from msgspec import Meta, Struct, field

from generator.model.data_types import ID, MOST_ENTRIES, Strict
from generator.model.finding import Place

PLAY_FILE = "play.yaml"
MOST_STEPS = 200  # of a list: each is a function
MOST_NUMBERS = 100  # tracks and numbers of the table: each is copied with a position
MOST_MEASURES = 100  # each is a histogram
_Line = Annotated[str, Meta(min_length=1, max_length=1000)]  # a sentence or an expression
_Amount = int | bool | _Line
_Name = Annotated[str, Meta(min_length=1, max_length=100)]
_Tracks = Annotated[
    dict[Annotated[str, Meta(pattern=ID)], Annotated[int, Meta(ge=-(10**6), le=10**6)]],
    Meta(max_length=MOST_NUMBERS),
]


class RuleStep(Strict, frozen=True, kw_only=True):
    """A step of a turn, or one of its choices: sentences to do, a choice, a pick of a row, a place or a move."""

    do: "_Steps | None" = None
    if_: Annotated[_Amount, Meta(description="when it can be done")] = field(default="", name="if")
    pay: Annotated[_Line, Meta(description="the price, or the track that a move is paid from")] | None = None
    choose: Annotated[dict[_Name, "_Steps | RuleStep"], Meta(min_length=1, max_length=MOST_STEPS)] | None = None
    times: int | Annotated[str, Meta(pattern="^(any)$")] = 1
    may: Annotated[_Name, Meta(description="name of doing nothing")] | None = None
    pick: _Name | None = None
    from_: Literal["market", "hand", "kept", "discards"] | None = field(default=None, name="from")
    to: Literal["kept", "hand", "discards", "out"] | None = None
    place: _Name | None = None
    move: _Name | None = None
    along: _Name | None = None
    by: _Amount | None = None
    exact: bool = True
    follow: _Name | None = None
    together: Literal["own", "team"] | None = None
    loop: Annotated[dict[_Name, tuple[int, int]], Meta(max_length=MOST_STEPS)] = {}
    over: _Name | Annotated[dict[_Name, _Amount], Meta(min_length=1, max_length=MOST_STEPS)] | None = None
    enter: _Name | Annotated[dict[_Name, _Amount], Meta(min_length=1, max_length=MOST_STEPS)] | None = None
    capture: _Amount = False
    board: _Name | None = None
    always: Annotated[dict[_Name, _Amount], Meta(max_length=MOST_ENTRIES)] = {}


_Steps = _Line | Annotated[list[_Line | RuleStep], Meta(max_length=MOST_STEPS)]


class DiceData(Strict, frozen=True, kw_only=True):
    """A way to roll: the faces of a die, or pieces with two faces that are tossed; after some scores, once more."""

    roll: _Name | None = None
    toss: _Name | None = None
    scores: _Line | None = None
    again: _Line | list[int] = field(default_factory=list)


class EndData(Strict, frozen=True, kw_only=True):
    """An end of the game: when it comes, how long play goes on then, and who wins."""

    when: _Amount
    wins: _Line
    after: Literal["choice", "turn", "round"] = "choice"
    name: _Name = ""


class PolicyData(Strict, frozen=True, kw_only=True):
    """A way to play: what a position is worth, what is never chosen, and how often nothing is done if nothing helps."""

    worth: _Amount | None = None
    without: Annotated[list[_Name], Meta(max_length=MOST_STEPS)] = field(default_factory=list)
    waits: Annotated[float, Meta(ge=0, le=1)] = 0.0


class PlayData(Strict, frozen=True, kw_only=True):
    """All of `play.yaml`."""

    seats: (
        list[_Name]
        | dict[Annotated[str, Meta(pattern="^[0-9]+$", description="a number of players")], list[_Name]]
        | None
    ) = None
    teams: Annotated[int, Meta(ge=2, le=100)] | None = None
    tracks: _Tracks = {}
    table: _Tracks = {}
    market: Annotated[dict[_Name, Annotated[int, Meta(ge=1, le=100)]], Meta(max_length=MOST_NUMBERS)] = {}
    dice: Annotated[dict[Annotated[str, Meta(pattern=ID)], DiceData], Meta(max_length=MOST_NUMBERS)] = {}
    start: _Steps = field(default_factory=list)
    turn: _Steps
    skip: _Amount | None = None
    end: Annotated[list[EndData], Meta(min_length=1, max_length=MOST_STEPS)]
    limit: Annotated[int, Meta(ge=1, le=10**6, description="turns after which a game is given up")] = 10_000
    score: _Amount | None = None
    policies: Annotated[dict[_Name, PolicyData], Meta(max_length=MOST_NUMBERS)] = {}
    always: Annotated[dict[_Name, _Amount], Meta(max_length=MOST_ENTRIES)] = {}
    measures: Annotated[dict[_Name, _Amount], Meta(max_length=MOST_MEASURES)] = {}


class PlayRules(Struct, frozen=True):
    """A file `play.yaml` that was read: its path to show, its data, its text, and the places of its values."""

    file: str
    data: PlayData
    text: str
    places: Mapping[tuple[str | int, ...], Place]

    def place(self, *path: str | int) -> Place:
        """Return the place of a value, or of the nearest enclosing value that has one."""
        while path and path not in self.places:
            path = path[:-1]
        return self.places.get(path, Place(self.file, 1, 1))
