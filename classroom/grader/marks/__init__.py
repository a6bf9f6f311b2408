"""Keep marks: their model, what they depend on, and their folder."""
