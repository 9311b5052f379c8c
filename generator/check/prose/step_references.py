"""Report references such as `in step 3` whose words are those of another step (GF166)."""

from collections.abc import Iterator, Mapping

from generator.check.prose.repeated_statements import list_stems
from generator.check.prose.rules_prose import RulesProse, Sentence
from generator.language.rule_words import RuleWords
from generator.model.finding import Finding

_FEWEST = 3  # steps of a list
_LEAST = 3  # words that the sentence shares with the other step
_MORE = 3  # how many more than with the step that it names


def check_step_references(prose: RulesProse) -> Iterator[Finding]:
    """Report a step that shares fewer words with the sentence that names it than another step does (GF166)."""
    words = prose.words
    if words is None:
        return
    lists = _read_steps(prose, words)
    inside = [range(*item) for block in prose.lists if block.first is not None for item in block.items]
    for sentence in prose.sentences:
        steps = lists.get(sentence.section)
        if steps is not None and not any(sentence.start in item for item in inside):
            yield from _check_sentence(prose, words, sentence, steps)


def _read_steps(prose: RulesProse, words: RuleWords) -> Mapping[int, Mapping[int, frozenset[str]]]:
    """Return the stems of the steps of each section that has a single numbered list."""
    found: dict[int, list[Mapping[int, frozenset[str]]]] = {}
    for block in prose.lists:
        if block.first is not None and len(block.items) >= _FEWEST:
            items = (frozenset(list_stems(words, prose.tokenize(*item))) for item in block.items)
            steps = dict(enumerate(items, block.first))
            found.setdefault(prose.find_section(block.items[0][0]), []).append(steps)
    return {section: lists[0] for section, lists in found.items() if len(lists) == 1}


def _check_sentence(
    prose: RulesProse, words: RuleWords, sentence: Sentence, steps: Mapping[int, frozenset[str]]
) -> Iterator[Finding]:
    named = [n for n, token in enumerate(sentence.tokens[:-1]) if token.word in words.steps]
    numbers = [sentence.tokens[n + 1] for n in named if sentence.tokens[n + 1].value in steps]
    if len(numbers) != 1 or prose.is_held(numbers[0].start):
        return
    own = frozenset(list_stems(words, sentence.tokens))
    shared = {n: len(own & stems) for n, stems in steps.items()}
    said = int(numbers[0].value or 0)
    best = max(shared, key=lambda n: shared[n])
    if shared[best] >= max(_LEAST, shared[said] + _MORE):
        message = f"this is about step {best} by its words, but the rules say step {said}; correct the number"
        yield prose.report("GF166", numbers[0].start, message, "note")
