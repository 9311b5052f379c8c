"""Compare what the rules claim, what the data declares and what the finished files print."""
