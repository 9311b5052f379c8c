"""Check the rendered pages: what is seen of the data, and what must be true of every page."""
