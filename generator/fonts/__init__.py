"""Font files: their tables, outlines, metrics and kerning."""
