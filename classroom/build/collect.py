"""Collect all pages of the course: each notebook that a master has become."""

from __future__ import annotations

from typing import TYPE_CHECKING

import nbformat

from classroom.build.masters import find_masters
from classroom.build.page import Page

if TYPE_CHECKING:
    from pathlib import Path


def pages(root: Path) -> list[Page]:
    """Return the pages of the course at ``root``, in the order of their masters.

    Raises:
        BuildError: there is no master.
    """
    masters = find_masters(root)
    known = frozenset(path.resolve() for master in masters for path in master.targets.values())
    found = []
    for master in masters:
        for kind, path in master.targets.items():
            if path.is_file():
                cells = nbformat.read(path, as_version=4).cells  # type: ignore[no-untyped-call]
                folder = master.targets["lesson" if kind == "learner" else kind].parent  # a copy has the lesson's links
                found.append(Page(master.slug, kind, path, folder, root, tuple(cells), known))
    return found
