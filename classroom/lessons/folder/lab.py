"""Open JupyterLab as the course uses it: everything that is set for it is here."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from http.client import HTTPException
from pathlib import Path
from typing import Any
from urllib.parse import ParseResult, quote, urlencode
from urllib.request import ProxyHandler, Request, build_opener

from chunklib.missing import not_installed
from classroom.judge.errors import CourseError

FIRST = "notebooks/00_start_here.ipynb"
SETTINGS = Path(__file__).resolve().parents[1] / "jupyter" / "lab"
"""No news, no look for updates, pages in Markdown shown as pages; nbgrader's parts are not for learners."""
_OF_A_CLASS = ("formgrader", "validate_assignment", "assignment_list", "course_list")


def options(first: str = FIRST, more: Sequence[str] = ()) -> list[str]:
    """Return the options for a learner's JupyterLab, which opens a notebook; ``more`` go before ours."""
    found = [
        f"--LabApp.default_url=/{_page(first)}",
        f"--MappingKernelManager.cull_idle_timeout={6 * 60 * 60}",  # seconds, and only where no page shows the kernel
        f"--LabApp.app_settings_dir={SETTINGS}",
        "--LabApp.extension_manager=readonly",
        "--LabApp.custom_css=True",
        *(f"--ServerApp.jpserver_extensions=nbgrader.server_extensions.{part}=False" for part in _OF_A_CLASS),
    ]
    root = hasattr(os, "geteuid") and os.geteuid() == 0
    given = {one.partition("=")[0] for one in more} - {"--ServerApp.jpserver_extensions"}  # which may come twice
    return [*(one for one in found if one.partition("=")[0] not in given), *more, *["--allow-root"] * root]


def last_open(folder: Path, files: Mapping[str, bytes]) -> str:
    """Return the notebook in which the learner was last: of those that are not as the course has them, the newest."""
    notebooks = {folder / name: name for name in files if name.endswith(".ipynb")}
    saved = [path for path, name in notebooks.items() if path.read_bytes() != files[name]]
    return notebooks[max(saved, key=lambda path: path.stat().st_mtime_ns)] if saved else FIRST


def running(folder: Path, first: str) -> str | None:
    """Return the address of a notebook in the JupyterLab that already runs on a folder; None if none does."""
    with suppress(ImportError, OSError, TypeError, ValueError):  # of a record that cannot be read
        from jupyter_server.serverapp import list_running_servers

        for server in list_running_servers():
            with suppress(OSError, HTTPException, LookupError, TypeError, ValueError):  # killed, it left a record
                if Path(server["root_dir"]).samefile(folder):
                    sent = {"Authorization": f"token {server['token']}"}
                    asked = Request(f"{server['url']}lab/api/workspaces", headers=sent)  # noqa: S310 (not from outside)
                    build_opener(ProxyHandler({})).open(asked, timeout=5).close()
                    return f"{server['url']}{_page(first)}&{urlencode({'token': server['token']})}"
    return None


def _page(notebook: str) -> str:
    """Return the page of a notebook in Lab; the list beside it shows start_here.md."""
    return f"lab/tree/{quote(notebook)}?file-browser-path=/"


def _server() -> type:
    """Return a server that prints addresses with its token after ours: Jupyter puts a second question mark there."""
    from jupyter_server.serverapp import ServerApp

    class Server(ServerApp):
        def _get_urlparts(self, *given: Any, **named: Any) -> ParseResult:
            parts: ParseResult = super()._get_urlparts(*given, **named)
            path, _, asked = parts.path.partition("?")
            return parts._replace(path=path, query="&".join(filter(None, [asked, parts.query])))

    return Server


def open_lab(folder: Path, first: str, more: Sequence[str] = ()) -> None:
    """Run JupyterLab on a folder, in this process, until it is ended.

    Args:
        folder: the learner's folder.
        first: the notebook that it opens.
        more: further options for JupyterLab, which go before ours where they differ.

    Raises:
        CourseError: JupyterLab is not installed.
        SystemExit: as JupyterLab ends.
    """
    # Which tabs are open is kept with the folder: not those of another course. Jupyter reads it once, at the import.
    os.environ.setdefault("JUPYTERLAB_WORKSPACES_DIR", str(folder.resolve() / ".chunklib" / "workspaces"))
    try:
        from jupyterlab.labapp import LabApp  # type: ignore[import-untyped]
    except ModuleNotFoundError as error:
        raise CourseError(not_installed(error.name or "jupyterlab", "chunklib-course")) from None
    LabApp.serverapp_class = _server()
    # In a terminal of Lab, and after ! in a cell, the commands of this environment are found.
    os.environ["PATH"] = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", os.defpath)])
    os.chdir(folder)
    LabApp.launch_instance(options(first, more))
