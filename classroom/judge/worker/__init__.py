"""Run a function in a process of its own, under limits, and bring back plain data."""
