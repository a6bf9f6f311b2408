"""Write ``requirements/``, a file for each group of packages: ``python -m deploy.lock UV``.

All groups are resolved at once, so a package has the same version in each of them. A file that begins with ``-r`` lists
only what its group adds to the others. Needs PyPI, and nothing that is not in the standard library.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Mapping
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
_NEEDED = ("pyproject.toml", "course/pyproject.toml", "course/setup.py", "course/README.md", "chunklib/__init__.py",
           "chunklib/README.md")  # fmt: skip
_HEAD = "# Written by `make lock`. Install it with --no-deps: it lists everything.\n"
_NOWHERE = "; sys_platform == 'never'"
"""How pyproject.toml marks what is not to be installed although a package asks for it."""
_BLOCK = re.compile(r"^(?![#\s-]).*\n(?:[ \t].*\n)*", re.MULTILINE)


def main(uv: str) -> int:
    """Resolve every group of pyproject.toml again, in the newest releases that fit, and write the files."""
    with tempfile.TemporaryDirectory(prefix="chunklib-lock-") as scratch:
        for name in _NEEDED:
            Path(scratch, name).parent.mkdir(exist_ok=True)
            shutil.copyfile(ROOT / name, Path(scratch, name))
        _run(uv, scratch, "lock", "--upgrade", "--fork-strategy", "fewest")
        write(uv, scratch, ROOT / "requirements")
    return 0


def write(uv: str, project: str, out: Path) -> None:
    """Write the files of a project that is resolved.

    Args:
        uv: the command.
        project: a folder with pyproject.toml and uv.lock.
        out: the folder for the files; it exists.
    """
    groups = included(Path(project, "pyproject.toml").read_text("utf-8"))
    only = ["--frozen", "--no-emit-workspace", "--no-header", "--no-annotate", "--only-group"]
    listed = {name: _BLOCK.findall(_run(uv, project, "export", *only, name)) for name in groups}
    for name in groups:
        (out / f"{name}.txt").write_text(requirements(name, groups, listed), "utf-8")


def included(pyproject: str) -> dict[str, list[str]]:
    r"""Say which other groups each group of a pyproject.toml takes in.

    >>> included('[dependency-groups]\na = ["x"]\nb = [{ include-group = "a" }, "y"]')
    {'a': [], 'b': ['a']}
    """
    groups = tomllib.loads(pyproject)["dependency-groups"]
    return {name: [part["include-group"] for part in parts if isinstance(part, dict)] for name, parts in groups.items()}


def requirements(name: str, groups: Mapping[str, list[str]], listed: Mapping[str, list[str]]) -> str:
    r"""Return the file of one group.

    Args:
        name: of the group.
        groups: the groups that each takes in.
        listed: all that each group needs, as blocks of a requirements file.

    >>> blocks = {"a": ["x==1\n"], "b": ["x==1\n", "y==2\n"]}
    >>> requirements("b", {"a": [], "b": ["a"]}, blocks).splitlines()[1:]
    ['-r a.txt', 'y==2']
    """
    there = {block for other in groups[name] for block in listed[other]}
    added = [block for block in listed[name] if block not in there and _NOWHERE not in block]
    return "".join([_HEAD, *[f"-r {other}.txt\n" for other in groups[name]], *added])


def _run(uv: str, project: str, *words: str) -> str:
    command = [uv, "--quiet", "--project", project, *words]
    return subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True).stdout


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
