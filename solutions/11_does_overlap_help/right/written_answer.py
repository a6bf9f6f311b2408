"""Right answers to `written_answer`: other settings, other verdicts, other ways to write a number."""


def cannot_tell():
    """A difference whose interval has zero in it, of settings in words."""
    return """Claim: overlap raises recall by at least 0 points.
Settings: recursive 200/40 versus 200/0, searched with BM25
Measured: recall at 1,000 tokens, six placings, all 365 questions of eight documents
Difference: +2.8 points
Interval: [-0.4, +5.9]
Smallest effect: 4.5 points
Verdict: cannot tell
Because: zero is in the interval, and so is a gain of five points; it stores 1.3 times the tokens, which I would not pay for that."""


def refuted():
    """A claim that is too large; a sign of typography."""
    return """
    Claim: half of overlap finds at least 10 points more, as a tutorial says
    Settings: windows 200/100 against windows 200/0, bm25
    Measured: whole, 6 placings, 365 questions
    Difference: +7.5 points
    Interval: [+5.3, 9.8]
    Smallest effect: 3 points
    Verdict: refuted
    Because: all of the interval lies below ten points, and half overlap doubles what is stored, so I would not do it.
    """


def supported():
    """A claim that holds, lines in another order, numbers without a decimal, and no overlap in it."""
    return "\n".join(
        [
            "Verdict: supported.",
            "Claim: cuts at headings find at least 3 points more than windows",
            "Settings: Markdown 200/0 against token_windows 200/0, bm25",
            "Difference: +7 points of recall",
            "Interval: [ +3.8 , +9.4 ]",
            "Measured: recall_1000, six placings, 365 questions",
            "Because: even the lower end is above three, and neither of the two stores any token twice.",
            "Smallest effect: 4.2 points",
        ]
    )


def turned():
    """The worse setting first: a difference below zero."""
    return (
        supported()
        .replace("cuts at headings find at least 3 points more than windows", "windows find at least 0 points more")
        .replace("Markdown 200/0 against token_windows 200/0", "token_windows 200/0 against Markdown 200/0")
        .replace("+7 points", "−6.6 points")
        .replace("[ +3.8 , +9.4 ]", "[−9.4, −3.8]")
        .replace("supported", "refuted")
    )


ALL = {
    "zero in the interval": cannot_tell,
    "refuted": refuted,
    "supported": supported,
    "turned": turned,
}
