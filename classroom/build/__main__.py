"""Entry point of ``python -m classroom.build``."""

import sys

from classroom.build.command import main

if __name__ == "__main__":
    sys.exit(main())
