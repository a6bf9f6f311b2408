"""nbgrader around our own marks: its gradebook, form grader, feedback and export; its execution only in the sandbox.

nbgrader takes its steps by its own commands, and ``config`` puts parts of ours into three of them.

- Release: the exercise as the build makes it, to the byte; a teacher's own assignment (``own``) as nbgrader cuts it
  (``release``).
- Autograde: a submission is read as hostile (``submission``) and put back into the form of its exercise (``repair``).
  The marks of functions come from outside the student's process, without a kernel (``scoring``, ``ahead``). Other test
  cells are run in the sandbox (``in_kernel``), and what they earned is read from text (``outcomes``). What a student
  wrote is made plain before it is stored (``plain``), so that form grader and feedback show it and never run it.
- Feedback: nbgrader's own, without hidden tests (``discreet``).
- Export, manual marks, late penalties: nbgrader's own.

``taking_in`` takes in submissions from a folder or an archive, ``report`` reads what the gradebook holds.
"""
