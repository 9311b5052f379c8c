"""What other programs, machines and print shops take: sizes, layouts and documents, made from pieces; no files."""
