"""The figures of the rules as the data say them."""

from typing import Annotated

from msgspec import Meta

from generator.model.strict import FigureValue, Side, Strict


class FigureData(Strict, frozen=True, kw_only=True):
    """A drawing in the rules, which `rules.md` shows by `![caption](figure:id)`."""

    template: Annotated[str, Meta(description="template, by its path in templates/", min_length=1)]
    size: Annotated[tuple[Side, Side], Meta(description="width and height, mm")]
    alt: Annotated[str, Meta(description="what it shows, in words, for those who cannot see it", pattern=r"\S")]
    part: Annotated[str | None, Meta(description="part whose values the template is given too")] = None
    parts: Annotated[list[str], Meta(description="parts that the template reaches as parts.id")] = []
    values: Annotated[dict[str, FigureValue], Meta(description="further values for the template")] = {}
