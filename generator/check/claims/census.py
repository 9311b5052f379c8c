"""Count each part three times: as the rules claim, as the data declares and as the finished files print."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import PurePath
from typing import NamedTuple

from generator.check.check_context import CheckContext, FormatContent
from generator.check.claims.sandbox import remember_expressions, split_conjuncts, split_equality
from generator.language.number_words import parse_number
from generator.language.translation import parse_translated_number
from generator.model.finding import Finding
from generator.model.game import Design, Game, Part

_COUNT = re.compile(r"(?P<of>count|boards|per_color)\s*\(\s*(?P<quote>['\"])(?P<part>[^'\"]+)(?P=quote)\s*\)")
_HELD = re.compile(r"(?<![\w.])(?:count|per_color|boards)\s*\(\s*(?P<quote>['\"])(?P<part>[^'\"]+)(?P=quote)")


Claimed = Mapping[tuple[str, str], list[tuple[int, str]]]


class PartCount(NamedTuple):
    """The number of pieces of a part: by each claim and each marked number in the rules, in the data, in each format.

    `claimed` pairs each number with its source, `rules.md:13` or the id of a claim. `printed` lacks the formats that
    were not built or not read back; it is empty if the part was not to be printed. A board in sections counts twice:
    whole, and in pieces.
    """

    part: str
    title: str
    claimed: tuple[tuple[int, str], ...]
    declared: int
    printed: Mapping[str, int]

    @property
    def agrees(self) -> bool:
        """Whether all numbers are equal."""
        return {*dict(self.claimed), *self.printed.values()} <= {self.declared}

    @property
    def verdict(self) -> str:
        """`agree`, `differ`, or `unclaimed` where files and data agree but nothing claims the number."""
        return "differ" if not self.agrees else "agree" if self.claimed else "unclaimed"


def count_parts(case: CheckContext) -> tuple[PartCount, ...]:
    """Return the counts of all parts, in the order of the data."""
    with remember_expressions(case.game.file):
        claimed = _collect_claims(case.game, case.all_parts)
    return tuple(count for part in case.all_parts for count in _count_part(case, part, claimed))


def _count_part(case: CheckContext, part: Part, claimed: Claimed) -> Iterator[PartCount]:
    formats = case.formats if part.id in case.whole_parts else ()
    pieces, whole = (tuple(claimed.get((name, part.id), ())) for name in ("count", "boards"))
    printed = {shown.name: shown.front_counts.get(part.id, 0) for shown in formats}
    if any(design.net_piece for design in part.designs):
        yield _count_whole_nets(part, pieces + whole, formats)
        return
    if part.board is None or not part.board.sections:
        yield PartCount(part.id, part.title, pieces + whole, part.count, printed)
        return
    each = {shown.name: Counter(piece.design for piece in shown.seen if piece.part == part.id) for shown in formats}
    fewest = {name: min(found[design.id] for design in part.designs) for name, found in each.items()}
    yield PartCount(part.id, part.title, whole, min(design.copies for design in part.designs), fewest)
    if pieces:
        yield PartCount(part.id, f"{part.title}, in pieces", pieces, part.count, printed)


def _count_whole_nets(part: Part, claimed: tuple[tuple[int, str], ...], formats: Sequence[FormatContent]) -> PartCount:
    """Return the count of a part of which some nets are printed in pieces: each is there as often as all its pieces."""
    pieces: dict[str, list[Design]] = defaultdict(list)
    for design in part.designs:
        pieces[design.source_id].append(design)
    printed = {}
    for shown in formats:
        seen = Counter(piece.design for piece in shown.seen if piece.part == part.id and piece.side == "front")
        printed[shown.name] = sum(min(seen[design.id] for design in group) for group in pieces.values())
    return PartCount(part.id, part.title, claimed, part.count, printed)


def _collect_claims(game: Game, parts: Sequence[Part]) -> Claimed:
    """Return what claims such as `count(...) == 24`, and marked numbers, say about whole parts and boards."""
    boards = {part.id for part in parts if part.board}
    found: dict[tuple[str, str], list[tuple[int, str]]] = defaultdict(list)
    numbers = [(each, game.first) for each in game.inline]
    numbers += [(each, language) for language in game.translations for each in language.inline]
    for each, language in numbers:
        claimed = each.value if isinstance(each.value, int) else parse_translated_number(str(each.value), language)
        if claimed is not None and not each.where:
            whole = _COUNT.fullmatch(each.what.strip())
            who = f"{PurePath(each.place.file).name}:{each.place.line}"
            of = "boards" if each.what in boards else "count"
            found[(whole["of"], whole["part"]) if whole else (of, each.what)].append((claimed, who))
    for claim in game.claims:
        for text in split_conjuncts(claim.check) if _COUNT.search(claim.check) else ():
            left, right = split_equality(text) or ("", "")
            for call, other in ((left, right), (right, left)):
                if (
                    (whole := _COUNT.fullmatch(call))
                    and other.isdecimal()
                    and (claimed := parse_number(other)) is not None
                ):
                    found[whole["of"], whole["part"]].append((claimed, claim.id))
    for part in parts:
        each_color = found.get(("per_color", part.id), [])
        found["count", part.id] += [(each * _count_colors(game, part), who) for each, who in each_color]
    return found


def _count_colors(game: Game, part: Part) -> int:
    """Return the number of colors in the group of a part."""
    return sum(role.startswith(f"{game.parts[part.id].for_each}.") for role in game.colors)


def check_unclaimed_parts(case: CheckContext) -> Iterator[Finding]:
    """Report parts whose number no claim and no marked number in the rules holds (GF134, a note)."""
    if not case.game.claims and not case.game.inline:
        return  # GF100 reports that for the whole game
    names = {each.what for each in case.game.inline}
    texts = " ".join([*(claim.check for claim in case.game.claims), *names])
    held = {found["part"] for found in _HELD.finditer(texts)} | names
    if missing := [part for part in case.all_parts if part.id not in held]:
        ids = ", ".join(repr(part.id) for part in missing)
        fewest = min(design.copies for design in missing[0].designs)
        of, many = ("boards", fewest) if missing[0].board else ("count", missing[0].count)
        claim = f"{of}({missing[0].id!r}) == {many}"
        message = f"no claim checks the number of {ids}; add a claim such as {claim}"
        yield Finding("GF134", missing[0].place, message, "note")
