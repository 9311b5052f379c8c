"""Plane geometry in mm: matrices, paths, polygons and bounds. Knows nothing of games."""
