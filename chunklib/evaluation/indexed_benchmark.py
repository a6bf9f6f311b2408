"""A benchmark made ready for many settings: what does not depend on the chunks is found once."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from chunklib.errors import InvalidType
from chunklib.evaluation.benchmarks.benchmark import Benchmark
from chunklib.evaluation.metrics.axis import Evidence, Line
from chunklib.evaluation.metrics.copied_evidence import Copies
from chunklib.token_index import TokenIndex
from chunklib.tokens import RulerSpec, SearchIndex, Tokens
from chunklib.tokens import ruler as make_ruler

if TYPE_CHECKING:
    from chunklib.tokens import Index


class _Remembering(Tokens):
    """Counts tokens, and tokenizes no document a second time."""

    def __init__(self, measure: Tokens, known: Mapping[str, TokenIndex | SearchIndex]) -> None:
        super().__init__(measure.encoding)
        self._known = known

    def index(self, text: str) -> TokenIndex | SearchIndex:
        return self._known.get(text) or super().index(text)


class Prepared:
    """Documents measured and laid on a line, with their evidence.

    Args:
        benchmark: documents and questions.
        ruler: what measures storage and budgets: tokens of cl100k_base by default, whatever measures the chunks.

    Raises:
        TypeError: for what is no benchmark.
    """

    def __init__(self, benchmark: Benchmark, ruler: RulerSpec = "cl100k_base") -> None:
        if not isinstance(benchmark, Benchmark):
            raise InvalidType(f"a benchmark is needed, see load_benchmark: got {type(benchmark).__name__}")
        self.benchmark = benchmark
        self.ruler = make_ruler(ruler)
        self.line = Line({name: len(text) for name, text in benchmark.documents.items()})
        self.evidence = Evidence.of(benchmark.questions, self.line)
        self.texts = [question.text for question in benchmark.questions]
        self.strata = [question.document for question in benchmark.questions]

    @cached_property
    def indexes(self) -> dict[str, Index]:
        """Each document, measured."""
        return {name: self.ruler.index(text) for name, text in self.benchmark.documents.items()}

    @cached_property
    def splitting_ruler(self) -> RulerSpec:
        """The ruler for what splits these documents: it has measured them already."""
        if not isinstance(self.ruler, Tokens):
            return self.ruler
        known = {text: self.ruler.index(text) for text in self.benchmark.documents.values()}
        return _Remembering(self.ruler, known)

    @cached_property
    def tokens(self) -> int:
        """What all documents measure."""
        return sum(self.indexes[name].size(0, len(text)) for name, text in self.benchmark.documents.items())

    @cached_property
    def copies(self) -> Copies:
        """Where else the evidence stands."""
        return Copies(self.benchmark, self.line)

    @cached_property
    def evidence_tokens(self) -> NDArray[np.int64]:
        """What each piece of evidence measures, in the order of the spans: shape (S,)."""
        asked = self.benchmark.questions
        sizes = [self.indexes[question.document].size(*span) for question in asked for span in question.spans]
        return np.array(sizes, np.int64)
