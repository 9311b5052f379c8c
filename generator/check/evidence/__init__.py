"""What the checks share: the pieces read back, their trims, marks, words and the boards that they show."""
