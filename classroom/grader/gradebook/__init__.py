"""nbgrader around our own marks: its gradebook, form grader, feedback and export; never its execution.

nbgrader takes its steps by its own commands, and ``config`` puts parts of ours into three of them.

- Release: the exercise as the build makes it, to the byte; a teacher's own assignment (``teacher_assignments``) as
  nbgrader cuts it (``release``).
- Autograde: a submission is read as hostile (``submission``) and put back into the form of its exercise (``repair``).
  The marks of functions come from outside the student's process, without a kernel (``scoring``, ``prefetch``). Other
  test cells are left to a person. What a student wrote is made plain before it is stored (``escape``), so that form
  grader and feedback show it and never run it.
- Feedback: nbgrader's own, without hidden tests (``redact_feedback``).
- Export, manual marks, late penalties: nbgrader's own.

``taking_in`` takes in submissions from a folder or an archive, ``report`` reads what the gradebook holds.
"""
