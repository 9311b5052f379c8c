"""Read finished PDF files back."""
