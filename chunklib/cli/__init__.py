"""The command line: ``chunklib chunk``, ``audit``, ``compare``, ``recommend``, ``cost`` and ``doctor``.

Whatever a user gets wrong ends in one line on standard error and exit status 2.
"""

from chunklib.cli.command import main

__all__ = ["main"]
