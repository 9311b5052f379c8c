"""Warn of rules that `game.yaml` does not name."""

from collections.abc import Iterator, Sequence

from generator.model.finding import Finding, Place
from generator.model.game import Game, Part


def check_rules_file(game: Game, _parts: Sequence[Part] = ()) -> Iterator[Finding]:
    """Warn of a rules.md that `game.yaml` does not name, which most people expect to be printed (GF189)."""
    if game.rules is None and (game.folder / "rules.md").is_file():
        says = "nothing names rules.md, so it is not printed; add the line `rules: rules.md`, or rename the file"
        yield Finding("GF189", Place(game.file, 1, 1), says, "warning")
