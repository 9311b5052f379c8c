"""What the command line says of a build, and how a manifest keeps it."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from generator.model.paper import Backs


class Options(Struct, frozen=True):
    """The choices of one build; `only` holds ids of parts, `colors` ROLE=#RRGGBB, `settings` PART.KEY=VALUE.

    `languages` are those of the rules, the game's first one if there are none; `thickness` is that of the paper of a
    booklet, mm, and 0.1 is that of 80 gsm.
    """

    out: Path = Path("output")
    paper: str = "a4"
    palette: str | None = None
    colors: tuple[str, ...] = ()
    settings: tuple[str, ...] = ()
    only: tuple[str, ...] = ()
    formats: frozenset[str] = frozenset({"pdf", "svg"})
    backs: Backs = "long-edge"
    live_text: bool = False
    read_back: bool = True
    languages: tuple[str, ...] = ()
    thickness: float = 0.1

    @property
    def usual(self) -> bool:
        """Tell whether this is the build without a choice: all of the game, on A4, in both formats, read back."""
        return self.read_back and self.kept() == Options().kept()

    def kept(self) -> dict[str, Any]:
        """Return what a manifest keeps: the choices that decide what is printed, and the formats."""
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

    def as_built(self, manifest: Mapping[str, Any]) -> "Options | None":
        """Return the options of a kit that stands already; None where its manifest does not hold them."""
        said = manifest.get("options", {})
        try:
            return replace(
                self,
                paper=said["paper"],
                backs=said["backs"],
                palette=said["palette"],
                colors=tuple(said["color"]),
                settings=tuple(said["set"]),
                only=tuple(said["only"]),
                formats=frozenset(said["format"]),
                live_text=said["svg_text"] == "live",
                languages=tuple(said["lang"]),
                thickness=said["thickness"],
            )
        except (KeyError, TypeError):
            return None
