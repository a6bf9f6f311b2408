"""The notebook build: masters in, notebooks out. Run as ``python -m classroom.build``.

A lesson's master ``notebooks/src/NN_slug.py`` becomes two notebooks: ``notebooks/NN_slug.ipynb``, executed, and
``notebooks/learner/NN_slug.ipynb``, the learner's copy, without outputs and with blanks to fill in (``blanks``).
An exercise's master ``solutions/NN_slug/master.py`` becomes two notebooks: ``solutions/NN_slug/NN_slug.ipynb``,
executed, and ``exercises/NN_slug/NN_slug.ipynb``, in which the solution is cut down to a stub.

Two builds of one master give the same bytes, on every Python version of the project, because

- cell ids are derived from the slug and the cell's own text (``masters``);
- cells run in a fresh kernel with an empty progress folder (``execute``);
- what may differ from run to run is removed (``tidy``): widget state and widget views, timings, versions,
  the order in which streams arrived, the stack of an error that a lesson shows on purpose;
- what cannot be removed without hiding a defect, such as a memory address, stops the build.

Widgets and nbval. A widget's output has two forms: the live view, which refers to a model that exists only
while its kernel runs, and ``text/plain``. Stored, the view draws nothing and its model id is new in every
run, so the build removes it; nbval skips that one type and compares the text form strictly. So a widget puts
its whole state into the ``text/plain`` of its ``_repr_mimebundle_``; a running notebook prefers the view.

Figures. ``classroom.lessons.figure`` shows one ``<img alt>`` in ``text/html`` and the alternative text in
``text/plain``; nbval compares both, and ``nbval_sanitize.cfg`` takes the pixels out of that comparison: a
pixel may differ on another machine where the words and numbers may not.

Pages. What a lesson and an exercise must have is in ``lesson_rules``, ``exercise_rules`` and ``common_rules`` as data
over the model in ``page``; the tests apply every rule to every notebook.
"""
