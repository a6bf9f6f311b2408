"""Judge a function by the properties of its exercise, and show what was found."""
