"""Change the files of a game's folder from the studio: whole or not at all, and with a way back."""
