"""Read SQuAD's format, which XQuAD, MLQA, GermanQuAD, CUAD and many others share."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from chunklib.chunk import Span
from chunklib.errors import InvalidType, InvalidValue
from chunklib.evaluation.benchmarks.benchmark import Benchmark, Question
from chunklib.evaluation.benchmarks.gathering import SHOWN, Gathered, Unusable, parsed
from chunklib.utf8 import read_text

_FORMAT = "data is a list of articles, with paragraphs, with qas, with answers; answer_start is a whole number"


def load_squad(path: str | Path, *, strict: bool | None = None) -> Benchmark:
    """Read questions in the format of SQuAD (Rajpurkar et al., 2016; version 2.0: 2018), which XQuAD has too.

    Args:
        path: the JSON file: ``{"data": [{"title", "paragraphs": [{"context", "qas": [{"id", "question", "answers":
            [{"text", "answer_start"}], "is_impossible"}]}]}]}``; offsets count characters of the context.
        strict: see :func:`chunklib.evaluation.load_benchmark`.

    Returns:
        a benchmark named after the file. The paragraphs of an article, with an empty line between, are one document:
        texts that are shorter than a chunk cannot tell one chunking from another. Each question keeps its first
        answer; those that are impossible (SQuAD 2.0) are ``unanswerable``, and one without an answer that does not
        say so is left out.
    """
    path = Path(path)
    content = parsed(read_text(path).removeprefix("\ufeff"), f"{path} is")
    documents: dict[str, str] = {}
    found = Gathered(documents, strict=strict)
    try:
        for number, article in enumerate(content["data"], 1):
            name = str(article.get("title") or number)
            while name in documents:  # another article has this title
                name = f"{name} {number}"
            _article(article["paragraphs"], name, documents, found, path)
    except KeyError as error:
        raise InvalidValue(f"{path} is not in the format of SQuAD: {error} is missing") from None
    except (TypeError, AttributeError):
        raise InvalidValue(f"{path} is not in the format of SQuAD: {_FORMAT}") from None
    return found.benchmark(path.stem)


def _article(
    paragraphs: list[dict[str, Any]], name: str, documents: dict[str, str], found: Gathered, path: Path
) -> None:
    contexts = [paragraph["context"] for paragraph in paragraphs]
    documents[name] = "\n\n".join(contexts)
    at = 0
    for paragraph, context in zip(paragraphs, contexts, strict=True):
        for asked in paragraph["qas"]:
            impossible = asked.get("is_impossible") is True
            with found.asking():
                spans = () if impossible else (_span(asked, context, at, f"{path}, question {asked['id']}"),)
                question = Question(str(asked["id"]), asked["question"], name, spans)
                found.take(question, answered=not impossible)
        at += len(context) + 2


def _span(asked: Mapping[str, Any], context: str, at: int, where: str) -> Span:
    if not asked["answers"]:
        raise Unusable("no answer is given", f"{where} has no answer, and is not is_impossible", broken=False)
    start, text = asked["answers"][0]["answer_start"], asked["answers"][0]["text"]
    if type(start) is not int or not isinstance(text, str):
        raise InvalidType(_FORMAT)
    if start < 0 or context[start : start + len(text)] != text:
        message = f"{where}: {text[:SHOWN]!r} is not at {start} of its paragraph"
        raise Unusable("the evidence is not at its offsets", message)
    return Span(at + start, at + start + len(text))
