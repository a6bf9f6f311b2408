"""Open the course that install.py installed: ``python3 start.py`` (Windows: ``py start.py``). Ctrl-C ends it."""

import os
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
FOLDER = "my_course"


def main() -> int:
    """Lay out my_course beside this file, and run JupyterLab there until it is ended; arguments go to it."""
    python = HERE / "course-env" / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    if not python.is_file():
        print("The course is not installed here yet: install.py does that.", file=sys.stderr)
        return 1
    words = [str(python), "-m", "classroom.lessons.folder", "start", FOLDER, "--", *sys.argv[1:]]
    try:
        return subprocess.run(words, cwd=HERE, check=False).returncode
    except KeyboardInterrupt:
        return 0


if __name__ == "__main__":
    sys.exit(main())
