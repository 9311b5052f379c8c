"""Write moves and placings as code: what can be done is listed from tables that are made before any game."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from generator.language.suggestions import did_you_mean
from generator.model.finding import Place, refuse
from generator.model.play_rules import RuleStep
from generator.play.rules.expressions import Code, ExpressionTranslator, RuleScope
from generator.play.rules.fields import GraphField, RouteField, find_cells, read_cells
from generator.play.rules.names import RuleNames
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
        found = tuple(option for to, option in self.options.items() if free >> to & 1)
        if len(self) < _MOST_KEPT:
            self[blocked] = found
        return found

    def __reduce__(self) -> tuple[Any, ...]:
        """Let another process have it, without what was worked out."""
        return StepTable, (self.options, self.shift)


_MOST_TABLE = 2_000_000  # entries of the tables of a move: pieces, cells and what they can pay
_MOST_COST = 100


class PieceWay(NamedTuple):
    """A move or a placing: its step, a function that returns the place of a key, and the number of its action."""

    step: RuleStep
    place: Callable[..., Place]
    number: int


Words = tuple[Any, ...]
Written = tuple[Lines, RuleScope, Words]


class MoveWriter:
    """Writes what lists the ways of pieces, and what happens when one is chosen."""

    def __init__(self, names: RuleNames, sentences: SentenceWriter) -> None:
        self.names, self.program, self.sentences = names, names.program, sentences

    def write(self, lines: Lines, way: PieceWay) -> Written:
        """Write the lines that list a way; return those that do it, their scope, and words to describe it."""
        step = way.step
        if step.place is not None:
            return self._write_place(lines, way)
        if (step.along is None) == (step.over is None):
            raise refuse("GF005", way.place("move"), "a move needs either `along`, a route, or `over`, a kind of joins")
        for key, wrong in (("along", ("enter",)), ("over", ("by", "follow", "together", "exact"))):
            for each in wrong if getattr(step, key) is not None else ():
                if getattr(step, each) != getattr(RuleStep(), each):
                    raise refuse("GF006", way.place(each), f"{each!r} does not go with {key!r}")
        return self._write_along(lines, way) if step.along is not None else self._write_over(lines, way)

    def _conditions(self, step: RuleStep, scope: RuleScope, place: Place) -> list[Code]:
        """Return the conditions of a step that are joined by `and`, each for itself."""
        if step.if_ == "":
            return []
        translator = ExpressionTranslator(scope, self.program.constants)
        if not isinstance(step.if_, str):
            return [translator.number(step.if_, place)]
        nodes, found = [translator.parse(step.if_, place)], []
        while nodes:
            node = nodes.pop(0)
            if type(node).__name__ == "And":
                nodes[:0] = [node.left, node.right]
            else:
                made = translator.translate(node, place)
                if made.kind != "number":
                    raise refuse("GF006", place, f"a {made.kind} is no condition")
                found.append(made)
        return found

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
        conditions = self._conditions(step, scope, way.place("if"))
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
        conditions = self._conditions(step, scope, way.place("if"))
        fixed = [each for each in conditions if each.uses <= {"piece", "cell"}]
        free = [each.text for each in conditions if not each.uses <= {"piece", "cell"}]
        capture, captures = self._read_capture(way, field, scope)
        shifts = field.block(self.program, captures)
        ways = self._list_ways(way, field, part, scope, fixed)
        track = self.names.find_target(step.pay, way.place("pay")) if step.pay is not None else None
        movers, most = self._make_tables(way, field, part, ways, shifts, paid=track is not None)
        self._write_listing(lines, field, movers, track.code if track else "", most)
        if capture:
            free.append(f"(other < 0 or {capture})")
        if free:
            self._write_filter(lines, way, n, free)
        done = self._write_step_over(way, field, may_capture=any(map(any, captures)))
        if track is not None:
            done.add(f"{track.code} -= a[3]")
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
        """Return what is left to test in a position, and which pieces may go where which others stand."""
        teams = self.names.rules.data.teams or self.names.players
        foes = [[one % teams != other % teams for other in field.owners] for one in field.owners]
        given = way.step.capture
        if not isinstance(given, str):
            return "", [[each and bool(given) for each in row] for row in foes]
        scope = scope.extend({}, {"other": field.read_piece(self.program, "other")})
        code = self.sentences.translate(given, scope, way.place("capture"))
        if not code.uses <= {"piece", "other"}:
            return code.text, foes
        test = self._make_test(code, "piece", "other")
        numbers = range(len(field.pieces))
        return "", [[foes[one][other] and bool(test(one, other)) for other in numbers] for one in numbers]

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

    def _make_tables(
        self, way: PieceWay, field: GraphField, part: str, ways: Any, shifts: Any, paid: bool
    ) -> tuple[str, int]:
        """Return the tables of steps by players, by what they can pay, and by pieces; and the most that matters."""
        most = max((cost for lists in ways for each in lists for cost in each.values()), default=0) if paid else 0
        cells = len(field.cells) + 1
        if (most + 1) * len(ways) * cells > _MOST_TABLE:
            raise refuse("GF006", way.place("move"), "the board, the pieces and the costs are too many to play with")
        movers: list[list[list[tuple[int, list[Any]]]]] = []
        for seat in range(self.names.players):
            levels: list[list[tuple[int, list[Any]]]] = []
            for level in range(most + 1):
                entries = []
                for piece in field.list_pieces(part, seat):
                    tables = [self._make_steps(way, piece, each, level, shifts, paid) for each in ways[piece]]
                    if any(around for around, _ in tables):
                        entries.append((piece, tables))
                levels.append(entries)
            movers.append(levels)
        return self.program.constants.add(movers), most

    def _make_steps(
        self, way: PieceWay, piece: int, lists: Mapping[int, int], level: int, shifts: Any, paid: bool
    ) -> tuple[int, StepTable]:
        options = {to: (way.number, piece, to, cost) for to, cost in sorted(lists.items()) if not paid or cost <= level}
        around = sum(1 << to for to in options)
        return around << shifts[piece], StepTable(options, shifts[piece])

    def _write_listing(self, lines: Lines, field: GraphField, movers: str, paid: str, most: int) -> None:
        n = field.number
        lines.add(f"where, blocked = s.where{n}, s.blk{n}")
        level = f"[min({paid}, {most})]" if paid else "[0]"
        with lines.block(
            f"for piece, places in {movers}[p]{level}:"
            if not paid
            else f"for piece, places in {movers}[p]{level} if {paid} > 0 else ():"
        ):
            lines.add("around, steps = places[where[piece]]", "found += steps[blocked & around]")

    def _write_step_over(self, way: PieceWay, field: GraphField, may_capture: bool) -> Lines:
        n, done = field.number, Lines(way.place("move"))
        done.add("_, piece, cell, _ = a", f"where, at = s.where{n}, s.at{n}", "came = where[piece]")
        if may_capture:
            done.add("other = at[cell]", "s.captured = 0")
            with done.block("if other >= 0:"):
                done.add(
                    "s.captured = 1", "where[other] = -1", f"s.mask{n}[{field.owner}[other]] ^= {field.bits}[cell]"
                )
                done.add(f"s.blk{n} ^= {field.flips}[other][cell]", f"s.stat[{self.program.count('captures')}] += 1")
        done.add("at[came] = -1", "at[cell] = piece", "where[piece] = cell", f"flip = {field.flips}[piece]")
        done.add(f"s.blk{n} ^= flip[came] ^ flip[cell]", f"s.mask{n}[p] ^= {field.bits}[came] ^ {field.bits}[cell]")
        return done

    # moves along routes

    def _write_along(self, lines: Lines, way: PieceWay) -> Written:
        step = way.step
        field = self.names.routes[str(step.move)]
        scope = self._make_route_scope(field)
        conditions = self._conditions(step, scope, way.place("if"))
        test = " and ".join(each.text for each in conditions)
        names = {name for each in conditions for name in each.uses}
        if step.by is None:
            raise refuse("GF005", way.place("move"), "a move along a route needs `by`: so many squares, or dice")
        dice = self.names.dice.get(str(step.by))
        used = dice is not None and bool(dice.again)
        if used and dice is not None:
            lines.add(f"throws = dict.fromkeys(s.{dice.code})")
        else:
            lines.add(f"throws = ({self.sentences.translate(step.by, self.names.scope, way.place('by')).text},)")
        self._write_route_listing(lines, way, field, test, names)
        done = self._write_step_along(way, field, dice.code if used and dice is not None else "")
        return done, scope, ("along", field.part, tuple(field.cells), tuple(map(tuple, field.roads)))

    def _make_route_scope(self, field: RouteField) -> RuleScope:
        def local(name: str) -> Code:
            return Code(name, "number", frozenset({name}))

        to = read_cells(self.program, field.board, "cell")
        here = {
            key: Code(code.text.replace("[cell]", "[road[step]]"), code.kind, frozenset({"step"}))
            for key, code in to.items()
        }
        return self.names.scope.extend(
            {name: local(name) for name in ("throw", "moving", "friends", "enemies")},
            {"to": {**to, "step": local("to")}, "from": {**here, "step": local("step")}},
        )

    def _write_route_listing(self, lines: Lines, way: PieceWay, field: RouteField, test: str, names: set[str]) -> None:
        n, last, step = field.number, field.last, way.step
        teams = field.teams
        lines.add(f"spots = s.spots{n}[p]", f"road = {field.road}[p]")
        if {"enemies", "friends"} & names or step.together:
            lines.add(f"mates = s.on{n}[p % {teams}]", f"everybody = s.all{n}")
        if step.follow is not None:
            jumps = self.program.constants.add(tuple(map(tuple, field.list_jumps(step.follow, way.place("follow")))))
        with lines.block("for throw in throws:"), lines.block("for step, own in spots.items():"):
            lines.add("to = step + throw")
            with lines.block(f"if to > {last}:" if step.exact else f"if to >= {last}:"):
                lines.add("continue" if step.exact else f"to = {last}")
            with lines.block("if to <= step:" if step.exact else "if throw <= 0:"):
                lines.add("continue")
            if step.follow is not None:
                lines.add(f"to = {jumps}[p][to]")
            lines.add("cell = road[to]")
            if "friends" in names:
                lines.add(f"friends = mates[cell] if to < {last} else 0")
            if "enemies" in names:
                lines.add(f"enemies = everybody[cell] - mates[cell] if to < {last} else 0")
            self._write_groups(lines, way, field, test, "moving" in names)

    def _write_groups(self, lines: Lines, way: PieceWay, field: RouteField, test: str, counts: bool) -> None:
        """Write how many pieces of a square go together: one, or any of one's own, and of partners."""
        k, together = way.number, way.step.together
        if together is None:
            self._write_group(lines, test, "1" if counts else "", f"({k}, throw, step, 1, to, 0, 0, 0, 0)")
            return
        with lines.block("if not step or mates[road[step]] == 1:"):
            self._write_group(lines, test, "1" if counts else "", f"({k}, throw, step, 1, to, 0, 0, 0, 0)")
        with lines.block("else:"), lines.block("for count in range(1, own + 1):"):
            self._write_group(lines, test, "count" if counts else "", f"({k}, throw, step, count, to, 0, 0, 0, 0)")
            if together == "team":
                self._write_partners(lines, field, test, counts, k)

    def _write_partners(self, lines: Lines, field: RouteField, test: str, counts: bool, k: int) -> None:
        """Write how partners' pieces on the square come along, if their own route leads to the same one."""
        n, players, last = field.number, self.names.players, field.last
        for seat in range(1, players // field.teams):
            lines.add(f"mate = (p + {seat * field.teams}) % {players}")
            with lines.block(f"for mstep in {field.steps_at}[mate][road[step]]:"):
                lines.add(f"some, mto = s.spots{n}[mate].get(mstep, 0), mstep + throw")
                meet = f"if some and mto < {last} and to < {last} and {field.road}[mate][mto] == cell:"
                with lines.block(meet), lines.block("for along in range(1, some + 1):"):
                    option = f"({k}, throw, step, count, to, mate, mstep, along, mto)"
                    self._write_group(lines, test, "count + along" if counts else "", option)

    def _write_group(self, lines: Lines, test: str, moving: str, option: str) -> None:
        if moving:
            lines.add(f"moving = {moving}")
        if test:
            with lines.block(f"if {test}:"):
                lines.add(f"found.append({option})")
        else:
            lines.add(f"found.append({option})")

    def _write_step_along(self, way: PieceWay, field: RouteField, throws: str) -> Lines:
        n, last, teams, place = field.number, field.last, field.teams, way.place("move")
        done = Lines(place)
        done.add("_, throw, step, moving, to, mate, mstep, along, mto = a")
        if throws:
            done.add(f"s.{throws}.remove(throw)")
        done.add(f"spots, road, on, everybody = s.spots{n}[p], {field.road}[p], s.on{n}[p % {teams}], s.all{n}")
        self._write_leaving(done, "spots", "step", "moving")
        with done.block("if step:"):
            done.add("came = road[step]", "on[came] -= moving", "everybody[came] -= moving")
        done.add("s.captured = 0")
        with done.block(f"if to == {last}:"):
            done.add(f"s.home{n}[p] += moving")
        with done.block("else:"):
            done.add("cell = road[to]")
            if way.step.capture:
                self._write_route_capture(done, way, field)
            done.add("spots[to] = spots.get(to, 0) + moving")
            if way.step.together == "team":
                with done.block("if along:"):
                    done.add(f"others = s.spots{n}[mate]")
                    self._write_leaving(done, "others", "mstep", "along")
                    done.add("others[mto] = others.get(mto, 0) + along", "came = road[step]")
                    done.add("on[came] -= along", "everybody[came] -= along", "moving += along")
            done.add("on[cell] += moving", "everybody[cell] += moving")
        return done

    def _write_leaving(self, done: Lines, spots: str, step: str, count: str) -> None:
        done.add(f"rest = {spots}[{step}] - {count}")
        with done.block("if rest:"):
            done.add(f"{spots}[{step}] = rest")
        with done.block("else:"):
            done.add(f"del {spots}[{step}]")

    def _write_route_capture(self, done: Lines, way: PieceWay, field: RouteField) -> None:
        """Write how the pieces of other teams on the square go back to the beginning of their routes."""
        n, players, teams = field.number, self.names.players, field.teams
        test = ""
        if isinstance(way.step.capture, str):
            scope = self._make_route_scope(field)
            done.add("enemies, friends = everybody[cell] - on[cell], on[cell]")
            test = f" and ({self.sentences.translate(way.step.capture, scope, way.place('capture')).text})"
        with done.block(f"if everybody[cell] > on[cell]{test}:"):
            done.add("s.captured = everybody[cell] - on[cell]", f"s.stat[{self.program.count('captures')}] += 1")
            foes = f"for q in [q for q in range({players}) if q % {teams} != p % {teams}]:"
            with done.block(foes), done.block(f"for back in {field.steps_at}[q][cell]:"):
                done.add(f"gone = s.spots{n}[q].pop(back, 0)")
                with done.block("if gone:"):
                    done.add(f"s.spots{n}[q][0] = s.spots{n}[q].get(0, 0) + gone")
            with done.block(f"for team in range({teams}):"), done.block(f"if team != p % {teams}:"):
                done.add(f"everybody[cell] -= s.on{n}[team][cell]", f"s.on{n}[team][cell] = 0")
