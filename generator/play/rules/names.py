"""The names that sentences and expressions can use: numbers, goods, dice, boards and functions."""

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

from generator.language.suggestions import did_you_mean
from generator.model.finding import Place, refuse
from generator.model.play_rules import RuleStep
from generator.play.rules.data_names import Deck, GameNames, Good, iterate_steps
from generator.play.rules.expressions import Code, ExpressionTranslator, RuleScope
from generator.play.rules.fields import GraphField, RouteField, find_cells
from generator.play.rules.outlook import count_exposed, count_exposed_on_route, count_short
from generator.play.rules.writer import ProgramWriter

_DRAWN = re.compile(r"\bdraw\b([^,\n\]\"']*)")
_PLAYER = re.compile(r"\b(?:p|mine)\b")
_TAKEN = re.compile(r"\b(?:take|pay|give|lose)\b([^,\n\]\"']*)")
_WORD = re.compile(r"[A-Za-z][\w-]*")
_MOST_COINS = 12  # whose tosses are counted one by one
_P = frozenset({"p", "mine", "s"})


class Target(NamedTuple):
    """A number that sentences change: its code, and that of its supply, which is empty without one."""

    name: str
    code: str
    number: int
    is_own: bool
    supply: str = ""
    most: int | None = None


class Dice(NamedTuple):
    """What is rolled: its faces, the scores after which one rolls again, and the code of what was thrown."""

    name: str
    faces: list[int]
    again: list[int]
    code: str


class RuleNames:
    """All names of a program; those of goods and dice are numbered when the rules first name them."""

    def __init__(self, data: GameNames, program: ProgramWriter) -> None:
        self.data, self.rules, self.program, self.players = data, data.rules, program, data.players
        self.own: list[tuple[str, int]] = []  # names and beginnings of what each player has
        self.shared: list[tuple[str, int]] = []  # and of what lies on the table
        self.text = self._join_texts()
        self._words = {*_WORD.findall(self.text)}
        self.targets: dict[str, Target] = {}
        self.goods: dict[str, Good] = {}
        self._add_numbers()
        self.dice = self._list_dice()
        self.graphs: dict[str, GraphField] = {}
        self.routes: dict[str, RouteField] = {}
        self._make_fields()
        self.scope = self._make_scope()

    def _join_texts(self) -> str:
        """Return all texts in which names may stand."""
        cells = (str(each) for deck in self.data.decks.values() for row in deck.rows for each in row.values())
        return "\n".join([self.rules.text, *cells])

    def is_named(self, name: str) -> bool:
        """Tell whether the rules use a name anywhere."""
        return name in self._words

    def is_left_out(self, choice: str) -> bool:
        """Tell whether the policy `random` never makes a choice."""
        random = self.rules.data.policies.get("random")
        return random is not None and choice in random.without

    def is_drawn(self, deck: str) -> bool:
        """Tell whether rows of a deck come into a hand: they are drawn, or picked into it."""
        steps = [step for step, _ in iterate_steps(self.rules.data.turn, ()) if isinstance(step, RuleStep)]
        picked = {step.pick for step in steps if step.to == "hand"}
        return deck in picked or any(deck in found.split() for found in _DRAWN.findall(self.text))

    def place_cell(self, deck: Deck, at: int, text: str) -> Place:
        """Return the place of a cell of a deck's row that holds a text."""
        rows = self.data.material.game.rows.get(deck.name, ())
        for row in rows:
            for column, value in row.values.items():
                if str(value) == text:
                    return row.place(column)
        return deck.places[at]

    def _add_numbers(self) -> None:
        for name, value in self.rules.data.tracks.items():
            self._require_new(name, "tracks", name)
            self.targets[name] = self._own(name, value)
        for name, value in self.rules.data.table.items():
            self._require_new(name, "table", name)
            self.targets[name] = Target(name, self._share(name, value), len(self.shared) - 1, is_own=False)
        for good in self.data.list_goods().values():
            if good.name in self._words and good.name not in self.targets and not self._is_only_rolled(good):
                self._add_good(good)

    def _is_only_rolled(self, good: Good) -> bool:
        """Tell whether a good is dice or what is tossed, and no sentence takes or pays any."""
        tossed = {given.toss for given in self.rules.data.dice.values()}
        rolled = good.part in tossed or hasattr(self.data.material.game.parts[good.part], "faces")
        return rolled and not any(good.name in found.split() for found in _TAKEN.findall(self.text))

    def _add_good(self, good: Good) -> None:
        self.goods[good.name] = good
        target = self._own(good.name, good.each)
        if not good.has_supply:
            self.targets[good.name] = target._replace(most=good.copies)
            return
        left = good.copies - good.each * self.players
        if left < 0:
            says = f"{self.players} players begin with {good.each} {good.name} each, but there are only {good.copies}"
            raise refuse("GF006", self.data.material.place("setup"), f"the supply of {good.name} is below zero: {says}")
        self.targets[good.name] = target._replace(supply=self._share(f"supply of {good.name}", left))

    def _own(self, name: str, value: int) -> Target:
        self.own.append((name, value))
        return Target(name, f"mine[{len(self.own) - 1}]", len(self.own) - 1, is_own=True)

    def _share(self, name: str, value: int) -> str:
        self.shared.append((name, value))
        return f"tab[{len(self.shared) - 1}]"

    def _require_new(self, name: str, *path: str) -> None:
        place = self.rules.place(*path)
        if "-" in name:
            raise refuse(
                "GF006", place, f"{name!r}: in a condition, - would mean minus; write {name.replace('-', '_')!r}"
            )
        if name in self.targets or name in _BUILT_IN:
            raise refuse("GF003", place, f"the name {name!r} is taken; choose another")

    def find_target(self, name: str, place: Place) -> Target:
        """Return what a sentence changes; GF008 if there is nothing of that name."""
        if name not in self.targets:
            known = [*self.targets, *self.data.list_goods()]
            declare = (
                "" if did_you_mean(name, known) else "; a number of your own is declared under `tracks` or `table`"
            )
            raise refuse("GF008", place, f"there is nothing called {name!r}{did_you_mean(name, known)}{declare}")
        return self.targets[name]

    def find_dice(self, name: str, place: Place) -> Dice:
        """Return what is rolled by a name."""
        if name not in self.dice:
            self.data.read_faces(name, place)
        return self.dice[name]

    def find_field(self, part: str, place: Place) -> GraphField:
        """Return the board on which pieces of a part are placed."""
        for field in self.graphs.values():
            if part in field.parts:
                return field
        raise refuse("GF008", place, f"{part!r} is not placed on the cells of a board")

    def _list_dice(self) -> dict[str, Dice]:
        found: dict[str, Dice] = {}
        for name, given in self.rules.data.dice.items():
            place = self.rules.place("dice", name)
            self._require_new(name, "dice", name)
            if (given.roll is None) == (given.toss is None):
                raise refuse(
                    "GF005", place, f"dice.{name} needs either `roll`, a die, or `toss`, pieces with two faces"
                )
            faces = self.data.read_faces(given.roll, place) if given.roll else self._read_scores(name)
            again = self._read_again(name)
            if again and not {*faces} - {*again}:
                says = f"dice.{name} never ends: after every score it is thrown again; leave one out of `again`"
                raise refuse("GF006", self.rules.place("dice", name, "again"), says)
            code = f"throws{len(found)}" if again else self._share(name, 0)
            if again:
                self.program.hold(code, "[]", f"o.{code}[:]")
            found[name] = Dice(name, faces, again, code)
        for part in self.data.parts.values():
            sides = getattr(self.data.material.game.parts[part.id], "faces", None)
            if sides and part.id in self._words and part.id not in found and all(type(each) is int for each in sides):
                found[part.id] = Dice(part.id, list(sides), [], self._share(part.id, 0))
        return found

    def _constant(self, text: str, place: Place) -> Any:
        names = RuleScope({"players": self.program.constants.code(self.players)}, {}, self._list_data_calls())
        translator = ExpressionTranslator(names, self.program.constants)
        return translator.constant(translator.parse(text, place), place)

    def _read_again(self, name: str) -> list[int]:
        given, place = self.rules.data.dice[name].again, self.rules.place("dice", name, "again")
        found = self._constant(given, place) if isinstance(given, str) else given
        return list(_require_numbers(found, place))

    def _read_scores(self, name: str) -> list[int]:
        """Return what tosses score; every way for the pieces to fall counts once."""
        given, place = self.rules.data.dice[name], self.rules.place("dice", name)
        count = self.data.find_part(str(given.toss), self.rules.place("dice", name, "toss")).count
        if count > _MOST_COINS:
            raise refuse(
                "GF006", place, f"there are {count} pieces to toss; at most {_MOST_COINS} can be tossed together"
            )
        scores = list(range(count + 1))
        if given.scores is not None:
            scores = list(
                _require_numbers(self._constant(given.scores, place), self.rules.place("dice", name, "scores"))
            )
        if len(scores) != count + 1:
            says = f"{count} pieces need {count + 1} scores, for 0 to {count} that fall face up, not {len(scores)}"
            raise refuse("GF006", self.rules.place("dice", name, "scores"), says)
        return [scores[bin(fallen).count("1")] for fallen in range(2**count)]

    def _make_fields(self) -> None:
        """Find the board on which each part stands, and whether it goes along a route."""
        boards: dict[str, list[str]] = {}
        for step, path in iterate_steps(self.rules.data.turn, ("turn",)):
            if not isinstance(step, RuleStep):
                continue
            if step.along is not None and step.move is not None:
                place = self.rules.place(*path, "along")
                _, board = self.data.find_board(step.board, place)
                field = RouteField(step.move, step.along, board, data=self.data, number=len(self.routes), place=place)
                if step.move in self.routes and self.routes[step.move].roads != field.roads:
                    raise refuse("GF006", place, f"{step.move} already goes along another route")
                if step.move not in self.routes:
                    self.routes[step.move] = field
                    field.prepare(self.program)
            elif (part := step.place or step.move) is not None:
                name, _ = self.data.find_board(step.board, self.rules.place(*path, "board"))
                boards.setdefault(name, []).append(part)
        placed = [part for part in self.data.on_board if part not in self.routes]
        for part in placed:
            if not any(part in parts for parts in boards.values()):
                name, _ = self.data.find_board(None, Place(self.rules.file))
                boards.setdefault(name, []).append(part)
        for name, parts in boards.items():
            _, board = self.data.find_board(name, Place(self.rules.file))
            field_parts = list(dict.fromkeys(parts))
            self.graphs[name] = GraphField(name, board, field_parts, self.data, len(self.graphs))
            self.graphs[name].prepare(self.program)

    def _make_scope(self) -> RuleScope:
        code = self.program.constants.code
        names = {
            "players": code(self.players),
            "turn": Code("s.turns", "number", frozenset({"s"})),
            "round": Code("s.round", "number", frozenset({"s"})),
            "idle": Code("s.idle", "number", frozenset({"s"})),
            "captured": Code("s.captured", "number", frozenset({"s"})),
            "again": Code("s.again", "number", frozenset({"s"})),
            "over": Code("(s.ending != '')", "number", frozenset({"s"})),
        }
        for name, target in self.targets.items():
            names[name] = Code(target.code, "number", _P)
        for name, dice in self.dice.items():
            names[name] = Code(f"s.{dice.code}" if dice.again else dice.code, "list" if dice.again else "number", _P)
        calls = self._list_data_calls() | self._list_group_calls() | self._list_place_calls() | self._list_deck_calls()
        return RuleScope(names, {}, calls, frozenset(self.data.parts))

    def _list_data_calls(self) -> dict[str, Any]:
        """Return the functions that read the data before any game."""

        def value(translator: ExpressionTranslator, args: list[Any], place: Place) -> Code:
            part, key = self._read_texts(translator, args, place, "value", 2)
            self.data.find_part(part, place)
            values = self.data.material.game.parts[part].values
            if key not in values:
                raise refuse("GF008", place, f"{part} has no value {key!r}{did_you_mean(key, values)}")
            found = values[key]
            if found is None or not isinstance(found, str | int | float | list | tuple):
                raise refuse("GF006", place, f"the value {key!r} of {part} is no number, text or list")
            return translator.constants.code(found)

        def faces(translator: ExpressionTranslator, args: list[Any], place: Place) -> Code:
            (part,) = self._read_texts(translator, args, place, "faces", 1)
            return translator.constants.code(self.data.read_faces(part, place))

        def copies(translator: ExpressionTranslator, args: list[Any], place: Place) -> Code:
            (part,) = self._read_texts(translator, args, place, "copies", 1)
            return translator.constants.code(self.data.find_part(part, place).count)

        def counted(translator: ExpressionTranslator, args: list[Any], place: Place) -> Code:
            (name,) = self._read_texts(translator, args, place, "counted", 1)
            if name not in self.program.counters:
                hint = did_you_mean(name, self.program.counters)
                raise refuse("GF008", place, f"the program does not count {name!r}{hint}")
            return Code(f"s.stat[{self.program.count(name)}]", "number", frozenset({"s"}))

        return {"value": value, "faces": faces, "copies": copies, "counted": counted}

    def _read_texts(
        self, translator: ExpressionTranslator, args: list[Any], place: Place, name: str, count: int
    ) -> list[str]:
        """Return arguments that must be texts known before the game."""
        found = [translator.constant(each, place) for each in args]
        found = [item for each in found for item in (each if isinstance(each, tuple) else (each,))]
        if (count and len(found) != count) or not found or not all(isinstance(each, str) for each in found):
            wants = f"{count} name{'s' * (count > 1)}" if count else "names"
            raise refuse(
                "GF006", place, f"{name}() takes {wants} in quotes, such as {name}('{_EXAMPLES.get(name, 'peat')}')"
            )
        return found

    def _list_group_calls(self) -> dict[str, Any]:
        """Return the functions that look at several players."""
        n, teams = self.players, self.rules.data.teams or self.players

        def over(offsets: Iterable[int], function: str = "") -> Any:
            def call(translator: ExpressionTranslator, args: list[Any], place: Place) -> Code:
                if len(args) != 1:
                    raise refuse("GF006", place, "it takes one number, such as total(peat)")
                inner = translator.translate(args[0], place)
                if "several" in inner.uses:
                    raise refuse("GF006", place, "total(), most(), left() and their like do not go into one another")
                if inner.kind != "number":
                    raise refuse("GF006", place, f"a {inner.kind} stands where a number is needed")
                texts = [_seat_at(inner.text, f"(p + {offset}) % {n}" if offset else "p") for offset in offsets]
                text = f"{function}(({', '.join(texts)},))" if function else f"({' + '.join(texts) or '0'})"
                return Code(text, "number", _P | {"several"})

            return call

        return {
            "total": over(range(n)),
            "most": over(range(n), "max"),
            "least": over(range(n), "min"),
            "team": over(range(0, n, teams)),
            "others": over([offset for offset in range(n) if offset % teams]),
            "left": over([1 % n]),
            "right": over([n - 1]),
        }

    def _list_place_calls(self) -> dict[str, Any]:
        """Return the functions that look at pieces on boards."""

        def on(translator: ExpressionTranslator, args: list[Any], place: Place) -> Code:
            names = self._read_texts(translator, args, place, "on", 0)
            return self._count_on(names, place)

        def fills(translator: ExpressionTranslator, args: list[Any], place: Place) -> Code:
            names = self._read_texts(translator, args, place, "fills", 0)
            tests = []
            for name in names:
                field = self._find_graph_of(name, place)
                bits = sum(1 << field.index[cell] for cell in field.board.routes[name])
                tests.append(f"s.mask{field.number}[p] & {bits} == {bits}")
            return Code(f"({' or '.join(tests)})", "number", _P)

        def short(translator: ExpressionTranslator, args: list[Any], place: Place) -> Code:
            lines = self._read_texts(translator, args, place, "short", 0)
            return count_short(self._find_graph_of(lines[0], place), lines, self.program, place)

        def exposed(translator: ExpressionTranslator, args: list[Any], place: Place) -> Code:
            (part,) = self._read_texts(translator, args, place, "exposed", 1)
            if part in self.routes:
                return count_exposed_on_route(self.routes[part], self.program, place)
            return count_exposed(self.find_field(part, place), part, self.program, place)

        def count(name: str, write: Callable[[RouteField], str]) -> Any:
            def call(translator: ExpressionTranslator, args: list[Any], place: Place) -> Code:
                (part,) = self._read_texts(translator, args, place, name, 1)
                if part in self.routes:
                    return Code(write(self.routes[part]), "number", _P)
                if name == "out":
                    return self.count_off(part, place)
                raise refuse("GF008", place, f"{part!r} does not go along a route{did_you_mean(part, self.routes)}")

            return call

        return {
            "on": on,
            "fills": fills,
            "short": short,
            "exposed": exposed,
            "home": count("home", lambda field: f"s.home{field.number}[p]"),
            "out": count("out", lambda field: f"s.spots{field.number}[p].get(0, 0)"),
            "gone": count(
                "gone",
                lambda field: (
                    f"(sum([k * v for k, v in s.spots{field.number}[p].items()])"
                    f" + s.home{field.number}[p] * {field.last})"
                ),
            ),
        }

    def _find_graph_of(self, route: str, place: Place) -> GraphField:
        for field in self.graphs.values():
            if route in field.board.routes:
                return field
        known = [name for field in self.graphs.values() for name in field.board.routes]
        raise refuse("GF008", place, f"no board with pieces has a route {route!r}{did_you_mean(route, known)}")

    def count_off(self, part: str, place: Place) -> Code:
        """Return the code that counts the pieces of the player that are not on the board."""
        field = self.find_field(part, place)
        pieces = self.program.constants.add(tuple(field.list_pieces(part, seat) for seat in range(self.players)))
        return Code(f"sum([s.where{field.number}[e] < 0 for e in {pieces}[p]])", "number", _P)

    def _count_on(self, names: list[str], place: Place) -> Code:
        """Return how many pieces of the player stand on cells that are named."""
        counts = []
        for field in self.graphs.values():
            masks = [
                sum({1 << cell for name in names for cell in field.list_cells(name, seat, place)})
                for seat in range(self.players)
            ]
            counts.append(f"(s.mask{field.number}[p] & {self.program.constants.add(tuple(masks))}[p]).bit_count()")
        for route in self.routes.values():
            seats = self.data.seats
            wanted = [
                {cell for name in names for cell in find_cells(route.board, name, seat.color, place)} for seat in seats
            ]
            steps = tuple(
                frozenset(step for step, cell in enumerate(road) if cell in cells)
                for road, cells in zip(route.roads, wanted, strict=True)
            )
            known = self.program.constants.add(steps)
            number = route.number
            counts.append(f"sum([v for k, v in s.spots{number}[p].items() if k in {known}[p]])")
            counts.append(f"({route.last} in {known}[p]) * s.home{number}[p]")
        if not counts:
            raise refuse("GF008", place, "on() asks for pieces on a board, but no part is moved or placed on one")
        return Code(f"({' + '.join(counts)})", "number", _P)

    def _list_deck_calls(self) -> dict[str, Any]:
        """Return the functions that look at supplies and decks."""

        def supply(translator: ExpressionTranslator, args: list[Any], place: Place) -> Code:
            (name,) = self._read_texts(translator, args, place, "supply", 1)
            target = self.find_target(name, place)
            if not target.supply:
                raise refuse("GF006", place, f"{name} has no supply: it is no good of the data")
            return Code(target.supply, "number", _P)

        def heap(name: str, code: str) -> Any:
            def call(translator: ExpressionTranslator, args: list[Any], place: Place) -> Code:
                given = self._read_texts(translator, args, place, name, 0)
                deck = self.data.find_deck(given[0], place)
                rows = code.format(deck.number)
                if len(given) == 1:
                    return Code(f"len({rows})", "number", _P)
                column = given[1]
                values = [row.get(column) or 0 for row in deck.rows]
                if not all(isinstance(each, int | float) for each in values) or not any(column in r for r in deck.rows):
                    raise refuse("GF008", place, f"the rows of {deck.name} have no column of numbers {column!r}")
                table = self.program.constants.add(tuple(values))
                return Code(f"sum([{table}[r] for r in {rows}])", "number", _P)

            return call

        heaps = {"hand": "s.hands[{}][p]", "kept": "s.kept[{}][p]", "deck": "s.decks[{}]", "market": "s.markets[{}]"}
        heaps["discards"] = "s.discards[{}]"
        return {"supply": supply, **{name: heap(name, code) for name, code in heaps.items()}}


def _seat_at(text: str, seat: str) -> str:
    """Return code for the player at a seat instead of the player `p`."""
    return (
        text
        if seat == "p"
        else _PLAYER.sub(lambda found: f"s.own[{seat}]" if found[0] == "mine" else f"({seat})", text)
    )


_EXAMPLES: Mapping[str, str] = {
    "fills": "row",
    "on": "hill",
    "home": "piece",
    "value": "board', 'lines",
    "faces": "die",
}
_BUILT_IN = {
    "players",
    "turn",
    "round",
    "idle",
    "captured",
    "again",
    "over",
    "throw",
    "moving",
    "friends",
    "enemies",
    "near",
    "to",
    "from",
}


def _require_numbers(found: Any, place: Place) -> tuple[int, ...]:
    if not isinstance(found, list | tuple) or not all(type(each) is int for each in found):
        raise refuse("GF006", place, "a list of whole numbers is needed here")
    return tuple(found)
