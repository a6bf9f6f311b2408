"""Many settings on one benchmark, on disk as it goes, and what it shows."""
