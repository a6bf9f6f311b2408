"""What is measured of chunks and of what was retrieved, over ranges of characters."""
