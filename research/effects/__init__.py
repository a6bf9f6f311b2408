"""Measure what the field promises: one comparison for each promise, on the course's own questions."""
