"""Write sentences such as `take 2 peat if die > 3` as code."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from generator.language.expressions import spell_briefly
from generator.language.suggestions import did_you_mean
from generator.model.finding import Place, refuse
from generator.play.rules.data_names import Deck
from generator.play.rules.expressions import Code, ExpressionTranslator, RuleScope
from generator.play.rules.names import RuleNames, Target
from generator.play.rules.writer import Lines

MOST_NUMBER = 10**9  # of a track: far more than any game counts to
VERBS = ("take", "pay", "give", "lose", "set", "roll", "draw", "discard", "place", "again", "end")
_COLUMN = re.compile(r"([a-z][a-z0-9_-]*)\.([A-Za-z_][\w-]*)")
_NUMBER = re.compile(r"(?:mine|tab)\[\d+\]")  # of a player or the table, which is bounded
_COUNT = re.compile(r"len\(s\.\w+\)")
_MOST_THROWS = 100  # of a turn in which one throws again
_MOST_TOGETHER = 1000  # dice of a roll, or rows of a draw


class RowInHand(NamedTuple):
    """A row that was picked, by the name of its deck; its number is the variable `row`."""

    deck: Deck


class Sentence(NamedTuple):
    """A sentence in its parts: for whom, what, how much, of what, to whom, and when."""

    text: str
    subject: str
    verb: str
    amount: str
    noun: str
    rest: str
    condition: str


def split_sentences(text: str) -> list[str]:
    """Return the sentences between commas, without those in brackets or quotes."""
    return [each.strip() for each in _split_outside(text, ",") if each.strip()]


def _split_outside(text: str, mark: str, most: int = -1) -> list[str]:
    parts: list[str] = []
    depth, quote, start = 0, "", 0
    for at, sign in enumerate(text):
        if quote or sign in "'\"":
            quote = "" if sign == quote else quote or sign
        depth += (sign in "([") - (sign in ")]")
        if not depth and not quote and text.startswith(mark, at) and at >= start and len(parts) != most:
            parts.append(text[start:at])
            start = at + len(mark)
    return [*parts, text[start:]]


def parse_sentence(text: str, place: Place) -> Sentence:
    """Return the parts of a sentence; GF006 if it does not begin with a verb."""
    head, *condition = _split_outside(text, " if ", 1)
    subject, words = "", head.strip()
    for name in ("everyone", "others"):
        if words.startswith(f"{name} "):
            subject, words = name, words.removeprefix(name).strip()
    verb, _, rest = words.partition(" ")
    if verb not in VERBS:
        raise refuse("GF006", place, f"{spell_briefly(text)} does not begin with a verb{did_you_mean(verb, VERBS)}")
    amount, noun = _split_amount(rest.strip())
    noun, _, goal = noun.partition(" ")
    return Sentence(
        text,
        subject,
        verb,
        amount=amount,
        noun=noun,
        rest=goal.strip(),
        condition=condition[0].strip() if condition else "",
    )


def _split_amount(text: str) -> tuple[str, str]:
    """Return the amount and what follows; the amount is empty if one word stands alone."""
    if text.startswith("("):
        depth = 0
        for at, sign in enumerate(text):
            depth += (sign == "(") - (sign == ")")
            if not depth:
                return text[: at + 1], text[at + 1 :].strip()
    first, _, rest = text.partition(" ")
    if not rest or rest.split()[0] in ("to", "on"):
        return "", text
    return first, rest.strip()


class Price(NamedTuple):
    """What must be paid: amounts of targets."""

    items: Sequence[tuple[Target, Code]]

    @property
    def need(self) -> str:
        """Return the condition under which it can be paid."""
        sums: dict[str, list[str]] = {}
        for target, amount in self.items:
            sums.setdefault(target.code, []).append(amount.text)
        return " and ".join(f"{code} >= {' + '.join(amounts)}" for code, amounts in sums.items()) or "True"


class SentenceWriter:
    """Writes sentences as lines of code, in which `p` is the player and `mine` the player's numbers."""

    def __init__(self, names: RuleNames) -> None:
        self.names, self.program = names, names.program
        self._effects: dict[tuple[str, str], str] = {}
        self._columns: dict[tuple[str, str, str], str] = {}

    def translate(self, text: str | int, scope: RuleScope, place: Place) -> Code:
        """Return the code of a number or condition."""
        return ExpressionTranslator(scope, self.program.constants).number(text, place)

    def list_conditions(self, text: str | int, scope: RuleScope, place: Place) -> list[Code]:
        """Return the conditions of a text that are joined by `and`, each for itself."""
        translator = ExpressionTranslator(scope, self.program.constants)
        if not isinstance(text, str):
            return [translator.number(text, place)]
        nodes, found = [translator.parse(text, place)] if text else [], []
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

    def write(self, lines: Lines, text: str, scope: RuleScope, place: Place, row: RowInHand | None = None) -> None:
        """Write all sentences of a text."""
        with lines.at(place):
            for each in split_sentences(text):
                if (column := self._find_column(each, row)) is not None:
                    self._write_effect(lines, column, scope, row, "do")
                    continue
                sentence = parse_sentence(each, place)
                if sentence.condition:
                    test = self.translate(sentence.condition, scope, place)
                    with lines.block(f"if {test.text}:"):
                        self._write_for_whom(lines, sentence, scope, place)
                else:
                    self._write_for_whom(lines, sentence, scope, place)

    def read_price(self, text: str, scope: RuleScope, place: Place) -> Price:
        """Return what a price such as `2 peat, 1 salt` asks for."""
        items = []
        for each in split_sentences(text):
            sentence = parse_sentence(each if each.startswith("pay ") else f"pay {each}", place)
            target = self.names.find_target(sentence.noun, place)
            items.append((target, self._translate_amount(sentence, scope, place)))
        return Price(items)

    def list_payments(self, text: str, scope: RuleScope, place: Place, row: RowInHand | None = None) -> Price:
        """Return what the sentences of a text pay without a condition."""
        parsed = [parse_sentence(each, place) for each in split_sentences(text) if not self._find_column(each, row)]
        paid = [each for each in parsed if each.verb in ("pay", "give") and not each.condition and not each.subject]
        found = [
            (self.names.find_target(each.noun, place), self._translate_amount(each, scope, place))
            for each in paid
            if each.amount != "all"
        ]
        return Price(found)

    def write_price(self, text: str, scope: RuleScope, place: Place, row: RowInHand | None) -> tuple[str, str]:
        """Return the condition under which a price can be paid, and the line of code that pays it."""
        column = self._find_column(text, row)
        if column is not None:
            lines = Lines(place)
            need = self._write_effect(lines, column, scope, row, "need")
            paid = self._write_effect(lines, column, scope, row, "pay")
            return f"({need}[row] is None or {need}[row](s, p, mine, tab, row))", (
                f"{paid}[row] is not None and {paid}[row](s, p, mine, tab, row)"
            )
        price = self.read_price(text, scope, place)
        name = self.program.fresh("pay")
        lines = Lines(place)
        self._write_payment(lines, price)
        self.program.define(name, "s, p, mine, tab, row", lines, heads=False)
        row_number = "row" if row is not None else "-1"
        return price.need, f"{name}(s, p, mine, tab, {row_number})"

    def _write_payment(self, lines: Lines, price: Price) -> None:
        for target, amount in price.items:
            self._write_pay(lines, target, amount.text)

    def _find_column(self, text: str, row: RowInHand | None) -> str | None:
        """Return the column that a sentence such as `contract.reward` names, if a row of that deck was picked."""
        found = _COLUMN.fullmatch(text.strip())
        return found[2] if found and row is not None and found[1] == row.deck.name else None

    def _write_effect(self, lines: Lines, column: str, scope: RuleScope, row: RowInHand | None, use: str) -> str:
        """Write what a column says of the picked row; return the name of the functions by rows."""
        assert row is not None
        deck = row.deck
        known = [key for each in deck.rows for key in each]
        if column not in known:
            says = f"the rows of {deck.name} have no column {column!r}{did_you_mean(column, known)}"
            raise refuse("GF008", lines.place, says)
        key = deck.name, column, use
        if key not in self._columns:
            made = [
                self._make_effect(str(each.get(column) or ""), deck, at, scope, use)
                for at, each in enumerate(deck.rows)
            ]
            self._columns[key] = self.program.fresh("by_row")
            self.program.assign(self._columns[key], f"({''.join(f'{name}, ' for name in made)})")
        name = self._columns[key]
        if use == "do":
            with lines.block(f"if {name}[row] is not None:"):
                lines.add(f"{name}[row](s, p, mine, tab, row)")
        return name

    def _make_effect(self, text: str, deck: Deck, at: int, scope: RuleScope, use: str) -> str:
        """Return the name of the function of an effect in a cell; None for an empty one."""
        place = self.names.place_cell(deck, at, text)
        if not text.strip():
            return "None"
        if (text, use) not in self._effects:
            lines = Lines(place)
            if use == "do":
                self.write(lines, text, scope, place)
            else:
                price = self.read_price(text, scope, place)
                lines.add(f"return {price.need}") if use == "need" else self._write_payment(lines, price)
            name = self._effects[text, use] = self.program.fresh("effect")
            self.program.define(name, "s, p, mine, tab, row", lines, heads=False)
        return self._effects[text, use]

    def _write_for_whom(self, lines: Lines, sentence: Sentence, scope: RuleScope, place: Place) -> None:
        if not sentence.subject:
            self._write_verb(lines, sentence, scope, place)
            return
        everyone = sentence.subject == "everyone"
        who, mine = self.program.fresh("p"), self.program.fresh("m")
        lines.add(f"{who} = p", f"{mine} = mine")
        with lines.block(f"for p in range({self.names.players}):"):
            if not everyone:
                with lines.block(f"if p == {who}:"):
                    lines.add("continue")
            lines.add("mine = s.own[p]")
            self._write_verb(lines, sentence, scope, place)
        lines.add(f"p = {who}", f"mine = {mine}")

    def _write_verb(self, lines: Lines, sentence: Sentence, scope: RuleScope, place: Place) -> None:
        getattr(self, f"_write_{sentence.verb}_sentence")(lines, sentence, scope, place)

    def _translate_amount(self, sentence: Sentence, scope: RuleScope, place: Place) -> Code:
        made = self.translate(sentence.amount or 1, scope, place)
        if made.is_constant and made.value < 0:
            raise refuse("GF006", place, f"{spell_briefly(sentence.text)}: the amount is below zero")
        return made

    def _read_amount(self, lines: Lines, sentence: Sentence, scope: RuleScope, place: Place) -> str:
        """Return the code of an amount that is not below zero."""
        made = self._translate_amount(sentence, scope, place)
        if made.is_constant or _COUNT.fullmatch(made.text):
            return made.text
        name = self.program.fresh("v")
        lines.add(f"{name} = {made.text}")
        with lines.block(f"if not 0 <= {name} <= {MOST_NUMBER}:"):
            lines.add(f"raise Fault({sentence.text!r} + ': the amount is ' + str({name}))")
        return name

    def _write_take_sentence(self, lines: Lines, sentence: Sentence, scope: RuleScope, place: Place) -> None:
        target, amount = self.names.find_target(sentence.noun, place), self._read_amount(lines, sentence, scope, place)
        self._forbid_rest(sentence, place)
        if target.supply:
            name = self.program.fresh("v")
            lines.add(f"{name} = {amount} if {target.supply} > {amount} else {target.supply}")
            lines.add(f"{target.supply} -= {name}", f"{target.code} += {name}")
            with lines.block(f"if not {target.supply}:"):
                lines.add(f"s.stat[{self.program.count(f'{target.name} runs out')}] = 1")
            return
        if target.most is not None:
            lines.add(f"{target.code} = min({target.code} + {amount}, {target.most})")
            return
        lines.add(f"{target.code} += {amount}")
        if amount.startswith("v"):  # what is added is not known, so it may double
            self._write_bound(lines, target)

    def _write_bound(self, lines: Lines, target: Target) -> None:
        with lines.block(f"if not {-MOST_NUMBER} <= {target.code} <= {MOST_NUMBER}:"):
            lines.add(f"raise Fault({f'{target.name} goes beyond {MOST_NUMBER:,}'!r})")

    def _write_pay(self, lines: Lines, target: Target, amount: str) -> None:
        with lines.block(f"if {target.code} < {amount}:"):
            says = f"{target.name} falls below zero: what must be paid is "
            lines.add(f"raise Fault({says!r} + str({amount}) + ', and there is ' + str({target.code}))")
        lines.add(f"{target.code} -= {amount}")
        if target.supply:
            lines.add(f"{target.supply} += {amount}")

    def _write_pay_sentence(self, lines: Lines, sentence: Sentence, scope: RuleScope, place: Place) -> None:
        target = self.names.find_target(sentence.noun, place)
        self._forbid_rest(sentence, place)
        amount = target.code if sentence.amount == "all" else self._read_amount(lines, sentence, scope, place)
        name = self.program.fresh("v")
        lines.add(f"{name} = {amount}")
        self._write_pay(lines, target, name)

    def _write_lose_sentence(self, lines: Lines, sentence: Sentence, scope: RuleScope, place: Place) -> None:
        target = self.names.find_target(sentence.noun, place)
        amount = target.code if sentence.amount == "all" else self._read_amount(lines, sentence, scope, place)
        name = self.program.fresh("v")
        lines.add(f"{name} = max(0, min({amount}, {target.code}))", f"{target.code} -= {name}")
        if target.supply:
            lines.add(f"{target.supply} += {name}")

    def _write_give_sentence(self, lines: Lines, sentence: Sentence, scope: RuleScope, place: Place) -> None:
        step = {"to left": 1, "to right": self.names.players - 1}.get(sentence.rest)
        target = self.names.find_target(sentence.noun, place)
        if step is None or not target.is_own:
            raise refuse("GF006", place, f"{spell_briefly(sentence.text)} must be as `give 1 peat to left`, or right")
        name = self.program.fresh("v")
        lines.add(f"{name} = {self._read_amount(lines, sentence, scope, place)}")
        self._write_pay(lines, target._replace(supply=""), name)
        lines.add(f"s.own[(p + {step}) % {self.names.players}][{target.number}] += {name}")

    def _write_set_sentence(self, lines: Lines, sentence: Sentence, scope: RuleScope, place: Place) -> None:
        target, word, value = self.names.find_target(sentence.noun, place), *_split_goal(sentence.rest)
        if word != "to" or not value or target.supply or target.most is not None:
            says = f"{spell_briefly(sentence.text)} must be as `set fuel to 3`, for a track or a number of the table"
            raise refuse("GF006", place, says)
        made = self.translate(value, scope, place)
        lines.add(f"{target.code} = {made.text}")
        if not made.is_constant and not _NUMBER.fullmatch(made.text):
            self._write_bound(lines, target)

    def _write_roll_sentence(self, lines: Lines, sentence: Sentence, scope: RuleScope, place: Place) -> None:
        dice = self.names.find_dice(sentence.noun, place)
        faces = self.program.constants.add(tuple(dice.faces))
        thrown = f"{faces}[trunc(s.random() * {len(dice.faces)})]"
        if dice.again:
            again = self.program.constants.add(frozenset(dice.again))
            lines.add(f"t = s.{dice.code}", "t.clear()")
            lines.add(f"thrown = {thrown}", "t.append(thrown)")
            with lines.block(f"while thrown in {again} and len(t) < {_MOST_THROWS}:"):
                lines.add(f"thrown = {thrown}", "t.append(thrown)")
            return
        made = self._translate_amount(sentence, scope, place)
        if made.is_constant and made.value == 1:
            lines.add(f"{dice.code} = {thrown}")
            return
        amount = self._read_amount(lines, sentence, scope, place)
        lines.add(f"{dice.code} = sum([{thrown} for _ in range(min({amount}, {_MOST_TOGETHER}))])")

    def _write_draw_sentence(self, lines: Lines, sentence: Sentence, scope: RuleScope, place: Place) -> None:
        deck = self.names.data.find_deck(sentence.noun, place)
        lines.add(f"s.draw({deck.number}, p, {self._read_amount(lines, sentence, scope, place)})")

    def _write_discard_sentence(self, lines: Lines, sentence: Sentence, scope: RuleScope, place: Place) -> None:
        deck = self.names.data.find_deck(sentence.noun, place)
        every = sentence.amount == "all"
        amount = f"len(s.hands[{deck.number}][p])" if every else self._read_amount(lines, sentence, scope, place)
        lines.add(f"s.discard({deck.number}, p, {amount})")

    def _write_place_sentence(self, lines: Lines, sentence: Sentence, scope: RuleScope, place: Place) -> None:
        word, where = _split_goal(sentence.rest)
        if word != "on" or not where:
            raise refuse("GF006", place, f"{spell_briefly(sentence.text)} must be as `place house on own`")
        field = self.names.find_field(sentence.noun, place)
        cells = self.program.constants.add(
            tuple(field.list_cells(where, seat, place) for seat in range(self.names.players))
        )
        with lines.block(f"for cell in {cells}[p]:"):
            field.write_placing(lines, self.program, sentence.noun)

    def _write_again_sentence(self, lines: Lines, sentence: Sentence, scope: RuleScope, place: Place) -> None:
        self.program.count("extra turns")
        lines.add("s.again += 1")

    def _write_end_sentence(self, lines: Lines, sentence: Sentence, scope: RuleScope, place: Place) -> None:
        if sentence.noun != "turn":
            raise refuse("GF006", place, f"{spell_briefly(sentence.text)} must be `end turn`")
        lines.add("s.stop = 1")

    def _forbid_rest(self, sentence: Sentence, place: Place) -> None:
        if sentence.rest:
            says = f"{sentence.rest!r} is too much; put an amount of several words in brackets"
            raise refuse("GF006", place, f"{spell_briefly(sentence.text)}: {says}")


def _split_goal(text: str) -> tuple[str, str]:
    word, _, rest = text.partition(" ")
    return word, rest.strip()
