"""Wrong answers to `written_answer`; each docstring says what is wrong."""

_RIGHT = """Claim: overlap raises recall by at least 0 points
Settings: token_windows 200/40 against token_windows 200/0, bm25
Measured: recall_1000, six placings, 365 questions
Difference: +3.1 points
Interval: [+2.0, +4.2]
Smallest effect: 1.5 points
Verdict: supported
Because: even the lower end of the interval is two points above nothing, for a quarter more stored tokens."""


def a_number():
    """Returns the difference alone."""
    return 3.1


def template():
    """Leaves the template as it is."""
    return "\n".join(line.partition(":")[0] + ":" for line in _RIGHT.splitlines())


def invented():
    """Has numbers that look well together, and that nobody measured."""
    return _RIGHT.replace("+3.1", "+5.5").replace("[+2.0, +4.2]", "[+3.1, +8.0]").replace("1.5", "3.4")


def elsewhere():
    """Names settings that were not measured."""
    return _RIGHT.replace("200/", "330/")


def no_smallest():
    """Does not say how small an effect could be seen."""
    return _RIGHT.replace("1.5 points", "small")


def one_setting():
    """Names one setting only."""
    return _RIGHT.replace(" against token_windows 200/0", "")


def no_retriever():
    """Does not say what searches."""
    return _RIGHT.replace(", bm25", "")


def no_placings():
    """Does not count the placings."""
    return _RIGHT.replace("six placings", "placings averaged")


def no_questions():
    """Does not count the questions."""
    return _RIGHT.replace(", 365 questions", "")


def no_sign():
    """Writes the difference without its sign."""
    return _RIGHT.replace("+3.1", "3.1")


def fraction():
    """Gives fractions for the difference, points for the interval."""
    return _RIGHT.replace("+3.1 points", "+0.031 points")


def per_cent():
    """Gives the difference in per cent, which may mean per cent of the baseline."""
    return _RIGHT.replace("+3.1 points", "+6 %")


def plus_minus():
    """Gives a plus-minus for the interval."""
    return _RIGHT.replace("[+2.0, +4.2]", "+3.1 ± 1.1")


def reversed_interval():
    """Writes the upper end first."""
    return _RIGHT.replace("[+2.0, +4.2]", "[+4.2, +2.0]")


def wrong_verdict():
    """Takes a claim for refuted that the interval supports."""
    return _RIGHT.replace("Verdict: supported", "Verdict: refuted")


def too_bold():
    """Takes a claim for supported that the interval does not decide."""
    return _RIGHT.replace("at least 0 points", "at least 3 points")


def short_reason():
    """Gives no reason that could be argued with."""
    return _RIGHT.partition("Because:")[0] + "Because: it is worth its tokens."


def no_price():
    """Does not say what it costs."""
    return _RIGHT.replace(", for a quarter more stored tokens", ", and so I would use it everywhere from now on")


TEMPLATE = """Claim: … at least … points
Settings: … 200/40 against … 200/0, bm25
Measured: …, … placings, … questions
Difference: +… points
Interval: […, …]
Smallest effect: … points
Verdict: supported | refuted | cannot tell
Because: …"""


def costs_and_costs():
    """Fills the reason with two words."""
    return TEMPLATE.replace("Because: …", "Because: " + "it costs " * 8)


LAZY = {
    "it costs": costs_and_costs,
}
ALL = {
    "a number": a_number,
    "the template": template,
    "invented numbers": invented,
    "no smallest effect": no_smallest,
    "one setting": one_setting,
    "not in the sweep": elsewhere,
    "no retriever": no_retriever,
    "no placings": no_placings,
    "no questions": no_questions,
    "no sign": no_sign,
    "a fraction": fraction,
    "per cent": per_cent,
    "plus-minus": plus_minus,
    "upper end first": reversed_interval,
    "wrong verdict": wrong_verdict,
    "too bold": too_bold,
    "short reason": short_reason,
    "no price": no_price,
}
