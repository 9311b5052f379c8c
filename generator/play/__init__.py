"""Play games from their data: engines, policies, and what many games show."""
