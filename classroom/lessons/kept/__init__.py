"""Keep what a learner has written, and use it."""
