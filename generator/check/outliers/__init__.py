"""Find the odd one out among things of one sort: rows, faces, cells and colors."""
