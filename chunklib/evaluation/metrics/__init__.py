"""Measure chunks and what was retrieved, over ranges of characters."""
