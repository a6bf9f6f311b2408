"""nbgrader around our own marks: its gradebook, form grader, feedback and export; never its execution.

nbgrader takes its steps by its own commands, and ``config`` puts parts of ours into three of them.

- Release: the exercise as the build makes it, to the byte; a teacher's own assignment (see ``places``) as nbgrader cuts
  it (``release``). ``handout`` writes the students' copy of the whole course.
- Autograde: a submission is cleaned (``handed_in``), read as hostile and put back into the form of its exercise
  (``repair``). The marks of functions come from outside the student's process, without a kernel (``scoring``,
  ``prefetch``), and are shown by ``page``. Other test cells are left to a person. What a student wrote is made plain
  before it is stored (``exporter``), so that form grader and feedback show it and never run it.
- Feedback: nbgrader's own, without scripts and hidden tests (``exporter``).
- Export, manual marks, late penalties: nbgrader's own.

``taking_in`` takes in submissions from a folder or an archive, ``report`` reads what the gradebook holds.
"""
