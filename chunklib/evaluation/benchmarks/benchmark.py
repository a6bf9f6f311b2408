"""Hold what chunkings are measured on: documents, and questions that know where their evidence is."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from hashlib import blake2b
from itertools import pairwise
from types import MappingProxyType

from chunklib.chunk import Span, document_id
from chunklib.errors import InvalidType, InvalidValue, check_name
from chunklib.evaluation.benchmarks.quotations import Quoted, placed, plain, some_of
from chunklib.evaluation.wording import counted
from chunklib.readers import a_mapping, a_text, listed, whole

_SHOWN = 60  # characters of a question in a message
_TOLD = 20  # wrong questions in a message


@dataclass(frozen=True, slots=True)
class Question:
    """Holds a question, and all the places of one document that together answer it.

    ``spans`` are half-open ranges of characters, in the order of the text; ``kind`` and ``difficulty`` are free words.
    """

    id: str
    text: str
    document: str
    spans: tuple[Span, ...]
    kind: str = ""
    difficulty: str = ""

    @classmethod
    def from_quote(
        cls,
        document: str,
        quote: str | Sequence[str],
        text: str = "",
        *,
        name: str = "",
        id: str = "",  # noqa: A002 (as the field is called)
        kind: str = "",
    ) -> Question:
        """Make a question from quotations of the text that answers it; each must be in the document exactly once.

        Args:
            document: the text of the document.
            quote: a quotation, or several that answer the question together; white space may differ.
            text: what is asked. A benchmark refuses a question without it.
            name: of the document; without one, :func:`chunklib.chunk.document_id` names it, as in its chunks.
            id: of the question; without one, a hash of what is asked and where the evidence is.
            kind: a free word.

        Raises:
            TypeError: for what is not a text.
            ValueError: for a quotation that is empty or is not there exactly once; the message names the places, or
                the nearest one and where it differs.

        >>> Question.from_quote("At 4 degrees.", "4 degrees", "How cold?", name="note", id="q1")
        Question(id='q1', text='How cold?', document='note', spans=(Span(start=3, end=12),), kind='', difficulty='')
        """
        for what, given in (("document", document), ("text", text), ("name", name), ("id", id), ("kind", kind)):
            a_text(what, given)
        name = name or document_id(document)
        _, spans = placed(quote, {name: Quoted(document)})
        return cls(id or document_id(f"{text}\n{name}:{spans}"), text, name, spans, kind)


@dataclass(frozen=True, slots=True)
class LeftOut:
    """Counts the questions of a file that a benchmark cannot hold, by their reason, with the first of them."""

    reason: str
    count: int
    first: str

    def __str__(self) -> str:
        """Say it in one line."""
        return f"left out: {counted(self.count, 'question')}, {self.reason}, first {self.first}"


@dataclass(frozen=True, repr=False)
class Benchmark:
    """Holds documents by name, and questions whose evidence is in them.

    When it is made, it checks that every span has characters and lies inside its document, that no span of a question
    overlaps another, and that no id occurs twice. Spans are put in the order of the text.

    Questions that no document answers are kept apart, in ``unanswerable``: they have no spans, so no metric of recall
    is defined for them, and none sees them. Their ``document`` is the one whose subject they ask about.
    ``left_out`` says which questions of its file it does not hold, see :func:`load_benchmark`.

    Raises:
        ValueError: where one of these does not hold; the message names the question and the rule.
        TypeError: for documents that are not texts by name, anything but a :class:`Question`, and spans that are not
            pairs of whole numbers.

    >>> one = Question("q1", "How warm?", "note", (Span(3, 10),))
    >>> Benchmark("small", {"note": "At 4 degrees."}, (one,)).evidence(one)
    ['4 degre']
    """

    name: str
    documents: Mapping[str, str]
    questions: tuple[Question, ...]
    unanswerable: tuple[Question, ...] = ()
    left_out: tuple[LeftOut, ...] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "documents", MappingProxyType(_texts(self.documents)))
        object.__setattr__(self, "questions", _questions(self.questions))
        object.__setattr__(self, "unanswerable", _questions(self.unanswerable, "unanswerable"))
        if not any(text.strip() for text in self.documents.values()):
            raise InvalidValue(f"the benchmark {self.name!r} has no text")
        if not self.questions:
            rest = ", only unanswerable ones" if self.unanswerable else ""
            raise InvalidValue(f"the benchmark {self.name!r} has no questions{rest}")
        seen: set[str] = set()
        for at, question in enumerate(self._all):
            for fault in faults(question, self.documents, seen, answered=at < len(self.questions)):
                raise InvalidValue(f"{named(question)}: {fault}")
            seen.add(question.id)

    def __repr__(self) -> str:
        """Say in one line what it holds: not its documents."""
        return f"<Benchmark {self.name}: {len(self.questions):,} questions, {len(self.documents):,} documents>"

    def __reduce__(self) -> tuple[type[Benchmark], tuple[object, ...]]:
        """Travel to another process."""
        return Benchmark, (self.name, dict(self.documents), self.questions, self.unanswerable, self.left_out)

    @classmethod
    def from_quotes(
        cls, name: str, documents: Mapping[str, str], quotes: Mapping[str, str | Sequence[str]]
    ) -> Benchmark:
        """Make a benchmark from questions and quotations that answer them; each must be in the documents exactly once.

        Args:
            name: of the benchmark.
            documents: texts by name.
            quotes: for each question, a quotation, or several from one document. Questions are called q1, q2, ...
                White space in a quotation may differ from the document's.

        Raises:
            TypeError: for what is not a text.
            ValueError: as :meth:`Question.from_quote`; one message names all questions whose quotation is wrong.

        >>> documents = {"note": "At 4 degrees.", "letter": "Dear reader."}
        >>> found = Benchmark.from_quotes("small", documents, {"How cold?": "4 degrees", "To whom?": "reader"})
        >>> [(asked.document, found.evidence(asked)) for asked in found.questions]
        [('note', ['4 degrees']), ('letter', ['reader'])]
        """
        texts = {name: Quoted(text) for name, text in _texts(documents).items()}
        if not texts:
            raise InvalidValue(f"the benchmark {name!r} has no text")
        questions, faults = [], []
        for number, (text, quote) in enumerate(a_mapping("quotes", quotes, "{question: quotation}").items(), 1):
            asked = f"question {plain(str(text))[:_SHOWN]!r}"
            try:
                questions.append(Question(f"q{number}", text, *placed(quote, texts)))
            except InvalidType as error:
                raise InvalidType(f"{asked}: {error}") from None
            except InvalidValue as error:
                faults.append(f"{asked}: {error}")
        if faults:
            more = [f"and {len(faults) - _TOLD:,} more"] if len(faults) > _TOLD else []
            raise InvalidValue("; ".join([*faults[:_TOLD], *more]))
        return cls(name, documents, tuple(questions))

    @property
    def _all(self) -> tuple[Question, ...]:
        return self.questions + self.unanswerable

    def of_kinds(self, *kinds: str) -> Benchmark:
        """Keep the questions of some kinds, in their order, with all documents.

        Raises:
            ValueError: for a kind that no question has, and for kinds without evidence only.

        >>> one, two = (Question(kind, "How warm?", "note", ((0, 4),), kind) for kind in ("fact", "exact"))
        >>> Benchmark("small", {"note": "Cold."}, (one, two)).of_kinds("exact").questions == (two,)
        True
        """
        known = dict.fromkeys(question.kind for question in self._all if question.kind)
        if not known:
            raise InvalidValue(f"the questions of {self.name!r} have no kinds: they cannot be chosen by {kinds}")
        for kind in kinds:
            check_name("kind", kind, known)
        kept, rest = ([one for one in asked if one.kind in kinds] for asked in (self.questions, self.unanswerable))
        return replace(self, questions=tuple(kept), unanswerable=tuple(rest))

    def evidence(self, question: Question) -> list[str]:
        """Quote the evidence of a question."""
        text = self.documents[question.document]
        return [text[start:end] for start, end in question.spans]

    @cached_property
    def fingerprint(self) -> str:
        """Hash all documents and questions to 12 hexadecimal digits: the same data, the same hash."""
        digest = blake2b(digest_size=6)
        parts = [part for named in sorted(self.documents.items()) for part in named]
        for question in self._all:
            spans = " ".join(f"{start}-{end}" for start, end in question.spans)
            parts += [question.id, question.text, question.document, spans]
        for part in parts:
            data = part.encode("utf-8", "surrogatepass")
            digest.update(len(data).to_bytes(8, "big") + data)
        return digest.hexdigest()


def _texts(documents: object) -> dict[str, str]:
    found = dict(a_mapping("documents", documents, "texts by name, {name: text}"))
    for name, text in found.items():
        a_text(f"the document {a_text('the name of a document', name)!r}", text)
    return found


def _questions(questions: object, what: str = "questions") -> tuple[Question, ...]:
    return tuple(map(_question, listed(f"{what} must be a list of Question", questions, Question)))


def _question(question: Question) -> Question:
    """Read a question, and put its spans in order."""
    for name in ("id", "text", "document", "kind", "difficulty"):
        a_text(f"question {question.id!r}: its {name}", getattr(question, name))
    spans = listed(f"question {question.id!r}: spans must be a list of starts and ends", question.spans)
    return replace(question, spans=tuple(sorted(_span(span, question.id) for span in spans)))


def _span(span: object, question: str) -> Span:
    places = tuple(span) if isinstance(span, Iterable) and not isinstance(span, str) else ()
    if len(places) != 2:
        raise InvalidType(f"question {question!r}: a span must be a start and an end: got {span!r}")
    return Span(*(whole("the place of a span", at) for at in places))


def named(question: Question) -> str:
    """Name a question in a message."""
    return f"question {question.id!r} ({' '.join(question.text.split())[:_SHOWN]})"


def faults(question: Question, documents: Mapping[str, str], seen: set[str], *, answered: bool) -> Iterator[str]:
    """Say what is wrong with a question."""
    if question.id in seen:
        yield "the id occurs twice"
    if not question.text.strip():
        yield "the question is empty"
    if question.document not in documents:
        yield f"unknown document {question.document!r}; documents: {some_of(documents)}"
        return
    length = len(documents[question.document])
    if answered != bool(question.spans):
        needs = "a question needs evidence: it has no spans (see unanswerable)"
        got = counted(len(question.spans), "span")
        yield needs if answered else f"an unanswerable question has no evidence: got {got}"
    for start, end in question.spans:
        if end <= start:
            yield f"a span must end after its start: got {start}-{end}"
        if start < 0 or end > length:
            yield f"the span {start}-{end} is outside the text of {question.document!r} ({length} characters)"
    for one, other in pairwise(question.spans):
        if other.start < one.end:
            yield f"spans must not overlap: got {one.start}-{one.end} and {other.start}-{other.end}"
