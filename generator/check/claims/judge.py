"""Evaluate the claims of a game and the marked numbers of its rules, against the data and the finished files."""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from generator.check.analysis.value_text import UNTRANSLATED
from generator.check.claims.calls import ClaimCall, format_call_places, format_places
from generator.check.claims.context import ClaimContext, PictureSource
from generator.check.claims.evaluation import ClaimEvaluator, ContextAnswer
from generator.check.claims.sandbox import remember_expressions, split_conjuncts, split_equality
from generator.language.expressions import ExpressionError, list_briefly, spell_briefly, spell_value
from generator.language.number_words import NUMBER_PATTERN, parse_number
from generator.language.suggestions import did_you_mean
from generator.language.translation import apply_translated_rules, parse_translated_number
from generator.model.finding import Finding, Place
from generator.model.game import Game, Part
from generator.model.language import Language
from generator.model.printed import ReadPiece
from generator.model.rules import Claim, InlineClaim

_CALLS_SHOWN = 4
_TEXT_LENGTH = 100
_SAID = re.compile(rf"(?<![\w.,:/'\"-])(?:{NUMBER_PATTERN})(?![\w/'\"-]|[.,:][0-9])", re.IGNORECASE)
_HELD = re.compile(r"(?<!\w)[0-9]{1,15}(?:\.[0-9]{1,9})?|(?<![^\W_])[^\W\d_]{1,40}")  # digits, or a word
_LIST = re.compile(r"\[([^\[\]]*)\]")
_TEMPLATE = ".svg"  # in the name of each
_COUNTED = re.compile(r"\bdrawn(?:_in)?\([^()]{0,200}\)\s*\|\s*length\b")
_LEAST = 3  # `no two`, `from 0 to 8` and `one of them` say less than a number


class CallSummary(NamedTuple):
    """A call as an expression, and its result from data and sheets; empty if they do not contribute."""

    text: str
    data: str
    sheets: str


class ClaimOutcome(NamedTuple):
    """The result of a claim of game.yaml, or of a number in the rules, whose `id` is the number as written.

    `result` says in one line what a claim that holds rests on, and whether in the data alone or on the sheets too.
    `finding` is what is wrong with it, None if it holds.
    """

    id: str
    says: str
    rests_on: str
    place: Place
    result: str = ""
    asked: tuple[CallSummary, ...] = ()
    finding: Finding | None = None


class ClaimsVerdict(NamedTuple):
    """The results of all claims and numbers.

    `claims` of game.yaml and `numbers` of the rules were judged, and `skipped` could not be, for want of finished
    files. Of the numbers, `wrong` do not hold. `all` are the outcomes of all claims, `inline` those of all numbers, in
    the order of the files; `verified` are the claims that hold.
    """

    findings: tuple[Finding, ...]
    verified: tuple[ClaimOutcome, ...]
    claims: int
    numbers: int
    skipped: int
    wrong: int
    outcomes: tuple[ClaimOutcome, ...]
    inline: tuple[ClaimOutcome, ...]

    @property
    def claims_anything(self) -> bool:
        """Return whether the game claims anything."""
        return bool(self.outcomes or self.inline)


def judge_claims(
    game: Game,
    parts: Sequence[Part],
    seen: Sequence[ReadPiece] | None = None,
    printed: Collection[str] | None = None,
    says: Mapping[str, str] = UNTRANSLATED,
    pictures: PictureSource | None = None,
) -> ClaimsVerdict:
    """Evaluate every claim against the data and, if `seen` is given, the finished files: GF100 to GF105, GF137.

    `parts` are all parts of the game, and `printed` the ids of those that were to be printed: all, unless given.
    `says` are the translations of texts if the files are not in the game's first language, and `pictures` draws what
    claims about drawings ask for.
    """
    on_sheets = frozenset(part.id for part in parts) if printed is None else frozenset(printed)
    worlds = [ClaimContext("data", game, parts, seen, on_sheets)]
    if seen is not None:
        worlds.append(ClaimContext("sheets", game, parts, seen, on_sheets, says=says, pictures=pictures))
    bench = ClaimEvaluator(worlds)
    with remember_expressions(game.file):
        outcomes = tuple(_judge_claim(claim, bench) for claim in game.claims)
        unheld = [
            report_unheld_number(claim, bench.evaluate(claim.check))
            for claim, outcome in zip(game.claims, outcomes, strict=True)
            if outcome.finding is None
        ]
        inline = tuple(_judge_numbers(game, parts, bench))
    findings = [each.finding for each in (*outcomes, *inline) if each.finding] + [each for each in unheld if each]
    if not game.claims and not game.inline and not game.printed:
        findings.append(_report_no_claims(game, parts))
    verified = tuple(each for each in outcomes if each.finding is None)
    judged, counted = ([each for each in some if not _is_waiting(each)] for some in (outcomes, inline))
    waiting = len(outcomes) + len(inline) - len(judged) - len(counted)
    wrong = sum(each.finding is not None for each in counted)
    return ClaimsVerdict(
        tuple(findings), verified, len(judged), len(counted), waiting, wrong=wrong, outcomes=outcomes, inline=inline
    )


def _report_no_claims(game: Game, parts: Sequence[Part]) -> Finding:
    """Return what is said of a game without claims: a note, or an error where its data say how much must be proven."""
    claim = f"count({parts[0].id!r}) == {parts[0].count}" if parts else "count('card') == 54"
    message = "the game makes no claims, so nothing checks its data against its rules; add `claims`"
    example = f'- {{id: a, says: what the rules say, rests_on: rules, check: "{claim}"}}'
    return Finding(
        "GF100", Place(game.file), f"{message}, such as {example}", "error" if game.data.coverage else "note"
    )


def _judge_numbers(game: Game, parts: Sequence[Part], bench: ClaimEvaluator) -> Iterator[ClaimOutcome]:
    """Yield the outcomes of the numbers in the rules, language by language, the first one first."""
    for claim in (*game.inline, *game.printed):
        yield _judge_number(claim, parts, bench, game.first)
    for language in game.translations:
        bench.use_rules_of(apply_translated_rules(game, language))
        for claim in language.inline:
            yield _judge_number(claim, parts, bench, language)


def _is_waiting(outcome: ClaimOutcome) -> bool:
    return outcome.finding is not None and outcome.finding.code == "GF104"


def _judge_claim(claim: Claim, bench: ClaimEvaluator) -> ClaimOutcome:
    made = ClaimOutcome(claim.id, claim.says, claim.rests_on, claim.place)
    try:
        answers = bench.evaluate(claim.check)
        if not answers:
            return made._replace(finding=_needs_files_note(claim.place, f"{claim.id} {claim.says}"))
        made = made._replace(asked=_summarize_calls(answers))
        for answer in answers:
            if not isinstance(answer.value, bool):
                raise ExpressionError(f"it gives {_shorten_value(answer.value)} instead of true or false")
        if not all(answer.value for answer in answers):
            message = f"{claim.id} {claim.says}: {_explain_failure(claim, bench)}"
            place = _find_drawn_place(claim, bench)
            message += f" (claimed in {claim.place})" if place else ""
            evidence = _list_evidence(bench.evaluate(_find_false_conjunct(claim, bench) or claim.check))
            lines = _explain_in_lines(claim, bench, (place,) if place else evidence)
            found = Finding("GF102", place or claim.place, message, claim.level, evidence, lines=lines)
            return made._replace(finding=found)
    except ExpressionError as error:
        message = f"{claim.id} {claim.says}: {error}" + (f" (claimed in {claim.place})" if error.place else "")
        return made._replace(finding=Finding("GF103", error.place or claim.place, message))
    if not any(call.asks for answer in answers for call in answer.calls):
        message = f"{claim.id} {claim.says}: the check asks nothing about the game, so it would pass for any game"
        return made._replace(finding=Finding("GF105", claim.place, message))
    return made._replace(result=_describe_result(answers))


def _summarize_calls(answers: Sequence[ContextAnswer]) -> tuple[CallSummary, ...]:
    """Return each call once, with its results from the data and the finished files.

    For a call to which the files contribute nothing, the result counts as the data's.
    """
    data, sheets = _calls_by_text(answers, "data"), _calls_by_text(answers, "sheets")
    summaries = []
    for text in {**data, **sheets}:
        printed = sheets[text] if text in sheets and sheets[text].prints else None
        known = data.get(text) or (None if printed else sheets[text])
        declared = known if known and known.declared else None
        given = [_shorten_value(call.result) if call else "" for call in (declared, printed)]
        summaries.append(CallSummary(_shorten_text(text), *given))
    return tuple(summaries)


def _calls_by_text(answers: Sequence[ContextAnswer], world: str) -> dict[str, ClaimCall]:
    """Return the calls in a context by their texts; none if it has no answer."""
    return {call.text: call for answer in answers if answer.world == world for call in answer.calls}


def _find_false_conjunct(claim: Claim, bench: ClaimEvaluator) -> str:
    """Return the first operand of `and` that is false; an empty text if none is."""
    texts = split_conjuncts(claim.check)
    return next((text for text in texts if not all(answer.value for answer in bench.evaluate(text))), "")


def _find_drawn_place(claim: Claim, bench: ClaimEvaluator) -> Place | None:
    """Return the tag that draws what a false claim asks of the drawings; None if it asks nothing of them.

    That is what its first false operand asks first, and of the row or cell for which `every` is false, last. Of what is
    only counted on the sheets, such as backs, it is the line of a template that makes them differ, if there is one. If
    groups are counted, it is the loop or condition around their tag, as nothing in a group changes their number.
    """
    text = _find_false_conjunct(claim, bench) or claim.check
    sheets = [answer for answer in bench.evaluate(text) if answer.world == "sheets"]
    drawn = [call for answer in sheets for call in answer.calls if call.draws or not call.declared]
    asked = drawn[-1:] if text.startswith(("every(", "each(", "all_pairs(")) else drawn[:1]
    found = next(((call, at) for call in asked for at in call.places() if call.draws or _TEMPLATE in at.file), None)
    if found is None:
        return None
    call, place = found
    is_counted = bool(call.draws and call.result and _COUNTED.search(text))
    return (bench.find_repeater(place) if is_counted else None) or place


def _explain_failure(claim: Claim, bench: ClaimEvaluator) -> str:
    """Return the first operand of `and` that is false, and what the data and the sheets gave for it."""
    text = _find_false_conjunct(claim, bench)
    if not text:
        return f"{_shorten_text(claim.check)} is false"
    answers = bench.evaluate(text)
    wrong = [answer for answer in answers if not answer.value]
    of = "" if len(wrong) == len(answers) else f" of the {wrong[0].world}"
    why = _explain_inequality(text, bench, wrong[0].world)
    return f"{_shorten_text(text)} is false{of}{why}{_describe_calls(answers)}"


def _explain_in_lines(claim: Claim, bench: ClaimEvaluator, likely: Sequence[Place]) -> tuple[str, ...]:
    """Return for people what fails, where the likely values are, and what would hold."""
    text = _find_false_conjunct(claim, bench) or claim.check
    answers = bench.evaluate(text)
    world = next(answer.world for answer in answers if not answer.value)
    sides = split_equality(text)
    values = [each.value for side in sides for each in bench.evaluate(side) if each.world == world]
    holds = f"{_shorten_text(text)}{_describe_calls(answers).replace('; ', '; now ', 1)}"
    if len(values) == 2:
        left, right = map(_shorten_value, values)
        holds = f"{_shorten_text(sides[0])} = {right}, in place of {left}"
    return (
        f"{claim.id} {claim.says}: {_shorten_text(text)} is false",
        f"likely cell: {format_places(likely) if likely else claim.place}",
        f"would hold: {holds}",
    )


def _explain_inequality(text: str, bench: ClaimEvaluator, world: str) -> str:
    """Return where two long lists that should be equal first differ, or that a text is compared with a number."""
    asked = [answer.value for side in split_equality(text) for answer in bench.evaluate(side) if answer.world == world]
    if len(asked) == 2 and any(isinstance(each, str) for each in asked) and any(map(is_number, asked)):
        return ", because text is compared with a number: write numbers without quotes"
    if len(asked) != 2 or not all(isinstance(each, list) and len(spell_value(each)) > _TEXT_LENGTH for each in asked):
        return ""
    left, right = asked
    at = next((n for n, pair in enumerate(zip(left, right, strict=False)) if pair[0] != pair[1]), min(map(len, asked)))
    spelled = [spell_briefly(each[at]) if at < len(each) else "nothing" for each in asked]
    return f", first at [{at}]: {spelled[0]} is not {spelled[1]}"


def _describe_calls(answers: Sequence[ContextAnswer]) -> str:
    """Return the result of each call, and where in the data it comes from."""
    data, sheets = _calls_by_text(answers, "data"), _calls_by_text(answers, "sheets")
    notes = []
    for text, call in {**sheets, **data}.items():
        print_ = sheets.get(text)
        other = f"; sheets print {_shorten_value(print_.result)}" if print_ and print_.result != call.result else ""
        where = (
            f" ({said_of})"
            if call.asks and (said_of := f"{format_call_places(call)}{other}".removeprefix("; "))
            else ""
        )
        notes.append(f"{_shorten_text(text)} = {_shorten_value(call.result)}{where}")
    return f"; {list_briefly(notes, _CALLS_SHOWN)}" if notes else ""


def _describe_result(answers: Sequence[ContextAnswer]) -> str:
    """Return what a claim that holds rests on, such as `count('hand') = 24; data and sheets`."""
    calls = {call.text: call for answer in answers for call in answer.calls}
    notes = [f"{_shorten_text(text)} = {_shorten_value(call.result)}" for text, call in calls.items()]
    printed = any(call.prints for answer in answers if answer.world == "sheets" for call in answer.calls)
    draws = {each.draws for each in calls.values()}
    basis = ["data"] * (printed or False in draws) + ["sheets"] * printed + ["drawings"] * (True in draws)
    return f"{list_briefly(notes, _CALLS_SHOWN)}; {', '.join(basis[:-1])}{' and ' * (len(basis) > 1)}{basis[-1]}"


def _judge_number(
    claim: InlineClaim, parts: Sequence[Part], bench: ClaimEvaluator, language: Language | None
) -> ClaimOutcome:
    """Evaluate a number of the rules against data and sheets: GF009, GF101, GF103, GF104."""
    picked = "".join(f", {key} {value}" for key, value in claim.where.items())
    made = ClaimOutcome(str(claim.value), f"{_shorten_text(claim.what)}{picked}", "", claim.place)
    try:
        answers = bench.evaluate(number_expression(claim, parts))
    except ExpressionError as error:
        message = f"{_name_source(claim)} {_shorten_value(claim.value)} for {_shorten_text(claim.what)}: {error}"
        return made._replace(finding=Finding("GF103", claim.place, message))
    if not answers:
        return made._replace(
            finding=_needs_files_note(claim.place, f"the number {_shorten_value(claim.value)} for {claim.what}")
        )
    by_world = {answer.world: answer for answer in answers}
    printed = "sheets" in by_world and any(call.prints for call in by_world["sheets"].calls)
    data, sheets = (_shorten_value(by_world[world].value) if world in by_world else "" for world in ("data", "sheets"))
    known = "data" in by_world and all(call.declared for call in by_world["data"].calls)
    columns = (data if known else "", sheets) if printed else (data or sheets, "")
    made = made._replace(asked=(CallSummary(made.says, *columns),))
    if all(equals_claimed(answer.value, claim.value, language) for answer in answers):
        return made
    counts = all(is_number(each.value) for each in answers)
    if counts and isinstance(claim.value, str) and parse_translated_number(claim.value, language) is None:
        says = f"{_shorten_value(claim.value)} is not a number; write the number itself, {_shorten_text(claim.what)}"
        says += ", in digits or in words of this language, not an ordinal such as fifth"
        return made._replace(finding=Finding("GF009", claim.place, says))
    evidence = _list_evidence(answers)
    basis = f" ({format_places(evidence)})" if evidence else ""
    gives = [f"data gives {data}{basis}"] if "data" in by_world else []
    gives += [f"sheets print {sheets}"] if printed else []
    is_text = not isinstance(claim.value, str) and all(answer.value == str(claim.value) for answer in answers)
    gives += ["which is a text and not a number: write `|int` behind the expression"] if is_text else []
    message = f"{_name_source(claim)} {_describe_number(claim, parts)}; {', '.join(gives)}"
    return made._replace(finding=Finding("GF101", claim.place, message, evidence=evidence))


def _name_source(claim: InlineClaim) -> str:
    """Return who says a number: the rules, or a template."""
    return "the template prints" if _TEMPLATE in claim.place.file else "the rules say"


def number_expression(claim: InlineClaim, parts: Sequence[Part]) -> str:
    """Return the expression that a number claims: the one given, or the count of the part that is named.

    Boards are counted as whole boards, however many pieces of paper make one up.
    """
    ids = {part.id: part for part in parts}
    if claim.what in ids:
        keys = "".join(f", {key}={spell_value(value)}" for key, value in claim.where.items())
        return f"{'boards' if ids[claim.what].board and not keys else 'count'}({claim.what!r}{keys})"
    if claim.where:
        keys = ", ".join(claim.where)
        raise ExpressionError(f"{keys} can only select pieces of a part, and {claim.what!r} is not a part")
    if claim.what.replace("-", "").replace("_", "").isalnum():
        raise ExpressionError(f"there is no part {claim.what!r}{did_you_mean(claim.what, ids)}")
    return claim.what


def _list_evidence(answers: Sequence[ContextAnswer]) -> tuple[Place, ...]:
    """Return the places of the data that an expression rests on."""
    calls = _calls_by_text(answers, "data").values()
    return tuple(dict.fromkeys(place for call in calls for place in call.places()))


def _describe_number(claim: InlineClaim, parts: Sequence[Part]) -> str:
    """Return `25 hand cards`, `6 hand cards (player red)`, or the value and the expression."""
    for part in parts:
        if part.id == claim.what:
            picked = ", ".join(f"{key} {value}" for key, value in claim.where.items())
            title = part.title[:1].lower() + part.title[1:]
            return f"{_shorten_value(claim.value)} {title}{f' ({picked})' if picked else ''}"
    return f"{_shorten_value(claim.value)} for {_shorten_text(claim.what)}"


def equals_claimed(value: Any, claimed: Any, language: Language | None) -> bool:
    """Return whether a value is what the rules say, in the words of their language."""
    if isinstance(claimed, str) and isinstance(value, int | float) and not claimed[:1].isdigit():
        claimed = parse_translated_number(claimed, language)
    elif isinstance(claimed, str) and isinstance(value, str) and language and claimed == language.says.get(value):
        return True
    return bool(value == claimed) and isinstance(value, bool) == isinstance(claimed, bool)


def is_number(value: Any) -> bool:
    """Return whether a value is a number, which true is not."""
    return isinstance(value, int | float) and not isinstance(value, bool)


def _needs_files_note(place: Place, what: str) -> Finding:
    return Finding("GF104", place, f"{what}: this can only be checked on finished sheets, and there are none", "note")


def _shorten_value(value: Any) -> str:
    text = spell_value(value)
    if isinstance(value, list) and len(text) > _TEXT_LENGTH:
        return _shorten_text(f"[{spell_value(value[0])} ... {spell_value(value[-1])}], {len(value)} in all")
    return _shorten_text(text)


def _shorten_text(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= _TEXT_LENGTH else f"{line[: _TEXT_LENGTH - 4]} ..."


def report_unheld_number(claim: Claim, answers: Sequence[ContextAnswer]) -> Finding | None:
    """Return GF137 for the first number in what a claim says that its check neither has nor gives."""
    held = {*_list_numbers(claim.check)}
    held |= {float(found[1].count(",") + 1) for found in _LIST.finditer(claim.check)}
    held |= {number for answer in answers for call in answer.calls for number in _list_numbers(call.result)}
    for said in _SAID.finditer(claim.says):
        number = parse_number(said[0])
        if number is not None and number >= _LEAST and number not in held:
            says = f"{claim.id} {claim.says}: its check neither has nor gives the number {said[0]!r}; check it, too"
            return Finding("GF137", claim.place, says, "note")
    return None


def _list_numbers(value: Any) -> Iterator[float]:
    """Yield the numbers in a value, in its texts, and the lengths of its lists."""
    match value:
        case bool() | None:
            return
        case int() | float():
            yield abs(float(value))
        case str():
            for text in _HELD.findall(value):
                number = float(text) if text[0].isdecimal() else parse_number(text)
                yield from [] if number is None else [float(number)]
        case dict():
            yield float(len(value))
            for each in value.items():
                yield from _list_numbers(each[0])
                yield from _list_numbers(each[1])
        case list() | tuple():
            yield float(len(value))
            for each in value:
                yield from _list_numbers(each)
