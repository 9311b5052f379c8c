"""PDFs that others made: opened within bounds, a page at a time, and made inert before anything draws them."""
