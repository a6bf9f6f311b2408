"""What a mark is, what it depends on, and where it is kept."""
