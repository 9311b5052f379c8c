"""Read a game's folder; every value keeps its place, and all faults are reported at once."""
