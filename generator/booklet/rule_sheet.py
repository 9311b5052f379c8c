"""Typeset rules as one sheet of paper, printed on one side or on both, without a title page."""

from collections.abc import Iterator, Mapping, Sequence
from io import BytesIO
from itertools import batched_columns
