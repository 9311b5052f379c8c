"""Make a finished PDF ready for a printing press: its colors as inks, and the marks of PDF/X-4."""
