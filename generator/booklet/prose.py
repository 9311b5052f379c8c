"""A paragraph that would end in a line of one word goes in, the same a little narrower comes out."""

from typing import Any

from reportlab.platypus import Paragraph

_NARROWER_BY = (1.0, 2.0, 3.0)  # em; more would show in the margin


class Prose(Paragraph):  # type: ignore[misc]
    """A paragraph whose last line is not a lone word, where that costs no line more."""

    style: Any

    def wrap(self, width: float, height: float) -> tuple[float, float]:
        """Break the lines; return the size, pt."""
        size = self._break(width, height)
        style, count = self.style, len(self.blPara.lines)
        if count < 2 or not self._ends_alone():
            return size
        for narrower in _NARROWER_BY:
            self.style = style.clone(style.name, rightIndent=style.rightIndent + narrower * style.fontSize)
            size = self._break(width, height)
            if len(self.blPara.lines) == count and not self._ends_alone():
                return size
        self.style = style
        return self._break(width, height)

    def _break(self, width: float, height: float) -> tuple[float, float]:
        across, down = super().wrap(width, height)
        return across, down

    def _ends_alone(self) -> bool:
        last = self.blPara.lines[-1]
        words = last[1] if self.blPara.kind == 0 else "".join(word.text for word in last.words).split()
        return len(words) == 1
