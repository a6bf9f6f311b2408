"""Find the folders to cover, so that nothing hidden can be seen inside a folder that is shown."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path


def outermost(paths: Iterable[Path]) -> list[Path]:
    """Leave out paths that are inside another of the paths.

    >>> [str(path) for path in outermost([Path("/a/b"), Path("/a"), Path("/c")])]
    ['/a', '/c']
    """
    kept: list[Path] = []
    for path in sorted(set(paths), key=_depth):
        if not any(path.is_relative_to(other) for other in kept):
            kept.append(path)
    return kept


def _depth(path: Path) -> tuple[int, str]:
    return len(path.parts), str(path)


def place_inside(path: Path, shown: Iterable[Path]) -> Iterator[Path]:
    """Yield where ``path`` is seen inside the folders that are shown, links followed; nothing where it is not.

    >>> [str(place) for place in place_inside(Path("/usr/share/course"), [Path("/usr"), Path("/opt/python")])]
    ['/usr/share/course']
    """
    real = path.resolve()
    for folder in shown:
        if real.is_relative_to(folder.resolve()):
            yield folder / real.relative_to(folder.resolve())


def placed_over(hidden: Iterable[Path], needed: Sequence[Path]) -> Iterator[tuple[Path, list[Path]]]:
    """Yield each place to cover, with the folders inside it that are shown again on top of the cover.

    Outer covers come first. What lies under a cover needs none of its own, unless it is in a part that is shown again.

    >>> course, python = Path("/usr/course"), Path("/usr/course/.venv")
    >>> for cover, again in placed_over([course / "solutions", course, python / "marks"], [python]):
    ...     print(cover, *again)
    /usr/course /usr/course/.venv
    /usr/course/.venv/marks
    """
    seen: dict[Path, bool] = {}
    for cover in sorted(set(hidden), key=_depth):
        above = next((seen[folder] for folder in cover.parents if folder in seen), True)
        if above:
            again = [path for path in needed if path.is_relative_to(cover) and path != cover]
            seen |= {cover: False} | dict.fromkeys(again, True)
            yield cover, again
