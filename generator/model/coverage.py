"""How much of a game the paper shows, and how much of its rules is held: counted part by part."""

from collections.abc import Callable
from typing import Literal, NamedTuple

from generator.model.finding import Place

UnclaimedKind = Literal["number", "color", "name", "direction"]
_FACTS = {
    "seen": "{number} seen",
    "hidden": "{number} hidden",
    "used": "{number} used by the rules alone",
    "missing": "{number} missing",
}


class Uncovered(NamedTuple):
    """A fact that nobody has seen on the paper, and why: `hidden`, `used`, `unseen`, `unused` or `untried`.

    It is a witness for the facts that it `stands_for`, itself among them.
    """

    place: Place
    what: str
    why: str
    stands_for: int = 1


class PartCoverage(NamedTuple):
    """The facts of a part: `used` are read by rules, claims, setup or figures alone; `rest` are all but those seen.

    `witnesses` are the ids of the designs that were varied for all `designs` of the part.
    """

    part: str
    title: str
    facts: int
    seen: int
    hidden: int
    used: int
    cells: int
    joins: int
    faces: int
    rest: tuple[Uncovered, ...]
    witnesses: tuple[str, ...] = ()
    designs: int = 0

    @property
    def missing(self) -> int:
        """Return how many facts are neither seen nor excused."""
        return self.facts - self.seen - self.hidden - self.used


class NumberCoverage(NamedTuple):
    """The numbers of pieces in a file of rules or in a template, and how many of them claims hold."""

    file: str
    numbers: int
    held: int


class UnclaimedWord(NamedTuple):
    """A word of the rules that is neither inside a claim nor printed by braces.

    `braces` is what to write in its place, and `claim` the claim to write for its sentence; both may be empty.
    """

    place: Place
    kind: UnclaimedKind
    word: str
    braces: str
    claim: str


class Coverage(NamedTuple):
    """The facts of all parts that were changed, and the numbers of pieces in each file that prints words.

    `words` are those of the first rules that nothing checks.
    """

    parts: tuple[PartCoverage, ...]
    files: tuple[NumberCoverage, ...]
    words: tuple[UnclaimedWord, ...] = ()

    @property
    def numbers(self) -> int:
        """Return how many numbers there are."""
        return sum(each.numbers for each in self.files)

    @property
    def held(self) -> int:
        """Return how many of the numbers claims hold."""
        return sum(each.held for each in self.files)

    def total(self, field: str) -> int:
        """Return the sum of a count over all parts."""
        return sum(getattr(each, field) for each in self.parts)

    @property
    def seen_share(self) -> float:
        """Return how many of 100 facts are seen or excused."""
        facts = self.total("facts")
        return 100.0 * (facts - self.total("missing")) / facts if facts else 100.0

    @property
    def held_share(self) -> float:
        """Return how many of 100 numbers are held."""
        return 100.0 * self.held / self.numbers if self.numbers else 100.0

    def describe(self, say: Callable[[str], str] = str) -> str:
        """Return the counts in one line, such as `1,102 facts: 1,098 seen, 4 hidden; 85 of 92 numbers held`.

        `say` translates the words.
        """
        counts = [(self.total(name), says) for name, says in _FACTS.items()]
        shown = [say(says).format(number=f"{count:,}") for count, says in counts if count or says == _FACTS["seen"]]
        facts = self.total("facts")
        total = say("{number} fact" if facts == 1 else "{number} facts").format(number=f"{facts:,}")
        held = say("{held} of {numbers} numbers held").format(held=f"{self.held:,}", numbers=f"{self.numbers:,}")
        return f"{total}: {', '.join(shown)}; {held}"
