"""Right answers to `written_answer`: other settings, other verdicts, other ways to write a number."""


def cannot_tell():
    """A difference that was not seen."""
    return """Claim: overlap raises recall by at least 0 points.
Settings: token_windows 400/80 against 400/0, dense@5
Measured: recall, six phases, 192 questions of eight documents
Difference: +2.0 points
Interval: [+0.4, +3.6]
Smallest effect: 3.3 points
Verdict: cannot tell
Because: 0 is not in the interval, but after Holm's correction over 36 comparisons nothing is left of that; 20 % overlap stores a quarter more tokens, which I would not pay for that."""


def refuted():
    """A claim that is too large; a sign of typography."""
    return """
    Claim: at least 10 points, as a tutorial says
    Settings: 200/100 against 200/0, bm25@5
    Measured: whole, 6 phases, 472 questions of our own
    Difference: −0.5 points
    Interval: [−2, 1]
    Smallest effect: 2.4 points
    Verdict: refuted
    Because: all of the interval lies below ten points, and half overlap doubles what is stored, so I would not do it.
    """


def supported():
    """A claim that holds, lines in another order, numbers without a decimal."""
    return "\n".join(
        [
            "Verdict: supported.",
            "Claim: an overlap of a tenth raises recall@10 by at least 0 points",
            "Settings: recursive 400/40 against recursive 400/0, hybrid@10",
            "Difference: +3 points of recall",
            "Interval: [ +1.8 , +4.6 ]",
            "Measured: recall@10, twelve phases, 1,200 questions",
            "Because: even the lower end is above nothing, after Holm's correction, for eleven per cent more stored tokens.",
            "Smallest effect: 2.6 points",
        ]
    )


def careful():
    """An interval without 0, and no claim, since Holm's correction removed it."""
    return supported().replace("supported", "cannot tell")


LABELS = ("Claim", "Settings", "Measured", "Difference", "Interval", "Smallest effect", "Verdict", "Because")
COST = (
    "a fifth of overlap stores a quarter more tokens, and so costs a quarter more to embed and to keep; "
    "for less than a point of recall I would not pay that"
)
BASE = {
    "Claim": "20 % overlap raises recall@5 by at least +2 points",
    "Settings": "windows of 400/80 against 400/0 of our own, bm25@5",
    "Measured": "recall@5, 6 phases, 192 questions of our own",
    "Difference": "+0.9 points",
    "Interval": "[-0.6, +2.4]",
    "Smallest effect": "+2.2 points",
    "Verdict": "cannot tell",
    "Because": COST,
}


def text_of(order=LABELS, without=(), **changes):
    """The eight lines, with changes; Smallest effect is written smallest."""
    lines = BASE | {
        ("Smallest effect" if key == "smallest" else key.capitalize()): value for key, value in changes.items()
    }
    return "\n".join(f"{label}: {lines[label]}" for label in order if label not in without)


SUPPORTED = {
    "claim": "20 % overlap raises whole evidence by at least +1 points",
    "measured": "whole evidence, 6 phases, 192 questions of our own",
    "difference": "+4.7 points",
    "interval": "[+2.9, +6.5]",
    "smallest": "+2.6 points",
    "verdict": "supported",
    "because": "the whole interval is above the claim; the price is a quarter more stored tokens, and for evidence that comes whole that is cheap",
}
REFUTED = {
    "claim": "20 % overlap raises recall@5 by at least +5 points",
    "interval": "[-0.6, +2.4]",
    "verdict": "refuted",
    "because": "the whole interval is below five points, while the overlap costs a quarter more storage, embedding and time at every new index",
}


def _said(text, doc):
    """Make the function that hands in a text."""

    def answer():
        return text

    answer.__doc__ = doc
    return answer


_RIGHT = {
    "cannot tell": text_of(),
    "supported": text_of(**SUPPORTED),
    "refuted": text_of(**REFUTED),
    "lines the other way round": text_of(order=LABELS[::-1], **SUPPORTED),
    "verdict first": text_of(order=("Verdict", "Because", *LABELS[:6])),
    "cautious above the claim": text_of(
        **(
            SUPPORTED
            | {
                "verdict": "cannot tell",
                "because": "I looked at four comparisons before this one, and it costs a quarter more stored tokens, so I would measure again on new questions",
            }
        )
    ),
    "cautious below the claim": text_of(**(REFUTED | {"verdict": "cannot tell"})),
    "one phase, cannot tell": text_of(
        **(SUPPORTED | {"measured": "whole evidence, 1 phases, 40 questions of our own", "verdict": "cannot tell"})
    ),
    "five phases, cannot tell": text_of(measured="recall@5, 5 phases, 192 questions of our own"),
    "more than six phases": text_of(
        **(SUPPORTED | {"measured": "whole evidence, 12 phases, 1024 questions of our own"})
    ),
    "low equal to the claim": text_of(**(SUPPORTED | {"interval": "[+1.0, +6.5]", "verdict": "cannot tell"})),
    "high equal to the claim": text_of(**(REFUTED | {"interval": "[-0.6, +5.0]", "verdict": "cannot tell"})),
    "just above the claim": text_of(**(SUPPORTED | {"interval": "[+1.1, +6.5]"})),
    "just below the claim": text_of(**(REFUTED | {"interval": "[-0.6, +4.9]"})),
    "all below zero": text_of(
        **(
            REFUTED
            | {
                "claim": "50 % overlap raises recall@5 by at least +1 points",
                "settings": "windows of 400/200 against 400/0, bm25@5",
                "difference": "-2.1 points",
                "interval": "[-3.9, -0.3]",
                "because": "recall falls, and half of overlap stores everything twice: twice the vectors to embed, to keep and to search, for nothing gained",
            }
        )
    ),
    "minus as it is printed in the lesson": text_of(difference="−0.9 points", interval="[−2.4, +0.6]"),
    "a claim of zero": text_of(
        claim="20 % overlap raises recall@5 by at least 0 points",
        difference="+1.6 points",
        interval="[+0.2, +3.0]",
        verdict="supported",
    ),
    "claim and smallest effect without a plus, as in the template": text_of(
        claim="20 % overlap raises recall@5 by at least 2 points", smallest="2.2 points"
    ),
    "whole numbers": text_of(difference="+1 points", interval="[-1, +3]", smallest="+2 points"),
    "two decimals": text_of(difference="+0.91 points", interval="[-0.58, +2.41]", smallest="+2.17 points"),
    "another size and embeddings": text_of(settings="token_windows 200/40 against 200/0, dense@5"),
    "another k": text_of(
        claim="10 % overlap raises recall@10 by at least +1 points",
        settings="400/40 against 400/0, bm25@10",
        measured="recall@10, 6 phases, 192 questions of our own",
    ),
    "own documents": text_of(
        claim="on our service manuals 20 % overlap raises recall@5 by at least +2 points",
        settings="sentences 300/60 against 300/0, bm25@5",
        measured="recall@5 on our own manuals, 6 phases, 57 questions of our own",
    ),
    "a line break at the end": text_of() + "\n",
    "a long because": text_of(
        because=COST
        + "; what is retrieved is read by a model with room for two thousand tokens, and of those 9 % are now repetitions, so that the reader loses places for other chunks, which no score here shows"
    ),
    "fifteen words": text_of(
        because="Stored tokens cost a quarter more, while recall in these documents hardly moves, nothing gained"
    ),
    "interval without signs": text_of(difference="+1.6 points", interval="[0.2, 3.0]"),
    "a claim of one point": text_of(claim="20 % overlap raises recall@5 by at least +1 point"),
    "empty lines between": text_of().replace("\n", "\n\n"),
    "indented in triple quotes": "\n    " + text_of().replace("\n", "\n    ") + "\n",
    "a heading before the eight": "My answer\n" + text_of(),
    "because in two lines": text_of().replace("; for less", ";\nfor less"),
    "labels in bold": "\n".join(
        f"**{line.partition(':')[0]}:**{line.partition(':')[2]}" for line in text_of().split("\n")
    ),
    "labels without capitals": text_of().replace("Claim:", "claim:").replace("Verdict:", "verdict:"),
    "verdict with a capital and a full stop": text_of(verdict="Cannot tell."),
    "a claim of a negative number": text_of(
        claim="20 % overlap changes recall@5 by at least -1 points", verdict="supported"
    ),
    "a smallest effect of less than 0.1": text_of(smallest="less than 0.1 points"),
    "points said after the interval": text_of(interval="[-0.6, +2.4] points"),
    "words for numbers": text_of(measured="recall@5, six phases, 192 questions of our own"),
    "the overlap the other way": text_of(settings="windows of 400/0 against 400/80, bm25@5"),
    "one phase, singular": text_of(measured="recall@5, 1 phase, 192 questions of our own"),
    "price in other words": text_of(
        because="a company that keeps twelve gigabytes of vectors would then keep fifteen, and I see nothing in the interval that would make that worth while"
    ),
}


ALL = {
    "not seen": cannot_tell,
    "refuted": refuted,
    "supported": supported,
    "careful": careful,
    **{words: _said(text, "Has another form of one line, or another verdict.") for words, text in _RIGHT.items()},
}
