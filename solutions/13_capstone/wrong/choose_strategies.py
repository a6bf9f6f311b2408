"""Wrong answers to `choose_strategies`; each docstring says what is wrong."""

import copy
from copy import deepcopy


def _design(strategy, size, overlap, k, *numbers):
    """Write a design, and what is said of it."""
    names = ("recall", "whole", "stored", "gain", "low", "high")
    measured = dict(zip(names, numbers))
    return {"strategy": strategy, "size": size, "overlap": overlap, "k": k, "measured": measured}


_RIGHT = {
    "inventory": _design("recursive", 500, 0, 4, 0.795, 0.734, 1.0, 0.065, 0.009, 0.135),
    "licence": _design("markdown", 450, 0, 3, 0.797, 0.772, 1.0, 0.121, 0.011, 0.243),
    "support_chat": _design("recursive", 300, 30, 3, 0.867, 0.75, 1.116, 0.061, -0.01, 0.137),
}


def _but(corpus, **changes):
    """Take the right designs and change one."""
    found = deepcopy(_RIGHT)
    for key, value in changes.items():
        where = found[corpus] if key in found[corpus] else found[corpus]["measured"]
        where[key] = value
    return found


def nothing():
    """Ends without a return."""
    return None


def a_list():
    """Returns the designs without the names of their corpora."""
    return list(_RIGHT.values())


def in_words():
    """Describes the designs in words."""
    return {name: f"{one['strategy']} of {one['size']}" for name, one in _RIGHT.items()}


def corpus_missing():
    """Has no design for the chat."""
    return {name: one for name, one in _RIGHT.items() if name != "support_chat"}


def corpus_too_many():
    """Has a design for a corpus that nobody asked about."""
    return {**_RIGHT, "handbook": _RIGHT["licence"]}


def nothing_measured():
    """Claims no numbers."""
    found = deepcopy(_RIGHT)
    del found["licence"]["measured"]
    return found


def empty_numbers():
    """Has a place for the numbers, and none in it."""
    return {name: {**one, "measured": {}} for name, one in _RIGHT.items()}


def copied():
    """Copies windows of 500 that share 50 for everything; every number is right."""
    return {
        "inventory": _design("token_windows", 500, 50, 4, 0.73, 0.665, 1.109, 0.0, 0.0, 0.0),
        "licence": _design("token_windows", 500, 50, 3, 0.675, 0.62, 1.11, 0.0, 0.0, 0.0),
        "support_chat": _design("token_windows", 500, 50, 2, 0.806, 0.708, 1.109, 0.0, 0.0, 0.0),
    }


def one_for_all():
    """Uses the chat's best design for all three; every number is right."""
    return {
        "inventory": _design("recursive", 500, 0, 2, 0.631, 0.579, 1.0, -0.099, -0.206, -0.008),
        "licence": _design("recursive", 500, 0, 2, 0.55, 0.515, 1.0, -0.126, -0.26, -0.011),
        "support_chat": _design("recursive", 500, 0, 2, 0.843, 0.788, 1.0, 0.037, -0.08, 0.145),
    }


def five_chunks():
    """Reads five chunks of every corpus, whatever may be read."""
    return {name: {**one, "k": 5} for name, one in _RIGHT.items()}


def percentage():
    """Writes the overlap as a share."""
    return _but("support_chat", overlap="10%")


def too_much_overlap():
    """Repeats more than half of each chunk."""
    return _but("inventory", overlap=300)


def fractional_size():
    """Writes a size with a fraction."""
    return _but("licence", size=450.0)


def too_large():
    """Takes chunks larger than 1,000 tokens."""
    return _but("inventory", size=2000, k=1)


def no_chunk():
    """Reads no chunk."""
    return _but("licence", k=0)


def unknown_strategy():
    """Names a strategy that is not among the five."""
    return _but("inventory", strategy="by feeling")


def stored_twice():
    """Repeats half of every chunk of the code, and stores it twice; every number is right."""
    found = deepcopy(_RIGHT)
    found["inventory"] = _design("recursive", 500, 250, 4, 0.725, 0.716, 2.147, -0.005, -0.091, 0.064)
    return found


def stored_too_much():
    """Meets recall and whole evidence of the code with more storage than is allowed; every number is right."""
    found = deepcopy(_RIGHT)
    found["inventory"] = _design("markdown", 500, 150, 4, 0.752, 0.755, 1.445, 0.022, -0.044, 0.088)
    return found


def recall_alone():
    """Takes the licence's best recall, and tears its evidence; every number is right."""
    found = deepcopy(_RIGHT)
    found["licence"] = _design("markdown", 150, 0, 10, 0.827, 0.593, 1.0, 0.152, 0.02, 0.285)
    return found


def whole_alone():
    """Keeps the chat's evidence whole and finds too little; every number is right."""
    found = deepcopy(_RIGHT)
    found["support_chat"] = _design("sentences", 500, 150, 2, 0.817, 0.769, 1.368, 0.011, -0.062, 0.085)
    return found


def per_cent():
    """Claims per cents where fractions are asked."""
    found = deepcopy(_RIGHT)
    for one in found.values():
        one["measured"] = {name: 100 * value for name, value in one["measured"].items()}
    return found


def first_phase():
    """Claims the first phase for the mean of six."""
    return _but("inventory", recall=0.817, whole=0.724)


def best_phase():
    """Claims the best of six phases."""
    return _but("inventory", recall=0.839, whole=0.77)


def invented():
    """Claims a little more than was measured."""
    return _but("licence", recall=0.81)


def rounded():
    """Claims one digit."""
    found = deepcopy(_RIGHT)
    for one in found.values():
        one["measured"] = {name: round(value, 1) for name, value in one["measured"].items()}
    return found


def another_corpus():
    """Claims the numbers of the chat's design on the code."""
    return _but("inventory", size=500, k=2, recall=0.843, whole=0.788)


def of_the_copied():
    """Claims what the copied design measures."""
    return _but("licence", recall=0.675, whole=0.62)


def asked_not_stored():
    """Computes storage from the overlap that was asked, 1 / (1 - 0.1) and more."""
    return _but("support_chat", stored=1.25)


def sides_exchanged():
    """Subtracts its own design from the copied one."""
    return _but("licence", gain=-0.121, low=-0.243, high=-0.011)


def not_paired():
    """Subtracts the ends of two intervals, as if the questions were others."""
    return _but("licence", low=-0.146, high=0.378)


def interval_of_recall():
    """Gives the interval of recall for that of the gain."""
    return _but("licence", low=0.646, high=0.927)


def ends_exchanged():
    """Exchanges the ends of an interval."""
    return _but("support_chat", low=0.137, high=-0.01)


def no_number():
    """Claims a recall that is not a number."""
    return _but("support_chat", recall=float("nan"))


def a_text():
    """Writes a number as a text."""
    return _but("support_chat", gain="+6.1 points")


def guessed():
    """Takes one well-known design, fills what may be read, and invents the numbers that are demanded."""
    return {
        "inventory": _design("recursive", 500, 0, 4, 0.76, 0.61, 1.0, 0.05, 0.01, 0.1),
        "licence": _design("recursive", 500, 0, 3, 0.71, 0.71, 1.0, 0.05, 0.01, 0.1),
        "support_chat": _design("recursive", 500, 0, 2, 0.84, 0.71, 1.0, 0.05, 0.01, 0.1),
    }


def default_unmeasured():
    """Takes one well-known design and fills what may be read; measures nothing."""
    return {name: one | {"measured": {}} for name, one in guessed().items()}


def the_example():
    """Takes the example of the task for all three, as far as it can be read."""
    numbers = (0.711, 0.522, 1.09, -0.019, -0.105, 0.071)
    return {
        "inventory": _design("sentences", 250, 25, 8, *numbers),
        "licence": _design("sentences", 250, 25, 6, *numbers),
        "support_chat": _design("sentences", 250, 25, 4, *numbers),
    }


def always_refuses():
    """Refuses to answer."""
    raise ValueError("no")


KEYS = ("recall", "whole", "stored", "gain", "low", "high")

I_RECURSIVE = _design("recursive", 500, 0, 4, 0.795, 0.734, 1.0, 0.065, 0.009, 0.135)
I_RECURSIVE_400 = _design("recursive", 400, 0, 5, 0.802, 0.717, 1.0, 0.073, -0.011, 0.166)
L_CODE = _design("code", 500, 0, 3, 0.787, 0.721, 1.0, 0.112, 0.0, 0.216)
S_RECURSIVE_250 = _design("recursive", 250, 0, 4, 0.894, 0.712, 1.0, 0.088, -0.019, 0.203)
S_STORED = _design("sentences", 500, 100, 2, 0.835, 0.721, 1.21, 0.029, -0.025, 0.089)
S_LOW_RECALL = _design("code", 500, 100, 2, 0.824, 0.808, 1.183, 0.018, -0.084, 0.106)
L_READ_1503 = _design("code", 501, 0, 3, 0.787, 0.721, 1.0, 0.112, 0.0, 0.216)
S_READ_1002 = _design("recursive", 334, 0, 3, 0.845, 0.712, 1.0, 0.039, -0.045, 0.127)
I_COPIED = _design("token_windows", 500, 50, 4, 0.73, 0.665, 1.109, 0.0, 0.0, 0.0)
L_COPIED = _design("token_windows", 500, 50, 3, 0.675, 0.62, 1.11, 0.0, 0.0, 0.0)
S_COPIED = _design("token_windows", 500, 50, 2, 0.806, 0.708, 1.109, 0.0, 0.0, 0.0)
I_EXAMPLE = _design("sentences", 250, 25, 8, 0.723, 0.542, 1.096, -0.007, -0.091, 0.07)
L_HALF = _design("code", 500, 250, 3, 0.739, 0.744, 1.817, 0.063, -0.028, 0.156)


def _three(inventory, licence, support_chat):
    return copy.deepcopy({"inventory": inventory, "licence": licence, "support_chat": support_chat})


def _changed(design, **changes):
    """A copy with other values; names of numbers go into measured."""
    made = copy.deepcopy(design)
    for key, value in changes.items():
        (made["measured"] if key in KEYS else made)[key] = value
    return made


_WRONG = {}


def _wrong(name, demand, doc, **designs):
    """Register an answer that is right but for the designs given (None: left out)."""
    good = {"inventory": I_RECURSIVE_400, "licence": L_CODE, "support_chat": S_RECURSIVE_250}

    def answer():
        return {corpus: copy.deepcopy(design) for corpus, design in (good | designs).items() if design is not None}

    answer.__doc__, answer.__name__ = (
        f"{doc} The task: {demand}",
        name.replace(" ", "_").replace(".", "_").replace(",", ""),
    )
    _WRONG[name] = (answer, demand)


_EACH = "'returns a dictionary with a design for each corpus'"
_READ = "'k · size is at most what may be read'"
_TABLE = "The table of what is demanded"
_OFF = "'they are measured again and may be off by 0.005'"
_SIX = "'and the six numbers that `measure` below gives for it'"
_ONCE = "'No design may be used twice'"

for _corpus in ("inventory", "licence", "support_chat"):
    _wrong(f"without {_corpus}", f"{_EACH}.", f"{_corpus} is left out.", **{_corpus: None})
_wrong(
    "recall of the chat low",
    f"{_TABLE}: recall of support_chat at least 0.83, measured is 0.824.",
    "Recall is 0.824 for 0.83.",
    support_chat=S_LOW_RECALL,
)
_wrong(
    "stored made to fit",
    f"{_TABLE}: support_chat stored at most 1.20 times, measured is 1.21; {_OFF}.",
    "Stored 1.21 times, written 1.20.",
    support_chat=_changed(S_STORED, stored=1.2),
)
_wrong("copied for licence", f"{_TABLE}: 'The copied one meets none'.", "The copied design.", licence=L_COPIED)
_wrong("reads three tokens more", f"{_READ}: 3 · 501 is 1,503.", "Three chunks of 501 for 1,500.", licence=L_READ_1503)
_wrong(
    "reads two tokens more", f"{_READ}: 3 · 334 is 1,002.", "Three chunks of 334 for 1,000.", support_chat=S_READ_1002
)
_wrong(
    "overlap of half",
    f"{_TABLE}: stored at most 1.30 times.",
    "An overlap of half is a design, but stores 1.82 times.",
    licence=L_HALF,
)
for _key in KEYS:
    _wrong(
        f"{_key} off by 0.01",
        f"{_OFF}: {_key} is off by 0.01.",
        f"{_key} is 0.01 too high.",
        support_chat=_changed(S_RECURSIVE_250, **{_key: round(S_RECURSIVE_250["measured"][_key] + 0.01, 3)}),
    )
    _wrong(
        f"{_key} left out",
        f"{_SIX}.",
        f"{_key} is left out of measured.",
        licence={**L_CODE, "measured": {key: value for key, value in L_CODE["measured"].items() if key != _key}},
    )
_wrong(
    "per cent, written otherwise",
    f"{_OFF}: the numbers of `measure` are fractions.",
    "The numbers are in per cent.",
    licence=_changed(L_CODE, **{key: round(100 * value, 1) for key, value in L_CODE["measured"].items()}),
)
_wrong(
    "gain without its sign",
    f"{_OFF}; '`gain` is recall minus that of the *copied design*'.",
    "low has lost its sign.",
    inventory=_changed(I_RECURSIVE_400, low=abs(I_RECURSIVE_400["measured"]["low"])),
)
_wrong(
    "numbers of a neighbour",
    f"{_SIX}; {_OFF}.",
    "The numbers are those of size 400 for a size of 500.",
    inventory=_changed(I_RECURSIVE, **I_RECURSIVE_400["measured"]),
)
_wrong(
    "numbers as texts",
    f"{_SIX}.",
    "The numbers are texts.",
    licence=_changed(L_CODE, **{key: f"{value:.3f}" for key, value in L_CODE["measured"].items()}),
)
_wrong(
    "a design twice",
    f"{_ONCE} (and with k = 3 the numbers are others).",
    "The same strategy, size, overlap and k for two corpora.",
    inventory=_changed(L_CODE),
    licence=_changed(L_CODE),
)


def must_be_given(corpus):
    """Takes a corpus and returns its design: not what is asked."""
    return _three(I_RECURSIVE_400, L_CODE, S_RECURSIVE_250)[corpus]


def empty():
    """An empty dictionary."""
    return {}


def the_copied_design():
    """The copied design for all, honestly measured."""
    return _three(I_COPIED, L_COPIED, S_COPIED)


def the_example_for_all():
    """The example, three times."""
    one = _changed(I_EXAMPLE, recall=0.711, whole=0.522, stored=1.09, gain=-0.019, low=-0.105, high=0.071)
    return _three(one, one, one)


def perfect_numbers():
    """Numbers that nobody measured."""
    best = dict(recall=1.0, whole=1.0, stored=1.0, gain=0.3, low=0.2, high=0.4)
    return _three(_changed(I_COPIED, **best), _changed(L_COPIED, **best), _changed(S_COPIED, **best))


def only_an_error():
    """A ValueError."""
    raise ValueError("nothing chosen")


def one_corpus_alone():
    """One corpus of three."""
    return {"inventory": copy.deepcopy(I_RECURSIVE_400)}


LAZY = {
    "nothing": nothing,
    "copied": copied,
    "guessed": guessed,
    "nothing measured of a default": default_unmeasured,
    "the example": the_example,
    "always refuses": always_refuses,
    "empty": empty,
    "the copied design": the_copied_design,
    "the example for all": the_example_for_all,
    "perfect numbers": perfect_numbers,
    "always an error": only_an_error,
    "one corpus alone": one_corpus_alone,
}
ALL = {
    "nothing": nothing,
    "a list": a_list,
    "in words": in_words,
    "a corpus is missing": corpus_missing,
    "a corpus too many": corpus_too_many,
    "nothing measured": nothing_measured,
    "empty numbers": empty_numbers,
    "copied": copied,
    "one for all": one_for_all,
    "five chunks of everything": five_chunks,
    "a percentage": percentage,
    "too much overlap": too_much_overlap,
    "a size with a fraction": fractional_size,
    "larger than the rule": too_large,
    "no chunk at all": no_chunk,
    "an unknown strategy": unknown_strategy,
    "stored twice": stored_twice,
    "stored a little too much": stored_too_much,
    "recall alone": recall_alone,
    "whole alone": whole_alone,
    "per cent": per_cent,
    "first phase": first_phase,
    "best phase": best_phase,
    "invented": invented,
    "rounded": rounded,
    "of another corpus": another_corpus,
    "of the copied design": of_the_copied,
    "asked, not stored": asked_not_stored,
    "sides exchanged": sides_exchanged,
    "not paired": not_paired,
    "interval of recall": interval_of_recall,
    "ends exchanged": ends_exchanged,
    "no number": no_number,
    "a text": a_text,
    **{words: answer for words, (answer, _) in _WRONG.items()},
    "must be given a corpus": must_be_given,
}
