"""The program that rules become: made once for each number of players, run in every game, sent to other machines."""

from collections.abc import Callable, Mapping, Sequence
from math import trunc
from typing import Any

from msgspec import Struct

from generator.model.finding import Place
from generator.play.engine import Seat
from generator.play.faults import RuleFaultError
from generator.play.rules.position import MOST_CHOICES, RulePosition

_FILE = "<play.yaml>"
_BUILTINS = {
    "sum": sum, "min": min, "max": max, "len": len, "abs": abs, "range": range, "dict": dict, "str": str,
    "enumerate": enumerate, "tuple": tuple,
}  # fmt: skip


class PlayedDeck(Struct, frozen=True):
    """A deck as positions use it; `runs_out` is the number of the counter that tells when it cannot fill its market."""

    name: str
    pile: tuple[int, ...]
    rows: tuple[int, ...]
    titles: tuple[str, ...]
    designs: tuple[str, ...]
    dealt: int
    runs_out: int
    is_picked: bool


class PlayedField(Struct, frozen=True):
    """A board or a route as it is shown: cells, pieces and where they stand."""

    number: int
    cells: tuple[str, ...]
    pieces: tuple[tuple[str, str], ...] = ()
    roads: tuple[tuple[int, ...], ...] = ()
    designs: tuple[tuple[str, str], ...] = ()
    counts: tuple[int, ...] = ()


class RuleProgram:
    """Code and tables for one number of players; `functions` are made from the source, also after it was sent."""

    def __init__(self, **given: Any) -> None:
        self.players: int
        self.source: str
        self.constants: Mapping[str, Any]
        self.places: Mapping[int, Place]
        self.place: Place
        self.seats: Sequence[Seat]
        self.own: Sequence[int]
        self.own_names: Sequence[str]
        self.shared: Sequence[int]
        self.supplies: Mapping[str, int]
        self.counters: Sequence[str]
        self.measures: Sequence[str]
        self.loops: int
        self.first: int
        self.labels: int
        self.slots: Sequence[str]
        self.decisions: Mapping[int, Place]
        self.words: Sequence[tuple[Any, ...]]
        self.decks: Sequence[PlayedDeck]
        self.market_sizes: Sequence[int]
        self.graphs: Sequence[PlayedField]
        self.routes: Sequence[PlayedField]
        self.has_score: bool
        self.facts: Mapping[str, Any]
        self.left_out: Mapping[str, frozenset[int]]
        self.goods: Mapping[str, tuple[str, str]]
        self.__dict__.update(given)
        self._load()

    def _load(self) -> None:
        """Run the source, which this program has written from checked expressions, to make its functions."""
        space: dict[str, Any] = {"__builtins__": _BUILTINS, "trunc": trunc, "Fault": RuleFaultError}
        space |= self.constants
        space["__places__"] = self.places
        exec(compile(self.source, _FILE, "exec"), space)
        self.functions: dict[str, Any] = space
        self.blocks: list[Any] = [space.get(f"b{label}") for label in range(self.labels)]
        self.at_random: list[Any] = [space.get(f"r{n}", block) for n, block in enumerate(self.blocks)]
        self.actions: list[Any] = [*(space[f"g{number}"] for number in range(len(self.words))), space["rest"]]
        self.kind = type("Position", (RulePosition,), {"__slots__": tuple(self.slots)})

    def __getstate__(self) -> dict[str, Any]:
        """Return what is sent: no functions, which are made anew."""
        made = ("functions", "blocks", "at_random", "actions", "kind")
        return {key: value for key, value in self.__dict__.items() if key not in made}

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Take what was sent."""
        self.__dict__.update(state)
        self._load()

    def describe_endless(self) -> str:
        """Return what to say of a turn that does not end."""
        says = f"a turn has taken {MOST_CHOICES:,} choices and goes on"
        return f"{says}: this step never ends; give it a price, a number of `times`, or `may` and a name for stopping"

    def describe_action(self, action: tuple[Any, ...]) -> str:
        """Return an action in words."""
        if action[0] < 0:
            return "nothing can be done"
        kind, name, *more = self.words[action[0]]
        words: Callable[..., str] = getattr(self, f"_describe_{kind}")
        what: str = words(action, *more)
        return f"{name}: {what}" if name and what else str(name or what)

    def _describe_do(self, action: tuple[Any, ...]) -> str:
        """Return nothing: the name of what is done says it all."""
        return ""

    def _describe_pick(self, action: tuple[Any, ...], deck: str) -> str:
        found = next(each for each in self.decks if each.name == deck)
        return str(found.titles[action[1]])

    def _describe_place(self, action: tuple[Any, ...], part: str, cells: Sequence[str]) -> str:
        return f"{part} on {cells[action[1]]}"

    def _describe_over(self, action: tuple[Any, ...], part: str, cells: Sequence[str], designs: Sequence[str]) -> str:
        _, piece, cell, cost, *_ = action
        return f"{designs[piece]} to {cells[cell]}" + (f" for {cost}" if cost else "")

    def _describe_along(self, action: tuple[Any, ...], part: str, cells: Sequence[str], roads: Any) -> str:
        _, throw, step, count, to, _mate, _mstep, along, _mto = action
        who = f"{count} {part}" if count > 1 else part
        return f"{throw}: {who}" + (f" and {along} of a partner's" if along else "") + f" from {step} to {to}"

    def find_misplaced(self, state: Any) -> str | None:
        """Return what is wrong with where pieces stand: two on a cell, or another number than before."""
        for field in self.graphs:
            where, noted = getattr(state, f"where{field.number}"), getattr(state, f"at{field.number}")
            at = [-1] * len(noted)
            for piece, cell in enumerate(where):
                if cell >= 0:
                    if at[cell] >= 0:
                        return f"two pieces stand on {field.cells[cell]}"
                    at[cell] = piece
            if at != noted:
                return "a piece stands where another one is noted"
        for field in self.routes:
            spots, homes = getattr(state, f"spots{field.number}"), getattr(state, f"home{field.number}")
            noted = getattr(state, f"on{field.number}")
            on = [[0] * len(field.cells) for _ in noted]
            for seat, (steps, road) in enumerate(zip(spots, field.roads, strict=True)):
                team, count = on[seat % len(on)], homes[seat]
                for step, pieces in steps.items():
                    count += pieces
                    team[road[step]] += pieces if step else 0
                if count != field.counts[seat]:
                    return f"{self.seats[seat].name} has another number of pieces than before"
            if on != noted:
                return "pieces stand where others are noted"
        return None

    def list_pieces(self, state: Any) -> dict[str, list[tuple[str, str]]]:
        """Return the parts and designs on each cell."""
        found: dict[str, list[tuple[str, str]]] = {}
        for field in self.graphs:
            for piece, cell in zip(field.pieces, getattr(state, f"where{field.number}"), strict=True):
                if cell >= 0:
                    found.setdefault(field.cells[cell], []).append(piece)
        for field in self.routes:
            for seat, spots in enumerate(getattr(state, f"spots{field.number}")):
                home = {len(field.roads[seat]) - 1: getattr(state, f"home{field.number}")[seat]}
                for step, count in {**spots, **home}.items():
                    cell = field.cells[field.roads[seat][step]]
                    found.setdefault(cell, []).extend([field.designs[seat]] * count)
        return {cell: pieces for cell, pieces in found.items() if pieces}

    def list_heaps(self, state: Any) -> dict[str, list[tuple[str, str, int]]]:
        """Return what lies on the table, and what the player has."""
        table = [(name, ".".join(self.goods[name]), state.tab[at]) for name, at in self.supplies.items()]
        own = state.own[state.player]
        has = [
            (name, ".".join(self.goods[name]) if name in self.goods else "", value)
            for name, value in zip(self.own_names, own, strict=True)
        ]
        found = {"supply": table, self.seats[state.player].name: has}
        for deck, market, hands, kept in zip(self.decks, state.markets, state.hands, state.kept, strict=True):
            for title, rows in (("market", market), ("hand", hands[state.player]), ("kept", kept[state.player])):
                cards = [(deck.titles[row], f"{deck.name}.{deck.designs[row]}", 1) for row in rows]
                found[f"{title} of {deck.name}" if title == "market" else f"{title}: {deck.name}"] = cards
        return {title: things for title, things in found.items() if things}

    def describe(self, state: Any) -> str:
        """Return a position in a line."""
        own = state.own[state.player]
        parts = [f"{value} {name}" for name, value in zip(self.own_names, own, strict=True)]
        for deck, hands in zip(self.decks, state.hands, strict=True):
            if hand := hands[state.player]:
                parts.append(f"hand: {', '.join(deck.titles[row] for row in hand)}")
        pieces = [
            f"{' '.join(design for _, design in each)} on {cell}" for cell, each in self.list_pieces(state).items()
        ]
        return "; ".join(part for part in (", ".join(parts), ", ".join(pieces)) if part)
