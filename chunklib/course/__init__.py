"""The course engine: check a function, open a hint, see progress, see a solution, answer a quiz."""

from chunklib.course.answers import solution
from chunklib.course.checking import check
from chunklib.course.hints import hint
from chunklib.course.overview import progress
from chunklib.course.quizview import quiz
from chunklib.course.viewing.distance_plot import distance_plot
from chunklib.course.viewing.heading_path import heading_path
from chunklib.course.viewing.overlap_calculator import overlap_calculator
from chunklib.course.viewing.separator_tree import separator_tree
from chunklib.course.viewing.token_viewer import token_viewer
from chunklib.course.viewing.viewer import chunk_viewer

__all__ = [
    "check",
    "chunk_viewer",
    "distance_plot",
    "heading_path",
    "hint",
    "overlap_calculator",
    "progress",
    "quiz",
    "separator_tree",
    "solution",
    "token_viewer",
]
