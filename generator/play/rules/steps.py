"""Write the steps of a turn as blocks of code: each ends with the number of the next, or waits for a decision."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from generator.model.finding import Place, refuse
from generator.model.play_rules import RuleStep
from generator.play.rules.expressions import RuleScope
from generator.play.rules.fields import read_columns
from generator.play.rules.moves import MoveWriter
from generator.play.rules.names import RuleNames
from generator.play.rules.position import MOST_CHOICES
from generator.play.rules.routes import PieceWay
from generator.play.rules.sentences import RowInHand, SentenceWriter
from generator.play.rules.writer import Lines

Path = tuple[str | int, ...]
_KINDS = ("choose", "pick", "place", "move")
_KEYS = {  # that each kind of step has, beside those of all
    "choose": (),
    "pick": ("from_", "to", "pay", "always"),
    "place": ("pay", "board", "always"),
    "move": (
        "along",
        "by",
        "exact",
        "follow",
        "together",
        "loop",
        "over",
        "enter",
        "capture",
        "pay",
        "board",
        "always",
    ),
    "": ("pay",),
}
_COMMON = ("do", "if_", "times", "may")
_DEFAULTS = RuleStep()
_NO_STEP = "choose, pick, place, move or do"


class Choice(NamedTuple):
    """One kind of choice at a decision: its step, where it stands, what it is called, and the block that follows."""

    step: RuleStep
    path: Path
    name: str
    follow: int
    loop: int  # counts how often the step is done; -1 if it is done once, -2 if any number of times
    again: int  # the block that offers the choice once more


class StepWriter:
    """Writes steps and what they lead to."""

    def __init__(self, names: RuleNames, sentences: SentenceWriter) -> None:
        self.names, self.program, self.sentences = names, names.program, sentences
        self.rules = names.rules
        self.moves = MoveWriter(names, sentences)
        self.ends: Lines | None = None  # what is looked at after each choice
        self._repeated: Lines | None = None  # what the last choice does, if it is offered any number of times
        self._stops = "end turn" in " ".join(names.text.split())

    def place(self, path: Path, *keys: str) -> Place:
        """Return the place of a key of a step."""
        return self.rules.place(*path, *(key.rstrip("_") for key in keys))

    def write_steps(self, steps: Any, path: Path, follow: int) -> int:
        """Write some steps; return the number of the block that begins them."""
        listed = [(steps, path)] if not isinstance(steps, list) else [(s, (*path, n)) for n, s in enumerate(steps)]
        while listed:
            tail: list[tuple[str, Path]] = []
            while listed and isinstance(listed[-1][0], str):
                tail.insert(0, listed.pop())
            if tail:
                follow = self._write_sentences(tail, follow)
            if listed:
                step, at = listed.pop()
                follow = self._write_step(step, at, follow)
        return follow

    def _write_sentences(self, sentences: Sequence[tuple[str, Path]], follow: int) -> int:
        label = self.program.label()
        lines = Lines(self.place(sentences[0][1]))
        for text, path in sentences:
            with self.program.collect():
                self.sentences.write(lines, text, self.names.scope, self.place(path))
            self._write_stop(lines)
        lines.add(self.program.go_on(follow))
        self.program.define(f"b{label}", "s", lines)
        self.program.called.add(label)
        return label

    def _write_stop(self, lines: Lines) -> None:
        if self._stops:
            with lines.block("if s.stop:"):
                lines.add("s.stop = 0", "return 0")

    def _check_keys(self, step: RuleStep, path: Path) -> str:
        """Return what kind of step it is; GF006 for keys that do not go together."""
        kinds = [kind for kind in _KINDS if getattr(step, kind) is not None]
        if len(kinds) > 1:
            raise refuse(
                "GF006", self.place(path, kinds[1]), f"a step is one of {_NO_STEP}; make {kinds[1]} a step of its own"
            )
        kind = kinds[0] if kinds else ""
        if not kind and step.do is None and step.pay is None:
            raise refuse("GF005", self.place(path), f"this step does nothing; give it {_NO_STEP}")
        allowed = {*_COMMON, *_KEYS[kind], kind}
        for key in RuleStep.__struct_fields__:
            if key not in allowed and getattr(step, key) != getattr(_DEFAULTS, key):
                says = f"{key.rstrip('_')!r} does not go with {kind or 'do'!r}"
                raise refuse("GF006", self.place(path, key), says)
        return kind

    def _write_step(self, step: RuleStep, path: Path, follow: int) -> int:
        """Write a step as a decision, or as sentences that are simply done."""
        kind = self._check_keys(step, path)
        if not kind and step.may is None and step.pay is None and step.times == 1:
            inner = self.write_steps(step.do, (*path, "do"), follow)
            return self._write_condition(step, path, inner, follow)
        return self._write_decision(step, path, follow)

    def _write_condition(self, step: RuleStep, path: Path, inner: int, follow: int) -> int:
        if step.if_ == "":
            return inner
        label, lines = self.program.label(), Lines(self.place(path, "if"))
        test = self.sentences.translate(step.if_, self.names.scope, lines.place)
        lines.add(f"return {inner} if {test.text} else {follow}")
        self.program.define(f"b{label}", "s", lines)
        return label

    def _write_decision(self, step: RuleStep, path: Path, follow: int) -> int:
        """Write a decision: a block that lists what can be done, and a function for each kind of choice."""
        label, first, loop = self.program.label(), 0, -1
        if isinstance(step.times, int) and step.times < 1:
            raise refuse("GF006", self.place(path, "times"), "times must be 1 or more, or any")
        if step.times == "any":
            loop = -2
        elif step.times != 1:
            loop = self.program.loops
            self.program.loops += 1
            first = self.program.label()
        lines, self._repeated = Lines(self.place(path)), None
        lines.add("found = []")
        for choice in self._list_choices(step, path, follow, loop, label):
            with self.program.collect():
                self._write_choice(lines, choice)
        if step.choose is None and self._repeated is not None:
            self._write_at_random(label, lines, self._repeated, follow)
        passing = self._write_passing(step, follow)
        with lines.block("if found:"):
            lines.add("s.legal = found", f"s.passing = {passing}", f"s.at = {label}", "return -1")
        lines.add(f"return {follow}")
        self.program.define(f"b{label}", "s", lines)
        self.program.decisions[label] = self.place(path)
        begin = label
        if first:
            begin, counts = first, Lines(self.place(path, "times"))
            counts.add(f"s.loops[{loop}] = {step.times}", f"return {label}")
            self.program.define(f"b{first}", "s", counts)
        return self._write_condition(step, path, begin, follow) if step.choose is not None else begin

    def _write_at_random(self, label: int, listing: Lines, done: Lines, follow: int) -> None:
        """Write a decision that is taken any number of times as a block that takes it at random while it can."""
        lines = Lines(listing.place)
        with lines.block(f"for _ in range({MOST_CHOICES}):"):
            lines.nest(listing)
            with lines.block("if not found:"):
                lines.add(self.program.go_on(follow))
            lines.add("a = found[0] if len(found) == 1 else found[trunc(s.random() * len(found))]")
            lines.nest(done)
        lines.add(f"return b{label}(s)")
        self.program.define(f"r{label}", "s", lines)

    def _list_choices(self, step: RuleStep, path: Path, follow: int, loop: int, again: int) -> list[Choice]:
        if step.choose is None:
            return [Choice(step, path, "", follow=follow, loop=loop, again=again)]
        found = []
        for name, option in step.choose.items():
            at = (*path, "choose", name)
            each = option if isinstance(option, RuleStep) else RuleStep(do=option)
            self._check_keys(each, at)
            if isinstance(option, RuleStep) and (each.choose is not None or each.times != 1 or each.may is not None):
                key = "choose" if each.choose is not None else "times" if each.times != 1 else "may"
                says = f"{key!r} cannot stand in an option of a choice; put the step under `do`, as a list"
                raise refuse("GF006", self.place(at, key), says)
            found.append(Choice(each, at, name, follow=follow, loop=loop, again=again))
        return found

    def _write_passing(self, step: RuleStep, follow: int) -> str:
        if step.may is None:
            return "None"
        number = self._add_action(("do", step.may))
        lines = Lines(Place(""))
        lines.add("s.made = 1", f"return {follow}")
        self.program.define(f"g{number}", "s, a", lines, heads=False)
        return f"({number},)"

    def _add_action(self, words: tuple[Any, ...]) -> int:
        self.program.actions.append(words)
        return len(self.program.actions) - 1

    def _write_choice(self, lines: Lines, choice: Choice) -> None:
        """Write what lists a choice, and the function that does it."""
        step = choice.step
        with lines.block("if not s.lean:" if self.names.is_left_out(choice.name) else "if True:"):
            if step.pick is not None:
                self._write_pick(lines, choice)
            elif step.place is not None or step.move is not None:
                self._write_way(lines, choice)
            else:
                self._write_doing(lines, choice)

    def _write_doing(self, lines: Lines, choice: Choice) -> None:
        number = self._add_action(("do", choice.name or "go on"))
        tests, paid = self._list_tests(choice, self.names.scope, None)
        action = self.program.constants.add((number,))
        with lines.at(self.place(choice.path, "if")):
            if tests:
                with lines.block(f"if {' and '.join(tests)}:"):
                    lines.add(f"found.append({action})")
            else:
                lines.add(f"found.append({action})")
        self._write_action(choice, number, Lines(self.place(choice.path)), scope=self.names.scope, row=None, paid=paid)

    def _list_tests(self, choice: Choice, scope: RuleScope, row: RowInHand | None) -> tuple[list[str], str]:
        """Return the conditions under which a choice is offered, and the line of code that pays its price."""
        step, tests, paid = choice.step, [], ""
        if step.if_ != "":
            tests.append(self.sentences.translate(step.if_, scope, self.place(choice.path, "if")).text)
        if step.pay is not None:
            need, paid = self.sentences.write_price(step.pay, scope, self.place(choice.path, "pay"), row)
            tests += [need] * (need != "True")
        for text, path in self._list_first(step, choice.path):
            need = self.sentences.list_payments(text, scope, self.place(path), row).need
            tests += [need] * (need != "True")
        return tests, paid

    def _list_first(self, step: RuleStep, path: Path) -> list[tuple[str, Path]]:
        """Return the sentences that a choice begins with, up to the first further step."""
        if isinstance(step.do, str):
            return [(step.do, (*path, "do"))]
        found = []
        for number, each in enumerate(step.do or ()):
            if not isinstance(each, str):
                break
            found.append((each, (*path, "do", number)))
        return found

    def _write_action(
        self, choice: Choice, number: int, lines: Lines, scope: RuleScope, row: RowInHand | None, paid: str
    ) -> None:
        """Write the function of an action: its price, what it does, and where play goes on."""
        head = Lines(lines.place)
        head.add("s.made = s.acted = 1" if self.names.is_named("idle") else "s.made = 1")
        if choice.name:
            head.add(f"s.stat[{self.program.count(f'{choice.name} chosen')}] += 1")
        if paid:
            with head.at(self.place(choice.path, "pay")):
                head.add(paid)
        head.lines += lines.lines
        sentences = self._list_first(choice.step, choice.path)
        for text, path in sentences:
            self.sentences.write(head, text, scope, self.place(path), row)
            self._write_stop(head)
        self._write_always(head, choice, scope)
        follow = choice.follow
        rest = choice.step.do[len(sentences) :] if isinstance(choice.step.do, list) else []
        target = self._find_next(choice)
        if rest:
            if choice.loop >= 0:
                label, loop = self.program.label(), Lines(lines.place)
                loop.add(*target)
                self.program.define(f"b{label}", "s", loop)
                follow = label
            else:
                follow = choice.again if choice.loop == -2 else choice.follow
            padded: list[Any] = [*([None] * len(sentences)), *rest]
            target = [f"return {self._write_rest(padded, (*choice.path, 'do'), len(sentences), follow)}"]
        if self.ends is not None:
            head.lines += self.ends.lines
        if choice.loop == -2 and not rest:
            self._repeated = Lines(head.place)
            self._repeated.lines += head.lines
        head.add(*target)
        self.program.define(f"g{number}", "s, a", head)

    def _write_rest(self, steps: list[Any], path: Path, start: int, follow: int) -> int:
        """Write the steps of a list from an index on; return the block that begins them."""
        for number in range(len(steps) - 1, start - 1, -1):
            follow = (
                self.write_steps(steps[number], (*path, number), follow)
                if isinstance(steps[number], str)
                else (self._write_step(steps[number], (*path, number), follow))
            )
        return follow

    def _write_always(self, lines: Lines, choice: Choice, scope: RuleScope) -> None:
        """Write what must be true after a choice."""
        for name, test in choice.step.always.items():
            place = self.place(choice.path, "always", name)
            made = self.sentences.translate(test, scope, place)
            with lines.at(place), lines.block(f"if not {made.text}:"):
                lines.add(f"raise Fault({f'this must always be, and is not: {name}'!r})")

    def _find_next(self, choice: Choice) -> list[str]:
        """Return the lines that lead on: to the choice once more, or to what follows."""
        if choice.loop == -1:
            return [self.program.go_on(choice.follow)]
        if choice.loop == -2:
            return [self.program.go_on(choice.again)]
        code = f"s.loops[{choice.loop}]"
        return [f"{code} -= 1", f"return {choice.again} if {code} > 0 else {choice.follow}"]

    def _write_pick(self, lines: Lines, choice: Choice) -> None:
        step = choice.step
        place = self.place(choice.path, "pick")
        deck = self.names.data.find_deck(str(step.pick), place)
        has_market = deck.name in self.rules.data.market
        source = step.from_ or ("market" if has_market else "hand")
        goal = step.to or ("kept" if source == "market" else "discards")
        if source == "market" and not has_market:
            says = f"{deck.name} has no market; say how many lie face up with `market: {{{deck.name}: 3}}`"
            raise refuse("GF005", self.place(choice.path, "from"), says)
        if source == "hand" and not deck.dealt and not self.names.is_drawn(deck.name):
            says = f"nobody ever has a {deck.name} in hand; draw some, or lay some out"
            raise refuse("GF005", place, f"{says} with `market: {{{deck.name}: 3}}`")
        scope = self.names.scope.extend({}, {deck.name: read_columns(self.program, deck.rows, "row")})
        row = RowInHand(deck)
        number = self._add_action(("pick", choice.name, deck.name))
        tests, paid = self._list_tests(choice, scope, row)
        heap = {"market": f"s.markets[{deck.number}]", "hand": f"s.hands[{deck.number}][p]",
                "kept": f"s.kept[{deck.number}][p]", "discards": f"s.discards[{deck.number}]"}  # fmt: skip
        with lines.at(self.place(choice.path)), lines.block(f"for row in dict.fromkeys({heap[source]}):"):
            head = f"if {' and '.join(tests)}:" if tests else "if True:"
            with lines.block(head):
                lines.add(f"found.append(({number}, row))")
        done = Lines(place)
        done.add("row = a[1]", f"{heap[source]}.remove(row)")
        done.add(f"s.used[{deck.number}][row] += 1")
        if goal != "out":
            done.add(f"{heap[goal]}.append(row)")
        if source == "market":
            done.add(f"s.fill_market({deck.number})")
        self._write_action(choice, number, done, scope=scope, row=row, paid=f"row = a[1]; {paid}" if paid else "")

    def _write_way(self, lines: Lines, choice: Choice) -> None:
        step = choice.step
        number = self._add_action(())
        loops = {name: self._add_action(()) for name in step.loop}
        way = PieceWay(step, lambda *keys: self.place(choice.path, *keys), number, loops)
        if step.pay is not None and step.place is None and step.over is None:
            raise refuse(
                "GF006", self.place(choice.path, "pay"), "a move along a route has no price; write it under `do`"
            )
        with lines.at(self.place(choice.path)):
            done, scope, words = self.moves.write(lines, way)
        for name, each in {choice.name: number, **loops}.items():
            self.program.actions[each] = (*words[:1], name, *words[1:])
        paid = ""
        if step.place is not None and step.pay is not None:
            need, paid = self.sentences.write_price(step.pay, self.names.scope, self.place(choice.path, "pay"), None)
            with lines.block(f"if not ({need}):"):
                lines.add(f"found = [e for e in found if e[0] != {number}]")
        self._write_action(choice, number, done, scope=scope, row=None, paid=paid)
        for each in loops.values():
            self.program.assign(f"g{each}", f"g{number}")
