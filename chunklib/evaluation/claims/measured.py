"""What was measured, on the public benchmark and here, about overlap and about measuring it."""

from __future__ import annotations

from chunklib.evaluation.claims import here
from chunklib.evaluation.claims.claim import Claim, python

_PUBLIC = (
    "measured in November 2026 on the public benchmark of Chroma Research, 472 questions, which is not on board; the "
    "re-run is on the course's own questions"
)
_HERE = "measured on the course's own questions"
_GRID = "from chunklib.evaluation.settings import grid; from chunklib.evaluation.sweep import sweep; "
_OWN = "from chunklib.evaluation import evaluate, own_benchmark; "

MEASURED = (
    Claim(
        "overlap-and-recall",
        "tutorials",
        "Overlap raises recall.",
        "depends",
        "By about two points, where enough is averaged to see it. Public: 20 % against 0 at 200 tokens +2.15 [1.34, "
        "2.95] with BM25, +2.20 [1.34, 3.09] with static embeddings; at 400 tokens +0.62 [-0.09, 1.32] and +2.00 "
        "[1.15, "
        f"2.84]. Here with BM25: {here.RECALL_GAIN_200} at 200 tokens, {here.RECALL_GAIN_400} at 400.",
        _PUBLIC,
        "chunklib sweep",
        (here.RECALL_GAIN_200, here.RECALL_GAIN_400),
        elsewhere="chunklib sweep --benchmark DIR --overlaps 0,20% --retrievers bm25,dense",
    ),
    Claim(
        "one-phase",
        "every table that was measured once",
        "One run shows what overlap does.",
        "refuted",
        "Moving the grid by a part of its stride moves recall as much as an overlap does (public: a standard deviation "
        "of 0.5 to 2.3 points, and none of 36 comparisons of one phase survives Holm's correction). Here, 20 % against "
        "0 at 200 "
        f"tokens in six phases: {here.PHASES} points.",
        _PUBLIC,
        python(
            _GRID + "found = sweep(grid(sizes=[200], overlaps=[0, '20%'])); one, two = (found.scores(setting, "
            "'recall').mean(axis=1) for setting in found.settings); print(*(f'{100 * gain:+.1f}' for gain in two - "
            "one), sep=', ')"
        ),
        (here.PHASES,),
    ),
    Claim(
        "whole-evidence",
        "this course",
        "What overlap buys is the whole evidence inside one retrieved chunk.",
        "measured",
        f"Public: +6 to +12 points at 20 %. Here with BM25: {here.WHOLE_GAIN_200} at 200 tokens, {here.WHOLE_GAIN_400} "
        "at 400.",
        _PUBLIC,
        "chunklib sweep",
        (here.WHOLE_GAIN_200, here.WHOLE_GAIN_400),
        elsewhere="chunklib sweep --benchmark DIR --overlaps 0,20% --metrics whole",
    ),
    Claim(
        "containment",
        "this course",
        "Whether some chunk holds the evidence whole has a closed form: choose the overlap by the length of the "
        "evidence.",
        "measured",
        "clip((size - L + 1) / (size - overlap), 0, 1) for evidence of L tokens. Public: within 1 point of what is "
        f"measured. Here at 200/0 and 200/40, measured and computed: {here.CONTAINED} per cent.",
        _PUBLIC,
        python(
            "from chunklib.calculators import containment; from chunklib.evaluation.prepared import Prepared; "
            + _OWN
            + _GRID
            + "ready = Prepared(own_benchmark()); found = sweep(grid(sizes=[200], overlaps=[0, 40])); "
            "weights = [1 / len(q.spans) for q in ready.benchmark.questions for _ in q.spans]; "
            "chances = [[containment(int(n), 200, s.overlap) for n in ready.evidence_tokens] for s in found.settings]; "
            "computed = [sum(map(float.__mul__, weights, own)) / len(ready.texts) for own in chances]; measured = "
            "[found.mean(s, 'contained') for s in found.settings]; "
            "print(*(f'{100 * one:.1f} and {100 * other:.1f}' for one, other in zip(measured, computed)), sep=', ')"
        ),
        (here.CONTAINED,),
    ),
    Claim(
        "fixed-k",
        "tables of recall at 5",
        "Large chunks find more.",
        "depends",
        "A fixed number of chunks gives more text where chunks are larger. Public: recall@5 prefers 800 tokens, recall "
        "at an equal budget of 1,000 tokens prefers 200. Here, 200 and 800 tokens, recall@5 and recall at 1,000: "
        f"{here.FIXED_K}.",
        _PUBLIC,
        python(
            _GRID
            + "found = sweep(grid(sizes=[200, 800], overlaps=[0])); print(*(f'''{100 * found.mean(s, 'recall'):.1f} "
            "and {100 * found.mean(s, 'recall_1000'):.1f}''' for s in found.settings), sep=', ')"
        ),
        (here.FIXED_K,),
    ),
    Claim(
        "truncation",
        "reports of large gains",
        "Overlap helps much with dense retrieval.",
        "depends",
        "Large gains go with truncation: an embedder that reads 256 word pieces never sees the rest of a chunk, unless "
        "an overlap begins the next one there. Of windows of 400 tokens, the share longer than 256: 1.00.",
        f"{_PUBLIC}; the limit is that of all-MiniLM-L6-v2, by its model card, and tokens stand for word pieces here",
        python(
            "from chunklib import STRATEGIES; from chunklib.data import load; from chunklib.evaluation.chunking import "
            "truncated_share; print(f'''{truncated_share(STRATEGIES['token_windows'](load('handbook'), 400, 0), "
            "256):.2f}''')"
        ),
        ("1.00",),
    ),
    Claim(
        "langchain-delivers",
        "users of RecursiveCharacterTextSplitter",
        "An overlap of 20 % is asked, so 20 % is repeated.",
        "refuted",
        "It repeats whole pieces only, and often none fits: 20 % asked would store 1.25 times the text. Public: 8 % "
        f"were stored on top. Here, at 400/80: {here.LANGCHAIN}.",
        f"langchain-text-splitters 1.1.3; {_PUBLIC}",
        python(
            _OWN + "from langchain_text_splitters import RecursiveCharacterTextSplitter as Recursive; splitter = "
            "Recursive.from_tiktoken_encoder('cl100k_base', chunk_size=400, chunk_overlap=80, disallowed_special=()); "
            "print(f'{evaluate(own_benchmark(), splitter.split_text).multiplier:.2f} times')"
        ),
        (here.LANGCHAIN,),
    ),
    Claim(
        "smallest-effect",
        "anyone who writes 'no difference'",
        "No difference was seen, so there is none.",
        "refuted",
        "So many questions can show so much: with the public 472 the smallest effect that can be seen is 2.4 to 4.6 "
        f"points, with the {here.QUESTIONS} here {here.SMALLEST[0]} to {here.SMALLEST[1]}.",
        _PUBLIC,
        "chunklib sweep",
        (here.QUESTIONS, *here.SMALLEST),
        elsewhere="chunklib sweep --benchmark DIR",
    ),
    Claim(
        "published-precision",
        "the public metric code",
        "Precision is precision.",
        "depends",
        "The code counts ranges that only touch as hits, finds positions by search, and divides by characters counted "
        f"twice in one metric and once in another. Precision-omega at 200/0 here: {here.OMEGA[0]} with half-open "
        f"ranges, {here.OMEGA[1]} as the code has it.",
        f"chunking_evaluation of Chroma Research, read in November 2026; {_HERE}",
        "chunklib evaluate --strategy token_windows --size 200 --overlap 0",
        here.OMEGA,
    ),
    Claim(
        "plus-minus",
        "published tables of recall",
        "The number behind ± says how sure the mean is.",
        "refuted",
        "In those tables it is the standard deviation over questions, and it does not shrink with more of them. Here, "
        f"recall at 200/0: standard deviation and standard error are {here.DEVIATION}.",
        f"chunking_evaluation of Chroma Research, read in November 2026; {_HERE}",
        python(
            _OWN
            + "from chunklib.evaluation.statistics import interval; found = evaluate(own_benchmark(), {'strategy': "
            "'token_windows', 'size': 200, 'overlap': 0}); one = interval(found.scores['recall'], found.documents); "
            "print(f'{one.question_sd:.3f} and {one.standard_error:.3f}')"
        ),
        (here.DEVIATION,),
    ),
)
