"""Finished SVG sheets read back."""
