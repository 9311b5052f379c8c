"""What is remarkable in a drawing though it is drawn: elements that became images, lengths that programs ignore."""

from typing import NamedTuple

from generator.model.finding import Level


class DrawingRemark(NamedTuple):
    """A remark, with its code and level; `at` is the place of the element, empty if it is not known."""

    at: str
    code: str
    level: Level
    message: str
