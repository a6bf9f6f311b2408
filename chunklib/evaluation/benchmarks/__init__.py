"""Load documents and questions with exact evidence: ours, and those that files bring."""
