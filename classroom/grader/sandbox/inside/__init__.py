"""What runs inside the sandbox, next to the student's code: nothing here is trusted by the grader."""
