"""What the rules claim, the data declares and the finished files print go in, findings come out."""
