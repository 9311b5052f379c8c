"""Checks of the rendered pages: what must be true of every page, whatever its game."""
