"""What may be said of scores: intervals, paired differences, verdicts."""
