"""The command line of the build."""

from __future__ import annotations

import argparse
import asyncio
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from classroom.build.builder import build, build_text, write
from classroom.build.compare import is_as_built
from classroom.build.masters import BuildError, choose, find_masters, stale_notebooks
from classroom.build.page import pages
from classroom.build.sizes import table
from classroom.judge.catalogue import use
from classroom.judge.manifest import HOME, Manifest, of_exercises, of_solutions
from classroom.judge.ownership import look_through

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Sequence

    from classroom.build.masters import Master

    _BuildAll = Callable[[Sequence[Master]], AsyncIterator[dict[Path, str]]]

KERNELS = 2


def main(argv: Sequence[str] | None = None) -> int:
    """Build, or check, the notebooks; returns the exit status.

    0: done, or nothing differs. 1: a master cannot be built, or a notebook differs. 2: a wrong argument.
    130: interrupted.
    """
    options = _parser().parse_args(argv)
    root = Path(options.root).resolve()
    use(root)
    checks = options.check or options.check_text
    try:
        for part in ("exercises", "solutions", "notebooks"):
            if root != HOME:  # of which the code runs already
                look_through(root / part)
        if options.sizes:
            print(table(page for page in pages(root) if page.kind in ("lesson", "trip")))
        elif not checks:
            _write_manifests(root)
        if options.manifest or options.sizes:
            return 0
        masters = find_masters(root)
        chosen = choose(masters, options.names)
    except (BuildError, ValueError, OSError) as error:
        return _fail(error, 2)
    stale = stale_notebooks(root, masters)
    try:
        if checks:
            return asyncio.run(_check(root, chosen, stale, _built if options.check else _built_text))
        return asyncio.run(_build(root, chosen, stale))
    except BuildError as error:
        return _fail(error, 1)
    except KeyboardInterrupt:
        return _fail("interrupted", 130)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m classroom.build",
        description="Build the notebooks of the course from their masters.",
    )
    parser.add_argument("names", nargs="*", metavar="NAME", help="a number (03) or a slug; all if none given")
    parser.add_argument("--check", action="store_true", help="write nothing; say which notebooks differ")
    text = "as --check, but run nothing: what cells show is taken from the notebooks that are there"
    parser.add_argument("--check-text", action="store_true", help=text)
    text = "build nothing; only list the modules of exercises and the hidden properties that may be run from now on"
    parser.add_argument("--manifest", action="store_true", help=text)
    text = "build nothing; print the words, lines of code, blanks, predictions and minutes of each lesson"
    parser.add_argument("--sizes", action="store_true", help=text)
    parser.add_argument("--root", default=".", help="folder of exercises/ and solutions/ (default: here)")
    return parser


def _manifests(root: Path) -> list[Manifest]:
    """Return the manifests of the course at ``root``: what a check runs, and what counts in a mark alone."""
    folders = {"exercises": of_exercises(root), "solutions": of_solutions(root / "solutions")}
    return [manifest for folder, manifest in folders.items() if (root / folder).is_dir()]


def _write_manifests(root: Path) -> None:
    """List what may be run from now on, and say what is new in it: a file that nobody knows should be seen here."""
    for manifest in _manifests(root):
        for line in manifest.write():
            print("listed   ", line)


async def _build(root: Path, masters: Sequence[Master], stale: Sequence[Path]) -> int:
    for master in masters:
        master.targets[master.kind].parent.mkdir(parents=True, exist_ok=True)
    async for texts in _built(masters):
        for path, text in texts.items():
            print("written  " if write(path, text) else "unchanged", _relative(path, root))
    for path in stale:
        print("stale    ", _relative(path, root), "(no master: remove it)")
    return 0


async def _check(root: Path, masters: Sequence[Master], stale: Sequence[Path], build_all: _BuildAll) -> int:
    complete = [master for master in masters if all(path.is_file() for path in master.targets.values())]
    missing = [path for master in masters for path in master.targets.values() if not path.is_file()]
    wrong = [f"missing    {_relative(path, root)}" for path in missing]
    wrong += [f"stale      {_relative(path, root)} (no master)" for path in stale]
    wrong += [f"not listed {line}" for manifest in _manifests(root) for line in manifest.differences()]
    async for texts in build_all(complete):
        differing = [path for path, text in texts.items() if not is_as_built(path, text)]
        wrong += [f"differs    {_relative(path, root)}" for path in differing]
    print("\n".join(sorted(wrong)) if wrong else f"{len(complete)} masters: every notebook is as built")
    return 1 if wrong else 0


async def _built(masters: Sequence[Master]) -> AsyncIterator[dict[Path, str]]:
    """Build every master, two kernels at a time, and give each result as soon as it is there."""
    turns = asyncio.Semaphore(KERNELS)

    async def in_turn(master: Master) -> dict[Path, str]:
        async with turns:
            return await build(master)

    tasks = [asyncio.create_task(in_turn(master)) for master in masters]
    try:
        for count, task in enumerate(asyncio.as_completed(tasks), start=1):
            texts = await task
            if sys.stderr.isatty():
                print(f"[{count}/{len(tasks)}] {next(iter(texts)).stem}", file=sys.stderr)
            yield texts
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def _built_text(masters: Sequence[Master]) -> AsyncIterator[dict[Path, str]]:
    """Build every master without a run."""
    for master in masters:
        yield build_text(master)


def _relative(path: Path, root: Path) -> str:
    return path.relative_to(root).as_posix()


def _fail(message: object, status: int) -> int:
    print(f"build: {message}", file=sys.stderr)
    return status
