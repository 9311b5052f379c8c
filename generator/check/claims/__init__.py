"""Claims of a game, its data and what its files show go in; how each claim comes out."""
