"""Judge what became of the facts that were varied: not seen, elsewhere, alike, or missing from the paper."""
