"""What the data say about each part, fact by fact, and the same parts with a fact changed."""
