"""Judge scores: intervals, paired differences, verdicts."""
