"""Open the course that install.py installed: ``python3 start.py`` (Windows: ``py start.py``). Ctrl-C ends it."""

import os
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
FIRST = "notebooks/00_start_here.ipynb"


def main() -> int:
    """Run JupyterLab in this folder until it is ended; further arguments go to it."""
    python = HERE / "course-env" / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    if not python.is_file():
        print("The course is not installed here yet: install.py does that.", file=sys.stderr)
        return 1
    settings = [f"--LabApp.default_url=/lab/tree/{FIRST}", f"--LabApp.app_settings_dir={HERE / '.jupyter-lab'}"]
    words = [
        str(python),
        "-m",
        "jupyterlab",
        *settings,
        "--LabApp.extension_manager=readonly",
        "--LabApp.custom_css=True",
    ]
    words += sys.argv[1:]
    try:
        return subprocess.run(words, cwd=HERE, check=False).returncode
    except KeyboardInterrupt:
        return 0


if __name__ == "__main__":
    sys.exit(main())
