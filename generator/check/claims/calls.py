"""Record the calls that a claim makes, with the places in the data that each result rests on."""

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import Any, Generic, NamedTuple, TypeVar

from generator.language.expressions import spell_value
from generator.model.finding import Place
from generator.model.game import Design, Game, Row

MAX_PLACES = 4  # places named in a message


class ClaimCall(NamedTuple):
    """A call of a function: as it is written, its result, and the places in the data that the result rests on.

    `prints` says that the finished files contributed to the result, `declared` that the data did, and `draws` that it
    rests on the drawings; its places are then in templates. A call without `asks` asks nothing of the game: it is a
    pure calculation.
    """

    text: str
    result: Any
    places: Callable[[], Sequence[Place]]
    prints: bool = False
    asks: bool = True
    declared: bool = True
    draws: bool = False


Result = TypeVar("Result")


class Answer(NamedTuple, Generic[Result]):
    """What a claim function answers: the result, and what the call is recorded with, as `ClaimCall` tells it.

    `prints` is None if the files contribute to the result when they print the part that is asked about first. `text`
    and `told` are the call and the result as they are recorded, if they are not as given. `details` are recorded
    after the call.
    """

    result: Result
    places: Callable[[], Sequence[Place]] = list
    prints: bool | None = None
    asks: bool = True
    declared: bool = True
    draws: bool = False
    text: str = ""
    told: Any = None
    details: Sequence[ClaimCall] = ()

    def to_call(self, text: str, prints: bool) -> ClaimCall:
        """Return the call as it is recorded."""
        told = self.result if self.told is None else self.told
        printed = prints if self.prints is None else self.prints
        return ClaimCall(
            self.text or text, told, self.places, printed, self.asks, declared=self.declared, draws=self.draws
        )


def format_call(name: str, /, *positional: Any, **named: Any) -> str:
    """Return a call as it is written in an expression."""
    given = [*map(spell_value, positional), *(f"{key}={spell_value(value)}" for key, value in named.items())]
    return f"{name}({', '.join(given)})"


class TracedMapping(dict[str, Any]):
    """A mapping returned by a call; it records the entries that are read.

    `places` returns the places in the data of the entry of a name; `prints` is that of the call, or the names of the
    entries that are printed.
    """

    def __init__(
        self,
        values: Mapping[str, Any],
        text: str,
        calls: list[ClaimCall],
        places: Callable[[str], Sequence[Place]],
        prints: bool | Collection[str] = False,
    ) -> None:
        super().__init__(values)
        self._text, self._calls, self._places, self._prints = text, calls, places, prints

    def noted(self, name: str) -> None:
        """Record that an entry was read; the sandbox calls this."""
        prints = self._prints if isinstance(self._prints, bool) else name in self._prints
        self._calls.append(ClaimCall(f"{self._text}.{name}", self[name], lambda: self._places(name), prints))


def trace_row(row: Row, text: str, calls: list[ClaimCall], columns: Collection[str] = ()) -> TracedMapping:
    """Return the values of a row, recording the cells that are read; `columns` are the printed ones."""
    return TracedMapping(row.values, text, calls, lambda column: [row.place(column)], columns)


def places_of_copies(designs: Sequence[Design]) -> list[Place]:
    """Return the places that declare the numbers of copies, unusual numbers first, as these are likely the cause."""
    usual = Counter(design.copies for design in designs)
    places = [design.place for design in sorted(designs, key=lambda design: usual[design.copies])]
    return list(dict.fromkeys(places))


def places_of_items(game: Game, *path: str | int) -> list[Place]:
    """Return the places of the items of a list or mapping, the first of each line; its own place if it has none."""
    depth = len(path)
    found = [place for key, place in game.places.items() if len(key) == depth + 1 and key[:depth] == path]
    lines = {(place.file, place.line): place for place in reversed(found)}
    return sorted(lines.values()) or [game.place(*path)]


def format_places(places: Sequence[Place]) -> str:
    """Return places in one line, naming each file once; for many places in a row, the first and last."""
    spelled: list[str] = []
    before = ""
    places = list(dict.fromkeys(places))
    if len(places) > MAX_PLACES and sorted(places) == places and places[0].file == places[-1].file:
        return f"{places[0]} to {_name_in_file(places[-1])}"
    for place in places[:MAX_PLACES]:
        spelled.append(_name_in_file(place) if place.file == before and place.column else str(place))
        before = place.file
    more = len(places) - MAX_PLACES
    return ", ".join(spelled) + (f" and {more} more" if more > 0 else "")


def _name_in_file(place: Place) -> str:
    """Return a place without its file: line and column, or the cell of a spreadsheet."""
    return str(place).removeprefix(place.file)[1:]


def format_call_places(call: ClaimCall) -> str:
    """Return the places of a call in one line."""
    return format_places(call.places())


def distinct_calls(calls: Sequence[ClaimCall]) -> Iterator[ClaimCall]:
    """Yield each call once; a call that returned a mapping only if none of its entries was read."""
    looked_into = {call.text.rpartition(".")[0] for call in calls if not call.text.endswith(")")}
    yield from {call.text: call for call in calls if call.text not in looked_into}.values()
