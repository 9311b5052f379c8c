"""The rules as people read them go in; findings come out where their words are not those of the data."""
