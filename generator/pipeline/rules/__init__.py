"""Rules -> figures, pages and web page, printed or kept."""
