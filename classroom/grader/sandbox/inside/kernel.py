"""The kernel in the sandbox: IPython's own, without the two things that it opens and does not have there.

Started as ``python -P -m classroom.grader.sandbox.inside.kernel -f CONNECTION_FILE``.
"""

from __future__ import annotations

from typing import Any

from ipykernel import kernelapp
from ipykernel.iostream import IOPubThread
from ipykernel.zmqshell import ZMQInteractiveShell
from IPython.core.interactiveshell import InteractiveShell

import classroom
from classroom.grader.sandbox.inside.stand_in import stand_in


class WithoutPort(IOPubThread):
    """Sends outputs, and opens no port for those of forked processes: the sandbox has no internet sockets.

    Asked for one, libzmq would end the process. What a forked process prints is lost.
    """

    def __init__(self, socket: Any, pipe: bool = False, **more: Any) -> None:  # noqa: ARG002, FBT001, FBT002 -- theirs
        super().__init__(socket, pipe=False, **more)  # type: ignore[no-untyped-call]


class Kernel(kernelapp.IPKernelApp):
    """Runs as IPython's kernel. Outputs that come faster than they are read wait, so that none is lost."""

    def init_iopub(self, context: Any) -> None:
        """Open the socket for outputs, which drops what is beyond a number of messages unless told otherwise."""
        context.sndhwm = 0
        super().init_iopub(context)  # type: ignore[no-untyped-call]


def no_check(*_args: object, **_kwargs: object) -> None:
    """Stand in for the course's check: a test cell that calls it must not hold."""
    raise RuntimeError("check(...) judges nothing in a kernel: test with assert")


def main() -> None:
    """Run the kernel until it is told to end."""
    stand_in()
    vars(classroom)["check"] = no_check
    kernelapp.IOPubThread = WithoutPort  # type: ignore[attr-defined, assignment]
    # `!command` asks for a terminal, and there are none; a plain process prints to the same place.
    ZMQInteractiveShell.system = InteractiveShell.system_raw
    Kernel.launch_instance()


if __name__ == "__main__":
    main()
