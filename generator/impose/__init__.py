"""Parts and their looks go in, pages of placements come out."""
