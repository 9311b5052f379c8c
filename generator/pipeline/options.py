"""The options of a build, and how a manifest records them."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from generator.model.paper import DuplexFlip
from generator.pipeline.writers import default_formats


class Options(Struct, frozen=True):
    """The options of one build; `only` holds ids of parts, `colors` ROLE=#RRGGBB, `settings` PART.KEY=VALUE.

    `languages` are those of the rules, or the game's first language if empty; `thickness` is that of the paper of a
    booklet, in mm: 0.1 is typical of 80 gsm.
    """

    out: Path = Path("output")
    paper: str = "a4"
    palette: str | None = None
    colors: tuple[str, ...] = ()
    settings: tuple[str, ...] = ()
    only: tuple[str, ...] = ()
    formats: frozenset[str] = default_formats()
    backs: DuplexFlip = "long-edge"
    live_text: bool = False
    read_back: bool = True
    languages: tuple[str, ...] = ()
    thickness: float = 0.1

    @property
    def is_default(self) -> bool:
        """Tell whether nothing was chosen: the whole game, on A4, in all formats, read back."""
        return self.read_back and self.to_manifest() == Options().to_manifest()

    def to_manifest(self) -> dict[str, Any]:
        """Return what a manifest records: the options that decide what is printed, and the formats."""
        return {
            "paper": self.paper,
            "backs": self.backs,
            "palette": self.palette,
            "color": list(self.colors),
            "set": list(self.settings),
            "only": list(self.only),
            "format": sorted(self.formats),
            "svg_text": "live" if self.live_text else "outlines",
            "lang": list(self.languages),
            "thickness": self.thickness,
        }

    def restore_options(self, manifest: Mapping[str, Any]) -> "Options | None":
        """Return the options that an existing kit was built with; None if its manifest does not record them."""
        recorded = manifest.get("options", {})
        try:
            return replace(
                self,
                paper=recorded["paper"],
                backs=recorded["backs"],
                palette=recorded["palette"],
                colors=tuple(recorded["color"]),
                settings=tuple(recorded["set"]),
                only=tuple(recorded["only"]),
                formats=frozenset(recorded["format"]),
                live_text=recorded["svg_text"] == "live",
                languages=tuple(recorded["lang"]),
                thickness=recorded["thickness"],
            )
        except (KeyError, TypeError):
            return None
