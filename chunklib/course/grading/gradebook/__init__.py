"""nbgrader around our own marks: its gradebook, form grader, feedback and export, without its way of executing.

nbgrader takes its steps by its own commands, and ``config`` puts parts of ours into three of them.

- Release: the exercise as the build makes it, to the byte (``release``).
- Autograde: a submission is read as hostile (``submission``) and put back into the form of its exercise (``repair``);
  no kernel is started: the marks come from outside the student's process (``marking``). What a student wrote is made
  plain before it is stored (``plain``), so that form grader and feedback show it and never run it.
- Feedback, export, manual marks, late penalties: nbgrader's own.

``collecting`` takes in submissions from a folder or an archive, ``report`` reads what the gradebook holds.
"""
