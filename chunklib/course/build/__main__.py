"""Entry point of ``python -m chunklib.course.build``."""

import sys

from chunklib.course.build.command import main

if __name__ == "__main__":
    sys.exit(main())
