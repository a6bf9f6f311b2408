"""Answer a question from the chunks that were retrieved, and say where the answer is."""
