"""What tutorials cite: reports, papers, and the defaults of vendors."""

from __future__ import annotations

from chunklib.evaluation.claims import here
from chunklib.evaluation.claims.claim import Claim, python

_SWEEP = "chunklib sweep"
_PUBLIC = "chunklib sweep --benchmark DIR"

CITATIONS = (
    Claim(
        "chroma-table",
        "tutorials, citing 'Chroma 2024'",
        "Recall is 85.4, 89.2, 91.3 and 91.8 at 0, 10, 20 and 50 % overlap; IoU is 8.0, 6.5, 5.2 and 3.1.",
        "refuted",
        "The report has no such table. 85.4 is its recursive splitter at 800/400, 89.2 its token splitter at 400/0, "
        "91.3 its cluster chunker at 400/0; 91.8 and the IoU of 3.1 are nowhere in it. It tested 0 and 50 % overlap "
        "only. "
        f"A table of that shape, measured here at 400 tokens: {', '.join(here.RECALL_400)}, each with an interval.",
        "Smith and Troynikov, Evaluating Chunking Strategies for Retrieval, Chroma technical report, July 2024",
        _SWEEP,
        here.RECALL_400,
        elsewhere=f"{_PUBLIC} --sizes 400",
    ),
    Claim(
        "from-78-to-92",
        "a tutorial",
        "Overlap raises recall from 78 % to 92 %.",
        "not found",
        "No source was found. A gain of 14 points is far outside every interval measured here: at 20 % and 400 tokens "
        "it "
        f"is {here.RECALL_GAIN_400}.",
        "searched in November 2026",
        _SWEEP,
        (here.RECALL_GAIN_400,),
        elsewhere=_PUBLIC,
    ),
    Claim(
        "nvidia-15",
        "tutorials, citing NVIDIA",
        "15 % overlap was best.",
        "not found",
        "Others repeat it; in the primary source it was not seen. If it holds, it does for one data set (FinanceBench) "
        f"and 1,024 tokens. Here, with windows of 1,024 tokens, 15 % against 0 gives {here.RECALL_GAIN_1024} of recall "
        f"(no difference seen) and {here.WHOLE_GAIN_1024} of whole evidence.",
        "secondary sources, read in November 2026",
        "chunklib sweep --sizes 1024 --overlaps 0,15%",
        (here.RECALL_GAIN_1024, "no difference seen", here.WHOLE_GAIN_1024),
    ),
    Claim(
        "openai-800-400",
        "tutorials, on OpenAI file search",
        "Its default is 800 tokens with an overlap of 400.",
        "confirmed",
        "Its API reference says so. It stores 1.992 times a document of 100,000 tokens.",
        "OpenAI API reference, file search, read in November 2026",
        "chunklib cost --tokens 100000 --size 800 --overlap 400",
        ("1.992 times",),
    ),
    Claim(
        "langchain-1000-200",
        "tutorials, on LangChain",
        "Its default is 1000 tokens with an overlap of 200.",
        "refuted",
        "1000 and 200 are characters, from its examples; the default of the library is chunk_size 4000 and "
        "chunk_overlap 200, measured by the built-in function len.",
        "langchain-text-splitters 1.1.3",
        python(
            "import inspect; from langchain_text_splitters import TextSplitter; "
            "[print(name, part.default) for name, part in inspect.signature(TextSplitter).parameters.items()]"
        ),
        ("chunk_size 4000", "chunk_overlap 200", "built-in function len"),
    ),
    Claim(
        "llamaindex-1024-20",
        "tutorials, on LlamaIndex",
        "Its default is 1024 tokens with an overlap of 20.",
        "depends",
        "1024 and 20 are its global constants; its usual SentenceSplitter repeats 200.",
        "llama-index-core 0.14.25",
        python(
            "from llama_index.core import constants; from llama_index.core.node_parser import SentenceSplitter; "
            "print(constants.DEFAULT_CHUNK_SIZE, 'and', constants.DEFAULT_CHUNK_OVERLAP); "
            "print('repeats', SentenceSplitter().chunk_overlap)"
        ),
        ("1024 and 20", "repeats 200"),
    ),
    Claim(
        "natural-questions",
        "arXiv 2601.14123",
        "On Natural Questions 10 to 20 % overlap gives no measurable gain.",
        "depends",
        f"Not measured again on that data. Here 20 % gives {here.RECALL_GAIN_200} with windows of 200 tokens: it "
        f"depends "
        "on the evidence, the windows and the retriever, and on how small an effect the data can show.",
        "arXiv 2601.14123, 2026",
        _SWEEP,
        (here.RECALL_GAIN_200,),
        elsewhere=_PUBLIC,
    ),
    Claim(
        "crud-rag",
        "tutorials, citing CRUD-RAG",
        "Overlap helps questions about one or two documents, less those about three.",
        "unmeasured",
        "Not measured here.",
        "Lyu et al., CRUD-RAG, arXiv 2401.17043, 2024",
        why_not="a question of the benchmarks here has its evidence in one document",
    ),
)
