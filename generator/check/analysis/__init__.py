"""What several checks share: pieces with their trims and marks, boards as printed, walks and symmetries of boards."""
