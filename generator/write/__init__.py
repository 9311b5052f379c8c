"""Pages and pictures go in, the bytes of PDF and SVG files come out, and land whole or not at all."""
