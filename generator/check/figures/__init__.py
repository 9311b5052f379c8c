"""Check the figures of the rules against their words, the board, the kit and what can be seen of them."""
