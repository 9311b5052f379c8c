"""Check the words that the template of a figure types against its alternative text and the rules (GF182, GF167)."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from generator.check.figures.named_pieces import report
from generator.check.figures.scene import FigureScene
from generator.check.prose.printed_words import compare_with_rules
from generator.check.prose.repeated_statements import Statement, list_stems, make_statement, read_rule_statements, stem
from generator.check.prose.rules_prose import RulesProse
from generator.language.rule_words import RuleWords
from generator.model.finding import Finding, Place
from generator.model.game import Game

_LEAST_LETTERS = 6  # of words that a figure hardly says twice
_FEW_CALLOUTS = 4  # fewer may well repeat one
_LONG = 3  # words of a text that even a figure with few others does not say twice
_LEGEND = re.compile(r"(?P<head>[^\W\d_]{3,30}): (?P<tail>.{3,60})")
_COUNT = re.compile(r"^(?P<number>\d{1,4}) (?P<noun>[^\W\d_]{3,30}(?: [^\W\d_]{3,30})?)$")
_CLAUSE = re.compile(r"[,;.:]")


class DrawnText(NamedTuple):
    """Words that a figure draws as its template types them, and each place where they are in the template.

    `drawn` is how often the figure draws them.
    """

    text: str
    places: Sequence[Place]
    drawn: int = 2

    @property
    def place(self) -> Place:
        """Return the first of the places."""
        return self.places[0]


def check_drawn_words(
    game: Game, scenes: Mapping[str, FigureScene], drawn: Mapping[str, Sequence[DrawnText]]
) -> Iterator[Finding]:
    """Report words of figures that repeat each other or contradict the text or the rules (GF182 and GF167)."""
    if game.first is None or not (any(drawn.values()) or any(scene.labels for scene in scenes.values())):
        return
    prose = RulesProse(game, game.first)
    words = prose.words
    if words is None:
        return
    rules = read_rule_statements(prose, words)
    for name, scene in scenes.items():
        texts = drawn.get(name, ())
        alt = make_statement(words, scene.data.alt, prose.tokenize_text(scene.data.alt), scene.place("alt"), "alt")
        yield from _check_repeated(scene, texts)
        yield from _check_legends(scene, words, prose, texts, (*rules, alt))
        yield from _check_counts(scene, prose, texts, (*rules, alt))
        own = [
            make_statement(words, each.text, prose.tokenize_text(each.text), each.place, f"the figure {name!r}")
            for each in texts
        ]
        yield from compare_with_rules(words, own, rules)
        yield from _check_pairs(scene, words, prose, scenes)


def _check_repeated(scene: FigureScene, texts: Sequence[DrawnText]) -> Iterator[Finding]:
    """Report words that the template types twice, where those of all other callouts differ."""
    several = [each for each in texts if " " in each.text]
    twice = [each for each in several if len(each.places) > 1 and each.drawn > 1]
    if len(several) < _FEW_CALLOUTS:
        twice = [each for each in twice if len(each.text.split()) >= _LONG]
    if len(twice) != 1:
        return
    for each in twice:
        if sum(char.isalpha() for char in each.text) >= _LEAST_LETTERS:
            for place, other in zip(each.places, each.places[::-1], strict=True):
                says = f"the figure says {each.text!r} here and in line {other.line}"
                yield report(scene, place, says)


def _check_legends(
    scene: FigureScene, words: RuleWords, prose: RulesProse, texts: Sequence[DrawnText], known: Sequence[Statement]
) -> Iterator[Finding]:
    """Report `gems: what it earns` where no sentence about gems has such a word."""
    for each in texts:
        found = _LEGEND.fullmatch(each.text)
        head = stem(found["head"].casefold()) if found else ""
        tail = {*list_stems(words, prose.tokenize_text(found["tail"]))} if found else set()
        about = [statement for statement in known if head in statement.stems]
        if found and tail and len(about) > 1 and not any(tail & statement.stems for statement in about):
            says = f"the figure says {each.text!r}, but no sentence about {found['head']!r} has any of these words"
            yield report(scene, each.place, says)


def _check_counts(
    scene: FigureScene, prose: RulesProse, texts: Sequence[DrawnText], known: Sequence[Statement]
) -> Iterator[Finding]:
    """Report `4 movement points` where the text has other numbers, and no sentence has this one so."""
    said = {token.value for token in prose.tokenize_text(scene.data.alt) if token.value is not None}
    for each in texts:
        found = _COUNT.match(each.text)
        if not found or not said or float(found["number"]) in said:
            continue
        nouns = {stem(word.casefold()) for word in found["noun"].split()}
        value = float(found["number"])
        if not any(nouns <= each.stems and any(token.value == value for token in each.tokens) for each in known):
            says = f"the figure says {each.text!r}, a number that is in neither the alt text nor the rules"
            yield report(scene, each.place, says)


def _check_pairs(
    scene: FigureScene, words: RuleWords, prose: RulesProse, scenes: Mapping[str, FigureScene]
) -> Iterator[Finding]:
    """Report a label such as `green, double` where all texts use `double` for something else."""
    pairs = [
        (label, head, tail)
        for label in scene.labels
        if label.says.count(", ") == 1
        for head, tail in [label.says.split(", ")]
    ]
    if len(pairs) < 3:
        return
    clauses = [
        frozenset(list_stems(words, prose.tokenize_text(clause)))
        for each in scenes.values()
        for clause in _CLAUSE.split(each.data.alt)
    ]
    stems = [(_read_stems(words, prose, head), _read_stems(words, prose, tail)) for _, head, tail in pairs]
    tails = Counter(tail for _, tail in stems)
    heads = frozenset().union(*(head for head, _ in stems))
    for (label, head, tail), (mine, theirs) in zip(pairs, stems, strict=True):
        own = [clause for clause in clauses if mine & clause]
        elsewhere = [clause for clause in clauses if theirs & clause and (heads - mine) & clause]
        confirmed = any(theirs & clause for clause in own)
        again = tails[theirs] > 1 and len(tails) == len(pairs) - 1
        if theirs and not confirmed and own and (elsewhere or again):
            says = f"the label says {label.says!r}, but no text uses {tail!r} for {head!r}"
            yield report(scene, scene.place(*label.path, "says"), says)


def _read_stems(words: RuleWords, prose: RulesProse, text: str) -> frozenset[str]:
    return frozenset(list_stems(words, prose.tokenize_text(text)))
