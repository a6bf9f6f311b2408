"""What the commands of the claims show on the course's own questions: the one place to change when these do.

``tests/test_claims.py`` runs every command and compares. Gains are in points, shares in per cent where nothing else
is said.
"""

from __future__ import annotations

QUESTIONS = "192"

RECALL_400 = ("71.6", "74.5", "75.5", "74.3")
"""``chunklib sweep``: recall@5 of windows of 400 tokens at 0, 10, 20 and 50 %."""

RECALL_GAIN_200, RECALL_GAIN_400 = "+2.1 points", "+3.9 points"
"""``chunklib sweep``: 20 % against 0, recall@5."""

WHOLE_GAIN_200, WHOLE_GAIN_400 = "+4.5 points", "+9.3 points"
"""The same for whole evidence in one chunk."""

SMALLEST = ("2.6", "4.6")
"""``chunklib sweep``: the smallest effects that the data can show, where no difference is claimed: least and most."""

RECALL_GAIN_1024, WHOLE_GAIN_1024 = "−0.5 points", "+4.2 points"
"""``chunklib sweep --sizes 1024 --overlaps 0,15%``."""

PHASES = "+0.1, +1.4, +8.0, +2.1, +2.6, -1.4"
"""20 % against 0 in windows of 200, recall@5, phase by phase."""

CONTAINED = "58.9 and 59.1, 71.0 and 71.5"
"""Windows of 200 at 0 and 40: contained as measured, and as computed."""

FIXED_K = "58.8 and 59.8, 81.9 and 49.1"
"""Windows of 200 and of 800: recall@5, and recall at 1,000 tokens."""

LANGCHAIN = "1.10 times"
"""What LangChain's recursive splitter stores at 400/80."""

OMEGA = ("0.316", "0.312")
"""Precision-omega of windows 200/0, half-open and as published."""

DEVIATION = "0.422 and 0.031"
"""Recall of windows 200/0: standard deviation over questions, and standard error."""
