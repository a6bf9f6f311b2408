"""Run the command: ``python -m classroom.lessons.folder``."""

import sys

from classroom.lessons.folder.command import main

if __name__ == "__main__":
    sys.exit(main())
