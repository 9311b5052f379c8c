"""What depends on a human language: number words, plurals, hyphenation and suggestions."""
