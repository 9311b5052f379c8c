"""What the names in `play.yaml` stand for in the data: goods, decks, pieces on boards, dice and seats."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from generator.language.suggestions import did_you_mean
from generator.model.board import Board
from generator.model.finding import Place, refuse
from generator.model.game import Design, Part
from generator.model.game_entries import SetupData
from generator.model.play_rules import PlayRules, RuleStep
from generator.play.engine import Seat
from generator.play.material import Material

MOST_PLAYERS = 12  # a program is made for each number of players
MOST_ROWS = 2000  # of a deck: it is shuffled in each game
MOST_PIECES = 50  # of a part that a player has on boards: each is looked at in each decision
_DECK_VERBS = ("draw", "discard")
_SUBJECTS = ("everyone", "others")


class Good(NamedTuple):
    """Pieces that players take and pay: how many there are, and how many each player gets at the beginning."""

    name: str
    part: str
    design: str
    copies: int
    each: int
    has_supply: bool = True


class Deck(NamedTuple):
    """A part whose rows are drawn or picked: `rows` are its designs, `pile` their numbers as often as they are printed.

    `dealt` is how many each player gets at the beginning.
    """

    name: str
    number: int
    title: str
    rows: Sequence[Mapping[str, Any]]
    designs: Sequence[str]
    pile: Sequence[int]
    dealt: int
    places: Sequence[Place]


class Piece(NamedTuple):
    """A piece of a player that stands on a board: its part, and what its row says."""

    part: str
    design: str
    row: Mapping[str, Any]


class GameNames:
    """The names of the data for one number of players."""

    def __init__(self, rules: PlayRules, material: Material, players: int) -> None:
        self.rules, self.material, self.players = rules, material, players
        self.parts = {part.id: part for part in material.parts}
        self.seats = self._list_seats()
        on_board, in_decks = _list_uses(rules)
        self.on_board = {name: self.find_part(name, place) for name, place in on_board.items()}
        self.decks = {
            name: self._make_deck(self.find_part(name, place), number)
            for number, (name, place) in enumerate(in_decks.items())
        }

    def find_part(self, name: str, place: Place) -> Part:
        """Return a part; GF008 if there is none."""
        if name not in self.parts:
            raise refuse("GF008", place, f"the game has no part {name!r}{did_you_mean(name, self.parts)}")
        return self.parts[name]

    def find_board(self, name: str | None, place: Place) -> tuple[str, Board]:
        """Return a board by its name, or the first one of the game."""
        boards = {part.id: part.board for part in self.material.parts if part.board is not None}
        if not boards:
            raise refuse("GF008", place, "the game has no board")
        name = name if name is not None else next(iter(boards))
        if name not in boards:
            raise refuse("GF008", place, f"the game has no board {name!r}{did_you_mean(name, boards)}")
        return name, boards[name]

    def find_deck(self, name: str, place: Place) -> Deck:
        """Return a deck; GF008 if the part is none."""
        if name not in self.decks:
            says = f"there is no deck {name!r}; a part with rows becomes one if it is drawn, picked or in the market"
            raise refuse("GF008", place, f"{says}{did_you_mean(name, self.decks)}")
        return self.decks[name]

    def _list_seats(self) -> list[Seat]:
        """Return the seats in the order of play, with the colors that play there."""
        place, given = self.rules.place("seats"), self.rules.data.seats
        roles = [role for role in self.material.game.colors if role.rpartition(".")[0] == "player"]
        names: Sequence[str] | None = given.get(str(self.players)) if isinstance(given, dict) else given
        if names is None and given is not None:
            raise refuse("GF005", place, f"there are no seats for {self.players} players; add a line `{self.players}:`")
        if names is None:
            names = [role.rpartition(".")[2] for role in roles] or [str(number + 1) for number in range(self.players)]
        if len(names) < self.players or len(set(names)) < len(names):
            raise refuse("GF006", place, f"{self.players} players need {self.players} seats of different names")
        teams = self.rules.data.teams or self.players
        if self.players % teams:
            raise refuse("GF006", self.rules.place("teams"), f"{self.players} players cannot sit in {teams} teams")
        colors = {role.rpartition(".")[2]: role for role in roles}
        return [
            Seat(name, colors.get(name, roles[number] if number < len(roles) else ""), number % teams)
            for number, name in enumerate(names[: self.players])
        ]

    def list_own_pieces(self, part: Part, seat: Seat) -> list[Piece]:
        """Return the pieces of a part that a seat begins with: those of the setup, or all of its color."""
        lines = [line for line in self._list_setup(part.id) if line.each]
        color = seat.color.rpartition(".")[2]
        own = [design for design in part.designs if not self._find_color(part, design) or color in _split(design)]
        found = []
        for design in own:
            counts = [line.each or 0 for line in lines if _fits(line, design)]
            count = min(sum(counts), design.copies) if lines else design.copies
            found += [Piece(part.id, design.id, _read_row(design))] * count
        if len(found) > MOST_PIECES:
            says = f"each player has {len(found):,} of {part.id}; at most {MOST_PIECES} of a part can play on a board"
            raise refuse("GF006", part.place, says)
        return found

    def _find_color(self, part: Part, design: Design) -> str:
        """Return the group of colors of a part, if there is one."""
        group = self.material.game.parts[part.id].for_each
        return group if group is not None and group in design.values else ""

    def _list_setup(self, part: str) -> list[SetupData]:
        setup = self.material.game.data.setup
        return [line for line in setup if line.part == part and (not line.players or self.players in line.players)]

    def list_goods(self) -> dict[str, Good]:
        """Return all that can be taken and paid, by its name."""
        found: dict[str, Good] = {}
        for part in self.parts.values():
            if part.id in self.on_board or part.id in self.decks or part.board is not None:
                continue
            group = self.material.game.parts[part.id].for_each
            lines = [line for line in self._list_setup(part.id) if line.each]
            if group == "player":
                colors = {_split(design)[0] for design in part.designs}
                each, copies = sum(line.each or 0 for line in lines), part.count // len(colors)
                found[part.id] = Good(part.id, part.id, part.designs[0].id, copies, each, has_supply=False)
                continue
            single = len(part.designs) == 1
            for design in part.designs:
                each = sum(line.each or 0 for line in lines if _fits(line, design))
                name = part.id if single else design.id
                found.setdefault(name, Good(name, part.id, design.id, design.copies, each))
        return found

    def _make_deck(self, part: Part, number: int) -> Deck:
        rows = [{**_read_row(design), **_read_color(self._find_color(part, design), design)} for design in part.designs]
        pile = [at for at, design in enumerate(part.designs) for _ in range(design.copies)]
        if len(pile) > MOST_ROWS:
            raise refuse("GF006", part.place, f"{part.id} has {len(pile):,} pieces; at most {MOST_ROWS:,} make a deck")
        dealt = sum(line.each or 0 for line in self._list_setup(part.id))
        places = [design.place for design in part.designs]
        return Deck(
            part.id,
            number,
            part.title,
            rows=rows,
            designs=[each.id for each in part.designs],
            pile=pile,
            dealt=dealt,
            places=places,
        )

    def read_faces(self, name: str, place: Place) -> list[int]:
        """Return the numbers on the faces of a die of the data; GF008 if it is none."""
        part = self.find_part(name, place)
        found = getattr(self.material.game.parts[part.id], "faces", None)
        if not isinstance(found, list | tuple) or not found or not all(type(each) is int for each in found):
            raise refuse("GF008", place, f"{name!r} is no die with whole numbers on its faces, so it cannot be rolled")
        return list(found)


def _split(design: Design) -> list[str]:
    return design.id.split(".")


def _read_row(design: Design) -> dict[str, Any]:
    return {"id": design.id, **{key: each for key, each in design.values.get("row", {}).items() if key != "copies"}}


def _read_color(group: str, design: Design) -> dict[str, Any]:
    return {group: design.values[group].name} if group else {}


def _fits(line: SetupData, design: Design) -> bool:
    row = design.values.get("row", {})
    return all(
        row.get(key) == value if key in row else getattr(design.values.get(key), "name", None) == value
        for key, value in line.where.items()
    )


def iterate_steps(steps: Any, path: tuple[str | int, ...]) -> Iterator[tuple[Any, tuple[str | int, ...]]]:
    """Yield each sentence and each step within some steps, with its path."""
    if isinstance(steps, str):
        yield steps, path
    elif isinstance(steps, list):
        for number, step in enumerate(steps):
            yield from iterate_steps(step, (*path, number))
    elif isinstance(steps, RuleStep):
        yield steps, path
        yield from iterate_steps(steps.do, (*path, "do"))
        for name, option in (steps.choose or {}).items():
            yield from iterate_steps(option, (*path, "choose", name))


def _list_uses(rules: PlayRules) -> tuple[dict[str, Place], dict[str, Place]]:
    """Return the parts that stand on boards and those that are decks, with where that is said first."""
    on_board: dict[str, Place] = {}
    in_decks: dict[str, Place] = {name: rules.place("market", name) for name in rules.data.market}
    both = [*iterate_steps(rules.data.start, ("start",)), *iterate_steps(rules.data.turn, ("turn",))]
    for step, path in both:
        if isinstance(step, RuleStep):
            for key, name in (("move", step.move), ("place", step.place)):
                if name is not None:
                    on_board.setdefault(name, rules.place(*path, key))
            if step.pick is not None:
                in_decks.setdefault(step.pick, rules.place(*path, "pick"))
            continue
        for sentence in step.split(","):
            words = [word for word in sentence.split() if word not in _SUBJECTS]
            if words[:1] == ["place"] and len(words) > 1:
                on_board.setdefault(words[1], rules.place(*path))
            if words and words[0] in _DECK_VERBS and " if " not in words[-1]:
                name = words[: words.index("if")][-1] if "if" in words else words[-1]
                in_decks.setdefault(name, rules.place(*path))
    return on_board, in_decks
