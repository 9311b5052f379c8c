"""The ground that every stage stands on: frozen data with no input and no output."""
