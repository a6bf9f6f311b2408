"""The course engine: check a function, open a hint, see progress, see a solution, answer a quiz."""

from chunklib.course.answers import solution
from chunklib.course.checking import check
from chunklib.course.hints import hint
from chunklib.course.overview import progress
from chunklib.course.quizview import quiz
from chunklib.course.viewing.viewer import chunk_viewer

__all__ = ["check", "chunk_viewer", "hint", "progress", "quiz", "solution"]
