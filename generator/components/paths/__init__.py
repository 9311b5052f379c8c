"""Cards of paths: patterns, ports and the curves between them."""
