"""Documents and questions with exact evidence, ours and those that files bring."""
