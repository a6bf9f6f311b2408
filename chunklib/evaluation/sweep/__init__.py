"""Measure many settings on one benchmark, keep them on disk, and compare them."""
