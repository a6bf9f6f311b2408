"""Run inside the sandbox, next to the student's code: the grader trusts nothing of this."""
