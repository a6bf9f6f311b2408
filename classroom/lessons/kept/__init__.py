"""Keep the functions that a learner has written, and use them in later lessons."""
