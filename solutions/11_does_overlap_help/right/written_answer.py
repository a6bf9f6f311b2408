"""Right answers to `written_answer`: other settings, other verdicts, other ways to write a number."""


def cannot_tell():
    """A difference that was lost to correction."""
    return """Claim: overlap raises recall by at least 0 points.
Settings: token_windows 400/40 against 400/0, bm25@5
Measured: recall, six phases, 192 questions of eight documents
Difference: +1.9 points
Interval: [+0.6, +3.2]
Smallest effect: 2.6 points
Verdict: cannot tell
Because: 0 is not in the interval, but after Holm's correction over 36 comparisons nothing is left of that; 10 % overlap stores a ninth more tokens, which I would not pay for that."""


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
            "Measured: recall@10, twelve phases, 1,200 questions of our own",
            "Because: even the lower end is above nothing, after Holm's correction, for eleven per cent more stored tokens.",
            "Smallest effect: 2.6 points",
        ]
    )


def careful():
    """An interval without 0, and no claim, since Holm's correction removed it."""
    return supported().replace("supported", "cannot tell")


ALL = {
    "lost to correction": cannot_tell,
    "refuted": refuted,
    "supported": supported,
    "careful": careful,
}
