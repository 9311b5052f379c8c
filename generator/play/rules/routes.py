"""Write moves along routes as code: where each throw leads is worked out once, and what is in the way each time."""

import re
from collections.abc import Callable, Mapping, Sequence
from itertools import product
from typing import Any, NamedTuple

from generator.model.finding import Place, refuse
from generator.model.play_rules import RuleStep
from generator.play.rules.expressions import Code, RuleScope
from generator.play.rules.fields import RouteField, read_cells
from generator.play.rules.names import RuleNames
from generator.play.rules.sentences import SentenceWriter
from generator.play.rules.writer import Lines

_MOST_KEPT = 4096  # throws of a player whose ways are kept
_FIXED = frozenset({"throw", "step", "to", "cell"})  # what does not depend on where pieces stand
_WORD = re.compile("[a-z]+")


class PieceWay(NamedTuple):
    """A move or a placing: its step, a function that returns the place of a key, and the number of its action.

    `loops` are the numbers of the actions in which a piece goes round again, by their names.
    """

    step: RuleStep
    place: Callable[..., Place]
    number: int
    loops: Mapping[str, int] = {}


Words = tuple[Any, ...]
Written = tuple[Lines, RuleScope, Words]


class _Route(NamedTuple):
    """A move along a route while it is written: its conditions, and those that where pieces stand decides."""

    way: PieceWay
    field: RouteField
    scope: RuleScope
    conditions: Sequence[Code]

    def uses(self, name: str) -> bool:
        """Tell whether a condition names something."""
        return any(name in each.uses for each in self.conditions)


class _Ways(NamedTuple):
    """Which ways are listed: the number of their action, and between which squares a piece goes round again."""

    number: int
    start: int = 0
    end: int = 0
    own_goes_round: bool = False

    def back(self, goes_round: bool) -> str:
        """Return what is taken from a number of squares by a piece that goes round again."""
        return f" - {self.end - self.start}" if goes_round else ""

    def test(self, step: str, goes_round: bool) -> str:
        """Return the condition under which a piece goes round again."""
        return f"{self.start} <= {step} < {self.end} <= {step} + throw and " if goes_round else ""


class RouteWriter:
    """Writes what lists the ways of pieces along routes, and what happens when one is chosen."""

    def __init__(self, names: RuleNames, sentences: SentenceWriter) -> None:
        self.names, self.program, self.sentences = names, names.program, sentences

    def write(self, lines: Lines, way: PieceWay) -> Written:
        """Write the lines that list a way; return those that do it, their scope, and words to describe it."""
        field = self.names.routes[str(way.step.move)]
        scope = self._make_scope(field)
        conditions = self.sentences.list_conditions(way.step.if_, scope, way.place("if"))
        route = _Route(way, field, scope, conditions)
        throws = self._write_throws(lines, way)
        lines.add(f"spots, road = s.spots{field.number}[p], {field.road}[p]")
        if route.uses("enemies") or route.uses("friends") or way.step.together:
            lines.add(f"mates, everybody = s.on{field.number}[p % {field.teams}], s.all{field.number}")
        self._list_ways(lines, route, _Ways(way.number))
        for name, number in way.loops.items():
            self._list_loops(lines, route, name, number)
        self._note_facts(route)
        done = self._write_step_along(route, throws)
        mate = {
            key: Code(code.text.replace("[cell]", f"[{field.road}[mate][mto]]"), code.kind, code.uses)
            for key, code in read_cells(self.program, field.board, "cell").items()
        }
        scope = scope.extend({"along": Code("along", "number", frozenset({"along"}))}, {"mate": mate})
        return done, scope, ("along", field.part, tuple(field.cells), tuple(map(tuple, field.roads)))

    def _write_throws(self, lines: Lines, way: PieceWay) -> str:
        """Write how far pieces can go; return the list of throws of which each is used once, or nothing."""
        if way.step.by is None:
            raise refuse("GF005", way.place("move"), "a move along a route needs `by`: so many squares, or dice")
        dice = self.names.dice.get(str(way.step.by))
        if dice is not None and dice.again:
            lines.add(f"throws = s.{dice.code}", "throws = throws if len(throws) < 2 else dict.fromkeys(throws)")
            return dice.code
        lines.add(f"throws = ({self.sentences.translate(way.step.by, self.names.scope, way.place('by')).text},)")
        return ""

    def _make_scope(self, field: RouteField) -> RuleScope:
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

    def _list_loops(self, lines: Lines, route: _Route, name: str, number: int) -> None:
        """Write the ways on which own pieces go round again, or those of a partner that come along."""
        start, end = route.way.step.loop[name]
        if not 0 < start < end < route.field.last:
            says = f"a loop leads from a square of the route to an earlier one, and not to {start} from {end}"
            raise refuse("GF006", route.way.place("loop", name), says)
        with lines.block("if not s.lean:" if self.names.is_left_out(name) else "if True:"):
            self._list_ways(lines, route, _Ways(number, start, end, own_goes_round=True))
            if route.way.step.together == "team":
                self._list_ways(lines, route, _Ways(number, start, end))

    def _list_ways(self, lines: Lines, route: _Route, ways: _Ways) -> None:
        last, leads = route.field.last, self._write_leads(route, ways)
        with lines.block("for throw in throws:"):
            lines.add(f"leads = {leads}[p].get(throw) or find_{leads}(p, throw)")
            with lines.block("for step, own in spots.items():"):
                lines.add("lead = leads[step]")
                with lines.block("if lead is None:"):
                    lines.add("continue")
                lines.add("to, cell, option = lead")
                if route.uses("friends"):
                    lines.add(f"friends = mates[cell] if to < {last} else 0")
                if route.uses("enemies"):
                    lines.add(f"enemies = everybody[cell] - mates[cell] if to < {last} else 0")
                self._write_groups(lines, route, ways)

    def _write_leads(self, route: _Route, ways: _Ways) -> str:
        """Write the function that works out where a throw leads from each square; return the name of what it keeps."""
        step, last = route.way.step, route.field.last
        fixed = [each.text for each in route.conditions if each.uses <= _FIXED]
        name, lines = self.program.fresh("leads"), Lines(route.way.place("if"))
        lines.add(f"road, found = {route.field.road}[p], []")
        with lines.block(f"for step in range({last}):"):
            to = f"step + throw{ways.back(ways.own_goes_round)}"
            lines.add("lead = None", f"to = {to if step.exact else f'min({to}, {last})'}")
            with lines.block(f"if {ways.test('step', ways.own_goes_round)}throw > 0 and to <= {last}:"):
                if step.follow is not None:
                    jumps = route.field.list_jumps(step.follow, route.way.place("follow"))
                    lines.add(f"to = {self.program.constants.add(tuple(map(tuple, jumps)))}[p][to]")
                lines.add("cell = road[to]")
                with lines.block(f"if {' and '.join(fixed) or 'True'}:"):
                    lines.add(f"lead = (to, cell, ({ways.number}, throw, step, 1, to, 0, 0, 0, 0))")
            lines.add("found.append(lead)")
        with lines.block(f"if len({name}[p]) < {_MOST_KEPT}:"):
            lines.add(f"{name}[p][throw] = found")
        lines.add("return found")
        self.program.assign(name, f"[{{}} for _ in range({self.names.players})]")
        self.program.define(f"find_{name}", "p, throw", lines, heads=False)
        return name

    def _make_test(self, route: _Route, **known: int) -> str:
        """Return the conditions that where pieces stand decides, when some numbers are known; empty if all hold."""
        scope = route.scope.extend({name: self.program.constants.code(value) for name, value in known.items()})
        made = self.sentences.list_conditions(route.way.step.if_, scope, route.way.place("if"))
        free = [each for each, plain in zip(made, route.conditions, strict=True) if not plain.uses <= _FIXED]
        return " and ".join(each.text for each in free if not (each.is_constant and each.value))

    def _write_groups(self, lines: Lines, route: _Route, ways: _Ways) -> None:
        """Write how many pieces of a square go together: one, or any of one's own, and of partners."""
        together = route.way.step.together
        follows = ways.end and not ways.own_goes_round  # a piece of one's own goes on, and a partner's goes round
        if together is None:
            self._write_alone(lines, route)
            return
        with lines.block("if not step or mates[road[step]] == 1:"):
            if not follows:
                self._write_alone(lines, route)
        with lines.block("else:"), lines.block("for count in range(1, own + 1):"):
            if not follows:
                option = f"({ways.number}, throw, step, count, to, 0, 0, 0, 0)"
                self._write_option(lines, route, "count", option)
            if together == "team":
                self._write_partners(lines, route, ways, bool(follows))

    def _write_alone(self, lines: Lines, route: _Route) -> None:
        """Write the way of a single piece; where it meets no enemy, which is usual, most conditions hold anyway."""
        test = self._make_test(route, moving=1)
        if route.uses("enemies"):
            free = self._make_test(route, moving=1, enemies=0)
            test = f"({free or 'True'}) if not enemies else ({test})" if free else f"not enemies or ({test})"
        with lines.block(f"if {test or 'True'}:"):
            lines.add("found.append(option)")

    def _write_option(self, lines: Lines, route: _Route, moving: str, option: str) -> None:
        if route.uses("moving"):
            lines.add(f"moving = {moving}")
        with lines.block(f"if {self._make_test(route) or 'True'}:"):
            lines.add(f"found.append({option})")

    def _write_partners(self, lines: Lines, route: _Route, ways: _Ways, goes_round: bool) -> None:
        """Write how partners' pieces on the square come along, if their own route leads to the same one."""
        field, players = route.field, self.names.players
        n, last = field.number, field.last
        for seat in range(1, players // field.teams):
            lines.add(f"mate = (p + {seat * field.teams}) % {players}")
            with lines.block(f"for mstep in {field.steps_at}[mate][road[step]]:"):
                lines.add(f"some, mto = s.spots{n}[mate].get(mstep, 0), mstep + throw{ways.back(goes_round)}")
                meets = f"some and mto < {last} and to < {last} and {field.road}[mate][mto] == cell"
                test = f"if {ways.test('mstep', goes_round)}{meets}:"
                with lines.block(test), lines.block("for along in range(1, some + 1):"):
                    option = f"({ways.number}, throw, step, count, to, mate, mstep, along, mto)"
                    self._write_option(lines, route, "count + along", option)

    # what is known before any game

    def _note_facts(self, route: _Route) -> None:
        """Note where pieces of a player may be captured by how many stand there, and squares that lead nowhere."""
        field, step = route.field, route.way.step
        codes = list(route.conditions)
        if isinstance(step.capture, str):
            codes.append(self.sentences.translate(step.capture, route.scope, route.way.place("capture")))
        met = "to", "cell", "moving", "friends", "enemies"
        tests = [self._make_function(each, *met) for each in codes if each.uses <= {*met}]
        most = sum(field.counts) + 1
        danger: list[list[tuple[bool, ...]]] = []
        for seat, road in enumerate(field.roads):
            others = [other for other in range(len(field.roads)) if other % field.teams != seat % field.teams]
            danger.append([])
            for cell in road:
                comes = {to for other in others for to in range(1, field.last) if field.roads[other][to] == cell}
                taken = [
                    any(all(test(to, cell, 1, 0, count) for test in tests) for to in comes) for count in range(1, most)
                ]
                danger[-1].append((False, *(bool(step.capture) and each for each in taken)))
        field.danger = tuple(map(tuple, danger))
        self._note_dead_ends(route)

    def _note_dead_ends(self, route: _Route) -> None:
        """Note the squares that a piece comes to and from which, alone on the board, it never comes to the last one."""
        field, step = route.field, route.way.step
        dice = self.names.dice.get(str(step.by))
        if dice is None or not step.exact or step.follow is not None:
            return
        alone = {"moving": 1, "friends": 0, "enemies": 0}
        known = [
            self._make_function(each, *_FIXED, "road", *alone)
            for each in route.conditions
            if each.uses <= _FIXED | alone.keys()
        ]
        dead: set[int] = set()
        for road in field.roads:
            leads: dict[int, set[int]] = {}
            for at, throw in product(range(field.last), {*dice.faces}):
                to = at + throw
                given = {"throw": throw, "step": at, "to": to, "road": road, **alone}
                if throw > 0 and to <= field.last and all(test(**given, cell=road[to]) for test in known):
                    leads.setdefault(at, set()).add(to)
            comes, home = {0}, {field.last}
            for at in range(field.last):
                comes |= leads.get(at, set()) if at in comes else set()
            for at in reversed(range(field.last)):
                home |= {at} if leads.get(at, set()) & home else set()
            dead |= comes - home
        self.program.facts["squares without a way home"] = sorted(dead)

    def _make_function(self, code: Code, *variables: str) -> Any:
        return self.program.constants.evaluate(f"lambda {', '.join(variables)}: {code.text}")

    # what happens

    def _write_step_along(self, route: _Route, throws: str) -> Lines:
        way, field = route.way, route.field
        n, last, teams = field.number, field.last, field.teams
        done = Lines(way.place("move"))
        done.add("_, throw, step, moving, to, mate, mstep, along, mto = a")
        if throws:
            done.add(f"s.{throws}.remove(throw)")
        done.add(f"spots, road, on, everybody = s.spots{n}[p], {field.road}[p], s.on{n}[p % {teams}], s.all{n}")
        self._write_leaving(done, "spots", "step", "moving")
        with done.block("if step:"):
            done.add("came = road[step]", "on[came] -= moving", "everybody[came] -= moving")
        done.add("s.captured = 0", "cell = road[to]")
        with done.block(f"if to == {last}:"):
            done.add(f"s.home{n}[p] += moving")
        with done.block("else:"):
            if way.step.capture:
                self._write_capture(done, route)
            done.add("spots[to] = spots.get(to, 0) + moving")
            if way.step.together == "team":
                with done.block("if along:"):
                    done.add(f"others = s.spots{n}[mate]")
                    self._write_leaving(done, "others", "mstep", "along")
                    done.add("others[mto] = others.get(mto, 0) + along", "came = road[step]")
                    done.add("on[came] -= along", "everybody[came] -= along", "moving += along")
            done.add("on[cell] += moving", "everybody[cell] += moving")
        named = {*_WORD.findall(f"{way.step.do} {[*way.step.always.values()]}")}
        if "friends" in named:
            done.add(f"friends = on[cell] if to < {last} else 0")
        if "enemies" in named:
            done.add(f"enemies = everybody[cell] - on[cell] if to < {last} else 0")
        return done

    def _write_leaving(self, done: Lines, spots: str, step: str, count: str) -> None:
        done.add(f"rest = {spots}[{step}] - {count}")
        with done.block("if rest:"):
            done.add(f"{spots}[{step}] = rest")
        with done.block("else:"):
            done.add(f"del {spots}[{step}]")

    def _write_capture(self, done: Lines, route: _Route) -> None:
        """Write how the pieces of other teams on the square go back to the beginning of their routes."""
        way, field = route.way, route.field
        n, players, teams = field.number, self.names.players, field.teams
        test = ""
        if isinstance(way.step.capture, str):
            done.add("enemies, friends = everybody[cell] - on[cell], on[cell]")
            test = f" and ({self.sentences.translate(way.step.capture, route.scope, way.place('capture')).text})"
        with done.block(f"if everybody[cell] > on[cell]{test}:"):
            done.add("s.captured = everybody[cell] - on[cell]", f"s.stat[{self.program.count('captures')}] += 1")
            foes = f"for q in [q for q in range({players}) if q % {teams} != p % {teams}]:"
            with done.block(foes), done.block(f"for back in {field.steps_at}[q][cell]:"):
                done.add(f"gone = s.spots{n}[q].pop(back, 0)")
                with done.block("if gone:"):
                    done.add(f"s.spots{n}[q][0] = s.spots{n}[q].get(0, 0) + gone")
            with done.block(f"for team in range({teams}):"), done.block(f"if team != p % {teams}:"):
                done.add(f"everybody[cell] -= s.on{n}[team][cell]", f"s.on{n}[team][cell] = 0")
