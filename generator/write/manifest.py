"""Compose the manifest of a kit: how it was built, every file with its digest, every placement with its place."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

from generator.model.game import Game
from generator.model.paper import DuplexFlip, Paper
from generator.model.sheet import Placement
from generator.write.staging import WrittenFile


def compose_manifest(
    version: str,
    game: Game,
    build: str,
    paper: Paper,
    backs: DuplexFlip,
    options: Mapping[str, Any],
    files: Sequence[WrittenFile],
    placements: Sequence[Mapping[str, Any]],
) -> Mapping[str, Any]:
    """Return the manifest, ready for JSON; `version` is that of gutterfold."""
    return MappingProxyType(
        {
            "gutterfold": version,
            "game": game.id,
            "title": game.data.title,
            "version": game.data.version,
            "build": build,
            "paper": paper._asdict(),
            "backs": backs,
            "options": dict(options),
            "files": [file._asdict() for file in files],
            "placements": list(placements),
        }
    )


def list_placement(p: Placement, sheet: int, locations: Mapping[str, int | str | None]) -> dict[str, Any]:
    """Return a placement's row: its trim box in mm from the paper's top left, and its clockwise turn in degrees.

    `locations` says in which page or file of each format it is.
    """
    return {
        "part": p.part.id,
        "design": p.design.id,
        "copy": p.copy,
        "side": p.side,
        "id": p.id,
        **locations,
        "sheet": sheet,
        "x": round(p.x, 4),
        "y": round(p.y, 4),
        "w": round(p.width, 4),
        "h": round(p.height, 4),
        "rotation": p.rotation,
    }
