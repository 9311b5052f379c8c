"""Counts, names, colors, terms, sums and links in the rules: what can be compared without reading English."""
