"""Play Psychopaths: two pawns each, paths on cards that turn and trade places, and the psycho among them."""
