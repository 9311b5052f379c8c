"""What was built goes in, its manifest comes out: every file with its digest, every placement with its place."""

from collections.abc import Mapping, Sequence
from typing import Any

from generator.model.game import Game
from generator.model.paper import Backs, Paper
from generator.model.sheet import Placement
from generator.write.staging import Written


def manifest(
    press: str,
    game: Game,
    build: str,
    paper: Paper,
    flip: Backs,
    options: Mapping[str, Any],
    files: Sequence[Written],
    placements: Sequence[Mapping[str, Any]],
) -> dict[str, Any]:
    """Return the manifest, ready for JSON; `press` is our own version, lengths are mm."""
    return {
        "gutterfold": press,
        "game": game.id,
        "title": game.data.title,
        "version": game.data.version,
        "build": build,
        "paper": paper._asdict(),
        "backs": flip,
        "options": dict(options),
        "files": [file._asdict() for file in files],
        "placements": list(placements),
    }


def placement(p: Placement, sheet: int, pdf_page: int | None, svg: str | None) -> dict[str, Any]:
    """Return a placement's row: the trim box on the paper from its top left, and the turn clockwise in degrees."""
    return {
        "part": p.part.id,
        "design": p.design.id,
        "copy": p.copy,
        "side": p.side,
        "id": p.id,
        "pdf_page": pdf_page,
        "svg": svg,
        "sheet": sheet,
        "x": round(p.x, 4),
        "y": round(p.y, 4),
        "w": round(p.width, 4),
        "h": round(p.height, 4),
        "rotation": p.rotation,
    }
