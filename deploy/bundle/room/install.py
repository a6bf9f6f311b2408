"""Install the course from this folder, without a network: ``python3 install.py`` (Windows: ``py install.py``).

Standard library only. Makes the folder course-env beside this file and puts nothing anywhere else.
"""

import argparse
import os
import platform
import subprocess
import sys
import venv
from pathlib import Path

HERE = Path(__file__).resolve().parent
SYSTEMS = {
    ("Linux", "x86_64"): "linux-x86_64",
    ("Linux", "aarch64"): "linux-arm64",
    ("Darwin", "arm64"): "macos-arm64",
    ("Darwin", "x86_64"): "macos-x86_64",
    ("Windows", "AMD64"): "windows-x86_64",
}
START = "py start.py" if os.name == "nt" else "python3 start.py"


def requirements() -> Path:
    """Find what this bundle holds for this system and Python."""
    system = SYSTEMS.get((platform.system(), platform.machine()), f"{platform.system()}-{platform.machine()}")
    path = HERE / "requirements" / f"{system}-py{sys.version_info.major}{sys.version_info.minor}.txt"
    if not path.is_file():
        held = ", ".join(sorted(file.stem for file in path.parent.glob("*.txt")))
        sys.exit(f"This bundle has nothing for {path.stem}. It has: {held}. Install a Python of that version, or ask.")
    if sys.maxsize < 2**32:
        sys.exit("This Python has 32 bits; the course needs one with 64.")
    return path


def python_of(folder: Path) -> Path:
    """Say where the Python of an environment is."""
    return folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")


def run(*words: str) -> int:
    """Run a command that sees no network settings of the user who is logged in."""
    quiet = {name: value for name, value in os.environ.items() if not name.startswith(("PIP_", "PYTHON"))}
    quiet["PIP_CONFIG_FILE"] = os.devnull
    return subprocess.run(words, env=quiet, check=False).returncode


def main() -> int:
    """Make the environment, fill it, and look at what works."""
    parser = argparse.ArgumentParser(description="Install the course from this folder, without a network.")
    parser.add_argument("--into", type=Path, default=HERE / "course-env", help="default: course-env, in this folder")
    folder = parser.parse_args().into.resolve()
    if folder.is_dir() and any(folder.iterdir()) and not (folder / "pyvenv.cfg").is_file():
        return _failed(f"{folder} holds other things, which would be deleted. Name a new folder.")
    wanted = requirements()
    print(f"== making {folder}", flush=True)
    try:
        venv.create(folder, clear=True, with_pip=True)
    except (OSError, subprocess.CalledProcessError) as error:
        return _failed(f"{folder} could not be made ({error}). On Debian and Ubuntu: apt-get install python3-venv")
    print("== installing the course (this takes some minutes)", flush=True)
    pip = [str(python_of(folder)), "-m", "pip", "--disable-pip-version-check", "--quiet", "install"]
    offline = ["--no-index", "--find-links", str(HERE / "wheels"), "--no-deps", "--only-binary", ":all:"]
    offline += ["--no-compile"]  # Python compiles what is used when it is used: half the time
    if run(*pip, *offline, "--require-hashes", "--requirement", str(wanted)):
        return _failed("pip could not install it; the lines above say why. Is the folder whole? Copy it again.")
    print("== looking at what works here", flush=True)
    if run(str(python_of(folder)), "-m", "chunklib", "doctor", "--course"):
        return _failed("Something above does not work; the line says what to do.")
    print(f"\nDone. To open the course: {START}")
    return 0


def _failed(message: str) -> int:
    print(message, file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main())
