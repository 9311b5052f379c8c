"""Write moves and placings as code: what can be done is listed from tables that are made before any game."""

from collections.abc import Mapping
from typing import Any

from generator.language.suggestions import did_you_mean
from generator.model.finding import Place, refuse
from generator.model.play_rules import RuleStep
from generator.play.rules.expressions import Code, RuleScope
from generator.play.rules.fields import GraphField, find_cells, read_cells
from generator.play.rules.names import RuleNames
from generator.play.rules.routes import PieceWay, RouteWriter, Written
from generator.play.rules.sentences import SentenceWriter
from generator.play.rules.writer import Lines

_MOST_KEPT = 4096  # of one piece on one cell; with more, steps are worked out each time


class StepTable(dict[int, tuple[Any, ...]]):
    """The steps from a cell by the cells around it that cannot be entered, as bits that begin at a shift."""

    def __init__(self, options: Mapping[int, Any], shift: int) -> None:
        super().__init__()
        self.options, self.shift = dict(options), shift

    __eq__ = object.__eq__  # two tables are one only if they are the same
    __hash__ = object.__hash__  # type: ignore[assignment]

    def __missing__(self, blocked: int) -> tuple[Any, ...]:
        """Return the steps to cells that are not blocked."""
        free = ~blocked >> self.shift
        found = tuple([option for to, option in self.options.items() if free >> to & 1])
        if len(self) < _MOST_KEPT:
            self[blocked] = found
        return found

    def __reduce__(self) -> tuple[Any, ...]:
        """Let another process have it, without what was worked out."""
        return StepTable, (self.options, self.shift)


_MOST_TABLE = 2_000_000  # entries of the tables of a move: pieces, cells and what they can pay
_MOST_COST = 100


class MoveWriter:
    """Writes what lists the ways of pieces, and what happens when one is chosen."""

    def __init__(self, names: RuleNames, sentences: SentenceWriter) -> None:
        self.names, self.program, self.sentences = names, names.program, sentences
        self.routes = RouteWriter(names, sentences)

    def write(self, lines: Lines, way: PieceWay) -> Written:
        """Write the lines that list a way; return those that do it, their scope, and words to describe it."""
        step = way.step
        if step.place is not None:
            return self._write_place(lines, way)
        if (step.along is None) == (step.over is None):
            raise refuse("GF005", way.place("move"), "a move needs either `along`, a route, or `over`, a kind of joins")
        for key, wrong in (("along", ("enter",)), ("over", ("by", "follow", "together", "exact", "loop"))):
            for each in wrong if getattr(step, key) is not None else ():
                if getattr(step, each) != getattr(RuleStep(), each):
                    raise refuse("GF006", way.place(each), f"{each!r} does not go with {key!r}")
        return self.routes.write(lines, way) if step.along is not None else self._write_over(lines, way)

    def _write_place(self, lines: Lines, way: PieceWay) -> Written:
        step, n = way.step, 0
        part = str(step.place)
        field = self.names.find_field(part, way.place("place"))
        n = field.number
        near = [0] * len(field.cells)
        for lists in field.list_ways().values():
            for cell, others in enumerate(lists):
                for other in others:
                    near[cell] |= 1 << other
                    near[other] |= 1 << cell
        known = self.program.constants.add(tuple(near))
        uses = frozenset({"p", "cell"})
        own = f"(s.mask{n}[p] & {known}[cell]).bit_count()"
        every = " + ".join(f"(s.mask{n}[{seat}] & {known}[cell]).bit_count()" for seat in range(self.names.players))
        scope = self.names.scope.extend(
            {"near": Code(own, "number", uses), "near_others": Code(f"({every} - {own})", "number", uses)},
            {"to": read_cells(self.program, field.board, "cell")},
        )
        conditions = self.sentences.list_conditions(step.if_, scope, way.place("if"))
        cells = range(len(field.cells))
        fixed = [self._make_test(each, "cell") for each in conditions if each.uses <= {"cell"}]
        free = [each.text for each in conditions if not each.uses <= {"cell"}]
        allowed = self.program.constants.add(tuple((way.number, cell) for cell in cells if all(t(cell) for t in fixed)))
        off = self.names.count_off(part, way.place("place")).text
        with lines.at(way.place("if")), lines.block(f"if {off}:"):
            lines.add(f"at = s.at{n}")
            with lines.block(f"for option in {allowed}:"):
                lines.add("cell = option[1]")
                with lines.block(f"if {' and '.join(['at[cell] < 0', *free])}:"):
                    lines.add("found.append(option)")
        done = Lines(way.place("place"))
        done.add("cell = a[1]")
        field.write_placing(done, self.program, part)
        return done, scope, ("place", part, tuple(field.cells))

    def _make_test(self, code: Code, *variables: str) -> Any:
        """Return code as a function that can be called before any game."""
        return self.program.constants.evaluate(f"lambda {', '.join(variables)}: {code.text}")

    # moves over joins

    def _write_over(self, lines: Lines, way: PieceWay) -> Written:
        step, part = way.step, str(way.step.move)
        field = self.names.find_field(part, way.place("move"))
        n = field.number
        piece = {part: field.read_piece(self.program, "piece")} if field.pieces else {}
        scope = self.names.scope.extend({}, {**piece, "to": read_cells(self.program, field.board, "cell")})
        conditions = self.sentences.list_conditions(step.if_, scope, way.place("if"))
        fixed = [each for each in conditions if each.uses <= {"piece", "cell"}]
        free = [each.text for each in conditions if not each.uses <= {"piece", "cell"}]
        capture, allowed = self._read_capture(way, field, scope)
        field.block(allowed)
        captures = field.list_captures(allowed)
        ways = self._list_ways(way, field, part, scope, fixed)
        track = self.names.find_target(step.pay, way.place("pay")) if step.pay is not None else None
        costs = ways if track is not None else [[dict.fromkeys(each, 1) for each in lists] for lists in ways]
        field.note(costs, captures)
        self._note_captures(field, captures)
        movers, most = self._make_tables(way, field, part, ways, paid=track is not None)
        self._write_listing(lines, field, movers, track.code if track else "", most)
        if capture:
            free.append(f"(other < 0 or {capture})")
        if free:
            self._write_filter(lines, way, n, free)
        done = self._write_step_over(way, field, may_capture=any(map(any, captures)))
        if track is not None:
            done.add(f"{track.code} -= cost")
        if any(map(any, captures)):
            scope = scope.extend({}, {"other": field.read_piece(self.program, "other")})
        return done, scope, ("over", part, tuple(field.cells), tuple(each.design for each in field.pieces))

    def _write_filter(self, lines: Lines, way: PieceWay, n: int, tests: list[str]) -> None:
        """Write what leaves out the ways that conditions on the position forbid."""
        lines.add("listed, found = found, []", f"at = s.at{n}")
        with lines.block("for option in listed:"):
            with lines.block(f"if option[0] != {way.number}:"):
                lines.add("found.append(option)", "continue")
            lines.add("piece = option[1]", "cell = option[2]", "other = at[cell]")
            with lines.at(way.place("if")), lines.block(f"if {' and '.join(tests)}:"):
                lines.add("found.append(option)")

    def _read_capture(self, way: PieceWay, field: GraphField, scope: RuleScope) -> tuple[str, list[list[bool]]]:
        """Return what is left to test in a position, and which pieces may go where others of another team stand."""
        numbers = range(len(field.pieces))
        given = way.step.capture
        if not isinstance(given, str):
            return "", [[bool(given) for _ in numbers] for _ in numbers]
        scope = scope.extend({}, {"other": field.read_piece(self.program, "other")})
        code = self.sentences.translate(given, scope, way.place("capture"))
        if not code.uses <= {"piece", "other"}:
            return code.text, [[True for _ in numbers] for _ in numbers]
        test = self._make_test(code, "piece", "other")
        return "", [[bool(test(one, other)) for other in numbers] for one in numbers]

    def _note_captures(self, field: GraphField, captures: list[list[bool]]) -> None:
        """Note which pieces can capture which others."""
        names = [str(piece.row["id"]) for piece in field.pieces]
        pairs = {
            (names[one], names[other]) for one, row in enumerate(captures) for other, each in enumerate(row) if each
        }
        if pairs:
            self.program.facts["captures"] = sorted(map(list, pairs))

    def _list_ways(
        self, way: PieceWay, field: GraphField, part: str, scope: RuleScope, fixed: list[Code]
    ) -> list[list[dict[int, int]]]:
        """Return for each piece and each cell, and off the board, where it can go and what that costs."""
        ways, number = field.list_ways(), len(field.cells)
        tests = [self._make_test(each, "piece", "cell") for each in fixed]
        over = way.step.over if isinstance(way.step.over, dict) else {str(way.step.over): 0}
        for kind in over:
            if kind not in ways:
                hint = did_you_mean(kind, ways)
                raise refuse("GF008", way.place("over"), f"the board has no joins of the kind {kind!r}{hint}")
        found: list[list[dict[int, int]]] = [[{} for _ in range(number + 1)] for _ in field.pieces]
        for kind, cost in over.items():
            price = self._make_cost(cost, scope, way.place("over"))
            for piece, lists in self._iterate_own(field, part, found):
                for at, to in [(cell, to) for cell in range(number) for to in ways[kind][cell]]:
                    self._add_way(lists[at], to, price(piece), way)
        self._list_entries(way, field, part, scope, found)
        for piece, lists in enumerate(found):
            for each in lists:
                for to in [to for to in each if not all(test(piece, to) for test in tests)]:
                    del each[to]
        return found

    def _list_entries(self, way: PieceWay, field: GraphField, part: str, scope: RuleScope, found: Any) -> None:
        """Add the ways onto the board for pieces that are off it."""
        enter = way.step.enter if isinstance(way.step.enter, dict) else {way.step.enter: 0} if way.step.enter else {}
        for name, cost in enter.items():
            price = self._make_cost(cost, scope, way.place("enter"))
            for piece, lists in self._iterate_own(field, part, found):
                seat = self.names.data.seats[field.owners[piece]]
                called = seat.name if name == "own" else str(name)
                for to in find_cells(field.board, called, seat.color, way.place("enter")):
                    self._add_way(lists[-1], to, price(piece), way)

    def _iterate_own(self, field: GraphField, part: str, found: list[Any]) -> list[tuple[int, Any]]:
        return [(number, found[number]) for number, piece in enumerate(field.pieces) if piece.part == part]

    def _add_way(self, lists: dict[int, int], to: int, cost: int, way: PieceWay) -> None:
        if not isinstance(cost, int) or not 0 <= cost <= _MOST_COST:
            raise refuse(
                "GF006", way.place("over"), f"a step costs {cost}; it must be a whole number from 0 to {_MOST_COST}"
            )
        lists[to] = min(cost, lists.get(to, cost))

    def _make_cost(self, cost: Any, scope: RuleScope, place: Place) -> Any:
        code = self.sentences.translate(cost, scope, place)
        if not code.uses <= {"piece"}:
            raise refuse("GF006", place, "what a step costs can only depend on the piece")
        return self._make_test(code, "piece")

    def _make_tables(self, way: PieceWay, field: GraphField, part: str, ways: Any, paid: bool) -> tuple[str, int]:
        """Return the tables of steps by players, by what they can pay, and by pieces; and the most that matters."""
        most = max((cost for lists in ways for each in lists for cost in each.values()), default=0) if paid else 0
        cells = len(field.cells) + 1
        if (most + 1) * len(ways) * cells > _MOST_TABLE:
            raise refuse("GF006", way.place("move"), "the board, the pieces and the costs are too many to play with")
        known: dict[tuple[int, ...], tuple[int, StepTable]] = {}  # what a piece can pay for is often alike
        movers: list[list[list[tuple[int, list[Any]]]]] = []
        for seat in range(self.names.players):
            levels: list[list[tuple[int, list[Any]]]] = []
            for level in range(most + 1):
                entries = []
                for piece in field.list_pieces(part, seat):
                    tables = []
                    for at, each in enumerate(ways[piece]):
                        reach = {to: cost for to, cost in sorted(each.items()) if not paid or cost <= level}
                        key = piece, at, *reach
                        if key not in known:
                            known[key] = self._make_steps(way, field, piece, at, reach)
                        tables.append(known[key])
                    if any(around for around, _ in tables):
                        entries.append((piece, tables))
                levels.append(entries)
            movers.append(levels)
        return self.program.constants.add(movers), most

    def _make_steps(
        self, way: PieceWay, field: GraphField, piece: int, at: int, reach: Mapping[int, int]
    ) -> tuple[int, StepTable]:
        """Return the cells around a cell as bits, and the steps to them, each with the bits that it changes."""
        flips, shift = field.flips[piece], field.shifts[piece]
        own, left = field.spread, 1 << at if at < len(field.cells) else 0
        options = {
            to: (way.number, piece, to, cost, flips[at] ^ flips[to], own[at] ^ own[to], left ^ 1 << to)
            for to, cost in reach.items()
        }
        return sum(1 << to for to in options) << shift, StepTable(options, shift)

    def _write_listing(self, lines: Lines, field: GraphField, movers: str, paid: str, most: int) -> None:
        n = field.number
        lines.add(f"where, blocked = s.where{n}, s.blk{n} | s.team{n}[p % {field.teams}]")
        level = "[0]"
        if paid:
            lines.add(f"paid = {paid}")
            level = f"[paid if paid < {most} else {most}] if paid > 0 else ()"
        with lines.block(f"for piece, places in {movers}[p]{level}:"):
            lines.add("around, steps = places[where[piece]]", "found += steps[blocked & around]")

    def _write_step_over(self, way: PieceWay, field: GraphField, may_capture: bool) -> Lines:
        n, done = field.number, Lines(way.place("move"))
        done.add("_, piece, cell, cost, change, own, moved = a", f"where, at = s.where{n}, s.at{n}")
        if may_capture:
            done.add("other = at[cell]", "s.captured = 0")
            with done.block("if other >= 0:"):
                done.add(
                    "s.captured = 1", "where[other] = -1", f"s.mask{n}[{field.owner}[other]] ^= {field.bits}[cell]"
                )
                flips = self.program.constants.add(field.flips)
                spread = self.program.constants.add(field.spread)
                done.add(f"s.blk{n} ^= {flips}[other][cell]", f"s.stat[{self.program.count('captures')}] += 1")
                done.add(f"s.team{n}[{field.owner}[other] % {field.teams}] ^= {spread}[cell]")
        done.add("at[where[piece]] = -1", "at[cell] = piece", "where[piece] = cell")
        done.add(f"s.blk{n} ^= change", f"s.team{n}[p % {field.teams}] ^= own", f"s.mask{n}[p] ^= moved")
        return done
