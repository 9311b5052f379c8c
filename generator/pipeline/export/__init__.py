"""Export a checked game to print shops, cutting machines, virtual tables and the web."""
