"""Boards: generators of cells, what amends them, and the sections they are cut into."""
