"""Files of a game's folder go in; a game whose every value has a place comes out, or every fault at once."""
