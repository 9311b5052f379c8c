"""Compile `play.yaml` for one number of players: turn, ends, score and checks become one program."""

from collections.abc import Sequence
from typing import Any

from generator.language.expressions import spell_briefly
from generator.language.suggestions import did_you_mean
from generator.model.finding import DataError, refuse
from generator.model.play_rules import EndData, PlayRules, RuleStep
from generator.play.material import Material
from generator.play.rules.data_names import GameNames, iterate_steps
from generator.play.rules.expressions import Code
from generator.play.rules.names import RuleNames
from generator.play.rules.program import PlayedDeck, PlayedField, RuleProgram
from generator.play.rules.sentences import SentenceWriter, split_sentences
from generator.play.rules.steps import StepWriter
from generator.play.rules.writer import Lines, ProgramTooLongError, ProgramWriter

_WINS = ("player", "team", "nobody", "most", "least")


def compile_rules(rules: PlayRules, material: Material, players: int) -> RuleProgram:
    """Return the program for a number of players; DataError at the place of what is wrong."""
    try:
        return _Compiler(rules, material, players).compile()
    except (ProgramTooLongError, RecursionError, MemoryError):
        raise refuse("GF006", rules.place(), "the rules are too long to be played; use fewer steps") from None


class _Compiler:
    """Writes all parts of a program."""

    def __init__(self, rules: PlayRules, material: Material, players: int) -> None:
        self.rules, self.players = rules, players
        self.program = ProgramWriter()
        self.data = GameNames(rules, material, players)
        self.names = RuleNames(self.data, self.program)
        self.sentences = SentenceWriter(self.names)
        self.steps = StepWriter(self.names, self.sentences)

    def compile(self) -> RuleProgram:
        """Write everything, and return it as a program."""
        runs_out = {name: self.program.count(f"deck of {name} runs out") for name in self.rules.data.market}
        self._check_market()
        for number, end in enumerate(self.rules.data.end):
            with self.program.collect():
                self._write_winners(number, end)
        self.steps.ends = self._write_ends("choice")
        first = self.steps.write_steps(self.rules.data.turn, ("turn",), 0)
        with self.program.collect():
            self._write_turn_end(first)
        for write in (self._write_start, self._write_values, self._write_held):
            with self.program.collect():
                write()
        if self.program.findings:
            raise DataError(sorted(dict.fromkeys(self.program.findings), key=lambda finding: finding.place))
        return RuleProgram(
            players=self.players,
            source=self.program.source,
            constants=self.program.constants.values,
            places=self.program.places,
            place=self.rules.place("turn"),
            seats=self.data.seats,
            own=[value for _, value in self.names.own],
            own_names=[name for name, _ in self.names.own],
            shared=[value for _, value in self.names.shared],
            supplies={name: int(target.supply[4:-1]) for name, target in self.names.targets.items() if target.supply},
            counters=self.program.counters,
            measures=list(self.rules.data.measures),
            loops=self.program.loops,
            first=first,
            labels=self.program.labels,
            slots=list(self.program.attributes),
            decisions=self.program.decisions,
            words=self.program.actions,
            decks=self._list_decks(runs_out),
            market_sizes=[self.rules.data.market.get(name, 0) for name in self.data.decks],
            graphs=[
                PlayedField(field.number, tuple(field.cells), tuple((p.part, p.design) for p in field.pieces))
                for field in self.names.graphs.values()
            ],
            routes=[
                PlayedField(
                    field.number,
                    tuple(field.cells),
                    roads=tuple(map(tuple, field.roads)),
                    designs=tuple((own[0].part, own[0].design) for own in field.pieces),
                    counts=tuple(field.counts),
                )
                for field in self.names.routes.values()
            ],
            has_score=self.rules.data.score is not None,
            facts=self.program.facts,
            left_out=self._list_left_out(),
            goods={name: (good.part, good.design) for name, good in self.names.goods.items()},
        )

    def _list_left_out(self) -> dict[str, frozenset[int]]:
        """Return by policies the kinds of actions that they never choose."""
        names = {words[1] for words in self.program.actions}
        found = {}
        for policy, given in self.rules.data.policies.items():
            for number, name in enumerate(given.without):
                if name not in names:
                    place = self.rules.place("policies", policy, "without", number)
                    raise refuse("GF008", place, f"no choice is called {name!r}{did_you_mean(name, names)}")
            found[policy] = frozenset(n for n, words in enumerate(self.program.actions) if words[1] in given.without)
        return found

    def _check_market(self) -> None:
        for name in self.rules.data.market:
            self.data.find_deck(name, self.rules.place("market", name))

    def _list_decks(self, runs_out: dict[str, int]) -> list[PlayedDeck]:
        picked = {step.pick for step, _ in iterate_steps(self.rules.data.turn, ("turn",)) if isinstance(step, RuleStep)}
        return [
            PlayedDeck(
                deck.name,
                tuple(deck.pile),
                tuple(range(len(deck.rows))),
                titles=tuple(
                    str(row.get("name") or row.get("title") or design)
                    for row, design in zip(deck.rows, deck.designs, strict=True)
                ),
                designs=tuple(deck.designs),
                dealt=deck.dealt,
                runs_out=runs_out.get(deck.name, -1),
                is_picked=deck.name in picked,
            )
            for deck in self.data.decks.values()
        ]

    def _write_ends(self, after: str) -> Lines:
        """Return the lines that look whether the game ends after a choice or a turn."""
        lines = Lines(self.rules.place("end"))
        for number, end in enumerate(self.rules.data.end):
            if end.after == after:
                with lines.at(self.rules.place("end", number, "when")), self.program.collect():
                    test = self.sentences.translate(end.when, self.names.scope, lines.place)
                    with lines.block(f"if {test.text}:"):
                        lines.add(f"return w{number}(s)")
        return lines

    def _write_winners(self, number: int, end: EndData) -> None:
        """Write the function that ends the game and says who has won."""
        place = self.rules.place("end", number, "wins")
        lines = Lines(place)
        name = end.name or spell_briefly(str(end.when), 40).strip("'\"")
        lines.add(f"s.ending = {name!r}")
        word, _, rest = end.wins.strip().partition(" ")
        teams = self.rules.data.teams or self.players
        if word in ("player", "team", "nobody") and not rest:
            team = f"tuple([q for q in range({self.players}) if q % {teams} == s.player % {teams}])"
            lines.add(f"s.winners = {'()' if word == 'nobody' else team}")
        elif word in ("most", "least") and rest:
            made = [self.sentences.translate(each, self.names.scope, place).text for each in split_sentences(rest)]
            lines.add(f"values = [({', '.join(made)},) for p in range({self.players}) for mine in (s.own[p],)]")
            lines.add(f"best = {'max' if word == 'most' else 'min'}(values)")
            lines.add("s.winners = tuple([q for q, value in enumerate(values) if value == best])")
        else:
            says = (
                f"{spell_briefly(end.wins)} does not say who wins: player, team, nobody, or most or least and a number"
            )
            raise refuse("GF006", place, f"{says}{did_you_mean(word, _WINS) if word not in _WINS else ''}")
        lines.add("return -2")
        self.program.define(f"w{number}", "s", lines)

    def _write_turn_end(self, first: int) -> None:
        """Write block 0, which ends a turn and begins the next, and the action of a turn without any choice."""
        n, place = self.players, self.rules.place("turn")
        rest = Lines(place)
        rest.add("s.made = 1", "return 0")
        self.program.define("rest", "s, a", rest, heads=False)
        lines = Lines(place)
        with lines.block("if not s.made:"):
            lines.add("s.legal = [(-1,)]", "s.passing = None", "s.at = 0", "return -1")
        if self.names.is_named("idle"):
            lines.add("s.idle = 0 if s.acted else s.idle + 1")
        lines.add("s.made = s.acted = s.done = 0")
        lines.lines += self._write_ends("choice").lines
        lines.lines += self._write_ends("turn").lines
        flags = self._write_round_flags(lines)
        skip = ""
        if self.rules.data.skip is not None:
            skip = self.sentences.translate(self.rules.data.skip, self.names.scope, self.rules.place("skip")).text
        if "extra turns" in self.program.counters:
            self._write_extra_turns(lines, first, skip)
        lines.add("before = p", f"p = (p + 1) % {n}")
        if skip:
            with lines.block(f"for _ in range({n}):"):
                lines.add("mine = s.own[p]")
                with lines.block(f"if not {skip}:"):
                    lines.add("break")
                lines.add(f"p = (p + 1) % {n}")
        if flags or self.names.is_named("round"):
            with lines.block(f"if (p - s.first) % {n} <= (before - s.first) % {n}:"):
                lines.add("s.round += 1")
                for number, flag in flags:
                    with lines.block(f"if s.loops[{flag}]:"):
                        lines.add(f"return w{number}(s)")
        lines.add("s.turns += 1", "s.player = p", f"return {first}")
        self.program.define("b0", "s", lines)

    def _write_extra_turns(self, lines: Lines, first: int, skip: str) -> None:
        """Write that a player has a further turn, unless players like that have no turns any more."""
        with lines.block("if s.again:"):
            with lines.block(f"if not {skip}:" if skip else "if True:"):
                lines.add("s.again -= 1", f"s.stat[{self.program.count('extra turns')}] += 1")
                lines.add("s.turns += 1", f"return {first}")
            if skip:
                lines.add(f"s.stat[{self.program.count('extra turns lost')}] += s.again", "s.again = 0")

    def _write_round_flags(self, lines: Lines) -> list[tuple[int, int]]:
        """Write what notes that the game ends with the round; return the numbers of the ends and of their notes."""
        flags = []
        for number, end in enumerate(self.rules.data.end):
            if end.after == "round":
                flags.append((number, self.program.loops))
                with lines.at(self.rules.place("end", number, "when")):
                    test = self.sentences.translate(end.when, self.names.scope, lines.place)
                    with lines.block(f"if {test.text}:"):
                        lines.add(f"s.loops[{self.program.loops}] = 1")
                self.program.loops += 1
        return flags

    def _write_start(self) -> None:
        """Write what is done for each player before the first turn."""
        place = self.rules.place("start")
        lines = Lines(place)
        with lines.block(f"for p in range({self.players}):"):
            lines.add("mine, tab = s.own[p], s.tab")
            for step, path in iterate_steps(self.rules.data.start, ("start",)):
                if not isinstance(step, str):
                    raise refuse(
                        "GF006", self.rules.place(*path), "before the first turn nothing is chosen; write a sentence"
                    )
                with self.program.collect():
                    self.sentences.write(lines, step, self.names.scope, self.rules.place(*path))
        self.program.define("start", "s", lines, heads=False)

    def _write_values(self) -> None:
        """Write score, measures and checks."""
        data, scope = self.rules.data, self.names.scope
        lines = Lines(self.rules.place("score"))
        lines.add("mine, tab = s.own[p], s.tab")
        value = "0" if data.score is None else self.sentences.translate(data.score, scope, lines.place).text
        lines.add(f"return {value}")
        self.program.define("score", "s, p", lines, heads=False)
        measured = Lines(self.rules.place("measures"))
        texts = []
        for name, each in data.measures.items():
            texts.append(self.sentences.translate(each, scope, self.rules.place("measures", name)).text)
        measured.add(f"return ({''.join(f'{text}, ' for text in texts)})")
        self.program.define("measure", "s", measured)
        self._write_policies(value)
        self._write_checks()

    def _write_policies(self, score: str) -> None:
        """Write what a position is worth by each policy to the player `p`."""
        scope = self.names.scope
        if "score" not in scope.names:
            scope = scope.extend({"score": Code(score, "number", frozenset({"p", "mine", "s"}))})
        for number, (name, given) in enumerate(self.rules.data.policies.items()):
            place = self.rules.place("policies", name, "worth")
            if given.worth is None:
                continue
            if name == "random":
                raise refuse("GF006", place, "random chooses anything, so nothing has a worth to it")
            lines = Lines(place)
            lines.add(
                "mine, tab = s.own[p], s.tab", f"return {self.sentences.translate(given.worth, scope, place).text}"
            )
            self.program.define(f"worth{number}", "s, p", lines, heads=False)

    def _write_checks(self) -> None:
        """Write the checks of what must never happen: the own ones, and that nothing comes or goes."""
        lines = Lines(self.rules.place("always"))
        for name, target in self.names.targets.items():
            if target.supply:
                at, good = target.number, self.names.goods[name]
                with lines.block(
                    f"if {target.supply} < 0 or {target.supply} + sum([own[{at}] for own in s.own]) != {good.copies}:"
                ):
                    lines.add(f"return {f'{name} has come or gone'!r}")
        for name, test in self.rules.data.always.items():
            place = self.rules.place("always", name)
            with lines.at(place):
                made = self.sentences.translate(test, self.names.scope, place)
                with lines.block(f"if not {made.text}:"):
                    lines.add(f"raise Fault({f'this must always be, and is not: {name}'!r})")
        lines.add("return None")
        self.program.define("check", "s", lines)

    def _write_held(self) -> None:
        """Write how positions begin, and how they are copied."""
        held: Sequence[Any] = list(self.program.attributes.values())
        prepare, copy = Lines(self.rules.place()), Lines(self.rules.place())
        prepare.add(*(f"s.{each.name} = {each.initial}" for each in held))
        copy.add(*(f"s.{each.name} = {each.copied}" for each in held))
        self.program.define("prepare", "s", prepare, heads=False)
        self.program.define("copy", "s, o", copy, heads=False)
