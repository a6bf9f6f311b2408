"""Find what was handed in: by whom, when, and which of several submissions counts."""
