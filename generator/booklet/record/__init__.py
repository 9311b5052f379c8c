"""A record of rows goes in, text in columns and pictures of its pages come out."""
