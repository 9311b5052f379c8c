"""Report numbers of pieces in the rules that are no claims (GF107, GF108), and wrong names of contents (GF109).

A number and a name decide what is said, so all languages are read the same way. Only a plain entry in the list of
contents is an error: words around any other number can change its meaning.
"""

import re
from collections.abc import Iterator, Mapping, Sequence, Set
from typing import NamedTuple

from generator.check.check_context import CheckContext
from generator.check.claims.calls import format_places, places_of_copies
from generator.check.claims.context import ClaimContext
from generator.check.words.part_names import NumberPhrase, PartNames, find_words, fold_case
from generator.check.words.rules_text import (
    HIDDEN,
    PLACEHOLDER,
    MaskedRules,
    RulesEntry,
    find_contents,
    mask_rules,
)
from generator.language.expressions import spell_value
from generator.language.plurals import count_noun
from generator.language.suggestions import nearest_name
from generator.model.data_types import Scalar
from generator.model.finding import Finding, Level
from generator.model.game import Design, Game, Part
from generator.model.language import Language
from generator.model.rules import InlineClaim, MarkedText

Where = Mapping[str, Scalar]
_MORE = re.compile(r" \(and (\d+) more times?\)")
_LONGEST_CLAUSE = 200
_MOST_NAMED = 3  # entries of one section that name no part
_CLAUSE_ENDS = re.compile(rf"[.,:;?!()|{PLACEHOLDER}{HIDDEN}]|\n\s*\n")


class NameCounts(NamedTuple):
    """What a name may count: each number with the arguments of its claim, and the designs.

    `shares` are the numbers that each player, color or row may have of them.
    """

    claims: Mapping[int, str]
    shares: frozenset[int]
    of: str
    designs: Sequence[Design]


def check_unmarked_numbers(case: CheckContext) -> Iterator[Finding]:
    """Report unmarked numbers and wrong names in the rules in all languages (GF107, GF108 and GF109).

    Which sections list the contents is known of the first language; they are the same ones in a translation that has
    as many headings.
    """
    game, parts, listing = case.game, case.all_parts, list[bool]()
    for language in game.languages:
        prose = MarkedText(language.rules, language.marked).mask_braces(PLACEHOLDER, game.colors)
        text = mask_rules(prose.text)
        if language is game.first:
            listing = find_contents(text.headings, language.rule_words)
        listed = listing if len(listing) == len(text.headings) else [False] * len(text.headings)
        entries = [entry for entry in text.entries if entry.section >= 0 and listed[entry.section]]
        yield from _RulesCheck(game, parts, language, prose, text).check_text(entries)


class _RulesCheck:
    """The check of the rules in one language."""

    def __init__(
        self, game: Game, parts: Sequence[Part], language: Language, prose: MarkedText, rules: MaskedRules
    ) -> None:
        self.game, self.language, self.prose, self.rules = game, language, prose, rules
        self.world = ClaimContext("data", game, parts, None, frozenset())
        self.parts = self.world.parts
        self.pieces = sum(part.count for part in parts)
        self.names, self.words = PartNames(language), language.rule_words

    def check_text(self, entries: Sequence[RulesEntry]) -> Iterator[Finding]:
        """Yield the findings on the rules; `entries` are those of their list of contents."""
        text = self.rules.prose
        claims = self.find_claims() if entries else {}
        found = [(entry, head) for entry in entries if (head := self.names.find_head(text, entry.cells))]
        heads = {head.at: (entry, head) for entry, head in found}
        told: dict[str, list[int]] = {}  # of each part
        for _, head in heads.values():
            value = self.names.to_number(str(claims[head.at].value) if head.at in claims else head.typed)
            for part in self.names.find_parts(head.name, 1):
                told.setdefault(part, []).append(value)
        unknown: dict[int, list[tuple[str, Finding]]] = {}  # of each section
        for entry, head in heads.values():
            if head.name and head.typed[0] != PLACEHOLDER:
                yield from self.check_entry(head, told, self.is_plain_entry(text, entry, head))
            else:
                around = {word for start, end in entry.cells for word in find_words(text[start:end])}
                within = bool(self.names.find_all_parts(entry.lead))
                for finding in self.check_name(head, claims.get(head.at), around, within):
                    if finding.level == "note":
                        unknown.setdefault(entry.section, []).append((head.entry, finding))
                    else:
                        yield finding
        yield from map(_sum_up_unknown, unknown.values())
        others: dict[str, list[NumberPhrase]] = {}
        for phrase in self.names.find_phrases(text):
            if phrase.at in heads or self.words.elsewhere & {*find_words(_find_sentence(text, phrase.at))}:
                continue
            if not self.says_how_many_to_take(text, phrase):
                others.setdefault(fold_case(phrase.said), []).append(phrase)
        for first, *more in others.values():
            yield from self.check_phrase(text, first, len(more))

    def is_plain_entry(self, text: str, entry: RulesEntry, head: NumberPhrase) -> bool:
        """Return whether an entry counts a part and nothing else, such as another edition or pieces of a variant.

        It has one number, and nothing after the name; its table has one column of numbers, called so or not at all.
        """
        words, title = self.words, self.rules.headings[entry.section].title
        around = {*find_words(title), *find_words(entry.lead)}
        if around & (words.hedges | words.players | words.everybody) or self.names.says_number(entry.lead):
            return False  # each of `4 sets of:` may have so many
        if len(entry.cells) == 1:
            rest = text[entry.cells[0][0] : entry.cells[0][1]].replace(head.typed, " ", 1)
            said = [word for word in find_words(rest.replace(HIDDEN, " ")) if word != "x"]
            return said in ([*head.words, *find_words(head.name)], find_words(head.name))
        numbers = [cell for cell in entry.cells if self.names.has_number(text, cell)]
        titles = {*find_words(entry.head)}
        named = fold_case(head.entry) in (fold_case(head.name), " ".join([*head.words, fold_case(head.name)]))
        return len(numbers) == 1 and named and not titles & (words.hedges - words.counts)

    def check_entry(self, head: NumberPhrase, told: Mapping[str, Sequence[int]], plain: bool) -> Iterator[Finding]:
        """Report an entry in the list of contents (GF107 or GF108).

        `told` are the numbers that all entries give of each part. Of a part that has its count there, in one entry or
        in all together, the other numbers are shares. An error is a `plain` entry that alone names its parts.
        """
        for value, parts, picked, counts in self.read_phrase(head, total=True):
            alike = sum(part.count for part in self.parts.values() if part.kind == parts[0].kind)
            numbers = [number for part in parts for number in told[part.id]]
            whole = self.count_pieces([(part, {}) for part in parts]).claims
            if value in counts.claims:
                yield self.suggest_claim(head, counts)
            elif not picked or not whole.keys().isdisjoint((*numbers, sum(told[parts[0].id]))):
                continue
            elif value not in counts.shares or value > self.pieces:
                message = f"the list of contents has {head.said!r}; {_describe_count(counts)}"
                certain = plain and len(numbers) == len(parts) and value != alike
                yield self.report("GF107", head.at, message, "error" if certain else "warning")
            else:
                yield self.offer_claim(head, counts)

    def check_phrase(self, text: str, phrase: NumberPhrase, more: int) -> Iterator[Finding]:
        """Report a number in a sentence, GF107 if there are said to be more; `more` are equal phrases (GF108)."""
        for value, _, picked, counts in self.read_phrase(phrase):
            if value in counts.claims:
                yield self.suggest_claim(phrase, counts, more)
            elif picked and value > max(counts.claims) and self.says_there_are(text, phrase):
                message = f"the rules say that there are {phrase.said!r}; {_describe_count(counts)}"
                yield self.report("GF107", phrase.at, message, "warning")
            elif not phrase.words and self.is_example(phrase):
                continue  # some of the pieces, in a position of the game; more words say which ones
            elif picked and (2 * value >= max(counts.claims) or self.says_there_are(text, phrase)):  # not two of 24
                yield self.offer_claim(phrase, counts, more)

    def read_phrase(
        self, phrase: NumberPhrase, total: bool = False
    ) -> Iterator[tuple[int, list[Part], list[tuple[Part, Where]], NameCounts]]:
        """Yield the number of a phrase, the parts of that name, those that its words pick, and their counts, if any."""
        value = self.names.to_number(phrase.typed)
        found = self.names.find_parts(phrase.name, 1 if total else value)
        parts = [self.parts[part] for part in found if part in self.parts]
        if parts and (value > 1 or total):
            picked = [(part, where) for part in parts if (where := self.pick_pieces(part, phrase.words)) is not None]
            yield value, parts, picked, self.count_pieces(picked or [(part, {}) for part in parts])

    def says_there_are(self, text: str, phrase: NumberPhrase) -> bool:
        """Return whether a sentence says in plain words that the game has so many, as in `There are 60 gems`."""
        start, end = _find_bounds(text, phrase.at)
        sentence, before = find_words(text[start:end]), find_words(text[start : phrase.at])
        return " ".join(before[-2:]) in self.words.there_are and not self.words.hedges & {*sentence}

    def is_example(self, phrase: NumberPhrase) -> bool:
        """Return whether a number is in a quotation, as examples are."""
        return any(start <= phrase.at < end for start, end in self.rules.quotes)

    def says_how_many_to_take(self, text: str, phrase: NumberPhrase) -> bool:
        """Return whether somebody takes, draws or turns up so many, which is only some of the pieces."""
        words = self.words
        clause = _CLAUSE_ENDS.split(text[max(0, phrase.at - _LONGEST_CLAUSE) : phrase.at])[-1]
        between = (words.definite | words.particles) - words.taking
        verb = next((word for word in reversed(find_words(clause)) if word not in between), "")
        if verb not in words.taking:
            return False
        found = [(value, counts.claims) for value, _, _, counts in self.read_phrase(phrase)]
        return all(value < max(claims) and value not in claims for value, claims in found)

    def suggest_claim(self, phrase: NumberPhrase, counts: NameCounts, more: int = 0) -> Finding:
        """Return the note on a number that agrees with the data."""
        value = self.names.to_number(phrase.typed)
        typed = phrase.typed if phrase.typed.isdigit() else spell_value(phrase.typed)
        claim = f"{{{{ claim({typed}, {counts.claims[value]}) }}}}"
        right = f"unmarked number: {phrase.said!r}{_more(more)} is right, but not tied to the data"
        message = f"{right}; write {claim}, and it is checked"
        return self.report("GF108", phrase.at, message, "note")

    def offer_claim(self, phrase: NumberPhrase, counts: NameCounts, more: int = 0) -> Finding:
        """Return the note on a number that may count some of the pieces."""
        most = max(counts.claims)
        claim = f"{{{{ claim({most}, {counts.claims[most]}) }}}}"
        message = f"unmarked number: {phrase.said!r}{_more(more)}; if it counts them all, write {claim}"
        return self.report("GF108", phrase.at, message, "note")

    def pick_pieces(self, part: Part, words: Sequence[str]) -> Where | None:
        """Return the columns and the color of a part that words name; None if one of them names neither."""
        rows, group = self.game.rows.get(part.id, ()), self.game.parts[part.id].for_each
        cells = [(key, value) for row in rows for key, value in row.values.items() if isinstance(value, str)]
        cells.sort(key=lambda cell: cell[0] == "id")  # of equal words the id is meant
        known = {fold_case(value): (key, value) for key, value in cells if key.isidentifier()}
        for color in self.world.get_colors(group) if group else ():
            called = self.language.colors.get(color.role, color.name)
            known |= dict.fromkeys((fold_case(color.name), fold_case(called)), (str(group), color.name))
        return dict(known[word] for word in words) if all(word in known for word in words) else None

    def count_pieces(self, picked: Sequence[tuple[Part, Where]]) -> NameCounts:
        """Return the counts of what parts share a name: of each of them, and of all together."""
        claims, shares, designs = dict[int, str](), set[int](), list[Design]()
        calls: list[str] = []
        for part, where in picked:
            found = self.world.pick_designs(part.id, where)
            claim = ", ".join([repr(part.id), *(f"{key}={spell_value(value)}" for key, value in where.items())])
            calls.append(f"count({claim})")
            number = sum(design.copies for design in found)
            if part.board and part.board.sections:  # the claim of a board counts whole ones
                claims.setdefault(min(design.copies for design in part.designs), repr(part.id))
                claim = spell_value(calls[-1])
            claims.setdefault(number, claim)
            shares |= {*(design.copies for design in found), *self.find_shares(part, number)}
            designs += found
        claims.setdefault(sum(design.copies for design in designs), spell_value(" + ".join(calls)))
        return NameCounts(claims, frozenset(shares), " and ".join(calls), designs)

    def find_shares(self, part: Part, number: int) -> Iterator[int]:
        """Yield how many pieces each player, color or row has where a number is dealt out evenly."""
        group, (fewest, most) = self.game.parts[part.id].for_each, self.game.data.players
        colors = len(self.world.get_colors(group)) if group else 1
        sets = {colors, len(self.game.rows.get(part.id, ())) or 1, *range(fewest, most + 1)}
        yield from (number // each for each in sets if number % each == 0)

    def check_name(
        self, head: NumberPhrase, claim: InlineClaim | None, around: Set[str], within: bool
    ) -> Iterator[Finding]:
        """Report an entry that names no part, or a different part than its claim counts (GF109).

        A name is let pass if the words of its entry, which are `around` it, have one of the right name. `within` what
        leads to a list and names a part, other names are those of its pieces.
        """
        name, words, names = head.entry, find_words(head.entry), self.language.parts
        part = claim.what if claim and claim.what in self.parts else ""
        right = [each for key, called in names.items() if key == part or not part for each in called]
        known = {word for each in right for word in find_words(each)}
        likely = not words or not known.isdisjoint(around if part else words)
        if part and right:
            named = self.names.find_all_parts(name)
            if part not in named and (named or not (likely or (claim and claim.where))):
                write = right[0 if claim and spell_value(claim.value) == "1" else -1]
                message = f"the list of contents has {name!r} where the claim counts {part!r}; write {write!r}"
                yield self.report("GF109", head.at, message, "warning")
        elif head.typed[0] != PLACEHOLDER and not likely:
            alike = [each for each in map(fold_case, right) if each[:1] in (fold_case(name)[:1], words[-1][:1])]
            near = nearest_name(fold_case(name), alike) or nearest_name(words[-1], alike)
            if not near and (within or head.typed.casefold() in self.words.articles):
                return
            hint = f"; did you mean {next(each for each in right if fold_case(each) == near)!r}?" if near else ""
            message = f"the list of contents has {name!r}, but no part is called that{hint}"
            yield self.report("GF109", head.at, message, "warning" if near else "note")

    def find_claims(self) -> Mapping[int, InlineClaim]:
        """Return the claims by where they are printed in the text."""
        claims = {(claim.place.line, claim.place.column): claim for claim in self.language.inline}
        printed = MarkedText(self.language.rules, self.language.marked)
        places = [printed.place(each.start, "") for each in self.language.marked]
        found = zip(self.prose.marked, (claims.get((place.line, place.column)) for place in places), strict=True)
        return {each.start: claim for each, claim in found if claim}

    def report(self, code: str, at: int, message: str, level: Level = "error") -> Finding:
        """Return a finding at a place in the text."""
        return Finding(code, self.prose.place(at, self.language.file), message, level)


def _sum_up_unknown(found: Sequence[tuple[str, Finding]]) -> Finding:
    """Return one note for the entries of a section that name no part."""
    first, names = found[0][1], [repr(name) for name, _ in found]
    if len(names) == 1:
        return first
    shown = ", ".join(names[:_MOST_NAMED]) + (f" and {len(names) - _MOST_NAMED} more" if names[_MOST_NAMED:] else "")
    return first._replace(message=f"the list of contents has {shown}, but no parts are called that")


def _find_bounds(text: str, at: int) -> tuple[int, int]:
    """Return where the sentence around a place begins and ends."""
    start = max(text.rfind(mark, 0, at) for mark in (". ", ".\n", "\n\n", ": ", "? ")) + 1
    ends = [end for mark in (". ", ".\n", "\n\n") if (end := text.find(mark, at)) >= 0]
    return start, min(ends, default=len(text))


def _find_sentence(text: str, at: int) -> str:
    start, end = _find_bounds(text, at)
    return text[start:end]


def _describe_count(counts: NameCounts) -> str:
    """Describe how many there are, and where the data say so."""
    return f"the data declares {max(counts.claims)} of {counts.of} ({format_places(places_of_copies(counts.designs))})"


def _more(more: int) -> str:
    return f" (and {count_noun(more, 'more time')})" if more else ""


def count_numbers(finding: Finding) -> int:
    """Return how many unclaimed numbers a finding reports; 0 if it is not one of these findings."""
    if finding.code not in ("GF107", "GF108"):
        return 0
    more = _MORE.search(finding.message)
    return 1 + (int(more[1]) if more else 0)
