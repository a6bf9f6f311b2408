"""Notebooks are compared by their text and by the pixels of their pictures."""

from __future__ import annotations

import base64
import io
from pathlib import Path

from PIL import Image

from classroom.build.compare import is_as_built


def picture(colour: tuple[int, int, int], level: int) -> str:
    """A red, green or blue square as base64 of a PNG, compressed more or less."""
    square, file = Image.new("RGB", (40, 40), colour), io.BytesIO()
    square.save(file, "PNG", compress_level=level)
    return base64.b64encode(file.getvalue()).decode()


def notebook(payload: str) -> str:
    return f'{{"text/html": "<img src=\\"data:image/png;base64,{payload}\\">", "text/plain": "é"}}\n'


def test_other_bytes_of_the_same_pixels_are_no_difference(tmp_path: Path) -> None:
    stored, built = picture((200, 0, 0), level=0), picture((200, 0, 0), level=9)
    path = tmp_path / "lesson.ipynb"
    path.write_text(notebook(stored), encoding="utf-8")
    assert stored != built
    assert is_as_built(path, notebook(built))


def test_other_pixels_other_text_or_no_file_are(tmp_path: Path) -> None:
    red = notebook(picture((200, 0, 0), level=9))
    path = tmp_path / "lesson.ipynb"
    assert not is_as_built(path, red)
    path.write_text(red, encoding="utf-8")
    assert is_as_built(path, red)
    assert not is_as_built(path, notebook(picture((201, 0, 0), level=9)))
    assert not is_as_built(path, red.replace("é", "e"))


def test_a_picture_that_cannot_be_read_is_compared_by_its_bytes(tmp_path: Path) -> None:
    path = tmp_path / "lesson.ipynb"
    path.write_text(notebook("iVBORw0KGgoAAAA"), encoding="utf-8")
    assert not is_as_built(path, notebook("iVBORw0KGgoAAAB"))
