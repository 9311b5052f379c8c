"""Report conditions that the examples, the notes or the rest of their sentence turn the other way around (GF168)."""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from generator.check.prose.repeated_statements import list_stems, stem
from generator.check.prose.rules_prose import RulesProse, Sentence, Token
from generator.language.rule_words import RuleWords
from generator.model.finding import Finding

_MORE = frozenset("larger bigger greater higher stronger longer größer höher stärker länger".split())
_LESS = frozenset("smaller lower weaker shorter fewer less kleiner niedriger schwächer kürzer".split())
_HIGHEST = frozenset("highest most largest biggest höchste höchsten größte größten".split())
_LOWEST = frozenset("lowest fewest least smallest niedrigste niedrigsten kleinste kleinsten".split())
_NEXT = frozenset("next nächste nächsten".split())
_HENCE = frozenset("so therefore hence thus also deshalb daher darum".split())
_IS = frozenset("is are was were gets ist sind war wird werden".split())
_YOURS = frozenset("you your yours own du dein deine deiner deinen".split())
_AS = frozenset("as so genauso ebenso".split())
_OR = frozenset("or oder".split())
_REACH = 5  # words between a reason and what comes of it
_FIRST_LAST = re.compile(
    r"\b(?:goes|go|plays|play|moves|begins|starts)(?: first)? chooses? last\b"
    r"|\bchooses? first (?:goes|plays|moves|begins|starts) last\b",
    re.IGNORECASE,
)
_FIRST_TURN = re.compile(
    r"\b(?:goes first|plays first|moves first|takes the first turn|begins|starts)\b", re.IGNORECASE
)
_CHOOSES = re.compile(r"\b(?:chooses?|picks?)\b", re.IGNORECASE)


def check_outcome_reasons(prose: RulesProse) -> Iterator[Finding]:
    """Report ends and comparatives that other words of the rules contradict; notes (GF168)."""
    if prose.words is None:
        return
    for sentence in prose.sentences:
        yield from _check_next(prose, sentence)
    yield from _check_choosers(prose)
    yield from _check_reasons(prose, prose.words)


def _check_next(prose: RulesProse, sentence: Sentence) -> Iterator[Finding]:
    """Yield a note for `whoever rolled highest chooses first, then the next lowest`."""
    ends = [(n, each) for n, each in enumerate(sentence.tokens) if each.word in _HIGHEST | _LOWEST]
    if len(ends) != 2 or ends[1][0] == 0 or sentence.tokens[ends[1][0] - 1].word not in _NEXT:
        return
    (_, one), (n, other) = ends
    if (one.word in _HIGHEST) != (other.word in _HIGHEST):
        said = prose.quote(sentence.tokens[n - 1].start, other.end)
        message = f"the sentence begins with {one.word!r}, but goes on with {said!r}; correct one of them"
        yield prose.report("GF168", one.start, message, "note")


def _check_choosers(prose: RulesProse) -> Iterator[Finding]:
    """Yield a note if who goes first also chooses first, by two rules, against a third one."""
    principle = next(_FIRST_LAST.finditer(prose.plain), None)
    if principle is None:
        return
    ends: dict[str, list[Token]] = {"goes": [], "chooses": []}
    for sentence in prose.sentences:
        found = [each for each in sentence.tokens if each.word in _HIGHEST | _LOWEST]
        says = prose.plain[sentence.start : sentence.end]
        goes, chooses = _FIRST_TURN.search(says), _CHOOSES.search(says)
        if len(found) == 1 and bool(goes) != bool(chooses):
            ends["goes" if goes else "chooses"] += found
    if all(len(found) == 1 for found in ends.values()):
        (goer,), (chooser,) = ends["goes"], ends["chooses"]
        if (goer.word in _HIGHEST) == (chooser.word in _HIGHEST):
            said = prose.quote(*principle.span())
            message = (
                f"the rules say {chooser.word!r} here and {goer.word!r} at {prose.place(goer.start)}, but"
                f" {said!r} at {prose.place(principle.start())}; correct one of them"
            )
            yield prose.report("GF168", chooser.start, message, "note")


class _Reason(NamedTuple):
    """A comparative that an example gives as the reason for what happens to the same thing."""

    token: Token
    outcome: str


def _check_reasons(prose: RulesProse, words: RuleWords) -> Iterator[Finding]:
    """Yield a note for `if it is as large or larger, you capture it` beside `it is smaller, so it is captured`."""
    reasons = [reason for sentence in prose.sentences if (reason := _read_reason(words, sentence))]
    for reason in reasons:
        opposite = _LESS if reason.token.word in _MORE else _MORE
        same = _MORE if reason.token.word in _MORE else _LESS
        told = [(n, token) for n, each in enumerate(prose.sentences) if (token := _read_condition(each))]
        about = [token for n, token in told if _leads_to(words, prose.sentences[n : n + 2], reason.outcome)]
        wrong = [token for token in about if token.word in opposite]
        if len(wrong) == 1 and not any(token.word in same for token in about):
            message = (
                f"the rules say {wrong[0].word!r} here, but {prose.place(reason.token.start)} gives"
                f" {reason.token.word!r} as the reason for the same outcome; correct one of them"
            )
            yield prose.report("GF168", wrong[0].start, message, "note")


def _read_reason(words: RuleWords, sentence: Sentence) -> _Reason | None:
    """Return the reason in `it is smaller, so it is captured`; None if there is no such one, or it is denied."""
    tokens = sentence.tokens
    for n, (is_, token, hence) in enumerate(zip(tokens, tokens[1:], tokens[2:], strict=False)):
        if is_.word in _IS and token.word in _MORE | _LESS and hence.word in _HENCE:
            rest = tokens[n + 3 : n + 3 + _REACH]
            verb = next((m for m, each in enumerate(rest) if each.word in _IS), None)
            if verb is None or words.negations & sentence.words or verb + 1 == len(rest):
                return None
            outcome = rest[verb + 1]
            return None if outcome.word in words.stops else _Reason(token, stem(outcome.word))
    return None


def _read_condition(sentence: Sentence) -> Token | None:
    """Return the comparative of `if that one is as large as yours, or smaller`; None if it is said of yours."""
    tokens = sentence.tokens
    said = [(n, each) for n, each in enumerate(tokens) if each.word in _MORE | _LESS]
    found = [(n, each) for n, each in said if n and tokens[n - 1].word in _OR]
    start = next((n for n, each in enumerate(tokens) if each.word in ("if", "wenn", "falls")), None)
    if len(found) != 1 or start is None or start > found[0][0]:
        return None
    verb = next((n for n in range(start, found[0][0]) if tokens[n].word in _IS), None)
    subject = {each.word for each in tokens[start:verb]} if verb is not None else _YOURS
    return found[0][1] if not subject & _YOURS and _AS & {each.word for each in tokens[start : found[0][0]]} else None


def _leads_to(words: RuleWords, sentences: Sequence[Sentence], outcome: str) -> bool:
    """Return whether a condition, or the sentence behind it, names an outcome and does not deny it."""
    here = [each for each in sentences if each.block == sentences[0].block]
    denied = any(words.negations & each.words for each in here)
    return not denied and any(outcome in list_stems(words, each.tokens) for each in here)
