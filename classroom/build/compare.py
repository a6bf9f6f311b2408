"""Compare a notebook on disk with what the build makes: the same text, and the same pixels in its pictures.

The same pixels can be compressed into other bytes by another machine's library; that does not count as a difference.
"""

from __future__ import annotations

import base64
import hashlib
import io
import re
from typing import TYPE_CHECKING

from PIL import Image

if TYPE_CHECKING:
    from pathlib import Path

_PNG = re.compile(r"iVBORw0KGgo[A-Za-z0-9+/=]+")  # how every PNG begins in base64


def is_as_built(path: Path, text: str) -> bool:
    """Tell whether the file at ``path`` holds ``text``, pictures compared by their pixels."""
    if not path.is_file():
        return False
    stored = path.read_bytes()
    return stored == text.encode("utf-8") or _by_pixels(stored.decode("utf-8", "replace")) == _by_pixels(text)


def _by_pixels(notebook: str) -> str:
    return _PNG.sub(lambda match: _pixels(match[0]), notebook)


def _pixels(payload: str) -> str:
    """Name a picture by its size and pixels; one that cannot be read, by itself."""
    try:
        with Image.open(io.BytesIO(base64.b64decode(payload))) as picture:
            content = picture.convert("RGBA")
            return f"{content.size} {hashlib.sha256(content.tobytes()).hexdigest()}"
    except (OSError, ValueError):
        return payload
