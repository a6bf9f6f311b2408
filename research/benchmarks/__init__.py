"""Measure how quick the library is, and how good the reader of the course: ``make bench``."""
