"""Wrong answers to `written_answer`; each docstring says what is wrong."""

_RIGHT = """Claim: overlap raises recall by at least 0 points
Settings: token_windows 400/80 against 400/0, bm25@5
Measured: recall, six phases, 192 questions
Difference: +3.9 points
Interval: [+2.4, +5.4]
Smallest effect: 3.1 points
Verdict: supported
Because: even the lower end of the interval is two points above nothing, for a quarter more stored tokens."""


def nothing():
    """Is empty."""
    return ""


def a_number():
    """Returns the difference alone."""
    return 3.8


def template():
    """Leaves the template as it is."""
    return "\n".join(line.partition(":")[0] + ":" for line in _RIGHT.splitlines())


def no_interval():
    """Leaves the interval out."""
    return _RIGHT.replace("Interval: [+2.4, +5.4]\n", "")


def no_smallest():
    """Does not say how small an effect could be seen."""
    return _RIGHT.replace("3.1 points", "small")


def zero_smallest():
    """Says that any effect could be seen."""
    return _RIGHT.replace("3.1 points", "0 points")


def one_setting():
    """Names one setting only."""
    return _RIGHT.replace(" against 400/0", "")


def same_setting():
    """Compares a setting with itself."""
    return _RIGHT.replace("400/0", "400/80")


def no_k():
    """Does not say how many chunks were retrieved."""
    return _RIGHT.replace("bm25@5", "bm25")


def no_phases():
    """Does not count the phases."""
    return _RIGHT.replace("six phases", "phases averaged")


def no_questions():
    """Does not count the questions."""
    return _RIGHT.replace(", 192 questions", "")


def no_metric():
    """Does not say what was measured."""
    return _RIGHT.replace("Measured: recall, ", "Measured: ")


def no_sign():
    """Writes the difference without its sign."""
    return _RIGHT.replace("+3.9", "3.9")


def fraction():
    """Gives fractions for the difference, points for the interval."""
    return _RIGHT.replace("+3.9 points", "+0.038 points")


def per_cent():
    """Gives the difference in per cent, which may mean per cent of the baseline."""
    return _RIGHT.replace("+3.9 points", "+5 %")


def plus_minus():
    """Gives a plus-minus for the interval."""
    return _RIGHT.replace("[+2.4, +5.4]", "+3.9 ± 1.6")


def reversed_interval():
    """Writes the upper end first."""
    return _RIGHT.replace("[+2.4, +5.4]", "[+5.4, +2.4]")


def other_row():
    """Takes the interval of another comparison."""
    return _RIGHT.replace("[+2.4, +5.4]", "[-0.2, +2.5]")


def wrong_verdict():
    """Takes a claim for refuted that the interval supports."""
    return _RIGHT.replace("Verdict: supported", "Verdict: refuted")


def too_bold():
    """Takes a claim for supported that the interval does not decide."""
    return _RIGHT.replace("at least 0 points", "at least 3 points")


def maybe():
    """Gives a verdict that is none of the three."""
    return _RIGHT.replace("Verdict: supported", "Verdict: probably")


def no_number_claimed():
    """Judges a claim without a number."""
    return _RIGHT.replace(" by at least 0 points", "")


def short_reason():
    """Gives no reason that could be argued with."""
    return _RIGHT.partition("Because:")[0] + "Because: it is worth its tokens."


def letters():
    """Fills the reason with letters."""
    return _RIGHT.partition("Because:")[0] + "Because: a b c d e f g h i j k l m n o p index"


def invented():
    """States a difference and an interval that nobody measured."""
    return _RIGHT.replace("+3.9", "+6.1").replace("[+2.4, +5.4]", "[+4.2, +7.9]")


def no_price():
    """Does not say what it costs."""
    return _RIGHT.replace(", for a quarter more stored tokens", ", and so I would use it everywhere from now on")


def twice():
    """Gives two differences."""
    return _RIGHT + "\nDifference: +2.4 points"


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


FOURTEEN = "Stored tokens cost a quarter more, while recall in these documents hardly moves anywhere"
NO_PRICE = "the interval has the claim inside it, and on other days with other questions the difference may well come out above or below"
TEMPLATE = """Claim: … at least … points
Settings: … 400/80 against 400/0, bm25@5
Measured: …, … phases, … questions
Difference: +… points
Interval: […, …]
Smallest effect: … points
Verdict: supported | refuted | cannot tell
Because: …"""

_LINES = "'a text with these eight lines'"
_ALL = "'all that the verdict rests on is there'"
_FOLLOWS = "'the verdict follows by the rules above, or is *cannot tell*'"
# name: (text, what is wrong, what the task demands)
_WRONG = {
    **{
        f"without {label}": (
            text_of(without=(label,)),
            f"The line {label} is left out.",
            f"{_LINES}: the line {label} too.",
        )
        for label in LABELS
    },
    "supported with the claim inside": (
        text_of(verdict="supported"),
        "supported, but the claim is inside the interval.",
        f"cannot tell: {_FOLLOWS}.",
    ),
    "refuted with the claim inside": (
        text_of(verdict="refuted"),
        "refuted, but the claim is inside the interval.",
        f"cannot tell: {_FOLLOWS}.",
    ),
    "supported below the claim": (
        text_of(**(REFUTED | {"verdict": "supported"})),
        "supported, but the interval is below the claim.",
        f"refuted or cannot tell: {_FOLLOWS}.",
    ),
    "refuted above the claim": (
        text_of(**(SUPPORTED | {"verdict": "refuted"})),
        "refuted, but the interval is above the claim.",
        f"supported or cannot tell: {_FOLLOWS}.",
    ),
    "supported, low equal to the claim": (
        text_of(**(SUPPORTED | {"interval": "[+1.0, +6.5]"})),
        "supported where low is equal to the claim.",
        f"cannot tell: {_FOLLOWS}, and `low > claimed`.",
    ),
    "refuted, high equal to the claim": (
        text_of(**(REFUTED | {"interval": "[-0.6, +5.0]"})),
        "refuted where high is equal to the claim.",
        f"cannot tell: {_FOLLOWS}, and `high < claimed`.",
    ),
    "supported above zero, not above the claim": (
        text_of(difference="+1.6 points", interval="[+0.2, +3.0]", verdict="supported"),
        "The interval is above 0, but the claim is two points.",
        f"cannot tell: {_FOLLOWS}.",
    ),
    "refuted because zero is inside": (
        text_of(claim="20 % overlap raises recall@5 by at least +0.5 points", verdict="refuted"),
        "refuted because 0 is in the interval.",
        f"cannot tell: {_FOLLOWS}.",
    ),
    "supported with five phases": (
        text_of(**(SUPPORTED | {"measured": "whole evidence, 5 phases, 192 questions of our own"})),
        "supported with five phases.",
        f"cannot tell: {_FOLLOWS}, and with fewer than six phases always cannot tell.",
    ),
    "refuted with one phase": (
        text_of(**(REFUTED | {"measured": "recall@5, 1 phases, 192 questions of our own"})),
        "refuted with one phase.",
        f"cannot tell: {_FOLLOWS}, and with fewer than six phases always cannot tell.",
    ),
    "supported by a minus read as a plus": (
        text_of(**(SUPPORTED | {"difference": "−4.7 points", "interval": "[−6.5, −2.9]"})),
        "The interval is below 0, with the minus that the lesson prints.",
        f"refuted or cannot tell: {_FOLLOWS}.",
    ),
    "fourteen words": (text_of(because=FOURTEEN), "Because has fourteen words.", "'*Because* has 15 words or more'."),
    "because without words": (text_of(because=""), "Because is empty.", "'*Because* has 15 words or more'."),
    "because of marks": (
        text_of(because="cost " + "– " * 20),
        "Because has one word and twenty dashes.",
        "'*Because* has 15 words or more'.",
    ),
    "no price, written otherwise": (
        text_of(because=NO_PRICE),
        "Because does not say what the overlap costs.",
        "'*Because* … says what the overlap costs'.",
    ),
    "another verdict": (
        text_of(verdict="probably supported"),
        "The verdict is in other words.",
        "'Verdict: supported | refuted | cannot tell'.",
    ),
    "all verdicts": (
        text_of(verdict="supported | refuted | cannot tell"),
        "The verdict is the line of the template.",
        "One of three: 'Verdict: supported | refuted | cannot tell'.",
    ),
    "verdict: not supported": (
        text_of(**(REFUTED | {"verdict": "not supported"})),
        "The verdict is not one of the three, but has one of them in it.",
        "'Verdict: supported | refuted | cannot tell'.",
    ),
    "difference without a sign": (
        text_of(difference="0.9 points"),
        "The difference has no sign.",
        "'Numbers are in points, with their sign': 'Difference: +… points'.",
    ),
    "difference without a number": (
        text_of(difference="+ some points"),
        "The difference has no number.",
        f"'Difference: +… points': {_ALL}.",
    ),
    "difference without points": (
        text_of(difference="+0.9"),
        "The difference has no unit.",
        "'Numbers are in points': 'Difference: +… points'.",
    ),
    "difference in per cent": (
        text_of(difference="+0.9 %"),
        "The difference is in per cent.",
        "'Numbers are in points'.",
    ),
    "interval of one number": (text_of(interval="[+2.4]"), "The interval has one end.", f"'Interval: […, …]': {_ALL}."),
    "interval as plus-minus": (text_of(interval="±1.5"), "The interval is a half width.", "'Interval: […, …]'."),
    "interval without numbers": (text_of(interval="[…, …]"), "The interval is that of the template.", f"{_ALL}."),
    "interval the wrong way round": (
        text_of(interval="[+2.4, -0.6]"),
        "The larger end comes first.",
        "'Interval: […, …]' is low and high, as in `(mean, low, high, word)`.",
    ),
    "no phases, written otherwise": (
        text_of(measured="recall@5, 192 questions of our own"),
        "The number of phases is not named.",
        f"'Measured: …, … phases, … questions': {_ALL}.",
    ),
    "phases without a number": (
        text_of(measured="recall@5, some phases, 192 questions of our own"),
        "Phases without their number.",
        "'Measured: …, … phases, … questions'.",
    ),
    "no questions, written otherwise": (
        text_of(measured="recall@5, 6 phases"),
        "The number of questions is not named.",
        "'Measured: …, … phases, … questions'.",
    ),
    "no metric, written otherwise": (
        text_of(measured="6 phases, 192 questions of our own"),
        "What was measured is not named.",
        "'Measured: …, … phases, … questions': the first … is what was measured.",
    ),
    "a claim without at least": (
        text_of(claim="20 % overlap raises recall@5"),
        "The claim has no number.",
        "'Claim: … at least … points'.",
    ),
    "a claim without points": (
        text_of(claim="20 % overlap raises recall@5 by at least two"),
        "The claim has no number in points.",
        "'Claim: … at least … points'.",
    ),
    "nothing claimed": (
        text_of(claim="at least +2 points"),
        "The claim does not say of what.",
        "'Claim: … at least … points': the first … is what is claimed.",
    ),
    "one setting, written otherwise": (
        text_of(settings="windows of 400/80, bm25@5"),
        "Only one setting is named.",
        "'Settings: … 400/80 against 400/0, bm25@5': one comparison has two.",
    ),
    "settings without a retriever": (
        text_of(settings="windows of 400/80 against 400/0"),
        "The retriever and k are not named.",
        "'Settings: … 400/80 against 400/0, bm25@5'.",
    ),
    "settings without k": (
        text_of(settings="windows of 400/80 against 400/0, bm25"),
        "k is not named.",
        "'Settings: … 400/80 against 400/0, bm25@5'.",
    ),
    "smallest effect without a number": (
        text_of(smallest="small"),
        "The smallest effect has no number.",
        f"'Smallest effect: … points': {_ALL}.",
    ),
    "a label twice": (
        text_of() + "\nVerdict: refuted",
        "Two verdicts, which contradict each other.",
        f"{_LINES}, each once.",
    ),
    "labels without colons": (
        text_of().replace(": ", " "),
        "The labels have no colons.",
        f"{_LINES}, 'each with its label': 'Claim: …'.",
    ),
    "all in one line": (text_of().replace("\n", "; "), "All is in one line.", f"{_LINES}."),
    "another label": (text_of().replace("Because:", "Reason:"), "A label is another.", f"{_LINES}: 'Because: …'."),
    "a list of lines": (text_of().split("\n"), "A list of eight texts.", "'returns a text'."),
    "bytes": (text_of().encode(), "Bytes.", "'returns a text'."),
    "a dictionary": (dict(BASE), "A dictionary of the eight.", "'returns a text'."),
}

_UNSURE = {
    "difference outside its interval": text_of(difference="+4.0 points"),
    "numbers with a decimal comma": text_of(difference="+0,9 points"),
    "no questions at all": text_of(measured="recall@5, 6 phases, 0 questions of our own"),
    "the same setting twice": text_of(settings="windows of 400/80 against 400/80, bm25@5"),
}

_LAZY = {
    "the template, written otherwise": TEMPLATE,
    "an empty text": "",
    "labels alone": "\n".join(f"{label}:" for label in LABELS),
    "None": None,
    "cannot tell": "Verdict: cannot tell",
    "the template with ones": TEMPLATE.replace("…", "1").replace("supported | refuted | cannot tell", "cannot tell"),
}


def costs_and_costs():
    """Fills the reason with two words."""
    return TEMPLATE.replace("Because: …", "Because: " + "it costs " * 8)


LAZY = {
    "it costs": costs_and_costs,
    **{words: _said(text, "Fills nothing in.") for words, text in _LAZY.items()},
}
ALL = {
    "empty": nothing,
    "a number": a_number,
    "the template": template,
    "no interval": no_interval,
    "no smallest effect": no_smallest,
    "smallest effect 0": zero_smallest,
    "one setting": one_setting,
    "against itself": same_setting,
    "no k": no_k,
    "no phases": no_phases,
    "no questions": no_questions,
    "no metric": no_metric,
    "no sign": no_sign,
    "a fraction": fraction,
    "per cent": per_cent,
    "plus-minus": plus_minus,
    "upper end first": reversed_interval,
    "another row": other_row,
    "wrong verdict": wrong_verdict,
    "too bold": too_bold,
    "another word": maybe,
    "no number claimed": no_number_claimed,
    "short reason": short_reason,
    "letters and no words": letters,
    "invented numbers": invented,
    "no price": no_price,
    "twice": twice,
    **{words: _said(text, f"{doc} The task: {demand}") for words, (text, doc, demand) in _WRONG.items()},
    **{words: _said(text, "Lacks what the task says of this line.") for words, text in _UNSURE.items()},
}
