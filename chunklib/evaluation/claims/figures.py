"""Figures that are printed beside overlap, computed again."""

from __future__ import annotations

from chunklib.evaluation.claims.claim import Claim, python

_COMPUTED = "computed again; the formula is that of chunklib.calculators.count_windows"
_WINDOWS = "from chunklib.course.exhibits import published_windows; from chunklib.calculators import count_windows; "

FIGURES = (
    Claim(
        "window-loop",
        "a published window loop",
        "A loop that runs while start < len(tokens) makes the windows of a document.",
        "refuted",
        "Its last window can lie wholly inside the one before: 1,050 tokens at 300/50 give 5 windows, where 4 reach "
        "the end. Windows = 1 + ceil(max(0, n - size) / (size - overlap)).",
        _COMPUTED,
        python(_WINDOWS + "print(len(published_windows(1050, 300, 50)), 'and', count_windows(1050, 300, 50))"),
        ("5", "4"),
    ),
    Claim(
        "fixed-size-example",
        "a tutorial, on 1,502 characters at 600/100",
        "The chunks have 600, 600, 600 and 402 characters.",
        "refuted",
        "Its own code gives 600, 600, 502, 2, and the last is the end of the third: 3 windows are enough.",
        _COMPUTED,
        python(
            _WINDOWS + "print(*(end - start for start, end in published_windows(1502, 600, 100)), sep=', '); "
            "print(count_windows(1502, 600, 100), 'windows')"
        ),
        ("600, 600, 502, 2", "3 windows"),
    ),
    Claim(
        "storage-calculator",
        "a published storage calculator, on 100,000 tokens",
        "500/0, 500/100 and 500/250 give 200, 250 and 400 chunks.",
        "refuted",
        "Its code gives 201, 250, 400; the windows that reach the end are 200, 250, 399.",
        _COMPUTED,
        python(
            "from chunklib.course.exhibits import published_count; from chunklib.calculators import count_windows; "
            "[print(*(count(100_000, 500, overlap) for overlap in (0, 100, 250)), sep=', ') "
            "for count in (published_count, count_windows)]"
        ),
        ("201, 250, 400", "200, 250, 399"),
    ),
    Claim(
        "a-thousand-letters",
        "a published test of a window splitter at 300/50",
        "'A ' * 1000 has 1000 tokens and gives 4 chunks.",
        "refuted",
        "It has 1001 cl100k tokens, and the loop beside it gives 5 windows; 4 reach the end.",
        _COMPUTED,
        python(
            _WINDOWS + "from chunklib.tokens import ruler; n = ruler('cl100k_base')('A ' * 1000); "
            "print(n, len(published_windows(n, 300, 50)), count_windows(n, 300, 50))"
        ),
        ("1001", "5", "4"),
    ),
    Claim(
        "minimum-size",
        "a published sliding window",
        "A last window below a minimum size is noise and is skipped.",
        "refuted",
        "What only that window has is in no chunk: the smallest case is one letter at size 2, of which nothing is "
        "left.",
        "the exhibit minimum_size of the course",
        python("from chunklib.course.exhibits import EXHIBITS; print(EXHIBITS['minimum_size'].expose())"),
        ("nothing",),
    ),
    Claim(
        "storage-of-overlap",
        "tutorials",
        "20 % overlap costs about 20 % more storage.",
        "refuted",
        "A share r stores 1/(1 - r) times the text: 1.25 times at 20 %, 2.00 times at 50 %.",
        "the closed form; chunklib.calculators.storage_impact counts windows",
        python(
            "from chunklib.calculators import storage_impact; "
            "[print(f'{storage_impact(10_000_000, 500, overlap).redundancy:.2f}') for overlap in (100, 250)]"
        ),
        ("1.25", "2.00"),
    ),
    Claim(
        "smart-chunk",
        "the published solution of an exercise",
        "Track the position while chunking, and the offsets are exact.",
        "refuted",
        "It adds bytes to a position of characters, and strips: on the letter é it is wrong. It splits by one "
        "separator only, so that long paragraphs pass the limit. On our 15 test texts 360 of 369 offsets were wrong, "
        "and chunks had up to 1,704 tokens for a limit of 64.",
        "the exhibits byte_offsets and one_separator_level of the course; the totals were measured in November 2026",
        python(
            "from chunklib.course.exhibits import EXHIBITS; "
            "print(EXHIBITS['byte_offsets'].expose(), EXHIBITS['one_separator_level'].expose(), sep='\\n')"
        ),
        ("é",),
    ),
    Claim(
        "separators-not-counted",
        "a published recursive splitter",
        "Pieces are joined while the sum of their lengths fits.",
        "refuted",
        "The separators between them have a length too: 'a b' comes out for a limit of 2. On prose 205 characters came "
        "out for a limit of 200.",
        "the exhibit separators_not_counted of the course; the prose was measured in November 2026",
        python("from chunklib.course.exhibits import EXHIBITS; print(EXHIBITS['separators_not_counted'].expose())"),
        ("'a b'",),
    ),
    Claim(
        "random-embedding",
        "a published semantic overlap",
        "A random vector, seeded by the hash of the text, will do to try it.",
        "refuted",
        "Python salts the hash of a text anew in every process: the same call in another process gave other chunks.",
        "the exhibit semantic_overlap of the course",
        python("from chunklib.course.exhibits import EXHIBITS; print(EXHIBITS['semantic_overlap'].expose())"),
        ("the same call in another process gave",),
    ),
)
