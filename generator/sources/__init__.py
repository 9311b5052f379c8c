"""Finished pictures and finished PDFs as cards: what is read from them, before a game is written that prints them."""
