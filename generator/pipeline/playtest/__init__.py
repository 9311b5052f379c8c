"""Play a game many times, share the work, and report what came out."""
