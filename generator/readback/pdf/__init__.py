"""Finished PDFs read back."""
