"""What stands between the pieces of a page of a PDF goes in, the matrices in force come out (PDF 1.7, 8.4.2)."""

import re

from generator.model.picture import Matrix, multiply
from generator.read.pdf_tokens import TEXT
from generator.read.pieces import six, unclear

_STATE = re.compile(
    rb"\((?:\\.|[^\\()])*\)|<[0-9A-Fa-f\s]*>|c(?<!\Sc)(m)(?!\S)|([qQ](?<!\S.)|EMC(?<!\S...)|B(?<!\SB)[MD]C)(?!\S)"
    rb"|(T(?<!\ST)[crswz])(?!\S)",
    re.DOTALL,
)


def state(gap: bytes, states: list[Matrix], file: str) -> list[Matrix]:
    """Return the stack of matrices after what stands between two pieces (GF117)."""
    if not gap.strip():
        return states
    states, marks = list(states), 0
    for found in _STATE.finditer(gap):
        moves, word, bent = found.groups()
        if moves:
            before = b" ".join(gap[: found.start()].rsplit(None, 6)[-6:])
            states[-1] = multiply(states[-1], six(before, file, "a `cm` of the page"))
        elif bent and bent in TEXT.sub(b"", gap).split():
            raise unclear(file, f"a `{bent.decode()}` of the page bends or hides what is written after it")
        elif word == b"q":
            states.append(states[-1])
        elif word == b"Q" and len(states) > 1:
            states.pop()
        elif word == b"Q":
            raise unclear(file, "a `Q` of the page undoes nothing")
        elif word:
            marks += 1 if word != b"EMC" else -1
        if marks < 0:
            raise unclear(file, "an EMC ends no piece")
    return states
