"""Path cards: patterns, ports and the curves between them."""
