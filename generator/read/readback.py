"""A finished PDF or SVG goes in, the pieces that it shows come out; a file that tells no clear story is refused."""

from generator.read.pdf_pieces import read_pdf
from generator.read.svg_pieces import SvgReader, otherwise, read_svg

__all__ = ["SvgReader", "otherwise", "read_pdf", "read_svg"]
