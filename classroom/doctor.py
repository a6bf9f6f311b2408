"""Look at the parts of the course that ``chunklib doctor --course`` reports on."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from chunklib.doctor import AFRESH, NotHere, Part, Trouble, look_at_packages
from chunklib.missing import version_of

PACKAGES = ("cloudpickle", "hypothesis", "ipykernel", "ipywidgets", "jupyterlab", "matplotlib")
KERNEL_SECONDS = 60  # a first start on a slow disk takes half of this
WIDGETS_THAT_FAIL = {"8.1.9": "draws nothing in VS Code"}


def _look_at_kernel() -> str:
    from jupyter_client.manager import start_new_kernel

    questions = {"sum": "1 + 1", "home": "__import__('sys').prefix"}
    manager, client = start_new_kernel(KERNEL_SECONDS, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        reply = client.execute("", user_expressions=questions, reply=True, timeout=KERNEL_SECONDS)
    finally:
        client.stop_channels()
        manager.shutdown_kernel(now=True)
    said = reply["content"]["user_expressions"]
    answers = {question: said[question]["data"]["text/plain"] for question in questions}
    if answers["sum"] != "2":
        raise Trouble(f"it answers {answers['sum']} to 1 + 1; {AFRESH}")
    # A kernel that another Python registered under the same name would run the notebooks without chunklib.
    if answers["home"] != repr(sys.prefix):
        remedy = f"{sys.executable} -m ipykernel install --sys-prefix"
        raise Trouble(f"it runs in {answers['home']} and should run in {sys.prefix!r}; run {remedy}")
    return "starts and answers 1 + 1"


def _look_at_grading() -> str:
    from classroom.grader.sandbox.bubblewrap import NoSandbox, find_bubblewrap
    from classroom.grader.sandbox.self_test import try_sandbox

    try:
        found = find_bubblewrap()
        try_sandbox(found)
    except NoSandbox as why:
        raise NotHere(str(why)) from None
    return f"a sandbox for submissions works: {found.command}"


def _look_at_widgets() -> str:
    from jupyter_core.paths import jupyter_path

    version = version_of("ipywidgets")
    if version in WIDGETS_THAT_FAIL:
        raise Trouble(f"ipywidgets {version} {WIDGETS_THAT_FAIL[version]}; run pip install ipywidgets==8.1.8")
    manager = Path("@jupyter-widgets", "jupyterlab-manager", "package.json")
    if not any(Path(folder, manager).is_file() for folder in jupyter_path("labextensions")):
        raise Trouble(f"JupyterLab does not find the widgets; {AFRESH}")
    return f"ipywidgets {version}, jupyterlab_widgets {version_of('jupyterlab_widgets')}"


PARTS = (
    Part("course packages", lambda: look_at_packages(PACKAGES), PACKAGES, "chunklib-course"),
    Part("kernel", _look_at_kernel, ("ipykernel", "jupyter_client"), "chunklib-course"),
    Part("grading", _look_at_grading, ("cloudpickle", "psutil"), "chunklib-course", in_course=False),
    Part("widgets", _look_at_widgets, ("ipywidgets", "jupyter_core", "jupyterlab_widgets"), "chunklib-course"),
)
