"""Start a worker process for one function, and hold a conversation with it."""

from __future__ import annotations

from chunklib.course.sandbox.conversation import LIMITS, Conversation, Limits
from chunklib.course.sandbox.processes import start


class Worker(Conversation):
    """A running worker with one function loaded; use it in a `with` block, which ends it.

    `carried` is the function as `carry` gives it.
    """

    def __init__(self, carried: bytes, limits: Limits = LIMITS) -> None:
        child = start()
        super().__init__(child, (child.path, carried, limits.memory), limits)
