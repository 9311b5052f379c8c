"""The plain values of plane geometry; lengths in mm, y downwards."""

Point = tuple[float, float]
Edge = tuple[Point, Point]
Quad = tuple[Point, Point, Point, Point]
