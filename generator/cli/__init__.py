"""The command line: commands, what they print, and the formats of findings."""
